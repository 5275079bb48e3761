"""Whatever is handed over, the answer is a result or one sentence; copies are as read-only as what
was copied."""

import copy
import dataclasses
import itertools
import pickle

import numpy as np
import pytest
from hostile import refused

import solvers
from solvers import (
    ODM,
    SOLVERS,
    KernelSVM,
    Lasso,
    MultiInstanceODM,
    bag_objectives,
    nearest_neighbour_error,
    sample_triplets,
    solve_mirror_prox,
)
from solvers.testing import NO_NUMBERS

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(scope="module")
def problems(build):
    return {kind: build[kind](np.random.default_rng(3)) for kind in build}


def arguments(kind):
    return [f.name for f in dataclasses.fields(kind) if f.init]


@pytest.mark.parametrize("kind", SOLVERS, ids=lambda k: k.__name__)
def test_what_is_no_number_is_never_data(problems, kind):
    given = {n: getattr(problems[kind], n) for n in arguments(kind)}
    for field, (what, value) in itertools.product(given, NO_NUMBERS.items()):
        if field in ("groups", "kernel", "K") or (kind is KernelSVM and what in ("texts",)):
            continue
        assert refused(lambda g=given | {field: value}: kind(**g)), (field, what)


def arrays(value):
    """All arrays within a value."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from arrays(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays(part)


@pytest.mark.parametrize("kind", SOLVERS, ids=lambda k: k.__name__)
def test_copies_stay_read_only_and_the_same(problems, kind):
    problem, solve = problems[kind], next(iter(SOLVERS[kind].values()))
    before = solve(problem, max_iter=3).certificate
    for twin in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem), copy.copy(problem)):
        assert type(twin) is kind
        found = [a for f in dataclasses.fields(kind) for a in arrays(getattr(twin, f.name))]
        assert found and not any(a.flags.writeable for a in found)
        assert solve(twin, max_iter=3).certificate == before


def test_labels_are_neither_masks_nor_missing():
    X = np.arange(8.0).reshape(4, 2)
    bad = [
        np.array([True, False, True, False]),
        np.array(["2020-01-01", "NaT", "2020-01-02", "NaT"], dtype="M8[D]"),
        [[1], [2, 3], [1], [2]],
        [1.0, np.nan, 1.0, 2.0],
        np.ma.masked_equal([1, 2, 1, 2], 2),
        [1, "a", None, 2],
        None,
    ]
    for y in bad:
        assert refused(lambda y=y: KernelSVM(X, y))
        assert refused(lambda y=y: sample_triplets(y, 3))
        assert refused(lambda y=y: nearest_neighbour_error(np.eye(2), X, y, X, [1, 2, 1, 2]))
        assert refused(lambda y=y: nearest_neighbour_error(np.eye(2), X, [1, 2, 1, 2], X, y))
    assert KernelSVM(X, ["a", "b", "a", "b"]).y.tolist() == [-1.0, 1.0, -1.0, 1.0]
    assert nearest_neighbour_error(np.eye(2), X, list("abab"), X, list("abab")) == 0.0


def test_keys_must_be_in_their_bags():
    problem = MultiInstanceODM([np.eye(2), -np.eye(2)], [1, -1], 1.0, 1.0, 0.5, 0.2)
    a = np.ones(4)
    assert bag_objectives(problem, a, keys=[1]).keys == bag_objectives(problem, a, keys=[1]).keys
    for keys in ([3], [-1], [0, 1], [0.5], "a", [True], None):
        assert keys is None or refused(lambda k=keys: bag_objectives(problem, a, keys=k)), keys


def test_a_radius_is_one_number():
    problem = MultiInstanceODM([np.eye(2), -np.eye(2)], [1, -1], 1.0, 1.0, 0.5, 0.2)
    for radius in (np.ones(2), "a", -1.0, np.array("x"), True, [1.0]):
        assert "radius" in refused(lambda r=radius: solve_mirror_prox(problem, radius=r))
    assert solve_mirror_prox(problem, radius=np.inf, max_iter=2).status


def test_a_mask_is_no_data():
    X = np.eye(3)
    for call in (
        lambda: Lasso(X > 0, np.ones(3), 1.0),
        lambda: Lasso(X, np.ones(3) > 0, 1.0),
        lambda: ODM(X, np.ones(3) > 0, 1.0, 0.5, 0.2),
        lambda: solvers.Gaussian(1.0)(X > 0, X),
    ):
        assert refused(call)
