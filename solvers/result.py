"""What a solver returns: a certificate, what rounding may take from its bound, a trace of the run,
and all together; and the types that public signatures share."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from solvers.checks import locked
from solvers.docstrings import cite

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
else:  # numpy's own spells itself out over five lines wherever a signature is shown
    ArrayLike = np.ndarray | Sequence

Status = Literal[
    "converged",
    "small_change",
    "max_iter",
    "diverged",
    "stalled",
    "unbounded",
    "infeasible",
    "cancelled",
    "contradiction",
]

#: A gap may fall below zero by this share of its scale through rounding alone; beyond it, something
#: is wrong.
ROUNDING = 1e-9
#: After so many halvings nothing of a step is left in double precision.
HALVINGS = 60
#: A value this share of the value at 0 is rounding: of a fit that is right to eight digits.
_NOTHING = 1e-16


def gap_between(objective: float, bound: float) -> float:
    """objective - bound; inf where both are infinite, as nothing bounds what is unbounded."""
    gap = objective - bound
    return gap if gap == gap else math.inf


def is_contradiction(objective: float, bound: float, scale: float) -> bool:
    """Whether a lower bound lies above a value by more than rounding: one of the two is wrong."""
    size = max(scale, abs(objective)) if math.isfinite(objective) else scale
    return bound - objective > ROUNDING * size


@cite
def sum_error(terms: int) -> float:
    """The share of sum |a_k b_k| by which a sum of so many products may be off.

    Errors of either sign grow like the root of the number of terms.

    References
    ----------
    higham-2019
    """
    return 2.0**-53 * (2.0 + math.sqrt(terms))


def lowered(bound: float, error: float, scale: float) -> float:
    """`bound` less its rounding `error`, where that is more than the share of `scale` which every
    gap may be off; so a weight that amplifies rounding cannot make a proof of it."""
    return bound - error if error > ROUNDING * scale else bound


def answer_scale(*terms: float, at_zero: float = math.inf) -> float:
    """What a gap is measured against, by one rule for all problems: the size of the terms at the
    answer.

    That is the sum of the absolute `terms` of the objective at the point that is judged, or
    `at_zero`, the value of the point that takes no search, where that is smaller; so a far point
    does not loosen its own proof. Neither a level of the target that a column fits, nor rows that
    cost nothing at the answer, nor a price that is not paid there moves it. Where a fit is exact to
    eight digits, it is 1e-16 of `at_zero`; what overflows counts as `at_zero`, or 0.
    """
    total = float(sum(map(abs, terms)))
    if not math.isfinite(total):
        total = math.inf
    if math.isfinite(at_zero):
        return float(min(max(total, _NOTHING * at_zero), at_zero))
    return total if math.isfinite(total) else 0.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """Numbers that prove, without trusting a solver, how good a point is.

    objective: value at the point as it is given.
    bound: rigorous lower bound on the optimum from a dual feasible point; -inf if there is none
    yet.
    scale: what the gap is measured against, in the units of the objective: the size of the terms
    at the answer.
    infeasibility: how far the point is outside, over a length that the problem's `certify` names;
    exactly 0 where it breaks constraints by no more than rounding.
    """

    objective: float
    bound: float
    scale: float
    infeasibility: float = 0.0

    @property
    def gap(self) -> float:
        """objective - bound: a feasible point is at most this far above the optimum."""
        return gap_between(self.objective, self.bound)

    @property
    def relative_gap(self) -> float:
        """gap / scale; where the scale is zero, 0 for a gap of exactly zero and inf otherwise."""
        if self.scale > 0.0:
            return self.gap / self.scale
        return 0.0 if self.gap == self.scale == 0.0 else math.inf

    @property
    def proved_gap(self) -> float:
        """The gap or, of a point outside, where a value may lie below the bound, the larger of its
        size and of infeasibility times scale: what scenes draw."""
        if self.infeasibility == 0.0:
            return self.gap
        return max(abs(self.gap), self.infeasibility * self.scale)

    @property
    def error(self) -> float:
        """The smallest tolerance at which this proof holds; inf where it holds at none.

        A point that is outside may have a value below the bound; a feasible one whose gap is
        negative beyond rounding proves nothing.
        """
        gap = self.relative_gap
        if math.isnan(gap) or math.isnan(self.infeasibility):
            return math.inf
        if self.infeasibility == 0.0:
            return max(gap, 0.0) if gap >= -ROUNDING else math.inf
        return max(abs(gap), self.infeasibility)

    def holds(self, tol: float) -> bool:
        """Whether it is proved that the point is feasible and optimal within `tol`."""
        return self.error <= tol < math.inf


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The history of a run. Row 0 is the start; every array has T rows and shares no memory with
    the solver.

    iteration (T,): counted as the solver's docstring says; it rises.
    work (T,): cumulated unit updates; the unit is named in the solver's docstring.
    seconds (T,): time of the algorithm alone, certificates excluded.
    objective, bound, scale, infeasibility (T,): this row's certificate.
    gap (T,): best objective so far minus best bound so far; never clipped, and inf where nothing is
    proved: there is no minimum or, in all rows, a bound lay above a value. Where the best point is
    outside, the proved gap of its own certificate.
    snapshots: what this method's pictures need; each array has T rows.
    """

    iteration: np.ndarray
    work: np.ndarray
    seconds: np.ndarray
    objective: np.ndarray
    bound: np.ndarray
    scale: np.ndarray
    infeasibility: np.ndarray
    gap: np.ndarray
    snapshots: Mapping[str, np.ndarray]

    def __len__(self) -> int:
        return self.iteration.size

    def __repr__(self) -> str:
        return f"<Trace of {len(self)} rows: {', '.join(self.snapshots) or 'no snapshots'}>"

    def __reduce__(self):
        return _restored, (type(self), _plain(self))


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The answer of a solver and how it came about.

    x: the best certified iterate; `row` is its row in the trace.
    dual: dual variables such that `problem.certify(x, **dual)` reproduces `certificate`.
    status: "converged" only when the certified relative gap is at most the tolerance;
    "contradiction" where a bound lay above a value, so that the certificate itself is wrong.
    notes: sentences a user should read.
    """

    x: np.ndarray
    dual: Mapping[str, np.ndarray]
    certificate: Certificate
    status: Status
    row: int
    trace: Trace
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        c, notes = self.certificate, "".join(f" {note}" for note in self.notes)
        return (
            f"<Result {self.status}: objective {c.objective:.7g}, gap {c.gap:.2g}, "
            f"row {self.row} of {len(self.trace)}, x of shape {np.shape(self.x)}.{notes}>"
        )

    def __reduce__(self):
        return _restored, (type(self), _plain(self))


#: Where a run starts: at a point, at an earlier result, or where the solver likes.
Start = ArrayLike | Result | None
#: What a solver passes to `drive`: see there for the keys.
State = dict[str, Any]
States = Iterator[State]
#: Those of a method that may end with a sentence, where nothing is proved.
EndingStates = Generator[State, None, str | None]
#: A matrix: an array, or a sparse one of scipy, which has no types.
Matrix = Any
#: Asked at each state whether to end.
Cancelled = Callable[[], bool] | None


def _plain(record):
    """The fields of a Trace or Result as pickle and deepcopy can take them."""
    values = (getattr(record, f.name) for f in fields(record))
    return [dict(v) if isinstance(v, Mapping) else v for v in values]


def _restored(kind, values):
    """A copy of a Trace or Result as read-only as the original: numpy forgets the flag."""
    locked(tuple(values))
    return kind(*(MappingProxyType(v) if isinstance(v, dict) else v for v in values))
