"""One machine trained by one method, as a table shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lab.drawing.text import unsigned
from lab.lessons.interior_point.common import METHODS
from lab.race.peers import timed
from lab.table import short
from solvers import decision_function, kkt_classes

#: Iterations after which a method is given up.
_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Trained:
    """Objective, certified relative gap, iterations, support vectors (beyond 1e-6 C), seconds with
    kernel evaluation, per cent correct on the test part (None without one), and the point x (n,)
    itself."""

    objective: float
    gap: float
    iterations: int
    vectors: int
    seconds: float
    correct: float | None
    x: np.ndarray = field(repr=False, compare=False)


def trained(method, problem, tol, test=None, final=False):
    """The `Trained` of one run of a method of the lesson.

    test: (points, labels) or None. final: judge the last machine, as a method must be that solves
    another problem, and not the best one on the way.
    """
    done, options = [], {"tol": tol, "max_iter": _MOST, "record_every": _MOST if final else 0}
    if method == "smo":
        options["steps"] = "sweeps"
    seconds = timed(lambda: done.append(METHODS[method].solve(problem, **options)))
    trace, x = done[0].trace, done[0].x
    if final:
        x = problem.project(METHODS.iterates(method, trace)[-1])
    certificate = problem.certify(x)
    return Trained(
        certificate.objective,
        short(float(unsigned(certificate.relative_gap, 1.0))),
        int(trace.iteration[-1]),
        int((kkt_classes(problem, x) > 0).sum()),
        short(seconds),
        None if test is None else per_cent_correct(problem, x, *test),
        x,
    )


def certain(problem):
    """The method that proves the optimum soonest: Mehrotra where Q is of low rank, else SMO."""
    return "mehrotra" if problem.low_rank else "smo"


def per_cent_correct(problem, x, points, labels):
    """Which share of `points` (a, m) the machine of x puts on the side of their labels (a,)."""
    found = decision_function(problem, x, points) >= 0.0
    return short(100.0 * np.mean(found == (labels > 0.0)), 4)
