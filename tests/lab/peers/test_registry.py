"""A peer is added in one file, and a public check holds it."""

import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from refusing import assert_refused

from lab.peers import Answer, check_peer, forms, peer, peers_of
from lab.peers.clarabel import clarabel
from lab.peers.linprog import linprog
from lab.peers.registry import PEERS, packages
from solvers import InputError, Lasso, Program, solve_coordinate_descent

#: The work of a separate process for each package, as they have compiled parts that crash together
#: with others; of several each is checked in a fork, for which the imports are made once. A line a
#: package: its name, and what broke a promise.
CHECK = """
import os, sys, traceback
from lab.peers import check_peer
from lab.peers.registry import PEERS, packages

installed, forks = packages(), len(sys.argv) > 2
for name in sys.argv[1:]:
    if forks and os.fork():
        os.wait()
        continue
    own = installed[name]
    checked = [(one, kind) for kind, of in PEERS.items() for one in of if of[one].package is own]
    try:
        for one, kind in checked:
            check_peer(one, kind)
        broken = "" if checked else "has no peer"
    except BaseException:
        broken = " ".join(traceback.format_exc().split())
    os.write(1, f"\\tchecked\\t{name}\\t{broken}\\n".encode())
    os._exit(0)
"""
SLOW = ("skglm", "GGLasso")
NAMES = [pytest.param(name, marks=pytest.mark.long if name in SLOW else ())
         for name in packages()]  # fmt: skip


@pytest.fixture(scope="module")
def broken(request):
    """Name of an installed package -> what broke a promise of one of its peers."""
    slow = () if request.config.getoption("--long") else SLOW
    names = [n for n, one in packages().items() if one.version() is not None and n not in slow]
    lines = [names] if sys.platform.startswith("linux") else [[name] for name in names]
    text = "".join(
        subprocess.run([sys.executable, "-c", CHECK, *line], stdout=subprocess.PIPE, text=True,
                       timeout=900).stdout
        for line in lines
    )  # fmt: skip
    found = [line.partition("\tchecked\t")[2].split("\t") for line in text.splitlines()]
    return dict(one for one in found if len(one) == 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_peer_of_an_installed_package_keeps_its_promises(name, broken):
    package = packages()[name]
    if package.version() is None:
        pytest.skip(f"{name} is not installed: {package.pip}")
    if name == "scikit-learn-intelex":
        pytest.skip("it is given Gaussian kernels only")
    assert broken.get(name, "its process has crashed") == ""


@pytest.fixture
def own(monkeypatch):
    """Registers a peer of a linear program that changes Clarabel's answer."""
    pytest.importorskip("clarabel")
    monkeypatch.setitem(PEERS, Program, dict(peers_of(Program)))

    def register(change):
        @peer("mine", Program)
        def mine(problem, tol=None):
            if problem.Q is not None:
                raise NotImplementedError("linear only")

            def solve():
                found = clarabel(problem, 1e-9)()
                return change(found) if found.claim == "optimal" else found

            return solve

    return register


def test_right_peer_of_the_user_passes(own):
    own(lambda answer: answer)
    check_peer("mine", Program)


@pytest.mark.parametrize(
    "change, sentence",
    [
        (lambda a: replace(a, x=2.0 * a.x), "a scale, sign or order is not the problem's"),
        (lambda a: replace(a, x=a.x[::-1]), "a scale, sign or order"),
        (lambda a: replace(a, x=a.x[:1]), "does not fit"),
        (lambda a: replace(a, x=None), "must return x"),
        (lambda a: replace(a, dual={"y": a.dual["y"][::-1]}), "multipliers that leave a gap"),
        (lambda a: replace(a, dual={"wrong": a.x}), "does not fit"),
        (lambda a: replace(a, value=-a.value), "says the value"),
        (lambda a: replace(a, claim="infeasible"), "must claim an optimum"),
        (lambda a: (a.x, {}), "must return an Answer, got tuple"),
    ],
)
def test_wrong_peer_is_found_out(own, change, sentence):
    own(change)
    assert_refused(sentence, check_peer, "mine", Program, error=AssertionError)


def test_scale_of_the_penalty_is_found_out(monkeypatch):
    monkeypatch.setitem(PEERS, Lasso, dict(peers_of(Lasso)))

    @peer("mean", Lasso)
    def mean(problem, tol=None):
        wrong = Lasso(problem.X, problem.t, problem.lam / problem.t.size)
        return lambda: Answer("ok", "optimal", solve_coordinate_descent(wrong, tol=1e-10).x)

    assert_refused("a scale, sign or order", check_peer, "mean", Lasso, error=AssertionError)


def test_peer_that_changes_the_problem_is_found_out(monkeypatch):
    monkeypatch.setitem(PEERS, Program, dict(peers_of(Program)))

    @peer("writer", Program)
    def writer(problem, tol=None):
        def solve():
            problem.c.flags.writeable = True
            problem.c[0] += 1.0
            return Answer("ok", "optimal", np.zeros(problem.c.size))

        return solve

    with pytest.raises(AssertionError, match="must leave the problem as it is"):
        check_peer("writer", Program)


def test_names_are_refused_in_a_sentence(monkeypatch):
    monkeypatch.setitem(PEERS, Program, dict(peers_of(Program)))
    with pytest.raises(InputError, match="name must be free among the peers of Program"):
        peer("OSQP", Program)(lambda problem, tol=None: None)
    assert_refused("name must be a text", peer, "", Program)
    assert_refused("must be the class of a problem, got 3", peer, "mine", 3)
    assert_refused(r"name must be one of .*SCS.*, got 'none'", check_peer, "none", Program)
    assert peers_of(object) == {}


def test_rows_that_bound_nothing_are_left_out_and_their_multipliers_are_0():
    """A side of inf is a domain error, NaN or numerical trouble in packages without a notion of
    it."""
    problem = SimpleNamespace(
        c=np.array([-1.0, -1.0]), A=np.array([[9.0, 9.0], [1.0, 2.0], [3.0, 1.0]]),
        b=np.array([np.inf, 4.0, 6.0]), A_eq=np.zeros((0, 2)), b_eq=np.zeros(0), Q=None,
        lower=np.zeros(2), upper=np.full(2, np.inf),
    )  # fmt: skip
    one, two = forms.one_sided(problem), forms.two_sided(problem)
    assert one.h.tolist() == [4.0, 6.0, 0.0, 0.0] and two.high.tolist() == [4.0, 6.0]
    assert two.G.toarray().tolist() == [[1.0, 2.0], [3.0, 1.0]]
    found = forms.multipliers(problem, [0.4, 0.2, 7.0, 7.0], [])
    assert found["y"].tolist() == [0.0, 0.4, 0.2]
    answer = linprog(problem)()
    assert np.allclose(answer.x, [1.6, 1.2]) and np.allclose(answer.dual["y"], [0.0, 0.4, 0.2])


def test_answer_without_a_point_or_a_value_says_so():
    found = Answer("done", "optimal", [1.0, 2.0], value=3.0)
    assert found.point.tolist() == [1.0, 2.0] and found.objective == 3.0
    lost = Answer("no way", "infeasible")
    with pytest.raises(InputError, match="no point: no way"):
        _ = lost.point
    with pytest.raises(InputError, match="no value: no way"):
        _ = lost.objective
