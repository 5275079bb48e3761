"""The panel of bags: hulls, instances as large as their key probability, decision levels."""

from __future__ import annotations

import numpy as np

from lab.lessons.mi_odm.bags.levels import level_marks
from lab.lessons.mi_odm.bags.view import SVM
from widgets import Axis, Panel, Path, Points, Segments, Text, row

#: More bags than this are drawn without names and fillings.
MANY = 14
#: What the key says of marks with these labels.
_KEY = {
    "positive bag": "size: probability of being the key",
    "largest f of its bag": "largest f",
    "negative instance": "negative",
    "f = 0": "f = 0",
    f"{SVM['label']}: f = 0": SVM["label"],
}


def bags_panel(view):
    """Bags, instances and levels."""
    case, d = view.case, view.case.points.shape[1]
    levels = [] if case.projected else list(level_marks(view))
    marks = [*levels, *_bags(view), *_instances(view)]
    return Panel(
        _title(view),
        marks,
        *(Axis(name, range=ends) for name, ends in zip(case.names, view.box(), strict=True)),
        equal=d == 2,
        key="bags",
        subtitle="a projection carries no level lines" if view.case.projected else "",
        legend=_KEY | {m.label: "±1 ± θ, once reached" for m in levels if m.tone == "good"},
    )


def _title(view):
    if not view.problem.first.size:
        return "No positive bag: nothing to choose"
    return "The key of a bag grows, its clutter shrinks"


def hull(points):
    """The corners (k, 2) of the convex hull of `points` (n, 2), in order."""
    ordered = sorted(set(map(tuple, np.asarray(points).tolist())))
    if len(ordered) < 3:
        return np.array(ordered)
    return np.array(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])


def _chain(points):
    """The corners of the lower hull, from the first to the last point."""
    retained = []
    for p in points:
        while len(retained) > 1 and _turn(retained[-2], retained[-1], p) <= 0.0:
            retained.pop()
        retained.append(p)
    return retained


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _bags(view):
    """Hulls in the plane, in space stars around the key."""
    problem, points = view.problem, view.case.points
    few, plus = len(problem.y) <= MANY, problem.y > 0.0
    weight = {
        "fill": 0.08 if few else 0.0,
        "width": 1.3 if few else 0.6,
        "opacity": 0.8 if few else 0.4,
    }
    styles = {True: {"tone": "main", "dash": "solid"}, False: {"tone": "muted", "dash": "dot"}}
    if points.shape[1] == 3:
        yield from _stars(view)
    else:
        for k, own in enumerate(points[problem.bag == i] for i in range(len(problem.y))):
            edge = hull(own)
            edge = np.vstack([edge, edge[:1]])
            yield Path(
                *edge.T, ghost=False, label=f"bag {k + 1}", **weight, **styles[bool(plus[k])]
            )
    if few:
        yield from _names(view)
    if view.case.stray is not None:
        yield from _outlier(view.case)


def _names(view):
    """The number of each bag, above its highest instance."""
    problem, points = view.problem, view.case.points
    for k in range(len(problem.y)):
        own = points[problem.bag == k]
        x, y, *z = own[np.argmax(own[:, -1])]
        deep = {"z": [z[0]]} if z else {}
        tone = "main" if problem.y[k] > 0.0 else "muted"
        yield Text([x], [y], (f"  {k + 1}",), tone=tone, anchor="above", **deep)


def _outlier(case):
    """A ring around the outlier, where it still is."""
    if (case.points == case.stray).all(axis=1).any():
        here = case.stray[:, None]
        yield Points(*here, tone="rival1", symbol="circle-open", size=15.0, label="outlier")
        deep = {"z": here[2]} if len(here) == 3 else {}
        yield Text(*here[:2], ("  outlier",), tone="rival1", anchor="below", **deep)


def _stars(view):
    """Links between the key of each bag and its other instances; negative bags have their first."""
    problem, points = view.problem, view.case.points
    home = np.tile(np.flatnonzero(np.diff(problem.bag, prepend=-1))[problem.bag], (len(view), 1))
    plus = problem.y[problem.bag] > 0.0
    if problem.first.size:
        home[:, plus] = np.repeat(view.keys(), problem.sizes, axis=1)
    for own, tone, dash in ((plus, "main", "solid"), (~plus, "muted", "dot")):
        if own.any():
            ends = points[home[:, own]]
            x, y, z = (row(ends[:, :, i]) for i in range(3))
            yield Segments(x, y, *points[own, :2].T, z0=z, z1=points[own, 2], tone=tone, dash=dash,
                           width=1.2, opacity=0.6, label="from the key")  # fmt: skip


def _instances(view):
    problem, points = view.problem, view.case.points
    plus = problem.y[problem.bag] > 0.0
    texts = tuple(f"bag {b + 1}" for b in problem.bag)
    minus = np.flatnonzero(~plus)
    if minus.size:
        yield Points(*points[minus].T, tone="muted", symbol="square", size=6.0, opacity=0.8,
                     label="negative instance", texts=tuple(texts[j] for j in minus))  # fmt: skip
    if not plus.any():
        return
    mu, own = view.snapshot("key_probability")[:, plus], np.flatnonzero(plus)
    scale = 1.0 if len(problem.y) <= MANY else 0.5
    size = scale * (4.0 + 18.0 * np.sqrt(mu))
    yield Points(*points[own].T, tone="main", size=row(size), opacity=0.75, label="positive bag",
                 texts=tuple(texts[j] for j in own))  # fmt: skip
    keys = points[view.keys()]
    yield Points(*(row(keys[:, :, i]) for i in range(points.shape[1])), tone="now",
                 symbol="circle-open", size=25.0 * scale, label="largest f of its bag")  # fmt: skip
