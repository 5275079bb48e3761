"""How time and memory grow with the data: fitted exponents for each family of problems, up to a
budget. Every point is solved in a separate process, on one thread, to a certified gap."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from lab.benchmarks.problems import machine, metric, precision, regression
from lab.benchmarks.tables import tracked
from lab.benchmarks.timing import memory_now, peak
from lab.processes import one_thread
from lab.race.peers import timed, with_seconds
from lab.table import Table, short
from solvers import (
    Gaussian,
    GroupLasso,
    InputError,
    Lasso,
    Linear,
    SparseLogistic,
    solve_alternating_linearization,
    solve_block_cd,
    solve_coordinate_descent,
    solve_dual_cd,
    solve_mehrotra,
    solve_proximal_newton,
    solve_smo,
    solve_triplet_interior_point,
)

_GAP = 1e-6
#: A run shorter than the first is repeated, and the shortest counts; one shorter than the second
#: says nothing of the exponent.
_SHORT, _TOO_SHORT, _REPEATS = 0.2, 2e-3, 5
#: The fit begins where a run takes this share of the longest: before, fixed costs count.
_TAIL = 1e-3
_HEADS = ("family", "grows in", "from", "to", "points", "time ~ size^", "seconds at the end",
          "MB of data", "MB at the peak", "ended by")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Family:
    """make(size) -> problem, a solver of it, the name of the size, and its first value."""

    variable: str
    first: int
    make: Callable[[int], Any]
    solve: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Point:
    """Seconds of a run, bytes of its data and of the peak with them, and whether it converged."""

    seconds: float
    data: int
    peak: int
    converged: bool


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table; `options.seconds` and `options.gb` are the budget of each family."""
    if not options.seconds > 0.0 or not options.gb > 0.0:
        raise InputError(
            f"--seconds and --gb must be positive, got {options.seconds:g} and {options.gb:g}."
        )
    rows = [
        row(name, options.seconds, options.gb * 1e9) for name in tracked(list(FAMILIES), options)
    ]
    yield Table(
        "How time and memory grow", _HEADS, tuple(rows),
        (f"Sizes double until the next run would pass {options.seconds:g} s for the family, start "
         f"of the processes included, or {options.gb:g} GB. Gap {_GAP:g}, one thread, seeded data. "
         "The exponent is fitted to runs of at least a thousandth of the longest, and missing "
         "where these are fewer than three; memory is beyond a process that solved a small one.",),
    )  # fmt: skip


def row(
    name: str,
    seconds: float,
    most: float,
    measure: Callable[[str, int, float, float], Point | str] | None = None,
) -> tuple:
    """The row of the family `name` within `seconds` and `most` bytes; measure(name, size, seconds
    left, most) -> `Point`, or a word that says why there is none."""
    family, measure = FAMILIES[name], measure or in_a_process
    began, points, why = perf_counter(), {}, ""
    for k in count():
        size, left = family.first * 2**k, seconds - (perf_counter() - began)
        why = _refused(points, size, left, most)
        point = why or measure(name, size, left, most)
        if isinstance(point, str):
            why = f"{point} at {size}"
            break
        points[size] = point
        if not point.converged:
            why = f"not converged at {size}"
            break
    sizes = [*points] or [None]
    last = points.get(sizes[-1])
    ends = (last.seconds, last.data / 1e6, last.peak / 1e6) if last else ()
    measured = tuple(map(short, ends)) or (None, None, None)
    head = name, family.variable, sizes[0], sizes[-1], len(points), exponent(points)
    return *head, *measured, why


def exponent(points: Mapping[int, Point]) -> float | None:
    """The slope of log seconds over log size by least squares, or None."""
    longest = max((p.seconds for p in points.values()), default=0.0)
    least = max(_TOO_SHORT, _TAIL * longest)
    used = [(size, p.seconds) for size, p in points.items() if p.seconds >= least and p.converged]
    if len(used) < 3:
        return None
    size, seconds = np.log(np.array(used)).T
    return short(float(np.polyfit(size, seconds, 1)[0]))


def _refused(points, size, left, most):
    """Why the next run is not tried, judged by the last two; "" where it is."""
    if left <= 0.0:
        return "time"
    if len(points) < 2:
        return ""
    before, last = list(points.values())[-2:]
    grown = lambda a, b: b * max(b / a, 1.0) if a > 0 else b  # noqa: E731
    if grown(before.seconds, last.seconds) > left:
        return "time"
    return "memory" if grown(before.peak, last.peak) > most else ""


def in_a_process(name: str, size: int, left: float, most: float) -> Point | str:
    """The `Point` of a fresh process, ended after `left` seconds or at `most` bytes."""
    context = get_context("spawn")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(its, name, size, most), daemon=True)
    process.start()
    its.close()
    try:
        return ours.recv() if ours.poll(left) else "time"
    except EOFError:  # the system ends a process that takes too much
        return "memory"
    finally:
        process.kill()
        process.join()
        ours.close()


def _child(pipe, name, size, most):
    try:
        pipe.send(solved(name, size, most))
    except MemoryError:
        pipe.send("memory")


def solved(name: str, size: int, most: float) -> Point:
    """The `Point` in this process; a small problem comes first, as kernels have to be loaded."""
    family = FAMILIES[name]

    def run(problem):
        return family.solve(problem, tol=_GAP, record_every=0)

    with one_thread():
        run(family.make(family.first))
        before = memory_now()
        _limit(most)
        problem = family.make(size)
        data = max(memory_now() - before, 0)
        done, seconds = with_seconds(lambda: run(problem))
        high = max(peak() - before, data)
        if seconds < _SHORT:
            seconds = min(timed(lambda: run(problem)) for _ in range(_REPEATS))
    return Point(seconds, data, high, done.status == "converged")


def _limit(most):
    """Limit the process to `most` bytes beyond what it has, where the system can do that."""
    if sys.platform.startswith("linux"):
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            reserved = int(file.read().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (reserved + int(most), hard))


def _lasso(family, n, d):
    """The problem at a tenth of lam_max."""
    return next(regression(family, n, d, (0.1,)))[1]


#: name -> `Family`.
FAMILIES = {
    "lasso, 200 features": Family(
        "n", 1000, lambda n: _lasso(Lasso, n, 200), solve_coordinate_descent
    ),
    "lasso, 500 points": Family(
        "d", 500, lambda d: _lasso(Lasso, 500, d), solve_coordinate_descent
    ),
    "group lasso, 500 points": Family(
        "d", 500, lambda d: _lasso(GroupLasso, 500, d), solve_block_cd
    ),
    "sparse logistic regression, 100 features": Family(
        "n", 500, lambda n: _lasso(SparseLogistic, n, 100), solve_coordinate_descent
    ),
    "Gaussian machine, SMO": Family("n", 250, lambda n: machine(n, Gaussian(0.1)), solve_smo),
    "linear machine, low-rank Mehrotra": Family(
        "n", 1000, lambda n: machine(n, Linear()), solve_mehrotra
    ),
    "metric from triplets, dual coordinate descent": Family("n", 500, metric, solve_dual_cd),
    "metric from triplets, interior point": Family("n", 500, metric, solve_triplet_interior_point),
    "precision, proximal Newton": Family(
        "m", 50, lambda m: precision(m, 0.1), solve_proximal_newton
    ),
    "precision, alternating linearization": Family(
        "m", 50, lambda m: precision(m, 0.1), solve_alternating_linearization
    ),
}
