"""PDHG on large programs, as PDLP: scaled rows and columns, clipped bounds, restarts."""

from __future__ import annotations

from typing import Any

import numpy as np

from solvers.compiled import njit
from solvers.docstrings import cite
from solvers.options import Options
from solvers.problems.program import Program
from solvers.programs.boxed import Boxed
from solvers.programs.run import Run
from solvers.result import State, States

#: Iterations between two checks of the errors.
_BLOCK = 40
#: A restart where the residual fell to this share of the last one's; where it fell to the second
#: and rises again; or after this share of all iterations.
_ENOUGH, _FAIR, _LONG = 0.2, 0.8, 0.36
#: The primal weight moves this share, in logarithms, towards where both distances are equal.
_SMOOTHING = 0.5
#: What a ray of multipliers may leave unmet, as a share of its size, to be tried for a proof.
_NEARLY = 0.05


@njit(cache=True, nogil=True, fastmath={"reassoc", "contract"})
def _times(data, columns, starts, x, out):
    for i in range(out.size):
        s = 0.0
        for k in range(starts[i], starts[i + 1]):
            s += data[k] * x[columns[k]]
        out[i] = s


@njit(cache=True, nogil=True)
def _iterate(K, KT, Q, c, sides, bounds, steps, anchored, reflect, count, age, x, y, x0, y0, sums,
             out):  # fmt: skip
    """`count` iterations from (x, y), in place; (x0, y0) is the anchor, sums add up what is
    averaged, out gets the last T(x, y) - (x, y); steps holds the step, the primal weight, whether
    the step adapts, and the total. Returns the iterations since the restart."""
    n, m = x.size, y.size
    pull, curve, push = np.empty(n), np.zeros(n), np.empty(m)
    ahead, dx, dy = np.empty(n), out[0], out[1]
    for _ in range(count):
        _times(KT[0], KT[1], KT[2], y, pull)
        if Q[0].size:
            _times(Q[0], Q[1], Q[2], x, curve)
        while True:
            step, weight = steps[0], steps[1]
            tau, sigma = step / weight, step * weight
            for j in range(n):
                new = x[j] - tau * (c[j] + pull[j] + curve[j])
                new = min(max(new, bounds[0][j]), bounds[1][j])
                dx[j] = new - x[j]
                ahead[j] = x[j] + 2.0 * dx[j]
            _times(K[0], K[1], K[2], ahead, push)
            for i in range(m):
                v = y[i] / sigma + push[i]
                dy[i] = sigma * (v - min(max(v, sides[0][i]), sides[1][i])) - y[i]
            if steps[2] == 0.0:
                break
            # Malitsky and Pock's rule: the step is short enough for the pair that it led to.
            _times(K[0], K[1], K[2], dx, push)
            move, cross = 0.0, 0.0
            for j in range(n):
                move += weight * dx[j] * dx[j]
            for i in range(m):
                move += dy[i] * dy[i] / weight
                cross += dy[i] * push[i]
            longest = np.inf if cross == 0.0 else 0.5 * move / abs(cross)
            steps[3] += 1.0
            k = steps[3] + 1.0
            steps[0] = min((1.0 - k**-0.3) * longest, (1.0 + k**-0.6) * step)
            if step <= longest:
                break
        age += 1
        share = (age + 0.0) / (age + 1.0) if anchored else 1.0
        for j in range(n):
            x[j] = share * (x[j] + (1.0 + reflect) * dx[j]) + (1.0 - share) * x0[j]
            sums[0][j] += x[j] * step
        for i in range(m):
            y[i] = share * (y[i] + (1.0 + reflect) * dy[i]) + (1.0 - share) * y0[i]
            sums[1][i] += y[i] * step
        steps[4] += step
    return age


def _by_rows(A):
    return A.data.astype(float), A.indices.astype(np.int64), A.indptr.astype(np.int64)


def _largest(A):
    """The largest singular value, by the power method, and a little more."""
    v = np.random.default_rng(0).normal(size=A.shape[1])
    size = 0.0
    for _ in range(40):
        v = A.T @ (A @ v)
        size = np.linalg.norm(v)
        if size == 0.0:
            return 0.0
        v /= size
    return 1.02 * float(np.sqrt(size))


class _Walk:
    """Where PDHG is: (x, y), the point (x0, y0) of the last restart, sums since, and the steps."""

    def __init__(self, boxed, x, y, halpern):
        self.boxed, self.x, self.y, self.halpern = boxed, x, y, halpern
        self.K, self.KT, self.Q = map(_by_rows, (boxed.K, boxed.KT, boxed.Q))
        size, curved = _largest(boxed.K) or 1.0, _largest(boxed.Q)
        self.reflect = 1.0 if halpern and not curved else 0.0
        finite = boxed.above[np.isfinite(boxed.above)]
        side = np.linalg.norm(finite)
        weight = np.linalg.norm(boxed.c) / side if side > 0.0 and boxed.c.any() else 1.0
        self.size, self.curved = size, curved
        self.steps = np.array([0.0, weight, float(not halpern and not curved), 0.0, 0.0])
        self.out, self.total = (np.zeros(x.size), np.zeros(y.size)), 0
        self.begin()

    @property
    def weight(self):
        return float(self.steps[1])

    def begin(self):
        """The point reached is the anchor, and nothing is summed yet."""
        self.x0, self.y0 = self.x.copy(), self.y.copy()
        self.sums = np.zeros(self.x.size), np.zeros(self.y.size)
        self.age, self.first, self.last, self.steps[4] = 0, np.inf, np.inf, 0.0
        if not self.steps[2] or not self.steps[0]:
            # 1 / tau >= size / step + curved
            self.steps[0] = 0.99 / (self.size + self.curved / self.weight)

    def advance(self, count):
        """`count` iterations; returns the residual, the length of the last."""
        if self.age == 0 and count > 1:  # the first residual is what later ones are measured by
            self._iterate(1)
            self.first = self._residual()
            count -= 1
        self._iterate(count)
        if self.first == np.inf:
            self.first = self._residual()
        return self._residual()

    def _iterate(self, count):
        b = self.boxed
        self.age = _iterate(self.K, self.KT, self.Q, b.c, (b.below, b.above), (b.lower, b.upper),
                            self.steps, self.halpern, self.reflect, count, self.age, self.x,
                            self.y, self.x0, self.y0, self.sums, self.out)  # fmt: skip
        self.total += count

    def _residual(self):
        dx, dy = self.out
        return float(np.sqrt(self.weight * (dx @ dx) + dy @ dy / self.weight))

    def restart(self, residual):
        """Start again where the residual fell enough, rises again, or the last start is long ago,
        with steps balanced by the distances travelled; returns whether it did."""
        fallen = residual <= _ENOUGH * self.first
        rises = _FAIR * self.first >= residual > self.last
        self.last = residual
        if not (fallen or rises or self.age >= max(_LONG * self.total, 10)):
            return False
        if not self.halpern:
            self.x, self.y = self.sums[0] / self.steps[4], self.sums[1] / self.steps[4]
        dx, dy = np.linalg.norm(self.x - self.x0), np.linalg.norm(self.y - self.y0)
        if min(dx, dy) > 1e-12 and max(dx, dy) < 1e12:  # else they are no steps to compare
            self.steps[1] = np.exp(_SMOOTHING * np.log(dy / dx)
                                   + (1.0 - _SMOOTHING) * np.log(self.weight))  # fmt: skip
        self.begin()
        return True


@cite
def large_states(
    problem: Program, options: Options, restarts: bool = True, halpern: bool = True
) -> States:
    """The states of a run on a large program.

    References
    ----------
    applegate-2021
    lu-2024
    """
    run, boxed = Run(problem, options), Boxed(problem, pock=True)
    x = np.clip(boxed.inward(np.zeros(problem.c.size) if run.x0 is None else run.x0),
                boxed.lower, boxed.upper)  # fmt: skip
    walk = _Walk(boxed, x, boxed.multipliers(*earlier(run)), halpern)
    block, looked, restarted, ray_at = (
        _BLOCK if options.unrecorded else 1,
        np.inf,
        False,
        2 * _BLOCK,
    )
    while True:
        at, error = (walk.x, walk.y), max(boxed.errors(walk.x, walk.y))
        promising = boxed.is_worth(error, options.tol, looked)
        looked = error if promising else looked
        shown = state(run, boxed, *at, repair=promising, iteration=walk.total, weight=walk.weight,
                      restarted=restarted)  # fmt: skip
        if walk.total >= ray_at:
            ray_at = 2 * walk.total
            for d, dy in ((walk.out[0], walk.out[1]), (walk.x, walk.y)):
                if end := along_ray(run, boxed, shown, d, dy):
                    yield end
                    return
        yield shown
        count = min(block, max(1, options.max_iter - walk.total))
        residual = walk.advance(count)
        run.work += 2 * count
        restarted = restarts and walk.restart(residual)


def earlier(run: Run) -> tuple[np.ndarray, np.ndarray]:
    """(y, z) of an earlier result, else zeros."""
    m, k = run.problem.b.size, run.problem.b_eq.size
    y, z = run.dual0.get("y", np.zeros(m)), run.dual0.get("z", np.zeros(k))
    return (y, z) if y.shape == (m,) and z.shape == (k,) else (np.zeros(m), np.zeros(k))


def state(
    run: Run, boxed: Boxed, x: np.ndarray, y: np.ndarray, repair: bool = False, **shown: Any
) -> State:
    """What `drive` certifies and records of scaled (x, y), with `repair`ed multipliers; of a large
    system with the last that a repair has found, where this one finds none."""
    w, given = x, y
    found = boxed.repaired(x, y) if repair else None
    if boxed.is_unfactored:
        found = boxed.proved = found or boxed.proved
    if found is not None:
        given, w = found
    own_y, own_z = boxed.own(given)
    dual = {"y": own_y, "z": own_z}
    if boxed.curved:
        dual["w"] = boxed.outward(x) if w is x else w * boxed.columns
    out = boxed.outward(x)
    if repair and boxed.is_unfactored and found is not None:
        boxed.proved_error = run.problem.certify(out, **dual).error
    return {"x": out, "dual": dual, "work": run.work, "iterate": out, "y": own_y, "check": repair,
            } | shown  # fmt: skip


def along_ray(
    run: Run, boxed: Boxed, shown: State, d: np.ndarray, dy: np.ndarray, nearly: float = _NEARLY
) -> State | None:
    """The end of a run whose iterates move along a ray, by its proof, or None; multipliers are
    repaired to one where they contradict the rows and leave no more than `nearly` of their size."""
    size = np.abs(dy).max(initial=0.0)
    if size > 0.0:
        ray = np.where(np.arange(dy.size) < boxed.m, np.maximum(dy, 0.0), dy) / size
        ray[np.abs(ray) < 1e-9] = 0.0
        none = np.zeros(boxed.c.size)
        price = boxed.KT @ ray
        up, down = np.isinf(boxed.upper), np.isinf(boxed.lower)
        open_ended = (up & (price < 0.0)) | (down & (price > 0.0))
        side = np.where(price > 0.0, boxed.lower, boxed.upper)
        least = price @ np.where(open_ended | (price == 0.0), 0.0, side)
        contradicts = least > np.where(np.isfinite(boxed.above), boxed.above, 0.0) @ ray
        unmet = np.abs(price[open_ended]).max(initial=0.0)
        found = boxed.repaired(none, ray, none) if contradicts and unmet <= nearly else None
        if found is not None:
            own = np.concatenate(boxed.own(found[0]))
            top = np.abs(own).max(initial=0.0)
            if top > 0.0 and run.problem.certify_infeasible(own / top):
                return shown | {"dual": {"ray": own / top}, "stop": "infeasible"}
    if (size := np.abs(d).max(initial=0.0)) > 0.0 and boxed.keeps_to(d / size):
        return run.unbounded(shown, d * boxed.columns / run.rows.columns)
    return None
