"""A program's file in a real JupyterLab: dropped on the picture, stored, understood and drawn."""

import pytest

PLAN = """NAME plan
OBJSENSE
    MAX
ROWS
 N profit
 L mill
 L oven
COLUMNS
 wheat profit 3 mill 1
 wheat oven 3
 rye profit 5 mill 2
 rye oven 2
RHS
 S mill 14 oven 18
ENDATA
"""
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: 'text/plain' }));
  const at = document.querySelector('.cl-stage .cl-plot');
  for (const kind of ['dragover', 'drop'])
    at.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
BOARD = "import lab\nd = lab.dashboard('polygon', points='x1')\nd"

# Where on the screen the arrow of the objective begins and ends.
ARROW = """() => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const { style, painted } = view.plane.visible.find(({ style }) => style.grip);
  const r = view.box.getBoundingClientRect();
  return [0, 1].map((i) => [r.left + painted.px[i], r.top + painted.py[i]]);
}"""
FINGER = """([[x0, y0], [x1, y1]]) => {
  const { box } = document.querySelector('.cl-stage').convexlab.panels[0];
  box.setPointerCapture = () => {};
  const send = (kind, x, y) => box.dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true,
    buttons: kind === 'pointerup' ? 0 : 1, isPrimary: true,
  }));
  send('pointerdown', x0, y0);
  for (const k of [0.3, 0.6, 1]) send('pointermove', x0 + k * (x1 - x0), y0 + k * (y1 - y0));
  send('pointerup', x1, y1);
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene `polygon`."""
    jupyter.run(shared_page, jupyter.write("plan.ipynb", BOARD))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


@pytest.mark.parametrize("share", [0.15, 0.5, 0.95])
@pytest.mark.parametrize("finger", [False, True])
def test_the_arrow_is_taken_along_its_length_by_mouse_and_by_finger(board, jupyter, share, finger):
    jupyter.kernel(board, "d.knobs['turn'].value = 15.0; d.wait()")
    board.wait_for_function(
        "JSON.parse(document.querySelector('.cl-stage').dataset.at).turn === 15"
    )
    board.wait_for_timeout(400)
    (x0, y0), (x1, y1) = board.evaluate(ARROW)
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    off = 20.0 if finger else 8.0  # across: a finger has 44 pixels
    at = [x0 + share * (x1 - x0) - off * (y1 - y0) / length,
          y0 + share * (y1 - y0) + off * (x1 - x0) / length]  # fmt: skip
    to = [x0, y0 - length]  # straight up
    if finger:
        board.evaluate(FINGER, [at, to])
    else:
        board.mouse.move(*at)
        board.mouse.down()
        board.mouse.move(x0 + 20, y0 - 40)
        board.mouse.move(*to)
        board.mouse.up()
    turned = "JSON.parse(document.querySelector('.cl-stage').dataset.at).turn"
    board.wait_for_function(f"Math.abs({turned} - 90) < 1.5")


def test_a_dropped_file_is_stored_understood_and_drawn(board, jupyter):
    board.evaluate(DROP, ["My plan.mps", PLAN])
    board.wait_for_selector(".cl-preview :text('maximised')", state="attached", timeout=60_000)
    assert (jupyter.folder / "My-plan.mps").read_text() == PLAN
    shown = "[d.knobs[name].value for name in ('program', 'points')], *d.run.problem.b[:2]"
    assert jupyter.kernel(board, f"d.wait(); print({shown})") == "['My-plan.mps', ''] 14.0 18.0"
    assert (
        board.locator(".cl-knob-file input[type=file]").get_attribute("accept").startswith(".mps")
    )


def test_the_names_of_facts_are_in_one_line(board):
    heights = board.evaluate(
        "[...document.querySelectorAll('.cl-facts dt')].map(e => e.clientHeight)"
    )
    assert len(heights) >= 5 and max(heights) < 30


def test_a_file_that_is_refused_says_its_line(board, jupyter):
    board.evaluate(DROP, ["bad.mps", PLAN.replace("mill 14", "mill 1,4")])
    shown = board.locator(".cl-preview .cl-refused")
    shown.wait_for(state="attached")
    assert "bad.mps, line 14 must hold numbers such as" in shown.text_content()
