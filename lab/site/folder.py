"""The directory of a site: which files it has, which of an earlier build are valid, which go."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from lab.runs.export import completed
from solvers import InputError

#: What marks a directory as a site, and lists its files.
_LIST = ".convexlab-site.json"
#: Files that no page shows: executed notebooks, and what is known of stages.
CACHE = ".cache"


class Folder:
    """A site's directory. `new` has the files of the site that is being built."""

    def __init__(self, place: str | os.PathLike):
        self.place = Path(place).expanduser()
        self.new: set[str] = set()
        if self.place.exists() and not self.place.is_dir():
            raise InputError(f"DIR must be a directory, got the file {str(place)!r}.")
        mark = self.place / _LIST
        if self.place.is_dir() and any(self.place.iterdir()) and not mark.exists():
            raise InputError(
                f"DIR must be empty or a site that was built here, got {str(place)!r}; "
                "name another, so that nothing of yours is written over."
            )
        self._old = _listed(mark) if mark.exists() else set()
        (self.place / CACHE).mkdir(parents=True, exist_ok=True)
        if not mark.exists():
            mark.write_text("[]", encoding="utf-8")

    def keep(self, name: str) -> Path:
        """The path of a file that belongs to the site: the caller writes it, unless it exists."""
        self.new.add(name)
        path = self.place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def keep_all(self, names: Iterable[str]) -> tuple[list[Path], bool]:
        """(the paths of files that belong together, whether they are still to be made)."""
        paths = [self.keep(name) for name in names]
        return paths, not all(path.is_file() for path in paths)

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file, which appears when it is complete; an equal one is not touched."""
        data = content.encode() if isinstance(content, str) else content
        path = self.keep(name)
        if path.is_file() and path.read_bytes() == data:
            return
        with completed(path) as part:
            part.write_bytes(data)

    def finish(self) -> int:
        """Remove what earlier sites had and this one has not; returns the bytes of the site."""
        for name in sorted(self._old - self.new):
            path = _inside(self.place, name)
            if path.is_file() or path.is_symlink():
                path.unlink()
        with completed(self.place / _LIST) as part:
            part.write_text(json.dumps(sorted(self.new)), encoding="utf-8")
        return sum((self.place / name).stat().st_size for name in self.new)


def _listed(mark):
    """The files of an earlier site; InputError for a list that no build has written."""
    try:
        found = json.loads(mark.read_text(encoding="utf-8"))
        if not isinstance(found, list):
            raise ValueError(f"it holds a {type(found).__name__}")
        for name in found:
            _inside(mark.parent, name)
    except (OSError, ValueError) as error:
        raise InputError(
            f"DIR must be a site whose list of files, {_LIST}, is whole, got {str(mark.parent)!r}, "
            f"where it is not ({error}); name another, or remove this site and build it again."
        ) from None
    return set(found)


def _inside(place, name):
    """The path of a file of a site; ValueError for a name that leads out of its directory."""
    if not isinstance(name, str) or "\0" in name:
        raise ValueError(f"a name in it is {name!r}")
    root = place.resolve()
    path = Path(os.path.normpath(root / name))
    if path == root or not path.parent.resolve().is_relative_to(root):
        raise ValueError(f"{name!r} leads out of it")
    return path
