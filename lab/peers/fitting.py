"""Estimators of scikit-learn's kind: fit, and what a warning means."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from lab.peers.answer import Answer


def writable(X: Any) -> Any:
    """X, where it is sparse as a copy that compiled code may write to."""
    return X if isinstance(X, np.ndarray) else type(X)(X, copy=True)


def heard(call: Callable[[], Any]) -> tuple[Any, str]:
    """(what `call` returns, the first warning that says that it did not converge, or "")."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = call()
    lines = [str(w.message) for w in caught if "Convergence" in w.category.__name__]
    return done, " ".join(lines[0].split())[:120] if lines else ""


def fitted(model: Any, problem: Any) -> Callable[[], Answer]:
    """`solve` of a linear estimator on problem.X and problem.t."""
    X = writable(problem.X)

    def solve():
        _, warning = heard(lambda: model.fit(X, problem.t))
        claim = "gave up" if warning else "optimal"
        return Answer(warning or "no warning", claim, np.ravel(model.coef_))

    return solve


def design(n: int = 40, d: int = 6) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of a small regression, what statements about packages are held against."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d))
    return X, X[:, 0] - 2.0 * X[:, 1] + 0.1 * rng.standard_normal(n)
