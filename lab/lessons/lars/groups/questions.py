"""What the groups scene asks: which groups end at 0, where an update lands, and when the digits
come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import format_distinct, number
from lab.lessons.lars.groups.view import BLOCK, NAMES, norms
from lab.prediction import asked, drawn
from widgets import Question

#: Norms and correlations nearer to each other than this share are not told apart.
_NEAR = 1e-2


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _end(view), _landing(view))


def _end(view):
    """Which groups are 0 at the optimum."""
    result, lam = view.run.result, view.lam
    if len(view) < 3 or result.status != "converged":
        return None
    problem, w = view.run.problem, result.x
    size = norms(w)
    pull = norms((problem.t - problem.X @ w) @ problem.X)
    zero = size == 0.0
    clear = np.where(zero, pull < (1.0 - _NEAR) * lam, size > _NEAR * size.max())
    if not clear.all() or np.any((w == 0.0) != zero[[0, 0, 1]]):
        return None
    text = " and ".join(
        f"|{NAMES[g]}| = {number(size[g])}" if not zero[g] else f"{NAMES[g]} = 0" for g in (0, 1)
    )
    return Question(
        0,
        f"λ = {number(lam)}: which weights will be 0 at the end?",
        ("no weight", "only w₁ and w₂", "only w₃", "all three"),
        int(zero[0] + 2 * zero[1]),
        f"{text}. The norm of a group has its only kink where the whole group is 0, so that its "
        "weights vanish together.",
        "end",
    )


def _landing(view):
    """At the frame before an update: what becomes of the norm of its group."""
    rows = view.rows[BLOCK]
    k = np.arange(2, len(view))
    k = k[(np.diff(rows)[1:] == 1) & (np.abs(view.new - view.old)[2:] > _NEAR * view.old[2:])]
    k = k[np.abs(view.pull[k] / view.lam - 1.0) > _NEAR] if view.lam > 0.0 else k
    stops = [j for j in k if view.new[j] == 0.0]
    moves = [j for j in k if view.new[j] > 0.0]
    kind = drawn(view.run.settings, "kind", [one for one in (stops, moves) if one])
    if kind is None:
        return None
    k = int(kind[0])
    name, old = NAMES[view.group[k]], number(view.old[k], 2)
    pull, lam = format_distinct(view.pull[k], view.lam, decimals=2)
    beats = "≤" if view.new[k] == 0.0 else ">"
    why = (
        "leaving 0 would cost λ per unit and win less, in every direction"
        if view.new[k] == 0.0
        else f"so it is worth its price, and its norm becomes {number(view.new[k])}"
    )
    return Question(
        k - 1,
        f"Next moves {name}, whose norm is {old}. With the group at 0 its correlation would have "
        f"norm {pull}, and λ = {lam}. Where will it land?",
        ("at 0, the whole group", "at a shorter vector", "at a longer vector"),
        0 if view.new[k] == 0.0 else 1 if view.new[k] < view.old[k] else 2,
        f"{pull} {beats} {lam}: {why}.",
        "landing",
    )
