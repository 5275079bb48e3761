"""The cells that mark a notebook, as test files of otter-grader."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path

_FILE = '''"""Marks what {book}.ipynb has in its cell {name}."""

OK_FORMAT = False

from otter.test_files import test_case

name = {name!r}
points = {points!r}


def reached(env):
    """The points that the cell gives."""
    globals().update(env)
{body}


{cases}'''
_CASE = """@test_case(name="{k} of {points}", points={share!r})
def case_{k}(env):
    assert reached(env) >= {k} - 1e-9, "Point {k} of {points} is not reached."
"""


def otter_tests(text: str, book: str) -> dict[str, str]:
    """File name -> Python of what marks the notebook `text` (JSON, with its hidden tests).

    book: its name, without suffix. A cell that ends in a number has one case for each whole point
    that it can give, any other cell a single case, which passes where nothing is raised.
    """
    cells = [c for c in json.loads(text)["cells"] if c["cell_type"] == "code"]
    graded = [(c, c["metadata"].get("nbgrader", {})) for c in cells]
    return {
        f"{about['grade_id']}.py": _file("".join(cell["source"]), about, book)
        for cell, about in graded
        if about.get("grade")
    }


def write_otter_tests(folder: str | Path, books: Mapping[str, Path]) -> list[str]:
    """Write FOLDER/BOOK-tests/CELL.py for notebooks (name -> path); return the folders. What is
    there already stays as it is."""
    new = []
    for name, path in books.items():
        place = Path(folder) / f"{name}-tests"
        tests = otter_tests(path.read_text(encoding="utf-8"), name)
        if not tests or place.exists():
            continue
        place.mkdir(parents=True)
        for file, code in tests.items():
            (place / file).write_text(code, encoding="utf-8")
        new.append(place.name)
    return new


def _file(source, about, book):
    body = ast.parse(source).body
    points = about["points"]
    whole = not isinstance(body[-1], ast.Expr) or isinstance(body[-1].value, ast.Call)
    if whole:
        body.append(ast.Return(ast.Constant(1)))
    else:
        body[-1] = ast.Return(body[-1].value)
    count = 1 if whole else round(points)
    code = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
    return _FILE.format(
        book=book, name=about["grade_id"], points=points,
        body="\n".join(f"    {line}" if line else "" for line in code.splitlines()),
        cases="\n\n".join(_CASE.format(k=k, points=count, share=points / count)
                          for k in range(1, count + 1)),
    )  # fmt: skip
