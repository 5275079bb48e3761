"""HTML files that play scenes, with player and data inside; no network, no kernel.

A page of its own holds one `PageStage`, any other HTML page several. Where a stage has knobs, they
move between settings that were solved in advance. What draws space is there only where a panel is
in space.
"""

from __future__ import annotations

import base64
import html
import json
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from widgets.assets import STATIC, bundle, packed
from widgets.lattice import Lattice, packed_point
from widgets.scene import Scene
from widgets.stage import THEMES
from widgets.state import encode

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:;
  style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; font-src data:">
<title>{title}</title>
<style>
body {{ margin: 0 auto; padding: 16px 20px; max-width: 1800px; background: #fff; color: #1b1f24;
  font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #11151a; color: #f0f3f6; }} }}
html[data-cl-theme="light"] body {{ background: #fff; color: #1b1f24; }}
html[data-cl-theme="dark"] body {{ background: #11151a; color: #f0f3f6; }}
</style>
</head>
<body>
<main>
{stage}
</main>
</body>
</html>
"""
# Of several stages in a page some may have one title, and so they are no landmarks.
_STAGE = """<div class="cl-page cl-dashboard" role="group" aria-label="{title}"{about}>
<div class="cl-head"><h{level} class="cl-title">{title}</h{level}>
<p class="cl-question">{question}</p></div>
{inside}
</div>"""
_INDEX = '<script type="application/json">{}</script>'
_DATA = '<script type="application/octet-stream">{}</script>'


@dataclass(frozen=True, slots=True, eq=False)
class PageMap:
    """The plane of two varied knobs for the page of their scene: a press on it turns them.

    scene: the map, with a cross. knobs: their names, of x and of y. options: for a knob that is no
    number its values, as JSON takes them, which are at 0, 1, 2, ...; None for a number.
    """

    scene: Scene
    knobs: tuple[str, str]
    options: tuple[Sequence[Any] | None, Sequence[Any] | None] = (None, None)

    def packed(self) -> tuple[dict[str, Any], str]:
        """(index, data) of its scene, as of a `Lattice`, with the knobs."""
        lattice = Lattice()
        lattice.add(0, packed_point(self.scene))
        index, data = lattice.packed()
        return index | {"axes": [], "knobs": self.knobs, "options": self.options}, data


@dataclass(frozen=True, slots=True, eq=False)
class PageStage:
    """A scene for a page, with the settings of its knobs that were solved in advance.

    knobs: the specs of the controls, each {"spec", "value", "locked"}. axes: (name, values as JSON
    takes them) of the varied knobs, the last fastest. idle: for each setting the names of the knobs
    that have no effect there. start: the setting shown first. note: what the page says of its
    knobs. copies: whether points tell the Python of their pictures. map: of two of the varied
    knobs, shown under them.
    state: the dictionary of `widgets.state` with which it opens (a frame of -1 is the last), and
    which its links hold; without "at" there are no links.
    """

    title: str
    question: str
    lattice: Lattice
    knobs: Sequence[Mapping[str, Any]] = ()
    axes: Sequence[tuple[str, Sequence[Any]]] = ()
    idle: Sequence[tuple[str, ...]] = ((),)
    start: int = 0
    note: str = ""
    copies: bool = False
    map: PageMap | None = None
    state: Mapping[str, Any] = field(default_factory=dict)

    def html(self, level: int = 3) -> str:
        """The element for the body of a page that holds `assets()`; level: of its heading."""
        index, *data = self._packed()
        parts = [_INDEX.format(index), *(_DATA.format(one) for one in data if one)]
        return _element(self.title, self.question, level, "\n".join(parts))

    def script(self, name: str) -> str:
        """The text of a script that gives a page the data of this stage under `name`, for the
        elements that `stage_from` makes."""
        index, data, cells = self._packed()
        named = json.dumps(name).replace("<", "\\u003c")
        return f'(globalThis.convexlabStages ??= {{}})[{named}] = [{index}, "{data}", "{cells}"];\n'

    def _packed(self):
        """(index as JSON without "<", data in base64, those of the map or "")."""
        index, data = self.lattice.packed()
        kinds = list(dict.fromkeys(self.idle))
        plane, cells = self.map.packed() if self.map else (None, "")
        index |= {
            "knobs": list(self.knobs),
            "axes": [[name, list(values)] for name, values in self.axes],
            "idle": kinds,
            "idleAt": [kinds.index(names) for names in self.idle],
            "start": self.start,
            "note": self.note,
            "copies": self.copies,
            "map": plane,
            "themes": THEMES,
            "state": _sealed(self.state),
        }
        # "<" inside the data must not end the script element.
        return json.dumps(index, allow_nan=False).replace("<", "\\u003c"), data, cells

    @property
    def space(self) -> bool:
        """Whether a panel is in space, so that the page needs what draws it."""
        return self.lattice.space


def _element(title, question, level, inside, about=""):
    words = {"title": html.escape(title or "Convex Lab"), "question": html.escape(question)}
    return _STAGE.format(**words, level=level, inside=inside, about=about)


def stage_from(
    file: str,
    name: str,
    title: str,
    question: str,
    *,
    level: int = 3,
    at: str = "",
    start: int | None = None,
    frame: int | None = None,
    poster: str = "",
) -> str:
    """The element of a stage whose data are in a script next to the page, for the body of a page
    that holds `assets()`. Several elements, of several pages, may share one script.

    file: the address of the text of `PageStage.script(name)`, from the page. at: the address of the
    scene. start: the setting, and frame, at which this element opens in place of the stage's own.
    poster: HTML of a still picture, shown until the stage is there, and on paper.
    """
    given = {"stage": name, "from": file, "at": at or None, "start": start, "frame": frame}
    about = "".join(
        f' data-{key}="{html.escape(str(value))}"' for key, value in given.items()
        if value is not None
    )  # fmt: skip
    inside = f'<div class="cl-poster">{poster}</div>' if poster else ""
    return _element(title, question, level, inside, about)


def _sealed(state):
    """`state`, in which questions and their answers are not readable as text."""
    public = {name: value for name, value in state.items() if name != "questions"}
    if "questions" in state:
        public["sealed"] = encode({"questions": state["questions"]})
    return public


def stage_of(scene: Scene, state: Mapping[str, Any] | None = None) -> PageStage:
    """The stage that plays one scene, without knobs, and opens as `state` says."""
    lattice = Lattice()
    lattice.add(0, packed_point(scene))
    return PageStage(scene.title, scene.question, lattice, state=state or {})


def assets(space: bool, folder: str | None = None) -> str:
    """What a page holds once, at the end of its body, for all its stages.

    space: whether one of them is `space`. folder: the address, from the page, of a directory with
    `asset_files()`; without it the files are inside the page.
    """
    if folder is not None:
        drawer = (
            f'<script data-cl="space" type="text/plain" data-from="{folder}/space.js"></script>'
        )
        return (
            f'<link rel="stylesheet" href="{folder}/stage.css">\n'
            f"{drawer if space else ''}\n"
            f'<script src="{folder}/stage.js"></script>'
        )
    kit = base64.b64encode(packed("space")).decode("ascii")
    drawer = f'<script data-cl="space" type="application/octet-stream">{kit}</script>\n'
    code = asset_files(space=False)["stage.js"].replace("</script", "<\\/script")
    return f"<style>\n{_style()}</style>\n{drawer if space else ''}<script>\n{code}</script>"


def asset_files(space: bool = True) -> dict[str, str]:
    """File name -> text of what the pages of a site share; space: what draws it as well."""
    files = {"stage.css": _style(), "stage.js": bundle("page")}
    return files | ({"space.js": bundle("space")} if space else {})


def _style():
    sheets = ("knob.css", "stage.css", "page.css")
    return "".join((STATIC / name).read_text(encoding="utf-8") for name in sheets)


def embed(text: str, stages: Mapping[str, PageStage], folder: str | None = None) -> str:
    """An HTML page `text` with a stage in the place of each comment `<!-- convexlab NAME -->`.

    stages: by name; every one has its place, once. folder: as for `assets`, which come before the
    end of the body.
    """
    for name, stage in stages.items():
        mark = f"<!-- convexlab {name} -->"
        if text.count(mark) != 1:
            raise ValueError(f"text must hold {mark!r} once, got it {text.count(mark)} times.")
        text = text.replace(mark, stage.html())
    head, end, tail = text.rpartition("</body>")
    shared = assets(any(stage.space for stage in stages.values()), folder)
    return f"{head}{shared}\n{end}{tail}" if end else f"{text}\n{shared}\n"


def page_html(what: Scene | PageStage, state: Mapping[str, Any] | None = None) -> str:
    """The text of a page that plays a scene or a `PageStage`; everything it needs is inside.

    state: the dictionary of `widgets.state` with which a scene opens, and that its links hold."""
    stage = stage_of(what, state) if isinstance(what, Scene) else what
    body = f"{stage.html(level=1)}\n{assets(stage.space)}"
    return _PAGE.format(title=html.escape(stage.title or "Convex Lab"), stage=body)


def save_page(
    what: Scene | PageStage, path: str | pathlib.Path, state: Mapping[str, Any] | None = None
) -> None:
    """Write `page_html(what, state)` to `path`."""
    pathlib.Path(path).write_text(page_html(what, state), encoding="utf-8")
