"""What a student handed in, marked by the graded cells of the notebook as it was written.

The student's cells are read, never run here. Each function of theirs runs in a fresh process of its
own, which knows nothing of how it is judged and is told the arguments only; what comes back is
plain numbers and texts. The graded cells are those of the trusted notebook, and
run here, against the installed package.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import pickle
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lab.checking import check, hunt
from lab.checking.answers import refusal
from lab.checking.remote import LOADING, Remote
from lab.checking.report import Report
from lab.classroom.copies import name_of
from lab.classroom.tampering import calls, definitions, found
from lab.classroom.versions import student_version
from solvers import InputError

#: Seconds of one call of a function, and how many a graded cell may make.
PATIENCE, CALLS = 3.0, 20_000


class NotAnswered(Exception):
    """Why a function has no answer, in one sentence."""


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
    """One notebook of one student: its marks, what bends how it is judged, which cells that are not
    to be edited were changed, and what could not be read."""

    student: str
    book: str
    marks: list[Mark] = field(default_factory=list)
    bent: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    @property
    def points(self) -> float:
        """The points that need no person."""
        return sum(m.points for m in self.marks if m.points is not None)


class Submitted:
    """A submitted function, as graded cells call it: each call goes to the process that has it."""

    def __init__(self, process, failure):
        self.process, self.failure, self.left = process, failure, CALLS

    def __call__(self, *args):
        """What it returns, as a plain value."""
        self.left -= 1
        if self.failure or self.left < 0:
            raise NotAnswered(self.failure or "It was called too often.")
        answer = self.process.ask({"args": pickle.dumps(args, protocol=5)}, PATIENCE)
        if "plain" in answer:
            return answer["plain"]
        sentence = refusal(answer, answer.get("shape", ()), PATIENCE)
        if sentence:
            raise NotAnswered(sentence)
        array = np.reshape(answer["data"], answer["shape"])
        return array if array.ndim else float(array)


class _Lab:
    """The `lab` of a graded cell: the installed one, of which steps are judged where they are."""

    def __init__(self, student):
        self.student, self.report = student, None

    def __getattr__(self, name):
        import lab

        return getattr(lab, name)

    def check_step(self, name, step, **how):
        """The report on a submitted step."""
        if step.failure:
            raise NotAnswered(step.failure)
        self.report = check.judged(name, step.process, PATIENCE, self.student)
        return self.report

    def check_hunt(self, name, **settings):
        """The verdict on submitted settings; whose data they are for is not theirs to say."""
        settings |= {"student": self.student} if "student" in settings else {}
        return hunt.check_hunt(name, **settings)


def cells_of(text: str) -> list[dict]:
    """The cells of a notebook; InputError where it is none."""
    try:
        cells = json.loads(text)["cells"]
        return [
            {"code": c["cell_type"] == "code", "source": "".join(c["source"]),
             "about": c["metadata"].get("nbgrader") or {}}
            for c in cells
        ]  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"The notebook cannot be read: {type(error).__name__}.") from None


def submissions(folder: Path, books: dict[str, Path]) -> list[tuple[str, str, Path]]:
    """(student, book, path) of the notebooks in a directory, as nbgrader collects them in
    STUDENT/ASSIGNMENT/, or in a directory for each student, or one notebook."""
    if folder.is_file():
        return [(folder.resolve().parent.name, name_of(folder), folder)]
    rows = []
    for path in sorted(folder.rglob("*.ipynb")):
        parts = path.relative_to(folder).parts
        book = name_of(path)
        if book in books and not any(part.startswith(".") for part in parts):
            rows.append((parts[0] if len(parts) > 1 else folder.resolve().name, book, path))
    return rows


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
    result.bent += found([s for s in code if s.strip() not in shown], code)
    imports = _imports(right)
    names = {_function(c["source"]): c["about"].get("grade_id", "") for c in right if _asks(c)}
    graded = [c for c in right if c["about"].get("grade")]
    space: dict[str, object] = {}
    with contextlib.ExitStack() as stack:
        for cell in graded:
            result.marks.append(_mark(cell, cells, names, imports, space, stack, student))
    return result


def _asks(cell):
    return cell["code"] and cell["about"].get("solution") and not cell["about"].get("grade")


def _function(source):
    tree = ast.parse(source)
    return next((n.name for n in tree.body if isinstance(n, ast.FunctionDef)), "")


def _imports(cells):
    """The imports of a notebook's code cells, as Python."""
    kept = []
    for cell in cells:
        with contextlib.suppress(SyntaxError):
            tree = ast.parse(cell["source"]) if cell["code"] else ast.Module([], [])
            kept += [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]
    return ast.unparse(ast.Module(kept, []))


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
            yield f"{name} is missing."
        elif len(sources) > 1:
            yield f"{name} is there {len(sources)} times."
        elif sources[0] != _plain(cell["source"]):
            yield f"{name} was changed."


def _plain(source):
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def _mark(cell, cells, names, imports, space, stack, student):
    """The `Mark` of one graded cell of the trusted notebook."""
    about = cell["about"]
    name, of = about["grade_id"], float(about["points"])
    if not cell["code"]:
        words = next((c["source"] for c in cells if c["about"].get("grade_id") == name), "")
        return Mark(name, None, of, words.strip()[:2000])
    needed = [f for f in names if f and f in _names(cell["source"])]
    before = _before(cells, name)
    uses = sorted({use for f in needed for use in _uses(f, before)})
    lab_ = _Lab(student)
    printed = io.StringIO()
    for function in needed:
        if function not in space:
            space[function] = _asked(stack, function, before)
    exec(imports, space)
    space["lab"] = lab_
    with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
        points, error = _points(cell["source"], of, space)
    said = f"{printed.getvalue().strip()}\n{error}".strip()
    return Mark(name, points, of, said, lab_.report, tuple(uses))


def _names(source):
    return {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}


def _before(cells, name):
    """The code cells before the graded cell, all of them where it is missing."""
    code = [c for c in cells if c["code"]]
    at = next((k for k, c in enumerate(code) if c["about"].get("grade_id") == name), len(code))
    locked = [c for c in code[:at] if not (c["about"].get("grade") or c["about"].get("locked"))]
    return [c["source"] for c in locked]


def _uses(function, sources):
    own = [s for s in sources if f"def {function}(" in s]
    return calls(own[-1], sources) if own else []


def _asked(stack, function, sources):
    """The submitted function, in a process of its own."""
    process = Remote()
    stack.callback(process.end)
    request = {"code": definitions(sources), "function": function, "path": sys.path}
    answer = process.ask(request, LOADING)
    return Submitted(process, refusal(answer, (), LOADING) if answer.keys() & _BROKEN else "")


_BROKEN = {"error", "late", "gone"}


def _points(source, of, space):
    """(points, what was raised in words) of a graded cell."""
    tree = ast.parse(source)
    last = tree.body[-1] if isinstance(tree.body[-1], ast.Expr) else None
    value = None
    try:
        exec(compile(ast.Module(tree.body[:-1] if last else tree.body, []), "cell", "exec"), space)
        if last:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
    except Exception as error:
        return 0.0, str(error) or type(error).__name__
    partial = type(value) in (int, float)
    return (min(max(float(value), 0.0), of) if partial else of), ""
