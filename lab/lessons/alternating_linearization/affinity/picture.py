"""Scene `affinity` as a picture: constraints on a few pairs spread to neighbours, and may leave no
metric (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (6)-(10))."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lab.checking.comparing import STYLE
from lab.checking.task import StepMethod, StudentSteps
from lab.datasets.own_file import preview_points
from lab.drawing.geometry import HERO, axes, between, joining, moving, window
from lab.experiment import Experiment
from lab.lessons.alternating_linearization.affinity.model import (
    ALL_KNOBS,
    BETAS,
    MOST,
    frames,
    mean,
    solve,
    source,
)
from lab.lessons.alternating_linearization.common import (
    Case,
    edit,
    point_marks,
    proof_of_none,
    ticks,
    tools,
)
from lab.prediction import asked, drawn
from lab.race.methods import STUDENT
from lab.scenes.frames import Frames
from lab.scenes.picture import scene_of
from solvers import Certificate, propagate
from solvers.exchange import propagation_states
from widgets import (
    Axis,
    Bars,
    Curve,
    Heatmap,
    Layout,
    Panel,
    Points,
    Question,
    Segments,
    Text,
    ragged,
    row,
)
from widgets.words import Words, figure, say, value

#: The strongest of so many pairs are drawn.
EDGES = 60
#: From this size an affinity is strong, or of middle strength.
STRONG, MIDDLE = 0.3, 0.1
_STRENGTHS = (
    ("strong", STRONG, np.inf, 2.8, 0.9),
    ("middle", MIDDLE, STRONG, 1.7, 0.75),
    ("weak", 0.0, MIDDLE, 1.0, 0.5),
)
_SIGNS = (("similar", 1.0, "main", "solid"), ("dissimilar", -1.0, "rival1", "dash"))
#: Eigenvalues of this share of the largest are zero up to rounding.
_ROUNDING = 1e-9
#: Words end at this multiple of the beta at which they begin.
_WIDE = 3.2
#: A change of all affinities together by less than this share is not visible.
_FAINT = 1e-3
#: Eigenvalues are drawn with their sign and this power of their size.
POWER = 0.25
#: Ticks of that axis are at least this share of it away from 0.
_TICKS = 0.12
#: A change of beta_max by less than this share counts as none, up to twice that as undecided.
_SMALL = 0.01
#: Shares nearer than this to where two options part are not asked about.
_UNSURE = 0.03


def _observed(frame):
    """How many pairs get or lose an affinity, else whether all together grow or shrink."""
    now, before = frame.W != 0.0, frame.before.W != 0.0
    came, gone = (int(np.count_nonzero(np.triu(m, 1))) for m in (now & ~before, before & ~now))
    if came or gone:
        more = "1 more pair gets" if came == 1 else "{came} more pairs get"
        fewer = "1 pair falls" if gone == 1 else "{gone} pairs fall"
        parts = [f"{more} an affinity"] * (came > 0) + [f"{fewer} below θ"] * (gone > 0)
        return say(" and ".join(parts), came=came, gone=gone)
    sizes = [float(np.abs(np.triu(one.W, 1)).sum()) for one in (frame.before, frame)]
    change = sizes[1] - sizes[0]
    if abs(change) <= _FAINT * max(sizes):
        return "The same pairs, as strong as before"
    return f"The same pairs, {'stronger' if change > 0.0 else 'weaker'} on the whole"


def _step(frame):
    """What changes in the picture; the pair that moved most, from what to what, and through which
    neighbour."""
    if frame.watched is None:
        return "No other pair moves at t = {t} — {why_not}."
    (i, j), (via, a, b, old, new) = frame.watched, source(frame)
    whose = "itself" if via == b else str(b)
    dropped = "; below θ, so it is dropped" if frame.W[i, j] == 0.0 else ""
    return say(
        "{observed} — t = {t}: W between {i} and {j}: {was:≠now} → {now:≠was}, from {via}, a "
        "neighbour of {a}, whose W with {whose} went {old:≠new} → {new:≠old} the step before"
        + dropped + ".",
        observed=_observed(frame), t=frame.t, i=i, j=j, was=mean(frame, frame.before.t)[i, j],
        now=mean(frame, frame.t)[i, j], via=via, a=a, whose=whose, old=old, new=new,
    )  # fmt: skip


def _ending(frame):
    """That there is no metric; else how near the limit is."""
    alpha = frame.run.settings["alpha"]
    if frame.run.result.status == "unbounded":
        proof = proof_of_none(frame.case, frame.run.result)
        return say("There is no metric here: {proof}", proof=proof)
    if frame.k == 0:
        return "Nothing spreads: only the pairs count."
    if alpha == 0.0:
        return "This is the limit (9)."
    return say("The limit (9), one linear solve, is {left:rough} away: each step divides what is "
               "left by {factor:.2} or more.", frame, factor=1.0 / alpha)  # fmt: skip


def _unknown(case):
    """How many pairs are neither similar nor dissimilar, whatever these weigh."""
    n = len(case.X)
    return n * (n - 1) // 2 - len(case.similar) - len(case.dissimilar)


WORDS = Words(
    start=lambda frame: say(
        "Only the given pairs are drawn — t = 0: {similar} similar and {dissimilar} dissimilar; "
        "nothing is known of the other {unknown}.",
        similar=len(frame.case.similar), dissimilar=len(frame.case.dissimilar),
        unknown=_unknown(frame.case),
    ),
    step=_step,
    why_not=lambda frame: (
        "α = 0, so every pair keeps its given affinity" if frame.run.settings["alpha"] == 0.0
        else "what is left to come is at most {left:rough}"
    ),
    ending=_ending,
)  # fmt: skip


def graph_panel(f: Frames) -> Panel:
    """Points, the neighbour graph, and the strongest affinities by class of sign and strength."""
    case, d = f.case, f.case.X.shape[1]
    box = window(case.X, 0.06, HERO if d == 2 else None)
    edges = [largest(W) for W in f.W]
    marks = [
        *_neighbours(case),
        *(_edges(f, edges, sign, strength) for sign in _SIGNS for strength in _STRENGTHS),
        *point_marks(case),
        *_now(f),
    ]
    return Panel(
        "Which pairs are alike, and which are not",
        marks,
        *axes(case.features, box),
        equal=d == 2,
        subtitle=f"the {EDGES} strongest pairs are drawn",
        legend={
            "similar, strong": "similar",
            "dissimilar, strong": "dissimilar",
            "neighbours": "neighbours",
            "the pair in the caption": "this pair",
        },
    )


def largest(W: np.ndarray) -> np.ndarray:
    """Pairs (e, 2), i < j, of the affinities `W` (n, n) largest in size, zeros left out."""
    i, j = np.nonzero(np.triu(W, 1))
    order = np.argsort(-np.abs(W[i, j]), kind="stable")[:EDGES]
    return np.column_stack([i, j])[order]


def _neighbours(case):
    P = case.affinity.P
    pairs = np.argwhere(np.triu((P + P.T) > 0.0, 1))
    if len(pairs):
        yield Segments(**joining(case.X, pairs), tone="faint", width=1.0, label="neighbours")


def _edges(f, edges, sign, strength):
    """The affinities of one class."""
    kind, factor, tone, dash = sign
    words, low, high, width, opacity = strength
    chosen = []
    for W, pairs in zip(f.W, edges, strict=True):
        size = factor * W[pairs[:, 0], pairs[:, 1]]
        chosen.append(pairs[(size > 0.0) & (size >= low) & (size < high)])
    offsets = np.concatenate([[0], np.cumsum([len(c) for c in chosen])])
    ends = joining(f.case.X, np.concatenate(chosen))
    ends |= {name: ragged(places, offsets) for name, places in ends.items()}
    return Segments(
        **ends, tone=tone, dash=dash, width=width, opacity=opacity, label=f"{kind}, {words}"
    )


def _now(f):
    """Rings around the pair of the caption, and around where its change came from."""
    rings = np.full((len(f), 3), -1)
    for k, pair in enumerate(f.watched):
        if pair is not None:
            rings[k] = (*pair, source(f[k])[0])
    places = np.where(rings[:, :, None] >= 0, f.case.X[rings], np.nan)
    styles: dict[str, Any] = {"symbol": "circle-open", "tone": "now"}
    yield Points(**moving(places[:, :2]), size=17.0, label="the pair in the caption", **styles)
    yield Points(**moving(places[:, 2]), size=11.0, label="where it came from", **styles)


def order_of(case: Case) -> np.ndarray:
    """Rows of X class by class, those with a known class first."""
    known = np.isin(np.arange(len(case.y)), case.labelled)
    return np.lexsort((~known, case.y))


def matrix_panel(f: Frames) -> Panel:
    """W(t) point by point, the classes side by side."""
    case, order = f.case, order_of(f.case)
    n, place = len(order), np.arange(float(len(order)))
    W = f.W[:, order][:, :, order]
    limit = colour_limit(f)
    counts = np.bincount(case.y)
    ends = np.cumsum(counts)[:-1] - 0.5
    middle = np.cumsum(counts) - 0.5 * counts - 0.5
    low, high = np.full(len(ends), -0.5), np.full(len(ends), n - 0.5)
    styles: dict[str, Any] = {"tone": "muted", "width": 1.0, "dash": "dot"}
    marks = [
        Heatmap(place, place, row(W), limits=(-limit, limit), diverging=True, label="W(t)"),
        Segments(ends, low, ends, high, label="between classes", **styles),
        Segments(low, ends, high, ends, label="between classes", **styles),
        _cells(f, order),
    ]
    return Panel(
        "The affinity of every pair",
        marks,
        Axis("", range=(-0.5, n - 0.5), ticks=(middle, case.classes)),
        Axis("", range=(n - 0.5, -0.5), ticks=((), ())),
        subtitle="labelled points first in each class",
        legend={"the pair in the caption": "the pair of the sentence"},
    )


def colour_limit(f: Frames) -> float:
    """The size at which cells reach full colour: that of the largest affinity that is not given, in
    any frame."""
    spread = np.abs(f.W) * (f.case.affinity.W0 == 0.0)
    return float(spread.max()) or 1.0


def _cells(f, order):
    """A ring around the two cells of the pair in the caption."""
    place = np.argsort(order).astype(float)
    cells = np.full((len(f), 2), np.nan)
    for k, pair in enumerate(f.watched):
        if pair is not None:
            cells[k] = place[list(pair)]
    styles: dict[str, Any] = {"symbol": "square-open", "tone": "now", "size": 11.0}
    return Points(row(cells), row(cells[:, ::-1]), label="the pair in the caption", **styles)


def spectrum_panel(f: Frames) -> Panel:
    """The eigenvalues of L, the negative ones apart; and those of the start."""
    values, n = f.spectrum, f.spectrum.shape[1]
    place = np.arange(1.0, n + 1.0)
    # Up to rounding nothing is below zero, however tall the power would draw it.
    values = np.where(np.abs(values) <= _ROUNDING * np.abs(values).max(), 0.0, values)
    tall = signed_power(values)
    low, high = min(tall.min(), 0.0), max(tall.max(), 0.0)
    margin = 0.08 * (high - low) or 1.0
    negative = [f"{np.count_nonzero(v < 0.0)} below 0" for v in values]
    marks = [
        Points(place, tall[0], symbol="circle-open", tone="muted", size=5.0, label="at t = 0"),
        Bars(place, row(np.maximum(tall, 0.0)), tone="main", label="eigenvalues of L"),
        Bars(place, row(np.minimum(tall, 0.0)), tone="rival1", label="negative ones"),
        Text([0.12 * n], [low + 0.15 * (high - low) if low < 0.0 else 0.8 * high or 0.5],
             tuple(negative), tone="rival1", per_frame=True),
    ]  # fmt: skip
    return Panel(
        "The eigenvalues of L, smallest first",
        marks,
        Axis("number", range=(0.0, n + 1.0)),
        Axis("", range=(low - margin, high + margin), zero=True, ticks=_power_ticks(values)),
        subtitle="L = diag(W1) − W; axis: fourth root",
        legend=("at t = 0",),
    )


def signed_power(values: np.ndarray) -> np.ndarray:
    """Where values are on the axis of the spectrum: with their sign, and a power of their size,
    which shows small ones too."""
    return np.sign(values) * np.abs(values) ** POWER


def _power_ticks(values):
    """(places, words) of 0 and of powers of ten of both signs, as far as they can be parted."""
    least = _TICKS * float(np.ptp(signed_power(np.append(values, 0.0))))
    shown = [0.0]
    for sign, most in ((-1.0, -values.min()), (1.0, values.max())):
        top = np.floor(np.log10(most)) if most > 0.0 else 0.0
        shown += [
            sign * 10.0**p for p in (top, top - 2.0) if most > 0.0 and 10.0 ** (POWER * p) > least
        ]
    shown = sorted(shown)
    return signed_power(np.array(shown)), [figure(v, 1) for v in shown]


def curve_panel(f: Frames) -> Panel:
    """lambda_min(Sigma) over beta, -rho, beta_max, and where no metric is left."""
    low, high = _range(f)
    left, right = BETAS[0], BETAS[-1]
    rho, beta = f.rho, f.run.settings["beta"]
    ground = -rho
    marks = [
        Segments([left], [ground], [right], [ground], tone="ink", dash="dash", width=1.2,
                 label="−ρ"),
        Text([left], [ground], (f"−ρ = −{value(rho)}",), tone="ink", anchor="below"),
        Curve(BETAS, _inside(f.lows[0], low), tone="muted", dash="dot", width=1.5,
              label="t = 0: the pairs alone"),
        Curve(BETAS, row(_inside(f.lows, low)), tone="main", width=2.6, label="λmin(Σ)"),
        *_limit(f.beta_max, ground, high),
        *_cliff(f, low, high),
        Segments([beta], [low], [beta], [high], tone="now", width=1.4, label="β of the knob"),
        Points([beta], row(np.where(f.low >= low, f.low, np.nan)), tone="now",
               size=10.0, label="λmin(Σ) at this β"),
        *_names(f, low, high),
    ]  # fmt: skip
    return Panel(
        "How much weight the pairs may have",
        marks,
        Axis("β, log axis", log=True, range=(left, right)),
        Axis("λmin(Σ)", range=(low, high), zero=True),
        subtitle="above −ρ a metric surely exists",
        legend={"t = 0: the pairs alone": "t = 0", "λmin(Σ)": "Σ = M₀⁻¹ + βT"},
    )


def _range(f):
    """Ends of the axis: the start of the curves, and as much below -rho."""
    start = float(f.lows[:, 0].max())
    size = max(start, f.rho)
    safe = f.lows[f.lows > 0.0]
    high = min(max(1.3 * start, float(safe.max(initial=0.0))), 4.0 * size)
    return -f.rho - 0.8 * size, 1.15 * high


def _inside(values, low):
    return np.where(values >= low, values, np.nan)


def _limit(places, ground, high):
    """beta_max, where the curve crosses -rho, with its value in each frame."""
    x = np.where((places >= BETAS[0]) & (places <= BETAS[-1]), places, np.nan)[:, None]
    styles: dict[str, Any] = {"tone": "good", "label": "βmax: a metric exists for sure"}
    yield Segments(row(x), [ground], row(x), [high], dash="dash", width=1.4, **styles)
    yield Points(row(x), [ground], symbol="diamond", size=9.0, **styles)


def _cliff(f, low, high):
    """Where the last metric disappears, which is known exactly for two features."""
    x = np.where(f.cliff <= BETAS[-1], f.cliff, np.nan)[:, None]
    yield Segments(row(x), [low], row(x), [high], tone="rival1", width=2.0,
                   label="no metric from here on")  # fmt: skip


def _names(f, low, high):
    """The three values, one below the other, right of all lines that they would cross."""
    beta = np.full(len(f), f.run.settings["beta"])
    lines = {"β =": (beta, "now"), "βmax": (f.beta_max, "good"),
             "none from": (f.cliff, "rival1")}  # fmt: skip
    places = np.array([v for v, _ in lines.values()])
    for i, (words, (values, tone)) in enumerate(lines.items()):
        shown = (values >= BETAS[0]) & (values <= BETAS[-1])
        x = np.where(shown, [_free(v, places[:, k]) for k, v in enumerate(values)], np.nan)
        text = tuple(
            f"{words} {value(v, 2)}" if s else "" for v, s in zip(values, shown, strict=True)
        )
        y = high - (0.06 + 0.09 * i) * (high - low)
        yield Text(row(x), [y], text, tone=tone, per_frame=True)


def _free(place, lines):
    """Where words right of `place` begin, so that they cross none of `lines`."""
    for line in np.sort(lines[np.isfinite(lines)]):
        if place <= line < _WIDE * place:
            place = line
    return min(1.04 * place, BETAS[-1] / _WIDE)


def questions(f: Frames) -> tuple[Question, ...]:
    """Predict, then see."""
    return asked(f.run.settings, _spread(f), _labelled_pair(f), _safer(f))


def _spread(f):
    """How many of the pairs that are not given have an affinity in the end."""
    unknown = np.triu(f.case.affinity.W0 == 0.0, 1)
    if not unknown.any():  # of so few points every pair is labelled
        return None
    share, edges = float(np.mean(f.W[-1][unknown] != 0.0)), np.array([1.0, 2.0]) / 3.0
    if len(f) < 4 or np.any(np.abs(share - edges) < _UNSURE):
        return None
    theta = f.run.settings["theta"]
    return Question(
        0,
        f"Of {unknown.sum():,} pairs nothing is known. Affinities spread to neighbours, and those "
        f"below θ = {value(theta)} are dropped. How many of these pairs will have an affinity in "
        "the end?",
        ("less than a third", "between a third and two thirds", "more than two thirds"),
        int((share > edges).sum()),
        f"{value(100.0 * share, 0)} %. Every step takes affinities one neighbour further, and "
        "multiplies them by α.",
        "reach",
        ("graph", "matrix", "spectrum", "curve"),
    )


def _labelled_pair(f):
    """Where the affinity of a given pair ends."""
    W0, alpha = f.case.affinity.W0, f.run.settings["alpha"]
    pairs = np.argwhere(np.triu(W0 != 0.0, 1))
    pair = drawn(f.run.settings, "given", pairs)
    if len(f) < 4 or pair is None:
        return None
    i, j = pair
    start, end = float(W0[i, j]), float(mean(f, f.t[-1])[i, j])
    share = end / start
    if min(abs(share), abs(share - 1.0)) < _UNSURE:
        return None
    kind = "similar" if start > 0.0 else "dissimilar"
    return Question(
        0,
        f"A pair is given as {kind}: W = {value(start, 2)}. In each step it keeps 1 − α = "
        f"{value(1.0 - alpha, 2)} of that, and gets α of what its neighbours have. Where will it "
        "end?",
        ("further from 0", "nearer to 0", "beyond 0, with the other sign"),
        0 if share > 1.0 else 1 if share > 0.0 else 2,
        f"At {value(end, 2)}: 1 − α of what is given, and α times a mean of what its neighbours "
        "have in the end.",
        "given",
        ("graph", "matrix"),
    )


def _safer(f):
    first, last = f.beta_max[0], f.beta_max[-1]
    if len(f) < 4 or not np.isfinite([first, last]).all():
        return None
    change = last / first - 1.0
    if _SMALL < abs(change) < 2.0 * _SMALL:
        return None
    return Question(
        0,
        f"With the given pairs alone a metric surely exists up to βmax = {value(first, 2)}. Now "
        "their affinities spread to neighbours. What will βmax have done at the end?",
        ("fallen", "stayed within 1 %", "risen"),
        1 if abs(change) <= _SMALL else 0 if change < 0.0 else 2,
        f"It goes to {value(last, 2)}. Every pair that counts as dissimilar adds a negative "
        "term to T, every similar one a positive term; what spreads is a mixture of both, over "
        "longer and shorter distances.",
        "safer",
    )


PANELS = {
    "graph": graph_panel,
    "matrix": matrix_panel,
    "spectrum": spectrum_panel,
    "curve": curve_panel,
}


scene = scene_of(
    frames,
    PANELS,
    WORDS,
    Layout("graph", ("matrix", "spectrum"), ("curve",)),
    questions,
    lambda f: {
        "to the limit": f.left,
        "pairs": f.pair_count,
        "βmax": ["any" if np.isinf(b) else float(b) for b in f.beta_max],
        "metric": f.verdict,
    },
)


def _states(run, ask):
    affinity = run.extra["case"].affinity
    return propagation_states(affinity.P, affinity.W0, run.settings["alpha"], ask)


def _drive(states, run, options):
    """Judged by the largest distance to the limit, which one linear solve gives."""
    affinity = run.extra["case"].affinity
    limit = propagate(affinity.P, affinity.W0, run.settings["alpha"])
    return options.drive(states, lambda W: Certificate(float(np.abs(W - limit).max()), 0.0, 1.0))


def _reach(run):
    f = frames(run)
    return int(f.t[-1]), np.abs(f.raw).max()


def _affinities(run, f):
    """W(t) (T, n, n) of both."""
    mine = run.traces[STUDENT].snapshots["W"]
    return f.raw[f.t], mine[np.minimum(f.t, len(mine) - 1)]


def _furthest(f, student):
    """The ends (T, 2) of the pair that is furthest off in each frame, and whether one is."""
    far = np.abs(student - f.raw[f.t]).reshape(len(student), -1)
    pairs = np.stack(np.unravel_index(far.argmax(axis=1), student.shape[1:]), axis=1)
    return pairs, far.max(axis=1) > 1e-9


def _places(f, student):
    pairs, apart = _furthest(f, student)
    middles = f.case.X[pairs].mean(axis=1)
    return {"graph": np.where(apart[:, None], middles, np.nan)}


def _marks(f, student):
    pairs, apart = _furthest(f, student)
    ends = np.where(apart[:, None, None], f.case.X[pairs], np.nan)
    return {"graph": [Segments(**between(*np.moveaxis(ends, 1, 0)), width=3.0, **STYLE)]}


STUDENT_STEPS = StudentSteps(
    {"affinity-step": StepMethod(_states, {"semi": (True,)})},
    frames,
    "graph",
    iterates=_affinities,
    places=_places,
    marks=_marks,
    drive=_drive,
    budget=_reach,
)


EXPERIMENT = Experiment(
    name="affinity",
    title="Affinities spread from pairs to neighbours",
    question="Which other pairs get an affinity, and why may these leave no metric at all?",
    knobs=ALL_KNOBS,
    solve=solve,
    scene=scene,
    student_steps=STUDENT_STEPS,
    previews=preview_points,
    ticks=lambda settings: ticks(settings, MOST),
    click=partial(edit, panel="graph", most=MOST),
    tools=partial(tools, panel="graph", most=MOST),
    vary={"alpha": (0.0, 0.9, 4), "k": [2, 6, 12]},
    first="Play; then set the dissimilar weight to 0.",
    see=(
        "Few labelled pairs become many; an eigenvalue below zero is what may leave no metric "
        "when pairs count too much."
    ),
)
