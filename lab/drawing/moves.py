"""Words of a method that moves one weight, or one group of them, at a time."""

from __future__ import annotations

import numpy as np

from widgets.words import Words

#: Moves below this share of the whole path's extent cannot be seen.
HARDLY = 2e-3


def is_tiny(frame):
    """Whether the move of a frame is too short to be seen beside the path."""
    extent = float(np.ptp(frame.table.w, axis=0).max())
    return abs(frame.new - frame.old) <= HARDLY * extent


def _visible(frame):
    if frame.last:
        done = frame.run.result.status == "converged"
        return "{arrives}" if done else "{ends}"
    return "{goes}" if frame.started else "{begins}"


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


#: What is to be seen of an update, which a scene says by `goes`; what it moved and by which `rule`;
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
