"""What a student handed in, marked by the graded cells of the notebook as it was written.

The student's cells are read, never run here. Each function of theirs runs in a fresh process of its
own, which knows nothing of how it is judged and gets the arguments only; what comes back is plain
data. The graded cells are those of the trusted notebook, and run here, against the installed
package.
"""

from __future__ import annotations

import contextlib
import io
import json
import pickle
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lab.books.versions import student_version
from lab.checking import check, hunt
from lab.checking.answers import failure
from lab.checking.check import Report
from lab.checking.remote import Remote
from lab.checking.typed import NotPlain, decoded
from lab.classroom import graded
from lab.classroom.tampering import calls, definitions, found
from solvers import InputError

#: Seconds of one call of a function, and how many a graded cell may make.
PATIENCE, CALLS = 3.0, 20_000
#: What a graded cell may expect to be raised.
_ERRORS = {
    kind.__name__: kind
    for kind in (
        ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, LookupError,
        NameError, NotImplementedError, OverflowError, RuntimeError, TypeError, ValueError,
        ZeroDivisionError, np.linalg.LinAlgError,
    )
}  # fmt: skip


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
    """One thing that one student handed in.

    book: the notebook, "" for another file. marks: none for what is not marked. altered: what in
    other cells changes how it is judged, in sentences. changed: which cells that are not to be
    edited were changed, what could not be read, and why there are no marks. file: which of the
    student's it is.
    """

    student: str
    book: str
    marks: list[Mark] = field(default_factory=list)
    altered: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    file: str = ""

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
    except json.JSONDecodeError as error:
        why = f"line {error.lineno} is no JSON; perhaps it is not whole" if text else "it is empty"
    except (KeyError, TypeError, AttributeError):
        why = "it has no cells as notebooks of version 4 have them"
    except (ValueError, RecursionError) as error:
        why = type(error).__name__
    raise InputError(f"The notebook cannot be read: {why}.")


def marked(student: str, book: str, text: str, trusted: str) -> Submission:
    """What the graded cells of the notebook `trusted` (JSON) give to what was handed in."""
    result, right = Submission(student, book), cells_of(trusted)
    asked = [cell for cell in right if cell["about"].get("grade") or cell["about"].get("task")]
    try:
        cells = cells_of(text)
    except InputError as error:
        result.changed.append(str(error))
        result.marks += (_unread(cell["about"], _needs_person(cell), str(error)) for cell in asked)
        return result
    given = cells_of(student_version(trusted))
    result.changed += _changed(cells, given)
    shown = {_plain(c["source"]) for c in given if c["code"]}
    code = [c["source"] for c in cells if c["code"]]
    result.altered += found([s for s in code if _plain(s) not in shown], code)
    with contextlib.ExitStack() as stack:
        marker = _Marker(student, cells, json.loads(trusted)["cells"], stack)
        result.marks += map(marker.mark, asked)
    return result


def _unread(about, person, why):
    """The `Mark` of a graded cell in a notebook that cannot be read."""
    return Mark(about["grade_id"], None if person else 0.0, float(about["points"]), why)


def _needs_person(cell):
    """Whether a person marks a graded cell."""
    return not cell["code"] or bool(cell["about"].get("solution"))


def _changed(cells, shown):
    """Sentences on the graded cells that are not as they were given."""
    given = [c for c in shown if c["about"].get("locked")]
    there: dict[str, list[str]] = {}
    for cell in cells:
        there.setdefault(cell["about"].get("grade_id", ""), []).append(_plain(cell["source"]))
    unnamed = False
    for cell in given:
        name = cell["about"]["grade_id"]
        sources = there.get(name, [])
        if not sources and _plain(cell["source"]) in there.get("", []):
            unnamed = True
        elif not sources:
            yield f"Cell {name} is missing."
        elif len(sources) > 1:
            yield f"Cell {name} is there {len(sources)} times."
        elif sources[0] != _plain(cell["source"]):
            yield f"Cell {name} was changed."
    if unnamed:  # some editors drop what they do not know
        yield "The marks of nbgrader are gone from cells, which are known by their text."


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
        if _needs_person(cell):
            own = (c["source"] for c in self.cells if c["about"].get("grade_id") == name)
            gone = "No cell has this name; look for the answer in the notebook."
            return Mark(name, None, of, next(own, gone).strip()[:2000])
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
        with contextlib.redirect_stdout(io.StringIO()):
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


class NotAnswered(Exception):
    """Why a function has no answer, in one sentence."""

    def __str__(self):
        return str(self.args[0])


def submitted(stack: ExitStack, name: str, code: str) -> object:
    """What `code` gives the name `name`, in a separate process that ends with `stack`: a
    `RemoteFunction`, or the value where it is not a function."""
    process = Remote()
    stack.callback(process.end)
    answer, failed = process.load(code=code, name=name)
    if failed:
        return RemoteFunction(process, failed)
    if not answer.keys() & {"value", "not plain"}:
        return RemoteFunction(process)
    try:
        return _value(answer, f"{name} is")
    except NotAnswered as error:
        return RemoteFunction(process, str(error))


class RemoteFunction:
    """A submitted function as graded cells call it: each call goes to the process that has it.

    What comes back is plain data with the types that it has (`lab.checking.typed`), never a pickle:
    that process runs a student's code and is not trusted. What a function does to its arguments
    happens to those of the cell, and an error is of the kind that it has there. failure: why it
    cannot be called, or "".
    """

    def __init__(self, process: Remote, failure: str = ""):
        self.process, self.failure, self.left = process, failure, CALLS

    def __call__(self, *args: Any, **named: Any) -> Any:
        """What it returns; `NotAnswered`, of the kind that it raises, where it returns nothing."""
        self.left -= 1
        if self.failure or self.left < 0:
            raise NotAnswered(self.failure or "It was called too often.")
        answer = self.process.ask({"call": pickle.dumps((args, named), protocol=5)}, PATIENCE)
        _write_back(answer.get("changed"), args, named)
        failed = failure(answer, PATIENCE)
        if failed:
            raise _error(answer.get("kind"))(failed)
        return _value(answer, "Your step returned")


def _value(answer, lead):
    try:
        if "not plain" in answer:
            raise NotPlain(answer["not plain"])
        return decoded(answer.get("value"))
    except NotPlain as why:
        raise NotAnswered(
            f"{lead} {why}; what is marked must be numbers, texts, arrays of these, or lists, "
            "tuples, sets and dicts of them."
        ) from None


def _error(name):
    kind = _ERRORS.get(name) if isinstance(name, str) else None
    return type(kind.__name__, (NotAnswered, kind), {}) if kind else NotAnswered


def _write_back(changed, args, named):
    """Let the arguments of the cell become what the function made of them."""
    places = {**dict(enumerate(args)), **named}
    for key, text in changed or ():
        try:
            _become(places[key], decoded(text))
        except (NotPlain, KeyError, TypeError, ValueError):  # no argument of this call
            continue


def _become(old, new):
    """Change `old` in place to what `new` is, where it is of the same type."""
    if type(old) is not type(new):
        return
    if isinstance(old, np.ndarray):
        if old.shape == new.shape and old.flags.writeable:
            old[...] = new
    elif isinstance(old, (list, tuple)) and len(old) == len(new):
        for k, (was, now) in enumerate(zip(old, new, strict=True)):
            if isinstance(was, (list, tuple, dict, set, np.ndarray)):
                _become(was, now)
            elif isinstance(old, list):
                old[k] = now
    elif isinstance(old, list):
        old[:] = new
    elif isinstance(old, (dict, set)):
        old.clear()
        old.update(new)
