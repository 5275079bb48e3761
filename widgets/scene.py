"""What to draw, as data: a scene holds panels on one clock, a panel holds marks.

Nothing here draws, and nothing here knows mathematics.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, SupportsIndex, cast

import numpy as np

from widgets import text
from widgets.chips import STATUSES
from widgets.fields import Moved, Static, as_field, at, frames, held, span
from widgets.layout import Layout, default
from widgets.marks import (
    MAX_BARS,
    MAX_CLASSES,
    Bars,
    Contour,
    Hatch,
    Heatmap,
    Mark,
    Text,
    cell_edges,
)
from widgets.questions import Question, check_questions
from widgets.words import Sentences

#: Marks of cells around the points of a grid.
_CELLS = (Hatch, Heatmap)


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """An axis: title with its unit, linear or log, a fixed (low, high) or what the marks need.

    ticks: (positions, words) where numbers would say less. zero: draw the line at 0.
    """

    title: str = ""
    log: bool = False
    range: tuple[float, float] | None = None
    ticks: tuple[Sequence[float] | np.ndarray, Sequence[str]] | None = None
    zero: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One plot: the title says what to see, the subtitle what is drawn. `z` makes it 3-D.

    equal: one unit of x is as long as one unit of y.
    cross: a point (x, y) of a plane that can be moved, by users and by `Stage.crosses`; a click and
    each step of a drag are clicks in the picture. What the heatmap says there is shown below.
    key: names the panel in layouts, clicks and on its tab; unique in a scene.
    hint: what users may do, shown behind the subtitle only where they may: in space, where it can
    be turned, and in a plane that `Tools` edit; never on paper.
    legend: labels of marks, or names of their classes, that the key over the plot shows, or a
    mapping from these to other words; a label that no mark bears is left out.
    """

    title: str
    marks: Sequence[Mark]
    x: Axis = Axis()
    y: Axis = Axis()
    z: Axis | None = None
    _: KW_ONLY
    equal: bool = False
    key: str = ""
    subtitle: str = ""
    hint: str = ""
    legend: Sequence[str] | Mapping[str, str] = ()
    cross: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.cross is not None and (self.z is not None or np.shape(self.cross) != (2,)):
            raise ValueError(f"cross must be a point (x, y) of a plane, got {self.cross!r}.")
        for name in ("x", "y", "z"):
            axis = getattr(self, name)
            if not (isinstance(axis, Axis) or (name == "z" and axis is None)):
                raise ValueError(f"{name} must be an Axis, got {axis!r}; write Axis({axis!r}).")
        for name in ("title", "key", "subtitle", "hint"):
            if not isinstance(getattr(self, name), str):
                raise ValueError(f"{name} must be a text, got {getattr(self, name)!r}.")
        if not all(isinstance(mark, Mark) for mark in self.marks):
            kinds = ", ".join(type(mark).__name__ for mark in self.marks)
            raise ValueError(f"marks of {self.title!r} must be marks such as Curve, got {kinds}.")
        if isinstance(self.legend, str):
            raise ValueError(f"legend must hold labels of marks, got {self.legend!r}.")
        if not isinstance(self.legend, Mapping):
            object.__setattr__(self, "legend", {label: label for label in self.legend})

    def axes(self) -> list[Axis]:
        """The two or three axes with their ranges settled."""
        given = [self.x, self.y] + ([self.z] if self.z is not None else [])
        return [_settled(a, self.marks, i) for i, a in enumerate(given)]


@dataclass(frozen=True, slots=True, eq=False)
class OnDemand:
    """The panel `make(*given)` of that key, made when it is shown."""

    key: str
    make: Callable[..., Panel]
    given: tuple[Any, ...] = ()


def on_demand(key: str, make: Callable[..., Panel], *given: Any) -> Any:
    """The panel `make(*given)` of that key, for a scene that is shown without it as a rule: one
    behind a tab. While a knob is turned it is made once the user pauses."""
    return OnDemand(key, make, given)


class Panels(Sequence[Panel]):
    """The panels of a scene of so many frames; one that is to come later is made when it is asked
    for, once. checked: panels that were in such a scene before: their marks fit."""

    def __init__(self, given: Sequence[Panel | OnDemand], frames: int, checked: Sequence[Any] = ()):
        wrong = [one for one in given if not isinstance(one, Panel | OnDemand)]
        if wrong:
            raise ValueError(f"panels must hold Panels, got {wrong[0]!r}.")
        self._given, self._frames = list(given), frames
        self.keys = tuple(one.key for one in given)
        if len(set(self.keys)) != len(self.keys):
            raise ValueError(f"Panel keys must differ, got {list(self.keys)}.")
        known = {id(one.marks) for one in checked if isinstance(one, Panel)}
        for panel in self._given:
            if isinstance(panel, Panel) and id(panel.marks) not in known:
                _check_panel(panel, frames)

    def __len__(self) -> int:
        return len(self._given)

    def __iter__(self) -> Iterator[Panel]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        panel = self._given[i]
        if isinstance(panel, OnDemand):
            panel = _made(panel, self._frames)
            self._given[i] = panel
        return panel

    def of(self, keys: Collection[str]) -> list[Any]:
        """The panels `keys`; those that are to come later, where they have not been made, so."""
        return [one for one in self._given if one.key in keys]

    def fit(self, frames: int) -> Panels:
        """These panels, checked for a scene of so many frames."""
        return self if frames == self._frames else Panels(self._given, frames)


def _made(wanted, frames):
    panel = wanted.make(*wanted.given)
    if not isinstance(panel, Panel) or panel.key != wanted.key:
        raise ValueError(f"what comes later must be the Panel {wanted.key!r}, got {panel!r}.")
    _check_panel(panel, frames)
    return panel


def _check_panel(panel, frames):
    for mark in panel.marks:
        _check_mark(mark, frames, panel)


@dataclass(frozen=True, slots=True, eq=False)
class Clock:
    """What the frames count: `name` in the singular ("iteration"), the value (T,) of each frame.

    Values that fall are a quantity, not a count: they read "λ = 0.3", between frames as well.
    """

    name: str
    values: np.ndarray

    def __len__(self) -> int:
        return len(self.values)

    def counter(self, k: float) -> str:
        """ "iteration 37 of 412"; seconds and other fractions with three digits."""
        return text.counter(self.name, self.values, k)


#: What a scene is given that is placed by `default`; once checked it is a Layout.
_DEFAULT = cast("Layout", None)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Panels on one clock, with a sentence and numbers per frame.

    captions: T texts, or `Sentences`: the first sentence says what is shown, and what is before
    " — " in it is stressed; those that follow, as a rule the numbers, are drawn smaller; what is
    after a line break, which holds of the whole run, is a smaller, separate line.
    readout: T values per name, or `Sentences`, shown with the sentence in this order; what "broken"
    says (T texts) is shown as an error, "" where nothing is. Four names are for the proof: "gap" of
    this frame's own value and bound, shown as "proved within ..."; "best", the least gap so far,
    shown where it differs; "status" (T words of `STATUSES`), the best one's; "limit", the gap at
    which a point has arrived. With a gap they are on a scale (`Gauge`), whose bound is named
    "bound", "D" or "lower", and whose value is the entry before that.
    layout: where the panels are placed; without one the first is large and the rest are next to it.
    terms: word -> what it means, in a sentence; where such a word is written it is explained.
    """

    panels: Sequence[Panel]
    clock: Clock
    captions: Sequence[str]
    readout: Mapping[str, Sequence | np.ndarray]
    questions: Sequence[Question] = ()
    title: str = ""
    question: str = ""
    layout: Layout = _DEFAULT
    terms: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.clock, Clock):
            raise ValueError(f"clock must be a Clock, got {self.clock!r}.")
        T = len(self.clock)
        given = self.panels
        panels = given.fit(T) if isinstance(given, Panels) else Panels(given, T)
        object.__setattr__(self, "panels", panels)
        if T == 0:
            raise ValueError("A scene needs at least one frame.")
        if not isinstance(self.readout, Mapping):
            raise ValueError(f"readout must map names to {T} values, got {self.readout!r}.")
        for name, values in [("captions", self.captions), *self.readout.items()]:
            if _entries(values) != T:
                got = f"{len(values)}" if hasattr(values, "__len__") else repr(values)
                raise ValueError(f"{name} must have {T} entries, got {got}.")
        made = isinstance(self.captions, Sentences)
        if not made and not all(isinstance(caption, str) for caption in self.captions):
            raise ValueError("captions must be texts, one per frame.")
        for status in self.readout.get("status", ()):
            if status not in STATUSES:
                known = ", ".join(STATUSES)
                raise ValueError(f"status must be one of {known}, got {status!r}.")
        keys = list(panels.keys)
        if self.layout is None:
            object.__setattr__(self, "layout", default(keys))
        elif not isinstance(self.layout, Layout):
            raise ValueError(f"layout must be a Layout, got {self.layout!r}.")
        if keys:
            self.layout.check(keys)
        check_questions(self.questions, panels, T)

    def __len__(self) -> int:
        return len(self.clock)

    def __repr__(self) -> str:
        panels = ", ".join(self.keys) or "no panels"
        return f"<Scene {self.title!r} of {len(self)} frames: {panels}>"

    def under(self, title: str, question: str) -> Scene:
        """This scene with these words above it where it has no title."""
        named = copy(self)
        object.__setattr__(named, "title", self.title or title)
        object.__setattr__(named, "question", self.question or question)
        return named

    def explained(self, terms: Mapping[str, str]) -> Scene:
        """This scene with these words explained, its own before them."""
        named = copy(self)
        object.__setattr__(named, "terms", {**terms, **self.terms})
        return named

    def unproved(self, sentence: str) -> Scene:
        """This scene where its proof has been found wrong: no frame claims one, each says so."""
        frames = len(self)
        readout = {**self.readout, "status": ("contradiction",) * frames}
        for name in {"gap", "best"} & {*readout}:
            readout[name] = (np.inf,) * frames
        said = {"captions": (sentence,) * frames, "readout": readout, "questions": ()}
        return self.altered({"gap": partial(replace, title="Nothing is proved")}, **said)

    def only(self, keys: Sequence[str]) -> Scene:
        """The scene with the panels `keys` alone; ValueError where a name is not known."""
        known = self.keys
        wrong = [key for key in keys if not isinstance(key, str) or key not in known]
        if wrong or not keys:
            got = repr(wrong[0]) if wrong else "none"
            raise ValueError(f"panels must be among {', '.join(known)}, got {got}.")
        panels = self._panels.of(keys)
        there = [q for q in self.questions if not q.panel or q.panel in keys]
        asked = [replace(q, hides=tuple(k for k in q.hides if k in keys)) for q in there]
        return replace(self, panels=panels, questions=asked, layout=self.layout.only(keys))

    def altered(self, changes: Mapping[str, Callable[[Panel], Panel]], **more: Any) -> Scene:
        """This scene with the panels of those keys changed, one that comes later when it comes;
        more: other fields, anew."""
        own = self._panels.of(self.keys)
        panels = [_altered(p, changes[p.key]) if p.key in changes else p for p in own]
        return replace(self, panels=Panels(panels, len(self), checked=own), **more)

    def ranges(self) -> dict[str, list[Axis]]:
        """key -> the axes, with their ranges settled, of each panel that has been made."""
        made = (p for p in self._panels.of(self.keys) if isinstance(p, Panel))
        return {panel.key: panel.axes() for panel in made}

    def reaching(self, ranges: Mapping[str, Sequence[Axis]]) -> Scene:
        """This scene, of which each axis reaches at least as far as that of the same panel in
        `ranges`, where both are of one scale."""
        return self.altered({key: partial(_reaching, axes=axes) for key, axes in ranges.items()})

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the panels, of which none is made to tell it."""
        return self._panels.keys

    @property
    def _panels(self) -> Panels:
        return cast("Panels", self.panels)

    def placed(self, keys: Collection[str] | None = None) -> Sequence[Panel | OnDemand]:
        """The panels as they are drawn: those that share an x axis with one range, and with its
        title only where no other of them is below.

        keys: of the visible ones; others may come later.
        """
        if keys is None:
            return _sharing(list(self.panels), self.layout)
        shared = set(self.layout.share_x)
        seen = {*keys, *shared} if shared & set(keys) else set(keys)
        given = enumerate(self._panels.of(self.keys))
        panels = [self.panels[i] if p.key in seen else p for i, p in given]
        return _sharing(panels, self.layout) if shared <= seen else panels


def frame_number(scene: Scene, frame: SupportsIndex) -> int:
    """The number of a frame, which counts from the end where it is negative."""
    k, T = operator.index(frame), len(scene)
    if not -T <= k < T:
        raise ValueError(f"frame must lie in {-T}..{T - 1}, got {k}.")
    return k % T


def _entries(values):
    """How many frames `values` are for; None where they are no sequence. Sentences are counted
    without making any."""
    if isinstance(values, (str, Sentences)):
        return len(values)
    return next(iter(np.shape(values)), None)


def _altered(panel, change):
    if isinstance(panel, OnDemand):
        return OnDemand(panel.key, lambda *given: change(panel.make(*given)), panel.given)
    return change(panel)


def _sharing(panels, layout):
    """`panels` with one x range where the layout says so."""
    shared = set(layout.share_x)
    spans = np.array([p.axes()[0].range for p in panels if p.key in shared])
    if not shared:
        return list(panels)
    ends = (float(spans.min()), float(spans.max()))
    ends = ends if spans[0, 0] <= spans[0, 1] else ends[::-1]
    above = {a for a, b in pairwise(layout.side) if {a, b} <= shared and not layout.twin}
    return [_with_range(p, ends, p.key in above) if p.key in shared else p for p in panels]


def _with_range(panel, ends, bare):
    """`panel` with the x range `ends`; `bare` without a title of that axis."""
    return replace(panel, x=replace(panel.x, range=ends, title="" if bare else panel.x.title))


def _check_mark(mark, T, panel):
    kind = type(mark).__name__
    found = mark.all_fields()
    for name, f in found.items():
        if (own := frames(f)) not in (None, T):
            raise ValueError(f"{name} of {kind} in {panel.key!r} must have {T} frames, got {own}.")
    low, high = (span(found["klass"]) if "klass" in found else None) or (0, 0)
    if not 0 <= low <= high < MAX_CLASSES:
        raise ValueError(f"klass of {kind} in {panel.key!r} must lie in 0..{MAX_CLASSES - 1}.")
    if isinstance(mark, Bars) and held(mark.x).shape[-1] > MAX_BARS:
        raise ValueError(
            f"Bars in {panel.key!r} must be at most {MAX_BARS}; show quantiles instead."
        )
    if isinstance(mark, Text) and mark.per_frame and len(mark.text) != T:
        raise ValueError(f"text in {panel.key!r} must have {T} entries, got {len(mark.text)}.")
    if not isinstance(mark, (Contour, *_CELLS)):
        _check_lengths(mark, found, T, panel)


def _check_lengths(mark, found, T, panel):
    """What belongs to one point must have one length, or be a single number."""
    fields = [(f, axis) for i in range(3) for f, axis in mark.coordinates(i)]
    fields += [(found[name], None) for name in ("klass", "size") if name in found]
    stays = T == 1 or all(isinstance(f, Static) for f, _ in fields)
    for k in (0,) if stays else (0, T - 1):
        shapes = [at(f, k, axis).shape for f, axis in fields]
        if len({s for s in shapes if s not in ((), (1,))}) > 1:
            kind = type(mark).__name__
            raise ValueError(
                f"Fields of {kind} in {panel.key!r} must have one length, got {shapes} in frame "
                f"{k}."
            )


def _reaching(panel, axes):
    """`panel`, of which each axis reaches as far as that of `axes` in its place."""
    wider = {
        name: replace(own, range=_union(own.range, other.range))
        for name, own, other in zip("xyz", panel.axes(), axes, strict=False)
        if own.log == other.log
    }
    return replace(panel, **wider)


def _union(a, b):
    """The range of both, which falls where a does."""
    low, high = min(*a, *b), max(*a, *b)
    return (low, high) if a[0] <= a[1] else (high, low)


def _settled(axis, marks, i):
    """`axis` with a range: as given, or all that any frame shows plus a margin.

    There is no margin where a contour or a heatmap reaches the end: it would be an empty frame.
    """
    if axis.range is not None:
        return axis
    spans = [span(f, a) for mark in marks for f, a in mark.coordinates(i)]
    if any(isinstance(m, Bars) for m in marks):
        spans.append(_bar_span(marks, i))
    spans += [_cell_span(m, i, axis.log) for m in marks if isinstance(m, _CELLS) and i < 2]
    ends = np.array([s for s in spans if s is not None]).reshape(-1, 2)
    if axis.log:
        ends = np.log10(ends[ends[:, 1] > 0.0].clip(min=_smallest(marks, i)))
    low, high = (ends[:, 0].min(), ends[:, 1].max()) if len(ends) else (0.0, 1.0)
    margin = 0.06 * (high - low) or 0.5 * (abs(low) or 1.0)
    ground = _ground(marks, i, axis.log)
    low = low if ground[0] <= low else low - margin
    high = high if ground[1] >= high else high + margin
    if i == 1 and not axis.log and any(isinstance(m, Bars) for m in marks) and low + margin >= 0.0:
        low = 0.0
    if axis.log:
        low, high = 10.0**low, 10.0**high
    return replace(axis, range=(float(low), float(high)))


def _bar_span(marks, i):
    """What bars need beyond their numbers: half a bar at each side, and the base at zero."""
    bars = [m for m in marks if isinstance(m, Bars)]
    if i == 1:
        return (0.0, 0.0)
    ends = np.array([span(as_field(m.x)) or (0.0, 0.0) for m in bars])
    return (ends[:, 0].min() - 0.5, ends[:, 1].max() + 0.5)


def _ground(marks, i, log):
    """(low, high) of the contours and heatmaps in drawn coordinates, (inf, -inf) without any."""
    low, high = np.inf, -np.inf
    for mark in marks:
        if isinstance(mark, (Contour, *_CELLS)) and i < 2:
            cells = isinstance(mark, _CELLS)
            ends = _cell_span(mark, i, log) if cells else span(as_field((mark.x, mark.y)[i]))
            near, far = ends or (np.nan, np.nan)
            near, far = (np.log10(near), np.log10(far)) if log else (near, far)
            low, high = min(low, near), max(high, far)
    return low, high


def _cell_span(cells, i, log):
    """What cells need beyond their centres: half a cell at each side."""
    edges = cell_edges(held((cells.x, cells.y)[i]), log)
    return (float(edges.min()), float(edges.max()))


def _smallest(marks, i):
    """The smallest positive number on a log axis, no less than 1e-16 of the largest."""
    least, most = np.inf, 0.0
    for mark in marks:
        for f, _ in mark.coordinates(i):
            values = (
                f.values[np.isfinite(f.values) & (f.values > 0.0)]
                if not isinstance(f, Moved)
                else np.empty(0)
            )
            if values.size:
                least, most = min(least, values.min()), max(most, values.max())
    return max(least, 1e-16 * most) if most > 0.0 else 1.0
