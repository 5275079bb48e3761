"""What each frame of the scene `identification` says."""

from __future__ import annotations

from lab.drawing.readout import least
from lab.drawing.text import figure, format_distinct, number, power
from lab.lessons.interior_point.support import BOUNDED
from widgets.sentences import sentences


def captions(view):
    """One sentence per frame: which x_i moved most, old and new, by which rule; who is kept."""
    return sentences(
        len(view.base), lambda: _start(view), lambda k: _step(view, k), lambda: _ending(view)
    )


def _start(view):
    begin = f"Start: x = w = C = {figure(view.base.C)} for every point —"
    if len(view.base) == 1:
        return f"{begin} the optimum, once moved onto y'x = 0: nothing needs telling apart."
    return f"{begin} and Θ⁻¹ = {power(view.inverse[0, 0])}: nothing is told apart yet."


def _step(view, k):
    base = view.base
    before, r = base.frame[k - 1], base.frame[k]
    if before == r:
        if r == base.frame[-1]:
            return f"{base.method.label} has ended — its rivals go on."
        return f"{base.method.label} is at work on its next step — its rivals go on."
    if view.selected[r].any() and not view.selected[before].any():
        return _selection(view)
    if view.turn[r] > view.turn[before]:
        return _new_round(view, before, r)
    text = f"{_moved(view, k)} — {_rule(view, before, r)}; {_spread(view, before, r)}"
    return (
        f"{text}, sigfig {number(view.snapshot('sigfig')[r], 2)}."
        if not view.turn[r]
        else f"{text}."
    )


def _moved(view, k):
    base = view.base
    i = base.movers()[k]
    before, r = base.frame[k - 1], base.frame[k]
    old, new = format_distinct(base.x[before, i], base.x[r, i], most=9)
    return f"{base.name(i, before, r)}: {old} → {new}"


def _rule(view, before, r):
    rows = view.base.run.trace.iteration[view.base.appearing]
    count = int(rows[r] - rows[before])
    many = f"{count} iterations, the last " if count > 1 else ""
    kept = view.counts[r]
    if not view.turn[r]:
        return f"{many}Algorithm 4 with all {view.n} variables"
    if view.printed:
        return f"{many}Algorithm 5 with the {kept} kept alone"
    return f"{many}Mehrotra's step with a {kept} × {kept} matrix, round {view.turn[r]}"


def _spread(view, before, r):
    old, new = (number(view.spread[i], 2) for i in (before, r))
    return f"Θ⁻¹ reaches over {old} → {new} powers of ten"


def _selection(view):
    """What was selected, by the numbers of that iteration, which a frame may have passed."""
    trace, at, C = view.base.run.trace, view.at, view.base.C
    shown = trace.snapshots
    gone, level = ~shown["selected"][at], shown["threshold"][at]
    above = int((shown["theta_inv"][at] >= level).sum())
    high, others = int((shown["iterate"][at][gone] > 0.5 * C).sum()), int(gone.sum())
    if view.printed:
        rest = f"the other {others} count as 0 from here, {high} of them nearer to C"
    else:
        rest = f"the other {others} are fixed, {others - high} at 0 and {high} at C"
    return (
        f"Selection: {view.n - others} of {view.n} are kept — {_why(view)}; {above} have Θ⁻¹ ≥ "
        f"θ√μ = {power(level)}; {rest}."
    )


def _why(view):
    reached = float(view.base.run.trace.snapshots["sigfig"][view.at])
    limit = float(view.base.settings["digits"])
    shown = format_distinct(reached, limit, decimals=2)
    return (
        f"sigfig {shown[0]} > {shown[1]}" if reached > limit else f"sigfig never passed {shown[1]}"
    )


def _new_round(view, before, r):
    kept, freed = int(view.counts[r]), int((view.selected[r] & ~view.selected[before]).sum())
    if view.turn[r] == 1 and view.printed:
        return (
            f"A new problem: the {kept} kept begin again at x = w = C — as if there were no "
            "others; Algorithm 5 solves it."
        )
    if freed:
        return (
            f"Round {view.turn[r]}: {freed} freed — their multipliers had the wrong sign where "
            f"they were fixed; {kept} variables are free."
        )
    return (
        f"Round {view.turn[r]}: a {kept} × {kept} matrix in place of {view.n} × {view.n} — "
        f"Mehrotra's first step there; {_spread(view, before, r)}."
    )


def _ending(view):
    result = view.base.run.result
    gap = least(result.certificate.gap)
    if result.status == "converged":
        return f"Proved: the best q is within {gap} of the optimum of all {view.n}."
    if result.status == "small_change":
        lost = int((view.wrong[-1] & (view.kind == BOUNDED)).sum())
        reached = number(view.base.run.trace.objective[-1])
        return (
            f"The smaller problem is solved, the whole is not: q = {reached} where "
            f"{number(view.possible)} is possible, proved within {gap} only; {lost} points that "
            "belong at C stand at 0."
        )
    return f"Ended ({result.status}): proved within {gap} only."
