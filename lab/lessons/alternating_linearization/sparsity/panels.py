"""The panels of the sparsity scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.falling import Falling
from lab.drawing.text import power
from widgets import Axis, Band, Curve, Heatmap, Panel, Points, Text, prefix, row

#: Up to so many features their names stand left of the rows, and take so many of the m columns.
_NAMED, _NAMES = 8, 0.75
#: So many pairs are named at the end of their lines.
_ENDS = 4


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
        "A zero: independent given all the others",
        marks,
        Axis("", range=(-0.5 - _NAMES * m * (m <= _NAMED), m - 0.5), ticks=_numbers(m)),
        Axis("", range=(m - 0.5, -0.5), ticks=_numbers(m) if m > _NAMED else ((), ())),
        key="matrix",
        subtitle="M; point at the diagonal for names",
        legend={"proved zero": "proved zero", "zero, not proved": "zero, not proved"},
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


def _falling(view):
    return Falling(view.rhos, "ρ")


def count_panel(view):
    """How many pairs differ from zero, and how many are not proved to be zero."""
    falling, i_j = _falling(view), view.pairs()
    rows = np.arange(len(view))
    used = view.support().sum(axis=1).astype(float)
    total = float(len(i_j[0]))
    open_ = total - view.proved[(slice(None), *i_j)].sum(axis=1)
    x, top = prefix(view.rhos, rows), 1.12 * total
    marks = [
        Band(x, prefix(used, rows), prefix(open_, rows), tone="now", fill=0.2,
             label="zero, not proved"),
        Curve(x, prefix(open_, rows), tone="now", dash="dash", width=1.4, label="not proved zero"),
        falling.curve(used, tone="main", width=2.6, label="pairs that differ from 0"),
        falling.now(0.0, top),
        *_peer_counts(view, total),
        Text(row(falling.beside(view.rhos)), row(used),
             tuple(f"{u:.0f}" for u in used), tone="main", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "Pairs come in as ρ falls",
        marks,
        _falling(view).axis(),
        Axis("pairs", range=(0.0, top)),
        key="count",
        subtitle=f"of {total:.0f}",
        legend={
            "pairs that differ from 0": "not 0",
            "not proved zero": "not proved 0",
            "scikit-learn": "scikit-learn",
        },
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
    falling = _falling(view)
    entered, shown = np.where(_entered(view), R, np.nan), np.where(R != 0.0, R, np.nan)
    marks = [
        *falling.parts(R, "a pair each"),
        falling.now(-limit, limit),
        falling.points(shown, "partial correlation", tone="main", size=4.5),
        falling.points(entered, "entered at this ρ", tone="now", size=9.0),
        *_ends(view, R, limit),
    ]
    return Panel(
        "The strongest pairs enter first",
        marks,
        _falling(view).axis(),
        Axis("partial correlation", range=(-limit, limit), zero=True),
        key="lines",
        subtitle="−Mᵢⱼ ÷ √(Mᵢᵢ Mⱼⱼ) of every pair",
        legend=("entered at this ρ",),
    )


def _entered(view):
    """Mask (T, p) of the pairs that were 0 in the frame before."""
    used = view.support()
    return np.vstack([used[:1], used[1:] & ~used[:-1]])


def _ends(view, R, limit):
    """Names of the strongest pairs at the end of their lines."""
    i, j = view.pairs()
    best = np.argsort(-np.abs(R[-1]), kind="stable")[:_ENDS]
    best = best[R[-1, best] != 0.0]
    names = [f"{i[pair] + 1}–{j[pair] + 1}" for pair in best]
    return _falling(view).names(R[-1, best], names, 0.17 * limit, 0.9 * limit)


def gap_panel(view):
    """The certified gap at each rho, and what scikit-learn says of its own."""
    falling = _falling(view)
    gap = np.maximum(view.gap, falling.foot(view.limit))
    theirs = [v for p in view.peers.values() for v in (abs(p.last), p.certificate.gap)]
    seen = np.array([*gap, *theirs, 30.0 * view.limit])
    top = 4.0 * float(seen[np.isfinite(seen)].max())
    marks = [*falling.proof(view.gap, view.limit, top), *_peer_gaps(view)]
    return Panel(
        "Each matrix is proved; a gap below zero proves nothing",
        marks,
        _falling(view).axis(),
        falling.proof_axis(view.limit, top),
        key="gap",
        subtitle="certified",
        legend={"scikit-learn's answer, certified": "scikit-learn's", "its own gap": "as it says"},
    )


def _peer_gaps(view):
    """Our certificate of scikit-learn's answers, and its own gap: its size where it is negative."""
    frames = [k for k in sorted(view.peers) if np.isfinite(view.peers[k].last)]
    if not frames:
        return
    peers, x = [view.peers[k] for k in frames], view.rhos[frames]
    own, foot = np.array([p.last for p in peers]), _falling(view).foot(view.limit)
    proved = np.array([max(p.certificate.gap, foot) for p in peers])
    size = np.maximum(np.abs(own), foot)
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
