"""Words find room on paper where they find it on screen: one table of cases for both."""

import json
from pathlib import Path

import numpy as np
import pytest

from widgets.paper.room import FAINT, LINE, MARKER, Room

TABLE = Path(__file__).parents[2] / "js" / "room-cases.json"
CASES = json.loads(TABLE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES)
def test_each_case_of_the_table(case):
    room = Room(case["box"])
    for px, py, weight in case["lines"]:
        assert weight in (FAINT, LINE)
        room.line(np.array(px), np.array(py), weight)
    for x, y, radius in case["discs"]:
        room.disc(x, y, radius, MARKER)
    for (x, y, width, anchor), place in zip(case["words"], case["places"], strict=True):
        assert room.place(x, y, width, 12.0, anchor) == pytest.approx(place, abs=1e-5)
