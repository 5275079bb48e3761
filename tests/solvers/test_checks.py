"""Input checks: one sentence naming the argument, the rule, the value and the way out."""

import dataclasses

import numpy as np
import pytest

from solvers import InputError
from solvers.checks import (
    as_array,
    between,
    callable_or_none,
    integer,
    labels,
    nonnegative,
    number,
    of_type,
    one_of,
    positive,
    same_length,
    set_fields,
)

BAD = [
    (
        lambda: as_array("x", "X", 2),
        "X must be an array of real numbers, got 'x'; convert it first.",
    ),
    (lambda: as_array([[1, 2], [3]], "X", 2), "X must be an array of real numbers"),
    (lambda: as_array([1 + 2j], "t", 1), "t must be an array of real numbers"),
    (lambda: as_array(["1", "2"], "t", 1), "t must be an array of real numbers"),
    (lambda: as_array(np.array(["2020-01-01"], "M8[D]"), "t", 1), "t must be an array of real"),
    (lambda: as_array(np.ma.masked_equal([1.0, 2.0], 2.0), "t", 1), "t must be an array of real"),
    (lambda: as_array([10**400], "t", 1), "t must be an array of real numbers"),
    (lambda: as_array(np.full(1, np.longdouble("1e400")), "t", 1), "t must be finite, got inf at"),
    (lambda: as_array([1.0, 2.0], "X", 2), "X must have 2 axes, got shape (2,); reshape it."),
    (lambda: as_array([1.0, np.nan], "t", 1), "t must be finite, got nan at 1; drop or fill such"),
    (lambda: as_array([[1.0, 2.0], [np.inf, 0]], "X", 2), "X must be finite, got inf at (1, 0);"),
    (lambda: as_array([np.inf, -np.inf], "t", 1), "t must be finite, got inf at 0;"),
    (
        lambda: same_length(np.ones((3, 2)), np.ones(2), "X", "t"),
        "t must have as many rows as X, got 2 for 3.",
    ),
    (lambda: number("1", "lam"), "lam must be a number, got '1'."),
    (lambda: number(True, "lam"), "lam must be a number, got True."),
    (lambda: number(np.ones(2), "lam"), "lam must be a number"),
    (lambda: number(float("nan"), "lam"), "lam must be finite, got nan."),
    (lambda: number(10**400, "lam"), "lam must be at most 1.8e308, got 1000"),
    (lambda: callable_or_none(3, "cancelled"), "cancelled must be a function without arguments"),
    (lambda: positive(0, "C"), "C must be positive, got 0.0."),
    (lambda: nonnegative(-1e-3, "lam"), "lam must be at least 0, got -0.001."),
    (lambda: between(2, 0, 1, "rho"), "rho must lie between 0 and 1, got 2.0."),
    (lambda: integer(2.0, "max_iter"), "max_iter must be a whole number of at least 0, got 2.0."),
    (lambda: integer(True, "max_iter"), "max_iter must be a whole number"),
    (lambda: integer(0, "k", least=1), "k must be a whole number of at least 1, got 0."),
    (lambda: one_of("up", ("a", "b"), "order"), "order must be one of 'a', 'b', got 'up'."),
    (
        lambda: one_of(1, (True, False), "active_set"),
        "active_set must be one of True, False, got 1.",
    ),
    (lambda: labels([1, -1, 0], "y"), "y must hold only -1 and +1, got 0 at 2; map your classes."),
    (lambda: of_type(3, [dict, list], "problem"), "problem must be a dict or list, got 3."),
]


@pytest.mark.parametrize("call, message", BAD, ids=[m for _, m in BAD])
def test_checks_bad_input_is_refused_in_one_sentence(call, message):
    with pytest.raises(InputError) as caught:
        call()
    text = str(caught.value)
    assert text.startswith(message) and text.endswith(".") and "\n" not in text
    assert isinstance(caught.value, ValueError) and len(text) < 160


def test_checks_good_values_pass_through():
    assert number(np.float32(0.5), "a") == 0.5 and type(number(np.array(2), "a")) is float
    assert integer(np.int64(3), "k") == 3 and type(integer(np.int64(3), "k")) is int
    assert positive(2, "C") == 2.0 and nonnegative(0, "lam") == 0.0 and between(1, 0, 1, "r") == 1.0
    assert one_of("a", ("a", "b"), "order") == "a" and one_of(None, (None, 1), "x") is None
    assert np.array_equal(labels([1, -1], "y"), [1.0, -1.0])
    assert of_type([], [dict, list], "problem") == []


@pytest.mark.parametrize("order, flag", [("C", "c_contiguous"), ("F", "f_contiguous")])
def test_as_array_copies_what_others_could_change(order, flag):
    mine = np.arange(6.0).reshape(2, 3)
    taken = as_array(mine, "X", 2, order=order)
    mine[0, 0] = 99.0
    assert taken[0, 0] == 0.0 and getattr(taken.flags, flag) and not taken.flags.writeable
    assert mine.flags.writeable
    assert as_array(taken, "X", 2, order=order) is taken
    locked = mine[:]
    locked.flags.writeable = False  # a view: its base can still be written
    taken = as_array(locked, "X", 2, order=order)
    mine[1, 1] = -7.0
    assert taken[1, 1] == 4.0


def test_as_array_takes_lists_integers_and_huge_numbers():
    assert as_array([[1, 2]], "X", 2).dtype == np.float64
    assert as_array(np.array([1e200, -1e200]), "t", 1)[1] == -1e200
    assert as_array([], "t", 1).shape == (0,)


def test_set_fields_writes_to_a_frozen_dataclass():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Point:
        x: int

    point = Point(1)
    set_fields(point, x=2)
    assert point.x == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 3
