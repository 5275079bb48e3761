"""A student's update in the triplets scene: the same multipliers in the same order as the
reference, which moves those of w >= 0 itself."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own
from lab.lessons.coordinate_descent.triplets.view import build_view
from solvers import InputError


def _states(run, ask):
    """A state per update; `work` counts the multipliers that the reference has visited."""
    if run.settings["steps"] != "updates":
        raise InputError("steps must be 'updates' beside a step of one's own, got 'sweeps'.")
    problem, trace = run.problem, run.trace
    s, inverse = trace.snapshots, np.linalg.inv(problem.L)
    lam, t = s["lam"][0].copy(), s["t"][0].copy()
    for block, i, work in zip(s["block"], s["index"], trace.work, strict=True):
        w = inverse @ (problem.Z.T @ lam + t)
        if block == 0:
            lam[i] = ask(problem.Z, inverse, problem.C, w, lam.copy(), int(i))
        elif block == 1:
            t[i] = max(0.0, t[i] - w[i] / inverse[i, i])
        w = inverse @ (problem.Z.T @ lam + t)
        dual = {"lam": lam.copy(), "t": t.copy()}
        yield {"x": problem.project(w), "w": w, "dual": dual, "work": int(work)}


OWN = Own("triplet-update", _states, build_view, "weights")
