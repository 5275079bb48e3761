"""What a clock counts, and which row of each trace it shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from solvers import InputError, Trace
from solvers.checks import as_text, integer, one_of
from widgets import Clock


class Counted(NamedTuple):
    """The column of a trace that a clock reads, and the name of its unit."""

    column: str
    name: str


#: What a knob "clock" may choose.
CLOCKS = {
    "iterations": Counted("iteration", "iteration"),
    "work": Counted("work", "update"),
    "seconds": Counted("seconds", "second"),
}


def times(trace: Trace, clock: str = "iterations") -> np.ndarray:
    """The clock's value (R,) at every row of a trace."""
    return getattr(trace, CLOCKS[clock].column)


@overload
def align(
    traces: Trace, clock: str = ..., most: int = ..., keep: int = ..., *, name: str | None = ...
) -> tuple[Clock, np.ndarray]: ...
@overload
def align(
    traces: Mapping[str, Trace],
    clock: str = ...,
    most: int = ...,
    keep: int = ...,
    *,
    name: str | None = ...,
) -> tuple[Clock, dict[str, np.ndarray]]: ...
@overload
def align(
    traces: Sequence[Trace],
    clock: str = ...,
    most: int = ...,
    keep: int = ...,
    *,
    name: str | None = ...,
) -> tuple[Clock, list[np.ndarray]]: ...
def align(
    traces: Trace | Mapping[str, Trace] | Sequence[Trace],
    clock: str = "iterations",
    most: int = 240,
    keep: int = 30,
    *,
    name: str | None = None,
) -> tuple[Clock, Any]:
    """(Clock, rows): at most `most` frames on one clock for all traces, and each trace's rows.

    traces: one Trace, a sequence, or a mapping; `rows` has the same shape, with an index array
    (T,) for each trace. clock: "iterations", "work" or "seconds". The first `keep` values stay,
    then their number grows geometrically. Each trace shows its last row that is not later. name: of
    the clock's unit, where the scene has a better word.
    """
    one_of(clock, tuple(CLOCKS), "clock")
    called = CLOCKS[clock].name if name is None else as_text(name, "name")
    most, keep = integer(most, "most", least=2), integer(keep, "keep")
    several = _several(traces)
    moments = [times(t, clock) for t in several]
    values = _thin(np.unique(np.concatenate(moments)), most, keep)
    rows: Any = [np.maximum(np.searchsorted(t, values, side="right") - 1, 0) for t in moments]
    if isinstance(traces, Trace):
        rows = rows[0]
    elif isinstance(traces, Mapping):
        rows = dict(zip(traces, rows, strict=True))
    return Clock(called, values), rows


def _several(traces):
    """`traces` as a list; a Run or a Result has traces, but is not one."""
    several = [traces] if isinstance(traces, Trace) else traces
    several = several.values() if isinstance(several, Mapping) else several
    is_many = isinstance(several, Collection) and not isinstance(several, np.ndarray)
    if not is_many or not all(isinstance(t, Trace) for t in several):
        raise InputError(
            "traces must be one Trace or several, such as run.traces or result.trace, "
            f"got {type(traces).__name__}."
        )
    if not several:
        raise InputError("traces must hold at least one Trace, got none.")
    return list(several)


def _thin(values, most, keep):
    """At most `most` of the rising `values`: the first `keep`, the last, a geometric choice
    between."""
    if values.size <= most:
        return values
    keep = min(keep, most - 1)
    tail = np.geomspace(max(keep, 1), values.size - 1, most - keep)
    return values[np.unique(np.concatenate([np.arange(keep), np.round(tail).astype(int)]))]
