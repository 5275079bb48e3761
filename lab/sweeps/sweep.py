"""One scene at many settings: `lab.sweep`, the table that it returns, and `lab sweep`."""

from __future__ import annotations

import contextlib
import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import joblib
import numpy as np

from lab.discovery import find, portable
from lab.experiment import Experiment
from lab.paths import checked_path
from lab.progress import teller
from lab.sweeps import engine
from lab.sweeps.engine import warm
from lab.sweeps.grid import grid_of, is_iterable
from lab.sweeps.maps import draw_map
from lab.sweeps.measures import GENERAL, measure_of
from lab.sweeps.store import open_store
from lab.sweeps.worker import FAILED, LOST, failed_row, job_of, measured_row, pack
from lab.table import Table
from lab.version import setting_of, version_of
from solvers import InputError
from solvers.checks import integer
from widgets import Scene
from widgets.knobs import Knob

if TYPE_CHECKING:
    from lab.sweeps.grid import Grid

ERROR = "error"
#: So many rows of `Sweep.table()` are shown by `print(sweep)`.
_SHOWN = 20


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """One row per setting and seed of a scene, in the order of the grid, the seeds fastest.

    columns: name -> array (rows,): the varied knobs, the seed, the measures, and "error", the
    sentence of a setting that failed ("" elsewhere). A number that is not there is NaN.
    varied: the knobs that were varied, seed included. settings: the value of every other knob.
    total: how many rows were asked for; a sweep that was stopped has fewer.
    notes: sentences to read.
    """

    address: str
    knobs: tuple[Knob, ...]
    varied: tuple[str, ...]
    settings: Mapping[str, object]
    columns: Mapping[str, np.ndarray]
    total: int
    notes: tuple[str, ...] = ()

    def __len__(self):
        return len(self.columns["status"])

    def rows(self) -> list[tuple]:
        """The rows as tuples of plain values, None where a number is not there."""
        return list(zip(*map(_plain, self.columns.values()), strict=True))

    def table(self, most: int | None = None) -> Table:
        """The rows, or the first `most` of them, as a `Table`."""
        rows = self.rows()[: None if most is None else integer(most, "most", least=1)]
        rest = (f"The first {len(rows)} of {len(self)} rows.",) if len(rows) < len(self) else ()
        notes = (*rest, *self.notes)
        return Table(
            f"{self.address}, {len(self)} settings", tuple(self.columns), tuple(rows), notes
        )

    def to_csv(self, path: str | Path) -> None:
        """Write the rows; a float reads back exactly, and what is not there is empty."""
        with open(checked_path(path, name="path"), "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(self.columns)
            out.writerows(self.rows())

    def to_parquet(self, path: str | Path) -> None:
        """Write the rows as Parquet; needs the extra `parquet`."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError as error:  # not there, or for another numpy than the one that is
            raise InputError(
                "to_parquet needs the package pyarrow, which cannot be imported "
                f"({str(error).rstrip('.')}); install the extra 'parquet', or write to_csv."
            ) from None
        columns = {name: _plain(values) for name, values in self.columns.items()}
        for name, values in columns.items():
            kinds = {type(value).__name__ for value in values if value is not None}
            if len(kinds) > 1:
                raise InputError(
                    "to_parquet must have columns of one type, got "
                    f"{' and '.join(sorted(kinds))} in {name!r}; write to_csv."
                )
        table = pyarrow.table(columns)
        parquet.write_table(table, checked_path(path, name="path"))

    def map(self, x: str, y: str, colour: str, statistic: str = "median", **fixed: Any) -> Scene:
        """A `Scene`: the plane of two varied knobs, a cell coloured by a measure.

        statistic: of the seeds of a cell: "median", "mean", "min" or "max". A run that does not
        reach the gap of an "updates to 1e-6" counts as later than any that does. A hatched cell has
        a run that is not proved, or one that was refused. fixed: a value of each further varied
        knob; the colours then mean the same at all of them.
        """
        return draw_map(self, x, y, colour, statistic, fixed)

    def __str__(self):
        return str(self.table(_SHOWN))

    __repr__ = __str__

    def _repr_html_(self):
        return self.table(_SHOWN)._repr_html_()


def sweep(
    where: str | Experiment,
    *,
    vary: Mapping[str, Any],
    seeds: Any = None,
    measure: Any = None,
    jobs: int | None = None,
    resume: str | Path | None = None,
    progress: bool | Callable[[int, int], object] = True,
    cancelled: Callable[[], bool] | None = None,
    **settings: Any,
) -> Sweep:
    """Solve the scene `where` at every combination of the varied knobs; the `Sweep` of all rows.

    where: an address such as "lars/race", or an `Experiment`. settings: knobs that stay.
    vary: knob -> the values it takes. seeds: a number (0, 1, ...) or the values of the knob seed.
    measure: measures in addition to those that every row has; by default all that the experiment
    declares. One may also be "updates to 1e-6", "gap of fista" of one of the methods, or a quotient
    such as "updates to 1e-6 / updates to 1e-6 of fista".
    jobs: how many processes; by default what `joblib.parallel_config` says (threads, a Dask or Ray
    cluster), else one for each core. Numerical libraries have one thread in each.
    resume: a file that keeps finished rows as they come: the same call resumes an ended one, and a
    row counts only for the same setting, seed and version, and as it was stored. Where a row cannot
    be stored, the sweep stops and says so.
    progress: True for a bar, False, or a function (done, total). cancelled: a function that says
    whether to stop; then, as after an interrupt, the rows that are done are returned.
    A setting that fails is a row whose status is "failed"; one whose worker ended twice is "lost".
    """
    address, experiment = find(where)
    grid = grid_of(experiment, vary, seeds, settings)
    names = _measures(experiment, measure)
    engine.check_jobs(jobs)
    heads = (*GENERAL, *names, ERROR)
    with contextlib.ExitStack() as stack:
        checkpoint = stack.enter_context(_checkpoint(resume, address, experiment, grid, heads))
        tell = stack.enter_context(teller(progress, experiment.name))
        own = portable(address, experiment)
        job = job_of(own, dict(grid.base), measured_row, failed_row, names)
        done, trouble = _solve(job, grid, checkpoint, jobs, tell, cancelled)
    notes = (*checkpoint.notes, *_stopped(done, grid, trouble, resume))
    return finished(address, experiment, grid, heads, done, notes)


def _measures(experiment, measure):
    """The measures in addition to the general ones, each known."""
    asked = experiment.measures if measure is None else measure
    if isinstance(asked, str) or not is_iterable(asked):
        asked = [asked]
    for name in asked:
        measure_of(experiment, name)
    return tuple(name for name in dict.fromkeys(asked) if name not in GENERAL)


def _solve(job, grid, checkpoint, jobs, tell, cancelled):
    """({k: row} of what is done, the sentence of a row that could not be stored, if one was not)"""
    done, total = dict(checkpoint.rows), len(grid)
    missing = [k for k in range(total) if k not in done]
    with contextlib.suppress(KeyboardInterrupt):
        tell(len(done), total)
        if missing:
            warm(job.where, grid)
        tasks = ((k, grid.varied(k)) for k in missing)
        with contextlib.closing(engine.rows(pack(job), job, tasks, jobs)) as found:
            for k, row in found:
                done[k] = row
                try:
                    checkpoint.store(k, row)
                except InputError as error:
                    return done, str(error)
                tell(len(done), total)
                if cancelled is not None and cancelled():
                    break
    return done, None


@dataclass(slots=True)
class _Checkpoint:
    """Rows of an earlier sweep {k: row}, what is said of the file, and how a row is stored."""

    rows: dict
    notes: tuple[str, ...] = ()
    store: object = lambda k, row: None


@contextlib.contextmanager
def _checkpoint(resume, address, experiment, grid, heads):
    if resume is None:
        yield _Checkpoint({})
        return
    settings = [setting_of(address, {**grid.base, **grid.varied(k)}) for k in range(len(grid))]
    with open_store(resume, address, version_of(experiment)) as store:
        found = {k: store.row(setting, heads) for k, setting in enumerate(settings)}
        rows = {k: row for k, row in found.items() if row is not None and row[0] != LOST}
        notes = [f"{len(rows)} of {len(grid)} rows were kept in {resume}."] if rows else []
        if store.changed:
            changed = f"{store.changed} rows in {resume}"
            notes.append(f"Changed after they were kept, and solved again: {changed}.")
        old, others = store.other_versions(settings), store.others(settings)
        if old:
            notes.append(f"{old} settings in {resume} have rows of another version of the code.")
        if others:
            notes.append(f"{others} rows in {resume} belong to other settings; they stay there.")
        yield _Checkpoint(rows, tuple(notes), lambda k, row: store.put(settings[k], heads, row))


def _stopped(done, grid, trouble, resume):
    if trouble or len(done) < len(grid):
        way = "" if resume is None or trouble else "; the same call goes on"
        yield f"Stopped: {len(done)} of {len(grid)} rows are done{way}."
    if trouble:
        yield trouble
    for status, words in ((FAILED, "failed"), (LOST, "ended their worker")):
        count = sum(row[0] == status for row in done.values())
        if count:
            yield f"{count} of {len(done)} settings {words}; the column {ERROR} says why."


def finished(
    address: str,
    experiment: Experiment,
    grid: Grid,
    heads: tuple[str, ...],
    done: dict,
    notes: tuple[str, ...],
) -> Sweep:
    """The `Sweep` of rows {k: row} with those heads."""
    order = sorted(done)
    places = [grid.varied(k) for k in order]
    columns = {name: _column([p[name] for p in places]) for name in grid.axes}
    columns |= {head: _column([done[k][i] for k in order]) for i, head in enumerate(heads)}
    rest = {name: value for name, value in grid.base.items() if name not in grid.axes}
    return Sweep(
        address, experiment.knobs, tuple(grid.axes), rest, columns, len(grid), tuple(notes)
    )


def _column(values):
    """Floats, NaN where there is none, whole numbers where all are; else the values as they are."""
    numbers = [v for v in values if v is not None]
    if all(type(v) is int for v in numbers) and len(numbers) == len(values):
        return np.array(values, dtype=np.int64)
    if all(type(v) in (int, float) for v in numbers):
        return np.array([np.nan if v is None else v for v in values], dtype=np.float64)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def _plain(column):
    values = column.tolist()
    if column.dtype == np.float64:
        return [None if v != v else v for v in values]
    return [",".join(map(str, v)) if isinstance(v, tuple) else v for v in values]


#: The exit status of a command that was interrupted.
_INTERRUPTED = 130


def run_to_file(
    address: str, varied: dict[str, Any], out: str, cluster: str | None, options: dict[str, Any]
) -> int:
    """Solve, write, and say in a line per status what came; the exit status."""
    path = checked_path(out, (".csv", ".parquet"), ".csv or .parquet")
    with on_cluster(cluster):
        done = sweep(address, vary=varied, **options)
    (done.to_csv if path.suffix.lower() == ".csv" else done.to_parquet)(path)
    counts = Counter(done.columns["status"].tolist())
    counted = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    print(f"{path}: {len(done)} rows{': ' * bool(counted)}{counted}.", *done.notes, sep="\n")
    return _INTERRUPTED if len(done) < done.total else 0


@contextlib.contextmanager
def on_cluster(address: str | None) -> Iterator:
    """While the body runs, tasks go to the Dask scheduler at `address`, if one is given."""
    if address is None:
        yield
        return
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise InputError(
            "--cluster needs the package distributed, which is not installed; install the extra "
            "'cluster', or leave it out."
        ) from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise InputError(
            f"--cluster must be the address of a Dask scheduler, got {address!r} ({error})."
        ) from None
    with client, joblib.parallel_config("dask"):
        yield
