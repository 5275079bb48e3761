"""What every solver of a sparse problem promises, whatever its loss and its penalty; the methods of
the lasso in all forms."""

from functools import partial

import numpy as np

from solvers import solve_coordinate_descent, solve_proximal_gradient

cd = solve_coordinate_descent
LASSO_CD = {
    "random": cd,
    "cyclic": partial(cd, order="cyclic"),
    "greedy": partial(cd, order="greedy"),
    "random, stretches": partial(cd, record_every=0),
    "cyclic, stretches": partial(cd, order="cyclic", record_every=0),
    "greedy, stretches": partial(cd, order="greedy", record_every=0),
    "random updates": partial(cd, steps="updates", max_iter=100_000),
    "cyclic updates": partial(cd, steps="updates", order="cyclic", max_iter=100_000),
    "greedy updates": partial(cd, steps="updates", order="greedy", max_iter=100_000),
    "no working set": partial(cd, active_set=False),
}
PROX = {
    "ista": solve_proximal_gradient,
    "ista, backtracking": partial(solve_proximal_gradient, backtracking=True),
    "fista": partial(solve_proximal_gradient, accelerated=True),
    "backtracking": partial(solve_proximal_gradient, accelerated=True, backtracking=True),
}


def may_creep(X):
    """True where a column of X, shape (n, d), can be replaced by the others, or nearly: coordinate
    descent may need any number of sweeps there."""
    norms = np.linalg.norm(X, axis=0)
    unit = X[:, norms > 0] / norms[norms > 0]
    n, d = unit.shape
    return d > n or (d > 0 and np.linalg.svd(unit, compute_uv=False)[-1] < 0.05)


def assert_sound(problem, result, tol):
    """No row has a negative gap, and "converged" is what the certificate proves."""
    trace = result.trace
    assert trace.gap.min() >= -1e-9 * problem.at_zero
    assert (trace.objective - trace.bound).min() >= -1e-9 * problem.at_zero
    assert result.certificate == problem.certify(result.x, **result.dual)
    assert (result.status == "converged") == result.certificate.holds(tol)
    assert result.certificate.objective == trace.objective[result.row]


def assert_weak_duality(problem, w, theta):
    """No pair of a feasible point and a dual point has a gap below rounding, nor has the point
    alone; of a point outside the value says nothing, and it is never proved."""
    slack = 1e-9 * max(problem.at_zero, 1e-300)
    for certificate in (problem.certify(w, theta), problem.certify(w)):
        outside = certificate.infeasibility
        assert certificate.gap >= -slack or (outside > 0.0 and not certificate.holds(0.5 * outside))
