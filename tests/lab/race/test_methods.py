"""A registered solver is a rival in every scene on its problem, and no scene is touched."""

from dataclasses import replace
from functools import wraps
from types import MappingProxyType

import numpy as np
import pytest
from refusing import assert_refused

import lab
from lab.discovery import find
from lab.race.methods import LINES, Methods, Style
from solvers import (
    SOLVERS,
    GroupLasso,
    KernelSVM,
    Lasso,
    MultiInstanceODM,
    Program,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
    registry,
)
from solvers.registry import solver
from widgets.pack import pack

#: Every scene that compares methods on a problem: its address, the problem, a solver of it.
SCENES = [
    ("lasso", Lasso, "ista"),
    ("lars/race", Lasso, "ista"),
    ("groups", GroupLasso, "ista"),
    ("logistic", SparseLogistic, "ista"),
    ("triplets", TripletMetric, "interior_point"),
    ("methods", SparsePrecision, "admm"),
    ("bags", MultiInstanceODM, "reweighting"),
    ("interior-point/race", KernelSVM, "smo"),
    ("svm", KernelSVM, "smo"),
    ("svm-3d", KernelSVM, "smo"),
    ("identification", KernelSVM, "smo"),
    ("polygon", Program, "mehrotra"),
    ("programs/race", Program, "mehrotra"),
    ("polytope", Program, "mehrotra"),
]


@pytest.fixture
def guest(monkeypatch):
    """The function that registers a copy of a solver as "guest", its iterates under another name
    and nothing else in its snapshots; gone after the test."""

    def register(problem, name, **how):
        registry.discover()  # what is first imported meanwhile would be gone after the test
        known, retained = SOLVERS[problem][name], registry.about(problem, name).iterate
        monkeypatch.setitem(SOLVERS, problem, dict(SOLVERS[problem]))
        monkeypatch.setattr(registry, "_ABOUT", dict(registry._ABOUT))

        @solver("guest", problem, **how)
        def solve_as_a_guest(asked, **options):
            result = known(asked, **options)
            snapshots = MappingProxyType({"here": result.trace.snapshots[retained]})
            return replace(result, trace=replace(result.trace, snapshots=snapshots))

    return register


def options(address):
    return dict(next(k for k in find(address)[1].knobs if k.name == "compare").pairs())


def words(scene):
    """All labels and names of a scene's marks."""
    return str([[m.label, getattr(m, "text", "")] for p in scene.panels for m in p.marks])


def test_list_of_scenes_that_compare_is_whole():
    compare = {
        f"{name}/{e.name}"
        for name, lesson in lab.LESSONS.items()
        for e in lesson.scenes
        if any(k.name == "compare" for k in e.knobs)
    }
    learners = {"mi-odm/margins"}  # compares machines, each the answer of another problem
    assert compare - learners == {find(address)[0] for address, *_ in SCENES}


@pytest.mark.parametrize("address, problem, like", SCENES)
def test_guest_is_offered_solved_and_drawn(address, problem, like, guest):
    assert "guest" not in options(address)
    guest(problem, like, label="the guest", iterate="here")
    assert options(address)["guest"] == "the guest"
    done = lab.run(address, compare=["guest"])
    assert "guest" in done.results and type(done.problem) is problem
    scene = lab.scene(done)
    assert "the guest" in words(scene)
    pack(scene)  # what the page receives
    tones = {m.tone for p in scene.panels for m in p.marks if "the guest" in str(m.label)}
    assert tones and "main" not in tones


@pytest.mark.parametrize("address, problem, like", SCENES)
def test_guest_without_iterates_is_not_offered(address, problem, like, guest):
    guest(problem, like)
    assert "guest" in SOLVERS[problem] and "guest" not in options(address)


@pytest.mark.parametrize("address", ["svm", "central-path"])
def test_guest_may_be_the_method_in_question(address, guest):
    guest(KernelSVM, "smo", label="the guest", iterate="here")
    done = lab.run(address, method="guest")
    scene = lab.scene(done)
    assert done.main == "guest" and "guest" in words(scene)
    assert any("the guest" in caption for caption in scene.captions)


def test_guest_is_compared(guest):
    guest(Lasso, "ista", label="the guest", iterate="here")
    found = lab.compare("lasso", solvers=["guest", "cd"], peers=False)
    assert found.run.main == "guest" and "guest" in str(found)


def test_looks_differ_and_keep_their_places(guest):
    before = Methods(
        Lasso, "cd", ("fista", "ista"), {"ista": "plain", "lars": Style("L", "ink", "dot")}
    )
    styles = dict(before)
    assert list(styles)[:3] == ["cd", "fista", "ista"] and styles["cd"][1:] == ("main", "solid")
    assert styles["ista"].label == "plain" and styles["lars"] == ("L", "ink", "dot")
    assert len({style[1:] for style in styles.values()}) == len(styles) == len(before)
    guest(Lasso, "ista", iterate="here")
    assert {name: before[name] for name in styles} == styles and before["guest"].label == "guest"
    assert "cd" not in [name for name, *_ in before.rivals()]
    with pytest.raises(KeyError):
        before["nobody"]


def test_guest_has_a_line_and_a_mark_of_no_other_method(guest):
    mine = {"lars": Style("L", "rival2", "dash")}  # what a place would be given otherwise
    known, retained = SOLVERS[Lasso], len(Methods(Lasso, "cd"))
    guest(Lasso, "ista", label="the guest", iterate="here")
    for k in range(8):
        solver(f"guest{k}", Lasso, iterate="here")(lambda problem, **options: None)
    methods = Methods(Lasso, "cd", ("fista", "ista"), mine)
    lines = [style[1:] for style in methods.values()]
    assert len(methods) == retained + 9 and len(set(lines)) == len(lines) and known is not SOLVERS
    assert not {"muted", "good", "now", "faint"} & {tone for tone, _ in lines}
    marks = {(style.tone, methods.symbol(name)) for name, style in methods.items()}
    assert len(marks) == len(methods)
    assert len(set(LINES)) == len(LINES) and methods["yours"][1:] not in LINES


@pytest.mark.parametrize(
    "experiment",
    [
        pytest.param(e, id=e.name)
        for lesson in lab.discovery.LESSONS.values()
        for e in lesson.scenes
        if any(k.name == "compare" for k in e.knobs)
    ],
)
def test_method_is_not_offered_against_itself(experiment):
    knobs = {k.name: k for k in experiment.knobs}
    rivals = {value for value, _ in knobs["compare"].pairs()}
    chooser = knobs.get(knobs["compare"].apart)
    for value in (None,) if chooser is None else [v for v, _ in chooser.pairs()][:2]:
        chosen = {} if chooser is None else {chooser.name: value}
        run = lab.run(experiment, **chosen)
        assert run.main not in rivals - set(chosen.values())


def test_method_that_is_not_registered_is_named():
    methods, problem = Methods(Lasso, "descent"), Lasso(np.eye(2), np.ones(2), 0.1)
    words = "a solver of Lasso, one of cd, .*, got 'descent'"
    assert_refused(words, methods.solve, "descent", problem)
    assert_refused(words, methods.unit, "descent")
    assert_refused(words, methods.style, "descent")


@pytest.mark.parametrize(
    ("address", "problem"),
    [("lasso", Lasso), ("groups", GroupLasso), ("logistic", SparseLogistic)],
)
def test_rivals_are_warmed_up_before_seconds_count(monkeypatch, address, problem):
    calls = []

    def recorded(name, solve):
        @wraps(solve)
        def call(asked, **options):
            calls.append((name, options["max_iter"]))
            return solve(asked, **options)

        return call

    known = {name: recorded(name, solve) for name, solve in SOLVERS[problem].items()}
    monkeypatch.setitem(SOLVERS, problem, known)
    rivals = lab.run(address, clock="seconds").settings["compare"]
    budgets = {rival: [most for name, most in calls if name == rival] for rival in rivals}
    assert rivals and all(len(b) == 2 and b[0] == 1 < b[1] for b in budgets.values()), budgets
