"""A notebook whose graded cells ask for all that a student's code may answer and do."""

import json

SETUP = """import warnings
from fractions import Fraction

import numpy as np

import lab

pairs = [(1, 2), (3, 4)]


def total(f):
    first, second = pairs
    return f(*first) + f(*second)
"""
#: name -> (what students write, what marks it, its points).
CELLS = {
    "whole": (
        "def count(k):\n    return k + 2",
        "assert isinstance(count(1), int) and list(range(count(0))) == [0, 1]\n"
        "assert ['a', 'b', 'c'][count(0)] == 'c'", 1.5),
    "truth": (
        "def is_even(k):\n    return k % 2 == 0",
        "assert is_even(4) is True and is_even(3) is False", 1),
    "numpy": (
        "def largest(v):\n    return v.max()",
        "assert isinstance(largest(np.arange(3)), np.integer) and largest(np.arange(3)) == 2\n"
        "assert largest(np.array([1.5], np.float32)).dtype == np.float32", 1),
    "kinds": (
        "def kinds():\n"
        "    return [1, (2.5, 'x'), {3}, Fraction(1, 3), None, 2 + 1j, {'a': [True]}]",
        "assert kinds() == [1, (2.5, 'x'), {3}, Fraction(1, 3), None, 2 + 1j, {'a': [True]}]\n"
        "assert [type(v) for v in kinds()] == "
        "[int, tuple, set, Fraction, type(None), complex, dict]", 2.5),
    "named": (
        "def power(base, *, exponent=2):\n    return base**exponent",
        "assert power(3) == 9 and power(base=2, exponent=5) == 32", 0.5),
    "infinite": (
        "def least(values):\n    return min(values, default=np.inf)",
        "assert least([]) == np.inf and least([2, 1]) == 1", 1),
    "arrays": (
        "def grid(n):\n    return np.add.outer(np.arange(n), np.arange(n)) > n",
        "assert grid(100).shape == (100, 100) and grid(100).dtype == bool", 1),
    "in place": (
        "def double(values):\n    values *= 2\n\n\n"
        "def grow(values):\n    values.append(len(values))",
        "v, k = np.ones(3), [0]\nassert double(v) is None and (v == 2.0).all()\n"
        "grow(k)\nassert k == [0, 1]", 1),
    "raised": (
        "def root(x):\n    if x < 0.0:\n        raise ValueError('negative')\n    return x**0.5",
        "try:\n    root(-1.0)\nexcept ValueError as error:\n    assert 'negative' in str(error)\n"
        "else:\n    raise AssertionError('no error')", 1),
    "warns": (
        "def ratios(a, b):\n    warnings.warn('careful')\n    r = a / b\n"
        "    return np.where(b == 0.0, np.inf, r)",
        "assert (ratios(np.zeros(2), np.array([0.0, 1.0])) == [np.inf, 0.0]).all()", 1),
    "a value": ("answer = 6 * 7", "assert answer == 42", 1),
    "given": ("def plus(a, b):\n    return a + b", "assert total(plus) == 10", 1),
    "state": (
        "calls = []\n\n\ndef next_one():\n    calls.append(1)\n    return len(calls)",
        "first = next_one()\nassert [next_one(), next_one()] == [first + 1, first + 2]", 1),
    "share": ("def level():\n    return 1.0", "return np.float64(10.5 * level())", 10.5),
    "small share": ("def size():\n    return 1.0", "return 3.1 * size()", 3.1),
    "quarter share": ("def part():\n    return 1.0", "return np.array(6.25 * part())", 6.25),
}  # fmt: skip
#: Answers that are wrong in what a conversion on the way would hide -> their points.
WRONG = {
    "whole": ("def count(k):\n    return float(k + 2)", 0),
    "truth": ("def is_even(k):\n    return int(k % 2 == 0)", 0),
    "numpy": ("def largest(v):\n    return float(v.max())", 0),
    "kinds": ("def kinds():\n    return [1, [2.5, 'x'], {3}, 1 / 3, None, 2 + 1j, {'a': [1]}]", 0),
    "arrays": ("def grid(n):\n    return np.ones((n, n))", 0),
    "in_place": ("def double(values):\n    return 2 * values\n\n\ndef grow(values):\n    pass", 0),
    "raised": ("def root(x):\n    return 0.0", 0),
    "a_value": ("answer = 41", 0),
    "state": ("def next_one():\n    return 1", 0),
    "share": ("def level():\n    return 0.5", 5.25),
    "small_share": ("def size():\n    return np.nan", 0),
    "quarter_share": ("def part():\n    return -1.0", 0),
}
#: What a student may have in a notebook apart from the answers.
NAMES = """reached = report = cell = run = sum = max = list = isinstance = space = name = points = 1
env = {}
table = {k: k for k in range(3)}
"""


def book(**changed):
    """The notebook with solutions; changed: name with _ for a space -> what is written instead."""
    cells = [_cell("setup", SETUP)]
    for name, (answer, test, points) in CELLS.items():
        key = name.replace(" ", "_")
        body = "\n".join(f"    {line}" for line in test.split("\n"))
        about = {"schema_version": 3, "grade_id": key, "locked": False, "solution": True,
                 "grade": False, "task": False}  # fmt: skip
        cells.append(_cell(key, changed.get(key, answer), about))
        graded = about | {"grade_id": f"{key}-check", "solution": False, "grade": True,
                          "locked": True, "points": points}  # fmt: skip
        last = "\nworth" if "return" in test else ""
        cells.append(_cell(f"{key}-check", f"@lab.graded\ndef worth():\n{body}{last}", graded))
    spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return json.dumps({"cells": cells, "metadata": {"kernelspec": spec}, "nbformat": 4,
                       "nbformat_minor": 5})  # fmt: skip


def with_names(text):
    """The notebook with the student's own names in its second cell."""
    found = json.loads(text)
    found["cells"].insert(1, _cell("own", NAMES))
    return json.dumps(found)


def points():
    """grade_id -> the points of each graded cell."""
    return {f"{name.replace(' ', '_')}-check": p for name, (_, _, p) in CELLS.items()}


def _cell(key, source, about=None):
    return {"cell_type": "code", "id": key, "metadata": {"nbgrader": about} if about else {},
            "source": source, "outputs": [], "execution_count": None}  # fmt: skip
