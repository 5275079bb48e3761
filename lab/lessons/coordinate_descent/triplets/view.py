"""What the panels of the triplets scene share: the case, and the frames of one run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from lab.cached import cached_by
from lab.clock import align
from lab.datasets.own_file import NAMES
from lab.experiment import Run
from lab.lessons.coordinate_descent.synthetic import last_two, random_map
from lab.lessons.coordinate_descent.triplets.edited_points import own_triplets, points_of
from lab.race.methods import YOURS, Look, Methods
from lab.race.rivals import Rivals, on_one_clock
from solvers import TripletMetric, sample_triplets
from widgets import Clock

CD, COMPANION, ACTIVE = "dual_cd", "interior_point", "active_set"
#: Violet is what t has.
_LOOKS = {CD: "coordinate descent", ACTIVE: Look("active set", "rival3", "dot")}
METHODS = Methods(TripletMetric, CD, (COMPANION, ACTIVE), _LOOKS)
#: The certified relative gap at which both methods stop.
TOL = 1e-6
MOST_FRAMES = 240
#: A margin counts as missed where it lacks more than this; at the optimum many hold with equality.
MISSED = 1e-3
#: Width / height of a panel, about.
ASPECT = 1.75


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
    def svm(self):
        """Whether this is the support vector machine."""
        return self.triplets is None


@dataclass(frozen=True, eq=False)
class View(Rivals):
    """The frames of one run, in which `iteration` of every trace is on the common clock.

    fired: the row at which the source's rule fired, or None.
    """

    methods = METHODS
    fired: int | None

    @property
    def w(self):
        """Its w of each frame as the method carries it, (T, m)."""
        return self.snapshot("w")

    @property
    def updates(self):
        """Whether a frame is one update."""
        return self.settings["steps"] == "updates"

    @property
    def order(self):
        """The triplets by their final lambda, largest first: those that carry the metric."""
        return np.argsort(-self.trace.snapshots["lam"][-1], kind="stable")

    @property
    def drawn(self):
        """The triplets that are drawn, at least one."""
        return self.order[: max(self.settings["drawn"], 1)]

    def moved(self):
        """Block (0: lambda, 1: t, -1: none) and index of what each frame moves, (T,) each."""
        return tuple(self.snapshot(k) for k in ("block", "index"))

    def missed(self):
        """Whether each triplet misses its margin in each frame, (T, n)."""
        w = self.w if self.case.svm else np.maximum(self.w, 0.0)
        return w @ self.case.problem.Z.T < 1.0 - MISSED

    def optimum(self):
        """The w (m,) of the best certified run, or None where nothing is proved."""
        trace = min(self.traces.values(), key=lambda t: t.gap[-1])
        if trace.gap[-1] > 1e-5 * abs(trace.objective.min()):
            return None
        name = next(n for n, t in self.traces.items() if t is trace)
        return self.case.problem.project(METHODS.iterates(name, trace)[-1])


@cached_by("problem", "data", "dimension", "triplets", "L", "C", "seed", "points", "own", *NAMES)
def case_of(settings):
    """The `Case` that the knobs ask for."""
    data = points_of(settings)
    A = random_map(settings["L"], data.X.shape[1], settings["seed"])
    if settings["problem"] == "svm":
        return _machine(settings, data, A)
    triplets = own_triplets(settings)
    if triplets is None:
        triplets = sample_triplets(data.y, settings["triplets"], settings["seed"])
    problem = TripletMetric.from_triplets(data.X, triplets, A, settings["C"])
    return Case(problem, data.X, data.y, data.features, data.classes, triplets, A)


def _machine(settings, data, A):
    """The linear support vector machine on some points of the last two classes."""
    X, y = last_two(data)
    some = np.random.default_rng(settings["seed"]).permutation(len(y))[: settings["triplets"]]
    X, y = X[some], y[some]
    if A is None:
        problem = TripletMetric.linear_svm(X, y, settings["C"])
    else:
        Z, L = y[:, None] * X, (A.T @ A) ** 2
        problem = TripletMetric(Z, L, settings["C"], nonnegative=False)
    return Case(problem, X, (y + 1) // 2, data.features, data.classes[-2:], None, A)


def build_view(run: Run):
    """The `View` of a run: every method on one clock, the frame at which the rule fires kept."""
    fired = run.trace.snapshots["source_rule"]
    fired = int(fired.argmax()) if fired.any() else None
    run = on_one_clock(run, partial(_common, run))
    traces = run.traces
    values = align(traces, most=MOST_FRAMES - 1)[0].values
    if fired is not None:
        values = np.union1d(values, traces[CD].iteration[fired])
    rows = {
        name: np.searchsorted(t.iteration, values, side="right") - 1 for name, t in traces.items()
    }
    clock = Clock("update" if run.settings["steps"] == "updates" else "sweep", values)
    return View(run, clock, rows, fired)


def _common(run, name, trace):
    """The trace with `iteration` in visited coordinates, or in sweeps over them. A factorisation
    of the companion costs n m^2 multiplications, as much as m sweeps; an iteration of any other
    method counts as one."""
    (n, m), updates = run.problem.Z.shape, run.settings["steps"] == "updates"
    if name in (CD, YOURS):
        return replace(trace, iteration=trace.work) if updates else trace
    sweeps = m if name == COMPANION else 1
    per_sweep = n + m * run.problem.nonnegative if updates else 1
    return replace(trace, iteration=trace.iteration * sweeps * per_sweep)
