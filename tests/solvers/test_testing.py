"""`solvers.testing` passes a problem of a user, and finds each kind of fault put into it."""

import dataclasses
import functools
import itertools
import re
import subprocess
import sys

import numpy as np
import pytest
from page import block

from solvers import SOLVERS, Certificate, InputError, registry
from solvers.testing import check_problem, check_solver


@pytest.fixture(scope="module")
def page():
    """What lab/EXTENDING.md gives to copy: a problem, its solver and their checks, which pass."""
    before, known = dict(SOLVERS), dict(registry._ABOUT)
    space = {"__name__": "elastic_net"}
    exec(block("own problem") + block("own checks"), space)
    yield space
    for held, old in ((SOLVERS, before), (registry._ABOUT, known)):
        held.clear()
        held.update(old)


def test_check_problem_with_a_start_needs_no_solver(page):
    class Started(page["ElasticNet"]):
        start = np.zeros(5)

    check_problem(lambda seed: Started(**vars(page["build"](seed))))
    with pytest.raises(AssertionError, match="has no solver: give `solvers`, or the problem a `st"):
        check_problem(page["build"], solvers={})


def moved(sound, **by):
    return dataclasses.replace(sound, **{n: getattr(sound, n) + v for n, v in by.items()})


def too_cheap(self, certify, w, theta):
    """The penalty of the bound times 0.05: what the bound takes off is too small."""
    theta = self.t - self.X @ w if theta is None else theta
    over = np.maximum(np.abs(self.X.T @ theta) - self.lam, 0.0)
    return moved(certify(w, theta), bound=0.95 * 0.5 / self.mu * (over @ over))


def from_the_value(self, certify, w, theta):
    sound = certify(w, theta)
    return dataclasses.replace(sound, bound=sound.objective)


def remembered(self, certify, w, theta):
    sound = certify(w, theta)
    self.__dict__["top"] = max(self.__dict__.get("top", -np.inf), sound.bound)
    return dataclasses.replace(sound, bound=self.top)


def counted(self, certify, w, theta):
    self.__dict__["calls"] = self.__dict__.get("calls", 0) + 1
    return moved(certify(w, theta), bound=-1e-3 / self.calls)


def in_place(self, certify, w, theta):
    sound = certify(w, theta)
    if w.flags.writeable:
        w += 1.0
    return sound


def vast(self, certify, w, theta, scale=1e30):
    return dataclasses.replace(certify(w, theta), scale=scale)


def at_the_best_multiple(self, certify, w, theta):
    """It proves the best point of the ray through w, and returns w."""
    certify(w, theta)  # which refuses what is no vector
    w = np.asarray(w, dtype=float)
    fit, slope = self.X @ w, self.lam * np.abs(w).sum()
    best = (self.t @ fit - slope) / (fit @ fit + self.mu * w @ w) if np.any(w) else 0.0
    return certify(best * w, theta)


CERTIFICATES = {
    "above": (lambda self, certify, w, theta: moved(certify(w, theta), bound=0.1 * self.t.size),
              r"bound .* is above the value"),
    "cheap": (too_cheap, r"bound .* is above the value"),
    "from the value": (from_the_value, r"bound .* is above the value"),
    "remembered": (remembered, "moves with the solver|gives .* then"),
    "counted": (counted, "gives .* then|moves with the solver"),
    "in place": (in_place, "certify changed its argument x: copy it first"),
    "tuple": (lambda self, certify, w, theta: (1.0, 0.0), "certify must return a Certificate"),
    "nan": (lambda self, *args: Certificate(np.nan, 0.0, 1.0), "no value is nan"),
    "infinite scale": (functools.partial(vast, scale=np.inf), "no scale is infinite"),
    "another point": (at_the_best_multiple, "it judges another point"),
}  # fmt: skip


def broken(page, fault, **more):
    """`build` of the page's problem with another certificate."""
    sound = page["ElasticNet"]

    class Net(sound):
        def certify(self, w, theta=None):
            return fault(self, functools.partial(sound.certify, self), w, theta)

    for name, value in more.items():
        setattr(Net, name, value)
    return lambda seed: Net(**vars(page["build"](seed)))


@pytest.mark.parametrize("solved", [True, False], ids=["solved", "searched"])
@pytest.mark.parametrize("fault", CERTIFICATES)
def test_check_problem_finds_each_fault_of_a_certificate(page, fault, solved):
    known = {"solvers": {"ista": page["solve_elastic_net"]}} if solved else {}
    wrong, words = CERTIFICATES[fault]
    with pytest.raises(AssertionError, match=words):
        check_problem(broken(page, wrong, start=np.zeros(5)), **known)


def test_check_problem_finds_a_scale_that_lets_all_pass(page):
    build = broken(page, vast)
    with pytest.raises(AssertionError, match="it cannot fail"):
        check_problem(build, solvers={"ista": page["solve_elastic_net"]})


@pytest.mark.parametrize("scale", [lambda p: 1.0, lambda p: float(np.abs(p.t).sum())])
def test_check_problem_finds_a_scale_without_units(page, scale):
    def carried(self, certify, w, theta):
        return dataclasses.replace(certify(w, theta), scale=scale(self))

    build = broken(page, carried)

    def scaled(p, s):
        return type(p)(p.X, p.t * s, p.lam * s, p.mu), s * s

    known = {"solvers": {"ista": page["solve_elastic_net"]}}
    check_problem(build, **known)
    with pytest.raises(AssertionError, match="The scale has not the units of the objective"):
        check_problem(build, scaled=scaled, **known)
    with pytest.raises(AssertionError, match="times as large the optimum is between"):
        check_problem(page["build"], scaled=lambda p, s: (scaled(p, s)[0], s))


def test_check_problem_names_what_is_missing():
    with pytest.raises(AssertionError, match=r"object must have a method certify\(x, \*\*dual\)"):
        check_problem(lambda seed: object())


@pytest.mark.parametrize(
    "given, words",
    [
        ({"build": 3}, "build must be a function"),
        ({"seeds": 3}, "seeds must be whole numbers"),
        ({"solvers": [len]}, 'solvers must map short names to solve functions, as {"mine": solve}'),
        ({"scaled": 2.0}, "scaled must be a function"),
        ({"scaled": lambda p, s: p}, "scaled must return"),
    ],
)
def test_check_problem_refuses_wrong_arguments_in_a_sentence(page, given, words):
    with pytest.raises(InputError, match=re.escape(words)):
        check_problem(**{"build": page["build"], **given})


def test_check_solver_without_problems_is_refused(page):
    for problems in ([], page["build"](0)):
        with pytest.raises(InputError, match="problems must be a list"):
            check_solver(page["solve_elastic_net"], problems)


def runs(page, **wrong):
    """The page's solver with something done otherwise."""

    def solve(problem, *, max_iter=100, cancelled=None, **common):
        given = {"max_iter": max_iter, "cancelled": cancelled, **common}
        return wrong["run"](problem, given, page["solve_elastic_net"])

    return solve


def endless(problem, given, solve):
    return solve(problem, **{**given, "max_iter": 30 if given["max_iter"] == 2 else
                             given["max_iter"]})  # fmt: skip


def uncancelled(problem, given, solve):
    return solve(problem, **{**given, "cancelled": None})


def stubborn(problem, given, solve):
    while given["cancelled"] and given["cancelled"]():
        pass
    return solve(problem, **given)


DRAWS = itertools.count()


def random(problem, given, solve):
    rng = np.random.default_rng(next(DRAWS))
    return solve(problem, **{**given, "x0": rng.normal(size=problem.X.shape[1])})


def raw(problem, given, solve):
    if isinstance(given["max_iter"], float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return solve(problem, **given)


def ignoring_seeds(problem, given, solve):
    return solve(problem, **{**given, "seed": 0})


def boastful(problem, given, solve):
    return dataclasses.replace(solve(problem, **{**given, "max_iter": 1}), status="converged")


def embellished(problem, given, solve):
    result = solve(problem, **given)
    better = dataclasses.replace(result.certificate, bound=result.certificate.objective)
    return dataclasses.replace(result, certificate=better)


def destructive(problem, given, solve):
    if isinstance(given.get("x0"), np.ndarray) and given["x0"].shape == (5,):
        given["x0"][0] += 1.0
    return solve(problem, **given)


def spoiling(problem, given, solve):
    result = solve(problem, **given)
    problem.t.flags.writeable = True
    problem.t[0] = np.nextafter(problem.t[0], np.inf)
    problem.t.flags.writeable = False
    return result


SOLVES = {
    "endless": (endless, "goes to iteration 30, max_iter=2"),
    "uncancelled": (uncancelled, "does not stop when it is cancelled: it goes on to iteration"),
    "stubborn": (stubborn, "does not stop when it is cancelled"),
    "random": (random, "draws another trace from the same seed"),
    "raw": (raw, r"breaks at max_iter=nan with TypeError: .* refuse it with an InputError"),
    "any seed": (ignoring_seeds, r"takes seed='ab'; refuse it with an InputError"),
    "boastful": (boastful, "ended as 'converged' with a relative gap of"),
    "embellished": (embellished, r"and problem.certify\(x, \*\*dual\) says"),
    "destructive": (destructive, "changed its argument x0: copy it first"),
    "spoiling": (spoiling, "changed the data of its problem"),
    "tuple": (lambda *args: (1, 2), "must return a solvers.Result, got tuple"),
}


@pytest.mark.parametrize("fault", SOLVES)
def test_check_solver_finds_each_fault_of_a_solver(page, fault):
    run, words = SOLVES[fault]
    with pytest.raises(AssertionError, match=words):
        check_solver(runs(page, run=run), [page["build"](0)])


def test_check_solver_names_missing_options(page):
    with pytest.raises(AssertionError, match="must take the option x0, record_every, seed, cance"):
        check_solver(lambda problem, tol=1e-6, max_iter=9: None, [page["build"](0)])


def test_problem_protocol_does_not_import_numba():
    code = "from solvers import Problem; import sys; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
