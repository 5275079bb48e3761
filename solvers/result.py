"""What a solver returns: a certificate, a trace of the run, and the two together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Literal

import numpy as np

Status = Literal[
    "converged", "small_change", "max_iter", "diverged", "stalled", "unbounded", "cancelled"
]

#: A gap may fall below zero by this share of its scale through rounding alone; beyond it, something
#: is wrong.
ROUNDING = 1e-9


def gap_between(objective: float, bound: float) -> float:
    """objective - bound; inf where both are infinite, as nothing bounds what is unbounded."""
    gap = objective - bound
    return gap if gap == gap else math.inf


@dataclass(frozen=True, slots=True)
class Certificate:
    """Numbers that prove, without trusting a solver, how good a point is.

    objective: value at a feasible point (the point itself, or its projection).
    bound: rigorous lower bound on the optimum from a dual feasible point; -inf if there is none
    yet.
    scale: what the gap is measured against, in the units of the objective.
    infeasibility: violation of the constraints by the point as given.
    """

    objective: float
    bound: float
    scale: float
    infeasibility: float = 0.0

    @property
    def gap(self) -> float:
        """objective - bound: the point is at most this far above the optimum."""
        return gap_between(self.objective, self.bound)

    @property
    def relative_gap(self) -> float:
        """gap / scale; where the scale is zero, 0 for a gap of exactly zero and inf otherwise."""
        if self.scale > 0.0:
            return self.gap / self.scale
        return 0.0 if self.gap == 0.0 else math.inf

    def holds(self, tol: float) -> bool:
        """Whether optimality within `tol` is proved; a gap negative beyond rounding proves
        nothing."""
        return -ROUNDING <= self.relative_gap <= tol


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The history of a run. Row 0 is the start; every array has T rows and shares no memory with
    the solver.

    iteration (T,): counted as the solver's docstring says; it rises.
    work (T,): cumulated unit updates; the unit is named in the solver's docstring.
    seconds (T,): time of the algorithm alone, certificates excluded.
    objective, bound (T,): this row's certificate.
    gap (T,): best objective so far minus best bound so far; never clipped, and inf where there is
    no minimum.
    snapshots: what this method's pictures need; each array has T rows.
    """

    iteration: np.ndarray
    work: np.ndarray
    seconds: np.ndarray
    objective: np.ndarray
    bound: np.ndarray
    gap: np.ndarray
    snapshots: Mapping[str, np.ndarray]

    def __len__(self) -> int:
        return self.iteration.size

    def __reduce__(self):
        return _restored, (type(self), _plain(self))


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The answer of a solver and how it came about.

    x: the best certified iterate; `row` is its row in the trace.
    dual: dual variables such that `problem.certify(x, **dual)` reproduces `certificate`.
    status: "converged" only when the certified relative gap is at most the tolerance.
    notes: sentences a user should read.
    """

    x: np.ndarray
    dual: Mapping[str, np.ndarray]
    certificate: Certificate
    status: Status
    row: int
    trace: Trace
    notes: tuple[str, ...] = ()

    def __reduce__(self):
        return _restored, (type(self), _plain(self))


def _plain(record):
    """The fields of a Trace or Result as pickle and deepcopy can take them."""
    values = (getattr(record, f.name) for f in fields(record))
    return [dict(v) if isinstance(v, Mapping) else v for v in values]


def _restored(kind, values):
    """A copy of a Trace or Result as read-only as the original: numpy forgets the flag."""
    return kind(*map(_read_only, values))


def _read_only(value):
    if isinstance(value, dict):
        return MappingProxyType({k: _read_only(v) for k, v in value.items()})
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return value
