"""The methods scene: every gap is certified, the printed algorithm stands still, and says why."""

import re

import numpy as np
import pytest
from scenes import cases, lightness, mark, solver_of

import lab
from lab.lessons.alternating_linearization import methods
from lab.lessons.alternating_linearization.methods import (
    ALM,
    METHODS,
    SMALL,
    frames,
    iterations_needed,
    progress,
    thousands,
)
from solvers import InputError, solve_alternating_linearization
from solvers.alternating_linearization import local_rate
from widgets import at
from widgets.words import read

pytestmark = pytest.mark.filterwarnings("error")

CASES = [
    {},
    {"dimension": 3},
    {"compare": ()},
    {"compare": ("admm",), "rho": 2.0},
    {"compare": ("continuation", "printed"), "data": "wine"},
    {"budget": 10},
    {"prior": "identity", "data": "noise"},
]


solved = solver_of(methods.EXPERIMENT)
case, run, scene, view = cases(solved, CASES, frames)


def test_captions_state_the_gaps_of_the_trace(scene, view):
    for k in range(1, len(view)):
        found = re.search(
            r" — this method: best gap (\S+) → (\S+?)(?:; |\.(?!\d))", scene.captions[k]
        )
        if found is None:
            assert re.search(
                r" — (?:.*this method.* ha\w+ arrived|.* arrives in|this method: best gap stays)",
                scene.captions[k],
            )
            continue
        gaps = view.gap[k - 1], view.gap[k]
        assert (read(found[1]), read(found[2])) == pytest.approx(gaps, rel=0.06)


def check_which_curves_fall(run, view, caption, k):
    """The caption of frame k says which best gaps fall by a hundredth, and which do not."""
    said = caption.partition(" — ")[0]
    found = re.fullmatch(r"(?:(.*?) falls?)?(?:(?:; )?(.*?) stays? level)?|No curve goes on", said)
    assert found, said
    words = [(names or "").lower().replace("the printed one", "as printed")
             for names in found.groups()]  # fmt: skip
    stated = [set(re.split(r", | and ", names)) - {""} for names in words]
    gaps = {"falls": set(), "level": set()}
    for name, result in run.results.items():
        before, now = view.rows[name][[k - 1, k]]
        if before < now:
            fell = result.trace.gap[now] < 0.99 * result.trace.gap[before]
            gaps["falls" if fell else "level"].add(METHODS[name][0].lower())
    assert stated == [gaps["falls"], gaps["level"]], said
    return {kind for kind, names in gaps.items() if names}


def test_captions_say_which_curves_fall(random_runs):
    seen = set()
    for run in random_runs("methods", 6, 2, budget=30, beta=0.1, compare=("admm", "printed")):
        view, scene = frames(run), lab.scene(run)
        for k in range(1, len(view)):
            seen |= check_which_curves_fall(run, view, scene.captions[k], k)
    assert seen == {"falls", "level"}


def called(name):
    return {"printed": "the printed one"}.get(name, METHODS[name][0])


def test_captions_announce_every_arrival_when_the_gap_is_proved(run, scene):
    for name, result in run.results.items():
        trace, stated = (
            result.trace,
            [c for c in scene.captions if f"{called(name)} arrives" in c],
        )
        within = trace.gap <= 1e-6 * run.problem.Sigma.shape[0]
        assert len(stated) == within.any() == (result.status == "converged")
        if stated:
            words = stated[0].split(" — ")[1]
            assert re.search(rf"{called(name)} arrives in iteration {within.argmax()}\b", words)


def test_captions_say_how_far_the_printed_method_moved():
    run, scene = solved()
    M = run.results["printed"].trace.snapshots["M"]
    for k, r in enumerate(frames(run).rows["printed"]):
        found = re.search(
            r"moved M by (\S+), as σ holds its step at μ = (\S+?)(?:;|\.(?!\d))", scene.captions[k]
        )
        assert (found is None) == (k == 0)
        if found:
            assert read(found[1]) == pytest.approx(np.linalg.norm(M[r] - M[r - 1]), rel=0.06)
            assert read(found[2]) == 1e-6


def test_the_printed_rule_fires_where_its_gap_is_large():
    run, scene = solved()
    trace = run.results["printed"].trace
    k = next(k for k, c in enumerate(scene.captions) if "Until M converges" in c)
    r = frames(run).rows["printed"][k]
    M = trace.snapshots["M"]
    assert np.linalg.norm(M[r] - M[r - 1]) <= SMALL * np.linalg.norm(M[r])
    gap = read(re.search(r"stop here, at a best gap of (\S+)\.", scene.captions[k]).group(1))
    assert gap == pytest.approx(trace.gap[r], rel=0.06) and gap > 1e-2


def test_the_printed_method_does_not_move_and_the_others_arrive():
    run, scene = solved()
    view = frames(run)
    assert abs(progress(view, "printed")[-1]) < 1e-3 and run.results["printed"].status == "max_iter"
    for name in (ALM, "admm", "ista"):
        assert progress(view, name)[-1] > 0.9 and run.results[name].status == "converged"
    (asked,) = [q for q in scene.questions if q.key == "printed"]
    assert asked.options[asked.answer] == "less than a hundredth"
    share = read(re.search(r"gone (\S+) %", scene.captions[-1]).group(1))
    assert share == pytest.approx(100.0 * progress(view, "printed")[-1], rel=0.2)


def test_the_number_of_iterations_needed_follows_from_the_rate():
    run, scene = solved()
    view = frames(run)
    q = local_rate(np.linalg.eigvalsh(view.optimum), 1e-6)
    gap = run.results["printed"].trace.gap[-1]
    expected = 80 + np.log(gap / view.limit) / (-2.0 * np.log(q))
    assert iterations_needed(view) == pytest.approx(expected, rel=1e-4)
    assert f"about {thousands(expected)} iterations" in scene.captions[-1]


def test_the_rate_of_the_prediction_is_that_of_the_printed_method():
    """Where its step is large enough to see it: moves of M shrink by q, with sigma = 0.01."""
    run, _ = solved()
    case = run.extra["case"]
    slow = solve_alternating_linearization(
        case.problem, x0=case.prior, variant="printed", smoothing=1e-2, max_iter=2500, tol=0.0
    )
    M = slow.trace.snapshots["M"]
    moves = np.linalg.norm(np.diff(M, axis=0), axis=(1, 2))
    measured = -np.log(moves[2400] / moves[2000]) / 400
    q = local_rate(np.linalg.eigvalsh(M[-1]), slow.trace.snapshots["mu"][-1])
    assert measured == pytest.approx(-np.log(q), rel=0.05)


def test_balls_begin_at_the_prior_and_end_at_the_optimum():
    _, scene = solved()
    best = mark(scene, "balls", "optimum")
    best = np.column_stack([best.x.values, best.y.values])
    first = at(mark(scene, "balls", "this method").x, 0)
    for name in (ALM, "admm", "ista"):
        ball = mark(scene, "balls", METHODS[name][0]).x
        assert at(ball, 0) == pytest.approx(first)
        assert np.abs(at(ball, len(scene) - 1) - best).max() < 5e-3
    printed = mark(scene, "balls", "as printed").x
    assert np.abs(at(printed, len(scene) - 1) - first).max() < 1e-4
    assert np.abs(first - best).max() > 0.05


def test_a_method_stays_where_it_has_ended(run, scene):
    for name, rows in frames(run).rows.items():
        assert rows[-1] == len(run.results[name].trace) - 1 and (np.diff(rows) >= 0).all()
    assert scene.readout["status"][-1] == run.result.status
    assert (np.asarray(scene.readout["gap"]) >= 0.0).all()


test_scene_is_light = lightness(120)


def test_methods_without_a_metric_raises_an_input_error():
    with pytest.raises(InputError, match="There is no metric here"):
        solved(beta=5.0)
    assert set(methods.EXPERIMENT.ticks(methods.EXPERIMENT.settings({}))) == {"rho", "beta"}


def test_counts_are_reported_in_words():
    stated = [thousands(n) for n in (12, 4100, 3.2e7, 1.59e8, 2e9)]
    assert stated == ["12", "4.1 thousand", "32 million", "159 million", "2 billion"]
    stated = [thousands(n) for n in (999.4, 999.6, 99_600, 999_400, 999_600)]
    assert stated == ["999", "1 thousand", "100 thousand", "999 thousand", "1 million"]


@pytest.mark.parametrize("against", [("printed",), ()])
def test_the_balls_fit_their_small_panel(against):
    panel = next(p for p in lab.scene("methods", compare=against).panels if p.key == "balls")
    assert len(panel.title) <= 34 and set(panel.legend) <= {mark.label for mark in panel.marks}
    assert len(panel.legend) == 2 + len(against)
