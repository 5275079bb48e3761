"""The types of the public signatures, as a type checker sees them from outside."""

import subprocess
import sys
from pathlib import Path

import pytest

import solvers

ROOT = Path(solvers.__file__).resolve().parent.parent
SAMPLE = """
import numpy as np
from solvers import Lasso, Result, lars_path, solve_coordinate_descent, solve_lars
problem = Lasso(np.eye(2), np.ones(2), 0.5)
result = solve_coordinate_descent(problem, tol=1e-8, order="cyclic", x0=[0.0, 1.0])
reveal_type(result)
reveal_type(result.trace.gap)
reveal_type(problem.certify(result.x).gap)
solve_lars(problem, x0=result)
reveal_type(lars_path([[1.0]], [1.0]).knots)
solve_coordinate_descent(problem, tol="small")
solve_coordinate_descent(problem, order="sideways")
solve_coordinate_descent(problem, tolerance=1.0)
"""
REVEALED = ["Result", "ndarray", "float", "ndarray"]
WRONG = ['"tol"', '"order"', '"tolerance"']


def mypy(*arguments, cwd):
    pytest.importorskip("mypy", reason="mypy is not installed: no types are checked")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *arguments], cwd=cwd, capture_output=True, text=True
    )
    return done.stdout.splitlines() + done.stderr.splitlines()


def test_packages_have_a_typed_marker():
    for package in ("lab", "widgets", "solvers"):
        assert (ROOT / package / "py.typed").exists(), package


@pytest.mark.servers
def test_type_checker_sees_options_and_results(tmp_path, monkeypatch):
    if "site-packages" not in ROOT.parts:  # where it looks anyway, and wants no path to
        monkeypatch.setenv("MYPYPATH", str(ROOT))
    (tmp_path / "sample.py").write_text(SAMPLE, encoding="utf-8")
    lines = mypy("--follow-imports=silent", "sample.py", cwd=tmp_path)
    notes = [line for line in lines if "Revealed type" in line]
    errors = [line for line in lines if " error: " in line]
    assert [name for name, line in zip(REVEALED, notes, strict=True) if name in line] == REVEALED
    assert [name for name, line in zip(WRONG, errors, strict=True) if name in line] == WRONG, errors
