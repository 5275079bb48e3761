"""A submitted function as graded cells call it: each call goes to the process that has it.

What comes back is plain data with the types that it has (`lab.checking.typed`), never a pickle: the
process that runs a student's code is not trusted. What a function does to its arguments happens to
those of the cell, and an error is of the kind that it has there.
"""

from __future__ import annotations

import pickle
import sys
from contextlib import ExitStack

import numpy as np

from lab.checking.answers import refusal
from lab.checking.remote import LOADING, Remote
from lab.checking.typed import NotPlain, decoded

#: Seconds of one call of a function, and how many a graded cell may make.
PATIENCE, CALLS = 3.0, 20_000
_BROKEN = {"error", "late", "gone"}
#: What a graded cell may expect to be raised.
_ERRORS = {
    kind.__name__: kind
    for kind in (
        ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, LookupError,
        NameError, NotImplementedError, OverflowError, RuntimeError, TypeError, ValueError,
        ZeroDivisionError, np.linalg.LinAlgError,
    )
}  # fmt: skip


class NotAnswered(Exception):
    """Why a function has no answer, in one sentence."""

    def __str__(self):
        return str(self.args[0])


def submitted(stack: ExitStack, name: str, code: str) -> object:
    """What `code` gives the name `name`, in a separate process that ends with `stack`: a
    `RemoteFunction`, or the value where it is not a function."""
    process = Remote()
    stack.callback(process.end)
    answer = process.ask({"code": code, "name": name, "path": sys.path}, LOADING)
    if answer.keys() & _BROKEN:
        return RemoteFunction(process, refusal(answer, (), LOADING))
    if not answer.keys() & {"value", "not plain"}:
        return RemoteFunction(process)
    try:
        return _value(answer, f"{name} is")
    except NotAnswered as error:
        return RemoteFunction(process, str(error))


class RemoteFunction:
    """A submitted function. failure: why it cannot be called, or ""."""

    def __init__(self, process, failure=""):
        self.process, self.failure, self.left = process, failure, CALLS

    def __call__(self, *args, **named):
        """What it returns; `NotAnswered`, of the kind that it raises, where it returns nothing."""
        self.left -= 1
        if self.failure or self.left < 0:
            raise NotAnswered(self.failure or "It was called too often.")
        answer = self.process.ask({"call": pickle.dumps((args, named), protocol=5)}, PATIENCE)
        _write_back(answer.get("changed"), args, named)
        if answer.keys() & _BROKEN:
            raise _error(answer.get("kind"))(refusal(answer, (), PATIENCE))
        return _value(answer, "Your step returned")


def _value(answer, lead):
    try:
        if "not plain" in answer:
            raise NotPlain(answer["not plain"])
        return decoded(answer.get("value"))
    except NotPlain as why:
        raise NotAnswered(
            f"{lead} {why}; what is marked must be numbers, texts, arrays of these, or lists, "
            "tuples, sets and dicts of them."
        ) from None


def _error(name):
    kind = _ERRORS.get(name) if isinstance(name, str) else None
    return type(kind.__name__, (NotAnswered, kind), {}) if kind else NotAnswered


def _write_back(changed, args, named):
    """Let the arguments of the cell become what the function made of them."""
    places = {**dict(enumerate(args)), **named}
    for key, text in changed or ():
        try:
            _become(places[key], decoded(text))
        except (NotPlain, KeyError, TypeError, ValueError):  # no argument of this call
            continue


def _become(old, new):
    """Change `old` in place to what `new` is, where it is of the same type."""
    if type(old) is not type(new):
        return
    if isinstance(old, np.ndarray):
        if old.shape == new.shape and old.flags.writeable:
            old[...] = new
    elif isinstance(old, (list, tuple)) and len(old) == len(new):
        for k, (was, now) in enumerate(zip(old, new, strict=True)):
            if isinstance(was, (list, tuple, dict, set, np.ndarray)):
                _become(was, now)
            elif isinstance(old, list):
                old[k] = now
    elif isinstance(old, list):
        old[:] = new
    elif isinstance(old, (dict, set)):
        old.clear()
        old.update(new)
