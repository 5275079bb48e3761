"""What the scene asks: where simplex stands next, which edges hold the optimum, how it ends."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import listed, point
from lab.lessons.programs.polygon.captions import ending
from lab.prediction import asked, drawn, landing
from widgets import Question

#: A corner whose edges' multipliers are below this share of |c| may not be the only best.
_CLEAR = 0.02
_ENDS = {
    "converged": "at a point that is proved optimal",
    "infeasible": "with a proof that nothing is feasible",
    "unbounded": "with a proof that F falls for ever",
}


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _outcome(view), _edges(view), _next(view))


def _outcome(view):
    status = view.run.result.status
    if status not in _ENDS or len(view) < 3:
        return None
    return Question(
        0,
        f"How will {view.label} end?",
        tuple(_ENDS.values()),
        list(_ENDS).index(status),
        ending(view),
        "outcome",
        ("gap", "products", "dual"),
    )


def _edges(view):
    """Of a linear program with one best corner in which two edges meet: which two."""
    case, problem = view.case, view.run.problem
    few = 3 <= len(case.shape.corners) <= 12 and len(view) > 2
    if view.run.result.status != "converged" or problem.Q is not None or not few:
        return None
    shape, held = case.shape, view.holding()
    if held.sum() != 2:
        return None
    y = np.linalg.solve(shape.normals[held].T, -problem.c)
    pairs = [p for p in shape.meeting if p.sum() == 2 and (p != held).any()]
    if y.min() < _CLEAR * np.linalg.norm(problem.c) or not pairs:
        return None
    words = [_pair(case, held), *(_pair(case, p) for p in pairs)]
    left_out = drawn(view.run.settings, "edges", range(max(1, len(pairs) - 2)))
    options = (words[0], *words[1 + left_out :][:3])
    return Question(
        0,
        "F falls along the arrow. Which two edges hold the optimum?",
        options,
        0,
        f"They meet at {point(view.answer)}, and the arrow lies between their outward normals: "
        "no way along an edge lowers F.",
        "edges",
        ("gap", "products", "dual"),
    )


def _pair(case, which):
    return f"edges {listed(case.names[i] for i in np.flatnonzero(which))}"


def _next(view):
    """Before a long step of the main method: where it ends."""
    frames = np.flatnonzero(np.diff(view.at) == 1)
    head = np.broadcast_to(view.case.arrow[1], (len(view), 2))
    rivals = [view.path(name)[view.rows[name]] for name in view.rivals]
    k, aim = landing(view.run.settings, "plane", view.x, view.case.box, frames, (head, *rivals))
    if k is None:
        return None
    return Question(
        k,
        f"{view.label} stands at x. Where will its next step take it?",
        why=f"To {point(view.x[k + 1])}.",
        key="next",
        hides=("gap", "products", "dual"),
        aim=aim,
    )
