"""Scene `affinity`: what a few pairs are told spreads to neighbours, and may leave no metric (Liu,
Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (6)-(10))."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from lab.datasets.own_file import preview_points
from lab.experiment import Experiment, Run
from lab.lessons.alternating_linearization.affinity.captions import captions, verdicts
from lab.lessons.alternating_linearization.affinity.curve import curve_panel
from lab.lessons.alternating_linearization.affinity.panels import (
    graph_panel,
    matrix_panel,
    spectrum_panel,
)
from lab.lessons.alternating_linearization.affinity.questions import questions
from lab.lessons.alternating_linearization.affinity.student_step import OWN
from lab.lessons.alternating_linearization.affinity.view import build_view
from lab.lessons.alternating_linearization.case import KNOBS, TOL, case_of, edit, ticks, tools
from solvers import solve_alternating_linearization
from widgets import Layout, Scene, on_demand
from widgets.knobs import with_primary

#: Graphs have at most so many points.
MOST = 60
_FIRST = ("alpha", "k", "theta", "beta", "rho")
#: What spreads the affinities, if they spread at all.
_SPREADING = ("alpha", "k", "theta")
_NAMED = {
    knob.name: replace(knob, when={"semi": (True,)}) if knob.name in _SPREADING else knob
    for knob in KNOBS
}


def solve(settings, cancelled=None):
    """The affinities of the knobs, and the metric of their limit, where there is one."""
    case = case_of(settings, MOST)
    result = solve_alternating_linearization(
        case.problem, x0=case.prior, tol=TOL, max_iter=200, cancelled=cancelled
    )
    return Run(case.problem, {"alm": result}, extra={"case": case})


def scene(run):
    """Graph, matrix, spectrum, and the smallest eigenvalue of Sigma over beta."""
    view = build_view(run)
    return Scene(
        [
            graph_panel(view),
            matrix_panel(view),
            spectrum_panel(view),
            on_demand("curve", curve_panel, view),
        ],
        view.clock,
        captions=captions(view),
        readout={
            "to the limit": view.left,
            "pairs": np.array([np.count_nonzero(np.triu(W, 1)) for W in view.W]),
            "βmax": ["any" if np.isinf(b) else float(b) for b in view.beta_max],
            "metric": verdicts(view),
        },
        questions=questions(view),
        layout=Layout("graph", ("matrix", "spectrum"), ("curve",)),
    )


EXPERIMENT = Experiment(
    name="affinity",
    title="What pairs are told spreads to neighbours",
    question="What do the other points learn, and why may it leave no metric at all?",
    knobs=with_primary(
        (
            *(_NAMED[name] for name in _FIRST),
            *(knob for knob in _NAMED.values() if knob.name not in _FIRST),
        ),
        "alpha",
        "k",
        "beta",
        "semi",
    ),
    solve=solve,
    scene=scene,
    own=OWN,
    previews=preview_points,
    ticks=lambda settings: ticks(settings, MOST),
    click=partial(edit, panel="graph", most=MOST),
    tools=partial(tools, panel="graph", most=MOST),
    vary={"alpha": (0.0, 0.9, 4), "k": [2, 6, 12]},
)
