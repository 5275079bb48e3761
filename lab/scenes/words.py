"""Sentences of two kinds of scenes: a race of several methods on one problem and one clock, and a
method that moves one weight, or one group of them, at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lab.drawing.text import capital, falls, listed, outcome
from widgets.words import Said, Words, bound, say

if TYPE_CHECKING:
    from lab.scenes.frames import Frame, Frames


def news(frame: Frame, arrives: Any = None, called: Any = None) -> str:
    """Which methods arrived since the frame before; where none did, all that have arrived if the
    main one has, else what the main one did.

    frame: of a `lab.scenes.frames.Frames`. arrives(name, value of the clock) -> how the arrival of
    a method is worded; without it one that arrives alone is not named, as `visible` names it.
    called: {name of a method: what a sentence calls it, where not by its label}.
    """
    f, before, now = frame.table, frame.before.time, frame.time
    main, called = f.run.main, f.labels | (called or {})
    arrived = [n for n, at in f.arrivals.items() if before < at <= now]
    if len(arrived) == 1 and arrives is None:
        return Said(f"after {f.text_at(arrived[0], f.arrivals[arrived[0]])}")
    if arrived:
        arrives = arrives or (lambda name, at: f"after {f.text_at(name, at)}")
        return Said(listed(f"{called[n]} {arrives(n, f.arrivals[n])}" for n in arrived))
    if f.arrivals[main] <= now:
        there = [n for n, at in sorted(f.arrivals.items(), key=lambda one: one[1]) if at <= now]
        verb = "has" if len(there) == 1 else "have"
        return Said(f"{listed(called[n] for n in there)} {verb} arrived")
    return Said(f"{called[main]}: best gap {falls(frame.before.gap, frame.gap)}")


def visible(frame: Frame) -> str:
    """Who arrives in this frame, else who is nearest to a proof; at the end, who was first."""
    f, before, now = frame.table, frame.before.time, frame.time
    if not frame.k:
        return "All methods begin." if len(f.labels) > 1 else "The race begins."
    if frame.last:
        first = min(f.arrivals.values())
        names = [f.labels[n] for n, at in f.arrivals.items() if at == first]
        verb = "was" if len(names) == 1 else "were"
        return capital(f"{listed(names)} {verb} first." if np.isfinite(first) else "None arrived.")
    arrived = [f.labels[n] for n, at in f.arrivals.items() if before < at <= now]
    if arrived:
        return capital(f"{listed(arrived)} {'arrives' if len(arrived) == 1 else 'arrive'}.")
    gaps = {n: best_gap(f, n, frame.k) for n, at in f.arrivals.items() if not at <= now}
    known = {n: gap for n, gap in gaps.items() if np.isfinite(gap)}
    if not known:
        return "No method on its way proves anything yet." if gaps else "All methods have arrived."
    lead = f.labels[min(known, key=lambda n: known[n])]
    if len(gaps) == 1:
        return Said(f"Only {lead} is still on its way.")
    return capital(f"{lead} is nearest to its proof.")


def ended(frame: Frame, what: str) -> str:
    """How the run ended, and within what its best `what` is proved."""
    status = frame.run.result.status
    if status == "converged":
        return f"Proved: the best {what} is within {{proved:bound}} of the optimum"
    how = "The budget is spent" if status == "max_iter" else f"Ended ({status})"
    return f"{how}: proved within {{proved:bound}} only"


def best_gap(f: Frames, name: str, k: int) -> float:
    """The least gap that a method has proved up to frame `k`; NaN where there is none."""
    gaps = f.traces[name].gap[: f.rows[name][k] + 1]
    known = gaps[np.isfinite(gaps)]
    return float(known.min()) if known.size else np.nan


def others(frame: Frame) -> str:
    """The gaps of the rivals that are still on their way; "" where there is no rival."""
    f, k, now = frame.table, frame.k, frame.time
    late = [n for n, at in f.arrivals.items() if n != f.run.main and not at <= now]
    if len(f.labels) == 1:
        return ""
    if not late:
        return "no rival is still on its way"
    gaps = (f"{f.labels[n]} {bound(f.traces[n].gap[f.rows[n][k]])}" for n in late)
    return Said(f"best gaps of the others: {listed(gaps)}")


def _standings(frame):
    """Who arrived, in order, and who did not, with what is proved of it."""
    order = sorted(frame.labels, key=frame.arrivals.get)
    done = [n for n in order if np.isfinite(frame.arrivals[n])]
    left = [n for n in order if not np.isfinite(frame.arrivals[n])]
    arrived = (f"{frame.labels[n]} ({frame.table.text_at(n, frame.arrivals[n])})" for n in done)
    return say(
        "At the end: {arrived}.\n"
        + ("Not arrived: {lost}." if left else "All proved within {limit:bound} of optimal."),
        arrived=", ".join(arrived) or "no method has arrived",
        lost=listed(_lost(frame, n) for n in left),
        limit=frame.limit,
    )


def _lost(frame, name):
    result = frame.run.results[name]
    how = "is" if result.status == "max_iter" else "ended"
    gap = bound(result.certificate.gap)
    return f"{frame.labels[name]} {how} {outcome(result.status)} at a gap of {gap}"


#: The words of a race over a table of frames, but for `begin`: what all methods do at first;
#: `more` follows the first sentence and the last.
RACE = Words(
    visible=visible,
    caption=lambda frame: (
        "{ending}{more}" if frame.last else "{step}" if frame.k else "{start}{more}"
    ),
    start="Start: {everyone} {begin} — the first whose gap is proved under {limit:bound} wins.",
    everyone=lambda frame: Said(listed(frame.labels.values())),
    step=lambda frame: "{news} — {others}." if len(frame.labels) > 1 else "{news}.",
    news=lambda frame: capital(news(frame)),
    others=others,
    ending=_standings,
    more="",
)


#: Moves below this share of the whole path's extent are invisible.
HARDLY = 2e-3


def is_tiny(frame: Frame) -> bool:
    """Whether the move of a frame is too short to be visible next to the path."""
    extent = float(np.ptp(frame.table.w, axis=0).max())
    return bool(abs(frame.new - frame.old) <= HARDLY * extent)


def _visible(frame):
    if frame.last:
        done = frame.run.result.status == "converged"
        return "{arrives}" if done else "{ends}"
    return "{goes}" if frame.started else "{begins}"


def _ending(frame):
    """What the last sentence says of the proof."""
    spent = "after {spent:count update}" if frame.spent else "without a step"
    if frame.run.result.status == "converged":
        proof = "proved within {proved:bound≠limit} of optimal, inside the tolerance "
        return proof + "{limit:bound≠proved}, " + spent
    return (
        "not converged ({how}): " + spent + " proved only within {proved:bound≠limit}, the "
        "tolerance is {limit:bound≠proved}"
    )


#: The visible effect of an update, which a scene says by `goes`; what it moved and by which `rule`;
#: at the end, what is proved, and what is `more`, which ends the sentence. Of the frames they read
#: the columns w, name, old, new, stays, started.
UPDATES = Words(
    visible=_visible,
    begins="The path begins here, and {name} moves first.",
    arrives="The path arrives, and its end is proved optimal.",
    ends="The path ends here, and is not proved optimal.",
    caption=lambda frame: (
        "{head} — {ending}{more}" if frame.last
        else "{move} — {rule}." if frame.started else "{opening}"
    ),
    opening="Start: w = {w} — proved within {gap:bound} of optimal.",
    head=lambda frame: "{move}" if frame.started else "Start: w = {w}",
    move=lambda frame: (
        "{name} stays at {new}" if frame.stays else "{name}: {old:≠new} → {new:≠old}"
    ),
    ending=_ending,
    more=".",
)  # fmt: skip
