"""The options that every solver takes, written once: their names, types, defaults, checks and
docstrings; where a run starts; and how many steps it takes between two states."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, TypedDict, TypeVar, cast

import numpy as np

from solvers.checks import (
    InputError,
    as_array,
    callable_or_none,
    integer,
    nonnegative,
    of_type,
    one_of,
)
from solvers.docstrings import complete
from solvers.drive import drive
from solvers.interrupts import interruptible
from solvers.result import Cancelled, Certificate, Result, Start, States

F = TypeVar("F", bound=Callable[..., Any])

#: The docstring of each common option: its type, then what it does.
_TEXT = {
    "x0": "array_like or Result\n"
    "Where to start: a point, or an earlier result, whose dual variables are taken over too.",
    "tol": "float\nThe relative gap, gap / scale of the certificate, at which the run ends as "
    '"converged".',
    "max_iter": "int\nThe run ends after so many iterations.",
    "record_every": "int\n"
    "A row of the trace every so many iterations; 0: only the first and the best row, with less\n"
    "work in between.",
    "seed": "int\nOf whatever is drawn at random: the same seed, the same trace.",
    "cancelled": "callable\n"
    "Asked without arguments at each state; the run ends with what it has once it returns True.",
}
_RETURNS = (
    "The best certified point `x`, its `certificate` and `dual` variables, the `status`, notes,\n"
    "and the `trace`, whose row 0 is the start."
)


class Common(TypedDict, total=False):
    """The keyword arguments that a solver passes on to `Options`."""

    x0: Start
    tol: float
    record_every: int
    seed: int
    cancelled: Cancelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The common options of one run, checked."""

    x0: Start = None
    tol: float = 1e-6
    max_iter: int
    record_every: int = 1
    seed: int = 0
    cancelled: Cancelled = None

    def __post_init__(self) -> None:
        # A float also where an int was given, for which kernels would be compiled once more.
        object.__setattr__(self, "tol", nonnegative(self.tol, "tol"))
        for name in ("max_iter", "record_every", "seed"):
            integer(getattr(self, name), name)
        callable_or_none(self.cancelled, "cancelled")

    @property
    def unrecorded(self) -> bool:
        """Whether only the first and the best row are recorded."""
        return self.record_every == 0

    def drive(
        self,
        states: States,
        certify: Callable[..., Certificate],
        certify_rows: Callable[..., Sequence[Certificate]] | None = None,
    ) -> Result:
        """`drive` under these options."""
        return drive(
            states,
            certify,
            tol=self.tol,
            max_iter=self.max_iter,
            record_every=self.record_every,
            cancelled=self.cancelled,
            certify_rows=certify_rows,
        )


_FIELDS = inspect.signature(Options).parameters
_TYPES = typing.get_type_hints(Options)


def common_options(function: F) -> F:
    """Decorator of a solver `(problem, *, max_iter=..., <its own>, **common: Unpack[Common])`.

    Signature, annotations and docstring then show the common options one by one, as they are
    written here; a solver that has more to say of one documents it itself. What the annotations say
    holds: the classes of the problem, the choices of a `Literal`, True or False.
    """
    signature = _expanded(function)
    hints = {n: p.annotation for n, p in signature.parameters.items()}
    kinds, choices = (
        _classes(next(iter(hints.values()))),
        {n: _choices(h) for n, h in hints.items()},
    )

    @wraps(function)
    def solve(problem, **options):
        if kinds:
            of_type(problem, kinds, "problem")
        for name, value in options.items():
            if choices.get(name):
                one_of(value, choices[name], name)
        with interruptible():
            return function(problem, **options)

    if function.__doc__:
        text = complete(inspect.cleandoc(function.__doc__), signature, _TEXT, _RETURNS)
        solve.__doc__ = function.__doc__ = text  # also for code that unwraps the solver
    solve.__signature__ = signature  # type: ignore[attr-defined]
    solve.__annotations__ = {**hints, "return": signature.return_annotation}
    return cast(F, solve)


def _classes(hint):
    """The classes of a hint, or none where it says nothing of them."""
    parts = typing.get_args(hint) or (hint,)
    given = hint is not inspect.Parameter.empty and all(isinstance(part, type) for part in parts)
    return parts if given else ()


def _choices(hint):
    """The values that a `Literal`, with or without None, or a bool allows; else none."""
    if hint is bool:
        return True, False
    if typing.get_origin(hint) is Literal:
        return typing.get_args(hint)
    parts = [(None,) if part is type(None) else _choices(part) for part in typing.get_args(hint)]
    return sum(parts, ()) if all(parts) else ()


def _expanded(function) -> inspect.Signature:
    """The signature of `function` with each common option in its place, after the problem, and
    with types in place of their names."""
    written, types = inspect.signature(function), typing.get_type_hints(function) | _TYPES
    own = {
        n: p.replace(annotation=types.get(n, p.empty))
        for n, p in written.parameters.items()
        if p.kind is not p.VAR_KEYWORD
    }
    problem = next(iter(own))
    shared = [own.pop(n, p).replace(annotation=_TYPES[n]) for n, p in _FIELDS.items()]
    parameters = [own.pop(problem), *shared, *own.values()]
    return written.replace(parameters=parameters, return_annotation=types.get("return"))


def start(x0: Start, shape: int | tuple[int, ...], name: str = "x0") -> np.ndarray:
    """A writable starting point: zeros, a checked copy of an array, or the point of an earlier
    `Result`."""
    if x0 is None:
        return np.zeros(shape)
    shape = tuple(np.atleast_1d(shape).tolist())
    given = x0.x if isinstance(x0, Result) else x0
    x = np.array(as_array(given, name, ndim=len(shape), shape=shape))
    with np.errstate(over="ignore"):
        if not np.abs(x).sum() < np.inf:
            raise InputError(
                f"{name} must have a finite sum, got {x.max():g} in it; scale it down."
            )
    return x


def start_dual(x0: Start, key: str, size: int) -> np.ndarray:
    """A writable dual start: from an earlier `Result` that carries `key` in the right size, else
    zeros."""
    if isinstance(x0, Result) and key in x0.dual and x0.dual[key].shape == (size,):
        return np.array(x0.dual[key])
    return np.zeros(size)


#: Multiplications that a kernel call may hold: some tens of milliseconds.
CALL = 30_000_000
#: What a step costs at least, in multiplications: loops and calls are not free.
_LEAST = 1_000


def steps_per_call(cost: float) -> int:
    """How many steps of `cost` multiplications one kernel call may hold."""
    return max(1, int(CALL // max(cost, _LEAST)))


class Batches:
    """The sizes of consecutive kernel calls, in steps: 1 where every step is recorded; else
    `first`, and then twice as many each time as long as a call stays short."""

    def __init__(self, options: Options, first: float = 1.0):
        self.many, self.max_iter, self.size = options.unrecorded, options.max_iter, first

    def next(self, cost: float, done: int) -> int:
        """The size of the next call, after `done` steps, if a step costs `cost` multiplications;
        it does not lead beyond the last iteration."""
        size = min(self.size, steps_per_call(cost)) if self.many else 1
        self.size *= 2.0
        return max(1, min(int(size), self.max_iter - done))
