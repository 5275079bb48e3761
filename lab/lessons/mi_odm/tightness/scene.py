"""Scene `tightness`: what the relaxation of MI-ODM is worth, against lambda and gamma (Zhang, Jin
2020, (4) against (9), 004_0576c39cd2308ab8.txt)."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import unsigned
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.mi_odm.tightness.captions import captions
from lab.lessons.mi_odm.tightness.case import KINDS, spot_at, spots, values_of
from lab.lessons.mi_odm.tightness.panels import bags_panel, short_panel, values_panel, weights_panel
from lab.lessons.mi_odm.tightness.questions import questions
from lab.lessons.mi_odm.tightness.view import RIVAL_STEP, build_view, shortfall
from widgets import Layout, Scene, on_demand
from widgets.knobs import Knob, with_primary

_SWEEPS = (
    ("linear", "λ, linear kernel"),
    ("gaussian", "λ, Gaussian kernel"),
    ("gamma", "γ, Gaussian kernel"),
)
_RIVALS = {"linear": "gaussian", "gaussian": "linear"}

_DRAWN = {"not data": ("loose",)}

KNOBS = (
    Knob("sweep", "choice", "linear", "The player moves", options=_SWEEPS,
         help="From the right to the left: every position is a problem of its own, solved."),
    Knob("lam", "log", 10.0, "λ₁ = λ₂", 0.1, 1000.0, help="While γ moves.",
         when={"sweep": ("gamma",)}),
    Knob("gamma", "log", 0.25, "γ", 0.05, 8.0, help="While λ moves: exp(−γ‖x − z‖²).",
         when={"not sweep": ("gamma",)}),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0, help="What a margin above the band costs."),
    Knob("theta", "linear", 0.2, "θ", 0.0, 0.95, help="Half the width of the free band."),
    Knob("data", "choice", "loose", "Bags", options=tuple(KINDS.items()),
         help="Four bags of two by hand, or drawn bags."),
    Knob("bags", "integer", 2, "Bags of each class", 1, 4, help="Of drawn bags.", when=_DRAWN),
    Knob("instances", "integer", 3, "Instances per bag", 1, 4, help="Of drawn bags.",
         when=_DRAWN),
    Knob("outlier", "switch", False, "Outlier",
         help="Of drawn bags: one more instance among the keys, in the last negative bag.",
         when=_DRAWN),
    seed_knob("bags", when=_DRAWN),
)  # fmt: skip


def solve(settings, cancelled=None):
    """Relaxation, rounding and integer optimum at every value of the sweep; for a sweep over lambda
    the other kernel's shortfall at every second."""
    sweep = settings["sweep"]
    found = spots(settings, sweep, 1, cancelled)
    rival = None
    if sweep in _RIVALS:
        others = spots(settings, _RIVALS[sweep], RIVAL_STEP, cancelled)
        rival = shortfall(*np.array([(s.bound, s.optimum) for s in others]).T)
    extra = {"values": values_of(sweep), "spots": found, "rival": rival}
    first = found[0]
    return Run(first.problem, {"column_generation": first.relaxed}, extra=extra)


def scene(run):
    """Values, shortfall, weights, bag values."""
    view = build_view(run)
    certificates = [s.relaxed.certificate for s in view.spots]
    return Scene(
        [
            values_panel(view),
            short_panel(view),
            weights_panel(view),
            on_demand("bags", bags_panel, view),
        ],
        view.clock,
        captions=captions(view),
        readout={
            "rounded": view.rounded,
            "optimum": view.optimum,
            "relaxed": [c.objective for c in certificates],
            "bound": [c.bound for c in certificates],
            "gap": [float(unsigned(c.gap, c.scale)) for c in certificates],
            "status": [s.relaxed.status for s in view.spots],
        },
        questions=questions(view),
        layout=Layout("values", ("short", "weights"), ("bags",), share_x=("values", "short")),
    )


def own_shortfall(run):
    """The share by which the bound falls short of the best keys at the knobs' own λ and γ."""
    settings = run.settings
    value = settings["gamma" if settings["sweep"] == "gamma" else "lam"]
    spot = spot_at(settings, settings["sweep"], value)
    return float(unsigned(shortfall(spot.bound, spot.optimum), 1.0))


EXPERIMENT = Experiment(
    name="tightness",
    title="Where the relaxation is exact, and where it collapses",
    question="The relaxation is solved to nine digits. What does it say about the best keys?",
    knobs=with_primary(KNOBS, "sweep", "bags", "gamma"),
    solve=solve,
    scene=scene,
    measures={
        "shortfall": own_shortfall,
        "largest shortfall": lambda run: max(
            shortfall(s.bound, s.optimum) for s in run.extra["spots"]
        ),
    },
    vary={"sweep": None, "bags": [2, 3]},
)
