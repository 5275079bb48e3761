"""The path of group-penalised logistic regression: which groups of measures a diagnosis needs as
lam falls, each solution proved ((9) with the penalty of (6), 002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from lab.experiment import Experiment, Run, solve_each
from lab.knobs import seed_knob
from lab.lessons.lars.group_path.captions import captions, wrong
from lab.lessons.lars.group_path.panels import (
    correlations_panel,
    error_panel,
    gap_panel,
    norms_panel,
    weights_panel,
)
from lab.lessons.lars.group_path.questions import questions
from lab.lessons.lars.group_path.tumours import GROUPS, cells, groups
from lab.lessons.lars.group_path.view import MOST, TOL, build_view, problems_of
from solvers import solve_block_cd
from widgets import Clock, Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

KNOBS = (
    Knob("groups", "choice", "measure", "Groups", options=tuple(GROUPS.items()),
         help="Which of the 30 weights are 0 together: a measure's mean, error and worst; a "
         "statistic of all measures; or each alone, which is the lasso of classes."),
    Knob("least", "log", 0.01, "Lowest λ", 0.001, 0.5, help="As a share of λmax."),
    Knob("held", "linear", 0.3, "Held out", 0.1, 0.6,
         help="The share of the patients that no weight has seen."),
    Knob("start", "choice", "warm", "Start",
         options=(("warm", "at the λ before"), ("zero", "at w = 0")),
         help="Where block descent begins at each λ; the passes that it takes are in the caption."),
    Knob("count", "integer", 30, "Values of λ", 5, 80, help="From λmax down, by powers."),
    seed_knob("who is held out"),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The solutions along lam; of the last one the whole history."""
    found, (labels, names) = cells(settings), groups(settings["groups"])
    problems = problems_of(found, labels, settings["least"], settings["count"])
    results = solve_each(
        solve_block_cd, problems, warm=settings["start"] == "warm", cancelled=cancelled,
        tol=TOL, max_iter=MOST,
    )  # fmt: skip
    problems = problems[: len(results)]
    extra = {"cells": found, "names": names, "problems": problems, "path": results}
    return Run(problems[-1], {"block_cd": results[-1]}, extra=extra)


def scene(run):
    """The norms of the groups, the weights, the error, the correlations, the gap, over lam."""
    view = build_view(run)
    certificates = [r.certificate for r in view.results]
    tabs = {"error": error_panel, "correlations": correlations_panel, "gap": gap_panel}
    return Scene(
        [
            norms_panel(view),
            weights_panel(view),
            *(on_demand(key, make, view) for key, make in tabs.items()),
        ],
        Clock("λ", view.lams),
        captions(view),
        {
            "F": np.array([c.objective for c in certificates]),
            "bound": np.array([c.bound for c in certificates]),
            "groups": view.used.sum(axis=1),
            "wrong, held out": wrong(view),
            "gap": view.gap,
            "status": [r.status for r in view.results],
        },
        questions(view),
        layout=Layout(
            "norms", ("weights",), tuple(tabs), share_x=tuple(tabs),
        ),
    )  # fmt: skip


EXPERIMENT = Experiment(
    "group-path",
    "Groups of measures, and a diagnosis",
    "Ten measures of a cell, three numbers each: which of them does a diagnosis need?",
    with_primary(KNOBS, "groups", "least", "start"),
    solve,
    scene,
    measures={"groups": lambda run: int(build_view(run).used[-1].sum())},
    vary={"groups": None, "least": [0.001, 0.01, 0.1]},
)
