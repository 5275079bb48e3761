"""Alternating linearization: the M-step (eqs. 22-23 of 003_d968a502af9b2788.txt)."""

from itertools import islice

import numpy as np

from lab.checking.task import Exercise, Problem, Property, off, player, seeded, show
from solvers import SparsePrecision
from solvers.exchange import alternating_states


def m_step(z: np.ndarray, Sigma: np.ndarray, mu: float) -> np.ndarray:
    """The positive definite M that minimises -log det M + <Sigma, M> + ||M - z||^2 / (2 mu).

    z, Sigma: (m, m), symmetric. mu: positive. Returns M, (m, m), by one eigendecomposition.
    """
    raise NotImplementedError


def _steps(Sigma, rho, mu, count=6):
    """Alternating linearization, which is here the method of Peaceman and Rachford."""
    problem, start = SparsePrecision(np.array(Sigma, dtype=np.float64), rho), np.eye(len(Sigma))
    return lambda ask: islice(alternating_states(problem, start, mu=mu, m_step=ask), count + 1)


@player
def _plain(ask, z):
    ask(np.array(z), np.zeros((2, 2)), 1.0)


def _problems():
    rng = seeded(22)
    A = rng.standard_normal((8, 3))
    yield Problem("an ordinary covariance", _steps(A.T @ A / 8, 0.1, 0.5))
    yield Problem("a large mu", _steps(A.T @ A / 8, 0.1, 50.0))
    yield Problem("an indefinite matrix", _steps([[1.0, 2.0], [2.0, 1.0]], 1.5, 1.0))
    yield Problem("equal eigenvalues", _steps(np.eye(3), 0.2, 1.0))
    yield Problem("small eigenvalues of both signs", _plain([[0.2, 0.5], [0.5, 0.2]]))
    yield Problem("one feature", _steps([[2.0]], 0.5, 0.3))


def _symmetric(call, M):
    gap = np.abs(M - M.T).max()
    return f"M and its transpose differ by {show(gap)}" if off(gap, M) else ""


def _definite(call, M):
    least = np.linalg.eigvalsh(0.5 * (M + M.T)).min()
    return f"the least eigenvalue is {show(least)}" if least <= 0.0 else ""


def _commutes(call, M):
    z, Sigma, mu = call.args
    T = z - mu * Sigma
    gap = np.abs(M @ T - T @ M).max()
    wrong = off(gap, np.abs(M).max() * np.abs(T).max())
    return f"M (z - mu Sigma) and (z - mu Sigma) M differ by {show(gap)}" if wrong else ""


def _exact(call, M):
    z, Sigma, mu = call.args
    try:
        inverse = np.linalg.inv(M)
    except np.linalg.LinAlgError:
        return "M has no inverse"
    left = M - z + mu * (Sigma - inverse)
    if not off(left, [*M.ravel(), *z.ravel(), *(mu * inverse).ravel()]):
        return ""
    return f"the gradient, times mu, is {show(np.abs(left).max())} in its largest entry"


EXERCISE = Exercise(
    title="Alternating linearization: the M-step",
    formula=r"M=\arg\min_{M\succ0}\ -\log\det M+\langle\Sigma,M\rangle+\tfrac1{2\mu}\|M-z\|_F^2",
    level=2,
    minutes=20,
    statement="The eigenvectors are known before M is; each eigenvalue solves a quadratic.",
    starter=m_step,
    example=(np.diag([1.5, 0.0]), np.zeros((2, 2)), 1.0),
    answer=np.diag([2.0, 1.0]),
    problems=_problems,
    properties=(
        Property("symmetric", _symmetric, "A metric is a symmetric matrix."),
        Property("positive definite", _definite, "log det keeps all eigenvalues above 0."),
        Property("eigenvectors kept", _commutes, "M has the eigenvectors of z - mu Sigma."),
        Property("exact minimiser", _exact, "M - mu M^-1 = z - mu Sigma.", 2.0),
    ),
    idle=4.0,
    shape=lambda z, Sigma, mu: z.shape,
)  # fmt: skip
