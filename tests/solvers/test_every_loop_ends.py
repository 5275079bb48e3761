"""Every solver ends within its budget, whatever its numbers are."""

import numpy as np
import pytest
from enduring import outcome
from scipy import sparse

from solvers import SOLVERS, GroupLasso, GroupLogistic, InputError, Lasso, SparseLogistic

#: A solver may yield a few states that are no iterations: the start, a change of its method.
MAX_ITER, MORE = 5, 5
SOUND = {"converged", "max_iter", "stalled", "diverged", "small_change", "contradiction"}
RNG = np.random.default_rng(0)
DATA = [np.eye(2), *(RNG.standard_normal(shape) for shape in ((6, 30), (40, 7), (90, 60)))]
STARTS = [None, 1.0, 1e100, 1e154, 1e300, -1e-300]
CASES = [(kind, name) for kind in (Lasso, GroupLasso, SparseLogistic, GroupLogistic)
         for name in SOLVERS[kind]]  # fmt: skip
every_solver = pytest.mark.parametrize(
    ("kind", "name"), CASES, ids=lambda v: getattr(v, "__name__", v)
)


@pytest.mark.servers
def test_solvers_with_nan_gaps_or_overflowing_starts_end():
    assert outcome() == []


def problems_of(kind, lam=0.1):
    """Problems of the data, dense and sparse; groups have dense columns."""
    for X in DATA:
        t = np.where(np.arange(len(X)) % 3 > 0, 1.0, -1.0)
        if kind in (GroupLasso, GroupLogistic):
            yield kind(X, t, lam, np.arange(X.shape[1]) // 2)
        else:
            yield kind(X, t, lam)
            yield kind(sparse.csc_array(X), t, lam)


def assert_ends(kind, name, problem, x0=None, tol=1e-9):
    """The solver ends within its budget, and its status is what its certificate says."""
    for record_every in (0, 1):
        asked = []

        def overdue(asked=asked):
            asked.append(True)
            assert len(asked) <= MAX_ITER + MORE
            return False

        try:
            result = SOLVERS[kind][name](
                problem, x0=x0, tol=tol, max_iter=MAX_ITER, record_every=record_every,
                cancelled=overdue,
            )  # fmt: skip
        except InputError:
            return
        assert result.status in SOUND, (problem, x0)
        assert result.trace.iteration[-1] <= MAX_ITER
        assert (result.status == "converged") == result.certificate.holds(tol)


@every_solver
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_solver_from_an_overflowing_start_ends(kind, name, whole):
    for number, problem in enumerate(problems_of(kind)):
        for size in STARTS if whole else STARTS[number % 3 :: 3]:
            x0 = None if size is None else np.full(problem.X.shape[1], size)
            assert_ends(kind, name, problem, x0)


@every_solver
@pytest.mark.parametrize("method", ["bound", "penalty"])
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_solver_whose_gap_is_nan_or_constant_ends(kind, name, method, whole, monkeypatch):
    for which, value in enumerate((np.nan, np.inf, -np.inf, -1.0)):
        monkeypatch.setattr(kind, method, lambda problem, *_, value=value: value)
        problems = list(problems_of(kind))
        for problem in problems if whole else problems[which::4]:
            assert_ends(kind, name, problem)
            assert_ends(kind, name, problem, np.ones(problem.X.shape[1]), tol=0.0)
