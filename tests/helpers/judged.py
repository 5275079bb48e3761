"""A check in the process of the tests, for the many steps that are harmless but may not end."""

import pickle
import signal
from contextlib import contextmanager

import numpy as np

from lab.checking import catalogue, worker
from lab.checking.check import judged
from lab.checking.task import Call


class _Here:
    def __init__(self, step):
        self.step = step

    def ask(self, request, seconds):
        try:
            with _within(seconds):
                return worker.call(self.step, request["args"])
        except TimeoutError:
            return {"late": True}


@contextmanager
def _within(seconds):
    def late(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def report(name, step, seconds=0.5, student=""):
    """The `Report` on a step."""
    with np.errstate(all="ignore"):
        return judged(name, _Here(step), seconds, student)


def calls(name, step):
    """The calls as the methods play with `step`."""
    found = []

    def ask(*args, **facts):
        found.append(Call(args, facts))
        return step(*pickle.loads(pickle.dumps(args)))

    for problem in catalogue.find(name).problems():
        for _ in problem.play(ask) or ():
            pass
    return found
