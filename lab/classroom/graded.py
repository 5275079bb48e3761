"""How a graded cell is run and what it is worth, in `lab report` and in otter-grader's files alike,
as nbgrader does in a notebook.

A cell that raises nothing is worth all of its points; one that ends in a number is worth so many.
What it writes on stderr, warnings too, is told and costs nothing.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np

from lab.checking.cells import told
from lab.classroom.tampering import bound, parsed


def run(source: str, space: dict[str, Any], of: float) -> tuple[float, str]:
    """(points of `of`, what was raised in words) of a graded cell that runs in `space`."""
    tree = parsed(source)[0]
    if tree is None:
        return 0.0, "The graded cell is no Python."
    last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    lines, value = tree.body[:-1] if last else tree.body, None
    try:
        with told():
            exec(compile(ast.Module(lines, []), "cell", "exec"), space)
            if last:
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
        return worth(value, of)
    except Exception as error:
        return 0.0, str(error) or type(error).__name__


def worth(value: object, of: float) -> tuple[float, str]:
    """(points of `of`, why there are none) of a cell that ends in `value`: what a number says,
    numpy's as well, between 0 and `of`; all for what is no number."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        return of, ""
    points = float(value)
    if not math.isfinite(points):
        return 0.0, f"The graded cell ends in {points}, which is no number of points."
    return min(max(points, 0.0), of), ""


def names_of(source: str) -> set[str]:
    """The names that a cell reads."""
    tree = parsed(source)[0]
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} if tree else set()


def imports(sources: Iterable[str]) -> str:
    """The imports of these cells, as Python."""
    trees = (parsed(source)[0] for source in sources)
    lines = [node for tree in trees if tree for node in tree.body]
    return ast.unparse(
        ast.Module([n for n in lines if isinstance(n, (ast.Import, ast.ImportFrom))], [])
    )


def needed(cells: list[str], source: str) -> list[str]:
    """Those of the graded `cells` before a graded cell that give names a meaning which it reads."""
    names, found = names_of(source), []
    for cell in reversed(cells):
        if bound(cell) & names:
            found.append(cell)
            names = (names - bound(cell)) | names_of(cell)
    return found[::-1]
