from dataclasses import replace

import numpy as np
import pytest
from refusing import assert_refused

import lab
from lab import data
from lab.clock import align
from lab.discovery import Lesson, find
from lab.experiment import Experiment, Run, solve_each
from lab.peers.clarabel import clarabel_triplets
from lab.peers.quadprog import quadprog_triplets
from lab.race import peers
from lab.race.compare import compare
from lab.runs.opening import run
from solvers import (
    InputError,
    Lasso,
    Trace,
    TripletMetric,
    sample_triplets,
    solve_coordinate_descent,
    solve_proximal_gradient,
    solve_triplet_interior_point,
)
from widgets import Clock, Scene
from widgets.knobs import Knob


def trace(iteration, work=None, seconds=None):
    n = len(iteration)
    a = np.asarray(iteration)
    zeros = np.zeros(n)
    seconds = 0.001 * a if seconds is None else np.asarray(seconds)
    return Trace(
        a, a if work is None else np.asarray(work), seconds, zeros, zeros, zeros, zeros, zeros, {}
    )


def solve(settings, cancelled=None):
    X, t = data.correlated(rho=0.8)
    problem = Lasso(X, t, settings["lam"])
    results = {"cd": solve_coordinate_descent(problem, cancelled=cancelled)}
    for name in settings["compare"]:
        results[name] = solve_proximal_gradient(problem, accelerated=name == "fista")
    return Run(problem, results)


def blank(caption=""):
    return Scene([], Clock("step", np.zeros(1)), [caption], {})


TOY = Experiment(
    "toy",
    "A toy",
    "Does it run?",
    (
        Knob("lam", "log", 0.1, low=1e-3, high=10.0),
        Knob("compare", "several", ("ista",), options=("ista", "fista")),
    ),
    solve,
    lambda run: None,
)
BARE = replace(TOY, name="bare", knobs=(TOY.knobs[0],), solve=lambda s, c: None)


@pytest.fixture(autouse=True)
def lessons(only_lessons):
    first = Lesson("first", "", "", "", (TOY, BARE))
    second = Lesson("second", "", "", "", (replace(TOY, name="other"), replace(BARE, name="bare")))
    only_lessons(first, second)


# align


def test_short_trace_keeps_every_row():
    clock, rows = align(trace(range(100)))
    np.testing.assert_array_equal(clock.values, np.arange(100))
    np.testing.assert_array_equal(rows, np.arange(100))
    assert clock.name == "iteration"


@pytest.mark.parametrize("count", [241, 300, 1000, 12_345])
@pytest.mark.parametrize("most", [240, 120])
def test_long_trace_keeps_its_start_its_end_and_a_geometric_choice(count, most):
    clock, rows = align(trace(range(count)), most=most)
    assert len(clock) <= most and rows.size == len(clock)
    np.testing.assert_array_equal(clock.values[:30], np.arange(30))
    assert clock.values[-1] == count - 1
    steps = np.diff(clock.values[30:])
    assert steps.min() >= 1 and (np.diff(steps) >= -1).all()  # growing, up to rounding
    if count > 1000:
        ratios = clock.values[-20:-1] / clock.values[-21:-2]
        np.testing.assert_allclose(ratios, ratios[0], rtol=0.01)


def test_thinning_uses_most_of_the_frames():
    assert len(align(trace(range(12_345)))[0]) > 180


def test_each_trace_shows_its_last_row_that_is_not_later():
    slow, fast = trace([0, 4, 8]), trace([0, 1, 2, 3])
    clock, (at_slow, at_fast) = align([slow, fast])
    np.testing.assert_array_equal(clock.values, [0, 1, 2, 3, 4, 8])
    np.testing.assert_array_equal(at_slow, [0, 0, 0, 0, 1, 2])
    np.testing.assert_array_equal(at_fast, [0, 1, 2, 3, 3, 3])  # done: its last row stays


@pytest.mark.parametrize("seed", range(5))
def test_align_is_a_step_function_for_any_traces(seed):
    rng = np.random.default_rng(seed)
    several = {
        name: trace(np.arange(n), seconds=np.sort(rng.random(n)))
        for name, n in (("a", 700), ("b", 40), ("c", 1))
    }
    clock, rows = align(several, "seconds")
    assert clock.name == "second" and len(clock) <= 240 and list(rows) == ["a", "b", "c"]
    for name, one in several.items():
        for value, row in zip(clock.values, rows[name], strict=True):
            earlier = np.flatnonzero(one.seconds <= value)
            assert row == (earlier[-1] if earlier.size else 0)
        assert rows[name][-1] == len(one) - 1


def test_work_is_a_separate_clock():
    clock, rows = align(trace([0, 1, 2], work=[0, 5, 50]), "work")
    assert clock.name == "update"
    np.testing.assert_array_equal(clock.values, [0, 5, 50])
    np.testing.assert_array_equal(rows, [0, 1, 2])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        *(({"clock": c}, "clock must be one of 'iterations', 'work', 'second")
          for c in ("days", None, [])),
        *(({"traces": t}, "traces must be one Trace or several")
          for t in (None, 5, "abc", [1], {"a": 1})),
        ({"traces": []}, "at least one Trace"),
        ({"most": 2.5}, r"most must be a whole number of at least 2, got 2\.5"),
        ({"keep": -1}, "keep must be a whole number of at least 0, got -1"),
    ],
)  # fmt: skip
def test_align_names_what_it_does_not_know(given, words):
    assert_refused(words, align, **({"traces": trace([0])} | given))


# addresses and knobs


def test_addresses():
    assert find("first")[1] is TOY
    assert find("first/bare")[1] is BARE
    assert find("other")[0] == "second/other"
    assert_refused("not unique", find, "bare")
    assert_refused(r"not known .* first/toy, first/bare, second/other", find, "third")


def test_run_takes_knobs_and_checks_them():
    done = run("toy", lam=0.05)
    assert done.address == "first/toy" and done.settings["lam"] == done.problem.lam == 0.05
    assert done.main == "cd" and done.result.status == "converged"
    assert set(done.traces) == {"cd", "ista"} and done.trace is done.result.trace
    assert_refused("lam must be a number between", run, "toy", lam=-1.0)
    assert_refused(r"not a knob of toy; .*it has lam, compare", run, "toy", lamda=1.0)


def test_run_can_be_cancelled():
    assert run("toy", cancelled=lambda: True).result.status == "cancelled"


@pytest.mark.parametrize(
    "names, methods",
    [
        (["cd", "prox"], ["cd", "ista"]),
        (["cd", "ista", "fista"], ["cd", "ista", "fista"]),
        (["cd"], ["cd"]),
        ("cd", ["cd"]),
        (("cd", "fista"), ["cd", "fista"]),
    ],
)
def test_solvers_is_another_way_to_say_compare(names, methods):
    assert list(run("toy", solvers=names).results) == methods


@pytest.mark.parametrize(
    ("address", "solvers", "words"),
    [
        ("toy", ["prox", "cd"], "solvers must begin with 'cd'"),
        ("toy", ["cd", "newton"], "may hold 'cd', 'ista', 'fista' here, got 'newton'"),
        ("toy", 3, "must be a list such as"),
        ("first/bare", ["cd"], "bare compares no methods"),
    ],
)
def test_solvers_that_do_not_fit_are_named(address, solvers, words):
    assert_refused(words, run, address, solvers=solvers)


# compare


def test_compare_keeps_the_order_asked_for():
    found = compare("toy", solvers=["fista", "cd", "prox"], peers=False)
    assert list(found.run.results) == list(found.rows) == ["fista", "cd", "ista"]
    assert found.run.main == "fista" and found.peers == ()
    with pytest.raises(InputError, match="may hold 'cd', 'fista', 'ista' here"):
        compare("toy", solvers=["fista", "newton"], peers=False)
    with pytest.raises(InputError, match="solvers must name at least one method, got none"):
        compare("toy", solvers=[], peers=False)


def test_compare_uses_medians_of_three_warm_runs(only_lessons):
    seconds = iter([100.0, 3.0, 1.0, 2.0])

    def timed_solve(settings, cancelled=None):
        done, s = solve(settings), next(seconds)
        t = done.trace
        stated = replace(done.result, trace=replace(t, seconds=np.full(len(t), s)))
        return replace(done, results={"cd": stated})

    scene = replace(TOY, solve=timed_solve)
    only_lessons(Lesson("x", "", "", "", (scene,)))
    found = compare("x", peers=False)
    np.testing.assert_array_equal(found.run.trace.seconds, 2.0)
    assert next(seconds, None) is None


def test_compare_passes_its_clock_to_a_scene_that_has_one(only_lessons):
    asked = []

    def watch(settings, cancelled=None):
        asked.append(settings["clock"])
        return solve(settings)

    clock = Knob("clock", "choice", "iterations", options=("iterations", "work"))
    scene = replace(TOY, solve=watch, knobs=(*TOY.knobs, clock))
    only_lessons(Lesson("x", "", "", "", (scene,)))
    assert compare("x", clock="work", peers=False).clock.name == "update"
    assert set(asked) == {"work"}


def test_peer_is_judged_by_our_certificate():
    found = compare("toy", clock="seconds")
    assert [peer.name for peer in found.peers] == ["scikit-learn", "celer"]
    for peer in found.peers:
        assert peer.seconds > 0.0
        assert peer.certificate == found.run.problem.certify(peer.x)
        assert peer.certificate.holds(1e-3) and not found.run.problem.certify(peer.x + 1.0).holds(
            1e-3
        )
    scene = found.scene()
    assert isinstance(scene, Scene) and len(scene) == len(found.clock)
    labels = [mark.label for mark in scene.panels[0].marks]
    own = "its own time, our certificate"
    assert labels == ["cd", "ista", f"scikit-learn, {own}", f"celer, {own}"]
    assert len(compare("toy").scene().panels[0].marks) == 2  # other clocks know no seconds


def test_comparison_reads_as_a_table():
    text = str(compare("toy"))
    for word in ("cd", "ista", "scikit-learn", "converged", "relative gap", "first/toy"):
        assert word in text


def triplet_problem(nonnegative):
    X, y = data.blobs(n=30, seed=4)
    if not nonnegative:
        return TripletMetric.linear_svm(X, y)
    return TripletMetric.from_triplets(X, sample_triplets(y, 60, seed=1))


@pytest.mark.parametrize("package", [clarabel_triplets, quadprog_triplets])
@pytest.mark.parametrize("nonnegative", [True, False])
def test_peers_solve_the_same_problem(package, nonnegative):
    problem = triplet_problem(nonnegative)
    found = peers.answer("peer", package, problem, tol=1e-9, repeats=0)
    assert found.certificate.holds(1e-6)
    ours = solve_triplet_interior_point(problem, tol=1e-9).certificate
    assert found.certificate.objective == pytest.approx(ours.objective, rel=1e-6)
    assert not problem.certify(found.x + 0.1).holds(1e-6)


def test_package_that_is_missing_is_left_out():
    def missing(problem, tol):
        raise ImportError

    assert peers.answer("none", missing, triplet_problem(True)) is None
    assert peers.answers(object()) == ()


def test_lab_exports_what_notebooks_need():
    for name in ("run", "compare", "dashboard", "load", "align", "InputError"):
        assert callable(getattr(lab, name))


def test_experiment_is_as_good_as_an_address():
    own = replace(TOY, name="mine", scene=lambda run: blank(f"at {run.settings['lam']}"))
    done = run(own, lam=0.05)
    assert done.address == "mine" and done.experiment is own and done.settings["lam"] == 0.05
    assert lab.scene(done).captions == lab.scene(own, lam=0.05).captions == ["at 0.05"]
    found = compare(own, solvers=["fista", "cd"], peers=False)
    assert list(found.run.results) == ["fista", "cd"]
    assert_refused("has its settings already, got lam", lab.scene, done, lam=0.1)
    nothing = replace(own, solve=lambda settings, cancelled: None)
    assert_refused(r"solve of mine must return lab\.Run.*got NoneType", run, nothing)
    with pytest.raises(InputError, match=r"scene of mine must return a widgets\.Scene.*NoneType"):
        lab.scene(replace(own, scene=lambda run: None))


def test_picture_has_the_words_of_its_experiment():
    drawn = blank()
    shown = lab.scene(replace(TOY, scene=lambda run: drawn))
    assert (shown.title, shown.question) == ("A toy", "Does it run?") and drawn.title == ""
    own = lab.scene(replace(TOY, scene=lambda run: replace(drawn, title="Its own")))
    assert (own.title, own.question) == ("Its own", "Does it run?")


@pytest.mark.parametrize("warm", [True, False])
def test_each_problem_is_solved_from_the_one_before_or_not(warm):
    rng, starts = np.random.default_rng(0), []
    X, t = rng.standard_normal((20, 4)), rng.standard_normal(20)
    problems = [Lasso(X, t, lam) for lam in (3.0, 1.0, 0.3)]

    def solver(problem, **options):
        starts.append(options["x0"])
        return solve_coordinate_descent(problem, **options)

    results = solve_each(solver, problems, warm=warm, tol=1e-9)
    assert all(p.certify(r.x, **r.dual).holds(1e-9) for p, r in zip(problems, results, strict=True))
    assert starts == [None, *(results[:2] if warm else [None, None])]
    part = solve_each(solver, problems[:2], warm=warm, tol=1e-9)
    for one, other in zip(part, results, strict=False):  # the last in the same way as the others
        assert np.array_equal(one.x, other.x) and len(one.trace) == len(other.trace)
    starts.clear()
    stopped = solve_each(solver, problems, cancelled=lambda: len(starts) == 2)
    assert [r.status for r in stopped] == ["converged", "cancelled"]


LAM, SWITCH = Knob("lam", "log", 0.1, "λ", 0.01, 1.0), Knob("fast", "switch", True)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"name": "a/b"}, "name of a scene must be a text without /, got 'a/b'"),
        ({"name": None}, "must be a text without /, got None"),
        ({"knobs": (LAM, LAM)}, "knobs of toy must have names of their own, got 'lam' twice"),
        ({"knobs": LAM}, "knobs of toy must be a tuple of Knobs"),
        ({"vary": {"lam": [0.1, 1e9]}}, "vary of toy does not fit: lam must be a number between"),
        (
            {"vary": {"lam": (1e9, 0.1, 3)}},
            "vary of toy does not fit: lam must be a number between",
        ),
        ({"imports": "sklearn"}, "imports of toy must be a tuple of names of modules"),
        ({"vary": {"lam": 0.1}}, "vary of toy must give lam a list of values, got 0.1"),
        (
            {"deferred": {"rivals": ()}},
            "deferred of toy must name knobs of the scene, got 'rivals'",
        ),
        ({"measures": {"gap": 3}}, "measures of toy must be functions .run., got 3"),
        ({"knobs": (LAM, "fast")}, "knobs of toy must hold widgets.Knob, got 'fast'"),
        ({"knobs": (replace(LAM, when={"slow": (1,)}),)}, "must depend on knobs .*, got 'slow'"),
        ({"knobs": (replace(LAM, when={"not slow": (1,)}),)}, "must depend on .*, got 'slow'"),
        ({"knobs": (LAM, replace(SWITCH, apart="other"))}, "fast of toy must depend .* 'other'"),
        (
            {"solve": lambda settings: None},
            r"solve of toy must be a function \(settings, cancelled\)",
        ),
        ({"solve": 3}, r"solve of toy must be a function \(settings, cancelled\), got 3"),
        ({"scene": lambda: None}, r"scene of toy must be a function \(run\), got .*<lambda>\(\)"),
    ],
)
def test_experiment_that_cannot_work_is_refused_where_it_is_written(change, words):
    assert_refused(words, replace, TOY, **change)


def test_lesson_that_cannot_work_is_refused_where_it_is_written():
    for scenes, words in (
        ((TOY, TOY), "names of their own"),
        (("toy",), "must hold lab.Experiment"),
    ):
        assert_refused(f"scenes of toys must .*{words}|{words}", Lesson, "toys", "", "", "", scenes)
    assert_refused("name of a lesson must be a text without /", Lesson, "to/ys", "", "", "", (TOY,))


def test_run_holds_results():
    for results in ({}, None, 3, {"cd": 3}, run(TOY, lam=0.3).result):
        assert_refused("results of lab.Run must map names to solvers.Res", lab.Run, None, results)


def test_run_and_its_parts_show_themselves_in_a_line():
    done = run(TOY, lam=0.3)
    for shown, words in (
        (done, "<Run of toy: cd converged, ista converged>"),
        (done.result, "<Result converged: objective "),
        (done.trace, f"<Trace of {len(done.trace)} rows: w, "),
        (blank().under("A toy", ""), "<Scene 'A toy' of 1 frames: no panels>"),
    ):
        assert repr(shown).startswith(words) and len(repr(shown)) < 200
    noted = replace(done.result, notes=("Read this.",))
    assert repr(noted).endswith(". Read this.>")


def test_comparisons_and_sweeps_show_themselves_as_their_tables():
    compared = compare(TOY, solvers=["cd"], peers=False)
    swept = lab.sweep(TOY, vary={"lam": [0.1, 0.2]}, jobs=1, progress=False)
    for shown, words in ((compared, "converged"), (swept, "objective")):
        assert repr(shown) == str(shown.table()) and words in repr(shown)
        assert repr(shown.table()) == str(shown.table())
        assert shown._repr_html_() == shown.table()._repr_html_()
