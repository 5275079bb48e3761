from contextlib import nullcontext
from types import SimpleNamespace

from lab.benchmarks import drag
from lab.discovery import find


def test_each_scene_that_can_be_dragged_is_opened_by_its_name():
    sliders = drag._scenes()
    opened = [find(name) for name in sliders]  # a name of several scenes is refused
    assert len({address for address, _ in opened}) == len(sliders) > 20
    assert sum(name.endswith("race") for name in sliders) == 3


def test_drag_against_another_checkout_alternates_and_pairs_ratios(monkeypatch, tmp_path):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "__init__.py").touch()
    asked, rows = [], []
    answers = iter([
        ((8.0, 8.0), (40.0, 40.0), 0.1, 100.0), ((4.0, 5.0), (20.0, 30.0), 0.4, 400.0),
        ((9.0, 9.0), (40.0, 40.0), 0.1, 0.0), ((3.0, 5.0), (20.0, 30.0), 0.2, 5.0),
        ((9.0, 9.0), (40.0, 40.0), 0.1, 100.0), ((9.0, 9.0), (20.0, 30.0), 0.2, 100.0),
    ])  # fmt: skip

    def measured(open_page, browser, port, scene, knob):
        asked.append(open_page)
        return next(answers)

    browser = SimpleNamespace(close=lambda: None)
    monkeypatch.setattr(drag, "launcher", lambda: nullcontext(lambda *flags: browser))
    monkeypatch.setattr(drag, "notebooks", lambda more, away, place: nullcontext(place))
    monkeypatch.setattr(drag, "_measured", measured)
    warmed = []
    monkeypatch.setattr(drag, "warm", warmed.append)
    options = {"scenes": ["lasso"], "places": (), "against": str(tmp_path), "runs": 3}
    (table,) = drag.tables(SimpleNamespace(**options, say=rows.append, progress=lambda *a: None))
    assert asked == 3 * [None, tmp_path.resolve()] and warmed == [None, tmp_path.resolve()]
    ((scene, first, there, ratio, *more),) = table.rows
    assert (scene, first, there, ratio) == ("lasso", 9.0, 4.0, 2.0)
    assert [more[2], more[5], more[8]] == [2.0, 0.5, 0.25]  # a frame's time is the least there is
    assert rows[-1].startswith("lasso  9.0  4.0  2.0")
