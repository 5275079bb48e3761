"""Scene `sparsity` as a picture: which entries of a precision matrix differ from zero as rho falls,
each matrix proved (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (13) and (15))."""

from __future__ import annotations

from typing import Any

import numpy as np

from lab.datasets.own_file import preview
from lab.drawing.falling import Falling
from lab.experiment import Experiment, Judged
from lab.lessons.alternating_linearization.sparsity.model import (
    KNOBS,
    frames,
    other_zeros,
    overlap,
    proved_gap,
    solve,
)
from lab.prediction import asked, how_many
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from widgets import (
    Axis,
    Band,
    Curve,
    Heatmap,
    Layout,
    Panel,
    Points,
    Question,
    Text,
    prefix,
    row,
)
from widgets.knobs import with_primary
from widgets.words import Words, rough, say, value

#: Up to so many features their names are left of the rows, and take so many of the m columns.
_NAMED, _NAMES = 8, 0.75
#: So many pairs are named at the end of their lines.
_ENDS = 4
#: An entry above this share of the largest off the diagonal is not zero; one whose |Z - Sigma|
#: lies below rho by this share is.
_CLEAR = 1e-3


def _rule(frame):
    """Why the entry may differ from zero, or why it is zero."""
    if frame.new == 0.0:
        return "|Z − Σ| = {pull:≠rho} there is inside ρ = {rho:≠pull}"
    return "|Z − Σ| = {pull} there is at the edge ρ = {rho}"


def _news(frame):
    """How many cells of the matrix come to differ from zero, and how many become zero."""
    came, went = frame.came, frame.went
    if not came and not went:
        return "The same pair" if frame.pair_count == 1 else "The same {pair_count} pairs"
    parts = ["{came:count pair} " + ("enters" if came == 1 else "enter")] * bool(came)
    parts += [("1 pair leaves" if went == 1 else "{went} pairs leave")] * bool(went)
    return " and ".join(parts) + ", {pair_count} in all"


def _ending(frame):
    """What graphical_lasso says, and what is proved of its answer."""
    if frame.k not in frame.peers:
        return ""
    peer = frame.peers[frame.k]
    if not np.isfinite(peer.last):
        return " Scikit-learn fails here."
    wrong = ", which no distance can be" if min(peer.last, peer.lowest) < 0.0 else ""
    return say(
        " graphical_lasso: {overlap}; it reports gaps down to {lowest:rough}{wrong}; certified, "
        "its answer is within {gap:bound}.",
        overlap=overlap_caption(frame.table, frame.k), lowest=peer.lowest, wrong=wrong,
        gap=peer.certificate.gap,
    )  # fmt: skip


WORDS = Words(
    caption=lambda frame: ("{step}" if frame.k else "{start}") + "{ending}" * frame.last,
    start="Only the diagonal has colour — ρ = {rho}, the largest |Σᵢⱼ|: {pairs} 0, "
    "Mᵢᵢ = 1 ÷ (Σᵢᵢ + ρ); gap {gap:bound}{faults}.",
    step="{news} — M of {one} and {other}: {old:≠new} → {new:≠old}; {rule}.\n"
    "{proved_count} of {zeros:count zero} proved, {steps:count iteration} from the ρ before"
    "{faults}.",
    pairs=lambda frame: "the one pair is" if frame.count == 1 else "all {count} pairs are",
    rule=_rule,
    news=_news,
    faults=lambda frame: (
        "" if frame.status == "converged"
        else "; the budget is spent, proved within {gap:bound} only"
    ),
    ending=_ending,
)  # fmt: skip


def matrix_panel(f: Frames) -> Panel:
    """The precision matrix of each rho; zeros, proved zeros, and where scikit-learn differs."""
    m, place = f.m, np.arange(float(f.m))
    beside = f.M * (1.0 - np.eye(m))
    limit = float(np.abs(beside).max()) or 1.0
    size = float(np.clip(170.0 / m, 3.5, 12.0))
    zero = f.M == 0.0
    marks = [
        Heatmap(place, place, row(f.M), limits=(-limit, limit), diverging=True, label="M"),
        _cells(zero & ~f.proved_zero, "circle-open", "now", size, "zero, not proved"),
        _cells(zero & f.proved_zero, "circle", "good", 0.6 * size, "proved zero"),
        *_differences(f, size),
        *_names(f),
    ]
    return Panel(
        "The precision matrix M, feature by feature",
        marks,
        Axis("", range=(-0.5 - _NAMES * m * (m <= _NAMED), m - 0.5), ticks=_numbers(m)),
        Axis("", range=(m - 0.5, -0.5), ticks=_numbers(m) if m > _NAMED else ((), ())),
        subtitle="0: independent given all others; names on the diagonal",
        legend={"proved zero": "proved zero", "zero, not proved": "zero, not proved"},
    )


def _cells(mask, symbol, tone, size, label):
    """A mark in each cell of `mask` (T, m, m)."""
    i, j = (a.ravel().astype(float) for a in np.indices(mask.shape[1:]))
    shown = np.where(mask.reshape(len(mask), -1), i, np.nan)
    used = np.flatnonzero(np.isfinite(shown).any(axis=0))
    if not used.size:
        used = np.array([0])
    return Points(j[used], row(shown[:, used]), symbol=symbol, tone=tone, size=size, label=label)


def _differences(f, size):
    """Cells in which one of scikit-learn's matrix and ours is 0 and the other is not."""
    kinds = (("square-open", "ink", "only ours differs from 0"),
             ("x", "rival1", "only scikit-learn's differs from 0"))  # fmt: skip
    for which, (symbol, tone, words) in enumerate(kinds, 1):
        mask = np.zeros(f.M.shape, dtype=bool)
        for k in f.peers:
            mask[(k, *f.pairs)] = overlap(f, k)[which]
        if mask.any():
            yield _cells(mask | mask.transpose(0, 2, 1), symbol, tone, 1.2 * size, words)


def _numbers(m):
    step = 1 if m <= _NAMED else 2 if m <= 16 else 5
    places = [k for k in range(m) if (k + 1) % step == 0 or (k == 0 and step == 5)]
    return np.array(places, dtype=float), [f"{k + 1}" for k in places]


def _names(f):
    """The names of the features: under the pointer on the diagonal, and left of few rows."""
    words, place = f.titles, np.arange(float(f.m))
    yield Points(place, place, texts=words, tone="muted", size=4.0, label="feature")
    if f.m <= _NAMED:
        yield Text(np.full(f.m, -0.6), place, words, tone="ink", anchor="left")


def _falling(f):
    return Falling(f.rho, "ρ")


def count_panel(f: Frames) -> Panel:
    """How many pairs differ from zero, and how many are not proved to be zero."""
    falling, rows, total = _falling(f), np.arange(len(f)), float(f.count)
    used, open_ = f.pair_count.astype(float), total - f.proved_count
    x, top = prefix(f.rho, rows), 1.12 * total
    marks = [
        Band(x, prefix(used, rows), prefix(open_, rows), tone="now", fill=0.2,
             label="zero, not proved"),
        Curve(x, prefix(open_, rows), tone="now", dash="dash", width=1.4, label="not proved zero"),
        falling.curve(used, tone="main", width=2.6, label="pairs that differ from 0"),
        falling.now(0.0, top),
        *_peer_counts(f, total),
        Text(row(falling.right_of(f.rho)), row(used),
             tuple(f"{u:.0f}" for u in used), tone="main", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "How many pairs differ from zero",
        marks,
        falling.axis(),
        Axis("pairs", range=(0.0, top)),
        subtitle=f"of {total:.0f}",
        legend={
            "pairs that differ from 0": "not 0",
            "not proved zero": "not proved 0",
            "scikit-learn": "scikit-learn",
        },
    )


def _peer_counts(f, total):
    """scikit-learn's count at each rho at which it was asked, and how the two sets overlap."""
    if not f.peers:
        return
    known = [k for k in sorted(f.peers) if np.isfinite(f.peers[k].M).all()]
    counts = [float(sum(overlap(f, k)[0]) + sum(overlap(f, k)[2])) for k in known]
    yield Points(f.rho[known], counts, symbol="diamond-open", tone="ink", size=10.0,
                 label="scikit-learn")  # fmt: skip


def overlap_caption(f: Frames, k: int) -> str:
    """How our pairs and scikit-learn's overlap in frame `k`; "" where it was not asked."""
    if k not in f.peers:
        return ""
    if not np.isfinite(f.peers[k].M).all():
        return "scikit-learn fails here"
    both, ours, theirs = (int(mask.sum()) for mask in overlap(f, k))
    return f"{both} in both, {ours} ours, {theirs} theirs"


def lines_panel(f: Frames) -> Panel:
    """The partial correlation of every pair over rho."""
    R = f.partial
    limit = 1.3 * float(np.abs(R).max()) or 1.0
    falling = _falling(f)
    entered, shown = np.where(f.entered, R, np.nan), np.where(R != 0.0, R, np.nan)
    marks = [
        *falling.parts(R, "a pair each"),
        falling.now(-limit, limit),
        falling.points(shown, "partial correlation", tone="main", size=4.5),
        falling.points(entered, "entered at this ρ", tone="now", size=9.0),
        *_line_names(f, R),
    ]
    return Panel(
        "The partial correlation of each pair",
        marks,
        falling.axis(),
        Axis("partial correlation", range=(-limit, limit), zero=True),
        subtitle="−Mᵢⱼ ÷ √(Mᵢᵢ Mⱼⱼ)",
        legend=("entered at this ρ",),
    )


def _line_names(f, R):
    """Names of the strongest pairs at the heads of their lines."""
    i, j = f.pairs
    best = np.argsort(-np.abs(R[-1]), kind="stable")[:_ENDS]
    best = best[R[-1, best] != 0.0]
    return [_falling(f).name(R[:, pair], f"{i[pair] + 1}–{j[pair] + 1}") for pair in best]


def gap_panel(f: Frames) -> Panel:
    """The certified gap at each rho, and what scikit-learn says of its own."""
    falling = _falling(f)
    gap = np.maximum(f.gap, falling.foot(f.limit))
    theirs = [v for p in f.peers.values() for v in (abs(p.last), p.certificate.gap)]
    seen = np.array([*gap, *theirs, 30.0 * f.limit])
    top = 4.0 * float(seen[np.isfinite(seen)].max())
    marks = [*falling.proof(f.gap, f.limit, top), *_peer_gaps(f)]
    return Panel(
        "Proved distance from optimal",
        marks,
        falling.axis(),
        falling.proof_axis(f.limit, top),
        subtitle="certified",
        legend={"scikit-learn's answer, certified": "scikit-learn's", "its own gap": "as it says"},
    )


def _peer_gaps(f):
    """Our certificate of scikit-learn's answers, and its own gap: its size where it is negative."""
    frames = [k for k in sorted(f.peers) if np.isfinite(f.peers[k].last)]
    if not frames:
        return
    peers, x = [f.peers[k] for k in frames], f.rho[frames]
    own, foot = np.array([p.last for p in peers]), _falling(f).foot(f.limit)
    proved = np.array([max(p.certificate.gap, foot) for p in peers])
    size = np.maximum(np.abs(own), foot)
    styles: dict[str, Any] = {"size": 9.0, "tone": "ink"}
    yield Points(x, proved, symbol="diamond", label="scikit-learn's answer, certified", **styles)
    for mask, symbol, tone, words in (
        (own >= 0.0, "triangle-up", "ink", "its own gap"),
        (own < 0.0, "triangle-down", "rival1", "its own gap is negative: this is its size"),
    ):
        if mask.any():
            yield Points(x[mask], size[mask], symbol=symbol, tone=tone, size=10.0, label=words)


def trace_caption(f: Frames, k: int) -> str:
    """What scikit-learn says of its own gap in frame `k`."""
    if k not in f.peers or not np.isfinite(f.peers[k].last):
        return ""
    peer = f.peers[k]
    return f"{rough(peer.last)}, least {rough(peer.lowest)}"


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _enters(f), _many(f), _leaves(f))


def _enters(f):
    """Which pair comes in first; asked where it comes alone, and no other comes near."""
    (i, j), used = f.pairs, f.used
    size = np.abs(f.features.Sigma[i, j])
    order = np.argsort(-size, kind="stable")[:4]
    some = used.any(axis=1)
    if len(order) < 3 or used[0].any() or not some.any():
        return None
    came = np.flatnonzero(used[some.argmax()])
    if size[order[1]] > (1.0 - _CLEAR) * size[order[0]] or came.tolist() != [order[0]]:
        return None
    names = [f"{f.titles[i[p]]} and {f.titles[j[p]]}" for p in order]
    values = [value(f.features.Sigma[i[p], j[p]], 2) for p in order]
    text = ", ".join(f"{v} for {n}" for v, n in zip(values, names, strict=True))
    return Question(
        0,
        "At this ρ no pair has an entry, and now ρ falls. Which pair gets an entry first?",
        tuple(names),
        0,
        f"The one whose |Σᵢⱼ| is largest: as long as M is diagonal, an entry stays 0 while "
        f"|Σᵢⱼ| ≤ ρ. Here {text}.",
        "enters",
        ("count", "lines"),
    )


def _many(f):
    """How many pairs have an entry at the smallest rho."""
    used, converged = f.used[-1], all(status == "converged" for status in f.status)
    pairs, count = used.size, int(used.sum())
    if pairs < 6 or not converged:
        return None
    return how_many(
        count,
        pairs,
        1.5,
        f"ρ falls from {value(f.rho[0], 2)} to {value(f.rho[-1], 2)}. How many of the "
        f"{pairs} pairs will have an entry then?",
        f"{count} of them. In the other pairs, once all other features are known, neither feature "
        "says more about the other, or too little for the price ρ.",
        ("count", "lines"),
    )


def _leaves(f):
    """Asked where the pairs that leave were clearly there, or none leaves."""
    used, (i, j) = f.used, f.pairs
    left = used[:-1] & ~used[1:]
    if not used[-1].any() or any(status != "converged" for status in f.status):
        return None
    size = np.abs(f.M[:, i, j])
    there = np.maximum.accumulate(size > _CLEAR * size.max(), axis=0)
    pull = np.abs(f.Z - f.features.Sigma)[:, i, j] / f.rho[:, None]
    clear = there[:-1] & ~used[1:] & (pull[1:] < 1.0 - _CLEAR)
    if left.any() and not clear.any():
        return None
    if clear.any():
        k, pair = np.argwhere(clear)[0]
        a, b = (f.titles[x[pair]] for x in (i, j))
        why = (
            f"The entry of {a} and {b} becomes 0 again at ρ = {value(f.rho[k + 1])}: with the "
            "other entries there, it is no longer needed."
        )
    else:
        why = "Here none leaves. In other data one may: every entry depends on the others too."
    return Question(
        0,
        f"ρ is the price of an entry, and now it falls in {len(f)} steps. Once a pair has an "
        "entry, will it stay?",
        ("all stay to the end", "some leave again"),
        int(left.any()),
        why,
        "leaves",
        ("count", "lines"),
    )


PANELS = {
    "matrix": matrix_panel,
    "count": count_panel,
    "lines": lines_panel,
    "gap": gap_panel,
}
scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("matrix", ("lines", "count"), ("gap",), share_x=("count", "lines", "gap")),
    questions,
    lambda f: {
        "P": f.objective,
        "D": f.bound,
        "pairs": f.pair_count,
        "scikit-learn": [overlap_caption(f, k) for k in range(len(f))],
        "its own gap": [trace_caption(f, k) for k in range(len(f))],
        "gap": f.gap,
        "status": f.status,
    },
)


EXPERIMENT = Experiment(
    name="sparsity",
    title="Which features depend on each other directly?",
    question="Which entries differ from zero as ρ falls, and who proves it?",
    knobs=with_primary(KNOBS, "data", "file", "least", "peer"),
    solve=solve,
    scene=scene,
    previews=preview,
    judged=(Judged("matrix", other_zeros, last=True), Judged("gap", proved_gap)),
    measures={"edges": lambda run: np.count_nonzero(np.triu(run.result.x, 1))},
    deferred={"peer": "none"},
    vary={"data": ["wine", "iris"], "peer": ["last", "none"]},
    first='Play; then set "scikit-learn" to "at every ρ".',
    see=(
        "As ρ falls pairs of features come in, and some leave again; green zeros are proved, "
        "orange ones are zeros of this answer only."
    ),
    imports=("sklearn.covariance",),
)
