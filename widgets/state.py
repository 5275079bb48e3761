"""What makes a picture, as one short string: "cl1." and a dictionary of plain values.

The string holds the version, then base64url of the dictionary as JSON, deflated, with the CRC-32
and the length that gzip puts behind it. `static/state.js` reads and writes the same; both are held
by `tests/js/state-cases.json`. What a string holds is data: nothing of it is ever evaluated.

The keys of the dictionary, none of which must be there: `at` (address), `knobs` (name -> value, all
of them), `frame`, `zoom` (panel -> ranges of the drawn coordinates), `camera` (panel in space ->
eye, centre and up, nine numbers), `predict`, `projector` (True, or the panel that is shown alone),
and the teacher's `hide`, `fix` (names), `show`, `panels`, `questions`. A page whose knobs live
reads their values from `knobs`.
"""

from __future__ import annotations

import base64
import json
import math
import re
import zlib
from collections.abc import Mapping
from typing import Any

#: The version that is written, and the latest that is read.
VERSION = 1

#: The longest string that is written or read, and the bytes of JSON that one may inflate to.
LIMIT, _MOST = 100_000, 10_000_000

#: Ends of a range are at most so large, and so far apart as a share of the larger one.
_FAR, _NEAR = 1e100, 1e-12

#: A camera's numbers are at most so large; one over this is how far its eye is from its centre.
_AWAY = 1e3

#: What every gzip member begins with that has no name, no time and no system; not in the string.
_HEAD = bytes.fromhex("1f8b08000000000000ff")
_FORM = re.compile(r"cl([1-9][0-9]*)\.([A-Za-z0-9_-]+)")


def encode(state: Mapping[str, Any]) -> str:
    """The string of a dictionary of plain values: texts, finite numbers, booleans, None, lists and
    dictionaries with texts as names. ValueError where it holds anything else."""
    try:
        data = json.dumps(state, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise ValueError(f"state must hold plain values, got {error}.") from None
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = squeeze.compress(data.encode()) + squeeze.flush()
    text = base64.urlsafe_b64encode(packed[len(_HEAD) :]).decode("ascii")
    if len(text) > LIMIT:
        raise ValueError(f"state must be at most {LIMIT} letters long, got {len(text)}.")
    return f"cl{VERSION}.{text.rstrip('=')}"


def decode(text: str) -> dict[str, Any]:
    """The dictionary of a string; ValueError, in one sentence, where it is damaged, no state, or of
    a newer version."""
    found = _FORM.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"state must be a string such as 'cl1.q1Yq…', got {_short(text)}.")
    if int(found[1]) > VERSION:
        raise ValueError(
            f"state must be of version {VERSION} or earlier, got {found[1]}; "
            "a newer Convex Lab wrote it, and reads it."
        )
    if len(found[2]) > LIMIT:
        raise ValueError(f"state must be at most {LIMIT} letters long, got {len(found[2])}.")
    try:
        state = json.loads(_inflated(found[2]), parse_constant=_no_constant)
    except (ValueError, zlib.error, RecursionError):
        raise ValueError(
            f"state must be whole, got {_short(text)}, which is damaged; copy it again."
        ) from None
    if not isinstance(state, dict):
        raise ValueError(f"state must hold a dictionary, got {type(state).__name__}.")
    return state


def _inflated(text):
    """The JSON in base64url `text`; ValueError unless it is exactly one whole member."""
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=") != text:
        raise ValueError("bits are left over")
    stream = zlib.decompressobj(31)
    data = stream.decompress(_HEAD + packed, _MOST)
    if not stream.eof or stream.unused_data:
        raise ValueError("not one whole member")
    return data.decode()


def _no_constant(name):
    raise ValueError(f"{name} is no number")


def _short(text, length=24):
    words = repr(text)
    return words if len(words) <= length else f"{words[: length - 1]}…"


def check_view(state: Mapping[str, Any]) -> None:
    """Raise a ValueError where what a state says of frame, zoom, camera, projector or predict is
    not of its kind; whether the scene has such frames and panels is for its reader to say."""
    for name, (rule, holds) in _RULES.items():
        if name in state and not holds(state[name]):
            raise ValueError(f"{name} of a state must be {rule}, got {_short(state[name], 60)}.")


def _number(value):
    return isinstance(value, (int, float)) and type(value) is not bool and math.isfinite(value)


def _ranges(value):
    return isinstance(value, dict) and all(
        isinstance(one, list) and len(one) == 2 and all(map(_range, one)) for one in value.values()
    )


def _range(value):
    """Whether the numbers between both ends differ, and none overflows on the way."""
    if not (isinstance(value, list) and len(value) == 2 and all(map(_number, value))):
        return False
    largest, length = max(map(abs, value)), abs(value[1] - value[0])
    return largest <= _FAR and length >= max(_NEAR * largest, 1.0 / _FAR)


def _camera(value):
    return isinstance(value, dict) and all(map(_sees, value.values()))


def _sees(nine):
    """Whether a camera (eye, centre, up) can be used: the eye is not at the centre, up is not 0."""
    if not (isinstance(nine, list) and len(nine) == 9 and all(map(_number, nine))):
        return False
    apart = math.dist(nine[:3], nine[3:6]) if max(map(abs, nine)) <= _AWAY else 0.0
    return apart >= 1.0 / _AWAY and math.hypot(*nine[6:]) >= 1.0 / _AWAY


#: What a state says of the picture itself, apart from the knobs: name -> (rule, whether it holds).
_RULES = {
    "frame": ("a number of at least 0", lambda v: _number(v) and v >= 0),
    "zoom": ("a pair of ranges that can be drawn for each panel", _ranges),
    "camera": ("nine numbers for each panel, an eye apart from its centre and a way up", _camera),
    "predict": ("true or false", lambda v: type(v) is bool),
    "projector": ("true or a panel", lambda v: v is True or isinstance(v, str)),
}
