"""Lessons and their scenes: which knobs, which problem, which solvers, which picture.

Data travels one way: settings -> run (problem and results) -> scene.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from lab.threads import one_thread
from solvers import InputError, Result, Trace
from solvers.checks import integer, one_of
from widgets import Clock, Scene
from widgets.knobs import Knob


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One solved setting: what was asked, the problem, and each method's result.

    results: method name -> Result, the main method first. extra: what else the scene draws.
    """

    address: str
    settings: Mapping[str, object]
    problem: object
    results: Mapping[str, Result]
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The name of the method in question."""
        return next(iter(self.results))

    @property
    def result(self) -> Result:
        """The main method's result."""
        return self.results[self.main]

    @property
    def trace(self) -> Trace:
        """The main method's trace."""
        return self.result.trace

    @property
    def traces(self) -> Mapping[str, Trace]:
        """Every method's trace by name."""
        return {name: result.trace for name, result in self.results.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """One scene of a lesson. `solve(settings, cancelled) -> Run`, `scene(run) -> Scene`, both pure.

    name: last part of the address; title: what it is; question: what the picture answers.
    A scene that compares methods has a knob "compare" of kind "several": the rivals of its main
    method. `solvers=["cd", "prox"]` is another way to set it, the main method first.
    ticks(settings) -> {knob name: (value, words)}: marks on sliders, such as lambda_max.
    click(settings, {"panel", "x", "y", "shift"}) -> {knob name: value}: what a click turns.
    """

    name: str
    title: str
    question: str
    knobs: tuple[Knob, ...]
    solve: Callable[..., Run]
    scene: Callable[[Run], Scene]
    ticks: Callable[[Mapping], Mapping] | None = None
    click: Callable[[Mapping, Mapping], Mapping] | None = None

    def settings(self, given):
        """All knob values: the defaults, overwritten by `given`, each checked."""
        known = {k.name: k for k in self.knobs}
        given = self._rivals(dict(given), known)
        for name in given:
            if name not in known:
                raise InputError(
                    f"{name} is not a knob of {self.name}; it has {', '.join(known) or 'none'}."
                )
        try:
            return {n: k.check(given.get(n, k.default)) for n, k in known.items()}
        except ValueError as error:
            raise InputError(str(error)) from None

    def _rivals(self, given, known):
        """`given` with `solvers` turned into the knob "compare"."""
        if "solvers" not in given or "solvers" in known:
            return given
        if "compare" not in known:
            raise InputError(f"solvers does not apply: {self.name} compares no methods.")
        options = [v for v, _ in known["compare"].pairs()]
        chosen = [pick(name, options) for name in method_names(given.pop("solvers"))]
        return given | {"compare": [name for name in chosen if name in options]}


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson: one source, one question, several scenes; the first is shown first."""

    name: str
    title: str
    question: str
    source: str
    scenes: tuple[Experiment, ...]


#: lesson name -> Lesson, in the order of the workbook; each lesson package registers itself.
LESSONS: dict[str, Lesson] = {}


def register(lesson):
    """Add a lesson to the workbook; returns it."""
    LESSONS[lesson.name] = lesson
    return lesson


def find(address):
    """(lesson, experiment) at "lesson/scene", at a unique scene name, or a lesson's first scene."""
    lesson, _, scene = str(address).partition("/")
    if lesson in LESSONS and not scene:
        return LESSONS[lesson], LESSONS[lesson].scenes[0]
    wanted = scene or lesson
    hits = [
        (one, e)
        for one in LESSONS.values()
        for e in one.scenes
        if e.name == wanted and (not scene or one.name == lesson)
    ]
    if len(hits) == 1:
        return hits[0]
    known = ", ".join(f"{one.name}/{e.name}" for one in LESSONS.values() for e in one.scenes)
    problem = "is not unique" if hits else "is not known"
    raise InputError(f"{address!r} {problem} as a scene; choose one of {known}.")


def run(address, *, cancelled=None, **settings):
    """Solve the scene at `address` with the given knob values; no browser needed.

    solvers=["cd", "prox"]: the methods by their short names, the scene's main method first.
    """
    lesson, experiment = find(address)
    done = solve(lesson, experiment, experiment.settings(settings), cancelled)
    names = methods(done, settings.get("solvers", ()))
    if names and names[0] != done.main:
        raise InputError(
            f"solvers must begin with {done.main!r}, the method of this scene, got {names[0]!r}; "
            "lab.compare takes them in any order."
        )
    return done


def solve(lesson, experiment, settings, cancelled=None):
    """The `Run` of checked `settings`, stamped with its full address."""
    with one_thread():
        done = experiment.solve(settings, cancelled)
    address = f"{lesson.name}/{experiment.name}"
    return Run(address, settings, done.problem, done.results, done.extra)


#: Two short names of plain proximal gradient.
_SAME = {"prox": "ista", "ista": "prox"}


def methods(run, solvers):
    """The methods of `run` that the short names `solvers` mean, in that order."""
    chosen = [pick(name, run.results) for name in method_names(solvers)]
    for name in chosen:
        if name not in run.results:
            raise InputError(
                f"solvers may hold {', '.join(map(repr, run.results))} here, got {name!r}."
            )
    return chosen


def pick(name, options):
    """`name`, or its other name where only that is among the options."""
    other = _SAME.get(name)
    return other if name not in options and other in options else name


def method_names(solvers):
    """`solvers` as a list of short names: one name, or several."""
    several = [solvers] if isinstance(solvers, str) else solvers
    if not isinstance(several, (list, tuple)) or not all(isinstance(s, str) for s in several):
        raise InputError(f'solvers must be a list such as ["cd", "prox"], got {solvers!r}.')
    return list(several)


def align(traces, clock="iterations", most=240, keep=30):
    """(Clock, rows): at most `most` frames on one clock for all traces, and each trace's rows.

    traces: one Trace, a sequence, or a mapping; `rows` has the same shape, with an index array
    (T,) for each trace. clock: "iterations", "work" or "seconds". The first `keep` values stay,
    then their number grows geometrically. Each trace shows its last row that is not later.
    """
    column, name = _CLOCKS[one_of(clock, tuple(_CLOCKS), "clock")]
    most, keep = integer(most, "most", least=2), integer(keep, "keep")
    several = _several(traces)
    times = [getattr(t, column) for t in several]
    values = _thin(np.unique(np.concatenate(times)), most, keep)
    rows = [np.maximum(np.searchsorted(t, values, side="right") - 1, 0) for t in times]
    if isinstance(traces, Trace):
        rows = rows[0]
    elif isinstance(traces, Mapping):
        rows = dict(zip(traces, rows, strict=True))
    return Clock(name, values), rows


def _several(traces):
    """`traces` as a list; a Run or a Result has them, but is none."""
    several = [traces] if isinstance(traces, Trace) else traces
    several = several.values() if isinstance(several, Mapping) else several
    if not isinstance(several, Collection) or not all(isinstance(t, Trace) for t in several):
        raise InputError(
            "traces must be one Trace or several, such as run.traces or result.trace, "
            f"got {type(traces).__name__}."
        )
    if not several:
        raise InputError("traces must hold at least one Trace, got none.")
    return list(several)


_CLOCKS = {
    "iterations": ("iteration", "iteration"),
    "work": ("work", "update"),
    "seconds": ("seconds", "second"),
}


def _thin(values, most, keep):
    """At most `most` of the rising `values`: the first `keep`, the last, a geometric choice
    between."""
    if values.size <= most:
        return values
    keep = min(keep, most - 1)
    tail = np.geomspace(max(keep, 1), values.size - 1, most - keep)
    return values[np.unique(np.concatenate([np.arange(keep), np.round(tail).astype(int)]))]
