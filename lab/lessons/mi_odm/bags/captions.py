"""What each frame of the bags scene says."""

from __future__ import annotations

import numpy as np

from lab.drawing.readout import falls, gap_caption, least
from lab.drawing.text import figure, format_distinct, listed, number, power
from lab.lessons.mi_odm.bags.methods import ASSIGNMENT, COLUMNS, STEPS, STOCHASTIC, TOL
from lab.lessons.mi_odm.bags.panels import assignment
from solvers import instance_values
from widgets.sentences import sentences

#: The averaged machine is trusted while the relaxation loses less than this share.
LOOSE = 0.05


def captions(view):
    """One sentence per frame: the key probability that moved most, and why."""
    means, mu = view.margins.mean(axis=1), view.snapshot("key_probability")
    return sentences(
        len(view), lambda: _start(view), lambda k: _step(view, k, means, mu), lambda: _ending(view)
    )


def _start(view):
    if view.run.main in STEPS:
        text = "all assignments weigh the same, and u is the best answer to that"
    elif view.run.main in (COLUMNS, ASSIGNMENT):
        text = "the keys that the means of the bags pick"
    else:
        text = "all assignments weigh the same"
    m = view.margins[0]
    return (
        f"Start: {text} — {_gap(view, 0)}; bag margins: mean {number(m.mean())}, smallest "
        f"{number(m.min())}."
    )


def _gap(view, k):
    return gap_caption(view.result, view.at[k])


def _step(view, k, means, mu):
    mean = " → ".join(format_distinct(means[k - 1], means[k]))
    moved = _moved(view.problem, mu, k)
    return f"{moved} — {_rule(view, k)}; mean bag margin {mean}, {_gap(view, k)}."


def _moved(problem, mu, k):
    """The key probability mu (T, J) that moved most since the frame before."""
    change = np.abs(mu[k] - mu[k - 1])
    if not change.any():
        return "No key probability moves"
    j = int(np.argmax(change))
    bag = int(problem.bag[j])
    place = j - int(np.argmax(problem.bag == bag)) + 1
    old, new = format_distinct(mu[k - 1, j], mu[k, j])
    return f"bag {bag + 1}, instance {place}: key probability {old} → {new}"


def _rule(view, k):
    """What the method did."""
    if view.run.main == STOCHASTIC:
        return f"four assignments drawn a step, step {figure(view.shown('step', k), 3)}"
    if view.run.main in STEPS:
        return f"two prox steps from one point, step {figure(view.shown('step', k), 3)}"
    if view.run.main == COLUMNS:
        count = int(view.shown("columns", k))
        return f"column {count} joins: {_named(view.shown('found', k - 1))} was violated most"
    if view.run.main == ASSIGNMENT:
        moved = np.flatnonzero(view.shown("moved", k - 1))
        bags = np.flatnonzero(view.problem.y > 0.0)[moved] + 1
        value = number(view.shown("objective_keys", k))
        if not bags.size:
            return f"the keys stay, (4) = {value}"
        word = "bag" if bags.size == 1 else "bags"
        return f"new keys in {word} {listed(map(str, bags))}, (4) = {value}"
    return "weights follow the lengths of their machines"


def _named(keys):
    return assignment(keys) if len(keys) <= 6 else "the assignment"


def _ending(view):
    c, best = view.result.certificate, view.run.extra["rounded"]
    gap = least(c.gap)
    text = {
        "converged": f"Proved: the saddle value is {number(c.objective, 4)}, within {gap}",
        "small_change": f"The keys stay, which proves nothing: best gap {gap}",
        "stalled": f"No new column is found: best gap {gap}",
        "max_iter": f"The iterations are spent: best gap {gap}",
    }.get(view.result.status, f"Ended ({view.result.status}): best gap {gap}")
    text += "." + _astray(view)
    if not view.problem.first.size:
        return text
    low, high = view.value
    lost, known = max(best - low, 0.0), high - low <= 1e-4 * view.result.certificate.scale
    loose = lost > LOOSE * best
    advice = "trust the rounded keys" if loose else "trust the average"
    return (
        f"{text}{_fresh(view)} One key a bag: {least(best, 5)} at most, {power(lost)} above "
        f"{'the saddle value' if known else 'the lower half'}: {advice}."
    )


def _fresh(view):
    """How often the learners are right on bags of the same kind that they have not seen."""
    if view.case.fresh is None:
        return ""
    rates = [
        f"{'rounded' if view.rounded else 'averaged'} {number(100.0 * fresh_rate(view, -1), 1)}"
    ]
    if view.svm is not None:
        rates.append(f"MI-SVM {number(100.0 * _right(view.case.fresh, view.svm.values), 1)}")
    return f" Fresh bags right, in %: {', '.join(rates)}."


def fresh_rate(view, k):
    """The share of fresh bags that the machine of frame `k` calls right."""
    return _right(view.case.fresh, lambda X: instance_values(view.problem, view.a[k], X))


def _right(fresh, values):
    bags, y = fresh
    f = values(np.concatenate(bags)).reshape(len(bags), -1).max(axis=1)
    return np.mean(y * f > 0.0)


def _astray(view):
    """Why the gap did not fall, where the step was too long."""
    trace, step = view.result.trace, view.run.settings["factor"]
    now = trace.objective[-1] - trace.bound[-1]
    first = trace.objective[0] - trace.bound[0]
    if (
        view.run.main not in STEPS
        or step <= 1.0
        or now <= max(first, TOL * view.result.certificate.scale)
    ):
        return ""
    return (
        f" It ends further off than it began ({falls(first, now)}): {figure(step, 3)} "
        "times the measured step overshoots, and the iterates are thrown about instead of settling."
    )
