"""Captions and the question of the methods scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import falls, least
from lab.drawing.text import figure, listed, number, power
from lab.lessons.alternating_linearization.methods.panels import thousands
from lab.lessons.alternating_linearization.methods.view import ALM, METHODS, SMALL
from widgets.sentences import sentences


def captions(view):
    """One arrived per frame: who arrived, how this method's gap fell, how far the printed one
    moved."""
    step = lambda k: f"{_news(view, k)} — {_printed(view, k) or _others(view, k)}."  # noqa: E731
    return sentences(len(view), lambda: _start(view), step, lambda: _ending(view))


def _start(view):
    names = listed(METHODS[n][0] for n in view.traces)
    return f"Start: {names} begin at the prior M₀ — this method: gap {least(view.gap(ALM)[0])}."


def _news(view, k):
    """Who arrived since the frame before; else what this method did."""
    before, now = view.clock.values[k - 1], view.clock.values[k]
    arrived = [n for n, when in view.arrivals.items() if before < when <= now]
    if arrived:
        return listed(
            f"{METHODS[n][0]} arrives in iteration {figure(view.arrivals[n])}" for n in arrived
        )
    old, new = view.gap(ALM)[k - 1], view.gap(ALM)[k]
    if view.arrivals[ALM] <= now:
        return "this method has arrived"
    return f"this method: best gap {falls(old, new)}"


def _printed(view, k):
    """How the printed method moved, and why so little."""
    if "printed" not in view.traces or view.arrivals["printed"] <= view.clock.values[k]:
        return ""
    r, before = view.rows["printed"][k], view.rows["printed"][k - 1]
    M, mu = view.traces["printed"].snapshots["M"], view.step("printed")[-1]
    moved = np.linalg.norm(M[r] - M[before])
    text = f"the printed one moved M by {power(moved)}, as σ holds its step at μ = {power(mu)}"
    fired = view.fired()
    if fired is not None and before < fired <= r:
        gap = least(view.traces["printed"].gap[fired])
        text += (
            f".\n“Until M converges”, read as a change below {power(SMALL)} of M, would stop here, "
            f"at a best gap of {gap}"
        )
    return text


def _others(view, k):
    left = [n for n, when in view.arrivals.items() if n != ALM and when > view.clock.values[k]]
    if not left:
        return "no rival is still on its way"
    return "best gaps of the others: " + listed(
        f"{METHODS[n][0]} {least(view.gap(n)[k])}" for n in left
    )


def _ending(view):
    """Who arrived, in order, and what the printed method would have needed."""
    order = sorted(view.traces, key=view.arrivals.get)
    arrived = [f"{METHODS[n][0]} {figure(view.arrivals[n])}" for n in order
            if view.arrivals[n] < np.inf]  # fmt: skip
    text = f"{', '.join(arrived)} iterations." if arrived else "no one has arrived."
    text = f"At the end: {text}"
    late = [n for n in order if view.arrivals[n] == np.inf]
    if late:
        gaps = (f"{METHODS[n][0]} {least(view.traces[n].gap[-1])}" for n in late)
        text += f" Not arrived, best gap: {listed(gaps)}."
    needed = view.needed()
    if needed is not None:
        share = number(100.0 * view.way("printed")[-1])
        text += (
            f" The printed one has gone {share} % of its way and needs about "
            f"{thousands(needed)} iterations."
        )
    return text
