"""Captions and statuses of the path scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, listed, number
from widgets.sentences import Sentences

#: So many weights are told in one sentence.
_TOLD = 3


def captions(view):
    """One sentence per frame: at a knot what happens there, between knots which weights move."""

    def say(k):
        if k == len(view) - 1:
            return _ending(view)
        return _knot(view, k) if view.knot[k] >= 0 else _between(view, k)

    return Sentences(len(view), say)


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
    if view.remedy:
        return (
            f"λmax = {lam} of the problem with {view.remedy}: every weight is 0, and {who} will "
            "leave it. The gap is that of the problem asked."
        )
    tie = " at once" if len(events) > 1 else ""
    features = [e.feature for e in events]
    same = np.flatnonzero(np.abs(view.c[0]) >= view.lams[0] * (1.0 - 1e-9))
    spare = [view.names[d] for d in same if d not in features][:_TOLD]
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
    if view.remedy:
        return f"in the problem with {view.remedy}, |xᵀr| meets λ here"
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
    before, after = format_distinct(view.w[k - 1, d], view.w[k, d])
    rest = "" if len(events) == 1 else ", and so have the others"
    return (
        f"{view.names[d]} has moved {before} → {after}{rest}, and from here its |xᵀr| falls faster "
        "than λ"
    )


def _between(view, k):
    """Which weights moved since the last frame, and why."""
    lam0, lam1 = format_distinct(view.lams[k - 1], view.lams[k])
    head = f"λ: {lam0} → {lam1}"
    moved = view.w[k] - view.w[k - 1]
    order = np.argsort(-np.abs(moved), kind="stable")
    order = np.sort(order[np.abs(moved[order]) > 0.0][:_TOLD])
    moves = [_move(view, k, d) for d in order]
    more = int(np.count_nonzero(moved)) - len(moves)
    if more > 0:
        moves.append(f"{more} more")
    return f"{head} — {'; '.join(moves)}: {_rule(view, k, int(np.count_nonzero(moved)))}."


def _move(view, k, d):
    old, new = format_distinct(view.w[k - 1, d], view.w[k, d])
    return f"{view.names[d]} {old} → {new}"


def _rule(view, k, moving):
    wrong = _wrong(view, k)
    if wrong is not None:
        return (
            f"plain LARS keeps {view.names[wrong]} although its sign is not that of xᵀr, so this "
            f"is no lasso solution (gap {least(view.gap[k])})"
        )
    if not view.solved[k]:
        cause = f", as it has {view.remedy}" if view.remedy else ""
        return f"proved only within {least(view.gap[k])} of the lasso{cause}"
    what = {1: "its xᵀr stays", 2: "both xᵀr stay"}.get(moving, f"the xᵀr of all {moving} stay")
    return f"a straight line along which {what} at the edge"


def _wrong(view, k):
    """A weight of plain LARS whose sign is not that of its correlation, or None."""
    if view.remedy:
        return None
    hits = np.flatnonzero(view.w[k] * view.c[k] < -1e-12 * view.lams[0] * np.abs(view.w[k]).max())
    return int(hits[0]) if hits.size and not view.solved[k] else None


def _ending(view):
    gap, lam = least(view.gap[-1]), number(view.lams[-1])
    used = int(np.count_nonzero(view.w[-1]))
    events = sum(e.kind != "end" for e in view.path.events if e.knot <= view.after[-1])
    knots = len(view.knots)
    head = f"λ = {lam}: the frames end here"
    if view.lams[-1] == 0.0:
        head = "λ = 0" if view.remedy else "λ = 0: least squares"
    left = view.path.knots.size - 1 - view.after[-1]
    more = f"; {left} more knots lie below" if left > 1 else ""
    proof = "proved" if view.solved[-1] else "not a lasso solution: proved only"
    cause = f", as it has {view.remedy}" if view.remedy and not view.solved[-1] else ""
    return (
        f"{head} — {used} of {view.w.shape[1]} weights in use after {knots} knots and {events} "
        f"entries and exits{more}; {proof} within {gap}{cause}."
    )
