"""What the page of the workbook's own JupyterLab holds, and leaves out."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

#: Where JupyterLab finds the extension that this package brings.
EXTENSIONS = Path(__file__).parent / "labextension"
#: What nbgrader calls its tools for teachers: plugins of the page, and parts of the server.
_PLUGINS = ("formgrader", "course-list", "create-assignment")
_SERVED = ("formgrader", "course_list")


def is_course(folder: str | Path) -> bool:
    """Whether a teacher's course lies in the directory, as nbgrader has it."""
    return (Path(folder).expanduser() / "nbgrader_config.py").is_file()


def server_extensions(folder: str | Path, votes: bool = False) -> dict[str, bool]:
    """Module -> whether the server loads it, for those that `lab` decides on."""
    found = {"lab.classroom": True} if votes else {}
    if find_spec("nbgrader") and not is_course(folder):
        found |= {f"nbgrader.server_extensions.{name}": False for name in _SERVED}
    return found


def for_students(handler, page):
    """The page's configuration without nbgrader's tools for teachers, as the server asks for it at
    each page; a teacher's own course has them."""
    if not is_course(handler.settings["server_root_dir"]):
        off = page.get("disabledExtensions", [])
        page["disabledExtensions"] = [*off, *(f"@jupyter/nbgrader:{name}" for name in _PLUGINS)]
    return page
