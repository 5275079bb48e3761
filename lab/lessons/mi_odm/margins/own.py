"""A student's update in the margins scene: the same pairs in the same order as the reference."""

from __future__ import annotations

import numpy as np

from lab.checking.task import Own, Way
from lab.checking.yours import LOOK
from lab.drawing.geometry import wider
from lab.lessons.mi_odm.levels import lines
from lab.lessons.mi_odm.margins.view import build_view, weights
from solvers.exchange import sweep_orders
from widgets import Segments, row


def _states(run, ask):
    """A state per sweep over all pairs."""
    problem, K = run.problem, run.problem.gram()
    s = run.trace.snapshots["s"][0]
    zeta, beta = np.maximum(s, 0.0), np.maximum(-s, 0.0)
    price = float(problem.omega), problem.nu, problem.theta
    for sweep, order in enumerate(sweep_orders(s.size, run.settings["seed"])):
        s, u = zeta - beta, np.concatenate([zeta, beta])
        yield {"x": s, "dual": {"u": u}, "s": s, "iteration": sweep, "work": sweep * s.size}
        for i in order.tolist():
            zeta[i], beta[i] = ask(K, zeta.copy(), beta.copy(), *price, i)


def _boundary(view, yours):
    """f = 0 of the machine of each frame, in the plane."""
    if view.problem.X.shape[1] != 2:
        return {}
    ends = lines(*weights(view.problem, yours), 0.0, wider(view.box))
    parts = (row(ends[:, i, j, None]) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)))
    return {"points": [Segments(*parts, **LOOK)]}


#: At a smaller price the same way takes fewer sweeps.
_OPENS = {"proof": "gap", "lam": 10.0}
OWN = Own(
    {"odm-pair": Way(_states, opens=_OPENS)}, build_view, "points", marks=_boundary, gap="last"
)
