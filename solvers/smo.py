"""Sequential minimal optimisation: the pair of variables with the best second-order gain, exactly.

Fan, Chen, Lin (2005), JMLR 6, 1889-1918 (working set selection 2 of LIBSVM), the reference method
of 001_f12148ddf98c114b.txt, section 3.3; here in double precision and stopped by the certificate.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple, Unpack

import numpy as np

from solvers.batches import Batches
from solvers.checks import of_type, one_of, positive
from solvers.compiled import njit
from solvers.kernels import fill_column
from solvers.memory import available_memory
from solvers.options import Common, Options, common_options
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, seems_done
from solvers.registry import solver
from solvers.result import Result
from solvers.starts import start

#: Entries per block in which a largest value is sought without branches.
_CHUNK = 128
#: Curvature of a pair, as a share of the largest Q_ii, below which it counts as flat.
_FLAT = 1e-12
#: The gap is looked at every n steps, or this many if n is larger; first a rough one, which may
#: be this many times the true one.
_PERIOD, _NEAR = 50, 4.0
#: Up to this many points a recorded run keeps the Gram matrix, for its many certificates.
_SMALL = 1000
#: The cache by default: this share of the memory that is free, and so many MiB at most.
_SHARE, _MOST_MB = 0.25, 2048.0
#: A variable this close to a bound, as a share of C, is put there.
_SNAP = 1e-15
_ON, _GOOD, _STUCK = range(3)
_FAST = {"nnan", "nsz", "reassoc", "contract"}


@njit(cache=True, nogil=True, fastmath=_FAST)
def _move(up, down, first, second, delta):
    """f -= delta (K_i - K_j) where the columns are `first` and `second`."""
    for k in range(up.size):
        d = delta * (first[k] - second[k])
        up[k] -= d
        down[k] -= d


@njit(cache=True, nogil=True, fastmath=_FAST)
def _lowest(a):
    low = np.inf
    for k in range(a.size):
        low = min(low, a[k])
    return low


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
def _partner(down, column, diagonal, i, f_i, flat):
    """The j whose pair with i gains most, b_ij^2 / a_ij with b_ij = f_i - f_j > 0; -1 if none."""
    top, over, at = 0.0, 1.0, -1
    for k in range(down.size):
        b = f_i - down[k]
        if b > 0.0:
            a = diagonal[i] + diagonal[k] - 2.0 * column[k]
            if a < flat:
                a = flat
            if b * b * over > top * a:
                top, over, at = b * b, a, k
    return at


class Box(NamedTuple):
    """What a step reads of the problem: labels y, the diagonal of Q, C and b; and the curvature of
    a pair that counts as flat."""

    y: np.ndarray
    diagonal: np.ndarray
    C: float
    flat: float
    b: float


class Cache(NamedTuple):
    """Columns of K: columns (slots, n); place (n,): the slot of each, or -1; owner, used (slots,):
    whose column a slot holds, and the step that used it last."""

    columns: np.ndarray
    place: np.ndarray
    owner: np.ndarray
    used: np.ndarray


@njit(cache=True, nogil=True)
def _column(source, i, cache, now):
    """The slot of the cache that holds column i, filled first if need be at the expense of the
    column unused for longest."""
    place, owner, used = cache.place, cache.owner, cache.used
    slot = place[i]
    if slot < 0:
        slot = 0
        for k in range(1, used.size):
            if used[k] < used[slot]:
                slot = k
        if owner[slot] >= 0:
            place[owner[slot]] = -1
        owner[slot], place[i] = i, slot
        fill_column(source, i, cache.columns[slot])
    used[slot] = now
    return slot


@njit(cache=True, nogil=True)
def _put(x, y, C, k, value, f, up, down):
    """Set x_k and say by infinities in which directions it can move."""
    if value <= _SNAP * C:
        value = 0.0
    elif value >= C - _SNAP * C:
        value = C
    x[k] = value
    up[k] = f if (value < C if y[k] > 0.0 else value > 0.0) else -np.inf
    down[k] = f if (value > 0.0 if y[k] > 0.0 else value < C) else np.inf


@njit(cache=True, nogil=True)
def _near(x, y, C, b, up, down, tol):
    """Whether the gap may be at most tol |q|, by the multiplier between the most violating pair,
    which is not the best one."""
    s = -0.5 * (up[_argmax(up)] + _lowest(down))
    gap, twice = -b * s, 0.0
    for k in range(x.size):
        g = -y[k] * (up[k] if up[k] > -np.inf else down[k])
        gap += x[k] * g + C * max(0.0, s * y[k] - g)
        twice += x[k] * (g - 1.0)
    return gap <= _NEAR * tol * 0.5 * abs(twice)


@njit(cache=True, nogil=True)
def _merge(up, down, f):
    """f from its two halves, of which each entry has at least one."""
    for k in range(f.size):
        f[k] = up[k] if up[k] > -np.inf else down[k]


@njit(cache=True, nogil=True)
def _classify(x, y, C, f, up, down):
    """Fill `up` and `down` from f."""
    for k in range(x.size):
        _put(x, y, C, k, x[k], f[k], up, down)


@njit(cache=True, nogil=True)
def _step(source, box, x, up, down, cache, now, pair, old):
    """Minimise over the pair (i, j) of the steepest i; False where nothing moves any more."""
    y, diagonal, C = box.y, box.diagonal, box.C
    i = _argmax(up)
    first = cache.columns[_column(source, i, cache, now)]
    j = _partner(down, first, diagonal, i, up[i], box.flat)
    if j < 0:
        return False
    second = cache.columns[_column(source, j, cache, now)]
    pair[0], pair[1], old[0], old[1] = i, j, x[i], x[j]
    delta = (up[i] - down[j]) / max(diagonal[i] + diagonal[j] - 2.0 * first[j], box.flat)
    delta = min(delta, C - x[i] if y[i] > 0.0 else x[i])
    delta = min(delta, x[j] if y[j] > 0.0 else C - x[j])
    _move(up, down, first, second, delta)
    f_i, f_j = up[i], down[j]
    _put(x, y, C, i, x[i] + y[i] * delta, f_i, up, down)
    _put(x, y, C, j, x[j] - y[j] * delta, f_j, up, down)
    return x[i] != old[0] or x[j] != old[1]


@njit(cache=True, nogil=True)
def _steps(source, box, x, up, down, cache, done, most, period, tol, pair, old):
    """Steps number `done` + 1 to `most`; fewer if the gap, looked at every `period` steps, may be
    small enough or nothing moves. Return the number of the last and which of the two it was."""
    while done < most:
        done += 1
        if not _step(source, box, x, up, down, cache, done, pair, old):
            return done, _STUCK
        if done % period == 0 and _near(x, box.y, box.C, box.b, up, down, tol):
            return done, _GOOD
    return done, _ON


class _Run:
    """The arrays of one run, changed in place."""

    def __init__(self, problem, x0, cache_mb, tol):
        n = problem.y.size
        slots = int(min(n, max(2, cache_mb * 2**20 // (8 * n))))
        self.problem, self.tol = problem, tol
        self.x = problem.project(start(x0, n))
        self.halves = tuple(np.empty(n) for _ in ("f", "up", "down"))
        self.cache = Cache(
            np.empty((slots, n)),
            np.full(n, -1),
            np.full(slots, -1),
            np.zeros(slots, dtype=np.int64),
        )
        self.pair, self.old = np.full(2, -1), np.zeros(2)
        self.steps, self.work, self.iteration = 0, 0, 0
        self.source, self.box = problem.columns, self._box()
        self.refresh()

    def _box(self):
        p = self.problem
        diagonal = p.diagonal()
        flat = max(_FLAT * diagonal.max(), np.finfo(float).tiny)
        return Box(p.y, diagonal, p.C, flat, p.b)

    def refresh(self):
        """f = -y (Qx - e) without the rounding of earlier updates."""
        p = self.problem
        f, up, down = self.halves
        f[:] = p.y * (1.0 - p.product(self.x))
        _classify(self.x, p.y, p.C, f, up, down)
        self.work += self.x.size * bool(self.x.any())

    def advance(self, most):
        """At most `most` pair steps; return how many and how they ended: _ON, _GOOD or _STUCK."""
        before, last, end = self.steps, self.steps + most, _ON
        while self.steps < last:
            self.steps, end = self.call(last)
            if end != _GOOD or seems_done(self.problem, self.x, self.gradient(), self.tol):
                break
            end = _ON
        self.work += 2 * (self.steps - before)
        return self.steps - before, end

    def call(self, last):
        """One call of the compiled loop, up to step number `last`."""
        _f, up, down = self.halves
        return _steps(
            self.source,
            self.box,
            self.x,
            up,
            down,
            self.cache,
            self.steps,
            last,
            min(self.x.size, _PERIOD),
            self.tol,
            self.pair,
            self.old,
        )

    def gradient(self):
        """Qx - e as the updates have left it."""
        f, up, down = self.halves
        _merge(up, down, f)
        return -self.problem.y * f

    def state(self, **more):
        """What `drive` certifies and records."""
        _f, up, down = self.halves
        return {
            "x": self.x,
            "iteration": self.iteration,
            "work": self.work,
            "iterate": self.x,
            "s": best_multiplier(self.problem, self.gradient()),
            "pair": self.pair,
            "old": self.old,
            "new": self.x[self.pair] if self.pair[0] >= 0 else self.old,
            "violation": up.max() - down.min(),
            **more,
        }


def _states(start_run, unit, options):
    """A state after each kernel call of iterations of `unit` pair steps each."""
    run, batches = start_run(), Batches(options, first=np.inf)
    yield run.state()
    if knapsack.centre_share(run.problem.y, run.problem.C, run.problem.b) in (0.0, 1.0):
        return
    refreshed = False
    while True:
        size = batches.next(run.x.size * unit, run.iteration)
        done, end = run.advance(size * unit)
        run.iteration += -(-done // unit)
        stop = {"stop": "stalled"} if end == _STUCK and refreshed else {}
        # Between, the loop itself looks at the gap: cheaper than a certificate.
        yield run.state(check=end != _ON, certify=end != _ON, **stop)
        refreshed = end != _ON
        if refreshed:  # and yet not certified: rounding has crept into f, or it promised too much
            run.tol *= 0.5
            run.refresh()


def _share_of_memory():
    """MiB of the cache by default; the system gives them only as columns are filled."""
    return min(_SHARE * available_memory() / 2**20, _MOST_MB)


@solver("smo", KernelSVM, label="SMO", iterate="iterate")
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

    Unlike LIBSVM's, the kernel is kept in double precision: single precision leaves a gap that no
    tolerance removes.

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
        Memory in MiB for columns of the kernel matrix, computed when first needed; what was unused
        for longest makes room. None: a quarter of what is free, at most 2048. With
        record_every=0, or above 1000 points, no Gram matrix is built.

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
    of_type(problem, [KernelSVM], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(steps, ("sweeps", "updates"), "steps")
    n = problem.y.size
    cache_mb = _share_of_memory() if cache_mb is None else positive(cache_mb, "cache_mb")
    if not options.unrecorded and n <= _SMALL and not problem.low_rank:
        problem.gram()
    unit = n if steps == "sweeps" else 1
    begin = partial(_Run, problem, options.x0, cache_mb, options.tol)
    return options.drive(_states(begin, unit, options), problem.certify)
