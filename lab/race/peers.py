"""Foreign packages on our problems, timed in this process and judged by our certificates; how each
is called is in `lab.peers`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from lab.peers import peers_of
from lab.peers.parts import certified
from solvers import Certificate, GroupLasso, KernelSVM, Lasso, SparseLogistic, TripletMetric


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """What a peer reached: its name, its seconds, its point x, and our certificate of it."""

    name: str
    seconds: float
    x: np.ndarray
    certificate: Certificate


#: Problem type -> the peers that a comparison shows next to our solvers.
SHOWN = {
    Lasso: ("scikit-learn", "celer"),
    GroupLasso: ("celer",),
    SparseLogistic: ("liblinear",),
    TripletMetric: ("Clarabel",),
    KernelSVM: ("LIBSVM",),
}


def shown(problem: Any) -> dict[str, Any]:
    """Name -> the function of `lab.peers` that prepares it, of the peers that are shown."""
    found = peers_of(type(problem))
    return {name: found[name].prepare for name in SHOWN.get(type(problem), ())}


def answers(problem: Any, repeats: int = 3) -> tuple[Reached, ...]:
    """What all peers of the problem that are shown and installed reach, times as medians; warm."""
    found = [answer(name, peer, problem, repeats=repeats) for name, peer in shown(problem).items()]
    return tuple(a for a in found if a is not None)


def answer(
    name: str, peer: Callable, problem: Any, tol: float | None = None, repeats: int = 3
) -> Reached | None:
    """What the peer has `Reached`, certified, or None where its package is missing or knows no such
    problem (it raises NotImplementedError)."""
    try:
        solve = peer(problem, tol)
        found = solve()
    except (ImportError, NotImplementedError):
        return None
    seconds = median(timed(solve) for _ in range(repeats)) if repeats else float("nan")
    return Reached(name, seconds, found.x, certified(problem, found.x, found.dual))


def timed(call: Callable) -> float:
    """Seconds of `call()`, by the wall clock."""
    return with_seconds(call)[1]


def with_seconds(call: Callable) -> tuple[Any, float]:
    """(what `call()` returns, its seconds by the wall clock)."""
    began = perf_counter()
    answer = call()
    return answer, perf_counter() - began
