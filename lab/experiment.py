"""Scenes as experiments: which knobs, which problem, which solvers, which picture.

Data travels one way: settings -> run (problem and results) -> scene.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

import numpy as np

from lab.processes import one_thread
from lab.spelling import guess
from lab.terms import TERMS
from solvers import InputError, Result, Trace
from solvers.checks import as_input_error, short
from widgets import Scene
from widgets.chips import refuted
from widgets.edits import Tools
from widgets.knobs import NOT, NUMBERS, Knob


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One solved setting: the problem, each method's result, and what was asked.

    results: method name -> Result, the main method first. extra: what else the scene draws.
    settings, address, experiment: what was asked, and of which experiment; `Experiment.play` sets
    them.
    """

    problem: Any
    results: Mapping[str, Result]
    _: KW_ONLY
    extra: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    address: str = ""
    experiment: Experiment | None = None

    def __post_init__(self) -> None:
        is_mapping = isinstance(self.results, Mapping)
        given = self.results.values() if is_mapping else [self.results]
        wrong = [type(r).__name__ for r in given if not (is_mapping and isinstance(r, Result))]
        if wrong or not given:
            got = wrong[0] if wrong else "none"
            raise InputError(
                "results of lab.Run must map names to solvers.Result, as "
                f'{{"cd": result}}, got {got}.'
            )

    def __repr__(self) -> str:
        ends = ", ".join(f"{name} {result.status}" for name, result in self.results.items())
        return f"<Run of {self.address or type(self.problem).__name__}: {ends}>"

    @property
    def main(self) -> str:
        """The name of the main method."""
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
class Judged:
    """Where a scene shows the answers of other solvers to its problem, once they are asked for.

    panel: the key of the panel. place(run, x): where the answer x is in the panel, (d,) or (P, d);
    NaN where it is not shown. line: the places are a line, NaN between its pieces. last: it is
    shown in the last frame only, as the others are of other problems.
    """

    panel: str
    place: Callable[[Run, np.ndarray], np.ndarray]
    line: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """One scene of a lesson. `solve(settings, cancelled) -> Run`, `scene(run) -> Scene`, both pure.

    name: last part of the address; title: what it is; question: what the picture answers.
    first, see: what to try first, and what that shows, a sentence each; "" says nothing.
    A scene that compares methods has a knob "compare" of kind "several": the rivals of its main
    method. `solvers=["cd", "prox"]` is another way to set it, the main method first.
    ticks(settings) -> {knob name: (value, words)}: marks on sliders, such as lambda_max.
    previews(settings) -> {knob name: what was read of its file}, as `Control.preview` is.
    click(settings, action) -> {knob name: value}: which knobs a user's action in the picture sets,
    as `widgets.edits.Edits` has it. tools(settings) -> `Tools`: what users may do there, or None.
    student_steps: how a student's step runs next to the main method: the `StudentSteps` of
     `lab.checking.task`.
    student: the step that runs there, a `StudentRival` of `lab.checking.student_step`; `lab.run`
    and `lab.dashboard` set it.
    measures: name -> function of a Run, a number or a text: what a sweep writes after the general
    ones, such as the number of weights that are not zero; None where it says nothing.
    judged: where answers of other solvers are shown, a `Judged` each; with one, the dashboard has
    an entry *Judge*.
    deferred: knob -> value at which it leaves out what may come later, while the user drags and the
    whole takes long; by default the rivals of a knob "compare".
    vary: knob -> values, as `lab.page` takes them: the knobs that are varied on its page of the
    site, few and with few values; by default the first that are numbers.
    imports: slow packages that `solve` imports, such as "sklearn.svm". A dashboard imports them
    before its thread begins, as two threads that import one package may each see half of it.
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
    student_steps: Any = None
    student: Any = None
    measures: Mapping[str, Callable[[Run], object]] = field(default_factory=dict)
    deferred: Mapping[str, object] = field(default_factory=lambda: {"compare": ()})
    vary: Mapping[str, object] = field(default_factory=dict)
    judged: tuple[Judged, ...] = ()
    first: str = ""
    see: str = ""
    imports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name or "/" in self.name:
            raise InputError(f"The name of a scene must be a text without /, got {self.name!r}.")
        if not isinstance(self.knobs, (list, tuple)):
            raise InputError(f"knobs of {self.name} must be a tuple of Knobs, got {self.knobs!r}.")
        object.__setattr__(self, "knobs", tuple(self.knobs))
        _check_knobs(self)
        _check_mappings(self)
        if isinstance(self.imports, str) or not all(isinstance(n, str) for n in self.imports):
            raise InputError(
                f"imports of {self.name} must be a tuple of names of modules such as "
                f'("sklearn.svm",), got {self.imports!r}.'
            )
        _check_call(self, "solve", "settings, cancelled")
        _check_call(self, "scene", "run")

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All knob values: the defaults, overwritten by `given`, each checked."""
        known = {k.name: k for k in self.knobs}
        given = self._rivals(dict(given), known)
        for name in given:
            if name not in known:
                raise InputError(
                    f"{name} is not a knob of {self.name}; {guess(name, known)}"
                    f"it has {', '.join(known) or 'none'}."
                )
        with as_input_error():
            return {n: k.check(given.get(n, k.default)) for n, k in known.items()}

    def main_part(self, settings: Mapping[str, Any]) -> dict[str, Any] | None:
        """The settings with what is `deferred` left out; None where nothing is."""
        less = {n: v for n, v in self.deferred.items() if settings.get(n, v) != v}
        return {**settings, **less} if less else None

    def play(
        self,
        settings: Mapping[str, Any],
        cancelled: Callable[[], bool] | None = None,
        *,
        address: str = "",
    ) -> Run:
        """The `Run` of checked `settings`, with what was asked, and with a student's step as a
        rival."""
        with one_thread():
            done = self.solve(settings, cancelled)
            if not isinstance(done, Run):
                raise InputError(
                    f"solve of {self.name} must return lab.Run(problem, results), "
                    f"got {type(done).__name__}."
                )
            place, results = address or self.name, dict(done.results)
            run = replace(done, results=results, settings=settings, address=place, experiment=self)
            if self.student is not None:
                results[self.student.name] = self.student.play(run, cancelled)
        return run

    def draw(self, run: Any) -> Scene:
        """The `Scene` of a run; title and question are the experiment's where it has none."""
        with one_thread():
            drawn = self.scene(run)
            if not isinstance(drawn, Scene):
                raise InputError(
                    f"scene of {self.name} must return a widgets.Scene, got {type(drawn).__name__}."
                )
            if self.student is not None:
                drawn = self.student.marked(drawn, run)
        return sound(drawn.under(self.title, self.question).explained(TERMS), run)

    def _rivals(self, given, known):
        """`given` with `solvers` turned into the knob "compare"."""
        if "solvers" not in given or "solvers" in known:
            return given
        if "compare" not in known:
            raise InputError(f"solvers does not apply: {self.name} compares no methods.")
        options = [v for v, _ in known["compare"].pairs()]
        chosen = [pick(name, options) for name in method_names(given.pop("solvers"))]
        return given | {"compare": [name for name in chosen if name in options]}


#: Fields of an experiment that are mappings, with an example of each.
_MAPPINGS = {
    "deferred": '{"compare": ()}',
    "vary": '{"lam": [0.1, 1]}',
    "measures": '{"zeros": function}',
}


def _check_knobs(experiment):
    """Raise where something else is among the knobs, where two have one name, or where one depends
    on a knob that is not there."""
    of = f"of {experiment.name}"
    wrong = [knob for knob in experiment.knobs if not isinstance(knob, Knob)]
    if wrong:
        raise InputError(f"knobs {of} must hold widgets.Knob, got {wrong[0]!r}.")
    names = [knob.name for knob in experiment.knobs]
    twice = [name for k, name in enumerate(names) if name in names[:k]]
    if twice:
        raise InputError(f"knobs {of} must have names of their own, got {twice[0]!r} twice.")
    for knob in experiment.knobs:
        read = [name.removeprefix(NOT) for rule in knob.rules() for name in rule]
        lost = [name for name in (*read, *filter(None, [knob.apart])) if name not in names]
        if lost:
            raise InputError(
                f"The knob {knob.name} {of} must depend on knobs of the scene, got {lost[0]!r}."
            )


def _check_mappings(experiment):
    """Raise where `deferred`, `vary` or `measures` is no mapping, names no knob, gives values that
    a knob does not take, or holds no functions."""
    of, names = f"of {experiment.name}", [knob.name for knob in experiment.knobs]
    for name, example in _MAPPINGS.items():
        given = getattr(experiment, name)
        if not isinstance(given, Mapping):
            raise InputError(
                f"{name} {of} must be a mapping such as {example}, got {short(given)}."
            )
    for name, known in (("deferred", (*names, "compare")), ("vary", names)):
        lost = [knob for knob in getattr(experiment, name) if knob not in known]
        if lost:
            raise InputError(f"{name} {of} must name knobs of the scene, got {lost[0]!r}.")
    for knob in experiment.knobs:
        if experiment.vary.get(knob.name) is not None:
            _check_values(experiment, knob, experiment.vary[knob.name])
    wrong = [measure for measure in experiment.measures.values() if not callable(measure)]
    if wrong:
        raise InputError(f"measures {of} must be functions (run), got {wrong[0]!r}.")


def _check_values(experiment, knob, values):
    """Raise where `vary` gives values that a knob does not take."""
    if not isinstance(values, (list, tuple, np.ndarray)):
        raise InputError(
            f"vary of {experiment.name} must give {knob.name} a list of values, got {values!r}."
        )
    spread = isinstance(values, tuple) and len(values) == 3 and knob.kind in NUMBERS
    try:
        for value in values[:2] if spread else values:
            knob.check(value)
    except ValueError as error:
        raise InputError(f"vary of {experiment.name} does not fit: {error}") from None


def _check_call(experiment, name, wanted):
    """Raise where a function of an experiment cannot be called as it will be."""
    function = getattr(experiment, name)
    if function is None:
        return
    words = f"{name} of {experiment.name} must be a function ({wanted})"
    if not callable(function):
        raise InputError(f"{words}, got {function!r}.")
    try:
        signature = inspect.signature(function)
    except ValueError:  # a function that is written in C
        return
    try:
        signature.bind(*wanted.split(", "))
    except TypeError:
        called = getattr(function, "__qualname__", type(function).__name__)
        raise InputError(f"{words}, got {called}{signature}.") from None


def sound(scene: Scene, run: Run) -> Scene:
    """`scene` of a run or, where a certificate of the run contradicts itself, without a proof."""
    wrong = [r.notes[-1] for r in run.results.values() if r.status == "contradiction"]
    if not wrong and refuted(scene.readout):
        wrong = ["A bound is above its value: the certificate is wrong, and nothing is proved."]
    return scene.unproved(wrong[0]) if wrong else scene


def solve_each(
    solver: Callable,
    problems: list[Any],
    *,
    warm: bool = True,
    cancelled: Callable | None = None,
    **options: Any,
) -> tuple[Result, ...]:
    """The `Result` of each of `problems`, if `warm` started from the one before; none has its
    history. Ends early where cancelled."""
    results, before = [], None
    for problem in problems:
        before = solver(
            problem, x0=before if warm else None, record_every=0, cancelled=cancelled, **options
        )
        results.append(before)
        if before.status == "cancelled":
            break
    return tuple(results)


#: Two short names of plain proximal gradient.
_SAME = {"prox": "ista", "ista": "prox"}


def methods(run: Run, solvers: Sequence) -> list[str]:
    """The methods of `run` that the short names `solvers` mean, in that order."""
    chosen = [pick(name, run.results) for name in method_names(solvers)]
    knobs = run.experiment.knobs if run.experiment else ()
    rivals = [v for knob in knobs if knob.name == "compare" for v, _ in knob.pairs()]
    for name in chosen:
        if name not in run.results:
            known = dict.fromkeys([*run.results, *rivals])
            raise InputError(f"solvers may hold {', '.join(map(repr, known))} here, got {name!r}.")
    return chosen


def pick(name: str, options: Any) -> Any:
    """`name`, or its other name where only that is among the options."""
    other = _SAME.get(name)
    return other if name not in options and other in options else name


def method_names(solvers: Sequence) -> list[str]:
    """`solvers` as a list of short names: one name, or several."""
    several = [solvers] if isinstance(solvers, str) else solvers
    if not isinstance(several, (list, tuple)) or not all(isinstance(s, str) for s in several):
        raise InputError(f'solvers must be a list such as ["cd", "prox"], got {solvers!r}.')
    return list(several)
