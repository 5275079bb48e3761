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
_NAN = -32768.0
_I2, _I4, _F4 = map(np.dtype, ("<i2", "<i4", "<f4"))
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
    _named: dict[tuple, str] = field(default_factory=dict)

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
        return self._plain("w", "i4", np.ascontiguousarray(values, dtype=_I4))

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
        held = data.tobytes()
        key = (prefix, code, data.shape, held)  # which rows frames show, many marks share
        if key not in self._named:
            about = {"type": code, "shape": list(data.shape)}
            name = self._named[key] = prefix + _digest(about, held)
            self.moving[name] = held
            self.about[name] = about
        return self._named[key]


def _digest(about, data):
    """A word for what is in an array and how it is read."""
    found = hashlib.blake2b(repr(sorted(about.items())).encode(), digest_size=9)
    found.update(data)
    return found.hexdigest()


def _coded(values, short, axis):
    """(bytes, how to read them) of an array of drawn coordinates; short: in 16 bits."""
    about: dict[str, Any] = {"type": "f4", "shape": list(values.shape)}
    if not short:
        return values.astype(_F4).tobytes(), about
    finite, unknown, (low, high) = values, None, _ends(values)
    if not (math.isfinite(low) and math.isfinite(high)):
        unknown = ~np.isfinite(values)
        finite = values[~unknown]
        low, high = _ends(finite)
    if not finite.size or _exceeds(high - low, axis):
        return values.astype(_F4).tobytes(), about
    if max(-low, high) < 32000.0 and low.is_integer() and (np.rint(finite) == finite).all():
        offset, scale = 0.0, 1.0
    else:
        offset, scale = 0.5 * (low + high), (high - low) / _STEPS or 1.0
    codes = values - offset
    codes /= scale
    np.rint(codes, out=codes)
    # Where the ends differ by rounding only, so does their middle: a code is never beyond them.
    np.maximum(codes, -_STEPS // 2, out=codes)
    np.minimum(codes, _STEPS // 2, out=codes)
    if unknown is not None:
        codes[unknown] = _NAN
    about |= {"type": "i2", "offset": offset, "scale": scale}
    return codes.astype(_I2).tobytes(), about


def _ends(values):
    """(least, largest) of `values`; NaN where one of them is, or where there is none."""
    if not values.size:
        return math.nan, math.nan
    flat = values.ravel()
    return float(np.minimum.reduce(flat)), float(np.maximum.reduce(flat))


def _exceeds(length, axis):
    if axis is None:
        return False
    low, high = map(math.log10, axis.range) if axis.log else axis.range
    return length > _FAR * (high - low)


def plain(value: Any) -> Any:
    """`value` for JSON: numpy numbers as Python's, and no number that JSON does not have."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        known = value.dtype.kind in "iufb" and np.isfinite(value).all()
        return value.tolist() if known else plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
