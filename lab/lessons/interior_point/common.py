"""What the scenes of this lesson share: the methods with their styles and knobs, the kernel that
knobs describe, how many points are where, and where a student's step plays.

A tone is a family, a dash its member: what factors a matrix with Q is blue, what puts a diagonal in
its place is vermilion (violet where it is safeguarded), Algorithm 6 pink. Any other solver that is
registered for the problem is there too, in a separate style.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from lab.checking.task import StepMethod
from lab.drawing.text import listed
from lab.race.methods import Methods, Style
from lab.solved import solved
from solvers import SOLVERS, Gaussian, KernelSVM, Linear, Polynomial, Result, optimal_classes
from solvers.exchange import ETA, low_cost_states, mehrotra_states
from widgets.knobs import Knob

#: The value of a knob that leaves a method as its author has it.
OWN = "own"


@dataclass(frozen=True, slots=True)
class Method:
    """One way to train the machine.

    name: as it is registered. label: its name at a line. title: its name in a list, with its
    number in the source. tone, dash: of its line. kind: "newton" (factors a matrix with Q),
    "low-cost" (a diagonal replaces Q), "reduced" (Algorithm 6), "gradient", "pairs", or
    "other". takes: the knobs that it obeys, of `METHOD_KNOBS` and a scene's own.
    options: those that the pictures need.
    """

    name: str
    label: str
    title: str
    tone: str
    dash: str
    kind: str = "other"
    takes: tuple[str, ...] = ()
    options: dict = field(default_factory=dict)

    @property
    def solve(self) -> Callable[..., Result]:
        """(problem, **options of a solver) -> Result."""
        return partial(SOLVERS[KernelSVM][self.name], **self.options)

    def run(self, problem: KernelSVM, settings: Mapping[str, Any], **common: Any) -> Result:
        """The result, with those values in `settings` that the method obeys; "own" leaves it its
        own."""
        given = {k: settings[k] for k in self.takes if settings.get(k, OWN) != OWN}
        return solved(SOLVERS[KernelSVM][self.name], problem, **self.options, **common, **given)


_PATH = ("start", "eta")
_DIAGONAL = (*_PATH, "steps", "spectral")
_SELECT = ("digits", "theta")

#: In the order of the source; then its rivals.
_KNOWN = (
    Method("path_following", "path following", "Algorithm 1: path following", "main", "dash",
           "newton", (*_PATH, "sigma")),
    Method("mehrotra", "Mehrotra", "Algorithm 2: Mehrotra", "main", "solid", "newton",
           (*_PATH, "steps")),
    Method("predictor_corrector", "Algorithm 3", "Algorithm 3: low cost", "rival1", "dash",
           "low-cost", _DIAGONAL),
    Method("modified", "Algorithm 4", "Algorithm 4: low cost, modified", "rival1", "solid",
           "low-cost", _DIAGONAL),
    Method("centering", "Algorithm 5", "Algorithm 5: low cost, no predictor", "rival1", "dot",
           "low-cost", _DIAGONAL),
    Method("safeguarded", "safeguarded", "low cost, safeguarded", "rival2", "solid", "low-cost",
           ("eta", "spectral")),
    Method("identification_printed", "Algorithm 6", "Algorithm 6: identification", "rival3", "dash",
           "reduced", _SELECT),
    Method("identification", "identification", "identification, exact", "rival3", "solid",
           "reduced", _SELECT),
    Method("affine_scaling", "affine scaling", "ASL: affine scaling", "rival4", "longdash",
           "gradient"),
    Method("smo", "SMO", "SMO: two variables at a time", "ink", "dashdot", "pairs", (),
           {"steps": "updates"}),
)  # fmt: skip


class _Trained(Methods):
    """name -> `Method`, in the order of the source; then what else is registered."""

    def __init__(self):
        names = [m.name for m in _KNOWN if m.name != "mehrotra"]
        super().__init__(KernelSVM, "mehrotra", names)
        self._known = {m.name: m for m in _KNOWN}

    def __iter__(self):
        return iter(dict.fromkeys((*self._known, *super().__iter__())))

    def __getitem__(self, name):
        if name in self._known:
            return self._known[name]
        label, tone, dash = super().__getitem__(name)
        return Method(name, label, label, tone, dash)

    def style(self, name):
        """The style of a method's line."""
        method = self[name]
        return Style(method.label, method.tone, method.dash)

    def options(self):
        """Knob options (name, title, tone, dash) of all methods."""
        return tuple((name, m.title, m.tone, m.dash) for name, m in self.items())

    def obeying(self, knob):
        """The names of the methods that obey a knob."""
        return tuple(name for name, m in self.items() if knob in m.takes)

    def rivals(self):
        """Those of all but the method that a race is about."""
        return tuple(option for option in self.options() if option[0] != self.main)


METHODS = _Trained()


ZERO, FREE, BOUNDED = 0, 1, 2
#: How a state is called, by its number.
STATES = ("zero", "free", "at C")
#: Share of C that is no distance from a bound, and the share within which a bound draws a point
#: whose slope pushes it there: interior points never touch one.
_AT, _NEAR = 1e-6, 1e-3


def states(x: np.ndarray, C: float, slope: np.ndarray) -> np.ndarray:
    """ZERO, FREE or BOUNDED for every x_i (..., n) of a point on its way, as pictures show it.

    slope (..., n): Qx - e - s y, that is y h - 1. Within 1e-6 C of a bound x_i is there; within
    1e-3 C it counts as there if its slope outweighs the distance that is left, as a share of C.
    """
    low, high = x / (C or 1.0), 1.0 - x / (C or 1.0)
    zero = (low <= _AT) | ((low <= _NEAR) & (low < slope))
    bounded = (high <= _AT) | ((high <= _NEAR) & (high < -slope))
    return np.where(zero, ZERO, np.where(bounded, BOUNDED, FREE))


def counted(kinds: np.ndarray, names: Sequence[str] = STATES) -> str:
    """ "63 zero, 9 free and 28 at C" of kinds (n,) as `optimal_classes` gives them; "at least"
    before all of it where some are -1."""
    text = listed(f"{np.count_nonzero(kinds == s)} {name}" for s, name in enumerate(names))
    return f"at least {text}" if (kinds < 0).any() else text


def _classes(run):
    return optimal_classes(run.problem, run.result.x)


#: Measures of a sweep; a point whose class is not proved counts as undecided only.
MEASURES = {
    "support vectors": lambda run: np.count_nonzero(_classes(run) > 0),
    "at C": lambda run: np.count_nonzero(_classes(run) == BOUNDED),
    "undecided": lambda run: np.count_nonzero(_classes(run) < 0),
}


#: The largest C of the knob.
C_MOST = 1000.0
C_KNOB = Knob(
    "C", "log", 1.0, "C", 0.01, C_MOST,
    help="The price of a point on the wrong side of its margin: every xᵢ stays in [0, C].",
)  # fmt: skip
KERNEL_KNOBS = (
    Knob(
        "kernel", "choice", "linear", "Kernel",
        options=(("linear", "linear"), ("polynomial", "polynomial"), ("gaussian", "Gaussian")),
        help="z'z̃, (γ z'z̃ + r)ᵈ or exp(−γ‖z − z̃‖²).",
    ),
    Knob(
        "gamma", "log", 0.5, "γ", 0.01, 10.0,
        help="Width of the kernel, in 1 / length² (polynomial and Gaussian only).",
        when={"kernel": ("polynomial", "gaussian")},
    ),
    Knob("degree", "integer", 3, "Degree", 1, 6,
         help="The power d (polynomial only). At 2 with r = 0, `svm` draws the feature map.",
         when={"kernel": ("polynomial",)}),
    Knob(
        "coef0", "linear", 0.0, "r", -1.0, 5.0,
        help="The constant of the polynomial; below 0 the kernel may be indefinite, and refused.",
        when={"kernel": ("polynomial",)},
    ),
)  # fmt: skip
_OWN = (OWN, "the method's own")
#: Obeyed by the methods that name them in `Method.takes`; "own" leaves a method as it is.
METHOD_KNOBS = (
    Knob(
        "start", "choice", OWN, "Start",
        options=(_OWN, ("feasible", "the analytic centre"), ("source", "as printed: x = w = C")),
        help="A point that satisfies every equation, or the source's, where x + w = 2C.",
    ),
    Knob(
        "eta", "choice", OWN, "η",
        options=(_OWN, *((v, f"{v:g}") for v in (0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999))),
        help="The share of the way to the boundary that a step may take; 0.95 in the source.",
    ),
    Knob(
        "steps", "choice", OWN, "Steps",
        options=(_OWN, ("common", "one for all"), ("separate", "primal and dual apart")),
        help="One length for x, w, t, u, s, or one for (x, w) and one for (t, u, s).",
    ),
    Knob(
        "spectral", "choice", OWN, "λ of low cost",
        options=((OWN, "renewed at every step"), ("frozen", "always 1, as in the listing")),
        help="The listing divides s's by s's, so that λ = 1 from the second step on.",
    ),
)  # fmt: skip


def method_knobs(*choosers: str, **further: Sequence[Mapping[str, tuple]]) -> tuple[Knob, ...]:
    """`METHOD_KNOBS`, each where one of the methods obeys it that the knobs `choosers` choose.

    further: knob -> rules that must hold as well, of which any will do.
    """

    def rules(knob):
        names = METHODS.obeying(knob.name)
        more = further.get(knob.name, ({},))
        return tuple({chooser: names, **rule} for chooser in choosers for rule in more)

    return tuple(replace(knob, when=rules(knob)) for knob in METHOD_KNOBS)


def kernel_of(settings: Mapping[str, Any]) -> Linear | Gaussian | Polynomial:
    """The kernel that the knobs describe."""
    kind, gamma = settings["kernel"], settings["gamma"]
    if kind == "linear":
        return Linear()
    if kind == "gaussian":
        return Gaussian(gamma)
    return Polynomial(gamma, settings["degree"], settings["coef0"])


def _start(run):
    """Where the reference starts: x (n,), or None for its own start."""
    case = run.extra.get("case")
    return None if case is None else case.x0


def _share(run):
    """The share of the way to the boundary that the knob asks for."""
    return ETA if run.settings["eta"] == OWN else run.settings["eta"]


def _mehrotra(run, ask, part):
    how = {"eta": _share(run), "separate": run.settings["steps"] == "separate"}
    return mehrotra_states(run.problem, _start(run), **how, **{part: ask})


def _low_cost(run, ask):
    how = {"eta": _share(run), "frozen": run.settings["spectral"] == "frozen"}
    return low_cost_states(run.problem, ask, _start(run), **how)


_NEEDS = {"method": ("mehrotra",), "start": (OWN, "feasible")}
STEP_METHODS = {
    "step-to-boundary": StepMethod(partial(_mehrotra, part="boundary"), _NEEDS),
    "mehrotra-sigma": StepMethod(partial(_mehrotra, part="centring"), _NEEDS),
    "predictor-direction": StepMethod(partial(_mehrotra, part="predictor"), _NEEDS),
    "low-cost-direction": StepMethod(_low_cost, {"method": ("safeguarded",)}),
}
