"""What the solvers of MultiInstanceODM share: the outer loop with its two halves, starts, pictures,
and the machine of a fixed assignment."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers.checks import locked
from solvers.compiled import njit
from solvers.docstrings import documented
from solvers.odm.descent import solve_band
from solvers.options import Options, start
from solvers.problems.band import band_loss, parts
from solvers.problems.lifted import mixed_gram
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.result import ArrayLike, Certificate, Result, Start, State, States, Trace, answer_scale

#: v is recorded in full up to this many assignments, and beyond it only the heaviest.
MOST_SHOWN, _HEAVIEST = 500, 10
#: A machine is solved to this share of what is asked, as its value may be less than that at zero
#: margins; and again, at most so often, where it is less by more.
_SAFELY, _ROUNDS = 0.1, 3
_ONE_CLASS = {
    "note": "There are bags of one class only: the machine describes that class, and nothing keeps "
    "it from calling every bag the same."
}


def drive_saddle(states: States, problem: MultiInstanceODM, options: Options) -> Result:
    """`options.drive` for max over u of min over c of D(u, c), where u carries the lower half and
    (v, s) the upper half.

    `drive` minimises a function of x against a bound from the dual variables; here it minimises
    minus the lower half over x = u, and minus the upper half is the bound. So the best u and the
    best (v, s) are stored separately, as they should be, and the signs are reversed at the end.
    """

    def certify(u, **dual):
        return _turned(problem.certify(u, **dual))

    def certify_rows(U, v, s):
        return list(map(_turned, problem.certify_rows(U, v, s)))

    result = options.drive(states, certify, certify_rows)
    trace = result.trace
    swapped = replace(trace, objective=locked(-trace.bound), bound=locked(-trace.objective))
    return replace(result, certificate=_turned(result.certificate), trace=swapped)


def _turned(c):
    return Certificate(-c.bound, -c.objective, c.scale, c.infeasibility)


def saddle_halves(trace: Trace, value: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """(upper (T,), lower (T,)): how far each row's upper half lies above the saddle value, and its
    lower half below; together the row's gap.

    value: the saddle value where it is known; else the middle of the best halves of the trace, so
    that neither is smaller than 0 beyond half the final gap.
    """
    if value is None:
        value = 0.5 * (trace.objective.min() + trace.bound.max())
    return trace.objective - value, value - trace.bound


def pictures(
    problem: MultiInstanceODM, u: np.ndarray, v: np.ndarray, assignments: np.ndarray | None = None
) -> State:
    """Snapshots of a state: u, v (all assignments, up to 500), key_probability (J,), and the ten
    heaviest assignments with their weights, padded with -1 and 0."""
    weights, index = problem.mixture(v, assignments)
    shown = _shown(problem, weights[None], index)
    shown = {"u": u, **{name: rows[0] for name, rows in shown.items()}}
    if problem.count <= MOST_SHOWN:
        own = assignments is None
        shown["v"] = weights if own else _spread(problem, weights, index - problem.first)
    return shown


def pictures_of_rows(problem: MultiInstanceODM, U: np.ndarray, V: np.ndarray) -> State:
    """`pictures` of each row of U (n, 2N) and V (n, count), at most 500 assignments: arrays of n
    rows."""
    W, index = problem.mixture_rows(V)
    return locked({"u": U, **_shown(problem, W, index), "v": W})


def _shown(problem, W, index):
    """key_probability, heaviest and weights of each row of W (n, k) on index (k, p)."""
    # Read-only always, or numba would compile this once more.
    heights, heaviest, probability = _summaries(W, locked(index), problem.first, _HEAVIEST,
                                                len(problem.points))  # fmt: skip
    return {"key_probability": probability, "heaviest": heaviest, "weights": heights}


@njit(cache=True, nogil=True)
def _summaries(W, index, first, most, J):
    """`_summary` of each row of W (n, k), stacked."""
    n = len(W)
    heights, heaviest = np.zeros((n, most)), np.full((n, most, first.size), -1)
    probability = np.zeros((n, J))
    for r in range(n):
        _summary(W[r], index, first, heights[r], heaviest[r], probability[r])
    return heights, heaviest, probability


@njit(cache=True, nogil=True)
def _summary(weights, index, first, heights, heaviest, probability):
    """Fill in the largest of the weights (k,) on index (k, p), their assignments, numbered within
    the bags, and what all put on each instance."""
    top = np.argsort(-weights, kind="mergesort")[: heights.size]
    for k in range(top.size):
        heights[k] = weights[top[k]]
        for i in range(first.size):
            heaviest[k, i] = index[top[k], i] - first[i]
    for c in range(weights.size):
        for i in range(first.size):
            probability[index[c, i]] += weights[c]


def _spread(problem, weights, keys):
    """The weights (k,) of the assignments keys (k, p) among those of all, in lexicographic
    order."""
    places = np.zeros(len(keys), np.int64)
    if keys.shape[1]:
        places = np.ravel_multi_index(tuple(keys.T), tuple(problem.sizes))
    return np.bincount(places, weights, minlength=problem.count)


def one_class_note(problem: MultiInstanceODM) -> State:
    """A note for the first state where a class is missing."""
    return {} if np.ptp(problem.y) > 0.0 else _ONE_CLASS


def start_point(problem: MultiInstanceODM, x0: Start) -> np.ndarray | None:
    """u (2N,) >= 0 of an array or an earlier result, None for the solver's own start."""
    return None if x0 is None else np.maximum(start(x0, 2 * problem.omega.size, "x0"), 0.0)


def start_mixture(problem: MultiInstanceODM, x0: Start) -> tuple[np.ndarray, np.ndarray] | None:
    """(v (k,), assignments (k, p)) of an earlier result with v > 0, or None."""
    start_point(problem, x0)
    if not isinstance(x0, Result) or "v" not in x0.dual:
        return None
    v, index = problem.mixture(x0.dual["v"], x0.dual.get("assignments"))
    return v[v > 0.0], (index - problem.first)[v > 0.0]


@documented
def best_response(
    problem: MultiInstanceODM,
    v: ArrayLike | None = None,
    assignments: ArrayLike | None = None,
    *,
    s: np.ndarray | None = None,
    accuracy: float = 1e-14,
) -> np.ndarray:
    """The u (2N,) that maximises the saddle function for given weights on assignments.

    Parameters
    ----------
    problem : MultiInstanceODM
        Bags of instances with labels.
    v : array_like (k,)
        Weights, clipped and normalised; None: even ones.
    assignments : array_like (k, p)
        Keys, numbered within the bags; None: all of them.
    s : array_like (N,)
        A start: the difference of both halves of a u that is near.
    accuracy : float
        The gap to reach, as a share of the value, or of that at zero margins where that is smaller.

    Returns
    -------
    numpy.ndarray (2N,)
        u >= 0, of which at most one half is positive in each row.
    """
    return answer(problem, *problem.mixture(v, assignments), s, accuracy)


def answer(
    problem: MultiInstanceODM,
    v: np.ndarray,
    index: np.ndarray,
    s: np.ndarray | None = None,
    accuracy: float = 1e-14,
) -> np.ndarray:
    """`best_response` to weights v (k,) on the simplex and instance numbers index (k, p)."""
    K = mixed_gram(problem.gram(), index, problem.negative, v)
    return parts(band_maximiser(problem, K, s, accuracy))


def band_maximiser(
    problem: MultiInstanceODM, K: np.ndarray, s: np.ndarray | None = None, accuracy: float = 1e-14
) -> np.ndarray:
    """The maximiser s (N,) of the band's dual with the Gram matrix K (N, N)."""
    above, at_zero = problem.nu * problem.omega, problem.at_zero
    enough = _SAFELY * accuracy * at_zero
    for _ in range(_ROUNDS):
        s = solve_band(K, problem.omega, above, problem.theta, s, enough)
        wanted = accuracy * band_scale(s, K @ s, problem, at_zero)
        if wanted >= enough:
            break
        enough = _SAFELY * wanted
    assert s is not None  # of the last round
    return s


def band_scale(s: np.ndarray, f: np.ndarray, problem: MultiInstanceODM, at_zero: float) -> float:
    """What gaps of a machine with multipliers s (N,) and margins f are measured against: see
    `answer_scale`."""
    loss = band_loss(f, problem.omega, problem.nu, problem.theta).sum()
    return answer_scale(0.5 * (s @ f) + loss, at_zero=at_zero)
