"""The first picture where nothing is compiled: its space, what it waits for, and no idle button."""

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


CODES = """\
from solvers import compiled
print("codes:", sum(len(kernel.overloads) for kernel in compiled._DIGESTS))"""


def test_the_first_picture_does_not_wait_for_kernels(cold, page):
    cells = ["import lab\nd = lab.dashboard('path')\nd", f"d.wait(60)\n{CODES}"]
    cold.run(page, cold.write("cold.ipynb", *cells))
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.wait_for_function(
        """() => /codes: \\d/.test(document.querySelector(".jp-Notebook").innerText)"""
    )
    assert "codes: 0" in page.inner_text(".jp-Notebook")
    assert page.evaluate(SEEN)["playable"]


def test_while_kernels_compile_a_placeholder_has_a_count_and_no_player(cold, page):
    """Who measures seconds waits."""
    own = "import lab\nd = lab.dashboard('lasso', clock='seconds')\nd"
    cold.run(page, cold.write("cold.ipynb", own))
    page.wait_for_selector(".cl-stage .cl-play", timeout=90_000)
    waiting = """document.querySelector(".cl-waiting")?.innerText"""
    page.wait_for_function(
        rf"() => /part \d of at least [2-9]/.test({waiting})", timeout=90_000, polling=50
    )
    before = page.evaluate(SEEN)
    assert before["painted"] == "" and 0.0 <= before["bar"] < 1.0 and not before["playable"]
    number, total = map(
        int, re.match(r"compiling \(once\): part (\d) of at least (\d),", before["said"]).groups()
    )
    assert number <= total
    assert before["said"] in before["status"]
    page.wait_for_selector(".cl-stage[data-painted]", timeout=180_000)
    page.wait_for_function("() => document.querySelector('.cl-status').innerText === 'ready'")
    after = page.evaluate(SEEN)
    assert after["painted"] and after["playable"] and after["bar"] == -1 and after["said"] == ""
    assert abs(after["height"] - before["height"]) < 0.15 * after["height"]
