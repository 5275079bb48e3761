"""What is measured at each setting: general measures of a result, and those of an experiment."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers import InputError

if TYPE_CHECKING:
    from lab.experiment import Experiment, Run

#: Measures that every row of a sweep has, of the main method's `Result`.
GENERAL = {
    "status": lambda result: result.status,
    "iterations": lambda result: result.trace.iteration[-1],
    "work": lambda result: result.trace.work[-1],
    "seconds": lambda result: result.trace.seconds[-1],
    "objective": lambda result: result.certificate.objective,
    "bound": lambda result: result.certificate.bound,
    "gap": lambda result: _proved(result, result.certificate.gap),
    "relative gap": lambda result: _proved(result, result.certificate.relative_gap),
}
_CLOCKS = {"iterations": "iteration", "updates": "work", "work": "work", "seconds": "seconds"}
_ARRIVAL = re.compile(rf"({'|'.join(_CLOCKS)}) to (\S+)")
_OF, _OVER = " of ", " / "


def measure_of(experiment: Experiment, name: str) -> Callable:
    """The function run -> value that `name` means in `experiment`.

    name: one of `experiment.measures`, one of `GENERAL`, or "<clock> to <tolerance>", what the
    clock (iterations, updates, work, seconds) says when the best certified gap so far is first at
    most that share of its scale, None where it never is; of a path, whose solutions have no
    history, when its last one ended. General ones may say of which method: "gap of fista"; without
    that they are of the main one. Two with " / " between them are their quotient.
    """
    if not isinstance(name, str):
        raise InputError(f'measure must name measures such as "gap", got {name!r}.')
    if name in experiment.measures:
        return experiment.measures[name]
    above, over, below = name.partition(_OVER)
    if over:
        return _quotient(*(measure_of(experiment, part) for part in (above, below)))
    plain, of, method = name.partition(_OF)
    measured = GENERAL.get(plain) or _arrival(plain)
    if measured is None or (of and not method):
        known = ", ".join(map(repr, (*GENERAL, *experiment.measures)))
        raise InputError(
            f"measure must be one of {known}, or such as 'updates to 1e-6' or 'gap of fista', "
            f"got {name!r}."
        )
    return lambda run: measured(_result(run, method))


def _proved(result, gap):
    """`gap`, but for that of a certificate that has been found wrong, which proves nothing."""
    return math.inf if result.status == "contradiction" else gap


def nonzeros(run: Run) -> Any:
    """How many weights of the main method's answer are not zero: a measure for experiments."""
    return np.count_nonzero(run.result.x)


def is_quotient(name: str) -> bool:
    """Whether the measure is one of two others: below 1 where the first is less."""
    return _OVER in name


def _quotient(above, below):
    """The function run -> quotient; None where one of the two is not there, or the second is 0."""

    def quotient(run):
        values = above(run), below(run)
        return values[0] / values[1] if None not in values and values[1] != 0 else None

    return quotient


def is_arrival(name: str) -> bool:
    """Whether the measure is a clock at which a gap is reached: without it, it is later still."""
    return not is_quotient(name) and bool(_ARRIVAL.fullmatch(name.partition(_OF)[0]))


def plain_value(value: object, name: str) -> bool | int | float | str | None:
    """`value` of the measure as a plain number, text or None (also for NaN); InputError for
    anything else, and for a whole number that needs more than 64 bits."""
    value = (
        value.item() if isinstance(value, (np.generic, np.ndarray)) and value.size == 1 else value
    )
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise InputError(
            f"The measure {name!r} must be below 2^63, or a float, got {value.bit_length()} bits."
        )
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(f"The measure {name!r} must be a number or a text, got {value!r}.")


def _result(run, method):
    if not method:
        return run.result
    if method not in run.results:
        raise InputError(
            f"A measure may be of {', '.join(map(repr, run.results))} here, got {method!r}."
        )
    return run.results[method]


def _arrival(name):
    """The function result -> clock that "<clock> to <tolerance>" means, or None."""
    found = _ARRIVAL.fullmatch(name)
    if not found:
        return None
    tolerance = _number(found[2])
    if not 0.0 < tolerance < math.inf:
        raise InputError(f"The tolerance of {name!r} must be a positive number such as 1e-6.")
    column = _CLOCKS[found[1]]

    def arrival(result):
        reached = result.trace.gap <= tolerance * result.certificate.scale
        return getattr(result.trace, column)[np.argmax(reached)] if reached.any() else None

    return arrival


def _number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan
