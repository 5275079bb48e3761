"""Sequential minimal optimisation: the pair of variables with the best second-order gain, exactly.

Fan, Chen, Lin (2005), JMLR 6, 1889-1918 (working set selection 2 of LIBSVM), the reference method
of 001_f12148ddf98c114b.txt, section 3.3; here in double precision and stopped by the certificate.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, Unpack

import numpy as np

from solvers.batches import Batches
from solvers.checks import of_type, one_of, positive
from solvers.memory import available_memory
from solvers.options import Common, Options, common_options
from solvers.pair_steps import GOOD, ON, STUCK, Box, Points
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, seems_done
from solvers.registry import solver
from solvers.result import Result
from solvers.starts import start

#: Curvature of a pair, as a share of the largest Q_ii, below which it counts as flat.
_FLAT = 1e-12
#: Up to this many points a recorded run keeps the Gram matrix, for its many certificates.
_SMALL = 1000
#: The cache by default: this share of the memory that is free, and so many MiB at most.
_SHARE, _MOST_MB = 0.25, 2048.0
#: Unrecorded runs look every so many steps whether they can put points aside, and do where at most
#: this share stays in play.
_PAUSE, _WORTH = 1000, 0.5


class _Run:
    """One run: all points, those in play, in the rows `rows`, and what was counted."""

    def __init__(self, problem, options, cache_mb):
        n = problem.y.size
        self.problem, self.tol = problem, options.tol
        room = np.empty(n * int(min(n, max(2, cache_mb * 2**20 // (8 * n)))))
        x = problem.project(start(options.x0, n))
        self.whole = Points(problem.columns, self._box(), x, room)
        self.play, self.rows, self.last = self.whole, np.arange(n), self.whole.x
        self.steps, self.work, self.iteration = 0, 0, 0
        self.pause = _PAUSE if options.unrecorded else np.inf
        self.look = self.pause
        self.refresh()

    def _box(self):
        p = self.problem
        diagonal = p.diagonal()
        flat = max(_FLAT * diagonal.max(), np.finfo(float).tiny)
        return Box(p.y, diagonal, p.C, flat, p.b, 0.0)

    @property
    def x(self):
        """The iterate (n,)."""
        if self.play is self.whole:
            return self.whole.x
        x = np.array(self.last)
        x[self.rows] = self.play.x
        return x

    def refresh(self):
        """f = -y (Qx - e) without the rounding of earlier updates."""
        p, x = self.problem, self.whole.x
        self.whole.set(p.y * (1.0 - p.product(x)))
        self.work += x.size * bool(x.any())

    def advance(self, most):
        """At most `most` pair steps; return how many and how they ended: ON, GOOD or STUCK."""
        before, last, end = self.steps, self.steps + most, ON
        while self.steps < last:
            here = self.steps
            self.steps, end = self.play.call(here, min(last, self.look), self.tol)
            self.work += 2 * (self.steps - here)
            done = end == STUCK or (end == GOOD and self._seems_done())
            if done and self.play is not self.whole:
                self._rejoin()
                end, done = GOOD, self._seems_done()
            if done:
                break
            end = ON
            if self.steps >= self.look:
                self._shrink()
        return self.steps - before, end

    def _seems_done(self):
        """Whether a certificate would hold, as far as the points in play can tell."""
        if self.play is self.whole:
            return seems_done(self.problem, self.whole.x, self.whole.gradient(), self.tol)
        return self.play.seem_done(self.tol)

    def _shrink(self):
        """Put aside the points that seem to stay at their bounds, if they are many."""
        self.look = self.steps + self.pause
        rows = self.play.movable()
        if 2 <= rows.size <= _WORTH * self.play.x.size:
            self.last = self.x  # of the points aside, where they stay
            self.play, self.rows = self.play.some(rows), self.rows[rows]

    def _rejoin(self):
        """All points take part again; f is what their moves have made of it."""
        whole, p = self.whole, self.problem
        move, f = self.x - whole.x, whole.f()
        whole.x += move
        whole.set(f - p.y * p.product(move))
        whole.forget()  # its room held columns of fewer points
        self.play, self.rows = whole, np.arange(whole.x.size)
        self.work += whole.x.size
        self.pause *= 2
        self.look = self.steps + self.pause

    def state(self, **more):
        """What `drive` certifies and records."""
        x, play, pair = self.x, self.play, np.array(self.play.pair)
        moved = pair[0] >= 0
        if moved:
            pair = self.rows[pair]
        return {
            "x": x,
            "iteration": self.iteration,
            "work": self.work,
            "iterate": x,
            "s": play.multiplier(),
            "pair": pair,
            "old": play.old,
            "new": x[pair] if moved else play.old,
            "violation": play.up.max() - play.down.min(),
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
        stop = {"stop": "stalled"} if end == STUCK and refreshed else {}
        # Between, the loop itself looks at the gap: cheaper than a certificate.
        yield run.state(check=end != ON, certify=end != ON, **stop)
        refreshed = end != ON
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
    tolerance removes. With record_every=0 points that seem to stay at a bound are put aside, and
    all come back before the proof.

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
        for longest makes room, and fewer points in play have shorter columns. None: a quarter of
        what is free, at most 2048. With record_every=0, or above 1000 points, no Gram matrix is
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
    of_type(problem, [KernelSVM], "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(steps, ("sweeps", "updates"), "steps")
    n = problem.y.size
    cache_mb = _share_of_memory() if cache_mb is None else positive(cache_mb, "cache_mb")
    if not options.unrecorded and n <= _SMALL and not problem.low_rank:
        problem.gram()
    unit = n if steps == "sweeps" else 1
    begin = partial(_Run, problem, options, cache_mb)
    return options.drive(_states(begin, unit, options), problem.certify)
