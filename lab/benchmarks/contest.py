"""Our solvers against foreign ones to the same certified gap: one description of a case, one
runner, one table; and a ranking against the fastest packages that are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from lab.benchmarks.problems import Model, machine, precision, regression, triplets
from lab.benchmarks.tables import tracked
from lab.benchmarks.timing import LEAST, busy, race
from lab.peers import peers_of
from lab.peers.parts import certified
from lab.peers.registry import Prepare
from lab.processes import one_thread
from lab.table import Table, short
from solvers import (
    Gaussian,
    GroupLasso,
    InputError,
    KernelSVM,
    Lasso,
    Problem,
    Result,
    SparsePrecision,
    TripletMetric,
    solve_block_cd,
    solve_coordinate_descent,
    solve_proximal_newton,
    solve_smo,
    solve_triplet_interior_point,
)

HEADS = ("case", "gap asked", "gap of the peer", "our gap", "ours s", "peer s", "times faster",
         "target")  # fmt: skip
GAP = 1e-6
#: 1, 0.5, 0.2, 0.1, ... 2e-14: each package defines its tolerance differently.
TOLERANCES = tuple(part * tol for tol in 10.0 ** -np.arange(0.0, 14.0) for part in (1.0, 0.5, 0.2))


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A problem, our solver of it and a foreign one.

    solve(problem, tol=gap, record_every=0) -> `Result`; peer(problem, tol) -> solve as in
    `lab.peers`, of which solve() has x and dual. The peer has to reach `gap` by our certificate,
    and gets the loosest of its falling `tols` at which it does; (None,) is its own default, and a
    gap of inf accepts any answer. Ours is asked for the gap that the peer then has or, unless
    `equal`, for `gap`. Where no tolerance is enough and `relax` is set, `relax` times the least gap
    of the peer is asked of both.
    """

    words: str
    problem: Any
    solve: Callable[..., Any]
    peer: Callable[..., Any]
    target: float | None = 1.0
    gap: float = GAP
    tols: Iterable[float | None] = TOLERANCES
    equal: bool = True
    relax: float | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A peer's `solve` at the loosest tolerance that is enough, its gap, the gap asked of it, and
    whether that is relaxed."""

    solve: Callable[[], Any]
    gap: float
    asked: float
    relaxed: bool = False


def match(
    problem: Problem,
    peer: Prepare,
    gap: float = GAP,
    tols: Iterable[float | None] = TOLERANCES,
    relax: float | None = None,
) -> Match:
    """The `Match` of a peer on a problem.

    Raises InputError where it stays above the gap and nothing is relaxed, ImportError where its
    package is missing, NotImplementedError where it knows no such problem.
    """
    tried = []
    for tol in tols:
        solve = peer(problem, tol)
        answer = solve()
        if answer.x is None:
            continue
        found = certified(problem, answer.x, answer.dual).error
        if found <= gap:
            return Match(solve, found, gap)
        tried.append((found, solve))
    if relax is None or not tried:
        raise InputError(
            f"The peer must reach the gap {gap:g} to be compared, and does not at any tolerance."
        )
    asked = relax * min(found for found, _ in tried)
    return next(Match(solve, found, asked, True) for found, solve in tried if found <= asked)


def meet(case: Case, runs: int) -> tuple:
    """The row of a case: processor seconds, medians of `runs` runs in turn."""
    found = match(case.problem, case.peer, case.gap, case.tols, case.relax)
    asked = max(found.gap, LEAST) if case.equal else found.asked
    ours = lambda: case.solve(case.problem, tol=asked, record_every=0)  # noqa: E731
    proved = max(ours().certificate.relative_gap, 0.0)
    seconds = race(ours, found.solve, runs, clock=busy)
    measured = asked, found.gap, proved, seconds.ours, seconds.peer, seconds.faster
    return case.words, *map(short, measured), case.target


def contest(title: str, cases: Iterable[Case], options: SimpleNamespace, *notes: str) -> Table:
    """The table of the cases, with notes on what could not be compared."""
    rows, left_out = [], {}
    for case in tracked(cases, options):
        try:
            rows.append(meet(case, options.runs))
        except (ImportError, NotImplementedError, InputError) as reason:
            left_out[case.words] = str(reason)
    how = (
        "Processor time, one thread, public calls; our certificates judge both. The peer has the "
        "loosest of its tolerances that is good enough, ours is asked for the gap in "
        f"its row; medians of {options.runs} runs in turn."
    )
    absent = tuple(f"Left out: {words}: {reason}" for words, reason in left_out.items())
    return Table(title, HEADS, tuple(rows), (*notes, how, *absent))


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per family, with a row for each installed package; some minutes in all, with
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


def families(
    slow: bool,
) -> Iterator[tuple[str, Callable[..., Result], Iterator[tuple[str, Problem]]]]:
    """(title, our solver, (words, problem) of each) of the families."""
    yield "the lasso", solve_coordinate_descent, lassos(Lasso)
    yield "the group lasso", solve_block_cd, lassos(GroupLasso)
    sizes = (50, 100, 200, 500, *([1000] if slow else []))
    yield "sparse precision matrices", solve_proximal_newton, precisions(sizes)
    yield "Gaussian support vector machines", solve_smo, machines(15_000 if slow else 2_000)
    yield "metrics from triplets", solve_triplet_interior_point, metrics()


def lassos(family: type[Model]) -> Iterator[tuple[str, Model]]:
    """Tall, wide and dense problems."""
    for n, d, share in ((20_000, 200, 0.1), (1000, 2000, 0.1), (200, 500, 0.01)):
        yield from regression(family, n, d, (share,))


def precisions(sizes: Iterable[int]) -> Iterator[tuple[str, SparsePrecision]]:
    """Two penalties at each number of features."""
    for m in sizes:
        for share in (0.1, 0.3):
            yield f"m = {m}, rho = {share:g} rho_max", precision(m, share)


def machines(n: int) -> Iterator[tuple[str, KernelSVM]]:
    """Two clouds, for two C."""
    for C in (1.0, 10.0):
        yield f"{n} x 10, C = {C:g}", machine(n, Gaussian(0.1), C)


def metrics() -> Iterator[tuple[str, TripletMetric]]:
    """Triplets of the smallest printed set, for two C."""
    X, found = triplets("appendicitis")
    for C in (0.01, 1.0):
        problem = TripletMetric.from_triplets(X, found, C=C)
        yield f"{len(found)} x {X.shape[1]}, C = {C:g}", problem


def against(ours: Callable[..., Result], problems: Iterable[tuple[str, Problem]]) -> Iterator[Case]:
    """A `Case` for each problem and package; both are asked for the gap, not for each other's."""
    for words, problem in problems:
        for name, peer in peers_of(type(problem)).items():
            if peer.takes_tol:
                yield Case(f"{words}, {name}", problem, ours, peer.prepare, tols=TOLERANCES[::3],
                           equal=False)  # fmt: skip
