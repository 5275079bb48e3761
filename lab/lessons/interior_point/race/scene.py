"""Scene `race`: all methods of the lesson on one machine and one clock, and LIBSVM beside them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from lab.datasets.own_file import OPTION, POINT_KNOBS, preview_points
from lab.drawing.readout import readout
from lab.experiment import Experiment, Run
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.interior_point.knobs import C_KNOB, KERNEL_KNOBS, kernel_of, method_knobs
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.race.captions import captions
from lab.lessons.interior_point.race.panels import arrivals, gaps, machines, support
from lab.lessons.interior_point.race.questions import questions
from lab.lessons.interior_point.race.view import MAIN, build_view
from lab.lessons.interior_point.support import MEASURES
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from lab.peers.scikit_learn import libsvm
from lab.race import peers
from lab.race.compare import REPEATS, timed_result
from solvers import KernelSVM
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

_OPENING = {"kernel": "gaussian"}
#: What Mehrotra's method obeys is always in play.
_METHOD_KNOBS = tuple(
    replace(knob, when=()) if knob.name in METHODS[MAIN].takes else knob
    for knob in method_knobs("compare")
)
KNOBS = (
    *(replace(k, default=_OPENING.get(k.name, k.default)) for k in (C_KNOB, *KERNEL_KNOBS)),
    Knob("data", "choice", "overlapping", "Data", options=(*KINDS, OPTION),
         help="The first three are the kinds of Table 6-1."),
    *POINT_KNOBS,
    Knob("n", "integer", 60, "Points n", 4, MOST, help="Of the synthetic set.", when=SYNTHETIC),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.", when=SYNTHETIC),
    Knob("compare", "several", ("path_following", "centering", "safeguarded", "smo"), "Against",
         options=METHODS.rivals, help="The rivals of Mehrotra's method."),
    clock_knob("iterations", "products with Q",
        help="An iteration is a factorisation, one product with Q, or a pair of SMO: not the "
        "same work. In seconds LIBSVM takes part."),
    Knob("tol", "choice", 1e-6, "Finish",
         options=((1e-3, "1e-3"), (1e-6, "1e-6"), (1e-9, "1e-9")),
         help="The certified gap that counts as arrived, as a share of the terms of q."),
    budget_knob(200, 5, 3000, help="Then a method gives up; SMO after n times as many pairs."),
    *_METHOD_KNOBS,
    seed_knob("the points"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """Every method, with the same tolerance and the same number of iterations at most."""
    data = labelled_of(settings, 2)
    problem = KernelSVM(data.X, data.y, kernel_of(settings), settings["C"])
    common = {"tol": settings["tol"], "max_iter": settings["budget"], "cancelled": cancelled}
    seconds = settings["clock"] == "seconds"
    n = problem.y.size  # a product with Q has as many entries as n pairs of SMO change
    results, pairs = {}, {"max_iter": settings["budget"] * n, "record_every": -(-n // 10)}
    for name in (MAIN, *settings["compare"]):
        own = pairs if name == "smo" else {}
        trained = partial(METHODS[name].run, problem, settings, **common | own)
        results[name] = timed_result(trained) if seconds else trained()
    peer = peers.answer("LIBSVM", libsvm, problem, repeats=REPEATS if seconds else 0)
    K = problem.kernel.values(data.X, data.X)
    return Run(problem, results, extra={"names": data.features, "peer": peer, "K": K})


def scene(run):
    """The machines, the gaps, the free variables, and when each arrives."""
    view = build_view(run)
    return Scene(
        [machines(view), gaps(view), on_demand("support", support, view), arrivals(view)],
        view.clock,
        captions(view),
        readout(run.result, view.rows[MAIN], run.settings["tol"], "q"),
        questions(view),
        layout=Layout("gap", ("arrivals", "machines"), ("support",)),
    )


EXPERIMENT = Experiment(
    "race",
    "Proofs of one machine, on one clock",
    "Which method is proved first, and which only says that it is done?",
    with_primary(KNOBS, "C", "data", "clock", "compare"),
    solve,
    scene,
    previews=preview_points,
    measures=MEASURES,
    vary={"C": (0.1, 100.0, 5), "clock": ["iterations", "work"]},
)
