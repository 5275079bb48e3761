"""A student's mirror step in the mirror scene: of the weights v, or of the multipliers u."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own, Way
from lab.lessons.mi_odm.mirror.case import start_of
from lab.lessons.mi_odm.mirror.planes import place_of
from lab.lessons.mi_odm.mirror.steps import Anatomy
from lab.lessons.mi_odm.mirror.view import build_view
from lab.race.methods import YOURS
from solvers.exchange import drive_saddle, mirror_metric

#: The snapshots of the centre, where both prox steps of an iteration begin.
_CENTRE = ("centre_u", "centre_v")


def _states(run, step_u, step_v):
    """A state per iteration of mirror prox, at the reference's step sizes.

    step_u(u, gradient, step, radius), step_v(v, gradient, step): the mirror steps.
    """
    problem, shown = run.problem, run.trace.snapshots
    operator = Anatomy(problem, run.trace, "plain").operator
    a, b, radius = mirror_metric(problem, start_of(problem, run.settings["start"]))
    u, v = (shown[name][0].copy() for name in _CENTRE)
    middle, mean, total, N = (u, v), (u, v), 0.0, u.size // 2
    for t, eta in enumerate(shown["step"].tolist()):
        if t:
            middle = _prox(operator(u, v), (u, v), eta, (step_u, a, radius), (step_v, b))
            u, v = _prox(operator(*middle), (u, v), eta, (step_u, a, radius), (step_v, b))
            total += eta * t
            mean = tuple(m + eta * t / total * (y - m) for m, y in zip(mean, middle, strict=True))
        yield {
            "x": mean[0],
            "dual": {"v": mean[1], "s": mean[0][:N] - mean[0][N:]},
            "u": mean[0],
            "v": mean[1],
            **dict(zip(_CENTRE, (u, v), strict=True)),
        }


def _prox(slopes, centre, eta, of_u, of_v):
    """The prox step of length `eta` from the centre along minus the slopes."""
    (step_u, a, radius), (step_v, b) = of_u, of_v
    new_u = step_u(centre[0].copy(), slopes[0], eta / a, float(radius))
    return new_u, step_v(centre[1].copy(), slopes[1], eta / b)


def _own_u(run, ask):
    return _states(run, ask, _step_v)


def _own_v(run, ask):
    return _states(run, _step_u, ask)


def _step_u(u, gradient, step, radius):
    new = np.maximum(u - step * gradient, 0.0)
    return new * min(1.0, radius / max(np.linalg.norm(new), 1e-300))


def _step_v(v, gradient, step):
    with np.errstate(divide="ignore"):
        powers = np.log(v) - step * gradient
    new = np.exp(powers - powers.max())
    return new / new.sum()


def _centres(run, view):
    """(u, v) of both centres (T, 2N + 3) at the frames."""

    def of(name, rows):
        return np.hstack([run.traces[name].snapshots[part][rows] for part in _CENTRE])

    rows = view.centre
    return of(run.main, rows), of(YOURS, np.minimum(rows, len(run.traces[YOURS]) - 1))


def _places(view, yours):
    return {"triangle": np.column_stack(place_of(view)(yours[:, -3:]))}


_PLAIN = {"method": ("plain",)}
OWN = Own(
    {"mirror-simplex": Way(_own_v, _PLAIN), "mirror-u": Way(_own_u, _PLAIN)},
    build_view,
    "triangle",
    iterates=_centres,
    places=_places,
    drive=lambda states, run, options: drive_saddle(states, run.problem, options),
)
