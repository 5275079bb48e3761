"""Sequential minimal optimisation: the pair of variables with the best second-order gain, exactly.

With f = -y (Qx - e), a step raises y_i x_i and lowers y_j x_j by delta. Of those that can rise, i
has the largest f; of those that can fall, j has the largest gain (f_i - f_j)^2 / a_ij with
a_ij = K_ii + K_jj - 2 K_ij; delta = (f_i - f_j) / a_ij, or what the box leaves of it. Then f falls
by delta (K_i - K_j), the columns of both.

Fan, Chen, Lin (2005), JMLR 6, 1889-1918 (working set selection 2 of LIBSVM), the reference method
of 001_f12148ddf98c114b.txt, section 3.3; here in double precision and stopped by the certificate.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.checks import positive
from solvers.compiled import njit
from solvers.memory import available_memory
from solvers.options import Batches, Common, Options, common_options
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver
from solvers.result import Result
from solvers.shrinking import WorkingSet, cached_column, curvature, gap_at, put

#: Up to this many points a recorded run stores the Gram matrix, for its many certificates.
_SMALL = 1000
#: The cache by default: this share of the memory that is free, and so many MiB at most.
_SHARE, _MOST_MB = 0.25, 2048.0
#: Entries per block in which a largest value is sought without branches.
_CHUNK = 128
#: The gap is looked at every n steps, or this many if n is larger; first a rough one, which may
#: be this many times the true one.
_PERIOD, _NEAR = 50, 4.0
#: Slopes are numbers about 1: a violation below this is rounding, and would move for ever.
_ROUNDING = 2.3e-16
ON, GOOD, STUCK = range(3)
_FAST = {"nnan", "nsz", "reassoc", "contract"}


@njit(cache=True, nogil=True, fastmath=_FAST)
def _argmax(a):
    """The first index of the largest entry: block maxima without branches, then one block."""
    best, at = -np.inf, 0
    for begin in range(0, a.size, _CHUNK):
        top = -np.inf
        for k in range(begin, min(begin + _CHUNK, a.size)):
            top = max(top, a[k])
        if top > best:
            best, at = top, begin
    for k in range(at, min(at + _CHUNK, a.size)):
        if a[k] == best:
            return k
    return at


@njit(cache=True, nogil=True, fastmath=_FAST)
def _partner(down, column, diagonal, i, f_i):
    """The j whose pair with i gains most, b_ij^2 / a_ij with b_ij = f_i - f_j > 0; -1 if none."""
    top, over, at = 0.0, 1.0, -1
    for k in range(down.size):
        b = f_i - down[k]
        if b > 0.0:
            a = curvature(diagonal[i] + diagonal[k], column[k])
            if b * b * over > top * a:
                top, over, at = b * b, a, k
    return at


@njit(cache=True, nogil=True, fastmath=_FAST)
def _move(up, down, first, second, delta):
    """f -= delta (K_i - K_j) where the columns are `first` and `second`."""
    for k in range(up.size):
        d = delta * (first[k] - second[k])
        up[k] -= d
        down[k] -= d


@njit(cache=True, nogil=True)
def _step(source, box, x, up, down, cache, now, pair, old):
    """Minimise over the pair (i, j) of the steepest i; False where nothing moves any more."""
    y, diagonal, C = box.y, box.diagonal, box.C
    i = _argmax(up)
    first = cache.columns[cached_column(source, i, cache, now)]
    j = _partner(down, first, diagonal, i, up[i])
    if j < 0 or up[i] - down.min() <= _ROUNDING:
        return False
    second = cache.columns[cached_column(source, j, cache, now)]
    pair[0], pair[1], old[0], old[1] = i, j, x[i], x[j]
    delta = (up[i] - down[j]) / curvature(diagonal[i] + diagonal[j], first[j])
    delta = min(delta, C - x[i] if y[i] > 0.0 else x[i])
    delta = min(delta, x[j] if y[j] > 0.0 else C - x[j])
    _move(up, down, first, second, delta)
    f_i, f_j = up[i], down[j]
    put(x, y, C, i, x[i] + y[i] * delta, f_i, up, down)
    put(x, y, C, j, x[j] - y[j] * delta, f_j, up, down)
    return x[i] != old[0] or x[j] != old[1]


@njit(cache=True, nogil=True)
def _near(x, box, up, down, tol):
    """Whether the gap may be at most tol times the terms of q, by the multiplier between the most
    violating pair, which is not the best one."""
    gap, terms = gap_at(x, box, up, down, -0.5 * (up[_argmax(up)] + down.min()))
    return gap <= _NEAR * tol * terms


@njit(cache=True, nogil=True)
def _steps(source, box, x, up, down, cache, done, most, period, tol, pair, old):
    """Steps number `done` + 1 to `most`; fewer if the gap, looked at every `period` steps, may be
    small enough or nothing moves. Return the number of the last and which of the two it was."""
    while done < most:
        done += 1
        if not _step(source, box, x, up, down, cache, done, pair, old):
            return done, STUCK
        if done % period == 0 and _near(x, box, up, down, tol):
            return done, GOOD
    return done, ON


def _advance(run, most):
    """At most `most` pair steps; return how many and how they ended: ON, GOOD or STUCK."""
    before, last, end = run.steps, run.steps + most, ON
    while run.steps < last:
        here, p = run.steps, run.active
        run.steps, end = _steps(
            p.source, p.box, p.x, p.up, p.down, p.cache, here, min(last, run.next_shrink),
            min(p.x.size, _PERIOD), run.tol, p.pair, p.old,
        )  # fmt: skip
        run.work += 2 * (run.steps - here)
        done = end == STUCK or (end == GOOD and run.seems_done())
        if done and p is not run.all:
            run.rejoin()
            end, done = GOOD, run.seems_done()
        if done:
            break
        end = ON
        if run.steps >= run.next_shrink:
            run.shrink()
    return run.steps - before, end


def _state(run, iteration, **more):
    """A state; most are neither certified nor recorded, for which x alone is made."""
    cheap = {"x": run.x, "iteration": iteration, "work": run.work, **more}
    return cheap | {"whole": partial(_recorded, run, cheap)}


def _recorded(run, cheap):
    """What `drive` certifies and records."""
    x, active, pair = cheap["x"], run.active, np.array(run.active.pair)
    moved = pair[0] >= 0
    if moved:
        pair = run.rows[pair]
    return cheap | {
        "iterate": x,
        "s": active.multiplier(),
        "pair": pair,
        "old": active.old,
        "new": x[pair] if moved else active.old,
        "violation": active.up.max() - active.down.min(),
    }


def _states(problem, options, cache_mb, unit):
    """A state after each kernel call of iterations of `unit` pair steps each."""
    run, batches, iteration = WorkingSet(problem, options, cache_mb), Batches(options, np.inf), 0
    yield _state(run, iteration)
    if knapsack.centre_share(problem.y, problem.C, problem.b) in (0.0, 1.0):
        return
    refreshed = False
    while True:
        size = batches.next(run.x.size * unit, iteration)
        done, end = _advance(run, size * unit)
        iteration += -(-done // unit)
        stop = {"stop": "stalled"} if end == STUCK and refreshed else {}
        # Between, the loop itself checks the gap: cheaper than a certificate.
        yield _state(run, iteration, check=end != ON, certify=end != ON, **stop)
        refreshed = end != ON
        if refreshed:  # and yet not certified: rounding has crept into f, or it promised too much
            run.tol *= 0.5
            run.refresh()


@solver("smo", KernelSVM, label="SMO", iterate="iterate", unit="pair step")
@common_options
def solve_smo(
    problem: KernelSVM,
    *,
    max_iter: int = 10_000,
    steps: Literal["sweeps", "updates"] = "sweeps",
    cache_mb: float | None = None,
    **common: Unpack[Common],
) -> Result:
    """Minimise over two variables at a time: the most violating one and its best partner.

    Unlike LIBSVM's, the kernel is stored in double precision: single precision leaves a gap that no
    tolerance removes. With record_every=0 points that seem to stay at a bound are removed, and all
    return before the proof.

    Parameters
    ----------
    problem : KernelSVM
        Points X (n, m) with labels y (n,), a kernel, and C.
    x0 : array_like (n,) or Result
        Projected on the feasible set.
    seed : int
        No effect: nothing is random.
    steps : {"sweeps", "updates"}
        A row and iteration is n pair steps, or one.
    cache_mb : float or None
        Memory in MiB for columns of the kernel matrix, computed when first needed; the least
        recently used are replaced, and fewer points in play have shorter columns. None: a quarter
        of what is free, at most 2048. With record_every=0, or above 1000 points, no Gram matrix is
        built.

    Returns
    -------
    Result
        `x` (n,). work counts columns of Q, two per pair step; a product Qv is n. Snapshots: iterate
        (T, n); s (T,), the multiplier (minus the bias); pair (T, 2), the variables of the last
        step, old and new (T, 2), their values (pair is -1 at the start); violation (T,), the
        largest violation of the optimality conditions, by which LIBSVM stops.

    References
    ----------
    low-cost: section 3.3, its reference method
    fan-2005
    """
    options = Options(max_iter=max_iter, **common)
    n = problem.y.size
    free = min(_SHARE * available_memory() / 2**20, _MOST_MB)  # taken only as columns are filled
    cache_mb = free if cache_mb is None else positive(cache_mb, "cache_mb")
    if not options.unrecorded and n <= _SMALL and not problem.low_rank:
        problem.gram()
    states = _states(problem, options, cache_mb, n if steps == "sweeps" else 1)
    return options.drive(states, problem.certify)
