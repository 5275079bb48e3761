"""Plain values come back with the types that they have; what else JSON says is refused."""

import json
from collections import Counter, OrderedDict, deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.checking.typed import BITS, DEPTH, ENTRIES, NotPlain, decoded, encoded

ATOMS = (
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats(allow_nan=False)
    | st.text(max_size=5) | st.fractions() | st.binary(max_size=5)
    | st.complex_numbers(allow_nan=False) | st.decimals(allow_nan=False)
)  # fmt: skip
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner)
    | st.dictionaries(ATOMS, inner, max_size=3) | st.sets(ATOMS, max_size=3)
    | st.frozensets(ATOMS, max_size=3),
    max_leaves=8,
)  # fmt: skip


def there_and_back(value):
    return decoded(json.loads(json.dumps(encoded(value))))


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a.items(), b.items()))  # noqa: B905
    return a == b


@given(VALUES)
def test_values_of_python(value):
    assert same(there_and_back(value), value)


@pytest.mark.parametrize("value", [
    range(3, 9, 2), slice(1, None, 2), deque([1, 2]), OrderedDict(b=1, a=2), Counter("aab"),
    Decimal("1.50"), Fraction(1, 3), bytearray(b"ab"), np.int64(3), np.float32(0.1), np.True_,
    np.str_("ab"), np.complex128(1j), np.longdouble(1) / 3, float("inf"), -0.0, 2**5000,
])  # fmt: skip
def test_values_of_libraries(value):
    back = there_and_back(value)
    assert type(back) is type(value) and back == value and repr(back) == repr(value)


@pytest.mark.parametrize("dtype", ["?", "u1", "<i4", ">i8", "<f2", "f8", "c8", "<U3"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3)])
def test_arrays(dtype, shape):
    array = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    back = there_and_back(array.copy(order="F"))
    assert type(back) is np.ndarray and back.dtype == array.dtype and back.shape == shape
    assert (back == array).all() and back.flags.writeable


class Same:
    def __eq__(self, other):
        return True


@pytest.mark.parametrize("value", [
    Same(), len, iter([]), np.array([Same()]), np.ma.masked_array([1]), np.datetime64("2020"),
    type("int", (int,), {})(3), 2 ** (BITS + 1), [0] * (ENTRIES + 1), np.zeros(10**7), "x" * 10**7,
])  # fmt: skip
def test_what_is_no_plain_value_or_too_large_is_refused_in_words(value):
    with pytest.raises(NotPlain) as caught:
        encoded(value)
    assert str(caught.value)


def test_list_that_holds_itself_is_refused():
    own = []
    own.append(own)
    with pytest.raises(NotPlain, match=f"{DEPTH} deep"):
        encoded(own)


ONE = ["int", "0x1"]


@pytest.mark.parametrize("text", [
    None, 3, "int", [], ["int"], ["int", 3], ["int", "f" * 10**6], ["int", "zz"], [["int"], 1],
    ["os.system", "ls"], ["eval", ["str", "1"]], ["bool", 1], ["float", "1"], ["Decimal", "one"],
    ["list", {}], ["list", [3]], ["dict", [[ONE]]], ["dict", [[["list", []], ONE]]],
    ["set", [["dict", []]]], ["Fraction", [ONE, ["int", "0x0"]]], ["range", [["str", "a"]]],
    ["bytes", "@"], ["scalar", ["<f8"]], ["array", ["O", [1], ""]],
    ["array", ["<f8", [10**12], ""]], ["array", ["<f8", [-1], ""]], ["array", ["<f8,<f8", [1], ""]],
    ["array", ["<f8", [1], "AAAA"]],
    ["array", ["U0", [10**9], ""]], ["array", ["<f8", [True], "AAAAAAAAAAA="]],
])  # fmt: skip
def test_what_encoded_did_not_write_is_refused(text):
    with pytest.raises(NotPlain):
        decoded(text)


def test_depth_is_limited_when_it_is_read():
    text = ["int", "0x1"]
    for _ in range(500):
        text = ["list", [text]]
    with pytest.raises(NotPlain):
        decoded(text)
