"""`lab site DIR`: the workbook as pages that live without a kernel."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from lab import discovery
from lab.books.copies import books, in_folder, selected
from lab.discovery import find
from lab.judging.gallery import CASES
from lab.site import pictures, write
from lab.site.books import file_of, read_book, run_book
from lab.site.first import varied
from lab.site.folder import CACHE, Folder
from lab.site.model import Site
from lab.site.stages import code_of_pictures, files_of, lattices, solve
from lab.site.vary import words_of
from lab.sweeps.each import each
from lab.sweeps.engine import check_jobs
from lab.version import code_version, hash_of
from widgets.controls import settings_on_wire


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has made: pages, settings of all stages, how many of them were solved by this
    build, and the bytes of the site."""

    pages: int
    settings: int
    solved: int
    size: int

    def __str__(self):
        new = f"{self.solved} of them solved anew" if self.solved else "none of them solved anew"
        return f"{self.pages} pages, {self.settings} settings, {new}, {words_of(self.size)}"


def build(
    folder: str | os.PathLike,
    names: Sequence[str] = (),
    *,
    source: str | os.PathLike | None = None,
    jobs: int = -1,
    progress: Callable[[int, int], object] | None = None,
) -> Built:
    """Write the workbook to `folder` as a site; what an earlier build has solved is used again.

    names: of notebooks, as `name_of` has them: these, and the scenes that they show. Without names
    all notebooks and all scenes. source: the directory of the notebooks. jobs: how many processes,
    -1 one for each core. progress: called with (done, total) parts of the work.
    InputError where `folder` has anything but a site; RuntimeError names what fails.
    """
    check_jobs(jobs)
    paths = selected(books() if source is None else in_folder(Path(source)), names)
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    place, work = Folder(folder), SimpleNamespace(jobs=jobs, progress=progress)
    ran = _run_books(place, paths, texts, work)
    site = Site(place, ran, _addresses(ran) if names else _all_addresses())
    site.lattices = lattices([*_own(site), *_first(site), *_shown(ran)])
    solved = _make(site, work)
    write.Writer(site).write(paths)
    count = sum(name.endswith(".html") for name in place.new)
    settings = sum(len(lattice.grid) for lattice in site.lattices.values())
    return Built(count, settings, solved, place.finish())


def _run_books(folder, paths, texts, work):
    """Run the notebooks that have not been run at this version of the code, and read all."""
    cache = folder.place / CACHE
    files = {name: file_of(cache, text, _version()) for name, text in texts.items()}
    missing = [
        {"source": str(paths[name]), "file": str(file)}
        for name, file in files.items() if not file.exists()
    ]  # fmt: skip
    each(_run, missing, work)
    for file in files.values():
        folder.keep(f"{CACHE}/{file.name}")
    return {name: read_book(name, file) for name, file in files.items()}


def _run(item):
    run_book(**item)


def _version():
    """Digest of the code that solves, draws and writes."""
    return hash_of([code_version(), code_of_pictures()])[:12]


def _all_addresses():
    lessons = discovery.LESSONS
    return [f"{name}/{scene.name}" for name in lessons for scene in lessons[name].scenes]


def _addresses(books):
    """The scenes that the notebooks show, in the order of the workbook."""
    shown = {address for address, _ in _shown(books)}
    return [address for address in _all_addresses() if address in shown]


def _own(site):
    """(address, knobs) of each scene with its defaults."""
    for address in site.addresses:
        yield address, settings_on_wire(find(address)[1].settings({}))


def _first(site):
    """(address, knobs) of what the first page can show, where its scenes are on the site."""
    for address, vary in varied().items():
        if address not in site.addresses:
            continue
        for name, values in vary.items():
            for value in values:
                yield address, settings_on_wire(find(address)[1].settings({name: value}))


def _shown(books):
    """(address, knobs) of the dashboards in the notebooks."""
    for book in books.values():
        yield from ((one["at"], one["knobs"]) for one in book.shown if "at" in one)


def _make(site, work):
    """Solve the missing stages, and draw the pictures; returns how many settings are solved."""
    folder, items, solved = site.folder, [], 0
    for lattice in site.lattices.values():
        (script, about), missing = folder.keep_all(files_of(lattice.name))
        if missing:
            items.append(lattice.item() | {"script": str(script), "about": str(about)})
            solved += len(lattice.grid)
    for address in site.addresses:
        site.pictures[address] = name = f"{address.replace('/', '-')}-{_version()}"
        files = (f"{pictures.FOLDER}/{file}" for file in pictures.scene_files(name))
        paths, missing = folder.keep_all(files)
        if missing:
            place = str(paths[0].parent)
            items.append({"address": address, "picture": name, "folder": place})
    items += _disagreements(site)
    each(_work, items, work)
    return solved


def _disagreements(site):
    """The cases that are still to be judged, where the site has the notebook that contains them."""
    items = []
    for key in CASES if write.FAILURES in site.books else ():
        site.disagreements[key] = name = pictures.case_name(key, _version())
        paths, missing = site.folder.keep_all(pictures.case_files(name))
        if missing:
            items.append({"case": key, "paths": list(map(str, paths))})
    return items


def _work(item):
    if "case" in item:
        pictures.judge_case(item)
    elif "picture" in item:
        pictures.draw_scene(item)
    else:
        solve(item)
