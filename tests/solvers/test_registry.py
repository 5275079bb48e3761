"""The registry finds every solver of a problem, and each obeys the common signature."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

from solvers import SOLVERS, Lasso
from solvers.registry import about, solver

COMMON = {
    "x0": None,
    "tol": 1e-6,
    "record_every": 1,
    "seed": 0,
    "cancelled": None,
}


def test_one_line_registers_for_several_problems():
    class Left: ...

    class Right: ...

    try:

        @solver("best", Left, Right)
        def solve(problem):
            return problem

        assert SOLVERS[Left] == {"best": solve} == SOLVERS[Right]
        assert solve(3) == 3
    finally:
        SOLVERS.pop(Left), SOLVERS.pop(Right)


def test_the_lasso_has_its_solvers():
    assert {"cd", "ista", "fista", "subgradient"} <= SOLVERS[Lasso].keys()


@pytest.mark.parametrize("name", ["cd", "ista", "fista", "subgradient"])
def test_registered_solvers_solve(name):
    problem = Lasso(np.eye(3), np.array([3.0, -1.0, 0.2]), 0.5)
    result = SOLVERS[Lasso][name](problem, max_iter=50)
    assert result.status == "converged" and np.allclose(result.x, [2.5, -0.5, 0.0], atol=1e-3)


@pytest.mark.parametrize("problem", SOLVERS, ids=lambda p: p.__name__)
def test_every_solver_has_the_common_keywords(problem):
    for name, solve in SOLVERS[problem].items():
        parameters = inspect.signature(solve).parameters
        assert "max_iter" in parameters, name
        for keyword, default in COMMON.items():
            assert parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, (name, keyword)
            assert parameters[keyword].default == default, (name, keyword)


def test_fista_is_accelerated():
    problem = Lasso(np.diag([1.0, 10.0]), np.array([1.0, 1.0]), 0.05)
    fista, ista = SOLVERS[Lasso]["fista"](problem), SOLVERS[Lasso]["ista"](problem)
    assert fista.status == ista.status == "converged"
    assert fista.trace.iteration[-1] < ista.trace.iteration[-1]


def test_what_is_registered_as_iterate_is_one(kind, name, build):
    problem, iterate = build[kind](np.random.default_rng(2)), about(kind, name).iterate
    result = SOLVERS[kind][name](problem, max_iter=3)
    assert result.trace.snapshots[iterate].shape == (len(result.trace), *result.x.shape)


def test_every_solver_of_ours_can_be_drawn_and_has_a_name_of_its_own():
    for kind, known in SOLVERS.items():
        labels = [about(kind, name).label for name in known]
        assert len(set(labels)) == len(labels), kind
        assert all(about(kind, name).iterate for name in known), kind


def test_a_public_name_is_never_the_module_of_that_name():
    code = """
import pkgutil, types
from importlib import import_module
import solvers
for found in pkgutil.walk_packages(solvers.__path__, "solvers."):
    import_module(found.name)
held = vars(solvers)  # before anything public was asked for
names = import_module("solvers.public").__all__
print(len(names), [n for n in names if isinstance(held.get(n), types.ModuleType)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    count, _, wrong = done.stdout.partition(" ")
    assert int(count) > 40 and wrong == "[]\n", done.stderr
