"""What was answered to the questions of scenes: a list that can be kept as a file."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from widgets.questions import Question

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
        return question.aim.judge(content["at"]) if _is_point(content.get("at")) else None
    choice = content.get("choice")
    return choice if type(choice) is int and 0 <= choice < len(question.options) else None


def _is_point(at):
    return (
        isinstance(at, (list, tuple))
        and len(at) == 2
        and all(type(v) in (int, float) and math.isfinite(v) for v in at)
    )
