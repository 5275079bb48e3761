"""The panels of the sparsity scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.gap_panel import spread_labels
from lab.drawing.text import number, power
from widgets import Axis, Band, Curve, Heatmap, Panel, Points, Segments, Text, prefix, row

#: Up to so many features their names stand left of the rows, and take so many of the m columns.
_NAMED, _NAMES = 8, 0.75
#: So many pairs are named at the end of their lines.
_ENDS = 4
#: Room for words at the right end, as a share of the axis by powers.
_ROOM = 0.3
#: Gaps below this share of the tolerance are drawn here.
_FOOT = 1e-2


def matrix_panel(view):
    """The precision matrix of each rho; zeros, proved zeros, and where scikit-learn differs."""
    m, place = view.m, np.arange(float(view.m))
    beside = view.M * (1.0 - np.eye(m))
    limit = float(np.abs(beside).max()) or 1.0
    size = float(np.clip(170.0 / m, 3.5, 12.0))
    zero = view.M == 0.0
    marks = [
        Heatmap(place, place, row(view.M), limits=(-limit, limit), diverging=True, label="M"),
        _cells(zero & ~view.proved, "circle-open", "now", size, "zero, not proved"),
        _cells(zero & view.proved, "circle", "good", 0.6 * size, "proved zero"),
        *_differences(view, size),
        *_names(view),
    ]
    return Panel(
        "A zero: two features that say nothing more of each other",
        marks,
        Axis("", range=(-0.5 - _NAMES * m * (m <= _NAMED), m - 0.5), ticks=_numbers(m)),
        Axis("", range=(m - 0.5, -0.5), ticks=_numbers(m) if m > _NAMED else ((), ())),
        key="matrix",
        subtitle=f"M, full colour at ±{number(limit, 2)}; green: proved zero, orange ring: zero, "
        "not proved; point at the diagonal for names",
    )


def _cells(mask, symbol, tone, size, label):
    """A mark in each cell of `mask` (T, m, m)."""
    i, j = (a.ravel().astype(float) for a in np.indices(mask.shape[1:]))
    shown = np.where(mask.reshape(len(mask), -1), i, np.nan)
    used = np.isfinite(shown).any(axis=0)
    if not used.any():
        used[0] = True
    return Points(j[used], row(shown[:, used]), symbol=symbol, tone=tone, size=size, label=label)


def _differences(view, size):
    """Cells in which scikit-learn has an entry and we have none, or the other way round."""
    kinds = (("square-open", "ink", "only ours differs from 0"),
             ("x", "rival1", "only scikit-learn's differs from 0"))  # fmt: skip
    for which, (symbol, tone, words) in enumerate(kinds, 1):
        mask = np.zeros(view.M.shape, dtype=bool)
        for k in view.peers:
            mask[(k, *view.pairs())] = view.overlap(k)[which]
        if mask.any():
            yield _cells(mask | mask.transpose(0, 2, 1), symbol, tone, 1.2 * size, words)


def _numbers(m):
    step = 1 if m <= _NAMED else 2 if m <= 16 else 5
    places = [k for k in range(m) if (k + 1) % step == 0 or (k == 0 and step == 5)]
    return np.array(places, dtype=float), [f"{k + 1}" for k in places]


def _names(view):
    """The names of the features: under the pointer on the diagonal, and left of few rows."""
    words, place = tuple(map(view.name, range(view.m))), np.arange(float(view.m))
    yield Points(place, place, texts=words, tone="muted", size=4.0, label="feature")
    if view.m <= _NAMED:
        yield Text(np.full(view.m, -0.6), place, words, tone="ink", anchor="left")


def _axis(view):
    """rho falling to the right, by powers."""
    ratio = view.rhos[0] / view.rhos[-1]
    ends = (view.rhos[0] * ratio**0.03, view.rhos[-1] / ratio**_ROOM)
    round_ = np.outer(10.0 ** np.arange(-8, 9), (1.0, 2.0, 5.0)).ravel()
    places = round_[(round_ < ends[0]) & (round_ > ends[1])]
    ticks = places, [f"{v:g}" for v in places]
    return Axis("ρ, falling, log axis", log=True, range=ends, ticks=ticks)


def _beside(view, rho):
    """Where words begin that stand right of `rho`."""
    return rho * (view.rhos[-1] / view.rhos[0]) ** 0.02


def _now(view, low, high):
    x = row(view.rhos[:, None])
    return Segments(x, [low], x, [high], tone="now", width=1.4, label="ρ now")


def count_panel(view):
    """How many pairs differ from zero, and how many are not proved to be zero."""
    rows, i_j = np.arange(len(view)), view.pairs()
    used = view.support().sum(axis=1).astype(float)
    total = float(len(i_j[0]))
    open_ = total - view.proved[(slice(None), *i_j)].sum(axis=1)
    x, top = prefix(view.rhos, rows), 1.12 * total
    marks = [
        Band(x, prefix(used, rows), prefix(open_, rows), tone="now", fill=0.2,
             label="zero, not proved"),
        Curve(x, prefix(open_, rows), tone="now", dash="dash", width=1.4, label="not proved zero"),
        Curve(x, prefix(used, rows), tone="main", width=2.6, markers=len(view) <= 40,
              label="pairs that differ from 0"),
        _now(view, 0.0, top),
        *_peer_counts(view, total),
        Text(row(_beside(view, view.rhos)[:, None]), row(used[:, None]),
             tuple(f"{u:.0f}" for u in used), tone="main", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Pairs come in as ρ falls",
        marks,
        _axis(view),
        Axis("pairs", range=(0.0, top)),
        key="count",
        subtitle=f"of {total:.0f} pairs: not 0 (blue), not proved 0 (dashed); "
        "diamond: scikit-learn",
    )


def _peer_counts(view, total):
    """scikit-learn's count at each rho at which it was asked, and how the two sets overlap."""
    if not view.peers:
        return
    frames = np.array(sorted(view.peers))
    known = [k for k in frames if np.isfinite(view.peers[k].M).all()]
    counts = [float(sum(view.overlap(k)[0]) + sum(view.overlap(k)[2])) for k in known]
    yield Points(view.rhos[known], counts, symbol="diamond-open", tone="ink", size=10.0,
                 label="scikit-learn")  # fmt: skip


def overlap_caption(view, k):
    """How our pairs and scikit-learn's overlap in frame `k`; "" where it was not asked."""
    if k not in view.peers:
        return ""
    if not np.isfinite(view.peers[k].M).all():
        return "scikit-learn gives up here"
    both, ours, theirs = (int(mask.sum()) for mask in view.overlap(k))
    return f"{both} in both, {ours} ours, {theirs} theirs"


def lines_panel(view):
    """The partial correlation of every pair over rho."""
    R = view.partial()
    limit = 1.3 * float(np.abs(R).max()) or 1.0
    here = np.tile(view.rhos[:, None], (1, R.shape[1]))
    entered, shown = np.where(_entered(view), R, np.nan), np.where(R != 0.0, R, np.nan)
    marks = [
        *_pieces(view, R),
        _now(view, -limit, limit),
        Points(row(here), row(shown), tone="main", size=4.5, label="partial correlation"),
        Points(row(here), row(entered), tone="now", size=9.0, label="entered at this ρ"),
        *_ends(view, R, limit),
    ]
    return Panel(
        "The strongest pairs enter first",
        marks,
        _axis(view),
        Axis("partial correlation", range=(-limit, limit), zero=True),
        key="lines",
        subtitle="−Mᵢⱼ ÷ √(Mᵢᵢ Mⱼⱼ) of every pair; orange: entered at this ρ",
    )


def _pieces(view, R):
    """The lines of all pairs, faint, and strong up to this frame: pieces from rho to rho in the
    order of time, those that stay at 0 left out."""
    awake = (R[:-1] != 0.0) | (R[1:] != 0.0)
    count = np.concatenate([[0], np.cumsum(awake.sum(axis=1))])
    rho = np.broadcast_to(view.rhos[:, None], R.shape)
    # Frame 0 shows the first piece, which is none.
    ends = [np.append(np.nan, a[awake]) for a in (rho[:-1], R[:-1], rho[1:], R[1:])]
    yield Segments(
        *ends, tone="main", width=0.8, opacity=0.25, label="a pair each, all ρ", future=True
    )
    past = (prefix(a, count) for a in ends)
    yield Segments(*past, tone="main", width=1.2, opacity=0.6, label="a pair each")


def _entered(view):
    """Mask (T, p) of the pairs that were 0 in the frame before."""
    used = view.support()
    return np.vstack([used[:1], used[1:] & ~used[:-1]])


def _ends(view, R, limit):
    """Names of the strongest pairs at the end of their lines."""
    i, j = view.pairs()
    best = np.argsort(-np.abs(R[-1]), kind="stable")[:_ENDS]
    best = best[R[-1, best] != 0.0]
    heights = spread_labels(np.zeros(len(best)), R[-1, best], 1.0, 0.17 * limit)
    heights -= max(0.0, heights.max(initial=0.0) - 0.9 * limit)
    for pair, y in zip(best, heights, strict=True):
        words = f"{i[pair] + 1}–{j[pair] + 1}"
        yield Text([_beside(view, view.rhos[-1])], [y], (words,), tone="main", future=True)


def gap_panel(view):
    """The certified gap at each rho, and what scikit-learn says of its own."""
    rows, foot = np.arange(len(view)), _FOOT * view.limit
    gap = np.maximum(view.gap, foot)
    theirs = [v for p in view.peers.values() for v in (abs(p.last), p.certificate.gap)]
    seen = np.array([*gap, *theirs, 30.0 * view.limit])
    top = 4.0 * float(seen[np.isfinite(seen)].max())
    edge = [view.rhos[0], view.rhos[-1]]
    low = "; gaps under the foot, zero included, are drawn there" if (view.gap < foot).any() else ""
    marks = [
        Segments(edge[:1], [view.limit], edge[1:], [view.limit], tone="good", dash="dash",
                 width=1.0, label=f"tolerance {power(view.limit)}"),
        Text([edge[0]], [1.9 * view.limit], ("tolerance",), tone="good"),
        Curve(prefix(view.rhos, rows), prefix(gap, rows), tone="main", width=2.5,
              markers=len(view) <= 40, label=f"ours, certified{low}"),
        _now(view, 0.6 * foot, top),
        *_peer_gaps(view),
    ]  # fmt: skip
    return Panel(
        "Each matrix is proved; a gap below zero proves nothing",
        marks,
        _axis(view),
        Axis("gap", log=True, range=(0.6 * foot, top)),
        key="gap",
        subtitle="certified; scikit-learn's: diamond certified here, triangle as it says itself",
    )


def _peer_gaps(view):
    """Our certificate of scikit-learn's answers, and its own gap: its size where it is negative."""
    frames = [k for k in sorted(view.peers) if np.isfinite(view.peers[k].last)]
    if not frames:
        return
    peers, x = [view.peers[k] for k in frames], view.rhos[frames]
    own = np.array([p.last for p in peers])
    proved = np.array([max(p.certificate.gap, _FOOT * view.limit) for p in peers])
    size = np.maximum(np.abs(own), _FOOT * view.limit)
    looks = {"size": 9.0, "tone": "ink"}
    yield Points(x, proved, symbol="diamond", label="scikit-learn's answer, certified", **looks)
    for mask, symbol, tone, words in (
        (own >= 0.0, "triangle-up", "ink", "its own gap"),
        (own < 0.0, "triangle-down", "rival1", "its own gap is negative: this is its size"),
    ):
        if mask.any():
            looks = {"symbol": symbol, "tone": tone, "size": 10.0, "label": words}
            yield Points(x[mask], size[mask], **looks)


def own_caption(view, k):
    """What scikit-learn says of its own gap in frame `k`."""
    if k not in view.peers or not np.isfinite(view.peers[k].last):
        return ""
    peer = view.peers[k]
    return f"{power(peer.last)}, least {power(peer.lowest)}"
