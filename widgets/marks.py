"""Marks: what a panel shows. Each is frozen data; its fields say how a frame reads its arrays.

A tone is a role ("main", "now"), not a colour: each drawer has its palette.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from widgets.fields import Field, Moved, Prefix, Static, as_field

TONES = ("main", "now", "rival1", "rival2", "rival3", "rival4", "ink", "muted", "faint", "good")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = (
    "circle", "square", "diamond", "triangle-up", "triangle-down", "cross", "x", "circle-open",
    "square-open", "diamond-open",
)  # fmt: skip
MAX_CLASSES = 9
MAX_BARS = 120


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mark:
    """What every mark has. `label` says what it means: in the legend (if `legend`) and on hover."""

    label: str = ""
    tone: str = "main"
    dash: str = "solid"
    width: float = 2.0
    opacity: float = 1.0
    legend: bool = False

    def __post_init__(self):
        for f in fields(self):
            if f.type.startswith("Field") and getattr(self, f.name) is not None:
                object.__setattr__(self, f.name, as_field(getattr(self, f.name)))
        _member(self.tone, TONES, "tone")
        _member(self.dash, DASHES, "dash")

    def coordinates(self, axis):
        """The fields drawn along axis 0 (x), 1 (y) or 2 (z), each with its `Moved` axis or None."""
        return _pairs(self, (("x",), ("y",), ("z",))[axis], axis)

    def all_fields(self):
        """Every field of the mark, by name."""
        named = [
            (f.name, getattr(self, f.name)) for f in fields(self) if f.type.startswith("Field")
        ]
        return {name: value for name, value in named if value is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Path(Mark):
    """Iterates in order, joined by straight lines. `x` may be a `moved` field for all axes.

    ghost: where the fields are `prefix`, the part still to come is drawn faintly.
    markers: a dot at each vertex (kept to short paths by the author).
    closed fill: `fill` fills the polygon with the tone at that opacity.
    """

    x: Field
    y: Field | None = None
    z: Field | None = None
    markers: bool = False
    ghost: bool = True
    fill: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Curve(Path):
    """A function: y over x; like `Path` in all else."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines(Mark):
    """Many polylines in one mark, NaN between them; `klass` (per vertex) chooses tone and dash."""

    x: Field
    y: Field | None = None
    z: Field | None = None
    klass: Field | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Points(Mark):
    """Markers. `klass` (per point, 0..8) chooses colour *and* symbol; `names` say what each means.

    size: diameter in pixels, a number or a field with one entry per point.
    texts: one hover text per point (static).
    """

    x: Field
    y: Field | None = None
    z: Field | None = None
    klass: Field | None = None
    size: Field = 9.0
    symbol: str = "circle"
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def __post_init__(self):
        Mark.__post_init__(self)
        _member(self.symbol, SYMBOLS, "symbol")


@dataclass(frozen=True, slots=True, eq=False)
class Segments(Mark):
    """Straight pieces from (x0, y0[, z0]) to (x1, y1[, z1]), one per entry; `klass` per piece."""

    x0: Field
    y0: Field
    x1: Field
    y1: Field
    z0: Field | None = None
    z1: Field | None = None
    klass: Field | None = None
    names: tuple[str, ...] = ()

    def coordinates(self, axis):
        """As for every mark."""
        return _pairs(self, (("x0", "x1"), ("y0", "y1"), ("z0", "z1"))[axis], axis)


@dataclass(frozen=True, slots=True, eq=False)
class Arrows(Segments):
    """Segments with a head at their second end."""


@dataclass(frozen=True, slots=True, eq=False)
class Band(Mark):
    """The area between `low` and `high` over `x`."""

    x: Field
    low: Field
    high: Field
    fill: float = 0.2

    def coordinates(self, axis):
        """As for every mark."""
        return _pairs(self, (("x",), ("low", "high"), ())[axis], axis)


@dataclass(frozen=True, slots=True, eq=False)
class Bars(Mark):
    """Vertical bars of `height` (n,) at `x` (n,), at most 120; `klass` adds colour and hatching."""

    x: Field
    height: Field
    klass: Field | None = None
    thickness: float = 0.6
    names: tuple[str, ...] = ()

    def coordinates(self, axis):
        """As for every mark."""
        return _pairs(self, (("x",), ("height",), ())[axis], axis)


@dataclass(frozen=True, slots=True, eq=False)
class Contour(Mark):
    """Filled level sets of a static grid: x (nx,), y (ny,), z (ny, nx), between rising `levels`.

    Low is dark. Moving level sets are `Lines`.
    """

    x: Field
    y: Field
    values: Field
    levels: tuple[float, ...] = ()
    fill: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap(Mark):
    """A matrix `values` (ny, nx) as coloured cells at x (nx,), y (ny,).

    limits: (low, high) of the colour scale. diverging: zero is white, signs are blue and orange.
    """

    x: Field
    y: Field
    values: Field
    limits: tuple[float, float] | None = None
    diverging: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Surface(Mark):
    """A surface in space over grids x, y, z (n, m)."""

    x: Field
    y: Field
    z: Field


@dataclass(frozen=True, slots=True, eq=False)
class Mesh(Mark):
    """Triangles in space: vertices x, y, z (or one `moved` field), faces (F, 3) of row numbers."""

    x: Field
    y: Field | None = None
    z: Field | None = None
    faces: np.ndarray = None


@dataclass(frozen=True, slots=True, eq=False)
class Text(Mark):
    """Words at points: `text` holds one string per point, or with `per_frame` one per frame.

    anchor: where the words stand, seen from the point: "right", "left", "above", "below", "center".
    """

    x: Field
    y: Field
    text: tuple[str, ...] = ()
    z: Field | None = None
    anchor: str = "right"
    per_frame: bool = False


def is_moving(mark):
    """Whether any field of the mark differs between frames."""
    words = isinstance(mark, Text) and mark.per_frame
    return words or any(not isinstance(f, Static) for f in mark.all_fields().values())


def has_ghost(mark):
    """Whether the mark's future is drawn faintly."""
    return isinstance(mark, Path) and mark.ghost and isinstance(mark.x, Prefix)


def _pairs(mark, names, axis):
    first = getattr(mark, "x", None)
    if isinstance(first, Moved):
        return [(first, axis)] if axis < first.shape.shape[1] else []
    found = [getattr(mark, n, None) for n in names]
    return [(f, None) for f in found if f is not None]


def _member(value, options, name):
    if value not in options:
        raise ValueError(f"{name} must be one of {', '.join(options)}, got {value!r}.")
