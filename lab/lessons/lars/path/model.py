"""The whole path of the lasso in numbers: the knobs, the run, which lam a frame shows, and the
shapes that touch there.

Between frames the player mixes linearly in lam. Weights, correlations and |w|_1 are linear between
knots, so that knots alone would do for them; the loss, the level set that touches, the
cross-validation error and a logarithmic axis are not, so that frames are added until no picture is
off by more than a fraction of a pixel.
"""

from collections.abc import Callable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np

from lab.datasets.own_file import FILE_KNOBS, OPTION
from lab.drawing.geometry import unit_circle, unit_sphere
from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.lars.synthetic import DRAWN, KINDS, design
from lab.scenes.frames import Frame, Frames
from solvers import Event, LarsPath, Lasso, lars_path, solve_lars
from widgets import Clock
from widgets.knobs import Knob

#: The certified relative gap up to which a frame counts as solved: rounding alone.
TOL = 1e-9
#: What may be done to the problem before its path is followed -> words.
REMEDIES = {"none": "none", "ridge": "αI added to XᵀX", "noise": "X perturbed"}
#: Frames spread along the axis, and the most there may be with and without moving level sets.
_SPREAD, _FEW, _MANY = 84, 118, 236
#: A path is followed over at most so many knots.
MOST_KNOTS = 150
#: On a logarithmic axis the path is followed down to this share of lam_max, or lower.
_LOG_END = 0.02
#: Width and height in pixels of a large panel, and how far off a frame may be between rows.
PIXELS = (900.0, 450.0)
_OFF = 0.2
#: Directions in which the loss rises less than this share of the steepest count as flat.
FLAT = 1e-10
KNOBS = (
    Knob(
        "data", "choice", "two", "Data", options=(*KINDS.items(), OPTION),
        help="Two features have a plane, three a space; more have the size of w instead.",
    ),
    *FILE_KNOBS,
    Knob(
        "standardise", "switch", False, "Standardise",
        help="Scale every feature to length 1; it changes who enters when.",
    ),
    Knob(
        "method", "choice", "lasso", "Path",
        options=(("lasso", "lasso"), ("lar", "plain LARS")),
        help="Plain LARS never lets a weight leave.",
        when=({"not data": ("tie", "twins")}, {"remedy": ("noise",)}),
    ),
    Knob(
        "axis", "choice", "lam", "Axis",
        options=(("lam", "λ"), ("log", "λ, log axis"), ("eta", "‖w‖₁")),
        help="What weights, correlations and errors are drawn over.",
    ),
    Knob(
        "remedy", "choice", "none", "Remedy", options=tuple(REMEDIES.items()),
        help="What the source does where columns depend on each other or tie. Neither is needed, "
        "and both change the problem: the certificate is that of the problem asked.",
    ),
    Knob("amount", "log", 0.03, "Its size", 1e-4, 1.0,
         help="α as a share of the mean ‖x‖², or the noise as a share of each column.",
         when={"remedy": ("ridge", "noise")}),
    Knob("folds", "integer", 5, "Folds", 2, 20, help="Of the cross-validation; at most the rows."),
    Knob("noise", "linear", 0.6, "Noise", 0.0, 2.0, help="Length of the noise; synthetic only.",
         when={"data": DRAWN}),
    seed_knob("the data and their noise",
        when=({"data": DRAWN}, {"remedy": ("noise",)})),
)  # fmt: skip


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """All knots, the cross-validation along the path, and LARS as a solver of its last problem."""
    data = design(settings)
    path = lars_path(data.X, data.t, method=settings["method"], **_remedy(settings, data.X))
    end = last_lam(path, settings["axis"])
    problem = Lasso(data.X, data.t, end)
    result = solve_lars(problem, method=settings["method"], tol=1e-12, cancelled=cancelled)
    cv = path.cross_validate(min(settings["folds"], data.t.size))
    extra = {"path": path, "cv": cv, "end": end, "names": data.names}
    return Run(problem, {"lars": result}, extra=extra)


def _remedy(settings, X):
    """The option of `lars_path` that the knob "remedy" asks for."""
    size = settings["amount"]
    return {
        "none": {},
        "ridge": {"alpha": size * float(np.mean(np.sum(X * X, axis=0)))},
        "noise": {"perturb": size, "seed": settings["seed"]},
    }[settings["remedy"]]


def frames(run: Run) -> Frames:
    """The table: T frames over a falling lam, of D weights.

    lam (T,); w (T, D); c (T, D) = X'r; eta (T,) = |w|_1; x (T,): the frame's place on the axis; gap
    (T,) certified, and scale (T,), what it is measured against; solved (T,): whether the lasso at
    this lam is solved up to rounding; knot (T,): index of the knot that the frame is at, or -1;
    entering, leaving (T,): the events there; after (T,): index of the last knot at or above the
    frame; used (T,): how many weights are not 0; cp (T,): NaN if unknown. lars, cv: the `LarsPath`
    and the `CrossValidation`. knots: those that are frames, as indices into `lars.knots`. noise:
    the variance of the noise, NaN if unknown. remedy: what was done to the problem, in words; ""
    for nothing.
    """
    path, cv, settings = run.extra["path"], run.extra["cv"], run.settings
    lam = lams_of_frames(path, cv.at, run.extra["end"], settings["axis"])
    f = Frames(run, Clock("λ", lam), tolerance=TOL)
    w = path.at(lam)
    problems = (run.problem if v == run.problem.lam else path.problem(v) for v in lam)
    proofs = [problem.certify(one) for problem, one in zip(problems, w, strict=True)]
    gap, scale = np.array([(c.gap, c.scale) for c in proofs]).T
    after = np.searchsorted(-path.knots, -lam, side="right") - 1
    knot = np.where(path.knots[after] == lam, after, -1)
    noise = path.noise_variance()
    f.facts(
        lars=path, cv=cv, names=run.extra["names"], axis=settings["axis"], count=w.shape[1],
        remedy="" if settings["remedy"] == "none" else REMEDIES[settings["remedy"]],
        knots=knot[knot >= 0], noise=np.nan if noise is None else noise,
    )  # fmt: skip
    f.columns(
        lam=lam,
        old=lambda f: f.before("lam"),
        w=w,
        c=(path.t - w @ path.X.T) @ path.X,
        eta=lambda f: np.abs(f.w).sum(axis=1),
        x=lambda f: f.eta if f.axis == "eta" else f.lam,
        gap=unsigned(gap, scale),
        scale=scale,
        solved=lambda f: f.gap <= TOL * f.scale,
        knot=knot,
        entering=lambda f: _events(f, "in"),
        leaving=lambda f: _events(f, "out"),
        after=after,
        used=lambda f: np.count_nonzero(f.w, axis=1),
        moved=lambda f: f.w - f.before("w"),
        cp=lambda f: cp_of(f, f.lam),
    )
    return f


def _events(f, kind):
    """The events of that kind in each frame, a list each."""
    some = (e for e in f.lars.events if e.kind == kind)
    at = {knot: list(events) for knot, events in groupby(some, attrgetter("knot"))}
    return [at.get(knot, []) for knot in f.knot.tolist()]


def events_at(f: Frames | Frame, k: int) -> list[Event]:
    """The events at knot `k` of the path, the end excepted."""
    return [e for e in f.lars.events if e.knot == k and e.kind != "end"]


def place(f: Frames, lams: np.ndarray) -> np.ndarray:
    """The places of these lams on the axis."""
    return f.lars.eta_at(lams) if f.axis == "eta" else lams


def last_lam(path: LarsPath, axis: str) -> float:
    """Where the frames end: 0, or a small lam where 0 cannot be drawn or knots are too many."""
    knots = path.knots
    if knots.size > MOST_KNOTS:
        return float(knots[MOST_KNOTS - 1])
    if axis != "log":
        return 0.0
    positive = knots[knots > 0.0]
    return float(min(0.5 * positive[-1], _LOG_END * knots[0]))


def lams_of_frames(
    path: LarsPath, error: Callable[[np.ndarray], np.ndarray], end: float, axis: str
) -> np.ndarray:
    """The lams of the frames, falling from lam_max to `end`: all knots, and rows between them.

    error: lams (M,) -> the errors (M,) that are drawn there.
    """
    knots = np.append(_corners(path, end), end)
    lams = _spread(knots, path, axis)
    most = _FEW if path.X.shape[1] <= 3 else _MANY
    return _refined(lams, _picture(path, error, end, axis), most)


def _corners(path, end):
    """Knots above `end`, and for plain LARS where a weight passes through 0."""
    knots = path.knots[path.knots > end]
    if path.method == "lasso":
        return knots
    w = path.coefs
    k, d = np.nonzero(w[:-1] * w[1:] < 0.0)
    share = w[k, d] / (w[k, d] - w[k + 1, d])
    passing = path.knots[k] + share * (path.knots[k + 1] - path.knots[k])
    return np.unique(np.append(knots, passing[passing > end]))[::-1]


def _spread(knots, path, axis):
    """Rows between the knots: as many as a segment is long on the axis, and at least two."""
    length = np.abs(np.diff(_drawn(path, axis, knots)))
    count = np.maximum(np.round(_SPREAD * length / (length.sum() or 1.0)), 3).astype(int)
    if count.sum() > _MANY - 20:
        count = np.maximum(count * (_MANY - 20) // count.sum(), 1)
    between = np.geomspace if axis == "log" else np.linspace
    segments = zip(knots[:-1], knots[1:], count, strict=True)
    pieces = [between(a, b, n, endpoint=False) for a, b, n in segments]
    return np.concatenate([*pieces, knots[-1:]])


def _drawn(path, axis, lams):
    """The coordinates of `lams` on the axis, its logarithm where it is logarithmic."""
    return path.eta_at(lams) if axis == "eta" else np.log10(lams) if axis == "log" else lams


def _picture(path, error, end, axis):
    """lams (M,) -> what is drawn there (M, Q) in pixels, each part as large as a panel can be."""
    top = path.knots[0]
    width = np.ptp(_drawn(path, axis, np.array([top, end]))) or 1.0
    height = np.ptp(error(np.linspace(top, end, 200))) or 1.0
    centre = least_squares(path) if path.X.shape[1] <= 3 else None

    def pixels(lams):
        parts = [_drawn(path, axis, lams) / width * PIXELS[0], error(lams) / height * PIXELS[1]]
        if centre is not None:
            size = _radius(path, path.at(lams), centre) / np.linalg.norm(path.X @ centre)
            parts.append(size * PIXELS[0])
        return np.column_stack(parts)

    return pixels


def least_squares(path: LarsPath) -> np.ndarray:
    """The weights (D,) of the least loss, the smallest of them where there are several."""
    return np.linalg.lstsq(path.X, path.t, rcond=None)[0]


def _radius(path, w, centre):
    """The size (T,) of the level set of the loss through each of w (T, D), by how far the fit is
    from the best."""
    return np.linalg.norm((w - centre) @ path.X.T, axis=1)


def _refined(lams, picture, most):
    """`lams` with rows added, the worst first, until mixing neighbours is nowhere visibly off."""
    while lams.size < most:
        off = mixing_error(lams, picture)
        worst = np.argsort(-off)[: max(1, min(most - lams.size, 12))]
        worst = worst[off[worst] > _OFF]
        if worst.size == 0:
            break
        lams = np.insert(lams, worst + 1, 0.5 * (lams[worst] + lams[worst + 1]))
        lams = np.sort(lams)[::-1]
    return lams


def mixing_error(lams: np.ndarray, picture: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """How far, in pixels, a mixture of two neighbouring rows is off at most (T - 1,)."""
    rows, off = picture(lams), np.zeros(lams.size - 1)
    for share in (0.25, 0.5, 0.75):
        mixed = (1.0 - share) * rows[:-1] + share * rows[1:]
        there = picture((1.0 - share) * lams[:-1] + share * lams[1:])
        off = np.maximum(off, np.abs(there - mixed).max(axis=1))
    return off


def cp_of(f: Frames, lams: np.ndarray) -> np.ndarray:
    """Mallows' C_p at lams; NaN where the variance of the noise is unknown."""
    path = f.lars
    rss = np.sum((path.t - path.at(lams) @ path.X.T) ** 2, axis=1)
    return rss / f.noise - path.t.size + 2.0 * path.df(lams)


def cp_error(f: Frames, lams: np.ndarray) -> np.ndarray:
    """(RSS + 2 df sigma^2) / N at lams: C_p on the scale of an error per row; NaN if unknown."""
    return (cp_of(f, lams) / f.lars.t.size + 1.0) * f.noise


def level_sets(
    f: Frames, reach: float
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray, np.ndarray]:
    """(points, faces, A (T, d, d), b (T, d)): the level set of the loss through w, in every frame;
    faces: triangles of points in space, None in the plane.

    Along flat directions of the loss the set is a strip or a tube, drawn `reach` far to both sides.
    """
    values, vectors = np.linalg.eigh(f.lars.X.T @ f.lars.X)
    steep, centre = values > FLAT * values[-1], least_squares(f.lars)
    radius = _radius(f.lars, f.w, centre)
    stretch = np.where(steep, radius[:, None] / np.sqrt(np.where(steep, values, 1.0)), reach)
    solid = _disc(steep) if f.count == 2 else _solid(steep)
    return *solid, stretch[:, None, :] * vectors, np.tile(centre, (len(f), 1))


def _disc(steep):
    """(points, None): the unit circle, or two parallel lines along a flat direction."""
    if steep.all():
        return unit_circle(121), None
    lines = np.array([[-1.0, -1.0], [-1.0, 1.0], [np.nan, np.nan], [1.0, -1.0], [1.0, 1.0]])
    return lines if steep[0] else lines[:, ::-1], None


#: A round of 24 points on a tube, the ring behind 24 further on; the corners of two squares.
_ROUND, _SQUARE = np.arange(24), np.array([[0, 2, 4], [0, 4, 6]])
_NEXT = np.roll(_ROUND, -1)
#: Number of steep directions -> points around in these, ends along the flat ones, triangles.
_TUBES: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]] = {
    1: (np.array([[-1.0], [1.0]]),
        np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]),
        np.vstack([_SQUARE, _SQUARE + 1])),
    2: (unit_circle(25)[:-1], np.array([[-1.0], [1.0]]),
        np.vstack([np.column_stack([_ROUND, _NEXT, _ROUND + 24]),
                   np.column_stack([_NEXT, _NEXT + 24, _ROUND + 24])])),
}  # fmt: skip


def _solid(steep):
    """(points, faces): the unit sphere, or the product of a circle or a pair of points in the
    steep directions and [-1, 1] in the flat ones."""
    if steep.all():
        return unit_sphere()
    around, ends, faces = _TUBES[int(steep.sum())]
    points = np.empty((len(around) * len(ends), 3))
    points[:, steep] = np.tile(around, (len(ends), 1))
    points[:, ~steep] = np.repeat(ends, len(around), axis=0)
    return points, faces
