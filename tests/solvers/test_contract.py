"""What every solver promises on every problem type it is registered for, on seeded problems."""

import math

import numpy as np
import pytest

from solvers import SOLVERS
from solvers.result import ROUNDING

TOL, BUDGET = 1e-6, 60


def test_every_registered_type_is_tested(build):
    assert set(build) == set(SOLVERS)


def kept(problem, solve, seed):
    """The promises, on one problem."""
    result = solve(problem, tol=TOL, max_iter=BUDGET, seed=seed)
    trace, certificate = result.trace, result.certificate
    assert (result.status == "converged") == certificate.holds(TOL)
    assert problem.certify(result.x, **result.dual) == certificate
    assert certificate.scale >= 0.0 and math.isfinite(certificate.objective)
    assert trace.iteration[0] == 0 and np.all(np.diff(trace.iteration) > 0)
    assert np.all(np.diff(trace.work) >= 0) and np.all(np.diff(trace.seconds) >= 0.0)
    assert all(len(a) == len(trace) for a in trace.snapshots.values())
    scale = max(certificate.scale, np.abs(trace.objective[np.isfinite(trace.objective)]).max())
    assert np.all(trace.gap >= -ROUNDING * scale), trace.gap.min() / scale
    # Of a saddle point the upper half belongs to the dual, which may come from a later row.
    assert certificate.objective <= trace.objective[result.row] + ROUNDING * scale
    assert not result.x.flags.writeable and not trace.gap.flags.writeable
    return result


@pytest.mark.parametrize("seed", range(3))
def test_the_contract(build, kind, name, seed):
    kept(build[kind](np.random.default_rng(seed)), SOLVERS[kind][name], seed)


@pytest.mark.long
def test_the_contract_on_many_problems(build, kind, name):
    for seed in range(3, 300):
        kept(build[kind](np.random.default_rng(seed)), SOLVERS[kind][name], seed)


def test_the_same_seed_draws_the_same_trace(build, kind, name):
    problem = build[kind](np.random.default_rng(7))
    a, b = (SOLVERS[kind][name](problem, max_iter=20, seed=3) for _ in range(2))
    assert np.array_equal(a.trace.objective, b.trace.objective)
    assert np.array_equal(a.x, b.x)


def test_unrecorded_runs_keep_the_first_and_the_best_row(build, kind, name):
    problem = build[kind](np.random.default_rng(5))
    result = SOLVERS[kind][name](problem, tol=TOL, max_iter=BUDGET, record_every=0)
    assert len(result.trace) <= 2 and result.trace.iteration[0] == 0
    assert problem.certify(result.x, **result.dual) == result.certificate


def test_a_cancelled_run_ends_at_once_with_its_best(build, kind, name):
    problem = build[kind](np.random.default_rng(11))
    result = SOLVERS[kind][name](problem, tol=0.0, cancelled=lambda: True)
    assert len(result.trace) == 1
    assert result.status != "max_iter"


@pytest.mark.parametrize("record_every", [0, 1])
@pytest.mark.parametrize("max_iter", [0, 2, 7])
def test_no_run_is_longer_than_it_may_be(build, kind, name, max_iter, record_every):
    problem = build[kind](np.random.default_rng(9))
    result = SOLVERS[kind][name](problem, tol=0.0, max_iter=max_iter, record_every=record_every)
    assert result.trace.iteration[-1] <= max_iter
