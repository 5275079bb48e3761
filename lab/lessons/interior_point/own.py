"""A student's step within an interior-point method, for every scene that shows one: the step to
the boundary, the predictor or the centring of Mehrotra's method, or the low-cost direction."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Refused, Way
from lab.lessons.interior_point.methods import OWN as AS_IT_IS
from solvers.exchange import ETA, SAFE_ETA, low_cost_states, mehrotra_states


def _to_the_end(states):
    """The states; where the method has no further one, a sentence says so."""
    yield from states
    raise Refused("From here your step leads to no point inside the box.")


def _start(run):
    """Where the reference starts: x (n,), or None for its own start."""
    case = run.extra.get("case")
    return None if case is None else case.x0


def _share(run, default):
    """The share of the way to the boundary that the knob asks for."""
    return default if run.settings["eta"] == AS_IT_IS else run.settings["eta"]


def _mehrotra(run, **part):
    separate = run.settings["steps"] == "separate"
    eta = _share(run, ETA)
    states = mehrotra_states(run.problem, _start(run), eta=eta, separate=separate, **part)
    return _to_the_end(states)


def _boundary(run, ask):
    """The steps of x and w = C - x are the student's, those of the multipliers are not."""
    upper = np.full(run.problem.y.size, run.problem.C)
    return _mehrotra(run, boundary=lambda x, dx: ask(x, dx, upper))


def _sigma(run, ask):
    return _mehrotra(run, centring=ask)


def _predictor(run, ask):
    problem = run.problem
    Q = problem.y[:, None] * problem.gram() * problem.y

    def predictor(x, s, t, u):
        move = ask(Q, problem.y, problem.C, x, s, t, u)
        return move[:-1], float(move[-1])

    return _mehrotra(run, predictor=predictor)


def _low_cost(run, ask):
    problem, frozen = run.problem, run.settings["spectral"] == "frozen"
    how = {"eta": _share(run, SAFE_ETA), "frozen": frozen}
    direction = lambda D, right: ask(D, problem.y, right)  # noqa: E731
    return _to_the_end(low_cost_states(problem, direction, _start(run), **how))


_MEHROTRA = {"method": ("mehrotra",), "start": (AS_IT_IS, "feasible")}
WAYS = {
    "step-to-boundary": Way(_boundary, _MEHROTRA),
    "mehrotra-sigma": Way(_sigma, _MEHROTRA),
    "predictor-direction": Way(_predictor, _MEHROTRA),
    "low-cost-direction": Way(_low_cost, {"method": ("safeguarded",)}),
}
