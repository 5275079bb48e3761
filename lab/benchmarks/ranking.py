"""Our solvers against the strongest packages that are installed, to the same certified gap."""

from __future__ import annotations

from lab.benchmarks.contest import TOLERANCES, Case, contest
from lab.benchmarks.problems import machine, precision, regression, triplets
from lab.peers import peers_of
from lab.processes import one_thread
from lab.table import Table
from solvers import (
    Gaussian,
    GroupLasso,
    InputError,
    Lasso,
    TripletMetric,
    solve_block_cd,
    solve_coordinate_descent,
    solve_proximal_newton,
    solve_smo,
    solve_triplet_interior_point,
)


def tables(options):
    """One table per family, with a row for each package that is there; some minutes in all, with
    `options.slow` also 15,000 points and 1000 features."""
    with one_thread():
        for title, ours, problems in families(options.slow):
            title = f"{ours.__name__} on {title}"
            try:
                cases = list(against(ours, problems))
            except InputError as missing:
                yield Table(title, (), (), (f"Skipped: {missing}",))
            else:
                yield contest(title, cases, options, "Packages: see the extra 'peers'.")


def families(slow):
    """(title, our solver, (words, problem) of each) of the families."""
    yield "the lasso", solve_coordinate_descent, lassos(Lasso)
    yield "the group lasso", solve_block_cd, lassos(GroupLasso)
    sizes = (50, 100, 200, 500, *([1000] if slow else []))
    yield "sparse precision matrices", solve_proximal_newton, precisions(sizes)
    yield "Gaussian support vector machines", solve_smo, machines(15_000 if slow else 2_000)
    yield "metrics from triplets", solve_triplet_interior_point, metrics()


def lassos(family):
    """Tall, wide and dense problems."""
    for n, d, share in ((20_000, 200, 0.1), (1000, 2000, 0.1), (200, 500, 0.01)):
        yield from regression(family, n, d, (share,))


def precisions(sizes):
    """Two penalties at each number of features."""
    for m in sizes:
        for share in (0.1, 0.3):
            yield f"m = {m}, rho = {share:g} rho_max", precision(m, share)


def machines(n):
    """Two clouds, for two C."""
    for C in (1.0, 10.0):
        yield f"{n} x 10, C = {C:g}", machine(n, Gaussian(0.1), C)


def metrics():
    """Triplets of the smallest printed set, for two C."""
    X, found = triplets("appendicitis")
    for C in (0.01, 1.0):
        problem = TripletMetric.from_triplets(X, found, C=C)
        yield f"{len(found)} x {X.shape[1]}, C = {C:g}", problem


def against(ours, problems):
    """A `Case` for each problem and package; both are asked for the gap, not for each other's."""
    for words, problem in problems:
        for name, peer in peers_of(type(problem)).items():
            if peer.takes_tol:
                yield Case(f"{words}, {name}", problem, ours, peer.prepare, tols=TOLERANCES[::3],
                           equal=False)  # fmt: skip
