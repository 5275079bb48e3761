"""Scene `identification` in numbers: Θ⁻¹ identifies the free support vectors; fewer variables
remain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lab.clock import times
from lab.datasets.own_file import OPTION, POINT_KNOBS
from lab.datasets.points_by_hand import cloud_of
from lab.experiment import Run
from lab.knobs import clock_knob, seed_knob
from lab.lessons.interior_point.common import C_KNOB, FREE, KERNEL_KNOBS, METHODS, kernel_of
from lab.lessons.interior_point.svm import model as svm
from lab.lessons.interior_point.svm.model import TOL, Case
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from lab.scenes.frames import Frames
from solvers import FirstPhase, KernelSVM, Trace, kkt_classes, optimal_classes, solve_identification
from widgets.knobs import Knob

_OPENING = {"kernel": "gaussian", "gamma": 1.0}
#: Frames in the plane and in space, where a curved surface is sent again in each; so many points in
#: all frames together.
_FRAMES, _POINTS = {2: 120, 3: 24}, 12_000
#: Clocks with more frames have a logarithmic axis.
_LONG = 60
#: A fixed variable this far from its optimum, as a share of C, is wrong.
_WRONG = 0.1
#: Iterations after which a method is given up.
_MOST = 2000
#: A theta that selects every variable, and the gap to which all of them are solved: what is right.
_ALL, _FINE = 1e-30, 1e-8
_COUNTS = {"iterations": "iteration", "work": "column"}
_EXACT, _PRINTED = "identification", "identification_printed"
KNOBS = (
    *(replace(k, default=_OPENING.get(k.name, k.default)) for k in (C_KNOB, *KERNEL_KNOBS)),
    Knob("form", "choice", _EXACT, "The others",
         options=((_EXACT, "fixed at the nearer bound"), (_PRINTED, "dropped, as printed")),
         help="Exact: at 0 or C, and freed where that was wrong. Algorithm 6: all of them at 0."),
    Knob("digits", "linear", 1.0, "Select at sigfig", 0.0, 5.0,
         help="The digits of the source's objectives that must agree first; 1 in the source."),
    Knob("theta", "log", 100.0, "θ", 0.01, 1e6,
         help="Kept are all Θ⁻¹ ≥ θ √μ, and some more for balance; 100 in the source."),
    Knob("data", "choice", "moons", "Data", options=(*KINDS, OPTION),
         help="The first three are the kinds of Table 6-1."),
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three"))),
    *POINT_KNOBS,
    Knob("n", "integer", 60, "Points n", 4, MOST, help="Of the synthetic set.", when=SYNTHETIC),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.", when=SYNTHETIC),
    Knob("compare", "several", (), "Against", options=METHODS.options, apart="form",
         help="Rivals, in the panel of the gaps."),
    clock_knob("iterations", "products with Q", seconds=False,
        help="A step on fewer variables costs less of a product."),
    seed_knob("the points"),
)  # fmt: skip


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """Identification, its rivals, and the same with every variable in the problem."""
    base = labelled_of(settings, settings["dimension"])
    problem = KernelSVM(base.X, base.y, kernel_of(settings), settings["C"])
    common: dict[str, Any] = {"max_iter": _MOST, "cancelled": cancelled}
    shared = FirstPhase(problem)
    main = settings["form"]
    names = (main, *(name for name in settings["compare"] if name != main))
    results = {}
    for name in names:
        also = {"shared": shared} if METHODS[name].kind == "reduced" else {}
        results[name] = METHODS[name].run(problem, settings, tol=TOL, **common, **also)
    whole = solve_identification(
        problem, tol=_FINE, digits=settings["digits"], theta=_ALL, shared=shared, **common
    )
    case = Case(cloud_of(base.X, base.y), base.features, base.X, problem, None)
    return Run(problem, results, extra={"case": case, "whole": whole})


def frames(run: Run) -> Frames:
    """The table of the machine, `svm.frames`, and of n points:

    settled (T, n): the iterates, within the box; theta_inv (T, n): NaN for what is not free;
    selected (T, n), round (T,): 0 before the selection, as the trace has them. counts (T,): how
    many are free, fixed (T, n): which are not, wrong (T, n): which of those are far from their
    optimum. spread (T,): over how many powers of ten the Θ⁻¹ of free variables reach; apart (T,):
    how many of them lie between the medians of those that end free and of the others, of which
    both are among them, else NaN. whole: the trace of the same run without a selection; best (n,):
    its last x, kind (n,): ZERO, FREE or BOUNDED there, possible: q there. chosen: the row of the
    trace with the selection, or None. long: whether the clock's axes are logarithmic; printed:
    whether points not selected are dropped.
    """
    most = min(_FRAMES[run.settings["dimension"]], _POINTS // run.problem.y.size)
    f, whole = svm.frames(run, most, _COUNTS), run.extra["whole"]
    fired = np.flatnonzero(run.trace.snapshots["selected"].any(axis=1))
    f.facts(
        n=whole.x.size,
        whole=whole.trace,
        best=whole.x,
        kind=_kinds(run.problem, whole.x),
        possible=whole.certificate.objective,
        chosen=int(fired[0]) if fired.size else None,
        long=len(f) > _LONG,
        printed=run.settings["form"] == _PRINTED,
    )
    f.columns(
        settled=_settled,
        counts=lambda f: np.where(f.selected.any(axis=1), f.selected.sum(axis=1), f.n),
        fixed=lambda f: f.selected.any(axis=1)[:, None] & ~f.selected,
        wrong=lambda f: f.fixed & (np.abs(f.settled - f.best) > _WRONG * f.C),
        spread=_spread,
        apart=_apart,
    )
    return f


def _kinds(problem, x):
    """The classes (n,) of the optimum; those of x itself where its proof does not decide."""
    kinds = optimal_classes(problem, x)
    return np.where(kinds < 0, kkt_classes(problem, x), kinds)


def _settled(f):
    """What is not free is at its bound from the selection on."""
    bound = 0.0 if f.printed else np.where(f.iterate > 0.5 * f.C, f.C, 0.0)
    free = f.selected | ~f.selected.any(axis=1)[:, None]
    return np.clip(np.where(free, f.iterate, bound), 0.0, f.C)


def _powers(f):
    """The logarithms of Θ⁻¹ (T, n) to base 10; NaN where there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        powers = np.log10(f.theta_inv)
    return np.where(np.isfinite(powers), powers, np.nan)


def _spread(f):
    powers = _powers(f)
    return np.nanmax(powers, axis=1) - np.nanmin(powers, axis=1)


def _apart(f):
    powers, free = _powers(f), f.kind == FREE
    known = np.isfinite(powers)
    both = known[:, free].any(axis=1) & known[:, ~free].any(axis=1)
    found = np.full(len(f), np.nan)
    ones, others = (_medians(powers[both][:, some]) for some in (free, ~free))
    found[both] = ones - others
    return found


def _medians(values):
    """The median of each row (T, k), of what is a number there; np.nanmedian takes ten times as
    long."""
    ordered, count = np.sort(values, axis=1), np.isfinite(values).sum(axis=1)
    rows = np.arange(len(values))
    return 0.5 * (ordered[rows, (count - 1) // 2] + ordered[rows, count // 2])


def clock_of(f: Frames, trace: Trace) -> np.ndarray:
    """The clock's value at every row of a trace."""
    return times(trace, f.run.settings["clock"]).astype(float)
