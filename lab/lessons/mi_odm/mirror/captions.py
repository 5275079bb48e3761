"""Captions of the mirror scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import falls, least
from lab.drawing.text import figure, format_distinct, number, point, power, subscript, unsigned
from lab.lessons.mi_odm.mirror.view import (
    AVERAGE,
    BACK,
    BACK2,
    DUAL,
    DUAL2,
    END,
    MIDDLE,
    START,
    TOL,
)
from widgets.sentences import sentences

#: The methods whose average has weights; the others move it by a share.
_WEIGHTED = ("plain", "single")


def captions(view):
    """One sentence per frame: the sub-step, what it moved, old and new, and why."""
    tell = {
        START: _start,
        DUAL: _gradient,
        BACK: _back,
        MIDDLE: _project,
        DUAL2: _gradient,
        BACK2: _back,
        END: _project,
        AVERAGE: _average,
    }
    step = lambda k: tell.get(int(view.stage[k]), _whole)(view, k)  # noqa: E731
    frames = len(view.stage)
    return sentences(frames, lambda: step(0), step, lambda: f"{_ending(view)}{_two(view)}")


def _two(view):
    """What the second step would have changed."""
    prox = view.run.extra.get("prox")
    if prox is None:
        return ""
    gap = unsigned(prox.trace.gap, prox.certificate.scale)[-1]
    text = f" Mirror prox, with two evaluations a step, ended with {least(gap)}."
    first, last = view.end_gaps()
    if last > first:
        return text
    return (
        f"{text} Where G is bilinear one step spirals outwards; here K(c) bends it in u, which "
        "damps the turning."
    )


def _start(view, k):
    factor = number(view.run.settings["start"], 2)
    v = point(view.shown("centre_v")[0])
    return f"Start: u = {factor} u₀, v = {v} — gap {least(view.gap[k])}."


def _which(view, k):
    if view.single:
        return "The"
    return "First" if view.stage[k] <= MIDDLE else "Second"


def _gradient(view, k):
    """The step in the dual: a straight shift of log v."""
    part, t = view.part(k), subscript(int(view.row[k]))
    shift, eta = point(part.shift), figure(view.step(k).eta)
    here = "the centre" if view.stage[k] == DUAL else f"the middle point y{t}, from the same centre"
    text = f"{_which(view, k)} step, in the mirror: log v moves by −η∂G/b = {shift}"
    if part.drawn is None:
        values = ", ".join(
            f"D(u, c{subscript(i + 1)}) = {number(d)}" for i, d in enumerate(part.values)
        )
        return f"{text} — gradient at {here}, η = {eta}: {values}."
    i, j = part.drawn
    return (
        f"{text} — drawn at {here}, η = {eta}: c{subscript(i + 1)} by its weight for u, "
        f"c{subscript(j + 1)} evenly for v, so one entry moves alone."
    )


def _back(view, k):
    """Back through the mirror map: positive, yet off the simplex."""
    part = view.part(k)
    total = number(part.hat_v.sum())
    below = np.flatnonzero(part.hat_u < 0.0)
    cut = f"{below.size} of {part.hat_u.size} entries of û are below 0"
    if below.size:
        worst = int(np.argmin(part.hat_u))
        cut += f", {_name(view, worst)} = {number(part.hat_u[worst])} most"
    return f"Back: v̂ = v exp(−η∂G/b) = {point(part.hat_v)} sums to {total}, not 1 — {cut}."


def _name(view, i):
    N = view.problem.omega.size
    return f"{'ζβ'[i // N]}̂{subscript(i % N + 1)}"


def _project(view, k):
    """The projection: divide v by its sum, cut u at 0."""
    part, t = view.part(k), subscript(int(view.row[k]))
    to = f"the middle point y{t}" if view.stage[k] == MIDDLE else f"the new centre w{t}"
    old, new = point(part.hat_v), point(part.new_v)
    rule = "max(û, 0), then shortened to the ball of radius B" if _cut(part) else "u = max(û, 0)"
    return f"Projection onto {to}: v̂ {old} → v {new} — divided by its sum; {rule}."


def _average(view, k):
    """The output moves a little."""
    t, mean = int(view.row[k]), view.shown("v")
    rule = "weights ηₜt" if view.method in _WEIGHTED else "share 2 ÷ (t + 1)"
    moved = f"v̄ {point(mean[t - 1])} → {point(mean[t])}"
    return f"Average, with {rule}: {moved} — best gap {falls(view.gap[k - 1], view.gap[k])}."


def _whole(view, k):
    """A whole iteration: the weight that moved most."""
    r = int(view.row[k])
    v = view.shown("centre_v")
    i = int(np.argmax(np.abs(v[r] - v[r - 1])))
    old, new = v[r - 1, i], v[r, i]
    moved = "stays " + number(new) if old == new else " → ".join(format_distinct(old, new))
    last = f"last iterate {least(view.centre_gap(r))}"
    gap = f"best gap of the average {falls(view.gap[k - 1], view.gap[k])}"
    return f"v{subscript(i + 1)}: {moved} — {gap}; {last}{_unsafe(view, k)}."


def _unsafe(view, k):
    """Why there is no guarantee for this step."""
    ratio = view.step(k).ratio
    if not ratio > 1.0:
        return ""
    many, _ = format_distinct(ratio, 1.0, decimals=2)
    return f"; the step is too long: η⟨g(y) − g(w), y − w⁺⟩ is {many} times V(w; y) + V(y; w⁺)"


def _ending(view):
    """What the run proved."""
    result = view.run.result
    weights = point(view.shown("v")[-1])
    if result.status == "converged":
        proved = f"Proved to a relative gap of {power(TOL)}, by the best halves"
        return f"{proved}: v̄ = {weights}, v* = {point(view.best)}."
    first, last = view.end_gaps()
    if last > 2.0 * first and _cut(view.step(len(view.stage) - 1).last):
        mend = "" if view.single else "what the first step overshoots the second cannot mend, and "
        return f"It diverges: {mend}u runs to the rim of its ball; shorten the step."
    if last > 2.0 * first:
        text = falls(first, last)
        return f"The last iterate is further off than the first ({text}); shorten the step."
    return f"Not proved yet: v̄ = {weights}, v* = {point(view.best)}."


def _cut(part):
    """Whether u was shortened to its ball."""
    return np.linalg.norm(np.maximum(part.hat_u, 0.0)) > np.linalg.norm(part.new_u) * (1.0 + 1e-9)
