"""How a graded cell is run and what it is worth, in `lab report` and in otter-grader's files alike,
as nbgrader does in a notebook.

A cell that raises nothing is worth all of its points; one that ends in a number is worth so many.
What it writes on stderr, warnings too, is shown and costs no points.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from lab.checking.cells import points_of, stderr_on_stdout
from lab.classroom.tampering import bound, definitions, parsed, read_by


def run(source: str, space: dict[str, Any], of: float) -> tuple[float, str]:
    """(points of `of`, what was raised in words) of a graded cell that runs in `space`."""
    tree = parsed(source)[0]
    if tree is None:
        return 0.0, "The graded cell is no Python."
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    lines, value = tree.body[:-1] if last else tree.body, None
    try:
        with stderr_on_stdout():
            exec(compile(ast.Module(lines, []), "cell", "exec"), space)
            if last:
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
        points = points_of(value)
        return (of if points is None else min(points, of)), ""
    except Exception as error:
        return 0.0, str(error) or type(error).__name__


def names_of(source: str) -> set[str]:
    """The names that a cell reads, its functions' own variables apart."""
    tree = parsed(source)[0]
    nodes = list(ast.walk(tree)) if tree else []
    changed = {n.target.id for n in nodes if isinstance(n, ast.AugAssign)
               and isinstance(n.target, ast.Name)}  # fmt: skip
    return changed.union(*map(read_by, tree.body if tree else ()))


def asked_names(cells: Iterable[dict]) -> set[str]:
    """The names that students give a meaning: those of the solution cells among a notebook's
    cells, as nbformat has them."""
    return set().union(*(bound(_source(c)) for c in cells if _asks(c)))


def _asks(cell):
    about = about_of(cell)
    return cell["cell_type"] == "code" and about.get("solution") and not about.get("grade")


def given_names(cells: Iterable[dict], source: str) -> str:
    """The Python of a notebook as it was written that gives meaning to what a graded cell reads:
    all imports, and functions, classes and values of the cells that are neither to be written nor
    graded."""
    code = [c for c in cells if c["cell_type"] == "code"]
    given = [_source(c) for c in code if not _asks(c) and not about_of(c).get("grade")]
    trees = (parsed(_source(c))[0] for c in code)
    lines = [node for tree in trees if tree for node in tree.body]
    kinds = (ast.Import, ast.ImportFrom)
    imports = ast.unparse(ast.Module([n for n in lines if isinstance(n, kinds)], []))
    return f"{imports}\n{definitions(given, names_of(source))}"


def about_of(cell: dict) -> dict:
    """What nbgrader knows of a cell; a student may have written anything there."""
    about = cell.get("metadata", {}).get("nbgrader")
    sound = isinstance(about, dict) and isinstance(about.get("grade_id", ""), str)
    return about if sound else {}


def _source(cell):
    return "".join(cell["source"])


def needed(cells: list[str], source: str) -> list[str]:
    """Those of the graded `cells` before a graded cell that give names a meaning which it reads."""
    names, found = names_of(source), []
    for cell in reversed(cells):
        if bound(cell) & names:
            found.append(cell)
            names = (names - bound(cell)) | names_of(cell)
    return found[::-1]


class GradedCell:
    """A graded cell in a file of otter-grader.

    points: how many it is worth. asks: the names that are taken from the notebook that was handed
    in. given: `given_names`. before: the graded cells that give names a meaning which it reads;
    they run first. source: the cell.
    """

    def __init__(self, points: float, asks: list[str], given: str, before: list[str], source: str):
        self.points, self.asks, self.given = points, asks, given
        self.before, self.source = before, source
        self._found: tuple[float, str] | None = None

    def require(self, env: Mapping[str, Any], least: float) -> None:
        """Raise an AssertionError where the cell is worth less than `least` points in a notebook
        with the names `env`. It runs once, in a separate namespace."""
        if self._found is None:
            self._found = self._run({name: env[name] for name in self.asks if name in env})
        points, why = self._found
        if points < least - 1e-9 * self.points:
            lead = f"{why}\n" if why else ""
            raise AssertionError(f"{lead}{points:.4g} of {self.points:g} points are reached.")

    def _run(self, space):
        answers = dict(space)
        exec(self.given, space)
        space.update(answers)
        for source in self.before:
            run(source, space, 0.0)
        return run(self.source, space, self.points)
