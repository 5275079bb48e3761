"""Captions of the sparsity scene."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import least
from lab.drawing.text import format_distinct, number, power
from lab.lessons.alternating_linearization.sparsity.panels import overlap_caption
from widgets.sentences import Sentences


def captions(view):
    """One sentence per rho: an entry that moved, old and new, and what its dual point says."""

    def say(k):
        words = _step(view, k) if k else _start(view)
        return " ".join(filter(None, (words, _ending(view) if k == len(view) - 1 else "")))

    return Sentences(len(view), say)


def _start(view):
    pairs = len(view.pairs()[0])
    return (
        f"ρ = {number(view.rhos[0])}, the largest |Σᵢⱼ|: all {pairs} pairs are 0 — M is diagonal, "
        f"Mᵢᵢ = 1 ÷ (Σᵢᵢ + ρ); gap {least(view.gap[0])}{_faults(view, 0)}."
    )


def moved(view, k):
    """(i, j): of the entries above the diagonal that enter or leave in frame `k`, or of all where
    none does, the one that moved most."""
    i, j = view.pairs()
    moves, used = np.abs(view.M[k] - view.M[k - 1])[i, j], view.support()
    changed = used[k] != used[k - 1]
    best = np.argmax(np.where(changed, moves, -1.0) if changed.any() else moves)
    return int(i[best]), int(j[best])


def _step(view, k):
    i, j = moved(view, k)
    old, new = format_distinct(view.M[k - 1, i, j], view.M[k, i, j])
    head = f"M of {view.name(i)} and {view.name(j)}: {old} → {new}"
    return (
        f"{head} — {_rule(view, k, i, j)}; {_news(view, k)}.\n{_proof(view, k)}{_faults(view, k)}."
    )


def _rule(view, k, i, j):
    """Why the entry may differ from zero, or why it is zero."""
    pull, rho = abs(view.Z[k, i, j] - view.features.Sigma[i, j]), view.rhos[k]
    if view.M[k, i, j] == 0.0:
        pull, rho = format_distinct(pull, rho)
        return f"|Z − Σ| = {pull} there is inside ρ = {rho}"
    return f"|Z − Σ| = {number(pull)} there is at the edge ρ = {number(rho)}"


def _news(view, k):
    """How many pairs came and went."""
    now, before = view.support()[k], view.support()[k - 1]
    came, went = int((now & ~before).sum()), int((before & ~now).sum())
    left = f", {went} leave" if went > 1 else ", 1 leaves" if went else ""
    return f"{came} {'pair enters' if came == 1 else 'pairs enter'}{left}, {now.sum()} in all"


def _proof(view, k):
    zeros, i_j = ~view.support()[k], view.pairs()
    proved = int(view.proved[(k, *i_j)].sum())
    steps = int(view.results[k].trace.iteration[-1])
    return f"{proved} of {zeros.sum()} zeros proved, {steps} iterations from the ρ before"


def _faults(view, k):
    """That a budget was spent."""
    if view.results[k].status == "converged":
        return ""
    return f"; the budget is spent, proved within {least(view.gap[k])} only"


def _ending(view):
    k = len(view) - 1
    if k not in view.peers:
        return ""
    peer, words = view.peers[k], overlap_caption(view, k)
    if not np.isfinite(peer.last):
        return f"{words[0].upper()}{words[1:]}."
    wrong = ", which no distance can be" if min(peer.last, peer.lowest) < 0.0 else ""
    gap = least(peer.certificate.gap)
    return (
        f"graphical_lasso: {words}; it reports gaps down to {power(peer.lowest)}{wrong}; "
        f"certified, its answer is within {gap}."
    )
