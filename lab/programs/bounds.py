"""The bounds of an MPS file, taken line by line and written anew in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lab.drawing.text import listed
from lab.programs.mps_lines import INFINITY, Lines
from lab.spelling import quoted

_KINDS = ("LO", "UP", "FX", "FR", "MI", "PL", "BV", "LI", "UI", "SC", "SI")
_VALUELESS = ("FR", "MI", "PL", "BV")
_WHOLE = ("BV", "LI", "UI", "SI")
_SEMI = ("SC", "SI")


class Bounds:
    """The bounds of the columns (name -> canonical name), as (number, word) or None by default.

    integers: columns between markers. discrete: kind -> names; notes: what was taken.
    """

    def __init__(self, lines: Lines, columns: Mapping[str, str], integers: Iterable[str]):
        self.lines, self.columns = lines, columns
        self.low, self.high = {}, {}
        self.discrete = {"integer variable": list(integers), "semicontinuous variable": []}
        self.notes = []

    def split(self, line: int, record: list[str]) -> tuple[str, list[str]]:
        """(the set, the rest): the set is named where a column follows it."""
        self._require_kind(line, record)
        kind, *rest = record
        alone = len(rest) < 2 or (kind.upper() not in _VALUELESS and len(rest) == 2)
        if alone or (rest[1] not in self.columns and rest[0] in self.columns):
            return "", record
        return rest[0], [kind, *rest[1:]]

    def _require_kind(self, line, record):
        kind = record[0].upper() if record else ""
        if kind not in _KINDS or len(record) < 2:
            raise self.lines.refused(
                line, f"be a bound, {', '.join(_KINDS)}, with its column", " ".join(record)
            )

    def take(self, line: int, record: list[str]) -> None:
        """One bound: kind, column, number."""
        kind, column = record[0].upper(), record[1] if len(record) > 1 else ""
        if column not in self.columns:
            raise self.lines.refused(line, "name a column that COLUMNS has", quoted(column))
        value = None
        if kind not in _VALUELESS:
            if len(record) != 3:
                raise self.lines.refused(line, "be a kind, a column and a number",
                                         " ".join(record))  # fmt: skip
            value = self.lines.number(line, record[2], infinite=True)
            self._require_reachable(line, kind, value)
        low, high = _given(kind, value, record[-1])
        for word, taken, given in (("lower", self.low, low), ("upper", self.high, high)):
            if given is None:
                continue
            if column in taken:
                raise self.lines.refused(
                    line, f"give {quoted(column)} one {word} bound",
                    f"{kind} after line {taken[column][2]}", "readers take either",
                )  # fmt: skip
            taken[column] = (*given, line)
        whole, semi = self.discrete.values()
        if kind in _WHOLE and column not in whole:
            whole.append(column)
        if kind in _SEMI:
            semi.append(column)

    def _require_reachable(self, line, kind, value):
        far = {"LO": value >= INFINITY, "LI": value >= INFINITY, "UP": value <= -INFINITY,
               "UI": value <= -INFINITY, "FX": abs(value) >= INFINITY}  # fmt: skip
        if far.get(kind) or value != value:
            raise self.lines.refused(
                line, "bound a column where a point can be, less than 1e20 in size", f"{value:g}"
            )

    def finish(self) -> None:
        """Settle what is meant where one side is given alone."""
        below, units = [], []
        for column, (value, _, _) in self.high.items():
            if value < 0.0 and column not in self.low:
                self.low[column] = (-float("inf"), "", 0)
                below.append(column)
        whole, semi = self.discrete.values()
        for column in whole:
            if column not in self.low and column not in self.high:
                self.high[column] = (1.0, "1", 0)
                units.append(column)
        for column in semi:  # 0, or from low to high
            if self.low.get(column, (0.0,))[0] > 0.0:
                del self.low[column]
        if below:
            self.notes.append(
                f"No lower bound, as the upper one is negative and there is no other: "
                f"{listed(below, most=5)}; HiGHS, GLPK and SCIP keep 0 there, and find no feasible "
                "point."
            )
        if units:
            self.notes.append(
                "Integers without bounds lie between 0 and 1, as readers have it: "
                f"{listed(units, most=5)}."
            )

    def written(self) -> Iterator:
        """The lines of all bounds that are not 0 and infinite."""
        for column, name in self.columns.items():
            low, high = self.low.get(column), self.high.get(column)
            infinite = low is not None and low[0] <= -INFINITY
            if infinite:
                yield f" MI B {name}"
            elif low is not None:
                yield f" LO B {name} {low[1]}"
            if high is not None and high[0] < INFINITY:
                yield f" UP B {name} {high[1]}"


def _given(kind, value, word):
    """((number, word) of the lower bound, of the upper one); None where it gives none."""
    none, zero, inf = None, (0.0, "0"), float("inf")
    pair = (value, word)
    return {
        "LO": (pair, none), "LI": (pair, none), "UP": (none, pair), "UI": (none, pair),
        "SC": (none, pair), "SI": (none, pair), "FX": (pair, pair),
        "FR": ((-inf, ""), (inf, "")), "MI": ((-inf, ""), none), "PL": (none, (inf, "")),
        "BV": (zero, (1.0, "1")),
    }[kind]  # fmt: skip
