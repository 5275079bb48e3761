"""The marked answers of the lesson's questions, found again without the scenes' own code."""

from dataclasses import replace

import numpy as np
import pytest
from halfway import half_way
from marked import first_within, marked, row_of

from lab.drawing.text import read
from lab.lessons.lars.race import METHODS
from solvers import (
    GroupLasso,
    Lasso,
    solve_coordinate_descent,
    solve_proximal_gradient,
)

FINE = {"tol": 1e-12, "max_iter": 20_000, "record_every": 0}
#: With hundreds of rows, for questions that are asked where sizes are 1e-4 apart.
CLASSES = FINE | {"tol": 1e-8}


def solved(path, lam):
    return solve_coordinate_descent(Lasso(path.X, path.t, lam), **FINE).x


def first_in(run, scene, question):
    path = run.extra["path"]
    return run.extra["names"][int(np.argmax(np.abs(path.X.T @ path.t)))]


def next_event(run, scene, question):
    """Which weight's support differs between the middles of the segments around the next knot."""
    path, names = run.extra["path"], run.extra["names"]
    k = int(np.argmax(path.knots < scene.clock.values[question.frame]))
    before, after = (
        solved(path, 0.5 * (path.knots[i] + path.knots[i + 1])) != 0.0 for i in (k - 1, k)
    )
    (d,) = np.flatnonzero(before != after)
    return f"{names[d]} {'stops at 0' if before[d] else 'leaves 0'}"


def least_error(run, scene, question):
    """By coordinate descent on each fold at 40 lambdas."""
    path, lams = run.extra["path"], scene.clock.values
    X, t, folds = path.X, path.t, min(run.settings["folds"], path.t.size)
    splits = [np.arange(t.size) % folds == f for f in range(folds)]
    if any(np.linalg.matrix_rank(X[~test]) < X.shape[1] for test in splits):
        return None  # several solutions, each with an error of its own
    grid = np.unique(
        np.append(np.linspace(lams[-1], lams[question.frame], 40), run.extra["cv"].lam)
    )
    grid = grid[(grid >= lams[-1]) & (grid <= lams[question.frame])]
    error = np.zeros(grid.size)
    for test in splits:
        for i, lam in enumerate(grid):
            w = solve_coordinate_descent(Lasso(X[~test], t[~test], lam), **FINE).x
            error[i] += np.sum((t[test] - X[test] @ w) ** 2)
    if error.argmin() in (0, grid.size - 1):
        return "at the very end" if error.argmin() == 0 else "right here"
    return "somewhere on the way"


def first_arrived(run, scene, question):
    return METHODS[first_within(run, run.settings["tol"] * run.result.certificate.scale)][0]


def never_zero(run, scene, question):
    found = [
        METHODS[name][0]
        for name, result in run.results.items()
        if not any(np.any(w == 0.0) for w in result.trace.snapshots["w"][1:-1])
    ]
    (only,) = found
    return only


def ends_zero(run, scene, question):
    """By an accelerated gradient method."""
    problem = run.problem
    w = solve_proximal_gradient(
        GroupLasso(problem.X, problem.t, problem.lam, problem.groups), accelerated=True, **FINE
    ).x
    zero = (np.abs(w) < 1e-6 * max(np.abs(w).max(), 1e-300)).tolist()
    table = {
        (0, 0, 0): "no weight",
        (1, 1, 0): "only w₁ and w₂",
        (0, 0, 1): "only w₃",
        (1, 1, 1): "all three",
    }
    return table[tuple(map(int, zero))]


def group_lands(run, scene, question):
    r = row_of(run, scene, question.frame, "block_cd")
    w = run.trace.snapshots["w"]
    group = slice(0, 2) if run.trace.snapshots["group"][r + 1] == 0 else slice(2, 3)
    old, new = (np.linalg.norm(w[i][group]) for i in (r, r + 1))
    if new == 0.0:
        return "at 0, the whole group"
    return "at a shorter vector" if new < old else "at a longer vector"


def group_norms(run, w):
    labels = run.problem.groups
    return np.array([np.linalg.norm(w[labels == g]) for g in range(labels.max() + 1)])


def largest_pull(run, scene, question):
    """By the slopes of the loss at w = 0, where every probability is a half."""
    problem = run.problem
    return run.extra["names"][int(np.argmax(group_norms(run, 0.5 * problem.X.T @ problem.t)))]


def leave_at_once(run, scene, question):
    """By an accelerated gradient method, at the first lam with a weight."""
    for lam in scene.clock.values:
        w = solve_proximal_gradient(
            replace(run.problem, lam=float(lam)), accelerated=True, **CLASSES
        ).x
        if w.any():
            break
    g = int(np.argmax(group_norms(run, w)))
    some, size = np.count_nonzero(w[run.problem.groups == g]), np.sum(run.problem.groups == g)
    return "all of them" if some == size else "one" if some == 1 else "some, but not all"


def how_many(run, scene, question):
    w = solve_proximal_gradient(run.problem, accelerated=True, **CLASSES).x
    share = np.count_nonzero(group_norms(run, w)) / (run.problem.groups.max() + 1)
    sides = "less than a third", "between a third and two thirds", "more than two thirds"
    return sides[int(share > 1 / 3) + int(share > 2 / 3)]


def zeros_before(run, scene, question):
    w, end = run.trace.snapshots["w"][-2], run.result.x
    exact = w[end == 0.0] == 0.0
    return (
        "none of them" if not exact.any() else
        "every one of them" if exact.all() else "some, but not all"
    )  # fmt: skip


def twins_end(run, scene, question):
    small, large = np.sort(np.abs(run.result.x))
    if small == 0.0:
        return "at a corner, with one weight 0"
    return "in the middle of the edge" if small > 0.99 * large else "elsewhere on the edge"


def cut(run, scene, question):
    """A step of the right rule: the raw point after it against the parabola's minimum."""
    r, s = row_of(run, scene, question.frame, "cd") + 1, run.trace.snapshots
    d = int(s["coordinate"][r])
    old, new, aim = s["w"][r - 1, d], s["w"][r, d], s["w"][r - 1, d] + s["shift"][r]
    if abs(new - aim) <= 1e-9 * max(abs(aim), 1.0):
        return next(o for o in question.options if o.startswith("at "))
    assert min(old, aim) < new < max(old, aim)
    return next(o for o in question.options if o.startswith("between "))


def printed(run, scene, question):
    r = row_of(run, scene, question.frame, "printed") + 1
    s = run.results["printed"].trace.snapshots
    d = int(s["coordinate"][r])
    old, new, aim = s["w"][r - 1, d], s["w"][r, d], s["shift"][r]
    if new == old:
        return next(o for o in question.options if o.endswith("rejected"))
    there = next(o for o in question.options if o.endswith("should"))
    assert read(there.removeprefix("at ").split(",")[0]) == pytest.approx(aim, rel=0.02, abs=0.01)
    return there if abs(new - aim) < 1e-6 * max(abs(aim), 1e-3) else "somewhere else"


def aim(run, scene, question):
    """Where the raw trace is one row later."""
    shown = run.trace.snapshots["w"]
    main = run.main
    if run.address.endswith("split"):
        return shown[question.frame + 1]
    r = row_of(run, scene, question.frame, main)
    changed = np.flatnonzero(shown[r + 1] != shown[r])
    assert changed.size == 1 and question.prompt.startswith(f"Next moves w{'₁₂'[changed[0]]}")
    return shown[r + 1]


def pace(run, scene, question):
    relative = {"split": 1e-10, "race": run.settings.get("tol")}.get(
        run.address.split("/")[1], 1e-6
    )
    return half_way(run.trace, run.trace.iteration, relative * run.result.certificate.scale)


SCENES = {
    "lars/path": (
        {"first": first_in, "exit": next_event, "error": least_error},
        40, {"folds": 4, "remedy": "none"},
    ),
    "lars/race": (
        {"first": first_arrived, "inside": never_zero, "pace": pace}, 40, {"clock": "iterations"},
    ),
    "lars/groups": ({"end": ends_zero, "landing": group_lands}, 40, {}),
    "lars/group-path": (
        {"first": largest_pull, "whole": leave_at_once, "many": how_many}, 8, {"count": 10},
    ),
    "lars/split": ({"zeros": zeros_before, "twins": twins_end, "aim": aim}, 80, {}),
    "lars/logistic": ({"cut": cut, "printed": printed, "aim": aim}, 60, {}),
}  # fmt: skip
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES)
