"""What the triplets scene asks: which way a multiplier goes, where that leads w, what the paper's
own stopping rule has proved when it fires, and when the digits come."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, point, power, subscript
from lab.lessons.coordinate_descent.triplets.view import TOL
from lab.lessons.coordinate_descent.triplets.weights import weights_box
from lab.prediction import asked, drawn, landing, pace
from widgets import Question

#: The gaps at which two options part, and the factor within which one is too near to them.
_EDGES, _NEAR = np.array([1e-6, 1e-3]), 1.1

#: Products this near to 1, and moves of less than this share, are not asked about.
_CLEAR = 1e-2


def questions(view):
    """Predict, then see."""
    trace, end = view.trace, TOL * (view.result.certificate.scale or 1.0)
    unit = "updates" if view.updates else "sweeps"
    speed = pace(trace.iteration, trace.gap, unit, end, ("gap",))
    step = _multiplier(view), _aim(view)
    return asked(view.settings, speed, *step, _rule(view), step=("multiplier", "aim"))


def _aim(view):
    """Before a long move in the plane of two weights: where it ends."""
    if not view.updates or view.w.shape[1] != 2:
        return None
    shown = {n: view.trace.snapshots[n][view.at] for n in ("block", "index", "new")}
    frames = np.flatnonzero((np.diff(view.at) == 1) & (shown["block"][1:] == 0))
    k, aim = landing(view.settings, "weights", view.w, weights_box(view), frames)
    if k is None:
        return None
    sign, i = subscript(shown["index"][k + 1] + 1), shown["index"][k + 1]
    now, then = (view.case.problem.Z[i] @ view.w[j] for j in (k, k + 1))
    return Question(
        k,
        f"Next comes λ{sign}, along whose direction w moves; z{sign}ᵀw is {number(now, 2)} and "
        "should become 1, as far as 0 ≤ λ ≤ C allows. Where will w be then?",
        why=f"At {point(view.w[k + 1], 2)}, where z{sign}ᵀw = {number(then, 2)}: λ{sign} becomes "
        f"{number(shown['new'][k + 1])}.",
        key="aim",
        hides=("duals",),
        aim=aim,
    )


def _multiplier(view):
    """In the frame before an update: what becomes of its multiplier."""
    if not view.updates:
        return None
    shown = {n: view.trace.snapshots[n][view.at] for n in ("block", "index", "old", "new")}
    margin = view.trace.snapshots["gradient"][view.at] + 1.0
    old, new = shown["old"], shown["new"]
    k = np.arange(1, len(view.at))
    k = k[(np.diff(view.at) == 1) & (shown["block"][1:] == 0)]
    k = k[np.abs(margin[k] - 1.0) > _CLEAR]
    stays = new == old
    clear = stays | (np.abs(new - old) > _CLEAR * np.maximum(np.abs(old), np.abs(new)))
    kinds = [k[clear[k] & which[k]] for which in (stays, new > old, new < old)]
    kind = drawn(view.settings, "way", [one for one in kinds if len(one)])
    if kind is None:
        return None
    k = int(kind[0])
    name, product = (f"{a}{subscript(shown['index'][k] + 1)}" for a in ("λ", "z"))
    value, C = format_distinct(margin[k], 1.0, decimals=2)[0], power(view.case.problem.C)
    below = margin[k] < 1.0
    rule = f"{product}ᵀw = {value} is {'below' if below else 'above'} 1"
    if stays[k]:
        why = f"{rule}, but {name} is at {'C' if below else '0'} and can go no further"
    else:
        why = f"{rule}: {name} goes to {number(new[k])}, {'up' if below else 'down'} to where "
        why += "the product is 1, or to its bound"
    return Question(
        k - 1,
        f"Next comes {name}, now {number(old[k])} between 0 and C = {C}. Its constraint wants "
        f"{product}ᵀw ≥ 1, and has {value}. What becomes of {name}?",
        ("it stays", "it rises", "it falls"),
        0 if stays[k] else 1 if new[k] > old[k] else 2,
        f"{why}.",
        "multiplier",
        ("duals",),
    )


def _rule(view):
    """In the frame before the rule fires."""
    if view.fired is None:
        return None
    k, gap = int(np.searchsorted(view.at, view.fired)), view.trace.gap[view.fired]
    if k < 1 or gap <= 0.0 or np.any(np.abs(np.log(gap / _EDGES)) < np.log(_NEAR)):
        return None
    return Question(
        k - 1,
        "In the next frame the paper's rule fires: a whole sweep has changed f by less than 1e-6. "
        "How close to the optimum is P proved to be by then?",
        ("within 1e-6", "within 1e-3, but not 1e-6", "not even within 1e-3"),
        int((gap > _EDGES).sum()),
        "The rule sees how slowly f falls, not how far it has to go, and slow progress looks like "
        f"arrival. The certificate says {least(gap)}.",
        "rule",
        ("gap",),
    )
