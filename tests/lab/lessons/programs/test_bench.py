"""The benches of programs: what they ask of both sides, without timing anything real."""

import numpy as np
import pytest

from lab.benchmarks.contest import meet
from lab.benchmarks.lessons.programs import bench
from lab.peers.parts import certified
from solvers import solve_mehrotra


@pytest.mark.parametrize("entries", [None, 3])
@pytest.mark.parametrize("curved", [False, True])
def test_every_program_has_a_proved_optimum(entries, curved):
    """Also where half as many rows again as there are variables meet in the best corner: weights of
    rows then differ by so much that sums of their squares lose digits."""
    for seed in range(12):
        problem = bench.program(60, 20, entries, curved, seed)
        assert (problem.Q is not None) == curved
        result = solve_mehrotra(problem, tol=1e-8, max_iter=40)
        assert result.status == "converged", seed
        assert problem.certify(result.x, **result.dual).relative_gap <= 1e-8


@pytest.mark.parametrize("peer", [bench.clarabel, bench.linprog])
def test_a_peer_s_answer_is_proved_by_our_certificate(peer):
    problem = bench.program(30, 10)
    found = peer(problem, None)()
    certificate = certified(problem, found.x, found.dual)
    assert np.isfinite(certificate.bound) and certificate.relative_gap <= 1e-6


def test_the_rows_ask_for_equal_gaps():
    cases = [*bench.inner(False), *bench.splitting(False), *bench.corners()]
    assert {case.target for case in cases} == {0.3, 1.0, 0.2, None}
    words, asked, _, proved, *_ = meet(cases[0], runs=1)
    assert words == "linear, 100 x 40: Clarabel" and float(proved) <= float(asked)


def test_a_run_that_takes_too_long_gives_up(monkeypatch):
    monkeypatch.setattr(bench, "_BUDGET", -1.0)
    result = bench.bounded(solve_mehrotra)(bench.program(30, 10), tol=1e-8, record_every=0)
    assert result.status == "cancelled"
