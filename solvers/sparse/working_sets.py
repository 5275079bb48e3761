"""The states of a coordinate method for a linear model: after each update, after each sweep over a
working set, or, where only the end is asked for, as the engine makes them.

A working set is chosen by the correlations of all columns, swept until it is nearly solved, and
chosen again. What moves the weights is a `run`: its problem, the point w, moved in place; refresh()
computes from the data what depends on w, and theta is then the residual. run.sweep(order) moves the
blocks (columns or groups) of `order` in turn; it returns the largest h delta^2 and what a picture
needs, of which `changed` says how many moved. run.update(b) moves one block, and returns whether it
moved, and its picture. run.swept and run.mark() are the pictures of the start.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from solvers.checks import InputError, is_sparse, short
from solvers.engine import Proofs, descend
from solvers.engine.working_set import Step
from solvers.options import Options
from solvers.problems.losses import Penalised
from solvers.result import State, States
from solvers.sparse.start import STALLED
from solvers.vectors import shuffle

#: The working set holds this many columns at least, and twice as many as have weights; where that
#: is half of all there are, all are swept.
_SMALLEST_SET = 100
#: Sweeps over one working set end when the largest h delta^2 has fallen by this factor.
_SWEEP_REDUCTION = 1e-4
#: The gap falls like the root of that; this share of the limit is aimed at.
_LIMIT_SHARE = 0.5


class Blocks(Protocol):
    """What moves the weights, as this module says."""

    problem: Any
    w: np.ndarray
    swept: State

    @property
    def theta(self) -> np.ndarray:
        """The residual (N,)."""

    def refresh(self) -> None:
        """What depends on w, from the data."""

    def sweep(self, order: np.ndarray) -> tuple[float, State]:
        """One pass over `order`."""

    def update(self, b: int, /) -> tuple[bool, State]:
        """Move one block."""

    def mark(self) -> State:
        """The picture of the start."""


def may_sweep_fast(
    problem: Penalised, options: Options, active_set: bool, model: str | None, single: bool
) -> bool:
    """Whether the engine makes the sweeps of a run; `single`: each step is to have a separate model
    where the loss needs one."""
    if problem.quadratic:
        if model is not None:
            raise InputError(
                f"model must be left out for a {type(problem).__name__}, got {short(model)}: its "
                "steps are exact without a line search."
            )
        return options.unrecorded and active_set and problem.lam > 0.0
    if model == "shared" and single:
        raise InputError(
            "model must be 'own' for single updates and for the printed line search, got 'shared'."
        )
    faster = not single and (options.unrecorded or is_sparse(problem.X))
    return model == "shared" or (model is None and faster)


def descent_states(
    run: Blocks,
    proofs: Proofs,
    theta: np.ndarray,
    random: np.ndarray,
    options: Options,
    *,
    shuffled: bool,
    steps: str,
    active_set: bool,
    fast: bool,
    step: Step | None = None,
) -> States:
    """States of updates or of sweeps by `steps`; where it is to be `fast`, the engine's, from where
    sweeps continue once its products become too large. step: see `descend`."""
    counts = ()
    if steps == "updates":
        yield from update_states(run, theta, random, shuffled)
        return
    if fast:
        how = shuffled, active_set, step
        run.w, theta, *counts = yield from descend(proofs, run.w, theta, random, options, *how)
    yield from sweep_states(run, theta, random, options, shuffled, active_set, *counts)


def update_states(run: Blocks, theta: np.ndarray, random: np.ndarray, shuffled: bool) -> States:
    """A state after each update of a block, until none of all moves."""
    order, still, w = np.arange(run.problem.norms(run.w).size), 0, run.w
    yield {"x": w, "w": w, "dual": {"theta": theta}, **run.mark()}
    while still < 2 * order.size:
        if shuffled:
            shuffle(order, random)
        run.refresh()
        for b in order:
            moved, picture = run.update(b)
            still = 0 if moved else still + 1
            state = {"x": w, "w": w, "dual": {"theta": run.theta}, **picture}
            yield state if still < 2 * order.size else STALLED | state


def sweep_states(
    run: Blocks,
    theta: np.ndarray,
    random: np.ndarray,
    options: Options,
    shuffled: bool,
    active_set: bool,
    sweeps: int = 0,
    work: int = 0,
) -> States:
    """A state per sweep; the first is the start, unless `sweeps` were made before."""
    w, last, target = run.w, 0.0, None
    if sweeps == 0:
        yield {"x": w, "w": w, "dual": {"theta": theta}, **run.swept, "visited": 0}
    gap, limit, chosen, columns = _choose(run, active_set, options.tol)
    while True:
        if shuffled:
            shuffle(chosen, random)
        largest, picture = run.sweep(chosen)
        sweeps, work, picture["visited"] = sweeps + 1, work + columns, chosen.size
        stalled = target is None and picture["changed"] == 0
        target = enough(largest, last, gap, limit) if target is None else target
        over = not largest > target
        if over:
            gap, limit, chosen, columns = _choose(run, active_set, options.tol)
            last, target = largest, None
        state = {"x": w, "w": w, "dual": {"theta": run.theta}, "iteration": sweeps, "work": work}
        state |= {"check": over and gap <= limit, **picture}
        yield STALLED | state if stalled else state


def _choose(run, active_set, tol):
    """(gap, the one that is wanted, the working set of blocks, how many columns are in it): the
    blocks with weights and those with the largest correlations."""
    problem, w = run.problem, run.w
    run.refresh()
    certificate, c = problem.proof(w, run.theta)
    gap, limit = certificate.gap, tol * certificate.scale
    used, merit = problem.norms(w) > 0.0, problem.norms(c)
    least = -(-_SMALLEST_SET * merit.size // max(w.size, 1))
    size = max(least, 2 * np.count_nonzero(used))
    if not active_set or 2 * size >= merit.size:
        return gap, limit, np.arange(merit.size), w.size
    chosen = np.sort(np.argpartition(np.where(used, np.inf, merit), -size)[-size:])
    return gap, limit, chosen, np.count_nonzero(np.isin(problem.blocks, chosen))


def enough(largest: float, last: float, gap: float, limit: float) -> float:
    """The largest h delta^2 at which sweeps may end whose first had `largest`: when it has fallen
    far, or when the gap, which was `gap` at `last`, is likely to be below the limit."""
    near = last * (_LIMIT_SHARE * limit / gap) ** 2 if gap > limit else 0.0
    return max(_SWEEP_REDUCTION * largest, near)
