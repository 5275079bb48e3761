"""Words find occupancy on paper where they find it on screen: one table of cases for both."""

import json
from pathlib import Path

import numpy as np
import pytest

from widgets.paper.occupancy import FAINT, LINE, MARKER, Occupancy

TABLE = Path(__file__).parents[2] / "js" / "occupancy-cases.json"
CASES = json.loads(TABLE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES)
def test_each_case_of_the_table(case):
    occupancy = Occupancy(case["box"])
    for px, py, weight, *color in case["lines"]:
        assert weight in (FAINT, LINE)
        occupancy.line(np.array(px), np.array(py), weight, owner(occupancy, color, 1))
    for x, y, radius, *color in case["discs"]:
        occupancy.disc(x, y, radius, MARKER, owner(occupancy, color, 0))
    for x, y, _, anchor, *color in case["words"]:
        occupancy.name(x, y, "".join(color), anchor)
    for (x, y, width, anchor, *color), place in zip(case["words"], case["places"], strict=True):
        found = occupancy.place(x, y, width, 12.0, anchor, "".join(color))
        assert found == pytest.approx(place, abs=1e-5)


def owner(occupancy, color, kind):
    return occupancy.owner({"color": color[0]}, kind) if color else None


def test_words_avoid_a_line_that_they_do_not_name():
    occupancy = Occupancy((0.0, 0.0, 200.0, 100.0))
    for y, color in ((50.0, "@main"), (64.0, "@now")):
        occupancy.line(np.array([0.0, 200.0]), np.array([y, y]), LINE, owner(occupancy, [color], 1))
    _, middle, is_right = occupancy.place(100.0, 50.0, 60.0, 12.0, "below", "@main")
    assert is_right and middle < 50.0


def test_where_all_places_are_nearer_to_others_it_is_said():
    occupancy = Occupancy((0.0, 0.0, 200.0, 100.0))
    for y in np.arange(2.0, 100.0, 6.0):
        color = "@main" if y == 50.0 else "@now"
        occupancy.line(np.array([0.0, 200.0]), np.array([y, y]), LINE, owner(occupancy, [color], 1))
    assert not occupancy.place(100.0, 50.0, 60.0, 12.0, "above", "@main")[2]
