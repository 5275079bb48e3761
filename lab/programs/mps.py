"""What an MPS file says, checked line by line, and written anew in words that readers agree on.

Well-kept readers make different programs of one valid file: of several right-hand sides, of a
negative upper bound without a lower one, of an entry that is there twice. Here each such line is
either taken in one way, which a note says, or refused. What is passed on has one set of each kind,
names without blanks, and every bound in full; a library makes the program of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lab.drawing.text import listed
from lab.programs.bounds import Bounds
from lab.programs.mps_lines import DISCRETE, INFINITY, lines_of
from lab.spelling import quoted, shown
from solvers import InputError

#: What `save` writes above a program that is maximised, or has a constant.
NEGATED = "* Maximised: the costs here are those of minus the objective."
CONSTANT = "* The constant of the objective is the cost of the column that is fixed at 1:"


@dataclass(slots=True)
class Scanned:
    """What a file says.

    text: in canonical words. objective: what it is called. discrete: kind -> names of parts that
    are of no linear or quadratic program. notes: what was taken. sense: "min" or "max"; negated:
    whether the costs are those of minus the objective. fixed: the column that represents the
    constant.
    """

    text: str = ""
    objective: str = ""
    columns: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    sense: str = "min"
    discrete: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    negated: bool = False
    fixed: str = ""


def scanned(
    text: str,
    name: str,
    *,
    objective: str | None = None,
    rhs: str | None = None,
    ranges: str | None = None,
    bounds: str | None = None,
) -> Scanned:
    """The `Scanned` of the text of an MPS file.

    objective, rhs, ranges, bounds: which N row, and which set of each section, by default the
    first. InputError names the line of what is refused.
    """
    scan = _Scan(text, name)
    scan.senses()
    scan.read_rows(objective)
    scan.read_columns()
    scan.read_sides("RHS", rhs)
    scan.read_sides("RANGES", ranges)
    scan.read_bounds(bounds)
    scan.read_quadratic()
    scan.read_discrete()
    return scan.done()


class _Scan:
    """The scan of one file, section by section."""

    def __init__(self, text, name):
        self.lines, self.text, self.found = lines_of(text, name), text, Scanned()
        self.out = ["NAME"]
        self.kinds, self.places, self.columns, self.integers = {}, {}, {}, []
        if self.lines.layout == "fixed":
            self.note("Read in fixed columns, as names hold blanks.")

    def note(self, sentence):
        self.found.notes.append(sentence)

    def senses(self):
        """Minimise or maximise."""
        section = self.lines.sections.get("OBJSENSE")
        if section is not None:
            words = [*section.rest, *(w for _, record in section.records for w in record)]
            word = words[0].upper() if len(words) == 1 else " ".join(words)
            known = {"MAX": "max", "MAXIMIZE": "max", "MAXIMISE": "max", "MIN": "min",
                     "MINIMIZE": "min", "MINIMISE": "min"}  # fmt: skip
            if word not in known:
                raise self.lines.refused(section.line, "say MAX or MIN", quoted(word))
            self.found.sense = known[word]
        comments = [line.strip() for line in self.text.split("\n") if line.startswith("*")]
        self.found.negated = NEGATED in comments and self.found.sense == "min"
        for line in comments:
            if line.startswith(CONSTANT):
                self.found.fixed = line.removeprefix(CONSTANT).strip()

    def read_rows(self, chosen):
        """Names and kinds; the objective is the first N row, or the one that is chosen."""
        for line, record in self.lines.records("ROWS"):
            kind = record[0].upper() if record else ""
            if len(record) != 2 or kind not in ("N", "L", "G", "E"):
                raise self.lines.refused(line, "be N, L, G or E and a name", " ".join(record))
            if record[1] in self.kinds:
                raise self.lines.refused(
                    line, "name each row once", f"{quoted(record[1])} again", "rename one"
                )
            self.kinds[record[1]] = kind
        free = [row for row, kind in self.kinds.items() if kind == "N"]
        section = self.lines.sections.get("OBJNAME")
        named = [w for _, record in section.records for w in record] if section else []
        self.objective = chosen or (named or free or [None])[0]
        if self.objective is not None and self.objective not in free:
            raise InputError(
                f"objective must be an N row of {shown(self.lines.name)}, {listed(free, 'or', 5)}, "
                f"got {quoted(self.objective)}."
            )
        self.found.objective = self.objective or ""
        others = [row for row in free if row != self.objective]
        if others:
            self.note(f"The objective is {self.objective}; other N rows are no constraints and "
                      f"are left out: {listed(others, most=5)}.")  # fmt: skip
        if self.objective is None:
            self.note("There is no N row: the objective is 0.")
        self.found.rows = [row for row, kind in self.kinds.items() if kind != "N"]
        self.places = {row: f"R{i + 1}" for i, row in enumerate(self.found.rows)}
        if self.objective is not None:
            self.places[self.objective] = "OBJ"
        self.out += ["ROWS", " N OBJ"]
        self.out += [f" {self.kinds[row]} {self.places[row]}" for row in self.found.rows]

    def require_row(self, line, row):
        """Raise where ROWS names no such row."""
        if row not in self.kinds:
            raise self.lines.refused(line, "name a row that ROWS has", quoted(row))

    def read_columns(self):
        """Entries, each once, each column in one place; which columns are integers."""
        current, integer, given = None, False, set[str]()
        entries: dict[str, list[str]] = {}
        for line, record in self.lines.records("COLUMNS"):
            if len(record) > 1 and record[1] == "'MARKER'":
                integer, current = self._marked(line, record), None
                continue
            if len(record) not in (3, 5):
                raise self.lines.refused(line, "be a column, then one or two rows with a number "
                                         "each", " ".join(record))  # fmt: skip
            column = record[0]
            if column != current:
                if column in self.columns:
                    raise self.lines.refused(
                        line, "keep a column in one place", f"{quoted(column)} again",
                        "move its lines together",
                    )  # fmt: skip
                self.columns[column] = f"C{len(self.columns) + 1}"
                if integer:
                    self.integers.append(column)
                current, given = column, set()
            entries.setdefault(column, []).extend(self._entries(line, record, given))
        self.out.append("COLUMNS")
        for column, own in entries.items():  # one without entries is a column, too
            self.out += [f" {self.columns[column]} {entry}" for entry in own or ["OBJ 0"]]
        self.found.columns = list(self.columns)

    def _marked(self, line, record):
        kind = record[-1].strip("'").upper()
        if kind not in ("INTORG", "INTEND", "SOSORG", "SOSEND"):
            raise self.lines.refused(line, "mark INTORG or INTEND", quoted(record[-1]))
        if kind == "SOSORG":
            self.found.discrete.setdefault("SOS set", []).append(record[0])
        return kind == "INTORG"

    def _entries(self, line, record, given):
        """The entries of a line, as they are written."""
        for row, word in zip(record[1::2], record[2::2], strict=True):
            self.require_row(line, row)
            if row in given:
                raise self.lines.refused(
                    line, "give each entry once", f"{quoted(record[0])} in {quoted(row)} again",
                    "readers take the first, the last or the sum",
                )  # fmt: skip
            given.add(row)
            self.lines.entry(line, word)
            if row in self.places:
                yield f"{self.places[row]} {word}"

    def one_set(self, word, chosen, split):
        """The (line, fields) of one set of a section, the first or the chosen one; the others are
        named. split(line, record): the set's name and the rest."""
        sets: dict = {}
        for line, record in self.lines.records(word):
            name, rest = split(line, record)
            sets.setdefault(name, []).append((line, rest))
        if chosen is not None and chosen not in sets:
            raise InputError(
                f"{word.lower()} must name a set of {shown(self.lines.name)}, "
                f"{listed(map(quoted, sets), 'or', 5) or 'which has none'}, got {quoted(chosen)}."
            )
        taken = chosen if chosen is not None else next(iter(sets), "")
        others = [name or "that without a name" for name in sets if name != taken]
        if others:
            self.note(f"Of several sets of {word} {taken or 'that without a name'} is taken; left "
                      f"out: {listed(others, most=5)}.")  # fmt: skip
        return sets.get(taken, [])

    def read_sides(self, word, chosen):
        """Right-hand sides or ranges of one set."""
        if word == "RANGES":
            self._require_order()
        self.out.append(word)
        nothing, given = [], set()
        for line, record in self.one_set(word, chosen, _split_sides):
            if not record or len(record) % 2:
                raise self.lines.refused(line, "be rows with a number each", " ".join(record))
            for row, value in zip(record[::2], record[1::2], strict=True):
                self.require_row(line, row)
                if row in given:
                    raise self.lines.refused(line, f"give {quoted(row)} once", "it again")
                given.add(row)
                number = self.lines.number(line, value, infinite=True)
                if row not in self.places or (word == "RANGES" and row == self.objective):
                    nothing.append(row)
                    continue
                self._require_side(word, line, row, number)
                self.out.append(f" S {self.places[row]} {_word(number, value)}")
        if nothing:
            what = {"RHS": "A right-hand side", "RANGES": "A range"}[word]
            self.note(
                f"{what} of an N row that is no constraint is nothing: {listed(nothing, most=5)}."
            )

    def _require_order(self):
        lines = [self.lines.sections[w].line for w in ("RHS", "RANGES") if self.lines.records(w)]
        if lines != sorted(lines):
            raise self.lines.refused(
                lines[1], "come after RHS", "RANGES before it",
                "move the section: readers make other rows of it, or drop it",
            )  # fmt: skip

    def _require_side(self, word, line, row, number):
        """Raise where a side lies so far out that no point meets it, or a constant is infinite."""
        kind = self.kinds[row]
        far = {"L": number <= -INFINITY, "G": number >= INFINITY}.get(kind, abs(number) >= INFINITY)
        if word == "RHS" and far:
            raise self.lines.refused(
                line, f"give {quoted(row)} a side that a point can meet, less than 1e20 in size",
                f"{number:g}", "leave the row out where it bounds nothing",
            )  # fmt: skip

    def read_bounds(self, chosen):
        """Bounds of one set, in full."""
        found = Bounds(self.lines, self.columns, self.integers)
        for line, record in self.one_set("BOUNDS", chosen, found.split):
            found.take(line, record)
        found.finish()
        self.found.notes += found.notes
        for kind, names in found.discrete.items():
            if names:
                self.found.discrete.setdefault(kind, []).extend(names)
        self.out += ["BOUNDS", *found.written()]

    def read_quadratic(self):
        """The entries of Q, each once, in one triangle."""
        words = [w for w in ("QUADOBJ", "QMATRIX", "QSECTION") if self.lines.records(w)]
        if len(words) > 1:
            raise self.lines.refused(
                self.lines.sections[words[1]].line, "be the only section of quadratic terms",
                f"{words[1]} beside {words[0]}",
            )  # fmt: skip
        if not words:
            return
        section = self.lines.sections[words[0]]
        if words[0] == "QSECTION" and section.rest and section.rest[0] != self.objective:
            raise self.lines.refused(section.line, "be of the objective",
                                     f"the row {quoted(section.rest[0])}")  # fmt: skip
        found = {}
        for line, record in section.records:
            if len(record) != 3:
                raise self.lines.refused(line, "be two columns and a number", " ".join(record))
            for column in record[:2]:
                if column not in self.columns:
                    raise self.lines.refused(line, "name columns of COLUMNS", quoted(column))
            self.lines.entry(line, record[2])
            pair = (record[0], record[1])
            if pair in found:
                raise self.lines.refused(line, "give each entry of Q once",
                                         f"{' '.join(pair)} again")  # fmt: skip
            found[pair] = (line, record[2])
        self.out.append("QUADOBJ")
        both = words[0] == "QMATRIX"
        for (a, b), (line, word) in found.items():
            other = found.get((b, a)) if a != b else None
            self._require_triangle(words[0], line, a, b, word, other)
            if not (both and other and line > other[0]):
                self.out.append(f" {self.columns[a]} {self.columns[b]} {word}")

    def _require_triangle(self, section, line, a, b, word, other):
        if section != "QMATRIX" and other is not None:
            raise self.lines.refused(
                max(line, other[0]), f"give each entry of {section} in one triangle",
                f"{a} {b} in both", "write it once, or call the section QMATRIX",
            )  # fmt: skip
        if section == "QMATRIX" and a != b and (other is None or float(other[1]) != float(word)):
            got = "none" if other is None else other[1]
            raise self.lines.refused(
                line, f"give {a} {b} of QMATRIX in both triangles alike", f"{word} and {got}",
                "call the section QUADOBJ where one triangle is meant",
            )  # fmt: skip

    def read_discrete(self):
        """What SOS sections and INDICATORS name; a row with an indicator is left out."""
        for word, kind in DISCRETE.items():
            records = self.lines.records(word)
            if not records:
                continue
            if word == "INDICATORS":
                names = [record[1] for _, record in records if len(record) > 1]
                self._drop(names)
            else:
                names = [r[min(2, len(r) - 1)] for _, r in records if r[0].upper() in ("S1", "S2")]
            self.found.discrete.setdefault(kind, []).extend(names or ["without a name"])

    def _drop(self, rows):
        """Leave these rows out of what is passed on."""
        gone = {self.places[row] for row in rows if row in self.places}
        self.out = [line for line in self.out if not gone & {*line.split()[1:2]}]
        self.found.rows = [row for row in self.found.rows if self.places[row] not in gone]

    def done(self):
        self.found.text = "\n".join([*self.out, "ENDATA", ""])
        return self.found


def _word(number, word):
    """A number as readers take it: what is infinite in one way."""
    return word if abs(number) < INFINITY else ("1e30" if number > 0 else "-1e30")


def _split_sides(line, record):
    """(the set, the rest): rows and numbers come in pairs."""
    return (record[0], record[1:]) if len(record) % 2 else ("", record)
