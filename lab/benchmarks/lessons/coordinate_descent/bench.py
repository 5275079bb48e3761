"""Coordinate descent and its companion against foreign packages, to the same certified gap.

The peer runs first; our certificate of its answer is the gap that ours is then asked for. All
packages have one thread, as scikit-learn's and Clarabel's methods use one anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from scipy import sparse

from lab.benchmarks.contest import GAP, HEADS, TOLERANCES, Case, contest
from lab.benchmarks.lessons.coordinate_descent.tables import PRINTED, problems
from lab.benchmarks.problems import at_shares, regression, triplets
from lab.benchmarks.timing import LEAST, busy, memory, race
from lab.data import load, sparse_regression
from lab.peers.celer import lasso as celer
from lab.peers.clarabel import clarabel_triplets
from lab.peers.quadprog import quadprog_triplets
from lab.peers.scikit_learn import lasso
from lab.processes import one_thread
from lab.race.peers import with_seconds
from lab.sweeps.each import each, together_note
from lab.table import Table, short
from solvers import (
    Lasso,
    Result,
    TripletMetric,
    solve_coordinate_descent,
    solve_dual_cd,
    solve_subspace_descent,
    solve_triplet_interior_point,
)

_SMALL_C = (0.0014, 0.0045)
_SIZES = ((442, 10), (1000, 2000), (4000, 2000))
#: Looser ones never reach the gap.
_CLARABELS = TOLERANCES[18::3]
_DUAL_CD_SETS = ("appendicitis", "ionosphere", "movement_libras")


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per target; with `options.slow` also quadprog, about a minute in all."""
    with one_thread():
        yield contest("solve_coordinate_descent against scikit-learn's Lasso", lassos(), options)
        yield contest(
            "Lassos of extreme shapes against scikit-learn and celer", extremes(), options,
            "X by columns, dense or (sparse) of scipy. Ours is solve_coordinate_descent or, at "
            "200 x 500, solve_subspace_descent.",
        )  # fmt: skip
        yield contest(
            "solve_dual_cd against Clarabel, L = I, small C as in the source", dual_cd(), options,
            "Features in [0, 1]; the values that the source prints belong to C between these two. "
            "Clarabel solves the sparse form in (w, xi), with its default tolerances or the "
            "loosest good enough for the gap; building that form is not timed.",
        )  # fmt: skip
        yield contest(
            "solve_triplet_interior_point against Clarabel", companion(), options,
            "Features in [0, 1], C = 1.",
        )  # fmt: skip
        if options.slow:
            yield dual_cd_dense(options)
    yield memories()


def lassos() -> Iterator[Case]:
    """442 x 10 real and 1000 x 2000 seeded features, at two tolerances of scikit-learn's."""
    real = load("diabetes")
    for X, t in ((real.X, real.y - real.y.mean()), sparse_regression(1000, 2000, 20)[:2]):
        for words, problem in at_shares(Lasso, X, t, (0.1, 0.01)):
            for tol in (1e-4, 1e-8):
                yield Case(
                    f"{words}, its tol {tol:g}", problem, solve_coordinate_descent,
                    lasso, gap=np.inf, tols=(tol,),
                )  # fmt: skip


def extremes() -> Iterator[Case]:
    """Many rows; most entries zero; most weights in use."""
    for words, problem, solver in extreme_problems():
        for name, peer in (("scikit-learn", lasso), ("celer", celer)):
            yield Case(f"{words}, {name}", problem, solver, peer, tols=TOLERANCES[6::3])


def extreme_problems() -> Iterator[tuple[str, Lasso, Callable[..., Result]]]:
    """(words, problem, our solver)."""
    for words, problem in regression(Lasso, 20_000, 200, (0.1, 0.01)):
        yield words, problem, solve_coordinate_descent
    for words, problem in regression(Lasso, 200, 500, (0.01,)):
        yield words, problem, solve_subspace_descent
    for n, d, density in ((2000, 20_000, 1e-2), (10_000, 100_000, 1e-3)):
        for words, problem in at_shares(Lasso, *sparse_design(n, d, density), (0.1, 0.01)):
            yield f"{words}, {100 * density:g} % not zero", problem, solve_coordinate_descent


def sparse_design(
    n: int, d: int, density: float, seed: int = 0
) -> tuple[sparse.csc_array, np.ndarray]:
    """(X, t): seeded normal entries in random places, fifty columns with weights, a tenth noise."""
    rng = np.random.default_rng(seed)
    count = int(density * n * d)
    places = (rng.integers(n, size=count), rng.integers(d, size=count))
    X = sparse.csc_array(sparse.coo_array((rng.standard_normal(count), places), shape=(n, d)))
    t = X[:, rng.choice(d, min(50, d), replace=False)].sum(axis=1)
    return X, t + 0.1 * t.std() * rng.standard_normal(n)


def easy_problems() -> Iterator[tuple[str, TripletMetric]]:
    """(case, problem) of three sets with L = I at both ends of the effective C of the source."""
    for name in _DUAL_CD_SETS:
        X, rows = triplets(name)
        for C in _SMALL_C:
            problem = TripletMetric.from_triplets(X, rows, C=C)
            yield f"{name} {_shape(problem)}, C = {C:g}", problem


def dual_cd() -> Iterator[Case]:
    """Three sets, at the gap that Clarabel's defaults reach and at the gap that is asked."""
    for words, problem in easy_problems():
        case = Case(words, problem, solve_dual_cd, clarabel_triplets, 50.0, np.inf, (None,))
        yield case
        yield replace(case, words=f"{words}, gap {GAP:g}", gap=GAP, tols=_CLARABELS, equal=False)


def dual_cd_dense(options: SimpleNamespace) -> Table:
    """`solve_dual_cd` against quadprog's dense form in m + n variables, a single run each."""
    cases = [case for case, _ in easy_problems()][:: len(_SMALL_C)]
    rows = each(dense_row, cases, options)
    return Table(
        "solve_dual_cd against quadprog, L = I, small C as in the source", HEADS, tuple(rows),
        ("quadprog charges 1/2 1e-8 ||xi||^2 besides; its w is certified on the original problem. "
         "One run of quadprog, the median of five of ours.", *together_note(options)),
    )  # fmt: skip


def dense_row(case: str) -> tuple:
    """The row of one of `easy_problems`."""
    problem = dict(easy_problems())[case]
    found, seconds = with_seconds(quadprog_triplets(problem))
    gap = problem.certify(found.x, **found.dual).relative_gap
    tol = max(gap, LEAST)

    def ours():
        return solve_dual_cd(problem, tol=tol, record_every=0)

    proved = ours().certificate.relative_gap
    own = race(ours, ours, clock=busy).ours
    return (case, *map(short, (tol, gap, proved, own, seconds, seconds / own)), 1000.0)


def companion() -> Iterator[Case]:
    """Five sets with three maps A each."""
    for printed in PRINTED:
        for kind, problem in problems(printed.name):
            words = f"{printed.name} {_shape(problem)}, A {kind}"
            solve = solve_triplet_interior_point
            yield Case(words, problem, solve, clarabel_triplets, tols=_CLARABELS)


def memories() -> Table:
    """Peak memory of one run beyond that at its start, against the size of the data."""
    cases: list[tuple[str, Callable, tuple, tuple]]
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
        ("A fresh process, kernels loaded; memory in use before the run is not counted. Below "
         "1 MB the allocator is measured, not the method.",),
    )  # fmt: skip


def _lasso_run(n, d):
    """(bytes of the data, the run) for `memory`."""
    X, t, _ = sparse_regression(n, d, min(10, d))
    ((_, problem),) = at_shares(Lasso, X, t, (0.1,))
    return X.nbytes + t.nbytes, lambda: solve_coordinate_descent(problem, record_every=0)


def _triplet_run(name):
    problem = problems(name)[0][1]
    return problem.Z.nbytes, lambda: solve_dual_cd(problem, max_iter=200, record_every=0)


def _shape(problem):
    return "{} x {}".format(*problem.Z.shape)


def _mb(size):
    return short(size / 1e6)
