"""What a refused option says: every choice, every class of problem, the argument's name."""

import inspect
import typing

import numpy as np
import pytest
from hostile import refused

from solvers import SOLVERS, InputError, bag_objectives, printed_dual, solve_keys
from solvers.options import Options
from solvers.testing import HOSTILE

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(scope="module")
def problems(build):
    return {kind: build[kind](np.random.default_rng(3)) for kind in build}


@pytest.fixture(scope="module")
def starts(problems):
    """A result of a problem of each class."""
    return {k: next(iter(SOLVERS[k].values()))(p, max_iter=2) for k, p in problems.items()}


def options(solve):
    return list(inspect.signature(solve).parameters.values())[1:]


def settings(option):
    """The values that an option of words or of True and False takes."""
    of = [option.annotation, *typing.get_args(option.annotation)]
    words = [w for a in of if typing.get_origin(a) is typing.Literal for w in typing.get_args(a)]
    return words or ([True, False] if option.annotation is bool else [])


def test_choices_and_problems_are_refused_with_what_would_do(problems, kind, name):
    """The message lists every choice, and every class of problem that the solver is for."""
    solve, problem = SOLVERS[kind][name], problems[kind]
    for option in options(solve):
        words = settings(option)
        text = refused(lambda o=option: solve(problem, **{o.name: "sideways"})) if words else ""
        listed = [f"{option.name} must be one of ", *map(repr, words)] if words else []
        assert all(word in text for word in listed), (option.name, text)
    hint = next(iter(inspect.signature(solve).parameters.values())).annotation
    kinds = typing.get_args(hint) or (hint,)
    for other in (None, 3, np.zeros(3), *(p for k, p in problems.items() if k not in kinds)):
        text = refused(lambda other=other: solve(other, max_iter=0))
        assert text.startswith("problem must be a "), other
        assert kind in kinds and all(one.__name__ in text for one in kinds)


def test_a_result_of_another_problem_is_no_start(problems, starts, kind, name):
    solve, problem = SOLVERS[kind][name], problems[kind]
    shape = solve(problem, max_iter=0).x.shape
    for other, x0 in starts.items():
        text = refused(lambda x0=x0: solve(problem, x0=x0, max_iter=3, tol=0))
        assert "x0" in text if text else x0.x.shape == shape, other


def test_options_that_are_right_are_taken():
    options = Options(max_iter=3, tol=1, seed=np.int64(3))
    assert options.seed == 3 and type(options.tol) is float  # no kernel is compiled for int


def test_keys_are_refused_by_their_name(build):
    bags = next(k for k in build if k.__name__ == "MultiInstanceODM")
    problem = build[bags](np.random.default_rng(3))
    J, N = len(problem.points), problem.omega.size
    for keys in (*HOSTILE.values(), [0], [-1, 0, 0], [9, 0, 0], [0.0, 0.0, 0.0]):
        for call in (
            lambda keys=keys: solve_keys(problem, keys),
            lambda keys=keys: bag_objectives(problem, np.ones(J), keys=keys),
            lambda keys=keys: printed_dual(problem, np.ones(2 * N), keys),
        ):
            with pytest.raises(InputError, match=r"^keys must .*\.$"):
                call()
    assert solve_keys(problem, np.zeros(3, int)).keys.tolist() == [0, 0, 0]
