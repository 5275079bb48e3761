"""Level sets end where no point may be; names of paths are at their heads in a plane, so that a
line that leads to one ends there."""

from types import SimpleNamespace

import numpy as np
import pytest

import lab
from lab.drawing.paths import landscape, path_names
from widgets.fields import at


def test_landscape_ends_at_the_wall_behind_which_no_point_may_be():
    def objective(w):
        return np.where((w >= 0.0).all(axis=-1), (w**2).sum(axis=-1), np.inf)

    view = SimpleNamespace(objective=objective, minimiser=np.zeros(2))
    filled, lines = landscape(view, (-1.0, 2.0), (-1.0, 1.0))
    assert filled.levels == lines.levels and filled.levels[-1] == objective(np.array([2.0, 1.0]))
    values = np.asarray(filled.values.values)
    behind = (filled.x.values < 0.0) | (filled.y.values < 0.0)[:, None]
    assert np.isfinite(values).all() and values[behind].min() > filled.levels[-1]


PATHS = {name: np.random.default_rng(k).normal(size=(6, 3)) for k, name in enumerate("abc")}


def heads(dimension):
    """The places of the names (frames, rivals, dimension), and of the heads of their paths."""
    rows = {name: np.array([0, 2, 5]) for name in PATHS}
    view = SimpleNamespace(
        rivals=tuple(PATHS),
        methods={name: (name, "rival1", None) for name in PATHS},
        path=lambda name: PATHS[name][:, :dimension],
        rows=rows,
    )
    names = list(path_names(view, ((-2.0, 2.0),) * dimension))
    axes = "xyz"[:dimension]
    where = [[[at(getattr(t, a), k)[0] for a in axes] for t in names] for k in range(3)]
    return np.array(where), np.array(
        [[PATHS[n][rows[n][k]][:dimension] for n in PATHS] for k in range(3)]
    )


def test_in_a_plane_names_are_at_the_heads():
    names, ends = heads(2)
    np.testing.assert_array_equal(names, ends)


def test_in_space_names_of_one_head_are_apart():
    names, ends = heads(3)
    assert (np.abs(np.diff((names - ends)[..., 2], axis=1)) > 0.1).all()


@pytest.mark.parametrize("address", ["polygon", "polytope"])
def test_central_path_is_not_drawn_before_it_was_played(address):
    marks = [m for panel in lab.scene(address).panels for m in panel.marks]
    found = [m.future for m in marks if getattr(m, "label", "") == "central path"]
    assert found and all(found)
