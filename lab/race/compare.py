"""Several solvers on one problem and one clock, and what foreign packages reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from lab.clock import CLOCKS, align, times
from lab.discovery import find
from lab.drawing.text import least, readout, unsigned
from lab.experiment import Experiment, Run, method_names, methods, sound
from lab.race import peers as foreign
from lab.race.methods import LINES
from lab.table import Table, short
from solvers import InputError, Result
from widgets import Axis, Clock, Curve, Panel, Points, Scene, prefix, static

#: How often each method is timed; the median of each row's seconds counts.
REPEATS = 3
_STYLES = (("main", "solid"), *LINES)
_SYMBOLS = ("diamond", "square", "x")


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What each method made of one problem.

    run: all methods' results; the seconds in their traces are medians. clock: the frames; rows:
    each method's trace rows on it. peers: foreign packages' answers, with our certificates.
    """

    run: Run
    clock: Clock
    rows: Mapping[str, np.ndarray]
    peers: tuple[foreign.Reached, ...] = ()

    def table(self) -> Table:
        """Where each method ended: iterations, work, seconds, value, certified gap, status."""
        heads = (
            "method",
            "iterations",
            "updates",
            "seconds",
            "objective",
            "relative gap",
            "status",
        )
        rows = [_ending(name, result) for name, result in self.run.results.items()]
        rows += [
            (a.name, None, None, short(a.seconds), *_proof(a.certificate), "") for a in self.peers
        ]
        note = f"Seconds: warm, medians of {REPEATS} runs, certificates excluded."
        return Table(f"{self.run.address}, one problem", heads, tuple(rows), (note,))

    def __repr__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def scene(self) -> Scene:
        """The certified gaps as one panel; a peer is a mark at its own time where the clock counts
        seconds."""
        traces, name = self.run.traces, self.clock.name
        (kind,) = (kind for kind, counted in CLOCKS.items() if counted.name == name)
        marks = [
            _curve(method, traces[method], kind, rows, _STYLES[k % len(_STYLES)])
            for k, (method, rows) in enumerate(self.rows.items())
        ]
        if kind == "seconds":
            marks += [_mark(a, _SYMBOLS[k % len(_SYMBOLS)]) for k, a in enumerate(self.peers)]
        x, y = Axis(f"{name}s"), Axis("certified gap", log=True)
        text = "best value so far minus best bound so far"
        panel = Panel("How fast is optimality proved?", marks, x, y, key="gap", subtitle=text)
        return sound(Scene([panel], self.clock, self._captions(), self._readout()), self.run)

    def _captions(self):
        gaps = {m: self.run.traces[m].gap[rows] for m, rows in self.rows.items()}
        counters = [self.clock.counter(k) for k in range(len(self.clock))]
        return [
            f"{counter} — best gaps: " + ", ".join(f"{m} {least(g[k])}" for m, g in gaps.items())
            for k, counter in enumerate(counters)
        ]

    def _readout(self):
        result, rows = self.run.result, self.rows[self.run.main]
        shown = readout(result, rows, 0.0, "objective")
        return shown | {"status": ("running",) * (len(rows) - 1) + (result.status,)}

    def __str__(self) -> str:
        return str(self.table())


def compare(
    where: str | Experiment,
    *,
    solvers: str | Sequence[str] | None = None,
    clock: str = "iterations",
    peers: bool = True,
    **settings: Any,
) -> Comparison:
    """Solve the scene's problem by several methods and put them on one clock.

    where: an address such as "lars/race", or an `Experiment`.
    solvers: short names of methods, the one in question first; by default those of the scene.
    clock: "iterations", "work" or "seconds". peers: whether foreign packages take part.
    Each method runs once to warm up and three times for its seconds. Our methods are timed as the
    pictures need them, with a row for each iteration; `lab bench` times the plain public calls.
    """
    address, experiment = find(where)
    if solvers is not None and not method_names(solvers):
        raise InputError("solvers must name at least one method, got none; leave it out for all.")
    chosen = {} if solvers is None else {"solvers": solvers}
    if any(knob.name == "clock" for knob in experiment.knobs):
        chosen["clock"] = clock  # a scene may give its rivals as much of what the clock counts
    checked = experiment.settings(settings | chosen)
    runs = [experiment.play(checked, address=address) for _ in range(1 + REPEATS)]
    run = _with_medians(_only(runs[-1], solvers), runs[1:])
    ticks, rows = align(run.traces, clock)
    answers = foreign.answers(run.problem, REPEATS) if peers else ()
    return Comparison(run, ticks, rows, answers)


def _only(run, names):
    """`run` with the named methods in the named order."""
    chosen = run.results if names is None else methods(run, names)
    return replace(run, results=MappingProxyType({n: run.results[n] for n in chosen}))


def _with_medians(run, runs):
    """`run` with the seconds of each trace row replaced by their median over `runs`."""
    results = {name: median_seconds([r.results[name] for r in runs]) for name in run.results}
    return replace(run, results=MappingProxyType(results))


def median_seconds(results: list[Result]) -> Result:
    """The last of several results of one method on one problem, the seconds of each row their
    median; as it is where one was cancelled on the way."""
    last = results[-1]
    if any(len(r.trace) != len(last.trace) for r in results):
        return last
    seconds = np.median([r.trace.seconds for r in results], axis=0)
    seconds.flags.writeable = False
    return replace(last, trace=replace(last.trace, seconds=seconds))


def timed_result(solve: Callable) -> Result:
    """The result of `solve()`, run once to warm up and `REPEATS` times for its seconds."""
    return median_seconds([solve() for _ in range(1 + REPEATS)][1:])


def _ending(name, result):
    trace = result.trace
    return (
        name, int(trace.iteration[-1]), int(trace.work[-1]), short(trace.seconds[-1]),
        *_proof(result.certificate), result.status,
    )  # fmt: skip


def _proof(certificate):
    gap = unsigned(certificate.relative_gap, 1.0)
    return certificate.objective, least(gap, 3) if gap >= 0.0 else short(gap)


def _curve(method, trace, kind, rows, style):
    tone, dash = style
    x, y = prefix(times(trace, kind), rows), prefix(_visible(trace.gap), rows)
    return Curve(x=x, y=y, label=method, tone=tone, dash=dash, legend=True)


def _mark(answer, symbol):
    gap = _visible(np.array([answer.certificate.gap]))
    x, label = static([answer.seconds]), f"{answer.name}, its own time, our certificate"
    return Points(x=x, y=static(gap), label=label, symbol=symbol, tone="ink", legend=True)


def _visible(gap):
    """Gaps for a log axis: what is zero or infinite is left out."""
    return np.where(np.isfinite(gap) & (gap > 0.0), gap, np.nan)
