"""Certificates against exact arithmetic, on data that amplify rounding: no bound above the dual
value of its own multipliers and no gap below the true one, beyond 1e-9 of the scale.
"""

import dataclasses
from fractions import Fraction

import exact
import numpy as np
import pytest
from exact import dot, rational, times, weighted
from repeated import first

from solvers import (
    ConstrainedLasso,
    Gaussian,
    GroupLasso,
    InformationTheoreticMetric,
    KernelSVM,
    LargeMarginMetric,
    Lasso,
    Linear,
    Polynomial,
    TripletMetric,
    solve_dual_cd,
    solve_smo,
    solve_triplet_interior_point,
)
from solvers.result import ROUNDING

SEEDS = first(range(12), 3)


def judged(certificate, primal, dual):
    """Hold a certificate to exact values; None: the point or the multipliers are not feasible."""
    slack = Fraction(ROUNDING * certificate.scale)
    if np.isfinite(certificate.bound):
        assert dual is not None and Fraction(certificate.bound) <= dual + slack
    if np.isfinite(certificate.gap):
        assert primal is not None
        assert (
            Fraction(certificate.objective) - Fraction(certificate.bound) >= primal - dual - slack
        )


def spectrum(rng, m, least):
    """A random symmetric matrix with eigenvalues from 1 down to `least`."""
    Q = np.linalg.qr(rng.normal(size=(m, m)))[0]
    A = (Q * np.geomspace(1.0, least, m)) @ Q.T
    return 0.5 * (A + A.T)


# Triplets: an ill-conditioned L. ------------------------------------------------------------------


def triplet_values(problem, w, lam, t):
    """(primal at max(w, 0), dual at the multipliers within their bounds), exactly."""
    Z, L, C = rational(problem.Z), rational(problem.L), Fraction(problem.C)
    x = rational(np.maximum(w, 0.0))
    lam, t = rational(np.clip(lam, 0.0, problem.C)), rational(np.maximum(t, 0.0))
    losses = sum(max(Fraction(0), 1 - margin) for margin in times(Z, x))
    u = [dot(column, lam) + more for column, more in zip(exact.transposed(Z), t, strict=True)]
    v = exact.eliminated(L, u)[1]
    return dot(x, times(L, x)) / 2 + C * losses, sum(lam) - dot(u, v) / 2


def ill_conditioned_triplets(rng, kind):
    m = int(rng.integers(2, 6))
    if kind == "dependent columns":
        A = np.linalg.qr(rng.normal(size=(m, m)))[0]
        A[:, 0] = rng.random() * A[:, 1:].sum(axis=1) + 10.0 ** rng.uniform(-5.5, -4) * A[:, 0]
        L = A.T @ A
    elif kind == "repeated column":
        A = rng.normal(size=(m + 2, m))
        A[:, 0] = A[:, 1] + 10.0 ** rng.uniform(-6, -4) * A[:, 0]
        L = (A.T @ A) ** 2
    else:
        L = spectrum(rng, m, 10.0 ** rng.uniform(-12, -8))
    Z = rng.normal(size=(int(rng.integers(2, 16)), m))
    return TripletMetric(Z, L, C=10.0 ** rng.uniform(-1, 4))


@pytest.mark.parametrize("kind", ["dependent columns", "repeated column", "spectrum"])
@pytest.mark.parametrize("seed", SEEDS)
def test_triplet_certificate_on_ill_conditioned_matrix_is_sound(kind, seed):
    problem = ill_conditioned_triplets(np.random.default_rng(seed), kind)
    snapshots = solve_triplet_interior_point(problem).trace.snapshots
    for w, lam, t in zip(*(snapshots[key] for key in ("w", "lam", "t")), strict=True):
        judged(problem.certify(w, lam, t), *triplet_values(problem, w, lam, t))


@pytest.mark.parametrize("seed", SEEDS)
def test_triplet_certificate_of_cancelling_terms_is_sound(seed):
    """Weights so large that z'w, and multipliers so even that Z'lam, is mostly rounding."""
    rng = np.random.default_rng(seed)
    sign = rng.normal(size=(5, 1)) * [[1.0, -1.0]]
    Z = np.vstack([sign, -sign]) + 1e-9 * rng.normal(size=(10, 2))
    problem = TripletMetric(Z, 1e-18 * np.eye(2), C=1.0)
    for w, lam in ((1e9 + rng.random(2), np.zeros(10)), (np.zeros(2), np.ones(10))):
        values = triplet_values(problem, w, lam, np.zeros(2))
        judged(problem.certify(w, lam, np.zeros(2)), *values)


# Support vector machines: multipliers along directions that the kernel does not see. --------------


def apart(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def exact_gram(problem):
    kernel, X = problem.kernel, rational(problem.X)
    if isinstance(kernel, Gaussian):
        shift, gamma = Fraction(kernel.bias), Fraction(kernel.gamma)
        return [[exact.exponential(-gamma * apart(a, b)) + shift for b in X] for a in X]
    if isinstance(kernel, Linear):
        return [[dot(a, b) + Fraction(kernel.bias) for b in X] for a in X]
    gamma, shift = Fraction(kernel.gamma), Fraction(kernel.coef0)
    return [[(gamma * dot(a, b) + shift) ** kernel.degree for b in X] for a in X]


def svm_values(problem, x, v, s):
    """(q(x), l(c v, c s) at the best multiple c), exactly: l is concave and piecewise quadratic."""
    K, y, C = exact_gram(problem), rational(problem.y), Fraction(problem.C)
    Q = [[a * b * k for b, k in zip(y, row, strict=True)] for a, row in zip(y, K, strict=True)]
    x, v, s = rational(x), rational(v), Fraction(float(s))
    Qv, linear = times(Q, v), Fraction(problem.b) * s
    slopes, square = [s * a - g for a, g in zip(y, Qv, strict=True)], dot(v, Qv)
    ends = sorted({Fraction(0), Fraction(1)} | {-1 / h for h in slopes if h < 0})
    tries = [Fraction(1), *ends]
    for low, high in zip(ends, [*ends[1:], ends[-1] + 10**9], strict=True):
        rate = linear - C * sum(h for h in slopes if (low + high) / 2 * h + 1 > 0)
        tries += [rate / square] if square > 0 and low < rate / square < high else []
    values = [
        c * linear - c * c * square / 2 - C * sum(max(Fraction(0), c * h + 1) for h in slopes)
        for c in tries
    ]
    return dot(x, times(Q, x)) / 2 - sum(x), max(values)


KERNELS = [Linear(), Polynomial(0.5, 2, 1.0), Polynomial(0.5, 5, 0.0), Gaussian(1e-4)]


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_svm_certificate_of_large_multipliers_is_sound(kernel, stored, seed):
    """v = x plus what the kernel matrix maps to almost 0, at sizes where rounding is seen."""
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(14, 2)), np.where(np.arange(14) < 7, -1.0, 1.0)
    problem = KernelSVM(X + y[:, None], y, kernel, C=1.0)
    x = solve_smo(problem, tol=1e-9).x
    values, V = np.linalg.eigh(kernel(problem.X, problem.X))
    v = x + 10.0 ** rng.uniform(3.0, 4.5) / np.sqrt(values[-1]) * y * V[:, 0]
    if stored:
        problem.gram()
    s = float(np.median(y * (problem.product(x) - 1.0)))
    judged(problem.certify(x, v, s), *svm_values(problem, problem.project(x), v, s))


# Pairs: a prior and matrices that are nearly singular. --------------------------------------------


def pair_primal(problem, M):
    """The value at symmetric `M`; None where it is not positive definite."""
    K, M = rational(problem.prior_inverse), rational(M)
    if exact.log_det(M) is None:
        return None
    value = sum(map(dot, K, M)) - exact.log_det(K) - exact.log_det(M) - len(M)
    for v, y, b in zip(rational(problem.V), problem.y, rational(problem.b), strict=True):
        ratio = (max if y > 0.0 else min)(b, dot(v, times(M, v))) / b
        value += Fraction(problem.gamma) * (ratio - exact.logarithm(ratio) - 1)
    return value


def pair_dual(problem, lam):
    """The dual value at `lam`, or at the first half, quarter, ... of it that is feasible."""
    K, V, b = rational(problem.prior_inverse), rational(problem.V), rational(problem.b)
    gamma, lam = Fraction(problem.gamma), rational(np.maximum(lam, 0.0))
    for _ in range(40):
        signed = [Fraction(y) * one for y, one in zip(problem.y, lam, strict=True)]
        B = [[k + s for k, s in zip(*rows, strict=True)]
             for rows in zip(K, weighted(V, signed), strict=True)]  # fmt: skip
        left = [1 - one * bound / gamma for one, bound in zip(signed, b, strict=True)]
        if min(left) > 0 and exact.log_det(B) is not None:
            value = exact.log_det(B) - exact.log_det(K) + gamma * sum(map(exact.logarithm, left))
            return max(value, Fraction(0))
        lam = [one / 2 for one in lam]
    return Fraction(0)


@pytest.mark.parametrize("least", [1e-6, 1e-11])
@pytest.mark.parametrize("seed", SEEDS)
def test_itml_certificate_on_nearly_singular_prior_is_sound(least, seed):
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(2, 6)), int(rng.integers(1, 9))
    y = np.where(rng.random(n) < 0.5, -1.0, 1.0)
    b, gamma = 10.0 ** rng.uniform(-2, 2, n), 10.0 ** rng.uniform(-2, 4)
    problem = InformationTheoreticMetric(
        rng.normal(size=(n, m)), y, b, spectrum(rng, m, least), gamma
    )
    result = solve_dual_cd(problem, max_iter=20, record_every=0)
    values = pair_primal(problem, result.x), pair_dual(problem, result.dual["lam"])
    judged(result.certificate, *values)
    lam = problem.gamma / problem.b * rng.random(n)
    judged(
        problem.certify(np.eye(m), lam), pair_primal(problem, np.eye(m)), pair_dual(problem, lam)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_itml_certificate_of_cancelling_distances_is_sound(seed):
    """Dissimilar pairs along the direction that a nearly singular M flattens, at a high price."""
    rng = np.random.default_rng(seed)
    M = spectrum(rng, 3, 1e-10)
    flat = np.linalg.eigh(M)[1][:, 0] + 1e-7 * rng.normal(size=(6, 3))
    distances = np.einsum("ij,jk,ik->i", flat, M, flat)
    y = np.repeat([1.0, -1.0], 3)
    b = distances * np.where(y > 0.0, 0.5, 2.0)
    problem = InformationTheoreticMetric(flat, y, b, np.eye(3), gamma=1e4)
    judged(problem.certify(M, np.zeros(6)), pair_primal(problem, M), Fraction(0))


# Margins of full metrics: far and near pairs that nearly agree. -----------------------------------


def scatter(problem, alpha):
    far, near = (weighted(rational(V), alpha) for V in (problem.far, problem.near))
    return [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(far, near, strict=True)]


def margin_dual(problem, alpha):
    """The better dual value at `alpha`, for 2 x 2 matrices by roots of quadratic equations."""
    alpha = rational(np.clip(alpha, 0.0, problem.C))
    (p, q), (_, r) = T = rational(problem.T)
    (a, b), (_, d) = S = scatter(problem, alpha)
    # The largest mu with det(S - mu T) = 0, T being positive definite.
    square, middle = p * r - q * q, p * d + r * a - 2 * q * b
    root = exact.square_root(middle**2 - 4 * square * (a * d - b * b))
    values = [sum(alpha) / max(Fraction(1), (middle + root) / (2 * square))]
    if problem.ridge:
        (a, b), (_, d) = (
            [s - t for s, t in zip(*rows, strict=True)] for rows in zip(S, T, strict=True)
        )
        root = exact.square_root((a - d) ** 2 + 4 * b * b)
        squares = sum(max(Fraction(0), (a + d + sign * root) / 2) ** 2 for sign in (1, -1))
        values.append(sum(alpha) - squares / (2 * Fraction(problem.ridge)))
    return max(values)


def margin_primal(problem, M):
    M, far, near = rational(M), rational(problem.far), rational(problem.near)
    value = sum(map(dot, rational(problem.T), M))
    value += Fraction(problem.ridge) / 2 * sum(dot(row, row) for row in M)
    losses = (1 - dot(f, times(M, f)) + dot(g, times(M, g)) for f, g in zip(far, near, strict=True))
    return value + Fraction(problem.C) * sum(max(Fraction(0), loss) for loss in losses)


def close_margins(rng, ridge):
    """far and near apart by `size` only, at prices where all terms weigh alike."""
    size, near = 10.0 ** rng.uniform(-9, -6), rng.normal(size=(8, 2))
    far = near * (1.0 + size * rng.random((8, 1)))
    T = size * spectrum(rng, 2, 10.0 ** rng.uniform(-4, 0))
    return LargeMarginMetric(far, near, T, 10.0 ** rng.uniform(-2, 0), ridge * size**2), size


def judge_margins(problem, M):
    """Judge `M` without multipliers, and the start with even ones at the edge of what T allows."""
    none, even = np.zeros(len(problem.far)), np.ones(len(problem.far))
    judged(problem.certify(M, none), margin_primal(problem, M), Fraction(0))
    for share in (0.9, 1.5):
        allowed = dataclasses.replace(problem, C=1e6, ridge=0.0)
        C = share * float(margin_dual(allowed, 1e6 * even)) / even.sum()
        there = dataclasses.replace(problem, C=C)
        judged(there.certify(0.0 * M, C * even), C * len(even), margin_dual(there, C * even))


@pytest.mark.parametrize("ridge", [0.0, 1.0, 100.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_lmnn_certificate_of_cancelling_margins_is_sound(ridge, seed):
    rng = np.random.default_rng(seed)
    problem, size = close_margins(rng, ridge)
    A = rng.normal(size=(2, 2))
    judge_margins(problem, A @ A.T / size)


@pytest.mark.parametrize("ridge", [0.0, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_lmnn_certificate_on_nearly_singular_matrix_is_sound(ridge, seed):
    rng = np.random.default_rng(seed)
    far, near = rng.normal(size=(2, 10, 2)) * [[[1.5]], [[1.0]]]
    T = spectrum(rng, 2, 10.0 ** rng.uniform(-13, -9))
    problem = LargeMarginMetric(far, near, T, 10.0 ** rng.uniform(-3, 3), ridge)
    judge_margins(problem, np.eye(2))


# Least squares: vectors whose squares, or whose multiples' squares, are beyond all numbers. -----


@pytest.mark.parametrize("theta", [1e-161, 1e-158, 1.0, 1e150, 1e153])
@pytest.mark.parametrize("size", [1e-140, 1e-100, 1.0, 1e100])
def test_lasso_bound_of_vectors_of_any_size_is_sound(size, theta):
    """One object with the target `size`: at w = t / 2 on the ball, at t - lam with a penalty."""
    ball = ConstrainedLasso([[1.0]], [size], 0.5 * size)
    bounds = [ball.certify([0.0], [theta]).bound]
    optima = [Fraction(size - ball.eta) ** 2 / 2]
    for share in (1e-3, 0.1):
        lam = share * size
        for kind, groups in ((Lasso, ()), (GroupLasso, ([0],))):
            problem = kind([[1.0]], [size], lam, *groups)
            optima.append(Fraction(lam) * (Fraction(size) - Fraction(lam) / 2))
            bounds.append(problem.certify([0.0], [theta]).bound)
    for bound, optimum in zip(bounds, optima, strict=True):
        assert Fraction(bound) <= optimum * (1 + Fraction(ROUNDING))
        if theta > 1e-145:
            assert bound >= float(optimum) * (1.0 - 1e-9)
