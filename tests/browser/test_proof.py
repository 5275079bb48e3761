"""The line of the scene `proof` in a real JupyterLab: taken by mouse, by finger and by keys."""

import pytest

RING = """() => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const { painted } = view.plane.visible.filter(({ style }) => style.kind === 'points').at(-1);
  const r = view.box.getBoundingClientRect();
  return [r.left + painted.px[0], r.top + painted.py[0]];
}"""
AT = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
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
SHOWN = "(line) => JSON.parse(document.querySelector('.cl-stage').dataset.at).line === line"


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene `proof`."""
    name = jupyter.write("proof.ipynb", "import lab\nd = lab.dashboard('proof')\nd")
    jupyter.run(shared_page, name)
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


def asked(page, jupyter):
    """(line, at, drop, the bound) once Python is at rest."""
    code = "d.wait(); s = d.run.settings; print([s[k] for k in ('line', 'at', 'drop')], "
    said = jupyter.kernel(page, code + "d.run.result.certificate.bound, sep='|')")
    settings, bound = said.split("|")
    return (*eval(settings), float(bound))


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*[(a + b) / 2 for a, b in zip(start, end, strict=True)], steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("finger", [False, True])
def test_proof_ring_drags_the_line_and_undo_restores_it(board, jupyter, finger):
    jupyter.kernel(board, "d.set(line='residual'); d.wait()")
    board.wait_for_function(SHOWN, arg="residual")
    board.wait_for_timeout(400)
    start, end = board.evaluate(RING), board.evaluate(AT, [1.5, 2.0])
    if finger:
        board.evaluate(FINGER, [start, end])
    else:
        drag(board, start, end)
    board.wait_for_function(SHOWN, arg="hand", timeout=30_000)
    board.wait_for_timeout(300)
    line, at, drop, bound = asked(board, jupyter)
    assert line == "hand" and abs(at - 1.5) < 0.05 and 0.7 < drop < 1.8
    assert 0.0 < bound < 3.0, "a line below F proves less than its least value"
    ring, there = board.evaluate(RING), board.evaluate(AT, [1.5, 2.0])
    assert max(abs(a - b) for a, b in zip(ring, there, strict=True)) < 3.0, "it is where it was put"
    board.locator(".cl-tools").get_by_role("button", name="Undo").click()
    board.wait_for_function(SHOWN, arg="residual", timeout=30_000)


def test_a_line_above_f_is_drawn_broken_and_the_words_say_that_it_cuts(board, jupyter):
    jupyter.kernel(board, "d.set(line='hand', at=1.0, drop=0.0); d.wait()")
    board.wait_for_function(SHOWN, arg="hand")
    assert asked(board, jupyter)[3] == pytest.approx(3.0), "the best line is the optimum"
    board.wait_for_timeout(400)
    start = board.evaluate(RING)
    drag(board, start, [start[0], start[1] - 60])
    caption = board.locator("[aria-live=polite]").filter(has_text="cuts F")
    caption.first.wait_for(timeout=30_000)
    assert asked(board, jupyter)[2] < 0.0


def test_keys_on_the_knobs_move_the_line(board, jupyter):
    jupyter.kernel(board, "d.set(line='hand', at=1.0, drop=1.0); d.wait()")
    board.wait_for_function(SHOWN, arg="hand")
    board.get_by_role("slider", name="Below F by").press("ArrowLeft")
    for _ in range(50):
        if asked(board, jupyter)[2] < 1.0:
            return
        board.wait_for_timeout(100)
    raise AssertionError("the line did not move")
