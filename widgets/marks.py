"""Marks: what a panel shows. Each is frozen data; its fields say how a frame reads its arrays.

A tone is a role ("main", "now"), not a colour: each drawer has its palette.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, fields
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from widgets.fields import Field, FieldLike, Moved, Prefix, Static, as_field, held, span, static

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
    """What every mark has. `label` says what it means: in the legend (if `legend`) and on hover.

    future: it shows what later frames find, such as an optimum or where a curve will end, and is
    hidden while a question is open.
    """

    label: str = ""
    tone: str = "main"
    dash: str = "solid"
    width: float = 2.0
    opacity: float = 1.0
    legend: bool = False
    future: bool = False
    #: The names of the fields that are drawn along x, y and z.
    _along: ClassVar[tuple[tuple[str, ...], ...]] = (("x",), ("y",), ("z",))

    def __post_init__(self):
        for name in _field_names(self):
            given = getattr(self, name)
            if given is not None and (found := as_field(given)) is not given:
                object.__setattr__(self, name, found)
        _member(self.tone, TONES, "tone")
        _member(self.dash, DASHES, "dash")
        _check_moved(self)

    def coordinates(self, axis: int) -> list[tuple[Field, int | None]]:
        """The fields drawn along axis 0 (x), 1 (y) or 2 (z), each with its `Moved` axis or None."""
        first = getattr(self, "x", None)
        if isinstance(first, Moved):
            return [(first, axis)] if axis < first.shape.shape[1] else []
        names = self._along[axis]
        return [(f, None) for name in names if (f := getattr(self, name, None)) is not None]

    def all_fields(self) -> dict[str, Field]:
        """Every field of the mark, by name."""
        names = _field_names(self)
        return {name: f for name in names if (f := getattr(self, name)) is not None}


@dataclass(frozen=True, slots=True, eq=False)
class _Placed(Mark):
    """A mark at coordinates; `x` may be a `moved` field for all of them."""

    x: FieldLike
    y: FieldLike | None = None
    z: FieldLike | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Path(_Placed):
    """Iterates in order, joined by straight lines. `x` may be a `moved` field for all axes.

    ghost: where the fields are `prefix`, the part still to come is drawn faintly.
    markers: a dot at each vertex (kept to short paths by the author).
    closed fill: `fill` fills the polygon with the tone at that opacity.
    follow: in a plane, a lens shows its last steps where they are a few pixels only.
    """

    markers: bool = False
    ghost: bool = True
    fill: float = 0.0
    follow: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Curve(Path):
    """A function: y over x; like `Path` in all else."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lines(_Placed):
    """Many polylines in one mark, NaN between them; `klass` (per vertex) chooses tone and dash."""

    klass: FieldLike | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Points(_Placed):
    """Markers. `klass` (per point, 0..8) chooses colour *and* symbol; `names` say what each means.

    size: diameter in pixels, a number or a field with one entry per point.
    texts: one hover text per point (static).
    """

    klass: FieldLike | None = None
    size: FieldLike = 9.0
    symbol: str = "circle"
    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def __post_init__(self):
        Mark.__post_init__(self)
        _member(self.symbol, SYMBOLS, "symbol")


@dataclass(frozen=True, slots=True, eq=False)
class Segments(Mark):
    """Straight pieces from (x0, y0[, z0]) to (x1, y1[, z1]), one per entry; `klass` per piece."""

    x0: FieldLike
    y0: FieldLike
    x1: FieldLike
    y1: FieldLike
    z0: FieldLike | None = None
    z1: FieldLike | None = None
    _: KW_ONLY
    klass: FieldLike | None = None
    names: tuple[str, ...] = ()
    _along = (("x0", "x1"), ("y0", "y1"), ("z0", "z1"))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Arrows(Segments):
    """Segments with a head at their second end.

    grip: whether users may take them, where `Tools` let them drag, anywhere along their length.
    """

    grip: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Band(Mark):
    """The area between `low` and `high` over `x`."""

    x: FieldLike
    low: FieldLike
    high: FieldLike
    fill: float = 0.2
    _along = (("x",), ("low", "high"), ())


@dataclass(frozen=True, slots=True, eq=False)
class Bars(Mark):
    """Vertical bars of `height` (n,) at `x` (n,), at most 120; `klass` adds colour and hatching."""

    x: FieldLike
    height: FieldLike
    klass: FieldLike | None = None
    thickness: float = 0.6
    names: tuple[str, ...] = ()
    _along = (("x",), ("height",), ())


@dataclass(frozen=True, slots=True, eq=False)
class Contour(Mark):
    """Filled level sets of a static grid: x (nx,), y (ny,), values (ny, nx), at rising `levels`.

    Low is dark; no levels means eight even ones. Moving level sets are `Lines`.
    """

    x: FieldLike
    y: FieldLike
    values: FieldLike
    levels: tuple[float, ...] = ()
    fill: bool = True

    def __post_init__(self):
        Mark.__post_init__(self)
        _check_grid(self, ("x", "y", "values"))
        levels = np.asarray(self.levels, dtype=np.float64)
        if levels.size == 0:
            levels = np.linspace(*(span(as_field(self.values)) or (0.0, 1.0)), 10)[1:-1]
        if np.any(np.diff(levels) < 0.0):
            raise ValueError(f"levels must rise, got {self.levels}.")
        object.__setattr__(self, "levels", tuple(np.unique(levels).tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap(Mark):
    """A matrix `values` (ny, nx) as coloured cells at x (nx,), y (ny,).

    limits: (low, high) of the colour scale. diverging: zero has the colour of the paper, positive
    is blue, negative is orange. log: the colours follow the logarithm, of positive values; there
    the middle of a diverging scale is 1. rich: several hues, where values are to be read.
    unit: what the values are, written at the colour scale.
    """

    x: FieldLike
    y: FieldLike
    values: FieldLike
    limits: tuple[float, float] | None = None
    diverging: bool = False
    log: bool = False
    rich: bool = False
    unit: str = ""

    def __post_init__(self):
        Mark.__post_init__(self)
        _check_grid(self, ("x", "y"))
        if self.log and min(self.limits or (1.0,)) <= 0.0:
            raise ValueError(f"limits must be positive where log is True, got {self.limits}.")

    def scale(self) -> tuple[float, float]:
        """(low, high) of the colour scale: the limits, or else all that any frame shows."""
        if self.limits is not None:
            return self.limits
        values = held(self.values)
        if self.log:
            known = np.log10(values[np.isfinite(values) & (values > 0.0)])
            low, high = _ends(static(known), self.diverging)
            return float(10.0**low), float(10.0**high)
        return _ends(as_field(self.values), self.diverging)


@dataclass(frozen=True, slots=True, eq=False)
class Hatch(Mark):
    """Hatching over the cells of a grid x (nx,), y (ny,) where `values` (ny, nx) are not 0.

    way: how the strokes run, "/" or "\\".
    """

    x: FieldLike
    y: FieldLike
    values: FieldLike
    way: str = "/"

    def __post_init__(self):
        Mark.__post_init__(self)
        _check_grid(self, ("x", "y"))
        _member(self.way, ("/", "\\"), "way")


@dataclass(frozen=True, slots=True, eq=False)
class Surface(Mark):
    """A surface in space over grids x, y, z (n, m)."""

    x: FieldLike
    y: FieldLike
    z: FieldLike


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mesh(_Placed):
    """Triangles in space: vertices x, y, z (or one `moved` field), faces (F, 3) of row numbers."""

    faces: np.ndarray | None = None

    def __post_init__(self):
        Mark.__post_init__(self)
        faces = np.array(() if self.faces is None else self.faces, dtype=np.int64)
        if faces.ndim != 2 or faces.shape[1] != 3:
            raise ValueError(f"Mesh takes faces (F, 3) of row numbers, got {faces.shape}.")
        faces.flags.writeable = False
        object.__setattr__(self, "faces", faces)


@dataclass(frozen=True, slots=True, eq=False)
class Text(Mark):
    """Words at points: `text` holds one string per point, or with `per_frame` one per frame.

    anchor: where the words are, relative to the point: "right", "left", "above", "below", "center";
    elsewhere near the point where that place is taken. "row": right or left of it, on its height.
    """

    x: FieldLike
    y: FieldLike
    text: tuple[str, ...] = ()
    z: FieldLike | None = None
    _: KW_ONLY
    anchor: str = "right"
    per_frame: bool = False


def has_ghost(mark: Mark) -> bool:
    """Whether the mark's future is drawn faintly."""
    if not (isinstance(mark, Path) and mark.ghost):
        return False
    return all(isinstance(f, Prefix) for axis in range(3) for f, _ in mark.coordinates(axis))


def cell_edges(centres: ArrayLike, log: bool = False) -> np.ndarray:
    """The n + 1 borders of cells around n rising centres: midpoints, and half a cell outside."""
    c = np.log10(centres) if log else np.asarray(centres, dtype=np.float64)
    step = np.diff(c) if len(c) > 1 else np.ones(1)
    inner = c[:-1] + 0.5 * np.diff(c)
    edges = np.concatenate([[c[0] - 0.5 * step[0]], inner, [c[-1] + 0.5 * step[-1]]])
    return 10.0**edges if log else edges


def cell_corners(edges: Sequence[np.ndarray], z: np.ndarray) -> np.ndarray:
    """(cells, 4, 2): the corners, one after another, of the cells of `z` that are neither 0 nor
    NaN, between `edges` across and up."""
    rows, columns = np.nonzero(np.nan_to_num(z))
    (left, right), (foot, top) = (
        (ends[i], ends[i + 1]) for ends, i in zip(edges, (columns, rows), strict=True)
    )
    corners = [[left, foot], [left, top], [right, top], [right, foot]]
    return np.stack(corners).transpose(2, 0, 1)


def _ends(values, diverging):
    """(low, high) of a colour scale, never equal; zero in the middle where it is diverging."""
    low, high = span(values) or (0.0, 1.0)
    if diverging:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    return low, high if high > low else low + 1.0


#: Of each kind of mark the names of its fields, once one was made.
_NAMES: dict[type, tuple[str, ...]] = {}


def _field_names(mark):
    kind = type(mark)
    if kind not in _NAMES:
        _NAMES[kind] = tuple(f.name for f in fields(kind) if f.type.startswith("Field"))
    return _NAMES[kind]


def _check_moved(mark):
    """A `moved` field gives all coordinates, so it is `x` and there is no other."""
    found = mark.all_fields()
    kind, moved = type(mark).__name__, [n for n, f in found.items() if isinstance(f, Moved)]
    if moved and (moved != ["x"] or "y" in found or "z" in found):
        raise ValueError(f"A moved field of {kind} is given as x alone: it holds all coordinates.")
    if "x" in found and not moved and getattr(mark, "y", found) is None:
        raise ValueError(f"{kind} takes y as well as x, unless x is a moved field.")


def _check_grid(mark, names):
    kind = type(mark).__name__
    for name in names:
        if not isinstance(getattr(mark, name), Static):
            raise ValueError(f"{name} of {kind} must be static; moving level sets are Lines.")
    shape = mark.values.values.shape[-2:]
    expected = (mark.y.values.size, mark.x.values.size)
    if shape != expected:
        raise ValueError(f"values of {kind} must be (ny, nx) = {expected}, got {shape}.")


def _member(value, options, name):
    if value not in options:
        raise ValueError(f"{name} must be one of {', '.join(options)}, got {value!r}.")
