"""Captions and verdicts of the affinity scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import format_distinct, number, power
from lab.lessons.alternating_linearization.case import proof_of_none
from solvers import solve_alternating_linearization
from widgets.sentences import sentences


def captions(view):
    """One sentence per frame: the pair that learned most, old and new, and from whom."""
    watched = view.watched
    return sentences(
        len(view), lambda: _start(view), lambda k: _step(view, k, watched[k]), lambda: _ending(view)
    )


def _start(view):
    case = view.case
    similar, dissimilar = len(case.similar), len(case.dissimilar)
    unknown = int(np.count_nonzero(np.triu(case.affinity.W0 == 0.0, 1)))
    return (
        f"t = 0: W is what was told — {similar} similar and {dissimilar} dissimilar pairs; nothing "
        f"is known of the other {unknown}."
    )


def _step(view, k, pair):
    t = view.t[k]
    if pair is None:
        return f"t = {t}: no other pair moves — {_why_not(view, k)}."
    i, j = pair
    values = view.mean(view.t[k - 1])[pair], view.mean(t)[pair]
    old, new = format_distinct(*values)
    dropped = "; below θ, so it is dropped" if view.W[k][pair] == 0.0 else ""
    return f"t = {t}: W between {i} and {j}: {old} → {new} — {_source(view, k, pair)}{dropped}."


def _why_not(view, k):
    if view.settings["alpha"] == 0.0:
        return "α = 0, so every pair keeps what it was told"
    return f"what is left to come is at most {power(view.left[k])}"


def _source(view, k, pair):
    """From whom the pair has it: the neighbour whose share is largest."""
    via, a, b, old, new = view.source(k, pair)
    old, new = format_distinct(old, new)
    whose = "whose W with itself" if via == b else f"whose W with {b}"
    return f"from {via}, a neighbour of {a}, {whose} went {old} → {new} the step before"


def _ending(view):
    """That there is no metric; else how near the limit is."""
    if view.result.status == "unbounded":
        return f"There is no metric here: {proof_of_none(view.case, view.result)}"
    if len(view) == 1:
        return "Nothing spreads: only the pairs count (S2ML)."
    alpha = view.settings["alpha"]
    if alpha == 0.0:
        return "This is the limit (9)."
    return (
        f"The limit (9), one linear solve, is {power(view.left[-1])} away: each step divides what "
        f"is left by {number(1.0 / alpha, 2)} or more."
    )


def verdicts(view):
    """Whether each frame's W has a metric at the knob's beta: "exists", "none", "not decided"."""
    return [_verdict(view, k) for k in range(len(view))]


def _verdict(view, k):
    if view.low[k] > -view.rho:
        return "exists"
    if np.isfinite(view.cliff[k]):
        return "exists" if view.settings["beta"] < view.cliff[k] else "none"
    result = view.result
    if k < len(view) - 1:
        problem = view.problem(k)
        result = solve_alternating_linearization(problem, max_iter=200, record_every=0)
    if result.status == "unbounded":
        return "none"
    return "exists" if result.certificate.bound > -np.inf else "not decided"
