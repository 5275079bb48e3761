"""What a teacher chooses of a scene: its knobs and panels, her own questions, how it opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from lab.discovery import find
from lab.experiment import Experiment, Run
from solvers import InputError
from solvers.checks import as_input_error
from widgets import Aim, Question, Rings, Scene
from widgets.questions import check_form
from widgets.state import check_view, decode, encode


@dataclass(frozen=True, slots=True)
class Teaching:
    """The options of `lab.dashboard` with which a teacher chooses; checked for one experiment.

    settings: all knob values, those of `fix` among them. fix: the names of the fixed knobs.
    show, panels, questions: None where the scene's own are meant.
    """

    settings: Mapping[str, Any]
    hide: tuple[str, ...] = ()
    fix: tuple[str, ...] = ()
    show: tuple[str, ...] | None = None
    panels: tuple[str, ...] | None = None
    questions: tuple[Question, ...] | None = None
    predict: bool = False
    projector: bool | str = False
    viewpoint: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chooses(self) -> bool:
        """Whether knobs, panels or questions were chosen."""
        options = (self.show, self.panels, self.questions)
        return bool(self.hide or self.fix) or any(one is not None for one in options)

    def knobs(self, experiment: Experiment) -> list[str]:
        """The names of the visible knobs, in their order."""
        names = [k.name for k in experiment.knobs] if self.show is None else list(self.show)
        return [name for name in names if name not in self.hide]

    def picture(self, scene: Scene, settings: Mapping[str, Any]) -> Scene:
        """`scene` as the teacher wants it shown.

        At the settings of the opening a panel, a frame or a question that the scene has not is
        refused. At others the panels that it has are shown, and the teacher's questions wait: there
        their answers may be others.
        """
        opening = settings == self.settings
        with as_input_error():
            if self.questions is not None:
                scene = replace(scene, questions=_asked(self.questions, scene) if opening else ())
            if self.panels is not None:
                keys = [panel.key for panel in scene.panels]
                there = [key for key in self.panels if key in keys]
                scene = scene.only(self.panels if opening else there or keys)
        if opening:
            check_fits(self.arguments(), scene)
        return scene

    def shown(self, run: Run) -> Scene:
        """The picture of a run at the settings of the opening."""
        drawn = (run.experiment or find(run.address)[1]).draw(run)
        return self.picture(drawn, self.settings)

    def arguments(self) -> dict[str, Any]:
        """The options that are not at their defaults, as plain values: part of a state."""
        chosen = {name: list(getattr(self, name) or ()) for name in ("hide", "fix")}
        given: dict[str, Any] = {name: names for name, names in chosen.items() if names}
        for name in ("show", "panels"):
            if getattr(self, name) is not None:
                given[name] = list(getattr(self, name))
        if self.questions is not None:
            given["questions"] = [asdict(q) for q in self.questions]
        given |= {"predict": True} if self.predict else {}
        given |= {"projector": self.projector} if self.projector else {}
        return given | dict(self.viewpoint)

    def python(self) -> dict[str, str]:
        """The options that are not at their defaults, as Python writes them."""
        given = {n: repr(v) for n, v in self.arguments().items() if n not in _VIEW_OPTIONS}
        if self.fix:
            given["fix"] = repr({name: self.settings[name] for name in self.fix})
        if self.questions is not None:
            given["questions"] = f"[{', '.join(map(_python, self.questions))}]"
        return given


_VIEW_OPTIONS = ("frame", "zoom", "camera")


def teaching_of(
    experiment: Experiment,
    given: Mapping[str, Any],
    *,
    fix: Mapping[str, Any] | None = None,
    hide: object = (),
    show: object = None,
    panels: object = None,
    questions: object = None,
    projector: object = False,
    predict: bool = False,
) -> Teaching:
    """The checked `Teaching` of what was given to `lab.dashboard`; `given` are its settings."""
    fixed = {} if fix is None else fix
    if not isinstance(fixed, Mapping):
        raise InputError(f'fix must map knobs to values, such as {{"C": 1}}, got {fix!r}.')
    twice = [name for name in fixed if name in given]
    if twice:
        raise InputError(f"{twice[0]} must be given once, got it in fix and as an option.")
    names = {"hide": _names("hide", hide), "show": None, "fix": tuple(fixed)}
    if show is not None:
        names["show"] = _names("show", show)
        both = [name for name in names["show"] if name in names["hide"]]
        if both:
            raise InputError(f"{both[0]} must be shown or hidden, got it in show and in hide.")
    known = [k.name for k in experiment.knobs]
    for option, several in names.items():
        for name in several or ():
            if name not in known:
                raise InputError(f"{option} must be among {', '.join(known)}, got {name!r}.")
    return Teaching(
        experiment.settings({**given, **fixed}),
        **names,
        panels=None if panels is None else _names("panels", panels),
        questions=None if questions is None else _questions(questions),
        predict=bool(predict) or bool(questions),  # questions are given to be asked
        projector=_projector(projector),
    )


def _names(option, given):
    """`given` as a tuple of names, each once."""
    several = [given] if isinstance(given, str) else given
    if not isinstance(several, (list, tuple)) or not all(isinstance(n, str) for n in several):
        raise InputError(f'{option} must be a list of names such as ["gap"], got {given!r}.')
    return tuple(dict.fromkeys(several))


def _projector(given):
    if isinstance(given, (bool, str)) and given != "":
        return given
    raise InputError(f"projector must be True, False or the key of a panel, got {given!r}.")


def _questions(given):
    one = isinstance(given, Question)
    if not one and not isinstance(given, (list, tuple)):
        raise InputError(f"questions must be a list of lab.Question, got {given!r}.")
    several = (given,) if one else tuple(given)
    for question in several:
        if not isinstance(question, Question):
            raise InputError(f"questions must hold lab.Question, got {question!r}.")
        with as_input_error():
            check_form(question)
    return tuple(replace(q, options=tuple(q.options), hides=tuple(q.hides)) for q in several)


def _asked(questions, scene):
    """`questions` with frames of `scene`, -1 its last."""
    frames = len(scene)
    for q in questions:
        if not -frames <= q.frame < frames:
            raise InputError(
                f"frame of {q.prompt!r} must lie in {-frames} to {frames - 1} here, got {q.frame}."
            )
    return tuple(replace(q, frame=q.frame % frames) for q in questions)


def check_fits(state: Mapping[str, Any], scene: Scene) -> None:
    """Raise an InputError where a state names a frame or a panel that `scene` has not."""
    last, keys = len(scene) - 1, [panel.key for panel in scene.panels]
    if state.get("frame", 0) > last:
        raise InputError(f"frame of the state must lie in 0 to {last}, got {state['frame']}.")
    flat = [panel.key for panel in scene.panels if panel.z is None]
    alone = state.get("projector", False)
    named = {"projector": ([alone] if isinstance(alone, str) else [], keys)}
    named["zoom"] = (state.get("zoom", {}), flat)
    named["camera"] = (state.get("camera", {}), [key for key in keys if key not in flat])
    for option, (several, there) in named.items():
        for key in several:
            if key not in there:
                listed = ", ".join(there) or "none"
                raise InputError(f"{option} must be among the panels {listed}, got {key!r}.")


def state_of(
    address: str, teaching: Teaching, settings: Mapping, viewpoint: Mapping
) -> dict[str, Any]:
    """The state of a picture as a dictionary, see `widgets.state`."""
    options = teaching.arguments()
    for name in ("predict", "projector", *_VIEW_OPTIONS):
        options.pop(name, None)
    moved = {name: value for name, value in viewpoint.items() if value or name == "frame"}
    knobs = {n: list(v) if isinstance(v, tuple) else v for n, v in settings.items()}
    return {"at": address, "knobs": knobs, **options, **moved}


def opening_state(
    address: str, teaching: Teaching, scene: Scene, frame: int | None
) -> dict[str, Any]:
    """The state of a page that opens at a frame of `scene`, -1 the last."""
    frames, at = len(scene), frame or 0
    if not -frames <= at < frames:
        raise InputError(f"--frame must lie in {-frames} to {frames - 1} here, got {at}.")
    viewpoint = {"frame": at % frames, "predict": teaching.predict, "projector": teaching.projector}
    return state_of(address, teaching, teaching.settings, viewpoint)


def encoded_state(address: str, teaching: Teaching, settings: Mapping, viewpoint: Mapping) -> str:
    """The state of a picture as a string."""
    return encode(state_of(address, teaching, settings, viewpoint))


_KEYS = ("at", "knobs", "hide", "fix", "show", "panels", "questions", "predict", "projector")


def teaching_of_state(
    text: str, where: str | Experiment | None
) -> tuple[str | Experiment, Teaching]:
    """(address or the `Experiment` given, `Teaching`) of a state's string; InputError where it
    is not one, or does not fit, so that nothing of it is used."""
    with as_input_error():
        state = decode(text)
        check_view(state)
    for name in state:
        if name not in (*_KEYS, *_VIEW_OPTIONS):
            raise InputError(
                f"state must hold {', '.join((*_KEYS, *_VIEW_OPTIONS))}, got {name!r}."
            )
    place: Any = where if where is not None else state.get("at")
    address, experiment = find(place)
    if state.get("at") != address:
        raise InputError(f"state must be of {address}, got one of {state.get('at')!r}.")
    knobs = state.get("knobs", {})
    if not isinstance(knobs, dict):
        raise InputError(f"knobs of a state must be a dictionary, got {knobs!r}.")
    options = {name: state[name] for name in _KEYS[2:] if name in state}
    fixed = _names("fix", options.pop("fix", ()))
    lost = [name for name in fixed if name not in knobs]
    if lost:
        raise InputError(f"fix of a state must be among its knobs, got {lost[0]!r}.")
    options["fix"] = {name: knobs[name] for name in fixed}
    free = {n: v for n, v in knobs.items() if n not in options["fix"]}
    if "questions" in options:
        options["questions"] = _read_questions(options["questions"])
    teaching = teaching_of(experiment, free, **options)
    viewpoint = {name: state[name] for name in _VIEW_OPTIONS if name in state}
    return place, replace(teaching, viewpoint=viewpoint)


def _python(question):
    """A question as Python writes it."""
    values = {f.name: getattr(question, f.name) for f in fields(question)}
    parts = (f"{n}={'lab.' * isinstance(v, (Aim, Rings))}{v!r}" for n, v in values.items())
    return f"lab.Question({', '.join(parts)})"


def _read_questions(given):
    try:
        return [_read_question(one) for one in given]
    except (TypeError, KeyError, ValueError):
        raise InputError(f"questions of a state must be questions, got {given!r}.") from None


def _read_question(one):
    aim = one.get("aim")
    if aim is not None:
        aim = Aim(aim["panel"], *(tuple(aim[name]) for name in ("start", "target", "within")))
    rings = one.get("rings")
    if rings is not None:
        rings = Rings(rings["panel"], tuple(map(tuple, rings["places"])))
    return Question(**{**one, "options": tuple(one["options"]), "rings": rings, "aim": aim})
