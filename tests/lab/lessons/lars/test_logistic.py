import re

import numpy as np
import pytest
from scenes import cases, cut_short, lightness, mark, panel, paths_on_axes, solver_of
from sklearn.linear_model import LogisticRegression

from lab.lessons.lars.logistic import model, picture
from lab.lessons.lars.logistic.model import CD, PRINTED, TRIALS, changes, frames, trial_shares
from widgets.fields import at
from widgets.words import read

CASES = [
    {},
    {"data": "six", "lam": 0.2},
    {"data": "six", "lam": 0.2, "search": "all"},
    {"data": "moons", "start": "zero", "lam": 3.0, "search": "all"},
    {"data": "noise", "lam": 10.0, "tilt": 0.0},
    {"lam": 100.0, "start": "zero"},
    {"lam": 100.0, "search": "all", "compare": ()},
    {"order": "random", "seed": 3, "compare": ("fista",), "clock": "work"},
    {"spread": 0.05, "lam": 0.01, "clock": "seconds"},
    {"n": 400, "spread": 2.0, "compare": (PRINTED,)},
]
SHARES = {"1": 1.0, "½": 0.5, "¼": 0.25}


solved = solver_of(picture.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)
test_axes_hold_every_path = paths_on_axes()
test_an_unfinished_run_says_so = cut_short(solved, model)
test_scene_is_light = lightness(120)


def loss(problem, w):
    return np.logaddexp(0.0, -problem.t * (problem.X @ w)).sum()


def objective(problem, w):
    return loss(problem, w) + problem.lam * np.abs(w).sum()


def share(word):
    return SHARES.get(word) or 1.0 / float(word.split("/")[1])


def test_captions_state_the_move_and_the_share_of_the_trace(run, scene):
    s, rows = run.trace.snapshots, frames(run).rows[CD]
    w = s["w"]
    for sentence, r in list(zip(scene.captions, rows, strict=True))[:-1]:
        if r == 0:
            assert " Start: w = (" in sentence
            continue
        which, old, new, stays = re.search(
            r"w([₁₂])(?:: (\S+) → (\S+)| stays at (\S+)) — ", sentence
        ).groups()
        d = "₁₂".index(which)
        stated = read(stays or old), read(stays or new)
        assert stated == pytest.approx((w[r - 1, d], w[r, d]), abs=6e-4, rel=0.06)
        assert w[r, 1 - d] == w[r - 1, 1 - d]
        alpha = re.search(r"α = ([^ ,.;]+)", sentence.split(";")[0])
        assert (share(alpha.group(1)) if alpha else 0.0) == s["alpha"][r]
        if "trials" in sentence.split("; as printed")[0]:
            assert int(re.search(r"\((\d+) trials\)", sentence).group(1)) == s["trials"][r]


def test_captions_of_another_row_differ():
    run, scene = solved()
    assert "13.231 → 8.368 — α = ½ of the way to 3.504" in scene.captions[3]
    assert run.trace.snapshots["w"][2, 0] != pytest.approx(13.231, abs=6e-4) or (
        run.trace.snapshots["w"][4, 0] != pytest.approx(13.231, abs=6e-4)
    )


def test_the_share_is_the_first_that_lowers_F_enough(run):
    """Armijo's rule with beta = 1/2 and rho = 0.01, from the printed numbers of each row alone."""
    problem, s = run.problem, run.trace.snapshots
    for r in range(1, len(run.trace)):
        d, old, alpha = s["coordinate"][r], s["old"][r], s["alpha"][r]
        if alpha == 0.0:
            continue
        before = s["w"][r - 1]
        q = 1.0 / (1.0 + np.exp(problem.t * (problem.X @ before)))
        g = -(problem.X[:, d] * problem.t) @ q
        shift = s["shift"][r]
        promise = g * shift + problem.lam * (abs(old + shift) - abs(old))
        F = objective(problem, before)

        def change(a, before=before, d=d, shift=shift, F=F):
            return objective(problem, before + a * shift * (np.arange(2) == d)) - F

        slack = 1e-9 * F
        assert promise < 0.0 and change(alpha) <= 0.01 * alpha * promise + slack
        if alpha < 1.0:
            assert change(2.0 * alpha) > 0.02 * alpha * promise - slack
        assert s["w"][r, d] == pytest.approx(old + alpha * shift, abs=1e-12, rel=1e-12)


def test_the_search_panel_shows_F_along_the_step():
    run, scene = solved()
    view = frames(run)
    curve = mark(scene, "search", "right: F along")
    accepted = mark(scene, "search", "right: accepted")
    rejected = mark(scene, "search", "right: rejected")
    for k in (1, 3, 7):
        steps, r = view, view.rows[CD][k]
        F0 = objective(run.problem, steps.origin[k])
        F1 = run.trace.objective[r]
        alpha, height = at(accepted.x, k), at(accepted.y, k)
        chosen = np.isfinite(alpha)
        assert alpha[chosen].tolist() == [steps.alpha[k]]
        assert height[chosen][0] == pytest.approx((F1 - F0) / -steps.promise[k])
        on_curve = np.interp(steps.alpha[k], curve.x.values, at(curve.y, k))
        assert on_curve == pytest.approx(height[chosen][0], abs=2e-3)
        assert np.isfinite(at(rejected.x, k)).sum() == steps.trials[k] - 1
    assert view.trials[3] == 2


def test_trials_are_the_halvings_down_to_the_accepted_share(view):
    for steps in view.searches.values():
        tried = trial_shares(steps)
        assert tried.shape == (len(view), TRIALS)
        heights = changes(view, steps, tried)
        seen = np.isfinite(heights[:, 0])
        assert np.array_equal(np.isnan(heights)[seen], np.isnan(tried)[seen])
        plain = (steps.trials > 0) & (-steps.promise > 2e-12 * view.objective(steps.origin))
        assert np.all(seen[plain])
        for k in np.flatnonzero(seen & (steps.alpha > 0.0) & (steps.trials <= TRIALS)):
            here = tried[k][np.isfinite(tried[k])]
            assert here[-1] == steps.alpha[k] and heights[k][len(here) - 1] <= 0.0


def test_the_printed_rule_stalls_and_says_so():
    run, scene = solved()
    printed = run.results[PRINTED]
    own = run.problem.certify(printed.x, **printed.dual)
    assert printed.status == "stalled" and own.relative_gap > 0.1
    assert "as printed: stalled at a gap of" in scene.captions[-1]
    assert read(scene.captions[-1].split()[-1][:-1]) == pytest.approx(own.gap, rel=0.06)
    assert any(m.label.startswith("printed rule: stalled") for m in panel(scene, "gap").marks)
    steps = frames(run).searches[PRINTED]
    rejected = steps.started & (steps.alpha == 0.0) & (steps.target != steps.old)
    assert rejected.sum() > 0.5 * (len(scene) - 1)


def test_lines_are_where_the_probabilities_are():
    run, scene = solved()
    w = run.trace.snapshots["w"][frames(run).rows[CD]]
    for label, p in (("σ(wᵀx) = ½", 0.5), ("σ(wᵀx) = ¼", 0.25), ("σ(wᵀx) = ¾", 0.75)):
        line = mark(scene, "points", label)
        for k in (0, 3, len(scene) - 1):
            ends = np.column_stack([at(line.x, k), at(line.y, k)])
            assert 1.0 / (1.0 + np.exp(-ends @ w[k])) == pytest.approx(np.full(2, p))


def test_wrong_sides_are_counted(run, scene):
    words = scene.readout["wrong side"]
    predicted = np.where(
        run.problem.X @ run.trace.snapshots["w"][frames(run).rows[CD][-1]] > 0, 1, -1
    )
    shown = [bool(w.any()) for w in run.trace.snapshots["w"][frames(run).rows[CD]]]
    assert [bool(one) for one in words] == shown  # at w = 0 there is no line to have sides
    assert (
        not shown[-1]
        or words[-1] == f"{(predicted != run.problem.t).sum()} of {run.problem.t.size}"
    )


def test_the_values_known_by_hand():
    run, scene = solved(data="six", lam=1.0, compare=())
    assert run.problem.lam_max == pytest.approx(1.5)
    assert scene.readout["F"][-1] == pytest.approx(4.09162255, abs=2e-5)
    run, _ = solved(data="six", lam=0.2, compare=())
    assert run.result.x == pytest.approx([0.39375324, 0.40140601], abs=1e-3)


def test_solution_is_that_of_scikit_learn():
    run, _ = solved(data="moons")
    peer = LogisticRegression(
        l1_ratio=1.0, C=1.0 / run.problem.lam, solver="liblinear", fit_intercept=False, tol=1e-10
    ).fit(run.problem.X, run.problem.t)
    assert run.result.x == pytest.approx(peer.coef_[0], abs=2e-2)
    assert run.trace.snapshots["w"][2] != pytest.approx(peer.coef_[0], abs=2e-2)
