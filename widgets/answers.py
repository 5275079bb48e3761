"""What was answered to the questions of scenes: a list that can be kept as a file."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from widgets.scene import Question

_COLUMNS = ("time", "key", "question", "frame", "settings", "choice", "try", "right")


class Answers(list[dict[str, Any]]):
    """Answers in the order given, each a dict: time (UTC, ISO), key and question, frame, settings
    (the knobs of the picture), choice, try (1 for the first), right."""

    def __init__(self) -> None:
        super().__init__()
        self.settings: Mapping[str, Any] = {}

    def take(self, questions: Sequence[Question], content: Mapping[str, Any]) -> None:
        """Add what the browser says was chosen; what names no question or option is left out."""
        found = next((q for q in questions if q.key == content.get("key")), None)
        choice, tries = content.get("choice"), content.get("tries")
        if found is None or type(choice) is not int or not 0 <= choice < len(found.options):
            return
        self.append(
            {
                "time": datetime.now(UTC).isoformat(timespec="seconds"),
                "key": found.key,
                "question": found.prompt,
                "frame": found.frame,
                "settings": dict(self.settings),
                "choice": found.options[choice],
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
