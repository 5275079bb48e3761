"""Scene `sparsity`: which entries of a precision matrix differ from zero as rho falls, each matrix
proved (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (13) and (15))."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.datasets.own_file import DECIMAL, FILE, HEADER, OPTION, TARGET, preview
from lab.experiment import Experiment, Judged, Run, solve_each
from lab.lessons.alternating_linearization.case import TOL
from lab.lessons.alternating_linearization.sparsity.captions import captions
from lab.lessons.alternating_linearization.sparsity.features import KINDS, MOST, features
from lab.lessons.alternating_linearization.sparsity.panels import (
    count_panel,
    gap_panel,
    lines_panel,
    matrix_panel,
    overlap_caption,
    own_caption,
)
from lab.lessons.alternating_linearization.sparsity.questions import questions
from lab.lessons.alternating_linearization.sparsity.view import (
    BUDGET,
    build_view,
    graphical_lasso_of,
    grid,
)
from solvers import SparsePrecision, solve_alternating_linearization
from widgets import Clock, Layout, Scene
from widgets.knobs import Knob, with_primary

#: Entries below this share of the largest are 0 up to rounding; gaps of rounding are drawn here.
_NOTHING, _LEAST_GAP = 1e-9, 1e-12
KNOBS = (
    Knob("data", "choice", "wine", "Data", options=(*KINDS, OPTION),
         help="Breast cancer takes a second."),
    FILE,
    replace(TARGET, label="Left out", help="A column, by its name or number; empty: the last one."),
    HEADER,
    DECIMAL,
    Knob("features", "integer", MOST, "Features", 2, MOST, help="The first so many of the set."),
    Knob("standardise", "switch", True, "Standardise",
         help="On: Σ holds correlations; off: covariances in the units of the data."),
    Knob("least", "log", 0.05, "Lowest ρ", 0.01, 0.5, help="As a share of the largest |Σᵢⱼ|."),
    Knob("count", "integer", 20, "Values of ρ", 5, 60,
         help="From the largest |Σᵢⱼ| down; each solution starts from the one before."),
    Knob("peer", "choice", "last", "scikit-learn",
         options=(("last", "at the last ρ"), ("every", "at every ρ"), ("none", "not asked")),
         help="graphical_lasso on the same problem, judged by our certificate."),
)  # fmt: skip


def solve(settings, cancelled=None):
    """The solutions along rho; of the last one the whole history."""
    found = features(settings)
    rhos = grid(found.off(), settings["least"], settings["count"])
    problems = [SparsePrecision(found.Sigma, float(rho)) for rho in rhos]
    results = solve_each(
        solve_alternating_linearization, problems, cancelled=cancelled, tol=TOL, max_iter=BUDGET
    )
    problems = problems[: len(results)]
    chosen = {"last": [len(results) - 1], "every": range(len(results)), "none": []}
    peers = {
        k: graphical_lasso_of(problems[k])
        for k in chosen[settings["peer"]]
        if cancelled is None or not cancelled()
    }
    extra = {
        "features": found, "rhos": rhos, "problems": problems, "path": results, "peers": peers
    }  # fmt: skip
    return Run(problems[-1], {"alm": results[-1]}, extra=extra)


def other_zeros(run, M):
    """The entries (P, 2) in which an answer differs from ours by whether they are 0."""
    differ = (np.abs(M) > _NOTHING * np.abs(M).max()) != (run.result.x != 0.0)
    return np.argwhere(np.triu(differ, 1) | np.tril(differ, -1)).astype(float)


def proved_gap(run, M):
    """The last rho and the certified gap of an answer there."""
    gap = run.problem.certify(M).gap
    return np.array([run.extra["rhos"][len(run.extra["path"]) - 1], max(gap, _LEAST_GAP)])


def scene(run):
    """The matrix, its count of non-zeros, the pairs as lines, the certified gap, over rho."""
    view = build_view(run)
    return Scene(
        [matrix_panel(view), count_panel(view), lines_panel(view), gap_panel(view)],
        Clock("ρ", view.rhos),
        captions=captions(view),
        readout={
            "P": np.array([r.certificate.objective for r in view.results]),
            "D": np.array([r.certificate.bound for r in view.results]),
            "pairs": view.support().sum(axis=1),
            "scikit-learn": [overlap_caption(view, k) for k in range(len(view))],
            "its own gap": [own_caption(view, k) for k in range(len(view))],
            "gap": view.gap,
            "status": [r.status for r in view.results],
        },
        questions=questions(view, run.settings),
        layout=Layout("matrix", ("lines", "count"), ("gap",), share_x=("count", "lines", "gap")),
    )


EXPERIMENT = Experiment(
    name="sparsity",
    title="Which features speak to each other directly?",
    question="Which entries differ from zero as ρ falls, and who proves it?",
    knobs=with_primary(KNOBS, "data", "file", "least", "peer"),
    solve=solve,
    scene=scene,
    previews=preview,
    judged=(Judged("matrix", other_zeros, last=True), Judged("gap", proved_gap)),
    measures={"edges": lambda run: np.count_nonzero(np.triu(run.result.x, 1))},
    vary={"data": ["wine", "iris"], "peer": ["last", "none"]},
)
