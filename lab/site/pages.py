"""The text of the pages: jinja templates, and nbconvert's HTML of a notebook in the same shell."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lab.site.books import Book
from lab.site.kernel import MIME
from widgets.assets import STATIC, bundle
from widgets.page import asset_files

HERE = Path(__file__).parent
_STATIC, _TEMPLATES = HERE / "static", HERE / "templates"
_WIDGET = "application/vnd.jupyter.widget-view+json"
#: The formats of an output that are shown, the best first.
_PRIORITY = (MIME, "text/markdown", "text/html", "image/svg+xml", "image/png", "text/plain")
#: After the name of a directory: the shared files of all pages.
ASSETS = "assets"


#: What every template knows.
_SHARED = {"version": version("convexlab")}


@cache
def _environment():
    from jinja2 import Environment, FileSystemLoader  # comes with nbconvert, and so with JupyterLab

    made = Environment(loader=FileSystemLoader(_TEMPLATES / "convexlab"), trim_blocks=True)
    made.globals |= _SHARED
    return made


def rendered(name: str, **given: Any) -> str:
    """A page: the template "front", "scene", "disagreements" or "plain" with what is given."""
    return _environment().get_template(f"{name}.html.j2").render(**given)


def book_page(book: Book, stages: Sequence[str], **given: Any) -> str:
    """The page of a notebook: nbconvert's, with an element for each dashboard and map.

    stages: HTML in the order of `book.shown`. given: `nav` of the site, `file` of the notebook
    itself, next to the page, `assets` at the end of the page, `known`, the names of all notebooks.
    """
    from nbconvert import HTMLExporter  # with JupyterLab, and slow to import
    from traitlets.config import Config

    exporter = HTMLExporter(
        template_name="convexlab",
        extra_template_basedirs=[str(_TEMPLATES)],
        config=Config({"NbConvertBase": {"display_data_priority": list(_PRIORITY)}}),
    )
    exporter.environment.globals |= _SHARED | {"nav": given.pop("nav")}
    known = given.pop("known", ())
    _put(book, stages)
    site = {"title": book.title, "question": book.question, "mime": MIME} | given
    text, _ = exporter.from_notebook_node(book.nodes, {"site": site})
    return _between_books(text, known).replace("<!-- contents -->", _contents(text))


_TO_BOOK = re.compile(r'<a href="(?:\d+-)?(\w+)\.ipynb">(.*?)</a>', re.S)


def _between_books(text, known):
    """Links to notebooks lead to their pages; a link to one that is not on the site is removed."""
    return _TO_BOOK.sub(
        lambda m: f'<a href="{m[1]}.html">{m[2]}</a>' if m[1] in known else m[2], text
    )


def _put(book, stages):
    """Replace the outputs of dashboards and maps by the elements of their stages."""
    waiting = iter(stages)
    for cell in book.nodes.cells:
        if "outputs" in cell:
            cell.outputs = [one for one in cell.outputs if not _is_bar(one.get("data", {}))]
        for output in cell.get("outputs", ()):
            if MIME in output.get("data", {}):
                output.data = {MIME: next(waiting)}


def _is_bar(data):
    """Whether an output is the rest of a progress bar: a widget, or no words."""
    if MIME in data:
        return False
    return _WIDGET in data or ("text/html" in data and not plain_words(data["text/html"]))


def _contents(text):
    """A list of the headings of second order."""
    rows = [
        f'<li><a href="#{place}">{words}</a></li>'
        for level, place, words in headings(text)
        if level == 2
    ]
    return f'<nav class="contents" aria-label="Contents"><ul>{"".join(rows)}</ul></nav>'


_ANCHOR = re.compile(r'<a class="anchor-link".*?</a>', re.S)
_HEADING = re.compile(r'<h([1-4]) id="([^"]+)"[^>]*>(.*?)</h\1>', re.S)


def headings(text: str) -> list[tuple[int, str, str]]:
    """(level, id, HTML of the words) of the headings of a notebook's page."""
    found = _HEADING.findall(_ANCHOR.sub("", text))
    return [(int(level), place, words) for level, place, words in found]


def passages(text: str) -> list[tuple[str, str, str]]:
    """(id, heading, words under it) of a notebook's page, without code and stages."""
    body = _ANCHOR.sub("", text.partition("<main")[2].partition("</main>")[0])
    # Of a stage its title and question; the rest has no words.
    cells = re.sub(r'<div [^>]*class="cl-page.*?</div>', " ", body, flags=re.S)
    cells = re.sub(r'<div class="input">.*?</pre></div>', " ", cells, flags=re.S)
    parts = _HEADING.split(cells)[1:]
    rows = zip(parts[1::4], parts[2::4], parts[3::4], strict=True)
    return [(place, plain_words(head), plain_words(under)) for place, head, under in rows]


def plain_words(text: str) -> str:
    """HTML as words alone."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def shared_files(space: bool) -> Mapping[str, str]:
    """File name -> text of what the pages share; space: whether a panel is in space."""
    files = {f"{name}.js": bundle(name, _STATIC) for name in ("site", "math", "essay")}
    files |= {name: _text(name) for name in ("site.css", "essay.css", "icon.svg")}
    files["katex.css"] = _text("vendor/katex.css")
    return files | asset_files(space) | {"licences.txt": _licences()}


def math_assets(root: str) -> str:
    """What a page with formulas has at its end."""
    return (
        f'<link rel="stylesheet" href="{root}{ASSETS}/katex.css">\n'
        f'<script src="{root}{ASSETS}/math.js"></script>'
    )


def _licences():
    """The licence notices of the bundled libraries, from the heads of their files."""
    own = "Convex Lab is under the MIT licence."
    texts = (path.read_text(encoding="utf-8") for folder in (STATIC, _STATIC)
             for path in sorted(folder.glob("vendor/*.js")))  # fmt: skip
    heads = (re.search(r"/\*!\n(.*?)\*/", text, re.S) for text in texts)
    return "\n\n".join([own, *(head[1].strip() for head in heads if head)]) + "\n"


def _text(name):
    return (_STATIC / name).read_text(encoding="utf-8")
