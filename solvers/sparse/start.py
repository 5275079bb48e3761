"""Where the solvers of sparse linear models start, and what a user should know about the data."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from solvers.options import Options, start, start_dual
from solvers.problems.losses import LinearModel, Penalised
from solvers.result import Start, States

STALLED = {
    "stop": "stalled",
    "note": "No coordinate moves any more in floating-point arithmetic: this is the last word.",
}
_SEPARATED = (
    "The classes are separated and lam = 0: the infimum is not attained, and the weights grow "
    "without bound; a positive lam bounds them."
)
_ONE_CLASS = "All labels are equal: the classifier may be trivial."


def sparse_start(
    problem: LinearModel, options: Options
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(w, theta, random): the first point (D,) and dual vector (N,), the state of random draws."""
    w = start(options.x0, problem.X.shape[1])
    return w, first_dual(problem, options.x0, w), _drawn(options.seed).copy()


@lru_cache(maxsize=16)  # it takes as long as a small problem
def _drawn(seed):
    return (np.random.SeedSequence(seed).generate_state(1) >> 1).astype(np.int64)


def first_dual(problem: LinearModel, x0: Start, w: np.ndarray) -> np.ndarray:
    """theta (N,) of an earlier `Result` x0 where it has one of the right size, else the residual at
    `w`, which is 0 without x0."""
    if x0 is None:
        return problem.residual(np.zeros(problem.t.size))
    theta = start_dual(x0, "theta", problem.t.size)
    with np.errstate(over="ignore", invalid="ignore"):
        return theta if theta.any() else problem.residual(problem.fit(w))


def remarked(problem: Penalised, states: States) -> States:
    """`states`, with what a user of a classifier should know about the data as notes."""
    if not hasattr(problem, "separates"):
        yield from states
        return
    one_class = problem.t.size > 0 and np.all(problem.t == problem.t[0])
    for k, state in enumerate(states):
        if k == 0 and one_class:
            state = {**state, "note": _ONE_CLASS}
        elif problem.lam == 0.0 and "note" not in state and problem.separates(state["x"]):
            state = {**state, "note": _SEPARATED}
        yield state
