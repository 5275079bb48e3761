"""The page of problems on which solvers disagree: judged and drawn when the site is built."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from lab.judging.gallery import CASES
from lab.peers.registry import packages
from lab.runs.export import completed
from lab.site.folder import CACHE
from lab.site.thumbs import FOLDER, THEMES
from widgets.paper.film import indexed

#: The page within the site.
PAGE = "disagreements.html"


def name_of(key: str, version: str) -> str:
    """The name of the files of a case at this version of the code, with what is installed."""
    there = {name: package.version() for name, package in packages().items()}
    record = json.dumps([key, version, there])
    return f"disagree-{key}-{hashlib.sha256(record.encode()).hexdigest()[:12]}"


def files_of(name: str) -> list[str]:
    """The files of a case within the site: a picture for each theme, and its words."""
    return [*(f"{FOLDER}/{name}-{theme}.png" for theme in THEMES), f"{CACHE}/{name}.json"]


def judge(item: Mapping[str, Any]) -> int:
    """Judge a case, and write its files; returns how many.

    item: "case", its key, and "paths", where the files of `files_of` are to be.
    """
    case = CASES[item["case"]]
    shown = case.judged()
    *pictures, record = map(Path, item["paths"])
    size = (0, 0)
    for theme, path in zip(THEMES, pictures, strict=True):
        image = Image.open(io.BytesIO(shown.png(theme))).convert("RGB")
        size = image.size
        with completed(path) as part:
            indexed(image, theme).save(part, "PNG", optimize=True)
    about = {
        "key": case.key, "title": case.title, "question": case.question, "choices": case.choices,
        "alt": shown.alt(), "size": size, "proof": shown.proof(), "table": shown.table(),
        "pictures": [f"{FOLDER}/{path.name}" for path in pictures],
    }  # fmt: skip
    with completed(record) as part:
        part.write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
    return len(item["paths"])
