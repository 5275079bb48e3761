"""The race: every gap is true, arrivals are announced when they are proved, distances are those of
the iterates; a program from a file runs too."""

import re

import numpy as np
import pytest
from scenes import assert_light, cases, mark, solver_of
from scipy.optimize import linprog

import lab
from lab.drawing.text import read
from lab.lessons.programs.common import METHODS
from lab.lessons.programs.race import EXPERIMENT, distances, frames, random_program
from solvers import InputError, Program
from widgets.fields import at

SMALL = {"n": 6, "m": 12, "budget": 200}
EMPTY = Program([1.0, -1.0], [[1.0, 1.0]], [-1.0], lower=0.0)
ENDLESS = Program([1.0, -1.0], [[1.0, -1.0]], [1.0], lower=0.0)
SIMPLEX = Program([1.0, 2.0, 3.0], A_eq=[[1.0, 1.0, 1.0]], b_eq=[1.0], lower=0.0)
CASES = [
    SMALL,
    SMALL | {"clock": "work", "compare": tuple(METHODS)[1:]},
    SMALL | {"curved": True, "seed": 3},
    SMALL | {"clock": "seconds", "compare": ("mehrotra",)},
    *(SMALL | {"program": lab.program(one)} for one in (EMPTY, ENDLESS, SIMPLEX)),
]
solved = solver_of(EXPERIMENT)
case, run, scene, f = cases(solved, CASES, frames)


def test_ends_are_true_and_gaps_hold_the_distance_from_the_optimum(run, scene, f):
    p = run.problem
    box = list(zip(p.lower, p.upper, strict=True))
    true = linprog(p.c, p.A if p.b.size else None, p.b if p.b.size else None,
                   *((p.A_eq, p.b_eq) if p.b_eq.size else (None, None)), bounds=box)  # fmt: skip
    for name, result in run.results.items():
        if result.status in ("infeasible", "unbounded"):
            assert {2: "infeasible", 3: "unbounded"}[true.status] == result.status, name
        elif p.Q is None:
            assert true.status == 0
            trace, slack = result.trace, 1e-9 * max(1.0, abs(true.fun))
            inside = trace.infeasibility == 0.0
            assert (trace.bound <= true.fun + slack).all(), name
            assert (trace.objective[inside] >= true.fun - slack).all(), name
            # The gap so far is no less than how far the best point so far is from the optimum.
            best = result.certificate
            assert abs(best.objective - true.fun) <= f.at(name).gap[-1] + slack, name
            assert best.infeasibility * best.scale <= f.at(name).gap[-1] + slack, name
    assert scene.readout["status"][-1] == run.result.status


def test_arrivals_are_announced_when_they_are_proved(run, scene, f):
    last = scene.captions[-1]
    for name, when in f.arrivals.items():
        found = re.search(rf"{re.escape(METHODS[name].label)} \((\S+) (\w+)\)", last)
        assert (found is None) == np.isinf(when), name
        if found:
            reported = read(found[1]) * (1e-3 if found[2] == "ms" else 1.0)
            assert reported == pytest.approx(when, rel=0.01)
            assert (run.traces[name].gap[f.times(name) < when] > f.limit).all()


def test_distances_are_those_of_the_iterates(run, scene, f):
    p = run.problem
    for name in run.results:
        x = METHODS.iterates(name, run.traces[name])[f.rows[name][-1]]
        rows, equal = (np.linalg.norm(a, axis=1) for a in (p.A, p.A_eq))
        parts = [(p.A @ x - p.b) / rows, abs(p.A_eq @ x - p.b_eq) / equal, p.lower - x, x - p.upper]
        over = np.concatenate([*parts, [0.0]]).max()
        drawn = at(mark(scene, "outside", METHODS[name].label).y, len(scene) - 1)[-1]
        assert drawn == pytest.approx(over, rel=1e-6) or max(over, drawn) < 1e-5


def test_simplex_stays_feasible_from_an_inner_start():
    run, _ = solved(**SMALL)
    f = frames(run)
    assert distances(f, "simplex").max() < 1e-9 < distances(f, "pdhg").max()


def test_of_many_cheap_iterations_about_as_many_as_frames_are_proved():
    run, _ = solved(n=12, m=40, budget=2000)
    for name in ("pdhg", "admm"):
        steps = np.diff(run.traces[name].iteration)
        assert steps.max() in (25, 26) and len(steps) <= 84, name  # a polish is one more


@pytest.mark.parametrize("curved", [False, True])
def test_random_programs_have_an_inside_and_an_optimum(curved):
    for seed in range(5):
        p = random_program(5, 9, curved, seed)
        assert (p.b > 0.0).all() and (p.lower < 0.0).all() and (p.upper > 0.0).all()
        assert (p.Q is not None) == curved
        run = lab.run(EXPERIMENT, n=5, m=9, curved=curved, seed=seed, compare=("mehrotra",))
        assert run.results["mehrotra"].status == "converged"


def test_it_is_light_and_bad_input_is_one_sentence():
    _, scene = solved(n=40, m=60, compare=tuple(METHODS)[1:], budget=50)
    assert_light(scene, 80)
    with pytest.raises(InputError, match="program must be a file that is there"):
        lab.run(EXPERIMENT, program="x")
