"""Whatever is handed over as an option of a solver, the answer is a run or one sentence."""

import inspect
import re
import typing

import numpy as np
import pytest
from hostile import HOSTILE, NEVER, refused

from solvers import SOLVERS, InputError, bag_objectives, printed_dual, solve_keys
from solvers.options import Options

pytestmark = pytest.mark.filterwarnings("error")
COMMON = list(inspect.signature(Options).parameters)
VALUES = HOSTILE | {
    "negative": -1.0,
    "minus": -3,
    "zero": 0,
    "half": 0.5,
    "small": 5e-324,
    "big": 1e300,
    "date": np.datetime64("NaT"),
    "bytes": b"x",
    "word": "None",
    "pair": np.ones(2),
    "nan-pair": np.full(2, np.nan),
}
#: Values that no option of any solver may take.
NO_OPTION = [*NEVER, "none-array", "huge", "unprintable", "nan", "complex", "set", "dict", "object",
             "minus", "date", "bytes", "word", "nan-pair"]  # fmt: skip


@pytest.fixture(scope="module")
def problems(build):
    return {kind: build[kind](np.random.default_rng(3)) for kind in build}


def options(solve):
    return list(inspect.signature(solve).parameters.values())[1:]


def settings(option):
    """The values that an option of words or of True and False takes."""
    of = [option.annotation, *typing.get_args(option.annotation)]
    words = [w for a in of if typing.get_origin(a) is typing.Literal for w in typing.get_args(a)]
    return words or ([True, False] if option.annotation is bool else [])


def attacked(solve, problem, names, **given):
    """Give each of the options `names` every value, beside what is `given`."""
    for name in names:
        for what, value in VALUES.items():
            call = {"max_iter": 3, "tol": 0.0, **given, name: value}
            text = refused(lambda call=call: solve(problem, **call))
            assert text or what not in NO_OPTION, (name, what, given)
            assert text is None or re.search(rf"\b{name}\b", text), (name, what, text)


def test_every_option(problems, kind, name):
    solve = SOLVERS[kind][name]
    attacked(solve, problems[kind], [o.name for o in options(solve)])


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


def test_every_option_of_its_own_beside_every_setting(problems, kind, name):
    """What is not used in one setting is checked all the same."""
    solve, problem = SOLVERS[kind][name], problems[kind]
    own = [o for o in options(solve) if o.name not in COMMON]
    for setting in own:
        for word in settings(setting):
            given = {setting.name: word}
            if refused(lambda given=given: solve(problem, max_iter=1, **given)) is None:
                attacked(solve, problem, [o.name for o in own if o is not setting], **given)


def test_a_result_of_another_problem_is_no_start(problems, kind, name):
    for other, problem in problems.items():
        x0 = next(iter(SOLVERS[other].values()))(problem, max_iter=2)
        text = refused(lambda x0=x0: SOLVERS[kind][name](problems[kind], x0=x0, max_iter=3, tol=0))
        fits = x0.x.shape == SOLVERS[kind][name](problems[kind], max_iter=0).x.shape
        assert "x0" in text if text else fits, other


@pytest.mark.parametrize("option", [o for o in COMMON if o != "x0"])
def test_common_options_are_checked_in_one_place(option):
    for what, value in VALUES.items():
        given = {"max_iter": 3, option: value}
        text = refused(lambda given=given: Options(**given))
        assert text or what not in NO_OPTION, what
        assert text is None or text.startswith(f"{option} must "), text
    assert Options(max_iter=3, tol=1, seed=np.int64(3)).seed == 3


def test_keys_are_refused_by_their_name(build):
    bags = next(k for k in build if k.__name__ == "MultiInstanceODM")
    problem = build[bags](np.random.default_rng(3))
    J, N = len(problem.points), problem.omega.size
    for keys in (*VALUES.values(), [0], [-1, 0, 0], [9, 0, 0], [0.0, 0.0, 0.0]):
        for call in (
            lambda keys=keys: solve_keys(problem, keys),
            lambda keys=keys: bag_objectives(problem, np.ones(J), keys=keys),
            lambda keys=keys: printed_dual(problem, np.ones(2 * N), keys),
        ):
            with pytest.raises(InputError, match=r"^keys must .*\.$"):
                call()
    assert solve_keys(problem, np.zeros(3, int)).keys.tolist() == [0, 0, 0]
