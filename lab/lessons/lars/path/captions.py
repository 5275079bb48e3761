"""Captions, statuses and questions of the path scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import apart, figure, listed, number, power
from widgets import Question

#: So many weights are told in one sentence.
_TOLD = 3


def captions(view):
    """One sentence per frame: at a knot what happens there, between knots which weights move."""
    return [
        _knot(view, k) if view.knot[k] >= 0 and k < len(view) - 1 else _between(view, k)
        for k in range(len(view) - 1)
    ] + [_ending(view)]


def statuses(view):
    """ "converged" where the lasso gap at this lam is rounding, else "running"."""
    return tuple(np.where(view.solved, "converged", "running").tolist())


def _knot(view, k):
    events = view.events(view.knot[k])
    if k == 0:
        return _opening(view, events)
    lam = number(view.lams[k])
    entering = [e for e in events if e.kind == "in"]
    leaving = [e for e in events if e.kind == "out"]
    heads, reasons = [], []
    if leaving:
        heads.append(f"{_names(view, leaving)} {_verb(leaving, 'leaves', 'leave')}")
        reasons.append(_left(view, k, leaving))
    if entering:
        heads.append(f"{_names(view, entering)} {_verb(entering, 'enters', 'enter')}")
        reasons.append(_entered(view, k, entering))
    if not events:
        return _between(view, k)
    return f"Knot at λ = {lam}: {listed(heads)} — {'; '.join(reasons)}."


def _opening(view, events):
    lam = number(view.lams[0])
    who = _names(view, events)
    tie = " at once" if len(events) > 1 else ""
    told = [e.feature for e in events]
    same = np.flatnonzero(np.abs(view.c[0]) >= view.lams[0] * (1.0 - 1e-9))
    spare = [view.names[d] for d in same if d not in told][:_TOLD]
    also = f"; {listed(spare)} would do as well, but not add anything" if spare else ""
    return (
        f"λmax = {lam}: every weight is 0 — {who} {_verb(events, 'has', 'have')} the largest |xᵀr| "
        f"= {lam} and will leave 0{tie} as λ falls{also}."
    )


def _names(view, events):
    names = [view.names[e.feature] for e in events[:_TOLD]]
    more = len(events) - _TOLD
    return listed([*names, f"{more} more"] if more > 0 else names)


def _verb(events, one, many):
    return one if len(events) == 1 else many


def _entered(view, k, events):
    c = number(view.c[k, events[0].feature])
    if len(events) > 1:
        return (
            f"a tie: their |xᵀr| meet the edge λ = {number(view.lams[k])} together, and all may "
            "leave 0"
        )
    name, edge = view.names[events[0].feature], "λ" if events[0].sign > 0 else "−λ"
    words = f"its xᵀr = {c} has met the edge {edge}, so {name} may leave 0"
    signs = [
        e.sign for e in view.path.events if e.feature == events[0].feature and e.knot < view.knot[k]
    ]
    if signs and signs[-1] != events[0].sign:
        words += ", now with the other sign"
    return words


def _left(view, k, events):
    d = events[0].feature
    before, after = apart(view.w[k - 1, d], view.w[k, d])
    rest = "" if len(events) == 1 else ", and so have the others"
    return (
        f"{view.names[d]} has moved {before} → {after}{rest}, and from here its |xᵀr| falls faster "
        "than λ"
    )


def _between(view, k):
    """Which weights moved since the last frame, and why."""
    lam0, lam1 = apart(view.lams[k - 1], view.lams[k])
    head = f"λ: {lam0} → {lam1}"
    moved = view.w[k] - view.w[k - 1]
    order = np.argsort(-np.abs(moved), kind="stable")
    order = np.sort(order[np.abs(moved[order]) > 0.0][:_TOLD])
    told = [_move(view, k, d) for d in order]
    more = int(np.count_nonzero(moved)) - len(told)
    if more > 0:
        told.append(f"{more} more")
    return f"{head} — {'; '.join(told)}: {_rule(view, k, int(np.count_nonzero(moved)))}."


def _move(view, k, d):
    old, new = apart(view.w[k - 1, d], view.w[k, d])
    return f"{view.names[d]} {old} → {new}"


def _rule(view, k, moving):
    wrong = _wrong(view, k)
    if wrong is not None:
        return (
            f"plain LARS keeps {view.names[wrong]} although its sign is not that of xᵀr, so this "
            f"is no lasso solution (gap {power(view.gap[k])})"
        )
    if not view.solved[k]:
        return f"proved only within {least(view.gap[k])} of the lasso"
    what = {1: "its xᵀr stays", 2: "both xᵀr stay"}.get(moving, f"the xᵀr of all {moving} stay")
    return f"a straight line along which {what} at the edge"


def _wrong(view, k):
    """A weight whose sign is not that of its correlation, or None."""
    hits = np.flatnonzero(view.w[k] * view.c[k] < -1e-12 * view.lams[0] * np.abs(view.w[k]).max())
    return int(hits[0]) if hits.size and not view.solved[k] else None


def _ending(view):
    gap, lam = least(view.gap[-1]), number(view.lams[-1])
    used = int(np.count_nonzero(view.w[-1]))
    events = sum(e.kind != "end" for e in view.path.events if e.knot <= view.after[-1])
    knots = len(view.knots)
    head = "λ = 0: least squares" if view.lams[-1] == 0.0 else f"λ = {lam}: the frames end here"
    left = view.path.knots.size - 1 - view.after[-1]
    more = f"; {left} more knots lie below" if left > 1 else ""
    proof = "proved" if view.solved[-1] else "not a lasso solution: proved only"
    return (
        f"{head} — {used} of {view.w.shape[1]} weights in use after {knots} knots and {events} "
        f"entries and exits{more}; {proof} within {gap}."
    )


def questions(view):
    """Predict, then see: who enters first, what a shrinking weight will do, where the error is
    least."""
    return tuple(q for q in (_first(view), _exit(view), _best(view)) if q is not None)


def _first(view):
    events = view.events(0)
    if len(events) != 1 or not 1 < view.w.shape[1] <= 4:
        return None
    d = events[0].feature
    size = np.abs(view.c[0])
    order = np.argsort(-size)[:2]
    if size[order[1]] > 0.999 * size[order[0]]:
        return None
    values = apart(size[order[0]], size[order[1]], 2)
    told = " and ".join(f"{v} for {view.names[j]}" for v, j in zip(values, order, strict=True))
    return Question(
        0,
        "λ starts where every weight is 0 and now falls. Which weight will leave 0 first?",
        tuple(view.names),
        d,
        f"The one whose feature goes best with t: |xᵀt| is {told}. Its length counts as well, so "
        "that scaling the features changes the answer.",
    )


def _exit(view):
    """Half-way between a weight's turn and its exit."""
    for k in view.knots:
        out = [e for e in view.events(k) if e.kind == "out"]
        if out:
            break
    else:
        return None
    end = int(np.flatnonzero(view.knot == k)[0])
    start = int(np.flatnonzero(view.knot[:end] >= 0)[-1])
    frame, d = (start + end) // 2, out[0].feature
    if frame <= start:
        return None
    name = view.names[d]
    later = [e for e in view.path.events if e.feature == d and e.knot > k and e.kind == "in"]
    after = "it comes back later, through the other edge of the band" if later else "it stays at 0"
    return Question(
        frame,
        f"{name} is {number(view.w[frame, d])} and shrinks as λ falls. What will it do at 0?",
        (
            "cross 0 and go on with the other sign",
            "stop at 0 and leave",
            "turn round before it gets there",
        ),
        1,
        f"Its xᵀr is at one edge of the band, and a weight of the other sign needs the other edge. "
        f"So {name} waits at 0 while its xᵀr crosses the band; {after}.",
    )


def _best(view):
    """Before the error is least, where the minimum is inside the path."""
    lam = view.cv.lam
    inside = view.lams[-1] < lam < 0.7 * view.lams[0]
    rises = view.cv.at(view.lams[-1]) > 1.005 * view.cv.error
    if not (inside and rises) or view.run.settings["method"] != "lasso":
        return None
    ahead = int(np.searchsorted(-view.lams, -lam))
    frame = ahead // 2
    if frame < 3 or any(q.frame == frame for q in (_first(view), _exit(view)) if q):
        return None
    used = int(np.count_nonzero(view.path.at(lam)))
    return Question(
        frame,
        "From here the fit on the data it has seen gets better and better. And on rows it has not "
        "seen, as λ goes to 0?",
        ("better all the way to λ = 0", "better, then worse again", "worse from here on"),
        1,
        f"The cross-validation error is least at λ = {figure(lam)}, with {used} of "
        f"{view.w.shape[1]} weights in use: what comes after that fits noise.",
    )
