"""The process that runs a student's step: a separate program that knows nothing of the lab.

It reads pickled requests from standard input and answers each with one line of JSON, so that the
other side never unpickles what this one writes. What the step prints goes nowhere but into a note.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import runpy
import sys
import traceback
from collections.abc import Callable, Mapping
from decimal import Decimal
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

# By their files: to import them would import the lab.
_HERE = Path(__file__).resolve().parent
_TYPED = runpy.run_path(str(_HERE / "typed.py"))
encoded, NotPlain = _TYPED["encoded"], _TYPED["NotPlain"]
read_requests = runpy.run_path(str(_HERE.parent / "processes.py"))["read_requests"]

#: Answers of more entries are described, not sent.
LARGEST = 4096
#: So much of what was printed is reported.
MAX_CAPTURED = 200


class _Printed(io.TextIOBase):
    """A stream that keeps the first characters only."""

    def __init__(self):
        self.captured = ""

    def writable(self):
        return True

    def write(self, text):
        self.captured += text[: MAX_CAPTURED - len(self.captured)]
        return len(text)


def load(request: Mapping[str, Any]) -> tuple[Callable | None, dict[str, Any]]:
    """(the step, what is answered): from what cloudpickle made of it, or from the Python that
    defines it. What a name means that is no function is the answer itself."""
    sys.path[:] = request["path"]
    if "code" not in request:
        return pickle.loads(request["step"]), {}
    name, space = request["name"], dict[str, Any](__name__="submitted")
    exec(compile(request["code"], "submitted", "exec"), space)
    if name not in space:
        raise NameError(f"nothing has the name {name}")
    if callable(space[name]):
        return space[name], {}
    return None, _typed(space[name])


def call_once(function: Callable, pickled: bytes) -> dict[str, Any]:
    """What a function returns for (arguments, named arguments), with the types that it has, and
    what became of those that it changed."""
    args, named = pickle.loads(pickled)
    try:
        answer = _typed(function(*args, **named))
    except BaseException as error:
        answer = {"error": _sentence(error, function), "kind": type(error).__name__}
    pairs = zip(_arguments(*pickle.loads(pickled)), _arguments(args, named))  # noqa: B905
    return answer | {"changed": [change for pair in pairs for change in _change(*pair)]}


def _arguments(args, named):
    """(place or name, value) of each argument."""
    return [*enumerate(args), *named.items()]


def _change(before, after):
    """[place or name, new value] of an argument that is plain and was changed."""
    try:
        old, new = encoded(before[1]), encoded(after[1])
    except NotPlain:
        return []
    return [] if old == new else [[after[0], new]]


def _typed(value):
    try:
        return {"value": encoded(value)}
    except NotPlain as why:
        return {"not plain": str(why)}


def call(step: Callable, pickled: bytes) -> dict[str, Any]:
    """What the step returns for the arguments, twice, and what it did to them."""
    first, changed = _once(step, pickled)
    if "error" in first:
        return first
    again, _ = _once(step, pickled)
    return first | {"changed": changed, "steady": _steady(first, again)}


def _once(step, pickled):
    args = [_writable(a) for a in pickle.loads(pickled)]
    try:
        value = _described(step(*args))
    except BaseException as error:  # an exit, too, is only an answer here
        return {"error": _sentence(error, step), "kind": type(error).__name__}, []
    before = pickle.loads(pickled)
    return value, [k for k, (a, b) in enumerate(zip(before, args)) if not _same(a, b)]  # noqa: B905


def _writable(value):
    """What a step may write to, so that the change can be named."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_writable, value))
    fixed = isinstance(value, np.ndarray) and not value.flags.writeable
    return value.copy() if fixed else value


def _described(value):
    name = type(value).__name__
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return {"type": f"{name} of parts of different shapes", "dtype": "O", "shape": []}
    if array.dtype == object and all(isinstance(v, Real | Decimal) for v in array.flat):
        array = array.astype(np.float64)  # exact fractions are right answers, too
    text = {"type": name, "dtype": array.dtype.kind, "shape": list(array.shape)}
    if array.dtype.kind in "biuf" and array.size <= LARGEST:
        text["data"] = array.astype(np.float64).ravel().tolist()
    return text


def _steady(first, again):
    if "error" in again or first["shape"] != again["shape"]:
        return False
    if "data" not in first:
        return True
    return np.allclose(first["data"], again["data"], rtol=1e-10, atol=1e-300, equal_nan=True)


def _same(a, b):
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return np.array_equal(a, b)


def _sentence(error, step):
    words = " ".join(str(error).split())[:MAX_CAPTURED]
    text = f"{type(error).__name__}: {words}" if words else type(error).__name__
    code = getattr(step, "__code__", None)
    if code is None:
        return text
    lines = [n for frame, n in traceback.walk_tb(error.__traceback__) if frame.f_code is code]
    return f"{text} (line {lines[-1] - code.co_firstlineno + 1} of it)" if lines else text


def main() -> None:
    """Answer requests until the other side closes."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = read_requests()
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    step: Any = None
    while True:
        request = requests.get()
        sys.stdout = sys.stderr = printed = _Printed()
        with np.errstate(all="ignore"):
            answer = {}
            if "args" in request:
                answer = call(step, request["args"])
            elif "call" in request:
                answer = call_once(step, request["call"])
            else:
                try:
                    step, answer = load(request)
                except BaseException as error:
                    answer = {"error": _sentence(error, None), "kind": type(error).__name__}
        out.write(json.dumps(answer | {"printed": printed.captured}, default=bool) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
