"""Private names of other packages that we use all the same.

Each test says what would break here, so that a new version of a package is distinguished from a new
fault.
"""

import inspect

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import pytest
import traitlets


@pytest.fixture(scope="module")
def space():
    figure = plt.figure()
    yield figure.add_subplot(projection="3d")
    plt.close(figure)


def test_matplotlib_draws_the_grid_and_ticks_of_3d_axes_from_axinfo(space):
    info = getattr(space.xaxis, "_axinfo", {})
    missing = {"grid", "tick"} - set(info)
    assert not missing, "widgets/paper/ticks.py: the grid of 3-D panels loses its colour"
    assert {"inward_factor", "outward_factor"} <= set(info["tick"]), "3-D ticks get marks again"


def test_matplotlib_has_points_in_space_in_offsets3d(space):
    cloud = space.scatter([1.0, 2.0], [3.0, 4.0], [5.0, 6.0])
    retained = getattr(cloud, "_offsets3d", None)
    assert retained is not None, "widgets/paper/extents.py: labels in 3-D no longer keep off points"
    cloud.set_offsets([[7.0, 8.0]])
    cloud.set_3d_properties([9.0], "z")
    assert np.column_stack(cloud._offsets3d).tolist() == [[7.0, 8.0, 9.0]], (
        "widgets/paper/artists.py: points in 3-D panels no longer move"
    )


def test_traitlets_compares_values_where_we_look():
    class Holder(traitlets.HasTraits):
        value = traitlets.Any(1)

    holder = Holder()
    assert holder._trait_values["value"] == 1, "widgets/controls.py: 1.0 and True are one value"
    assert callable(holder._notify_trait), "widgets/controls.py: a change of type is not reported"


def test_anywidget_takes_a_module_as_text():
    assert "_esm" in inspect.getsource(anywidget.AnyWidget), "widgets/stage.py: no module is sent"
