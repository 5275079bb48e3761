"""Captions of the central-path scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import beside, least
from lab.drawing.text import format_distinct, listed, number, point, power, subscript
from lab.lessons.interior_point.central_path.view import TOL
from lab.lessons.interior_point.support import counted
from widgets.sentences import sentences


def captions(view):
    """One values per frame: the variable that moved most, how mu fell, which rule set the
    step."""
    return sentences(
        len(view), lambda: _start(view), lambda k: _sentence(view, k), lambda: _ending(view)
    )


def _start(view):
    x, C = view.x[0], view.run.problem.C
    where = point(x) if x.size <= 3 else f"{x.size} variables between 0 and C = {number(C)}"
    if not view.interior:
        return f"Start: x = {where} — {view.method.label} shows no multipliers of its own."
    feasible = view.snapshot("r_c")[0] <= 1e-9 * C
    why = "as far from all walls as it gets" if feasible else "x + w = 2C: outside of the box"
    return f"Start: x = {where} — {why}; the mean product is μ = {power(view.mu[0])}."


def _sentence(view, k):
    r, before = view.rows[k], view.rows[k - 1]
    i = int(np.argmax(np.abs(view.x[r] - view.x[before])))
    old, new = format_distinct(view.x[before, i], view.x[r, i])
    parts, stop = [_rule(view, k), _mu(view, before, r)], _stop(view, before, r)
    moved = f"x{subscript(i + 1)}: {old} → {new} — {'; '.join(p for p in parts if p)}."
    return f"{moved}\n{stop}." if stop else moved


def _mu(view, before, r):
    if not view.interior:
        return ""
    return f"μ: {power(view.mu[before])} → {power(view.mu[r])}"


def _rule(view, k):
    """Which rule chose the last step of this frame."""
    r = view.rows[k]
    values = {name: float(view.snapshot(name)[r]) if view.snapshot(name).ndim == 1 else np.nan
            for name in ("sigma", "alpha_a", "alpha_p", "alpha_d", "spectral", "step")}  # fmt: skip
    if view.run.main == "smo":
        pair = view.snapshot("pair")[r].astype(int) + 1
        names = f"x{subscript(pair[0])}, which errs most, and x{subscript(pair[1])}"
        return f"{names}, which gains most with it, settle together"
    if view.method.kind == "reduced":
        turn = int(view.snapshot("round")[r])
        return f"round {turn}, with the selected variables" if turn else "still with all variables"
    if np.isfinite(values["alpha_a"]):
        text = (
            f"the predictor gets {number(100.0 * values['alpha_a'], 1)} % of its way, so σ = "
            f"{power(values['sigma'])}"
        )
    elif np.isfinite(values["sigma"]):
        rest = view.snapshot("sigma")[1:]
        text = f"σ = {power(values['sigma'])}{' is fixed' * bool(np.ptp(rest) == 0.0)}"
    else:
        return f"step {number(values['step'])}" if np.isfinite(values["step"]) else ""
    text += f"; {number(100.0 * values['alpha_p'], 1)} % of the direction is taken"
    if values["alpha_d"] != values["alpha_p"]:
        text += f" by x and w, {number(100.0 * values['alpha_d'], 1)} % by t, u, s"
    if np.isfinite(values["spectral"]):
        text += f", with λ = {power(values['spectral'])} for Q"
    return text


def _stop(view, before, r):
    """The source's rule, in the frame in which it fires."""
    fired = view.fired()
    if fired is None or not before < fired <= r:
        return ""
    return (
        f"Here the source stops, at sigfig = {number(view.sigfig[fired], 1)}; proved is a relative "
        f"gap of {least(view.relative[fired])}, the best so far"
    )


def _ending(view):
    result, steps = view.run.result, int(view.run.trace.iteration[-1])
    gap, limit = beside(view.relative[-1], TOL)
    count = f"{steps} iteration{'s' * (steps != 1)}"
    if result.status != "converged":
        return (
            f"The end after {count}: {result.status.replace('_', ' ')}, the relative gap of the "
            f"best q is {gap}; the tolerance is {limit}."
        )
    return f"The best q is proved, with a relative gap of {gap}, after {count}: {_optimum(view)}."


def _optimum(view):
    """Which variables are zero, free, bounded."""
    kinds = view.kinds
    if kinds.size > 3:
        return counted(view.proved, ("points at 0", "free", "at C"))
    words = ("is 0", "is free", "is C")
    return listed(f"x{subscript(i + 1)} {words[kind]}" for i, kind in enumerate(kinds))
