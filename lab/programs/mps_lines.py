"""The lines of an MPS file as sections and fields, in free form or in fixed columns."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lab.spelling import quoted, shown
from solvers import InputError

#: Sections that a linear or quadratic program may have.
KNOWN = ("NAME", "OBJSENSE", "OBJNAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "QUADOBJ",
         "QMATRIX", "QSECTION", "ENDATA")  # fmt: skip
#: Sections of further parts: what is left out where the program is relaxed.
DISCRETE = {"SOS": "SOS set", "SOS1": "SOS set", "SOS2": "SOS set", "SETS": "SOS set",
            "INDICATORS": "indicator row"}  # fmt: skip
#: Sections of parts that have no such relaxation.
FOREIGN = {
    "QCMATRIX": "quadratic rows", "CSECTION": "cones", "GENCONS": "general constraints",
    "PWLOBJ": "a piecewise linear objective", "LAZYCONS": "lazy constraints",
    "USERCUTS": "user cuts", "BRANCH": "branching priorities",
}  # fmt: skip
_FIXED = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
#: From here on a number is no side and no bound.
INFINITY = 1e20
#: Entries that are smaller are lost by readers.
_LEAST = 1e-12


@dataclass(slots=True)
class Section:
    """A section: its word, the line of it, what follows the word, and its (line, fields)."""

    word: str
    line: int
    rest: list[str]
    records: list[tuple[int, list[str]]] = field(default_factory=list)


@dataclass(slots=True)
class Lines:
    """The sections of one file, by their words; `layout` is "free" or "fixed"."""

    name: str
    sections: dict[str, Section]
    layout: str

    def records(self, word: str) -> list[tuple[int, list]]:
        """The (line, fields) of a section, none where it is not there."""
        return self.sections[word].records if word in self.sections else []

    def refused(self, line: int, rule: str, got: str, way: str = "") -> InputError:
        """The `InputError` that a line breaks a rule."""
        return refused(self.name, line, rule, got, way)

    def number(self, line: int, word: str, infinite: bool = False) -> float:
        """`word` as a float; refused where readers make different numbers of it."""
        if _NUMBER.fullmatch(word):
            return float(word)
        if infinite and _INFINITE.fullmatch(word):
            return float(word)
        raise self.refused(
            line, "hold numbers such as -1.5 or 2e3", quoted(word),
            "readers differ on exponents with D, fractions, commas, underscores and hexadecimals",
        )  # fmt: skip

    def entry(self, line: int, word: str) -> float:
        """`word` as an entry of a matrix, which readers do not lose."""
        value = self.number(line, word)
        if value and not _LEAST < abs(value) < 1e100:
            rule = f"hold entries of more than {_LEAST:g} and less than 1e100 in size, or 0"
            raise self.refused(line, rule, quoted(word), "rescale its row or column")
        return value


def refused(name: str, line: int, rule: str, got: str, way: str = "") -> InputError:
    """The `InputError` that a line of the file `name` breaks a rule."""
    end = f"; {way}" if way else ""
    return InputError(f"{shown(name)}, line {line} must {rule}, got {got}{end}.")


def lines_of(text: str, name: str) -> Lines:
    """The `Lines` of a file; raises where sections are missing, twice or not known."""
    sections: list = []
    found: dict = {}
    ended = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("*") or not line.strip():
            continue
        if line[0].isspace():
            if not sections:
                raise refused(name, number, "begin a section", quoted(line.strip()))
            sections[-1].records.append((number, line))
            continue
        word, *rest = line.split()
        section = Section(word.upper(), number, rest)
        _require_known(section, name, found)
        sections.append(section)
        if section.word == "ENDATA":
            ended = True
            break
        found[section.word] = section
    if not ended:
        raise InputError(f"{shown(name)} must end with ENDATA, got a file without it; is it whole?")
    for word in ("ROWS", "COLUMNS"):
        if word not in found:
            raise InputError(f"{shown(name)} must have a section {word}, got none; is it MPS?")
    layout = _layout(found)
    cut = _fields if layout == "fixed" else _words
    for section in sections:
        way = _words if section.word in ("OBJSENSE", "OBJNAME", *DISCRETE) else cut
        section.records = [(n, way(line, section.word)) for n, line in section.records]
    return Lines(name, found, layout)


def _require_known(section, name, found):
    word = section.word
    if word in FOREIGN:
        raise refused(name, section.line, "be part of a linear or quadratic program",
                      f"{word}, {FOREIGN[word]}")  # fmt: skip
    if word not in KNOWN and word not in DISCRETE:
        raise refused(
            name, section.line, f"name a section, {', '.join(KNOWN)}", quoted(word),
            "lines of data begin with a blank",
        )  # fmt: skip
    if word in found:
        raise refused(name, section.line, "name a section for the first time", word,
                      f"join it with that of line {found[word].line}")  # fmt: skip


def _layout(found):
    """ "fixed" where names hold blanks, so that words alone do not separate fields."""
    if "FREE" in found.get("NAME", Section("", 0, [])).rest[1:]:
        return "free"
    if any(len(line.split()) != 2 for _, line in found["ROWS"].records):
        return "fixed"
    for _, line in found["COLUMNS"].records:
        words = line.split()
        if "'MARKER'" not in line and len(words) not in (3, 5):
            return "fixed"
    return "free"


def _words(line, word):
    return line.split()


def _fields(line, word):
    """The fields of fixed columns, the first one where the section has it."""
    if "'MARKER'" in line:
        return line.split()
    cells = [line[a:b].strip() for a, b in _FIXED]
    while cells and not cells[-1]:
        cells.pop()
    return cells if word in ("ROWS", "BOUNDS") else cells[1:]
