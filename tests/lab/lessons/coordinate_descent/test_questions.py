"""The marked answers of the lesson's questions, found again without the scenes' own code."""

import numpy as np
import pytest
from halfway import half_way
from marked import first_within, marked, proved, row_of

from lab.drawing.text import read
from lab.lessons.coordinate_descent.lasso.model import METHODS


def after_update(run, r):
    """(before, after) of the weight that update r moves: soft thresholding of the raw data."""
    problem, shown = run.problem, run.trace.snapshots
    d, w = int(shown["coordinate"][r]), shown["w"][r - 1]
    x = problem.X[:, d]
    slope = x @ (problem.t - problem.X @ w) + x @ x * w[d]
    new = np.sign(slope) * max(abs(slope) - problem.lam, 0.0) / (x @ x) if x @ x else 0.0
    return w[d], new, d


def way(run, scene, question):
    old, new, _ = after_update(run, 1)
    word = "stays" if abs(new - old) < 1e-9 else "grows" if new > old else "falls"
    return next(o for o in question.options if o.endswith(word))


def landing(run, scene, question):
    r = row_of(run, scene, question.frame)
    _, new, d = after_update(run, r + 1)
    assert new == pytest.approx(run.trace.snapshots["w"][r + 1, d], abs=1e-9)
    return ("at a negative value", "exactly at 0", "at a positive value")[int(np.sign(new)) + 1]


def aim(run, scene, question):
    """One soft threshold from the raw point of the frame."""
    r = row_of(run, scene, question.frame)
    _, new, d = after_update(run, r + 1)
    w = run.trace.snapshots["w"][r].copy()
    w[d] = new
    return w


def first(run, scene, question):
    return METHODS[first_within(run, 1e-3 * run.result.certificate.scale)].label


def supports(run, scene, question):
    """Which line stays below F on a fine grid; slopes are read from the options."""
    w, times = run.trace.snapshots["w"], run.trace.iteration
    r = int(np.searchsorted(times, scene.clock.values[question.frame], side="right"))
    F, grid = run.problem, np.linspace(-3.0, 3.0, 6001)
    below = [
        o
        for o in question.options
        if np.all(
            F(w[r]) + read(o.split()[-1]) * (grid - w[r]) <= F(grid) + 2e-3 * max(F.scale, 1.0)
        )
    ]
    (only,) = below
    return only


def rule(run, scene, question):
    trace = run.trace
    gap = proved(trace)[int(trace.snapshots["source_rule"].argmax())]
    if gap <= 1e-6:
        return "within 1e-6"
    return "within 1e-3, but not 1e-6" if gap <= 1e-3 else "not even within 1e-3"


def multiplier(run, scene, question):
    """One exact step of the raw dual from the frame's point."""
    r = int(np.searchsorted(run.trace.work, scene.clock.values[question.frame], side="right")) - 1
    s, problem = run.trace.snapshots, run.problem
    i, w, old = int(s["index"][r + 1]), s["w"][r], s["lam"][r]
    assert f"λ{''.join('₀₁₂₃₄₅₆₇₈₉'[int(c)] for c in str(i + 1))}," in question.prompt
    slope = problem.Z[i] @ w - 1.0
    new = s["lam"][r + 1][i]
    pushed = -np.sign(slope)
    if (old[i] == 0.0 and pushed < 0.0) or (old[i] == problem.C and pushed > 0.0):
        assert new == old[i]
        return "it stays"
    return "it rises" if pushed > 0.0 else "it falls"


def w_lands(run, scene, question):
    """One exact step of the raw dual: along L^-1 z, to where z'w = 1 or lambda meets a bound."""
    r = int(np.searchsorted(run.trace.work, scene.clock.values[question.frame], side="right")) - 1
    s, problem = run.trace.snapshots, run.problem
    i, w, old = int(s["index"][r + 1]), s["w"][r], s["lam"][r]
    way = np.linalg.solve(problem.L, problem.Z[i])
    best = old[i] - (problem.Z[i] @ w - 1.0) / (problem.Z[i] @ way)
    return w + (min(max(best, 0.0), problem.C) - old[i]) * way


def pace(run, scene, question):
    times = run.trace.work if run.settings["steps"] == "updates" else run.trace.iteration
    return half_way(run.trace, times, 1e-6 * (run.result.certificate.scale or 1.0))


def lowest(run, scene, question):
    """By a fine grid of F."""
    grid = np.linspace(-3.0, 3.0, 60_001)
    best = grid[np.argmin(run.problem(grid))]
    assert abs(best - question.aim.target[0]) < 1e-3 and question.aim.target[1] == 0.0
    return question.aim.target


def count(run, scene, question):
    """By lines of many slopes on a fine grid around the next point."""
    r = int(np.searchsorted(run.trace.iteration, scene.clock.values[question.frame])) + 1
    w, F = run.trace.snapshots["w"][r], run.problem
    grid = w + np.linspace(-1e-4, 1e-4, 201)
    sides = (F(grid[100:]) - F(w))[1:] / (grid - w)[101:], (F(w) - F(grid[:100])) / (w - grid[:100])
    return "infinitely many" if sides[0].min() - sides[1].max() > 5e-3 else "exactly one"


def bound(run, scene, question):
    """By the minimum, on a fine grid, of the highest of the lines so far."""
    r = int(np.searchsorted(run.trace.iteration, scene.clock.values[question.frame]))
    w, z = run.trace.snapshots["w"], run.trace.snapshots["slope"]
    grid, F = np.linspace(-3.0, 3.0, 6001), run.problem
    low = [(F(w[:n]) + (grid[:, None] - w[:n]) * z[:n]).max(axis=1).min() for n in (r + 1, r + 2)]
    return "it raises it" if low[1] - low[0] > 2e-3 * F.scale else "it leaves it as it is"


def slope(run, scene, question):
    """The line that stays above some number with the price on it, on a long grid of w."""
    far, lam = np.array([-1e3, 1e3]), run.problem.lam
    (only,) = [
        o for o in question.options if (read(o.split()[-1]) * far + lam * abs(far)).min() > 0
    ]
    return only


def next_bound(run, scene, question):
    """The best of many multiples of each residual that keep |x'theta| <= lam."""
    r = int(np.searchsorted(run.trace.iteration, scene.clock.values[question.frame]))
    p = run.problem
    best = []
    for w in run.trace.snapshots["w"][r : r + 2]:
        theta = p.t - p.X @ w
        share = np.linspace(-2.0, 2.0, 40_001)
        share = share[np.abs(share * (p.X[:, 0] @ theta)) <= p.lam]
        best.append((share * (theta @ p.t) - 0.5 * share**2 * (theta @ theta)).max())
    return next(o for o in question.options if ("more" in o) == (best[1] > best[0]))


SCENES = {
    "coordinate-descent/lasso": (
        {"way": way, "landing": landing, "first": first, "aim": aim}, 60, {"clock": "iterations"},
    ),
    "coordinate-descent/proof": ({"slope": slope, "next-bound": next_bound}, 30, {}),
    "coordinate-descent/subgradient": (
        {"supports": supports, "lowest": lowest, "count": count, "bound": bound}, 80, {},
    ),
    "coordinate-descent/triplets": (
        {"rule": rule, "multiplier": multiplier, "pace": pace, "aim": w_lands}, 36, {},
    ),
}  # fmt: skip
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES)
