"""Presolve: what it leaves out, and points and multipliers of the program as it was given."""

import numpy as np
import pytest
from scipy.optimize import linprog

from solvers import Program, solve_mehrotra
from solvers.programs import presolve as module
from solvers.programs.presolve import presolve


def kkt(p, x, y, z):
    """The largest violation of the conditions of optimality of a program without curvature."""
    r = p.c + p.A.T @ y + p.A_eq.T @ z
    r = r if p.Q is None else r + p.Q @ x
    low = np.where(np.isfinite(p.lower), p.lower, x - 1e9)
    high = np.where(np.isfinite(p.upper), p.upper, x + 1e9)
    return max(
        (p.A @ x - p.b).max(initial=0.0), np.abs(p.A_eq @ x - p.b_eq).max(initial=0.0),
        (p.lower - x).max(), (x - p.upper).max(), (-y).max(initial=0.0),
        np.abs(y * (p.b - p.A @ x)).max(initial=0.0),
        np.minimum(np.maximum(r, 0.0), x - low).max(),
        np.minimum(np.maximum(-r, 0.0), high - x).max(),
    )  # fmt: skip


def answered(p):
    """(presolved, x, y, z): the answer of what is left by HiGHS, led back."""
    done = presolve(p)
    q = done.program
    peer = linprog(q.c, q.A, q.b, q.A_eq, q.b_eq, np.column_stack([q.lower, q.upper]))
    y, z = -peer.ineqlin.marginals, -peer.eqlin.marginals
    x = done.point(peer.x)
    return done, x, *done.multipliers(y, z, x)


BASE = {"c": [-3.0, -2, -4, 1], "A": [[1.0, 1, 2, 0], [2, 0, 3, -1]], "b": [10.0, 12]}


@pytest.mark.parametrize(
    ("more", "columns", "rows"),
    [
        ({"A": [[0, 0, 2.0, 0]], "b": [4.0]}, 4, 2),
        ({"A": [[0, 0, -2.0, 0]], "b": [-1.0]}, 4, 2),
        ({"A": [[0.0, 0, 0, 0], [0, 0, 0, 0]], "b": [1.0, np.inf]}, 4, 2),
        ({"A": [[2.0, 2, 4, 0], [0.5, 0.5, 1, 0]], "b": [18.0, 7]}, 4, 2),
        ({"A_eq": [[0, 3.0, 0, 0]], "b_eq": [3.0]}, 3, 2),
        ({"lower": [0, 2, 0, 0], "upper": [9, 2, 9, 9]}, 3, 2),
        ({"A_eq": [[1.0, 1, 1, 1], [2, 2, 2, 2]], "b_eq": [5.0, 10]}, 4, 2),
    ],
    ids=["upper", "lower", "empty", "repeated", "equation", "fixed", "repeated equation"],
)
def test_presolve_undoes_each_reduction_of_point_and_multipliers(more, columns, rows):
    parts = dict(more)
    A = np.vstack([BASE["A"], parts.pop("A", np.zeros((0, 4)))])
    b = np.append(BASE["b"], parts.pop("b", []))
    p = Program(BASE["c"], A, b, **{"lower": 0.0, "upper": 20.0} | parts)
    done, x, y, z = answered(p)
    assert (done.program.c.size, done.program.b.size) == (columns, rows)
    retained = np.isfinite(p.b)
    slim = Program(p.c, p.A[retained], p.b[retained], A_eq=p.A_eq, b_eq=p.b_eq, lower=p.lower,
                   upper=p.upper)  # fmt: skip
    assert kkt(slim, x, y[retained], z) <= 1e-8
    assert p.certify(x, y, z).holds(1e-9)


def test_presolve_free_variable_of_one_entry_goes_with_its_row():
    A_eq, lower = [[1.0, 2, 0, 4], [1, 1, 1, 0]], [0, 0, 0, -np.inf]
    p = Program([1.0, 2, -1, 3], [[1.0, 0, 2, 0], [0, 1, 1, 0]], [6.0, 4], A_eq=A_eq,
                b_eq=[8.0, 5.0], lower=lower)  # fmt: skip
    done, x, y, z = answered(p)
    assert done.program.c.size == 3
    assert done.program.b_eq.size == 1
    assert z[0] == pytest.approx(-0.75)
    assert kkt(p, x, y, z) <= 1e-8
    assert p.certify(x, y, z).holds(1e-9)


def test_presolve_keeps_irreducible_and_crossed_programs():
    assert presolve(Program([1.0, 1], [[1.0, 2], [3, 1]], [4.0, 5], lower=0)) is None
    crossed = Program([1.0, 1], [[1.0, 0], [-1, 0]], [1.0, -2], lower=0)
    assert presolve(crossed) is None


def degenerate(seed):
    """A linear or quadratic program of whole numbers in which every reduction has something to do;
    x = a is feasible."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(4, 12)), int(rng.integers(3, 10))
    a = rng.integers(-2, 4, n).astype(float)
    A = rng.integers(-2, 3, (m, n)) * (rng.random((m, n)) < 0.5)
    A = np.vstack([A, 3 * A[:2], -np.eye(n)[:2], np.eye(n)[1:3], np.zeros((1, n))]).astype(float)
    E = rng.integers(-2, 3, (3, n)) * (rng.random((3, n)) < 0.6)
    E = np.vstack([E, 2 * E[:1], np.eye(n)[3:4]]).astype(float)
    E[0, n - 1], A[:, n - 1], E[1:, n - 1] = 2.0, 0.0, 0.0
    E[3] = 2.0 * E[0] if rng.random() < 0.5 else np.zeros(n)
    lower, upper = a - rng.integers(0, 3, n), a + rng.integers(0, 3, n)
    lower[-1], upper[-1] = -np.inf, np.inf
    Q = None
    if rng.random() < 0.5:
        F = rng.integers(-1, 2, (2, n)).astype(float)
        F[:, -1] = 0.0
        Q = F.T @ F
    return Program(rng.integers(-4, 5, n).astype(float), A, A @ a + rng.integers(0, 2, A.shape[0]),
                   A_eq=E, b_eq=E @ a, lower=lower, upper=upper, Q=Q)  # fmt: skip


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_presolve_degenerate_programs_are_proved_as_given(first, monkeypatch):
    monkeypatch.setattr(module, "_WORTH", 0)
    for seed in range(first, first + 20):
        p = degenerate(seed)
        assert presolve(p) is not None, seed
        r = solve_mehrotra(p, record_every=0)
        assert r.status == "converged", seed
        y, z = r.dual["y"], r.dual["z"]
        assert p.certify(r.x, **r.dual).holds(1e-6), seed
        assert kkt(p, r.x, y, z) <= 2e-3 * (1.0 + np.abs(z).max() + y.max()), seed
