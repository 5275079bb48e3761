"""What a worker does with one setting, and how it learns what the sweep is about."""

from __future__ import annotations

import hashlib
import os
import pickle
import signal
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from multiprocessing import parent_process
from pathlib import Path
from threading import current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

import cloudpickle
import numpy as np

from lab.data import VARIABLE, directory
from lab.discovery import find
from lab.sweeps.measures import GENERAL, measure_of, plain_value
from solvers import SOLVERS, about, solver

if TYPE_CHECKING:
    from lab.experiment import Experiment, Run

#: What a row says in addition to the measures: of a setting that fails, and of one whose worker
#: ended.
FAILED, LOST = "failed", "lost"
#: Seconds of a solve compared with which loading kernels does not count.
_LONG = 5.0
#: A job of so many bytes or more is sent to each worker once. A small one goes with every task:
#: what Dask scatters is lost with the one worker that has it.
LARGE = 10_000
#: What this process has solved before: (sweep, values that choose kernels).
_LOADED: set[tuple] = set()


@dataclass(frozen=True, slots=True, eq=False)
class Job:
    """What all tasks of a sweep share: the scene (its address, or the `Experiment` itself), all
    knobs, the directory of data sets, what `foreign_solvers` finds, and what is asked of each.

    answer(job, digest, varied): what comes of one setting, in a worker. failed(job, status,
    sentence): what replaces it where that raises, or ends the worker.
    """

    where: Experiment | str
    base: Mapping[str, object]
    directory: str | None
    solvers: tuple
    answer: Callable
    failed: Callable
    measures: tuple[str, ...] = ()


def job_of(
    where: Experiment | str,
    base: dict[str, Any],
    answer: Callable,
    failed: Callable,
    measures: tuple[str, ...] = (),
) -> Job:
    """The `Job` of a scene, with the directory of data sets and the solvers of this process."""
    place = directory()
    return Job(
        where, base, str(place) if place else None, foreign_solvers(), answer, failed, measures
    )


@dataclass(frozen=True, slots=True, eq=False)
class Parcel:
    """A `Job` as bytes, and its digest. A large one is an array (n,), which joblib maps and Dask
    scatters: it is sent to each worker once, and not with every task."""

    digest: str
    content: bytes | np.ndarray


def foreign_solvers() -> tuple[tuple[str, Any, dict, Callable], ...]:
    """(name, problem type, the options of `solver`, function) of the solvers that were
    registered from outside, in a notebook say, where another process does not know them."""
    found = ((p, n, f) for p, named in SOLVERS.items() for n, f in named.items())
    return tuple(
        (name, problem, asdict(about(problem, name)), function)
        for problem, name, function in found
        if not function.__module__.startswith("solvers.")
    )


def pack(job: Job) -> Parcel:
    """The `Parcel` of the job; functions of a notebook travel by value."""
    content = cloudpickle.dumps(job)
    digest = hashlib.sha256(content).hexdigest()
    large = len(content) >= LARGE
    return Parcel(digest, np.frombuffer(content, dtype=np.uint8) if large else content)


def solve_one(digest: str, content: bytes | np.ndarray, k: int, varied: dict[str, Any]) -> tuple:
    """(k, the job's answer at those varied values), or what the job says of one that failed. Never
    raises."""
    if parent_process() is not None and current_thread() is main_thread():
        # Ctrl-C reaches all processes of a terminal: a worker that it cuts off within an answer
        # would leave who started it, and ends its workers, reading for ever.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    job = _unpacked(digest, content)
    try:
        return k, job.answer(job, digest, varied)
    except Exception as error:
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        return k, job.failed(job, FAILED, kind + " ".join(str(error).split()))


def failed_row(job: Job, status: str, sentence: str) -> tuple[str | None, ...]:
    """The row of a setting that has no measures."""
    return (status, *[None] * (len(GENERAL) - 1 + len(job.measures)), sentence)


def measured_row(job: Any, digest: str, varied: dict[str, Any]) -> tuple[float | str | None, ...]:
    """The row of a setting: general measures, further ones, and no sentence."""
    address, experiment = find(job.where)
    settings = {**job.base, **varied}

    def solved():
        return experiment.play(settings, address=address)

    began, run = perf_counter(), solved()
    kernels = digest, *(v for v in varied.values() if not isinstance(v, (int, float)))
    if kernels not in _LOADED and perf_counter() - began < _LONG:
        run = solved()  # the first one loaded the kernels, which `seconds` should not hold
    _LOADED.add(kernels)
    return (*measured(experiment, run, (*GENERAL, *job.measures)), "")


def measured(experiment: Experiment, run: Run, names: tuple[str, ...]) -> list[float | str | None]:
    """The values of the named measures of a run."""
    return [plain_value(measure_of(experiment, name)(run), name) for name in names]


#: The last jobs, by digest: the bytes are read once by each worker.
_JOBS: dict[str, object] = {}


def _unpacked(digest, content):
    """The `Job` of a parcel, with its directory and its solvers known to this process."""
    if digest not in _JOBS:
        while len(_JOBS) >= 4:
            _JOBS.pop(next(iter(_JOBS)), None)
        job = pickle.loads(content if isinstance(content, bytes) else content.tobytes())
        if job.directory and Path(job.directory).is_dir():
            os.environ[VARIABLE] = job.directory
        for name, problem, options, function in job.solvers:
            if name not in SOLVERS.get(problem, {}):
                solver(name, problem, **options)(function)
        _JOBS[digest] = job
    return _JOBS[digest]
