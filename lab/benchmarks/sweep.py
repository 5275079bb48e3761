"""The cost of a sweep: two processes against one, a Dask cluster against processes, the overhead of
a setting, the rows that a resumed sweep solves, the memory of many rows, and the cost for a
dashboard of a map that fills. Ratios are of one run, in turn."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from types import SimpleNamespace

import numpy as np

from lab.benchmarks.tables import tracked
from lab.benchmarks.timing import busy, memory
from lab.discovery import find
from lab.race.peers import timed
from lab.sweeps.grid import grid_of
from lab.sweeps.measures import GENERAL
from lab.sweeps.sweep import finished, sweep
from lab.table import Table, short

#: The 400 settings: 20 prices and 20 widths of the Gaussian.
_VARY = {"C": np.geomspace(0.1, 100.0, 20), "gamma": np.geomspace(0.1, 10.0, 20)}
_SCENE = "interior-point/svm"
_MANY = 100_000
#: The most seconds to wait for a picture or a first cell.
_LONG = 120.0


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table per target; the speeds want two free cores."""
    yield processes(options)
    yield cluster(options)
    yield overhead(options)
    yield resumed()
    yield memories()
    yield dashboard_during_map(options)


def _swept(jobs, **options):
    """A sweep of the 400 settings, with the measures that every row has."""
    given = {"vary": _VARY, "measure": (), "jobs": jobs, "progress": False}
    return sweep(_SCENE, **given | options)


def processes(options: SimpleNamespace) -> Table:
    """The same 400 settings on one process and on two, both warm."""
    small = {"vary": {"C": _VARY["C"], "gamma": [1.0]}}
    for jobs in (1, 2):
        _swept(jobs, **small)
    pairs = [[timed(lambda jobs=jobs: _swept(jobs)) for jobs in (1, 2)]
             for _ in tracked(range(min(options.runs, 3)), options)]  # fmt: skip
    one, two = (median(seconds) for seconds in zip(*pairs, strict=True))
    row = ("400 settings of svm", short(one), short(two), short(one / two), 1.7)
    return Table(
        "Two processes against one", ("case", "one s", "two s", "times faster", "target"), (row,)
    )


def cluster(options: SimpleNamespace) -> Table:
    """The 400 settings on two processes here and on a Dask cluster of two workers, both warm."""
    title = "A Dask cluster of two workers against two processes"
    heads = ("case", "processes s", "cluster s", "share of the speed", "target at least")
    try:
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        return Table(title, heads, (), ("Not run: distributed is not installed.",))
    import joblib

    small = {"C": _VARY["C"], "gamma": [1.0]}
    how = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**how) as workers, Client(workers):

        def there(vary=_VARY):
            with joblib.parallel_config("dask"):
                _swept(None, vary=vary)

        there(small)
        _swept(2, vary=small)
        pairs = [(timed(lambda: _swept(2)), timed(there)) for _ in range(min(options.runs, 3))]
    here, cluster = (median(seconds) for seconds in zip(*pairs, strict=True))
    row = ("400 settings of svm", short(here), short(cluster), short(here / cluster), 0.8)
    return Table(title, heads, (row,))


def dashboard_during_map(options: SimpleNamespace) -> Table:
    """Milliseconds from a turn of a knob to its picture, without a map and while one fills."""
    from lab.app.dashboard import dashboard
    from lab.app.map import map

    rng = np.random.default_rng(0)
    with closing(dashboard("lasso")) as alone:
        alone.wait(_LONG)
        turned = [_turns(alone, rng) for _ in range(options.runs)]
    beside = map("lasso", "lam", "correlation", "updates to 1e-6")
    with closing(beside.dashboard) as board:
        board.wait(_LONG)
        _until(lambda: len(beside.status) and not beside.status.startswith("0 "))
        filling = [_turns(board, rng) for _ in range(options.runs)]
        whole = beside.status.startswith(f"{33 * 33} of")
    plain, busy = median(turned), median(filling)
    row = ("λ of lasso", short(plain), short(busy), short(busy / plain), 1.2)
    notes = ("The map was whole before the end: it is not measured.",) if whole else ()
    heads = ("case", "alone ms", "while a map fills ms", "times slower", "target at most")
    return Table("A knob during the filling of a map", heads, (row,), notes)


def _turns(board, rng, count=40):
    """Median milliseconds of so many turns of a knob, as far apart as a user's."""
    return median(_turn(board, rng) for _ in range(count))


def _turn(board, rng):
    sleep(0.02)

    def turned():
        board.knobs["lam"].value = float(10.0 ** rng.uniform(-2.5, 0.0))
        board.wait(_LONG)

    return 1e3 * timed(turned)


def _until(holds):
    end = monotonic() + _LONG
    while not holds() and monotonic() < end:
        sleep(0.1)


def overhead(options: SimpleNamespace) -> Table:
    """Milliseconds of the processor for a setting in a sweep on one process, beyond solving it."""
    experiment = find(_SCENE)[1]
    grid = grid_of(experiment, _VARY, None, {})
    settings = [{**grid.base, **grid.varied(k)} for k in range(len(grid))]

    def alone():
        for one in settings:
            experiment.play(one)

    alone()
    pairs = [(busy(alone), busy(lambda: _swept(1))) for _ in range(min(options.runs, 3))]
    each = median(1e3 * (ours - plain) / len(grid) for plain, ours in pairs)
    plain = median(1e3 * plain / len(grid) for plain, _ in pairs)
    row = ("400 settings of svm", short(plain), short(each), 2.0)
    return Table(
        "Overhead of a setting", ("case", "solving ms", "beyond it ms", "target at most"), (row,)
    )


def resumed() -> Table:
    """How many rows a sweep solves that resumes a stopped one: the missing ones."""
    with tempfile.TemporaryDirectory() as folder:
        file, reported = Path(folder) / "rows.db", []

        def report(done, total):
            reported.append(done)

        part = _swept(1, resume=file, progress=report, cancelled=lambda: reported[-1] >= 300)
        reported.clear()
        whole = _swept(1, resume=file, progress=report)
    row = ("400 settings of svm", len(part), reported[-1] - reported[0], len(whole) - len(part))
    return Table("A resumed sweep", ("case", "stored rows", "solved rows", "missing rows"), (row,))


def memories() -> Table:
    """Bytes of a table of 10^5 rows beyond those before, including its construction."""
    _, peak = memory(_many, (_MANY,), (100,))
    row = (f"{_MANY} rows", short(peak / 1e6), 200)
    return Table("Memory of many rows", ("case", "peak MB", "target at most"), (row,))


def _many(count):
    """(0, run): the rows as they come, and the table of them."""
    experiment = find(_SCENE)[1]
    grid = grid_of(experiment, {"C": np.geomspace(0.1, 100.0, count // 100)}, range(100), {})
    heads = (*GENERAL, "support vectors", "error")

    def run():
        rng = np.random.default_rng(0)
        done = {
            k: ("converged", k, k, *rng.random(len(heads) - 4).tolist(), "")
            for k in range(len(grid))
        }
        return finished(_SCENE, experiment, grid, heads, done, ())

    return 0, run
