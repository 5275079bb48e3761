"""The first picture where nothing is compiled: its room, what is waited for, and no idle button."""

import re

import pytest

SEEN = """() => {
  const stage = document.querySelector(".cl-stage");
  const { dataset } = stage;
  const play = stage.querySelector(".cl-bar .cl-play");
  play.focus();
  return {
    painted: dataset.painted ?? "", height: stage.getBoundingClientRect().height,
    said: stage.querySelector(".cl-waiting:not(:empty)")?.innerText ?? "",
    bar: stage.querySelector("progress")?.value ?? -1, playable: document.activeElement === play,
    status: stage.querySelector(".cl-status").innerText,
  };
}"""


@pytest.fixture
def cold(workbook_at, tmp_path, monkeypatch):
    """A JupyterLab whose kernels find nothing compiled."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    with workbook_at(tmp_path) as server:
        yield server


def test_while_kernels_compile_there_is_room_a_count_and_nothing_to_play(cold, page):
    cold.run(page, cold.write("cold.ipynb", "import lab\nd = lab.dashboard('lasso')\nd"))
    page.wait_for_selector(".cl-stage .cl-play", timeout=90_000)
    page.wait_for_function(
        """() => document.querySelector(".cl-waiting")?.innerText.includes("part ")""",
        timeout=90_000, polling=50,
    )  # fmt: skip
    before = page.evaluate(SEEN)
    assert before["painted"] == "" and 0.0 <= before["bar"] < 1.0 and not before["playable"]
    number, total = map(
        int, re.match(r"compiling \(once\): part (\d) of at least (\d),", before["said"]).groups()
    )
    assert number <= total == 4
    assert before["said"] in before["status"]
    page.wait_for_selector(".cl-stage[data-painted]", timeout=180_000)
    page.wait_for_function("() => document.querySelector('.cl-status').innerText === 'ready'")
    after = page.evaluate(SEEN)
    assert after["painted"] and after["playable"] and after["bar"] == -1 and after["said"] == ""
    assert abs(after["height"] - before["height"]) < 0.15 * after["height"]
