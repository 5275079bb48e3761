"""Plain values as JSON with the types that they have, and back.

What a process writes that is not trusted is read here: no name in it is looked up, nothing in it is
called but the types of the two tables below. `worker` runs this file by its path, so that it needs
numpy alone.
"""

from __future__ import annotations

import base64
import re
from collections import Counter, OrderedDict, deque
from decimal import Decimal
from fractions import Fraction
from math import prod

import numpy as np

#: The most entries of a value in all, the most bytes of its arrays and texts, and its depth.
ENTRIES, BYTES, DEPTH = 100_000, 8_000_000, 20
#: The longest whole number, in bits.
BITS = 10_000
_SEQUENCES = {t.__name__: t for t in (list, tuple, set, frozenset, deque)}
_MAPPINGS = {t.__name__: t for t in (dict, OrderedDict, Counter)}
#: Booleans, whole and real and complex numbers, and text, in either order of bytes.
_DTYPE = re.compile(r"[<>|=]?(b1|[iu][1248]|f(2|4|8|12|16)|c(8|16|24|32)|U\d{1,5})")


class NotPlain(ValueError):
    """Why a value has no plain form, as the end of "it returned ..."."""


class _Budget:
    """What a value may still hold."""

    def __init__(self):
        self.entries, self.bytes = ENTRIES, BYTES

    def spend(self, entries, size=0):
        self.entries -= entries
        self.bytes -= size
        if self.entries < 0 or self.bytes < 0:
            raise NotPlain(f"more than {ENTRIES:,} values or {BYTES // 1_000_000} MB")


def encoded(value: object) -> list:
    """[type, content] of a plain value, for JSON; `NotPlain` for another."""
    return _encoded(value, _Budget(), DEPTH)


def decoded(text: object) -> object:
    """The value of what `encoded` made; `NotPlain` where it did not make it."""
    try:
        return _decoded(text, _Budget(), DEPTH)
    except NotPlain:
        raise
    except (TypeError, ValueError, KeyError, IndexError, ArithmeticError, MemoryError) as error:
        raise NotPlain(f"what cannot be read ({type(error).__name__})") from None


def _encoded(value, budget, depth):
    kind, name = type(value), type(value).__name__
    budget.spend(1)
    if depth == 0:
        raise NotPlain(f"values within values, more than {DEPTH} deep")
    if kind in (bool, float, type(None)):
        return [name, value]
    if kind is int:
        if value.bit_length() > BITS:
            raise NotPlain(f"a whole number of more than {BITS:,} bits")
        return [name, hex(value)]
    if kind is str:
        budget.spend(0, len(value))
        return [name, value]
    if kind is complex:
        return [name, [value.real, value.imag]]
    if kind in (bytes, bytearray):
        budget.spend(0, len(value))
        return [name, base64.b64encode(value).decode()]
    if kind is Fraction:
        return [
            name,
            [_encoded(v, budget, depth - 1) for v in (value.numerator, value.denominator)],
        ]
    if kind is Decimal:
        return [name, str(value)]
    if kind in (range, slice):
        parts = (value.start, value.stop, value.step)
        return [name, [_encoded(v, budget, depth - 1) for v in parts]]
    if _SEQUENCES.get(name) is kind:
        return [name, [_encoded(v, budget, depth - 1) for v in value]]
    if _MAPPINGS.get(name) is kind:
        pairs = value.items()
        return [name, [[_encoded(v, budget, depth - 1) for v in pair] for pair in pairs]]
    if kind is np.ndarray or isinstance(value, np.generic):
        return _encoded_array(value, budget)
    raise NotPlain(f"an object of the type {name}")


def _encoded_array(value, budget):
    """["array" or "scalar", [dtype, shape, content in base 64]]"""
    array = np.asarray(value)
    if not _DTYPE.fullmatch(array.dtype.str):
        raise NotPlain(f"an array of the dtype {array.dtype}")
    budget.spend(0, array.nbytes)
    content = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
    name = "array" if type(value) is np.ndarray else "scalar"
    return [name, [array.dtype.str, list(array.shape), content]]


def _decoded(text, budget, depth):
    name, content = _pair(text)
    budget.spend(1)
    if depth == 0:
        raise NotPlain(f"values within values, more than {DEPTH} deep")
    if name in _SEQUENCES:
        return _SEQUENCES[name](_decoded(v, budget, depth - 1) for v in _a(list, content))
    if name in _MAPPINGS:
        pairs = (_a(list, pair) for pair in _a(list, content))
        return _MAPPINGS[name](
            {_decoded(k, budget, depth - 1): _decoded(v, budget, depth - 1) for k, v in pairs}
        )
    if name in ("array", "scalar"):
        array = _decoded_array(content, budget)
        return array if name == "array" else array[()]
    if name in ("Fraction", "range", "slice"):
        parts = [_decoded(v, budget, depth - 1) for v in _a(list, content)]
        return {"Fraction": Fraction, "range": range, "slice": slice}[name](*parts)
    return _decoded_atom(name, content, budget)


def _decoded_atom(name, content, budget):
    if name == "NoneType":
        return _a(type(None), content)
    if name == "bool":
        return _a(bool, content)
    if name == "float":
        return float(_a((int, float), content))
    if name == "complex":
        real, imaginary = _a(list, content)
        return complex(_a((int, float), real), _a((int, float), imaginary))
    budget.spend(0, len(_a(str, content)))
    if name == "int" and len(content) <= BITS // 4 + 4:
        return int(content, 16)
    if name == "str":
        return content
    if name in ("bytes", "bytearray"):
        data = base64.b64decode(content, validate=True)
        return data if name == "bytes" else bytearray(data)
    if name == "Decimal":
        return Decimal(content)
    raise NotPlain("what is no plain value")


def _decoded_array(content, budget):
    dtype, shape, data = _a(list, content)
    if not _DTYPE.fullmatch(_a(str, dtype)):
        raise NotPlain("an array of no plain dtype")
    shape = tuple(_a(int, n) for n in _a(list, shape))
    if any(n < 0 for n in shape):
        raise NotPlain("an array of no shape")
    data = base64.b64decode(_a(str, data), validate=True)
    if len(data) != prod(shape) * np.dtype(dtype).itemsize:
        raise NotPlain("an array of another size than it says")
    budget.spend(0, len(data))
    return np.frombuffer(bytearray(data), dtype).reshape(shape)


def _pair(text):
    if type(text) is not list or len(text) != 2 or type(text[0]) is not str:
        raise NotPlain("what is no plain value")
    return text


def _a(kind, value):
    """`value`, which is of the type `kind` and of no other."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if type(value) not in kinds:
        raise NotPlain("what is no plain value")
    return value
