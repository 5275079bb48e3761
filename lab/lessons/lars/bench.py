"""The path of the lasso and the family of sparse linear models against foreign packages.

The peer runs first; our certificate of its answer is the gap that ours is then asked for. All
packages have one thread.
"""

from __future__ import annotations

import numpy as np

from lab.benchmarks import peers
from lab.benchmarks.tables import Table, short
from lab.benchmarks.timing import LEAST, race, sufficient, versus
from lab.data import load, sparse_regression
from lab.threads import one_thread
from solvers import (
    GroupLasso,
    GroupLogistic,
    Lasso,
    SparseLogistic,
    lars_path,
    lasso_grid,
    solve_block_cd,
    solve_coordinate_descent,
)

_HEADS = ("case", "gap of the peer", "our gap", "ours s", "peer s", "times faster", "target")
_GAP = 1e-6
_SHARES = (0.1, 0.01)
#: Knots of one path that are certified at most.
_KNOTS = 200
#: What a walk over a grid has to prove, and the tolerances of foreign walks that are tried.
_GRID_GAP, _GRID_TOLERANCES = 1e-6, (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
#: Random designs with ties, duplicates and zero columns.
_DEGENERATE = 300


def tables(options):
    """One table per target, some two minutes in all."""
    with one_thread():
        yield paths(options.runs)
        yield degenerate()
        yield grids(options.runs)
        yield from (measure(options.runs) for measure in (groups, logistic, group_logistic))


def path_problems():
    """(case, X, t, share of lam_max where the path ends, target)."""
    real = load("diabetes")
    yield "diabetes 442 x 10, to 0", real.X, real.y - real.y.mean(), 0.0, 5.0
    for n, d, target in ((200, 500, 5.0), (1000, 2000, 1.5)):
        X, t, _ = sparse_regression(n, d, 20)
        yield f"{n} x {d}, to 0.01 lam_max", X, t, 0.01, target


def paths(runs):
    """`lars_path` against scikit-learn's."""
    rows = []
    for case, X, t, share, target in path_problems():
        X = np.asfortranarray(X)
        lam_min = share * Lasso(X, t, 0.0).lam_max

        def ours(X=X, t=t, lam_min=lam_min):
            return lars_path(X, t, lam_min)

        peer = _faster(_sklearn_path(X, t, lam_min, gram) for gram in (None, "auto"))
        alphas, _, coefs = peer()
        gaps = _worst(X, t, alphas * t.size, coefs.T), _worst(X, t, ours().knots, ours().coefs)
        seconds = race(ours, peer, runs)
        measured = map(short, (*gaps, seconds.ours, seconds.peer, seconds.faster))
        rows.append((case, *measured, target))
    return Table(
        "lars_path against scikit-learn's lars_path", _HEADS, tuple(rows),
        (f"Public calls, X by columns; the gap is the worst of all knots (at most {_KNOTS}), a "
         "share of ||t||^2 / 2. scikit-learn with or without X'X, whichever is the faster; medians "
         f"of {runs} runs in turn.",),
    )  # fmt: skip


def grids(runs):
    """`lasso_grid` against scikit-learn's and celer's walks over the same hundred lam."""
    rows = []
    for case, X, t in grid_problems():
        X = np.asfortranarray(X)
        lams = lasso_grid(X, t).lams
        for name, peer in _grid_peers(X, t, lams).items():
            walk, gap = _sufficient_walk(X, t, lams, peer)
            tol = max(gap, LEAST)

            def ours(X=X, t=t, lams=lams, tol=tol):
                return lasso_grid(X, t, lams, tol=tol)

            proved = max(ours().gaps.max(), 0.0)
            seconds = race(ours, walk, runs)
            measured = map(short, (gap, proved, seconds.ours, seconds.peer, seconds.faster))
            rows.append((f"{case}, {name}", *measured, 1.0))
    return Table(
        "lasso_grid against walks of the same hundred lam, to 0.01 lam_max", _HEADS, tuple(rows),
        ("Public calls, X by columns; the gap is the worst of all points. Each peer at the loosest "
         f"of its tolerances that our certificates find good for {_GRID_GAP:g}, ours for the gap "
         f"that the peer reaches, its certificates included; medians of {runs} runs in turn.",),
    )  # fmt: skip


def grid_problems():
    """(case, X, t): real and seeded, tall and wide."""
    real = load("diabetes")
    yield "442 x 10", real.X, real.y - real.y.mean()
    for n, d in ((200, 500), (1000, 2000), (20_000, 200)):
        X, t, _ = sparse_regression(n, d, 20)
        yield f"{n} x {d}", X, t


def _grid_peers(X, t, lams):
    """Package -> tol -> its walk, which returns weights (D, K)."""
    from celer import celer_path
    from sklearn.linear_model import lasso_path

    alphas = lams / t.size
    return {
        "scikit-learn": lambda tol: lambda: lasso_path(X, t, alphas=alphas, tol=tol)[1],
        "celer": lambda tol: lambda: celer_path(X, t, "lasso", alphas=alphas, tol=tol)[1],
    }


def _sufficient_walk(X, t, lams, peer):
    """(its walk, its gap) at the loosest tolerance that is good enough."""
    for tol in _GRID_TOLERANCES:
        walk = peer(tol)
        gap = _worst(X, t, lams, walk().T)
        if gap <= _GRID_GAP:
            break
    return walk, gap


def _sklearn_path(X, t, lam_min, gram):
    from sklearn.linear_model import lars_path as peer

    return lambda: peer(X, t, method="lasso", alpha_min=lam_min / t.size, Gram=gram)


def _faster(calls):
    """The call that takes the least time, warm."""
    return min(calls, key=lambda call: (call(), peers.timed(call))[1])


def _worst(X, t, lams, coefs):
    """The largest relative gap of the points `coefs` (K, D) at their `lams` (K,), above 0."""
    some = np.unique(np.linspace(0, len(lams) - 1, min(len(lams), _KNOTS)).astype(int))
    some = some[lams[some] > 1e-9 * lams[0]]
    return max(Lasso(X, t, lams[k]).certify(coefs[k]).relative_gap for k in some)


def degenerate():
    """All knots of random designs with ties, duplicate, opposite and zero columns, N < D."""
    worst, knots = 0.0, 0
    for seed in range(_DEGENERATE):
        X, t = degenerate_design(seed)
        path = lars_path(X, t)
        knots += path.knots.size
        worst = max(worst, _worst(X, t, path.knots, path.coefs))
    return Table(
        f"All knots of {_DEGENERATE} degenerate problems, certified",
        ("problems", "knots", "worst gap", "target"), ((_DEGENERATE, knots, short(worst), 1e-10),),
        ("Whole numbers from -2 to 2, so that correlations tie; a column twice, one with the other "
         "sign, one zero; 3 to 12 rows, 4 to 15 columns.",),
    )  # fmt: skip


def degenerate_design(seed):
    """(X, t) of small whole numbers with a duplicate, an opposite and a zero column."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(3, 13), rng.integers(4, 16)
    X = rng.integers(-2, 3, (n, d)).astype(np.float64)
    X[:, 1], X[:, 2] = X[:, 0], -X[:, d - 1]
    X[:, rng.integers(d)] = 0.0
    t = rng.integers(-3, 4, n).astype(np.float64)
    if not (X.T @ t).any():
        t, X[0, 0] = np.eye(n)[0], 1.0
    return X, t


def group_problems():
    """(case, problem) of the group lasso: real features in pairs, and seeded ones in fives."""
    real = load("diabetes")
    designs = [(real.X, real.y - real.y.mean(), 2)]
    designs += [(*sparse_regression(n, d, 20)[:2], 5) for n, d in ((200, 500), (1000, 2000))]
    for X, t, size in designs:
        labels = np.arange(X.shape[1]) // size
        yield from _at_shares(GroupLasso, X, t, labels, f"groups of {size}")


def groups(runs):
    """`solve_block_cd` on the group lasso against celer's."""
    rows = [_versus(*case, peers.celer_groups, solve_block_cd, runs) for case in group_problems()]
    return Table(
        f"solve_block_cd on GroupLasso against celer's GroupLasso, gap {_GAP:g}", _HEADS,
        tuple(rows), (_note("celer", runs),),
    )  # fmt: skip


def logistic_problems():
    """(case, problem) of L1-penalised logistic regression: real and seeded features."""
    for X, t in _classes():
        yield from _at_shares(SparseLogistic, X, t, None, "")


def logistic(runs):
    """`solve_coordinate_descent` on sparse logistic regression against liblinear."""
    rows = [
        _versus(*case, peers.liblinear, solve_coordinate_descent, runs)
        for case in logistic_problems()
    ]
    return Table(
        f"solve_coordinate_descent on SparseLogistic against liblinear, gap {_GAP:g}", _HEADS,
        tuple(rows), (_note("liblinear", runs) + " No intercept.",),
    )  # fmt: skip


def group_logistic_problems():
    """(case, problem) of group-penalised logistic regression."""
    for X, t in _classes():
        labels = np.arange(X.shape[1]) // 5
        yield from _at_shares(GroupLogistic, X, t, labels, "groups of 5")


def group_logistic(runs):
    """`solve_block_cd` on group-penalised logistic regression: certificate and time."""
    rows = []
    for case, problem in group_logistic_problems():

        def ours(problem=problem):
            return solve_block_cd(problem, tol=_GAP, record_every=0)

        proved = ours()
        gap, status = short(proved.certificate.relative_gap), proved.status
        rows.append((case, gap, status, short(race(ours, ours, runs).ours)))
    return Table(
        f"solve_block_cd on GroupLogistic, gap {_GAP:g}", ("case", "our gap", "status", "ours s"),
        tuple(rows), (f"Medians of {runs} runs.",),
    )  # fmt: skip


def _classes():
    """(X, t) with labels: breast cancer in standard units, and signs of a seeded target."""
    real = load("breast_cancer")
    X = (real.X - real.X.mean(axis=0)) / real.X.std(axis=0)
    yield X, np.where(real.y > 0, 1.0, -1.0)
    X, t, _ = sparse_regression(1000, 2000, 20)
    yield X, np.where(t > 0.0, 1.0, -1.0)


def _at_shares(family, X, t, labels, design):
    """(case, problem) at shares of lam_max."""
    rest = () if labels is None else (labels,)
    whole = family(np.asfortranarray(X), t, 0.0, *rest)
    for share in _SHARES:
        problem = family(whole.X, whole.t, share * whole.lam_max, *rest)
        size = "{} x {}".format(*X.shape)
        case = ", ".join(w for w in (size, design, f"lam = {share:g} lam_max") if w)
        yield case, problem


def _versus(case, problem, make_peer, solver, runs):
    """A row: the peer at its loosest sufficient tolerance, ours asked for the same gap."""
    peer = _sufficient(problem, make_peer)
    ours = lambda gap: solver(problem, tol=gap, record_every=0)  # noqa: E731
    return (case, *versus(problem, ours, peer, runs), 1.0)


def _sufficient(problem, make_peer):
    """The peer at the loosest tolerance that our certificate finds good enough."""
    tols = (part * tol for tol in 10.0 ** -np.arange(2.0, 13.0) for part in (1.0, 0.5, 0.2))
    return sufficient(problem, make_peer, _GAP, tols)


def _note(peer, runs):
    return (
        f"Public calls; {peer} at the loosest tolerance that our certificate finds good enough, "
        f"ours asked for the gap that {peer} then has; medians of {runs} runs in turn."
    )
