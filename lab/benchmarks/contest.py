"""Our solvers against foreign ones to the same certified gap: one description of a case, one
runner, one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from lab.benchmarks.tables import tracked
from lab.benchmarks.timing import LEAST, busy, race
from lab.peers.parts import certified
from lab.table import Table, short
from solvers import InputError

HEADS = ("case", "gap asked", "gap of the peer", "our gap", "ours s", "peer s", "times faster",
         "target")  # fmt: skip
GAP = 1e-6
#: 1, 0.5, 0.2, 0.1, ... 2e-14: tolerances mean something else to each package.
TOLERANCES = tuple(part * tol for tol in 10.0 ** -np.arange(0.0, 14.0) for part in (1.0, 0.5, 0.2))


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A problem, our solver of it and a foreign one.

    solve(problem, tol=gap, record_every=0) -> `Result`; peer(problem, tol) -> solve as in
    `lab.peers`, of which solve() has x and dual. The peer has to reach `gap` by our certificate,
    and gets the loosest of its falling `tols` at which it does; (None,) is its own default, and a
    gap of inf takes what comes. Ours is asked for the gap that the peer then has or, unless
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


def match(problem, peer, gap=GAP, tols=TOLERANCES, relax=None):
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


def meet(case, runs):
    """The row of a case: processor seconds, medians of `runs` runs in turn."""
    found = match(case.problem, case.peer, case.gap, case.tols, case.relax)
    asked = max(found.gap, LEAST) if case.equal else found.asked
    ours = lambda: case.solve(case.problem, tol=asked, record_every=0)  # noqa: E731
    proved = max(ours().certificate.relative_gap, 0.0)
    seconds = race(ours, found.solve, runs, clock=busy)
    measured = asked, found.gap, proved, seconds.ours, seconds.peer, seconds.faster
    return case.words, *map(short, measured), case.target


def contest(title, cases, options, *notes):
    """The table of the cases, with notes on what could not be compared."""
    rows, left_out = [], {}
    for case in tracked(cases, options):
        try:
            rows.append(meet(case, options.runs))
        except (ImportError, NotImplementedError, InputError) as reason:
            left_out[case.words] = str(reason)
    how = (
        "Processor time, one thread, public calls; our certificates judge both. The peer has the "
        "loosest of its tolerances that is good enough, ours is asked for the gap that stands in "
        f"its row; medians of {options.runs} runs in turn."
    )
    absent = tuple(f"Left out: {words}: {reason}" for words, reason in left_out.items())
    return Table(title, HEADS, tuple(rows), (*notes, how, *absent))
