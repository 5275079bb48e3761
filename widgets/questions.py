"""Predict, then see: what a scene asks, how a click is judged, how keys are sealed, and what
was answered."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from numbers import Integral
from pathlib import Path
from typing import Any

#: The verdicts on a click: where it was aimed at, or how it missed. The first is right.
AIMED = ("there", "the right way, but not far enough", "the right way, but too far", "elsewhere")

#: The cosine from which on a click lies the right way.
_ALONG = 0.8


@dataclass(frozen=True, slots=True)
class Aim:
    """Where something lands in a plane: the question is answered by a click there.

    panel: key of a panel in a plane whose axes are linear. start, target: (x, y) where it is while
    the question is open, and where it lands. within: (rx, ry), half the axes of the ellipse around
    the target inside of which a click is right; 0 for an axis that does not count.
    """

    panel: str
    start: tuple[float, float]
    target: tuple[float, float]
    within: tuple[float, float]

    def judge(self, point: Sequence[float]) -> int:
        """The index in `AIMED` of the verdict on a click at `point` (x, y).

        Lengths are measured in units of `within`. `static/aim.js` does the same; both are held by
        `tests/js/aim-cases.json`.
        """
        used = [i for i in (0, 1) if self.within[i] > 0.0]
        click = [(point[i] - self.start[i]) / self.within[i] for i in used]
        step = [(self.target[i] - self.start[i]) / self.within[i] for i in used]
        if math.dist(click, step) <= 1.0:
            return 0
        far, whole = math.hypot(*click), math.hypot(*step)
        if sum(a * b for a, b in zip(click, step, strict=True)) <= _ALONG * far * whole:
            return 3
        return 1 if far < whole else 2


@dataclass(frozen=True, slots=True)
class Rings:
    """Points that are asked about: ringed and lettered while the question is open.

    panel: key of a panel with linear axes; places: (x, y), in space (x, y, z), one for each option.
    """

    panel: str
    places: tuple[tuple[float, ...], ...]

    @property
    def options(self) -> tuple[str, ...]:
        """What the options are called: the one at A, and so on."""
        return tuple(f"the one at {chr(65 + i)}" for i in range(len(self.places)))


@dataclass(frozen=True, slots=True)
class Question:
    """Predict, then see: playing stops at `frame` and asks; `answer` is the index of the right one
    among `options`.

    why: the sentence shown after an answer, right or wrong.
    key: the kind of question; it differs within a scene and is the same at all settings. Without
    one the prompt serves.
    hides: keys of the panels that would tell. While the question is open they are blank, and so
    are, in the other panels, titles, ghosts and all that is marked as `future`; the sentence and
    the numbers of the frame wait as well.
    rings: the options are points of the picture, see `Rings`, and called by its letters.
    aim: the answer is a click in the picture, see `Aim`; options are those of `AIMED` then.
    """

    frame: int
    prompt: str
    options: tuple[str, ...] = ()
    answer: int = 0
    why: str = ""
    key: str = ""
    hides: tuple[str, ...] = ()
    rings: Rings | None = None
    aim: Aim | None = None

    def __post_init__(self) -> None:
        if not self.key:
            object.__setattr__(self, "key", self.prompt)
        if self.aim is not None and not self.options:
            object.__setattr__(self, "options", AIMED)
        if self.rings is not None and not self.options:
            object.__setattr__(self, "options", self.rings.options)

    @property
    def panel(self) -> str:
        """The key of the panel that it cannot do without; "" for none."""
        needed = self.aim or self.rings
        return needed.panel if needed else ""


def check_form(question: Question) -> None:
    """Raise a ValueError where a question is not made of words and whole numbers."""
    prompt, options = question.prompt, question.options
    if not (isinstance(prompt, str) and prompt.strip()):
        raise ValueError(f"prompt of a question must say what is asked, got {prompt!r}.")
    several = isinstance(options, (tuple, list)) and len(options) > 1
    if not (several and all(isinstance(words, str) and words.strip() for words in options)):
        raise ValueError(f"options of {prompt!r} must be two or more texts, got {options!r}.")
    for name in ("frame", "answer"):
        number = getattr(question, name)
        if not isinstance(number, Integral):
            raise ValueError(
                f"{name} of {prompt!r} must be a whole number, 0 for the first, got {number!r}."
            )


def check_questions(questions: Sequence[Question], panels: Any, frames: int) -> None:
    """Raise a ValueError where a question does not fit a scene of so many frames and of `panels`,
    the `Panels` of a scene."""
    keys = list(panels.keys)
    for q in questions:
        check_form(q)
        if not (0 <= q.frame < frames and 0 <= q.answer < len(q.options)):
            raise ValueError(
                f"{q.prompt!r} must point at a frame and at one of its options, got frame "
                f"{q.frame} of {frames} and answer {q.answer} of {len(q.options)}."
            )
        if len(set(q.options)) != len(q.options):
            raise ValueError(f"Options of {q.prompt!r} must differ, got {q.options}.")
        if not set(q.hides) <= set(keys):
            raise ValueError(f"hides of {q.prompt!r} must be among {keys}, got {q.hides}.")
        if q.aim is not None:
            _check_aim(q, panels)
        if q.rings is not None:
            _check_rings(q, panels)
    kinds = [q.key for q in questions]
    if len(set(kinds)) != len(kinds):
        raise ValueError(f"Question keys must differ, got {kinds}.")


def _check_rings(question, panels):
    rings, words = question.rings, repr(question.prompt)
    panel = panels[panels.keys.index(rings.panel)] if rings.panel in panels.keys else None
    if panel is None or rings.panel in question.hides or any(a.log for a in panel.axes()):
        raise ValueError(
            f"panel of the rings of {words} must be a panel that is shown, with linear axes, got "
            f"{rings.panel!r}."
        )
    if question.options != rings.options or question.aim is not None:
        raise ValueError(f"{words} must have the options {rings.options}, one for each place.")
    size = len(panel.axes())
    if not all(len(p) == size and all(map(math.isfinite, p)) for p in rings.places):
        raise ValueError(f"rings of {words} must be {size} numbers each, got {rings.places}.")


def _check_aim(question, panels):
    aim, words = question.aim, repr(question.prompt)
    panel = panels[panels.keys.index(aim.panel)] if aim.panel in panels.keys else None
    if panel is None or panel.z is not None or panel.x.log or panel.y.log or panel.cross:
        raise ValueError(
            f"panel of the aim of {words} must be a panel in a plane with linear axes and without "
            f"a cross, got {aim.panel!r}."
        )
    if aim.panel in question.hides or (question.options, question.answer) != (AIMED, 0):
        raise ValueError(f"{words} must show the panel {aim.panel!r}, and have no options.")
    numbers = [*aim.start, *aim.target, *aim.within]
    if len(numbers) != 6 or not all(map(math.isfinite, numbers)) or min(aim.within) < 0.0:
        raise ValueError(f"aim of {words} must hold three finite pairs, got {numbers}.")
    if not any(aim.within) or aim.judge(aim.start) == 0:
        raise ValueError(f"aim of {words} must lie further from its start than {aim.within}.")


def packed(question: Question) -> dict:
    """A question as the player takes it: what is shown while it is open, and the rest sealed."""
    secret = {"answer": int(question.answer), "why": question.why}
    shown = {
        "frame": int(question.frame),
        "prompt": question.prompt,
        "options": list(question.options),
        "key": question.key,
        "hides": list(question.hides),
    }
    if question.rings is not None:
        places = [[float(v) for v in place] for place in question.rings.places]
        shown["rings"] = {"panel": question.rings.panel, "places": places}
    if question.aim is not None:
        aim = question.aim
        shown["aim"] = {"panel": aim.panel, "start": [float(v) for v in aim.start]}
        secret |= {name: [float(v) for v in getattr(aim, name)] for name in ("target", "within")}
    return shown | {"sealed": seal(secret)}


def seal(secret: dict) -> str:
    """`secret` as a text in which nothing of it can be read or searched for.

    This is no encryption: any reader of `static/seal.js` can undo it, as the player does.
    """
    data = json.dumps(secret, ensure_ascii=False, separators=(",", ":")).encode()
    salt = hashlib.blake2b(data, digest_size=4).digest()
    return base64.b64encode(salt + _hidden(data, salt)).decode("ascii")


def _hidden(data, salt):
    """`data` under the bytes of Marsaglia's xorshift of 32 bits."""
    hidden, state = bytearray(data), int.from_bytes(salt, "little") or 1
    for k in range(len(hidden)):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        hidden[k] ^= state >> 8 & 0xFF
    return bytes(hidden)


_COLUMNS = ("time", "key", "question", "frame", "settings", "choice", "at", "try", "right")


class Answers(list[dict[str, Any]]):
    """Answers in the order given, each a dict: time (UTC, ISO), key and question, frame, settings
    (the knobs of the picture), choice, at (where a click aimed, None for other questions), try (1
    for the first), right."""

    def __init__(self) -> None:
        super().__init__()
        self.settings: Mapping[str, Any] = {}

    def take(self, questions: Sequence[Question], content: Mapping[str, Any]) -> None:
        """Add what the browser says was chosen; what names no question or option is left out."""
        found = next((q for q in questions if q.key == content.get("key")), None)
        choice = None if found is None else _choice(found, content)
        if found is None or choice is None:
            return
        tries = content.get("tries")
        self.append(
            {
                "time": datetime.now(UTC).isoformat(timespec="seconds"),
                "key": found.key,
                "question": found.prompt,
                "frame": found.frame,
                "settings": dict(self.settings),
                "choice": found.options[choice],
                "at": None if found.aim is None else tuple(map(float, content["at"])),
                "try": tries if type(tries) is int else 1,
                "right": choice == found.answer,
            }
        )

    def to_csv(self, path: str | Path) -> None:
        """Write one row per answer to `path`."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _COLUMNS)
            writer.writeheader()
            writer.writerows(self)


def _choice(question, content):
    """The index of what was chosen, None where it is no option; a click is judged here."""
    if question.aim is not None:
        return question.aim.judge(content["at"]) if is_point(content.get("at")) else None
    choice = content.get("choice")
    return choice if type(choice) is int and 0 <= choice < len(question.options) else None


def is_point(at: object) -> bool:
    """Whether what a page sent is a point: two finite numbers."""
    return (
        isinstance(at, (list, tuple))
        and len(at) == 2
        and all(type(v) in (int, float) and math.isfinite(v) for v in at)
    )
