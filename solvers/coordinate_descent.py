"""Coordinate descent: minimise over one weight at a time (eq. 20 of 002_8a6384496e3a9cf3.txt).

For the lasso the minimum along a coordinate is known. With the residual r = t - X w and the squared
length h_d = ||x_d||^2,

    w_d = soft(x_d'r + h_d w_d, lam) / h_d,    soft(z, lam) = sign(z) max(|z| - lam, 0),

and r loses (new - old) x_d. For logistic regression, see `solvers.sparse.logistic_descent`.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.checks import InputError, dense
from solvers.compiled import njit
from solvers.engine import Proofs
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import Lasso, SparseLogistic
from solvers.prox import shrink
from solvers.registry import solver
from solvers.result import Result, State
from solvers.sparse.columns import Columns, along, columns_of, subtract
from solvers.sparse.logistic_descent import LogisticCoordinates
from solvers.sparse.start import remarked, sparse_start
from solvers.sparse.working_sets import Blocks, descent_states, may_sweep_fast


@njit(cache=True, nogil=True)
def minimise(
    columns: Columns, lam: float, d: int, w: np.ndarray, r: np.ndarray
) -> tuple[float, float]:
    """Minimise over w[d], and keep r = t - X w. Return x_d'r as found, and the shift of w[d]."""
    h, old, correlation = columns.h[d], w[d], along(columns, d, r)
    w[d] = shrink(correlation + h * old, lam) / h if h > 0.0 else 0.0
    shift = w[d] - old
    if shift != 0.0:
        subtract(columns, d, shift, r)
    return correlation, shift


@njit(cache=True, nogil=True)
def steepest(columns: Columns, lam: float, w: np.ndarray, r: np.ndarray) -> int:
    """The coordinate whose exact minimisation lowers the objective most; -1 if none does.

    With s = x'r + h (old - new), which is lam sign(new) where new is not 0, the decrease is
    1/2 h (old - new)^2 + lam |old| - s old. With s taken as exact, the rounding of one coordinate
    does not outweigh the true decrease of another.
    """
    best, most = -1, 0.0
    for d in range(w.size):
        h, old, new, s = columns.h[d], w[d], 0.0, 0.0
        if h > 0.0:
            s = along(columns, d, r) + h * old
            new = shrink(s, lam) / h
        if new != 0.0:
            s = np.copysign(lam, new)
        decrease = 0.5 * h * (old - new) ** 2 + max(lam * abs(old) - s * old, 0.0)
        if decrease > most:
            best, most = d, decrease
    return best


@njit(cache=True, nogil=True)
def sweep(
    columns: Columns, lam: float, order: np.ndarray, greedy: bool, w: np.ndarray, r: np.ndarray
) -> tuple[int, float]:
    """One pass over `order`, or as many steepest moves; return how many moved and the largest
    h delta^2."""
    changed, largest = 0, 0.0
    for d in order:
        best = steepest(columns, lam, w, r) if greedy else d
        if best < 0:
            break
        _, shift = minimise(columns, lam, best, w, r)
        changed += shift != 0.0
        largest = max(largest, columns.h[best] * shift * shift)
    return changed, largest


class Coordinates:
    """The weights w (D,) of a `Lasso`, and their residual theta: see `sparse.working_sets`."""

    def __init__(self, problem: Lasso, w: np.ndarray, greedy: bool = False):
        self.problem, self.w, self.greedy = problem, w, greedy
        self.columns, self.lam = columns_of(problem.X), problem.lam
        self.swept = {"changed": 0}

    def refresh(self) -> None:
        """The residual from the data."""
        self.theta = self.problem.residual(self.problem.fit(self.w))

    def sweep(self, order: np.ndarray) -> tuple[float, State]:
        """One pass over the columns `order`."""
        changed, largest = sweep(self.columns, self.lam, order, self.greedy, self.w, self.theta)
        return largest, {"changed": changed}

    def update(self, d: int) -> tuple[bool, State]:
        """Minimise over w[d], or over the coordinate that gains most."""
        d = max(steepest(self.columns, self.lam, self.w, self.theta), 0) if self.greedy else d
        old = self.w[d]
        correlation, shift = minimise(self.columns, self.lam, d, self.w, self.theta)
        return shift != 0.0, self.mark(d, old, self.w[d], correlation, self.columns.h[d])

    def mark(
        self,
        d: int = -1,
        old: float = 0.0,
        new: float = 0.0,
        correlation: float = 0.0,
        h: float = 0.0,
    ) -> State:
        """What a picture of the problem along coordinate d needs; -1 at the start."""
        inside = d >= 0 and abs(correlation + h * old) <= self.lam
        shown = {"coordinate": d, "old": old, "new": new, "correlation": correlation}
        return {**shown, "curvature": h, "thresholded": inside}


@solver("cd", Lasso, SparseLogistic, label="coordinate descent", iterate="w", unit="sweep")
@common_options
def solve_coordinate_descent(
    problem: Lasso | SparseLogistic,
    *,
    max_iter: int = 10_000,
    order: Literal["random", "cyclic", "greedy"] = "random",
    steps: Literal["sweeps", "updates"] = "sweeps",
    active_set: bool = True,
    variant: Literal["corrected", "printed"] = "corrected",
    model: Literal["own", "shared"] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Minimise over one weight at a time: the lasso exactly, logistic regression by a quadratic
    model of its loss and Armijo's line search (shift halved, rho = 0.01).

    Parameters
    ----------
    problem : Lasso or SparseLogistic
        Data X (N, D), dense or sparse, and t (N,), and lam.
    x0 : array_like (D,) or Result
    order : {"random", "cyclic", "greedy"}
        A new permutation for each sweep, the order of the columns or, for the lasso, "greedy": the
        coordinate whose move lowers the objective most; the choice visits all of them,
        which `work` does not count.
    steps : {"sweeps", "updates"}
        A row is a pass over the working set, or one coordinate.
    active_set : bool
        Sweep the support and the most correlated columns until nearly solved, then look at all
        columns again; with few columns, and with steps="updates" or order="greedy", all are swept.
    variant : {"corrected", "printed"}
        Logistic only: "printed" takes the new value of the weight for its shift, as the criterion
        after (20) does; most steps are then rejected.
    model : {"own", "shared"} or None
        Logistic only: each coordinate has the model at the current point, as in (20), or one model
        serves the whole working set, swept until nearly minimised, then one line search along the
        way there; a row is then a model. None: "own", but "shared" with record_every=0, where it
        is the faster, and for a sparse X, which has no other.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps or updates, work counts
        coordinates visited. Snapshots: `w` (T, D), and for sweeps `visited`, `changed` (T,): how
        many coordinates the sweep visited and moved; for updates `coordinate` (T,), -1 at the
        start, its `old` and `new` value, `correlation` x_d'r before the move (minus the slope of
        the loss), `curvature` of the model, for the lasso ||x_d||^2, `thresholded` (the model's
        minimum is 0, inside the threshold). For logistic regression also `trials`, and `alpha`,
        the accepted share of the `shift` to the model's minimum, 0 if none; for sweeps, all trials
        and the least alpha accepted. With record_every=0 and active_set the engine sweeps:
        many sweeps in one call of a kernel, those of a dense X on X'X of the columns in use.

    References
    ----------
    sparse-models: eq. (20)
    yuan-2012: the shared model
    """
    options, greedy = Options(max_iter=max_iter, **common), order == "greedy"
    proofs, (w, theta, random) = Proofs(problem), sparse_start(problem, options)
    if problem.quadratic and variant != "corrected":
        raise InputError(
            "variant must be left out for a Lasso, got 'printed': it searches no line."
        )
    if greedy and not problem.quadratic:
        raise InputError("order must be 'random' or 'cyclic' for a SparseLogistic, got 'greedy'.")
    printed, active_set = variant == "printed", active_set and not greedy
    single = printed or steps == "updates"
    fast = may_sweep_fast(problem, options, active_set, model, single)
    if not (fast or problem.quadratic):
        dense(problem.X, "X", "model='shared'")
    run: Blocks = (
        Coordinates(problem, w, greedy)
        if isinstance(problem, Lasso)
        else LogisticCoordinates(problem, w, printed)
    )
    states = descent_states(
        run, proofs, theta, random, options,
        shuffled=order == "random", steps=steps, active_set=active_set, fast=fast,
    )  # fmt: skip
    return options.drive(remarked(problem, states), proofs.certify)


solver("printed", SparseLogistic, label="as printed", iterate="w", unit="sweep")(
    partial(solve_coordinate_descent, variant="printed")
)
