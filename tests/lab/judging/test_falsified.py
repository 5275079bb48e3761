"""Answers that were falsified on purpose are found out, each with the right word; so are runs that
crash, hang or raise. The right answer is called proved, so that each falsehood alone makes the
difference."""

from dataclasses import replace

import numpy as np
import pytest

from lab.judging.evidence import exhibit
from lab.judging.judge import judged, our_answer
from lab.judging.verdict import CLAIMS_MORE, GAVE_UP, NONE, OPEN, PROVED, WITHIN, WRONG
from lab.peers.parts import Answer
from lab.peers.process import Outcome
from lab.peers.registry import Peer
from solvers import (
    KernelSVM,
    Lasso,
    Program,
    SparsePrecision,
    solve_coordinate_descent,
    solve_mehrotra,
    solve_simplex,
    solve_smo,
)

TOL = 1e-6
PEER = Peer("liar", Program, lambda problem, tol=None: None, tolerance=TOL)


def linear():
    """Optimum -2.8 at (1.6, 1.2), multipliers (0.4, 0.2)."""
    return Program([-1.0, -1.0], [[1.0, 2.0], [3.0, 1.0]], [4.0, 6.0], lower=0.0)


def no_point():
    return Program([1.0, 1.0], [[1.0, 1.0], [-1.0, -1.0]], [-1.0, -1.0])


def no_end():
    return Program([-1.0, 0.0], [[-1.0, 1.0]], [1.0], lower=0.0)


def sound(problem, solve):
    """What is proved by one of ours."""
    return ("ours", TOL), Outcome(our_answer(solve(problem, tol=1e-10)), 0.0)


def word(problem, answer, *others, peer=PEER):
    """The verdict on an answer among others."""
    found = judged(problem, TOL, [*others, ((peer, None), Outcome(answer, 0.0))])
    (row,) = found.of(peer.name)
    return row.word, row.sentence


RIGHT = Answer("solved", "optimal", [1.6, 1.2], {"y": [0.4, 0.2]}, value=-2.8)


def test_right_answer_is_proved_alone_and_together_with_ours():
    assert word(linear(), RIGHT)[0] == PROVED
    assert word(linear(), RIGHT, sound(linear(), solve_simplex))[0] == PROVED


FALSE = {
    "x moved inside": (replace(RIGHT, x=[1.5, 1.1], value=-2.6), WRONG),
    "x moved outside": (replace(RIGHT, x=[2.6, 1.2], value=-3.8), WRONG),
    "x moved a little": (replace(RIGHT, x=[1.6 - 1e-4, 1.2], value=-2.7999), CLAIMS_MORE),
    "x moved far out": (replace(RIGHT, x=[1e7, 1e7], value=-2e7), WRONG),
    "x is no number": (replace(RIGHT, x=[np.nan, 1.2]), WRONG),
    "x has another length": (replace(RIGHT, x=[1.6, 1.2, 0.0]), WRONG),
    "no x": (replace(RIGHT, x=None), WRONG),
    "duals swapped": (replace(RIGHT, dual={"y": [0.2, 0.4]}), CLAIMS_MORE),
    "duals of the other sign": (replace(RIGHT, dual={"y": [-0.4, -0.2]}), CLAIMS_MORE),
    "value changed": (replace(RIGHT, value=-2.9), CLAIMS_MORE),
    "called infeasible": (Answer("infeasible", "infeasible", ray=[1.0, 1.0]), WRONG),
    "called unbounded": (Answer("unbounded", "unbounded", ray=[1.0, 0.0]), WRONG),
    "called dual infeasible": (Answer("dual inf.", "dual infeasible", ray=[1.0, 1.0]), WRONG),
    "called one of both": (Answer("inforunbd", "no optimum"), WRONG),
}


@pytest.mark.parametrize("name", FALSE)
def test_falsified_answer_to_a_linear_program_is_found_out(name):
    answer, expected = FALSE[name]
    found, sentence = word(linear(), answer, sound(linear(), solve_simplex))
    assert found == expected, sentence
    assert sentence.endswith(".") and "nan" not in sentence


@pytest.mark.parametrize("size", [0.0, 1e3, 1e10])
@pytest.mark.parametrize("first", [0.0, 5.0])
def test_large_variable_without_cost_or_row_hides_no_error_of_another(first, size):
    problem = Program([1.0, 0.0], [[-1.0, 0.0]], [-1.0])
    answer = Answer("optimal", "optimal", [first, size])
    assert word(problem, answer, sound(problem, solve_simplex))[0] == WRONG


@pytest.mark.parametrize("problem", [no_point(), no_end()], ids=["no point", "no end"])
def test_optimum_of_a_program_without_one_is_wrong(problem):
    answer = Answer("optimal", "optimal", [0.0, 0.0], {"y": np.zeros(problem.b.size)}, value=0.0)
    assert word(problem, answer, sound(problem, solve_simplex))[0] == WRONG


def test_claims_of_no_answer_are_proved_by_rays_and_only_by_these():
    infeasible = Answer("infeasible", "infeasible", ray=[1.0, 1.0])
    assert word(no_point(), infeasible)[0] == PROVED
    assert word(no_point(), replace(infeasible, ray=None))[0] == OPEN
    assert word(no_point(), replace(infeasible, ray=[1.0, 0.5]))[0] == OPEN
    falls = Answer("unbounded", "dual infeasible", ray=[1.0, 0.0])
    assert word(no_end(), falls)[0] == PROVED
    assert word(no_end(), replace(falls, ray=[0.0, 1.0]))[0] == OPEN
    # That a program falls for ever needs a point to begin at as well.
    assert word(no_end(), replace(falls, claim="unbounded"))[0] == OPEN
    assert word(no_end(), replace(falls, claim="unbounded", x=[0.0, 0.0]))[0] == PROVED
    swapped = word(no_end(), infeasible, sound(no_end(), solve_simplex))
    assert swapped[0] == WRONG


def test_another_s_ray_proves_a_claim_that_came_without_one():
    found = word(no_point(), Answer("inf", "infeasible"), sound(no_point(), solve_simplex))
    assert found == (PROVED, "No point is feasible, by the ray of our ours.")


def test_tolerance_is_taken_at_its_word_but_no_further():
    rough = replace(PEER, tolerance=1e-3)
    near = replace(RIGHT, x=[1.6 - 1e-3, 1.2], value=-2.799)
    others = sound(linear(), solve_simplex)
    assert word(linear(), near, others, peer=rough)[0] == WITHIN
    assert word(linear(), near, others)[0] == CLAIMS_MORE
    far = replace(RIGHT, x=[1.3, 1.2], value=-2.5)
    assert word(linear(), far, others, peer=rough)[0] in (CLAIMS_MORE, WRONG)


def test_solver_that_gives_up_says_so_whatever_it_has():
    for claim in ("gave up", "inaccurate"):
        answer = replace(RIGHT, claim=claim, x=[1.0, 1.0], value=-2.0)
        assert word(linear(), answer, sound(linear(), solve_simplex))[0] == GAVE_UP
    assert word(linear(), replace(RIGHT, claim="inaccurate"))[0] == PROVED


def test_without_a_proof_no_answer_is_called_wrong():
    problem = Program([1.0, 0.0], [[-1.0, -1.0], [-1.0, 1.0]], [-1.0, 0.0])
    answer = Answer("optimal", "optimal", [0.5, 0.5], {}, value=0.5)
    assert word(problem, replace(answer, x=[7.0, 0.0], value=7.0))[0] in (OPEN, PROVED)


@pytest.mark.parametrize(
    "ended, expected",
    [
        (Outcome(None, kind="crashed", why="its process ended by signal 11"), NONE),
        (Outcome(None, kind="late", why="no answer within 20 s"), NONE),
        (Outcome(None, kind="error", why="ValueError: no"), GAVE_UP),
    ],
)
def test_run_without_an_answer_is_a_row(ended, expected):
    found = judged(linear(), TOL, [((PEER, None), ended)])
    (row,) = found
    assert (row.word, row.x, row.value) == (expected, None, None) and ended.why in row.says
    assert "liar" in str(found) and "liar" in found._repr_html_()


def sparse_problems():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((30, 4))
    t = X[:, 0] - 2.0 * X[:, 1] + 0.1 * rng.standard_normal(30)
    yield Lasso(X, t, 3.0), solve_coordinate_descent, 1.02
    yield KernelSVM(X, np.sign(t)), solve_smo, 1.003


@pytest.mark.parametrize("problem, solve, little", [*sparse_problems()], ids=["lasso", "machine"])
def test_falsified_answer_to_another_problem_is_found_out(problem, solve, little):
    others = sound(problem, solve)
    x = others[1].answer.x
    peer = replace(PEER, problem=type(problem))
    answer = Answer("no warning", "optimal", x)
    assert word(problem, answer, others, peer=peer)[0] == PROVED
    assert word(problem, replace(answer, x=x * 1.5), others, peer=peer)[0] == WRONG
    assert word(problem, replace(answer, x=np.zeros_like(x)), others, peer=peer)[0] == WRONG
    small = x.copy()
    small[np.argmax(np.abs(x))] *= little
    assert word(problem, replace(answer, x=small), others, peer=peer)[0] == CLAIMS_MORE
    assert word(problem, replace(answer, x=x[:-1]), others, peer=peer)[0] == WRONG


def test_covariance_that_is_no_inverse_is_found_out():
    problem = SparsePrecision(np.array([[2.0, 0.5], [0.5, 1.0]]), 0.1)
    Z = np.array([[2.1, 0.4], [0.4, 1.1]])
    answer = Answer("dual gap 0", "optimal", np.linalg.inv(Z), {"Z": Z})
    peer = replace(PEER, problem=SparsePrecision)
    assert word(problem, answer, peer=peer)[0] == PROVED
    wrong = replace(answer, x=-np.linalg.inv(Z))
    assert word(problem, wrong, ("ours", TOL) and (("ours", TOL), Outcome(answer, 0.0)), peer=peer)[
        0] == WRONG  # fmt: skip


def test_own_certificate_charges_a_residual_where_variables_are_free():
    """Multipliers off by rounding prove an optimum within a box around x; swapped ones do not."""
    free = Program([1.0, 0.0], [[-1.0, -1.0], [-1.0, 1.0]], [-1.0, 0.0])
    near = exhibit(free, "a", Answer("", "optimal", [0.5, 0.5], {"y": [0.5 + 1e-9, 0.5]}))
    far = exhibit(free, "a", Answer("", "optimal", [0.5, 0.5], {"y": [0.9, 0.1]}))
    assert near.own.objective - near.own.bound < 1e-6
    assert near.own.bound <= 0.5 + 1e-6 and not far.own.objective - far.own.bound < -1e-6


def test_our_own_answers_are_judged_as_those_of_others():
    problem = linear()
    result = solve_mehrotra(problem, tol=1e-9)
    answer = our_answer(result)
    assert (answer.says, answer.claim) == ("converged", "optimal")
    assert our_answer(solve_mehrotra(problem, tol=1e-12, max_iter=1)).claim == "gave up"
    assert our_answer(solve_simplex(no_point())).ray is not None
