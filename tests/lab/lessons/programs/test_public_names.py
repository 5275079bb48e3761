"""The lesson uses what a third-party package could: public names of the three packages, the modules
that CONTRIBUTING names or their neighbours in the same packages, and its own."""

import ast
import importlib
from pathlib import Path

import lab.lessons.programs as lesson

#: Modules in addition to the names of the packages, each in a subpackage that CONTRIBUTING names.
PACKAGES = (
    "lab.drawing.", "lab.race.", "lab.prediction", "lab.checking.task", "lab.checking.task",
    "lab.knobs", "lab.programs.", "lab.datasets.edges_by_hand", "lab.datasets.points_by_hand",
    "lab.benchmarks.", "lab.peers.", "lab.scenes.", "lab.processes", "solvers.checks",
    "solvers.exchange", "widgets.edits", "widgets.words",
)  # fmt: skip
FILES = sorted(Path(lesson.__file__).parent.rglob("*.py"))


def foreign(source):
    """What a file imports of the project that is not open to all."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [a.name for a in node.names if a.name.split(".")[0] in ("lab", "solvers")]
        if not isinstance(node, ast.ImportFrom) or not node.module:
            continue
        names = [a.name for a in node.names]
        if node.module in ("lab", "solvers", "widgets"):
            public = importlib.import_module(node.module).__all__
            found += [n for n in names if n not in (*public, "scenes_of", "data")]
        elif node.module.split(".")[0] in ("lab", "solvers", "widgets"):
            own = node.module.startswith(lesson.__name__ + ".")
            if not own and not node.module.startswith(PACKAGES):
                found.append(node.module)
            found += [n for n in names if n.startswith("_")]
    return found


def test_only_what_is_public_is_used():
    assert len(FILES) > 8
    for path in FILES:
        assert not foreign(path.read_text(encoding="utf-8")), path.name


def test_what_is_private_would_be_found():
    assert foreign("from solvers.programs.run import Run") == ["solvers.programs.run"]
    assert foreign("from lab.lessons.lars.race import CD") == ["lab.lessons.lars.race"]
    assert foreign("from lab.drawing.text import _apart") == ["_apart"]
    assert foreign("from solvers import Run") == ["Run"] and foreign("import lab.cached")


def test_the_pages_name_every_open_package():
    root = Path(__file__).parents[4]
    pages = (root / "CONTRIBUTING.md", root / "lab" / "EXTENDING.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    for package in PACKAGES:
        assert package.rstrip(".").split(".", 1)[1].replace(".", "/") in text or package in text, (
            package
        )
