"""A proof that there is no metric, in digits that prove it as they are written."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from lab.drawing.text import number, read

#: Decimals beyond which no more is written.
_MOST = 12


def witness(problem, direction):
    """Words for an M without a negative eigenvalue as written, and for Sigma and rho, with which
    <Sigma, M> + rho ||M||_1 <= 0 as written and for the problem itself.

    Decimals are added until the exact sums of what is written prove it; where the direction is
    singular, a little of the identity keeps rounding from making it indefinite.
    """
    D = direction / np.abs(direction).max()
    for decimals in range(2, _MOST + 1):
        Sigma, rho = matrix(problem.Sigma, decimals), number(problem.rho, decimals)
        for M in (matrix(D, decimals), matrix(D + _slack(problem, D) * np.eye(len(D)), decimals)):
            value = _exact(M, Sigma, rho)
            written = np.array([[read(v) for v in row] for row in M])
            if value <= 0 and _semidefinite(M) and problem.linear(written) <= 0.0:
                return _worded(M, Sigma, rho, f"{number(float(value), decimals)} ≤ 0")
    return _worded(M, Sigma, rho, "0 up to rounding")


def _slack(problem, D):
    """How much of the identity may be added to D: half of what would make its value 0."""
    drift = np.trace(problem.Sigma) + np.trace(problem.weights)
    return 0.01 if drift <= 0.0 else max(-0.5 * problem.linear(D) / drift, 0.0)


def _worded(M, Sigma, rho, claim):
    return (
        f"along M = {_words(M)}, which has no negative eigenvalue, <Σ, M> + ρ‖M‖₁ = {claim} "
        f"with Σ = {_words(Sigma)} and ρ = {rho}"
    )


def matrix(A, decimals):
    """The entries of A as written with that many decimals: rows of texts, the same both ways."""
    return [[number(v, decimals) for v in row] for row in 0.5 * (A + A.T)]


def _words(rows):
    return f"[{'; '.join(', '.join(row) for row in rows)}]"


def _fraction(text):
    return Fraction(text.replace("−", "-"))


def _exact(M, Sigma, rho):
    """<Sigma, M> + rho ||M||_1 of what is written."""
    entries = [(_fraction(a), _fraction(b)) for m, s in zip(M, Sigma, strict=True)
               for a, b in zip(m, s, strict=True)]  # fmt: skip
    return sum(a * b + _fraction(rho) * abs(a) for a, b in entries)


def _semidefinite(M):
    """Whether what is written has no negative eigenvalue: the pivots of an exact elimination."""
    A = [[_fraction(v) for v in row] for row in M]
    for k, row in enumerate(A):
        if row[k] < 0 or (row[k] == 0 and any(row[k:])):
            return False
        for i in range(k + 1, len(A) if row[k] else 0):
            share = A[i][k] / row[k]
            A[i] = [a - share * b for a, b in zip(A[i], row, strict=True)]
    return True
