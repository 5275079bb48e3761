"""What each frame of the trained machine says."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import gap_caption, least
from lab.drawing.text import figure, format_distinct, listed, number
from lab.lessons.interior_point.support import STATES, counted
from lab.lessons.interior_point.svm.panels import bias_caption
from widgets.sentences import sentences

#: Points whose state changed are named up to this many.
_NAMED = 3


def captions(view):
    """One sentence per frame: which x_i moved most, old and new, by which rule, and whose state
    changed."""
    return sentences(
        len(view), lambda: _start(view), lambda k: _step(view, k), lambda: _ending(view)
    )


def _start(view):
    gap = _gap(view, 0)
    if view.case.x0 is not None:
        return f"Warm start: {_before(view)} — {gap}."
    plus, minus = (view.x[0][view.y == label] for label in (1.0, -1.0))
    if max(np.ptp(plus), np.ptp(minus)) <= 1e-9 * view.C:
        text = f"xᵢ = {figure(plus[0])} in class +1 and {figure(minus[0])} in class −1"
    else:
        i = int(np.argmax(view.x[0]))
        text = f"the largest is {view.name(i)} = {number(view.x[0, i])}"
    where = ", projected on the feasible set" * bool(view.projected[0].any())
    return f"Start of {view.method.label}{where}: {text} — {gap}."


def _before(view):
    """What the start knows."""
    edit, numbers = view.case.last_edit, view.case.cloud.numbers
    if isinstance(edit, int):
        return f"the old answer without point {edit}, moved onto y'x = 0"
    i = len(numbers) - 1
    return f"the old answer, and {view.name(i)} = {number(view.x[0, i])} for the new point"


def _gap(view, k):
    return gap_caption(view.run.result, view.at[k])


def _step(view, k):
    old, new = view.frame[k - 1], view.frame[k]
    if old == new:
        return f"{view.method.label} has ended — {_gap(view, k)}; only rivals still move."
    i = view.movers()[k]
    a, b = view.x[old, i], view.x[new, i]
    if a == b:
        return f"No xᵢ moves — {_rule(view, k)}."
    first, second = format_distinct(a, b, most=9)
    move = f"{view.name(i, old, new)}: {first} → {second}"
    return f"{move} — {_rule(view, k)}{_changes(view, old, new)}."


def _rule(view, k):
    """Why it moved."""
    row, before = view.at[k], view.at[k - 1]
    count = int(view.run.trace.iteration[row] - view.run.trace.iteration[before])
    text = _RULES[view.method.kind](view, view.run.trace.snapshots, row)
    return text if count <= 1 else f"{count} iterations at once, the last: {text}"


def _newton(view, shown, row):
    if not np.isfinite(shown["alpha_p"][row]):
        return _PUSHED
    step, sigma = shown["alpha_p"][row], shown["sigma"][row]
    return f"a Newton step of α = {number(step)}, aimed at σ = {number(sigma)} of the mean product"


def _diagonal(view, shown, row):
    if not np.isfinite(shown["alpha_p"][row]):
        return _PUSHED
    step, lam = shown["alpha_p"][row], shown["spectral"][row - 1]
    return f"a step of α = {number(step)} with λ = {number(lam)} in place of Q"


def _reduced(view, shown, row):
    count = int(np.count_nonzero(shown["selected"][row]))
    if shown["round"][row] == 0:
        return "a step of Algorithm 4, on all points"
    return f"a step on the {count} points selected, round {int(shown['round'][row])}"


def _scaled(view, shown, row):
    if not np.isfinite(shown["step"][row]):
        return _PUSHED
    return f"a step of {number(shown['step'][row])} downhill, short in front of near bounds"


def _pair(view, shown, row):
    pair, new = shown["pair"][row], shown["new"][row]
    if pair[0] < 0:
        return "nothing has moved yet"
    at = [name for name, v in zip(map(view.name, pair), new, strict=True)
          if v in (0.0, view.C)]  # fmt: skip
    stop = f"until {listed(at)} met a bound" if at else "to their exact minimum"
    first, second = map(view.name, pair)
    moved = number(abs(new[0] - shown["old"][row][0]))
    return f"{first} violated most, {second} gains most with it; they moved by {moved} {stop}"


_PUSHED = "pushed off its bounds, as the method stays inside"
_RULES = {
    "newton": _newton,
    "low-cost": _diagonal,
    "reduced": _reduced,
    "gradient": _scaled,
    "pairs": _pair,
    "other": lambda view, shown, row: f"a step of {view.method.label}",
}


def _changes(view, old, new):
    """Whose state changed, named where they are few."""
    a, b = view.state[old], view.state[new]
    moved = np.flatnonzero(a != b)
    if not moved.size:
        return ""
    if moved.size <= _NAMED:
        text = (f"{view.name(i)} {STATES[a[i]]} → {STATES[b[i]]}" for i in moved)
        return f"; {listed(text)}"
    return f"; {moved.size} change state, now {counted(view.state[new])}"


def _ending(view):
    result = view.run.result
    gap = least(result.certificate.gap)
    text = {
        "converged": f"Proved: the best q is within {gap} of the optimum",
        "max_iter": f"The budget is spent: proved within {gap} only",
    }.get(result.status, f"Ended ({result.status}): proved within {gap} only")
    k = len(view) - 1
    bias = bias_caption(view, k)
    why = ", as no support vector is free" if "any" in bias and view.loose()[-1] else ""
    note = f" {result.notes[-1]}" if result.notes and result.status != "converged" else ""
    at = f"at the optimum {counted(view.kinds)}; at the point shown {bias}{why}"
    return f"{text}; {at}.{note}"
