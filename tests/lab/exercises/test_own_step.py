"""A student's step in the lasso scene: next to the reference, marked where they differ."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from own_steps import ALONE, PLAYED, halved, in_this_process, played, settings_for
from refusing import assert_refused
from right_steps import RIGHT
from wrong_steps import forgotten_threshold, soft

import lab
from lab.checking import catalogue, student_step
from lab.checking.comparing import comparing, reference_of
from lab.checking.student_step import exercise_of
from lab.discovery import find
from lab.drawing.text import row_gap
from lab.lessons.coordinate_descent.lasso.model import METHODS
from lab.runs.opening import with_student_step
from solvers import solve_proximal_gradient
from widgets.chips import chips, proved
from widgets.fields import at

LASSO = find("lasso")[1]


def right(X, t, lam, w, d):
    return soft(X[:, d] @ (t - X @ w) + X[:, d] @ X[:, d] * w[d], lam) / (X[:, d] @ X[:, d])


def breaks(X, t, lam, w, d):
    if w[0] > 0.0:
        raise ValueError("positive")
    return right(X, t, lam, w, d)


def runs_away(X, t, lam, w, d):
    return 3.0 * w[d] + 1.0


@pytest.fixture(scope="module")
def shown():
    """The function shown(step, **settings) -> a dashboard of the lasso, opened once a step."""
    boards = {}

    def opened(step, **settings):
        key = step, repr(settings)
        if key not in boards:
            boards[key] = lab.dashboard("lasso", step=step, **settings)
            boards[key].wait(120)
        return boards[key]

    yield opened
    for board in boards.values():
        board.close()


@pytest.mark.parametrize("settings", [{}, {"order": "greedy", "dimension": 3}, {"clock": "work"}])
def test_right_step_never_parts(shown, settings):
    board = shown(right, **settings)
    k, reference, student = comparing(board.run)
    assert k is None and np.allclose(student, reference, atol=1e-9)
    assert board.run.results["yours"].status == board.run.result.status == "converged"
    assert board.scene.captions[-1].endswith("Yours went the same way to the end.")


def test_first_frame_at_which_they_part_is_marked(shown):
    board = shown(forgotten_threshold)
    w, mine = (board.run.traces[m].snapshots["w"] for m in ("cd", "yours"))
    ended = board.run.results["yours"]
    assert not ended.certificate.holds(1e-6)
    rows = min(len(w), len(mine))
    first = int(np.argmax(np.abs(w[:rows] - mine[:rows]).max(axis=1) > 1e-6))
    says = [k for k, c in enumerate(board.scene.captions) if c.startswith("Here yours parts — ")]
    assert says == [first] and comparing(board.run)[0] == first
    labels = [getattr(m, "label", "") for m in board.scene.panels[0].marks]
    assert "yours" in labels and "here yours parts" in labels
    assert METHODS["yours"].label == "yours"


def test_picture_of_a_new_function_is_another_one(shown):
    one, other = shown(right), shown(forgotten_threshold)
    assert comparing(one.run)[0] is None and comparing(other.run)[0] is not None


def test_step_that_breaks_off_ends_there_and_is_reported(shown):
    board = shown(breaks)
    ended = board.run.results["yours"]
    assert ended.status == "stalled" and "ValueError: positive" in ended.notes[-1]
    k, T = comparing(board.run)[0], len(board.scene)
    clock, captions = board.scene.clock, board.scene.captions
    assert captions[k].startswith("Here yours parts — ") and k < T - 1
    after = f" Yours parted at {clock.counter(k)}. {ended.notes[-1]}"
    assert all("ValueError: positive" in caption for caption in captions[k:])
    assert all(caption.endswith(after) for caption in captions[k + 1 :])
    assert not any("Yours" in caption for caption in captions[:k])


def test_what_broke_a_step_off_is_red_from_the_first_frame_on(shown):
    board = shown(breaks)
    said = board.run.results["yours"].notes[-1]
    assert said.startswith("Your step raises an error in call ") and "ValueError: positive" in said
    assert board.scene.captions[0].startswith(f"{said} — ")
    red = [[words for words, style in chips(board.scene, k) if style == "bad"]
           for k in range(len(board.scene))]  # fmt: skip
    assert red == [[f"✗ {said}"]] * len(board.scene)
    fine = shown(forgotten_threshold).scene
    assert not any(style == "bad" for k in range(len(fine)) for _, style in chips(fine, k))


def test_lost_step_path_is_red_in_every_frame(shown):
    for step in (breaks, runs_away):
        board = shown(step)
        marks = {m.label: m for m in board.scene.panels[0].marks}
        way, end = marks["yours, to its end"], marks["yours ends here"]
        w = board.run.traces["yours"].snapshots["w"]
        assert way.tone == end.tone == "rival1"
        for k in (0, len(board.scene) - 1):
            assert np.column_stack([at(way.x, k), at(way.y, k)]) == pytest.approx(w)
            assert (at(end.x, k)[0], at(end.y, k)[0]) == pytest.approx(tuple(w[-1]))
    labels = [m.label for m in shown(forgotten_threshold).scene.panels[0].marks]
    assert "yours, to its end" not in labels


def test_chip_says_whose_proof_it_is(shown):
    board = shown(forgotten_threshold)
    said = [words for words, _ in chips(board.scene, -1)]
    assert "proof of coordinate descent" in said
    mine = board.run.results["yours"]
    own = row_gap(mine.trace, mine.certificate.scale, -1)
    assert f"yours {proved(float(own))}" in said and own > 0.1


def test_yours_has_an_entry_in_the_legend_of_every_panel_that_draws_it(shown):
    for panel in shown(forgotten_threshold).scene.panels:
        drawn = [mark for mark in panel.marks if mark.label.startswith("yours")]
        assert len(drawn) == (panel.key in ("iterates", "gap")), panel.key


def test_step_that_runs_away_leaves_the_picture(shown):
    board = shown(runs_away)
    ended = board.run.results["yours"]
    assert ended.status == "diverged" and np.abs(ended.trace.snapshots["w"]).max() < 1e3


@pytest.mark.parametrize(
    ("act", "address", "given", "words"),
    [
        (lab.dashboard, "tightness", {"step": right}, "step does not apply: tightness"),
        (lab.dashboard, "logistic", {"step": lambda X: 0.0}, "must take the arguments"),
        (lab.dashboard, "lasso", {"step": 3}, "step must be a function"),
        (
            lab.run, "mirror", {"method": "accelerated", "step": RIGHT["mirror-u"]},
            "method must be 'plain' with your mirror-u",
        ),
        (
            lab.run, "lasso", {"compare": ["fista"], "step": RIGHT["proximal-step"]},
            "compare must include 'ista' with",
        ),
        (
            lab.run, "triplets", {"steps": "sweeps", "step": RIGHT["triplet-update"]},
            "steps must be 'updates'",
        ),
    ],
)  # fmt: skip
def test_step_that_has_no_place_is_refused(act, address, given, words):
    assert_refused(words, act, address, **given)


def test_line_that_shows_it_again_names_the_step():
    from lab.runs.export import code

    assert "    step=right,\n" in code("lasso", {"lam": 0.2}, step="right")
    assert "step=" not in code("lasso", {"lam": 0.2})


@pytest.mark.parametrize("place", PLAYED, ids="/".join)
def test_in_each_scene_the_right_step_goes_with_the_reference(place):
    run = played(place, RIGHT[place[1]])
    assert comparing(run)[0] is None
    own, reference = run.results["yours"], run.results[reference_of(run)]
    assert len(own.trace) == len(reference.trace) or place[0] == "affinity"
    if reference.status == "converged" and place[0] != "affinity":
        assert own.status == "converged" and own.certificate.holds(1e-6)
    scene = lab.scene(run)
    assert scene.captions[-1].endswith("Yours went the same way to the end.")


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(s, marks=pytest.mark.long) for s in range(1, 9))]
)
@pytest.mark.parametrize("place", PLAYED, ids="/".join)
def test_at_random_knobs_the_right_step_has_the_iterates_of_the_reference(
    place, seed, random_settings, monkeypatch
):
    monkeypatch.setattr(student_step, "_asking", in_this_process)
    monkeypatch.setattr(student_step, "packed", lambda step: step)
    experiment = with_student_step(place[0], {place[1]: RIGHT[place[1]]})[1]
    rng = np.random.default_rng([seed, *map(ord, "".join(place))])
    for _ in range(30):
        settings = settings_for(experiment, random_settings(experiment, rng))
        with suppress(lab.InputError):
            run = experiment.play(settings)
            break
    k, reference, student = comparing(run)
    size = np.abs(reference).max()
    assert k is None and np.allclose(student, reference, rtol=0.0, atol=1e-6 * size), settings
    if experiment.student_steps.budget is None:
        assert run.results["yours"].status == run.results[reference_of(run)].status


def test_knob_that_scales_the_steps_of_the_reference_scales_yours():
    """What the reference did is read, never computed again."""

    def solve(settings, cancelled):
        run = LASSO.solve(settings, cancelled)
        L, w0 = settings["scale"] * run.problem.lipschitz(), run.trace.snapshots["w"][0]
        again = solve_proximal_gradient(run.problem, lipschitz=L, x0=w0, max_iter=50)
        return replace(run, results={**run.results, "ista": again})

    scale = lab.Knob("scale", "linear", 3.0, "Scale", 1.0, 5.0)
    scaled = replace(LASSO, knobs=(*LASSO.knobs, scale), solve=solve)
    run = lab.run(scaled, step={"proximal-step": RIGHT["proximal-step"]})
    assert comparing(run)[0] is None
    shorter = lab.run(scaled, scale=1.0, step={"proximal-step": RIGHT["proximal-step"]})
    far = np.abs(shorter.results["yours"].trace.snapshots["w"][5] - comparing(run)[2][5])
    assert far.max() > 1e-3


@pytest.mark.further
@pytest.mark.parametrize("place", PLAYED, ids="/".join)
def test_in_each_scene_a_wrong_step_is_marked_where_it_parts(place):
    run = played(place, halved(place[1]))
    k, reference, student = comparing(run)
    assert k is not None and np.allclose(reference[:k], student[:k], atol=1e-5)
    assert not np.allclose(reference[k], student[k], atol=1e-9)
    scene = lab.scene(run)
    says = [j for j, c in enumerate(scene.captions) if c.startswith("Here yours parts — ")]
    assert says == [k]
    labels = {p.key: [m.label for m in p.marks] for p in scene.panels}
    own = run.experiment.student_steps
    assert {own.panel, own.gap} & {
        key for key, all_ in labels.items() if "here yours parts" in all_
    }
    assert "yours" in labels[own.panel] or place[0] == "svm-3d"
    more = own.marks(own.view(run), student) if own.marks else {}
    for panel in (p for p in scene.panels if more.get(p.key)):
        assert [m.legend for m in panel.marks if m.label == "yours"].count(True) == 1, panel.key


def test_every_scene_with_a_step_and_every_exercise_is_in_the_table():
    steps = [(e.name, e.student_steps) for n in lab.LESSONS.values() for e in n.scenes]
    scenes = {name: own for name, own in steps if own}
    assert {(n, exercise) for n, own in scenes.items() for exercise in own.methods} == set(PLAYED)
    assert {exercise for _, exercise in PLAYED} | ALONE == set(catalogue.names())
    assert not ALONE & {exercise for _, exercise in PLAYED}


def test_scene_opens_where_the_step_has_a_place():
    run = lab.run("bags", step=RIGHT["key-selection"])
    assert run.main == "assignment" and len(run.trace) > 2


def test_step_is_known_by_its_name_or_its_arguments_or_is_asked_for():
    experiment = find("svm")[1]
    assert exercise_of(experiment, RIGHT["step-to-boundary"])[0] == "step-to-boundary"
    assert exercise_of(experiment, lambda x, z, dx, dz, alpha: 1.0)[0] == "mehrotra-sigma"
    assert exercise_of(experiment, lambda a, b, c, d, e: 1.0)[0] == "mehrotra-sigma"
    with pytest.raises(lab.InputError, match="step must be one of the exercises of metric"):
        exercise_of(find("metric")[1], lambda a, b, c: a)
    assert exercise_of(find("metric")[1], {"y-step": lambda a, b, c: a})[0] == "y-step"
    with pytest.raises(lab.InputError, match="step must name one of 'm-step', 'y-step', got 'x'"):
        exercise_of(find("metric")[1], {"x": lambda a, b, c: a})
    with pytest.raises(lab.InputError, match="must take the arguments"):
        exercise_of(find("metric")[1], {"y-step": lambda a: a})


def test_scene_without_steps_names_those_that_have_one():
    with pytest.raises(lab.InputError) as refused:
        lab.run("tightness", step=right)
    for address, _ in PLAYED:
        assert f" {address}" in str(refused.value)


def test_line_that_shows_it_again_names_an_exercise(open_board):
    board = open_board("metric", dimension=2, step={"m-step": RIGHT["m-step"]})
    assert "    step={'m-step': m_step},\n" in board.python()
