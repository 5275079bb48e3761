"""Captions of the split scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import beside
from lab.drawing.text import listed, number, point, power
from lab.lessons.lars.split.view import TOL
from widgets.sentences import Sentences


def captions(view):
    """One sentence per factorisation: how mu moved and which rule chose the step."""

    def say(k):
        words = _sentence(view, k) if k else _opening(view)
        return words if k < len(view) - 1 else _ending(view, words)

    return Sentences(len(view), say)


def _opening(view):
    return (
        f"Start: every w⁺ = w⁻ = {number(view.u[0, 0])}, so w = 0 — every wall equally "
        f"far; products μ = {power(view.mu[0])}."
    )


def _sentence(view, k):
    head = f"μ: {power(view.mu[k - 1])} → {power(view.mu[k])}"
    return f"{head} — {_rule(view, k)}; w = {point(view.w[k])}."


def _rule(view, k):
    sigma, step = view.sigma[k], view.step[k]
    share = f"{number(100.0 * step, 1)} % of the step"
    if view.run.settings["method"] == "mehrotra":
        return f"the predictor's reach allows σ = {power(sigma)}; {share} stays inside"
    if sigma < 1.0:
        return f"{share}, near enough to the barrier's minimum: its weight falls by {power(sigma)}"
    return f"{share} towards the barrier's minimum, its weight stays"


def _ending(view, sentence):
    result, scale = view.run.result, view.run.result.certificate.scale
    gap, limit = beside(result.certificate.gap, TOL * scale)
    steps = int(view.run.trace.iteration[-1])
    if result.status != "converged":
        return (
            f"{sentence[:-1]} — not converged ({result.status.replace('_', ' ')}): proved only "
            f"within {gap} after {steps} factorisations, the tolerance is {limit}."
        )
    zeros = np.flatnonzero((view.x[-1] == 0.0) & (view.w[-1] != 0.0))
    if view.crossed[-1] and zeros.size:
        text = listed(f"{view.names[d]}: {power(view.w[-1, d])} → 0" for d in zeros)
        head = f"Jump {text} — exactly, as its multiplier outweighs it"
    elif view.crossed[-1]:
        head = f"Jump to w = {point(view.x[-1])} — the halves that head for 0 are 0"
    else:
        head = f"w = {point(view.w[-1])} — still inside"
    return f"{head}; proved within {gap} of optimal after {steps} factorisations."
