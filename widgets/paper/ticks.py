"""Axes: ranges, ticks, grid and spines of a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import (
    FixedLocator,
    Formatter,
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullLocator,
)

from widgets import palette, text
from widgets.paper.board import FONT, PX

if TYPE_CHECKING:
    from widgets.paper.words import Ruler


def dress(ax: Any, axes: list[dict[str, Any]], theme: str) -> list:
    """Give a plane its ranges, ticks, grid and zero lines; returns the zero lines."""
    ink = palette.PAPER[theme]
    ax.set_facecolor(ink["paper"])
    ax.set_axisbelow(True)
    ax.grid(True, color=ink["grid"], linewidth=PX)
    ax.tick_params(length=0, pad=4, labelsize=11.5 * PX, labelcolor=ink["ink"])
    ax.tick_params(labelfontfamily=FONT)
    for side, spine in ax.spines.items():
        spine.set(visible=side in ("left", "bottom"), color=palette.colour("faint", theme))
        spine.set_linewidth(PX)
    for name, axis in zip("xy", axes, strict=True):
        if axis["log"]:
            getattr(ax, f"set_{name}scale")("log", nonpositive="mask")
        getattr(ax, f"set_{name}lim")(ends_of(axis))
        _ticks(getattr(ax, f"{name}axis"), axis, 6, axis["log"])
        getattr(ax, f"set_{name}label")(axis["title"], **_title(ink, 12.0), labelpad=3)
    zero = {"color": ink["ink"], "linewidth": PX, "zorder": 1.5}
    lines = [
        draw(0.0, **zero) for draw, a in ((ax.axvline, axes[0]), (ax.axhline, axes[1])) if a["zero"]
    ]
    for name, axis in zip("xy", axes, strict=True):
        getattr(ax, f"set_{name}lim")(ends_of(axis))
    return lines


def ends_of(axis: dict[str, Any]) -> np.ndarray:
    """The numbers at the ends of a packed axis."""
    ends = np.array(axis["range"])
    return 10.0**ends if axis["log"] else ends


def level(ax: Any, axes: list[dict[str, Any]]) -> None:
    """Set the ranges of `axes`, one widened about its middle so that both have equal units, as
    static/axes.js does."""
    scales = [ax.xaxis.get_transform(), ax.yaxis.get_transform()]
    ends = [s.transform(ends_of(a)) for s, a in zip(scales, axes, strict=True)]
    units = np.abs([np.ptp(e) for e in ends] / ax.get_window_extent().size)
    for name, scale, end, unit in zip("xy", scales, ends, units, strict=True):
        wide = end.mean() + (end - end.mean()) * units.max() / unit
        getattr(ax, f"set_{name}lim")(scale.inverted().transform(wide))


def dress_space(ax: Any, axes: list[dict[str, Any]], theme: str, equal: bool) -> None:
    """Give a space its ranges, ticks and pale walls; a log axis shows exponents as powers."""
    ink = palette.PAPER[theme]
    ax.patch.set_visible(False)
    ax.computed_zorder = False
    ax.view_init(elev=24, azim=-58)
    sizes = []
    for name, axis in zip("xyz", axes, strict=True):
        ends = axis["range"]
        sizes.append(abs(ends[1] - ends[0]))
        getattr(ax, f"set_{name}lim")(ends)
        wall = getattr(ax, f"{name}axis")
        wall.set_pane_color((1.0, 1.0, 1.0, 0.0))
        wall.line.set(color=palette.colour("faint", theme), linewidth=PX)
        wall._axinfo["grid"] |= {"color": ink["grid"], "linewidth": PX}
        wall._axinfo["tick"] |= {"inward_factor": 0.0, "outward_factor": 0.0}
        _ticks(wall, axis, 5, False)
        getattr(ax, f"set_{name}label")(axis["title"], **_title(ink, 12.0), labelpad=-2)
    ax.tick_params(pad=-1, labelsize=10.5 * PX, labelcolor=ink["ink"], labelfontfamily=FONT)
    ax.set_box_aspect(sizes if equal else (1.15, 1.15, 0.9), zoom=1.1)


def along_scale(target: Any, ends: np.ndarray, log: bool) -> None:
    """Ticks of a colour scale between `ends`."""
    target.set_minor_locator(NullLocator())
    if log and ends[1] > 3.0 * ends[0]:
        _log_ticks(target, ends, ends[1] > 100.0 * ends[0], 6)
    else:
        target.set_major_locator(MaxNLocator(4))
        target.set_major_formatter(Alike(*ends))


def thin(ax: Any, axis: dict[str, Any], available: float, ruler: Ruler) -> None:
    """Leave out words under a panel until those that stay do not touch."""
    if axis["ticks"] is None:
        return
    retained = ax.xaxis.get_major_locator()()
    words = [ax.xaxis.get_major_formatter()(v, i) for i, v in enumerate(retained)]
    widest = max((ruler.width(w, 11.5) for w in words), default=0.0) + 8.0
    every = max(1, int(np.ceil(widest * len(words) / available)))
    ax.xaxis.set_major_locator(FixedLocator(retained[::every]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda _, i: words[::every][i or 0]))


def _ticks(target, axis, most, log_scale):
    target.set_minor_locator(NullLocator())
    if axis["ticks"] is not None:
        where, words = np.array(axis["ticks"]["at"], dtype=float), axis["ticks"]["words"]
        where = 10.0**where if log_scale else where
        retained = (where >= min(target.get_view_interval())) & (
            where <= max(target.get_view_interval())
        )
        shown = [w for w, k in zip(words, retained, strict=True) if k]
        target.set_major_locator(FixedLocator(where[retained]))
        target.set_major_formatter(FuncFormatter(lambda _, i: shown[i] if i is not None else ""))
        return
    if axis["log"] and log_scale:
        low, high = sorted(axis["range"])
        powers = np.floor(high) > np.ceil(low) and high - low > 1.5
        _log_ticks(target, ends_of(axis), powers, most)
        return
    target.set_major_locator(MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], integer=axis["log"]))
    power = FuncFormatter(lambda v, _: text.power_tick(10.0**v))
    target.set_major_formatter(power if axis["log"] else Alike(*ends_of(axis)))


def _log_ticks(target, ends, powers, most):
    """Ticks of a log scale between `ends`: at the powers of ten alone, or also at 2 and 5 times."""
    subs = (1.0,) if powers else (1.0, 2.0, 5.0)
    target.set_major_locator(LogLocator(subs=subs, numticks=most))
    power = FuncFormatter(lambda v, _: text.power_tick(v))
    target.set_major_formatter(power if powers else Alike(*ends))


class Alike(Formatter):
    """Words the numbers of an axis with these ends alike."""

    def __init__(self, *ends: float | np.number):
        self._low, self._high = sorted(ends)

    def format_ticks(self, values: Any) -> list[str]:
        """The words of all ticks that are shown."""
        available = 1e-9 * (self._high - self._low)
        inside = [self._low - available <= v <= self._high + available for v in values]
        shown = [0.0 if abs(v) < available else v for v, i in zip(values, inside, strict=True) if i]
        words = iter(text.ticks(shown))
        return [next(words) if i else "" for i in inside]

    def __call__(self, value: float, _: int | None = None) -> str:
        """The words of one number."""
        return text.tick(value)


def _title(ink, size):
    return {"fontfamily": FONT, "fontsize": size * PX, "color": ink["ink"], "parse_math": False}
