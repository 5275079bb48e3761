"""What every solver promises on every problem type it is registered for, on seeded problems, by the
checks that anybody's are held to."""

import numpy as np
import pytest
from choices import others

from solvers import SOLVERS, InputError, Problem
from solvers.testing import check_problem, check_solver

pytestmark = pytest.mark.filterwarnings("error")
#: The data of a problem are made as large as these powers of two.
EXPONENTS = [-664, -550, -500, -60, 60, 350, 498]


def seeded(build, kind, seeds):
    return [build[kind](np.random.default_rng(seed)) for seed in seeds]


def test_registry_types_all_have_seeded_problems(build):
    ours = {kind for kind in SOLVERS if kind.__module__.startswith("solvers.")}
    assert set(build) == ours and len(ours) >= 13


def test_solver_passes_check_solver(build, kind, name, whole):
    # The second has a column twice, which many a method stumbles on.
    check_solver(SOLVERS[kind][name], seeded(build, kind, [0, 3] if whole else [3]))


@pytest.mark.parametrize("budget", [1, 40])
def test_solver_that_ends_unproved_has_a_note(build, kind, name, budget):
    """However a run ends before its point is proved, a sentence says why."""
    for problem in seeded(build, kind, range(2)):
        result = SOLVERS[kind][name](problem, tol=0.0, max_iter=budget, record_every=0)
        assert result.status in ("converged", "cancelled") or result.notes, result.status
        for note in result.notes:
            assert note[0].isupper() and note.endswith(".") and "\n" not in note


@pytest.mark.long
def test_solver_on_many_problems_passes_check_solver(build, kind, name):
    check_solver(SOLVERS[kind][name], seeded(build, kind, range(4, 300)))


@pytest.mark.further
def test_solver_in_each_setting_passes_check_solver(build, kind, name):
    """What is not used in one setting is checked all the same."""
    solve, problem = SOLVERS[kind][name], seeded(build, kind, [3])[0]
    for option, word in others(solve):
        try:
            solve(problem, max_iter=1, **{option: word})
        except InputError:
            continue
        check_solver(solve, [problem], **{option: word})


@pytest.mark.parametrize("kind", SOLVERS, ids=lambda kind: kind.__name__)
def test_problem_passes_check_problem(build, kind):
    check_problem(lambda seed: build[kind](np.random.default_rng(seed)), max_iter=60)
    assert isinstance(seeded(build, kind, [0])[0], Problem)


@pytest.mark.parametrize("kind", SOLVERS, ids=lambda kind: kind.__name__)
def test_problem_scaled_by_powers_of_two_passes_check_problem(build, scaled, kind):
    """Data times a power of two, with prices to match, are the same problem in other units."""

    def moderate(seed):
        return scaled[kind](build[kind](np.random.default_rng(seed)), 1.0)[0]

    sizes = 2.0 ** np.array(EXPONENTS)
    check_problem(moderate, [3], scaled=scaled[kind], factors=sizes, max_iter=60)
    with np.errstate(all="ignore"):
        for size in sizes[(sizes > 1e-120) & (sizes < 1e120)]:
            scaled[kind](moderate(3), size)  # only beyond these a size is refused
