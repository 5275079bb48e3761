"""What each frame of the triplets scene says."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import falls, least
from lab.drawing.text import format_distinct, number, power, subscript, unsigned
from lab.lessons.coordinate_descent.triplets.active_set import told
from lab.lessons.coordinate_descent.triplets.view import CD, METHODS
from widgets.sentences import Sentences


def captions(view):
    """One sentence per frame: the quantity moved, its old and new value, the rule that fired."""
    tell = _update if view.updates else _sweep
    last, end = len(view.trace) - 1, view.trace.iteration[-1]

    def say(k):
        row, active = view.at[k], told(view, k)
        if view.clock.values[k] > end:
            return f"{active} {_rival(view, k)}".lstrip()
        text = tell(view, row)
        if row == view.fired:
            active += f"\nThe paper's rule |f − f_old| ≤ 1e-6 fires here: {_proved(view, row)}."
        ending = f"\n{_ending(view)}" if row == last else ""
        return f"{text} {active}".strip() + ending

    return Sentences(len(view.at), say)


def statuses(view):
    """The honest status of each frame: "small_change" where only the paper's rule has fired."""
    fired = view.trace.snapshots["source_rule"][view.at]
    ended = view.at == len(view.trace) - 1
    return np.where(ended, view.result.status, np.where(fired, "small_change", "running")).tolist()


def _update(view, row):
    step = {k: view.trace.snapshots[k][row] for k in _STEP}
    if step["block"] < 0:
        return _start(view) if row == 0 else "No coordinate has anything to gain."
    if step["block"] == 1:
        return _of_t(**step) + "."
    return _of_lam(view.case.problem.C, **step) + "."


_DECIMALS = 6
#: Moves by less than this share are rounding.
_ROUNDING = 1e-12
_STEP = ("block", "index", "old", "new", "gradient", "bound")


def _of_lam(C, block, index, old, new, gradient, bound):
    name, product = f"λ{subscript(index + 1)}", f"z{subscript(index + 1)}ᵀw"
    value, one = format_distinct(gradient + 1.0, 1.0, most=_DECIMALS)
    if abs(new - old) <= _ROUNDING * old:
        why = {0.0: f"{value}, no less than 1", C: f"{value}, but C allows no more"}
        return f"{name} stays at {number(old)} — {product} = {why.get(old, '1 already')}"
    side = "below" if gradient < 0.0 else "above"
    far = f"{value}, {side} 1" if value != one else f"{power(abs(gradient))} {side} 1"
    rules = {1: f"{far}: clipped at C", -1: f"{far}: clipped at 0",
             0: f"{value}, it becomes 1: λ is free"}  # fmt: skip
    return f"{_moved(name, old, new)} — {product} was {rules[int(bound)]}"


def _of_t(block, index, old, new, gradient, bound):
    name, weight = f"t{subscript(index + 1)}", f"w{subscript(index + 1)}"
    if abs(new - old) <= _ROUNDING * old:
        return f"{name} stays at {number(old)} — {weight} = {number(gradient)} needs no push"
    if bound < 0:
        rule = "which needs no push: clipped at 0"
    else:
        rule = f"{'pushed up' if gradient < 0.0 else 'let down'} to 0"
    return f"{_moved(name, old, new)} — {weight} was {number(gradient)}, {rule}"


def _moved(name, old, new):
    before, after = format_distinct(old, new, most=_DECIMALS)
    by = f" (by {power(new - old)})" if before == after else ""
    return f"{name}: {before} → {after}{by}"


def _sweep(view, row):
    if row == 0:
        return _start(view)
    trace, C = view.trace, view.case.problem.C
    lam, t = trace.snapshots["lam"][row], trace.snapshots["t"][row]
    zero, full = int(np.sum(lam == 0.0)), int(np.sum(lam == C))
    gaps = unsigned(trace.gap[row - 1 : row + 1], view.result.certificate.scale)
    gap = f"best gap {falls(*gaps)}"
    pushing = f"; {int(np.sum(t > 0.0))} of {t.size} t above 0"
    tail = "" if view.case.svm else pushing
    return (
        f"Sweep {trace.iteration[row]}: {gap} — of {lam.size} λ, {zero} at 0, "
        f"{lam.size - zero - full} free, {full} at C{tail}."
    )


def _start(view):
    value = number(view.trace.objective[0])
    return f"Start: λ = 0, w = 0 — no margin is met, so P = n C = {value}, and D = 0."


def _ending(view):
    certificate = view.result.certificate
    gap = unsigned(certificate.gap, certificate.scale)
    share = f"relative gap {least(gap / certificate.scale)}"
    proved = f"within {least(gap)} of the optimum"
    return {
        "converged": f"Proved: the best P is {proved} ({share}).",
        "max_iter": f"The budget is spent: proved {proved} only ({share}).",
        "stalled": f"Nothing moves any more: proved {proved} only ({share}).",
    }.get(view.result.status, f"Ended ({view.result.status}): proved {proved} ({share}).")


def _rival(view, k):
    """What the rival did that moves last, when coordinate descent has ended."""
    name = max(view.traces.keys() - {CD}, key=lambda n: view.traces[n].iteration[view.rows[n][k]])
    trace, row = view.traces[name], view.rows[name][k]
    done, label = row == len(trace) - 1, METHODS[name].label
    gap = falls(trace.gap[max(row - 1, 0)], trace.gap[row])
    return (
        f"{label[0].upper()}{label[1:]}: best gap {gap} — {METHODS.unit(name)} {row}"
        f"{', the last' if done else ''}; coordinate descent ended with "
        f"{least(view.trace.gap[-1])}."
    )


def _proved(view, row):
    gap = view.trace.gap[row]
    scale = abs(np.minimum.accumulate(view.trace.objective[: row + 1])[-1])
    return f"the best P so far is proved within {least(gap)} (relative gap {least(gap / scale)})"
