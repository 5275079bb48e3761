"""The teacher's pack: one Markdown file for each scene, with the key to all that it asks. A
setting that a hunt accepts is found by running: nothing is looked up. And lesson plans, one page
next to each lesson, `plan.md` in its package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lab import discovery
from lab.books.copies import books, of_lesson
from lab.checking.catalogue import find_hunt, hunts
from lab.checking.hunt import Verdict, check_hunt
from lab.checking.task import Hunt
from lab.discovery import find
from lab.drawing.text import listed, number, point
from lab.experiment import Experiment
from lab.runs.opening import scene
from lab.spelling import guess
from solvers import InputError
from widgets.knobs import NUMBERS, Knob

_ANSWERS = re.compile(r"^### `([^`]+)`\n+(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


def plan(lesson: str) -> str:
    """The plan of a lesson, as Markdown: aims, 45 and 90 minutes, what to ask, usual wrong ideas,
    answers to the experiments, the lesson's notebooks. InputError where there is no such lesson, or
    no plan of it."""
    places = discovery.LESSONS.places()
    if lesson not in places:
        raise InputError(
            f"{lesson!r} is not a lesson; {guess(lesson, places)}"
            f"choose one of {', '.join(discovery.LESSONS)}."
        )
    found = dict(discovery.LESSONS.files("plan.md"))
    if lesson not in found:
        place = places[lesson]
        raise InputError(f"The lesson {lesson!r} has no plan; it would be plan.md in {place}.")
    text = found[lesson].read_text(encoding="utf-8")
    files = [books()[book].name for book in of_lesson(lesson)]
    more = [f"`{file}`" for file in files if file not in text]
    return text + (f"\nNotebooks: {', '.join(more)}.\n" if more else "")


def answers(address: str) -> str:
    """What the plan says of the experiments with the scene at `address`; "" where it is silent."""
    address = find(address)[0]
    try:
        page = plan(address.partition("/")[0])
    except InputError:
        return ""
    return dict(_ANSWERS.findall(page)).get(address, "").strip()


#: Values tried of a knob of numbers when it is turned alone, and settings tried after that.
_ALONE, _TOGETHER = 41, 400


def accepted(name: str) -> tuple[dict[str, Any], Verdict] | None:
    """Settings that the hunt `name` accepts, other than those with which it opens, and the verdict;
    None where none was found. First each knob is turned alone, visible ones first, then all visible
    knobs at once, at random; one knob alone is turned once more, in small steps."""
    hunt = find_hunt(name)
    for settings in _candidates(hunt):
        try:
            verdict = check_hunt(name, **settings)
        except InputError:  # has no answer, and so does not count
            continue
        if verdict:
            return settings, verdict
    return None


def _candidates(hunt: Hunt) -> Iterator[dict[str, Any]]:
    experiment = find(hunt.address)[1]
    opened = experiment.settings(hunt.start)
    turned = [k for k in _turned(experiment, opened) if not hunt.knobs or k.name in hunt.knobs]
    in_sight = sorted(turned, key=lambda knob: not knob.primary)
    yield {}
    for knob in in_sight:
        yield from ({knob.name: value} for value in _values(knob))
    rng = np.random.default_rng(0)
    if len(in_sight) == 1:  # finely enough for what is to be found to a few per cent
        values = _values(in_sight[0], _TOGETHER)
        # Not in order, which is long in coming to what lies in the middle.
        yield from ({in_sight[0].name: values[i]} for i in rng.permutation(len(values)))
        return
    primary = [knob for knob in in_sight if knob.primary]
    for _ in range(_TOGETHER if primary else 0):
        yield {knob.name: _drawn(knob, rng) for knob in primary}


def _turned(experiment: Experiment, opened: Mapping) -> list[Knob]:
    """The knobs that have an effect there, but for words and seeds."""
    return [
        knob
        for knob in experiment.knobs
        if knob.applies(opened) and knob.kind not in ("text", "several") and knob.name != "seed"
    ]


def _values(knob, count=_ALONE):
    values = knob.values(count)
    return [float(f"{v:.3g}") for v in values] if knob.kind in ("log", "linear") else values


def _drawn(knob, rng):
    values = _values(knob)
    if knob.kind not in NUMBERS or knob.kind == "integer":
        return values[rng.integers(len(values))]
    share = rng.random()
    low, high = knob.low, knob.high
    value = low * (high / low) ** share if knob.kind == "log" else low + share * (high - low)
    return float(np.clip(float(f"{value:.3g}"), low, high))


_READ = (
    '`lasso(lam=1.1)` stands for `lab.dashboard("lasso", lam=1.1)`, and `nonzeros = 1` after it '
    "for what is measured there."
)


def write_pack(folder: str | Path, tell: Callable[[int, int], None] | None = None) -> list[Path]:
    """Write the pack of all lessons to `folder`, and return the files: `<lesson>/<scene>.md`, and
    `<lesson>/plan.md` where the lesson has one. tell(done, total): called after each scene."""
    folder = Path(folder).expanduser()
    if folder.exists() and not folder.is_dir():
        raise InputError(f"DIR must be a directory, got the file {str(folder)!r}.")
    folder.mkdir(parents=True, exist_ok=True)  # before scenes are solved for it
    lessons = discovery.LESSONS
    scenes = [(lesson, one) for lesson in lessons for one in lessons[lesson].scenes]
    written = []
    for k, (lesson, one) in enumerate(scenes):
        written.append(
            _written(folder / lesson / f"{one.name}.md", scene_key(f"{lesson}/{one.name}", one))
        )
        if tell is not None:
            tell(k + 1, len(scenes))
    for lesson in lessons:
        try:
            written.append(_written(folder / lesson / "plan.md", plan(lesson)))
        except InputError:  # another distribution's lesson may have none
            continue
    return written


def scene_key(address: str, experiment: Experiment) -> str:
    """The key of one scene, as Markdown: its questions at the settings of the opening, its hunts
    with an accepted setting each, found by running, and the answers to its experiments."""
    parts = [f"# {experiment.title}", f"`{address}`: {experiment.question}", "## Questions"]
    asked = scene(address).questions
    parts += [_question(q) for q in asked] or ["This scene asks nothing at its defaults."]
    parts.append("## Hunts")
    own = [name for name, hunt in hunts().items() if hunt.address == address]
    parts += [_hunt(name) for name in own] or ["No hunt is in this scene."]
    known = answers(address)
    parts.append("## Experiments")
    parts.append(f"{_READ}\n\n{known}" if known else "The lesson has no experiment here.")
    return "\n\n".join(parts) + "\n"


def _question(question):
    head = f"**{question.prompt}** (frame {question.frame})"
    return f"{head}\n\n{_answers(question)}\n\n{question.why}".rstrip()


def _answers(question):
    aim = question.aim
    if aim is not None:
        near = listed(number(v, 2) for v in aim.within if v)
        return f"* **→** a click in {aim.panel!r} at {point(aim.target, 2)}, or nearer than {near}"
    marks = ["**→**" if k == question.answer else "–" for k in range(len(question.options))]
    words = question.options
    if question.rings is not None:
        words = [f"{w}, {point(p, 2)}" for w, p in zip(words, question.rings.places, strict=True)]
    return "\n".join(f"* {m} {o}" for m, o in zip(marks, words, strict=True))


def _hunt(name):
    hunt, found = hunts()[name], accepted(name)
    opened = ", ".join(f"{k}={v!r}" for k, v in hunt.start.items())
    head = f'**{hunt.task}** `lab.hunt("{name}")`'
    opens = f"It opens with {opened or 'the defaults'}."
    if found is None:
        return f"{head}\n\n{opens} No setting was found by turning its knobs one by one."
    settings, verdict = found
    given = "".join(f", {k}={v!r}" for k, v in settings.items())
    return (
        f'{head}\n\n{opens} Accepted, among others: `lab.check_hunt("{name}"{given})`. '
        f"What is checked, and was found there: {verdict.sentence}"
    )


def _written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
