"""The teacher's pack: one Markdown file for each scene, with the key to all that it asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lab import discovery
from lab.checking.catalogue import hunts
from lab.classroom.plans import answers, plan
from lab.classroom.search import accepted
from lab.drawing.text import listed, number, point
from lab.experiment import Experiment
from lab.runs.opening import scene
from solvers import InputError

_READ = (
    '`lasso(lam=1.1)` stands for `lab.dashboard("lasso", lam=1.1)`, and `nonzeros = 1` behind it '
    "for what is measured there."
)


def write_pack(folder: str | Path, tell: Callable[[int, int], None] | None = None) -> list[Path]:
    """Write the pack of all lessons to `folder`, and return the files: `<lesson>/<scene>.md`, and
    `<lesson>/plan.md` where the lesson has one. tell(done, total): called after each scene."""
    folder = Path(folder).expanduser()
    if folder.exists() and not folder.is_dir():
        raise InputError(f"DIR must be a directory, got the file {str(folder)!r}.")
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
        except InputError:  # a lesson of somebody else may have none
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
