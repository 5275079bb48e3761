"""A sweep's tasks on joblib's workers: threads, processes, or a cluster; its kernels are compiled
once before.

joblib does the scheduling. What is added: a worker that ends takes no other task with it.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Generator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from joblib import Parallel, delayed
from joblib.parallel import get_active_backend

from lab.discovery import find
from lab.processes import interrupts_wait
from lab.sweeps.worker import LARGE, LOST, solve_one
from solvers import InputError
from solvers.checks import integer
from widgets.knobs import NUMBERS, TEXTS

if TYPE_CHECKING:
    from lab.experiment import Experiment
    from lab.sweeps.grid import Grid
    from lab.sweeps.worker import Job, Parcel

#: How Dask calls it that a task ended several workers, or that what it needed is lost with one.
_DASK = ("KilledWorker", "FutureCancelledError")
#: Seconds for which a cluster whose workers have all ended may take to start new ones.
_PATIENCE = 120
_SENTENCE = (
    "The worker ended while it solved this setting alone, so that it is most likely to blame "
    "(memory, or a kill from outside)."
)


def rows(parcel: Parcel, job: Job, tasks: Any, jobs: int | None = None) -> Generator:
    """Yield (k, row) of the `tasks`, pairs (k, varied values), in the order in which they are done.

    parcel: the `job`, packed.
    jobs: how many at a time; None is what `joblib.parallel_config` says, else all cores. Where a
    worker ends, the tasks that were distributed are solved one by one, so that what ends a worker
    again is a separate row and the rest continue.
    """
    tasks, out = iter(tasks), {}
    jobs = _jobs(jobs)

    def parcels_sent():
        for k, varied in tasks:
            out[k] = varied
            yield k, varied

    while True:
        try:
            for k, row in _solved(parcel, parcels_sent(), jobs):
                del out[k]
                yield k, row
            return
        except Exception as error:
            if not _is_ended_worker(error):
                raise
            for k, varied in list(out.items()):
                yield _alone(parcel, job, k, varied, jobs)
                del out[k]


def _solved(parcel, tasks, jobs):
    calls = (delayed(solve_one)(parcel.digest, parcel.content, *task) for task in tasks)
    with _failures_reported(), warnings.catch_warnings():
        # A worker that has grown large is replaced; nothing is lost.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs were given")
        with interrupts_wait():
            found = Parallel(jobs, return_as="generator_unordered", max_nbytes=LARGE - 1)(calls)
        yield from found


@contextmanager
def _failures_reported():
    """While the body runs, joblib is notified of a Dask task that is given up with its workers; its
    own backend (1.6) keeps that to itself, and a sweep would wait for ever."""
    backend = get_active_backend()[0]
    if type(backend).__name__ != "DaskDistributedBackend":
        yield
        return
    submit, patience = backend.submit, backend.wait_for_workers_timeout

    def reporting(batch, callback):
        future = submit(batch, callback)
        future.add_done_callback(lambda done: done.exception() and callback(done.exception()))
        return future

    backend.submit, backend.wait_for_workers_timeout = reporting, max(patience, _PATIENCE)
    try:
        yield
    finally:
        del backend.submit
        backend.wait_for_workers_timeout = patience


def _alone(parcel, job, k, varied, jobs):
    try:
        return next(iter(_solved(parcel, [(k, varied)], max(jobs, 2) if jobs > 0 else jobs)))
    except Exception as error:
        if not _is_ended_worker(error):
            raise
        return k, job.failed(job, LOST, _SENTENCE)


def check_jobs(jobs: int | None) -> None:
    """Refuse what is no number of processes, and not None."""
    if jobs is not None and integer(jobs, "jobs", least=-1) == 0:
        raise InputError("jobs must be a number of processes, or -1 for all cores, got 0.")


def _jobs(jobs):
    """The number for joblib: what was asked, what its configuration says, or all cores."""
    configured = get_active_backend()[1]
    return jobs if jobs is not None else configured if configured not in (None, 1) else -1


def _is_ended_worker(error):
    """Whether a worker process is gone, as joblib's own processes or Dask say it."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ in _DASK


#: Combinations of choices that are tried at most.
_MOST = 24
#: Choices that need a file or a large set are left at their defaults.
_DATA = "data"


def warm(where: Experiment | str, grid: Grid) -> None:
    """Solve the scene at its defaults with every combination of the sweep's choices: those decide
    which kernels run, and defaults are quick."""
    address, experiment = find(where)
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    chosen = {
        name: grid.axes.get(name, (grid.base[name],))
        for name, kind in kinds.items()
        if kind not in (*NUMBERS, *TEXTS) and name != _DATA
    }
    for values in itertools.islice(itertools.product(*chosen.values()), _MOST):
        settings = experiment.settings(dict(zip(chosen, values, strict=True)))
        try:
            experiment.play(settings, address=address)
        except InputError:
            continue  # the setting itself will say so, in its row
