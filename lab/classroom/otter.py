"""The cells that mark a notebook, as test files of otter-grader."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Mapping
from pathlib import Path

from lab.classroom.graded import about_of, asked_names, given_names, names_of, needed
from lab.classroom.tampering import parsed

#: A number of points is a number of shares; so many at least, and none of more than a point.
_SHARES = 4
_FILE = '''"""Marks what {book}.ipynb has in its cell {name}."""

OK_FORMAT = False

from lab.classroom.graded import GradedCell
from otter.test_files import test_case

name = {name!r}
cell = GradedCell(
    points={points!r},
    asks={asks!r},
    given={given!r},
    before={before!r},
    source={source!r},
)


{cases}'''
_CASE = """@test_case(name="{k} of {count}", points={share!r})
def case_{k}(env):
    cell.require(env, {least!r})
"""


def otter_tests(text: str, book: str) -> dict[str, str]:
    """File name -> Python of what marks the notebook `text` (JSON, with its hidden tests).

    book: its name, without suffix. A cell that ends in a number has a case for each share of its
    points, of which there are at least four and none is more than a point; any other cell has a
    single case, which passes where nothing is raised. A cell without points has no file.
    """
    cells = json.loads(text)["cells"]
    names, files = asked_names(cells), {}
    before: list[str] = []
    for cell in (c for c in cells if c["cell_type"] == "code"):
        source, about = "".join(cell["source"]), about_of(cell)
        if not about.get("grade") or about.get("solution"):
            continue
        if about["points"] > 0:
            earlier = needed(before, source)
            read = "\n".join([*earlier, source])
            what = {
                "asks": sorted(names & names_of(read)), "given": given_names(cells, read),
                "before": earlier, "source": source,
            }  # fmt: skip
            files[f"{about['grade_id']}.py"] = _file(about, book, what)
        before.append(source)
    return files


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


def shares(points: float, count: int) -> list[float]:
    """`count` shares of `points` whose sum is `points` to the last bit: otter-grader marks nobody
    where it is more."""
    unit = math.ldexp(1.0, math.frexp(points)[1] - 30)
    share = math.floor(points / count / unit) * unit
    return [share] * (count - 1) + [points - (count - 1) * share]


def _file(about, book, what):
    points = about["points"]
    count = max(_SHARES, math.ceil(points)) if _ends_in_a_number(what["source"]) else 1
    each = shares(points, count)
    cases = (
        _CASE.format(k=k, count=count, share=share, least=math.fsum(each[:k]))
        for k, share in enumerate(each, 1)
    )
    return _FILE.format(
        book=book, name=about["grade_id"], points=float(points), cases="\n\n".join(cases), **what
    )


def _ends_in_a_number(source):
    """Whether a cell may end in one; what it is shows when it runs."""
    tree = parsed(source)[0]
    if tree is None or not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return False
    last = tree.body[-1].value
    is_print = isinstance(last, ast.Call) and getattr(last.func, "id", "") == "print"
    return not is_print
