"""What smoothing costs: P - P* of the answer of (18) against sigma (Theorem 4)."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import power
from solvers import solve_alternating_linearization
from widgets import Axis, Curve, Panel, Path, Points, Text

#: The source's sigma is the first.
_SIGMAS = np.geomspace(1e-6, 1.0, 7)
_EXACT, _MOST = 1e-13, 80
#: Costs below this are rounding, and are drawn here.
_FOOT = 1e-14


def costs(problem, x0):
    """(sigma (k,), cost (k,), limit (k,)): P - P* at the answer of each smoothed problem, P* by its
    lower bound, and what Theorem 4 allows."""
    best = solve_alternating_linearization(problem, x0=x0, tol=_EXACT, max_iter=10 * _MOST)
    found = []
    for sigma in _SIGMAS:
        run = solve_alternating_linearization(
            problem,
            x0=best,
            smoothing=sigma,
            scaling=False,
            tol=0.0,
            max_iter=_MOST,
            record_every=_MOST,
        )
        M = run.trace.snapshots["M"][-1]
        value = np.sum(problem.Sigma * M + problem.rho * np.abs(M)) - np.linalg.slogdet(M)[1]
        found.append(value - best.certificate.bound)
    squares = np.sum(np.broadcast_to(problem.rho, problem.Sigma.shape) ** 2)
    return _SIGMAS, np.array(found), 0.5 * _SIGMAS * squares


def floor_panel(view):
    """The costs below their limit, the source's sigma and that of the knob."""
    sigma, cost, limit = view.run.extra["costs"]
    shown = np.maximum(cost, _FOOT)
    zeros = int(np.count_nonzero(view.optimum == 0.0))
    foot, top = 0.3 * min(shown.min(), limit.min()), 5.0 * limit.max()
    paper = power(cost[0]) if cost[0] > _FOOT else "0, up to rounding"
    marks = [
        Curve(sigma, limit, tone="ink", dash="dash", width=1.5, ghost=False,
              label="σ Σ ρ² ÷ 2, the most it may cost"),
        Text([sigma[3]], [4.0 * limit[3]], ("at most",), tone="ink", anchor="left"),
        Curve(sigma, shown, tone="main", width=2.0, ghost=False, label="P − P*"),
        Points(sigma, shown, tone="main", size=8.0, label="P − P* of the smoothed answer"),
        Path([sigma[0]] * 2, [foot, top], tone="muted", dash="dot", width=1.2, ghost=False,
             label="the paper's σ"),
        Text([sigma[0]], [0.4 * top], (f"the paper: {paper}",), tone="muted"),
    ]  # fmt: skip
    if view.settings["smoothing"] > 0.0:
        here = [view.settings["smoothing"]] * 2
        looks = {"tone": "now", "dash": "dot", "width": 1.5, "ghost": False}
        marks.append(Path(here, [foot, top], label="σ of the knob", **looks))
    pairs = f"{zeros // 2} pairs of zeros cost" if zeros > 2 else "one pair of zeros costs"
    title = f"Smoothing costs what {pairs}" if zeros else "No zero: free while σρ is small"
    return Panel(
        title,
        marks,
        Axis("σ", log=True, range=(0.6 * sigma[0], 2.0 * sigma[-1])),
        Axis("P − P*", log=True, range=(foot, top)),
        key="gap",
        subtitle="of each smoothed answer",
        legend={"σ Σ ρ² ÷ 2, the most it may cost": "at most σ Σ ρ² ÷ 2 (Theorem 4)"},
    )
