"""The whole path of the lasso in numbers: the knobs, the run, which lam a frame shows, and the
shapes that touch there.

Between frames the player mixes linearly in lam. Weights, correlations and |w|_1 are linear between
knots, so that knots alone would do for them; the loss, the level set that touches, the
cross-validation error and a logarithmic axis are not, so that frames are added until no picture is
off by more than a fraction of a pixel.
"""

import numpy as np

from lab.datasets.own_file import FILE_KNOBS, OPTION
from lab.drawing.geometry import unit_circle
from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.knobs import seed_knob
from lab.lessons.lars.synthetic import DRAWN, KINDS, design
from lab.scenes.frames import Frames
from solvers import Lasso, lars_path, solve_lars
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
        options=(("lam", "λ"), ("log", "λ by powers"), ("eta", "‖w‖₁")),
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


def solve(settings, cancelled=None):
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


def frames(run):
    """The table: T frames over a falling lam, of D weights.

    lam (T,); w (T, D); c (T, D) = X'r; eta (T,) = |w|_1; x (T,): the frame's place on the axis; gap
    (T,) certified, and scale (T,), what it is measured against; solved (T,): whether the lasso at
    this lam is solved up to rounding; knot (T,): index of the knot that the frame is at, or -1;
    after (T,): index of the last knot at or above the frame; cp (T,): NaN if unknown. lars, cv: the
    `LarsPath` and the `CrossValidation`. knots: those that are frames, as indices into
    `lars.knots`. remedy: what was done to the problem, in words; "" for nothing.
    """
    path, cv, settings = run.extra["path"], run.extra["cv"], run.settings
    lam = lams_of_frames(path, cv, run.extra["end"], settings["axis"])
    f = Frames(run, Clock("λ", lam), tolerance=TOL)
    w = path.at(lam)
    proofs = [_problem(run, here).certify(one) for here, one in zip(lam, w, strict=True)]
    gap, scale = np.array([(c.gap, c.scale) for c in proofs]).T
    after = np.searchsorted(-path.knots, -lam, side="right") - 1
    knot = np.where(path.knots[after] == lam, after, -1)
    remedy = "" if settings["remedy"] == "none" else REMEDIES[settings["remedy"]]
    f.facts(
        lars=path, cv=cv, names=run.extra["names"], axis=settings["axis"], remedy=remedy,
        knots=knot[knot >= 0],
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
        after=after,
        used=lambda f: np.count_nonzero(f.w, axis=1),
        cp=_cp,
    )
    return f


def events_at(f, k):
    """The events at knot `k` of the path, the end excepted."""
    return [e for e in f.lars.events if e.knot == k and e.kind != "end"]


def place(f, lams):
    """The places of these lams on the axis."""
    return np.abs(f.lars.at(lams)).sum(axis=1) if f.axis == "eta" else lams


def _problem(run, lam):
    """The lasso of a frame; at the end it is the run's."""
    return run.problem if lam == run.problem.lam else run.extra["path"].problem(lam)


def last_lam(path, axis):
    """Where the frames end: 0, or a small lam where 0 cannot be drawn or knots are too many."""
    knots = path.knots
    if knots.size > MOST_KNOTS:
        return float(knots[MOST_KNOTS - 1])
    if axis != "log":
        return 0.0
    positive = knots[knots > 0.0]
    return float(min(0.5 * positive[-1], _LOG_END * knots[0]))


def lams_of_frames(path, cv, end, axis):
    """The lams of the frames, falling from lam_max to `end`: all knots, and rows between them."""
    knots = np.append(_corners(path, end), end)
    lams = _spread(knots, path, axis)
    most = _FEW if path.X.shape[1] <= 3 else _MANY
    return _refined(lams, _picture(path, cv, end, axis), most)


def _corners(path, end):
    """Knots above `end`, and for plain LARS where a weight passes through 0."""
    knots = path.knots[path.knots > end]
    if path.method == "lasso":
        return knots
    w, found = path.coefs, []
    for k in range(path.knots.size - 1):
        a, b = w[k], w[k + 1]
        share = a[a * b < 0.0] / (a - b)[a * b < 0.0]
        found.append(path.knots[k] + share * (path.knots[k + 1] - path.knots[k]))
    passing = np.concatenate(found) if found else np.empty(0)
    return np.unique(np.append(knots, passing[passing > end]))[::-1]


def _spread(knots, path, axis):
    """Rows between the knots: as many as a segment is long on the axis, and at least two."""
    place = _placer(path, axis)(knots)
    length = np.abs(np.diff(place))
    count = np.maximum(np.round(_SPREAD * length / (length.sum() or 1.0)), 3).astype(int)
    if count.sum() > _MANY - 20:
        count = np.maximum(count * (_MANY - 20) // count.sum(), 1)
    between = np.geomspace if axis == "log" else np.linspace
    pieces = [
        between(a, b, n, endpoint=False)
        for a, b, n in zip(knots[:-1], knots[1:], count, strict=True)
    ]
    return np.concatenate([*pieces, knots[-1:]])


def _placer(path, axis):
    """lams -> drawn coordinate on the axis."""
    if axis == "eta":
        return lambda lams: np.abs(path.at(lams)).sum(axis=1)
    return np.log10 if axis == "log" else np.asarray


def _picture(path, cv, end, axis):
    """lams (M,) -> what is drawn there (M, Q) in pixels, each part as large as a panel can be."""
    place, top = _placer(path, axis), path.knots[0]
    ends = np.ptp(place(np.array([top, end]))) or 1.0
    curve = np.linspace(top, end, 200)
    height = np.ptp(cv.at(curve)) or 1.0
    size = _level_size(path) if path.X.shape[1] <= 3 else lambda lams: np.zeros(lams.size)

    def pixels(lams):
        error = cv.at(lams) / height * PIXELS[1]
        return np.column_stack([place(lams) / ends * PIXELS[0], error, size(lams) * PIXELS[0]])

    return pixels


def _level_size(path):
    """lams -> size of the level set of the loss through w, as a share of the one through 0."""
    centre = np.linalg.lstsq(path.X, path.t, rcond=None)[0]
    first = np.linalg.norm(path.X @ centre)
    return lambda lams: np.linalg.norm((path.at(lams) - centre) @ path.X.T, axis=1) / first


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


def mixing_error(lams, picture):
    """How far, in pixels, a mixture of two neighbouring rows is off at most (T - 1,)."""
    rows, off = picture(lams), np.zeros(lams.size - 1)
    for share in (0.25, 0.5, 0.75):
        mixed = (1.0 - share) * rows[:-1] + share * rows[1:]
        there = picture((1.0 - share) * lams[:-1] + share * lams[1:])
        off = np.maximum(off, np.abs(there - mixed).max(axis=1))
    return off


def cp_error(f, lams):
    """(RSS + 2 df sigma^2) / N at lams: C_p on the scale of an error per row; NaN if unknown."""
    path = f.lars
    sigma2 = path.noise_variance()
    if sigma2 is None:
        return np.full(lams.shape, np.nan)
    rss = np.sum((path.t - path.at(lams) @ path.X.T) ** 2, axis=1)
    return (rss + 2.0 * path.df(lams) * sigma2) / path.t.size


def _cp(f):
    sigma2 = f.lars.noise_variance()
    return np.full(len(f), np.nan) if sigma2 is None else f.lars.cp(f.lam, sigma2)


def level_sets(f, shape, reach):
    """(points, A (T, d, d), b (T, d)): the level set of the loss through w, in every frame.

    shape: points of the unit circle or sphere. Along flat directions of the loss the set is a strip
    or a tube, drawn `reach` far to both sides.
    """
    X, t = f.lars.X, f.lars.t
    values, vectors = np.linalg.eigh(X.T @ X)
    steep = values > FLAT * values[-1]
    centre = np.linalg.lstsq(X, t, rcond=None)[0]
    radius = np.linalg.norm((f.w - centre) @ X.T, axis=1)
    stretch = np.where(steep, radius[:, None] / np.sqrt(np.where(steep, values, 1.0)), reach)
    if not steep.all():
        shape = _tube(steep)
    return shape, stretch[:, None, :] * vectors, np.tile(centre, (len(f), 1))


def _tube(steep):
    """The product of a pair or a circle in the steep directions and [-1, 1] in the flat ones."""
    d, count = steep.size, int(steep.sum())
    if d == 2:  # two parallel lines
        lines = [[-1.0, -1.0], [-1.0, 1.0], [np.nan, np.nan], [1.0, -1.0], [1.0, 1.0]]
        points = np.array(lines)
        return points if steep[0] else points[:, ::-1]
    points = np.empty((0, d))
    around = unit_circle(25)[:-1] if count == 2 else np.array([[-1.0], [1.0]])
    ends = [[-1.0], [1.0]] if count == 2 else [[-1, -1], [-1, 1], [1, 1], [1, -1]]
    for end in np.array(ends, dtype=np.float64):
        ring = np.empty((len(around), d))
        ring[:, steep], ring[:, ~steep] = around, end
        points = np.vstack([points, ring])
    return points
