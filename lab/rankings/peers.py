"""Our solvers against the strongest packages that are installed, to the same certified gap, in
seconds of processor time on one thread."""

from __future__ import annotations

import numpy as np

from lab.benchmarks.tables import Table, short, tracked
from lab.benchmarks.timing import busy, race, sufficient
from lab.data import sparse_regression
from lab.lessons.alternating_linearization.bench import precision_problem
from lab.lessons.coordinate_descent.tables import triplets
from lab.rankings.strongest import STRONGEST
from lab.threads import one_thread
from solvers import (
    Gaussian,
    GroupLasso,
    InputError,
    KernelSVM,
    Lasso,
    TripletMetric,
    solve_block_cd,
    solve_coordinate_descent,
    solve_proximal_newton,
    solve_smo,
    solve_triplet_interior_point,
)

_HEADS = ("case", "peer", "gap asked", "its gap", "our gap", "ours s", "peer s", "times faster")
_GAP = 1e-6
_TOLS = 10.0 ** -np.arange(0.0, 14.0)


def tables(options):
    """One table per family, with a row for each package that is there; some minutes in all, with
    `options.slow` also 15,000 points and 1000 features."""
    with one_thread():
        for title, ours, cases in families(options.slow):
            yield against(title, ours, list(cases), options)


def families(slow):
    """(title, our solver, (case, problem) of each) of the families."""
    yield "the lasso", solve_coordinate_descent, lassos(Lasso)
    yield "the group lasso", solve_block_cd, lassos(GroupLasso)
    sizes = (50, 100, 200, 500, *([1000] if slow else []))
    yield "sparse precision matrices", solve_proximal_newton, precisions(sizes)
    yield "Gaussian support vector machines", solve_smo, machines(15_000 if slow else 2_000)
    yield "metrics from triplets", solve_triplet_interior_point, metrics()


def lassos(family):
    """Tall, wide and dense problems of the `Lasso`, or of the `GroupLasso` in fives."""
    for n, d, share in ((20_000, 200, 0.1), (1000, 2000, 0.1), (200, 500, 0.01)):
        X, t = sparse_regression(n, d, 20)[:2]
        more = (np.arange(d) // 5,) if family is GroupLasso else ()
        lam = share * family(X, t, 1.0, *more).lam_max
        yield f"{n} x {d}, {share:g} lam_max", family(X, t, lam, *more)


def precisions(sizes):
    """Two penalties at each number of features."""
    for m in sizes:
        for share in (0.1, 0.3):
            yield f"m = {m}, rho = {share:g} rho_max", precision_problem(m, share)


def machines(n):
    """Points of two seeded clouds in ten dimensions that overlap, for two C."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = rng.standard_normal((n, 10)) + 0.5 * y[:, None]
    for C in (1.0, 10.0):
        yield f"{n} x 10, C = {C:g}", KernelSVM(X, y, Gaussian(0.1), C)


def metrics():
    """Triplets of the smallest printed set, for two C."""
    X, found = triplets("appendicitis")
    for C in (0.01, 1.0):
        problem = TripletMetric.from_triplets(X, found, C=C)
        yield f"{len(found)} x {X.shape[1]}, C = {C:g}", problem


def against(title, solver, cases, options):
    """A row for each case and peer; a note for those that are missing."""
    rows, missing, short_of = [], {}, {}
    for case, problem in tracked(cases, options):
        for name, make in STRONGEST[type(problem)].items():
            try:
                peer = sufficient(problem, make, _GAP, _TOLS)
            except (ImportError, NotImplementedError):
                missing[name] = True
                continue
            except InputError:
                short_of[f"{name} on {case}"] = True
                continue
            rows.append((case, name, *_measured(problem, solver, peer, options.runs)))
    notes = [f"Processor time on one thread, medians of {options.runs} runs in turn; each peer at "
             "the loosest of its tolerances whose answer we can certify."]  # fmt: skip
    if missing:
        notes.append(f"Not installed, and skipped: {', '.join(missing)}; see the extra 'peers'.")
    if short_of:
        notes.append(f"Beyond the gap at every tolerance: {'; '.join(short_of)}.")
    return Table(f"{solver.__name__} on {title}", _HEADS, tuple(rows), tuple(notes))


def _measured(problem, solver, peer, runs):
    x, dual = peer()
    ours = lambda: solver(problem, tol=_GAP, record_every=0)  # noqa: E731
    seconds = race(ours, peer, runs, clock=busy)
    gaps = problem.certify(x, **dual).relative_gap, ours().certificate.relative_gap
    return _GAP, *map(short, (*gaps, seconds.ours, seconds.peer, seconds.faster))
