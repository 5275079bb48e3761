"""What the methods of `Program` share: starts, states, and the two proofs of no answer."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np

from solvers.checks import InputError, is_sparse, of_type
from solvers.options import Options, start
from solvers.problems.program import Program
from solvers.problems.rows import Multipliers, Rows
from solvers.result import Matrix, Result, State

#: What is said where the last step would prove that there is no answer, and where it proves none.
LOST = (
    "The last step would prove that there is no answer, but not to its last digits: the program is "
    "feasible, or bounded, by rounding only."
)
UNPROVED = "No step is left, and what rounding leaves of the last multipliers proves no more."
#: Rows that contradict each other by no more, in lengths, may do so by rounding of the data.
_SMALL = 1e-6
#: Multipliers below this share of the largest are rounding, which at a far bound is worth a lot.
_DUST = 1e-15
#: A square of less, in lengths, is rounding of 1; a gap of less is.
_ROOT_ROUNDING, _EXACT = 1.5e-8, 1e-12


def require_finite(*parts: Matrix) -> None:
    """Refuse a program whose arrays and matrices are not finite in its natural units."""
    if not all(np.isfinite(a.data if is_sparse(a) else a).all() for a in parts):
        raise InputError(
            "problem must hold numbers nearer in size, got some that are not finite in units of "
            "its sides; rescale its variables and rows."
        )


class Run:
    """One run in the program's own units v: its rows, and states of points in units of x."""

    def __init__(self, problem: Program, options: Options):
        self.problem = of_type(problem, [Program], "problem")
        self.work = 0
        self.boxed = any(proof for both in problem.sides.box[2] for proof in both)
        # Of an objective that is 0 everywhere no multiplier proves more than 0 does.
        self.flat = problem.Q is None and not problem.c.any()
        self.x0 = None if options.x0 is None else start(options.x0, problem.c.size)
        self.dual0 = options.x0.dual if isinstance(options.x0, Result) else {}

    @cached_property
    def rows(self) -> Rows:
        """The problem's `Rows`."""
        rows = self.problem.rows
        require_finite(rows.G, rows.h, rows.E, rows.e, rows.c, 0.0 if rows.Q is None else rows.Q)
        return rows

    @property
    def first(self) -> np.ndarray:
        """Where the run starts: x0, or the point with the least squared distances to near rows."""
        rows, sides = self.rows, self.problem.sides.even
        return rows.inward(rows.columns * sides.middle if self.x0 is None else self.x0)

    def multipliers(self) -> tuple[np.ndarray, np.ndarray]:
        """y and z of an earlier result, else zeros."""
        m, k = self.problem.b.size, self.problem.b_eq.size
        y, z = self.dual0.get("y", np.zeros(m)), self.dual0.get("z", np.zeros(k))
        fits = y.shape == (m,) and z.shape == (k,)
        return self.rows.to_scaled(y, z) if fits else self.rows.to_scaled(np.zeros(m), np.zeros(k))

    def state(
        self,
        v: np.ndarray,
        y: np.ndarray | None = None,
        z: np.ndarray | None = None,
        w: np.ndarray | None = None,
        repair: bool = False,
        **shown: Any,
    ) -> State:
        """What `drive` certifies and records of the point v with multipliers y, z of all rows,
        which `repair` moves to where they bound the value."""
        if (proved := self._at_origin(v, y, z)) is not None:
            return proved | {"work": self.work} | shown
        x, dual = self.rows.outward(v), {}
        shown.setdefault("iterate", x)
        if y is None and self.boxed:  # what the box proves has multipliers, too
            y = np.zeros(self.rows.h.size)
        if y is not None:
            z = np.zeros(self.rows.e.size) if z is None else z
            dust = _DUST * max(y.max(initial=0.0), np.abs(z).max(initial=0.0))
            y = np.where(self.rows.idle | (y <= dust), 0.0, y)  # others only lower the bound
            z = np.where(np.abs(z) <= dust, 0.0, z)
            if self.flat:
                y, z = np.zeros(y.size), np.zeros(z.size)
            elif repair or self.boxed:
                y, z, w = self.repaired(v, y, z, w, fit=repair)
            own = self.rows.to_original(y, z)
            dual = dict(zip("yz", own, strict=True))
            if self.problem.Q is not None:
                dual["w"] = x if w is None else self.rows.outward(w)
        y_shown = dual["y"] if y is not None else np.full(self.problem.b.size, np.nan)
        return {"x": x, "dual": dual, "work": self.work, "iterate": x, "y": y_shown} | shown

    @cached_property
    def origin(self) -> np.ndarray | None:
        """Where x = 0 is in the program's own units, if its objective is curved and x = 0 meets all
        sides, else None.

        A value 0 has no size of its own: what rounding leaves of an x near it, and of multipliers,
        may prove nothing, whatever the method.
        """
        p, zero = self.problem, np.zeros(self.problem.c.size)
        if p.Q is None or p.certify(zero).infeasibility > 0.0:
            return None
        return self.rows.inward(zero)

    def _at_origin(self, v, y, z):
        """The state of x = 0 where v is next to it, and multipliers near y and z of the sides that
        it is on prove it, else None."""
        if self.origin is None or np.abs(v - self.origin).max() > _ROOT_ROUNDING:
            return None
        p, rows, zero = self.problem, self.rows, np.zeros(self.problem.c.size)
        held, none = rows.h - rows.G @ self.origin <= _ROOT_ROUNDING, np.zeros(rows.e.size)
        y, z = np.where(held, 0.0 if y is None else y, 0.0), none if z is None else z
        if p.c.any():
            y, z, _ = self.repaired(self.origin, y, z)
        else:
            y, z = 0.0 * y, none
        dual = dict(zip("yz", rows.to_original(y, z), strict=True), w=zero)
        if not p.certify(zero, **dual).holds(_EXACT):
            return None
        return {"x": zero, "dual": dual, "iterate": zero, "y": dual["y"]}

    def cheap_state(self, v: np.ndarray, y: np.ndarray, z: np.ndarray, **shown: Any) -> State:
        """The `state` with repaired multipliers, made only where it is certified: most states of a
        method of many cheap steps are not."""
        whole = partial(self.state, v, y, z, repair=True, **shown)
        return {"x": self.rows.outward(v), "work": self.work, **shown, "whole": whole}

    def repaired(
        self,
        v: np.ndarray,
        y: np.ndarray,
        z: np.ndarray,
        w: np.ndarray | None = None,
        fit: bool = True,
    ) -> Multipliers:
        """(y, z, w) near multipliers y, z of all rows and w, by default v, that bound the value, or
        those given: what is left of the slope where no bound of a variable can meet it is met by
        the proofs of the box that rows imply or, to `fit` them, by least squares over the rows in
        use.

        A step of the method's own, before its multipliers are judged.
        """
        p, rows = self.problem, self.rows
        own_y, own_z = rows.to_original(y, z)
        w = v if w is None else w
        r = p.c + p.A.T @ own_y
        r = r + p.A_eq.T @ own_z if own_z.size else r
        r = r if p.Q is None else r + p.Q @ rows.outward(w)
        near = p.sides.even.near
        left = ~np.where(r > 0.0, near[0], near[1]) & (r != 0.0)
        if not left.any():
            return y, z, w
        proofs = p.sides.box[2]
        needed = np.flatnonzero(left) if self.boxed else []
        found = {j: proof for j in needed if (proof := proofs[j][int(r[j] < 0.0)]) is not None}
        if self.boxed and len(found) == len(needed):
            y, z = y.copy(), z.copy()
            for j, proof in found.items():
                more = rows.to_scaled(*proof)
                y += abs(r[j]) * more[0]
                z += abs(r[j]) * more[1]
            return y, z, w
        near = rows.settled(w, y, z, rows.c, rows.Q) if fit else None
        return (y, z, w) if near is None else (near[1], near[2], near[0])

    def fitted(self, state: State, v: np.ndarray, **shown: Any) -> State:
        """`state` at v with multipliers by nonnegative least squares where these prove a bound."""
        found = self.rows.multipliers_at(v)
        if found is None:
            return state
        w, y, z = found
        return state | self.state(v, y, z, w, check=True, **shown)

    def infeasible(self, state: State, y: np.ndarray, z: np.ndarray | None = None) -> State | None:
        """`state` as the end of the run where y, z lead to a proof of infeasibility, else None."""
        z = np.zeros(self.rows.e.size) if z is None else z
        ray = self.rows.contradiction(y, z)
        if ray is None or not self.problem.certify_infeasible(ray):
            return None
        return state | {"dual": {"ray": ray}, "stop": "infeasible"}

    def unbounded(self, state: State, d: np.ndarray, v: np.ndarray | None = None) -> State | None:
        """`state` as the end of the run where the direction d leads to a proof that the objective
        falls for ever from a feasible point, else None."""
        ray = self.rows.falling(d)
        if ray is None or not self.problem.certify_unbounded(ray := self.rows.columns * ray):
            return None
        inside = None if v is None else self.rows.feasible(v)
        if inside is None:  # v may be too large to decide it
            inside = self.rows.feasible(np.zeros_like(d))
        if inside is None:
            return None
        return state | {"x": self.rows.outward(inside), "dual": {"ray": ray}, "stop": "unbounded"}

    def answerless(self, state: State, why: str | None = None) -> State:
        """The end of a method that cannot continue: with a proof that there is no answer, which
        least squares find where there is one, or in words."""
        if (end := evidently_infeasible(self.problem, state)) is not None:
            return end
        near, over, off = self.rows.nearest(np.zeros(self.problem.c.size))
        end = self.infeasible(state, over, off)
        if end is None and (d := self.rows.ray()) is not None:
            end = self.unbounded(state, d, near)
        why = why or "No point is strictly inside all inequalities, which this method needs."
        return end or self.stalled(state, why)

    def stalled(self, state: State, why: str) -> State:
        """`state` as the end of a run that proved nothing, in words."""
        return state | {"stop": "stalled", "note": self.words(why)}

    def words(self, why: str) -> str:
        """`why` a run proved nothing or, where no feasible point is known, by how much all fail."""
        near = self.rows.nearest(np.zeros(self.problem.c.size))[0]
        off = self.rows.violation(near)
        # A point may meet all and yet lie so far out that rounding decides it.
        if off <= self.rows.rounding(near) or self.rows.feasible(near) is not None:
            return why + self._of_large_bounds()
        loosen = (
            " Loosen the constraints by that much where it is rounding." if off <= _SMALL else ""
        )
        return (
            "No point was found that meets all constraints, nor a proof that there is none: the "
            f"nearest breaks one by {off * self.rows.length:.1e}.{loosen}"
        )

    def _of_large_bounds(self):
        """What is said of bounds that are perhaps meant as none."""
        p = self.problem
        near = zip((p.lower, p.upper), p.sides.even.near, strict=True)
        sizes = np.concatenate([np.abs(a[np.isfinite(a) & ~on]) for a, on in near])
        if not sizes.size:
            return ""
        return (
            f" A bound of {sizes.max():.0e} is one, at which the rounding of a multiplier is worth "
            "so many times as much: give inf where there is none."
        )


def evidently_infeasible(problem: Program, state: State) -> State | None:
    """`state` as the end of a run where a look at the data proves that no point is feasible, else
    None: bounds cross, which is a proof with any multipliers, or no point meets a row without
    entries. Next to others that are broken, least squares do not single that one out."""
    m, sides = problem.b.size, problem.sides
    ray = np.zeros(m + problem.b_eq.size)
    if not problem.crossed.any():
        broken = np.concatenate([
            np.where(sides.A_length == 0.0, np.minimum(problem.b, 0.0), 0.0),
            np.where(sides.E_length == 0.0, problem.b_eq, 0.0),
        ])  # fmt: skip
        if not broken.any():
            return None
        at = int(np.abs(broken).argmax())
        ray[at] = 1.0 if at < m else -np.sign(broken[at])
        if not problem.certify_infeasible(ray):
            return None
    return state | {"dual": {"ray": ray}, "stop": "infeasible"}
