"""What CONTRIBUTING.md gives to copy, as files."""

import re
import subprocess
import sys
from pathlib import Path

_PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def block(mark):
    """The lines of the block under `<!-- mark -->`."""
    text = _PAGE.read_text(encoding="utf-8")
    return re.search(rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```", text, re.S)[1]


def write_lesson(folder):
    """The page's own lesson, built and installed into a directory of its own, without a network;
    returns that directory."""
    files = {name: block(name) for name in ("my-lesson/pyproject.toml",
                                            "my-lesson/my_lesson/__init__.py")}  # fmt: skip
    files |= {
        "my-lesson/my_lesson/proof/__init__.py": "",
        "my-lesson/my_lesson/proof/scene.py": block("own scene"),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    site = folder / "site"
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index",
            "--no-build-isolation", "--target", site, folder / "my-lesson"]  # fmt: skip
    done = subprocess.run([str(a) for a in line], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return site
