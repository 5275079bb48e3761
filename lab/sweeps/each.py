"""The parts of a long table, one by one or many at once, on the engine of sweeps."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from lab.processes import one_thread
from lab.sweeps import engine
from lab.sweeps.store import open_store
from lab.sweeps.worker import job_of, pack
from lab.version import code_version, setting_of

_DONE, _HEADS = "done", ("status", "answer")


def each(function: Callable[[Any], Any], items: Iterable, options: Any) -> list:
    """[function(item) for each of `items`], in their order; what is not solved yet is.

    function: of a module, of one item; items and answers as JSON has them, so that both can travel
    and be stored. options: of a command. `options.jobs`: how many processes, `options.cluster`:
    what `joblib.parallel_config` says; without either all is solved here, one by one.
    `options.resume`: a file that stores answers as they come. `options.progress(done, total)` is
    called after each.
    A part that fails ends the table: RuntimeError with its sentence.
    """
    items = list(items)
    answers: dict[int, Any] = {}
    tell = getattr(options, "progress", None) or (lambda done, total: None)
    with contextlib.ExitStack() as stack:
        stored, store = stack.enter_context(
            _stored(function, items, getattr(options, "resume", None))
        )
        answers |= stored
        tell(len(answers), len(items))
        missing = [(k, item) for k, item in enumerate(items) if k not in answers]
        solved = stack.enter_context(contextlib.closing(_solved(function, missing, options)))
        for k, (status, answer) in solved:
            if status != _DONE:
                raise RuntimeError(f"{function.__name__} of {items[k]}: {answer}")
            store(k, answer)
            answers[k] = answer
            tell(len(answers), len(items))
    return [json.loads(answers[k]) for k in range(len(items))]


def together_note(options: Any) -> tuple[str, ...]:
    """A note for a table of seconds whose rows were measured at the same time, if they were."""
    if getattr(options, "cluster", None):
        return ("Rows were measured on the machines of a cluster, several at the same time.",)
    if getattr(options, "jobs", None) not in (None, 1):
        return ("Rows were measured at the same time: only ratios within a row count.",)
    return ()


def _solved(function, tasks, options):
    """(k, (status, the answer as JSON or a sentence)) of (k, item), as they are done."""
    jobs, cluster = getattr(options, "jobs", None), getattr(options, "cluster", None)
    if jobs is None and cluster is None:
        for k, item in tasks:
            with one_thread():
                yield k, (_DONE, json.dumps(function(item)))
        return
    job = job_of(function, {}, _answered, _failed)
    yield from engine.rows(pack(job), job, tasks, jobs)


def _answered(job, digest, item):
    with one_thread():
        return _DONE, json.dumps(job.where(item))


def _failed(job, status, sentence):
    return status, sentence


@contextlib.contextmanager
def _stored(function, items, resume):
    """({k: answer} of what a file has, how an answer is stored there)."""
    if resume is None:
        yield {}, lambda k, answer: None
        return
    name = f"{function.__module__}.{function.__qualname__}"
    settings = [setting_of(name, {"item": item}) for item in items]
    with open_store(resume, name, code_version()) as store:
        rows = {k: store.row(setting, _HEADS) for k, setting in enumerate(settings)}
        found = {k: row[1] for k, row in rows.items() if row is not None}
        yield found, lambda k, answer: store.put(settings[k], _HEADS, (_DONE, answer))
