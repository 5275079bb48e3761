"""Scene `metric`: a sparse metric from a few labelled pairs, by alternating linearization (Liu, Ma,
Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt)."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from lab.cached import cached_by
from lab.checking.parting import LOOK, rows_of
from lab.checking.task import Own
from lab.datasets.own_file import preview_points
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.lessons.alternating_linearization.case import (
    KNOBS,
    SIGMAS,
    TOL,
    UNWEIGHTED,
    case_of,
    edit,
    require_metric,
    ticks,
    tools,
    weightless,
)
from lab.lessons.alternating_linearization.marks import ball_maps, outline
from lab.lessons.alternating_linearization.metric.captions import captions, statuses
from lab.lessons.alternating_linearization.metric.floor import costs
from lab.lessons.alternating_linearization.metric.panels import (
    errors_panel,
    matrix_panel,
    points_panel,
    proof_panel,
)
from lab.lessons.alternating_linearization.metric.questions import questions
from lab.lessons.alternating_linearization.metric.view import build_view
from lab.lessons.alternating_linearization.rivals import solved_itml, solved_lmnn
from lab.lessons.alternating_linearization.student_steps import ways
from lab.lessons.alternating_linearization.synthetic import MOST
from lab.race.methods import YOURS
from solvers import (
    InputError,
    SparsePrecision,
    lrml_metric,
    mahalanobis_metric,
    nearest_neighbour_error,
    solve_alternating_linearization,
    solve_proximal_newton,
)
from widgets import Layout, Path, Scene, moved, on_demand
from widgets.knobs import Knob, with_primary

ALM = "alm"
_MOST, _FEW = 200, 30
#: LMNN's share of the pushes and ITML's price of a violated bound, by which their authors start.
_MU, _GAMMA = 0.5, 1.0
_OWN = (
    Knob("mu", "log", 1.0, "Step μ, factor", 0.01, 100.0,
         help="1: μ = γmin γmax of the current M, for which the rate is best."),
    Knob("smoothing", "choice", 0.0, "Smoothing", options=SIGMAS,
         help="σ of (18): with σ > 0 no entry of Y is exactly zero."),
    Knob("proof", "choice", "gap", "Proof",
         options=(("gap", "gap P − D, log axis"), ("values", "P and D"),
                  ("floor", "cost of smoothing")),
         help="How the proof is drawn."),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The metric of the knobs, its companions, and how often each finds the wrong neighbour."""
    case = case_of(settings)
    result = solve_alternating_linearization(
        case.problem,
        x0=case.prior,
        tol=TOL,
        max_iter=_MOST,
        mu_factor=settings["mu"],
        smoothing=settings["smoothing"],
        cancelled=cancelled,
    )
    require_metric(case, result)
    main = "S3ML" if settings["semi"] else "S2ML"
    other = case_of(settings | {"semi": not settings["semi"]})  # refused here, if at all
    extra = {
        "case": case,
        "main": main,
        "optimum": _optimum(case, result),
        "errors": cache(partial(_errors, case, settings, result, other)),
        "now": _errors_of_rows(case, result.trace.snapshots),
    }
    if settings["proof"] == "floor":
        extra["costs"] = costs(case.problem, case.prior)
    return Run(case.problem, {ALM: result}, extra=extra)


def _optimum(case, result):
    """M* (d, d): the answer, or where the knobs made the method slow, that of a plain run."""
    if result.status == "converged":
        return result.x
    return _plain(case.problem, x0=case.prior).x


#: Solutions of which nothing but the answer is shown; the second needs a few steps only.
_plain = partial(solve_alternating_linearization, tol=TOL, max_iter=_MOST, record_every=0)
_fast = partial(solve_proximal_newton, tol=TOL, max_iter=_FEW, record_every=0)


def _answer(problem, x0):
    """The answer of a rival: as far as the method of the scene comes where there is none."""
    result = _fast(problem, x0=x0)
    return result.x if result.status == "converged" else _plain(problem, x0=x0).x


def _errors(case, settings, result, other):
    """Name -> share of wrong neighbours; NaN where there is no metric. other: the case with or
    without the points that have no class."""
    # S2ML and S3ML lie near each other: from here it takes half of the iterations.
    found = _answer(other.problem, result)
    both = (found, result.x) if settings["semi"] else (result.x, found)
    pairs = (other if settings["semi"] else case).problem
    sparse = zip(("S2ML", "S3ML", "SDML"), (*both, _sdml(pairs, case.prior)), strict=True)
    found = _unweighted_errors(settings) | {name: _error(case, M) for name, M in sparse}
    return {name: found[name] for name in _ORDER}


@cached_by(*UNWEIGHTED)
def _unweighted_errors(settings):
    """What `_errors` says of the metrics that neither rho nor beta changes."""
    case = weightless(settings, MOST)
    errors = {}
    for name, metric in _METRICS.items():
        try:
            errors[name] = _error(case, metric(case, settings))
        except InputError:
            errors[name] = np.nan
    return errors


def _sdml(pairs, prior):
    """S2ML, whose problem is `pairs`, with a free diagonal."""
    spared = pairs.rho * (1.0 - np.eye(len(pairs.Sigma)))
    return _answer(SparsePrecision(pairs.Sigma, spared), prior)


#: Name -> the metric of (case, settings) that neither rho nor beta changes.
_METRICS = {
    "Euclidean": lambda case, _: np.eye(case.X.shape[1]),
    "Mahalanobis": lambda case, _: mahalanobis_metric(case.X),
    "LRML": lambda case, settings: lrml_metric(
        case.X, case.similar, case.dissimilar, k=settings["k"], dissimilar_weight=settings["weight"]
    ),
    "LMNN": lambda case, _: solved_lmnn(case.X[case.labelled], case.y[case.labelled], _MU).x,
    "ITML": lambda case, settings: (
        solved_itml(case.X, case.similar, case.dissimilar, _GAMMA, settings["prior"]).x
    ),
}
#: In which order the panel names them.
_ORDER = ("Euclidean", "Mahalanobis", "S2ML", "S3ML", "LRML", "LMNN", "ITML", "SDML")


def _error(case, M):
    if not np.isfinite(M).all():
        return np.nan
    known, hidden = case.labelled, case.hidden()
    X, y = case.X, case.y
    return nearest_neighbour_error(M, X[known], y[known], X[hidden], y[hidden])


def _errors_of_rows(case, shown):
    """The error (R,) of the sparse metric of each row; of M where Y is no metric."""
    metrics = np.where(shown["point_valid"][:, None, None], shown["Y"], shown["M"])
    known, hidden = case.labelled, case.hidden()
    apart = case.X[hidden, None, :] - case.X[known]
    products = (apart[..., :, None] * apart[..., None, :]).reshape(*apart.shape[:2], -1)
    nearest = (products @ metrics.reshape(len(metrics), -1).T).argmin(axis=1)
    return np.mean(case.y[known][nearest] != case.y[hidden][:, None], axis=0)


def scene(run):
    """Points and balls, the entries, the proof, the neighbours."""
    view = build_view(run)
    return Scene(
        [
            points_panel(view),
            matrix_panel(view),
            proof_panel(view),
            on_demand("errors", errors_panel, view),
        ],
        view.clock,
        captions=captions(view),
        readout=readout(view.result, view.at, TOL, "P", "D") | {"status": statuses(view)},
        questions=questions(view),
        layout=Layout("points", ("matrix", "gap"), ("errors",)),
    )


def _both(run, view):
    """M and Y (T, 2, d, d) of the reference and of the student's run."""
    pairs = zip((run.main, YOURS), rows_of(run, view), strict=True)
    return tuple(
        np.stack([run.traces[name].snapshots[part][rows] for part in ("M", "Y")], axis=1)
        for name, rows in pairs
    )


def _ball(view, yours):
    """The ball of Y, where it is a metric."""
    centre = view.case.X.mean(axis=0)
    longest = 3.0 * float(np.ptp(view.case.X, axis=0).max())
    maps = ball_maps(yours[:, 1], longest)
    return {"points": [Path(moved(outline(view.d), maps, np.tile(centre, (len(view), 1))),
                            ghost=False, **LOOK)]}  # fmt: skip


OWN = Own(ways(smoothing=(0.0,)), build_view, "points", iterates=_both, marks=_ball)


EXPERIMENT = Experiment(
    name="metric",
    title="A sparse metric from a few pairs",
    question="Which entries of the metric are zero, and when is there no metric at all?",
    knobs=with_primary((*KNOBS, *_OWN), "rho", "beta", "data", "dimension"),
    solve=solve,
    scene=scene,
    own=OWN,
    previews=preview_points,
    ticks=ticks,
    click=partial(edit, panel="points"),
    tools=partial(tools, panel="points"),
    measures={
        "zeros": lambda run: np.count_nonzero(run.result.x == 0.0) // 2,
        "wrong neighbours": lambda run: run.extra["errors"]()[run.extra["main"]],
    },
    vary={"rho": (0.01, 1.0, 4), "beta": (0.05, 1.0, 6)},
)
