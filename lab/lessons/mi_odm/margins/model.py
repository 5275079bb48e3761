"""Scene `margins` in numbers: the whole distribution of margins, compared with machines that
maximise the smallest one (Zhang and Jin 2020, 004_0576c39cd2308ab8.txt, (2))."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lab.clock import align
from lab.datasets.points_by_hand import (
    Cloud,
    clicked,
    cloud_of,
    cloud_tools,
    edited,
    parsed_edits,
    require_both,
    written,
)
from lab.drawing.geometry import HERO, window
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.synthetic import two_clouds
from lab.scenes.frames import Frames, remembered
from lab.solved import solved
from solvers import (
    ODM,
    FreeMeanODM,
    KernelSVM,
    Linear,
    Result,
    decision_function,
    solve_dual_cd,
    solve_smo,
)
from widgets import Clock
from widgets.edits import Tools
from widgets.knobs import Knob

CD = "dual_cd"
#: The certified gap, as a share of lambda, at which the machine is found.
TOL = 1e-6
#: C of the machine that is called hard where it gives every point a margin of 1.
HARD = 1e4
_KERNEL = Linear(bias=1.0)
_MOST = 1000
#: Places of the outlier on its path, a frame each.
_PLACES = 21
_THETAS = np.append(np.linspace(0.0, 0.9, 10), 0.95)
#: Machine -> (label, tone, dash).
RIVALS = {
    "hard": ("hard SVM", "rival1", "dash"),
    "soft": ("soft SVM", "rival2", "dot"),
    "free": ("free centre (1)", "rival3", "dashdot"),
}
MAIN = {"tone": "main", "dash": "solid"}
_CLASSES = ((1, "+1"), (-1, "−1"))
KNOBS = (
    Knob("theta", "linear", 0.2, "θ, half the band", 0.0, 0.95,
         help="0 with ν = 1: least squares on the labels. Towards 1: the hard-margin direction."),
    Knob("lam", "log", 100.0, "λ", 0.1, 1000.0, help="The price of leaving the band."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0,
         help="Price of too much margin, as a share of that of too little."),
    Knob("outlier", "switch", True, "Outlier", help="One more hollow point, of class −1."),
    Knob("reach", "linear", 1.0, "Outlier's path", 0.0, 1.5,
         help="0: in the middle of its own class; 1: close to the other one.",
         when={"outlier": (True,)}),
    Knob("player", "choice", "outlier", "The player moves",
         options=(("outlier", "the outlier"), ("sweeps", "the sweeps of ODM")),
         help="The outlier moves along its path, and every machine is trained anew at each place; "
         "or ODM alone is trained, sweep by sweep.",
         when={"outlier": (True,)}),
    Knob("compare", "several", ("hard", "soft"), "Against",
         options=tuple((name, *style) for name, style in RIVALS.items()),
         help="Machines on the same points. Free centre: in (1) the band's centre is an unknown; "
         "with the η that makes it 1, (1) is (2) at θ = 0, ν = 1."),
    Knob("C", "log", 1.0, "C of the soft SVM", 0.01, 1000.0, help="Its price per point.",
         when={"compare": ("soft",)}),
    Knob("units", "choice", "distance", "Margins",
         options=(("distance", "distance, y f ÷ ‖w‖"), ("raw", "raw, y f")),
         help="Only distances compare machines; the band is drawn on raw margins."),
    Knob("proof", "choice", "theta", "Also show",
         options=(("theta", "direction over θ"), ("gap", "certified gap")),
         help="The gap is that of the sweeps.",
         when=({"player": ("sweeps",)}, {"outlier": (False,)})),
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
         help="In three the boundary is a plane; turn it with the mouse."),
    Knob("spread", "linear", 0.45, "Spread", 0.1, 1.2, help="Of both clouds."),
    Knob("points", "edits", "", "Own points",
         help="Words such as +(0.5,-0.3), a point of class +1, and x17, without point 17."),
    seed_knob("the points and the order of sweeps"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A linear machine w'x + b; w (d,)."""

    w: np.ndarray
    b: float

    def margins(self, X: np.ndarray, y: np.ndarray, raw: bool) -> np.ndarray:
        """y (w'x + b) (n,), in units of 1 or of distance."""
        f = y * (X @ self.w + self.b)
        return f if raw else f / np.linalg.norm(self.w)


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """ODM over theta: theta (k,), angle (k,) of its w to the hard-margin direction, in degrees."""

    theta: np.ndarray
    angle: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The machines with the outlier at one place. reach: how far along its path; result: of ODM on
    `problem`; rivals: name -> `Plane`."""

    reach: float
    problem: ODM
    result: Result
    rivals: dict[str, Plane]


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """ODM, started from the difference of the class means, its rivals, and its direction over
    theta; and all machines at each place of the outlier's path, where the player moves it."""
    cloud = _points(settings)
    problem = _problem(settings, cloud)
    result = solved(
        solve_dual_cd,
        problem,
        x0=_even(problem),
        tol=TOL,
        max_iter=_MOST,
        seed=settings["seed"],
        cancelled=cancelled,
    )
    here = Place(settings["reach"], problem, result, _rivals(settings, problem))
    found, hard = stray(settings, cloud), _hard(settings)
    goes = found is not None and settings["player"] == "outlier"
    extra = {
        "rivals": here.rivals,
        "hard": hard,
        "stray": found,
        "separable": bool((hard.margins(cloud.X, cloud.y, True) > 0.999).all()),
        "path": None,
        "places": _places(settings, here, cancelled) if goes else None,
    }
    if goes or settings["proof"] == "theta":
        extra["path"] = partial(_over_theta, problem, hard)
    return Run(problem, {CD: result}, extra=extra)


def _places(settings, last, cancelled):
    """The `Place`s from the centre of the outlier's class to the `last` one."""
    found, x = [], None
    for reach in last.reach * np.linspace(0.0, 1.0, _PLACES)[: -1 if last.reach > 0.0 else 0]:
        if cancelled is not None and cancelled():
            break
        there = {**settings, "reach": float(reach)}
        problem = _problem(there, _points(there))
        result = solve_dual_cd(problem, x0=x, tol=TOL, max_iter=_MOST, record_every=0)
        found.append(Place(float(reach), problem, result, _rivals(there, problem)))
        x = result.x
    return [*found, last]


def _problem(settings, cloud):
    prices = {name: settings[name] for name in ("lam", "nu", "theta")}
    return ODM(cloud.X, cloud.y, **prices, kernel=_KERNEL)


def _rivals(settings, problem):
    """name -> the `Plane` of each machine that is compared."""
    makers = {"hard": _hard, "soft": _soft, "free": lambda _: _free(problem)}
    return {name: makers[name](settings) for name in settings["compare"]}


@remembered(most=64)
def _points(settings):
    """The `Cloud`."""
    return points_of(settings)


@remembered(most=64)
def _hard(settings):
    """The machine with the hard margin."""
    cloud = _points(settings)
    return _svm(cloud.X, cloud.y, HARD)


@remembered(most=64)
def _soft(settings):
    cloud = _points(settings)
    return _svm(cloud.X, cloud.y, settings["C"])


def _even(problem):
    """s (n,), the same for all points of a class and with the same sum for both, so that w is along
    the difference of the class means; scaled to the largest dual value."""
    y = problem.y
    s = np.where(y > 0.0, 1.0 / np.count_nonzero(y > 0.0), 1.0 / np.count_nonzero(y < 0.0))
    square = s @ problem.margins(s) + np.sum(s * s) / (2.0 * problem.omega)
    return s * (1.0 - problem.theta) * s.sum() / square


def _svm(X, y, C):
    """The support vector machine as a `Plane`."""
    problem = KernelSVM(X, y, Linear(), C)
    x = solve_smo(problem, tol=1e-8, record_every=0).x
    bias = float(decision_function(problem, x, np.zeros((1, X.shape[1])))[0])
    return Plane((y * x) @ X, bias)


def _free(problem):
    """The machine of (1) as a `Plane`: with η = 1 the best centre is some c, with η = 1 / c it is
    1, as w and the centre are proportional to η."""
    free = FreeMeanODM(problem.X, problem.y, 1.0, problem.lam, problem.kernel)
    s = free.solution()
    w, b = weights(problem, s[None] / free.centre(s))
    return Plane(w[0], float(b[0]))


def _over_theta(problem, hard):
    """The `Path` of ODM over theta."""
    s, angles = None, []
    for theta in _THETAS:
        p = problem
        if theta != problem.theta:
            p = ODM(problem.X, problem.y, problem.lam, problem.nu, theta, problem.kernel)
        s = solve_dual_cd(p, x0=s, tol=TOL, max_iter=_MOST, record_every=0).x
        angles.append(angle(weights(p, s[None])[0][0], hard.w))
    return Path(_THETAS, np.array(angles))


def frames(run: Run) -> Frames:
    """The table, a frame per sweep or per place of the outlier, T of them, of n points.

    X (T, n, d) or (1, n, d): the points. w (T, d), b (T,): the machine. margins (T, n): in the
    units of the picture, with mean, variance and smallest (T,) of them; low, high (T,): the edges
    1 - theta and 1 + theta of the band, in the same units. s (T, n): the multipliers. turn (T,):
    by how many degrees w turned since the frame before, turned (T,): since the first; shift,
    shifted (T,): how far the boundary moved away from or towards the origin. machines:
    name -> (w, b) of each rival, (T, d), (T,), or (1, d), (1,) where they stay. raw: whether
    margins are y f, not distances; unit: what one is, in a few symbols. box: ((low, high) per
    axis) around the points. stray: the number of the outlier, or None; outlier_moves: whether it
    goes from place to place.
    """
    problem, raw, places = run.problem, run.settings["units"] == "raw", run.extra["places"]
    if places:
        clock = Clock("outlier's path", np.array([p.reach for p in places]))
        f = Frames.of_results(run, [p.result for p in places], clock, tolerance=TOL)
        f.columns(s=f.x)
    else:
        clock, at = align(run.trace, most=160, keep=40, name="sweep")
        f = Frames(run, clock, {run.main: at}, tolerance=TOL)
    several = places or [Place(0.0, problem, run.result, run.extra["rivals"])]
    X = np.array([p.problem.X for p in several])
    w, b = weights(problem, f.s, X)
    size = np.ones(1) if raw else np.maximum(np.linalg.norm(w, axis=1), 1e-300)
    f.facts(
        problem=problem,
        X=X,
        outlier_moves=bool(places),
        raw=raw,
        unit="y f(x)" if raw else "y f(x) ÷ ‖w‖",
        box=window(X.reshape(-1, X.shape[2]), 0.08, HERO if X.shape[2] == 2 else None),
        stray=run.extra["stray"],
        machines={
            name: (np.array([p.rivals[name].w for p in several]),
                   np.array([p.rivals[name].b for p in several]))
            for name in run.extra["rivals"]
        },
    )  # fmt: skip
    f.columns(
        w=w,
        b=b,
        margins=_values(X, w, b) * problem.y / size[:, None],
        low=np.broadcast_to((1.0 - problem.theta) / size, b.shape),
        high=np.broadcast_to((1.0 + problem.theta) / size, b.shape),
        mean_before=lambda f: f.before("mean"),
        variance_before=lambda f: f.before("variance"),
        mean=lambda f: f.margins.mean(axis=1),
        variance=lambda f: f.margins.var(axis=1),
        smallest=lambda f: f.margins.min(axis=1),
        turn=lambda f: _angles(f.before("w"), f.w),
        turned=lambda f: _angles(f.w[:1], f.w),
        shift=lambda f: np.abs(_offsets(f.w, f.b) - _offsets(f.before("w"), f.before("b"))),
        shifted=lambda f: np.abs(_offsets(f.w, f.b) - _offsets(f.w[:1], f.b[:1])),
    )
    return f


def _values(X, w, b):
    """f (T, n) of machines w (T, d), b (T,) at the points X (T, n, d) or (1, n, d)."""
    return np.einsum("tnd,td->tn", np.broadcast_to(X, (len(w), *X.shape[1:])), w) + b[:, None]


def label_of(f: Frames, name: str) -> str:
    """The name of a rival, which is "hard" only where a hard margin was reached."""
    if name == "hard" and not f.run.extra["separable"]:
        return "SVM (C = 10⁴)"
    return RIVALS[name][0]


def rival_margins(f: Frames, name: str) -> np.ndarray:
    """The margins of a rival in the units of the picture: (T, n) where the outlier moves, else
    (n,)."""
    w, b = f.machines[name]
    m = _values(f.X, w, b) * f.problem.y
    m = m if f.raw else m / np.linalg.norm(w, axis=1)[:, None]
    return m if f.outlier_moves else m[0]


def margins_of(f: Frames, name: str, k: int = -1) -> np.ndarray:
    """The margins (n,) of a rival in frame `k`."""
    m = rival_margins(f, name)
    return m[k] if f.outlier_moves else m


def rival_moved(f: Frames, name: str, k: int) -> tuple[float, float]:
    """(how far, by how many degrees) the boundary of a rival moved from the first frame to `k`."""
    w, b = f.machines[name]
    ends = np.abs(_offsets(w[k], b[k]) - _offsets(w[0], b[0]))
    return float(ends), angle(w[0], w[k])


def weights(
    problem: ODM, s: np.ndarray, X: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """w (T, d) and the intercept (T,) of multipliers s (T, n) at the problem's points, or at X
    (T, n, d): w = sum s_i y_i x_i, intercept = the kernel's bias times sum s_i y_i."""
    a = s * problem.y
    w = a @ problem.X if X is None or len(X) == 1 else np.einsum("tn,tnd->td", a, X)
    return w, _KERNEL.bias * a.sum(axis=-1)


def angle(u: np.ndarray, v: np.ndarray) -> float:
    """The angle between two vectors, in degrees."""
    cosine = u @ v / (np.linalg.norm(u) * np.linalg.norm(v))
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _offsets(w, b):
    """The distances of boundaries from the origin, with a sign; 0 where w is 0."""
    return b / np.maximum(np.linalg.norm(w, axis=-1), 1e-300)


def _angles(u, v):
    """The angles (T,) between vectors u (T, d) or (1, d) and v (T, d), in degrees."""
    sizes = np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1)
    cosine = np.einsum("td,td->t", np.broadcast_to(u, v.shape), v) / np.maximum(sizes, 1e-300)
    return np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0)))


def points_of(settings: Mapping[str, Any]) -> Cloud:
    """The `Cloud` of the knobs, edits included."""
    cloud = edited(_base(settings), parsed_edits(settings["points"], settings["dimension"]))
    require_both(cloud)
    return cloud


def stray(settings: Mapping[str, Any], cloud: Cloud) -> int | None:
    """The place of the outlier in a `Cloud`; None without one, or where it was erased."""
    found = [k for k, number in enumerate(cloud.numbers) if number == cloud.own]
    return found[0] if settings["outlier"] and found else None


def tools(settings: Mapping[str, Any]) -> Tools:
    """What users may do with the points."""
    d = settings["dimension"]
    features = tuple(f"x{low}" for low in "₁₂₃"[:d])
    return cloud_tools(features, _CLASSES, lambda: points_of(settings).rows(), flat=d == 2)


def edit(settings: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, str]:
    """The knob that an action changes."""
    if action["do"] == "rows":
        return {"points": written(_base(settings), action["rows"])}
    if action["panel"] != "points" or settings["dimension"] != 2:
        return {}
    return {"points": clicked(settings["points"], points_of(settings), action)}


def _base(settings):
    names = ("dimension", "spread", "outlier", "reach", "seed")
    return cloud_of(*two_clouds(**{name: settings[name] for name in names}))
