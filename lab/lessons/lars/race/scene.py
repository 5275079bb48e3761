"""Coordinate descent, ISTA, FISTA, an interior point and LARS on one lasso and one clock."""

from __future__ import annotations

from functools import partial

from lab import data
from lab.datasets.own_file import FILE_KNOBS, OPTION, preview
from lab.drawing.gap_panel import FinalMark, gap_panel
from lab.drawing.readout import readout
from lab.drawing.text import weight
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.lars.race.captions import captions
from lab.lessons.lars.race.panels import support, tracks, weights
from lab.lessons.lars.race.questions import questions
from lab.lessons.lars.race.view import AXES, CD, METHODS, build_view
from lab.lessons.lars.synthetic import Design, design
from lab.race import peers
from lab.race.compare import timed_result
from lab.sweeps.measures import nonzeros
from solvers import Lasso
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Rows, columns and weights that are not 0 of the wide synthetic set.
WIDE = (60, 120, 8)
KINDS = {
    "diabetes": "diabetes (real, 442 × 10)",
    "wide": "more features than objects (60 × 120)",
    "twins": "twins: a feature twice",
}
KNOBS = (
    Knob(
        "share", "log", 0.02, "λ / λmax", 0.001, 1.0,
        help="λ as a share of λmax, from which on w = 0.",
    ),
    Knob("data", "choice", "diabetes", "Data", options=(*KINDS.items(), OPTION), help="X and t."),
    *FILE_KNOBS,
    Knob(
        "standardise", "switch", True, "Standardise",
        help="Brings every feature to length 1; gradient methods need it most.",
        when={"not data": ("wide",)},
    ),
    Knob(
        "compare", "several", ("ista", "fista", "interior_point", "lars"), "Against",
        options=METHODS.rivals, help="The rivals of coordinate descent.",
    ),
    clock_knob("iterations", "work",
        help="An iteration is a sweep, a gradient step, a factorisation, a knot: not the same "
        "work. In seconds foreign packages take part."),
    Knob(
        "tol", "choice", 1e-6, "Finish", options=((1e-3, "1e-3"), (1e-6, "1e-6"), (1e-9, "1e-9")),
        help="The certified gap that counts as arrived, as a share of the objective.",
    ),
    budget_knob(120, 1, 1000),
    Knob("noise", "linear", 0.3, "Noise", 0.0, 1.0, help="Length of the noise (synthetic only).",
         when={"data": ("wide", "twins")}),
    seed_knob("data and the order of sweeps"),
)  # fmt: skip


def make_design(settings):
    """The `Design` that the knobs describe."""
    if settings["data"] != "wide":
        return design(settings)
    X, t, _ = data.sparse_regression(*WIDE, noise=settings["noise"], seed=settings["seed"])
    return Design(X, t, tuple(weight(d) for d in range(X.shape[1])))


def solve(settings, cancelled=None):
    """Every method from w = 0, with the same tolerance and the same number of iterations at
    most."""
    data = make_design(settings)
    top = Lasso(data.X, data.t, 0.0).lam_max
    problem = Lasso(data.X, data.t, settings["share"] * top)
    names = (CD, *settings["compare"])
    common = {"tol": settings["tol"], "max_iter": settings["budget"], "cancelled": cancelled}
    common |= {"seed": settings["seed"]}
    if settings["clock"] == "seconds":
        solve_it = partial(METHODS.solve, problem=problem, **common)
        results = {name: timed_result(partial(solve_it, name)) for name in names}
        extra = {"names": data.names, "peers": _peers(problem, results[CD], settings["tol"])}
    else:
        results = {name: METHODS.solve(name, problem, **common) for name in names}
        extra = {"names": data.names, "peers": ()}
    return Run(problem, results, extra=extra)


def _peers(problem, result, tol):
    """What foreign packages reach when asked for the same accuracy, which they count in ||t||^2."""
    tol = tol * result.certificate.scale / problem.at_zero if problem.at_zero > 0.0 else tol
    asked = peers.shown(problem).items()
    answers = [peers.answer(name, peer, problem, 0.5 * tol) for name, peer in asked]
    return tuple(a for a in answers if a is not None)


def scene(run):
    """The tracks, the gaps, the number of weights, the weights, on one clock."""
    view = build_view(run)
    return Scene(
        [tracks(view), _gaps(view), support(view), on_demand("weights", weights, view)],
        view.clock,
        captions(view),
        readout(run.result, view.rows[CD], run.settings["tol"]),
        questions(view),
        layout=Layout("gap", ("tracks", "support"), ("weights",)),
    )


def _gaps(view):
    marks = [
        FinalMark(a.name, a.seconds, a.certificate.gap, symbol)
        for a, symbol in zip(view.run.extra["peers"], ("diamond", "square"), strict=False)
    ]
    now, axis = view.clock.values, AXES[view.run.settings["clock"]]
    return gap_panel(view.gap_curves(), now, view.limit, axis, marks=marks, log=view.seconds)


EXPERIMENT = Experiment(
    "race",
    "Who is first on one lasso?",
    "Who is first depends on what is counted. Who should be first here, and why?",
    with_primary(KNOBS, "share", "data", "file", "clock", "compare"),
    solve,
    scene,
    previews=preview,
    measures={"nonzeros": nonzeros},
    vary={"share": (0.003, 0.5, 6), "clock": ["iterations", "work"]},
)
