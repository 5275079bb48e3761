"""The prose of an essay as data: steps, each with what the pinned picture shows meanwhile.

A step begins with `## [Title](#coordinate-descent/lasso?lam=0.2&frame=0)`. In its text
`[words](#coordinate-descent/lasso?frame=7)` is a link that changes the picture, and
`[0.2](#coordinate-descent/lasso?lam)`, with a knob and no value, a number that can be dragged.
`{caption}` is the sentence of the frame, `{program}` that of the drawn polygon. Everything else is
text, with *emphasis* and **strong words**.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from lab.discovery import find
from solvers import InputError
from widgets.controls import to_wire
from widgets.knobs import NUMBERS

#: The address of the polygon that the reader draws, and the range of its only number.
DRAW, ANGLE = "draw", (0, 359)
#: What a link may set apart from knobs; -1 is the last frame.
_WHOLE, _FLAGS = ("frame",), ("play", "predict")
_PLACES = ("caption", "program")
_LINK = re.compile(r"\[([^\]]+)\]\(#([^)\s]+)\)")
_STEP = re.compile(r"\[([^\]]+)\]\(#([^)\s]+)\)$")


@dataclass(frozen=True, slots=True)
class View:
    """What a link shows. at: a scene's address, or "draw". knobs: the values it sets, as JSON takes
    them. frame: None where it stays, -1 the last. panel: its key, or "". flags: "play" to play from
    there, "predict" to ask first."""

    at: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    frame: int | None = None
    panel: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A heading, what is shown next to it as the text of a link, and its paragraphs as HTML."""

    title: str
    link: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Essay:
    """title, lead: its beginning. links: every link, heads of steps first. numbers: (address, knob)
    of the numbers that can be dragged."""

    title: str
    lead: str
    steps: tuple[Step, ...]
    links: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]

    @property
    def words(self) -> int:
        """How many words there are to read."""
        text = " ".join(p for step in self.steps for p in (step.title, *step.paragraphs))
        return len(re.sub(r"<[^>]+>", " ", f"{self.lead} {text}").split())

    def scenes(self) -> list[str]:
        """The scenes that it shows, each once."""
        found = dict.fromkeys(view_of(link).at for link in self.links)
        return [at for at in found if at != DRAW]

    def values(self, at: str, knob: str) -> list[Any]:
        """The values that links give a knob of a scene, each once."""
        views = (view_of(link) for link in self.links)
        found = (v.knobs[knob] for v in views if v.at == at and knob in v.knobs)
        return list(dict.fromkeys(found))


def view_of(link: str) -> View:
    """What "lars/path?frame=7&seed=1" shows. InputError names what is wrong in it."""
    at, _, query = link.partition("?")
    given = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query))
    names = [name for name, _ in given]
    if len(set(names)) < len(names):
        raise InputError(f"A link must set each name once, got {link!r}.")
    values = dict(given)
    frame, panel = values.pop("frame", None), values.pop("panel", "")
    flags = tuple(name for name in _FLAGS if values.pop(name, None) == "1")
    if frame is not None and not re.fullmatch(r"-1|\d{1,4}", frame):
        raise InputError(f"frame must be a whole number, or -1 for the last, got {frame!r}.")
    knobs = {name: _number(link, name, value) for name, value in values.items()}
    if at == DRAW:
        if set(knobs) - {"angle"} or not all(ANGLE[0] <= v <= ANGLE[1] for v in knobs.values()):
            raise InputError(f"draw has one number, angle, from 0 to 359, got {link!r}.")
    else:
        if find(at)[0] != at:
            raise InputError(f"A link must name the lesson as well, {find(at)[0]!r}, got {at!r}.")
        settings = find(at)[1].settings(knobs)
        knobs = {name: to_wire(settings[name]) for name in knobs}
    return View(at, knobs, None if frame is None else int(frame), panel, flags)


def _number(link, name, value):
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", value):
        raise InputError(f"{name} must be a number in a link, got {link!r}.")
    return float(value) if "." in value else int(value)


@cache
def first() -> Essay:
    """The first page."""
    return read(Path(__file__).with_name("first.md").read_text(encoding="utf-8"))


def read(text: str) -> Essay:
    """The essay of a source. InputError where a link names something that does not exist."""
    head, *parts = re.split(r"(?m)^## ", text)
    title, lead = (part.strip() for part in head.strip().removeprefix("# ").split("\n", 1))
    steps: list[Step] = []
    links: list[str] = []
    numbers: list[tuple[str, str]] = []
    for part in parts:
        top, *paragraphs = (p.strip() for p in part.strip().split("\n\n"))
        found = _STEP.match(top)
        if not found:
            raise InputError(f"A step must begin with a title that is a link, got {top!r}.")
        view_of(found[2])
        links.append(found[2])
        given = [_html(p, links, numbers) for p in paragraphs]
        steps.append(Step(found[1], found[2], tuple(given)))
    unique = tuple(dict.fromkeys(numbers))
    return Essay(title, _html(lead, links, numbers), tuple(steps), tuple(links), unique)


def _html(paragraph, links, numbers):
    """A paragraph as HTML; its links are checked and added to `links` and `numbers`."""
    if paragraph in [f"{{{name}}}" for name in _PLACES]:
        name = paragraph[1:-1]
        return f'<p class="essay-said" data-said="{name}" aria-live="off">…</p>'
    parts, at = [], 0
    for found in _LINK.finditer(paragraph):
        parts.append(_plain(paragraph[at : found.start()]))
        parts.append(_link(found[1], found[2], links, numbers))
        at = found.end()
    return f"<p>{''.join(parts)}{_plain(paragraph[at:])}</p>"


def _plain(text):
    text = html.escape(" ".join(text.split(" ")))
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\*(.+?)\*", r"<em>\1</em>", text)


def _link(words, target, links, numbers):
    at, _, name = target.partition("?")
    if not re.fullmatch(r"\w+", name):
        view_of(target)
        links.append(target)
        return f'<a class="essay-link" href="#{html.escape(target)}">{_plain(words)}</a>'
    low, high, label = _range(at, name)
    numbers.append((at, name))
    return (
        f'<span class="essay-number" role="spinbutton" tabindex="0" data-at="{at}" '
        f'data-knob="{name}" aria-label="{html.escape(label)}" aria-valuenow="{words}" '
        f'aria-valuemin="{low:g}" aria-valuemax="{high:g}" aria-valuetext="{words}">{words}</span>'
    )


def _range(at, name):
    """(least, most, label) of a number in the prose."""
    if name == "frame":
        return 0, 9999, "Frame"
    if (at, name) == (DRAW, "angle"):
        return *ANGLE, "Direction of the arrow in degrees"
    knobs = {knob.name: knob for knob in find(at)[1].knobs}
    if name not in knobs or knobs[name].kind not in NUMBERS:
        raise InputError(f"{name} must be a knob of {at} that is a number, or frame.")
    return knobs[name].low, knobs[name].high, knobs[name].label
