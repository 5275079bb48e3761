"""A view kit that knows no mathematics: scenes as data, the live player, knobs, exports."""

from widgets.fields import Field, at, blend, moved, prefix, ragged, row, static
from widgets.knobs import Knob
from widgets.layout import Layout
from widgets.marks import (
    Arrows,
    Band,
    Bars,
    Contour,
    Curve,
    Hatch,
    Heatmap,
    Lines,
    Mesh,
    Path,
    Points,
    Segments,
    Surface,
    Text,
)
from widgets.questions import Aim, Question, Rings
from widgets.scene import Axis, Clock, Panel, Scene, on_demand

__all__ = [
    "Aim",
    "Arrows",
    "Axis",
    "Band",
    "Bars",
    "Clock",
    "Contour",
    "Curve",
    "Field",
    "Hatch",
    "Heatmap",
    "Knob",
    "Layout",
    "Lines",
    "Mesh",
    "Panel",
    "Path",
    "Points",
    "Question",
    "Rings",
    "Scene",
    "Segments",
    "Surface",
    "Text",
    "at",
    "blend",
    "moved",
    "on_demand",
    "prefix",
    "ragged",
    "row",
    "static",
]
