"""The words that the site's search finds, as a script: a page from a file may not fetch."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from importlib import import_module

from lab.app.reference import PACKAGES

#: Letters of a passage that are searched.
_MOST = 4000


def entry(title: str, place: str, kind: str, text: str) -> dict[str, str]:
    """One thing to be found. place: its address within the site. kind: what it is, in words."""
    return {"title": title, "place": place, "kind": kind, "text": text[:_MOST]}


def names_of_python() -> list[dict[str, str]]:
    """The public names, each with the first sentence on it, at their places in the reference."""
    found = []
    for package in map(import_module, PACKAGES):
        for name in package.__all__:
            doc = inspect.getdoc(getattr(package, name)) or ""
            place = f"reference/{package.__name__}.html#{name}"
            found.append(entry(f"{package.__name__}.{name}", place, "Python", doc.split("\n\n")[0]))
    return found


def words_script(entries: Iterable[dict[str, str]]) -> str:
    """The text of the script that holds the entries."""
    numbered = [{"id": k} | one for k, one in enumerate(entries)]
    return f"globalThis.convexlabWords = {json.dumps(numbered, ensure_ascii=False)};\n"
