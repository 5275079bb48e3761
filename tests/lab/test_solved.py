"""What a dashboard solved for its last pictures is found again, where nothing is another."""

import threading

import numpy as np
import pytest

from lab.solved import SolvedBefore, solved
from solvers import KernelSVM, Lasso, Linear, Program


def lasso(lam=0.1, seed=0):
    rng = np.random.default_rng(seed)
    return Lasso(rng.normal(size=(6, 3)), rng.normal(size=6), lam)


@pytest.fixture
def solver():
    """A solver that counts what it is asked."""

    def solve(problem, *, cancelled=None, **options):
        solve.calls.append(options)
        return object()

    solve.calls = []
    return solve


def test_equal_problem_with_equal_options_is_solved_once(solver):
    with SolvedBefore().used():
        first = solved(solver, lasso(), tol=1e-6, x0=np.zeros(3), cancelled=lambda: False)
        again = solved(solver, lasso(), tol=1e-6, x0=np.zeros(3), cancelled=lambda: False)
        assert first is again and solver.calls[1:] == []
        assert solved(solver, [lasso(), lasso(0.2)]) is solved(solver, [lasso(), lasso(0.2)])


@pytest.mark.parametrize(
    "other",
    [
        (lasso(0.2), {"tol": 1e-6}),
        (lasso(seed=1), {"tol": 1e-6}),
        (lasso(), {"tol": 1e-5}),
        (lasso(), {"tol": 1e-6, "x0": np.zeros(3)}),
        (KernelSVM(np.eye(2), np.array([1.0, -1.0]), Linear(), 1.0), {"tol": 1e-6}),
        ([lasso()], {"tol": 1e-6}),
    ],
    ids=["price", "data", "option", "further option", "type", "list"],
)
def test_what_differs_in_anything_is_solved_anew(solver, other):
    problem, options = other
    with SolvedBefore().used():
        first = solved(solver, lasso(), tol=1e-6)
        assert solved(solver, problem, **options) is not first
        assert solved(lambda problem, **_: object(), lasso(), tol=1e-6) is not first


def test_what_cannot_be_compared_is_solved_anew(solver):
    from scipy.sparse import csr_array

    def program():
        return Program(np.ones(2), csr_array(np.eye(2)), np.ones(2))

    with SolvedBefore().used():
        assert solved(solver, program()) is not solved(solver, program())


def test_cancelled_result_is_not_found_again(solver):
    stop = [False]

    def cut(problem, *, cancelled, **options):
        stop[0] = True
        return solver(problem, **options)

    with SolvedBefore().used():
        first = solved(cut, lasso(), cancelled=lambda: stop[0])
        stop[0] = False
        assert solved(cut, lasso(), cancelled=lambda: False) is not first


def test_elsewhere_and_in_other_threads_nothing_is_found(solver):
    found, problem = [], lasso()
    with SolvedBefore().used():
        first = solved(solver, problem)
        thread = threading.Thread(target=lambda: found.append(solved(solver, problem)))
        thread.start()
        thread.join()
    assert found[0] is not first and solved(solver, problem) is not first


def test_only_the_last_results_are_found(solver):
    with SolvedBefore().used():
        first = solved(solver, lasso())
        for k in range(7):
            solved(solver, lasso(1.0 + k))
        assert solved(solver, lasso()) is first
        for k in range(8):
            solved(solver, lasso(10.0 + k))
        assert solved(solver, lasso()) is not first
