"""The only outer loop: clock, certificate, history, stopping, cancelling.

A solver passes a generator of states. A state is a dict; these keys are `drive`'s, every other key
is a snapshot:

x          the iterate, required;
dual       dual variables for `certify`, a dict (default empty);
rows       (X (n, D), {name: (n, ...)}, r): the points and dual variables of n states, this one is
the r-th, which `certify_rows` certifies in one call;
work       cumulated unit updates (default: the iteration);
iteration  cumulated iterations (default: states so far; row 0 is the start);
check      True where the solver believes that it is done: certify here;
certify    False where it knows that it is not: no certificate between recorded rows here;
continues  True where a finite method runs to its own end, whatever is proved of this state;
stop       "small_change", "stalled", "diverged", "unbounded" or "infeasible": the solver cannot or
should not continue; `dual` of the last two holds what proves them;
note       a sentence for `Result.notes`;
diverges   False where it cannot: a large value, of a point computed from multipliers, says nothing;
pictures   a function of no arguments that returns further snapshots: asked only where the state is
recorded, before the next one is computed;
row_pictures  the same of all states of `rows`: {name: (n, ...)}, read-only, one and the same for
all of them;
whole      a function of no arguments that returns the whole state, of which this is a cheap part:
asked only where the state is certified, before the next one is computed.

A generator that ends by itself may return a sentence: a note where its last state is not proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import perf_counter
from types import MappingProxyType

import numpy as np

from solvers.checks import InputError, callable_or_none, integer, is_finite, locked, nonnegative
from solvers.docstrings import documented
from solvers.endings import ending
from solvers.interrupts import interruptible, raise_interrupt
from solvers.result import (
    Cancelled,
    Certificate,
    Result,
    State,
    States,
    Status,
    Trace,
    gap_between,
    is_contradiction,
)

_STATE_KEYS = frozenset(
    {"x", "dual", "work", "iteration", "stop", "note", "pictures", "row_pictures"}
    | {"check", "certify", "continues", "diverges", "rows", "whole"}
)
#: What a solver says of a state at which its step moves nothing.
STALLED = {
    "stop": "stalled",
    "note": "The step moves nothing any more in floating-point arithmetic.",
}
#: What cannot change, and need not be copied.
_IMMUTABLE = frozenset({int, float, bool, str})
#: An objective this many times above the start's (or the scale) is taken for divergence.
_BLOW_UP = 1e8
#: Objectives that differ by this share of their size differ by rounding.
_EQUAL = 1e-15


@dataclass(slots=True, eq=False)
class _Row:
    iteration: int
    work: int
    seconds: float
    certificate: Certificate
    gap: float
    snapshots: dict
    is_number: bool  # whether all of its point is
    block: State | None = None  # snapshots of several rows, stacked; this one's is at `place`
    place: int = 0


@dataclass(slots=True)
class History:
    """The history: recorded rows, the best point and the best dual point so far."""

    certify: Callable[..., Certificate]
    certify_rows: Callable[..., Sequence[Certificate]] | None = None
    batch: tuple = (None,)  # X, copies of X and of the dual variables, and their certificates
    rows: list = field(default_factory=list)
    best: _Row | None = None
    x: np.ndarray | None = None
    dual: dict = field(default_factory=dict)
    highest_dual: dict = field(default_factory=dict)
    lowest: float = np.inf  # value of a feasible point
    highest: float = -np.inf
    own_gap: float = np.inf
    pair: Certificate | None = None  # of the best point with the best dual point, once known

    def add(self, state: State, iteration: int, seconds: float) -> _Row:
        """Certify `state`; return its row, not yet recorded."""
        dual = state.get("dual", {})
        certificate, is_number = self._certified(state, dual)
        if certificate.infeasibility == 0.0:
            self.lowest = min(self.lowest, certificate.objective)
        work = state.get("work", iteration)
        row = _Row(iteration, work, seconds, certificate, 0.0, {}, is_number)
        tighter = certificate.bound > self.highest
        if tighter:
            self.highest = certificate.bound
            self.highest_dual = {k: np.array(v) for k, v in dual.items()}
        if tighter and not self._outside:
            self.dual, self.pair = self.highest_dual, None
        if self._beats(is_number, certificate, bool(dual)):
            # A point outside is proved by its own multipliers, near which its value may lie.
            own = certificate.infeasibility > 0.0
            self.dual = {k: np.array(v) for k, v in dual.items()} if own else self.highest_dual
            self.pair = certificate if (tighter or own) and "rows" not in state else None
            self.own_gap, self.best = certificate.gap, row
            self.x = np.array(state["x"], dtype=np.float64)
            self._fill(row, state)
        assert self.best is not None  # the first point beats none
        self._count_rounding(row, self.best.certificate.objective)
        row.gap = self._reach(self.best.certificate)
        return row

    def _count_rounding(self, row, value):
        """Where a bound of one row lies above the value of another, count what rounding of the best
        point, which has this value, may cost: that is in the bound of the two together alone. Rows
        that were certified together must agree with each other."""
        if self._outside or self.certify_rows or value > self.lowest:
            return
        if self.contradicts(row.certificate.scale):
            self.highest = min(self.highest, self.certificate().bound)
            for earlier in self.rows:  # what was proved before is no more
                earlier.gap = max(earlier.gap, gap_between(self.lowest, self.highest))

    def contradicts(self, scale: float) -> bool:
        """Whether a bound lies above a value by more than rounding, of which the scale, or that of
        the start, says the size."""
        # Where the scale is the size of a value that tends to 0, rounding is that of its first
        # terms.
        first = self.rows[0].certificate.scale if self.rows else 0.0
        return is_contradiction(self.lowest, self.highest, max(scale, first))

    @property
    def _outside(self):
        """Whether the best point so far is outside."""
        return self.best is not None and self.best.certificate.infeasibility > 0.0

    def _certified(self, state, dual):
        """(the state's certificate, whether its point is a number); one that no longer is proves
        nothing."""
        is_number = bool(self.rows) and is_finite(state["x"])
        if self.rows and "stop" not in state and not is_number:
            return Certificate(np.inf, -np.inf, self.rows[0].certificate.scale, np.inf), False
        batched = self.certify_rows is not None and "rows" in state
        certificate = self._certified_with_others(state, dual) if batched else None
        certificate = certificate or self.certify(state["x"], **dual)
        if not isinstance(certificate, Certificate):
            got = type(certificate).__name__
            raise InputError(f"{_name(self.certify)} must return a Certificate, got {got}.")
        # Of a first point that is no array, `certify` has said so by now.
        return certificate, is_number if self.rows else is_finite(state["x"])

    def _certified_with_others(self, state, dual):
        """What `certify_rows` says of the state's row; None where the row is not the state."""
        X, duals, r = state["rows"]
        assert self.certify_rows is not None
        if self.batch[0] is not X:
            # Copies: a solver that writes the next states into the same arrays must not find these
            # certified.
            stored = {name: np.array(rows) for name, rows in duals.items()}
            self.batch = X, np.array(X), stored, self.certify_rows(X, **duals)
        _, points, stored, certificates = self.batch
        if stored.keys() != dual.keys() or not _is_same(points[r], np.asarray(state["x"])):
            return None
        for name, own in dual.items():
            if not _is_same(stored[name][r], np.asarray(own)):
                return None
        return certificates[r]

    def _reach(self, certificate):
        """The proved gap of a point outside, or of the lowest value to the best bound so far."""
        if certificate.infeasibility > 0.0:
            return certificate.proved_gap
        return gap_between(min(self.lowest, certificate.objective), self.highest)

    def _share(self, certificate, scale):
        """The smallest share of `scale` within which the best bound so far would prove a point; a
        feasible one counts by its own value."""
        outside = certificate.infeasibility > 0.0
        own = gap_between(certificate.objective, self.highest)
        reach = certificate.proved_gap if outside else own
        gap = reach / scale if scale > 0.0 else 0.0 if reach == 0.0 else math.inf
        return max(gap, certificate.infeasibility)

    def _beats(self, is_number, certificate, has_dual):
        """Whether this point is the best so far: none that is not a number beats one that is."""
        if self.best is None:
            return True
        if is_number != self.best.is_number:
            return is_number
        return self._better(certificate, has_dual)

    def _better(self, certificate, has_dual):
        """Whether this point beats the best so far: by its objective or, where that differs by
        rounding only or the bound belongs to the point, by its own gap; where one of the two is
        outside, by the tolerance that it meets, then by how far it is outside: on the larger scale
        of the two, as that of a start outside may be so tiny that any gap there would be less, and
        on two scales the larger gap may be the smaller share."""
        assert self.best is not None
        best = self.best.certificate
        if certificate.infeasibility > 0.0 or best.infeasibility > 0.0:
            scale = max(certificate.scale, best.scale)
            new, old = self._share(certificate, scale), self._share(best, scale)
            nearer = certificate.infeasibility < best.infeasibility
            return new < old or (new == old and nearer)
        if not has_dual:
            return certificate.gap < self.own_gap
        rounding = _EQUAL * max(abs(certificate.objective), certificate.scale)
        if abs(certificate.objective - best.objective) <= rounding:
            return certificate.gap < self.own_gap
        return certificate.objective < best.objective

    def record(self, row: _Row, state: State) -> None:
        """Keep `row` in the history, with copies of the state's snapshots."""
        if not row.snapshots and row.block is None:
            self._fill(row, state)
        if not self.rows or self.rows[-1] is not row:
            self.rows.append(row)

    def certificate(self) -> Certificate:
        """The certificate of the best point with the best dual point, computed once per pair."""
        if self.pair is None:
            self.pair = self.certify(self.x, **self.dual)
        return self.pair

    def _fill(self, row, state):
        shown = state | state["pictures"]() if "pictures" in state else state
        if "row_pictures" in state:
            row.block, row.place = state["row_pictures"](), state["rows"][2]
        copies: dict = {}  # of one array under two names there is one
        snapshots = row.snapshots = {}
        for name, value in shown.items():
            if name in _STATE_KEYS:
                continue
            if type(value) not in _IMMUTABLE:
                copy = copies.get(id(value))
                if copy is None:
                    copy = copies[id(value)] = _retained(value)
                value = copy
            snapshots[name] = value

    def replace(self, row: _Row, state: State) -> None:
        """Take `state` for the answer, as a proof that there is no minimum must be."""
        self.pair = None
        self.x, self.best = np.array(state["x"], dtype=np.float64), row
        self.dual = {k: np.array(v) for k, v in state["dual"].items()}
        self._fill(row, state)

    def contradiction(self) -> str:
        """In words: what was certified cannot be."""
        return (
            f"The bound {self.highest:.6g} is above the value {self.lowest:.6g}: "
            "the certificate is wrong, and nothing is proved."
        )

    def result(self, status: Status, notes: Iterable[str]) -> Result:
        """The `Result` of the run; a best row that was not recorded takes its place."""
        rows = self.rows
        assert self.best is not None and self.x is not None
        if self.best not in rows:
            rows = sorted([*rows, self.best], key=lambda r: r.iteration)
        if status == "contradiction":
            for row in rows:
                row.gap = np.inf
        at, trace = rows.index(self.best), _trace(rows)
        self.x, dual = locked(self.x), MappingProxyType(locked(self.dual))
        return Result(self.x, dual, self.certificate(), status, at, trace, tuple(notes))


@documented
# Divergence is a status, not a warning.
@np.errstate(over="ignore", invalid="ignore", divide="ignore")
@interruptible()
def drive(
    states: States,
    certify: Callable[..., Certificate],
    *,
    tol: float,
    max_iter: int,
    record_every: int = 1,
    cancelled: Cancelled = None,
    certify_rows: Callable[..., Sequence[Certificate]] | None = None,
) -> Result:
    """Run the generator `states` until its point is certified, it ends, or the budget is spent.

    Rows are always certified; in between, certificates are taken at growing intervals (1, 2, 3, 5,
    8, ... states), a bounded share of the work.

    Parameters
    ----------
    states : iterator of dict
        The algorithm; see this module for the keys of a state.
    certify : callable
        certify(x, **dual) -> Certificate, the problem's.
    tol : float
        The relative gap at which the run ends as "converged".
    max_iter : int
        The run ends after so many iterations.
    record_every : int
        A row of the trace every so many iterations; 0: only the first and the best.
    cancelled : callable
        Asked without arguments at each state; the run ends once it returns True.
    certify_rows : callable
        The problem's for many states in one call: certify_rows(X, **dual) -> the certificate of
        each row, of states that have `rows`. The answer is certified by `certify` in any case.

    Returns
    -------
    Result
        The best certified point, its certificate, and the trace.
    """
    tol, max_iter = nonnegative(tol, "tol"), integer(max_iter, "max_iter")
    cancelled = callable_or_none(cancelled, "cancelled")
    if not hasattr(states, "__next__"):
        raise InputError(f"states must be an iterator of dictionaries, got {_name(states)}.")
    history, when = History(certify, certify_rows), _Schedule(integer(record_every, "record_every"))
    seconds, iteration, notes, said = 0.0, 0, {}, False
    status: Status | None = None
    state: State | None = None
    row: _Row | None = None
    while status is None:
        began = perf_counter()
        new, words = _next(states)
        seconds += perf_counter() - began
        if new is None and state is None:
            raise InputError(f"{_name(states)} must yield its start as a first state, got nothing.")
        if new is None:  # a finite method is done: its last state is its answer
            if row is None:
                state = _whole(state)
                row = history.add(state, iteration, seconds)
            status = _verdict(history, row, state, tol, "stalled") or "stalled"
            if status == "stalled" and words:
                notes[words] = said = True
            break
        raise_interrupt()
        state, row = _with_point(new, states), None
        iteration = int(state.get("iteration", when.states))
        said = "note" in state
        if said:
            notes[state["note"]] = True
        stop = _stop(state, iteration, max_iter, cancelled)
        retained, checked = when.due(iteration)
        checked = checked and state.get("certify", True)
        if retained or checked or stop or state.get("check", False):
            state = _whole(state)
            row = history.add(state, iteration, seconds)
            if retained:
                history.record(row, state)
            status = _verdict(history, row, state, tol, stop)
            if status == "converged" and not stop and state.get("continues", False):
                status = None
            status = status or stop
    assert not (status is None or row is None or state is None)  # what ends a run is certified
    if status in ("unbounded", "infeasible"):
        history.replace(row, state)
    if status == "contradiction":
        notes[history.contradiction()] = True
    if when.every:
        history.record(row, state)
    notes |= ending(status, history.certificate(), tol, max_iter, said)
    return history.result(status, notes)


def _next(states):
    """(the next state or None, what the generator returned at its end)."""
    try:
        return next(states), None
    except StopIteration as end:
        return None, end.value


def _is_same(a, b):
    """Whether the row a is the array b to the last bit."""
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def _retained(value):
    """A copy of an array; itself where it and the array whose memory it shows are read-only."""
    owner = value if value.base is None else value.base
    plain = type(value) is type(owner) is np.ndarray and owner.flags.owndata
    fixed = plain and not (value.flags.writeable or owner.flags.writeable)
    return value if fixed else np.array(value)


def _whole(state):
    """The state with what is made only of one that is certified."""
    return state["whole"]() if "whole" in state else state


def _with_point(state, states):
    """The state, which must be a dictionary that holds the point."""
    if isinstance(state, dict) and "x" in state:
        return state
    keys = ", ".join(map(repr, state)) or "nothing" if isinstance(state, dict) else ""
    raise InputError(
        f"{_name(states)} must yield dictionaries with the point as 'x', got "
        f"{keys or type(state).__name__}."
    )


@dataclass(slots=True)
class _Schedule:
    """Which states are recorded and which are certified."""

    every: int
    states: int = 0
    next_row: int = 0
    next_check: int = 1
    after: int = 2

    def due(self, iteration):
        """(record?, certify?) for the state at `iteration`; counts it."""
        retained = self.states == 0 or (self.every > 0 and iteration >= self.next_row)
        if retained and self.every:
            self.next_row = (iteration // self.every + 1) * self.every
        checked = self.states == self.next_check
        if checked:
            self.next_check, self.after = self.after, self.next_check + self.after
        self.states += 1
        return retained, checked


def _name(function):
    return getattr(function, "__qualname__", type(function).__name__)


def _stop(state, iteration, max_iter, cancelled):
    """The reason to end here whatever the certificate says, or None."""
    if "stop" in state:
        return state["stop"]
    if iteration >= max_iter:
        return "max_iter"
    return "cancelled" if cancelled is not None and cancelled() else None


def _verdict(history, row, state, tol, stop):
    """ "contradiction", "converged" or "diverged" where the numbers show it, else None."""
    if history.contradicts(row.certificate.scale):
        return "contradiction"
    near = row.gap <= tol * row.certificate.scale  # cheap, then in full
    # The pair may be proved where no row was; at the end that is known anyway.
    near = near or stop not in (None, "unbounded", "infeasible")
    if near and history.certificate().holds(tol):
        return "converged"
    return "diverged" if _blown_up(history, row, state) else None


def _blown_up(history, row, state):
    """Whether the iterates have left every bound."""
    objective, first = row.certificate.objective, history.rows[0].certificate
    if 0.0 < row.certificate.infeasibility < math.inf:
        return False  # a value outside says nothing
    if not state.get("diverges", True) and row.is_number:
        return False
    if not math.isfinite(objective) and not row.is_number:
        return "stop" not in state
    if first.infeasibility > 0.0:
        return False  # nor does it of later ones
    ceiling = _BLOW_UP * max(abs(first.objective), first.scale)
    return math.isfinite(first.objective) and objective > ceiling > 0.0


def _trace(rows):
    counts = [(r.iteration, r.work) for r in rows]
    proofs = [
        (
            r.seconds,
            r.certificate.objective,
            r.certificate.bound,
            r.certificate.scale,
            r.certificate.infeasibility,
            r.gap,
        )
        for r in rows
    ]
    parts = [list(part) for _, part in groupby(rows, lambda row: id(row.block))]
    snapshots, stacks = {}, {}
    for name in [*rows[0].snapshots, *(rows[0].block or ())]:
        column = [r.snapshots[name] for r in rows if name not in (r.block or ())]
        same = tuple(map(id, column))
        if same not in stacks:  # of one array under two names there is one stack
            # What is no array is a number or a text; `np.shape` would make an array of it.
            some = () if _IMMUTABLE.issuperset(map(type, column)) else column
            shapes = list(dict.fromkeys([getattr(v, "shape", ()) for v in some]))
            if len(shapes) > 1:
                raise InputError(
                    f"The snapshot {name} must have one shape in all states, got "
                    f"{' and '.join(map(str, shapes[:2]))}."
                )
            stacks[same] = locked(np.array(column))
        whole = len(column) == len(rows)
        snapshots[name] = stacks[same] if whole else _joined(parts, name, stacks[same])
    iteration, work = _columns(counts, np.int64)
    seconds, objective, bound, scale, outside, gap = _columns(proofs, np.float64)
    shown = MappingProxyType(snapshots)
    return Trace(iteration, work, seconds, objective, bound, scale, outside, gap, shown)


def _joined(parts, name, own):
    """A snapshot of all rows, in `parts` of one block each or of none; own: of the rows that have
    it by themselves."""
    pieces, first = [], 0
    for part in parts:
        if name in (part[0].block or ()):
            pieces.append(part[0].block[name][[row.place for row in part]])
        else:
            pieces.append(own[first : first + len(part)])
            first += len(part)
    return locked(np.concatenate(pieces))


def _columns(table, kind):
    """The columns of `table`, a list of rows, each one piece of memory."""
    return locked(np.array(table, dtype=kind, order="F").T)
