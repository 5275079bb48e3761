"""As `test_exact`, of other problems: their optimum in fractions, or with 80 bits."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from lab.judging.judge import judged, our_answer
from lab.judging.verdict import PROVED, WITHIN, WRONG
from lab.peers.answer import Answer
from lab.peers.process import Outcome
from lab.peers.registry import Peer, peers_of
from lab.peers.worker import outcome
from solvers import (
    KernelSVM,
    Lasso,
    SparsePrecision,
    solve_alternating_linearization,
    solve_coordinate_descent,
    solve_smo,
)

TOL = 1e-6


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


FAMILIES = {"lasso": lasso, "machine": machine, "precision": precision}


def answers(problem, solve, rng):
    """((who, asked), outcome) of ours, of the peers of scikit-learn, and of ours moved by more and
    more."""
    result = solve(problem, tol=1e-10)
    found = [(("ours", TOL), Outcome(our_answer(result), 0.0))]
    for name in ("scikit-learn", "LIBSVM", "graphical_lasso"):
        peer = peers_of(type(problem)).get(name)
        if peer is not None:
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
    assert {PROVED, WRONG} <= run(name, range(30))


@pytest.mark.long
@pytest.mark.parametrize("name", FAMILIES)
def test_no_verdict_on_many_problems_is_false(name):
    run(name, range(30, 300))


def test_the_checks_can_fail():
    """A verdict that is false is seen."""
    rng = np.random.default_rng(0)
    problem, solve, kind = lasso(rng)
    found = judged(problem, TOL, answers(problem, solve, rng))
    wrong = tuple(replace(row, word=PROVED) for row in found)
    with pytest.raises(AssertionError):
        check(problem, kind(problem), replace(found, rows=wrong))
    right = tuple(replace(row, word=WRONG) for row in found)
    with pytest.raises(AssertionError):
        check(problem, kind(problem), replace(found, rows=right))
