"""Why a run ended before its point was proved, in a sentence for `Result.notes`."""

from __future__ import annotations

import math

from solvers.result import Certificate

#: What a method does by itself, in words.
_OWN = {
    "stalled": "The method ended by itself",
    "small_change": "The method's own rule ended it",
    "diverged": "The iterates left every bound",
}


def ending(
    status: str, certificate: Certificate, tol: float, max_iter: int, said: bool
) -> dict[str, bool]:
    """The sentence as the only key, or none where `status` needs none.

    said: whether the solver gave its own reason, which is enough for those of `_OWN`.
    """
    if status == "max_iter":
        steps = f"{max_iter:,} iteration{'s' * (max_iter != 1)}"
        return {f"The budget of {steps} is spent {_where(certificate, tol)}; raise max_iter.": True}
    if status in _OWN and not said:
        return {f"{_OWN[status]} {_where(certificate, tol)}.": True}
    return {}


def _where(certificate, tol):
    """How near the point was proved to be."""
    if not math.isfinite(certificate.relative_gap):
        return "before anything was proved"
    if certificate.infeasibility > tol:
        return f"at a point that is outside by {certificate.infeasibility:.2g}, above {tol:g}"
    gap = abs(certificate.relative_gap)
    return f"at a relative gap of {gap:.2g}, where {tol:g} was asked for"
