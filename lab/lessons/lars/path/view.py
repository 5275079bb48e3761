"""Which lam a frame shows, and what every panel of the path scene reads there.

Between frames the player mixes linearly in lam. Weights, correlations and |w|_1 are linear between
knots, so that knots alone would do for them; the loss, the level set that touches, the
cross-validation error and a logarithmic axis are not, so that frames are added until no picture is
off by more than a fraction of a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lab.drawing.text import unsigned
from lab.experiment import Run

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


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The frames of one run, T of them, of D weights.

    lams (T,) falling; w (T, D); c (T, D) = X'r; eta (T,) = |w|_1; x (T,): where the frame stands on
    the axis; gap (T,) certified, and scale (T,), what it is measured against; knot (T,): index of
    the knot that the frame is at, or -1; after (T,): index of the last knot at or above the frame.
    """

    run: Run
    lams: np.ndarray
    w: np.ndarray
    c: np.ndarray
    gap: np.ndarray
    scale: np.ndarray
    knot: np.ndarray
    after: np.ndarray

    def __len__(self):
        return self.lams.size

    @property
    def path(self):
        """The `LarsPath`."""
        return self.run.extra["path"]

    @property
    def cv(self):
        """The `CrossValidation`."""
        return self.run.extra["cv"]

    @property
    def names(self):
        """The name of each weight."""
        return self.run.extra["names"]

    @property
    def axis(self):
        """What the panels are drawn over: "lam", "log" or "eta"."""
        return self.run.settings["axis"]

    @property
    def eta(self):
        """|w|_1 (T,)."""
        return np.abs(self.w).sum(axis=1)

    @property
    def x(self):
        """Where each frame stands on the axis (T,)."""
        return self.eta if self.axis == "eta" else self.lams

    @property
    def remedy(self):
        """What was done to the problem, in words; "" for nothing."""
        kind = self.run.settings["remedy"]
        return "" if kind == "none" else REMEDIES[kind]

    @property
    def solved(self):
        """Whether the lasso at this lam is solved up to rounding (T,)."""
        return self.gap <= TOL * self.scale

    @property
    def knots(self):
        """The knots that are frames, as indices into `path.knots`."""
        return self.knot[self.knot >= 0]

    def events(self, k):
        """The events at knot `k` of the path, the end excepted."""
        return [e for e in self.path.events if e.knot == k and e.kind != "end"]

    def place(self, lams):
        """Where these lams stand on the axis."""
        return np.abs(self.path.at(lams)).sum(axis=1) if self.axis == "eta" else lams


def build_view(run):
    """The `View` of a run."""
    path, cv = run.extra["path"], run.extra["cv"]
    lams = frames(path, cv, run.extra["end"], run.settings["axis"])
    w = path.at(lams)
    c = (path.t - w @ path.X.T) @ path.X
    proofs = [_problem(run, lam).certify(one) for lam, one in zip(lams, w, strict=True)]
    gap, scale = np.array([(c.gap, c.scale) for c in proofs]).T
    after = np.searchsorted(-path.knots, -lams, side="right") - 1
    knot = np.where(path.knots[after] == lams, after, -1)
    return View(run, lams, w, c, unsigned(gap, scale), scale, knot, after)


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


def frames(path, cv, end, axis):
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
