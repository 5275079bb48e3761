"""The files of a site, from what was solved and drawn for it."""

from __future__ import annotations

import base64
import hashlib
import html
import inspect
import json
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

from lab import discovery
from lab.books.copies import of_lesson
from lab.books.versions import student_version
from lab.discovery import find
from lab.site import pages, pictures
from lab.site.essay import first
from lab.site.first import essay_html, minutes
from lab.site.kernel import NAME
from lab.site.model import Site, book_file, scene_file
from lab.site.reference import PACKAGES, write_reference
from lab.site.stages import FOLDER as STAGES
from lab.site.stages import files_of, rest_of
from solvers import InputError
from widgets.controls import settings_on_wire
from widgets.page import assets, stage_from

#: The notebook of what goes wrong, the one to begin with, and that of all words.
FAILURES, _START, _GLOSSARY = "failures", "start", "glossary"
_NO_REFERENCE = (
    "This site was built without the reference of the Python names: it needs pdoc. To have it, "
    "install it and build the site again:"
)


#: Letters of a passage that are searched.
_MOST = 4000


def entry(title: str, place: str, kind: str, text: str) -> dict[str, str]:
    """An entry of the search. place: its address within the site. kind: what it is, in words."""
    return {"title": title, "place": place, "kind": kind, "text": text[:_MOST]}


def names_of_python() -> list[dict[str, str]]:
    """The public names, each with its first sentence and its place in the reference."""
    found = []
    for package in map(import_module, PACKAGES):
        for name in package.__all__:
            doc = inspect.getdoc(getattr(package, name)) or ""
            place = f"reference/{package.__name__}.html#{name}"
            found.append(entry(f"{package.__name__}.{name}", place, "Python", doc.split("\n\n")[0]))
    return found


def words_script(entries: Iterable[dict[str, str]]) -> str:
    """The text of the script with the entries."""
    numbered = [{"id": k} | one for k, one in enumerate(entries)]
    return f"globalThis.convexlabWords = {json.dumps(numbered, ensure_ascii=False)};\n"


class Writer:
    """The pages of a site."""

    def __init__(self, site: Site):
        self.site, self.folder = site, site.folder
        self.space, self.entries = False, []
        self.nav = [("Lessons", "index.html#lessons")]
        self.nav += [("Failures", "index.html#failures")] if FAILURES in site.books else []
        self.nav += [("Disagreements", pictures.PAGE)] if site.disagreements else []
        self.nav += [("Maps", "index.html#maps")] if site.maps() else []
        if _GLOSSARY in site.books:
            self.nav.append(("Glossary", book_file(site.books[_GLOSSARY])))
        self.nav += [("Python", "reference/index.html")]

    def write(self, paths: dict[str, Path]) -> None:
        """Write every page of the site and what pages share; paths: of the notebooks themselves."""
        self._front()  # before the pages of notebooks replace their outputs
        for k in range(len(self.site.addresses)):
            self._scene(k)
        for name, book in self.site.books.items():
            self._book(book, paths[name])
        if self.site.disagreements:
            self._disagreements()
        self._reference()
        for name, text in pages.shared_files(self.space).items():
            self.folder.write(f"{pages.ASSETS}/{name}", text)
        self.folder.write(f"{pages.ASSETS}/words.js", words_script(self.entries))

    # Pages

    def _front(self):
        site, lessons = self.site, []
        for lesson, books, scenes in self._lessons():
            lessons.append({
                "name": lesson.name, "title": lesson.title, "question": lesson.question,
                "books": [(book.title, book_file(book)) for book in books],
                "scenes": [self._card(*s) for s in scenes],
            })  # fmt: skip
        start = site.books.get(_START)
        given: dict[str, Any] = {
            "lessons": lessons,
            "parts": [p for p in (self._failures(), self._maps()) if p],
        }
        given |= {"start": start and book_file(start), "nav": self.nav, "books": self._of_all()}
        given |= self._first()
        self.folder.write("index.html", pages.rendered("front", **given))

    def _lessons(self):
        """(lesson, its notebooks, its scenes) of those that have a scene here."""
        known = self.site.books
        for name, scenes in self.site.lessons().items():
            books = [known[book] for book in of_lesson(name) if book in known]
            yield discovery.LESSONS[name], books, scenes

    def _first(self):
        """What the front page needs of the essay; empty where its scenes are not on the site."""
        essay, stages, space = first(), {}, False
        if not set(essay.scenes()) <= set(self.site.addresses):
            return {}
        for at in essay.scenes():
            experiment = find(at)[1]
            image = self._poster(at, experiment.question)
            knobs = settings_on_wire(experiment.settings({}))
            stages[at], curved = self._element(at, knobs, 0, 2, image, root="")
            space = space or curved
        self.entries.append(entry(essay.title, "index.html", "First page", essay.lead))
        return {"essay": essay, "pinned": essay_html(essay, stages), "minutes": minutes(essay),
                "entries": self._entries(), "assets": assets(space, pages.ASSETS)}  # fmt: skip

    def _entries(self):
        """The lessons as cards: title, question, minutes and a picture."""
        found = []
        for lesson, books, scenes in self._lessons():
            file = book_file(books[0]) if books else scene_file(scenes[0][0])
            moving = pictures.thumbnails_of(self.site.pictures[scenes[0][0]])
            card = {"title": lesson.title, "question": lesson.question, "file": file}
            time = books[0].minutes if books else ""
            found.append(card | {"pictures": moving, "minutes": time})
        return found

    def _card(self, address, experiment):
        file, words = scene_file(address), f"{experiment.question} {address}"
        self.entries.append(entry(experiment.title, file, "Scene", words))
        return {
            "address": address, "file": file, "title": experiment.title,
            "question": experiment.question,
            "pictures": pictures.thumbnails_of(self.site.pictures[address]),
        }  # fmt: skip

    def _of_all(self):
        """(title, file) of the notebooks that belong to no lesson and are listed nowhere else."""
        placed = {FAILURES, _START, _GLOSSARY}.union(*map(of_lesson, self.site.lessons()))
        free = [book for name, book in self.site.books.items() if name not in placed]
        return [(book.title, book_file(book)) for book in free]

    def _failures(self):
        book = self.site.books.get(FAILURES)
        if book is None:
            return None
        heads = [(words, cell) for level, words, cell in book.headings() if level == 2]
        cards = []
        for one in book.shown:
            above = [words for words, cell in heads if cell <= one["cell"]]
            title = re.sub(r"^\d+\.\s*", "", above[-1]) if above else one["title"]
            cards.append(self._place_card(book, one, title, one["title"]))
        return {"id": "failures", "title": book.title, "words": book.question, "cards": cards}

    def _maps(self):
        cards = [
            self._place_card(b, one, one["title"], one["question"]) for b, one in self.site.maps()
        ]
        words = "Two knobs at once: where is a method faster, and where is there an answer?"
        return cards and {"id": "maps", "title": "Maps", "words": words, "cards": cards}

    def _place_card(self, book, one, title, words):
        return {"file": book_file(book, one["cell"]), "title": title, "words": words,
                "still": self._still(one)[0]}  # fmt: skip

    def _scene(self, k):
        site, address = self.site, self.site.addresses[k]
        experiment, lesson = find(address)[1], address.partition("/")[0]
        knobs = settings_on_wire(experiment.settings({}))
        poster = self._poster(address, f"{experiment.title}: {experiment.question}", root="../")
        stage, space = self._element(address, knobs, 0, 1, poster)
        scene = {
            "address": address, "title": experiment.title, "question": experiment.question,
            "first": experiment.first, "see": experiment.see,
            "lesson": lesson, "lesson_title": discovery.LESSONS[lesson].title,
            "places": [{"file": f"../{book_file(book, one['cell'])}", "words": _place(book, one)}
                     for book, one in site.places(address)],
            "before": self._neighbour(k - 1), "after": self._neighbour(k + 1),
        }  # fmt: skip
        shared = assets(space, f"../{pages.ASSETS}")
        text = pages.rendered("scene", scene=scene, stage=stage, assets=shared, nav=self.nav)
        self.folder.write(scene_file(address), text)

    def _neighbour(self, k):
        if not 0 <= k < len(self.site.addresses):
            return None
        address = self.site.addresses[k]
        return {"file": f"../{scene_file(address)}", "title": find(address)[1].title}

    def _book(self, book, path):
        made = [self._shown(book, k, one) for k, one in enumerate(book.shown)]
        stages, spaces = [stage for stage, _ in made], [space for _, space in made]
        file, text = path.name, path.read_text(encoding="utf-8")
        self.folder.write(f"notebooks/{file}", student_version(text))
        shared = pages.math_assets("../")
        shared += assets(any(spaces), f"../{pages.ASSETS}") if made else ""
        title, place = book.title, book_file(book)
        known = self.site.books
        page = pages.book_page(book, stages, file=file, assets=shared, nav=self.nav, known=known)
        self.folder.write(place, page)
        for anchor, head, words in pages.passages(page):
            self.entries.append(entry(head, f"{place}#{anchor}", title, words))

    def _disagreements(self):
        """The page of the problems on which solvers disagree."""
        files = (pictures.case_files(name)[-1] for name in self.site.disagreements.values())
        cases = [json.loads((self.folder.place / f).read_text(encoding="utf-8")) for f in files]
        book = f"notebooks/{FAILURES}.html"
        page = pages.rendered("disagreements", cases=cases, nav=self.nav, book=book)
        self.folder.write(pictures.PAGE, page)
        for case in cases:
            place = f"{pictures.PAGE}#{case['key']}"
            words = f"{case['question']} {pages.plain_words(case['proof'])}"
            self.entries.append(entry(case["title"], place, "Disagreement", words))

    # Stages

    def _shown(self, book, k, one):
        """(HTML, whether it is in space) of what a notebook shows."""
        still, size = self._still(one)
        poster = _image(f"../{still}", one["words"], size) if still else ""
        level = _level(book, one)
        below = f'<div class="below">{one["below"]}</div>' if one["below"] else ""
        if "at" in one:
            stage, space = self._element(one["at"], one["knobs"], one["frame"], level, poster)
            return stage + below, space
        name = f"{book.name}-{k}-{_digest(one['script'].encode())}"
        script = one["script"].replace(json.dumps(NAME), json.dumps(name), 1)
        self.folder.write(f"{STAGES}/{name}.js", script)
        self.space = self.space or one["space"]
        file = f"../{STAGES}/{name}.js"
        stage = stage_from(file, name, one["title"], one["question"], level=level, poster=poster)
        return stage + below, one["space"]

    def _element(self, address, knobs, frame, level, poster, root="../"):
        lattice = self.site.lattices[address, rest_of(address, knobs)]
        script, about = files_of(lattice.name)
        known = json.loads((self.folder.place / about).read_text(encoding="utf-8"))
        space = known["space"]
        self.space = self.space or space
        given = {"level": level, "at": address, "poster": poster, "frame": round(frame)}
        experiment = lattice.experiment
        stage = stage_from(
            f"{root}{script}", lattice.name, experiment.title, experiment.question,
            start=lattice.start(knobs, known["axes"]), **given,
        )  # fmt: skip
        return stage, space

    def _poster(self, address, words, root=""):
        """The image of a scene's last frame."""
        file = f"{pictures.FOLDER}/{pictures.poster(self.site.pictures[address])}"
        return _image(root + file, words, _size((self.folder.place / file).read_bytes()))

    def _still(self, one):
        """(file, size) of the still picture of what a notebook shows; ("", None) without one."""
        if not one["still"]:
            return "", None
        png = base64.b64decode(one["still"])
        file = f"{pictures.FOLDER}/{_digest(png)}.png"
        self.folder.write(file, png)
        return file, _size(png)

    # The reference

    def _reference(self):
        """The pages of the Python names, or one that says why there are none."""
        try:
            write_reference(self.folder.place / "reference", "../index.html")
        except InputError:
            code = "pip install 'convexlab[docs]'\nlab site DIR"
            given = {"title": "The Python names", "words": _NO_REFERENCE, "code": code}
            page = pages.rendered("plain", here="Python", nav=self.nav, **given)
            self.folder.write("reference/index.html", page)
            return
        for name in ("index.html", "search.js", *(f"{package}.html" for package in PACKAGES)):
            self.folder.keep(f"reference/{name}")
        self.entries += names_of_python()


def _place(book, one):
    """Where a notebook shows something, in words."""
    above = [words for _, words, cell in book.headings() if cell <= one["cell"]]
    return f"{book.title}: {above[-1]}" if above and above[-1] != book.title else book.title


def _level(book, one):
    """The level of the heading of what a notebook shows: one below that of the heading above."""
    above = [level for level, _, cell in book.headings() if cell <= one["cell"]]
    return min(above[-1] + 1, 6) if above else 2


def _digest(data):
    return hashlib.sha256(data).hexdigest()[:12]


def _size(png):
    """(width, height) of a PNG, as its head says."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def _image(file, words, size):
    alt = html.escape(" ".join(words.split()), quote=True)
    return f'<img src="{file}" alt="{alt}" width="{size[0]}" height="{size[1]}" loading="lazy">'
