"""What the proof scene asks: which line proves anything, and what a step does to the bound."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure, number
from lab.lessons.coordinate_descent.proof.captions import floor
from lab.prediction import asked, drawn
from widgets import Question

#: A bound that moves by less, as a share of the scale, is not asked about.
_CLEAR = 0.01


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, _slope(view), _next_bound(view))


def _slope(view):
    """At the start: which of three lines under the loss proves a bound."""
    settings, lam = view.run.settings, view.run.problem.lam
    shares = drawn(settings, "shares", ((0.5, 1.5, -2.5), (-0.7, 1.4, 2.0), (0.8, -1.6, 3.0)))
    options = tuple(f"the one of slope {number(-share * lam, 2)}" for share in shares)
    return Question(
        0,
        f"Three straight lines touch the loss from below. The price is λ = {figure(lam, 3)} for "
        "each unit of |w|. Which line proves that F cannot be lower than some number?",
        options,
        0,
        "With the price on it, a line less steep than λ rises to both sides of w = 0, and its "
        "height there is a bound. A steeper one falls for ever on one side and says nothing.",
        "slope",
        ("line", "loss", "dual"),
    )


def _next_bound(view):
    """Before a step: what the line of the next residual proves."""
    if view.by_hand:
        return None
    rise, limit = np.diff(view.bound), _CLEAR * view.run.result.certificate.scale
    kinds = [np.flatnonzero(rise > limit), np.flatnonzero(rise < -limit)]
    kind = drawn(view.run.settings, "bound", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(drawn(view.run.settings, "bound at", kind[:6]))
    now, then = floor(view.bound[k]), floor(view.bound[k + 1])
    if now == then:
        return None
    why = (
        f"{now} becomes {then}. Near the optimum the residual is nearly the best dual point, and "
        "the closer w comes the higher its line."
        if rise[k] > 0.0
        else f"{now} becomes {then}. A step lowers F, and nobody promised the same of the bound: "
        "the best one so far is what counts."
    )
    return Question(
        k,
        f"The residual at w = {number(view.w[k], 2)} proves F ≥ {now}. After the next step its "
        "residual gives another line. What will that one prove?",
        ("more: its lowest place is higher", "less: its lowest place is lower"),
        0 if rise[k] > 0.0 else 1,
        why,
        "next-bound",
        ("dual", "gap"),
    )
