"""How numbers travel: arrays become small typed buffers, named by what they hold.

Moving arrays go as int16 with an offset and a scale (of the drawn coordinate: log10 on a log axis),
and so do level sets; other static ones as float32. Equal arrays travel once.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from widgets.fields import Blend, Moved, Prefix, Ragged, Row, Static

if TYPE_CHECKING:
    from widgets.scene import Axis

_STEPS = 65000  # int16 levels in use; -32768 means "no number"
_NAN = np.int16(-32768)
#: An array that reaches this many axis lengths beyond its axis keeps more digits.
_FAR = 50.0


@dataclass(slots=True)
class Arrays:
    """Buffers under construction: `static` and `moving` by name, `about` says how to read each.

    fine: what is put moves in 32 bits. exact: all stays in 64, for what never travels.
    """

    static: dict[str, bytes] = field(default_factory=dict)
    moving: dict[str, bytes] = field(default_factory=dict)
    about: dict[str, dict] = field(default_factory=dict)
    fine: bool = False
    exact: bool = False

    def put(
        self, values: ArrayLike, *, moving: bool, axis: Axis | None = None, coarse: bool = False
    ) -> str:
        """Store `values` once and return their name; `axis` is the settled axis they lie along.

        coarse: they come from a grid, and 16 bits say all that is known of them.
        """
        values = np.asarray(values, dtype=np.float64)
        if axis is not None and axis.log:
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.where(values > 0.0, np.log10(values), np.nan)
        if self.exact:
            about: dict[str, Any] = {"type": "f8", "shape": list(values.shape)}
            data = values.tobytes()
        else:
            data, about = _coded(values, coarse or (moving and not self.fine), axis)
        if axis is not None and axis.log:
            about["log"] = True
        name = ("m" if moving else "s") + _digest(about, data)
        (self.moving if moving else self.static)[name] = data
        self.about[name] = about
        return name

    def whole(self, values: np.ndarray) -> str:
        """Store whole numbers (row numbers, offsets, classes); they travel with the moving ones."""
        data = np.ascontiguousarray(values, dtype="<i4")
        return self._plain("w", "i4", data)

    def expression(
        self, f: Any, axis: Axis | None = None, coordinate: Any = None
    ) -> dict[str, str]:
        """The browser's recipe for what field `f` shows in a frame."""
        match f:
            case Static():
                return {"how": "static", "a": self.put(f.values, moving=False, axis=axis)}
            case Prefix():
                a = self.put(f.values, moving=True, axis=axis)
                return {"how": "prefix", "a": a, "upto": self.whole(f.upto)}
            case Row() | Blend():
                how = "row" if isinstance(f, Row) else "blend"
                return {"how": how, "a": self.put(f.values, moving=True, axis=axis)}
            case Ragged():
                a = self.put(f.values, moving=True, axis=axis)
                return {"how": "ragged", "a": a, "offsets": self.whole(f.offsets)}
            case Moved():
                return self._moved(f, coordinate)
        raise TypeError(f"{type(f).__name__} is not a field.")

    def _moved(self, f, coordinate):
        """One coordinate of `f`: its row of each matrix, not the whole matrix, in float32."""
        return {
            "how": "moved",
            "shape": self.put(f.shape, moving=False),
            "A": self._exact(f.A[:, coordinate, :]),
            "b": self._exact(f.b[:, coordinate]),
        }

    def _exact(self, values):
        code = "f8" if self.exact else "f4"
        return self._plain("m", code, np.ascontiguousarray(values, dtype=f"<{code}"))

    def _plain(self, prefix, code, data):
        about = {"type": code, "shape": list(data.shape)}
        name = prefix + _digest(about, data.tobytes())
        self.moving[name] = data.tobytes()
        self.about[name] = about
        return name


def _digest(about, data):
    """A word for what is in an array and how it is read."""
    return hashlib.blake2b(repr(sorted(about.items())).encode() + data, digest_size=9).hexdigest()


def _coded(values, short, axis):
    """(bytes, how to read them) of an array of drawn coordinates; short: in 16 bits."""
    about: dict[str, Any] = {"type": "f4", "shape": list(values.shape)}
    finite, (low, high) = values, _ends(values)
    whole = math.isfinite(low) and math.isfinite(high)
    if not whole:
        known = np.isfinite(values)
        finite = values[known]
        low, high = _ends(finite)
    if not short or not finite.size or _exceeds(high - low, axis):
        return np.ascontiguousarray(values, dtype="<f4").tobytes(), about
    if max(-low, high) < 32000.0 and low % 1.0 == 0.0 and not np.any(finite % 1.0):
        offset, scale = 0.0, 1.0
    else:
        offset, scale = 0.5 * (low + high), (high - low) / _STEPS or 1.0
    # Where the ends differ by rounding only, so does their middle: a code is never beyond them.
    codes = np.round((finite - offset) / scale).clip(-_STEPS // 2, _STEPS // 2).astype("<i2")
    if not whole:
        known_codes, codes = codes, np.full(values.shape, _NAN, dtype="<i2")
        codes[known] = known_codes
    about |= {"type": "i2", "offset": offset, "scale": scale}
    return codes.tobytes(), about


def _ends(values):
    """(least, largest) of `values`; NaN where one of them is, or where there is none."""
    return (float(values.min()), float(values.max())) if values.size else (math.nan, math.nan)


def _exceeds(length, axis):
    if axis is None:
        return False
    low, high = np.log10(axis.range) if axis.log else axis.range
    return length > _FAR * (high - low)


def plain(value: Any) -> Any:
    """`value` for JSON: numpy numbers as Python's, and no number that JSON does not have."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
