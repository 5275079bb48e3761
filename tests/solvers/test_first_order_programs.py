"""PDHG and ADMM on programs that are large or sparse: scaled, with two-sided rows."""

import numpy as np
import pytest
from repeated import first
from scipy import sparse
from scipy.optimize import linprog

from solvers import Program, solve_admm, solve_pdhg
from solvers.options import Options
from solvers.programs.boxed import Boxed
from solvers.programs.pdlp import along_ray
from solvers.programs.run import Run

METHODS = [solve_pdhg, solve_admm]


def _feasible(seed, m, n, scale=1.0):
    """A sparse program with an optimum that is known: x and y complement each other."""
    rng = np.random.default_rng(seed)
    A = sparse.random_array((m, n), density=0.05, rng=rng, format="csr")
    A = sparse.csr_array(A + sparse.csr_array(sparse.eye_array(m, n)))
    x = rng.random(n) * (rng.random(n) < 0.5)
    y = rng.random(m) * (rng.random(m) < 0.4)
    b = A @ x + np.where(y > 0.0, 0.0, rng.random(m))
    c = np.where(x > 0.0, 0.0, rng.random(n)) - A.T @ y
    R = sparse.diags_array(np.logspace(0.0, np.log10(scale), m))
    return Program(c, R @ A, R @ b, lower=0.0), float(c @ x)


@pytest.mark.parametrize("solve", METHODS)
@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_first_order_sparse_program_proves_the_known_optimum(solve, scale):
    problem, best = _feasible(0, 100, 150, scale)
    result = solve(problem, tol=1e-4, record_every=0, max_iter=200_000)
    assert result.status == "converged"
    assert result.certificate.error <= 1e-4
    assert abs(result.certificate.objective - best) <= 2e-4 * result.certificate.scale
    highs = linprog(problem.c, problem.A, problem.b).fun
    assert result.certificate.bound <= highs + 1e-7 * abs(highs)


@pytest.mark.parametrize("solve", METHODS)
def test_first_order_contradicting_rows_are_proved_infeasible(solve):
    n = 12
    A = sparse.csr_array(np.vstack([np.ones(n), -np.ones(n)]))
    problem = Program(np.ones(n), A, np.array([1.0, -2.0]), lower=0.0)
    result = solve(problem, record_every=0)
    assert result.status == "infeasible"
    y = result.dual["ray"]
    assert (y >= 0.0).all() and (A.T @ y >= -1e-12).all() and problem.b @ y < 0.0


@pytest.mark.parametrize("solve", METHODS)
def test_first_order_falling_direction_is_proved_unbounded(solve):
    n = 10
    A = sparse.csr_array(np.eye(n)[:1] - np.eye(n)[1:2])
    problem = Program(-np.ones(n), A, np.ones(1), lower=0.0)
    result = solve(problem, record_every=0)
    assert result.status == "unbounded"
    assert problem.c @ result.dual["ray"] < 0.0
    assert (result.dual["ray"] >= 0.0).all()


@pytest.mark.parametrize("seed", range(3))
def test_admm_sparse_quadratic_program_meets_the_conditions(seed):
    rng = np.random.default_rng(seed)
    n, m = 80, 40
    F = sparse.random_array((n, n), density=0.05, rng=rng, format="csr")
    A = sparse.random_array((m, n), density=0.2, rng=rng, format="csr")
    E = sparse.random_array((5, n), density=0.5, rng=rng, format="csr")
    x = rng.random(n)
    problem = Program(rng.normal(size=n), A, A @ x + 0.1, Q=F.T @ F, A_eq=E, b_eq=E @ x,
                      lower=0.0, upper=2.0)  # fmt: skip
    result = solve_admm(problem, record_every=0)
    assert result.status == "converged" and result.certificate.error <= 1e-6
    at = result.x
    r = problem.Q @ at + problem.c + A.T @ result.dual["y"] + E.T @ result.dual["z"]
    inside = (at > 1e-3) & (at < 2.0 - 1e-3)
    assert np.abs(r[inside]).max() <= 1e-3
    assert np.abs(E @ at - problem.b_eq).max() <= 1e-6


@pytest.mark.parametrize("halpern", [True, False])
def test_pdhg_degenerate_transport_ends_proved(halpern):
    k = 8
    one, each = np.ones((1, k)), np.eye(k)
    E = sparse.csr_array(np.vstack([np.kron(each, one), np.kron(one, each)]))
    cost = np.add.outer(np.arange(k), np.arange(k)[::-1]) % 5
    problem = Program(cost.ravel().astype(float), A_eq=E, b_eq=np.ones(2 * k), lower=0.0)
    result = solve_pdhg(problem, tol=1e-4, record_every=0, halpern=halpern)
    best = linprog(problem.c, A_eq=E, b_eq=problem.b_eq).fun
    assert result.status == "converged"
    assert abs(result.certificate.objective - best) <= 1e-3 * max(best, 1.0)


def test_boxed_repaired_multipliers_bound_the_value():
    problem, best = _feasible(3, 60, 80)
    boxed, rng = Boxed(problem), np.random.default_rng(0)
    result = solve_pdhg(problem, tol=1e-5, record_every=0)
    y = boxed.multipliers(result.dual["y"], result.dual["z"])
    off = y * (1.0 + 1e-4 * rng.normal(size=y.size))
    assert problem.certify(result.x, *boxed.own(off)).bound == -np.inf
    repaired = boxed.repaired(boxed.inward(result.x), off)
    assert repaired is not None
    bound = problem.certify(result.x, *boxed.own(repaired[0])).bound
    assert best - 1e-2 * abs(best) <= bound <= best + 1e-9 * abs(best)


def _free_variables(m, n, seed):
    """(problem, x, y): sparse rows and no bounds, so that multipliers must meet every equation."""
    rng = np.random.default_rng(seed)
    A = sparse.random(m, n, 3 / n, "csr", rng=rng, data_rvs=rng.standard_normal)
    x, y = rng.standard_normal(n), rng.exponential(size=m) * (rng.random(m) < 0.5)
    return Program(-(A.T @ y), A, A @ x + rng.exponential(size=m) * (y == 0.0)), x, y


@pytest.mark.parametrize("seed", first(range(4), 1))
def test_pdhg_sparse_program_too_large_for_a_factor_has_a_bound(seed):
    problem, x, y = _free_variables(6_000, 3_000, seed)
    result = solve_pdhg(problem, tol=1e-2, record_every=0, max_iter=20_000)
    assert result.status == "converged" and problem.certify(result.x, **result.dual).holds(1e-2)
    assert result.certificate.bound <= problem.c @ x + 1e-9 * result.certificate.scale
    off = np.maximum(y + 1e-5 * np.random.default_rng(seed).standard_normal(y.size), 0.0)
    assert problem.certify(x, y=off).bound == -np.inf  # nearly met equations prove nothing


def test_boxed_repair_is_worth_it_near_the_optimum():
    small, large = Boxed(_free_variables(60, 30, 0)[0]), Boxed(_free_variables(6_000, 3_000, 0)[0])
    assert small.is_worth(9e-6, 1e-6, np.inf) and not small.is_worth(1.1e-5, 1e-6, np.inf)
    assert small.is_worth(5e-6, 1e-6, 9e-6) and not small.is_worth(6e-6, 1e-6, 9e-6)
    assert large.is_worth(9e-4, 1e-6, np.inf) and not large.is_worth(2e-3, 1e-6, np.inf)
    assert large.is_worth(3e-5, 1e-6, 9e-5) and not large.is_worth(4e-5, 1e-6, 9e-5)
    large.proved_error = 2.5e-4  # more than twice too much: the error must fall to a fifth
    assert large.is_worth(1.7e-5, 1e-4, 9e-5) and not large.is_worth(1.9e-5, 1e-4, 9e-5)
    large.proved_error = 1.0  # far too much: a tenth, for errors need not fall as proofs do
    assert large.is_worth(8e-6, 1e-4, 9e-5) and not large.is_worth(1e-5, 1e-4, 9e-5)


def _curved(seed, m=60, n=80):
    """A sparse quadratic program whose optimum bounds of variables and rows meet."""
    rng = np.random.default_rng(seed)
    A = sparse.random_array((m, n), density=0.1, rng=rng, format="csr")
    x = rng.random(n)
    return Program(rng.normal(size=n), A, A @ x, Q=sparse.eye_array(n), lower=-1.0)


def _called(monkeypatch, owner, name):
    """The arguments of every call of a method from now on."""
    calls, method = [], getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args, **kw: calls.append(args) or method(*args, **kw))
    return calls


def test_admm_unrecorded_run_certifies_few_of_its_points(monkeypatch):
    problem = _feasible(0, 200, 300)[0]
    certified = _called(monkeypatch, Program, "certify")
    result = solve_admm(problem, record_every=0, tol=1e-14, max_iter=4_000, polish=False)
    assert result.status == "max_iter"
    assert len(certified) <= 8  # of 160 looks: at the start, at doublings and at the end


@pytest.mark.parametrize("seed", range(3))
def test_admm_polished_point_that_is_proved_needs_no_repair(seed, monkeypatch):
    repairs = _called(monkeypatch, Boxed, "repaired")
    result = solve_admm(_curved(seed), record_every=0)
    assert result.status == "converged" and result.trace.snapshots["polished"][-1]
    assert result.certificate.error <= 1e-12
    assert not any(np.array_equal(boxed.outward(x), result.x) for boxed, x, *_ in repairs)


@pytest.mark.parametrize("seed", range(3))
def test_along_ray_of_multipliers_that_contradict_nothing_repairs_none(seed, monkeypatch):
    problem, _ = _feasible(seed, 60, 80)
    run, boxed = Run(problem, Options(max_iter=1)), Boxed(problem)
    repairs, none = _called(monkeypatch, Boxed, "repaired"), np.zeros(80)
    rays = np.random.default_rng(seed).random((20, 60)) * 1e-3
    rays[:, 0] = 1.0
    assert not any(along_ray(run, boxed, {}, none, ray, nearly=np.inf) for ray in rays)
    assert not repairs


def test_along_ray_of_nearly_contradicting_multipliers_is_a_proof():
    A = sparse.csr_array(np.vstack([np.eye(5), -np.ones((1, 5))]))
    problem = Program(np.zeros(5), A, np.append(np.zeros(5), -1.0))
    run, boxed = Run(problem, Options(max_iter=1)), Boxed(problem)
    ray = np.ones(6) * (1.0 + 1e-3 * np.arange(6.0))
    end = along_ray(run, boxed, {}, np.zeros(5), ray)
    assert end["stop"] == "infeasible" and problem.certify_infeasible(end["dual"]["ray"])
    assert along_ray(run, boxed, {}, np.zeros(5), ray, nearly=1e-6) is None


@pytest.mark.parametrize("record_every", [0, 1])
@pytest.mark.parametrize("max_iter", [27, 50, 60, 110])
def test_admm_polished_points_stay_within_the_budget(max_iter, record_every, whole):
    """A polished point is an iteration, within the budget, and those after it are recorded."""
    for seed in range(8 if whole else 2):
        small = _feasible(seed, 6, 4)[0] if seed % 2 else _curved(seed, 8, 5)
        for problem in (small, _curved(seed)):
            r = solve_admm(problem, tol=0.0, max_iter=max_iter, record_every=record_every)
            assert r.trace.iteration[-1] <= max_iter
            assert not record_every or np.diff(r.trace.iteration).max() <= 2
