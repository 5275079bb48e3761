"""At a slider move data and problem are built once; what has not changed is not built again."""

import os
import traceback
from dataclasses import fields

import numpy as np
import pytest
from scenes import ADDRESSES

import lab
from lab import data
from lab.cached import _VALUES, clear_caches, file_version, kernel_values
from lab.discovery import find
from solvers import SOLVERS, Gaussian, InputError, Linear


def print_of(problem):
    """What a problem holds, comparable; fields that are made from the others left out."""
    values = [getattr(problem, f.name, None) for f in fields(problem) if f.init]
    return repr([v.tobytes() if isinstance(v, np.ndarray) else v for v in values])


@pytest.fixture
def built(monkeypatch):
    """(type, what it holds) of each problem that is built."""
    seen = []
    for kind in SOLVERS:
        check = kind.__post_init__

        def note(self, kind=kind, check=check):
            check(self)
            if "drive" in {f.name for f in traceback.extract_stack()}:
                return  # a step of a method, such as one that leaves points out
            seen.append((kind.__name__, print_of(self)))

        monkeypatch.setattr(kind, "__post_init__", note)
    return seen


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_problem_is_built_twice_for_one_picture(built, address):
    experiment = find(address)[1]
    seed = {"seed": 977} if any(k.name == "seed" for k in experiment.knobs) else {}
    settings = experiment.settings(seed)  # none of these is stored by another test
    if experiment.ticks is not None:
        experiment.ticks(settings)
    experiment.scene(experiment.play(settings))
    twice = sorted({kind for kind, what in built if built.count((kind, what)) > 1})
    assert not twice


def test_penalty_moves_and_the_data_stay(monkeypatch):
    calls, make = [], data.collinear
    monkeypatch.setattr(data, "collinear", lambda *a: calls.append(a) or make(*a))
    for lam in (0.31, 0.32, 0.33):
        lab.run("lasso", data="collinear", seed=976, lam=lam)
    assert len(calls) == 1
    lab.run("lasso", data="collinear", seed=975, lam=0.33)
    assert len(calls) == 2


def test_set_is_read_once_until_its_file_changes(tmp_path, monkeypatch):
    monkeypatch.setenv(data.VARIABLE, str(tmp_path))
    file = tmp_path / "mine.csv"
    file.write_text("1,2,1\n3,4,0\n")
    found = lab.load("mine")
    assert lab.load("mine") is found and not found.X.flags.writeable
    file.write_text("1,2,1\n3,5,0\n")
    os.utime(file, ns=(1, 1))
    assert lab.load("mine").X[1, 1] == 5.0
    assert lab.load("diabetes") is lab.load("diabetes")
    file.unlink()
    with pytest.raises(InputError):
        lab.load("mine")


@pytest.mark.parametrize("path", ["not-there.csv", "a\0b", "~nobody-of-this-name/a.csv"])
def test_file_version_of_a_path_without_a_file_is_none(path):
    assert file_version(path) is None


def test_kernel_values_are_computed_once_for_equal_points_and_kernel():
    X, places = np.arange(6.0).reshape(3, 2), np.linspace(0.0, 1.0, 8).reshape(4, 2)
    first = kernel_values(Gaussian(0.5), X, places)
    assert kernel_values(Gaussian(0.5), X.copy(), places) is first and not first.flags.writeable
    np.testing.assert_array_equal(first, Gaussian(0.5).values(X, places))
    for kernel, A, B in (
        (Gaussian(0.6), X, places), (Linear(), X, places), (Gaussian(0.5), X + 1.0, places),
        (Gaussian(0.5), X, places[:2]),
    ):  # fmt: skip
        np.testing.assert_array_equal(kernel_values(kernel, A, B), kernel.values(A, B))


def test_kernel_values_that_are_large_are_not_stored(monkeypatch):
    monkeypatch.setattr("lab.cached._LARGEST_CALL", 11)
    X, places = np.arange(6.0).reshape(3, 2), np.ones((4, 2))
    found = kernel_values(Gaussian(0.5), X, places)
    assert kernel_values(Gaussian(0.5), X, places) is not found
    np.testing.assert_array_equal(found, Gaussian(0.5).values(X, places))
    assert kernel_values(Gaussian(0.5), X, places[:3]) is kernel_values(
        Gaussian(0.5), X, places[:3]
    )


def test_kernel_values_of_several_grids_are_stored_up_to_a_size(monkeypatch):
    monkeypatch.setattr("lab.cached._MOST_VALUES", 30)
    X, kernel = np.arange(6.0).reshape(3, 2), Gaussian(0.25)
    grids = [np.linspace(0.0, k, 2 * k).reshape(k, 2) for k in (2, 3, 5)]
    found = [kernel_values(kernel, X, places) for places in grids]
    assert all(kernel_values(kernel, X, g) is one for g, one in zip(grids, found, strict=True))
    kernel_values(kernel, X, grids[2] + 1.0)
    assert kernel_values(kernel, X, grids[2]) is found[2], "30 values are not too many"
    assert kernel_values(kernel, X, grids[0]) is not found[0]


def test_kernel_values_of_many_small_calls_do_not_pile_up():
    X, kernel = np.ones((0, 2)), Gaussian(0.125)
    for k in range(200):
        kernel_values(kernel, X, np.full((3, 2), float(k)))
    assert len(_VALUES) <= 64
    clear_caches()
    assert not _VALUES


@pytest.mark.parametrize("most", [100, 1])
@pytest.mark.parametrize("kind", ["int64", "float32", "float64"])
def test_kernel_values_of_any_dtype_are_right_and_read_only(monkeypatch, most, kind):
    monkeypatch.setattr("lab.cached._LARGEST_CALL", most)
    X, places = np.arange(6).reshape(3, 2).astype(kind), np.arange(8).reshape(4, 2).astype(kind)
    found = kernel_values(Gaussian(0.5), X, places)
    expected = Gaussian(0.5).values(X.astype(float), places.astype(float))
    np.testing.assert_array_equal(found, expected)
    assert not found.flags.writeable
    np.testing.assert_array_equal(kernel_values(Gaussian(0.5), X[:, ::-1], places[:, ::-1]), found)
