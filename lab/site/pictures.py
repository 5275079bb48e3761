"""What is drawn when the site is built: the thumbnails of scenes, and the problems on which solvers
disagree, judged and drawn."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from lab.judging.gallery import CASES
from lab.peers.registry import packages
from lab.runs.export import completed
from lab.runs.opening import scene
from lab.site.folder import CACHE
from lab.version import hash_of
from widgets.paper.film import indexed, thumbnails
from widgets.still import still

#: The directory of pictures within the site.
FOLDER = "pictures"
THEMES = ("light", "dark")
_FRAMES, _FPS = 20, 7
#: The page of disagreements within the site.
PAGE = "disagreements.html"


def thumbnails_of(name: str) -> list[tuple[str, str, str]]:
    """(theme, file of the film, file of the still) of the moving thumbnail of that name: the large
    panel of a scene, and its last frame for who has asked for less motion."""
    return [(theme, f"{name}-{theme}.gif", f"{name}-{theme}.png") for theme in THEMES]


def poster(name: str) -> str:
    """The file of the whole scene's last frame."""
    return f"{name}.png"


def scene_files(name: str) -> list[str]:
    """The files that `draw_scene` writes."""
    return [file for _, *pair in thumbnails_of(name) for file in pair] + [poster(name)]


def draw_scene(item: Mapping[str, Any]) -> None:
    """Write the pictures of a scene at its own settings.

    item: "address" of the scene, "picture": their name, "folder" where they are to be.
    """
    shown, folder, name = scene(item["address"]), Path(item["folder"]), item["picture"]
    for theme, *pair in thumbnails_of(name):
        with contextlib.ExitStack() as stack:
            film, last = (stack.enter_context(completed(folder / file)) for file in pair)
            thumbnails(shown, film, last, theme, _FRAMES, _FPS)
    with completed(folder / poster(name)) as part:
        part.write_bytes(still(shown, -1, f'lab.dashboard("{item["address"]}")'))


def case_name(key: str, version: str) -> str:
    """The name of the files of a case at this version of the code, with what is installed."""
    there = {name: package.version() for name, package in packages().items()}
    return f"disagree-{key}-{hash_of([version, there])[:12]}"


def case_files(name: str) -> list[str]:
    """The files of a case within the site: a picture for each theme, and its words."""
    return [*(f"{FOLDER}/{name}-{theme}.png" for theme in THEMES), f"{CACHE}/{name}.json"]


def judge_case(item: Mapping[str, Any]) -> None:
    """Judge a case, and write its files.

    item: "case", its key, and "paths", where the files of `case_files` are to be.
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
