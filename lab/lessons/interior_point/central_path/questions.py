"""What the central-path scene asks: where the level lines lead, and what the method will do."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number, point, power
from lab.lessons.interior_point.central_path.marks import predicted
from lab.lessons.interior_point.central_path.plane import seen_in
from lab.lessons.interior_point.central_path.polygon import basis, cut
from lab.prediction import asked, landing
from widgets import Question

#: Shares of an edge, of C or of a slope below this are not told from 0.
_CLEAR = 1e-3
#: Values nearer than this factor to where two options part are not asked about.
_NEAR = 1.1


def questions(view):
    """Predict, then see."""
    asks = (_where(view), _slow(view), _centring(view), _aim(view))
    return asked(view.run.settings, *asks)


def _aim(view):
    """Before a long step in the plane: where it ends."""
    if view.run.extra["view"] == "box" or len(view) < 3:
        return None
    seen, box = seen_in(view)
    frames = np.flatnonzero(np.diff(view.rows) == 1)
    places = seen(view.x[view.rows])
    shown = (predicted(view, seen),) if "predictor" in view.run.trace.snapshots else ()
    k, aim = landing(view.run.settings, "plane", places, box, frames, shown)
    if k is None:
        return None
    inside = view.interior and np.isfinite(view.snapshot("sigma")[view.rows[k + 1]])
    return Question(
        k,
        f"x is in the ring. Where will the next step of {view.method.label} take it?",
        why=f"{_rule(view, k + 1) if inside else 'It lowers q as far as the box lets it'}; the "
        f"step is {number(np.linalg.norm(view.x[view.rows[k + 1]] - view.x[view.rows[k]]), 2)} "
        "long.",
        key="aim",
        hides=("products", "steps"),
        aim=aim,
    )


def _rule(view, k):
    sigma = view.snapshot("sigma")[view.rows[k]]
    return f"It aims at where all products are σ = {power(sigma)} of their μ, and stops at a wall"


def _where(view):
    """Of three points: inside the polygon, on a wall or in a corner."""
    problem = view.run.problem
    if view.x.shape[1] != 3 or len(view) < 3 or view.run.extra["view"] == "pair":
        return None
    place, x = lowest(problem.product, problem.y, problem.C, problem.b)
    if place is None:
        return None
    return Question(
        0,
        "q falls where the blue is darker. Where in the polygon is it lowest?",
        ("strictly inside it", "on one of its walls", "in one of its corners"),
        place,
        f"At x = {point(x)}. A variable at 0 is no support vector, one at C is on the wrong side "
        "of its margin or just on it.",
        "where",
        ("products",),
    )


def lowest(product, y, C, b):
    """(0, 1 or 2: inside the polygon, on a wall, in a corner; x (3,)) of the minimiser of
    1/2 x'Qx - e'x; (None, None) where that is not clear. `product` (3,) -> Qx."""
    corners = cut(y, C, b).corners
    if len(corners) < 3:
        return None, None
    Q = np.column_stack([product(e) for e in np.eye(3)])

    def slope(x):
        return Q @ x - 1.0

    along, centre = basis(y), corners.mean(axis=0)
    bend = along.T @ Q @ along
    if np.linalg.cond(bend) < 1.0 / _CLEAR**3:
        x = centre - along @ np.linalg.solve(bend, along.T @ slope(centre))
        if min(x.min(), (C - x).min()) > _CLEAR * C:
            return 0, x
    following = np.roll(corners, -1, axis=0)
    for p, q in zip(corners, following, strict=True):
        edge, inward = q - p, centre - p
        curve = edge @ Q @ edge
        share = -slope(p) @ edge / curve if curve > 0.0 else np.inf
        x = p + share * edge if np.isfinite(share) else p
        if _CLEAR < share < 1.0 - _CLEAR and _uphill(slope(x), inward):
            return 1, x
    for before, x, after in zip(np.roll(corners, 1, axis=0), corners, following, strict=True):
        if _uphill(slope(x), before - x) and _uphill(slope(x), after - x):
            return 2, x
    return None, None


def _uphill(slope, way):
    return slope @ way > _CLEAR * np.linalg.norm(slope) * np.linalg.norm(way)


def _slow(view):
    """Asked of path following where ten steps are enough to tell."""
    sigma, mu = view.snapshot("sigma"), view.mu
    if view.run.main != "path_following" or len(mu) < 11 or view.rows[min(10, len(view) - 1)] != 10:
        return None
    share, edges = mu[10] / mu[0], np.array([0.5, 1e-3])
    if not np.isfinite(share) or np.any(np.abs(np.log(share / edges)) < np.log(_NEAR)):
        return None
    return Question(
        0,
        f"Every step aims at σ = {number(sigma[1])} of its μ. Which share of μ will be left after "
        "ten steps?",
        ("more than a half", "between a half and 1e-3", "less than 1e-3"),
        int((share < edges).sum()),
        f"{power(share)}. Ten full steps would leave σ¹⁰ = {power(sigma[1] ** 10)}; a wall that "
        "cuts a step leaves more of its μ.",
        "slow",
        ("products", "steps", "gap"),
    )


def _centring(view):
    """Before the first step, where its predictor is cut short."""
    a, sigma = view.snapshot("alpha_a"), view.snapshot("sigma")
    if len(view) < 4 or a.ndim != 1 or not np.isfinite([a[1], sigma[1]]).all() or a[1] > 0.95:
        return None
    edges = np.array([0.5, 0.01])
    if sigma[1] <= 0.0 or np.any(np.abs(np.log(sigma[1] / edges)) < np.log(_NEAR)):
        return None
    return Question(
        0,
        f"The first predictor would leave the inside after {number(100.0 * a[1], 0)} % of its way. "
        "At which share σ of μ will the corrector aim?",
        ("more than a half", "between a half and a hundredth", "less than a hundredth"),
        int((sigma[1] < edges).sum()),
        f"σ = (μₐ/μ)³ = {power(sigma[1])} (4.22), where μₐ is what the predictor would leave of μ: "
        "where it gets far, there is little to centre.",
        "centring",
        ("steps",),
    )
