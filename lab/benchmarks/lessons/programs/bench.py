"""Linear and quadratic programs against Clarabel, PIQP, OSQP and HiGHS' simplex, at equal certified
gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from types import SimpleNamespace

import numpy as np
from scipy import sparse

from lab.benchmarks.contest import TOLERANCES, Case, contest
from lab.peers.clarabel import clarabel
from lab.peers.linprog import linprog
from lab.peers.osqp import osqp
from lab.peers.piqp import piqp
from lab.processes import one_thread
from lab.table import Table
from solvers import Program, Result, solve_admm, solve_mehrotra, solve_pdhg, solve_simplex

#: (rows, variables, entries a row); None: all.
_SIZES = ((100, 40, None), (500, 200, None))
_SLOW = ((2_000, 1_000, 5), (20_000, 10_000, 3))
#: The tolerance of a peer where there are more than `_MANY` rows, and the seconds that one of our
#: runs may take.
_MANY, _SLOW_TOLS, _BUDGET = 1_000, (1e-4, 1e-6, 1e-8, 1e-10), 600.0
#: Rows and variables of the programs on which simplex runs.
_CORNERS = ((50, 20), (200, 80), (500, 200))
#: The certified gap of first-order methods.
_ROUGH = 1e-4


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per kind of method, two minutes in all; with --slow large sparse ones as well."""
    with one_thread():
        yield contest("solve_mehrotra against interior-point methods", inner(options.slow), options)
        yield contest("solve_admm and solve_pdhg against OSQP", splitting(options.slow), options)
        yield contest("solve_simplex against HiGHS' dual simplex", corners(), options)


def program(
    m: int, n: int, entries: int | None = None, curved: bool = False, seed: int = 0
) -> Program:
    """A seeded `Program` of m rows that has an optimum: some point is strictly inside, and the
    objective's slope at another is met by rows."""
    rng = np.random.default_rng(seed)
    if entries is None:
        A = rng.standard_normal((m, n))
    else:
        A = sparse.random(m, n, entries / n, "csr", rng=rng, data_rvs=rng.standard_normal)
    x, y = rng.standard_normal(n), rng.exponential(size=m) * (rng.random(m) < 0.5)
    Q, c = None, -(A.T @ y)
    if curved:
        Q = sparse.diags(rng.uniform(0.1, 1.0, n)).tocsr()
        Q = Q.toarray() if entries is None else Q
        c = c - Q @ x
    return Program(c, A, A @ x + rng.exponential(size=m) * (y == 0.0), Q=Q)


def _problems(sizes):
    for m, n, entries in sizes:
        for curved in (False, True):
            kind = "quadratic" if curved else "linear"
            words = f"{kind}, {m:,} x {n:,}" + (f", {entries} entries a row" if entries else "")
            yield words, program(m, n, entries, curved)


def _tols(problem):
    return _SLOW_TOLS if problem.b.size > _MANY else TOLERANCES


def inner(slow: bool) -> Iterator[Case]:
    """Interior points against both packages."""
    for words, problem in _problems((*_SIZES, *_SLOW) if slow else _SIZES):
        for name, peer in (("Clarabel", clarabel), ("PIQP", piqp)):
            yield Case(f"{words}: {name}", problem, bounded(solve_mehrotra), peer, 0.3,
                       tols=_tols(problem))  # fmt: skip


def splitting(slow: bool) -> Iterator[Case]:
    """ADMM against its model, and PDHG."""
    for words, problem in _problems((*_SIZES, *_SLOW) if slow else _SIZES):
        for name, solve, aim in (("", solve_admm, 1.0), (": PDHG", solve_pdhg, None)):
            yield Case(words + name, problem, bounded(solve), osqp, aim, _ROUGH, _tols(problem),
                       relax=2.0)  # fmt: skip


def bounded(solve: Callable[..., Result]) -> Callable[..., Result]:
    """`solve` that stops, with what it has, after `_BUDGET` seconds."""

    def within(problem, **options):
        end = perf_counter() + _BUDGET
        return solve(problem, cancelled=lambda: perf_counter() > end, **options)

    return within


def corners() -> Iterator[Case]:
    """Simplex; HiGHS ends in a corner, whatever its tolerance."""
    for m, n in _CORNERS:
        yield Case(f"linear, {m} x {n}", program(m, n), solve_simplex, linprog, 0.2, tols=(None,))
