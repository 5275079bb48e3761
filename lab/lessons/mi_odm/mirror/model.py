"""The mirror in numbers: a saddle point over a triangle of weights by mirror prox, one sub-step at
a time (Zhang and Jin 2020, Figs. 1 and 2, 004_0576c39cd2308ab8.txt).

One positive bag of three instances has three assignments of a key. The triangle of weights on them
is viewed along (1, 1, 1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import contourpy
import numpy as np

from lab.clock import align
from lab.drawing.geometry import joined
from lab.drawing.text import unsigned
from lab.experiment import Run
from lab.knobs import budget_knob, seed_knob
from lab.lessons.mi_odm.common import halves_of
from lab.lessons.mi_odm.synthetic import synthetic_bags
from lab.scenes.frames import Frame, Frames, remembered
from solvers import (
    Gaussian,
    MultiInstanceODM,
    Result,
    Trace,
    best_response,
    solve_column_generation,
    solve_mirror_descent,
    solve_mirror_prox,
)
from widgets import Clock
from widgets.knobs import Knob

#: The certified gap, relative to the scale at the answer, at which a run ends.
TOL = 1e-3
#: What a frame shows: the start, six sub-steps of an iteration and its average, or all at once.
START, DUAL, BACK, MIDDLE, DUAL2, BACK2, END, AVERAGE, WHOLE = range(9)
#: The slow frames of an iteration of mirror descent.
_SINGLE = (DUAL, BACK, END, AVERAGE)
#: What the clock adds to the last whole iteration in each sub-step.
_TENTH = 0.1
#: Iterations beyond the slow ones that have a frame each; then frames thin out.
_MOST, _KEEP = 75, 35
#: Corners of the triangle, one per assignment, around the origin: what is the same in all three
#: weights moves nothing here, as the plane is viewed along (1, 1, 1).
CORNERS = np.array([[-np.sqrt(0.75), -0.5], [np.sqrt(0.75), -0.5], [0.0, 1.0]])
_SIDE = 16
#: kind -> words.
KINDS = {
    "around": "three ways out",
    "clutter": "key and clutter",
    "overlap": "clutter around the key",
}
#: Three instances around the negative ones, and two bags of these.
_AROUND = (
    np.array([[0.85, 1.13], [-0.78, -0.64], [0.91, -1.44]]),
    np.array([[0.05, 0.09], [-0.69, -0.33]]),
    np.array([[-0.34, -0.48], [0.41, -0.31]]),
)
_JITTER = 0.25
#: The weights of a point that is not drawn.
_NOWHERE = np.full(3, np.nan)
#: Weights beyond exp of this, after a step that diverges, are drawn and written as exp of it.
_LARGEST = 300.0
#: Steps shorter than this share of where they begin, in the distance of the mirror, are rounding.
_ROUNDING = 1e-13
#: The methods that take the potential's gradient at a running average.
_AHEAD = ("accelerated", "stochastic")
METHODS = (
    ("plain", "mirror prox"),
    ("accelerated", "accelerated"),
    ("stochastic", "stochastic"),
    ("single", "one step only"),
)
_RULES = (("fixed", "fixed × factor"), ("adaptive", "adaptive"), ("guaranteed", "guaranteed"))
_FLAGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "accelerated": {"accelerated": True},
    "stochastic": {"stochastic": True},
}
_TWO = tuple(_FLAGS)
FOURTH = (("gap", "certified gap"), ("steps", "step sizes"), ("bags", "the bags"))
KNOBS = (
    Knob("method", "choice", "plain", "Method", options=METHODS,
         help="All but the last take two prox steps from one point; accelerated: with the "
         "potential's gradient at a running average; stochastic: with two sampled assignments a "
         "step. One step only is mirror descent, with a fixed step."),
    Knob("rule", "choice", "fixed", "Step rule", options=_RULES,
         help="Adaptive: longer by half, then halved until safe. Guaranteed: from norms of K(c).",
         when={"method": _TWO}),
    Knob("factor", "log", 1.5, "Step factor", 0.1, 32.0,
         help="Of the fixed step: times half the shortest adaptive one. Long steps may diverge.",
         when=({"rule": ("fixed",)}, {"method": ("single",)})),
    Knob("lam", "log", 6.0, "λ₁ = λ₂", 0.1, 1000.0, help="The price of leaving the band."),
    Knob("gamma", "log", 0.5, "γ", 0.05, 8.0, help="Of the Gaussian kernel exp(−γ‖x − z‖²)."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0, help="What a margin above the band costs."),
    Knob("theta", "linear", 0.2, "θ", 0.0, 0.95, help="Half the width of the free band."),
    Knob("data", "choice", "around", "Bags", options=tuple(KINDS.items()),
         help="One positive bag of three instances: three assignments."),
    Knob("start", "linear", 2.5, "Start, times u₀", 0.5, 4.0,
         help="u₀ is the best u for equal weights; from it u hardly has to move."),
    budget_knob(400, 5, 1000, help="Then the method gives up."),
    Knob("slow", "integer", 2, "In slow motion", 0, 10, help="Iterations shown in seven frames."),
    Knob("fourth", "choice", "gap", "Also show", options=FOURTH),
    Knob("view", "choice", "flat", "Triangle", options=(("flat", "flat"), ("space", "in space")),
         help="In space the projection onto the triangle is a line towards the origin."),
    seed_knob("the bags, and the samples"),
)  # fmt: skip


def three_keys(kind: str, seed: int) -> tuple[list[np.ndarray], np.ndarray]:
    """(bags, y): a positive bag of three instances and two negative bags.

    In "around" the three are on different sides of the negative instances, chosen for seed 0
    and moved a little for others; the other kinds are those of `synthetic_bags`.
    """
    if kind != "around":
        return synthetic_bags(kind, positive=1, negative=2, instances=3, seed=seed)
    rng, size = np.random.default_rng(seed), _JITTER if seed else 0.0
    bags = [bag + size * rng.standard_normal(bag.shape) for bag in _AROUND]
    return bags, np.array([1.0, -1.0, -1.0])


@remembered
def saddle_problem(settings: Mapping[str, Any]) -> tuple[MultiInstanceODM, np.ndarray, Result]:
    """(the `MultiInstanceODM` of the knobs with lam1 = lam2, its upper half on the `lattice`, its
    saddle point as a `Result`): what no method changes."""
    bags, y = three_keys(settings["data"], settings["seed"])
    lam = settings["lam"]
    kernel = Gaussian(settings["gamma"])
    problem = MultiInstanceODM(bags, y, lam, lam, settings["nu"], settings["theta"], kernel)
    saddle = solve_column_generation(problem, tol=1e-12)
    return problem, ground_of(problem, lattice()[0]), saddle


def start_of(problem: MultiInstanceODM, factor: float) -> np.ndarray:
    """`factor` times u_0 (2N,), the best u for equal weights."""
    return factor * best_response(problem)


def ground_of(problem: MultiInstanceODM, weights: np.ndarray) -> np.ndarray:
    """max over u of G(u, v) for each row of weights (n, 3): rigorous upper halves, exact up to
    the tolerance of the machine."""
    values, s = [], None
    for v in weights:
        u = best_response(problem, v, s=s, accuracy=1e-9)
        s = u[: u.size // 2] - u[u.size // 2 :]
        values.append(problem.upper(*problem.mixture(v), s))
    found = np.array(values)
    found.flags.writeable = False
    return found


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """One run from `start` times u_0, and the saddle point by column generation; with mirror
    descent also mirror prox with the same step."""
    problem, ground, saddle = saddle_problem(settings)
    rule, method = settings["rule"], settings["method"]
    single = method == "single"
    common: dict[str, Any] = {
        "x0": start_of(problem, settings["start"]),
        "tol": TOL,
        "max_iter": settings["budget"],
        "step": settings["factor"] if single or rule == "fixed" else rule,
        "seed": settings["seed"],
        "cancelled": cancelled,
    }
    result = solve_mirror_prox(problem, **common, **_FLAGS.get(method, {}))
    extra = {"ground": ground, "saddle": saddle}
    if single:
        extra["prox"] = result
        result = solve_mirror_descent(problem, **common)
    return Run(problem, {"mirror_descent" if single else "mirror_prox": result}, extra=extra)


def frames(run: Run) -> Frames:
    """The table: T frames, the first iterations one sub-step each.

    stage (T,): START, DUAL, ... row (T,): the iteration that the frame shows, or takes apart. done
    (T,): the last iteration that is complete by then, to which the trace's columns belong. centre
    (T,): the last row whose centre is reached. w (T, 3): its v; average (T, 3): that of the
    output. taken: the `Iteration` of each frame, None at the start; part: the prox step of each
    frame that shows a part of an iteration. start, middle, end (T, 3): v where the iteration
    begins, at its middle point, and where it ends. gap (T,): certified of the average, best so far;
    last_gap (T,): certified of the last centre that is complete, by itself.

    star (T, 3): v*; NaN before the first iteration is complete, while its place is asked for.

    flat: whether the triangle is viewed along (1, 1, 1). steps: iteration -> its `Iteration`.
    single: whether an iteration is one step: mirror descent. saddle: the certified saddle point as
    a `Result`, best (3,): its weights v*.
    """
    clock, rows = align(run.trace, most=_MOST, keep=_KEEP)
    slow, method = run.settings["slow"], run.settings["method"]
    single = method == "single"
    parts = _SINGLE if single else range(DUAL, WHOLE)
    later = [(int(r), stage) for r in rows[1:] for stage in (parts if r <= slow else (WHOLE,))]
    row, stage = np.array([(0, START), *later]).T
    complete = (stage == START) | (stage >= AVERAGE)
    done = np.where(complete, row, row - 1)
    centre = np.where(stage == END, row, done)
    iteration, snapshots = run.trace.iteration, run.trace.snapshots
    values = np.where(complete, iteration[row], iteration[done] + _TENTH * stage)
    shown = np.unique(row[row > 0])
    take_apart = Anatomy(run.problem, run.trace, method, shown)
    steps = {int(r): take_apart(int(r)) for r in shown}
    taken = [steps.get(int(r)) for r in row]
    saddle = run.extra["saddle"]
    keys = saddle.dual["assignments"][:, 0]
    f = Frames(run, Clock(clock.name, values), {run.main: done}, tolerance=TOL)
    f.facts(
        flat=run.settings["view"] == "flat",
        steps=steps,
        single=single,
        method=method,
        saddle=saddle,
        best=np.bincount(keys, saddle.dual["v"], run.problem.count),
    )
    f.columns(
        stage=stage,
        row=row,
        done=done,
        centre=centre,
        w=snapshots["centre_v"][centre],
        average=snapshots["v"][done],
        average_before=lambda f: f.before("average"),
        star=lambda f: np.where(f.done[:, None] > 0, f.best, np.nan),
        taken=taken,
        part=lambda f: [_part(*one) for one in zip(f.taken, f.stage, strict=True)],
        start=snapshots["centre_v"][np.maximum(row - 1, 0)],
        middle=snapshots["middle_v"][row],
        end=snapshots["centre_v"][row],
        gap=unsigned(run.trace.gap, run.result.certificate.scale)[done],
        last_gap=_last_gaps,
    )
    return f


def _part(taken, stage):
    return taken and (taken.first if stage <= MIDDLE else taken.last)


def shows(f: Frames, *stages: int) -> np.ndarray:
    """Whether each frame (T, 1) is one of the `stages`."""
    return np.isin(f.stage, stages)[:, None]


def _last_gaps(f):
    """The gap of the centre of each complete row, this row's own."""
    rows, frame = np.unique(f.done, return_inverse=True)
    u, v = (f.run.trace.snapshots[name] for name in ("centre_u", "centre_v"))
    proofs = f.run.problem.certify_rows(u[rows], v[rows])
    return np.array([float(unsigned(c.gap, c.scale)) for c in proofs])[frame]


def end_gaps(f: Frames) -> tuple[float, float]:
    """(first, last) of the gaps of the centres that are known."""
    known = f.last_gap[np.isfinite(f.last_gap)]
    return known[0], known[-1]


def halves(f: Frames) -> tuple[np.ndarray, np.ndarray]:
    """(upper (R,), lower (R,)) of every row of the trace."""
    saddle = f.saddle.certificate
    return halves_of(f.run.trace, 0.5 * (saddle.objective + saddle.bound))


def middles(f: Frames) -> np.ndarray:
    """The middle point's v (T, 3) in the frames that have one, NaN in others."""
    return np.where((f.stage[:, None] >= MIDDLE) & (not f.single), f.middle, np.nan)


def hats(f: Frames) -> np.ndarray:
    """v̂ (T, 3) in the frames between the way back and the projection, NaN in others."""
    return each(f, shows(f, BACK, MIDDLE, BACK2, END), lambda frame: frame.part.hat_v)


def each(f: Frames, there: np.ndarray, read: Callable[[Frame], np.ndarray]) -> np.ndarray:
    """read(frame) (T, 3) of the frames that are `there` (T, 1), NaN of others."""
    frames = zip(f, there.ravel(), strict=True)
    return np.array([read(frame) if here else _NOWHERE for frame, here in frames])


def multipliers(f: Frames) -> np.ndarray:
    """The u (T, 2N) that each frame shows: where its half of the point is now."""
    shown = f.run.trace.snapshots
    u = np.where(shows(f, AVERAGE), f.u, shown["centre_u"][f.centre])
    u = np.where(shows(f, MIDDLE, DUAL2), shown["middle_u"][f.row], u)
    for k in np.flatnonzero(shows(f, BACK, BACK2)):
        u[k] = f.part[k].hat_u
    return u


def flat(weights: np.ndarray) -> np.ndarray:
    """Points (..., 2) of weights (..., 3), which need not be positive or sum to 1."""
    return weights @ CORNERS


def lattice() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Weights (n, 3) on a triangular lattice, and where each is in a square: rows, columns."""
    i, j = np.nonzero(np.add.outer(np.arange(_SIDE + 1), np.arange(_SIDE + 1)) <= _SIDE)
    return np.column_stack([i, j, _SIDE - i - j]) / _SIDE, i, j


def triangle_lines(values: np.ndarray, count: int = 7) -> np.ndarray:
    """Level lines (m, 3) of weights, NaN between them, of `values` (n,) on the lattice.

    Levels rise with the square of their number: even steps in distance from a minimum.
    """
    _, i, j = lattice()
    square = np.ma.masked_all((_SIDE + 1, _SIDE + 1))
    # Roots are nearly straight where values are nearly a parabola: so the lattice may be coarse.
    square[i, j] = np.sqrt(np.maximum(values - values.min(), 0.0))
    lines = contourpy.contour_generator(z=square, corner_mask=True)
    levels = square.max() * np.arange(1, count + 1) / (count + 1)
    # Columns are the second, rows the first weight.
    pieces = [np.asarray(line) for level in levels for line in lines.lines(level)]
    line = joined(pieces) / _SIDE
    return np.column_stack([line[:, 1], line[:, 0], 1.0 - line.sum(axis=1)])


@dataclass(frozen=True, slots=True, eq=False)
class ProxStep:
    """One prox step from (u, v).

    values (3,): the entries of dG/dv that pull v, D(u', c_k) where the gradient is taken, or the
    sampled entries. shift (3,): -eta values / b, what log v moves by. hat_v (3,): back from the
    dual, before projection. new_u, new_v: after it. drawn: the assignments (i, j) that the
    stochastic method sampled, else None. back_u() is `hat_u`.
    """

    u: np.ndarray
    v: np.ndarray
    values: np.ndarray
    shift: np.ndarray
    hat_v: np.ndarray
    new_u: np.ndarray
    new_v: np.ndarray
    drawn: tuple[int, int] | None
    back_u: Callable[[], np.ndarray]

    @property
    def hat_u(self) -> np.ndarray:
        """u (2N,) back from the dual, before projection."""
        return self.back_u()


@dataclass(frozen=True, slots=True, eq=False)
class Iteration:
    """The prox steps of one iteration, both from the same centre; eta, and how safe it was.

    second: None for mirror descent, which has one step. safety() is the `ratio`.
    """

    first: ProxStep
    second: ProxStep | None
    eta: float
    safety: Callable[[], float]

    @property
    def ratio(self) -> float:
        """eta <g(y) - g(w), y - w'> over V(w; y) + V(y; w'), at most 1 for a safe step of the
        plain method; NaN for the others."""
        return self.safety()

    @property
    def last(self) -> ProxStep:
        """The step that ends the iteration."""
        return self.first if self.second is None else self.second


class Anatomy:
    """Takes the iterations of a trace of mirror prox or descent on three assignments apart, those
    that end in `rows` (R,), by default all."""

    def __init__(
        self, problem: MultiInstanceODM, trace: Trace, method: str, rows: np.ndarray | None = None
    ):
        rows = np.arange(1, len(trace)) if rows is None else rows
        self.problem, self.shown, self.method = problem, trace.snapshots, method
        below = 0.5 / problem.omega
        self.curvature = np.concatenate([below, below / problem.nu])
        theta = problem.theta
        self.level = np.repeat([1.0 - theta, -(1.0 + theta)], problem.omega.size)
        self.a, self.b = float(self.shown["a"][0]), float(self.shown["b"][0])
        # D(u, c_k) (R, 3) at the centre and at the middle point of each, had at once.
        ends = self.shown["centre_u"][rows - 1], self.shown["middle_u"][rows]
        pairs = zip(*map(problem.dual_value_rows, ends), strict=True)
        self.values = dict(zip(rows.tolist(), pairs, strict=True))

    def __call__(self, t: int) -> Iteration:
        """The `Iteration` that ends in row t >= 1."""
        shown, eta = self.shown, float(self.shown["step"][t])
        centre = shown["centre_u"][t - 1], shown["centre_v"][t - 1]
        middle = shown["middle_u"][t], shown["middle_v"][t]
        end = shown["centre_u"][t], shown["centre_v"][t]
        values = self.values[t]
        first = self._step(t, centre, centre, middle, eta, values[0])
        single = self.method == "single"
        second = None if single else self._step(t, centre, middle, end, eta, values[1])
        return Iteration(first, second, eta, partial(self._ratio, first, second, eta))

    def _step(self, t, centre, at, end, eta, values):
        """The step from `centre` along the gradient taken `at`, where D is `values` (3,), which
        ends in `end`."""
        (u, v), (new_u, new_v) = centre, end
        ahead = self._lookahead(t) if self.method in _AHEAD else at[0]
        smooth = self.curvature * ahead - self.level  # the gradient of the potential
        drawn, pull = None, partial(self._pull, *at)
        if self.method == "stochastic":
            drawn, pull, values = self._sampled(u, at, v, end, smooth, eta)
        shift = -eta / self.b * values
        hat_v = v * np.exp(shift - max(shift.max() - _LARGEST, 0.0))
        back_u = partial(self._back, u, smooth, pull, eta)
        return ProxStep(u, v, values, shift, hat_v, new_u, new_v, drawn, back_u)

    def _back(self, u, smooth, pull, eta):
        """u (2N,) back from the dual, of the gradient of the potential and pull()."""
        return u - eta / self.a * (smooth + pull())

    def _lookahead(self, t):
        """The running average at which the accelerated method takes the potential's gradient."""
        share = 2.0 / (t + 1.0)
        return (1.0 - share) * self.shown["u"][t - 1] + share * self.shown["centre_u"][t - 1]

    def _pull(self, u, v):
        """The part of -dG/du (2N,) that depends on v."""
        f = self.problem.margins(u, v)
        return np.concatenate([f, -f])

    def _sampled(self, u, at, v, end, smooth, eta):
        """Which assignments were drawn, read off where the step ended.

        Only the entry j of log v moves against the others; i is the assignment whose pull ends
        nearest to where u did.
        """
        moved = np.log(np.maximum(end[1], 1e-300)) - np.log(np.maximum(v, 1e-300))
        moved = moved - np.median(moved)
        j = int(np.argmax(np.abs(moved)))
        values = np.where(np.arange(3) == j, -self.b / eta * moved, 0.0)
        pulls = [partial(self._pull, at[0], one) for one in np.eye(3)]
        ends = (np.maximum(self._back(u, smooth, pull, eta), 0.0) for pull in pulls)
        i = int(np.argmin([np.abs(e - end[0]).max() for e in ends]))
        return (i, j), pulls[i], values

    def _ratio(self, first, second, eta):
        if self.method != "plain":
            return np.nan
        middle = first.new_u, first.new_v
        turned = self.a / eta * (first.hat_u - second.hat_u) @ (middle[0] - second.new_u)
        turned += (second.values - first.values) @ (middle[1] - second.new_v)
        within = self._distance(first.u, first.v, *middle)
        within += self._distance(*middle, second.new_u, second.new_v)
        size = 0.5 * self.a * first.u @ first.u + self.b
        return float(eta * turned / within) if within > _ROUNDING * size else 0.0

    def _distance(self, u, v, new_u, new_v):
        """Bregman distance of the new point from the old."""
        live = new_v > 0.0
        entropy = np.sum(new_v[live] * np.log(new_v[live] / np.maximum(v[live], 1e-300)))
        return 0.5 * self.a * np.sum((new_u - u) ** 2) + self.b * max(entropy, 0.0)
