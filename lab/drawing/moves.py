"""Words of a method that moves one weight, or one group of them, at a time."""

from __future__ import annotations

from widgets.words import Words


def _ending(frame):
    """What the last sentence says of the proof."""
    spent = "after {spent} updates" if frame.spent else "without a step"
    if frame.run.result.status == "converged":
        proof = "proved within {proved:bound≠limit} of optimal, inside the tolerance "
        return proof + "{limit:bound≠proved}, " + spent
    return (
        "not converged ({how}): " + spent + " proved only within {proved:bound≠limit}, the "
        "tolerance is {limit:bound≠proved}"
    )


#: What an update moved and by which `rule`; before the first, what will move; at the end, what is
#: proved, and what is `more`, which ends the sentence. Of the frames they read the columns w, name,
#: old, new, stays, started.
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
    ending=_ending,
    more=".",
)  # fmt: skip
