"""What the process answers for one call of a step: a value, or one sentence that says why not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from solvers.checks import InputError

#: How each sentence of `refusal` begins.
REFUSED = "Your step"


def value_of(answer: Mapping[str, Any], shape: Sequence[int]) -> float | np.ndarray:
    """The value, a float or an array of that shape; only where `refusal` is ""."""
    return np.reshape(answer["data"], shape) if shape else float(answer["data"][0])


def failure(answer: Mapping[str, Any], seconds: float, where: str = "") -> str:
    """Why there is no answer, in one sentence, or "". where: of the call, in words."""
    if answer.get("kind") == "NotImplementedError":
        return "Your step is not written yet: it raises NotImplementedError."
    if "error" in answer:
        return f"Your step raises an error{where}: {answer['error']}."
    if "late" in answer:
        return f"Your step did not answer within {seconds:g} s{where}; does it loop for ever?"
    if "gone" in answer:
        return f"Your step ended the process that ran it{where}; it must return its answer."
    return ""


def refusal(
    answer: Mapping[str, Any], shape: Sequence[int], seconds: float, where: str = ""
) -> str:
    """Why there is no value of that shape, in one sentence, or "". where: of the call, in words."""
    failed = failure(answer, seconds, where)
    problem = not failed and _form(answer, tuple(shape))
    return f"Your step{where} {problem}" if problem else failed


def _form(answer, shape):
    """What is wrong with the form of what was returned, or ""."""
    must = _words(shape)
    if answer["type"] == "NoneType":
        return "returned nothing; is a return missing?"
    if answer["dtype"] == "c":
        return f"returned complex numbers, must return {must}."
    if answer["dtype"] not in "biuf":
        return f"must return {must}, got {answer['type']}."
    if tuple(answer["shape"]) != shape:
        return f"must return {must}, got {_words(answer['shape'])}."
    return "" if np.all(np.isfinite(answer["data"])) else "returned nan or inf."


def _words(shape):
    if not len(shape):
        return "one number"
    return f"an array of shape ({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def mismatch(step: object, starter: Callable) -> str:
    """What is wrong with the arguments that `step` takes, or ""; InputError for no function."""
    if not callable(step):
        raise InputError(f"step must be a function, got {type(step).__name__}.")
    wanted = list(inspect.signature(starter).parameters)
    try:
        inspect.signature(step).bind(*wanted)
    except TypeError:
        return f"Your step must take the arguments ({', '.join(wanted)})."
    except ValueError:  # it does not say what it takes
        return ""
    return ""
