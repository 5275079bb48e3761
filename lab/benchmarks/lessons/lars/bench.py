"""The path of the lasso and the family of sparse linear models against foreign packages.

The peer runs first; our certificate of its answer is the gap that ours is then asked for. All
packages have one thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from types import SimpleNamespace

import numpy as np

from lab.benchmarks.contest import GAP, Case, contest
from lab.benchmarks.problems import Model, at_shares, regression
from lab.benchmarks.timing import LEAST, busy, race
from lab.data import load, sparse_regression
from lab.peers.celer import groups as groups_of_celer
from lab.peers.scikit_learn import liblinear
from lab.processes import one_thread
from lab.race.peers import timed
from lab.table import Table, short
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
_SHARES = (0.1, 0.01)
#: Knots of one path that are certified at most.
_KNOTS = 200
#: The tolerances of foreign walks over a grid that are tried.
_GRID_TOLERANCES = (1e-4, 1e-5, 1e-6, 1e-7, 1e-8)
#: Random designs with ties, duplicates and zero columns.
_DEGENERATE = 300


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per target, some two minutes in all."""
    with one_thread():
        yield paths(options.runs)
        yield degenerate()
        yield grids(options.runs)
        yield contest("solve_block_cd on GroupLasso against celer's", groups(), options)
        yield contest(
            "solve_coordinate_descent on SparseLogistic against liblinear", logistic(), options,
            "No intercept.",
        )  # fmt: skip
        yield group_logistic(options.runs)


def path_problems() -> Iterator[tuple[str, np.ndarray, np.ndarray, float, float]]:
    """(case, X, t, share of lam_max where the path ends, target)."""
    real = load("diabetes")
    yield "diabetes 442 x 10, to 0", real.X, real.y - real.y.mean(), 0.0, 5.0
    for n, d, target in ((200, 500, 3.0), (1000, 2000, 2.0)):
        X, t, _ = sparse_regression(n, d, 20)
        yield f"{n} x {d}, to 0.01 lam_max", X, t, 0.01, target


def paths(runs: int) -> Table:
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
        seconds = race(ours, peer, runs, clock=busy)
        measured = map(short, (*gaps, seconds.ours, seconds.peer, seconds.faster))
        rows.append((case, *measured, target))
    return Table(
        "lars_path against scikit-learn's lars_path", _HEADS,
        tuple(rows),
        (f"Public calls, X by columns; the gap is the worst of all knots (at most {_KNOTS}), a "
         "share of ||t||^2 / 2. scikit-learn with or without X'X, whichever is the faster; medians "
         f"of {runs} runs in turn.",),
    )  # fmt: skip


def grids(runs: int) -> Table:
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
            seconds = race(ours, walk, runs, clock=busy)
            measured = map(short, (gap, proved, seconds.ours, seconds.peer, seconds.faster))
            rows.append((f"{case}, {name}", *measured, 1.0))
    return Table(
        "lasso_grid against walks of the same hundred lam, to 0.01 lam_max", _HEADS,
        tuple(rows),
        ("Public calls, X by columns; the gap is the worst of all points. Each peer at the loosest "
         f"of its tolerances that our certificates find good for {GAP:g}, ours for the gap "
         f"that the peer reaches, its certificates included; medians of {runs} runs in turn.",),
    )  # fmt: skip


def grid_problems() -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
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
        if gap <= GAP:
            break
    return walk, gap


def _sklearn_path(X, t, lam_min, gram):
    from sklearn.linear_model import lars_path as peer

    return lambda: peer(X, t, method="lasso", alpha_min=lam_min / t.size, Gram=gram)


def _faster(calls):
    """The call that takes the least time, warm."""
    return min(calls, key=lambda call: (call(), timed(call))[1])


def _worst(X, t, lams, coefs):
    """The largest relative gap of the points `coefs` (K, D) at their `lams` (K,), above 0."""
    some = np.unique(np.linspace(0, len(lams) - 1, min(len(lams), _KNOTS)).astype(int))
    some = some[lams[some] > 1e-9 * lams[0]]
    return max(Lasso(X, t, lams[k]).certify(coefs[k]).relative_gap for k in some)


def degenerate() -> Table:
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


def degenerate_design(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of small whole numbers with a duplicate, an opposite and a zero column."""
    rng = np.random.default_rng(seed)
    n, d = rng.integers(3, 13), rng.integers(4, 16)
    X = rng.integers(-2, 3, (n, d)).astype(np.float64)
    X[:, 1], X[:, 2] = X[:, 0], -X[:, d - 1]
    X[:, rng.integers(d)] = 0.0
    t = rng.integers(-3, 4, n).astype(np.float64)
    if not (X.T @ t).any():
        t, X[0, 0] = np.eye(int(n))[0], 1.0
    return X, t


def groups() -> Iterator[Case]:
    """Real features in pairs, and seeded ones in fives."""
    real = load("diabetes")
    designs = [at_shares(GroupLasso, real.X, real.y - real.y.mean(), _SHARES, 2)]
    designs += [regression(GroupLasso, n, d, _SHARES) for n, d in ((200, 500), (1000, 2000))]
    for words, problem in chain(*designs):
        yield Case(words, problem, solve_block_cd, groups_of_celer)


def logistic() -> Iterator[Case]:
    """L1-penalised logistic regression on real and seeded features."""
    for words, problem in classes(SparseLogistic):
        yield Case(words, problem, solve_coordinate_descent, liblinear)


def classes(family: type[Model]) -> Iterator[tuple[str, Model]]:
    """(words, problem): breast cancer in standard units, and signs of a seeded target."""
    real = load("breast_cancer")
    X = (real.X - real.X.mean(axis=0)) / real.X.std(axis=0)
    yield from at_shares(family, X, np.where(real.y > 0, 1.0, -1.0), _SHARES)
    yield from regression(family, 1000, 2000, _SHARES)


def group_logistic(runs: int) -> Table:
    """`solve_block_cd` on group-penalised logistic regression: certificate and time."""
    rows = []
    for case, problem in classes(GroupLogistic):

        def ours(problem=problem):
            return solve_block_cd(problem, tol=GAP, record_every=0)

        proved = ours()
        gap, status = short(proved.certificate.relative_gap), proved.status
        rows.append((case, gap, status, short(race(ours, ours, runs, clock=busy).ours)))
    return Table(
        f"solve_block_cd on GroupLogistic, gap {GAP:g}", ("case", "our gap", "status", "ours s"),
        tuple(rows), (f"Medians of {runs} runs.",),
    )  # fmt: skip
