"""What each frame says: what the method did, by which rule, and what is proved."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import beside, gap_caption, least
from lab.drawing.text import counted, figure, listed, number, point
from lab.lessons.programs.drawn_program import with_notes
from lab.lessons.programs.methods import METHODS


def captions(view):
    """One sentence per frame, the proof under the last."""
    words = [_nothing(view) + _start(view), *(_step(view, k) for k in range(1, len(view)))]
    words[-1] += f"\n{ending(view)}"
    return with_notes(words, view.case.own and view.case.own.own)


def _nothing(view):
    if len(view.case.names):
        return ""
    return "No edge yet: choose Draw, and click the corners of a region. "


def _start(view):
    swap = view.run.main != view.run.settings["method"]
    why = "; simplex is for linear programs" if swap else ""
    return f"Start of {view.label}{why}: x = {_place(view, 0)} — {_proved(view, 0)}."


def _place(view, k):
    off, edge = view.outside(k)
    beyond = f", {number(off)} beyond {view.case.noun} {view.case.names[edge]}" if off else ""
    return point(view.tidy(view.x[k])) + beyond


def _proved(view, k):
    return gap_caption(view.run.result, view.at[k])


def _step(view, k):
    before, row = view.at[k - 1], view.at[k]
    if before == row:
        return f"{view.label} has ended — {_proved(view, k)}; only rivals still move."
    rule = _RULES.get(view.run.main, lambda view, shown, row: "")(
        view, view.run.trace.snapshots, row
    )
    done = int(view.run.trace.iteration[row] - view.run.trace.iteration[before])
    many = f"{counted(done, METHODS.unit(view.run.main))} at once" if done > 1 else ""
    how = ", the last: ".join(part for part in (many, rule) if part)
    return f"x → {_place(view, k)}{' — ' * bool(how)}{how}; {_proved(view, k)}."


def edge(view, row):
    """A row of the program by name: an edge, or a coordinate that simplex held where it was."""
    return (
        f"{view.case.noun} {view.case.names[row]}"
        if 0 <= row < len(view.case.names)
        else "a coordinate"
    )


def edges(view, which):
    """The edges of a mask (m,) by name."""
    names = [view.case.names[i] for i in np.flatnonzero(which)]
    return f"{view.case.noun}{'s' * (len(names) != 1)} {listed(names)}"


def _corner(view, shown, row):
    left, entered = int(shown["left"][row]), int(shown["entered"][row])
    phase = "phase 1, " if shown["phase"][row] == 1 else ""
    if left < 0 and entered < 0:
        return f"{phase}no exchange"
    if phase and entered == len(view.case.names):
        return f"{phase}leaves {edge(view, left)} until no {view.case.noun} is broken"
    if entered < 0:
        return f"{phase}leaves {edge(view, left)}, and nothing stops it"
    ties = shown["ties"][row] != 0
    tied = f", tied with others: {edges(view, ties)}" if ties.sum() > 1 else ""
    return f"{phase}leaves {edge(view, left)}; {edge(view, entered)} stops it{tied}"


def _active(view, shown, row):
    joined, left = int(shown["joined"][row]), int(shown["left"][row])
    held = shown["held"][row] != 0
    did = (f"{edge(view, joined)} stops it and joins" if joined >= 0 else
           f"{edge(view, left)} has a negative multiplier and leaves" if left >= 0 else
           "to the minimum on what is held")  # fmt: skip
    return f"{did}; held: {edges(view, held) if held.any() else 'nothing'}"


def _newton(view, shown, row):
    step, sigma = shown["alpha_p"][row], shown["sigma"][row]
    mean = f"mean of slack × multiplier {figure(shown['mu'][row], 2)}"
    if not np.isfinite(step):
        return mean
    return f"a Newton step of α = {number(step)} aimed at σ = {number(sigma)} of the mean; {mean}"


def _affine(view, shown, row):
    if not shown["slack"][row].size:
        return "a whole step: no edge bounds it"
    near = int(np.argmin(shown["slack"][row]))
    return f"nine tenths of the way to the boundary at most; {edge(view, near)} is nearest"


def _primal_dual(view, shown, row):
    again = "a restart, then " if shown["restarted"][row] else ""
    return f"{again}x moves against its prices, prices against what x breaks"


def _split(view, shown, row):
    return f"a least-squares step for x, slacks clipped to be no less than 0; ρ = " \
           f"{figure(shown['rho'][row], 3)}"  # fmt: skip


def _cut(view, shown, row):
    cut = int(shown["row"][row])
    at = "the level through the centre" if cut == -1 else edge(view, cut)
    return f"cut at {at}" if cut > -2 else "the first set"


_RULES = {
    "simplex": _corner,
    "active_set": _active,
    "mehrotra": _newton,
    "path_following": _newton,
    "affine_scaling": _affine,
    "pdhg": _primal_dual,
    "admm": _split,
    "ellipsoid": _cut,
    "cutting_planes": _cut,
}


def ending(view):
    """What is proved in the end, or why nothing is."""
    result, status = view.run.result, view.run.result.status
    if status == "infeasible":
        return f"Proved: no point is feasible. {combination(view)}"
    if status == "unbounded":
        x, d = view.tidy(result.x), view.ray
        fall = -float(view.run.problem.c @ d)
        return (
            f"Proved: F has no minimum. From the feasible {point(x)} along {point(d)} no "
            f"{view.case.noun} is met, and F falls by {number(fall)} for each unit of length."
        )
    gap, limit = beside(result.certificate.proved_gap, view.limit)
    if status == "converged":
        held = view.holding()
        touched = f"touches {edges(view, held)}" if held.any() else f"touches no {view.case.noun}"
        return (
            f"Proved within {gap} of optimal, inside the tolerance {limit}: "
            f"{point(view.answer)} {touched}."
        )
    note = f" {result.notes[-1]}" if result.notes else ""
    known = f"proved only within {least(result.certificate.proved_gap)}"
    nothing = "nothing is proved"
    proof = known if np.isfinite(result.certificate.proved_gap) else nothing
    return f"Not converged ({status.replace('_', ' ')}): {proof}.{note}"


def combination(view):
    """The sum of the edges that contradict: "0.4 × edge 1 + ...: 0 ≤ −0.3"."""
    y, shape = weights(view)
    used = np.flatnonzero(y > 1e-6)
    terms = " + ".join(f"{figure(y[i], 3)} × {view.case.noun} {view.case.names[i]}" for i in used)
    return f"{terms}, each as distance ≤ reach, add up to 0 ≤ {number(y @ shape.reach)}."


def weights(view):
    """(y (m,), the `Shape`): the weights of the edges in the contradiction, of sum 1."""
    y = view.ray * np.linalg.norm(view.run.problem.A, axis=1)
    return y / y.sum(), view.case.shape
