"""The marked answers of the lesson's questions, found again without the scenes' own code."""

import itertools

import numpy as np
from halfway import half_way
from marked import marked
from rings import lettered

from solvers import instance_values, solve_keys
from solvers.problems.band import difference


def key(run, scene, question):
    """The instance of the first positive bag with the largest probability in the last row."""
    problem, case = run.problem, run.extra["case"]
    mu = run.trace.snapshots["key_probability"][-1]
    rows = problem.first[0] + np.arange(problem.sizes[0])
    return lettered(question, case.points[rows[np.argmax(mu[rows])]])


def outlier(run, scene, question):
    """Both machines at the instances of the last bag."""
    problem, trace = run.problem, run.trace
    u, mu = (trace.snapshots[name][-1] for name in ("u", "key_probability"))
    s, weight = difference(u), np.where(problem.y[problem.bag] > 0.0, mu, 1.0)
    rows = {}
    for j, bag in enumerate(problem.bag):
        rows.setdefault(int(bag), []).append(j)
    a, negatives = np.zeros(mu.size), iter(s[problem.first.size :])
    positives = iter(s[: problem.first.size])
    for bag, members in rows.items():
        if problem.y[bag] > 0.0:
            value = next(positives)
            a[members] = value * weight[members]
        else:
            a[members] = [-next(negatives) for _ in members]
    if run.settings["machine"] == "rounded":
        f = problem.gram() @ a
        picked = [max(rows[b], key=f.__getitem__) for b in rows if problem.y[b] > 0.0]
        a = solve_keys(problem, np.array(picked) - problem.first).machine
    last = problem.points[rows[max(rows)]]
    ours = instance_values(problem, a, last).max() < 0.0
    theirs = run.extra["svm"].values(last).max() < 0.0
    table = {(1, 1): "both learners", (1, 0): "MI-ODM alone", (0, 1): "MI-SVM alone"}
    return table.get((int(ours), int(theirs)), "neither of them")


def stray(run, scene, question):
    problem, hard = run.problem, run.extra["hard"]
    a = run.trace.snapshots["s"][-1] * problem.y
    x, y = problem.X[-1], problem.y[-1]
    ours = y * (a @ problem.kernel(problem.X, x[None])[:, 0]) > 0.0
    theirs = y * (hard.w @ x + hard.b) > 0.0
    table = {(1, 0): "the hard SVM alone", (0, 1): "ODM alone", (1, 1): "both"}
    return table.get((int(theirs), int(ours)), "neither")


def means(run, scene, question):
    """Mean distances by the raw multipliers and the hard machine's own line."""
    problem, hard = run.problem, run.extra["hard"]
    a = run.trace.snapshots["s"][-1] * problem.y
    w, b = a @ problem.X, a.sum()  # the kernel is x'z + 1
    ours = np.mean(problem.y * (problem.X @ w + b)) / np.linalg.norm(w)
    theirs = np.mean(problem.y * (problem.X @ hard.w + hard.b)) / np.linalg.norm(hard.w)
    return "that of ODM" if ours > theirs else "that of the hard SVM"


def pace(run, scene, question):
    least = 1e-6 * (run.result.certificate.scale or 1.0)
    return half_way(run.trace, run.trace.iteration, least)


def meeting(run, scene, question):
    """The bound recomputed, and all assignments enumerated."""
    exact = []
    for spot in run.extra["spots"]:
        problem, result = spot.problem, spot.relaxed
        bound = problem.certify(result.x, **result.dual).bound
        every = itertools.product(*(range(m) for m in problem.sizes))
        best = min(solve_keys(problem, np.array(k)).objectives.keys for k in every)
        exact.append(1.0 - bound / best <= 1e-6)
    share = np.mean(exact)
    return (
        "at none" if share == 0.0 else
        "at up to a half of them" if share <= 0.5 else "at more than a half"
    )  # fmt: skip


def loosest(run, scene, question):
    """The third of the sweep in which the certified bound falls short most, recomputed."""
    short = []
    for spot in run.extra["spots"]:
        bound = spot.problem.certify(spot.relaxed.x, **spot.relaxed.dual).bound
        every = itertools.product(*(range(m) for m in spot.problem.sizes))
        best = min(solve_keys(spot.problem, np.array(k)).objectives.keys for k in every)
        short.append(1.0 - bound / best)
    at = int(np.argmax(short))
    return ("in the first third", "in the middle third", "in the last third")[
        next(i for i in range(3) if at < (i + 1) * len(short) / 3)
    ]


def recovery(run, scene, question):
    """The first spot at which a positive bag is called positive, and the first tight bound."""
    spots = run.extra["spots"]
    found = [
        any(
            instance_values(s.problem, s.averaged)[s.problem.bag == b].max() > 0.0
            for b in np.flatnonzero(s.problem.y > 0.0)
        )
        for s in spots
    ]
    tight = [1.0 - s.bound / s.optimum <= 0.05 for s in spots]
    never = len(spots)
    bag, bound = (one.index(True) if any(one) else never for one in (found, tight))
    return (
        "a positive bag"
        if bag < bound
        else "the bound"
        if bound < bag
        else ("both at the same value")
    )


def where(run, scene, question):
    """The v of the certified saddle point; the smallest D by the raw gradient."""
    saddle, v = run.extra["saddle"], np.zeros(3)
    np.add.at(v, saddle.dual["assignments"][:, 0], saddle.dual["v"])
    assert run.problem.certify(saddle.x, **saddle.dual).holds(1e-9)
    shown = run.trace.snapshots
    toward = np.argmax(shown["middle_v"][1] / shown["centre_v"][0])
    assert f"x{'₁₂₃'[toward]} as key has the smallest D" in question.prompt
    return ("in a corner", "on a side", "inside")[int(np.sum(v > 1e-3)) - 1]


def projection(run, scene, question):
    """The middle point of the first row, as the trace has it."""
    v = run.trace.snapshots["middle_v"][1]
    return lettered(question, v if len(question.rings.places[0]) == 3 else seen(v))


def seen(v):
    """Weights (3,) seen along (1, 1, 1)."""
    return np.sqrt(0.75) * (v[1] - v[0]), v[2] - 0.5 * (v[0] + v[1])


def aim(run, scene, question):
    """The centre of the next iteration by the raw trace, seen along (1, 1, 1)."""
    r = int(np.searchsorted(run.trace.iteration, scene.clock.values[question.frame]))
    return seen(run.trace.snapshots["centre_v"][r + 1])


BAGS = {"method": "column_generation", "compare": (), "data": "tight", "outlier": True}
BAGS |= {"positive": 3, "instances": 3, "lam1": 100.0, "lam2": 100.0, "budget": 100}
SCENES = {
    "mi-odm/bags": ({"key": key, "outlier": outlier}, 10, BAGS),
    "mi-odm/margins": (
        {"outlier": stray, "means": means, "pace": pace},
        40,
        {"outlier": True, "compare": ("hard",)},
    ),
    "mi-odm/tightness": (
        {"meeting": meeting, "recovery": recovery, "loosest": loosest},
        8,
        {"data": "loose"},
    ),
    "mi-odm/mirror": ({"where": where, "projection": projection, "aim": aim}, 12, {"factor": 1.0}),
}
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES)
