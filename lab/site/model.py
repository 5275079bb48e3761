"""What is known of a site while it is built."""

from __future__ import annotations

from dataclasses import dataclass, field

from lab.discovery import LESSONS, find
from lab.experiment import Experiment
from lab.site.books import Book
from lab.site.folder import Folder
from lab.site.stages import StageGrid


@dataclass(slots=True)
class Site:
    """books: by name. addresses: of the scenes, in order. lattices: as `stages.lattices` has them.
    pictures: address -> the name of its pictures. disagreements: key of a case -> the name of its
    files."""

    folder: Folder
    books: dict[str, Book]
    addresses: list[str]
    lattices: dict[tuple[str, str], StageGrid] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    disagreements: dict[str, str] = field(default_factory=dict)

    def scenes(self) -> list[tuple[str, Experiment]]:
        """(address, `Experiment`) of the scenes."""
        return [(address, find(address)[1]) for address in self.addresses]

    def lessons(self) -> dict[str, list[tuple[str, Experiment]]]:
        """Lesson name -> its scenes, for lessons that have any here."""
        found = {
            name: [s for s in self.scenes() if s[0].startswith(f"{name}/")] for name in LESSONS
        }
        return {name: scenes for name, scenes in found.items() if scenes}

    def places(self, address: str) -> list[tuple[Book, dict]]:
        """(book, what it shows) of the places at which notebooks show a scene."""
        return [(book, one) for book in self.books.values() for one in book.shown
                if one.get("at") == address]  # fmt: skip

    def maps(self) -> list[tuple[Book, dict]]:
        """(book, what it shows) of the maps."""
        return [(book, one) for book in self.books.values() for one in book.shown if "map" in one]


def scene_file(address: str) -> str:
    """The page of a scene within the site."""
    return f"scenes/{address.replace('/', '-')}.html"


def book_file(book: Book, cell: int | None = None) -> str:
    """The page of a notebook within the site, at one of its cells."""
    place = "" if cell is None else f"#cell-id={book.nodes.cells[cell].id}"
    return f"notebooks/{book.name}.html{place}"
