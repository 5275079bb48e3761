"""The table of frames: a row per frame, chosen by the clock, and columns that are made when they
are read; and what is remembered between the moves of knobs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial, wraps
from types import MappingProxyType
from typing import Any

import numpy as np

from lab.cached import file_version, on_clear
from lab.clock import align, times
from lab.drawing.gap_panel import ClockAxis, GapCurve
from lab.drawing.text import counted, figure, gap_caption, outcome, readout, unsigned
from lab.experiment import Run
from lab.race.arrivals import arrival
from lab.race.methods import Methods
from lab.spelling import guess
from solvers import InputError, Result, Trace
from widgets import Clock, Curve, prefix

#: Columns of a trace.
_TRACED = ("objective", "bound", "gap", "iteration", "work", "seconds", "infeasibility")


class Shown:
    """What the frames show of one method: `gap`, `objective` and the other columns of its trace,
    and its snapshots by name, a row per frame. rows (T,): of the trace."""

    def __init__(self, trace: Trace, rows: np.ndarray):
        self.trace, self.rows = trace, rows

    def __getattr__(self, name: str) -> Any:
        if name in _TRACED:
            return getattr(self.trace, name)[self.rows]
        if not name.startswith("_") and name in self.trace.snapshots:
            return self.trace.snapshots[name][self.rows]
        raise AttributeError(_unknown(name, self.known()))

    def has(self, name: str) -> bool:
        """Whether there is a column of this name."""
        return name in _TRACED or name in self.trace.snapshots

    def known(self) -> list[str]:
        """The names of the columns."""
        return [*_TRACED, *self.trace.snapshots]


class Frames:
    """The frames of one run as a table.

    `f.norms` is a column, a row per frame; `f[k].norms` its row in frame k. Columns are those that
    `columns` adds, and what the main method's trace holds; `f.at("ista").w` is another method's.
    What holds of all frames, a name, a box, is a fact. Both are read in the same way, by name.

    run, clock: T frames. rows: method -> (T,) rows of its trace. methods: how they look, of a scene
    that compares some. tolerance: the relative gap at which the main method has arrived. main: the
    method whose trace has the columns, by default the run's. work: what the clock "work" counts, in
    the singular. limit: the gap at which a method has arrived, where `tolerance` is not of the main
    one's scale.
    """

    def __init__(
        self,
        run: Run,
        clock: Clock,
        rows: Mapping[str, np.ndarray] | None = None,
        *,
        methods: Methods | None = None,
        tolerance: float = 0.0,
        main: str | None = None,
        work: str = "update",
        limit: float | None = None,
    ):
        self.run, self.clock, self.tolerance, self.work_unit = run, clock, tolerance, work
        self._limit = limit
        self.main = main or run.main
        self.methods: Any = methods  # None where a scene compares none
        self.rows = rows or {}
        #: What has a row per frame, of what was given or read.
        self.column_names: set[str] = set()
        self._makers: dict[str, Callable[[Frames], Any]] = {}
        self._main = self.at(self.main) if rows else None

    @classmethod
    def of_traces(
        cls,
        run: Run,
        *,
        tolerance: float,
        methods: Methods | None = None,
        name: str | None = None,
        most: int = 240,
        keep: int = 30,
        work: str = "update",
        limit: float | None = None,
    ) -> Frames:
        """The rows that the knob "clock" chooses of the methods' traces; name, most, keep: as in
        `lab.align`."""
        kind = run.settings.get("clock", "iterations")
        clock, rows = align(run.traces, kind, most, keep, name=name)
        return cls(run, clock, rows, methods=methods, tolerance=tolerance, work=work, limit=limit)

    @classmethod
    def of_rows(cls, run: Run, name: str, *, tolerance: float) -> Frames:
        """A frame per row of the main method's trace; name: what its iterations are called."""
        iteration = run.trace.iteration
        rows = {run.main: np.arange(iteration.size)}
        return cls(run, Clock(name, iteration), rows, tolerance=tolerance)

    @classmethod
    def of_results(
        cls, run: Run, results: Sequence[Result], clock: Clock, *, tolerance: float
    ) -> Frames:
        """A frame per result; the columns objective, bound, gap, status of their proofs, and x."""
        f = cls(run, clock, tolerance=tolerance)
        proofs = [r.certificate for r in results]
        scale = np.array([c.scale for c in proofs])
        f.columns(
            x=lambda f: np.array([r.x for r in results]),
            objective=np.array([c.objective for c in proofs]),
            bound=np.array([c.bound for c in proofs]),
            gap=unsigned(np.array([c.gap for c in proofs]), scale),
            status=[r.status for r in results],
            scale=scale,
        )
        return f

    def columns(self, **columns: Any) -> None:
        """Add columns: T rows each, or a function of this table that makes them when they are first
        read."""
        self._check_names(columns)
        self.column_names |= columns.keys()
        self._makers |= {name: made for name, made in columns.items() if callable(made)}
        vars(self).update({n: rows for n, rows in columns.items() if not callable(rows)})

    def facts(self, **facts: Any) -> None:
        """Add what holds of all frames."""
        self._check_names(facts)
        vars(self).update(facts)

    def _check_names(self, names):
        taken = _TAKEN.intersection(names)
        if taken:
            raise InputError(f"A column must not be named as what every table has: {min(taken)}.")

    def at(self, method: str) -> Shown:
        """What the frames show of a method."""
        return Shown(self.traces[method], self.rows[method])

    def of(self, method: str) -> Frames:
        """A table of the same frames whose columns are those of another method's trace."""
        return Frames(self.run, self.clock, self.rows, methods=self.methods,
                      tolerance=self.tolerance, main=method, work=self.work_unit,
                      limit=self._limit)  # fmt: skip

    @cached_property
    def traces(self) -> Any:
        """Every method's trace by name."""
        return self.run.traces

    @property
    def rivals(self) -> list[str]:
        """The other methods of the run, in order."""
        return [name for name in self.run.results if name != self.run.main]

    @cached_property
    def minimiser(self) -> np.ndarray:
        """The best point that any method found."""
        return min(self.run.results.values(), key=lambda r: r.certificate.objective).x

    def times(self, name: str) -> np.ndarray:
        """The clock's value at every row of a method's trace."""
        return times(self.traces[name], self.run.settings.get("clock", "iterations"))

    def path(self, name: str) -> np.ndarray:
        """A method's iterates (R, D), up to the last one that a frame shows."""
        return self.methods.iterates(name, self.traces[name])[: self.rows[name][-1] + 1]

    def curve(self, name: str, values: np.ndarray, clock: ClockAxis) -> Curve:
        """A method's `values` (R,) over the `ClockAxis`, up to each frame."""
        (label, tone, dash), rows = self.methods.style(name), self.rows[name]
        shown = slice(rows[-1] + 1)
        x, y = clock.at(self.times(name)[shown]), values[shown]
        width = 2.5 if name == self.run.main else 2.0
        return Curve(prefix(x, rows), prefix(y, rows), tone=tone, dash=dash, width=width,
                     label=label)  # fmt: skip

    @cached_property
    def labels(self) -> dict[str, str]:
        """method -> its name in words, the main one first."""
        return {name: self.methods.style(name).label for name in self.run.results}

    def outcome(self, name: str) -> str:
        """How a method ended, in words."""
        return outcome(self.run.results[name].status)

    def gap_curves(self, **labels: Any) -> list[GapCurve]:
        """A `GapCurve` of every method, the main one last; labels: names that differ here."""
        return [
            GapCurve(
                labels.get(name, self.methods.style(name).label),
                self.methods.style(name).tone,
                self.methods.style(name).dash,
                self.times(name),
                self.traces[name].gap,
                self.rows[name],
                name == self.run.main,
            )
            for name in (*reversed(self.rivals), self.run.main)
        ]

    @property
    def row_shown(self) -> np.ndarray:
        """The row of the main method's trace in each frame (T,)."""
        return self.rows[self.main]

    @property
    def limit(self) -> float:
        """The gap at which the main method has arrived; of a path, that every solution reaches."""
        if self._limit is not None:
            return self._limit
        if "scale" in self.column_names:
            return self.tolerance * float(self.scale.min())
        return self.tolerance * self.run.results[self.main].certificate.scale

    @cached_property
    def arrivals(self) -> dict[str, float]:
        """method -> the clock's value at which its gap was first within `limit`; inf if it was
        not."""
        return {n: arrival(self.times(n), t.gap, self.limit) for n, t in self.traces.items()}

    @property
    def in_seconds(self) -> bool:
        """Whether the clock counts seconds."""
        return self.run.settings.get("clock") == "seconds"

    def text_at(self, method: str, value: float) -> str:
        """A value of the clock in words; iterations as the method calls them."""
        if self.in_seconds:
            return f"{figure(1e3 * value, 3)} ms"
        iterations = self.run.settings.get("clock", "iterations") == "iterations"
        return counted(value, self.methods.unit(method) if iterations else self.work_unit)

    @property
    def proved(self) -> float:
        """The gap that is proved of the main method's answer."""
        return self.run.results[self.main].certificate.gap

    @property
    def how(self) -> str:
        """How the main method ended: "converged", "max iter"."""
        return self.run.results[self.main].status.replace("_", " ")

    @property
    def spent(self) -> int:
        """The iterations of the main method."""
        return int(self.run.results[self.main].trace.iteration[-1])

    def before(self, name: str, first: Any = None) -> np.ndarray:
        """The column a frame earlier; in frame 0 its own row, or `first`."""
        column = np.asarray(getattr(self, name))
        start = column[:1] if first is None else np.full_like(column[:1], first)
        return np.concatenate([start, column[:-1]])

    def readout(self, **more: Sequence | np.ndarray) -> dict[str, Sequence | np.ndarray]:
        """What a frame says of its proof, as `widgets.Scene` has it; more: columns between."""
        if "status" in self.column_names:
            proof = {"F": self.objective, "bound": self.bound} | more
            return proof | {"gap": self.gap, "status": self.status}
        return readout(self.run.results[self.main], self.row_shown, self.tolerance) | more

    def __len__(self) -> int:
        return len(self.clock)

    def __getitem__(self, k: int) -> Frame:
        return Frame(self, range(len(self))[k])

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(self, k) for k in range(len(self)))

    def __getattr__(self, name: str) -> Any:
        """A column that is read for the first time."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._makers:
            found = self._makers[name](self)
            if len(found) != len(self):
                raise InputError(f"The column {name} must have {len(self)} rows, got {len(found)}.")
        elif self._main and self._main.has(name):
            found = getattr(self._main, name)
        else:
            facts = [n for n in vars(self) if not n.startswith("_")]
            traced = self._main.known() if self._main else []
            raise AttributeError(_unknown(name, [*facts, *self._makers, *traced]))
        self.column_names.add(name)
        vars(self)[name] = found
        return found


class Frame:
    """A row of the table: `frame.w` is that of the column, `frame.names` a fact of all frames;
    k: which one, time: the clock's value and counter: its words, before: the frame before it, last:
    whether it is the last, proof: its gap in words."""

    __slots__ = ("_frames", "k")

    def __init__(self, frames: Frames, k: int):
        self._frames, self.k = frames, k

    @property
    def table(self) -> Frames:
        """The whole table."""
        return self._frames

    @property
    def before(self) -> Frame:
        """The frame before; of the first that itself."""
        return Frame(self._frames, max(0, self.k - 1))

    @property
    def time(self) -> float | np.integer:
        """The clock's value."""
        return self._frames.clock.values[self.k]

    @property
    def counter(self) -> str:
        """ "iteration 37 of 412"."""
        return self._frames.clock.counter(self.k)

    @property
    def proof(self) -> str:
        """The gap of the main method in words, and the best so far where that is less."""
        return gap_caption(
            self._frames.run.results[self._frames.main], self._frames.row_shown[self.k]
        )

    @property
    def last(self) -> bool:
        """Whether no frame follows."""
        return self.k == len(self._frames) - 1

    def __getattr__(self, name: str) -> Any:
        frames = self._frames
        found = getattr(frames, name)
        return found[self.k] if name in frames.column_names else found


def on_one_clock(run: Run, common: Callable[[str, Trace], Trace]) -> Run:
    """`run` with each trace as common(name, trace) counts it."""
    results = {n: replace(r, trace=common(n, r.trace)) for n, r in run.results.items()}
    return replace(run, results=MappingProxyType(results))


#: What tables and their rows have by themselves.
_TAKEN = frozenset([*dir(Frames), *dir(Frame)])


def _unknown(name, known):
    return f"{name} is no column; {guess(name, known)}there are {', '.join(sorted(set(known)))}."


def remembered(build: Callable | None = None, *, most: int = 4) -> Callable:
    """`build(settings, *more)` with its last `most` answers remembered, so that a knob that it does
    not read does not have it made anew.

    Which settings it reads is watched, in functions called with the same `settings` too. What it
    returns is shared: arrays in it must be read-only. Where it reads "file", an answer holds for
    that file as it was last changed.
    """
    if build is None:
        return partial(remembered, most=most)
    answers: list[tuple[dict, Any, tuple, Any]] = []
    lock = threading.Lock()

    def find(settings, more):
        plain = getattr(settings, "settings", settings)
        for one in answers:
            read, version, others, _ = one
            if others == more and all(plain[n] == v for n, v in read.items()) and (
                version == _version(read)):  # fmt: skip
                return one
        return None

    @wraps(build)
    def recalled(settings, *more):
        with lock:
            found = find(settings, more)
        if found is None:
            watched = _Watched(getattr(settings, "settings", settings))
            answer = build(watched, *more)
            found = (watched.read, watched.version, more, answer)
        with lock:
            answers[:] = [found, *(one for one in answers if one is not found)][:most]
        if isinstance(settings, _Watched):  # a function that called this one reads them too
            settings.note(found[0], found[1])
        return found[3]

    recalled.cache_clear = answers.clear  # type: ignore[attr-defined]
    on_clear(answers.clear)
    return recalled


def _version(read):
    return file_version(read["file"]) if "file" in read else None


class _Watched(Mapping):
    """Settings, in `read` those that were looked at, and of "file" the version at that time: what
    is saved while it is read is another one."""

    def __init__(self, settings):
        self.settings, self.read, self.version = settings, {}, None

    def __getitem__(self, name):
        if name not in self.read:
            found = {name: self.settings[name]}
            self.note(found, _version(found))
        return self.read[name]

    def note(self, read, version):
        """Those in `read` are looked at, the file in that version if it has not been before."""
        self.version = self.version if "file" in self.read else version
        self.read.update(read)

    def __iter__(self):
        return iter(self.settings)

    def __len__(self):
        return len(self.settings)
