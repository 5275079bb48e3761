"""Simplex: which row stops the step (Dantzig 1963), and the lowest of several (Bland 1977)."""

from __future__ import annotations

import numpy as np

from lab.checking.task import TOL, Exercise, Problem, Property, seeded, show


def ratio_test(A: np.ndarray, b: np.ndarray, x: np.ndarray, d: np.ndarray) -> int:
    """The row of A x <= b that is met first on the way x + s d, s >= 0.

    A: (m, n). b: (m,). x: (n,), feasible: A x <= b. d: (n,), where to. Returns the number of the
    row (an integer, the lowest of several that are met at once), or -1 where no row ever is.
    """
    raise NotImplementedError


def _moves(*moves):
    def play(ask):
        for A, b, x, d in moves:
            ask(*(np.array(v, dtype=np.float64) for v in (A, b, x, d)))

    return play


def _drawn(seed):
    rng = seeded(seed)
    for _ in range(12):
        A, x = rng.standard_normal((6, 3)), rng.standard_normal(3)
        yield A, A @ x + rng.uniform(0.1, 2.0, 6), x, rng.standard_normal(3)


_BOX = np.vstack([np.eye(2), -np.eye(2)])


def _problems():
    yield Problem("ordinary directions", _moves(*_drawn(3)))
    yield Problem(
        "a box", _moves((_BOX, np.ones(4), [0, 0], [2, 1]), (_BOX, np.ones(4), [0, 0], [-1, -3]))
    )
    yield Problem("nothing stops it", _moves(([[1, 0], [0, -1]], [1, 1], [0, 0], [-1, 2]),
                                            ([[1, 1]], [4], [1, 1], [1, -1])))  # fmt: skip
    yield Problem(
        "several at once",
        _moves(
            (_BOX, np.ones(4), [0, 0], [1, 1]),
            (_BOX, np.ones(4), [0, 0], [-1, 1]),
            ([[0, 1], [1, 1], [1, 0]], [9, 2, 1], [0, 1], [1, 0]),
        ),
    )
    at_row = ([[1, 0], [0, 1], [1, 1]], [1, 2, 1], [1, 0], [0, 1])
    yield Problem("already at a row", _moves(at_row, ([[1, 0], [0, 1]], [1, 2], [1, 0], [-1, 1])))
    yield Problem(
        "rows of other lengths",
        _moves(
            ([[1, 0], [10, 0]], [2, 30], [0, 0], [1, 0]), ([[4, 0], [1, 1]], [8, 3], [0, 0], [1, 1])
        ),
    )


def _row(call, k):
    ok = float(k).is_integer() and -1 <= k < call.args[1].size
    return "" if ok else f"the answer is {show(k)}"


def _lengths(call):
    """How far it is to each row, inf for those that are not in the way; rounding counts as 0."""
    A, b, x, d = call.args
    rise, slack = A @ d, np.maximum(b - A @ x, 0.0)
    lengths = np.where(slack > TOL * (np.abs(b) + np.abs(A) @ np.abs(x)), slack, 0.0)
    with np.errstate(all="ignore"):
        return np.where(rise > TOL * (np.abs(A) @ np.abs(d)), lengths / rise, np.inf)


def _blocks(call, k):
    if not -1 < k < call.args[1].size or np.isfinite(_lengths(call)[int(k)]):
        return ""
    return f"along d the left side of row {int(k)} does not grow"


def _first(call, k):
    lengths = _lengths(call)
    own = lengths[int(k)] if -1 < k < lengths.size else np.inf
    i = int(np.argmin(lengths))
    if lengths[i] >= own * (1.0 - TOL):
        return ""
    return f"at length {show(min(own, 2.0 * lengths[i] + 1.0))} row {i} is broken"


def _lowest(call, k):
    lengths = _lengths(call)
    tied = np.flatnonzero(lengths <= lengths.min() * (1.0 + TOL))
    return "" if k == tied[0] else f"{len(tied)} rows are met at once, and another is lower"


def _is_tied(call):
    lengths = _lengths(call)
    return bool(np.isfinite(lengths.min()) and np.sum(lengths <= lengths.min() * (1.0 + TOL)) > 1)


EXERCISE = Exercise(
    title="The ratio test of simplex",
    formula=r"\arg\min_i\Bigl\{\frac{b_i-a_i^\top x}{a_i^\top d}:\ a_i^\top d>0\Bigr\}",
    level=2,
    minutes=15,
    statement="A step is feasible up to the first row that it meets. Of several the lowest is "
    "taken, so that simplex cannot go round in circles.",
    starter=ratio_test,
    example=(np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.0]]), np.array([2.0, 3.0, 0.0]),
             np.array([0.0, 0.0]), np.array([1.0, 1.0])),
    answer=1,
    problems=_problems,
    properties=(
        Property("a row or -1", _row, "The answer is the number of a row, or -1."),
        Property("in the way", _blocks, "Only a row whose left side grows along d is met."),
        Property("first", _first, "No row is broken before the one that is met.", 2.0),
        Property("lowest of ties", _lowest, "Of rows that are met at once the lowest counts.",
                 where=_is_tied),
    ),
    idle=4.0,
)  # fmt: skip
