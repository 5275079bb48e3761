"""While another cell runs, what users do waits for Python: the page says so, and resets nothing."""

import contextlib
import json

import pytest
from servers import RUN_ALL

HOLD = """(path) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const there = `os.path.exists(${JSON.stringify(path)})`;
  const code = `import os, time\nwhile not ${there}: time.sleep(0.05)`;
  window.held = kernel.requestExecute({ code, store_history: false });
  return new Promise((done) => {
    const look = () => (kernel.status === "busy" ? done() : setTimeout(look, 20));
    look();
  });
}"""
BUSY = "Python is busy, perhaps with another cell; this waits."
SAYS = f"() => document.querySelector('.cl-status').innerText.includes({BUSY!r})"
READY = """() => document.querySelector('.cl-status').innerText.trim() === 'ready'
  && !document.querySelector('.cl-waits')"""
AT = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
}"""
SHOWS = "JSON.parse(document.querySelector('.cl-stage').dataset.at)"
SHOWN = f"() => {SHOWS}"


#: Messages of widgets go to a subshell, which answers while another cell runs: here there is none.
NO_SUBSHELL = """() => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  kernel.commsOverSubshells = "disabled";
  document.querySelector(".cl-stage").id = "with-subshell";
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the polygon, whose messages Python receives between cells
    alone."""
    code = "import lab\nd = lab.dashboard('polygon', compare=())\nd"
    jupyter.run(shared_page, jupyter.write("busy.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    shared_page.evaluate(NO_SUBSHELL)
    shared_page.evaluate(RUN_ALL)
    shared_page.wait_for_selector("[data-painted]:not(#with-subshell)", timeout=90_000)
    jupyter.kernel(shared_page, "d.wait()")
    shared_page.wait_for_timeout(300)
    return shared_page


@contextlib.contextmanager
def held(board, folder):
    """While this lasts, another cell runs."""
    flag = folder / "end"
    board.evaluate(HOLD, str(flag))
    try:
        yield
    finally:
        flag.touch()
        board.evaluate("() => window.held.done.then(() => {})")


def test_a_released_knob_stays_and_is_pale_until_python_has_its_value(board, tmp_path):
    before = board.evaluate(SHOWN)["turn"]
    knob = board.locator(".cl-knob[data-name=turn]")
    box = knob.locator(".cl-range").bounding_box()
    middle = box["y"] + box["height"] / 2
    with held(board, tmp_path):
        board.mouse.move(box["x"] + 0.1 * box["width"], middle)
        board.mouse.down()
        board.mouse.move(box["x"] + 0.6 * box["width"], middle, steps=8)
        board.mouse.up()
        board.wait_for_function(SAYS)
        assert "cl-waits" in knob.get_attribute("class")
        assert board.locator(".cl-waits").count() == 1
        assert board.locator(".cl-stage").get_attribute("aria-busy") == "true"
        turned = float(knob.locator(".cl-number").input_value())
        assert board.evaluate(SHOWN)["turn"] == before != turned
    board.wait_for_function(f"(turn) => {SHOWS}.turn === turn", arg=turned)
    board.wait_for_function(READY)
    assert float(knob.locator(".cl-number").input_value()) == turned


def test_the_ghost_of_a_corner_is_shown_until_the_picture_follows(board, jupyter, tmp_path):
    ask = "print(d.run.extra['case'].shape.corners[2].tolist())"
    corner = json.loads(jupyter.kernel(board, ask))
    aim = [v + 0.3 for v in corner]
    start, end = (board.evaluate(AT, place) for place in (corner, aim))
    grip = board.locator(".cl-panel[data-key=plane] .cl-grab")
    with held(board, tmp_path):
        board.mouse.move(*start)
        board.mouse.down()
        board.mouse.move(*end, steps=6)
        board.mouse.up()
        board.wait_for_function(SAYS)
        ghost = grip.bounding_box()
        x, y = ghost["x"] + ghost["width"] / 2, ghost["y"] + ghost["height"] / 2
        assert [x, y] == pytest.approx(end, abs=3)
        assert board.evaluate(SHOWN)["points"] == ""
    board.wait_for_function(f"() => {SHOWS}.points !== ''")
    board.wait_for_function(READY)
    grip.wait_for(state="hidden")
    moved = json.loads(jupyter.kernel(board, f"d.wait(); {ask}"))
    assert moved == pytest.approx(aim, abs=0.05)
