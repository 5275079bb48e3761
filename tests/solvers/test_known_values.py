"""Values and points that are printed in papers and notes, or follow by hand: every method that ends
proved has them."""

import numpy as np
import pytest

from solvers import (
    ODM,
    SOLVERS,
    ConstrainedLasso,
    Gaussian,
    GroupLasso,
    GroupLogistic,
    InformationTheoreticMetric,
    InputError,
    KernelSVM,
    Lasso,
    Linear,
    Polynomial,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
)

#: Methods that need not end proved: slow ones, and the approximations of the sources.
ROUGH = {"subgradient", "printed", "identification_printed", "predictor_corrector", "modified",
         "centering"}  # fmt: skip
A, T = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]]), np.array([3.0, -1, 1, 4])
C, S = np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1], [0, 0, 0]]), [2.0, 2, 1, 1]
D = np.array([[1.0, 2], [2, 0], [0, 1], [-1, 1], [1, -1], [2, 2]])
LABELS, GROUPS = np.array([1.0, -1, 1, -1, 1, 1]), [1, 1, 2]
X8 = np.array([(0, 0), (1, 0), (0, 1), (2, 2), (3, 2), (1, 1.5), (0.2, 0.4), (2.4, 1.9)])
Y8 = np.array([-1.0, -1, -1, 1, 1, 1, 1, -1])
X6 = np.array([(2, 1), (1, 2), (1.5, -0.5), (-1, -1), (-2, 0.5), (0, -1.5)])
Y6 = np.array([1.0, 1, 1, -1, -1, -1])
CUBIC, ROUND, LINEAR = Polynomial(0.5), Gaussian(0.5), Linear()
Z = np.array([[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]])
TILTED, ACUTE = [[2, 0.5], [0.5, 1]], [[1, -0.6], [-0.6, 1]]
THREE = [[2, 0.5, -0.4], [0.5, 1, 0.3], [-0.4, 0.3, 1.5]]


def triangle(m, *entries):
    """A symmetric matrix (m, m) from its upper triangle."""
    M = np.zeros((m, m))
    M[np.triu_indices(m)] = entries
    return M + np.triu(M, 1).T


def svm(n, kernel, price):
    return KernelSVM(X8[:n], Y8[:n], kernel, price)


def pair_of_one(y, gamma, b):
    """min m - log m - 1 + gamma (m / b - log(m / b) - 1) in one dimension."""
    return InformationTheoreticMetric([[1.0]], [y], b, gamma=gamma), None, [[
        (1.0 + gamma) / (1.0 + gamma / b)]]  # fmt: skip


#: (problem, its optimum, its point); None where it is not known.
KNOWN = [
    (Lasso(A, T, 12.0), 13.5, (0, 0, 0)),
    (Lasso(A, T, 10.0), 13.16666667, None),
    (Lasso(A, T, 4.0), 8.16666667, None),
    (Lasso(A, T, 3.0), None, (1.5, 0, 0)),
    (Lasso(A, T, 22 / 9), None, (14 / 9, 0, 1 / 18)),
    (Lasso(A, T, 5 / 3), None, (1.55555556, -0.25925926, 0.18518519)),
    (Lasso(A, T, 1.0), 3.03703704, (1.55555556, -0.48148148, 0.29629630)),
    (Lasso(A, T, 0.25), 1.14641204, None),
    (Lasso(A, T, 0.0), None, (14 / 9, -22 / 27, 25 / 54)),
    (Lasso(C, S, 5.0), None, (0, 0, 0)),
    (Lasso(C, S, 0.5), None, (0, 0, 1.5)),
    (Lasso(C, S, 0.0), None, (1, 1, 1)),
    (GroupLasso(A, T, 13.0, GROUPS), 13.5, (0, 0, 0)),
    (GroupLasso(A, T, 4.0, GROUPS), 7.56124780, (1.29514884, -0.45751151, 0)),
    (GroupLasso(A, T, 1.0, GROUPS), 2.55622967, (1.52005236, -0.68902996, 0.31996510)),
    (GroupLasso(A, T, 0.0, GROUPS), None, (14 / 9, -22 / 27, 25 / 54)),
    (SparseLogistic(D, LABELS, 1.5), 6 * np.log(2), (0, 0)),
    (SparseLogistic(D, LABELS, 1.0), 4.09162255, (0.13555642, 0.13590691)),
    (SparseLogistic(D, LABELS, 0.2), 3.67755423, (0.39375324, 0.40140601)),
    (GroupLogistic(D, LABELS, 0.5, [0, 0]), 3.79047522, (0.33727471, 0.34031422)),
    (ConstrainedLasso(A, T, 2.0), None, (1.55555556, -0.25925926, 0.18518519)),
    (svm(6, LINEAR, 1), -1.4375, None),
    (svm(6, LINEAR, 10), -1.77777778, None),
    (svm(6, CUBIC, 1), -0.55986878, None),
    (svm(6, CUBIC, 10), -0.55986878, None),
    (svm(6, ROUND, 1), -2.40709629, None),
    (svm(6, ROUND, 10), -2.92612304, None),
    (svm(8, LINEAR, 1), -5.5, None),
    (svm(8, LINEAR, 10), -50.5, None),
    (svm(8, CUBIC, 10), -50.68986531, None),
    (svm(8, ROUND, 1), -6.38689552, None),
    (svm(8, ROUND, 10), -40.59454202, None),
    (KernelSVM.from_gram([[1, 0.2], [0.2, 1]], [1, -1], 0.1), None, (0.1, 0.1)),
    (ODM(X6, Y6, 6.0, 0.5, 0.2), 0.37744199, (-0.22850587, 0, 0.69136572, 0, 0, 0.59499802)),
    (TripletMetric(Z, None, 0.5), 2.01775, (0.46, 0.73)),
    (TripletMetric(Z, None, 2.0), 4.87777778, (1.66666667, 1.33333333)),
    (TripletMetric(Z, None, 20.0), 24.0, (2, 2)),
    (TripletMetric(Z, TILTED, 0.5), 2.13079545, (0.11818182, 0.55909091)),
    (TripletMetric(Z, TILTED, 2.0), 6.79954545, (1.01818182, 1.00909091)),
    (TripletMetric(Z, ACUTE, 2.0), 3.47755102, (1.71428571, 1.42857143)),
    (TripletMetric(-np.abs(Z), TILTED, 2.0), 10.0, (0, 0)),
    (TripletMetric(np.zeros((4, 2)), None, 2.0), 8.0, (0, 0)),
    (SparsePrecision([[1, 0.6], [0.6, 2]], 0.1), 2.72270598,
     triangle(2, 1.01941748, -0.24271845, 0.53398058)),
    (SparsePrecision(THREE, 0.2), 4.44762462, triangle(
        3, 0.4773101, -0.1246179, 0.0634846, 0.8699742, -0.0658359, 0.5995768)),
    (SparsePrecision([[0.5, 0.9], [0.9, 0.5]], 0.45), 1.64332506,
     triangle(2, 1.35714286, -0.64285714, 1.35714286)),
    (InformationTheoreticMetric([[1.0, 0.0], [0.0, 3.0]], [1, -1], [2.0, 2.0]), 0.0, np.eye(2)),
    pair_of_one(1, 2.0, 0.3),
    pair_of_one(-1, 0.5, 4.0),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_solvers_have_the_known_value_and_point(number):
    problem, value, point = KNOWN[number]
    proved, tol = 0, 1e-9 if isinstance(problem, KernelSVM) else 1e-12
    for name, solve in SOLVERS[type(problem)].items():
        if name in ROUGH:
            continue
        try:
            result = solve(problem, tol=tol, max_iter=20_000, record_every=0)
        except InputError:
            continue
        proved += 1
        assert result.certificate.holds(1e-9), (name, result.status)
        assert value is None or result.certificate.objective == pytest.approx(
            value, rel=tol, abs=1e-8
        ), name
        assert point is None or np.allclose(result.x, point, atol=6e-6), name
        moved = result.x + 0.01 * (1.0 + np.arange(result.x.size)).reshape(result.x.shape)
        assert not problem.certify(moved, **result.dual).holds(1e-9), name
    assert proved
