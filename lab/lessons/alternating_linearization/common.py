"""What the scenes of this lesson share: from knobs to points, pairs, affinities and the problem,
with the proof where it has no minimum; balls and points as marks; the methods in which a student's
step runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from lab.checking.task import StepMethod
from lab.datasets.own_file import EDITED, OPTION, POINT_KNOBS
from lab.drawing.geometry import spectral_maps, unit_circle
from lab.drawing.text import number, read
from lab.knobs import seed_knob
from lab.lessons.alternating_linearization.synthetic import (
    KINDS,
    MOST,
    clicked,
    labelled_rows,
    own_pairs,
    pair_rows,
    paired,
    pairs_of,
    points_in,
)
from lab.scenes.frames import remembered
from solvers import Affinity, InputError, Result, SparsePrecision, build_affinity
from solvers.exchange import alternating_states
from widgets import Path, Points, moved
from widgets.edits import Tools
from widgets.knobs import Knob

#: The certified gap, as a share of the number of features, at which methods stop.
TOL = 1e-6
SIGMAS = ((0.0, "none"), (0.3, "σ = 0.3"), (0.03, "σ = 0.03"), (1e-3, "σ = 0.001"))

_PAIRS = (("similar", "similar"), ("dissimilar", "dissimilar"))
_OPTIONS = (
    ("add", "similar", "Similar pair"), ("add", "dissimilar", "Dissimilar pair"),
    ("erase", None, "Erase"),
)  # fmt: skip
KNOBS = (
    Knob("rho", "log", 0.1, "ρ", 1e-3, 10.0, help="The price of an entry; small entries become 0."),
    Knob(
        "beta", "log", 0.2, "β", 1e-2, 10.0,
        help="Weight of the pairs, in units of ‖M₀⁻¹‖ ÷ ‖T‖. Up to βmax a metric surely exists.",
    ),
    Knob("data", "choice", "tilted", "Data", options=(*KINDS, OPTION),
         help="Real sets: two or three features of at most 90 points."),
    *POINT_KNOBS,
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
         help="In three the balls are ellipsoids; turn them with the mouse."),
    Knob("share", "linear", 0.1, "Labelled share", 0.02, 0.2,
         help="Of each class, at least two points; all their pairs are constraints."),
    Knob("pairs", "edits", "", "Own pairs",
         help="Words such as 3+17, a similar pair of points, and 4-20, a dissimilar one.",
         of=EDITED),
    Knob("prior", "choice", "covariance", "Prior M₀",
         options=(("covariance", "inverse covariance"), ("identity", "identity")),
         help="The metric where β = 0 and ρ = 0."),
    Knob("weight", "linear", 1.0, "Dissimilar weight", 0.0, 2.0,
         help="W⁰ of a dissimilar pair is minus this; 1 in the source. At 0 every β has a metric."),
    Knob("semi", "switch", True, "Semi-supervised",
         help="Spread the affinities to neighbours (S3ML); off: pairs only (S2ML)."),
    Knob("k", "integer", 6, "Neighbours k", 1, 20, help="Of the neighbour graph."),
    Knob("alpha", "linear", 0.5, "α", 0.0, 0.95, help="How far affinities spread; below 1."),
    Knob("theta", "linear", 0.01, "θ", 0.0, 0.3, help="Affinities below θ are dropped."),
    Knob("standardise", "switch", True, "Standardise",
         help="Each feature to variance 1, as those of a file always are.",
         when={"data": tuple(value for value, _ in KINDS)}),
    seed_knob("data, points and labels", 5),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Constraints:
    """Points, pairs of them and their affinities: a metric problem but for its two weights.

    X (n, d), y (n,): points and classes from 0, with names. labelled: rows whose class is known.
    similar, dissimilar (p, 2): rows of X; waiting: a row that waits for a second click, or None.
    """

    X: np.ndarray
    y: np.ndarray
    features: tuple[str, ...]
    classes: tuple[str, ...]
    labelled: np.ndarray
    similar: np.ndarray
    dissimilar: np.ndarray
    waiting: int | None
    affinity: Affinity

    @property
    def prior(self) -> np.ndarray:
        """M0 (d, d)."""
        return np.linalg.inv(self.affinity.prior_inverse)

    def hidden(self) -> np.ndarray:
        """Rows whose class is not known to the method."""
        return np.setdiff1d(np.arange(len(self.y)), self.labelled)


@dataclass(frozen=True, slots=True, eq=False)
class Case(Constraints):
    """A metric problem and where it comes from."""

    problem: SparsePrecision


def case_of(settings: Mapping[str, Any], most: int = MOST) -> Case:
    """The `Case` that the knobs ask for, of at most `most` points of a real set."""
    return _case(settings, most)


@remembered
def _case(settings, most):
    given = constraints_of(settings, most)
    parts = {part.name: getattr(given, part.name) for part in fields(given)}
    return Case(**parts, problem=_problem(given.affinity, settings))


@remembered(most=8)
def constraints_of(settings: Mapping[str, Any], most: int) -> Constraints:
    """The `Constraints` of the knobs: what a move of rho or beta leaves as it was."""
    found = points_in(settings, most)
    rows = labelled_rows(found.y, settings["share"], settings["seed"])
    similar, dissimilar = pairs_of(found.y, rows, settings["pairs"])
    affinity = build_affinity(
        found.X,
        similar,
        dissimilar,
        k=settings["k"],
        alpha=settings["alpha"],
        theta=settings["theta"],
        prior=settings["prior"],
        semi_supervised=settings["semi"],
        dissimilar_weight=settings["weight"],
    )
    for array in (found.X, found.y, rows, similar, dissimilar):
        array.flags.writeable = False
    return Constraints(
        X=found.X,
        y=found.y,
        features=found.features,
        classes=found.classes,
        labelled=rows,
        similar=similar,
        dissimilar=dissimilar,
        waiting=own_pairs(settings["pairs"], len(found.y))[1],
        affinity=affinity,
    )


def tools(settings: Mapping[str, Any], panel: str, most: int = MOST) -> Tools:
    """What users may do: in the plane join points to pairs and erase own pairs; in three features
    edit the table."""
    n, flat = len(points_in(settings, most).y), settings["dimension"] == 2
    return Tools(
        panel if flat else "",
        _OPTIONS if flat else (),
        (("point", None), ("other point", None), ("kind", _PAIRS)),
        lambda: pair_rows(settings["pairs"], n),
        drag="add",
        shift=1,
        noun="pair",
    )


def edit(
    settings: Mapping[str, Any], action: Mapping[str, Any], panel: str, most: int = MOST
) -> dict[str, str]:
    """The knob that an action changes."""
    X = points_in(settings, most).X
    if action["do"] == "rows":
        return {"pairs": paired(action["rows"], len(X))}
    if action["panel"] != panel or settings["dimension"] != 2:
        return {}
    return {"pairs": clicked(settings["pairs"], X, action)}


def _problem(affinity, settings):
    """Sigma = M0^-1 + beta T, beta in units of `Affinity.beta_unit`; without any T, M0^-1."""
    unit = affinity.beta_unit
    return affinity.problem(settings["beta"] * unit if np.isfinite(unit) else 0.0, settings["rho"])


def beta_max(case: Case) -> float:
    """Up to this value of the knob a metric surely exists; inf where every beta is safe."""
    return case.affinity.beta_max(float(case.problem.rho)) / case.affinity.beta_unit


def require_metric(case: Case, result: Result) -> None:
    """Raise where the problem has no minimum: a sentence with the proof and what would help."""
    if result.status == "unbounded":
        raise InputError(f"There is no metric here: {proof_of_none(case, result)}")


def proof_of_none(case: Case, result: Result) -> str:
    """The proof that a problem has no minimum, and what would help."""
    return (
        f"{witness(case.problem, result.dual['direction'])}, so the objective falls for ever; "
        f"lower beta (up to {number(beta_max(case))} a metric exists for sure), raise rho, or "
        "weigh dissimilar pairs less."
    )


def ticks(settings: Mapping[str, Any], most: int = MOST) -> dict[str, tuple[float, str]]:
    """beta_max, and the rho from which on M is diagonal."""
    case = case_of(settings, most)
    Sigma, limit = case.problem.Sigma, beta_max(case)
    off = float(np.abs(Sigma - np.diag(np.diagonal(Sigma))).max())
    marks = {"rho": (off, f"diagonal from {number(off, 2)}")} if off > 0.0 else {}
    if np.isfinite(limit):
        marks["beta"] = (limit, f"βmax {number(limit, 2)}")
    return marks


def ball_maps(M: np.ndarray, longest: float = np.inf) -> np.ndarray:
    """Maps (T, d, d) of the unit sphere onto the unit balls of M (T, d, d): symmetric M^-1/2.

    A half-axis is at most `longest`. The ball of a matrix that is not positive definite does not
    exist: its map is 0.
    """

    def half_axes(values):
        with np.errstate(divide="ignore", invalid="ignore"):
            axes = np.minimum(1.0 / np.sqrt(values), longest)
        return np.where(values[:, :1] > 0.0, axes, 0.0)

    return spectral_maps(M, half_axes)


def ball_path(M: np.ndarray, centre: np.ndarray, longest: float, **style: Any) -> Path:
    """The unit ball of M (T, d, d) in each frame around `centre` (d,), half-axes as in
    `ball_maps`."""
    maps = ball_maps(M, longest)
    places = np.tile(centre, (len(maps), 1))
    return Path(moved(outline(M.shape[-1]), maps, places), ghost=False, **style)


def outline(d: int) -> np.ndarray:
    """The unit circle (n, 2), or the great circles of the unit sphere in the three planes as one
    walk (n, 3)."""
    circle = unit_circle(73)
    if d == 2:
        return circle
    zero = np.zeros(len(circle))
    first = np.column_stack([*circle.T, zero])
    second = np.column_stack([circle[:, 0], zero, circle[:, 1]])
    quarter = first[: len(circle) // 4 + 1]
    third = np.column_stack([zero, *circle.T])
    return np.vstack([first, second, quarter, third])


def point_marks(case: Case) -> Iterator[Points]:
    """All points of a case by class, the labelled ones large, and a ring around the one that waits
    for a second click."""
    size = np.where(np.isin(np.arange(len(case.y)), case.labelled), 10.0, 6.0)
    texts = tuple(f"point {i}" for i in range(len(case.y)))
    yield Points(*case.X.T, klass=case.y.astype(float), names=case.classes, size=size, texts=texts,
                 opacity=0.75, label="points")  # fmt: skip
    if case.waiting is not None:
        here = case.X[[case.waiting]].T
        yield Points(
            *here, label="waits for a second point", symbol="circle-open", tone="now", size=18.0
        )


def _states(run, ask, step):
    case, factor = run.extra["case"], run.settings.get("mu", 1.0)
    return alternating_states(case.problem, case.prior, mu_factor=factor, **{step: ask})


def student_steps(**needs: tuple) -> dict[str, StepMethod]:
    """The exercises of the method, at the values of knobs that `needs` names."""
    steps = {"m-step": "m_step", "y-step": "y_step"}
    return {name: StepMethod(partial(_states, step=step), needs) for name, step in steps.items()}


#: Decimals beyond which no more is written.
_MOST = 12


def witness(problem: SparsePrecision, direction: np.ndarray) -> str:
    """Words for an M without a negative eigenvalue as written, and for Sigma and rho, with which
    <Sigma, M> + rho ||M||_1 <= 0 as written and for the problem itself.

    Decimals are added until the exact sums of what is written prove it; where the direction is
    singular, a little of the identity keeps rounding from making it indefinite.
    """
    D = direction / np.abs(direction).max()
    for decimals in range(2, _MOST + 1):
        Sigma, rho = matrix(problem.Sigma, decimals), number(float(problem.rho), decimals)
        for M in (matrix(D, decimals), matrix(D + _slack(problem, D) * np.eye(len(D)), decimals)):
            value = _exact(M, Sigma, rho)
            written = np.array([[read(v) for v in row] for row in M])
            if value <= 0 and _semidefinite(M) and problem.linear(written) <= 0.0:
                return _worded(M, Sigma, rho, f"{number(float(value), decimals)} ≤ 0")
    return _worded(M, Sigma, rho, "0 up to rounding")


def _slack(problem, D):
    """How much of the identity may be added to D: half of what would make its value 0."""
    drift = np.trace(problem.Sigma) + np.trace(problem.weights)
    return 0.01 if drift <= 0.0 else max(-0.5 * problem.linear(D) / drift, 0.0)


def _worded(M, Sigma, rho, claim):
    return (
        f"along M = {_words(M)}, which has no negative eigenvalue, <Σ, M> + ρ‖M‖₁ = {claim} "
        f"with Σ = {_words(Sigma)} and ρ = {rho}"
    )


def matrix(A: np.ndarray, decimals: int) -> list[list[str]]:
    """The entries of A as written with that many decimals: rows of texts, the same both ways."""
    return [[number(v, decimals) for v in row] for row in 0.5 * (A + A.T)]


def _words(rows):
    return f"[{'; '.join(', '.join(row) for row in rows)}]"


def _fraction(text):
    return Fraction(text.replace("−", "-"))


def _exact(M, Sigma, rho):
    """<Sigma, M> + rho ||M||_1 of what is written."""
    entries = [(_fraction(a), _fraction(b)) for m, s in zip(M, Sigma, strict=True)
               for a, b in zip(m, s, strict=True)]  # fmt: skip
    return sum(a * b + _fraction(rho) * abs(a) for a, b in entries)


def _semidefinite(M):
    """Whether what is written has no negative eigenvalue: the pivots of an exact elimination."""
    A = [[_fraction(v) for v in row] for row in M]
    for k, row in enumerate(A):
        if row[k] < 0 or (row[k] == 0 and any(row[k:])):
            return False
        for i in range(k + 1, len(A) if row[k] else 0):
            share = A[i][k] / row[k]
            A[i] = [a - share * b for a, b in zip(A[i], row, strict=True)]
    return True
