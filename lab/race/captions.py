"""Captions of a race: several methods, one problem, one clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from lab.drawing.readout import falls, least
from lab.drawing.text import listed, outcome
from solvers import Result
from widgets.sentences import Sentences


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """What the captions of a race need.

    labels: method -> its name, the method in question first. results: method -> its result. now
    (T,): the clock's value in each frame; gaps: method -> (T,), the best so far; arrivals: method
    -> the clock's value at which its gap was first within `limit`, inf if it was not.
    text_at(name, value) -> words for a value of the clock. begin: what all do at first. special(k)
    -> words on frame k that go before all other news, or "". more: what follows the last sentence.
    """

    labels: Mapping[str, str]
    results: Mapping[str, Result]
    now: np.ndarray
    gaps: Mapping[str, np.ndarray]
    arrivals: Mapping[str, float]
    limit: float
    text_at: Callable[[str, float], str]
    begin: str
    special: Callable[[int], str] = lambda k: ""
    more: str = ""

    def __len__(self):
        return len(self.now)

    @property
    def main(self):
        """The method in question."""
        return next(iter(self.labels))


def race_of(view, labels, begin, special=lambda k: "", more=""):
    """The `Race` of a view that has `run`, `clock`, `arrivals`, `limit`, `gap` and `text_at`."""
    names = view.run.results
    return Race(
        labels={name: labels[name] for name in names},
        results=names,
        now=view.clock.values,
        gaps={name: view.gap(name) for name in names},
        arrivals=view.arrivals,
        limit=view.limit,
        text_at=view.text_at,
        begin=begin,
        special=special,
        more=more,
    )


def captions(race):
    """One sentence per frame: who arrived, how the gap of the main method fell, where the others
    are."""

    def say(k):
        if k == len(race) - 1:
            return f"{_ending(race)}{race.more}"
        return _sentence(race, k) if k else _opening(race)

    return Sentences(len(race), say)


def _opening(race):
    return (
        f"Start: {listed(race.labels.values())} {race.begin} — the first whose gap is proved under "
        f"{least(race.limit)} wins."
    )


def _sentence(race, k):
    return f"{race.special(k) or _news(race, k)} — {_field(race, k)}."


def _news(race, k):
    """Who arrived since the frame before; else what the main method did."""
    before, now = race.now[k - 1], race.now[k]
    arrived = [n for n, at in race.arrivals.items() if before < at <= now]
    if arrived:
        return listed(f"{race.labels[n]} arrives after {race.text_at(n, race.arrivals[n])}"
                      for n in arrived)  # fmt: skip
    gap, label = race.gaps[race.main], race.labels[race.main]
    if race.arrivals[race.main] <= now:
        return f"{label} has arrived"
    return f"{label}: best gap {falls(gap[k - 1], gap[k])}"


def _field(race, k):
    """The gaps of all that are still on their way."""
    main, now = race.main, race.now[k]
    running = [n for n in race.labels if not race.arrivals[n] <= now]
    others = [n for n in running if n != main or race.arrivals[main] <= now]
    if not others:
        return "no rival is still on its way"
    return "best gaps of the others: " + listed(
        f"{race.labels[n]} {least(race.gaps[n][k])}" for n in others
    )


def _ending(race):
    """The last sentence: who arrived, in order, and who did not, with what is proved of it."""
    order = sorted(race.labels, key=lambda n: race.arrivals[n])
    done = [n for n in order if np.isfinite(race.arrivals[n])]
    left = [n for n in order if not np.isfinite(race.arrivals[n])]
    first = "At the end: " + (
        ", ".join(f"{race.labels[n]} ({race.text_at(n, race.arrivals[n])})" for n in done)
        or "no method has arrived"
    )
    lost = listed(
        f"{race.labels[n]} {_why(race, n)} at a gap of {least(race.results[n].certificate.gap)}"
        for n in left
    )
    tail = f"not arrived: {lost}" if left else f"all proved within {least(race.limit)} of optimal"
    return f"{first}.\n{tail[0].upper()}{tail[1:]}."


def _why(race, name):
    status = race.results[name].status
    return f"{'is' if status == 'max_iter' else 'ended'} {outcome(status)}"
