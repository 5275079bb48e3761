"""A student's step in the central-path scene: its way through the polygon, box or plane."""

from __future__ import annotations

from dataclasses import replace

from lab.checking.task import Own
from lab.lessons.interior_point.central_path.polygon import basis
from lab.lessons.interior_point.central_path.view import build_view
from lab.lessons.interior_point.own import WAYS

#: The predictor of the exercise keeps y'x = 0; where points are many, rounding turns the low-cost
#: method's way.
_NARROW = {
    "predictor-direction": {"b": (0.0,)},
    "low-cost-direction": {"data": ("three", "inside")},
}


def _narrowed(name, way):
    return replace(way, needs={**way.needs, **_NARROW.get(name, {})})


def _places(view, yours):
    """Where yours stands in the first panel, as the knob has it."""
    seen, settings = view.run.extra["view"], view.run.settings
    if seen == "polygon":
        return {"plane": yours @ basis(view.run.problem.y)}
    return {"plane": yours if seen == "box" else yours[:, [settings["i"] - 1, settings["j"] - 1]]}


OWN = Own(
    {name: _narrowed(name, way) for name, way in WAYS.items()},
    build_view,
    "plane",
    places=_places,
    unit=lambda view: view.scale,
)
