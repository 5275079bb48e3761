"""As `test_exact`, of other problems: their optimum in fractions, or with 80 bits."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lab.judging.judge import judged, our_answer
from lab.judging.verdict import PROVED, WITHIN, WRONG
from lab.peers.parts import Answer
from lab.peers.process import Outcome
from lab.peers.registry import Peer, peers_of
from lab.peers.worker import outcome
from solvers import (
    ODM,
    GroupLasso,
    KernelSVM,
    Lasso,
    Linear,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
    solve_active_set,
    solve_alternating_linearization,
    solve_block_cd,
    solve_coordinate_descent,
    solve_dual_cd,
    solve_smo,
)

TOL = 1e-6
#: Peers that answer at once in this process.
QUICK = ("scikit-learn", "LIBSVM", "graphical_lasso", "liblinear", "celer", "adelie", "Clarabel",
         "Clarabel, primal", "PIQP", "quadprog")  # fmt: skip


def solved(rows, right):
    """x with rows x = right in fractions, None where they are singular."""
    rows = [[*row, b] for row, b in zip(rows, right, strict=True)]
    n = len(rows)
    for k in range(n):
        pivot = next((i for i in range(k, n) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k and rows[i][k]:
                share = rows[i][k] / rows[k][k]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def fractions(a):
    return [fractions(v) for v in a] if np.ndim(a) else Fraction(float(a))


class ExactLasso:
    """The value and the optimum of a `Lasso` of two columns: the least value over the points that
    are stationary for a choice of signs, of which the optimum is one."""

    def __init__(self, problem):
        self.X, self.t = fractions(problem.X), fractions(problem.t)
        self.lam = Fraction(problem.lam)
        self.optimum = min(map(self.value, self._stationary()))

    def value(self, w):
        rests = [t - sum(a * v for a, v in zip(x, w, strict=True))
                 for x, t in zip(self.X, self.t, strict=True)]  # fmt: skip
        return sum(r * r for r in rests) / 2 + self.lam * sum(map(abs, w))

    def _stationary(self):
        d = len(self.X[0])
        for signs in product((-1, 0, 1), repeat=d):
            used = [j for j in range(d) if signs[j]]
            gram = [[sum(x[i] * x[j] for x in self.X) for j in used] for i in used]
            right = [sum(x[j] * t for x, t in zip(self.X, self.t, strict=True))
                     - self.lam * signs[j] for j in used]  # fmt: skip
            part = solved(gram, right)
            if part is not None:
                w = [Fraction(0)] * d
                for j, v in zip(used, part, strict=True):
                    w[j] = v
                yield w


class ExactMachine:
    """The value and the optimum of a `KernelSVM` of few points with a definite Gram matrix."""

    def __init__(self, problem):
        K, self.y = fractions(problem.gram()), fractions(problem.y)
        n = len(self.y)
        self.Q = [[self.y[i] * self.y[j] * K[i][j] for j in range(n)] for i in range(n)]
        self.C = Fraction(problem.C)
        self.optimum = min(map(self.value, self._stationary()))

    def value(self, x):
        n = range(len(x))
        return sum(self.Q[i][j] * x[i] * x[j] for i in n for j in n) / 2 - sum(x)

    def _stationary(self):
        n = len(self.y)
        for where in product((0, 1, None), repeat=n):
            x = [self.C if w == 1 else Fraction(0) for w in where]
            free = [j for j in range(n) if where[j] is None]
            if free:
                rows = [[*(self.Q[i][j] for j in free), self.y[i]] for i in free]
                rows.append([*(self.y[j] for j in free), Fraction(0)])
                right = [1 - sum(self.Q[i][j] * x[j] for j in range(n)) for i in free]
                right.append(-sum(a * b for a, b in zip(self.y, x, strict=True)))
                part = solved(rows, right)
                if part is None:
                    continue
                for j, v in zip(free, part, strict=False):
                    x[j] = v
            balanced = sum(a * b for a, b in zip(self.y, x, strict=True)) == 0
            if balanced and all(0 <= v <= self.C for v in x):
                yield x


class ExactPrecision:
    """The same of a `SparsePrecision` of two features, with 80 bits."""

    def __init__(self, problem):
        self.S, self.rho = problem.Sigma.astype(np.longdouble), np.longdouble(problem.rho)
        a, b, c = self.S[0, 0] + self.rho, self.S[0, 1], self.S[1, 1] + self.rho
        b = np.sign(b) * max(abs(b) - self.rho, np.longdouble(0))
        self.optimum = np.log(a * c - b * b) + 2

    def value(self, M):
        """At M as it is."""
        M = np.array(M, dtype=np.longdouble).reshape(2, 2)
        linear = np.sum(self.S * M + self.rho * abs(M))
        det = M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0]
        return linear - np.log(det) if det > 0 else np.inf


class ExactGroups:
    """The same of a `GroupLasso` whose columns are at right angles, equally long in a group: each
    group is the shrunk least squares, with 80 bits."""

    def __init__(self, problem):
        self.X, self.t = problem.X.astype(np.longdouble), problem.t.astype(np.longdouble)
        self.lam, self.groups = np.longdouble(problem.lam), problem.groups
        w = self.X.T @ self.t
        for g in range(self.groups.max() + 1):
            of = self.groups == g
            size, square = np.sqrt(np.sum(w[of] ** 2)), np.sum(self.X[:, of][:, 0] ** 2)
            w[of] *= max(1 - self.lam / size, 0) / square if size > 0 else 0
        self.optimum = self.value(w)

    def value(self, w):
        w = np.array(w, dtype=np.longdouble)
        sizes = [np.sqrt(np.sum(w[self.groups == g] ** 2)) for g in range(self.groups.max() + 1)]
        return np.sum((self.t - self.X @ w) ** 2) / 2 + self.lam * sum(sizes)


class ExactLogistic:
    """The same of a `SparseLogistic` of one column: its slope is 0 or changes its sign at 0, found
    by halving with 80 bits."""

    def __init__(self, problem):
        self.z = (problem.X[:, 0] * problem.t).astype(np.longdouble)
        self.lam = np.longdouble(problem.lam)
        sign = np.sign(np.sum(self.z))
        if abs(self._slope(0)) <= self.lam:
            self.optimum = self.value([0])
            return
        low, high = np.longdouble(0), sign
        while sign * self._slope(high) + self.lam < 0:
            low, high = high, 2 * high
        for _ in range(80):
            mid = (low + high) / 2
            low, high = (mid, high) if sign * self._slope(mid) + self.lam < 0 else (low, mid)
        self.optimum = self.value([low])

    def _slope(self, w):
        return -np.sum(self.z / (1 + np.exp(self.z * w)))

    def value(self, w):
        w = np.longdouble(w[0])
        return np.sum(np.logaddexp(np.longdouble(0), -self.z * w)) + self.lam * abs(w)


class ExactPieces:
    """The same of a piecewise quadratic function of two variables: the least value over the points
    that are stationary for a choice of pieces, of which the optimum is one."""

    def _of_choices(self, pieces, weights):
        for choice in product(pieces, repeat=len(self.rows)):
            for free in weights:
                w = self._stationary(choice, free)
                if w is not None and (not self.nonnegative or min(w) >= 0):
                    yield w

    def _solved(self, matrix, right, free, kinks):
        """w (2,) of matrix w = right in the free variables, on the rows w = 1 of `kinks`."""
        f = [j for j in range(2) if j in free]
        n, k = len(f), len(kinks)
        rows = [[*(matrix[i][j] for j in f), *(-self.rows[r][i] for r in kinks)] for i in f]
        rows += [[*(self.rows[r][j] for j in f), *[Fraction(0)] * k] for r in kinks]
        part = solved(rows, [right[i] for i in f] + [Fraction(1)] * k) if n + k else []
        if part is None:
            return None
        w = [Fraction(0)] * 2
        for j, v in zip(f, part, strict=False):
            w[j] = v
        return w


class ExactTriplets(ExactPieces):
    """Of a `TripletMetric` of two weights: each hinge is flat, sloping or at its kink."""

    nonnegative = True

    def __init__(self, problem):
        self.rows, self.L, self.C = *map(fractions, (problem.Z, problem.L)), Fraction(problem.C)
        choices = self._of_choices((0, 1, None), ((), (0,), (1,), (0, 1)))
        self.optimum = min(map(self.value, choices))

    def value(self, w):
        fits = [sum(a * v for a, v in zip(z, w, strict=True)) for z in self.rows]
        square = sum(self.L[i][j] * w[i] * w[j] for i in range(2) for j in range(2))
        return square / 2 + self.C * sum(max(Fraction(0), 1 - fit) for fit in fits)

    def _stationary(self, choice, free):
        kinks = [r for r, piece in enumerate(choice) if piece is None]
        if len(kinks) > len(free):
            return None
        pull = [self.C * sum(z[i] for z, p in zip(self.rows, choice, strict=True) if p == 1)
                for i in range(2)]  # fmt: skip
        return self._solved(self.L, pull, free, kinks)


class ExactBand(ExactPieces):
    """Of an `ODM` of one feature with a bias: each point is below, inside or above the band."""

    nonnegative = False

    def __init__(self, problem):
        self.rows = [[y * x, y] for x, y in zip(fractions(problem.X[:, 0]), fractions(problem.y),
                                                 strict=True)]  # fmt: skip
        self.omega, self.nu = Fraction(problem.omega), Fraction(problem.nu)
        self.theta = Fraction(problem.theta)
        self.optimum = min(map(self._of, self._of_choices((-1, 0, 1), ((0, 1),))))

    def value(self, s):
        return self._of([sum(a * r[i] for a, r in zip(s, self.rows, strict=True))
                         for i in range(2)])  # fmt: skip

    def _of(self, w):
        total = sum(v * v for v in w) / 2
        for row in self.rows:
            fit = row[0] * w[0] + row[1] * w[1]
            below, above = max(1 - self.theta - fit, 0), max(fit - 1 - self.theta, 0)
            total += self.omega * (below**2 + self.nu * above**2)
        return total

    def _stationary(self, choice, free):
        M, pull = [[Fraction(int(i == j)) for j in range(2)] for i in range(2)], [Fraction(0)] * 2
        for row, piece in zip(self.rows, choice, strict=True):
            weight = 2 * self.omega * (self.nu if piece > 0 else 1) * (piece != 0)
            for i in range(2):
                pull[i] += weight * row[i] * (1 + piece * self.theta)
                for j in range(2):
                    M[i][j] += weight * row[i] * row[j]
        return self._solved(M, pull, free, [])


def lasso(rng):
    """Whole numbers, sometimes with columns that are equal, opposite or 0, or rescaled."""
    X = rng.integers(-3, 4, (int(rng.integers(2, 6)), 2)).astype(float)
    kind = int(rng.integers(5))
    if kind < 2:
        X[:, 1] = (1 - 2 * kind) * X[:, 0]
    s = 2.0 ** rng.integers(-20, 21) if kind == 2 else 1.0
    t = rng.integers(-4, 5, len(X)).astype(float)
    return Lasso(X * s, t, float(rng.integers(1, 6)) * s), solve_coordinate_descent, ExactLasso


def machine(rng):
    """A definite Gram matrix of whole numbers."""
    V = rng.integers(-2, 3, (4, 4)).astype(float)
    C = 2.0 ** rng.integers(-3, 4)
    K = V @ V.T + np.eye(4)
    return KernelSVM.from_gram(K, [1.0, -1.0, 1.0, -1.0], C), solve_smo, ExactMachine


def precision(rng):
    """A covariance of a few points, singular at times."""
    V = rng.integers(-3, 4, (int(rng.integers(1, 5)), 2)).astype(float)
    S, rho = V.T @ V / 4.0, 2.0 ** float(rng.integers(-6, 3))
    return SparsePrecision(S, rho), solve_alternating_linearization, ExactPrecision


def groups(rng):
    """Two groups of two columns, all at right angles, one of them in other units at times."""
    a, b, c, d = rng.integers(-3, 4, 4).astype(float)
    X = np.array([[a, -b, -c, -d], [b, a, -d, c], [c, d, a, -b], [d, -c, b, a]])
    X[:, 2:] *= 2.0 ** rng.integers(-6, 7) if rng.random() < 0.3 else 1.0
    t, lam = rng.integers(-4, 5, 4).astype(float), float(rng.integers(1, 8))
    return GroupLasso(X, t, lam, [0, 0, 1, 1]), solve_block_cd, ExactGroups


def logistic(rng):
    """One column, at times of one sign (classes that are apart) or in other units."""
    n = int(rng.integers(2, 8))
    s = 2.0 ** rng.integers(-10, 11) if rng.random() < 0.3 else 1.0
    X, t = s * rng.integers(-3, 4, (n, 1)), rng.choice([-1.0, 1.0], n)
    t[:2] = 1.0, -1.0
    return (
        SparseLogistic(X, t, s * 2.0 ** rng.integers(-4, 2)),
        solve_coordinate_descent,
        ExactLogistic,
    )


def triplets(rng):
    """Four triplets of two weights, some of them twice, in other units at times."""
    Z = rng.integers(-3, 4, (4, 2)).astype(float)
    Z[1] = Z[0]
    v = rng.integers(-2, 3, (2, 2)).astype(float)
    s = 2.0 ** rng.integers(-8, 9) if rng.random() < 0.3 else 1.0
    problem = TripletMetric(s * Z, s**2 * (v @ v.T + np.eye(2)), 2.0 ** rng.integers(-3, 4))
    return problem, solve_active_set, ExactTriplets


def band(rng):
    """Four points of one feature, some of them equal, with either label."""
    X, y = rng.integers(-2, 3, (4, 1)).astype(float), np.array([1.0, -1.0, 1.0, -1.0])
    lam, nu = 2.0 ** rng.integers(-3, 5), 2.0 ** rng.integers(-2, 2)
    problem = ODM(X, y, lam, nu, float(rng.integers(0, 4)) / 4, Linear(bias=1.0))
    return problem, solve_dual_cd, ExactBand


FAMILIES = {"lasso": lasso, "machine": machine, "precision": precision, "groups": groups,
            "logistic": logistic, "triplets": triplets, "band": band}  # fmt: skip


def answers(problem, solve, rng):
    """((who, asked), outcome) of ours, of the peers of scikit-learn, and of ours moved by more and
    more."""
    result = solve(problem, tol=1e-10)
    found = [(("ours", TOL), Outcome(our_answer(result), 0.0))]
    for name, peer in peers_of(type(problem)).items():
        if name in QUICK:
            ended = outcome(peer.prepare, problem, None, False, lambda: None)
            found.append(((peer, None), ended))
    for size in 10.0 ** np.arange(-8.0, 1.0):
        moved = result.x * (1.0 + size * rng.uniform(-1.0, 1.0, result.x.shape))
        moved = 0.5 * (moved + moved.T) if moved.ndim == 2 else moved
        if isinstance(problem, KernelSVM):
            moved = problem.project(moved)
        answer = Answer("moved", "optimal", moved)
        liar = Peer(f"moved by {size:g}", type(problem), None, tolerance=1e-6)
        found.append(((liar, None), Outcome(answer, 0.0)))
    return found


def check(problem, exact, found):
    """Assert that no row is called what it is not; the words there were."""
    scale = found.evidence.scale
    for row in found:
        if row.claim != "optimal" or row.x is None:
            continue
        x = row.x if isinstance(problem, SparsePrecision) else fractions(row.x)
        off = float(exact.value(x) - exact.optimum)
        share = off / scale if scale > 0.0 else (0.0 if abs(off) < 1e-12 else np.inf)
        where = f"{row.solver}: {row.word}, off by {share:.1e}: {row.sentence}"
        if row.word == PROVED:
            assert share <= 1.01 * TOL + 1e-9, where
        if row.word == WITHIN:
            assert share <= 0.5, where
        if row.word == WRONG:
            assert not share <= 1e-3, where
    return {row.word for row in found}


def run(name, seeds):
    words = set()
    for seed in seeds:
        rng = np.random.default_rng([sorted(FAMILIES).index(name), seed])
        problem, solve, kind = FAMILIES[name](rng)
        exact = kind(problem)
        words |= check(problem, exact, judged(problem, TOL, answers(problem, solve, rng)))
    return words


@pytest.mark.parametrize("name", FAMILIES)
def test_no_verdict_is_false(name):
    assert {PROVED, WRONG} <= run(name, range(12))


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_no_verdict_on_many_problems_is_false(name):
    run(name, range(12, 300))


def test_checks_can_fail():
    """A false verdict is found."""
    rng = np.random.default_rng(0)
    problem, solve, kind = lasso(rng)
    found = judged(problem, TOL, answers(problem, solve, rng))
    wrong = tuple(replace(row, word=PROVED) for row in found)
    with pytest.raises(AssertionError):
        check(problem, kind(problem), replace(found, rows=wrong))
    right = tuple(replace(row, word=WRONG) for row in found)
    with pytest.raises(AssertionError):
        check(problem, kind(problem), replace(found, rows=right))
