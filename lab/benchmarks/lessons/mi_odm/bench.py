"""Dual coordinate descent on margin distributions against Clarabel; column generation and mirror
prox against the clock. One thread for all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

from lab.benchmarks.contest import TOLERANCES, Case, contest
from lab.benchmarks.problems import Kernel
from lab.benchmarks.timing import busy, race
from lab.lessons.mi_odm.synthetic import synthetic_bags, two_clouds
from lab.peers.clarabel import clarabel_odm, clarabel_odm_primal
from lab.processes import one_thread
from lab.race.peers import with_seconds
from lab.table import Table, short
from solvers import (
    ODM,
    Gaussian,
    Linear,
    MultiInstanceODM,
    solve_column_generation,
    solve_dual_cd,
    solve_mirror_prox,
)

_SIZES, _GAP = (200, 1000), 1e-8
_KERNELS: dict[str, Kernel] = {"Gaussian, gamma = 1": Gaussian(1.0), "linear": Linear(bias=1.0)}
_PRICES = (10.0, 100.0)
#: Column generation: positive bags and negative ones, their size, seeds.
_BAGS, _INSTANCES, _SEEDS = 12, 5, range(5)
_STEPS = 1000


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per target, about a minute in all."""
    with one_thread():
        yield contest(
            "solve_dual_cd on ODM against Clarabel", machines(), options,
            "Clarabel solves the dual quadratic program in (s, zeta, beta), or, for the linear "
            "kernel in two dimensions, also the primal in w. Building the form and the kernel "
            "matrix is not timed. nu = 0.5, theta = 0.2.",
        )  # fmt: skip
        yield columns()
        yield mirror_prox(options.runs)


def machines() -> Iterator[Case]:
    """Two overlapping clouds; the linear kernel also by the primal in w, a much smaller program."""
    for n in _SIZES:
        X, y = two_clouds(2, n // 2, 0.9, outlier=False)
        for words, kernel in _KERNELS.items():
            for lam in _PRICES:
                problem = ODM(X, y, lam, 0.5, 0.2, kernel)
                words_of = f"n = {n}, {words}, lam = {lam:g}"
                case = Case(f"{words_of}, dual", problem, _descent, clarabel_odm, 20.0, _GAP,
                            TOLERANCES[15::3])  # fmt: skip
                yield case
                if isinstance(kernel, Linear):
                    primal: dict[str, Any] = {"peer": clarabel_odm_primal, "target": None}
                    yield replace(case, words=f"{words_of}, primal", **primal)


def _descent(problem, **options):
    return solve_dual_cd(problem, max_iter=100_000, **options)


def bags_problem(
    positive: int,
    size: int,
    seed: int = 0,
    kernel: Kernel = _KERNELS["Gaussian, gamma = 1"],
    lam: float = 10.0,
) -> MultiInstanceODM:
    """As many negative bags as positive ones, of `size` instances each: key and clutter."""
    bags, y = synthetic_bags("clutter", 2, positive, positive, size, seed=seed)
    return MultiInstanceODM(bags, y, lam, lam, 0.5, 0.2, kernel)


def columns() -> Table:
    """Column generation on more assignments than can be listed, certified."""
    rows = []
    for seed in (0, *_SEEDS):  # the first run compiles, and is not counted
        problem = bags_problem(_BAGS, _INSTANCES, seed)
        result, seconds = with_seconds(
            partial(solve_column_generation, problem, tol=_GAP, record_every=0)
        )
        gap, steps = result.certificate.relative_gap, int(result.trace.iteration[-1])
        rows.append((seed, f"{problem.count:.2g}", result.status, short(gap), steps + 1,
                     short(seconds), 10.0))  # fmt: skip
    return Table(
        f"solve_column_generation, {_BAGS} positive bags of {_INSTANCES}, gap {_GAP:g}",
        ("seed", "assignments", "status", "gap", "columns", "seconds", "at most"),
        tuple(rows[1:]),
        (
            f"Gaussian kernel with gamma = 1, lambda = 10, {_BAGS} negative bags; one run each, "
            "kernels compiled.",
        ),
    )


def mirror_prox(runs: int) -> Table:
    """1000 steps on 27 assignments."""
    rows = []
    for words, kernel, lam in (
        ("Gaussian, gamma = 1, lambda = 10", Gaussian(1.0), 10.0),
        ("linear, lambda = 50", Linear(bias=1.0), 50.0),
    ):
        problem = bags_problem(3, 3, 0, kernel, lam)

        def ours(problem=problem):
            return solve_mirror_prox(problem, tol=0.0, max_iter=_STEPS, record_every=0)

        result = ours()
        gap, steps = short(result.certificate.relative_gap), int(result.trace.iteration[-1])
        rows.append(
            (words, problem.count, steps, gap, short(race(ours, ours, runs, clock=busy).ours), 1.0)
        )
    return Table(
        f"solve_mirror_prox, {_STEPS} steps, record_every=0",
        ("case", "assignments", "steps", "gap", "seconds", "at most"),
        tuple(rows),
        (f"Adaptive steps, average of the middle points; medians of {runs} runs.",),
    )
