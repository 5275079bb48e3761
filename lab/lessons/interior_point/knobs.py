"""Knobs that several scenes share, and the kernel they describe."""

from __future__ import annotations

from dataclasses import replace

from lab.lessons.interior_point.methods import METHODS, OWN
from solvers import Gaussian, Linear, Polynomial
from widgets.knobs import Knob

C_KNOB = Knob(
    "C", "log", 1.0, "C", 0.01, 1000.0,
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
        options=((OWN, "renewed at every step"), ("frozen", "1 for ever, as the listing")),
        help="The listing divides s's by s's, so that λ = 1 from the second step on.",
    ),
)  # fmt: skip


def method_knobs(*choosers, **further):
    """`METHOD_KNOBS`, each where one of the methods obeys it that the knobs `choosers` choose.

    further: knob -> rules that must hold as well, of which any will do.
    """

    def rules(knob):
        names = METHODS.obeying(knob.name)
        more = further.get(knob.name, ({},))
        return tuple({chooser: names, **rule} for chooser in choosers for rule in more)

    return tuple(replace(knob, when=rules(knob)) for knob in METHOD_KNOBS)


def kernel_of(settings):
    """The kernel that the knobs describe."""
    kind, gamma = settings["kernel"], settings["gamma"]
    if kind == "linear":
        return Linear()
    if kind == "gaussian":
        return Gaussian(gamma)
    return Polynomial(gamma, settings["degree"], settings["coef0"])
