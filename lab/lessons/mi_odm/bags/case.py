"""From knobs to bags and the problem, for the scene of bags."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lab.cached import cached_by
from lab.datasets.bags import SETS, load_bags, standard_units
from lab.datasets.csv_words import shown
from lab.datasets.own_file import DECIMAL, FILE, HEADER, OPTION, OWN, preview
from lab.lessons.mi_odm.bags.points import changed, clicked, looped, written
from lab.lessons.mi_odm.synthetic import BAG_KINDS, outlier_place, synthetic_bags
from solvers import Gaussian, InputError, Linear, MultiInstanceODM
from widgets.edits import Tools
from widgets.knobs import Knob

KINDS = (*BAG_KINDS.items(), ("musk1", "musk1 (real, 92 × 166)"), OPTION)
#: Bags of each class that no learner sees.
FRESH = 200
KERNELS = (("gaussian", "Gaussian"), ("gaussian+1", "Gaussian + 1"), ("linear", "linear + 1"))

PRICES = (
    Knob("lam1", "log", 4.0, "λ₁", 0.1, 1000.0, help="Price of the keys of positive bags."),
    Knob("lam2", "log", 4.0, "λ₂", 0.1, 1000.0, help="Price of the negative instances."),
    Knob("theta", "linear", 0.2, "θ, half the band", 0.0, 0.95,
         help="Margins between 1 − θ and 1 + θ cost nothing."),
    Knob("nu", "linear", 0.5, "ν", 0.05, 1.0,
         help="Price of too much margin, as a share of that of too little."),
)  # fmt: skip
DATA = (
    Knob("data", "choice", "tight", "Data", options=KINDS,
         help="musk1 and files are solved in all dimensions and only drawn as a projection."),
    replace(FILE, help="Columns bag, label (1, 0), features; or the words elephant, fox, tiger."),
    HEADER,
    DECIMAL,
    Knob("dimension", "choice", 2, "Features", options=((2, "two"), (3, "three")),
         help="In three, bags are stars around their keys; turn them with the mouse."),
    Knob("positive", "integer", 4, "Positive bags", 0, 6, help="Synthetic sets only.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("negative", "integer", 4, "Negative bags", 0, 6,
         help="Synthetic sets only; without any the machine describes one class.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("instances", "integer", 3, "Instances", 1, 6,
         help="Per bag, synthetic data only. Each positive bag multiplies the assignments by it.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("outlier", "switch", True, "Outlier",
         help="A clear key among the instances of the last negative bag (synthetic data only).",
         when={"data": tuple(BAG_KINDS)}),
    Knob("points", "edits", "", "Own instances",
         help="Words such as 2:1.3,0.5, one more for bag 2, and 2x1, without its first.",
         when={"data": tuple(BAG_KINDS)}),
    Knob("kernel", "choice", "gaussian", "Kernel", options=KERNELS,
         help="+ 1 is a regularised intercept."),
    Knob("gamma", "log", 0.3, "γ", 0.05, 8.0,
         help="Width of the Gaussian, exp(−γ‖x − z‖²); of d real features, γ · 2/d.",
         when={"not kernel": ("linear",)}),
)  # fmt: skip
#: The tool that makes one bag of the instances in a loop.
LASSO = ("draw", "bag", "Lasso a bag")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A problem and how it is drawn.

    points (J, 2 or 3): where instances are drawn; names: of the axes. projected: whether that
    loses dimensions, so that there are no level lines. stray (d,): where a synthetic outlier is,
    or None. fresh: bags and labels of the same kind that no one has seen, or None.
    """

    problem: MultiInstanceODM
    points: np.ndarray
    names: tuple[str, ...]
    projected: bool
    stray: np.ndarray | None = None
    fresh: tuple | None = None


def bags_of(settings):
    """(bags, y, synthetic) of the knobs: drawn bags with instances by hand, or those of a file in
    standard units."""
    if settings["data"] not in BAG_KINDS:
        found = _read(settings)
        return found.bags, found.y, False
    return _synthetic(settings)


@cached_by("data", "dimension", "positive", "negative", "instances", "outlier", "seed", "points")
def _synthetic(settings):
    """(bags, y, True) of a synthetic set."""
    name = settings["data"]
    shape = (settings[k] for k in ("dimension", "positive", "negative", "instances"))
    bags, y = synthetic_bags(name, *shape, outlier=settings["outlier"], seed=settings["seed"])
    if not bags:
        raise InputError("positive and negative must not both be 0: there would be no bag.")
    return changed(bags, settings["points"]), y, True


def _read(settings):
    """The `Bags` of a real set or a file, in standard units."""
    name = settings["file"] if settings["data"] == OWN else settings["data"]
    if not name:
        raise InputError("file must name a CSV, or elephant, fox or tiger, got nothing.")
    return standard_units(load_bags(name, settings["header"], settings["decimal"]))


def tools(settings):
    """What hands may do in a synthetic set: add, erase and move instances of the plane, and draw a
    loop around those that shall be one bag; in space there is the table."""
    if settings["data"] not in BAG_KINDS:
        return None
    bags, flat = bags_of(settings)[0], settings["dimension"] == 2
    kinds = tuple((k, f"bag {k}") for k in range(1, len(bags) + 1))
    adds = tuple(("add", k, f"Add to {words}") for k, words in kinds)
    return Tools(
        "bags" if flat else "",
        (("move", None, "Move"), *adds, ("erase", None, "Erase"), LASSO) if flat else (),
        (("bag", kinds), *((name, None) for name in axis_names(settings["dimension"]))),
        lambda: [[k, *map(float, x)] for k, bag in enumerate(bags, 1) for x in bag],
        drag="move",
        shift=len(adds) + 1,
        noun="instance",
    )


def edit(settings, action):
    """The knob that an action among the bags turns."""
    if settings["data"] not in BAG_KINDS:
        return {}
    if action["do"] == "rows":
        return _rewritten(settings, action["rows"])
    if action["panel"] != "bags" or settings["dimension"] != 2:
        return {}
    bags = bags_of(settings)[0]
    if action["do"] == "draw":
        return _rewritten(settings, looped(bags, action["places"]))
    return {"points": clicked(settings["points"], bags, action)}


def _rewritten(settings, rows):
    """The knob of own instances once `rows` are the bags."""
    return {"points": written(bags_of({**settings, "points": ""})[0], rows)}


def previewed(settings):
    """What was understood of the file: the first column names bags, the second labels them."""
    return preview(settings, 0, "2") if settings["file"] not in SETS else {"file": {}}


def case_of(settings):
    """The `Case` that the knobs ask for."""
    bags, y, synthetic = bags_of(settings)
    wide = bags[0].shape[1]
    gamma = settings["gamma"] * (1.0 if synthetic else 2.0 / wide)
    kernel = {
        "linear": Linear(bias=1.0),
        "gaussian": Gaussian(gamma),
        "gaussian+1": Gaussian(gamma, bias=1.0),
    }[settings["kernel"]]
    prices = (settings[k] for k in ("lam1", "lam2", "nu", "theta"))
    problem = MultiInstanceODM(bags, y, *prices, kernel)
    X, d = problem.points, settings["dimension"]
    if synthetic:
        stray = outlier_place(settings["data"], d) if settings["outlier"] else None
        return Case(problem, X, axis_names(d), False, stray, _fresh(settings))
    features = tuple(shown(name) for name in _read(settings).features)
    if 1 < wide <= d:
        return Case(problem, X, features, False)
    if wide == 1:
        return Case(problem, np.hstack([X, 0.0 * X]), (*features, "one feature"), True)
    names = tuple(f"projection {k + 1}" for k in range(d))
    return Case(problem, _projection(X, d), names, True)


def axis_names(d):
    """ "x₁", "x₂", ..."""
    return tuple(f"x{'₁₂₃'[k]}" for k in range(d))


@cached_by("data", "dimension", "instances", "seed")
def _fresh(settings):
    """Bags of the same kind, without an outlier."""
    shape = settings["dimension"], FRESH, FRESH, settings["instances"]
    return synthetic_bags(settings["data"], *shape, seed=settings["seed"] + 1000)


def _projection(X, d):
    """X (J, n) on its first `d` principal axes."""
    centred = X - X.mean(axis=0)
    return centred @ np.linalg.svd(centred, full_matrices=False)[2][:d].T
