"""Arrows tip to tail."""

import numpy as np
import pytest

from lab.drawing.geometry import free_place, tip_to_tail


@pytest.mark.parametrize("seed", range(5))
def test_vectors_that_add_up_to_nothing_close_and_turn_one_way(seed):
    ways = np.random.default_rng(seed).normal(size=(4, 2))
    ways = np.vstack([ways, -ways.sum(axis=0)])
    tails, tips = tip_to_tail(ways)
    assert tips == pytest.approx(np.roll(tails, -1, axis=0))
    (x, y), (u, v) = (tips - tails).T, np.roll(tips - tails, -1, axis=0).T
    turned = x * v - y * u
    assert (turned > -1e-12).all()  # so that they cross nowhere
    assert tips.mean(axis=0) == pytest.approx([0.0, 0.0])


def test_vectors_with_a_sum_leave_a_gap_as_large_as_that():
    tails, tips = tip_to_tail(np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -0.75]]))
    assert np.linalg.norm(tips[-1] - tails[0]) == pytest.approx(0.25)


def test_a_free_place_is_in_the_window_and_away_from_what_is_there():
    box = ((0.0, 10.0), (-1.0, 1.0))
    taken = [[1.8, -0.64], [1.8, 0.64], [5.0, 0.0], [8.2, 0.64]]
    assert free_place(box, taken) == pytest.approx([8.2, -0.64])
