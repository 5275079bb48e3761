"""From knobs to points, the problem and the start, for the two scenes of the trained machine."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from lab.cached import cached_by
from lab.datasets.own_file import NAMES, OPTION, POINT_KNOBS
from lab.datasets.points_by_hand import (
    Cloud,
    clicked,
    cloud_of,
    edited,
    parsed_edits,
    require_both,
    written,
)
from lab.knobs import budget_knob, clock_knob, seed_knob
from lab.lessons.interior_point.knobs import C_KNOB, KERNEL_KNOBS, kernel_of, method_knobs
from lab.lessons.interior_point.methods import METHODS
from lab.lessons.interior_point.synthetic import KINDS, MOST, SYNTHETIC, labelled_of
from solvers import KernelSVM, project_knapsack, solve_smo
from widgets.edits import Tools
from widgets.knobs import Knob

#: The certified gap, as a share of the terms of q, at which methods stop.
TOL = 1e-6
#: The method with which the scenes open.
FIRST = "mehrotra"
#: Where no method starts from the answer without the last of a reader's own points.
_OWN_START = ({"points": ("",)}, {"warm": (False,)})
_CLASSES = ((1, "+1"), (-1, "−1"))
_OPTIONS = (
    ("move", None, "Move"), ("add", 1, "Add +1"), ("add", -1, "Add −1"), ("erase", None, "Erase"),
)  # fmt: skip
#: Sweeps that may pass for the answer before the last of a reader's own points.
_SWEEPS = 200


def _gaussian(knob):
    """The kernel's knobs, opened on a curved boundary."""
    return replace(knob, default={"kernel": "gaussian", "gamma": 1.0}.get(knob.name, knob.default))


def knobs(data):
    """The knobs of a scene that opens on the set `data`."""
    return (
        C_KNOB,
        *map(_gaussian, KERNEL_KNOBS),
        Knob("data", "choice", data, "Data", options=(*KINDS, OPTION),
             help="The first three are the kinds of Table 6-1."),
        *POINT_KNOBS,
        Knob("points", "edits", "", "Own points",
             help="Words such as +(0.5,-0.3), a point of class +1, and x17, without point 17."),
        Knob("warm", "switch", True, "Start warm",
             help="From the answer without the last of your own points; off: from the method's "
             "own start.", when={"not points": ("",)}),
        Knob("method", "choice", FIRST, "Method", options=METHODS.options,
             help="Whose iterates the picture shows."),
        Knob("third", "choice", "margins", "Also show",
             options=(("margins", "margin against xᵢ"), ("bias", "the bias on its line")),
             help="The conditions of optimality, or the losses as a function of the bias."),
        Knob("n", "integer", 100, "Points n", 4, MOST,
             help="Of the synthetic set, before your own.", when=SYNTHETIC),
        Knob("noise", "linear", 0.2, "Noise", 0.0, 1.0, help="Width of the clouds.",
             when=SYNTHETIC),
        Knob("compare", "several", (), "Against", options=METHODS.options, apart="method",
             help="Rivals, in the panel of the gaps; each from the same start as the method."),
        *method_knobs("method", "compare", start=_OWN_START),
        clock_knob("iterations", "products with Q", seconds=False,
            help="An iteration is a factorisation, a product with Q or a pair of variables."),
        budget_knob(500, 5, 3000),
        seed_knob("the points"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What is trained, and from where.

    cloud: the points. names: of the features. seen (k, d): all points that were ever there, for the
    axes. problem: the dual. x0 (n,): where every method starts, or None for its own start;
    last_edit: the one that x0 knows nothing of.
    """

    cloud: Cloud
    names: tuple[str, ...]
    seen: np.ndarray
    problem: KernelSVM
    x0: np.ndarray | None
    last_edit: object = None

    @property
    def has_new(self):
        """Whether the last point is one that x0 knows nothing of."""
        return self.x0 is not None and not isinstance(self.last_edit, int)


@cached_by("data", "n", "noise", "seed", *NAMES)
def base_of(settings, dimension):
    """The set of the knobs, without a hand's edits."""
    return labelled_of(settings, dimension)


def points_of(settings, dimension):
    """The `Cloud` of the knobs, edits included; one class may be empty."""
    base = base_of(settings, dimension)
    return edited(cloud_of(base.X, base.y), parsed_edits(settings["points"], dimension))


def case_of(settings, dimension):
    """The `Case` that the knobs ask for."""
    base, edits = base_of(settings, dimension), parsed_edits(settings["points"], dimension)
    whole = cloud_of(base.X, base.y)
    cloud = edited(whole, edits)
    require_both(cloud)
    seen = np.vstack([base.X, *(e[1] for e in edits if not isinstance(e, int))])
    x0 = None
    if edits and settings["warm"]:
        x0 = _padded(edited(whole, edits[:-1]), cloud, settings)
    return Case(
        cloud, base.features, seen, _problem(cloud, settings), x0, edits[-1] if edits else None
    )


def tools(settings, dimension):
    """What hands may do: add, erase and move points of the plane; in space there is the table."""
    names = base_of(settings, dimension).features
    return Tools(
        "points" if dimension == 2 else "",
        _OPTIONS if dimension == 2 else (),
        (*((name, None) for name in names), ("class", _CLASSES)),
        lambda: _rows(points_of(settings, dimension)),
        drag="move",
        shift=3,
        sprays=dimension == 2,
    )


def edit(settings, action, dimension):
    """The knobs that an action turns."""
    if action["do"] == "rows":
        base = base_of(settings, dimension)
        return {"points": written(cloud_of(base.X, base.y), action["rows"])}
    if action["panel"] != "points" or dimension != 2:
        return {}
    return {"points": clicked(settings["points"], points_of(settings, 2), action)}


def _rows(cloud):
    return [[*map(float, x), int(y)] for x, y in zip(cloud.X, cloud.y, strict=True)]


def _problem(cloud, settings):
    return KernelSVM(cloud.X, cloud.y, kernel_of(settings), settings["C"])


def _padded(before, now, settings):
    """The answer for `before` at the points of `now`: 0 for one that is new; what one that is gone
    leaves is shared by free points. No history: the knobs alone say what came before."""
    if 0 in before.counts():
        return np.zeros(len(now))
    # Pairs of variables end exactly at their bounds, which a start should not leave by a hair.
    x = solve_smo(_problem(before, settings), tol=TOL, max_iter=_SWEEPS, record_every=0).x
    known = dict(zip(before.numbers.tolist(), x.tolist(), strict=True))
    return _balanced(np.array([known.get(i, 0.0) for i in now.numbers.tolist()]), now.y, settings)


def _balanced(x, y, settings):
    """x with y'x = 0 by its free entries alone, where they can; else as it is, for the method to
    project."""
    C, free = settings["C"], (x > 0.0) & (x < settings["C"])
    rest = -float(y[~free] @ x[~free])
    plus = np.count_nonzero(y[free] > 0.0)
    if -C * (np.count_nonzero(free) - plus) <= rest <= C * plus:
        x[free] = project_knapsack(x[free], y[free], C, rest)
    return x
