"""Numbers at the end of their range: runs end with a status, and what is equal stays equal."""

import numpy as np
import pytest

from solvers import (
    SOLVERS,
    Gaussian,
    KernelSVM,
    Lasso,
    SparsePrecision,
    solve_admm,
    solve_lasso_interior_point,
)
from solvers.kernels import fill_column
from solvers.precision.run import Frame

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("method", ["barrier", "mehrotra"])
@pytest.mark.parametrize("size", [0.0, 1e-100, 1.0])
def test_an_interior_point_ends_where_its_products_vanish(method, size):
    problem = Lasso(np.eye(2), [size, 0.0], 1.0)
    result = solve_lasso_interior_point(problem, x0=np.ones(2), max_iter=3000, method=method, tol=0)
    assert result.status in ("stalled", "converged")
    assert result.certificate.gap < 1e-9


@pytest.mark.parametrize("gamma", [1e-3, 1.0, 1e12, 1e300])
def test_identical_rows_are_identical_to_every_kernel(gamma):
    rng = np.random.default_rng(1)
    A = rng.standard_normal((40, 7)) * 10.0 ** rng.uniform(-3, 3, (40, 1))
    A[5] = A[20] = A[3]
    A[8] = A[3] + 1e-9
    for K in (Gaussian(gamma)(A, A), Gaussian(gamma)(A, A.copy()), Gaussian(gamma)(A[:30], A)):
        assert np.all(K[3, [3, 5, 20]] == 1.0) and np.all(K[5, [3, 20]] == 1.0)
        close = np.exp(-gamma * np.sum((A[8] - A[3]) ** 2))
        assert K[8, 3] == pytest.approx(close, rel=1e-9, abs=1e-300)
    y, out = np.where(np.arange(40) % 2, -1.0, 1.0), np.empty(40)
    fill_column(KernelSVM(A, y, Gaussian(gamma)).columns, 3, out)
    assert np.array_equal(out[[3, 5, 20]], [1.0, 1.0, 1.0])
    assert out[8] == pytest.approx(close, rel=1e-9, abs=1e-300)


@pytest.mark.parametrize("name", SOLVERS[SparsePrecision])
def test_nothing_bounds_what_is_unbounded(name):
    result = SOLVERS[SparsePrecision][name](SparsePrecision(-np.ones((2, 2)), 0.0))
    assert result.status == "unbounded" and np.all(result.trace.gap == np.inf)
    assert result.certificate.gap == np.inf and not result.certificate.holds(1e300)


def test_a_multiplier_beyond_numbers_is_not_handed_on():
    problem = SparsePrecision(np.diag([1.0, 2.0]), 0.5)
    frame = Frame(problem, True)
    for broken in (np.nan, np.inf):
        state = frame.state([np.eye(2)], [np.full((2, 2), broken)], 1e-6)
        assert np.isfinite(problem.certify(state["x"], **state["dual"]).gap)
    assert solve_admm(problem).status == "converged"
