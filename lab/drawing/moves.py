"""Captions of a method that moves one weight, or one group of them, at a time."""

from __future__ import annotations

from lab.drawing.readout import beside, least
from lab.drawing.text import format_distinct, number, point
from widgets.sentences import Sentences
from widgets.words import Words, say


def update_sentences(view, tolerance, name, moved, rule, more=lambda: ""):
    """One sentence per frame: what an update moved and by which rule; before the first, what will
    move; at the end, what is proved.

    view: has `run`, `w` (T, D) and `started` (T,), whether any update was made. tolerance: of the
    relative gap. name: of what moves first. moved(k), rule(k): words on frame k; more(): those that
    follow the proof.
    """
    start = _opening(view.run, view.w[0], name)
    last = len(view.started) - 1

    def say(k):
        if k < last:
            return f"{moved(k)} — {rule(k)}." if view.started[k] else start
        head = moved(k) if view.started[k] else f"Start: w = {point(view.w[k])}"
        return f"{head} — {_ending(view.run, tolerance)}{more()}"

    return Sentences(last + 1, say)


def _opening(run, w, name):
    """The sentence before the first update. w: the start; name: what will move."""
    gap = least(run.trace.gap[0])
    return f"Start: w = {point(w)} — proved within {gap} of optimal; step, and {name} will move."


#: The words of a method that moves one weight at a time: what an update moved and by which `rule`;
#: before the first, what will move; at the end, what is proved, and `more`. Of the frames they read
#: the columns w, name, old, new, stays, started.
UPDATES = Words(
    caption=lambda frame: (
        "{head} — {ending}{more}" if frame.last
        else "{move} — {rule}." if frame.started else "{opening}"
    ),
    opening="Start: w = {w} — proved within {gap:bound} of optimal; step, and {name} will move.",
    head=lambda frame: "{move}" if frame.started else "Start: w = {w}",
    move=lambda frame: (
        "{name} stays at {new}" if frame.stays else "{name}: {old:≠new} → {new:≠old}"
    ),
    ending=lambda frame: say("{words}.", words=_ending(frame.run, frame.tolerance)),
    more="",
)  # fmt: skip


def move(name, old, new, stays, quantity=""):
    """ "w₁: 1.20 → 0.31", or that it stays; quantity: "norm ", say, before the numbers."""
    if stays:
        return f"{name} stays at {quantity}{number(new)}"
    before, after = format_distinct(old, new)
    return f"{name}: {quantity}{before} → {after}"


def _ending(run, tolerance):
    """What the last sentence says of the proof, honestly; tolerance: of the relative gap."""
    result = run.result
    gap, limit = beside(result.certificate.gap, tolerance * result.certificate.scale)
    updates = int(result.trace.iteration[-1])
    how = f"after {updates} updates" if updates else "without a step"
    if result.status == "converged":
        return f"proved within {gap} of optimal, inside the tolerance {limit}, {how}"
    status = result.status.replace("_", " ")
    return f"not converged ({status}): {how} proved only within {gap}, the tolerance is {limit}"
