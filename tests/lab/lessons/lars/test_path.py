"""The path scene is exact at every lam, between frames as well, and says what the path does."""

import re

import numpy as np
import pytest
from scenes import cases, lightness, mark, panel, solver_of
from sklearn.linear_model import lars_path as peer_path

from lab.lessons.lars.path.model import PIXELS, TOL, events_at, frames, last_lam, place
from lab.lessons.lars.path.picture import EXPERIMENT, ticks
from solvers import InputError, lars_path
from widgets import at
from widgets.words import read

CASES = [
    {},
    {"standardise": True},
    {"axis": "log"},
    {"axis": "eta"},
    {"data": "three"},
    {"data": "leaves", "axis": "log"},
    {"data": "tie"},
    {"data": "twins", "axis": "eta"},
    {"data": "diabetes"},
    {"data": "diabetes", "axis": "log"},
    {"data": "leaves", "method": "lar"},
    {"data": "twins", "remedy": "ridge", "amount": 0.1},
]


solved = solver_of(EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


def random_positions(run, count=1000):
    """`count` random lams, and the player's position at each."""
    lams = frames(run).lam
    wanted = np.random.default_rng(0).uniform(lams[-1], lams[0], count)
    return wanted, np.interp(-wanted, -lams, np.arange(lams.size))


def in_browser(field, position, log=False):
    """What the browser shows of a blended field: on a log axis it mixes the logarithms."""
    if not log:
        return at(field, position)
    k, values = int(position), np.log10(field.values)
    share = position - k
    return 10.0 ** ((1.0 - share) * values[k] + share * values[min(k + 1, len(values) - 1)])


def test_weights_and_correlations_are_exact_at_every_lam(run, scene):
    path = run.extra["path"]
    w, c = mark(scene, "weights", "weight").y, mark(scene, "correlations", "xᵀr").y
    scale = np.abs(path.coefs).max()
    lams, positions = random_positions(run, 200)
    exact = path.at(lams)
    assert np.array([at(w, k) for k in positions]) == pytest.approx(exact, abs=1e-9 * scale)
    residuals = (path.t - exact @ path.X.T) @ path.X
    drawn = np.array([at(c, k) for k in positions])
    assert drawn == pytest.approx(residuals, abs=1e-9 * path.knots[0])


def test_the_cursor_and_the_error_are_off_by_less_than_half_a_pixel(run, scene, view):
    path, cv = run.extra["path"], run.extra["cv"]
    axes, dot = panel(scene, "error").axes(), mark(scene, "error", "error now")
    across, up = (np.ptp(np.log10(a.range) if a.log else a.range) for a in axes)
    drawn = np.log10 if view.axis == "log" else np.asarray
    lams, positions = random_positions(run)
    x = np.array([in_browser(dot.x, k, axes[0].log)[0] for k in positions])
    y = np.array([at(dot.y, k)[0] for k in positions])
    off = np.abs(drawn(x) - drawn(place(view, lams))) / across * PIXELS[0]
    assert off.max() < 0.5
    assert (np.abs(y - cv.at(lams) / path.t.size) / up * PIXELS[1]).max() < 0.5


@pytest.mark.parametrize("given", [{}, {"data": "three"}, {"data": "leaves"}, {"axis": "log"}])
def test_the_level_set_touches_the_diamond_at_w(given):
    """The drawn level set passes w, and stays outside the drawn ball, within half a pixel."""
    run, scene = solved(**given)
    path = run.extra["path"]
    level, ball = mark(scene, "touching", "the same loss").x, mark(scene, "touching", "|w|₁").x
    spans = [np.ptp(a.range) for a in panel(scene, "touching").axes()]
    pixel = max(spans) / PIXELS[0]
    H = path.X.T @ path.X
    for lam, k in zip(*random_positions(run), strict=True):
        w = path.at(lam)
        A, b = _mixed(level, k)
        unit = np.linalg.solve(A, w - b)
        nearest = A @ (unit / np.linalg.norm(unit)) + b
        assert np.linalg.norm(nearest - w) < 0.5 * pixel
        assert np.abs(at(ball, k)).sum(axis=1).max() == pytest.approx(np.abs(w).sum(), abs=1e-9)
        # The gradient of the drawn level set at w is a multiple of a subgradient of |w|_1.
        slope = H @ (w - b)
        assert np.abs(slope).max() == pytest.approx(lam, abs=1e-9 * path.knots[0])


def _mixed(field, k):
    i, share = int(k), k - int(k)
    j = min(i + 1, len(field.A) - 1)
    return tuple((1 - share) * a[i] + share * a[j] for a in (field.A, field.b))


def test_level_sets_are_not_linear_between_knots():
    """The level set through a mixture of two knots is not the level set of the mixture."""
    run, _ = solved()
    path = run.extra["path"]
    centre = np.linalg.lstsq(path.X, path.t, rcond=None)[0]
    radius = lambda lam: np.linalg.norm(path.X @ (path.at(lam) - centre))
    a, b = path.knots[:2]
    off = 0.5 * (radius(a) + radius(b)) - radius(0.5 * (a + b))
    assert off / radius(path.knots[0]) * PIXELS[0] > 0.5


def test_level_sets_of_twins_are_strips():
    run, scene = solved(data="twins")
    path, strip = run.extra["path"], mark(scene, "touching", "the same loss").x
    for lam, k in zip(*random_positions(run, 50), strict=True):
        points = at(strip, k)[[0, 1, 3, 4]]
        fit = (path.t @ path.t) - 2.0 * points @ (path.X.T @ path.t)
        loss = fit + np.sum((points @ path.X.T) ** 2, axis=1)
        there = np.sum((path.t - path.X @ path.at(lam)) ** 2)
        assert loss == pytest.approx(np.full(4, there), abs=2e-3 * there)
    edge = mark(scene, "touching", "every point here")
    k = len(scene) // 2
    ends = np.array([at(edge.x0, k)[0], at(edge.y1, k)[0]])
    assert np.abs(ends) == pytest.approx(np.full(2, frames(run).eta[k]))


@pytest.mark.parametrize("columns", [[[1, 0, 1], [0, 1, 1]], [[1, 1, 1], [0, 0, 0]]])
def test_dependent_columns_in_space_have_tubes_of_the_same_loss(tmp_path, columns):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 2)) @ columns
    t = X @ [1.0, -0.5, 0.3] + 0.1 * rng.normal(size=20)
    np.savetxt(tmp_path / "own.csv", np.column_stack([X, t]), delimiter=",")
    run, scene = solved(data="csv", file=str(tmp_path / "own.csv"))
    path, tube = run.extra["path"], mark(scene, "touching", "the same loss")
    loss = lambda w: np.sum((path.t - np.atleast_2d(w) @ path.X.T) ** 2, axis=1)
    assert np.unique(tube.faces).tolist() == list(range(len(at(tube.x, 0))))
    for k in (0, len(scene) // 2):
        points, there = at(tube.x, k), loss(path.at(frames(run).lam[k]))[0]
        assert loss(points) == pytest.approx(np.full(len(points), there), rel=1e-6)
        assert np.abs(loss(points + 0.1 * path.X[0]) - there).max() > 1e-3 * there


def test_every_frame_is_certified(run, scene, view):
    path = run.extra["path"]
    for k in range(0, len(view), 7):
        proof = path.problem(view.lam[k]).certify(view.w[k])
        assert scene.readout["gap"][k] == pytest.approx(
            max(proof.gap, 0.0), abs=1e-12 * view.scale[k]
        )
        assert (scene.readout["status"][k] == "converged") == proof.holds(TOL)
        assert path.problem(view.lam[k]).certify(view.w[k] + 0.3).gap > TOL * view.scale[k]
    solved_everywhere = run.settings["method"] == "lasso" and not view.remedy
    assert (set(scene.readout["status"]) == {"converged"}) == solved_everywhere


def test_what_happens_at_a_knot_is_marked_once_it_was_played(scene, view):
    for words, events in (("a weight enters", view.entering), ("a weight leaves", view.leaving)):
        frames_of = [k for k, some in enumerate(events) if some]
        for k in (0, len(scene) // 2, len(scene) - 1) if frames_of else ():
            shown = np.isfinite(at(mark(scene, "weights", words).x, k)).sum()
            assert shown == sum(one <= k for one in frames_of)


def test_all_knots_are_frames(run, view):
    path = run.extra["path"]
    knots = path.knots[path.knots > view.lam[-1]]
    assert np.all(np.isin(knots, view.lam)) and np.all(np.diff(view.lam) < 0.0)
    assert view.lam[0] == path.knots[0] and len(view) <= (118 if path.X.shape[1] <= 3 else 236)


def test_captions_state_the_events_of_the_path(run, scene, view):
    path = run.extra["path"]
    for k, sentence in list(enumerate(scene.captions))[1:-1]:
        events = events_at(view, int(view.knot[k])) if view.knot[k] >= 0 else []
        assert ("Knot at λ = " in sentence) == bool(events)
        for e in events:
            name, verb = view.names[e.feature], {"in": "enter", "out": "leave"}[e.kind]
            head = sentence.split(" — ")[0]
            assert name in head and verb in head
        if events:
            assert read(re.search(r"λ = ([^:]+):", sentence).group(1)) == pytest.approx(
                path.knots[view.knot[k]], abs=6e-4, rel=1e-3
            )


def test_captions_state_how_the_weights_moved(scene, view):
    checked = 0
    for k, sentence in list(enumerate(scene.captions))[1:-1]:
        if " λ: " not in sentence:
            continue
        lams = [read(v) for v in re.search(r" λ: (\S+) → (\S+) — ", sentence).groups()]
        assert lams == pytest.approx(view.lam[[k - 1, k]], abs=6e-4, rel=0.06)
        for name, old, new in re.findall(r"(\S+) (\S+) → ([^\s;:]+)", sentence.split(" — ")[1]):
            d = view.names.index(name)
            assert [read(old), read(new)] == pytest.approx(
                view.w[[k - 1, k], d], abs=6e-4, rel=0.06
            )
            checked += 1
    assert checked > 20


def test_captions_of_another_frame_differ():
    run, scene = solved()
    view, k = frames(run), 5
    new = read(re.search(r"→ ([^\s;:]+)", scene.captions[k].split(" — ")[1]).group(1))
    assert new == pytest.approx(view.w[k, 0], abs=6e-4)
    assert new != pytest.approx(view.w[k + 1, 0], abs=6e-4)


def test_the_design_that_leaves_has_the_public_knots():
    run, scene = solved(data="leaves")
    knots = [17, 14.18181818, 2.31325301, 2.27027027, 0.79352227, 0]
    assert run.extra["path"].knots == pytest.approx(knots, abs=1e-8)
    heads = [c.split(" — ")[0] for c in scene.captions if " Knot at" in c]
    assert [h.split(": ")[1] for h in heads] == [
        "w₃ enters", "w₁ enters", "w₂ leaves", "w₂ enters"
    ]  # fmt: skip
    assert "now with the other sign" in next(c for c in scene.captions if "0.794" in c)


def test_plain_lars_says_where_it_is_no_longer_the_lasso():
    _, scene = solved(data="leaves", method="lar")
    gaps, words = np.array(scene.readout["gap"]), np.array(scene.captions)
    wrong = np.array(["no lasso solution" in c for c in words])
    assert wrong.any() and np.all(gaps[wrong] > 1e-6) and scene.readout["status"][-1] == "converged"
    assert not any("leaves" in c for c in words)


@pytest.mark.parametrize("remedy", ["ridge", "noise"])
def test_path_of_a_remedy_is_not_certified_for_the_problem_asked(remedy):
    run, scene = solved(data="tie", remedy=remedy, amount=0.1, seed=3)
    path, view = run.extra["path"], frames(run)
    asked = lars_path(path.X, path.t)
    assert np.array_equal(path.X, asked.X) and (path.alpha > 0.0) == (remedy == "ridge")
    for k in (len(view) // 2, len(view) - 1):
        lam, w = view.lam[k], view.w[k]
        certificate = path.problem(lam).certify(w)
        assert not certificate.holds(1e-6) and certificate.gap == pytest.approx(view.gap[k])
        assert path.problem(lam).certify(asked.at(lam)).holds(1e-9)
        assert view.remedy in scene.captions[k] and scene.readout["status"][k] == "running"
    if remedy == "ridge":  # an elastic net: its own conditions hold where c = X'r - alpha w
        c = view.c - path.alpha * view.w
        used = view.w != 0.0
        limits = np.broadcast_to(view.lam[:, None], c.shape)
        assert np.abs(c[used]) == pytest.approx(limits[used], abs=1e-9 * view.lam[0])
    assert not any("least squares" in words for words in scene.captions)


def test_no_weight_leaves_after_standardising():
    assert any("leaves" in c for c in solved()[1].captions)
    assert not any("leaves" in c for c in solved(standardise=True)[1].captions)


def test_weights_that_tie_enter_in_one_frame():
    _, scene = solved(data="tie")
    assert sum("a tie" in c for c in scene.captions) == 1
    assert "w₁ and w₂ enter" in next(c for c in scene.captions if "a tie" in c)


def test_the_error_is_that_of_the_folds_and_least_where_marked():
    run, scene = solved(data="diabetes")
    path, cv = run.extra["path"], run.extra["cv"]
    assert cv.lam == pytest.approx(13.77564511) and cv.error == pytest.approx(1304388.77151)
    k = 60
    lam, error = frames(run).lam[k], at(mark(scene, "error", "error now").y, k)[0]
    folds, total = np.arange(path.t.size) % 5, 0.0
    for f in range(5):
        own = lars_path(path.X[folds != f], path.t[folds != f]).at(lam)
        total += np.sum((path.t[folds == f] - path.X[folds == f] @ own) ** 2)
    assert error == pytest.approx(total / path.t.size)
    dot = mark(scene, "error", "least error")
    curve = mark(scene, "error", "cross-validation error").y.values
    assert dot.y.values[0] <= curve.min() + 1e-12 and dot.x.values[0] == pytest.approx(cv.lam)


def test_path_is_that_of_scikit_learn():
    run, _ = solved(data="diabetes")
    path = run.extra["path"]
    alphas, _, coefs = peer_path(path.X, path.t, method="lasso", alpha_min=0.0)
    theirs = [path.at(alpha * path.t.size) for alpha in alphas]
    assert np.array(theirs) == pytest.approx(coefs.T, rel=1e-6, abs=1e-6)
    assert theirs[3] != pytest.approx(coefs.T[4], rel=1e-3)


def test_on_a_log_axis_frames_end_above_zero():
    run, scene = solved(data="diabetes", axis="log")
    path = run.extra["path"]
    assert 0.0 < frames(run).lam[-1] == last_lam(path, "log") < path.knots[-2]
    assert "the frames end here" in scene.captions[-1]


def test_questions_have_their_right_answer():
    run, scene = solved()
    view, asked = frames(run), {q.key: q for q in scene.questions}
    right = {key: q.options[q.answer] for key, q in asked.items()}
    assert right["first"] == view.names[int(np.argmax(np.abs(view.c[0])))]
    assert right["exit"] == "w₁ stops at 0" and right["error"] == "somewhere on the way"
    frame = asked["exit"].frame
    assert view.w[frame, 0] > 0.0 and 0.0 in view.w[frame:, 0]
    assert 0.0 < run.extra["cv"].lam < view.lam[asked["error"].frame]


def test_a_weight_may_come_back_through_the_same_edge(tmp_path):
    rows = ["a,b,c,y", "0,-1,-4,6", "-2,0,-2,2", "3,-4,0,-6", "3,-2,-3,-6", "-4,7,9,4"]
    (tmp_path / "own.csv").write_text("\n".join(rows))
    run, scene = solved(data="csv", file=str(tmp_path / "own.csv"))
    for question in scene.questions:
        if question.key == "exit" and "comes back" in question.why:
            name = question.options[question.answer].split()[0]
            d = frames(run).names.index(name)
            (first, second) = [
                e.sign for e in run.extra["path"].events if e.feature == d and e.kind == "in"
            ][:2]
            assert ("the same edge of" in question.why) == (first == second)


def test_own_file_is_drawn_and_centred(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(3.0, 1.0, (30, 40))
    y = X[:, 2] - X[:, 5] + 0.1 * rng.normal(size=30)
    file = tmp_path / "own.csv"
    names = [f"f{k}" for k in range(40)] + ["y"]
    np.savetxt(file, np.column_stack([X, y]), delimiter=";", header=";".join(names), comments="")
    run, scene = solved(data="csv", file=str(file), target="y")
    assert run.extra["path"].X.mean(axis=0) == pytest.approx(np.zeros(40), abs=1e-12)
    assert "f2" in scene.captions[0] or "f5" in scene.captions[0]
    assert set(scene.readout["status"]) == {"converged"}
    assert np.isnan(scene.readout["Cₚ"]).all()


def test_one_column_is_solved_and_a_constant_target_refused(tmp_path):
    rng = np.random.default_rng(1)
    x = rng.normal(size=20)
    np.savetxt(tmp_path / "one.csv", np.column_stack([x, 2 * x]), delimiter=",")
    _, scene = solved(data="csv", file=str(tmp_path / "one.csv"))
    assert scene.readout["status"][-1] == "converged"
    np.savetxt(tmp_path / "flat.csv", np.column_stack([x, np.ones(20)]), delimiter=",")
    with pytest.raises(InputError, match="data must have a feature"):
        solved(data="csv", file=str(tmp_path / "flat.csv"))
    with pytest.raises(InputError, match="file must name"):
        solved(data="csv")


def test_axes_hold_every_weight(scene, view):
    for key in ("weights", "correlations", "error", "touching"):
        assert all(np.all(np.isfinite(a.range)) for a in panel(scene, key).axes())
    x, y = panel(scene, "weights").axes()
    assert np.all((view.w >= y.range[0]) & (view.w <= y.range[1]))
    assert np.all((view.x >= min(x.range)) & (view.x <= max(x.range)))
    if view.w.shape[1] <= 3:
        ranges = np.array([a.range for a in panel(scene, "touching").axes()])
        assert np.all((view.w >= ranges[:, 0]) & (view.w <= ranges[:, 1]))


def test_ticks_are_round_and_inside():
    places, words = ticks(0.0, 0.79)
    assert places.tolist() == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    assert words == ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]
    assert ticks(0.0, 949.4)[0].tolist() == [0, 200, 400, 600, 800]


test_scene_is_light = lightness(bytes_moving=100_000)


def test_path_of_a_remedy_asks_no_questions():
    assert solved()[1].questions and not solved(remedy="noise")[1].questions
