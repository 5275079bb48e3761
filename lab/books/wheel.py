"""A hook of the build: the wheel gets the notebooks as students get them."""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path


def _hook():
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class StudentNotebooks(BuildHookInterface):
        """Puts `notebooks/*.ipynb`, without solutions, into the wheel as `lab/notebooks`."""

        PLUGIN_NAME = "custom"

        def initialize(self, version, build_data):
            """Write the notebooks to a temporary directory; an editable install reads its own."""
            if version == "editable":
                return
            self.place = Path(tempfile.mkdtemp())
            write_all(Path(self.root), self.place)
            build_data["force_include"][str(self.place)] = "lab/notebooks"

        def finalize(self, version, build_data, artifact_path):
            """Remove them again."""
            if version != "editable":
                shutil.rmtree(self.place, ignore_errors=True)

    return StudentNotebooks


def write_all(root: Path, place: Path) -> None:
    """The student's version of each notebook of the copy at `root`, into `place`."""
    versions = runpy.run_path(str(root / "lab" / "books" / "versions.py"))
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        text = versions["student_version"](path.read_text(encoding="utf-8"))
        (place / path.name).write_text(text, encoding="utf-8")


def get_build_hook() -> type:
    """The hook, as hatchling asks for it."""
    return _hook()
