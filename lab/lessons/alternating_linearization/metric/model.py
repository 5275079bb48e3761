"""Scene `metric` in numbers: a sparse metric from a few labelled pairs, by alternating
linearization (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from lab.clock import align
from lab.drawing.text import subscript, unsigned
from lab.experiment import Run
from lab.lessons.alternating_linearization.common import (
    KNOBS,
    SIGMAS,
    TOL,
    case_of,
    constraints_of,
    require_metric,
)
from lab.lessons.alternating_linearization.rivals import solved_itml, solved_lmnn
from lab.lessons.alternating_linearization.synthetic import MOST
from lab.scenes.frames import Frame, Frames, remembered
from solvers import (
    InputError,
    SparsePrecision,
    lrml_metric,
    mahalanobis_metric,
    nearest_neighbour_error,
    solve_alternating_linearization,
    solve_proximal_newton,
)
from widgets.knobs import Knob, with_primary

ALM = "alm"
_MOST, _FEW = 200, 30
#: LMNN's share of the pushes and ITML's price of a violated bound, by which their authors start.
_MU, _GAMMA = 0.5, 1.0
_MORE = (
    Knob("mu", "log", 1.0, "Step μ, factor", 0.01, 100.0,
         help="1: μ = γmin γmax of the current M, for which the rate is best."),
    Knob("smoothing", "choice", 0.0, "Smoothing", options=SIGMAS,
         help="σ of (18): with σ > 0 no entry of Y is exactly zero."),
    Knob("proof", "choice", "gap", "Proof",
         options=(("gap", "gap P − D, log axis"), ("values", "P and D"),
                  ("floor", "cost of smoothing")),
         help="How the proof is drawn."),
)  # fmt: skip
#: With three features there are three entries off the diagonal, of which one ends at zero.
_OPENING = {"dimension": 3}
ALL_KNOBS = with_primary(
    (*(replace(k, default=_OPENING.get(k.name, k.default)) for k in KNOBS), *_MORE),
    "rho", "beta", "data", "dimension",
)  # fmt: skip
#: The source's sigma is the first.
_SIGMAS = np.geomspace(1e-6, 1.0, 7)
_EXACT, _SMOOTHED = 1e-13, 80


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The metric of the knobs, its companions, and how often each finds the wrong neighbour."""
    case = case_of(settings)
    result = solve_alternating_linearization(
        case.problem,
        x0=case.prior,
        tol=TOL,
        max_iter=_MOST,
        mu_factor=settings["mu"],
        smoothing=settings["smoothing"],
        cancelled=cancelled,
    )
    require_metric(case, result)
    main = "S3ML" if settings["semi"] else "S2ML"
    other = case_of({**settings, "semi": not settings["semi"]})  # refused here, if at all
    extra = {
        "case": case,
        "main": main,
        "optimum": _optimum(case, result),
        "errors": cache(partial(_errors, case, settings, result, other)),
        "now": _errors_of_rows(case, result.trace.snapshots),
    }
    if settings["proof"] == "floor":
        extra["costs"] = costs(case.problem, case.prior)
    return Run(case.problem, {ALM: result}, extra=extra)


def _optimum(case, result):
    """M* (d, d): the answer, or where the knobs made the method slow, that of a plain run."""
    if result.status == "converged":
        return result.x
    return _plain(case.problem, x0=case.prior).x


#: Solutions of which nothing but the answer is shown; the second needs a few steps only.
_plain = partial(solve_alternating_linearization, tol=TOL, max_iter=_MOST, record_every=0)
_fast = partial(solve_proximal_newton, tol=TOL, max_iter=_FEW, record_every=0)


def _answer(problem, x0):
    """The answer of a rival; where proximal Newton finds none, what the method of the scene reaches
    within its budget."""
    result = _fast(problem, x0=x0)
    return result.x if result.status == "converged" else _plain(problem, x0=x0).x


def _errors(case, settings, result, other):
    """Name -> share of wrong neighbours; NaN where there is no metric. other: the case of the other
    value of the knob "semi"."""
    # S2ML and S3ML are near each other: a start at the one halves the iterations of the other.
    found = _answer(other.problem, result)
    both = (found, result.x) if settings["semi"] else (result.x, found)
    pairs = (other if settings["semi"] else case).problem
    sparse = zip(("S2ML", "S3ML", "SDML"), (*both, _sdml(pairs, case.prior)), strict=True)
    found = _unweighted_errors(settings) | {name: _error(case, M) for name, M in sparse}
    return {name: found[name] for name in _ORDER}


@remembered
def _unweighted_errors(settings):
    """What `_errors` says of the metrics that neither rho nor beta changes."""
    case = constraints_of(settings, MOST)
    errors = {}
    for name, metric in _METRICS.items():
        try:
            errors[name] = _error(case, metric(case, settings))
        except InputError:
            errors[name] = np.nan
    return errors


def _sdml(pairs, prior):
    """S2ML, whose problem is `pairs`, with a free diagonal."""
    spared = pairs.rho * (1.0 - np.eye(len(pairs.Sigma)))
    return _answer(SparsePrecision(pairs.Sigma, spared), prior)


#: Name -> the metric of (case, settings) that neither rho nor beta changes.
_METRICS = {
    "Euclidean": lambda case, _: np.eye(case.X.shape[1]),
    "Mahalanobis": lambda case, _: mahalanobis_metric(case.X),
    "LRML": lambda case, settings: lrml_metric(
        case.X, case.similar, case.dissimilar, k=settings["k"], dissimilar_weight=settings["weight"]
    ),
    "LMNN": lambda case, _: solved_lmnn(case.X[case.labelled], case.y[case.labelled], _MU).x,
    "ITML": lambda case, settings: (
        solved_itml(case.X, case.similar, case.dissimilar, _GAMMA, settings["prior"]).x
    ),
}
#: In which order the panel names them.
_ORDER = ("Euclidean", "Mahalanobis", "S2ML", "S3ML", "LRML", "LMNN", "ITML", "SDML")


def _error(case, M):
    if not np.isfinite(M).all():
        return np.nan
    known, hidden = case.labelled, case.hidden()
    X, y = case.X, case.y
    return nearest_neighbour_error(M, X[known], y[known], X[hidden], y[hidden])


def _errors_of_rows(case, shown):
    """The error (R,) of the sparse metric of each row; of M where Y is no metric."""
    metrics = np.where(shown["point_valid"][:, None, None], shown["Y"], shown["M"])
    known, hidden = case.labelled, case.hidden()
    apart = case.X[hidden, None, :] - case.X[known]
    products = (apart[..., :, None] * apart[..., None, :]).reshape(*apart.shape[:2], -1)
    nearest = (products @ metrics.reshape(len(metrics), -1).T).argmin(axis=1)
    return np.mean(case.y[known][nearest] != case.y[hidden][:, None], axis=0)


def costs(problem: SparsePrecision, x0: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(sigma (k,), cost (k,), limit (k,)): P - P* at the answer of each smoothed problem, P* by its
    lower bound, and what Theorem 4 allows."""
    best = solve_alternating_linearization(problem, x0=x0, tol=_EXACT, max_iter=10 * _SMOOTHED)
    found = []
    for sigma in _SIGMAS:
        run = solve_alternating_linearization(
            problem,
            x0=best,
            smoothing=sigma,
            scaling=False,
            tol=0.0,
            max_iter=_SMOOTHED,
            record_every=_SMOOTHED,
        )
        M = run.trace.snapshots["M"][-1]
        value = np.sum(problem.Sigma * M + problem.rho * np.abs(M)) - np.linalg.slogdet(M)[1]
        found.append(value - best.certificate.bound)
    squares = np.sum(np.broadcast_to(problem.rho, problem.Sigma.shape) ** 2)
    return _SIGMAS, np.array(found), 0.5 * _SIGMAS * squares


def frames(run: Run) -> Frames:
    """The table: T frames of d features.

    M, Y (T, d, d): the dense and the sparse point. gap (T,): best so far; inf before the first
    bound. proved_zero (T, d, d): entries proved zero by then. watched (T,): the entry (i, j) above
    the diagonal that moved most; name, old, new (T,): its name, old and new value. optimum (d, d):
    M*, certified. pairs: the entries above the diagonal.
    """
    case, trace = run.extra["case"], run.trace
    clock, at = align(trace, most=160)
    rows = {name: np.minimum(at, len(other) - 1) for name, other in run.traces.items()}
    f, d = Frames(run, clock, rows, tolerance=TOL), case.X.shape[1]
    pairs = [(i, j) for i in range(d) for j in range(i + 1, d)]
    f.facts(case=case, d=d, pairs=pairs, optimum=run.extra["optimum"])
    f.columns(
        gap=unsigned(trace.gap, float(d))[at],
        proved_zero=lambda f: _proved_zeros(run.problem, run.result, at),
        watched=_watched,
        name=lambda f: [entry(i, j) for i, j in f.watched],
        old=lambda f: _of_watched(f, f.before("Y")),
        new=lambda f: _of_watched(f, f.Y),
        zero_count=lambda f: np.count_nonzero(f.Y == 0.0, axis=(1, 2)),
    )
    return f


def entry(i: int, j: int, name: str = "Y") -> str:
    """The name of an entry: "Y₁₂"."""
    return f"{name}{subscript(i + 1)}{subscript(j + 1)}"


def _watched(f):
    moves = np.abs(np.diff(f.Y, axis=0, prepend=f.Y[:1]))
    which = np.argmax([moves[:, i, j] for i, j in f.pairs], axis=0)
    return [f.pairs[w] for w in which]


def _of_watched(f, column):
    i, j = np.array(f.watched).T
    return column[np.arange(len(f)), i, j]


def threshold(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """(B, threshold) (d, d) of a frame: Y = soft(B, threshold), eq. (25), in the variables of the
    problem. B = M - mu grad f(M); scaling multiplies mu by e_i^2 e_j^2."""
    problem, M = frame.case.problem, frame.M
    e2 = problem.scales() ** 2
    step = frame.mu * np.outer(e2, e2)
    return M + step * (np.linalg.inv(M) - problem.Sigma), step * problem.weights


def _proved_zeros(problem, result, at):
    """Entries (T, d, d) proved zero by each frame: from its point and M^-1 as the dual point,
    in the last also from the best of both."""
    trace = result.trace
    shown, masks = trace.snapshots, np.zeros((len(at), *problem.Sigma.shape), dtype=bool)
    for k in np.flatnonzero(trace.gap[at] <= problem.largest_proving_gap()):
        M = shown["M"][at[k]]
        point = shown["Y"][at[k]] if shown["point_valid"][at[k]] else M
        masks[k] = problem.proved_zeros(problem.rescale(point), np.linalg.inv(M))
    if "Z" in result.dual:  # the best dual point need not be that of any row's M
        masks[-1] |= problem.proved_zeros(result.x, result.dual["Z"])
    return np.maximum.accumulate(masks, axis=0)


def predicted(f: Frames) -> tuple[int, float, float, int] | None:
    """(k0, gap at k0, q, k1): where the prediction begins, its rate, where it ends; or None.

    Begins halfway, when the zeros are found. Near M* errors shrink by q at least, gaps by q^2 on
    the whole; how the gap falls before, or where its dual points come late, q does not say.
    """
    trace = f.run.result.trace
    last = len(trace) - 1
    first = min(max(1, len(trace) // 2), last)
    q, gap = float(trace.snapshots["rate"][last]), float(trace.gap[first])
    if last - first < 3 or not (0.0 < q < 1.0 and 0.0 < gap < np.inf):
        return None
    return int(trace.iteration[first]), gap, q, int(trace.iteration[last])


def measured(f: Frames) -> float:
    """The factor by which the gap fell per iteration over the stretch of `predicted`."""
    found = predicted(f)
    assert found is not None
    first, gap, _, last = found
    end = f.run.result.trace.gap[-1]
    return (max(end, 1e-15) / gap) ** (1.0 / (last - first))
