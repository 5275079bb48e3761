"""Numbers on the wire: what comes back is what was drawn, within half a pixel of any panel."""

import base64
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from widgets.fields import at, blend, moved, prefix, ragged, row, static
from widgets.scene import Axis
from widgets.wire import Arrays, plain

PIXELS = 2000  # no panel is larger


# What the player itself makes of buffers: all arrays, and what recipes show in frames. The buffers
# begin at an odd byte, as those of a binary message may.
PLAYER = """\
import { decodeAll, read } from "widgets/static/recipes.js";
const buffer = (text) => {
  const bytes = Buffer.from(text, "base64");
  const odd = new Uint8Array(bytes.length + 1);
  odd.set(bytes, 1);
  return new DataView(odd.buffer, 1);
};
export default ({ about, data, recipes, frames }) => {
  const entries = Object.entries(data).map(([name, text]) => [name, buffer(text)]);
  const arrays = decodeAll(about, Object.fromEntries(entries));
  const values = Object.entries(arrays).map(([name, one]) => [name, one.values]);
  const traces = recipes.map((x) => ({ style: { kind: "" }, moving: true, bind: { x } }));
  const shown = traces.map((t) => frames.map((k) => Array.from(read(t, arrays, k).x)));
  return { arrays: Object.fromEntries(values), shown };
};
"""


@pytest.fixture(scope="session")
def player(node):
    """player(arrays, recipes, frames): the arrays by name, and what each recipe shows."""

    def run(arrays, recipes=(), frames=()):
        data = {n: base64.b64encode(b).decode() for n, b in (arrays.static | arrays.moving).items()}
        stated = {"about": arrays.about, "data": data, "recipes": recipes, "frames": frames}
        found = node(PLAYER, stated)
        values = {n: np.array(v, dtype=float) for n, v in found["arrays"].items()}
        return (
            {n: v.reshape(arrays.about[n]["shape"]) for n, v in values.items()},
            [[np.array(v, dtype=float) for v in frames] for frames in found["shown"]],
        )

    return run


def decoded(player, arrays, name):
    """What the browser makes of an array."""
    return player(arrays)[0][name]


def settled(values):
    """An axis that just holds the finite ones of `values`."""
    finite = values[np.isfinite(values)]
    low, high = (finite.min(), finite.max()) if finite.size else (0.0, 1.0)
    return Axis(range=(low, high if high > low else low + 1.0))


@settings(max_examples=8)
@given(
    st.lists(
        st.lists(st.floats(-1e6, 1e6) | st.just(math.nan), min_size=1, max_size=40),
        min_size=10, max_size=60,
    )
)  # fmt: skip
def test_moving_numbers_come_back_within_half_a_pixel(player, lists):
    arrays, sent = Arrays(), [np.array(values) for values in lists]
    names = [arrays.put(v, moving=True, axis=settled(v)) for v in sent]
    back, _ = player(arrays)
    for values, name in zip(sent, names, strict=True):
        assert np.array_equal(np.isnan(back[name]), np.isnan(values))
        worst = np.nanmax(np.abs(back[name] - values), initial=0.0)
        low, high = settled(values).range
        assert worst <= 0.5 * (high - low) / PIXELS


def test_what_a_lens_shows_keeps_its_digits(player):
    values = np.append(np.linspace(0.0, 1.0, 50), 1.0 - np.geomspace(1e-2, 1e-6, 20))
    fine, coarse = Arrays(fine=True), Arrays()
    worst = []
    for arrays in (fine, coarse):
        name = arrays.put(values, moving=True, axis=settled(values))
        assert name in arrays.moving
        worst.append(np.abs(decoded(player, arrays, name) - values).max())
    assert worst[0] < 1e-7 < 1e-6 < worst[1]


def test_path_that_leaves_its_axis_far_behind_keeps_its_digits(player):
    values = np.array([0.0, 0.25, 0.5, 1e9])
    arrays = Arrays()
    name = arrays.put(values, moving=True, axis=Axis(range=(0.0, 1.0)))
    back = decoded(player, arrays, name)
    assert np.abs(back[:3] - values[:3]).max() < 1e-6


def test_log_axes_carry_exponents_and_no_number_where_there_is_none(player):
    arrays = Arrays()
    name = arrays.put([1.0, 1e-8, 0.0, -1.0], moving=True, axis=Axis(log=True, range=(1e-9, 1.0)))
    assert arrays.about[name]["log"]
    back = decoded(player, arrays, name)
    assert back[:2] == pytest.approx([0.0, -8.0], abs=1e-3)
    assert np.isnan(back[2:]).all()


def test_whole_numbers_are_exact(player):
    values = np.arange(-300, 300.0)
    arrays = Arrays()
    name = arrays.put(values, moving=True)
    assert np.array_equal(decoded(player, arrays, name), values)


@pytest.mark.parametrize("largest", [31_999, 32_000, 32_767, 32_768, 40_000, 63_999, 65_536])
def test_whole_numbers_beyond_sixteen_bits_are_rounded_and_never_wrap(player, largest):
    for values in (np.array([0.0, 7.0, largest]), np.array([-largest, 1.0, largest])):
        arrays = Arrays()
        name = arrays.put(values, moving=True)
        worst = np.abs(decoded(player, arrays, name) - values).max()
        assert worst <= 0.5001 * np.ptp(values) / 65_000 if largest >= 32_000 else worst == 0.0


def test_numbers_that_differ_by_rounding_only_never_wrap(player):
    values = np.array([-0.09999999999999995, -0.10000000000000016, -0.1])
    arrays = Arrays()
    name = arrays.put(values, moving=True)
    assert np.abs(decoded(player, arrays, name) - values).max() <= 4 * np.spacing(0.1)


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


def test_recipes_say_what_at_says(player):
    arrays = Arrays()
    recipes = [arrays.expression(f, Axis(range=(0.0, 4.0))) for f in FIELDS.values()]
    assert [e["how"] for e in recipes] == list(FIELDS)
    _, shown = player(arrays, recipes, [0, 1, 2])
    for name, frames in zip(FIELDS, shown, strict=True):
        for k, values in enumerate(frames):
            assert values == pytest.approx(at(FIELDS[name], k), abs=1e-3), (name, k)


def test_only_what_blends_lies_between_frames(player):
    arrays = Arrays()
    recipes = [arrays.expression(f, Axis(range=(0.0, 4.0))) for f in FIELDS.values()]
    _, shown = player(arrays, recipes, [0, 0.75])
    for name, (first, between) in zip(FIELDS, shown, strict=True):
        if name == "blend":
            mixed = 0.25 * at(FIELDS[name], 0) + 0.75 * at(FIELDS[name], 1)
            assert between == pytest.approx(mixed, abs=1e-3)
        else:
            assert np.array_equal(first, between), name


def test_moved_shape_sends_one_row_of_its_map_per_axis(player):
    rng = np.random.default_rng(0)
    f = moved(rng.random((7, 2)), rng.random((3, 2, 2)), rng.random((3, 2)))
    arrays = Arrays()
    recipes = [arrays.expression(f, Axis(range=(0.0, 4.0)), axis) for axis in (0, 1)]
    _, shown = player(arrays, recipes, [2, 0.5])
    half = f.shape @ (0.5 * (f.A[0] + f.A[1])).T + 0.5 * (f.b[0] + f.b[1])
    for axis in (0, 1):
        assert arrays.about[recipes[axis]["A"]]["shape"] == [3, 2]
        assert shown[axis][0] == pytest.approx(at(f, 2)[:, axis], abs=1e-6)
        assert shown[axis][1] == pytest.approx(half[:, axis], abs=1e-6)


def test_plain_is_json():
    value = {"a": np.float64(math.nan), "b": [np.int64(2), math.inf], "c": np.array([1.0, -0.5])}
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == {
        "a": None, "b": [2, None], "c": [1.0, -0.5],
    }  # fmt: skip


def test_equal_bytes_in_another_shape_are_another_array():
    arrays = Arrays()
    names = [arrays.whole(np.zeros(shape)) for shape in ((2, 3), (3, 2), (2, 3))]
    assert names[0] == names[2] != names[1] and len(arrays.moving) == 2
    assert arrays.about[names[1]]["shape"] == [3, 2]
