"""The methods of the interior-point lesson and the knobs they obey."""

import inspect
from functools import partial

import numpy as np
import pytest

from lab.lessons.interior_point.common import (
    C_KNOB,
    KERNEL_KNOBS,
    METHOD_KNOBS,
    METHODS,
    OWN,
    kernel_of,
)
from solvers import SOLVERS, Gaussian, KernelSVM, Linear, Polynomial, solve_mehrotra
from widgets.marks import DASHES, TONES

NAMES = [
    "path_following",
    "mehrotra",
    "predictor_corrector",
    "modified",
    "centering",
    "safeguarded",
    "identification_printed",
    "identification",
    "affine_scaling",
    "smo",
]


def machine(n=12, C=2.0):
    rng = np.random.default_rng(3)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return KernelSVM(rng.normal(size=(n, 2)) + 0.5 * y[:, None], y, Gaussian(0.7), C)


def test_methods_list_all_ten_and_every_registered_solver():
    assert list(METHODS) == NAMES
    assert set(SOLVERS[KernelSVM]) == set(NAMES)


def _function(solve):
    return _function(solve.func) if isinstance(solve, partial) else solve


def test_lines_differ_and_can_be_drawn():
    styles = [(m.tone, m.dash) for m in METHODS.values()]
    assert len(set(styles)) == len(styles)
    assert all(tone in TONES and dash in DASHES for tone, dash in styles)
    assert len({m.label for m in METHODS.values()}) == len(METHODS)


def test_every_method_can_be_chosen_and_all_but_one_are_rivals():
    assert [o[0] for o in METHODS.options()] == NAMES
    assert [o[0] for o in METHODS.rivals()] == [n for n in NAMES if n != "mehrotra"]


@pytest.mark.parametrize("name", NAMES)
def test_a_method_is_its_solver_unless_a_knob_says_otherwise(name):
    method, problem = METHODS[name], machine()
    own = {k.name: k.default for k in METHOD_KNOBS}
    assert set(own.values()) == {OWN}
    result, plain = method.run(problem, own, tol=1e-6), method.solve(problem, tol=1e-6)
    assert np.array_equal(result.trace.gap, plain.trace.gap)
    asked = {k: v for k, v in _others().items() if k in method.takes}
    assert set(asked) <= set(inspect.signature(_function(method.solve)).parameters)
    for knob, value in asked.items():
        turned = method.run(problem, own | {knob: value}, tol=1e-6, max_iter=500)
        assert not np.array_equal(turned.trace.gap, plain.trace.gap), knob
    assert result.status == ("small_change" if name == "identification_printed" else "converged")


def _others():
    """Values of the knobs that no method has for its own."""
    return {"eta": 0.8, "spectral": "frozen"}


@pytest.mark.parametrize("name", ["mehrotra", "modified"])
def test_start_and_steps_reach_the_solver(name):
    method, problem = METHODS[name], machine()
    starts = [method.run(problem, {"start": s}, tol=1e-6) for s in ("feasible", "source")]
    infeasible = [r.trace.snapshots["r_c"][0] for r in starts]
    assert infeasible[0] < 1e-12 < infeasible[1] == pytest.approx(problem.C)
    for steps in ("common", "separate"):
        shown = method.run(problem, {"steps": steps, "start": "source"}, tol=1e-6).trace.snapshots
        same = shown["alpha_p"][1:] == shown["alpha_d"][1:]
        assert same.all() == (steps == "common")


def test_the_knobs_describe_a_kernel():
    settings = {k.name: k.default for k in (C_KNOB, *KERNEL_KNOBS)}
    assert kernel_of(settings) == Linear()
    assert kernel_of(settings | {"kernel": "gaussian", "gamma": 2.0}) == Gaussian(2.0)
    altered = settings | {"kernel": "polynomial", "gamma": 2.0, "degree": 2, "coef0": 1.0}
    assert kernel_of(altered) == Polynomial(2.0, 2, 1.0)
    assert (C_KNOB.low, C_KNOB.high, C_KNOB.kind) == (0.01, 1000.0, "log")


def test_a_knob_that_a_method_does_not_know_is_left_out():
    problem = machine()
    result = METHODS["smo"].run(problem, {"eta": 0.5, "start": "source"}, tol=1e-8)
    best = solve_mehrotra(problem, tol=1e-8).certificate.objective
    assert result.certificate.objective == pytest.approx(best, rel=2e-8)
