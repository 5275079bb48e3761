"""What every solver promises on every problem type it is registered for, on seeded problems."""

import numpy as np
import pytest

from solvers import SOLVERS, Problem
from solvers.testing import check_problem, check_solver


def seeded(build, kind, seeds):
    return [build[kind](np.random.default_rng(seed)) for seed in seeds]


def test_every_registered_type_is_tested(build):
    ours = {kind for kind in SOLVERS if kind.__module__.startswith("solvers.")}
    assert set(build) == ours and len(ours) >= 13


def test_the_contract(build, kind, name):
    check_solver(SOLVERS[kind][name], seeded(build, kind, range(3)))


@pytest.mark.long
def test_the_contract_on_many_problems(build, kind, name):
    check_solver(SOLVERS[kind][name], seeded(build, kind, range(3, 300)))


@pytest.mark.parametrize("kind", SOLVERS, ids=lambda kind: kind.__name__)
def test_the_problem(build, kind):
    check_problem(lambda seed: build[kind](np.random.default_rng(seed)), max_iter=60)
    assert isinstance(seeded(build, kind, [0])[0], Problem)
