"""Points by hand in the triplets scene: added, erased, moved, or put into the table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.cached import cached_by
from lab.datasets.points_by_hand import clicked, cloud_of, edited, parsed_edits, written
from lab.lessons.coordinate_descent.synthetic import labelled_of
from solvers import InputError
from widgets.edits import Tools
from widgets.knobs import Knob

#: Where points may be edited: the synthetic sets, and the metric alone.
WHERE = {"data": ("blobs", "noise"), "problem": ("metric",), "dimension": (2, 3)}
KNOB = Knob(
    "points", "edits", "", "Own points",
    help="Words such as +(0.5,-0.3), a point of class 2, -(1,0), one of class 1, and x17, without "
    "point 17. Triplets are drawn anew.",
    when=WHERE,
)  # fmt: skip
#: A triplet takes a point, one of its class, and one of another.
_LEAST = 2


def points_of(settings):
    """The points of the knobs, edits included."""
    base = labelled_of(settings)
    if not settings["points"] or not _editable(settings):
        return base
    cloud = _cloud(settings)
    least = min(cloud.counts())
    if least < _LEAST:
        raise InputError(
            f"points must leave at least {_LEAST} points of each class, got {least}; add some, or "
            "reset."
        )
    return replace(base, X=cloud.X, y=(cloud.y > 0.0).astype(int))


def tools(settings):
    """What hands may do: add, erase and move points of the plane; in space there is the table."""
    if not _editable(settings):
        return None
    base, flat = labelled_of(settings), settings["dimension"] == 2
    kinds = tuple(zip((-1, 1), base.classes, strict=True))
    adds = tuple(("add", sign, f"Add to {words}") for sign, words in kinds)
    return Tools(
        "points" if flat else "",
        (("move", None, "Move"), *adds, ("erase", None, "Erase")) if flat else (),
        (*((name, None) for name in base.features), ("class", kinds)),
        lambda: _rows(_cloud(settings)),
        drag="move",
        shift=len(adds) + 1,
        sprays=flat,
    )


def edit(settings, action):
    """The knob that an action turns."""
    if not _editable(settings):
        return {}
    if action["do"] == "rows":
        return {"points": written(_base(settings), action["rows"])}
    if action["panel"] != "points" or settings["dimension"] != 2:
        return {}
    return {"points": clicked(settings["points"], _cloud(settings), action)}


def _editable(settings):
    return all(settings[name] in values for name, values in WHERE.items())


def _base(settings):
    """The `Cloud` of the set, its classes as -1 and +1."""
    base = labelled_of(settings)
    return cloud_of(base.X, np.where(base.y > 0, 1.0, -1.0))


@cached_by("data", "dimension", "seed", "points")
def _cloud(settings):
    return edited(_base(settings), parsed_edits(settings["points"], settings["dimension"]))


def _rows(cloud):
    return [[*map(float, x), int(y)] for x, y in zip(cloud.X, cloud.y, strict=True)]
