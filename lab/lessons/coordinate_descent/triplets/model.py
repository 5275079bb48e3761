"""Scene `triplets` in numbers: dual coordinate descent learns a metric from triplets, one
multiplier at a time (Nguyen, Morell, De Baets 2015, 000_291dc1e5a69c06b5.txt)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import nnls

from lab import data
from lab.clock import align
from lab.data import Labelled
from lab.datasets.own_file import OPTION, OWN, POINT_KNOBS, own_points
from lab.datasets.points_by_hand import (
    clicked,
    cloud_of,
    cloud_tools,
    edited,
    nearest,
    parsed_edits,
    written,
)
from lab.datasets.triplets_by_hand import drawn_triplet, following_triplets, parsed_triplets
from lab.drawing.geometry import spectral_maps
from lab.drawing.text import subscript
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.race.methods import STUDENT, Methods, Style
from lab.scenes.frames import Frames, on_one_clock, remembered
from solvers import InputError, TripletMetric, sample_triplets
from widgets import Clock
from widgets.edits import Tools
from widgets.knobs import Knob
from widgets.words import rough

_POINTS, _ASIDE, _IDLE = 60, 0.6, 3
#: Rows of a file that are taken.
_MOST = 600
#: Columns (two, then a third) in which the classes of a real set are easy to see.
_CLEAR = {"iris": (2, 3, 1), "wine": (6, 9, 12), "breast_cancer": (0, 1, 7)}


def labelled_of(settings: Mapping[str, Any]) -> Labelled:
    """The points of the knobs, in 2 or 3 features or "all" of them: a real set in standard
    deviations, a synthetic one, with three more features that say nothing, or those of a file."""
    name, dimension, seed = (settings[k] for k in ("data", "dimension", "seed"))
    whole = dimension == "all"
    if name == OWN:
        return own_points(settings, None if whole else dimension, _MOST, seed)
    if name in _CLEAR:
        found = data.labelled(name, slice(None) if whole else list(_CLEAR[name][:dimension]))
        return replace(found, X=(found.X - found.X.mean(axis=0)) / found.X.std(axis=0))
    X, y = _MAKERS[name](3 if whole else dimension, seed)
    if whole:
        X = np.column_stack([X, np.random.default_rng(seed).standard_normal((len(X), _IDLE))])
    features = tuple(f"x{subscript(k + 1)}" for k in range(X.shape[1]))
    return Labelled(X, (y > 0.0).astype(int), features, ("class 1", "class 2"))


def _blobs(d, seed):
    """Two clouds that both features tell apart, the wide one less."""
    X, y = data.blobs(_POINTS, d, 0.5, 1.6, seed)
    X[:, 1] += _ASIDE * y
    return X, y


_MAKERS = {
    "blobs": _blobs,
    "noise": lambda d, seed: data.noisy_feature(_POINTS, d, 0.45, 1.8, seed),
}


def random_map(kind: str, m: int, seed: int) -> np.ndarray | None:
    """A (m, m) for L = (A'A) o (A'A): None for the identity, "well" near a rotation, "ill" with
    unit columns that almost agree (condition number of L about 1e3 and more)."""
    if kind == "identity":
        return None
    rng = np.random.default_rng([seed, m])
    rotation = np.linalg.qr(rng.standard_normal((m, m)))[0]
    if kind == "well":
        return rotation + 0.15 * rng.standard_normal((m, m)) / np.sqrt(m)
    common = 1.0 + 0.3 * rng.standard_normal(m)
    A = common[:, None] / np.linalg.norm(common) + 0.03 * np.sqrt(m) * rotation
    return A / np.linalg.norm(A, axis=0)


CD, COMPANION, ACTIVE = "dual_cd", "interior_point", "active_set"
#: Violet is what t has.
_STYLES: dict[str, str | Style] = {
    CD: "coordinate descent",
    ACTIVE: Style("active set", "rival3", "dot"),
}
METHODS = Methods(TripletMetric, CD, (COMPANION, ACTIVE), _STYLES)
#: The certified relative gap at which both methods stop.
TOL = 1e-6
MOST_FRAMES = 240
#: A margin counts as missed where it lacks more than this; at the optimum many hold with equality.
MISSED = 1e-3
#: Moves by less than this share are rounding.
_ROUNDING = 1e-12
#: Rows of updates that a run may have, so that a knob answers while it is dragged.
_MOST_UPDATES = 1000
#: Where points may be edited: the synthetic sets, and the metric alone.
WHERE = {"data": ("blobs", "noise"), "problem": ("metric",), "dimension": (2, 3)}
#: A triplet takes a point, one of its class, and one of another.
_LEAST = 2
KNOBS = (
    Knob(
        "problem", "choice", "metric", "Problem",
        options=(("metric", "metric from triplets (2.3)"), ("svm", "linear SVM (2.4)")),
        help="The linear support vector machine is the problem that inspired the method.",
    ),
    Knob(
        "data", "choice", "blobs", "Data",
        options=(
            ("blobs", "two anisotropic blobs"), ("noise", "one signal, one loud noise"),
            ("iris", "iris"), ("wine", "wine"), ("breast_cancer", "breast cancer"), OPTION,
        ),
        help="Real sets are in units of each feature's standard deviation.",
    ),
    *POINT_KNOBS,
    Knob(
        "points", "edits", "", "Own points",
        help="Words such as +(0.5,-0.3), a point of class 2, -(1,0), one of class 1, and x17, "
        "without point 17. Triplets are drawn anew.",
        when=WHERE, of=("data",),
    ),
    Knob(
        "own", "edits", "", "Own triplets",
        help="Words such as 5:9,30, point 5 nearer to 9 than to 30; empty: drawn at random.",
        when=WHERE, of=("data",),
    ),
    Knob(
        "dimension", "choice", 2, "Features", options=((2, "two"), (3, "three"), ("all", "all")),
        help="More than three are drawn as a projection, and w as bars.",
    ),
    Knob(
        "triplets", "integer", 30, "Triplets or points", 2, 400,
        help="A triplet: a point, one of its class, one of another; the SVM takes points.",
        when=({"own": ("",)}, {"problem": ("svm",)}, {"dimension": ("all",)},
              {"data": ("iris", "wine", "breast_cancer", OPTION[0])}),
    ),
    Knob("C", "log", 0.2, "C", 1e-4, 1e3, help="The price of one unit of violation, λ's bound."),
    Knob(
        "L", "choice", "identity", "L",
        options=(
            ("identity", "identity"), ("well", "random, well conditioned"),
            ("ill", "random, ill conditioned"),
        ),
        help="L = (AᵀA) ∘ (AᵀA) of a random map A, which also turns the metric's axes.",
    ),
    Knob(
        "order", "choice", "random", "Order", options=("random", "cyclic", "greedy"),
        help="Which multiplier moves next; greedy takes the one that lowers f most.",
    ),
    Knob(
        "steps", "choice", "updates", "A frame is",
        options=(("updates", "one update"), ("sweeps", "one sweep")),
        help="A sweep visits every multiplier once.",
    ),
    Knob(
        "compare", "several", (), "Against", options=METHODS.rivals,
        help="One factorisation counts as one sweep per feature: as many multiplications.",
    ),
    Knob(
        "budget", "integer", 200, "Budget (sweeps)", 1, 1000,
        help=f"Where a frame is one update, {_MOST_UPDATES} moves at most.",
    ),
    Knob(
        "drawn", "integer", 6, "Triplets drawn", 0, 40,
        help="Those whose λ is largest in the end: they carry the metric.",
        when=({"problem": ("metric",)}, {"dimension": (2,)}),
    ),
    Knob(
        "proof", "choice", "gap", "Proof",
        options=(("gap", "gap P − D, log axis"), ("values", "P and D")),
        help="How the proof is drawn.",
    ),
    seed_knob("data, triplets, A and the order"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A problem and where it comes from.

    X (N, d), y (N,): the points that are drawn, y counting classes from 0, and their names.
    triplets (n, 3): rows of X; None for the support vector machine, whose z_i = y_i x_i.
    A (d, d): the map of L, or None.
    """

    problem: TripletMetric
    X: np.ndarray
    y: np.ndarray
    features: tuple[str, ...]
    classes: tuple[str, ...]
    triplets: np.ndarray | None
    A: np.ndarray | None

    @property
    def svm(self) -> bool:
        """Whether this is the support vector machine."""
        return self.triplets is None


def case_of(settings: Mapping[str, Any]) -> Case:
    """The `Case` that the knobs ask for."""
    return _case(settings, settings["C"])


@remembered
def _case(settings, C):
    """The `Case` of these knobs and this price."""
    data = points_of(settings)
    A = random_map(settings["L"], data.X.shape[1], settings["seed"])
    if settings["problem"] == "svm":
        return _machine(settings, data, A, C)
    triplets = own_triplets(settings)
    if triplets is None:
        triplets = sample_triplets(data.y, settings["triplets"], settings["seed"])
    problem = TripletMetric.from_triplets(data.X, triplets, A, C)
    return Case(problem, data.X, data.y, data.features, data.classes, triplets, A)


def _machine(settings, data, A, C):
    """The linear support vector machine on some points of the last two classes, centred."""
    last = len(data.classes) - 1
    two = data.y >= last - 1
    X, y = data.X[two] - data.X[two].mean(axis=0), np.where(data.y[two] == last, 1, -1)
    some = np.random.default_rng(settings["seed"]).permutation(len(y))[: settings["triplets"]]
    X, y = X[some], y[some]
    L = None if A is None else (A.T @ A) ** 2
    problem = TripletMetric(y[:, None] * X, L, C, nonnegative=False)
    return Case(problem, X, (y + 1) // 2, data.features, data.classes[-2:], None, A)


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Solve the case by coordinate descent and by its rivals."""
    case, steps, most = case_of(settings), settings["steps"], settings["budget"]
    budget = {"max_iter": most}
    if steps == "updates":
        most = min(most * sum(case.problem.Z.shape), _MOST_UPDATES)
    own = {CD: {"max_iter": most, "order": settings["order"], "steps": steps}, COMPANION: {}}
    common = {"tol": TOL, "seed": settings["seed"], "cancelled": cancelled}
    results = {
        name: METHODS.solve(name, case.problem, **common, **own.get(name, budget))
        for name in (CD, *settings["compare"])
    }
    return Run(case.problem, results, extra={"case": case})


@remembered
def ticks(settings: Mapping[str, Any]) -> dict[str, tuple[float, str]]:
    """C up to which every multiplier ends at C: the regime in which one sweep is enough."""
    problem = _case(settings, 1.0).problem
    pull = problem.Z.sum(axis=0)
    w = problem.root.T @ (problem.root @ pull)
    if problem.nonnegative:
        w = nnls(np.linalg.inv(problem.root).T, problem.root @ pull)[0]
    most = float((problem.Z @ w).max(initial=0.0))
    return {"C": (1.0 / most, f"all λ at C below {rough(1.0 / most)}")} if most > 0.0 else {}


def frames(run: Run) -> Frames:
    """The table, in which `iteration` of every trace is on the common clock: T frames.

    w (T, m): as the method has it. running (T,): whether coordinate descent has not ended before;
    ends (T,): whether its last row is shown; status (T,): "small_change" where only the paper's
    rule has fired.
    block (0: lambda, 1: t, -1: none), index (T,): what each frame moves, from `old` to `new`; moved
    (T,): that as a number among the n + m constraints z'w = 1 and w_j = 0, whose `normals` and
    `levels` are facts; clip (T,): whether at its upper (1) or lower (-1) bound; stays (T,): whether
    it does not move; single (T,): whether the frame is a move of one lambda since the frame before.
    missed (T, n): whether each triplet misses its margin. held (T, n + m): the constraints that the
    active-set method holds. fired: the row at which the source's rule fired, or None. order (n,):
    the triplets by their final lambda, largest first: those that carry the metric; drawn: those
    that are drawn, at least one. updates: whether a frame is one update. share: the relative gap
    that is proved in the end.
    """
    case, problem, rule = run.extra["case"], run.problem, run.trace.snapshots["source_rule"]
    fired = int(rule.argmax()) if rule.any() else None
    run = on_one_clock(run, partial(_common, run))
    values = align(run.traces, most=MOST_FRAMES - 1)[0].values
    if fired is not None:
        values = np.union1d(values, run.trace.iteration[fired])
    rows = {
        name: np.searchsorted(t.iteration, values, side="right") - 1
        for name, t in run.traces.items()
    }
    updates, shown = run.settings["steps"] == "updates", run.trace.snapshots
    clock = Clock("update" if updates else "sweep", values)
    f = Frames(run, clock, rows, methods=METHODS, tolerance=TOL)
    order = np.argsort(-shown["lam"][-1], kind="stable")
    n, m = problem.Z.shape
    f.facts(
        case=case, Z=problem.Z, C=problem.C, n=n, fired=fired, updates=updates, order=order,
        drawn=order[: max(run.settings["drawn"], 1)], share=run.result.certificate.relative_gap,
        normals=np.vstack([problem.Z, np.eye(m)]), levels=np.repeat([1.0, 0.0], [n, m]),
    )  # fmt: skip
    f.columns(
        row=f.row_shown,
        running=values <= run.trace.iteration[-1],
        ends=f.row_shown == len(run.trace) - 1,
        status=lambda f: np.select(
            [f.ends, f.source_rule], [run.result.status, "small_change"], "running"
        ).tolist(),
        clip=lambda f: shown["bound"][f.row_shown],
        moved=lambda f: f.index + n * (f.block == 1),
        stays=lambda f: np.abs(f.new - f.old) <= _ROUNDING * f.old,
        single=lambda f: (np.diff(f.row_shown, prepend=-1) == 1) & (f.block == 0),
        missed=lambda f: (f.w if case.svm else np.maximum(f.w, 0.0)) @ f.Z.T < 1.0 - MISSED,
        held=lambda f: f.at(ACTIVE).held,
    )
    return f


def optimum(f: Frames) -> np.ndarray | None:
    """The w (m,) of the best certified run, or None where nothing is proved."""
    name, trace = min(f.traces.items(), key=lambda one: one[1].gap[-1])
    if trace.gap[-1] > 1e-5 * abs(trace.objective.min()):
        return None
    return f.case.problem.project(METHODS.iterates(name, trace)[-1])


def _common(run, name, trace):
    """The trace with `iteration` in visited coordinates, or in sweeps over them. A factorisation
    of the companion costs n m^2 multiplications, as much as m sweeps; an iteration of any other
    method counts as one."""
    (n, m), updates = run.problem.Z.shape, run.settings["steps"] == "updates"
    if name in (CD, STUDENT):
        return replace(trace, iteration=trace.work) if updates else trace
    sweeps = m if name == COMPANION else 1
    per_sweep = n + m * run.problem.nonnegative if updates else 1
    return replace(trace, iteration=trace.iteration * sweeps * per_sweep)


def points_of(settings: Mapping[str, Any]) -> Labelled:
    """The points of the knobs, edits included."""
    base = labelled_of(settings)
    if not settings["points"] or not _editable(settings):
        return base
    cloud = _cloud(settings)
    least = min(cloud.counts())
    if least < _LEAST:
        raise InputError(
            f"points must leave at least {_LEAST} points of each class, got {least}; add some, or "
            "reset."
        )
    return replace(base, X=cloud.X, y=(cloud.y > 0.0).astype(int))


def own_triplets(settings: Mapping[str, Any]) -> np.ndarray | None:
    """The triplets (n, 3) of the knobs, as rows of their points; None without any."""
    if not settings["own"] or not _editable(settings):
        return None
    return parsed_triplets(settings["own"], _cloud(settings))


def tools(settings: Mapping[str, Any]) -> Tools | None:
    """What users may do: edit the points, and draw triplets in the plane."""
    if not _editable(settings):
        return None
    base, flat = labelled_of(settings), settings["dimension"] == 2
    return cloud_tools(
        base.features, tuple(zip((-1, 1), base.classes, strict=True)), lambda: _rows(settings),
        flat=flat, add="Add to", more=(("draw", "triplet", "Draw triplet"),),
    )  # fmt: skip


def edit(settings: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """The knobs that an action turns."""
    if not _editable(settings):
        return {}
    if action["do"] == "rows":
        return _followed(settings, written(_base(settings), action["rows"]))
    if action["panel"] != "points" or settings["dimension"] != 2:
        return {}
    cloud = _cloud(settings)
    if action["do"] == "draw":
        return {"own": drawn_triplet(settings["own"], cloud, action["places"])}
    moved = nearest(cloud, (action["x0"], action["y0"])) if action["do"] == "move" else None
    return _followed(settings, clicked(settings["points"], cloud, action), moved)


def _followed(settings, points, moved=None):
    """The knobs of other `points`, and of the triplets, which follow theirs."""
    turned = {"points": points}
    if settings["own"]:
        clouds = _cloud(settings), _cloud(settings | turned)
        turned["own"] = following_triplets(settings["own"], *clouds, moved)
    return turned


def _editable(settings):
    return all(settings[name] in values for name, values in WHERE.items())


def _base(settings):
    """The `Cloud` of the set, its classes as -1 and +1."""
    base = labelled_of(settings)
    return cloud_of(base.X, np.where(base.y > 0, 1.0, -1.0))


@remembered
def _cloud(settings):
    return edited(_base(settings), parsed_edits(settings["points"], settings["dimension"]))


def _rows(settings):
    own_triplets(settings)  # raises where words no longer fit the points
    return _cloud(settings).rows()


def shadow_features(case: Case, w: np.ndarray) -> np.ndarray:
    """The features that are drawn: all of up to three, else the two that weigh most."""
    d = case.X.shape[1]
    if d <= 3:
        return np.arange(d)
    A = np.eye(d) if case.A is None or case.svm else case.A
    return np.sort(np.argsort(-(A**2 @ np.abs(w)), kind="stable")[:2])


def ball_maps(w: np.ndarray, A: np.ndarray | None, keep: np.ndarray, longest: float) -> np.ndarray:
    """(T, k, k): maps of the unit sphere onto the ball {x: sum_j w_j (A'x)_j^2 <= 1}, projected on
    the coordinates `keep` (k,), for each row of w >= 0 (T, m).

    A half-axis is at most `longest`: where w_j = 0 the ball has no end. Symmetric roots, so that
    neighbouring frames mix well.
    """
    m = w.shape[1]
    back = np.eye(m) if A is None else np.linalg.inv(A).T
    # Next to a much longer half-axis the short ones would be lost in rounding.
    least = 1e-4 / longest**2
    axes = back[keep] / np.sqrt(np.maximum(w, least))[:, None, :]
    return spectral_maps(
        axes @ axes.transpose(0, 2, 1),
        lambda size: np.minimum(np.sqrt(np.maximum(size, 0.0)), longest),
    )
