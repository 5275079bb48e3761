"""A map's settings: which there are, and which comes next."""

import numpy as np
import pytest
from sweeping import TOY

from lab.lessons.interior_point.svm.picture import EXPERIMENT as SVM
from lab.sweeps.sources import mesh
from solvers import InputError


def test_values_run_from_end_to_end_on_the_scale_of_the_knob():
    made = mesh(SVM, "C", "method")
    C = next(knob for knob in SVM.knobs if knob.name == "C")
    assert (made.x[0], made.x[-1]) == (C.low, C.high) and len(made.x) == 33
    np.testing.assert_allclose(np.diff(np.log(made.x)), np.log(C.high / C.low) / 32)
    assert made.y == tuple(v for v, _ in next(k for k in SVM.knobs if k.name == "method").pairs())
    whole = mesh(TOY, "seed", "lam", finest=200).x
    assert whole == tuple(range(100))


def test_each_level_holds_the_ones_before_and_all_comes_once():
    made = mesh(TOY, "lam", "seed", finest=17)
    held = [set(np.ndindex(0))]
    for k in range(len(made.strides)):
        columns, rows = made.level(k)
        cells = {(i, j) for i in columns for j in rows}
        assert cells > held[-1]
        held.append(cells)
    order = made.order((0, 0))
    assert len(order) == len(set(order)) == len(made) == len(held[-1])


@pytest.mark.parametrize("at", [(0, 0), (16, 3), (8, 16)])
def test_coarse_comes_before_fine_and_near_before_far(at):
    made = mesh(TOY, "lam", "seed", finest=17)
    columns, rows = made.level(0)
    order = made.order(at)
    coarse = len(columns) * len(rows)
    assert set(order[:coarse]) == {(i, j) for i in columns for j in rows}
    finest = [cell for cell in order if cell[0] % 2 or cell[1] % 2]
    away = np.linalg.norm(np.array(finest) - at, axis=1)
    assert away[: len(away) // 2].max() <= away[len(away) // 2 :].min() + 1e-9
    assert order.index(made.order(at)[coarse]) < order.index(finest[-1])


def test_cell_of_a_setting_is_the_nearest_on_the_axes():
    made = mesh(TOY, "lam", "kind", finest=5)
    lam = np.array(made.x)
    assert made.nearest((float(np.sqrt(lam[1] * lam[2]) * 1.01), "odd")) == (2, 1)
    assert made.nearest((float(np.sqrt(lam[1] * lam[2]) / 1.01), "plain")) == (1, 0)


@pytest.mark.parametrize("x, y, words", [("nu", "lam", "x must be one of lam, kind, seed, got"),
                                         ("lam", "above", "y must be one of"),
                                         ("lam", "lam", "two knobs")])  # fmt: skip
def test_two_knobs_are_named(x, y, words):
    with pytest.raises(InputError, match=words):
        mesh(TOY, x, y)
