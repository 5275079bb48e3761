"""What the metric scene asks: which entries are zero at the optimum, which come and go, and when
the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import format_distinct, listed
from lab.lessons.alternating_linearization.metric.view import entry
from lab.prediction import asked, drawn
from widgets import Question

#: An entry above this share of the largest is not zero.
_CLEAR = 1e-3


def questions(view):
    """Predict, then see."""
    if len(view) < 4:
        return ()
    return asked(view.settings, _deaths(view), _next(view))


def _deaths(view):
    """How many entries above the diagonal are zero; asked where each clearly is or is not."""
    M, pairs = view.optimum, view.pairs()
    proved = [bool(view.proved[-1, i, j]) for i, j in pairs]
    alive = [abs(M[i, j]) > _CLEAR * np.abs(M).max() for i, j in pairs]
    if view.result.status != "converged" or not all(np.logical_xor(proved, alive)):
        return None
    Sigma, rho = view.case.problem.Sigma, float(view.case.problem.rho)
    text = listed(
        f"|{entry(i, j, 'Σ')}| = {format_distinct(abs(Sigma[i, j]), rho)[0]}" for i, j in pairs
    )
    shown = max((format_distinct(abs(Sigma[i, j]), rho)[1] for i, j in pairs), key=len)
    if view.d == 2:
        prompt = f"ρ = {shown}: will the entry beside the diagonal be zero at the optimum?"
        options = ("it will not", "it will be zero")
        rule = "In two features it is zero exactly if |Σ₁₂| ≤ ρ"
    else:
        prompt = f"ρ = {shown}: how many of the three entries above the diagonal will end at zero?"
        options = ("none", "one", "two", "all three")
        rule = "Entries with |Σᵢⱼ| ≤ ρ tend to be zero, but the others have a say"
    return Question(0, prompt, options, sum(proved), f"{rule}; here {text}.", "deaths", ("matrix",))


def _next(view):
    """In the frame before the zeros of Y change, or before they do not."""
    Y = view.snapshot("Y")
    zero = np.array([Y[:, i, j] == 0.0 for i, j in view.pairs()]).T
    died = (zero[1:] & ~zero[:-1]).any(axis=1)
    woke = (~zero[1:] & zero[:-1]).any(axis=1)
    frames = [np.flatnonzero(m) for m in (died & ~woke, woke & ~died, ~died & ~woke)]
    kinds = [(i, f) for i, f in enumerate(frames) if len(f)]
    if not zero.any() or not kinds:
        return None
    which, k = drawn(view.settings, "zeros", kinds)
    k = int(k[0])
    now, then = int(zero[k].sum()), int(zero[k + 1].sum())
    return Question(
        k,
        "Each step thresholds the entries of Y anew. What happens to those above the diagonal in "
        "the next frame?",
        ("one or more become zero", "one or more leave zero", "the same ones are zero as now"),
        which,
        f"{now} of {zero.shape[1]} are zero now, {then} in the next frame. An entry is zero while "
        "the number it is made from is inside the threshold μρ.",
        "next",
    )
