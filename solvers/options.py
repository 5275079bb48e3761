"""The options that every solver takes, written once: their names, types, defaults, checks and
docstrings."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypedDict, TypeVar

from solvers.checks import callable_or_none, integer, nonnegative
from solvers.docstrings import complete
from solvers.drive import drive
from solvers.hints import Cancelled, Start, States
from solvers.result import Certificate, Result

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
        nonnegative(self.tol, "tol")
        for name in ("max_iter", "record_every", "seed"):
            integer(getattr(self, name), name)
        callable_or_none(self.cancelled, "cancelled")

    @property
    def unrecorded(self) -> bool:
        """Whether only the first and the best row are kept."""
        return self.record_every == 0

    def drive(self, states: States, certify: Callable[..., Certificate]) -> Result:
        """`drive` under these options."""
        return drive(
            states,
            certify,
            tol=self.tol,
            max_iter=self.max_iter,
            record_every=self.record_every,
            cancelled=self.cancelled,
        )


_FIELDS = inspect.signature(Options).parameters
_TYPES = typing.get_type_hints(Options)


def common_options(function: F) -> F:
    """Decorator of a solver `(problem, *, max_iter=..., <its own>, **common: Unpack[Common])`.

    Signature, annotations and docstring then show the common options one by one, as they are
    written here; a solver that has more to say of one documents it itself.
    """
    signature = _expanded(function)
    hints = {n: p.annotation for n, p in signature.parameters.items()}
    if function.__doc__:
        function.__doc__ = complete(inspect.cleandoc(function.__doc__), signature, _TEXT, _RETURNS)
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {**hints, "return": signature.return_annotation}
    return function


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
