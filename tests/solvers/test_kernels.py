"""Kernels: values, columns, what they refuse."""

import numpy as np
import pytest
from sklearn.metrics import pairwise

from solvers import Gaussian, KernelSVM, Linear, Polynomial
from solvers.kernels import column_source, fill_column, part_of

KERNELS = [
    Linear(),
    Linear(bias=2.5),
    Polynomial(0.5),
    Polynomial(0.3, degree=2, coef0=1.0),
    Polynomial(0.2, degree=5, coef0=0.5),
    Polynomial(0.7, degree=1),
    Gaussian(0.4),
    Gaussian(0.4, bias=1.0),
]


def points(n, m, seed=0, sparse=False):
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((n, m))
    return A * (rng.random((n, m)) < 0.2) if sparse else A


def by_definition(kernel, a, b):
    if isinstance(kernel, Linear):
        return a @ b + kernel.bias
    if isinstance(kernel, Polynomial):
        return (kernel.gamma * (a @ b) + kernel.coef0) ** kernel.degree
    return np.exp(-kernel.gamma * np.sum((a - b) ** 2)) + kernel.bias


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_kernel_values_follow_their_definition(kernel):
    A, B = points(7, 3), points(5, 3, seed=1)
    expected = np.array([[by_definition(kernel, a, b) for b in B] for a in A])
    assert np.allclose(kernel(A, B), expected, rtol=1e-13, atol=1e-13)
    assert np.allclose(kernel.diagonal(A), np.diag(kernel(A, A)), rtol=1e-13)
    assert not np.allclose(kernel(A, B), kernel(A + 0.01, B), rtol=1e-13, atol=1e-13)


def test_kernel_values_agree_with_scikit_learn():
    A, B = points(30, 6), points(20, 6, seed=1)
    for ours, theirs in [
        (Linear(), pairwise.linear_kernel(A, B)),
        (Polynomial(0.3, 3, 1.0), pairwise.polynomial_kernel(A, B, 3, 0.3, 1.0)),
        (Gaussian(0.3), pairwise.rbf_kernel(A, B, 0.3)),
    ]:
        assert np.allclose(ours(A, B), theirs, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("sparse", [True, False])
@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_fill_column_agrees_with_the_matrix(kernel, sparse, shift):
    A = points(40, 6, sparse=sparse) + shift
    K, out = kernel(A, A), np.empty(40)
    for source in (column_source(kernel, A), column_source(None, K)):
        for i in (0, 7, 39):
            fill_column(source, i, out)
            assert np.allclose(out, K[:, i], rtol=1e-12, atol=1e-12)
        some, short = np.array([3, 4, 20, 39]), np.empty(4)
        fill_column(part_of(source, some), 2, short)
        assert np.allclose(short, K[some, 20], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_kernel_gram_matrix_is_symmetric_and_keeps_arguments(kernel):
    A = points(60, 5)
    before = A.copy()
    K = kernel(A, A)
    assert np.array_equal(K, K.T) and np.array_equal(A, before)
    assert np.linalg.eigvalsh(K)[0] >= -1e-12 * np.abs(K).max()


def test_gaussian_far_from_the_origin_is_accurate():
    A = points(20, 3)
    near, far = Gaussian(0.5)(A, A), Gaussian(0.5)(A + 1e6, A + 1e6)
    assert np.allclose(near, far, atol=1e-8)
    out = np.empty(20)
    fill_column(column_source(Gaussian(0.5), np.ascontiguousarray(A + 1e6)), 4, out)
    assert np.allclose(out, near[:, 4], atol=1e-8)


def test_gaussian_of_close_points_is_accurate_in_each_block(monkeypatch):
    A = points(20, 3)
    B = A[13:] + 1e-7  # the square of what parts them is far below the rounding of their own
    squares = ((A[:, None] - B) ** 2).sum(axis=2)
    for pairs in (100_000, 25):  # all rows in a block; three
        monkeypatch.setattr("solvers.kernels._PAIRS", pairs)
        assert np.allclose(Gaussian(1e13)(A, B), np.exp(-1e13 * squares), rtol=1e-6)


def test_kernel_objects_are_frozen_values():
    assert Gaussian(0.5) == Gaussian(0.5) != Gaussian(0.6)
    with pytest.raises(AttributeError):
        Gaussian(0.5).gamma = 1.0


@pytest.mark.parametrize("gamma", [1e-3, 1.0, 1e12, 1e300])
def test_kernel_of_identical_rows_is_one(gamma):
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
