"""What lab/EXTENDING.md gives to copy, as files."""

import re
import site
import subprocess
import sys
from pathlib import Path

_PAGE = Path(__file__).parents[2] / "lab" / "EXTENDING.md"


def block(mark):
    """The lines of the block under `<!-- mark -->`."""
    text = _PAGE.read_text(encoding="utf-8")
    return re.search(rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```", text, re.S)[1]


#: Files of the lesson that are elsewhere on the page, or empty.
_FROM = {"elastic_net.py": "own problem", "proof.py": "own scene"}
_EMPTY = ("exercises/__init__.py",)


def lesson_files():
    """Path -> text of all files of the page's own lesson."""
    marks = re.findall(r"<!-- (my-lesson/\S+) -->", _PAGE.read_text(encoding="utf-8"))
    inside = "my-lesson/my_lesson"
    files = {mark: block(mark) for mark in marks}
    files |= {f"{inside}/{name}": block(mark) for name, mark in _FROM.items()}
    return files | {f"{inside}/{name}": "" for name in _EMPTY}


def write_sources(folder):
    """The sources of the page's own lesson, in `folder`; returns their directory."""
    for name, text in lesson_files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "my-lesson"


def _run(*line):
    done = subprocess.run([str(word) for word in line], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def offer(folder, name, **groups):
    """Make the distribution `name` known in `folder`, which holds its packages, as an installer
    does; groups: group of entry points (_ for .) -> {name: value}."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = (
        f"[{group.replace('_', '.')}]\n" + "".join(f"{n} = {v}\n" for n, v in points.items())
        for group, points in groups.items()
    )
    (info / "entry_points.txt").write_text("".join(lines))


_PIP = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")


def own_environment(folder):
    """The Python of a separate environment that can import what this one has, and in which the
    page's lesson is installed."""
    source, place = write_sources(folder), folder / "environment"
    _run(sys.executable, "-m", "venv", "--without-pip", place)
    (packages,) = place.glob("lib/python*/site-packages")
    seen = [Path(__file__).parents[2], *site.getsitepackages()]
    (packages / "seen.pth").write_text("".join(f"{path}\n" for path in seen), encoding="utf-8")
    for part in ("share", "etc"):  # but for kernels, which would be those of this environment
        (place / part / "jupyter").mkdir(parents=True)
        for one in (Path(sys.prefix) / part / "jupyter").glob("*"):
            if one.name != "kernels":
                (place / part / "jupyter" / one.name).symlink_to(one)
    python = place / "bin" / "python"
    _run(python, "-m", "pip", "install", *_PIP, "--prefix", place, source)
    return python
