"""What an exercise is made of, what it shows to students, and what several exercises share: small
seeded problems, and when two numbers count as equal."""

from __future__ import annotations

import ast
import hashlib
import html
import inspect
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lab.drawing.text import format_distinct
from solvers import KernelSVM
from solvers.checks import InputError


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One call of the step within a method: its arguments, and what the judges may know in addition
    to them."""

    args: tuple
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """One run of the method on one problem.

    play(ask): the method, where ask(*args, **facts) is the step: a generator of states, those of
    `solvers.exchange` say, or a function that only asks.
    """

    name: str
    play: Callable


@dataclass(frozen=True, slots=True, eq=False)
class Property:
    """One thing that is true of every right answer.

    test(call, value) -> "" where it holds, else the numbers that show that it does not, without
    the answer. hint: what the property means. where: judged only in calls with this fact, or for
    which where(call) is true.
    """

    name: str
    test: Callable
    hint: str
    weight: float = 1.0
    where: str | Callable | None = None

    def applies(self, call: Call) -> bool:
        """Whether the property is judged at `call`."""
        if callable(self.where):
            return bool(self.where(call))
        return self.where is None or self.where in call.facts


#: What the level of an exercise or a hunt says.
LEVELS = {1: "one formula", 2: "with cases", 3: "several steps"}


def _check_size(one, words):
    """Refuse a level or minutes out of their range."""
    if one.level not in LEVELS:
        raise InputError(f"level of {words} must be 1, 2 or 3, got {one.level!r}.")
    if not (isinstance(one.minutes, int) and one.minutes > 0):
        raise InputError(f"minutes of {words} must be a whole number above 0, got {one.minutes!r}.")


@dataclass(frozen=True, slots=True, eq=False)
class Exercise:
    """A step to implement.

    starter: the function as the student gets it, with its docstring and without its types. example:
    arguments of a worked example, answer: what is right there. problems() -> the `Problem`s,
    seeded. shape(*args) -> the shape of the answer, () for a number. level: 1 to 3, see `LEVELS`.
    minutes: what most need. idle: the weight of the properties that the best of the answers has
    that do nothing: 0, 1, an argument as it is. The right step itself is not here:
    students have the file.
    """

    title: str
    formula: str
    statement: str
    starter: Callable
    example: tuple
    answer: object
    problems: Callable
    properties: tuple[Property, ...]
    shape: Callable = lambda *args: ()
    idle: float = 0.0
    level: int = 2
    minutes: int = 20

    def __post_init__(self):
        if not inspect.isfunction(self.starter):
            raise InputError(f"starter must be a function, got {self.starter!r}.")
        _check_size(self, repr(self.title))


@dataclass(frozen=True, slots=True, eq=False)
class Hunt:
    """A task with a checkable end.

    address: of the scene, lesson/scene. start: the settings that it opens with. task: what to find.
    judge(run) -> (whether it is found, one sentence on what the run shows). level: 1 to 3, 1 where
    one knob is turned; minutes: what most need. knobs: those that count, all for (); others stay as
    it opens. own: knob -> values, of which a student's own data take one each, and a seed.
    """

    address: str
    start: Mapping[str, Any]
    task: str
    judge: Callable
    level: int = 1
    minutes: int = 5
    knobs: tuple[str, ...] = ()
    own: Mapping[str, tuple] = field(default_factory=dict)

    def __post_init__(self):
        _check_size(self, repr(self.task))


@dataclass(frozen=True, slots=True, eq=False)
class StepMethod:
    """How one exercise's step plays in a scene.

    states(run, ask) -> the states of the method, where ask(*args) calls the step.
    requires: knob -> the values at which the method has a place for it; a dashboard opens at the
    first of them, unless its own is among them. start: knob -> where it opens instead, so that
    there is something to see. reference: the rival that has the right step, where that is not the
    main method.
    """

    states: Callable
    requires: Mapping[str, tuple] = field(default_factory=dict)
    start: Mapping[str, object] = field(default_factory=dict)
    reference: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class StudentSteps:
    """How a student's step plays in a scene. methods: exercise -> `StepMethod`.

    view(run): the scene's `lab.scenes.frames.Frames`. panel: the key of the panel in which iterates
    are points. iterates(run, view) -> (reference, student's), each (T, ...), at the frames, where
    rows of snapshots do not say it. places(view, iterates) -> panel key -> (T, 2 or 3), where the
    student's `iterates` are. marks(view, iterates) -> panel key -> marks that are drawn of these in
    addition to a trail and a gap.
    gap: the key of the panel of the gaps; unit(view) -> what it divides them by.
    drive(states, run, options) -> the `Result`; budget(run) -> (the reference's iterations, how
    large its iterates were), where its trace does not say it.
    """

    methods: Mapping[str, StepMethod]
    view: Callable
    panel: str = "iterates"
    iterates: Callable | None = None
    places: Callable | None = None
    marks: Callable | None = None
    gap: str = "gap"
    unit: Callable = lambda view: 1.0
    drive: Callable = lambda states, run, options: options.drive(states, run.problem.certify)
    budget: Callable | None = None


class Task:
    """What students get: the formula, the starter function, one worked example."""

    def __init__(self, name: str, exercise: Exercise, student: str = ""):
        self.student = student
        self.name, self.title = name, exercise.title
        self.formula, self.statement = exercise.formula, exercise.statement
        self.starter = _plain_source(exercise.starter)
        self.example = _example(exercise)

    def __str__(self):
        return (
            f"{self.title}\n\n{self.statement}\n\n    {self.formula}\n\n{self.starter}\n"
            f"Example:\n\n{self.example}\n\n{self._how_to_check()}"
        )

    __repr__ = __str__

    def _how_to_check(self):
        function = self.starter.split("(")[0].removeprefix("def ")
        own = f", student={self.student!r}" if self.student else ""
        return (
            f'Check it with lab.check_step("{self.name}", {function}{own}). An answer may be off '
            f"by {TOL:g} of the numbers that it is made of."
        )

    def _repr_markdown_(self):
        return (
            f"**{self.title}**\n\n{self.statement}\n\n$${self.formula}$$\n\n"
            f"```python\n{self.starter}```\n\nExample:\n\n```python\n{self.example}\n```\n\n"
            f"{self._how_to_check()}"
        )

    def _repr_html_(self):
        text = {k: html.escape(str(v)) for k, v in vars(self).items()}
        return (
            f"<div><p><strong>{text['title']}</strong></p><p>{text['statement']}</p>"
            f"<p>$${text['formula']}$$</p><pre>{text['starter']}</pre>"
            f"<p>Example:</p><pre>{text['example']}</pre><p>{html.escape(self._how_to_check())}</p></div>"
        )


def _plain_source(function):
    """The source of a starter without its types: a notebook may not know their names."""
    source = inspect.getsource(function)
    nodes = ast.walk(ast.parse(textwrap.dedent(source)))
    begin = next(n.body[0].lineno for n in nodes if isinstance(n, ast.FunctionDef))
    if not function.__annotations__ or begin == 1:
        return source
    signature = inspect.signature(function)
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    plain = signature.replace(parameters=bare, return_annotation=signature.empty)
    body = "".join(source.splitlines(keepends=True)[begin - 1 :])
    return f"def {function.__name__}{plain}:\n{body}"


def _example(exercise):
    """The worked example as a call and its value."""
    names = inspect.signature(exercise.starter).parameters
    lines = [f"{n} = {_literal(a)}" for n, a in zip(names, exercise.example, strict=True)]
    call = f"{exercise.starter.__name__}({', '.join(names)})"
    return "\n".join([*lines, f"{call}  # {_literal(exercise.answer)}"])


def _literal(value):
    if isinstance(value, np.ndarray):
        return f"np.array({(np.round(value, 6) if value.dtype.kind == 'f' else value).tolist()})"
    if isinstance(value, float | np.floating):
        return repr(round(float(value), 6))
    if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


def show(value: ArrayLike) -> str:
    """A number, or a few, as sentences write them."""
    flat = np.asarray(value, dtype=np.float64)
    if flat.ndim == 0:
        return f"{float(flat):.4g}"
    words = [f"{v:.4g}" for v in flat.ravel()[:6]]
    return f"({', '.join(words)}{', …' if flat.size > 6 else ''})"


#: Numbers that differ by this share of the size of what they are made of count as equal: single
#: precision is good enough, and so is a bisection.
TOL = 1e-5


_student: ContextVar[str] = ContextVar("student", default="")


@contextmanager
def data_of(student: str) -> Iterator[None]:
    """Let `seeded` draw this student's own problems; those of all for ""."""
    token = _student.set(student)
    try:
        yield
    finally:
        _student.reset(token)


def player(play: Callable) -> Callable[..., Callable]:
    """Decorate play(ask, *arguments): called with the arguments alone, it is the `play` of a
    `Problem`."""
    return lambda *arguments, **named: lambda ask: play(ask, *arguments, **named)


def seeded(seed: int, student: str | None = None) -> np.random.Generator:
    """A generator of random numbers for problems: the same everywhere, and where a student's own
    problems are drawn, or for `student`, the same for every way to write the name."""
    words = words_of(_student.get() if student is None else student)
    return np.random.default_rng([seed, *words] if words else seed)


def words_of(name: str) -> list[int]:
    """A name as four numbers of 32 bits, however it is written; none for ""."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    digest = hashlib.blake2b(plain.encode(), digest_size=16).digest()
    return np.frombuffer(digest, "<u4").tolist() if plain else []


def off(error: ArrayLike, scale: ArrayLike = 1.0) -> bool:
    """Whether `error` is more than rounding of numbers of size `scale`."""
    return bool(np.max(np.abs(error), initial=0.0) > TOL * max(np.max(np.abs(scale)), 1e-300))


def rises(what: str, before: float, after: float, scale: ArrayLike | None = None) -> str:
    """ "F rises from 1.0 to 2.0" where it does by more than rounding of numbers of size `scale`, by
    default of `before`; "" elsewhere."""
    up = after > before and off(after - before, before if scale is None else scale)
    return f"{what} rises {change(before, after)}" if up else ""


def moves(what: str, move: ArrayLike, scale: ArrayLike = 1.0) -> str:
    """ "the weight moves by 0.1" where it does, by more than rounding of numbers of size `scale`;
    of an array its largest entry; "" elsewhere."""
    far = np.abs(move).max() if np.ndim(move) else move
    return f"{what} moves by {show(far)}" if off(move, scale) else ""


def change(before: float, after: float) -> str:
    """Two numbers in words, with as many digits as it takes to distinguish them."""
    return "from {} to {}".format(*format_distinct(before, after))


def regression(seed: int, N: int = 12, D: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """X (N, D) and t (N,) with weights of both signs and one that is zero."""
    rng = seeded(seed)
    X = rng.standard_normal((N, D))
    truth = np.resize([1.5, -1.0, 0.0, 0.5], D)
    return X, X @ truth + 0.3 * rng.standard_normal(N)


def subgradient_gap(slope: float | np.ndarray, w: ArrayLike, lam: float) -> np.ndarray:
    """How far -slope is from lam times a subgradient of |w|_1, entrywise."""
    at_zero = np.maximum(np.abs(slope) - lam, 0.0)
    return np.where(np.asarray(w) == 0.0, at_zero, np.abs(slope + lam * np.sign(w)))


def machine(seed: int, n: int, C: float, duplicated: bool = False) -> KernelSVM:
    """A small `KernelSVM` on points of both classes."""
    points = seeded(seed).standard_normal((n, 2))
    points[0] = points[1 if duplicated else 0]
    return KernelSVM(points, np.where(np.arange(n) % 2 == 0, 1.0, -1.0), C=C)
