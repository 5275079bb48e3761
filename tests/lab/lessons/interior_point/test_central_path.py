"""The central-path scene shows the polygon, the exact path, and every step as the trace has it."""

import itertools
import re

import numpy as np
import pytest
from extents import extents_at
from repeated import each
from scenes import assert_proved, cases, mark, panel, solver_of

import lab
from lab.drawing.text import read
from lab.lessons.interior_point.central_path import model
from lab.lessons.interior_point.central_path.model import (
    LEVELS,
    TOL,
    basis,
    box_edges,
    cut,
    frames,
    hidden,
    of_step,
    outlines,
)
from lab.lessons.interior_point.central_path.picture import EXPERIMENT
from lab.lessons.interior_point.common import METHODS
from solvers import InputError, KernelSVM, solve_mehrotra
from widgets import at
from widgets.pack import pack

CASES = [
    {},
    {"C": 0.01},
    {"C": 1000.0, "data": "inside", "start": "source"},
    {"view": "box", "b": 0.5, "C": 3.0},
    {"method": "path_following", "sigma": 0.9, "C": 3.0},
    {"data": "circles", "kernel": "gaussian", "steps": "separate", "eta": 0.95},
    {"data": "inside", "kernel": "polynomial", "view": "pair", "i": 3, "j": 1},
    {"method": "smo", "data": "duplicates", "n": 60},
    {"method": "affine_scaling", "data": "inside"},
    {"method": "predictor_corrector", "C": 10.0},
    {"method": "centering", "spectral": "frozen", "data": "inside", "C": 100.0},
    {"method": "safeguarded", "data": "moons", "n": 12},
    {"method": "identification", "data": "inside", "C": 3.0},
]
LABELS = np.array([1.0, 1.0, -1.0])
#: What `lab.drawing.text.power` writes.
POWER = r"([\d.,]*\d(?:e-?\d+)?)"


solved = solver_of(EXPERIMENT)
case, run, scene, f = cases(solved, CASES, frames)


def seen(run, x):
    """`x` (..., n) as the first panel draws it."""
    if run.extra["view"] == "pair":
        return x[..., [run.settings["i"] - 1, run.settings["j"] - 1]]
    return x if run.extra["view"] == "box" else x @ basis(run.problem.y)


@each(
    "y, share, C",
    itertools.product(
        itertools.product([-1.0, 1.0], repeat=3),
        [-0.9, -0.3, 0.0, 0.5, 1.0 - 1e-13, 1.0, 1.9],
        [1e-3, 2.0, 1e3],
    ),
)
def test_polygon_is_the_cut_of_plane_and_box(y, share, C):
    y, b = np.array(y), share * C
    if abs(y.sum()) == 3.0 or not 1e-9 - np.sum(y < 0) < share < np.sum(y > 0) - 1e-9:
        return
    polygon = cut(y, C, b)
    corners = polygon.corners
    assert corners @ y == pytest.approx(np.full(len(corners), b), abs=1e-12 * C)
    assert np.all((corners >= 0.0) & (corners <= C))
    assert np.all(((corners == 0.0) | (corners == C)).sum(axis=1) >= 2)
    turns = np.diff(np.vstack([polygon.flat(polygon.closed), polygon.flat(corners[1:2])]), axis=0)
    cross = turns[:-1, 0] * turns[1:, 1] - turns[:-1, 1] * turns[1:, 0]
    assert np.all(cross > 0.0) and len(set(polygon.walls)) == len(corners)
    for p, q, name in zip(corners, np.roll(corners, -1, axis=0), polygon.walls, strict=True):
        i, bound = "₁₂₃".index(name[1]), C * name.endswith("C")
        assert p[i] == pytest.approx(bound, abs=1e-9 * C) == q[i]


def test_view_along_y_keeps_polygon_lengths_and_shows_near_corner():
    for y in ([1, 1, -1], [1, -1, 1], [-1, -1, 1], [-1, 1, 1]):
        y = np.array(y, dtype=float)
        E = basis(y)
        assert pytest.approx(np.eye(2), abs=1e-15) == E.T @ E and np.abs(E.T @ y).max() < 1e-15
        edges = box_edges(2.0)
        assert len(edges) == 12 and hidden(edges, y, 2.0).sum() == 3
        depths = (edges[hidden(edges, y, 2.0)] @ y).min(axis=1)
        assert np.all(depths == (edges @ y).min())


def test_level_lines_are_at_their_level_or_at_a_wall():
    rng = np.random.default_rng(0)
    polygon, A = cut(LABELS, 2.0, 0.0), rng.normal(size=(3, 3))
    Q, lowest = A @ A.T, np.array([2.0, 0.0, 2.0])
    gradient = np.array([-5.0, 3.0, -4.0])  # q grows from this corner into the polygon
    rims, levels = outlines(polygon, lowest, 7.0, gradient, Q)
    assert len(rims) == len(LEVELS) and np.all(np.diff(levels) < 0.0)
    steps = rims - lowest
    q = 7.0 + steps @ gradient + 0.5 * np.einsum("lki,ij,lkj->lk", steps, Q, steps)
    walls = np.minimum(np.abs(rims), np.abs(2.0 - rims)).min(axis=2) < 1e-9
    on_level = np.abs(q - levels[:, None]) < 1e-9 * np.abs(levels[:, None])
    assert np.all(on_level | (walls & (q < levels[:, None])))
    assert on_level.any(axis=1).all() and walls.any()
    assert np.all(rims > -1e-12) and np.all(rims < 2.0 + 1e-12)
    assert np.abs(rims @ LABELS).max() < 1e-12


def test_the_drawn_level_sets_are_those_of_q(run, scene):
    if run.extra["view"] != "polygon":
        return
    K, y = run.problem.gram(), run.problem.y
    rims = [m for m in panel(scene, "plane").marks if m.label.startswith("q = ")]
    assert len(rims) == len(LEVELS)
    inside = run.problem.b * y / 3.0  # the point of the plane nearest to 0
    for m in rims:
        flat = np.column_stack([m.x.values, m.y.values])
        x = flat @ basis(y).T + inside
        q = 0.5 * np.einsum("ki,ij,kj->k", y * x, K, y * x) - x.sum(axis=1)
        level = read(m.label[4:])
        size = 1e-3 * max(abs(level), np.ptp(q), 1e-12)
        assert q.max() <= level + size and q.max() >= level - size


def test_the_central_path_is_central_and_starts_at_the_centre(run, scene):
    problem, centre = run.problem, run.extra["centre"]
    x, tau = centre.x, centre.taus[:, None]
    Qx = np.array([problem.product(v) for v in x])
    slope = Qx - 1.0 - centre.s[:, None] * problem.y - tau / x + tau / (problem.C - x)
    size = np.maximum(1.0, np.abs(Qx)) + tau / x + tau / (problem.C - x)
    assert np.abs(slope / size).max() < 1e-5
    wrong = Qx - 1.0 - centre.s[:, None] * problem.y - 2.0 * tau / x + tau / (problem.C - x)
    assert np.abs(wrong / size).max() > 1e-2
    drawn = mark(scene, "plane", "central path")
    assert np.column_stack([drawn.x.values, drawn.y.values]) == pytest.approx(seen(run, x)[:, :2])
    far = np.abs(x[0] - x[0].mean()).max()
    assert far <= problem.C and np.all((x > 0.0) & (x < problem.C))


def test_iterates_and_arrows_are_those_of_the_trace(run, scene, f):
    last = len(scene) - 1
    shown = run.trace.snapshots
    here, taken = mark(scene, "plane", "x now"), mark(scene, "plane", "the step taken")
    for k in {0, last // 2, last}:
        r = f.row[k]
        end = seen(run, shown["iterate"][r])
        assert [at(here.x, k)[0], at(here.y, k)[0]] == pytest.approx(end[:2])
        begin = seen(run, shown["iterate"][max(r - 1, 0)])
        assert [at(taken.x0, k)[0], at(taken.y0, k)[0]] == pytest.approx(begin[:2])
    line = mark(scene, "plane", METHODS[run.main].label)
    assert line.x.values == pytest.approx(seen(run, shown["iterate"])[:, 0])


def test_the_predictor_drawn_solves_the_affine_system():
    run, scene = solved()
    p, s, k = run.problem, run.trace.snapshots, 2
    x, w, t, u = (s[a][k - 1] for a in ("iterate", "w", "t", "u"))
    Q, y, n = p.y[:, None] * p.gram() * p.y, p.y, 3
    one, Z, o = np.eye(n), np.zeros((n, n)), np.zeros((n, 1))
    rows = [
        [Q, -y[:, None], -one, one, Z],
        [y[None], np.zeros((1, 1)), o.T, o.T, o.T],
        [-one, o, Z, Z, -one],
        [np.diag(t), o, np.diag(x), Z, Z],
        [Z, o, Z, np.diag(w), np.diag(u)],
    ]
    r_e = Q @ x - 1.0 - s["s"][k - 1] * y - t + u
    right = -np.concatenate([r_e, [y @ x - p.b], p.C - w - x, x * t, w * u])
    dx = np.linalg.solve(np.block(rows), right)[:n]
    arrow = mark(scene, "plane", "predictor")
    drawn = [at(arrow.x1, k)[0] - at(arrow.x0, k)[0], at(arrow.y1, k)[0] - at(arrow.y0, k)[0]]
    assert drawn == pytest.approx(s["alpha_a"][k] * seen(run, dx), rel=1e-6)
    step = s["iterate"][k] - s["iterate"][k - 1]
    assert drawn != pytest.approx(seen(run, step), rel=1e-2)


def test_products_are_those_of_the_multipliers(run, scene, f):
    shown = run.trace.snapshots
    points, axes = mark(scene, "products", "products"), panel(scene, "products")
    for k in (0, len(scene) - 1):
        r = f.row[k]
        x, y = at(points.x, k), at(points.y, k)
        assert np.all((x >= axes.x.range[0]) & (x <= axes.x.range[1]))
        if "t" in shown:
            assert x == pytest.approx((shown["iterate"][r] * shown["t"][r])[f.sample])
            assert y == pytest.approx((shown["w"][r] * shown["u"][r])[f.sample])
            assert f.every.mu[r] == pytest.approx(shown["mu"][r])
        else:
            assert np.all(np.minimum(f.every.xt[r], f.every.wu[r]) == 0.0)


def test_the_target_is_sigma_times_the_mean_before_the_step(run, scene, f):
    shown = run.trace.snapshots
    if "sigma" not in shown:
        return
    target = mark(scene, "products", "the target")
    for k in range(1, len(scene)):
        r = f.row[k]
        wanted = shown["sigma"][r] * shown["mu"][r - 1]
        if wanted > panel(scene, "products").x.range[0]:
            assert at(target.x, k)[0] == at(target.y, k)[0] == pytest.approx(wanted)


def test_captions_state_what_moved_and_the_rule(run, scene, f):
    for k in range(1, len(scene)):
        r, before = f.row[k], f.row[k - 1]
        name, old, new = re.search(r"— x(\S+): (\S+) → ([^ ;]+); ", scene.captions[k]).groups()
        i = int(name.translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) - 1
        moved = np.abs(f.every.x[r] - f.every.x[before])
        assert moved[i] == moved.max()
        size = 6e-4 * max(1.0, moved[i])
        assert [read(old), read(new)] == pytest.approx([f.every.x[before, i], f.every.x[r, i]],
                                                       abs=size, rel=0.06)  # fmt: skip
        assert np.sign(read(new) - read(old)) == np.sign(f.every.x[r, i] - f.every.x[before, i])
        if f.interior:
            mus = re.search(rf"μ: {POWER} → {POWER}", scene.captions[k]).groups()
            assert [read(m) for m in mus] == pytest.approx(f.every.mu[[before, r]], rel=0.06)
            sigma = read(re.search(rf"σ = {POWER}", scene.captions[k]).group(1))
            assert sigma == pytest.approx(of_step(f, "sigma")[r], rel=0.06, abs=1e-300)
            if f.method.kind == "low-cost":
                lam = read(re.search(rf"with λ = {POWER} for Q", scene.captions[k]).group(1))
                assert lam == pytest.approx(run.trace.snapshots["spectral"][r - 1], rel=0.06)
            share = read(re.search(r"([\d.]+) % of the direction", scene.captions[k]).group(1))
            assert share == pytest.approx(100.0 * of_step(f, "alpha_p")[r], abs=0.051)


def test_a_caption_of_another_row_would_be_noticed():
    run, scene = solved()
    mu = read(re.search(rf"μ: {POWER} → {POWER}", scene.captions[2]).group(2))
    assert mu != pytest.approx(frames(run).every.mu[3], rel=0.06)


def test_ending_says_where_the_point_ends_and_no_title_gives_it_away():
    titles = set()
    for given, words, zero, bounded in (
        ({}, "in a corner", [1], [0, 2]),
        ({"C": 3.0}, "on a wall", [1], []),
        ({"C": 10.0, "data": "inside"}, "inside", [], []),
    ):
        run, scene = solved(**given)
        titles.add(tuple(p.title for p in scene.panels))
        assert f"The point ends {words}: x₁ is" in scene.captions[-1]
        x = run.result.x / run.problem.C
        assert np.flatnonzero(x < 1e-4).tolist() == zero
        assert np.flatnonzero(x > 1.0 - 1e-4).tolist() == bounded
        (question,) = [q for q in scene.questions if q.key == "where"]
        assert words.split()[-1].rstrip("s") in question.options[question.answer]
    assert len(titles) == 1


def test_each_sentence_begins_with_what_the_point_visibly_does(run, scene, f):
    C = run.problem.C
    for k in range(1, len(scene)):
        words = scene.captions[k].split(" — ")[0]
        old, new = f.x[k - 1], f.x[k]
        before, after = (np.minimum(x, C - x).min() for x in (old, new))
        assert ("hardly moves" in words) == (np.linalg.norm(new - old) < 0.01 * C)
        if "comes inside" in words:
            assert before < 0.0 and after > -0.01 * C
        if "turns to the middle" in words:
            assert after > before and ("leaves the wall" in words) == (before < 0.05 * C)
        if "towards the wall" in words:
            named = re.findall(r"x([₀-₉]+) = (0|C)", words)
            for i, wall in named:
                i = int(i.translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))) - 1
                at_wall = 0.0 if wall == "0" else C
                assert abs(new[i] - at_wall) < abs(old[i] - at_wall)
            assert named and after < before
        left = re.search(r"μ falls to 1/(\S+)", words)
        if left:
            assert read(left[1]) == pytest.approx(f.mu[k - 1] / f.mu[k], abs=0.51)
        assert "μ halves" not in words or 0.4 <= f.mu[k] / f.mu[k - 1] <= 0.67
        assert "μ rises" not in words or f.mu[k] > f.mu[k - 1]


def test_a_false_stop_of_the_source_is_shown():
    run, scene = solved(C=0.01)
    f = frames(run)
    fired = f.fired
    assert f.every.relative[fired] > 100.0 * TOL
    assert "Here the source stops" in scene.captions[fired]
    stated = read(re.search(rf"relative gap of {POWER}", scene.captions[fired]).group(1))
    assert_proved(stated, f.every.relative[fired])
    assert scene.readout["status"][fired] == "running"
    diamond = mark(scene, "gap", "here the source stops")
    assert diamond.y.values[0] == pytest.approx(f.every.relative[fired])


def test_a_rule_that_fires_far_too_early_with_the_printed_length():
    given = {"method": "centering", "data": "inside", "C": 100.0}
    wrong, right = (frames(solved(**given, spectral=s)[0]) for s in ("frozen", "own"))
    assert wrong.run.trace.snapshots["sigfig"][wrong.fired] > 6.5
    assert wrong.every.relative[wrong.fired] > 4e-3
    assert right.every.relative[right.fired] < 1e-4
    assert set(of_step(wrong, "spectral")[2:]) == {1.0} != set(of_step(right, "spectral")[2:])
    low, high = np.linalg.eigvalsh(right.run.problem.gram())[[0, -1]]
    lam = of_step(right, "spectral")[2:]
    assert np.all((lam >= low) & (lam <= high * (1.0 + 1e-9)))


def test_a_reduced_problem_that_is_another_says_how_far_it_is():
    run, scene = solved(method="identification_printed", data="inside")
    assert scene.readout["status"][-1] == run.result.status == "small_change"
    words = rf"the relative gap of the best q is {POWER}; the tolerance is"
    stated = read(re.search(words, scene.captions[-1]).group(1))
    assert_proved(stated, run.result.certificate.relative_gap)
    assert stated > 0.01


def test_the_tick_is_the_C_from_which_no_variable_is_at_C():
    settings = EXPERIMENT.settings({})
    C, _ = model.ticks(settings)["C"]
    assert run_max(1.02 * C) < 1.0 - 1e-3 and run_max(0.98 * C) == pytest.approx(1.0, abs=1e-5)
    assert model.ticks(settings | {"b": 0.5}) == model.ticks(settings | {"data": "moons"}) == {}


def run_max(C):
    """The largest x_i / C of the default data."""
    problem = KernelSVM(model.THREE["three"], LABELS, C=C)
    return solve_mehrotra(problem, tol=1e-9).x.max() / C


@pytest.mark.parametrize(
    "given, words",
    [
        ({"data": "moons", "n": 10, "i": 11}, "i must be at most 10"),
        ({"view": "pair", "j": 4}, "j must be at most 3"),
        ({"view": "pair", "j": 1}, "j must differ from i"),
        ({"kernel": "polynomial", "coef0": -1.0, "data": "moons", "degree": 1}, "kernel must be"),
        ({"method": "identification_printed", "b": 0.5}, "method must be another where b is not 0"),
    ],
)
def test_bad_knobs_are_one_sentence(given, words):
    with pytest.raises(InputError, match=words) as caught:
        lab.run(EXPERIMENT, **given)
    assert "\n" not in str(caught.value)


def test_axes_hold_everything_and_arrays_are_small(run, scene):
    ranges = np.array([a.range for a in panel(scene, "plane").axes()])
    x = seen(run, run.trace.snapshots["iterate"])
    assert np.all((x >= ranges[:, 0]) & (x <= ranges[:, 1]))
    assert len(scene) <= 120
    _, arrays = pack(scene)
    assert sum(map(len, arrays.moving.values())) <= 400_000
    assert {p.key for p in scene.panels} == {"plane", "products", "steps", "gap"}


@pytest.mark.parametrize("settings", [CASES[0], CASES[3], CASES[6]], ids=["plane", "box", "pair"])
def test_paper_shows_the_first_frame_and_the_last(settings):
    for shown in extents_at(solved(**settings)[1], (0, -1)):
        assert set(shown) == {"plane", "products", "steps", "gap"}
