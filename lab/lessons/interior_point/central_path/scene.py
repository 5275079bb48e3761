"""Scene `central-path`: three training points, whose dual is a polygon in a box, and the way of one
method from its centre to its border."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.cached import cached_by
from lab.checking.task import StudentSteps
from lab.drawing.geometry import window
from lab.drawing.readout import proof
from lab.experiment import Experiment, Run
from lab.knobs import seed_knob
from lab.lessons.interior_point import synthetic
from lab.lessons.interior_point.central_path.captions import captions
from lab.lessons.interior_point.central_path.marks import KEY, method_path, way
from lab.lessons.interior_point.central_path.panels import gaps, products, steps
from lab.lessons.interior_point.central_path.plane import levels_of, pair, plane
from lab.lessons.interior_point.central_path.polygon import basis, box_edges, cut
from lab.lessons.interior_point.central_path.questions import questions
from lab.lessons.interior_point.central_path.view import TOL, build_view
from lab.lessons.interior_point.knobs import C_KNOB, KERNEL_KNOBS, kernel_of, method_knobs
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.student_steps import STEP_METHODS
from solvers import InputError, KernelSVM, central_path, solve_mehrotra, solve_smo
from widgets import Axis, Layout, Lines, Mesh, Panel, Path, Scene, on_demand
from widgets.knobs import Knob, with_primary

#: Three points z of the classes +1, +1, -1: one of them never on the margin; all three there.
THREE = {
    "three": np.array([[0.85, 0.2], [-0.3, 1.6], [1.35, -1.05]]),
    "inside": np.array([[-0.9, 0.1], [0.9, 0.6], [0.3, -0.5]]),
}
_LABELS = np.array([1.0, 1.0, -1.0])
_WORDS = (("three", "three points"), ("inside", "three points, all on the margin"))
_MOST = 2000
#: Points of the drawn central path as multiples of the start's mu, dense where it turns.
_TAUS = np.concatenate([np.geomspace(20.0, 0.02, 14), [5e-3, 1e-3, 1e-4, 1e-6]])
KNOBS = (
    C_KNOB,
    Knob("method", "choice", "mehrotra", "Method", options=METHODS.options,
         help="Whose way is shown."),
    Knob("data", "choice", "three", "Data", options=(*_WORDS, *synthetic.KINDS),
         help="Three points have a polygon; of more, two variables are shown."),
    Knob("view", "choice", "polygon", "View",
         options=(("polygon", "the polygon, seen straight on"), ("box", "the box, to turn"),
                  ("pair", "two variables")),
         help="More than three points have two variables only.",
         when={"data": tuple(THREE)}),
    Knob("b", "linear", 0.0, "b / C", -0.9, 1.9,
         help="The right-hand side of y'x = b, in units of C; 0 for a machine."),
    Knob("sigma", "log", 0.1, "σ", 0.001, 1.0,
         help="The centring: 1 aims at the path, 0 at the solution (path following only).",
         when={"method": ("path_following",)}),
    *method_knobs("method"),
    *KERNEL_KNOBS,
    Knob("n", "integer", 40, "Points n", 4, synthetic.MOST, help="Synthetic sets only.",
         when={"data": tuple(name for name, _ in synthetic.KINDS)}),
    Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Of the synthetic data.",
         when={"data": tuple(name for name, _ in synthetic.KINDS)}),
    Knob("i", "integer", 1, "i", 1, synthetic.MOST, help="Across (two variables only).",
         when=({"view": ("pair",)}, {"data": tuple(name for name, _ in synthetic.KINDS)})),
    Knob("j", "integer", 2, "j", 1, synthetic.MOST, help="Up (two variables only).",
         when=({"view": ("pair",)}, {"data": tuple(name for name, _ in synthetic.KINDS)})),
    seed_knob("the data",
        when={"data": tuple(name for name, _ in synthetic.KINDS)}),
)  # fmt: skip


@cached_by("data", "n", "noise", "seed", "C", "b", *(knob.name for knob in KERNEL_KNOBS))
def make_problem(settings):
    """The `KernelSVM` that the knobs describe."""
    name = settings["data"]
    if name in THREE:
        Z, y = THREE[name], _LABELS
    else:
        data = synthetic.labelled(name, settings["n"], 2, settings["noise"], settings["seed"])
        Z, y = data.X, data.y
    C = settings["C"]
    return KernelSVM(Z, y, kernel_of(settings), C, settings["b"] * C)


def chosen(settings, n):
    """The two variables to show, from 0."""
    for name in ("i", "j"):
        if settings[name] > n:
            raise InputError(
                f"{name} must be at most {n}, the number of points, got {settings[name]}."
            )
    if settings["i"] == settings["j"]:
        raise InputError(f"j must differ from i, got {settings['j']} for both; choose another.")
    return settings["i"] - 1, settings["j"] - 1


def _require_balanced(settings):
    """Algorithm 6 as printed drops points without regard to y'x = b."""
    if settings["method"] == "identification_printed" and settings["b"] != 0.0:
        raise InputError(
            "method must be another where b is not 0, as Algorithm 6 drops points without regard "
            f"to y'x = b, got b = {settings['b']:g} C; take identification, or b = 0."
        )


def solve(settings, cancelled=None):
    """The method's way, and the central path beside it."""
    problem = make_problem(settings)
    n = problem.y.size
    view = settings["view"] if n == 3 else "pair"
    if view == "pair":
        chosen(settings, n)
    method = METHODS[settings["method"]]
    _require_balanced(settings)
    result = method.run(problem, settings, tol=TOL, max_iter=_MOST, cancelled=cancelled)
    # The start's mu is where the path is on its way from the centre.
    begun = solve_mehrotra(problem, max_iter=0).trace.snapshots["mu"][0]
    centre = central_path(problem, begun * _TAUS)
    extra = {"centre": centre, "view": view}
    return Run(problem, {settings["method"]: result}, extra=extra)


def scene(run):
    """The feasible set with path and iterates, the products, the steps, the proof."""
    view = build_view(run)
    first = {"polygon": plane, "box": space, "pair": pair}[run.extra["view"]]
    return Scene(
        [first(view), products(view), on_demand("steps", steps, view), gaps(view)],
        view.clock,
        captions(view),
        readout(view),
        questions(view),
        layout=Layout("plane", ("products", "gap"), ("steps",)),
    )


def readout(view):
    """Values per frame; μ and sigfig where the method carries multipliers."""
    trace, rows, result = view.run.trace, view.rows, view.run.result
    shown = {"q": trace.objective[rows], "bound": trace.bound[rows]}
    if view.interior:
        shown |= {"μ": view.mu[rows], "sigfig": view.sigfig[rows]}
    return shown | proof(result, rows, TOL * result.certificate.scale)


@cached_by("data", "n", "noise", "seed", "b", *(knob.name for knob in KERNEL_KNOBS))
def ticks(settings):
    """The C from which on the box leaves the three variables alone."""
    if settings["data"] not in THREE or settings["b"] != 0.0:
        return {}
    largest = float(solve_smo(make_problem(settings | {"C": C_KNOB.high}), record_every=0).x.max())
    return {"C": (largest, "no xᵢ = C")} if largest < C_KNOB.high else {}


#: The predictor of the exercise keeps y'x = 0; where points are many, rounding turns the low-cost
#: method's way.
_NARROW: dict[str, dict[str, tuple]] = {
    "predictor-direction": {"b": (0.0,)},
    "low-cost-direction": {"data": ("three", "inside")},
}


def _places(view, student):
    """Where yours stands in the first panel, as the knob has it."""
    seen, settings = view.run.extra["view"], view.run.settings
    if seen == "polygon":
        return {"plane": student @ basis(view.run.problem.y)}
    return {
        "plane": student if seen == "box" else student[:, [settings["i"] - 1, settings["j"] - 1]]
    }


STUDENT_STEPS = StudentSteps(
    {
        name: replace(way, requires={**way.requires, **_NARROW.get(name, {})})
        for name, way in STEP_METHODS.items()
    },
    build_view,
    "plane",
    places=_places,
    unit=lambda view: view.scale,
)


EXPERIMENT = Experiment(
    "central-path",
    "The central path of a support vector machine",
    "How does a path through the inside reach its lowest point?",
    with_primary(KNOBS, "C", "method", "view"),
    solve,
    scene,
    ticks,
    student_steps=STUDENT_STEPS,
    vary={
        "C": (0.1, 100.0, 5),
        "method": ["mehrotra", "path_following", "centering", "affine_scaling"],
    },
)


def space(view):
    """The box [0, C]^3 and in it the polygon with its level lines."""
    problem = view.run.problem
    polygon = cut(problem.y, problem.C, problem.b)
    edges = box_edges(problem.C)
    box = window(np.vstack([edges.reshape(-1, 3), view.x]), 0.03)
    corners = polygon.corners
    fan = [(0, k, k + 1) for k in range(1, len(corners) - 1)]
    rims, _ = levels_of(view, polygon)
    lines = np.insert(rims, rims.shape[1], np.nan, axis=1).reshape(-1, 3)
    marks = [
        Lines(*_joined(edges).T, tone="muted", width=1.4, label="the box [0, C]³"),
        Mesh(*corners.T, faces=np.array(fan), opacity=0.25, label="y'x = b in the box"),
        Lines(*lines.T, width=1.2, opacity=0.6, label="level lines of q"),
        Path(*polygon.closed.T, tone="ink", width=2.0, ghost=False, label="y'x = b in the box"),
        *method_path(view, lambda x: x),
    ]
    axes = (Axis(name, range=ends) for name, ends in zip(("x₁", "x₂", "x₃"), box, strict=True))
    return Panel(
        way(view),
        marks,
        *axes,
        equal=True,
        key="plane",
        subtitle="0 ≤ x ≤ C cut by y'x = b",
        hint="drag to turn",
        legend=KEY | {"level lines of q": "levels of q"},
    )


def _joined(edges):
    """Edges (m, 2, 3) as one line, NaN between them."""
    return np.insert(edges, 2, np.nan, axis=1).reshape(-1, 3)
