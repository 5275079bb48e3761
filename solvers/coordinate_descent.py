"""Coordinate descent: minimise over one weight at a time, exactly (eq. 20 of
002_8a6384496e3a9cf3.txt)."""

from __future__ import annotations

import numpy as np

from solvers.checks import integer, nonnegative, of_type, one_of
from solvers.compiled import njit
from solvers.drive import drive, start
from solvers.problems.sparse_linear import Lasso, first_dual
from solvers.prox import shrink
from solvers.registry import solver

#: The working set holds this many columns at least; a problem with at most twice as many is swept
#: whole.
_SMALLEST_SET = 100
#: Sweeps over one working set end when the largest h delta^2 has fallen by this factor.
_FALL = 1e-4
#: Multiplications that a kernel may do before `cancelled` is asked again: some tens of
#: milliseconds.
_PATIENCE = 3e7
#: Up to so many columns, X'X is cheap enough to sweep with in place of X.
_LARGEST_GRAM = 50
#: Each order as a number, for kernels.
_RULES = {"cyclic": 0, "random": 1, "greedy": 2}
_STALLED = {
    "stop": "stalled",
    "note": "No coordinate moves any more in floating-point arithmetic: this is the last word.",
}


@njit(cache=True, nogil=True)
def shuffle(order, state):
    """Permute `order` in place; `state` (1,), in [0, 2^31), is the seed of the next call.

    A congruential generator (L'Ecuyer, 1999, doi:10.1090/S0025-5718-99-00996-5, table 4) that never
    overflows, so that plain Python draws the same permutations; its high bits choose the entry.
    """
    for i in range(order.size - 1, 0, -1):
        state[0] = (state[0] * 37769685 + 1) & 2147483647
        j = (state[0] * (i + 1)) >> 31
        order[i], order[j] = order[j], order[i]


@njit(cache=True, nogil=True)
def _curvatures(XT, columns, h):
    """h_d = ||x_d||^2 for the given columns."""
    for d in columns:
        h[d] = XT[d] @ XT[d]


# The kernels keep, in `v`, either r = t - X w, with rows M[d] = x_d, or (`gram`) the correlations
# X'r, with M = X'X. Either way, moving w[d] by s takes s M[d] from v.


@njit(cache=True, nogil=True)
def _minimise(M, h, lam, gram, d, w, v):
    """Minimise over w[d], and keep v. Return x_d'r as found, and the shift."""
    row, old = M[d], w[d]
    correlation = v[d] if gram else row @ v
    w[d] = shrink(correlation + h[d] * old, lam) / h[d] if h[d] > 0.0 else 0.0
    shift = w[d] - old
    if shift != 0.0:
        for n in range(v.size):
            v[n] -= shift * row[n]
    return correlation, shift


@njit(cache=True, nogil=True)
def _steepest(M, h, lam, gram, w, v):
    """The coordinate whose exact minimisation lowers the objective most; -1 if none does.

    With s = x'r + h (old - new), which is lam sign(new) where new is not 0, the decrease is
    1/2 h (old - new)^2 + lam |old| - s old. Taking s for what it is exactly keeps the rounding of
    one coordinate from outweighing the true decrease of another.
    """
    best, most = -1, 0.0
    for d in range(w.size):
        old, new, s = w[d], 0.0, 0.0
        if h[d] > 0.0:
            s = (v[d] if gram else M[d] @ v) + h[d] * old
            new = shrink(s, lam) / h[d]
        if new != 0.0:
            s = np.copysign(lam, new)
        decrease = 0.5 * h[d] * (old - new) ** 2 + max(lam * abs(old) - s * old, 0.0)
        if decrease > most:
            best, most = d, decrease
    return best


@njit(cache=True, nogil=True)
def _sweep(M, h, lam, gram, columns, greedy, w, v):
    """One pass over `columns`, or as many steepest moves; return how many moved and the largest
    h delta^2."""
    changed, largest = 0, 0.0
    for d in columns:
        best = _steepest(M, h, lam, gram, w, v) if greedy else d
        if best < 0:
            break
        _, shift = _minimise(M, h, lam, gram, best, w, v)
        if shift != 0.0:
            changed += 1
            largest = max(largest, h[best] * shift * shift)
    return changed, largest


@njit(cache=True, nogil=True)
def _sweeps(M, h, lam, gram, columns, rule, random, w, v, count, enough):
    """Up to `count` passes, ended by one whose largest h delta^2 is at most `enough`.

    rule: 0 in the order of `columns`, 1 shuffled before each pass, 2 greedy. Return the passes
    made, and what `_sweep` says of the last.
    """
    made, changed, largest = 0, 0, np.inf
    while made < count and largest > enough:
        if rule == 1:
            shuffle(columns, random)
        changed, largest = _sweep(M, h, lam, gram, columns, rule == 2, w, v)
        made += 1
    return made, changed, largest


def _working_set(correlation, w, active_set):
    """The support and the columns of largest |x'r|, twice as many as the support has; all columns
    if that is most of them."""
    size = max(_SMALLEST_SET, 2 * np.count_nonzero(w))
    if not active_set or 2 * size >= w.size:
        return np.arange(w.size)
    merit = np.where(w != 0.0, np.inf, np.abs(correlation))
    return np.sort(np.argpartition(merit, -size)[-size:])


def _look(problem, w, h, active_set):
    """Residual and correlations at `w` from scratch, the working set (its curvatures go to `h`),
    and the gap."""
    r = problem.residual(problem.fit(w))
    c = problem.X.T @ r
    columns = _working_set(c, w, active_set)
    _curvatures(problem.X.T, columns, h)
    return r, c, columns, 0.5 * (r @ r) + problem.penalty(w) - problem.bound(r, c)


def _gram(X):
    """X'X as kernels like it: read-only, as X' is, so that they compile once."""
    product = X.T @ X
    product.flags.writeable = False
    return product


def _sweep_states(problem, w, theta, random, *, rule, active_set, tol, max_iter, each):
    """Rounds: look at everything, choose a working set, sweep it until it is nearly solved.

    A state per sweep if `each`; else only where the gap seems closed, nothing moves, or the kernels
    have worked for a while.
    """
    yield {"x": w, "dual": {"theta": theta}, "w": w, "changed": 0, "visited": 0}
    N, D = problem.X.shape
    h, gram = np.zeros(D), not each and min(N, _LARGEST_GRAM) >= D
    M = _gram(problem.X) if gram else problem.X.T
    r, c, columns, gap = _look(problem, w, h, active_set)
    sweeps, work, unseen, enough = 0, 0, 0, None
    while True:
        first, size = enough is None, columns.size
        cost = 1 + M.shape[1] * size * (size if rule == _RULES["greedy"] else 1)
        count = 1 if first or each else min(1 + int(_PATIENCE // cost), max_iter - sweeps)
        made, changed, largest = _sweeps(
            M, h, problem.lam, gram, columns, rule, random, w, c if gram else r, count,
            -1.0 if first else enough,
        )  # fmt: skip
        sweeps, work, unseen = sweeps + made, work + made * size, unseen + made * cost
        enough = _FALL * largest if first else enough
        over, stalled = largest <= enough, first and changed == 0
        if over:
            r, c, columns, gap = _look(problem, w, h, active_set)
            enough = None
        done = over and gap <= tol * problem.scale
        if each or done or stalled or unseen >= _PATIENCE or sweeps >= max_iter:
            state = {"x": w, "dual": {"theta": r}, "iteration": sweeps, "work": work}
            state |= {"check": done, "w": w, "changed": changed, "visited": size}
            yield state | _STALLED if stalled else state
            unseen = 0


def _update_states(problem, w, theta, random, *, rule):
    """A state per coordinate visited, with what a picture of its one-dimensional problem needs."""
    M, h, order, still = problem.X.T, np.zeros(w.size), np.arange(w.size), 0
    _curvatures(M, order, h)
    yield _update_state(w, theta, -1, 0.0, 0.0, 0.0, False)
    while still < 2 * w.size:
        r = problem.residual(problem.fit(w))
        if rule == _RULES["random"]:
            shuffle(order, random)
        for d in order:
            if rule == _RULES["greedy"]:
                d = max(_steepest(M, h, problem.lam, False, w, r), 0)
            old = w[d]
            correlation, shift = _minimise(M, h, problem.lam, False, d, w, r)
            inside = abs(correlation + h[d] * old) <= problem.lam
            still = still + 1 if shift == 0.0 else 0
            state = _update_state(w, r, d, old, correlation, h[d], inside)
            yield state if still < 2 * w.size else state | _STALLED


def _update_state(w, theta, d, old, correlation, curvature, thresholded):
    return {
        "x": w,
        "dual": {"theta": theta},
        "w": w,
        "coordinate": d,
        "old": old,
        "new": w[d] if d >= 0 else 0.0,
        "correlation": correlation,
        "curvature": curvature,
        "thresholded": thresholded,
    }


@solver("cd", Lasso)
def solve_coordinate_descent(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    order="random",
    steps="sweeps",
    active_set=True,
):
    """Minimise over one weight at a time, exactly, keeping the residual up to date.

    Source: 002_8a6384496e3a9cf3.txt, eq. (20), for `Lasso`. `x0`: array (D,) or an earlier Result.

    order: "random" (a new permutation for each sweep), "cyclic", or "greedy" (the coordinate whose
    move lowers the objective most; choosing costs a look at all of them, which `work` leaves out).
    steps: "sweeps" - a row is a pass over the working set - or "updates" - a row is one coordinate.
    active_set: sweep the support and the most correlated columns until nearly solved, then look at
    all columns again; with at most 200 columns, and with steps="updates" or order="greedy", all are
    swept.

    iteration counts sweeps or updates, work counts coordinates visited. Snapshots: `w` (T, D), and
    for sweeps `visited`, `changed` (T,): how many coordinates the sweep visited and moved; for
    updates `coordinate` (T,), -1 at the start, its `old` and `new` value, `correlation` x_d'r
    before the move, `curvature` ||x_d||^2, `thresholded` (landed at 0 inside the threshold).
    With record_every=0 many sweeps run in one call of a kernel, where X is narrow on X'X.
    """
    of_type(problem, [Lasso], "problem")
    rule = _RULES[one_of(order, tuple(_RULES), "order")]
    one_of(steps, ("sweeps", "updates"), "steps")
    one_of(active_set, (True, False), "active_set")
    w = start(x0, problem.X.shape[1])
    random = np.random.SeedSequence(integer(seed, "seed")).generate_state(1).astype(np.int64) >> 1
    args = problem, w, first_dual(problem, x0, w), random
    if steps == "updates":
        states = _update_states(*args, rule=rule)
    else:
        states = _sweep_states(
            *args,
            rule=rule,
            active_set=active_set and order != "greedy",
            tol=nonnegative(tol, "tol"),
            max_iter=integer(max_iter, "max_iter"),
            each=integer(record_every, "record_every") > 0,
        )
    return drive(
        states,
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
