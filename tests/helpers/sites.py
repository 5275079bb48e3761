"""A small site, built once for all tests: one notebook of each kind of cell, two scenes."""

import json
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

from lab.site.build import build

PROSE = (
    "# A small notebook\n\n**What is small?**\n\n| letter | what it is here |\n|---|---|\n"
    "| $F$, $w$ | what is minimised, over what |\n| $v_+$ | $v$ where it is positive |\n\n"
    "An $\\alpha<1$ and\n\n$$F(w)=\\tfrac12\\|w\\|^2+v.$$"
)
OWN = "## Of one's own\n\nA function that no other process knows. [Smooth](#panel=smooth)"
MARKED = {"locked": False, "schema_version": 3, "task": False, "points": 1}
#: Cells: (kind, source, nbgrader's marks).
CELLS = [
    ("markdown", PROSE, None),
    ("code", 'import lab\n\nlab.dashboard("subgradient")', None),
    ("markdown", OWN, None),
    (
        "code",
        "from dataclasses import replace\n\n"
        'own = replace(lab.LESSONS["coordinate-descent"].scene("subgradient"), title="My own")\n'
        "lab.dashboard(own)",
        None,
    ),
    ("markdown", "## A map", None),
    (
        "code",
        'rows = lab.sweep("subgradient", vary={"a": [0.5, 1.0, 1.5], "lam": [0.5, 1.0, 1.5]},'
        ' measure=["iterations"], jobs=1)\nlab.map(rows, x="a", y="lam", colour="iterations")',
        None,
    ),
    ("markdown", "## Your turn", None),
    ("code", 'lab.exercise("soft-threshold")', None),
    (
        "code",
        "def step(x):\n    ### BEGIN SOLUTION\n    return the_secret(x)\n    ### END SOLUTION",
        MARKED | {"grade_id": "step", "grade": False, "solution": True},
    ),
    (
        "code",
        "assert step(1)\n### BEGIN HIDDEN TESTS\nassert hidden_number(3)\n### END HIDDEN TESTS",
        MARKED | {"grade_id": "check", "grade": True, "solution": False, "locked": True},
    ),
    ("markdown", "## A hunt", None),
    ("code", 'lab.hunt("one-zero")', None),
]


def notebook(cells):
    """The text of a notebook of such cells."""
    made = []
    for k, (kind, source, marks) in enumerate(cells):
        cell = {"cell_type": kind, "id": f"c{k}", "metadata": {}, "source": source.splitlines(True)}
        if kind == "code":
            cell |= {"outputs": [], "execution_count": None}
        if marks:
            cell["metadata"]["nbgrader"] = marks
        made.append(cell)
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


#: Few settings, so that the site is small.
FEW = {
    "coordinate-descent/lasso": {"lam": [0.05, 0.2]},
    "coordinate-descent/subgradient": {"a": [-1.0, 0.8]},
}


def few_settings(act):
    """What `act()` makes where scenes have few settings."""
    with ExitStack() as stack:
        for address, vary in FEW.items():
            scene = import_module(
                f"lab.lessons.{address.replace('-', '_').replace('/', '.')}.picture"
            )
            few = replace(scene.EXPERIMENT, vary=vary)
            stack.enter_context(patch.object(scene, "EXPERIMENT", few))
        return act()


@cache
def _place():
    """A directory that is gone when the tests end."""
    return tempfile.TemporaryDirectory(prefix="site")


@cache
def tiny_site():
    """(directory of the site, directory of its notebooks)."""
    place = Path(_place().name)
    (place / "books").mkdir()
    (place / "books" / "small.ipynb").write_text(notebook(CELLS), encoding="utf-8")
    few_settings(lambda: build(place / "site", ["small"], source=place / "books", jobs=1))
    return place / "site", place / "books"
