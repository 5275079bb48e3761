"""The two clouds of the margins scene, with points that a reader adds, moves and erases."""

from __future__ import annotations

from lab.datasets.points_by_hand import (
    clicked,
    cloud_of,
    edited,
    parsed_edits,
    require_both,
    written,
)
from lab.lessons.mi_odm.synthetic import two_clouds
from widgets.edits import Tools
from widgets.knobs import Knob

KNOB = Knob(
    "points", "edits", "", "Own points",
    help="Words such as +(0.5,-0.3), a point of class +1, and x17, without point 17.",
)  # fmt: skip
_CLASSES = ((1, "+1"), (-1, "−1"))
_ADDS = (("add", 1, "Add +1"), ("add", -1, "Add −1"))


def points_of(settings):
    """The `Cloud` of the knobs, edits included."""
    cloud = edited(_base(settings), parsed_edits(settings["points"], settings["dimension"]))
    require_both(cloud)
    return cloud


def stray(settings, cloud):
    """The place of the outlier in a `Cloud`; None where there is none, or it was taken away."""
    found = [k for k, number in enumerate(cloud.numbers) if number == cloud.own]
    return found[0] if settings["outlier"] and found else None


def tools(settings):
    """What hands may do: add, erase and move points of the plane; in space there is the table."""
    flat = settings["dimension"] == 2
    return Tools(
        "points" if flat else "",
        (("move", None, "Move"), *_ADDS, ("erase", None, "Erase")) if flat else (),
        (*((f"x{low}", None) for low in "₁₂₃"[: settings["dimension"]]), ("class", _CLASSES)),
        lambda: _rows(points_of(settings)),
        drag="move",
        shift=3,
        sprays=flat,
    )


def edit(settings, action):
    """The knob that an action turns."""
    if action["do"] == "rows":
        return {"points": written(_base(settings), action["rows"])}
    if action["panel"] != "points" or settings["dimension"] != 2:
        return {}
    return {"points": clicked(settings["points"], points_of(settings), action)}


def _base(settings):
    names = ("dimension", "spread", "outlier", "reach", "seed")
    return cloud_of(*two_clouds(**{name: settings[name] for name in names}))


def _rows(cloud):
    return [[*map(float, x), int(y)] for x, y in zip(cloud.X, cloud.y, strict=True)]
