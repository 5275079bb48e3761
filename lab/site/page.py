"""`lab.page`: a scene as one HTML file whose knobs live without a kernel."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lab.discovery import find, portable
from lab.drawing.text import listed, within
from lab.experiment import Experiment, Run
from lab.paths import checked_path
from lab.progress import teller
from lab.runs.export import code, completed
from lab.site.vary import (
    LEAST,
    TooLarge,
    lattice_grid,
    read_limit,
    refuse,
    through,
    usual,
    words_of,
)
from lab.sweeps import engine
from lab.sweeps.engine import warm
from lab.sweeps.grid import Grid, number_of
from lab.sweeps.worker import Job, job_of, pack
from solvers import InputError
from solvers.checks import integer
from widgets.controls import settings_on_wire, spec_of, tick_on_wire, to_wire
from widgets.knobs import NUMBERS
from widgets.lattice import Lattice, Point, packed_point, unanswered_point
from widgets.page import PageMap, PageStage, assets, page_html

#: Settings after which the size of the whole is guessed, and by how much the guess must pass the
#: limit to be believed.
_PROBE, _SURE = 8, 1.3
#: Up to so many settings are solved in this process: others would take longer to start.
_FEW = 4
#: The most letters of a text among the options of a knob.
_LONGEST = 40
#: How large a page may be by default.
LIMIT = "12MB"


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A scene with all settings that its page can show.

    stage: for another HTML page: `stage.html()` is an element of its body, and
    `widgets.page.assets` what the page needs once. settings: how many settings there are; errors:
    the sentences of those that have no picture.
    """

    stage: PageStage
    settings: int
    errors: tuple[str, ...] = ()

    def html(self) -> str:
        """The text of the page."""
        return page_html(self.stage)

    @property
    def size(self) -> int:
        """The bytes of the page."""
        return len(self.html().encode())

    def save(self, path: str | os.PathLike) -> Path:
        """Write the page to `path`; the file appears when it is complete."""
        path = _page_path(path)
        with completed(path) as part:
            part.write_text(self.html(), encoding="utf-8")
        return path

    def __str__(self):
        count = len(self.errors)
        rest = f"; {count} of them have no picture, and say why" if count else ""
        return f"{self.settings} settings{rest}"


def page(
    where: str | Experiment,
    *,
    vary: Mapping[str, Any] | None = None,
    out: str | os.PathLike | None = None,
    limit: str | int = LIMIT,
    jobs: int | None = None,
    frame: int = 0,
    progress: bool | Callable[[int, int], object] = True,
    beside: PageMap | None = None,
    **settings: Any,
) -> Page:
    """Solve a scene at every combination of some knobs' values, for a page without a kernel.

    where: an address such as "lars/race", or an `Experiment`. settings: of knobs that stay, or,
    where they are varied, their values at first.
    vary: knob -> its values: a list or array; for a number also a tuple (low, high, count), even on
    the knob's own scale; None for all options except those that need a file and have none, or the
    whole range. Without it the primary knobs are varied, with as many stops as the limit allows,
    the values shown first among them.
    out: a file .html to write; it appears when it is complete. limit: how large the page may be,
    such as "12MB"; one that would be larger is refused with the numbers that would fit.
    jobs: how many processes; by default one for each core. progress: True for a bar, False, or a
    function (done, total). frame: the one shown first, -1 the last. beside: a map of two of the
    varied knobs, as `lab.map(...).page(...)` makes it.
    For a setting without an answer the page has the sentence that says why. An interrupt writes
    nothing.
    """
    _, experiment = find(where)
    most, path = read_limit(limit), None if out is None else _page_path(out)
    engine.check_jobs(jobs)
    frame = integer(frame, "frame", least=-math.inf)
    how = {"most": most, "jobs": jobs, "frame": frame, "progress": progress, "beside": beside}
    if vary is not None:
        result = _page(where, lattice_grid(experiment, vary, settings), **how)
    else:
        result = _fitting(where, usual(experiment, settings), settings, **how)
    if path is not None:
        result.save(path)
    return result


def page_of_run(run: Run, frame: int, progress: bool | Callable[[int, int], object]) -> Page:
    """The page of a run's scene with its settings at first, its primary knobs varied."""
    assert run.experiment is not None  # it was played by one
    where = portable(run.address, run.experiment)
    vary = usual(run.experiment, {})
    most = read_limit(LIMIT)
    return _fitting(where, vary, run.settings, most=most, jobs=None, frame=frame, progress=progress)


def _fitting(where, vary, settings, **how):
    """The page, with fewer stops where it would be too large."""
    experiment = find(where)[1]
    while True:
        try:
            grid = through(experiment, lattice_grid(experiment, vary, settings))
            return _page(where, grid, **how)
        except TooLarge as error:
            if error.vary is None:
                raise
            vary = error.vary


def _page(where, grid, most, jobs, frame, progress, beside=None):
    address, experiment = find(where)
    if len(grid) * LEAST > most:
        refuse(experiment, grid, len(grid) * LEAST, most, most // LEAST)
    with teller(progress, experiment.name) as tell:
        lattice = _solved(portable(address, experiment), experiment, grid, most, jobs, tell)
    stage = PageStage(
        experiment.title,
        experiment.question,
        lattice,
        knobs=controls(experiment, grid),
        axes=[(name, [to_wire(v) for v in values]) for name, values in grid.axes.items()],
        idle=[idle_knobs(experiment, {**grid.base, **grid.varied(k)}) for k in range(len(grid))],
        start=_answered(start_of(experiment, grid), lattice),
        note=note(experiment, grid),
        copies=True,
        map=beside,
        state={"at": address, "knobs": settings_on_wire(grid.base), "frame": frame},
    )
    result = Page(stage, len(grid), tuple(lattice.errors.values()))
    if result.size > most:
        each = (result.size - len(assets(lattice.space))) / len(grid)
        fitting = int((most - len(assets(lattice.space))) / each)
        refuse(experiment, grid, result.size, most, min(fitting, len(grid) - 1))
    return result


def _answered(start, lattice):
    """The setting nearest to `start` in their order that has a picture."""
    there = [k for k in lattice.at if k not in lattice.errors]
    if not there:
        raise InputError(f"No setting of the page has a picture: {lattice.errors[start]}")
    return min(there, key=lambda k: abs(k - start))


def _solved(where, experiment, grid, most, jobs, tell):
    """The `Lattice` of all settings; equal ones are solved once."""
    all_marks = representatives(experiment, grid)
    missing = sorted(set(all_marks))
    job = job_of(where, dict(grid.base), answer, failed)
    tell(0, len(missing))
    warm(where, grid)
    # In random order, so that the first few show how large the rest will be.
    order = np.random.default_rng(0).permutation(missing).tolist()
    tasks = ((k, grid.varied(k)) for k in order)
    found = engine.rows(pack(job), job, tasks, 1 if len(missing) <= _FEW else jobs)
    lattice, sizes = Lattice(), []
    with contextlib.closing(found):
        for k, point in found:
            lattice.add(k, point)
            sizes.append(lattice.size)
            tell(len(sizes), len(missing))
            _check_size(experiment, grid, sizes, len(missing), lattice.space, most)
    for k, marks_there in enumerate(all_marks):
        lattice.substitute(k, marks_there)
    return lattice


def _check_size(experiment, grid, sizes, total, space, most):
    """Refuse early what will be too large: the rest will add as much, on average, as the later half
    of the settings so far."""
    done = len(sizes)
    if done < min(_PROBE, total):
        return
    half = done // 2
    each = (sizes[-1] - sizes[half - 1]) / (done - half) if half else sizes[-1]
    budget = most - len(assets(space)) - sizes[-1]
    if each * (total - done) > _SURE * max(budget, 0) or budget < 0:
        share = (done + budget / max(each, 1.0)) / total
        whole = most - budget + each * (total - done)
        refuse(experiment, grid, whole, most, int(0.9 * share * len(grid)))


def _page_path(path):
    """`path` as a Path that a page can be written to."""
    return checked_path(path, (".html",), ".html where knobs are varied", "out")


def line(path: Path, result: Page) -> str:
    """One line about a page that was written."""
    return f"{path}: {result}, {words_of(path.stat().st_size)}."


def answer(job: Job, digest: str, varied: Mapping[str, Any]) -> Point:
    """The packed picture of a setting, the marks on its sliders and its Python; or, where the
    problem is refused, the sentence that says so."""
    address, experiment = find(job.where)
    settings = {**job.base, **varied}
    beside = {}
    try:
        beside["ticks"] = _ticks(experiment, settings)
        beside["code"] = _code(job.where, settings)
        run = experiment.play(settings, address=address)
        return packed_point(experiment.draw(run), **beside)
    except ValueError as error:
        return unanswered_point(" ".join(str(error).split()), **beside)


def failed(job: Job, status: str, sentence: str) -> Point:
    """The point of a setting whose computation broke."""
    return unanswered_point(sentence)


def _ticks(experiment, settings):
    """Slider name -> (value, words) as the control takes it."""
    ticks = experiment.ticks(dict(settings)) if experiment.ticks is not None else {}
    return {name: tick_on_wire(tick) for name, tick in ticks.items() if tick}


def _code(where, settings):
    """The Python of a picture, before and after the number of its frame."""
    before, _, after = code(where, settings).rpartition("frame=0")
    return [f"{before}frame=", after]


def idle_knobs(experiment: Experiment, settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the knobs that have no effect at `settings`."""
    return tuple(knob.name for knob in experiment.knobs if not knob.applies(settings))


def representatives(experiment: Experiment, grid: Grid) -> list[int]:
    """[number of the setting that is solved in the place of setting k]: a varied knob that has no
    effect, and on which none other depends, has its first value."""
    knobs = experiment.knobs
    read = {name for knob in knobs for rule in knob.rules() for name in rule}
    read |= {knob.apart for knob in knobs if knob.apart}
    places: dict = {}
    found = []
    for k in range(len(grid)):
        varied = grid.varied(k)
        idle = set(idle_knobs(experiment, {**grid.base, **varied})) - read
        key = tuple((n, None if n in idle else v) for n, v in varied.items())
        found.append(places.setdefault(key, k))
    return found


def controls(experiment: Experiment, grid: Grid) -> list[dict[str, Any]]:
    """The controls: those that are varied first, then the primary ones, then the rest."""
    knobs = sorted(experiment.knobs, key=lambda k: (k.name not in grid.axes, not k.primary))
    return [_control(knob, grid) for knob in knobs]


def _control(knob, grid):
    spec, values = spec_of(knob), grid.axes.get(knob.name)
    if values is None:
        locked = "It has this value here; it can be changed in the notebook."
        return {"spec": spec, "value": to_wire(grid.base[knob.name]), "locked": locked}
    spec["primary"] = True
    if knob.kind in NUMBERS:
        spec["stops"] = list(values)
    elif knob.kind != "switch" or len(values) < 2:
        spec["kind"] = "choice"
        spec["options"] = [
            {"value": to_wire(v), "words": _words(knob, v), "line": None} for v in values
        ]
    return {"spec": spec, "value": to_wire(values[0]), "locked": ""}


def _words(knob, value):
    """What a choice says of one of the values."""
    words = dict(knob.pairs()) if knob.kind in ("choice", "several") else {}
    if knob.kind == "several":
        return ", ".join(words[v] for v in value) or "none"
    if knob.kind == "switch":
        return "on" if value else "off"
    if knob.kind == "choice":
        return words[value]
    return value if 0 < len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…" if value else "none"


def start_of(experiment: Experiment, grid: Grid) -> int:
    """The number of the setting that a page shows first: that nearest to the scene's own."""
    knobs = {knob.name: knob for knob in experiment.knobs}
    near = {n: v[knobs[n].nearest(v, grid.base[n])] for n, v in grid.axes.items()}
    return number_of(grid.axes, near)


def note(experiment: Experiment, grid: Grid) -> str:
    """What the page says of its knobs, and of what users can draw where there is a kernel."""
    labels = {knob.name: within(knob.label) for knob in experiment.knobs}
    varied = listed([labels[name] for name in grid.axes])
    one = "value" if len(grid.axes) == 1 else "setting"
    are = "are" if len(grid) > 1 else "is"
    what = f"{len(grid)} {one}{'s' * (len(grid) > 1)} of {varied}" if grid.axes else "1 setting"
    still = {*grid.axes, *idle_knobs(experiment, grid.base)}
    fixed = [labels[k.name] for k in experiment.knobs if k.primary and k.name not in still]
    rest = f"; {listed(fixed)} {'are' if len(fixed) > 1 else 'is'} fixed" if fixed else ""
    words = f"{what} {are} solved{rest}."
    tools = experiment.tools and experiment.tools(grid.base)
    edited = f" {tools.noun.capitalize()}s can be edited in the notebook only." if tools else ""
    return words + edited
