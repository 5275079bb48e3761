"""What a student handed in, marked by the graded cells of the notebook as it was written.

The student's cells are read, never run here. Each function of theirs runs in a fresh process of its
own, which knows nothing of how it is judged and gets the arguments only; what comes back is
plain data. The graded cells are those of the trusted notebook, and
run here, against the installed package.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from dataclasses import dataclass, field

import numpy as np

from lab.books.versions import student_version
from lab.checking import check, hunt
from lab.checking.check import Report
from lab.classroom import graded
from lab.classroom.remote_function import PATIENCE, NotAnswered, RemoteFunction, submitted
from lab.classroom.tampering import calls, definitions, found
from solvers import InputError


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One graded cell. points: None where a person marks. said: what the cell said; report: of a
    step; uses: what the answer uses of `solvers` and `lab`."""

    cell: str
    points: float | None
    of: float
    said: str
    report: Report | None = None
    uses: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Submission:
    """One thing that one student handed in: the marks of a notebook, none for what is not marked;
    what bends how it is judged; which cells that are not to be edited were changed, what could not
    be read, and why there are no marks. book: the notebook, or the name of another file."""

    student: str
    book: str
    marks: list[Mark] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    @property
    def points(self) -> float:
        """The points that need no person."""
        return sum(m.points for m in self.marks if m.points is not None)


class _Lab:
    """The `lab` of a graded cell: the installed one, of which steps are judged where they are."""

    def __init__(self, student):
        self.student, self.report = student, None

    def __getattr__(self, name):
        return getattr(sys.modules["lab"], name)  # the front, which imports this package

    def check_step(self, name, step, **how):
        """The report on a submitted step."""
        if not isinstance(step, RemoteFunction):
            raise InputError(f"step must be a function, got {type(step).__name__}.")
        if step.failure:
            raise NotAnswered(step.failure)
        self.report = check.judged(name, step.process, PATIENCE, self.student)
        return self.report

    def check_hunt(self, name, **settings):
        """The verdict on submitted settings; whose data they are for is not theirs to say."""
        settings |= {"student": self.student} if "student" in settings else {}
        return hunt.check_hunt(name, **settings)


def cells_of(text: str) -> list[dict]:
    """The cells of a notebook; InputError where the file is not a notebook."""
    try:
        cells = json.loads(text)["cells"]
        return [
            {
                "code": c["cell_type"] == "code",
                "source": "".join(c["source"]),
                "about": graded.about_of(c),
            }
            for c in cells
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"The notebook cannot be read: {type(error).__name__}.") from None


def marked(student: str, book: str, text: str, trusted: str) -> Submission:
    """What the graded cells of the notebook `trusted` (JSON) give to what was handed in."""
    result = Submission(student, book)
    right = cells_of(trusted)
    try:
        cells = cells_of(text)
    except InputError as error:
        result.changed.append(str(error))
        cells = []
    result.changed += _changed(cells, cells_of(student_version(trusted)))
    shown = {c["source"].strip() for c in cells_of(student_version(trusted)) if c["code"]}
    code = [c["source"] for c in cells if c["code"]]
    result.altered += found([s for s in code if s.strip() not in shown], code)
    with contextlib.ExitStack() as stack:
        marker = _Marker(student, cells, json.loads(trusted)["cells"], stack)
        for cell in right:
            if cell["about"].get("grade") or cell["about"].get("task"):
                result.marks.append(marker.mark(cell))
    return result


def _changed(cells, shown):
    """Sentences on the graded cells that are not as they were given."""
    given = [c for c in shown if c["about"].get("locked")]
    there: dict[str, list[str]] = {}
    for cell in cells:
        there.setdefault(cell["about"].get("grade_id", ""), []).append(_plain(cell["source"]))
    for cell in given:
        name = cell["about"]["grade_id"]
        sources = there.get(name, [])
        if not sources:
            yield f"Cell {name} is missing."
        elif len(sources) > 1:
            yield f"Cell {name} is there {len(sources)} times."
        elif sources[0] != _plain(cell["source"]):
            yield f"Cell {name} was changed."


def _plain(source):
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


class _Marker:
    """Marks one graded cell of the trusted notebook after another.

    cells: those that were handed in; written: those of the trusted notebook, as nbformat has them;
    stack: what ends the processes.
    """

    def __init__(self, student, cells, written, stack):
        self.student, self.cells, self.written, self.stack = student, cells, written, stack
        self.asked = graded.asked_names(written)
        self.space, self.answers = {}, {}

    def mark(self, cell):
        """The `Mark` of a graded cell."""
        about, source = cell["about"], cell["source"]
        name, of = about["grade_id"], float(about["points"])
        if not cell["code"] or about.get("solution"):
            own = (c["source"] for c in self.cells if c["about"].get("grade_id") == name)
            return Mark(name, None, of, next(own, "").strip()[:2000])
        given, before = graded.given_names(self.written, source), _before(self.cells, name)
        needed = sorted(self.asked & graded.names_of(f"{given}\n{source}"))
        for one in needed:
            if one not in self.answers:
                self.answers[one] = submitted(self.stack, one, definitions(before, [one]))
        points, said, report = self._run(source, given, of)
        uses = sorted({use for f in needed for use in _uses(f, before)})
        return Mark(name, points, of, said, report, tuple(uses))

    def _run(self, source, given, of):
        lab_, printed = _Lab(self.student), io.StringIO()
        exec(given, self.space)
        self.space |= {**self.answers, "lab": lab_}
        with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
            points, error = graded.run(source, self.space, of)
        return points, f"{printed.getvalue().strip()}\n{error}".strip(), lab_.report


def _before(cells, name):
    """The code cells before the graded cell, all of them where it is missing."""
    code = [c for c in cells if c["code"]]
    at = next((k for k, c in enumerate(code) if c["about"].get("grade_id") == name), len(code))
    locked = [c for c in code[:at] if not (c["about"].get("grade") or c["about"].get("locked"))]
    return [c["source"] for c in locked]


def _uses(function, sources):
    own = [s for s in sources if f"def {function}(" in s]
    return calls(own[-1], sources) if own else []
