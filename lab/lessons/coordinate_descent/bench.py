"""Coordinate descent and its companion against foreign packages, to the same certified gap.

The peer runs first; our certificate of its answer is the gap that ours is then asked for. All
packages have one thread, as scikit-learn's and Clarabel's methods use one anyway.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from lab.benchmarks import peers
from lab.benchmarks.tables import Table, short
from lab.benchmarks.timing import LEAST, memory, race, sufficient, versus
from lab.data import load, sparse_regression
from lab.lessons.coordinate_descent.tables import PRINTED, problems, triplets
from lab.sweeps.each import beside, each
from lab.threads import one_thread
from solvers import (
    Lasso,
    TripletMetric,
    solve_coordinate_descent,
    solve_dual_cd,
    solve_subspace_descent,
    solve_triplet_interior_point,
)

_HEADS = ("case", "gap of the peer", "our gap", "ours s", "peer s", "times faster", "target")
_GAP = 1e-6
_SMALL_C = (0.0014, 0.0045)
_SIZES = ((442, 10), (1000, 2000), (4000, 2000))
_DUAL_CD_SETS = ("appendicitis", "ionosphere", "movement_libras")


def tables(options):
    """One table per target; with `options.slow` also quadprog, about a minute in all."""
    with one_thread():
        yield from (measure(options.runs) for measure in (lasso, extremes, dual_cd, companion))
        if options.slow:
            yield dual_cd_dense(options)
    yield memories()


def lasso(runs):
    """The public call `solve_coordinate_descent(record_every=0)` against scikit-learn's Lasso."""
    rows = []
    for case, problem in lasso_problems():
        for tol in (1e-4, 1e-8):
            peer = peers.scikit_learn(problem, tol)

            def ours(gap, problem=problem):
                return solve_coordinate_descent(problem, tol=gap, record_every=0)

            rows.append((f"{case}, its tol {tol:g}", *versus(problem, ours, peer, runs), 1.0))
    return Table(
        "solve_coordinate_descent against scikit-learn's Lasso", _HEADS, tuple(rows),
        (f"Public calls, X by columns, without intercept; medians of {runs} runs in turn.",),
    )  # fmt: skip


def lasso_problems():
    """(case, problem) on 442 x 10 real and 1000 x 2000 seeded features."""
    real = load("diabetes")
    for X, t in ((real.X, real.y - real.y.mean()), sparse_regression(1000, 2000, 20)[:2]):
        whole = Lasso(X, t, 1.0)
        for share in (0.1, 0.01):
            problem = Lasso(whole.X, whole.t, share * whole.lam_max)
            yield "{} x {}".format(*X.shape) + f", lam = {share:g} lam_max", problem


def extremes(runs):
    """Tall, sparse and densely supported lassos against scikit-learn's and celer's."""
    rows = []
    for case, problem, solver in extreme_problems():
        for name, make_peer in (("scikit-learn", peers.scikit_learn), ("celer", peers.celer)):
            peer = sufficient(problem, make_peer, _GAP, 10.0 ** -np.arange(2.0, 13.0))

            def ours(gap, problem=problem, solver=solver):
                return solver(problem, tol=gap, record_every=0)

            rows.append((f"{case}, {name}", *versus(problem, ours, peer, runs), 1.0))
    return Table(
        f"Lassos of extreme shapes against scikit-learn and celer, gap {_GAP:g}", _HEADS,
        tuple(rows),
        ("Public calls, X by columns, dense or (sparse) of scipy. Ours is solve_coordinate_descent "
         "or, at 200 x 500, solve_subspace_descent, asked for the gap of the peer, which has the "
         f"loosest tolerance that is good enough; medians of {runs} runs in turn.",),
    )  # fmt: skip


def extreme_problems():
    """(case, problem, our solver): many rows; most entries zero; most weights in use."""
    dense = (((20_000, 200), (0.1, 0.01), solve_coordinate_descent),
             ((200, 500), (0.01,), solve_subspace_descent))  # fmt: skip
    for (n, d), shares, solver in dense:
        X, t, _ = sparse_regression(n, d, 20)
        yield from _at_shares(np.asfortranarray(X), t, shares, solver, f"{n} x {d}")
    for n, d, density in ((2000, 20_000, 1e-2), (10_000, 100_000, 1e-3)):
        size = f"{n} x {d}, {100 * density:g} % not zero"
        yield from _at_shares(
            *sparse_design(n, d, density), (0.1, 0.01), solve_coordinate_descent, size
        )


def _at_shares(X, t, shares, solver, size):
    whole = Lasso(X, t, 1.0)
    for share in shares:
        problem = Lasso(whole.X, whole.t, share * whole.lam_max)
        yield f"{size}, lam = {share:g} lam_max", problem, solver


def sparse_design(n, d, density, seed=0):
    """(X, t): seeded normal entries in random places, fifty columns that count, a tenth noise."""
    rng = np.random.default_rng(seed)
    count = int(density * n * d)
    places = (rng.integers(n, size=count), rng.integers(d, size=count))
    X = sparse.csc_array(sparse.coo_array((rng.standard_normal(count), places), shape=(n, d)))
    t = X[:, rng.choice(d, min(50, d), replace=False)].sum(axis=1)
    return X, t + 0.1 * t.std() * rng.standard_normal(n)


def easy_problems():
    """(case, problem) of three sets with L = I at both ends of the effective C of the source."""
    for name in _DUAL_CD_SETS:
        X, rows = triplets(name)
        for C in _SMALL_C:
            problem = TripletMetric.from_triplets(X, rows, C=C)
            yield f"{name} {_shape(problem)}, C = {C:g}", problem


def dual_cd(runs):
    """`solve_dual_cd` against Clarabel on three sets, L = I, small C."""
    rows = []
    for case, problem in easy_problems():

        def ours(gap, problem=problem):
            return solve_dual_cd(problem, tol=gap, record_every=0)

        def enough(gap, ours=ours):
            return ours(max(gap, _GAP))

        rows.append((case, *versus(problem, ours, peers.clarabel(problem), runs), 50.0))
        measured = versus(problem, enough, _sufficient(problem), runs)
        rows.append((f"{case}, gap {_GAP:g}", *measured, 50.0))
    return Table(
        "solve_dual_cd against Clarabel, L = I, small C as in the source", _HEADS, tuple(rows),
        ("Features in [0, 1]; the values that the source prints belong to C between these two. "
         "Clarabel solves the sparse form in (w, xi), with its default tolerances or the loosest "
         f"good enough for the gap; building that form is not timed. Medians of {runs} runs.",),
    )  # fmt: skip


def dual_cd_dense(options):
    """`solve_dual_cd` against quadprog's dense form in m + n variables, a single run each."""
    cases = [case for case, _ in easy_problems()][:: len(_SMALL_C)]
    rows = each(dense_row, cases, options)
    return Table(
        "solve_dual_cd against quadprog, L = I, small C as in the source", _HEADS, tuple(rows),
        ("quadprog charges 1/2 1e-8 ||xi||^2 besides; its w is certified on the original problem. "
         "One run of quadprog, the median of five of ours.", *beside(options)),
    )  # fmt: skip


def dense_row(case):
    """The row of one of `easy_problems`."""
    problem = dict(easy_problems())[case]
    x, dual, seconds = _once(peers.quadprog(problem))
    gap = problem.certify(x, **dual).relative_gap
    tol = max(gap, LEAST)

    def ours():
        return solve_dual_cd(problem, tol=tol, record_every=0)

    proved = ours().certificate.relative_gap
    own = race(ours, ours).ours
    return (case, *map(short, (gap, proved, own, seconds, seconds / own)), 1000.0)


def companion(runs):
    """The interior-point companion against Clarabel on five sets with three maps A each."""
    rows = []
    for printed in PRINTED:
        for kind, problem in problems(printed.name):

            def ours(gap, problem=problem):
                tol = min(gap, _GAP)
                return solve_triplet_interior_point(problem, tol=tol, record_every=0)

            measured = versus(problem, ours, _sufficient(problem), runs)
            rows.append((f"{printed.name} {_shape(problem)}, A {kind}", *measured, 1.0))
    return Table(
        f"solve_triplet_interior_point against Clarabel, gap {_GAP:g}", _HEADS, tuple(rows),
        (f"Features in [0, 1], C = 1. Clarabel at the loosest of its tolerances 1e-6, 1e-7, ... "
         f"that our certificate finds good enough; medians of {runs} runs in turn.",),
    )  # fmt: skip


def memories():
    """Peak memory of one run beyond what stood there, against the size of the data."""
    cases = [("lasso", _lasso_run, (n, d), (60, 300)) for n, d in _SIZES]
    cases += [("triplets", _triplet_run, (s,), ("appendicitis",)) for s in ("ionosphere", "vowel")]
    rows = []
    for kind, prepare, args, warm in cases:
        data, extra = memory(prepare, args, warm)
        size = " x ".join(map(str, args))
        rows.append((kind, size, _mb(data), _mb(extra), short(extra / data), 3.0))
    return Table(
        "Peak memory of one run, record_every=0",
        ("problem", "data", "data MB", "run MB", "run / data", "target"), tuple(rows),
        ("A fresh process, kernels loaded; what stood there before the run is not counted. Below "
         "1 MB the allocator is measured, not the method.",),
    )  # fmt: skip


def _lasso_run(n, d):
    """(bytes of the data, the run) for `memory`."""
    X, t, _ = sparse_regression(n, d, min(10, d))
    problem = Lasso(X, t, 0.0)
    problem = Lasso(problem.X, problem.t, 0.1 * problem.lam_max)
    return X.nbytes + t.nbytes, lambda: solve_coordinate_descent(problem, record_every=0)


def _triplet_run(name):
    problem = problems(name)[0][1]
    return problem.Z.nbytes, lambda: solve_dual_cd(problem, max_iter=200, record_every=0)


def _sufficient(problem):
    """Clarabel at the loosest tolerance that our certificate finds good enough."""
    return sufficient(problem, peers.clarabel, _GAP, 10.0 ** -np.arange(6.0, 11.0))


def _once(solve):
    answers = []
    seconds = peers.timed(lambda: answers.extend(solve()))
    return *answers, seconds


def _shape(problem):
    return "{} x {}".format(*problem.Z.shape)


def _mb(size):
    return short(size / 1e6)
