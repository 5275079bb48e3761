"""The numbers beside a caption: value, bound and gap of one point, and the best gap so far.

A trace keeps both: this row's objective and bound, and the gap of the best ones so far.
"""

from __future__ import annotations

import numpy as np

from lab.drawing.text import unsigned
from widgets.text import rough


def readout(result, rows, tolerance, value="F", bound="bound"):
    """What a frame says of a method's proof: its own point's value and bound, and `proof`.

    rows (T,): of the result's trace. tolerance: of the relative gap.
    """
    trace, scale = result.trace, result.certificate.scale
    shown = {value: trace.objective[rows], bound: trace.bound[rows]}
    return shown | proof(result, rows, tolerance * scale)


def proof(result, rows, limit):
    """Each frame's own gap, the best so far and its honest status; limit: the gap to reach."""
    trace, scale = result.trace, result.certificate.scale
    return {
        "gap": own_gap(trace, scale, rows),
        "best": unsigned(trace.gap, scale)[rows],
        "status": statuses(trace.gap[rows] <= limit, result.status),
    }


def own_gap(trace, scale, rows):
    """objective - bound of `rows` (T,), or of one, by itself; inf where it has no bound or no
    value."""
    with np.errstate(invalid="ignore"):
        gap = trace.objective[rows] - trace.bound[rows]
    return unsigned(np.where(np.isfinite(gap), gap, np.inf), scale)


def statuses(proved, last):
    """A status per frame: "running", "converged" where `proved` (T,), and `last` at the end."""
    return (*np.where(proved[:-1], "converged", "running").tolist(), last)


def gap_caption(result, row):
    """ "gap 1.8, best so far 0.30" of a row of the result's trace; one number where they agree,
    rounded up so that what is written is proved."""
    trace, scale = result.trace, result.certificate.scale
    own, best = float(own_gap(trace, scale, row)), float(unsigned(trace.gap[row], scale))
    own, best = (least(g) if np.isfinite(g) else "not known" for g in (own, best))
    return f"gap {own}" if own == best else f"gap {own}, best so far {best}"


def least(gap):
    """A proved gap as a caption writes it: two digits, rounded up; "0" where it is rounding."""
    return rough(gap, up=True) if gap > 0.0 else "0"
