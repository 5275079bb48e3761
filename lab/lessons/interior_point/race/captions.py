"""Captions of the race."""

from __future__ import annotations

from functools import partial

from lab.drawing.readout import least
from lab.drawing.text import listed
from lab.race import captions as race_captions


def _false_stops(view, k):
    """Whose rule of the source fired since the frame before, and what is proved of it."""
    found = [n for n, at in view.fired.items() if view.rows[n][k - 1] < at <= view.rows[n][k]]
    return listed(
        f"false stop: by the source's rule {view.labels[n]} would end here, at a gap of "
        f"{least(view.traces[n].gap[view.fired[n]])}"
        for n in found
    )


def captions(view):
    """One sentence per frame; the last says how far LIBSVM came, too."""
    begin, false, more = "train the same machine", partial(_false_stops, view), ""
    if view.peer is not None:
        more = f"\nLIBSVM by its own rule: a gap of {least(view.peer.certificate.gap)}."
    return race_captions.captions(race_captions.race_of(view, view.labels, begin, false, more))
