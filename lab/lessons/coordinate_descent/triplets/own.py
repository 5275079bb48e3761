"""A student's update in the triplets scene: the same multipliers in the same order as the
reference, which moves those of the other kind itself."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.checking.task import Own, Way
from lab.lessons.coordinate_descent.triplets.view import build_view


def _states(run, ask, kind):
    """A state per update; `work` counts the multipliers that the reference has visited.

    kind: which multipliers the step moves, 0 for those of the triplets, 1 for those of w >= 0.
    """
    problem, trace = run.problem, run.trace
    Z, C, s, inverse = problem.Z, problem.C, trace.snapshots, np.linalg.inv(problem.L)
    lam, t = s["lam"][0].copy(), s["t"][0].copy()
    for block, i, work in zip(s["block"], s["index"].tolist(), trace.work, strict=True):
        w = inverse @ (Z.T @ lam + t)
        if block == 0 == kind:
            lam[i] = ask(Z, inverse, C, w, lam.copy(), i)
        elif block == 0:
            lam[i] = _triplet(Z, inverse, C, w, lam, i)
        elif block == 1 == kind:
            t[i] = ask(inverse, w, t.copy(), i)
        elif block == 1:
            t[i] = max(0.0, t[i] - w[i] / inverse[i, i])
        w = inverse @ (Z.T @ lam + t)
        dual = {"lam": lam.copy(), "t": t.copy()}
        yield {"x": problem.project(w), "w": w, "dual": dual, "work": int(work)}


def _triplet(Z, inverse, C, w, lam, i):
    """The reference's own step (3.13) of the multiplier of triplet i."""
    curvature = Z[i] @ inverse @ Z[i]
    if curvature == 0.0:
        return C
    return min(max(lam[i] - (Z[i] @ w - 1.0) / curvature, 0.0), C)


_UPDATES = {"steps": ("updates",)}
#: Where a multiplier of w >= 0 is positive.
_TURNED = {"L": "ill"}
OWN = Own(
    {
        "triplet-update": Way(partial(_states, kind=0), _UPDATES),
        "sign-multiplier": Way(partial(_states, kind=1), _UPDATES, _TURNED),
    },
    build_view,
    "weights",
)
