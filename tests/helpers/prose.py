"""What a notebook's prose says in numbers, so that tests can hold it to them.

A pattern is the notebook's own words, with # for each number and " ... " for words left out; blanks
and line ends are alike. Numbers are digits (also 6e-3, 300 577, 22/9, 10^{-5}) or words.
"""

from __future__ import annotations

import ast
import json
import re

import pytest
from screens import Shown, call_of, opens, screen

from lab.books.copies import books

# fmt: off
WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)
# fmt: on
_POWER = r"10\^(?:\{[−-]?\d+\}|\d)"
_DIGITS = (
    rf"[−-]?\d+(?:\.\d+)?\\cdot ?{_POWER}|{_POWER}|\d+/\d+|\d{{1,3}}(?:(?: |\\,)\d{{3}})+(?!\d)|"
    r"[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?"
)
#: A number that a pattern reads.
_NUMBER = rf"({_DIGITS}|\b(?i:{'|'.join(WORDS)})\b)"
#: A number that a test must read: "one", "two" and "three" of something are seldom measured.
_CLAIM = re.compile(rf"(?<![\w.])(?:{_DIGITS})(?!\w)|\b(?i:{'|'.join(WORDS[4:])})\b")
#: Numbers that are names or formulas: headings and items, code, displayed formulas, references.
_NAMES = (
    r"^\*\*Time\*\*:[^\n]*$|^\* [^\n*]*\*[^\n*]+\*\.[^\n]*$",  # minutes, and further reading
    r"\]\([\w-]+\.ipynb\)",
    r"^#+ (?:Experiment )?\d*\.?|^\d+\. |`[^`]*`|<code>.*?</code>|1-NN",
    r"(?<![\w.,−-])0(?!\w|\.\d| %)|\b1/(?=\\?[^\W\d])",  # nothing at all, and reciprocals
    r"\(\d+(?:\.\d+)?(?: \([a-d]\))?(?:(?:-|–| to |, |\)-\()\d*(?:\.?\d+)?)*\)",
    r"(?:[Aa]lgorithms?|[Tt]ables?|[Ss]ections?|[Tt]heorem|[Ee]xperiments?|Remark|fig\.|Definition|"
    r"footnote|requirement|step) \d[-.\d]*(?:(?:,| and| to) \d[-.\d]*)*",
)
#: The same inside of $...$: indices, exponents, fractions and the whole numbers up to 2.
_INDICES = r"[_^](?:\{[^}]*\}|\w)|\\t?frac(?:\d\d|\{[^}]*\}\{[^}]*\}|\d)|(?<![\d./])[012](?![\d./])"
#: Counts of a clock, and gaps: near a dashboard these are what it shows, in its own rounding.
_UNIT = re.compile(
    r"[ \n](?:\w+ )?(?:updates?|steps?|iterations?|sweeps?|factorisations?|passes)\b"
)
_GAP = re.compile(r"(?:\bgap\b[\w ]*:? |\bwithin |\bsays |\bproved (?:in|after) )\$?$")


class Prose:
    """The words of a notebook's text cells. `prose(pattern)` reads numbers, `prose.says(pattern,
    *values)` checks them against what was computed; counts and gaps in a cell near a dashboard,
    against what `prose.screen(cell)` shows."""

    def __init__(self, name):
        cells = json.loads(books()[name].read_text(encoding="utf-8"))["cells"]
        self.cells = {c["id"]: "".join(c["source"]) for c in cells}
        self.text, self.near = "", []
        for k, cell in enumerate(cells):
            if cell["cell_type"] == "markdown":
                low = len(self.text)
                self.text += "".join(cell["source"]) + "\n\n"
                if any(map(opens, cells[max(k - 1, 0) : k + 2])):
                    self.near.append((low, len(self.text)))

    def __call__(self, pattern):
        """The numbers, whole ones as int, at # in the pattern."""
        return [value for value, _ in map(_value, self._groups(pattern))]

    def says(self, pattern, *values, slack=0.1):
        """The numbers at # are `values`, rounded to as many digits as are written, with `slack` of
        the last digit to spare where a rounding could go either way."""
        found = self._found(pattern)
        groups = found.groups()
        assert len(groups) == len(values), f"{len(groups)} numbers are written, not {len(values)}"
        for k, (text, value) in enumerate(zip(groups, values, strict=True)):
            cells, last = _value(text)
            spare = (0.5 + slack) * last
            assert cells == pytest.approx(float(value), abs=spare, rel=0.0), (
                f"{pattern!r} says {text}, it is {value}"
            )
            assert isinstance(value, Shown) or not self._is_on_screen(found.span(k + 1)), (
                f"{text} of {pattern!r} is near a dashboard: read it there."
            )

    def screen(self, cell, **turned):
        """The dashboard that the code cell with that id opens, with knobs turned."""
        address, settings = call_of(self.cells[cell])
        return screen(address, **settings | turned)

    def _is_on_screen(self, span):
        """Whether the number there is a count or a gap in a cell near a dashboard."""
        before, after = self.text[: span[0]], self.text[span[1] :]
        if not (_UNIT.match(after) or _GAP.search(before)):
            return False
        return any(low <= span[0] < high for low, high in self.near)

    def run(self, cell, **names):
        """The names that the code cell with that id defines, with those that it is given."""
        space = dict(names)
        exec(self.cells[cell], space)
        return space

    def _groups(self, pattern):
        return self._found(pattern).groups()

    def _found(self, pattern):
        found = re.search(compiled(pattern), self.text)
        assert found, f"The notebook does not say {pattern!r}."
        return found


def compiled(pattern):
    """The regular expression of a pattern."""
    words = re.sub(r" \.\.\. ", "…", " ".join(pattern.split()))
    parts = {"#": _NUMBER, "…": r"[\s\S]*?", " ": r"\s+"}
    pieces = re.split(r"(#|…| )", words)
    return "".join(parts.get(piece, re.escape(piece)) for piece in pieces)


def _value(text):
    """(the number, the size of its last digit)."""
    plain = re.sub(r"(?<=\d)(?: |\\,)(?=\d)", "", text.replace("−", "-"))
    if plain.lower() in WORDS:
        return WORDS.index(plain.lower()), 1.0
    if "/" in plain:
        over, under = map(int, plain.split("/"))
        return over / under, 1e-9
    plain = re.sub(r"\\cdot ?10\^\{?(-?\d+)\}?", r"e\1", plain)
    plain = re.sub(r"^10\^\{?(-?\d+)\}?", r"1e\1", plain)
    digits, _, power = plain.partition("e")
    last = 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))
    return (float(plain) if "." in plain or power else int(plain)), last


def unread(name, tree, names=()):
    """Numbers of the notebook that no pattern in the parsed test file reads, each with the words
    around it. names: phrases whose numbers are no claims, such as settings that are defaults."""
    text = Prose(name).text
    seen, free = [False] * len(text), _without_names(text, names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "#" in node.value:
            for found in re.finditer(compiled(node.value), text):
                for start, end in (found.span(k + 1) for k in range(len(found.groups()))):
                    seen[start:end] = [True] * (end - start)
    spots = (m for m in _CLAIM.finditer(free) if not all(seen[m.start() : m.end()]))
    return [f"[{m.group()}] {text[max(m.start() - 40, 0) : m.end() + 30]!r}" for m in spots]


def _without_names(text, names):
    # Of an errata table the first two columns are the source's words.
    free = re.sub(r"(?m)^\|[^|\n]*\|[^|\n]*\|", _blank, text)
    free = re.sub(r"(?s)\$\$.*?\$\$", lambda m: " " * len(m.group()), free)
    for phrase in names:
        found = re.search(compiled(phrase), text)
        assert found, f"The notebook does not say {phrase!r}."
        free = free[: found.start()] + _blank(found) + free[found.end() :]
    for pattern in _NAMES:
        free = re.sub(pattern, _blank, free, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"\$[^$]+\$", lambda m: re.sub(_INDICES, _blank, m.group()), free)


def _blank(found):
    """Blanks instead of the words; what parts formulas and columns stays."""
    return re.sub(r"[^$|\n]", " ", found.group())
