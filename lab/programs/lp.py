"""What is caught of an LP file before HiGHS reads it, as readers differ on it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lab.programs.mps_lines import refused
from lab.spelling import quoted

#: Words that begin a section, at the start of a line, and what the section is.
_SECTIONS = {
    "objective": r"min(imi[sz]e|imum)?|max(imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|s\.?\s?t\.?",
    "bounds": r"bounds?",
    "binary": r"binary|binaries|bin",
    "integer": r"general|generals|gen|integer|integers",
    "semi": r"semi-continuous|semis?",
    "SOS set": r"sos[12]?",
    "end": r"end",
}
_BEGINS = re.compile(
    r"\s*(?:" + "|".join(f"(?P<s{k}>{words})" for k, words in enumerate(_SECTIONS.values()))
    + r")(?=\s|$|:(?!:))", re.IGNORECASE,
)  # fmt: skip
_QUADRATIC = re.compile(r"\](?P<half>\s*/\s*2(?![\d.]))?")
_INDICATOR = re.compile(r"^\s*(?:(?P<row>[^\s:]+)\s*:(?!:))?[^:]*->")
_LABEL = re.compile(r"^\s*([^\s:\[\]]+)\s*:(?!:)")
_SOS = re.compile(r"^\s*([^\s:]+)\s*:\s*S[12]\s*::", re.IGNORECASE)
_NAME = r"[^\s\d<>=+\-*/^:\[\]][^\s<>=+\-*/^:\[\]]*"
_BOUND = re.compile(
    rf"^\s*(?:(?P<left>[^<>=]+?)\s*(?P<one>[<>]?=?[<>]?)\s*)?(?P<name>{_NAME})"
    rf"(?:\s*(?P<two>[<>]?=?[<>]?)\s*(?P<right>[^<>=]+?))?\s*$"
)
_FREE = re.compile(rf"^\s*(?P<name>{_NAME})\s+free\s*$", re.IGNORECASE)
_DIGITS = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(rf"(?<![\w.\])]){_DIGITS}")
#: A row that begins with a number and a comparison.
_LEFT = re.compile(rf"^\s*(?:[^\s:\[\]]+\s*:(?!:))?\s*([+-]?\s*{_DIGITS}\s*[<>=]+)")


@dataclass(slots=True)
class Checked:
    """text: of the file, without parts of no linear or quadratic program. discrete: kind -> their
    names. binary: the variables that lie between 0 and 1."""

    text: str
    discrete: dict[str, list[str]] = field(default_factory=dict)
    binary: list[str] = field(default_factory=list)


def checked(text: str, name: str) -> Checked:
    """The `Checked` text of an LP file; InputError names the line of what is refused."""
    lines = [line.partition("\\")[0] for line in text.split("\n")]
    found, section = Checked(""), ""
    labels: dict = {}
    sides: dict = {}
    for number, line in enumerate(lines, 1):
        begun = _BEGINS.match(line)
        if begun:
            kind = next(k for k in range(len(_SECTIONS)) if begun[f"s{k}"])
            section, line = list(_SECTIONS)[kind], line[begun.end() :]
        if section == "SOS set":
            if named := _SOS.match(line):
                found.discrete.setdefault(section, []).append(named[1])
            lines[number - 1] = ""
        elif section in ("objective", "rows"):
            _require_sums(name, number, line, section, labels)
            if section == "rows" and "->" in line:
                row = _INDICATOR.match(line)
                found.discrete.setdefault("indicator row", []).append(
                    row["row"] or f"line {number}" if row else f"line {number}"
                )
                lines[number - 1] = ""
        elif section == "bounds":
            _require_one_bound(name, number, line, sides)
        elif section == "binary":
            found.binary += line.split()
    _require_halves(name, lines)
    found.text = "\n".join(lines)
    return found


def _require_sums(name, number, line, section, labels):
    """Raise for a label that is there twice, and for numbers that are lost."""
    label = _LABEL.match(line)
    if label and section == "rows":
        if label[1] in labels:
            raise refused(name, number, "name each row once",
                          f"{quoted(label[1])} again, as in line {labels[label[1]]}")  # fmt: skip
        labels[label[1]] = number
    if section == "rows" and (left := _LEFT.match(line)):
        rule = "have the number of a row on its right"
        raise refused(name, number, rule, quoted(left[1]), "write a row for each side")
    for word in _NUMBER.findall(line):
        value = float(word)
        if value and not 1e-12 < value < 1e100:
            raise refused(
                name, number, "hold numbers of more than 1e-12 and less than 1e100 in size",
                quoted(word), "rescale its row or column",
            )  # fmt: skip


def _require_one_bound(name, number, line, sides):
    """Raise where a line gives a side of a variable that an earlier one gave."""
    free, bound = _FREE.match(line), _BOUND.match(line)
    if not (either := free or bound):
        return  # HiGHS says what is wrong
    variable = either["name"]
    given = {"lower", "upper"} if free else set()
    for place, sign in (("left", "one"), ("right", "two")):
        if bound and bound[place] and bound[sign]:
            given |= _sides(bound[sign], place == "left")
    for side in sorted(given):
        if (variable, side) in sides:
            raise refused(
                name, number, f"give {quoted(variable)} one {side} bound",
                f"another one than line {sides[variable, side]}", "readers take either",
            )  # fmt: skip
        sides[variable, side] = number


def _sides(sign, is_left):
    """Which bounds a number gives on one side of a variable."""
    if "<" in sign:
        return {"lower"} if is_left else {"upper"}
    if ">" in sign:
        return {"upper"} if is_left else {"lower"}
    return {"lower", "upper"}


def _require_halves(name, lines):
    """Raise where quadratic terms are not halved, which readers do or do not."""
    text = "\n".join(lines)
    for found in _QUADRATIC.finditer(text):
        if not found["half"]:
            number = text.count("\n", 0, found.start()) + 1
            raise refused(
                name, number, "end quadratic terms of the objective with ] / 2", "] alone",
                "write twice the terms and halve them; rows of a quadratic program are linear",
            )  # fmt: skip
