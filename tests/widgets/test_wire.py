"""Numbers on the wire: what comes back is what was drawn, within half a pixel of any panel."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.fields import at, blend, moved, prefix, ragged, row, static
from widgets.scene import Axis
from widgets.wire import Arrays, plain

PIXELS = 2000  # no panel is larger


def decoded(arrays, name):
    """What the browser makes of an array."""
    about = arrays.about[name]
    data = {**arrays.static, **arrays.moving}[name]
    values = np.frombuffer(data, {"f4": "<f4", "i2": "<i2", "i4": "<i4"}[about["type"]])
    if about["type"] == "i2":
        values = np.where(values == -32768, np.nan, about["offset"] + about["scale"] * values)
    return values.reshape(about["shape"])


@given(st.lists(st.floats(-1e6, 1e6) | st.just(math.nan), min_size=1, max_size=40))
def test_moving_numbers_come_back_within_half_a_pixel(values):
    values = np.array(values)
    finite = values[np.isfinite(values)]
    low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
    axis = Axis(range=(low, high if high > low else low + 1.0))
    arrays = Arrays()
    back = decoded(arrays, arrays.put(values, moving=True, axis=axis))
    assert np.array_equal(np.isnan(back), np.isnan(values))
    worst = np.nanmax(np.abs(back - values), initial=0.0)
    assert worst <= 0.5 * (axis.range[1] - axis.range[0]) / PIXELS


def test_a_path_that_leaves_its_axis_far_behind_keeps_its_digits():
    values = np.array([0.0, 0.25, 0.5, 1e9])
    arrays = Arrays()
    back = decoded(arrays, arrays.put(values, moving=True, axis=Axis(range=(0.0, 1.0))))
    assert np.abs(back[:3] - values[:3]).max() < 1e-6


def test_log_axes_carry_exponents_and_no_number_where_there_is_none():
    arrays = Arrays()
    name = arrays.put([1.0, 1e-8, 0.0, -1.0], moving=True, axis=Axis(log=True, range=(1e-9, 1.0)))
    assert arrays.about[name]["log"]
    back = decoded(arrays, name)
    assert back[:2] == pytest.approx([0.0, -8.0], abs=1e-3)
    assert np.isnan(back[2:]).all()


def test_whole_numbers_are_exact():
    values = np.arange(-300, 300.0)
    arrays = Arrays()
    assert np.array_equal(decoded(arrays, arrays.put(values, moving=True)), values)


def test_equal_arrays_travel_once_and_static_apart_from_moving():
    arrays = Arrays()
    a, b = np.random.default_rng(0).random((2, 5))
    first = arrays.expression(row([a, b]))
    assert arrays.expression(row([a, b])) == first
    arrays.expression(static(a))
    assert len(arrays.moving) == 1 and len(arrays.static) == 1


FIELDS = {
    "static": static([1.0, 2.0]),
    "prefix": prefix([1.0, 4.0, 2.0], [0, 1, 2]),
    "row": row([[1.0, 2.0], [3.0, 1.0], [0.0, 0.0]]),
    "blend": blend([[1.0, 2.0], [3.0, 1.0], [0.0, 0.0]]),
    "ragged": ragged([1.0, 2.0, 3.0], [0, 1, 1, 3]),
}


@pytest.mark.parametrize("how", FIELDS)
@pytest.mark.parametrize("k", [0, 1, 2])
def test_recipes_say_what_at_says(how, k):
    arrays = Arrays()
    e = arrays.expression(FIELDS[how], Axis(range=(0.0, 4.0)))
    assert e["how"] == how
    values = decoded(arrays, e["a"])
    shown = {
        "static": lambda: values,
        "prefix": lambda: values[: decoded(arrays, e["upto"])[k] + 1],
        "row": lambda: values[k],
        "blend": lambda: values[k],
        "ragged": lambda: values[slice(*decoded(arrays, e["offsets"])[k : k + 2])],
    }[how]()
    assert shown == pytest.approx(at(FIELDS[how], k), abs=1e-3)


def test_a_moved_shape_sends_one_row_of_its_map_per_axis():
    rng = np.random.default_rng(0)
    f = moved(rng.random((7, 2)), rng.random((3, 2, 2)), rng.random((3, 2)))
    arrays = Arrays()
    for axis in (0, 1):
        e = arrays.expression(f, Axis(range=(0.0, 4.0)), axis)
        shape, A, b = (decoded(arrays, e[name]) for name in ("shape", "A", "b"))
        assert shape @ A[2] + b[2] == pytest.approx(at(f, 2)[:, axis], abs=1e-6)


def test_plain_is_json():
    value = {"a": np.float64(math.nan), "b": [np.int64(2), math.inf], "c": np.array([1.0, -0.5])}
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == {
        "a": None, "b": [2, None], "c": [1.0, -0.5],
    }  # fmt: skip
