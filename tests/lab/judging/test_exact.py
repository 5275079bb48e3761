"""No verdict "wrong" is false and no wrong answer is called proved: recomputed in fractions."""

from fractions import Fraction

import pytest
from exact_programs import KINDS, Exact, drawn

from lab.judging.judge import judged, our_answer
from lab.judging.verdict import CLAIMS_MORE, OPEN, PROVED, WITHIN, WRONG
from lab.peers.process import Outcome
from lab.peers.registry import peers_of
from lab.peers.worker import outcome
from solvers import SOLVERS, Program, solve_mehrotra, solve_simplex

#: Quick peers, each in this process; CBC and SCIP have files and much start-up.
QUICK = ("Clarabel", "DAQP", "ECOS", "GLPK", "HiGHS simplex", "HiGHS QP", "OSQP", "OR-Tools GLOP",
         "PIQP", "quadprog", "SciPy linprog", "SCS", "ProxQP")  # fmt: skip
TOL = 1e-6
#: How far scales and lengths of certificates may be from those of `error`.
SLACK = 100.0


def answers(problem, names=QUICK, ours=True):
    """((who, asked), outcome) of our simplex or Mehrotra and of quick peers."""
    found = []
    if ours:
        solve = solve_simplex if problem.Q is None else solve_mehrotra
        name = next(n for n, f in SOLVERS[Program].items() if f is solve)
        found.append(((name, TOL), Outcome(our_answer(solve(problem, tol=1e-9)), 0.0)))
    for name, peer in peers_of(Program).items():
        if name in names:
            ended = outcome(peer.prepare, problem, None, False, lambda: None)
            found.append(((peer, None), ended))
    return found


def error(exact, x):
    """How far x is off, as a share: the violation over the length of the worst row and x, the value
    over what the objective's terms may be at points as long as x."""
    x = [Fraction(float(v)) for v in x]
    size = max([abs(v) for v in x] + [Fraction(1)])
    off = max(
        (a[0] * x[0] + a[1] * x[1] - b) / (max(abs(a[0]), abs(a[1])) * size)
        for a, b in exact.rows if any(a)
    )  # fmt: skip
    scale = max(map(abs, exact.c)) * size + max(abs(v) for row in exact.Q for v in row) * size**2
    value = abs(exact.value(x) - exact.optimum)
    return float(max(off, value / scale if scale else 0))


def check(exact, row):
    """Assert that the verdict on one row is neither of the two false ones."""
    claim = row.claim
    where = f"{row.solver}: {row.says}, {row.word}: {row.sentence}"
    no_optimum = not exact.feasible or exact.unbounded
    right = {
        "infeasible": not exact.feasible,
        "unbounded": exact.unbounded,
        "dual infeasible": exact.unbounded,
        "no optimum": no_optimum,
    }
    if claim in right:
        if row.word == PROVED:
            # A falling ray proves a dual infeasible program also where no point is feasible.
            assert right[claim] or (claim == "dual infeasible" and not exact.feasible), where
        if row.word == WRONG:
            assert not right[claim], where
    elif claim == "optimal" and row.word in (PROVED, WITHIN):
        assert not exact.unbounded, where
        if exact.optimum is not None:
            assert error(exact, row.x) <= (SLACK * TOL if row.word == PROVED else 0.5), where
    elif claim == "optimal" and row.word == WRONG:
        assert no_optimum or error(exact, row.x) > 1e-4, where


def run(kind, seeds):
    """How many rows of each verdict there are."""
    counts = {}
    for seed in seeds:
        problem = drawn(kind, seed)
        exact = Exact(problem)
        for row in judged(problem, TOL, answers(problem)):
            check(exact, row)
            counts[row.word] = counts.get(row.word, 0) + 1
    return counts


@pytest.mark.parametrize("kind", KINDS)
def test_no_verdict_on_a_program_is_false(kind):
    counts = run(kind, range(12))
    assert counts[PROVED] > 0.5 * sum(counts.values())


#: All sides of a cone and its optimum are 0, or the optimum is tiny compared with the objective's
#: terms.
WITHOUT_A_SCALE = [("random", 270), ("degenerate", 80), ("degenerate", 126), ("degenerate", 222),
                   ("degenerate", 280), ("rescaled", 95), ("rescaled", 178)]  # fmt: skip


@pytest.mark.parametrize(("kind", "seed"), WITHOUT_A_SCALE)
def test_answer_within_an_absolute_tolerance_is_not_called_wrong(kind, seed):
    problem = drawn(kind, seed)
    exact = Exact(problem)
    near = [row for row in judged(problem, TOL, answers(problem))
            if row.claim == "optimal" and error(exact, row.x) <= 1e-6]  # fmt: skip
    assert near
    assert {row.word for row in near} <= {PROVED, WITHIN, CLAIMS_MORE}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_no_verdict_on_many_programs_is_false(kind):
    counts = run(kind, range(12, 300))
    assert counts.get(OPEN, 0) < 0.05 * sum(counts.values())


@pytest.mark.parametrize("seed", [19, 25, 50, 56])  # most sides meet in one point, but for rounding
def test_point_that_is_hardly_outside_is_not_called_far_outside(seed):
    pytest.importorskip("osqp")
    problem = drawn("degenerate", seed)
    exact = Exact(problem)
    (row,) = judged(problem, TOL, answers(problem, ("OSQP",), ours=False))
    assert row.outside <= 100.0 * max(error(exact, row.x), TOL)
