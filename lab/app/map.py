"""`lab.map`: a dashboard, and below its knobs the plane of two of them."""

from __future__ import annotations

from typing import Any

from lab.app.dashboard import dashboard
from lab.discovery import find
from lab.experiment import Experiment
from lab.site.page import page
from lab.sweeps.live_map import Map
from lab.sweeps.sources import Live, Stored
from lab.sweeps.sweep import Sweep
from solvers import InputError


def map(
    where: str | Experiment | Sweep,
    x: str,
    y: str,
    colour: str,
    *,
    statistic: str = "median",
    **settings: Any,
) -> Map:
    """A scene with its knobs, and under them the plane of two knobs, coloured by a measure.

    where: an address such as "lasso", or an `Experiment`: then the map fills in the background,
    from coarse to fine and first near the values of the knobs, and pauses while a knob moves. Or a
    `Sweep`: then the map has its rows, and the other knobs that were varied choose among them.
    x, y: names of the knobs. colour: a measure as in `lab.sweep`, such as "updates to 1e-6".
    statistic: of the seeds of a stored sweep. settings: knobs of the dashboard.
    Click or drag on the map to turn the knobs; arrow keys go from cell to cell. `.wait()` returns
    when it is whole, `.scene` is the map as data, `.close()` stops what fills it.
    """
    if isinstance(where, Sweep):
        source = Stored(where, x, y, colour, statistic)
        return Map(dashboard(where.address, **(source.opening() | settings)), source, page)
    find(where)
    source = Live(where, x, y, colour)
    try:
        return Map(dashboard(where, **settings), source, page)
    except InputError:
        source.close()
        raise
