"""What the path scene asks: who enters first, what a knot brings, where the error is least."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import figure, format_distinct, number
from lab.prediction import asked
from widgets import Question

#: Two |xᵀt| or two knots nearer to each other than this share are not told apart.
_NEAR = 1e-3
#: Two cross-validation errors nearer to each other than this share are not told apart.
_SAME_ERROR = 5e-3


def questions(view):
    """Predict, then see."""
    if view.remedy:  # its path is that of another problem
        return ()
    return asked(view.run.settings, _first(view), _exit(view), _best(view))


def _first(view):
    """Which weight leaves 0 first."""
    events = view.events(0)
    if len(events) != 1 or not 1 < view.w.shape[1] <= 4:
        return None
    size = np.abs(view.c[0])
    order = np.argsort(-size)[:2]
    if size[order[1]] > (1.0 - _NEAR) * size[order[0]]:
        return None
    values = format_distinct(size[order[0]], size[order[1]], decimals=2)
    text = " and ".join(f"{v} for {view.names[j]}" for v, j in zip(values, order, strict=True))
    return Question(
        0,
        "λ starts where every weight is 0 and now falls. Which weight will leave 0 first?",
        tuple(view.names),
        events[0].feature,
        f"The one whose feature goes best with t: |xᵀt| is {text}. Its length counts as well, so "
        "that scaling the features changes the answer.",
        "first",
        ("weights", "correlations"),
    )


def _exit(view):
    """What the knot brings at which a weight first leaves: asked half-way from the knot before."""
    for k in view.knots:
        if any(e.kind == "out" for e in view.events(k)):
            break
    else:
        return None
    events, knots = view.events(k), view.path.knots
    near = np.abs(np.diff(knots[max(k - 1, 0) : k + 2])) < _NEAR * knots[0]
    end = int(np.flatnonzero(view.knot == k)[0])
    start = int(np.flatnonzero(view.knot[:end] >= 0)[-1])
    frame = (start + end) // 2
    if len(events) != 1 or near.any() or frame <= start:
        return None
    d, used = events[0].feature, view.w[frame] != 0.0
    others = [j for j in range(used.size) if j != d]
    others.sort(key=lambda j: (not used[j], -abs(view.c[frame, j])))
    text = [
        f"{name} {'stops at 0' if on else 'leaves 0'}"
        for name, on in zip(view.names, used, strict=True)
    ]
    return Question(
        frame,
        f"{_holds(view, frame, d, others)}. λ falls on: what happens at the next knot?",
        tuple(text[j] for j in (d, *others[:3])),
        0,
        f"{view.names[d]} moves towards 0 and stops there: its xᵀr is at one edge of the band, and "
        f"a weight of the other sign needs the other edge. {_after(view, k, d)}",
        "exit",
        ("weights",),
    )


def _holds(view, frame, d, others):
    """The weights in question, in the order of their features."""
    shown = sorted((d, *others[:3]))
    return ", ".join(f"{view.names[j]} is {number(view.w[frame, j])}" for j in shown)


def _after(view, k, d):
    """What becomes of a weight that leaves at knot `k`."""
    signs = [e.sign for e in view.path.events if e.feature == d and e.kind == "in" and e.knot < k]
    later = [e.sign for e in view.path.events if e.feature == d and e.kind == "in" and e.knot > k]
    name = view.names[d]
    if not later:
        return f"So {name} waits at 0; it does not come back."
    edge = "the same edge" if later[0] == signs[-1] else "the other edge"
    return f"So {name} waits at 0; it comes back later, at {edge} of the band."


def _best(view):
    """Where the error on unseen rows is least from a third of the way on."""
    frame = len(view) // 3
    if view.run.settings["method"] != "lasso" or frame < 1:
        return None
    here, last = view.lams[frame], view.lams[-1]
    lams = np.unique(np.append(np.linspace(last, here, 400), view.cv.lam))
    lams = lams[(lams >= last) & (lams <= here)]
    error = view.cv.at(lams)
    start, end, least = error[-1], error[0], error.min()
    most = (1.0 + _SAME_ERROR) * least
    if np.abs(np.array([start, end]) - least).min() > _SAME_ERROR * least:
        answer = 1
    elif start == least and end > most:
        answer = 0
    elif end == least and start > most:
        answer = 2
    else:
        return None
    at = figure(lams[error.argmin()])
    return Question(
        frame,
        "From here on the fit on the rows it has seen gets better and better. Where will the error "
        "on rows it has not seen be least?",
        ("right here", "somewhere on the way", "at the very end"),
        answer,
        f"From here on it is least at λ = {at}. A smaller λ fits more of the signal, and more of "
        "the noise as well.",
        "error",
        ("error",),
    )
