"""Captions and questions of the central-path scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import apart, listed, low, number, point, power
from lab.lessons.interior_point.central_path.view import TOL
from lab.lessons.interior_point.support import counted
from widgets import Question


def captions(view):
    """One sentence per frame: the variable that moved most, how mu fell, which rule set the
    step."""
    words = [_start(view), *(_sentence(view, k) for k in range(1, len(view)))]
    words[-1] = f"{words[-1]} {_ending(view)}"
    return words


def _start(view):
    x, C = view.x[0], view.run.problem.C
    where = point(x) if x.size <= 3 else f"{x.size} variables between 0 and C = {number(C)}"
    if not view.interior:
        return f"Start: x = {where} — {view.method.words} shows no multipliers of its own."
    feasible = view.told("r_c")[0] <= 1e-9 * C
    why = "as far from all walls as it gets" if feasible else "x + w = 2C: outside of the box"
    return f"Start: x = {where} — {why}; the mean product is μ = {power(view.mu[0])}."


def _sentence(view, k):
    r, before = view.rows[k], view.rows[k - 1]
    i = int(np.argmax(np.abs(view.x[r] - view.x[before])))
    old, new = apart(view.x[before, i], view.x[r, i])
    parts = [_rule(view, k), _mu(view, before, r), _stop(view, before, r)]
    return f"x{low(i + 1)}: {old} → {new} — {'; '.join(p for p in parts if p)}."


def _mu(view, before, r):
    if not view.interior:
        return ""
    return f"μ: {power(view.mu[before])} → {power(view.mu[r])}"


def _rule(view, k):
    """Which rule chose the last step of this frame."""
    r = view.rows[k]
    told = {name: float(view.told(name)[r]) if view.told(name).ndim == 1 else np.nan
            for name in ("sigma", "alpha_a", "alpha_p", "alpha_d", "spectral", "step")}  # fmt: skip
    if view.run.main == "smo":
        pair = view.told("pair")[r].astype(int) + 1
        names = f"x{low(pair[0])}, which errs most, and x{low(pair[1])}"
        return f"{names}, which gains most with it, settle together"
    if view.method.kind == "reduced":
        turn = int(view.told("round")[r])
        return f"round {turn}, with the selected variables" if turn else "still with all variables"
    if np.isfinite(told["alpha_a"]):
        said = (
            f"the predictor gets {number(100.0 * told['alpha_a'], 1)} % of its way, so σ = "
            f"{power(told['sigma'])}"
        )
    elif np.isfinite(told["sigma"]):
        rest = view.told("sigma")[1:]
        said = f"σ = {power(told['sigma'])}{' is fixed' * bool(np.ptp(rest) == 0.0)}"
    else:
        return f"step {number(told['step'])}" if np.isfinite(told["step"]) else ""
    said += f"; {number(100.0 * told['alpha_p'], 1)} % of the direction is taken"
    if told["alpha_d"] != told["alpha_p"]:
        said += f" by x and w, {number(100.0 * told['alpha_d'], 1)} % by t, u, s"
    if np.isfinite(told["spectral"]):
        said += f", with λ = {power(told['spectral'])} for Q"
    return said


def _stop(view, before, r):
    """The source's rule, in the frame in which it fires."""
    fired = view.fired()
    if fired is None or not before < fired <= r:
        return ""
    return (
        f"here the source stops, at sigfig = {number(view.sigfig[fired], 1)}; proved is a relative "
        f"gap of {least(view.relative[fired])}, the best so far"
    )


def _ending(view):
    result, steps = view.run.result, int(view.run.trace.iteration[-1])
    gap, count = least(view.relative[-1]), f"{steps} iteration{'s' * (steps != 1)}"
    if result.status != "converged":
        return (
            f"The end after {count}: {result.status.replace('_', ' ')}, the best q is proved "
            f"only within {gap} of |q|; the tolerance is {power(TOL)}."
        )
    return f"The best q is proved within {gap} of |q| after {count}: {_optimum(view)}."


def _optimum(view):
    """Which variables are zero, free, bounded."""
    kinds = view.kinds
    if kinds.size > 3:
        return counted(view.proved, ("points at 0", "free", "at C"))
    words = ("is 0", "is free", "is C")
    return listed(f"x{low(i + 1)} {words[kind]}" for i, kind in enumerate(kinds))


def questions(view):
    """Predict, then see: where the level lines lead, and what the method will do about it."""
    found = (_where(view), _slow(view), _centring(view))
    return tuple(q for q in found if q is not None)


def _where(view):
    if view.x.shape[1] != 3 or len(view) < 3 or view.run.extra["view"] == "pair":
        return None
    bounds = min(int(np.count_nonzero(view.kinds != 1)), 2)
    return Question(
        0,
        "q falls where the blue is darker. Where in the polygon will the way end?",
        ("inside", "on a wall", "in a corner"),
        bounds,
        f"At x = {point(view.optimum)}: {_optimum(view)}. A variable at 0 is no support vector, "
        "one at C is on the wrong side of its margin or just on it.",
    )


def _slow(view):
    """Asked of path following where ten steps are enough to tell."""
    sigma, mu = view.told("sigma"), view.mu
    if view.run.main != "path_following" or len(mu) < 11 or view.rows[min(10, len(view) - 1)] != 10:
        return None
    share = mu[10] / mu[0]
    options = ("above a half", "between a half and 1e-3", "below 1e-3")
    answer = 0 if share > 0.5 else 1 if share > 1e-3 else 2
    return Question(
        1,
        f"Every step aims at σ = {number(sigma[1])} of its μ. Which share of μ is left after ten "
        "steps?",
        options,
        answer,
        f"{power(share)}: μ falls by 1 − α(1 − σ) a step, σ¹⁰ = {power(sigma[1] ** 10)} if nothing "
        "stops it, and less where a wall cuts the step.",
    )


def _centring(view):
    """Asked of a predictor that is cut short."""
    a, sigma = view.told("alpha_a"), view.told("sigma")
    if len(view) < 4 or not np.isfinite(a[1]) or not 0.1 < a[1] < 0.95 or sigma[1] > 0.8:
        return None
    return Question(
        1,
        f"The predictor would leave the inside after {number(100.0 * a[1], 0)} % of its way. How "
        "far back towards the path will the corrector aim, as a share σ of μ?",
        ("σ = 1: onto the path at once", f"σ near (1 − {number(a[1], 2)})³", "σ = 0: straight on"),
        1,
        f"σ = (μₐ/μ)³ = {power(sigma[1])} (4.22): where the predictor gets far, there is little to "
        "centre.",
    )
