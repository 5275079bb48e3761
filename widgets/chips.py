"""The numbers of a frame in words: every reader of a scene (stage, paper, page) shows these.

A chip is (words, style). Styles: "plain" for a value, "proof" for what is proved, and for the
status "good", "warn" or "bad".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from widgets.text import number
from widgets.words import bound

#: Names of the readout that belong to the proof, or to what went wrong, and to no value.
PROOF = ("gap", "best", "status", "limit", "broken")
#: status -> (words before the proof, style).
STATUSES = {
    "running": ("", "proof"),
    "converged": ("✓ ", "good"),
    "small_change": ("small change only: ", "warn"),
    "max_iter": ("budget spent: ", "warn"),
    "stalled": ("stalled: ", "warn"),
    "cancelled": ("cancelled: ", "warn"),
    "diverged": ("diverged", "bad"),
    "unbounded": ("no minimum exists", "bad"),
    "infeasible": ("no point is feasible", "bad"),
    "contradiction": ("the bound is above the value: the certificate is wrong", "bad"),
}
#: A gap may be below zero by this share of the numbers shown with it through rounding alone.
_ROUNDING = 1e-9
#: Statuses in place of which no number is proved.
LOST = ("diverged", "unbounded", "infeasible", "contradiction")


def chips(scene: Any, k: int) -> list[tuple[str, str]]:
    """The chips of frame `k`: the values, what is proved of this point, the best so far.

    Every frame has as many, in the same order; those with nothing to say have no words.
    """
    text = {name: values[k] for name, values in scene.readout.items()}
    shown = [(_value(name, v), "plain") for name, v in text.items() if name not in PROOF]
    shown += [(text["broken"], "bad")] if "broken" in text else []
    status = str(text.get("status", "running"))
    if "gap" in text:
        gap = float(text["gap"])
        if gap < 0.0 and refuted(scene.readout):
            status = "contradiction"
        holds = 0.0 <= gap <= float(text.get("limit", -math.inf))
        return shown + _proof(gap, float(text.get("best", gap)), status, holds)
    return shown + ([_status(status)] if "status" in text else [])


def refuted(readout: Mapping[str, Sequence[Any] | np.ndarray]) -> bool:
    """Whether some gap is below zero by more than rounding: what bounds the value is wrong."""
    numbers = [np.asarray(v, dtype=float) for v in readout.values() if not _is_text(v)]
    size = max((np.abs(v[np.isfinite(v)]).max(initial=0.0) for v in numbers), default=0.0)
    gaps = [np.min(readout[name]) for name in ("gap", "best") if len(readout.get(name, ()))]
    return any(gap < -_ROUNDING * size for gap in gaps)


def _is_text(values):
    return any(isinstance(v, str) for v in values)


def proved(gap: float) -> str:
    """ "proved within 1.8", or that a point's own value and bound prove nothing."""
    return f"proved {within(gap)}" if 0.0 <= gap < math.inf else "proves nothing"


def within(gap: float) -> str:
    """ "within 1.8": two digits, rounded up, so that what is written is proved as well."""
    return f"within {bound(gap)}" if gap > 0.0 else "within rounding"


def _value(name, value):
    if isinstance(value, str):
        return f"{name} {value}" if value else ""
    return f"{name}{' = ' if len(name) <= 2 else ' '}{number(value)}"


def _proof(gap, best, status, holds):
    """What is proved of this frame's point and, in a separate chip where that is less, the best
    so far; the status is that of the best. holds: whether the point itself is near enough."""
    words, style = STATUSES[status]
    if status in LOST:
        return [(words, style), ("", "plain")]
    if not math.isfinite(best):
        if style == "good":  # nothing is proved, whatever the status says
            words, style = "", "proof"
        return [(words + "no bound yet", style), ("", "plain")]
    own, so_far = proved(gap), within(best)
    if own == f"proved {so_far}":
        return [(words + own, style), ("", "plain")]
    first = (f"✓ {own}", "good") if holds else (own, "proof")
    return [first, (f"{words}best so far {so_far}", style)]


def _status(status):
    """The status where nothing is proved with it."""
    words, style = STATUSES[status]
    return ("✓ converged" if style == "good" else words.removesuffix(": "), style)
