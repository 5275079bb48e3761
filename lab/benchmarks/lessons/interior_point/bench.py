"""The methods of the support vector machine against LIBSVM, to the same certified gap.

Kernel evaluation and the checks of the data are timed on both sides. LIBSVM is scikit-learn's SVC
at the loosest of its tolerances that our certificate finds good enough. Its cache holds the kernel
in single precision, so that no tolerance brings it below some gap: where that is above 1e-6, twice
what it reaches is asked of both, and the row is marked. All packages have one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from types import SimpleNamespace
from typing import Any

import numpy as np

from lab.benchmarks.contest import GAP, Case, contest, match
from lab.benchmarks.lessons.interior_point.printed import rows as printed_rows
from lab.benchmarks.lessons.interior_point.training import (
    ORIGINS,
    kernel_named,
    random_set,
    training_set,
)
from lab.benchmarks.timing import memory
from lab.peers.scikit_learn import libsvm
from lab.processes import one_thread
from lab.race.peers import timed, with_seconds
from lab.sweeps.each import each, together_note
from lab.table import Table, short
from solvers import KernelSVM, Linear, solve_low_cost, solve_mehrotra, solve_smo

#: Looser tolerances of LIBSVM never reach the gap; the factor on its least gap that is asked
#: where that is above the gap.
_LIBSVM: dict[str, Any] = {"tols": 10.0 ** -np.arange(3.0, 10.1, 0.5), "relax": 2.0}
#: Median seconds of the source's low-cost runs over LIBSVM's, by kernel, over all of its rows in
#: `printed`; many of them are at the clock's 0.01 s.
THESIS = {
    kernel: short(
        median(
            row.times_libsvm
            for name in ORIGINS
            for row in printed_rows(name)
            if row.kernel == kernel and row.times_libsvm is not None
        )
    )
    for kernel in ("linear", "polynomial", "gaussian")
}
_RELAXED = "Where LIBSVM reaches 1e-6 at no tolerance, twice its least gap is asked of both."
_SETS = ("splice", "svmguide3", "svmguide1", "a1a", "a2a", "w1a")
#: With more points than this, methods that multiply by a stored Q take minutes.
_QUICK = 1300
_VARIANTS = ("centering", "safeguarded")
_LARGE, _DENSE = 6000, 3000
_MANY = (100_000, 20)


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per target; with `options.slow` also the rows that take minutes."""
    with one_thread():
        yield smo(options)
        yield low_rank(options)
        yield low_cost(options)
        yield sizes(options)


def _fresh(problem, solver, **options):
    """A run of ours that evaluates the kernel anew."""
    data = (problem.X, problem.y, problem.kernel, problem.C)
    return lambda: solver(KernelSVM(*data), **{"record_every": 0} | options)


def smo_problems() -> Iterator[tuple[str, KernelSVM]]:
    """(case, problem) of three sets with a Gaussian kernel, at two sizes and two C."""
    for name in ("svmguide1", "a2a", "mushrooms"):
        data = training_set(name)
        order = np.random.default_rng(0).permutation(len(data.y))
        for most in (1000, 3000):
            X, y = data.X[order[:most]], data.y[order[:most]]
            for C in (1.0, 10.0):
                kernel = kernel_named("gaussian", data.gamma)
                yield f"{name} {_shape(X)}, C = {C:g}", KernelSVM(X, y, kernel, C)


def smo(options: SimpleNamespace) -> Table:
    """`solve_smo` against LIBSVM."""
    cases = [_case(words, problem, solve_smo, None) for words, problem in smo_problems()]
    table = contest("solve_smo against LIBSVM, Gaussian kernel", cases, options, _RELAXED)
    middle = short(median(row[-2] for row in table.rows)) if table.rows else None
    return replace(table, rows=(*table.rows, ("median", *(None,) * 5, middle, 1.0)))


def _case(words, problem, solver, target):
    """Against LIBSVM, with kernels evaluated anew in each run."""
    fresh = lambda p, **options: _fresh(p, solver, **options)()  # noqa: E731
    return Case(words, problem, fresh, libsvm, target, equal=False, **_LIBSVM)


def low_rank_problems() -> Iterator[tuple[str, KernelSVM, float | None]]:
    """(case, problem, target) of a2a with a linear kernel."""
    data = training_set("a2a")
    for C, target in ((1.0, None), (10.0, 3.0), (100.0, 3.0)):
        problem = KernelSVM(data.X, data.y, Linear(), C)
        yield f"a2a {_shape(data.X)}, C = {C:g}", problem, target


def low_rank(options: SimpleNamespace) -> Table:
    """`solve_mehrotra` in low-rank form against LIBSVM, linear kernel."""
    cases = [
        _case(words, problem, solve_mehrotra, target)
        for words, problem, target in low_rank_problems()
    ]
    title = "solve_mehrotra in low-rank form against LIBSVM, linear kernel"
    table = contest(title, cases, options, _RELAXED)
    ours = [row[4] for row in table.rows]
    spread = short(max(ours) / min(ours)) if ours else None
    last = ("ours, slowest C / fastest", *(None,) * 5, spread, 2.0)
    return replace(table, rows=(*table.rows, last))


def low_cost_cases(slow: bool) -> Iterator[tuple[str, str, float]]:
    """(set, kernel, C) of the source's rows, on sets that the source did not split itself."""
    for name in _SETS:
        data = training_set(name)
        for row in printed_rows(name):
            problem = data.problem(row.kernel, row.C)
            if slow or problem.low_rank or problem.y.size <= _QUICK:
                yield name, row.kernel, row.C


def low_cost(options: SimpleNamespace) -> Table:
    """The low-cost family against LIBSVM, and the source's own ratios."""
    rows = each(low_cost_row, low_cost_cases(options.slow), options)
    medians = [_medians(kernel, [r for r in rows if r[1] == kernel]) for kernel in THESIS]
    return Table(
        "Low-cost methods against LIBSVM",
        ("data", "kernel", "C", "gap asked", "relaxed", "Alg. 5 gap", "Alg. 5 iterations",
         "Alg. 5 s", "safeguarded gap", "safeguarded iterations", "safeguarded s", "LIBSVM s",
         "Alg. 5 / LIBSVM", "safeguarded / LIBSVM", "source: low cost / LIBSVM", "target"),
        (*rows, *medians),
        ("One run each, linear kernels in low-rank form. Where the gap is above the gap asked, the "
         "method gave up. The source's ratio: its low-cost seconds over its LIBSVM seconds, each "
         "stopped by its own rule; in the medians over all rows of the sets of `lab tables`.",
         *(() if options.slow else (f"Other kernels above {_QUICK} points only with --slow.",)),
         *together_note(options)),
    )  # fmt: skip


def low_cost_row(case: Sequence) -> tuple:
    """The row of a (set, kernel, C)."""
    row = next(r for r in printed_rows(case[0]) if [r.kernel, r.C] == list(case[1:]))
    problem = training_set(row.name).problem(row.kernel, row.C)
    found = match(problem, libsvm, **_LIBSVM)
    found.solve()
    theirs = timed(found.solve)
    cells, ratios = [], []
    for variant in _VARIANTS:
        run = _fresh(problem, solve_low_cost, tol=found.asked, variant=variant)
        result, seconds = with_seconds(run)
        gap = max(result.certificate.relative_gap, 0.0)
        cells += [short(gap), int(result.trace.iteration[-1]), short(seconds)]
        ratios.append(short(seconds / theirs))
    source = None if row.times_libsvm is None else short(row.times_libsvm)
    return (row.name, row.kernel, row.C, short(found.asked), found.relaxed, *cells, short(theirs),
            *ratios, source, None)  # fmt: skip


def _medians(kernel, rows):
    """The medians of the ratios; the source's is over all of its rows that `printed` has."""
    ours = [short(median(row[k] for row in rows)) if rows else None for k in (12, 13)]
    target = THESIS[kernel] if kernel == "linear" else None
    return ("median", kernel, *(None,) * 10, *ours, THESIS[kernel], target)


def sizes(options: SimpleNamespace) -> Table:
    """Sizes at which the source ran out of memory, or has no run: seconds and peak memory."""
    rows = each(size_row, list(_size_cases(options.slow)), options)
    return Table(
        "Large problems",
        ("case", "method", "gap", "iterations", "s", "target s", "data and run GB", "target GB"),
        tuple(rows),
        ("Public calls, kernel evaluation included, one run. Memory: a fresh process, kernels "
         "loaded. The points of the first rows are synthetic, with the size of Table 6-2, where "
         "the source's primal-dual method found no memory; its low-cost method took 24 s at C = 1 "
         "and 112 s at C = 10 on other points.", *together_note(options)),
    )  # fmt: skip


def size_row(case: Sequence) -> tuple:
    """The row of one of `_size_cases`."""
    words, solver, run, args, limits = case
    kinds: dict[str, Callable] = {"gaussian": _gaussian_run, "linear": _linear_run}
    prepare = kinds[run]
    prepare(*_warm(args))[1]()
    result, seconds = with_seconds(prepare(*args)[1])
    data, extra = memory(prepare, args, _warm(args))
    gap = max(result.certificate.relative_gap, 0.0)
    peak = short((data + extra) / 1e9)
    return (words, solver, short(gap), int(result.trace.iteration[-1]), short(seconds),
            limits[0], peak, limits[1])  # fmt: skip


def _size_cases(slow):
    """(words, method, kind of run, its arguments, (target of seconds, of GB)), as JSON has them."""
    for C in (1.0, 10.0):
        case = f"{_LARGE} x 5, Gaussian, C = {C:g}"
        yield case, "SMO", "gaussian", (_LARGE, C, "smo"), (None, None)
        if slow or C == 1.0:
            for variant in _VARIANTS:
                yield case, variant, "gaussian", (_LARGE, C, variant), (None, None)
    case = f"{_DENSE} x 5, Gaussian, C = 1"
    yield case, "Mehrotra, dense", "gaussian", (_DENSE, 1.0, "mehrotra"), (12.0, None)
    case = "{} x {}, linear, C = 1".format(*_MANY)
    yield case, "Mehrotra, low rank", "linear", _MANY, (30.0, 1.0)


def _warm(args):
    """The same on few points."""
    return (300, *args[1:])


def _gaussian_run(n, C, method):
    """(bytes of the data, the run) for `memory`."""
    X, y = random_set(n)
    solver = {"smo": solve_smo, "mehrotra": solve_mehrotra}.get(method, solve_low_cost)
    options = {"variant": method} if solver is solve_low_cost else {}
    kernel = kernel_named("gaussian", 1.0 / X.shape[1])
    size = X.nbytes + y.nbytes
    return size, _fresh(KernelSVM(X, y, kernel, C), solver, tol=GAP, **options)


def _linear_run(n, m):
    """(bytes of the data, the run) for `memory`: two overlapping clouds."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    X = rng.standard_normal((n, m)) + 0.3 * y[:, None]
    return X.nbytes + y.nbytes, _fresh(KernelSVM(X, y, Linear(), 1.0), solve_mehrotra, tol=GAP)


def _shape(X):
    return "{} x {}".format(*X.shape)
