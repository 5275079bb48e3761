"""Values that nobody should hand over, and what the refusal of one must look like."""

import numpy as np

from solvers import InputError

HOSTILE = {
    "text": "ab",
    "text-array": np.array("x"),
    "texts": np.array(["1", "2"]),
    "none-array": np.array(None),
    "nones": [None, None],
    "huge": 10**400,
    "unprintable": 10**5000,
    "nan": float("nan"),
    "inf": float("inf"),
    "ragged": [[1], [2, 3]],
    "rugged": [1.0, [2.0, 3.0]],
    "mask": np.array([True, False, True]),
    "mask-2d": np.ones((3, 3), dtype=bool),
    "masked": np.ma.masked_equal([1.0, 2.0], 2.0),
    "bool": True,
    "complex": 1j,
    "complexes": np.array([1j, 2.0]),
    "dates": np.array(["2020-01-01", "NaT"], dtype="M8[D]"),
    "set": {1.0},
    "dict": {"a": 1},
    "object": object(),
    "empty": [],
    "numbers-as-text": np.array(["1", 2.0], dtype=object),
    "long": np.zeros(999),
    "deep": np.zeros((2, 2, 2, 2)),
}
#: Not numbers at all: no argument that wants numbers may take them.
NEVER = ["text", "text-array", "texts", "nones", "ragged", "mask", "mask-2d", "masked", "complexes",
         "dates", "numbers-as-text"]  # fmt: skip


def refused(call):
    """The sentence with which `call` refuses, or None where it does not."""
    try:
        call()
    except InputError as error:
        text = str(error)
        assert text.endswith(".") and "\n" not in text and len(text) < 400, text
        return text
    return None
