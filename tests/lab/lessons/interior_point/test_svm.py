"""The svm scene shows what the trace says, proves what it claims, and answers clicks."""

import re
from dataclasses import dataclass, replace
from functools import cache

import boards
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused
from repeated import further
from scenes import cases, lightness, mark, panel, solver_of
from sklearn.svm import SVC

import lab
from lab.datasets.points_by_hand import MOST, clicked, cloud_of, edited, parsed_edits
from lab.drawing.text import read
from lab.lessons.interior_point import svm_3d
from lab.lessons.interior_point.common import METHODS
from lab.lessons.interior_point.svm import picture as svm
from lab.lessons.interior_point.svm.model import TOL, case_of, frames, points_of, values_at
from lab.lessons.interior_point.svm.picture import MARGINS
from lab.runs.export import code
from solvers import (
    InputError,
    bias_interval,
    decision_function,
    kkt_classes,
    optimal_classes,
    solve_smo,
)
from widgets import at
from widgets.pack import pack

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"third": "bias", "C": 0.01},
    {"data": "overlapping", "kernel": "linear", "C": 100.0},
    {"method": "smo", "compare": ["mehrotra", "affine_scaling"], "n": 40},
    {"method": "affine_scaling", "n": 40, "clock": "work", "compare": ["smo"]},
    {"method": "modified", "n": 60, "data": "imbalance"},
    {"method": "identification_printed", "n": 60},
    {"method": "identification", "n": 60, "third": "bias"},
    {"method": "predictor_corrector", "C": 100.0, "budget": 60},
    {"method": "path_following", "start": "source", "data": "circles"},
    {"n": 150, "data": "duplicates", "kernel": "polynomial", "coef0": 1.0},
    {"data": "separable", "kernel": "linear", "C": 1000.0, "n": 30},
    {"points": "+(0.9,-0.4) -(-1.2,0.7) x17", "n": 50},
    {"points": "x3", "method": "smo", "n": 50},
]
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
NUMBER = r"(−?\d[\d,]*(?:\.\d+)?(?:e[−-]?\d+)?)"
STATES = ("zero", "free", "at C")
X = r"x([₀-₉]+)"
NAMES = r"(?:x[₀-₉]+, )*(?:x[₀-₉]+ and )?x[₀-₉]+"


solved = solver_of(svm.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)
test_scene_is_light = lightness(120)


def index(run, word):
    """The row of the point that a caption calls x₁₇."""
    numbers = run.extra["case"].cloud.numbers
    return int(np.flatnonzero(numbers == int(word.translate(LOW)))[0])


def feasible(run, row):
    """What the certificate of a row judges."""
    return run.problem.project(run.trace.snapshots["iterate"][row])


def seen(run, row):
    """0, 1 or 2: at zero, free or at C, as a picture shows a point on its way."""
    problem, x = run.problem, feasible(run, row)
    if row == len(run.trace) - 1 and run.result.status == "converged":
        stated = optimal_classes(problem, run.result.x)
        if (stated >= 0).all():
            return stated
    slope = problem.y * decision(run, x) - 1.0
    state = kkt_classes(problem, x)
    near = kkt_classes(problem, x, 1e-3)
    left = np.where(near == 2, problem.C - x, x) / problem.C
    return np.where((near != 1) & (left < np.where(near == 2, -slope, slope)), near, state)


def decision(run, x):
    """The machine of x at its own points, with the midpoint of its best biases."""
    problem = run.problem
    inner = problem.kernel.values(problem.X, problem.X) @ (problem.y * x)
    turns = np.sort(problem.y - inner)
    plus = np.count_nonzero(problem.y > 0.0)
    return inner + 0.5 * (turns[plus - 1] + turns[plus])


def changed(run, k, view):
    """(state before, state now) of every point."""
    return [seen(run, r) for r in (view.row[k - 1], view.row[k])]


def reference(problem):
    """The optimum by another method, to the last digits."""
    done = solve_smo(problem, tol=1e-13, record_every=0, max_iter=10**6)
    assert done.certificate.relative_gap < 1e-11
    return done.x


def truth_of(run):
    """The classes (n,) of the optimum."""
    return kkt_classes(run.problem, reference(run.problem))


# Captions


def test_captions_state_the_move_of_the_trace(run, scene, view):
    seen = 0
    for k in range(1, len(view)):
        before, now = feasible(run, view.row[k - 1]), feasible(run, view.row[k])
        if view.row[k - 1] == view.row[k]:
            ended = view.row[k] == len(run.trace.gap) - 1
            assert ("has ended" if ended else "is at work") in scene.captions[k]
            continue
        if np.array_equal(before, now):
            assert scene.captions[k].startswith("No xᵢ moves")
            continue
        point, pull, word, moved, old, new = re.search(
            rf", and the ringed point (\d+) (pulls harder|pulls less) — {X}( \(projected\))?: "
            rf"{NUMBER} → {NUMBER}; ",
            scene.captions[k],
        ).groups()
        i = index(run, word)
        assert int(point) == int(word.translate(LOW))
        assert (pull == "pulls harder") == (now[i] > before[i])
        own = run.trace.snapshots["iterate"][[view.row[k - 1], view.row[k]], i]
        same = np.abs(own - [before[i], now[i]]) <= 1e-9 * run.problem.C
        assert bool(moved) != same.all()  # "projected" where the method has no such value
        assert read(old) == pytest.approx(before[i], rel=0.06, abs=6e-4)
        assert read(new) == pytest.approx(now[i], rel=0.06, abs=6e-4)
        assert np.sign(read(new) - read(old)) == np.sign(now[i] - before[i])
        assert abs(now - before)[i] == abs(now - before).max()
        seen += 1
    assert seen > 0 or len(view) < 3


def test_captions_state_who_changed_state(run, scene, view):
    for k in range(1, len(view)):
        a, b = changed(run, k, view)
        moved = np.flatnonzero(a != b)
        stated = re.findall(rf"({NAMES}) (zero|free|at C) → (zero|free|at C)", scene.captions[k])
        several = re.search(r"; now (\d+) zero, (\d+) free and (\d+) at C", scene.captions[k])
        if several:
            assert moved.size > 3
            assert [int(v) for v in several.groups()] == np.bincount(b, minlength=3).tolist()
        else:
            assert {
                (index(run, i), *way) for names, *way in stated for i in re.findall(X, names)
            } == {(i, STATES[a[i]], STATES[b[i]]) for i in moved}


def test_captions_state_the_rule_that_fired(run, scene, view):
    shown = run.trace.snapshots
    rules = {
        r"a Newton step of α = (\S+), aimed at σ = (\S+) of": ("alpha_p", "sigma"),
        r"a step of α = (\S+) with λ = (\S+) in place of Q": ("alpha_p", "spectral"),
        r"a step of (\d\S*) downhill": ("step",),
        r"on the (\d+) points selected, round (\d+)": ("selected", "round"),
    }
    for k in range(1, len(view)):
        for pattern, names in rules.items():
            found = re.search(pattern, scene.captions[k])
            for stated, name in zip(found.groups() if found else (), names, strict=False):
                row = view.row[k] - (name == "spectral")
                value = np.sum(shown[name][row])
                assert read(stated) == pytest.approx(value, rel=0.06, abs=6e-4)


def test_smo_says_which_pair_violated_most_and_where_it_stopped():
    run, scene = solved(method="smo", n=40)
    shown, y, C = run.trace.snapshots, run.problem.y, run.problem.C
    K, second = run.problem.kernel.values(run.problem.X, run.problem.X), 0
    for k in range(1, len(scene)):
        stated = re.search(
            rf"; {X} violated most, {X} gains most with it; they moved by {NUMBER} "
            r"(to their exact minimum|until .* met 0 or C)",
            scene.captions[k],
        )
        i, j = (index(run, stated[n]) for n in (1, 2))
        before, now = shown["iterate"][k - 1], shown["iterate"][k]
        assert [i, j] == shown["pair"][k].tolist()
        assert read(stated[3]) == pytest.approx(abs(now[i] - before[i]), rel=0.06, abs=6e-4)
        # The first of the pair has the largest -y g of all that may go up.
        g = run.problem.product(before) - 1.0
        up = np.where(y > 0.0, before < C, before > 0.0)
        assert -(y * g)[i] == pytest.approx((-(y * g))[up].max(), abs=1e-9)
        # The second gains most of all that may go down with the first, by the parabola of the pair.
        down = np.where(y > 0.0, before > 0.0, before < C)
        fall = np.where(down, np.maximum(y * g - (y * g)[i], 0.0), 0.0)
        bend = np.maximum(np.diag(K)[i] + np.diag(K) - 2.0 * K[i], 1e-12)
        gain = fall**2 / bend
        assert gain[j] >= gain.max() * (1.0 - 1e-6)
        second += bool(fall[j] < fall.max() * (1.0 - 1e-6))
        assert ("met 0 or C" in stated[4]) == bool(np.isin(now[[i, j]], (0.0, C)).any())
    assert second > 0  # to call both the most violating pair would be wrong


def test_the_last_caption_counts_the_classes_of_the_optimum(run, scene):
    words = scene.captions[-1]
    stated, *counts = re.findall(
        r"optimum (at least )?(\d+) zero, (\d+) free and (\d+) at C", words
    )[-1]
    counts, truth = np.array(counts, dtype=int), np.bincount(truth_of(run), minlength=3)
    assert np.all(counts <= truth) if stated else np.array_equal(counts, truth)
    assert not (stated and run.result.status == "converged")
    carriers = re.search(r"so that (\d+) of (\d+) points determine the boundary", words)
    assert bool(carriers) == bool((optimal_classes(run.problem, run.result.x) >= 0).all())
    if carriers:
        assert [int(v) for v in carriers.groups()] == [truth[1] + truth[2], len(run.problem.y)]


@pytest.mark.parametrize("budget", [6, 500])
def test_the_bias_reported_at_the_end_is_that_of_the_point_shown(budget):
    """Also where the budget is spent and the best point is an earlier one."""
    run, scene = solved(method="modified", budget=budget)
    x = feasible(run, len(run.trace) - 1)
    inner = run.problem.kernel.values(run.problem.X, run.problem.X) @ (run.problem.y * x)
    turns = np.sort(run.problem.y - inner)
    plus = np.count_nonzero(run.problem.y > 0.0)
    reported = re.search(
        rf"; at the point shown (?:β = {NUMBER}|any β in \[{NUMBER}, {NUMBER}\])",
        scene.captions[-1],
    )
    ends = [read(one or reported[1]) for one in reported.groups()[1:]]
    assert ends == pytest.approx(turns[plus - 1 : plus + 1], abs=6e-3)


def test_the_first_caption_says_where_it_starts():
    assert "xᵢ = 0.5 in class +1 and 0.5 in class −1" in solved()[1].captions[0]
    run, scene = solved(data="imbalance")
    stated = re.search(r"xᵢ = (\S+) in class \+1 and (\S+) in class −1", scene.captions[0])
    x, y = feasible(run, 0), run.problem.y
    assert read(stated[1]) == pytest.approx(x[y > 0.0][0]) == 0.9
    assert read(stated[2]) == pytest.approx(x[y < 0.0][0]) == 0.1


# What the boundary does

SEEN = re.compile(
    r"(?:The|No) (?:boundary|surface) (?:(is visible|enters the picture|leaves the picture)|"
    r"(hardly moves)(?:, (\d+) points? in a new shape)?|turns to the (left|right)|"
    r"(?:moves (towards \w+ \S+|[a-z]+(?: and [a-z]+)?))|"
    r"(?:bends|tilts)(?:, most (at the [a-z ]+|in the middle)|: (\S+) % of the box change to \+1, "
    r"(\S+) % to −1)), and the ringed point"
)
STEP_METHODS = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}
THIRDS = {"left": (0, 0), "right": (0, 2), "bottom": (1, 0), "top": (1, 2), "lower": (1, 0),
          "upper": (1, 2)}  # fmt: skip


def third_of(spot):
    """The thirds (2,) of the picture that words such as "at the lower left" name."""
    found = [1, 1]
    for word in spot.split():
        axis, third = THIRDS.get(word, (None, None))
        if axis is not None:
            found[axis] = third
    return np.array(found)


class Places:
    """Places (a, d) all over the picture between low and high (d,), and the decision values of a
    run there: each row's are computed once."""

    def __init__(self, run, scene, rng):
        self.low, self.high = np.array([a.range for a in panel(scene, "points").axes()]).T
        self.all = rng.uniform(self.low, self.high, (12_000, len(self.low)))
        self.values = cache(lambda r: decision_function(run.problem, feasible(run, r), self.all))


@dataclass
class Change:
    """What the boundary of frame k does, by decision values before and now at places of our own:
    between low and high (2,) or (3,), from the multipliers old to new."""

    places: np.ndarray
    low: np.ndarray
    high: np.ndarray
    old: np.ndarray
    new: np.ndarray
    before: np.ndarray
    now: np.ndarray

    @property
    def went(self):
        """The places that went over to the other class."""
        return (self.before > 0.0) != (self.now > 0.0)

    @property
    def shares(self):
        """The shares that went to class +1 and to class -1."""
        return np.mean(self.went & (self.now > 0.0)), np.mean(self.went & (self.now <= 0.0))


def change_at(run, places, rows):
    old, new = (feasible(run, r) for r in rows)
    return Change(places.all, places.low, places.high, old, new, *map(places.values, rows))


def check_visibility(change, words):
    """A sliver in a corner may lie between the places of either grid."""
    small = [min(np.mean(h > 0.0), np.mean(h <= 0.0)) < 0.01 for h in (change.before, change.now)]
    assert small[0] or "leaves" in words
    assert small[1] or "enters" in words


def check_turn(run, change, side):
    w, v = ((x * run.problem.y) @ run.problem.X for x in (change.old, change.new))
    assert (w[0] * v[1] - w[1] * v[0] > 0.0) == (side == "left")


def check_spot(change, spot):
    """Most of what went over is in the ninth of the picture that is named."""
    low, high = change.low, change.high
    parts = np.clip(3.0 * (change.places[change.went] - low) / (high - low), 0.0, 2.0).astype(int)
    many = np.bincount(parts @ [1, 3], minlength=9)
    assert many[third_of(spot) @ [1, 3]] >= 0.6 * many.max()


def check_way(run, view, change, way):
    """The mean way of each place that went over: downhill where it went to class +1."""
    middle, places = 0.5 * (change.old + change.new), change.places[change.went]
    steps = 1e-4 * np.eye(len(change.low))
    slopes = np.stack([
        decision_function(run.problem, middle, places + e)
        - decision_function(run.problem, middle, places - e) for e in steps
    ], axis=1)  # fmt: skip
    ways = np.where(change.now[change.went] > 0.0, -1.0, 1.0)[:, None] * slopes
    mean = (ways / np.linalg.norm(ways, axis=1)[:, None]).mean(axis=0)
    if "towards" in way:
        _, size, name = way.split()
        stated = np.eye(len(change.low))[list(view.case.names).index(name)]
        assert mean @ stated * (1.0 if size == "larger" else -1.0) > 0.4
    else:
        stated = np.sum([STEP_METHODS[word] for word in way.split(" and ")], axis=0)
        assert mean @ stated / np.linalg.norm(stated) > 0.65


def check_what_is_seen(run, scene, view, k, places):
    """The caption of frame k says what h = 0 does; in one word, what."""
    found = SEEN.match(scene.captions[k])
    assert found, scene.captions[k]
    sight, still, many, side, way, spot, plus, minus = found.groups()
    change = change_at(run, places, [int(view.row[j]) for j in (k - 1, k)])
    if sight:
        check_visibility(change, sight)
        return "sight"
    if still:
        assert sum(change.shares) < 0.01
        assert int(many or 0) == np.count_nonzero(np.not_equal(*changed(run, k, view)))
        return "still"
    assert all(len(set(h > 0.0)) == 2 for h in (change.before, change.now))
    assert sum(change.shares) > 1e-3
    if side:
        check_turn(run, change, side)
    elif spot:
        check_spot(change, spot)
    elif plus:
        stated = [read(plus) / 100.0, read(minus) / 100.0]
        assert stated == pytest.approx(change.shares, abs=0.01)
    else:
        check_way(run, view, change, way)
        return "moves"
    return "turns" if side else "bends"


@pytest.mark.parametrize(
    "address, given",
    [
        ("svm", {}),
        ("svm", {"kernel": "linear"}),
        ("svm-3d", {}),
        further("svm", {"kernel": "linear", "data": "overlapping"}),
        further("svm", {"method": "smo"}),
        further("svm-3d", {"kernel": "linear"}),
    ],
    ids=str,
)
def test_captions_say_what_the_boundary_does(address, given, random_runs):
    seen, rng, flat = set(), np.random.default_rng(0), address == "svm"
    short = {"n": 24, "budget": 25, "points": "", "compare": (), "clock": "iterations"}
    runs = random_runs(address, 5, 3, third="margins", **short, **given)
    for run in runs:
        most = 120 if flat else svm_3d.FRAMES[run.settings["kernel"] != "linear"]
        view, scene = frames(run, most), lab.scene(run)
        places = Places(run, scene, rng)
        for k in range(1, len(view)):
            x = [feasible(run, r) for r in view.row[k - 1 : k + 1]]
            if not np.array_equal(*x):
                seen.add(check_what_is_seen(run, scene, view, k, places))
    assert seen >= {"still", "turns" if flat and "kernel" in given else "bends"}


def test_another_boundary_than_the_one_drawn_would_be_noticed():
    """What is said of a move holds for no move the other way round."""
    run, scene = solved(kernel="linear", data="overlapping", C=100.0)
    view, places = frames(run), Places(run, scene, np.random.default_rng(0))
    k = next(k for k in range(1, len(view)) if " turns to the left" in scene.captions[k])
    assert check_what_is_seen(run, scene, view, k, places) == "turns"
    turned = replace(scene, captions=[c.replace("the left", "the right") for c in scene.captions])
    with pytest.raises(AssertionError):
        check_what_is_seen(run, turned, view, k, places)


# Pictures


def test_each_point_is_drawn_once_in_the_style_of_its_state(run, scene, view):
    found = [m for m in panel(scene, "points").marks if m.label.partition(",")[0] in STATES]
    assert len(found) == len({(m.symbol) for m in found}) == 6
    assert {(m.label[-2:], m.tone) for m in found} == {("+1", "main"), ("−1", "rival1")}
    for k in {0, len(view) // 2, len(view) - 1}:
        x = feasible(run, view.row[k])
        state, shown = seen(run, view.row[k]), []
        for m in found:
            here = np.column_stack([at(m.x, k), at(m.y, k)])
            name, _, label = m.label.partition(", class ")
            rows = (state == STATES.index(name)) & (run.problem.y == read(label.lstrip("+")))
            assert np.array_equal(here, run.problem.X[rows])
            assert at(m.size, k) == pytest.approx(7.0 + 5.0 * np.sqrt(x[rows] / run.problem.C))
            shown.append(here)
        assert len(np.vstack(shown)) == run.problem.y.size


@pytest.mark.parametrize(
    "given, off",
    [({}, 0.02), ({"kernel": "linear", "data": "overlapping"}, 1e-9), ({"method": "smo"}, 0.02)],
)
def test_lines_are_where_the_decision_function_has_their_level(given, off):
    run, scene = solved(**given)
    view, drawn, rng = frames(run), 0, np.random.default_rng(0)
    for level, words in ((-1.0, "h = −1"), (0.0, "h = 0"), (1.0, "h = +1")):
        line = mark(scene, "points", words)
        for k in {0, len(view) // 2, len(view) - 1}:
            places = np.column_stack([at(line.x, k), at(line.y, k)])
            places = places[np.isfinite(places).all(axis=1)]
            if not len(places):
                continue
            x = feasible(run, view.row[k])
            h = decision_function(run.problem, x, places)
            assert abs(h - level).max() < off
            wrong = run.problem.project(run.problem.C * rng.random(x.size))
            other = decision_function(run.problem, wrong, places)
            assert abs(other - level).max() > 5.0 * off
            drawn += 1
    assert drawn >= 6
    assert max(np.diff(line.x.offsets)) <= 160


def test_an_independent_machine_draws_the_same_boundary():
    run, _ = solved()
    theirs = SVC(C=1.0, gamma=1.0, tol=1e-6).fit(run.problem.X, run.problem.y)
    places = np.random.default_rng(0).uniform(-1.5, 1.5, (200, 2))
    ours = values_at(frames(run), places)
    assert ours[-1] == pytest.approx(theirs.decision_function(places), abs=1e-3)
    assert abs(ours[3] - theirs.decision_function(places)).max() > 0.01


def test_the_box_holds_every_multiplier(run, scene, view):
    box = panel(scene, "box")
    counts = run.problem.y.size > 120
    bars = mark(scene, "box", "points" if counts else "xᵢ")
    for k in {0, len(view) - 1}:
        x, height = feasible(run, view.row[k]), at(bars.height, k)
        if counts:
            state = seen(run, view.row[k])
            expected = [np.count_nonzero((state == s) & (run.problem.y == label))
                        for s in range(3) for label in (1.0, -1.0)]  # fmt: skip
            assert height.tolist() == expected and sum(expected) == len(x)
        else:
            assert height == pytest.approx(np.minimum(x, view.top), abs=1e-12)
            assert box.y.range[0] <= height.min() and height.max() <= box.y.range[1]
    assert len(np.unique(bars.x.values)) == len(bars.x.values) <= 120


def test_optimal_points_lie_on_the_broken_line(run, scene, view):
    if run.settings["third"] != "margins" or run.result.status != "converged":
        return
    x = feasible(run, view.row[-1])
    margins = run.problem.y * decision_function(run.problem, x, run.problem.X)

    def off(margins, x):
        """The largest distance from the line, xᵢ in units of C."""
        C = run.problem.C
        flat = np.where(margins >= 1.0, x / C, (C - x) / C)
        return np.minimum(flat, abs(margins - 1.0)).max()

    assert off(margins, x) < 0.02
    found = [m for m in panel(scene, "margins").marks if m.label.partition(",")[0] in STATES]
    for k, row in ((0, view.row[0]), (len(view) - 1, view.row[-1])):
        x = feasible(run, row)
        h = decision_function(run.problem, x, run.problem.X)
        wanted = np.column_stack([np.clip(run.problem.y * h, *MARGINS), np.minimum(x, view.top)])
        shown = np.vstack([np.column_stack([at(m.x, k), at(m.y, k)]) for m in found])
        order = lambda a: a[np.lexsort(np.round(a, 7).T)]
        assert order(shown) == pytest.approx(order(wanted), abs=1e-6)
    if run.extra["case"].x0 is None:
        assert off(run.problem.y * view.h[0], view.x[0]) > 0.1


def test_the_best_biases_cost_nothing_and_others_do():
    run, scene = solved(C=0.01, third="bias")
    low, high = bias_interval(run.problem, run.result.x)
    assert high - low > 1.0
    k = len(scene) - 1
    best = mark(scene, "bias", "the best biases")
    assert at(best.x0, k)[0] == pytest.approx(low, abs=1e-4)
    assert at(best.x1, k)[0] == pytest.approx(high, abs=1e-4)
    curve = mark(scene, "bias", "loss above the least")
    place, above = at(curve.x, k), at(curve.y, k)
    inside = (place > low) & (place < high)
    assert abs(above[inside]).max() < 1e-12 and inside.sum() > 20
    outside = (place < low - 0.05) | (place > high + 0.05)
    assert above[outside].min() > 1e-4 and outside.sum() > 20
    stated = re.search(rf"any β in \[{NUMBER}, {NUMBER}\], as no support vector is free",
                     scene.captions[-1])  # fmt: skip
    assert (read(stated[1]), read(stated[2])) == pytest.approx((low, high), abs=1e-3)
    assert "any β" not in solved(C=1.0)[1].captions[-1]


def test_only_a_method_that_has_ended_is_said_to_have_ended():
    run = lab.run("svm", n=20, method="path_following", compare=("mehrotra", "smo"), clock="work")
    row, scene = frames(run).row, lab.scene(run)
    waits = np.flatnonzero(np.diff(row, prepend=-1) == 0)
    ended = [words.startswith("Path following has ended") for words in scene.captions]
    at_work = [words.startswith("Path following is at work") for words in scene.captions]
    assert waits.size and (row[waits] < row[-1]).any()
    for k in waits:
        assert (ended[k], at_work[k]) == (row[k] == row[-1], row[k] < row[-1])


def test_rivals_run_from_the_same_start_on_the_same_clock(run, scene):
    names = {METHODS[name].label for name in run.results}
    drawn = {m.label.partition(";")[0] for m in panel(scene, "gap").marks}
    assert names <= drawn
    for result in run.results.values():
        assert run.problem.certify(result.x, **result.dual).gap == pytest.approx(
            result.certificate.gap, abs=1e-9 * result.certificate.scale
        )


def test_a_picture_follows_from_its_settings_alone():
    one, again = (pack(solved(method="smo", compare=["mehrotra"], n=40)[1]) for _ in range(2))
    assert one[0] == again[0] and one[1].moving == again[1].moving


# Clicks and own points


def click(settings, x, y, shift=False, key="points", sign=1):
    act = {"do": "erase"} if shift else {"do": "add", "what": sign}
    return svm.EXPERIMENT.click(settings, act | {"panel": key, "x": x, "y": y})


def test_a_click_adds_and_shift_removes_the_nearest():
    settings = svm.EXPERIMENT.settings({"n": 30})
    words = click(settings, 0.5, -0.25)["points"]
    assert words == "+(0.500,-0.250)"
    words = click(settings | {"points": words}, -1.0, 0.0, sign=-1)["points"]
    assert words == "+(0.500,-0.250) -(-1.000,0.000)"
    case = case_of(settings | {"points": words}, 2)
    assert case.cloud.numbers.tolist() == list(range(1, 33))
    assert case.problem.y[-2:].tolist() == [1.0, -1.0]
    assert case.problem.X[-2:].tolist() == [[0.5, -0.25], [-1.0, 0.0]]
    words = click(settings | {"points": words}, 0.51, -0.26, shift=True)["points"]
    assert words == "-(-1.000,0.000)", "an added point goes with its own word"
    x, y = case.cloud.X[4]
    assert click(settings, x, y, shift=True) == {"points": "x5"}
    assert click(settings, 0.0, 0.0, key="box") == {}


@given(st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.booleans()), max_size=25))
def test_clicks_with_shift_remove_exactly_the_nearest(clicks):
    settings = svm.EXPERIMENT.settings({"n": 10})
    for x, y, shift in clicks:
        before = points_of(settings, 2)
        settings = settings | click(settings, x, y, shift)
        after = points_of(settings, 2)
        if not shift:
            assert len(after) == len(before) + 1 and abs(after.X[-1] - [x, y]).max() <= 5.1e-4
        elif len(before):
            nearest = np.argmin(np.sum((before.X - [x, y]) ** 2, axis=1))
            assert np.array_equal(after.X, np.delete(before.X, nearest, axis=0))
            assert np.array_equal(after.y, np.delete(before.y, nearest))


@given(st.lists(st.tuples(*[st.floats(-2, 2)] * 4), max_size=8))
def test_a_stroke_moves_the_nearest_and_keeps_its_class(strokes):
    settings = svm.EXPERIMENT.settings({"n": 10})
    for x0, y0, x, y in strokes:
        before = points_of(settings, 2)
        act = {"do": "move", "panel": "points", "x0": x0, "y0": y0, "x": x, "y": y}
        settings = settings | svm.EXPERIMENT.click(settings, act)
        after = points_of(settings, 2)
        moved = np.argmin(np.sum((before.X - [x0, y0]) ** 2, axis=1))
        assert np.array_equal(after.X[:-1], np.delete(before.X, moved, axis=0))
        assert after.y[-1] == before.y[moved] and abs(after.X[-1] - [x, y]).max() <= 5.1e-4


@given(st.lists(st.tuples(st.integers(0, 19), st.floats(-2, 2), st.booleans()), max_size=12))
def test_the_table_writes_what_its_rows_say(changes):
    settings = svm.EXPERIMENT.settings({"n": 12, "points": "+(1,1) x3 -(0.5,0.25)"})
    rows = svm.EXPERIMENT.tools(settings).rows()
    assert len(rows) == 13 and rows[-1] == [0.5, 0.25, -1]
    assert svm.EXPERIMENT.click(settings, {"do": "rows", "rows": rows})["points"] == (
        "x3 +(1,1) -(0.5,0.25)"
    )
    for i, value, remove in changes:
        if remove and len(rows) > 1:
            rows = [row for k, row in enumerate(rows) if k != i % len(rows)]
        else:
            rows = [*rows, [value, i / 7, 1 - 2 * (i % 2)]]
    settings = settings | svm.EXPERIMENT.click(settings, {"do": "rows", "rows": rows})
    cloud = points_of(settings, 2)
    found = sorted([*x, y] for x, y in zip(cloud.X.tolist(), cloud.y.tolist(), strict=True))
    assert np.allclose(found, sorted(rows), rtol=1e-5, atol=1e-5)


def test_a_table_too_far_from_the_set_gets_a_sentence():
    settings = svm.EXPERIMENT.settings({"n": 200})
    with pytest.raises(InputError, match="points must differ from the set by at most 100 words"):
        svm.EXPERIMENT.click(settings, {"do": "rows", "rows": [[0.0, 0.0, 1]]})


def test_too_many_clicks_are_refused_and_shift_still_removes():
    settings = svm.EXPERIMENT.settings({"n": 10, "points": " ".join(["+(9,9)"] * MOST)})
    with pytest.raises(InputError, match=r"at most 100 words, and a click would add '\+\(0.000"):
        click(settings, 0.0, 0.0)
    for _ in range(MOST):
        settings = settings | click(settings, 9.0, 9.0, shift=True)
    assert settings["points"] == ""


def test_removed_numbers_are_not_given_again():
    cloud = cloud_of(np.zeros((3, 2)), np.array([1.0, -1.0, 1.0]))
    now = edited(cloud, parsed_edits("+(1,1) x4 -(2,2) x1", 2))
    assert now.numbers.tolist() == [2, 3, 5] and now.y.tolist() == [-1.0, 1.0, -1.0]
    assert len(cloud) == 3 and clicked("x1", edited(cloud, [1, 2, 3]), {"do": "erase", "x": 0.0,
                                       "y": 0.0}) == "x1"  # fmt: skip


def test_a_click_starts_from_the_answer_before_it():
    before = solved(n=60)[0]
    words = click(before.settings, 0.3, 0.3)["points"]
    run, scene = solved(n=60, points=words)
    x0 = run.extra["case"].x0
    assert x0[:-1] == pytest.approx(before.result.x, abs=1e-3) and x0[-1] == 0.0
    assert run.trace.snapshots["iterate"][0] == pytest.approx(run.problem.project(x0))
    assert scene.captions[0].startswith("Warm start: the old answer, and x₆₁ = 0")
    ring = mark(scene, "points", "moved most")
    assert (at(ring.x, 0)[0], at(ring.y, 0)[0]) == (0.3, 0.3)
    cold = solved(n=60, points=words, warm=False)[0]
    assert cold.extra["case"].x0 is None
    assert run.trace.gap[0] < 0.1 * cold.trace.gap[0]
    assert run.result.certificate.objective == pytest.approx(
        cold.result.certificate.objective, rel=1e-5
    )


def test_a_warm_start_helps_smo_and_hardly_an_interior_point():
    words = "+(0.3,0.3) -(-0.5,0.5)"
    steps = {
        (method, warm): solved(method=method, points=words, warm=warm)[0].trace.iteration[-1]
        for method in ("smo", "mehrotra")
        for warm in (True, False)
    }
    assert steps["smo", True] < 0.8 * steps["smo", False]
    assert steps["mehrotra", True] >= 0.5 * steps["mehrotra", False]


def test_a_removed_support_vector_leaves_a_feasible_start():
    before = solved(n=50)[0]
    i = int(np.argmax(before.result.x))
    run, scene = solved(n=50, points=f"x{i + 1}")
    x0 = run.extra["case"].x0
    assert f"without point {i + 1}" in scene.captions[0]
    left = np.delete(before.result.x, i)
    bound = (left < 1e-3) | (left > 0.999)
    assert x0[bound] == pytest.approx(left[bound], abs=1e-3) and bound.sum() > 20
    assert abs(run.problem.y @ left) > 0.1 > 1e-9 > abs(run.problem.y @ x0)
    assert x0 == pytest.approx(feasible(run, 0), abs=1e-12)


def test_copied_python_makes_the_same_picture():
    run, scene = solved(n=40, points="+(0.1,0.2) x3", compare=["smo"])
    text, space = code("interior-point/svm", run.settings, len(scene) - 1), {}
    exec(text, space)
    board = space["d"]
    board.wait()
    assert board.scene.captions == scene.captions and board.status == "ready"
    assert board.stage.moving == pack(scene)[1].moving
    board.close()


def test_svm_click_turns_the_knob_and_bad_click_keeps_the_picture(open_board):
    board = open_board("svm", n=4)
    boards.click(board, panel="points", x=0.4, y=0.2, do="add", what=1)
    assert board.knobs["points"].value == "+(0.400,0.200)" and board.run.problem.y.size == 5
    rows = 1 + np.flatnonzero(board.run.problem.y < 0.0)
    board.knobs["points"].value = " ".join(f"x{i}" for i in rows)
    with pytest.raises(InputError, match="points must leave points of both classes") as refused:
        board.wait()
    assert "got none of class -1" in board.status == str(refused.value)
    boards.click(board, panel="points", x=-0.4, y=0.2, do="add", what=-1)
    assert board.status == "ready" and set(board.run.problem.y) == {-1.0, 1.0}


# What does not fit


@pytest.mark.parametrize(
    "words, text",
    [
        ("+(1)", "points must hold words such as"),
        ("+(1,2,3)", "points must hold words such as"),
        ("+(nan,0)", "points must hold words such as"),
        ("+(1e9,0)", "points must hold words such as"),
        ("(1,2)", "points must hold words such as"),
        ("17", "points must hold words such as"),
        ("x99", "points must remove a point that is there, got x99"),
        ("x1 x1", "points must remove a point that is there, got x1"),
        ("x" + "9" * 5000, "points must hold words such as"),
        ("+(0,0) " * (MOST + 1), f"points must hold at most {MOST} words"),
    ],
)
def test_bad_words_are_named(words, text):
    assert_refused(re.escape(text), solved, points=words, n=30)


def test_one_class_alone_is_refused_with_a_remedy():
    y = solved(n=6)[0].problem.y
    for sign, keep in (("+1", -1.0), ("-1", 1.0)):
        words = " ".join(f"x{i + 1}" for i in np.flatnonzero(y != keep))
        assert_refused(rf"none of class \{sign[0]}1; add one", solved, n=6, points=words)
        run, _ = solved(n=6, points=f"{words} {sign[0]}(0,0)")
        assert run.result.status == "converged" and not run.extra["case"].x0.any()


def test_points_that_disagree_keep_the_certificate():
    for method in ("mehrotra", "smo", "affine_scaling"):
        run, _ = solved(points="+(0,0) -(0,0) +(0,0) -(0,0)", n=20, method=method, C=10.0)
        assert run.result.status == "converged" and run.result.certificate.holds(TOL)
        assert not run.problem.certify(0.5 * run.result.x).holds(TOL)


def test_an_indefinite_kernel_is_refused():
    assert_refused("positive semidefinite", solved, kernel="polynomial", coef0=-1.0, degree=3)


def test_among_its_features_the_boundary_is_a_plane():
    given = {"kernel": "polynomial", "degree": 2, "coef0": 0.0, "gamma": 0.7, "data": "circles"}
    run, scene = solved(n=30, **given)
    view = frames(run)
    X = view.case.cloud.X
    phi = svm.features(X, 0.7)
    assert phi @ phi.T == pytest.approx(run.problem.kernel.values(X, X))
    places = np.random.default_rng(0).uniform(-2.0, 2.0, (20, 2))
    normals = (view.x * view.y) @ phi
    above = normals @ svm.features(places, 0.7).T + view.middle[:, None]
    assert above == pytest.approx(values_at(view, places), abs=1e-9 * np.abs(above).max())
    picture = next(p for p in scene.panels if p.key == "map")
    (flat,) = (m for m in picture.marks if m.label == "h = 0, a plane")
    corners = np.column_stack([at(f, len(scene) - 1) for f in (flat.x, flat.y, flat.z)])
    heights = corners @ normals[-1] + view.middle[-1]
    assert heights == pytest.approx(np.zeros(6), abs=1e-9 * np.abs(normals[-1]).max() * 10.0)
    assert "map" in scene.layout.tabs
    for other in ({"degree": 3}, {"coef0": 1.0}, {"kernel": "gaussian"}):
        assert "map" not in [p.key for p in solved(n=30, **given | other)[1].panels]
