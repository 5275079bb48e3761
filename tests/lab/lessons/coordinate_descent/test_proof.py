"""The scene `proof`: lines under F, which of them prove anything, and how a drag moves them."""

import re

import numpy as np
import pytest

import lab
from lab.discovery import find
from lab.lessons.coordinate_descent.proof import model
from lab.lessons.coordinate_descent.proof.model import HIGH, LOW, SPREAD, frames, make_problem
from solvers import solve_coordinate_descent
from widgets.edits import Edits
from widgets.words import read

EXPERIMENT = find("coordinate-descent/proof")[1]
GRID = np.linspace(LOW, HIGH, 601)
SETTINGS = [
    {}, {"lam": 4.0}, {"target": -1.3}, {"start": 2.5, "share": 1.6},
    {"start": 2.5, "target": -0.4},
    {"line": "hand"}, {"line": "hand", "at": 1.0, "drop": 0.0}, {"line": "hand", "at": -0.7},
    {"line": "hand", "at": 2.5, "drop": 6.0, "lam": 0.3}, {"line": "hand", "drop": -1.5},
    {"line": "hand", "at": 0.1, "drop": -0.5, "target": 2.0},
]  # fmt: skip


def hand(**settings):
    return EXPERIMENT.settings({"line": "hand", **settings})


@pytest.mark.parametrize("given", SETTINGS)
def test_certified_line_lies_below_f_and_its_minimum_is_the_bound(given):
    run = lab.run("proof", **given)
    f = frames(run)
    F = model.objective(run.problem, GRID)
    for (slope, height), bound in zip(f.held, f.bound, strict=True):
        line = height - slope * GRID + run.problem.lam * np.abs(GRID)
        assert np.all(line <= F + 1e-9)
        assert line.min() == pytest.approx(height, abs=1e-12) == bound
    for row, w in enumerate(f.w):  # the bound is the problem's own
        dual = run.result.dual if f.by_hand else {}
        assert run.problem.certify([w], **dual).bound == pytest.approx(f.bound[row], abs=1e-12)


@pytest.mark.parametrize("given", SETTINGS)
def test_line_is_broken_where_it_cuts_f_or_has_no_lowest_place(given):
    run = lab.run("proof", **given)
    f = frames(run)
    far = np.concatenate([GRID, [-1e4, 1e4]])
    F = model.objective(run.problem, far)
    for (slope, height), broken in zip(f.given, f.broken, strict=True):
        line = height - slope * far + run.problem.lam * np.abs(far)
        assert broken == (bool(np.any(line > F + 1e-6)) or line[-2:].min() < height - 1e-3)


def test_dual_line_runs_below_f_by_the_stated_distance():
    problem = make_problem(EXPERIMENT.settings({}))
    for at, drop in ((1.3, 0.0), (-0.6, 0.8), (2.0, 5.0)):
        slope, height = model.line_of(problem, model.theta_through(problem, at, drop))
        there = height - slope * at
        assert there == pytest.approx(float(model.loss(problem, at)) - drop)
        derivative = (model.loss(problem, at + 1e-6) - model.loss(problem, at - 1e-6)) / 2e-6
        assert -slope == pytest.approx(derivative, rel=1e-6)


@pytest.mark.parametrize("given", [{}, {"lam": 4.0}, {"target": -1.5, "lam": 0.5}])
def test_the_best_line_is_the_one_that_touches_f_at_its_lowest_place(given):
    problem = make_problem(EXPERIMENT.settings(given))
    best = model.minimiser(problem)
    answer = solve_coordinate_descent(problem, tol=1e-12)
    assert answer.x[0] == pytest.approx(best, abs=1e-9)
    run = lab.run("proof", line="hand", at=best, drop=0.0, **given)
    assert run.result.certificate.bound == pytest.approx(answer.certificate.objective, rel=1e-9)
    assert run.result.status == "converged"
    worse = lab.run("proof", line="hand", at=best + 0.3, drop=0.4, **given)
    assert worse.result.status == "max_iter"
    assert worse.result.certificate.bound < run.result.certificate.bound - 1e-3


def test_drag_moves_the_line_and_undo_restores_it():
    edits, settings = Edits(EXPERIMENT.click, EXPERIMENT.tools, []), EXPERIMENT.settings({})
    stroke = {"do": "move", "panel": "line", "x0": -1.0, "y0": 9.4, "id": "1"}
    turned = edits.turned(settings, {**stroke, "x": 1.5, "y": 2.0})
    assert turned["line"] == "hand" and turned["at"] == 1.5
    F = float(model.objective(make_problem(settings), 1.5))
    assert turned["drop"] == pytest.approx(F - 2.0, abs=0.005)
    ended = edits.turned({**settings, **turned}, {**stroke, "x": 1.0, "y": 3.01})
    assert ended == {"line": "hand", "at": 1.0, "drop": 0.0}, "near F it touches F"
    undone = edits.turned({**settings, **ended}, {"do": "undo"})
    assert undone["line"] == "residual"
    assert edits.turned(settings, {**stroke, "panel": "dual", "x": 1.5, "y": 2.0}) == {}


def test_table_holds_the_line_and_empty_means_the_residuals():
    settings = hand(at=0.5, drop=1.0)
    edits = Edits(EXPERIMENT.click, EXPERIMENT.tools, [])
    assert edits.rows(settings) == [[0.5, 1.0]] and edits.rows(EXPERIMENT.settings({})) == []
    assert edits.turned(settings, {"do": "rows", "rows": [[-9.0, 90.0]]}) == {
        "line": "hand", "at": -2.5, "drop": 6.0}  # fmt: skip
    assert edits.turned(settings, {"do": "rows", "rows": []}) == {"line": "residual"}


def test_captions_name_faults_of_a_line_and_write_proved_bounds():
    steep, fine = lab.scene("proof").captions, lab.scene("proof", line="hand").captions
    assert "falls for ever on the right" in steep[0] and "level against F" in steep[-1]
    cuts = lab.scene("proof", line="hand", drop=-1.0).captions[0]
    assert cuts.startswith("Your line cuts F") and fine[0].startswith("Your line proves")
    run = lab.run("proof")
    said = float(steep[0].split("lower than ")[1].split()[0])
    assert run.trace.bound[0] - 1e-3 < said <= run.trace.bound[0]


NUMBER = r"(−?[\d.]+(?:e-?\d+)?)"
#: All that a caption may say. Each part of it is checked against F.
CAPTION = re.compile(
    rf"(?:(?P<cuts>Your line cuts F and is no dual point); )?"
    rf"(?:(?P<line>Your line|The residual's line|the parallel one that touches F)"
    rf"(?: falls for ever on the (?P<side>right|left): (?P<size>{NUMBER}) > λ;"
    rf"| proves (?P<own>{NUMBER});)?(?: (?P<share>{NUMBER}) times its dual point)?"
    rf" proves that nothing is lower than (?P<floor>{NUMBER}) — gap .* at w = (?P<at>{NUMBER})\."
    rf"|[Tt]he certified line (?:(?P<level>lies level against F)|touches F with its tip at w = 0), "
    rf"where F is lowest: value and bound meet at w = (?P<met>{NUMBER}), "
    rf"and F\(w\) is proved within (?P<within>{NUMBER}) of optimal\.)"
)


def drawn_settings(count):
    """Settings with the ends of knobs, the places where F has its kink, and any others."""
    rng, of = np.random.default_rng(5), EXPERIMENT.settings
    yield from (of(given) for given in SETTINGS)
    yield hand(at=1.6, drop=1.44)  # theta is 0
    yield hand(at=1.0, drop=-2.0)  # converged, and the line cuts F
    yield of({"target": 0.3})  # F is lowest at its kink
    yield hand(target=0.3, at=0.0, drop=0.0)
    for _ in range(count):
        lam, target = rng.choice([0.2, 4.0, rng.uniform(0.2, 4.0)]), rng.choice([-2.0, 0.0, 1.6])
        yield of({
            "lam": lam, "target": rng.choice([target, rng.uniform(-2.0, 2.0)]),
            "start": rng.uniform(-2.5, 2.5), "share": rng.choice([0.3, 1.0, 1.9]),
            "line": str(rng.choice(["residual", "hand", "hand"])),
            "at": rng.choice([target, max(target - 0.5 * lam, -2.5), rng.uniform(-2.5, 2.5)]),
            "drop": rng.choice([-2.0, 0.0, 1.44, rng.uniform(-2.0, 6.0)]),
        })  # fmt: skip


def check_line(said, settings, problem, w, F):
    """What a caption says of a line and of its multiple, from the numbers that it writes."""
    line, by_hand = said["line"], settings["line"] == "hand"
    assert bool(said["cuts"]) == (by_hand and settings["drop"] < 0.0) == line.startswith("the par")
    assert by_hand == (line != "The residual's line")
    theta = problem.t - w  # of the residual
    if by_hand:
        theta = model.theta_through(problem, settings["at"], max(settings["drop"], 0.0))
    slope, height = theta.sum(), theta @ problem.t - 0.5 * theta @ theta
    if said["cuts"]:
        assert height - slope * settings["at"] == pytest.approx(
            model.loss(problem, settings["at"])
        ), "it touches"
    assert bool(said["side"]) == (abs(slope) > problem.lam * (1.0 + 1e-9))
    if said["side"]:
        assert (said["side"] == "right") == (slope > 0.0)
        assert problem.lam < read(said["size"]) == pytest.approx(abs(slope), rel=0.5)
    elif said["own"]:
        assert height - 1e-3 < read(said["own"]) <= height + 1e-12
    share = 1.0
    if said["share"]:
        share = read(said["share"])
        assert abs(share) < 1e6 and said["share"] != "1.000"
        if slope:  # as it is written it may be too large for a bound
            share = np.clip(share, -problem.lam / abs(slope), problem.lam / abs(slope))
    elif said["own"] or said["side"]:
        pytest.fail("which multiple of it")
    floor, found = read(said["floor"]), share * theta
    assert floor <= F.min() + 1e-9, "it is a bound"
    rounding = 0.006 * abs(theta @ problem.t) + 0.006 * abs(share) * (theta @ theta)
    proved = found @ problem.t - 0.5 * found @ found
    assert floor <= proved + (rounding if said["share"] else 1e-9), "that line proves it"
    assert abs(read(said["at"]) - w) <= 6e-4


def check_end(said, problem, f, F):
    """What a caption says of the line that is certified, where the run has converged."""
    (slope, height), w, lam = f.held[-1], f.w[-1], problem.lam
    line = height - slope * GRID + lam * np.abs(GRID)
    assert abs(f.objective[-1] - height) <= 1.2 * read(said["within"]) + 1e-14, "they meet"
    assert read(said["within"]) <= 1e-6 * (F[300] + f.objective[-1] + problem.t @ problem.t)
    assert read(said["within"]) >= f.objective[-1] - F.min() - 1e-12
    assert F.min() - line.min() < 1e-3 and np.all(line <= F + 1e-9), "it touches there"
    assert bool(said["level"]) == (abs(problem.t.sum()) > lam)
    if said["level"]:
        beside = (line[-1] if problem.t.sum() > 0.0 else line[0]) - height
        assert abs(beside) <= 0.02, "it is level"
    else:
        assert F.argmin() == 300 and height == pytest.approx(F[300], abs=1e-5)
    assert abs(read(said["met"]) - w) <= 6e-4


def test_captions_are_true_at_drawn_settings(whole):
    kinds = set()
    for settings in drawn_settings(160 if whole else 60):
        run = lab.run("proof", **settings)
        f, captions = frames(run), EXPERIMENT.scene(run).captions
        F = model.objective(run.problem, GRID)
        for k in {0, 1, len(f) // 2, len(f) - 1}:
            said = CAPTION.fullmatch(captions[k])
            assert said, captions[k]
            if said["line"]:
                check_line(said, settings, run.problem, f.w[k], F)
            else:
                assert k == len(f) - 1 and run.result.status == "converged"
                assert bool(said["cuts"]) == (settings["drop"] < 0.0 and f.by_hand)
                check_end(said, run.problem, f, F)
            kinds.add(tuple(bool(said[name]) for name in ("cuts", "line", "side", "own", "level")))
    assert len(kinds) >= 9, kinds


def test_line_that_is_0_up_to_rounding_proves_0():
    captions = lab.scene("proof", line="hand", at=1.6, drop=1.44).captions
    assert captions[0].startswith("Your line proves that nothing is lower than 0 — ")


def test_objective_of_two_readings_stays_above_their_spread():
    run = lab.run("proof", lam=0.2)
    assert np.ptp(run.problem.t) == pytest.approx(2 * SPREAD)
    assert run.result.certificate.objective > SPREAD**2
