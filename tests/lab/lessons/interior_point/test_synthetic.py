"""The labelled synthetic sets have the properties that their names say."""

import numpy as np
import pytest

from lab.lessons.interior_point.synthetic import KINDS, labelled
from solvers import InputError, KernelSVM, Linear, decision_function, solve_mehrotra

NAMES = [name for name, _ in KINDS]


def hard_margins(found, C=1e6):
    """y h of a machine that pays nearly anything for a point on the wrong side."""
    problem = KernelSVM(found.X, found.y, Linear(), C)
    result = solve_mehrotra(problem, tol=1e-8)
    return found.y * decision_function(problem, result.x, found.X)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("n", [4, 5, 37, 300])
@pytest.mark.parametrize("name", NAMES)
def test_size_labels_and_seed(name, n, dimension):
    one, same, other = (labelled(name, n, dimension, 0.3, seed) for seed in (1, 1, 2))
    assert one.X.shape == (n, dimension) and len(one.features) == dimension
    assert set(one.y) == {-1.0, 1.0}
    assert np.array_equal(one.X, same.X) and np.array_equal(one.y, same.y)
    assert not np.array_equal(one.X, other.X)


@pytest.mark.parametrize("dimension", [2, 3])
def test_only_the_separable_set_is_separated_by_a_plane(dimension):
    for noise in (0.0, 0.2, 1.0):
        assert hard_margins(labelled("separable", 80, dimension, noise)).min() > 0.99
    for name in NAMES[1:]:
        assert hard_margins(labelled(name, 80, dimension, 0.5), C=100.0).min() < 0.99


@pytest.mark.parametrize("n", [50, 100, 300])
def test_one_in_a_hundred_lies_beyond_the_sheet_of_table_6_1(n):
    found = labelled("overlapping", n)
    above = found.X[:, 1] > 0.6 * found.X[:, 0]
    assert np.count_nonzero(above != (found.y > 0.0)) == int(np.ceil(0.01 * n))
    assert np.count_nonzero(found.y > 0.0) == round(0.524 * n)
    wave = labelled("nonlinear", n)
    above = wave.X[:, 1] > 0.6 * np.sin(np.pi * wave.X[:, 0])
    assert np.count_nonzero(above != (wave.y > 0.0)) == int(np.ceil(0.01 * n))
    assert np.count_nonzero(wave.y > 0.0) == round(0.4 * n)


def test_the_rare_class_is_rare_and_duplicates_disagree():
    assert np.count_nonzero(labelled("imbalance", 100).y > 0.0) == 10
    found = labelled("duplicates", 100)
    both = {(*x, -y) for x, y in zip(found.X.tolist(), found.y, strict=True)}
    same = {(*x, y) for x, y in zip(found.X.tolist(), found.y, strict=True)}
    assert len(both & same) == 40


@pytest.mark.parametrize(
    "given, text",
    [
        ({"name": "spiral"}, "name must be one of"),
        ({"n": 3}, "n must be"),
        ({"dimension": 4}, "dimension must be one of"),
        ({"noise": -1.0}, "noise must be"),
    ],
)
def test_bad_arguments_are_named(given, text):
    with pytest.raises(InputError, match=text):
        labelled(**{"name": "moons"} | given)
