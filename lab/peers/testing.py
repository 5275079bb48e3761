"""A public check of a peer, like those of problems and solvers in `solvers.testing`.

    check_peer("my solver", Program)

returns nothing, or raises an AssertionError with one sentence that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from lab.peers.forms import COUPLED, no_end, no_point, small_program
from lab.peers.parts import Answer, certified, design
from lab.peers.registry import peers_of
from solvers import (
    ODM,
    SOLVERS,
    GroupLasso,
    InputError,
    KernelSVM,
    Lasso,
    Program,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
    sample_triplets,
)

#: What is asked of a peer, and how far from a proof its point may then be, as a share: tolerances
#: mean something else to each package. Multipliers of a linear program may be off by more.
_ASKED, _OFF = 1e-8, 1e-4


def check_peer(name: str, problem: type, problems: Iterable[Any] = ()) -> None:
    """Raise an AssertionError where the peer `name` of the class `problem` breaks its promises.

    problems: instances to try, for a class of one's own; else some are made. What is found: an
    answer that is no `Answer`, a point of another shape or far from optimal (a scale or a sign that
    is wrong), multipliers of the other sign or order, statuses of infeasible and unbounded programs
    that mean something else, another answer to the same problem, an argument that is changed.
    Raises InputError where there is no such peer or nothing to try, ImportError where its package
    is missing.
    """
    found = peers_of(problem)
    if name not in found:
        known = ", ".join(found) or "none"
        raise InputError(f"name must be one of {known}, got {name!r:.60}; register it by @peer.")
    peer, tried = found[name], 0
    for one in [*problems] or _PROBLEMS.get(problem, list)():
        try:
            _check_optimum(peer, one)
            tried += 1
        except NotImplementedError:
            continue
    if not tried:
        raise InputError(f"problems must hold some that {name!r} takes, got none.")
    if problem is Program:
        _check_claims(peer)


def _require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def _answer(peer, problem):
    before = _arrays(problem)
    tol = _ASKED if peer.takes_tol else None
    answer = peer.prepare(problem, tol)()
    got = type(answer).__name__
    _require(isinstance(answer, Answer), f"{peer.name} must return an Answer, got {got}.")
    same = all(np.array_equal(a, b) for a, b in zip(before, _arrays(problem), strict=True))
    _require(same, f"{peer.name} must leave the problem as it is, and changes an array of it.")
    return answer


def _arrays(problem):
    names = getattr(problem, "__slots__", ()) or vars(problem)
    found = [getattr(problem, name, None) for name in names]
    return [np.array(v) for v in found if isinstance(v, np.ndarray)]


def _check_optimum(peer, problem):
    answer = _answer(peer, problem)
    _require(answer.claim == "optimal", f"{peer.name} must claim an optimum of a problem that has "
             f"one, got {answer.claim!r} ({answer.says}).")  # fmt: skip
    _require(answer.x is not None, f"{peer.name} must return x where it claims an optimum.")
    try:
        proof = problem.certify(answer.x, **answer.dual)
    except (InputError, TypeError) as error:
        raise AssertionError(f"{peer.name} returns what does not fit: {error}") from None
    best = _best(problem)
    off = max(proof.infeasibility, abs(proof.objective - best) / (proof.scale or 1.0))
    _require(off <= _OFF, f"{peer.name} must be near the optimum at tol {_ASKED:g}, and is off by "
             f"{off:.1e} of the scale: a scale, sign or order is not the problem's.")  # fmt: skip
    if answer.dual:
        own = certified(problem, answer.x, answer.dual)
        gap = (best - own.bound) / (own.scale or 1.0)
        _require(gap <= _OFF, f"{peer.name} returns multipliers that leave a gap of {gap:.1e}: a "
                 "sign or an order is not the problem's.")  # fmt: skip
    if answer.value is not None:
        said = abs(answer.value - proof.objective) / (proof.scale or 1.0)
        _require(said <= _OFF, f"{peer.name} says the value {answer.value:.10g}, and its x has "
                 f"{proof.objective:.10g}.")  # fmt: skip
    again = peer.prepare(problem, _ASKED if peer.takes_tol else None)()
    _require(np.allclose(again.x, answer.x, atol=1e-6), f"{peer.name} must answer the same again.")


def _best(problem):
    """The optimum, by the first of ours that proves it."""
    for solve in SOLVERS[type(problem)].values():
        try:
            result = solve(problem, tol=1e-9, record_every=0)
        except InputError:
            continue
        if result.status == "converged":
            return result.certificate.objective
    raise InputError(f"problems must be such that one of ours solves them, got {problem!r:.60}.")


def _check_claims(peer):
    """What it says of programs without an optimum, where it takes them."""
    p = no_point()
    fine = {"infeasible", "no optimum", "inaccurate", "gave up"}
    for problem in (p, Program(p.c, p.A, p.b, Q=np.eye(2))):
        _check_claim(peer, problem, fine, Program.certify_infeasible, "infeasible")
    fine = {"unbounded", "dual infeasible", "no optimum", "inaccurate", "gave up"}
    valley = Program(np.array([-1.0, 0.0]), [[-1.0, 1.0]], [1.0], Q=np.diag([0.0, 1.0]), lower=0.0)
    for problem in (no_end(), valley):
        _check_claim(peer, problem, fine, Program.certify_unbounded, "unbounded")


def _check_claim(peer, problem, fine, proves, kind):
    """Wrong claims are for `lab.judge`; a ray that is returned must be of the right shape."""
    try:
        answer = _answer(peer, problem)
    except NotImplementedError:
        return
    if answer.claim in fine and answer.ray is not None:
        try:
            proves(problem, answer.ray)
        except InputError as error:
            raise AssertionError(
                f"{peer.name} returns a ray of an {kind} program that does not fit: {error}"
            ) from None


def _programs():
    """Linear and quadratic, with each kind of row and bound, and rows in an order that tells."""
    yield small_program()
    yield small_program(Q=COUPLED)
    more = {"A_eq": [[1.0, 1.0, 1.0]], "b_eq": [3.0], "lower": [0.0, -1.0, 0.0],
            "upper": [2.0, np.inf, 2.5]}  # fmt: skip
    rows = [[1.0, 2.0, 0.0], [-1.0, 1.0, 3.0]]
    yield Program(np.array([-1.0, 2.0, -3.0]), rows, [4.0, 5.0], **more)
    Q = np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.2], [0.0, 0.2, 3.0]])
    yield Program(np.array([-1.0, 2.0, -3.0]), rows, [4.0, 5.0], Q=Q, **more)


def _lasso(kind, *more):
    X, t = design()
    return kind(X, t, 4.0, *more)


def _machine(kind, *more):
    X, t = design()
    return [kind(X, np.sign(t), *more)]


def _metrics():
    X, t = design()
    return [TripletMetric.from_triplets(X, sample_triplets(np.sign(t), 60), C=0.1)]


_PROBLEMS = {
    Program: _programs,
    Lasso: lambda: [_lasso(Lasso)],
    GroupLasso: lambda: [_lasso(GroupLasso, np.array([0, 1, 2] * 2))],
    SparseLogistic: lambda: _machine(SparseLogistic, 2.0),
    KernelSVM: lambda: _machine(KernelSVM),
    SparsePrecision: lambda: [SparsePrecision(np.cov(design()[0].T), 0.1)],
    TripletMetric: _metrics,
    ODM: lambda: _machine(ODM, 10.0, 0.5, 0.2),
}
