"""Scenes as experiments: which knobs, which problem, which solvers, which picture.

Data travels one way: settings -> run (problem and results) -> scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from lab import discovery
from lab.threads import one_thread
from solvers import InputError, Result, Trace
from widgets import Scene
from widgets.edits import Tools
from widgets.knobs import Knob


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One solved setting: the problem, each method's result, and what was asked.

    results: method name -> Result, the main method first. extra: what else the scene draws.
    settings, address, experiment: what was asked, and of whom; whoever calls an experiment's
    `solve` puts them there.
    """

    problem: Any
    results: Mapping[str, Result]
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    address: str = ""
    experiment: Experiment | None = None

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
    previews(settings) -> {knob name: what was understood of its file}, as `KnobWidget.preview` is.
    click(settings, action) -> {knob name: value}: what a hand's action in the picture turns, as
    `widgets.edits.Edits` has it. tools(settings) -> `Tools`: what hands may do there, or None.
    own: how a student's step plays beside the main method, an `Own` of `lab.checking.task`.
    measures: name -> function of a Run, a number or a text: what a sweep writes beside the general
    ones, such as the number of weights that are not zero; None where it says nothing.
    """

    name: str
    title: str
    question: str
    knobs: tuple[Knob, ...]
    solve: Callable[..., Run]
    scene: Callable[[Run], Scene]
    ticks: Callable[[Mapping], Mapping] | None = None
    previews: Callable[[Mapping], Mapping] | None = None
    click: Callable[[Mapping, Mapping], Mapping] | None = None
    tools: Callable[[Mapping], Tools | None] | None = None
    own: object | None = None
    measures: Mapping[str, Callable[[Run], object]] = field(default_factory=dict)

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
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


def find(where: str | Experiment) -> tuple[str, Experiment]:
    """(address, `Experiment`) of "lesson/scene", of a scene's name where it is unique, of a
    lesson's first scene, or of an `Experiment` itself. Imports that lesson and that scene only."""
    if isinstance(where, Experiment):
        return where.name, where
    lessons = discovery.LESSONS
    lesson, _, scene = str(where).partition("/")
    if _is_lesson(lessons, lesson):
        names = lessons[lesson].names()
        if not scene or scene in names:
            return _at(lessons, lesson, scene or names[0])
    hits = [] if scene else [name for name in lessons if lesson in lessons[name].names()]
    if len(hits) == 1:
        return _at(lessons, hits[0], lesson)
    known = ", ".join(f"{name}/{e}" for name in lessons for e in lessons[name].names())
    problem = "is not unique" if hits else "is not known"
    raise InputError(f"{where!r} {problem} as a scene; choose one of {known}.")


def _is_lesson(lessons, name):
    """Whether there is a lesson of that name; InputError where it cannot be loaded."""
    try:
        return bool(lessons[name])
    except KeyError:
        return False


def _at(lessons, lesson, scene):
    return f"{lesson}/{scene}", lessons[lesson].scene(scene)


def run(
    where: str | Experiment,
    *,
    cancelled: Callable[[], bool] | None = None,
    step: Callable | Mapping[str, Callable] | None = None,
    **settings: Any,
) -> Run:
    """Solve the scene `where` with the given knob values; no browser needed.

    where: an address such as "lars/race", or an `Experiment`.
    solvers=["cd", "prox"]: the methods by their short names, the scene's main method first.
    step: a function of your own, as `lab.exercise` asks for it, or {exercise: function}; its run is
    `results["yours"]`.
    """
    address, experiment = find(where)
    if step is not None:
        from lab.checking.own import with_step

        experiment = with_step(experiment, step)
    done = solve(experiment, experiment.settings(settings), cancelled, address=address)
    names = methods(done, settings.get("solvers", ()))
    if names and names[0] != done.main:
        raise InputError(
            f"solvers must begin with {done.main!r}, the method of this scene, got {names[0]!r}; "
            "lab.compare takes them in any order."
        )
    return done


def solve(
    experiment: Experiment,
    settings: Mapping[str, Any],
    cancelled: Callable[[], bool] | None = None,
    *,
    address: str = "",
) -> Run:
    """The `Run` of checked `settings`, stamped with what was asked."""
    with one_thread():
        done = experiment.solve(settings, cancelled)
    if not isinstance(done, Run):
        raise InputError(
            f"solve of {experiment.name} must return lab.Run(problem, results), "
            f"got {type(done).__name__}."
        )
    place = address or experiment.name
    return replace(done, settings=settings, address=place, experiment=experiment)


def draw(experiment: Experiment, run: Run) -> Scene:
    """The `Scene` of a run, under the experiment's title and question where it has no others."""
    with one_thread():
        drawn = experiment.scene(run)
    if not isinstance(drawn, Scene):
        raise InputError(
            f"scene of {experiment.name} must return a widgets.Scene, got {type(drawn).__name__}."
        )
    return drawn.under(experiment.title, experiment.question)


def solve_each(solver, problems, *, warm=True, cancelled=None, **options):
    """The `Result` of each of `problems`, if `warm` started from the one before, of the last with
    its history. Ends early where cancelled."""
    results, before = [], None
    for k, problem in enumerate(problems):
        every = int(k == len(problems) - 1)
        before = solver(
            problem, x0=before if warm else None, record_every=every, cancelled=cancelled, **options
        )
        results.append(before)
        if before.status == "cancelled":
            break
    return tuple(results)


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
