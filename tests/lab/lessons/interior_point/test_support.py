"""Support vectors are counted as an independent solver finds them, at any settings."""

import re

import numpy as np
import pytest
from scipy import sparse

import lab
from lab.drawing.text import read
from lab.lessons.interior_point import hunts
from lab.lessons.interior_point.common import BOUNDED, FREE, ZERO, counted, states
from solvers import kkt_classes

clarabel = pytest.importorskip("clarabel")
COUNTS = r"optimum (at least )?(\d+) zero, (\d+) free and (\d+) at C"


def reference(problem):
    """The optimum by Clarabel in the units of C, or None where it comes no closer than 1e-9."""
    n, y = problem.y.size, problem.y
    K = problem.kernel.values(problem.X, problem.X)
    P = sparse.csc_matrix(np.triu(y[:, None] * y * K) * problem.C)
    A = sparse.csc_matrix(np.vstack([y[None, :], np.eye(n), -np.eye(n)]))
    b = np.concatenate([[0.0], np.ones(n), np.zeros(n)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-13
    cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(2 * n)]
    x = clarabel.DefaultSolver(P, -np.ones(n), A, b, cones, settings).solve().x
    x = problem.project(problem.C * np.array(x))
    return x if problem.certify(x).relative_gap < 1e-9 else None


@pytest.mark.parametrize("address", ["svm", "svm-3d"])
def test_counts_are_those_of_the_optimum(address, random_runs):
    seen = 0
    for run in random_runs(address, 12, 3, n=40, budget=200, method="mehrotra", compare=()):
        x = reference(run.problem)
        stated, *counts = re.search(COUNTS, lab.scene(run).captions[-1]).groups()
        if x is None:
            continue
        # An inner point is off its bound by what its gap allows; who is nearer than 1e-4 C to one
        # there may be free or not, and is not judged.
        near, far = (np.bincount(kkt_classes(run.problem, x, t), minlength=3) for t in (1e-4, 1e-7))
        counts = np.array(counts, dtype=int)
        if stated:
            assert counts[FREE] <= far[FREE]
            continue
        assert near[FREE] <= counts[FREE] <= far[FREE] and counts.sum() == x.size
        seen += 1
    assert seen >= 6


@pytest.mark.parametrize(
    "given, free",
    [
        ({"C": 1000.0, "data": "imbalance", "address": "svm-3d"}, 18),
        ({"address": "svm"}, 9),
        ({"address": "svm", "C": 26.533, "kernel": "polynomial", "gamma": 1.7311,
          "data": "imbalance", "n": 10, "seed": 946}, 3),
    ],
)  # fmt: skip
def test_the_counts_that_were_wrong(given, free):
    given = dict(given)
    scene = lab.scene(lab.run(given.pop("address"), **given))
    assert int(re.search(COUNTS, scene.captions[-1])[3]) == free


def test_what_is_not_proved_is_counted_as_at_least():
    assert counted(np.array([0, 0, 1, 2])) == "2 zero, 1 free and 1 at C"
    assert counted(np.array([0, -1, 1, 2])) == "at least 1 zero, 1 free and 1 at C"
    scene = lab.scene(lab.run("svm", data="imbalance", C=1000.0, budget=5, method="centering"))
    assert read(re.search(r"within (\S+)", scene.captions[-1])[1]) > 1.0


def test_an_iterate_is_drawn_at_a_bound_towards_which_it_moves():
    x = np.array([0.0, 5e-4, 5e-4, 0.5, 1.0 - 5e-4, 1.0 - 5e-4, 1.0])
    slope = np.array([0.0, 0.3, 1e-7, 0.0, -0.3, 1e-7, -0.1])
    expected = [ZERO, ZERO, FREE, FREE, BOUNDED, FREE, BOUNDED]
    assert states(1e3 * x, 1e3, slope).tolist() == expected


@pytest.mark.parametrize(
    "free, words", [(0, "0 free support vectors"), (1, "1 free support vector"),
                    (3, "3 free support vectors")],
)  # fmt: skip
def test_a_hunt_counts_one_in_the_singular(free, words, monkeypatch):
    monkeypatch.setattr(hunts, "_classes", lambda run: [0, 30, free, 9])
    assert hunts.HUNTS["three-free"].judge(None) == (free == 3, f"{words}.")
