"""Every solver ends within its budget, whatever its numbers are."""

import numpy as np
import pytest
from enduring import outcome
from scipy import sparse

from solvers import SOLVERS, GroupLasso, GroupLogistic, InputError, Lasso, SparseLogistic

#: A solver may yield a few states that are no iterations: the start, a change of its method.
MAX_ITER, MORE = 5, 5
HONEST = {"converged", "max_iter", "stalled", "diverged", "small_change", "contradiction"}
RNG = np.random.default_rng(0)
DATA = {
    "unit": np.eye(2),
    "wide": RNG.standard_normal((6, 30)),
    "tall": RNG.standard_normal((40, 7)),
    "narrow": RNG.standard_normal((90, 60)),
}
STARTS = [None, 1.0, 1e100, 1e154, 1e300, -1e-300]
CASES = [(kind, name) for kind in (Lasso, GroupLasso, SparseLogistic, GroupLogistic)
         for name in SOLVERS[kind]]  # fmt: skip
every_solver = pytest.mark.parametrize(
    ("kind", "name"), CASES, ids=lambda v: getattr(v, "__name__", v)
)
every_form = pytest.mark.parametrize("form", ["dense", "sparse"])


@pytest.mark.servers
def test_numbers_that_are_none_and_starts_that_overflow_end_every_solver():
    assert outcome() == []


def problem_of(kind, X, form, lam=0.1):
    t = np.where(np.arange(len(X)) % 3 > 0, 1.0, -1.0)
    if form == "sparse":
        if kind in (GroupLasso, GroupLogistic):
            pytest.skip("Groups have dense columns.")
        X = sparse.csc_array(X)
    more = (np.arange(X.shape[1]) // 2,) if kind in (GroupLasso, GroupLogistic) else ()
    return kind(X, t, lam, *more)


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
        assert result.status in HONEST and result.trace.iteration[-1] <= MAX_ITER
        assert (result.status == "converged") == result.certificate.holds(tol)


@every_form
@every_solver
@pytest.mark.parametrize("shape", DATA)
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_starts_that_overflow(kind, name, shape, form):
    problem = problem_of(kind, DATA[shape], form)
    for size in STARTS:
        x0 = None if size is None else np.full(problem.X.shape[1], size)
        assert_ends(kind, name, problem, x0)


@every_form
@every_solver
@pytest.mark.parametrize("method", ["bound", "penalty"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -1.0])
@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
def test_gaps_that_are_no_numbers_or_never_fall(kind, name, form, method, value, monkeypatch):
    monkeypatch.setattr(kind, method, lambda problem, *_: value)
    for X in DATA.values():
        problem = problem_of(kind, X, form)
        assert_ends(kind, name, problem)
        assert_ends(kind, name, problem, np.ones(problem.X.shape[1]), tol=0.0)
