"""A step of affinity propagation (eq. 8 of 003_d968a502af9b2788.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, moves, off, player, seeded, show
from solvers import propagate
from solvers.exchange import propagation_states


def affinity_step(P: np.ndarray, W0: np.ndarray, W: np.ndarray, alpha: float) -> np.ndarray:
    """One round: each point takes the share alpha from its neighbours' affinities, the rest from
    what is known.

    P: (n, n), row i holds the weights of the neighbours of point i and sums to 1 (or is 0, without
    neighbours). W0: (n, n), what is known: 1 for similar pairs, -1 for dissimilar ones. W: (n, n),
    the affinities now. alpha: between 0 and 1. Returns the new W, (n, n).
    """
    raise NotImplementedError


@player
def _rounds(ask, n, k, alpha, pairs, points=None, count=6):
    x = seeded(8).standard_normal((n, 2)) if points is None else points
    distance = np.linalg.norm(x[:, None] - x, axis=2) + np.diag(np.full(n, np.inf))
    P = np.zeros((n, n))
    for i, near in enumerate(np.argsort(distance, axis=1, kind="stable")[:, :k]):
        P[i, near] = 1.0 / k
    W0 = np.eye(n)
    for i, j, value in pairs:
        W0[i, j] = W0[j, i] = value
    ask(P, W0, np.zeros((n, n)), alpha)
    yield from islice(propagation_states(P, W0, alpha, ask), count + 1)
    ask(P, W0, propagate(P, W0, alpha), alpha, limit=True)


def _problems():
    yield Problem("ordinary points", _rounds(6, 2, 0.5, [(0, 1, 1.0), (2, 3, -1.0)]))
    yield Problem("a large alpha", _rounds(7, 3, 0.9, [(0, 4, -1.0)]))
    yield Problem("no pairs", _rounds(4, 1, 0.3, []))
    twice = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [3.0, 0.0]])
    yield Problem("a duplicated point", _rounds(4, 2, 0.5, [(0, 3, -1.0)], twice))


def _nothing(call):
    return not call.args[2].any()


def _end(call):
    """The limit of the rounds."""
    P, W0, _, alpha = call.args
    return propagate(P, W0, alpha)


def _limit(call, W):
    return moves("an affinity", W - _end(call))


def _contracts(call, W):
    alpha, end = call.args[3], _end(call)
    before, after = (np.abs(V - end).max() for V in (call.args[2], W))
    if after <= alpha * before + TOL:
        return ""
    return f"the distance to the limit is {show(after)}; alpha times what it was is less"


def _known(call, W):
    W0, alpha = call.args[1], call.args[3]
    gap = np.abs(W - (1.0 - alpha) * W0).max()
    return f"from W = 0, an entry is {show(gap)} off its share of W0" if off(gap, 1.0) else ""


def _rows(call, W):
    P, W0, old, alpha = call.args
    own = W - (1.0 - alpha) * W0
    low, high = (
        np.array([f(old[P[i] > 0.0], axis=0) for i in range(len(P))]) for f in (np.min, np.max)
    )
    wrong = (own < alpha * low - TOL) | (own > alpha * high + TOL)
    if not wrong.any():
        return ""
    i, j = np.argwhere(wrong)[0]
    return f"what point {i} takes for pair ({i}, {j}) is no mean of what its neighbours have"


EXERCISE = Exercise(
    title="A step of affinity propagation",
    formula=r"W^+_{i\cdot}=\alpha\sum_jP_{ij}W_{j\cdot}+(1-\alpha)W^0_{i\cdot}",
    level=3,
    minutes=30,
    statement="What is known about a few pairs spreads to their neighbours.",
    starter=affinity_step,
    example=(np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(2), np.eye(2), 0.5),
    answer=np.full((2, 2), 0.5),
    problems=_problems,
    properties=(
        Property("what is known", _known, "Without affinities, only the share 1 - alpha of W0 is "
                 "left.", where=_nothing),
        Property("a mean of the neighbours", _rows, "A point looks at its own row of P, and at its "
                 "neighbours' rows of W.", 2.0),
        Property("contraction", _contracts, "A round shrinks the distance to the limit by alpha."),
        Property("fixed point at the limit", _limit, "The limit is what the round leaves as it "
                 "is.", where="limit"),
    ),
    idle=3.0,
    shape=lambda P, W0, W, alpha: W.shape,
)  # fmt: skip
