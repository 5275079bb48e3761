"""What a turn costs: its parts, what comes first during a drag, and the same pictures."""

import json
from types import SimpleNamespace

import pytest

from lab.benchmarks import drag, turning, turns
from widgets import session


@pytest.mark.parametrize(("slow", "is_less"), [(-1.0, True), (60.0, False)])
def test_turned_counts_the_main_part_alone_where_the_whole_is_slow(monkeypatch, slow, is_less):
    monkeypatch.setattr(session, "SLOW", slow)
    found = turning.turned("methods", _slider("methods"), 2)
    assert len(found["seconds"]) == len(found["digests"]) == len(set(found["digests"])) == 2
    wholes = [sum(parts) for parts in found["seconds"]]
    assert all(len(parts) == len(turning.PARTS) and min(parts) >= 0 for parts in found["seconds"])
    assert (sum(found["dragged"]) < sum(wholes)) == is_less
    assert turning.turned("methods", _slider("methods"), 2)["digests"] == found["digests"]


def _slider(scene):
    return drag.selected([scene])[scene]


def test_tables_of_turns_compare_pairs_and_pictures(monkeypatch, tmp_path):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "__init__.py").touch()
    own = {"seconds": [[1.0, 0.5, 0.5]] * 2, "dragged": [0.5, 1.5], "digests": ["a", "b"]}
    other = {"seconds": [[3.0, 0.5, 0.5]] * 2, "dragged": [4.0, 4.0], "digests": ["a", "c"]}

    class Turner:
        def __init__(self, place):
            self.answer = other if place == tmp_path.resolve() else own

        def __enter__(self):
            return lambda scene, knob: json.loads(json.dumps(self.answer))

        def __exit__(self, *error):
            return None

    monkeypatch.setattr(turns, "turner", Turner)
    options = {"scenes": ["lasso"], "against": tmp_path, "runs": 2, "say": lambda line: None}
    (table,) = turns.tables(SimpleNamespace(**options, progress=lambda *a: None))
    assert table.rows == [
        ("lasso", 1000.0, 500.0, 500.0, 2000.0, 2000.0, 1000.0, 4000.0, 0.5, 0.25, "1 of 2")
    ]


def test_turner_answers_from_the_checkout_it_is_given():
    with turns.turner(turns._HERE) as ask:
        answer = ask("proof", _slider("proof"))
    assert len(answer["seconds"]) == turns.SETTINGS
