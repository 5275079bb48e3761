"""Names in captions, numbers as `widgets.words` writes them, and the numbers shown with a caption:
value, bound and gap of one point, and the best gap so far, of a trace that holds both."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from solvers import Certificate, Result, Trace
from widgets import words
from widgets.chips import proved
from widgets.text import rough
from widgets.words import Said, bounds_apart
from widgets.words import bound as least

#: The kinds of `widgets.words` under other names.
number, figure, format_distinct, point = words.value, words.figure, words.apart, words.point
counted, read, power = words.count, words.read, rough

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(number: int | np.integer) -> str:
    """A whole number set low: subscript(12) is "₁₂"."""
    return str(number).translate(_LOW)


def weight(d: int | np.integer) -> str:
    """The name of weight `d`, counted from 0: "w₁" for 0."""
    return f"w{subscript(d + 1)}"


def listed(words: Iterable[str], last: str = "and", most: int | None = None) -> str:
    """ "a", "a and b", "a, b and c"; of more than `most` the first: "a, b and 4 more"."""
    words = list(words) if most is None else few(words, most)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def few(words: Iterable[str], most: int = 3) -> list[str]:
    """The first `most` words and the number of the others: "a", "b", "c", "4 more"."""
    words = list(words)
    return words[:most] + [f"{len(words) - most} more"] * (len(words) > most)


def does(names: list[str], verb: str) -> str:
    """ "w₁ enters", "w₁ and w₂ enter", where there are many "w₁, w₂, w₃ and 4 more enter"; verb: as
    of several, with what follows it."""
    verb, space, rest = verb.partition(" ")
    return f"{listed(names, most=3)} {verb}{'s' * (len(names) == 1)}{space}{rest}"


def capital(words: str) -> str:
    """`words` as the beginning of a sentence: "Simplex arrives"."""
    return Said(words[:1].upper() + words[1:])


def within(label: str) -> str:
    """A label as it is written within a sentence: "Data" is "data", a symbol such as "C" stays."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def outcome(status: str) -> str:
    """How a method ended, in words: "converged", "out of steps", "small change"."""
    return "out of steps" if status == "max_iter" else status.replace("_", " ")


def unsigned(gap: float | np.ndarray, scale: float | np.ndarray) -> np.ndarray:
    """`gap` (...) with 0 where rounding alone, up to 1e-9 of `scale`, made it negative."""
    gap = np.asarray(gap, dtype=np.float64)
    return np.where((gap < 0.0) & (gap >= -1e-9 * scale), 0.0, gap)


def readout(
    result: Result, rows: np.ndarray, tolerance: float, value: str = "F", bound: str = "bound"
) -> dict[str, Any]:
    """What a frame says of a method's proof: its own point's value and bound, and `proof`.

    rows (T,): of the result's trace. tolerance: of the relative gap.
    """
    trace, scale = result.trace, result.certificate.scale
    shown = {value: trace.objective[rows], bound: trace.bound[rows]}
    return shown | proof(result, rows, tolerance * scale)


def proof(result: Result, rows: np.ndarray, limit: float) -> dict[str, Any]:
    """Each frame's own gap, the best so far and its status, and the gap to reach."""
    trace, scale = result.trace, result.certificate.scale
    return {
        "gap": row_gap(trace, scale, rows),
        "best": unsigned(trace.gap, scale)[rows],
        "status": statuses(trace.gap[rows] <= limit, result.status),
        "limit": np.full(np.shape(rows), limit),
    }


def row_gap(trace: Trace, scale: float, rows: int | np.integer | np.ndarray) -> np.ndarray:
    """objective - bound of `rows` (T,), or of one, by itself; of a point outside the larger of its
    size and of how far it is outside, in units of the objective; inf where it has no bound or no
    value."""
    with np.errstate(invalid="ignore"):
        gap, outside = trace.objective[rows] - trace.bound[rows], trace.infeasibility[rows]
        reach = np.maximum(np.abs(gap), outside * trace.scale[rows])
        gap = np.where(outside > 0.0, reach, gap)
    return unsigned(np.where(np.isfinite(gap), gap, np.inf), scale)


def statuses(proved: np.ndarray, last: str) -> tuple[str, ...]:
    """A status per frame: "running", "converged" where `proved` (T,), and `last` at the end."""
    return (*np.where(proved[:-1], "converged", "running").tolist(), last)


def gap_caption(result: Result, row: int | np.integer) -> str:
    """ "gap 1.8, best so far 0.30" of a row of the result's trace; one number where they agree,
    rounded up so that what is written is proved."""
    trace, scale = result.trace, result.certificate.scale
    own, best = float(row_gap(trace, scale, row)), float(unsigned(trace.gap[row], scale))
    own, best = (least(g) if np.isfinite(g) else "not known" for g in (own, best))
    return f"gap {own}" if own == best else f"gap {own}, best so far {best}"


def words_of_proof(certificate: Certificate) -> str:
    """ "proved within 9.0e-7 (relative gap 8.4e-7)": the gap in the objective's units, and as a
    share of the scale; "" where nothing is proved."""
    gap = float(unsigned(certificate.gap, certificate.scale))
    if not 0.0 <= gap < np.inf:
        return ""
    share = certificate.relative_gap
    return proved(gap) + (f" (relative gap {least(share)})" if 0.0 < share < np.inf else "")


def falls(old: float, new: float) -> str:
    """ "2.1e2 → 98" of two gaps, with as many digits as distinguish them, or "stays 98"."""
    old, new = max(old, 0.0), max(new, 0.0)
    return f"stays {least(new)}" if old == new else " → ".join(bounds_apart(old, new))
