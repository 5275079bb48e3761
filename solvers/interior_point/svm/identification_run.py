"""The two phases of identification: low cost on all variables, then the problem of the selected
ones: those whose Theta^-1 is large, the free support vectors, as it goes to infinity there and to 0
elsewhere (Algorithm 6 of 001_f12148ddf98c114b.txt)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from solvers.interior_point.low_cost import SOURCE_ETA
from solvers.interior_point.svm.homotopy import has_interior
from solvers.interior_point.svm.point import Point
from solvers.interior_point.svm.reduced import Reduced, part, restricted
from solvers.interior_point.svm.spectral import Printed
from solvers.problems import knapsack
from solvers.problems.kernel_svm import KernelSVM, best_multiplier
from solvers.result import Certificate, Start, States

#: Steps of the first phase before the exact method selects with what there is.
_PATIENCE = 200
#: Fixed variables freed after a round: the worst, this many or this share of those already free.
_FREED, _SHARE = 10, 0.5
#: A reduced problem is solved to this share of `tol`, after each round to a tenth of that.
_INNER, _TIGHTER, _FINEST = 0.5, 0.1, 1e-16
#: A variable that retains this share of its value in a step does not tend to 0.
_STAYING = 0.9


@dataclass(slots=True)
class _State:
    """A state of Algorithm 4, its point, Theta^-1 (n,), and x over the last x (n,)."""

    state: dict
    point: Point
    inverse: np.ndarray
    ratio: np.ndarray


class FirstPhase:
    """Algorithm 4 on all variables of a problem from its own start, for runs that differ in what
    they select and from when on: each state, and each certificate, is made once.

    Parameters
    ----------
    problem : KernelSVM
        Of all the runs, see `solve_identification`.
    """

    def __init__(self, problem: KernelSVM) -> None:
        self.problem = problem
        self._made: list[_State] = []
        self._rest: Iterator[_State] | None = None
        self._proofs: dict[int, tuple[np.ndarray, Certificate]] = {}

    def states(self) -> Iterator[_State]:
        """The states from the first on, those that are not there yet as they are asked for."""
        for k in count():
            while k >= len(self._made):
                if not self._extend():
                    return
            yield self._made[k]

    def _extend(self):
        """Makes the next state; whether there was one. A generator that has raised is at its end:
        all states are made again, as those there are would pass for the whole phase."""
        if self._rest is None:
            self._rest = first_phase(self.problem)
        before = len(self._made)
        try:
            self._made.extend(islice(self._rest, 1))
            return len(self._made) > before
        except BaseException:
            self._rest = None
            self._made.clear()
            raise

    def certify(self, x: np.ndarray) -> Certificate:
        """`KernelSVM.certify`, the same for the very array `x` (n,)."""
        if id(x) not in self._proofs:  # x is held, so that no other array gets its number
            self._proofs[id(x)] = x, self.problem.certify(x)
        return self._proofs[id(x)][1]


def first_phase(problem: KernelSVM, x0: Start = None, tol: float = 0.0) -> Iterator[_State]:
    """The `_State` states of Algorithm 4; they ask for a certificate where one would hold at
    `tol`."""
    before = np.full(problem.y.size, np.nan)
    for state in _path(problem, "modified", x0, tol):
        p = Point(*(state[key] for key in ("iterate", "w", "t", "u", "s")))
        with np.errstate(divide="ignore", invalid="ignore"):  # a warm start is on its bounds
            ratio = p.x / before
        yield _State(state, p, inverse_theta(p), ratio)
        before = p.x


def _path(problem, variant, x0, tol):
    path = Printed(problem, x0, tol, variant=variant, eta=SOURCE_ETA, separate=True, source=True)
    return path.states(path.step)


class Identification:
    """Algorithm 4 on all variables until some are selected, then the problem of those."""

    def __init__(
        self, problem: KernelSVM, tol: float, exact: bool, digits: float, theta: float, beta: float
    ):
        self.problem, self.tol, self.exact = problem, tol, exact
        self.digits, self.theta, self.beta = digits, theta, beta
        self.chosen = np.zeros(problem.y.size, dtype=bool)
        self.round, self.iteration, self.work = 0, 0, 0

    def states(self, first: Iterable[_State]) -> States:
        """The states of both phases; first: the `_State` of the first one."""
        seen = None
        for seen in first:
            self.iteration, self.work = seen.state["iteration"], seen.state["work"]
            self.chosen = self._ready(seen)
            yield self._shown(seen)
            if self.chosen.any():
                break
        if not has_interior(self.problem):
            return
        if self.exact:
            yield from self._free_violators(seen)
        elif self.chosen.any():
            yield from self._solve_selected()

    def _ready(self, seen):
        """The variables selected, or none where it is too early."""
        first = seen.state["iteration"] == 0
        ended = self.exact and ("stop" in seen.state or seen.state["iteration"] >= _PATIENCE)
        if first or not (seen.state["sigfig"] > self.digits or ended):
            return self.chosen
        chosen = self._selected(seen)
        return chosen if ended or np.unique(self.problem.y[chosen]).size == 2 else self.chosen

    def _selected(self, seen):
        chosen = select(
            self.problem.y, seen.inverse, seen.ratio, seen.point.mu, self.theta, self.beta
        )
        if not self.exact:
            return chosen
        return with_interior(self.problem, chosen, self._bounds(seen), seen.inverse)

    def _bounds(self, seen):
        """The bound (n,) nearer to each variable."""
        return np.where(seen.point.x > 0.5 * self.problem.C, self.problem.C, 0.0)

    def _shown(self, seen):
        """The state of the first phase."""
        state = {"check": seen.state["check"]}
        if "note" in seen.state:
            state["note"] = seen.state["note"]
        if "stop" in seen.state and not self.exact:
            state["stop"] = seen.state["stop"]
        lengths = {key: seen.state[key] for key in ("sigfig", "spectral")}
        return self._state(seen.state["x"], seen.point, seen.inverse, **lengths, **state)

    def _state(self, x, p, inverse, iterate=None, **more):
        """What `drive` certifies and records."""
        return {
            "x": x,
            "work": self.work,
            "iteration": self.iteration,
            "diverges": False,  # as in `Homotopy.state`
            "iterate": p.x if iterate is None else iterate,
            "theta_inv": inverse,
            "selected": self.chosen,
            "threshold": self.theta * np.sqrt(p.mu),
            "mu": p.mu,
            "s": p.s,
            "round": self.round,
            "sigfig": np.nan,
            "spectral": np.nan,
            **more,
        }

    def _spread(self, part):
        """`part`, of the selected variables, among NaN (n,)."""
        whole = np.full(self.chosen.size, np.nan)
        whole[self.chosen] = part
        return whole

    def _free_violators(self, seen):
        """Exact: the others at their nearer bound, the reduced problem, the worst of them freed."""
        if not self.chosen.any():
            self.chosen = self._selected(seen)
        tol, x = max(_INNER * self.tol, _FINEST), self._bounds(seen)
        reduced = Reduced(self.problem, self.chosen, x)
        p, fresh = restricted(seen.point, self.chosen), False
        while True:
            self.round += 1
            p, done = yield from self._inner(reduced, p, tol)
            x = reduced.judged(p.x)[0]
            freed = self._violators(reduced, x)
            # The same steps from the same start once more would end there too.
            if not freed.size and (tol <= _FINEST or (fresh and not done)):
                return
            fresh = bool(freed.size) or not done
            if fresh:
                self.chosen = self.chosen.copy()
                self.chosen[freed] = True
                reduced = Reduced(self.problem, self.chosen, x)
                p = reduced.start()
            tol = max(_TIGHTER * tol, _FINEST)

    def _inner(self, reduced, begin, tol):
        """Solve the reduced problem to `tol`; its last point, and whether it got there."""
        self.work += self.problem.y.size
        p = begin
        for p in reduced.steps(begin):
            self.iteration += 1
            self.work += reduced.cost
            x, value, gap = reduced.judged(p.x)
            done = gap <= tol * abs(value)
            iterate = reduced.x.copy()
            iterate[self.chosen] = p.x
            inverse = self._spread(inverse_theta(p))
            yield self._state(x, p, inverse, iterate=iterate, check=done)
            if done:
                return p, True
        return p, False

    def _violators(self, reduced, x):
        """The fixed variables that a multiplier of the reduced problem would move off their bounds,
        worst first."""
        problem = self.problem
        g = problem.product(x) - 1.0
        self.work += x.size
        # Of those multipliers the one that is best for the full problem.
        s = np.clip(best_multiplier(problem, g), *reduced.multipliers(g))
        r = g - s * problem.y
        wrong = np.where(self.chosen, 0.0, np.maximum(np.where(x > 0.0, r, -r), 0.0))
        most = max(_FREED, int(_SHARE * np.count_nonzero(self.chosen)))
        order = np.argsort(-wrong, kind="stable")[:most]
        return order[wrong[order] > 0.0]

    def _solve_selected(self):
        """As printed: Algorithm 5 on the selected points alone, as if there were no others."""
        problem, size = self.problem, np.count_nonzero(self.chosen)
        alone = part(problem, self.chosen, problem.b)
        began, spent, self.round = self.iteration + 1, self.work, 1
        for state in _path(alone, "centering", None, self.tol):
            p = Point(*(state[key] for key in ("iterate", "w", "t", "u", "s")))
            self.iteration = began + state["iteration"]
            self.work = spent + state["work"] * size // problem.y.size
            x, iterate = np.zeros((2, problem.y.size))
            x[self.chosen], iterate[self.chosen] = state["x"], p.x
            ends = {"stop": state["stop"]} if "stop" in state else {}
            if state["check"] and alone.certify(state["x"]).holds(self.tol):
                ends = {"stop": "small_change", "note": self._verdict(x, size)}
            inverse = self._spread(inverse_theta(p))
            lengths = {key: state[key] for key in ("sigfig", "spectral")}
            yield self._state(x, p, inverse, iterate=iterate, **lengths, **ends)

    def _verdict(self, x, size):
        gap = self.problem.certify(x).relative_gap
        return (
            f"Algorithm 6 as printed keeps {size} of {x.size} points and counts the others as 0: "
            f"their problem is solved to {self.tol:.0e}, the full one to {gap:.1e}."
        )


def inverse_theta(p: Point) -> np.ndarray:
    """Theta^-1 = x w / (x u + w t) (n,), (4.58)."""
    with np.errstate(divide="ignore", invalid="ignore"):  # on a bound, with a multiplier of 0
        return p.x * p.w / (p.x * p.u + p.w * p.t)


def select(
    y: np.ndarray, inverse: np.ndarray, ratio: np.ndarray, mu: float, theta: float, beta: float
) -> np.ndarray:
    """The variables selected (n,): from each class those with Theta^-1 >= theta sqrt(mu), and at
    least half of min(mu^(1/beta) n, those whose `ratio` to the last iterate exceeds 0.9)."""
    staying = np.count_nonzero(ratio > _STAYING)
    half = np.ceil(min(np.ceil(mu ** (1.0 / beta) * y.size), staying) / 2.0)
    chosen = np.zeros(y.size, dtype=bool)
    for sign in (1.0, -1.0):
        members = np.flatnonzero(y == sign)
        large = np.count_nonzero(inverse[members] >= theta * np.sqrt(mu))
        size = int(max(large, min(half, members.size)))
        chosen[members[np.argsort(-inverse[members], kind="stable")[:size]]] = True
    return chosen


def with_interior(
    problem: KernelSVM, chosen: np.ndarray, x: np.ndarray, inverse: np.ndarray
) -> np.ndarray:
    """`chosen`, enlarged until y_I'x_I = b - y_F'x_F has a solution strictly inside the box.

    x (n,): where each variable is fixed, 0 or C. Of those that help, the largest Theta^-1 first.
    """
    chosen, y, C = chosen.copy(), problem.y, problem.C
    order = np.argsort(-inverse, kind="stable")
    # Freed, such a variable raises the largest y'x; the others lower the smallest.
    raises = np.where(y > 0.0, x == 0.0, x == C)
    while True:
        share = 0.5
        if chosen.any():
            share = knapsack.centre_share(y[chosen], C, problem.b - y[~chosen] @ x[~chosen])
            if 0.0 < share < 1.0:
                return chosen
        helps = ~chosen & (raises if share >= 0.5 else ~raises)
        if not helps.any():
            return np.ones_like(chosen)
        chosen[order[helps[order]][0]] = True
