"""The identification scene shows Theta^-1, the selection, and what the smaller problem answers."""

import re

import numpy as np
import pytest
from extents import extents_at
from refusing import assert_refused
from scenes import cases, marks, panel

import lab
from lab.drawing.text import read
from lab.lessons.interior_point.common import BOUNDED, FREE, ZERO
from lab.lessons.interior_point.identification import picture as lesson
from lab.lessons.interior_point.identification.model import clock_of, frames
from solvers import InputError, solve_low_cost, solve_smo
from widgets import Curve, at
from widgets.pack import pack

CASES = [
    {},
    {"form": "identification_printed"},
    {"form": "identification_printed", "data": "separable"},
    {"dimension": 3, "data": "circles"},
    {"C": 1000.0, "n": 40},
    {"C": 0.01},
    {"n": 4},
    {"theta": 1e6, "digits": 3.0, "data": "imbalance"},
    {"theta": 0.01, "data": "duplicates"},
    {"kernel": "linear", "clock": "work", "compare": ("identification_printed", "mehrotra")},
]
LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
STATES = {"free at": FREE, "at C at": BOUNDED}


def solved(**given):
    run = lab.run(lesson.EXPERIMENT, **given)
    return run, lesson.scene(run), frames(run)


case, run, scene, view = cases(solved, CASES, frames)


def drawn(mark, k):
    """The points of a mark that frame k shows (m, d)."""
    fields = [f for f in (mark.x, mark.y, mark.z) if f is not None]
    columns = np.stack([np.broadcast_to(at(f, k), at(mark.y, k).shape) for f in fields], axis=1)
    return columns[np.isfinite(columns).all(axis=1)]


def test_theta_of_every_frame_is_that_of_the_trace(run, scene, view):
    for words, state in STATES.items():
        members = np.flatnonzero(view.kind == state)
        if not 0 < members.size <= 40:  # of many points some have a line
            continue
        points = marks(scene, "split", words)[-1]
        for k in (0, len(scene) // 2, len(scene) - 1):
            known = run.trace.snapshots["theta_inv"][view.row[k]][members]
            known = np.clip(known[np.isfinite(known)], 1e-9, 1e9)
            assert np.sort(drawn(points, k)[:, 1]) == pytest.approx(np.sort(known))


def test_bands_hold_the_middle_half_of_each_kind_and_grow_with_the_frames(run, scene, view):
    for words, state in {"free": FREE, "at C": BOUNDED, "zero": ZERO}.items():
        here = view.kind == state
        if not here.any() or len(scene) == 1:
            continue
        (band,) = marks(scene, "split", f"the middle half of those {words}")
        middle = next(m for m in marks(scene, "split", f"{words} at the optimum")
                      if isinstance(m, Curve))  # fmt: skip
        for k in {0, len(scene) // 2, len(scene) - 1}:
            known = run.trace.snapshots["theta_inv"][view.row[k]][here]
            known = np.log10(np.clip(known[np.isfinite(known)], 1e-9, 1e9))
            ends = [at(f, k)[-1] for f in (band.low, middle.y, band.high)]
            if not known.size:
                assert np.isnan(ends).all()
                continue
            assert np.log10(ends) == pytest.approx(np.quantile(known, [0.25, 0.5, 0.75]))
            # A gap where another round begins: no line joins two problems.
            rounds = np.count_nonzero(np.diff(view.round[: k + 1]))
            columns = [at(f, k) for f in (band.x, band.low, middle.x, middle.y)]
            assert len({len(column) for column in columns}) == 1
            assert np.count_nonzero(np.isnan(columns[0])) == rounds
            assert len(columns[0]) == len(np.unique(view.row[: k + 1])) + rounds


def test_theta_inverse_by_its_formula():
    run, _, view = solved()
    plain = solve_low_cost(run.problem, variant="modified", max_iter=view.chosen).trace.snapshots
    x, w, t, u = (plain[a][view.chosen] for a in ("iterate", "w", "t", "u"))
    assert view.theta_inv[view.chosen] == pytest.approx(1.0 / (t / x + u / w))
    assert np.all(view.theta_inv[0] == view.theta_inv[0, 0])


def test_rings_are_around_the_selected_points(run, scene, view):
    rings, X = marks(scene, "points", "kept")[0], view.case.cloud.X
    for k in (0, len(scene) // 2, len(scene) - 1):
        chosen = run.trace.snapshots["selected"][view.row[k]]
        assert np.array_equal(drawn(rings, k), X[chosen])
        free = int(chosen.sum()) or view.n
        assert scene.readout["kept"][k] == f"{free} of {view.n}"


def test_the_green_line_is_the_optimum_and_the_points_reach_it(run, scene, view):
    green = marks(scene, "answer", "the optimum")[0]
    independent = solve_smo(run.problem, tol=1e-8, record_every=0)
    assert run.problem.certify(view.best).holds(1e-5)
    if run.settings["kernel"] == "gaussian" and run.settings["C"] <= 1.0:
        assert np.allclose(green.y.values, np.sort(view.best))
        assert np.allclose(view.best, independent.x, atol=2e-2 * view.C)
    last = len(scene) - 1
    if run.result.status == "converged" and run.settings["data"] != "duplicates":
        assert len(drawn(marks(scene, "answer", "xᵢ, no longer free, and wrong")[0], last)) == 0
        assert np.allclose(view.settled[-1], view.best, atol=0.05 * view.C)


def test_a_fixed_variable_is_at_a_bound_and_a_wrong_one_is_far(scene, view):
    wrong = marks(scene, "answer", "xᵢ, no longer free, and wrong")[0]
    for k in range(len(scene)):
        values = view.settled[k][view.fixed[k]]
        assert np.isin(values, (0.0,) if view.printed else (0.0, view.C)).all()
        far = view.fixed[k] & (np.abs(view.settled[k] - view.best) > 0.1 * view.C)
        assert len(drawn(wrong, k)) == far.sum()


def test_captions_state_what_moved(scene, view):
    for k in range(1, len(scene)):
        found = re.search(r"(?: — |; )x([₀-₉]+)(?: \(projected\))?: (\S+) → (\S+); ",
                          scene.captions[k])  # fmt: skip
        if found is None:
            continue
        i = int(found[1].translate(LOW)) - 1
        moved = np.abs(view.x[k] - view.x[k - 1])
        assert moved[i] == moved.max()
        stated = [read(found[2]), read(found[3])]
        # Three decimals, or two digits of what is tiny or huge.
        assert stated == pytest.approx([view.x[k - 1, i], view.x[k, i]], rel=0.06, abs=6e-4)
        spread = re.search(r"over (\S+) → (\S+) powers", scene.captions[k])
        assert [read(v) for v in spread.groups()] == pytest.approx(
            view.spread[[k - 1, k]], abs=6e-3, rel=0.06
        )
        assert f"{view.counts[k]} " in scene.captions[k]


def medians(run, view, k):
    """The powers of ten between the medians of those that end free and of the others; NaN where
    one of the two kinds is not there."""
    theta = run.trace.snapshots["theta_inv"][view.row[k]]
    known = np.isfinite(theta) & (theta > 0.0)
    ones, others = (np.log10(theta[known & m]) for m in (view.kind == FREE, view.kind != FREE))
    return np.median(ones) - np.median(others) if ones.size and others.size else np.nan


def check_who_lies_apart(run, scene, view):
    """The captions say whether the two kinds draw apart; returns what was said."""
    said = set()
    for k in range(1, len(scene)):
        found = re.match(
            r"Free variables and the others (lie mixed|draw apart|draw together|stay apart|"
            r"change places) — those that end free look (\S+) times as free, (\S+) before",
            scene.captions[k],
        )
        if found is None:
            assert not scene.captions[k].startswith("Free variables")
            continue
        old, new = (medians(run, view, j) for j in (k - 1, k))
        assert [read(found[2]), read(found[3])] == pytest.approx([10.0**new, 10.0**old], rel=0.06)
        mixed, farther = abs(new) < 0.5, abs(new) - abs(old)
        other = not mixed and abs(old) >= 0.5 and old * new < 0.0
        assert (found[1] == "lie mixed") == mixed
        assert (found[1] == "change places") == other
        if not mixed and not other:
            assert {"draw apart": farther > 0.1, "draw together": farther < -0.1,
                    "stay apart": abs(farther) <= 0.1}[found[1]]  # fmt: skip
        said.add(found[1])
    return said


def test_captions_say_which_kinds_lie_apart(random_runs, whole):
    said = set()
    for run in random_runs("interior-point/identification", 6 if whole else 4, 1, n=30):
        said |= check_who_lies_apart(run, lab.scene(run), frames(run))
    assert {"lie mixed", "draw apart", "stay apart"} <= said


def test_the_selection_is_reported_by_its_numbers(run, scene, view):
    stated = [k for k, words in enumerate(scene.captions) if words.startswith("Selection")]
    if view.chosen is None:
        assert not stated
        return
    (k,) = stated
    s, words = run.trace.snapshots, scene.captions[k]
    chosen, inverse = s["selected"][view.chosen], s["theta_inv"][view.chosen]
    assert words.startswith(f"Selection: {chosen.sum()} of {view.n} remain")
    above = int((inverse >= s["threshold"][view.chosen]).sum())
    limit = read(re.search(r"θ√μ = ([\d.,]*\d(?:e-?\d+)?)", words)[1])
    assert f"{above} have" in words and limit == pytest.approx(
        s["threshold"][view.chosen], rel=0.06
    )
    reached, asked = re.search(r"sigfig (\S+) > (\S+);", words).groups()
    assert read(reached) > read(asked) and read(asked) == pytest.approx(run.settings["digits"])
    assert read(reached) == pytest.approx(s["sigfig"][view.chosen], abs=6e-3)
    x = s["iterate"][view.chosen][~chosen]
    if view.printed:
        assert f"the other {x.size} count as 0 from here, {(x > 0.5).sum()} of them" in words
    elif run.settings["C"] == 1.0:
        assert f"{(x <= 0.5).sum()} at 0 and {(x > 0.5).sum()} at C" in words
    assert (
        marks(scene, "split", "the selection")[0].x0.values[0]
        == clock_of(view, run.trace)[view.chosen]
    )


def test_a_selection_without_the_digits_says_so():
    run, scene, view = solved(C=300.0, n=40, digits=5.0)
    words = next(words for words in scene.captions if words.startswith("Selection"))
    reached = run.trace.snapshots["sigfig"][view.chosen]
    assert ("never passed 5.00" in words) == (reached <= 5.0)


@pytest.mark.parametrize("form", ["identification", "identification_printed"])
def test_a_selection_of_all_but_one_is_worded_in_the_singular(form):
    _, scene, view = solved(theta=0.1, form=form)
    words = next(words for words in scene.captions if words.startswith("Selection: 59 of 60"))
    assert "the other one is fixed at " in words or "the other one counts as 0 from here" in words
    assert "points" not in scene.captions[-1] and view.n == 60


def test_a_method_that_has_ended_begins_the_sentence_with_a_capital():
    _, scene, _ = solved(compare=("smo",))
    assert any(words.startswith("Identification has ended") for words in scene.captions)


def test_freed_variables_are_counted():
    run, scene, view = solved(data="moons")
    begun = [k for k, words in enumerate(scene.captions) if " freed, and all start again" in words]
    assert begun and run.trace.snapshots["round"][-1] == 2
    retained = run.trace.snapshots["selected"].sum(axis=1)[view.row]
    count = int(re.search(r": (\d+) freed", scene.captions[begun[0]])[1])
    assert count == retained[begun[0]] - retained[begun[0] - 1] > 0
    together = "close together" in scene.captions[begun[0]]
    assert together == (view.spread[begun[0]] < view.spread[begun[0] - 1] - 0.1)


def test_printed_is_another_problem_and_exact_is_not():
    (printed, picture, view), (exact, _, _) = solved(form="identification_printed"), solved()
    assert printed.result.status == "small_change" and exact.result.status == "converged"
    assert printed.result.certificate.relative_gap > 0.05
    lost = int(re.search(r"(\d+) points at 0 should be at C", picture.captions[-1])[1])
    reached, possible = re.search(r"q = (\S+) where (\S+) is", picture.captions[-1]).groups()
    x = printed.trace.snapshots["iterate"][-1]
    assert read(reached) == pytest.approx(printed.problem.certify(x).objective, abs=6e-4)
    assert read(possible) == pytest.approx(exact.result.certificate.objective, abs=6e-4)
    belong = (view.kind == BOUNDED) & ~printed.trace.snapshots["selected"][-1]
    assert lost == belong.sum() > 0
    assert "as the smaller problem has it" in panel(picture, "split").subtitle
    assert "smaller problem" not in panel(solved()[1], "split").subtitle
    (asked,) = [q for q in picture.questions if q.key == "cost"]
    assert asked.options[asked.answer] == "above the tolerance"


def test_bounded_points_shrink_as_mu_does_and_free_ones_grow():
    view = solved()[-1]
    rows = view.whole.snapshots
    late, end = rows["theta_inv"][-3], rows["theta_inv"][-1]
    fall = rows["mu"][-1] / rows["mu"][-3]
    bounded, free = (np.median((end / late)[view.kind == s]) for s in (BOUNDED, FREE))
    assert np.log(bounded) == pytest.approx(np.log(fall), rel=0.2)
    assert np.log(free) == pytest.approx(-np.log(fall), rel=0.2)


def test_axes_hold_everything_and_little_moves(scene, view):
    (x, y), clock = panel(scene, "split").axes(), view.clock.values
    shown = np.clip(view.theta_inv[np.isfinite(view.theta_inv)], 1e-9, 1e9)
    assert y.range[0] < shown.min() and shown.max() < y.range[1]
    assert clock[-1] <= x.range[1] and len(scene) <= 120
    assert sum(map(len, pack(scene)[1].moving.values())) <= 400_000
    assert {p.key for p in scene.panels} == {"split", "points", "answer", "gap"}


@pytest.mark.parametrize("settings", CASES[::3])
def test_paper_shows_the_first_frame_and_the_last(settings):
    for shown in extents_at(solved(**settings)[1], (0, -1)):
        assert set(shown) == {"split", "points", "answer", "gap"}


def test_many_points():
    _, scene, view = solved(n=300, form="identification_printed", C=10.0)
    assert view.n == 300 and len(scene) <= 120
    assert sum(map(len, pack(scene)[1].moving.values())) <= 400_000


def test_refused_in_words():
    with pytest.raises(InputError, match="must be positive semidefinite on the data"):
        solved(kernel="polynomial", coef0=-1.0)
    assert_refused("digits must be a number between 0 and 5", solved, digits=6.0)


@pytest.mark.parametrize("seed", range(6))
def test_quartiles_of_rows_of_several_lengths_are_those_of_numpy(seed):
    rng = np.random.default_rng(seed)
    values = 10.0 ** rng.standard_normal((60, 1 + 7 * seed))
    values[rng.random(values.shape) < 0.3] = np.nan
    values[0], values[1] = np.nan, 1.0
    found, known = lesson.quartiles(values), np.isfinite(values).any(axis=1)
    powers = np.log10(values[known])
    assert known.sum() > 1 and np.isnan(found[:, ~known]).all() and not known[0]
    assert np.array_equal(
        found[:, known], 10.0 ** np.nanquantile(powers, (0.25, 0.5, 0.75), axis=1)
    )
