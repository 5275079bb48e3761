"""The race: every gap is certified, false stops are shown, LIBSVM is judged by our certificate."""

import re

import numpy as np
import pytest
from scenes import assert_light, assert_proved, cases, mark, solver_of

import lab
from lab.drawing.text import read
from lab.lessons.interior_point import race
from lab.lessons.interior_point.common import METHODS
from lab.lessons.interior_point.race import MAIN, distinct, frames, free, values
from lab.peers.scikit_learn import libsvm
from lab.race import peers
from solvers import (
    Gaussian,
    KernelSVM,
    Linear,
    Polynomial,
    decision_function,
    optimal_classes,
    solve_mehrotra,
)
from widgets.fields import at

pytestmark = pytest.mark.filterwarnings("error")

EVERY = tuple(option[0] for option in METHODS.rivals())
CASES = [
    {},
    {"clock": "work", "compare": EVERY, "n": 24, "budget": 60},
    {"clock": "seconds", "kernel": "linear", "compare": ("smo",)},
    {"compare": (), "data": "duplicates", "C": 0.01},
    {"C": 100.0, "kernel": "polynomial", "coef0": 1.0, "budget": 40, "compare": ("centering",)},
    {"n": 4, "data": "separable", "tol": 1e-9, "compare": ("path_following",)},
    {"start": "source", "spectral": "frozen", "n": 30, "budget": 50, "C": 1000.0,
     "compare": ("predictor_corrector", "modified")},
]  # fmt: skip


solved = solver_of(race.EXPERIMENT)
case, run, scene, f = cases(solved, CASES, frames)


def test_the_gaps_are_true(run, scene):
    """Never negative, never below the distance from an optimum solved on its own."""
    best = solve_mehrotra(run.problem, tol=1e-10).certificate
    for name, result in run.results.items():
        gap, trace = frames(run).at(name).gap, result.trace
        slack = 1e-9 * best.scale
        assert (gap >= -slack).all() and gap[-1] <= result.certificate.gap + slack
        reached = np.minimum.accumulate(trace.objective)[frames(run).rows[name]]
        assert (reached - best.bound <= gap + best.gap + slack).all()
        fresh = run.problem.certify(result.x)
        assert fresh.holds(run.settings["tol"]) == (result.status == "converged")
    assert scene.readout["status"][-1] == run.result.status


def test_captions_state_the_gap_of_the_trace(run, scene):
    gap, seen = frames(run).at(MAIN).gap, 0
    for k in range(1, len(scene) - 1):
        found = re.search(r"Mehrotra: best gap (\S+) → (\S+?)(?: — |\.$)", scene.captions[k])
        if found:
            seen += 1
            assert_proved((read(found[1]), read(found[2])), (gap[k - 1], gap[k]))
    assert seen > 0 or len(scene) < 6


def test_arrivals_are_announced_when_they_are_proved(run, scene, f):
    last = scene.captions[-1]
    for name, when in f.arrivals.items():
        words = re.escape(METHODS.style(name).label)
        found = re.search(rf"{words} \((\S+) ([\w ]+)\)", last)
        assert (found is None) == np.isinf(when)
        if found:
            unit = {"seconds": "ms", "work": "product"}.get(
                run.settings["clock"], METHODS.unit(name)
            )
            assert found[2].removesuffix("s") == unit.removesuffix("s")
            reported = float(found[1].replace(",", "")) * (1e-3 if unit == "ms" else 1.0)
            assert reported == pytest.approx(when, rel=0.01)
            assert (f.traces[name].gap[f.times(name) < when] > f.limit).all()
        else:
            assert run.results[name].certificate.gap > f.limit


def test_the_machines_pass_through_zero(run, scene, f):
    """Every vertex of a drawn line is a zero of the decision function, up to the grid."""
    problem = run.problem
    for name in run.results:
        shown, frame = distinct(f, name)
        line = mark(scene, "machines", METHODS.style(name).label)
        for k in (0, len(scene) // 2, len(scene) - 1):
            points = np.column_stack([at(line.x, k), at(line.y, k)])
            points = points[np.isfinite(points).all(axis=1)]
            if not len(points):
                continue
            there = values(f, name, shown, problem.kernel.values(problem.X, points))[frame[k]]
            own = values(f, name, shown, problem.kernel.values(problem.X, problem.X))[frame[k]]
            assert np.abs(there).max() < 0.1 * max(np.abs(own).max(), 1.0)


def test_the_machine_at_the_end_is_that_of_the_answer():
    """The same decisions as `decision_function`, which finds its bias by itself."""
    run, _ = solved(tol=1e-9, budget=3000)
    f, problem = frames(run), run.problem
    for name, result in run.results.items():
        last = values(f, name, f.rows[name][-1:], run.extra["K"])[0]
        sure = decision_function(problem, result.x, problem.X)
        assert last == pytest.approx(sure, abs=1e-3)
        assert last != pytest.approx(sure + 0.01, abs=1e-3)


def test_free_variables_are_counted_from_the_iterates():
    run, _ = solved(clock="work")
    f, C = frames(run), run.problem.C
    for name in run.results:
        x = run.results[name].trace.snapshots["iterate"]
        far = ((x > 1e-3 * C) & (x < (1.0 - 1e-3) * C)).sum(axis=1)
        off = ((x > 1e-6 * C) & (x < (1.0 - 1e-6) * C)).sum(axis=1)
        assert np.all((far <= free(f, name)) & (free(f, name) <= off))
    assert free(f, "smo")[0] == 0 and free(f, MAIN)[0] == run.problem.y.size
    proved = np.count_nonzero(optimal_classes(run.problem, run.result.x) == 1)
    assert free(f, "smo")[-1] == free(f, MAIN)[-1] == proved < run.problem.y.size


def test_work_is_counted_in_products_for_all():
    run, scene = solved(clock="work")
    f, n = frames(run), run.problem.y.size
    for name, result in run.results.items():
        assert np.allclose(f.times(name) * n, result.trace.work)
    assert scene.clock.counter(len(scene) - 1).startswith("product ")


def test_a_false_stop_is_marked_and_reported():
    run, scene = solved()
    f = frames(run)
    assert f.fired
    for name, row in f.fired.items():
        trace = run.results[name].trace
        assert trace.snapshots["source_rule"][row] and not trace.snapshots["source_rule"][row - 1]
        assert trace.gap[row] > f.limit
        ring = mark(scene, "gap", f"{METHODS.style(name).label}: the source's rule stops here")
        first = int((f.rows[name] >= row).argmax())
        assert np.isnan(at(ring.x, first - 1)).all() and np.isfinite(at(ring.x, first)).all()
        assert at(ring.y, first) == pytest.approx(trace.gap[row])
        stated = re.search(r"at a gap of (\S+) —", scene.captions[first])
        assert re.search(r"\. +False stop: ", scene.captions[first])
        assert_proved(read(stated[1]), trace.gap[row])


def test_where_the_rule_fires_within_the_tolerance_there_is_no_ring():
    run, scene = solved(tol=1e-3)
    assert not frames(run).fired and not any("false stop" in c.lower() for c in scene.captions)


def test_libsvm_is_judged_by_our_certificate():
    run, scene = solved(clock="seconds")
    peer = run.extra["peer"]
    assert peer.certificate == run.problem.certify(peer.x) and peer.seconds > 0.0
    diamond = mark(scene, "gap", "LIBSVM")
    assert at(diamond.x, 0) == pytest.approx(peer.seconds, rel=1e-9)
    assert at(diamond.y, 0) == pytest.approx(peer.certificate.gap, rel=1e-6)
    stated = read(re.search(r"LIBSVM by its own rule: a gap of (\S+)\.$", scene.captions[-1])[1])
    assert_proved(stated, peer.certificate.gap)
    level = mark(solved()[1], "gap", "LIBSVM ends at")
    assert at(level.y0, 0) == pytest.approx(peer.certificate.gap, rel=1e-6)


@pytest.mark.parametrize(
    "kernel", [Linear(), Linear(bias=1.0), Gaussian(0.7), Gaussian(0.7, bias=0.5),
               Polynomial(0.5, 2, 1.0), None],
)  # fmt: skip
def test_the_peer_solves_our_problem(kernel):
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((30, 2)), np.where(np.arange(30) % 3, 1.0, -1.0)
    problem = (
        KernelSVM.from_gram(X @ X.T, y, 2.0) if kernel is None else KernelSVM(X, y, kernel, 2.0)
    )
    loose, tight = (problem.certify(libsvm(problem, tol)().x) for tol in (1.0, 1e-6))
    assert tight.holds(1e-5) and not loose.holds(1e-5)
    ours = solve_mehrotra(problem, tol=1e-8).certificate.objective
    assert tight.objective == pytest.approx(ours, rel=1e-5)


@pytest.mark.parametrize("more", [{"b": 0.5}, {"C": 0.0}])
def test_the_peer_answers_only_problems_it_supports(more):
    problem = KernelSVM(np.eye(3), [1.0, 1.0, -1.0], **{"C": 1.0, **more})
    with pytest.raises(NotImplementedError, match="LIBSVM knows"):
        libsvm(problem)
    assert peers.answer("LIBSVM", libsvm, problem) is None and peers.answers(problem) == ()


def test_one_class_is_no_problem_for_the_peer():
    problem = KernelSVM(np.eye(3), np.ones(3))
    assert peers.answers(problem) == ()


def test_the_comparison_knows_the_scene():
    done = lab.compare("interior-point/race", solvers=["smo", "mehrotra"], clock="work", n=20)
    assert list(done.run.results) == ["smo", "mehrotra"] and len(done.scene()) > 2
    assert [a.name for a in done.peers] == ["LIBSVM"] and "LIBSVM" in str(done)


def test_the_scene_is_light_and_its_axes_are_finite(run, scene):
    assert_light(scene, 120)
    for name, rows in frames(run).rows.items():
        assert rows[-1] == len(run.results[name].trace) - 1 and (np.diff(rows) >= 0).all()
