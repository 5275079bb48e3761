"""Points placed by the user in a real JupyterLab: drag, erase, undo, redo, the table, touch and
keys."""

import pytest

import lab
from widgets.page import save_page

AT = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
}"""
# The page is laid out anew once the words of a picture at rest are there: no place on the screen is
# measured before.
STILL = """async () => {
  const { box } = document.querySelector('.cl-stage').convexlab.panels[0];
  let [top, since] = [NaN, 0];
  while (performance.now() - since < 300) {
    const now = box.getBoundingClientRect().top;
    if (now !== top) [top, since] = [now, performance.now()];
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""
PAINTED = "(said) => JSON.parse(document.querySelector('.cl-stage').dataset.at).points === said"
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const about = { clipboardData: data, bubbles: true, cancelable: true };
  document.querySelector(".cl-table input").dispatchEvent(new ClipboardEvent("paste", about));
}"""
TOUCH = """async ([[x0, y0], [x1, y1]]) => {
  const box = document.querySelector('.cl-stage').convexlab.panels[0].box;
  const stage = document.querySelector('.cl-stage').convexlab;
  const ranges = () => JSON.stringify(stage.panels[0].panel.axes.map((a) => a.range));
  const before = ranges();
  const send = (kind, x, y) => box.dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true,
    buttons: kind === 'pointerup' ? 0 : 1, isPrimary: true,
  }));
  box.setPointerCapture = () => {};
  send('pointerdown', x0, y0);
  for (let k = 1; k <= 8; k++) {
    send('pointermove', x0 + (x1 - x0) * k / 8, y0 + (y1 - y0) * k / 8);
    await new Promise((done) => setTimeout(done, 30));
  }
  for (let k = 0; k < 200 && ranges() === before; k++) {
    await new Promise((done) => setTimeout(done, 50));
  }
  const during = ranges();
  send('pointerup', x1, y1);
  return [before, during];
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the svm dashboard `d`."""
    name = jupyter.write("hand.ipynb", "import lab\nd = lab.dashboard('svm', n=20)\nd")
    jupyter.run(shared_page, name)
    shared_page.wait_for_selector(".cl-tools button", timeout=90_000)
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


def words(page, jupyter, wanted=None):
    """What the knob says when its picture is painted, after waiting for `wanted`, words or what
    holds of them."""
    for _ in range(100):
        said = jupyter.kernel(page, "d.wait(); print(d.knobs['points'].value)")
        if wanted is None or (wanted(said) if callable(wanted) else said == wanted):
            page.wait_for_function(PAINTED, arg=said, timeout=30_000)
            return said
        page.wait_for_timeout(100)
    raise AssertionError(f"{said!r} and not {wanted!r}")


def point(page, jupyter, k):
    """Where point `k` of the run is on the screen."""
    x, y = eval(jupyter.kernel(page, f"print(d.run.problem.X[{k}].tolist())"))
    page.evaluate(STILL)
    return page.evaluate(AT, [x, y])


def tool(page, name):
    return page.locator(".cl-tools").get_by_role("button", name=name)


def test_a_point_is_dragged_and_the_whole_stroke_undone_and_done_again(board, jupyter):
    jupyter.kernel(board, "d.wait()")
    start, end = point(board, jupyter, 4), board.evaluate(AT, [0.5, -0.25])
    board.mouse.move(*start)
    board.mouse.down()
    board.mouse.move(*[(a + b) / 2 for a, b in zip(start, end, strict=True)], steps=6)
    board.wait_for_timeout(400)
    halfway = words(board, jupyter)
    assert halfway.startswith("x5 "), "the picture follows while the button is down"
    board.mouse.move(*end, steps=6)
    board.mouse.up()
    board.wait_for_timeout(300)
    done = words(board, jupyter)
    gone, added = done.split()
    assert gone == "x5" and done != halfway
    x, y = map(float, added[2:-1].split(","))
    assert abs(x - 0.5) < 0.02 and abs(y + 0.25) < 0.02
    assert jupyter.kernel(board, "print(d.run.problem.y.size, d.run.result.status)") == (
        "20 converged"
    )
    tool(board, "Undo").click()
    words(board, jupyter, "")
    assert tool(board, "Undo").is_disabled()
    tool(board, "Redo").click()
    words(board, jupyter, done)
    assert repr(done) in jupyter.kernel(board, "print(d.python())")
    tool(board, "Undo").click()
    words(board, jupyter, "")


def test_dragging_where_no_point_is_moves_the_view(board, jupyter):
    board.mouse.move(*board.evaluate(AT, [-1.9, -1.2]))
    before = board.evaluate(
        "document.querySelector('.cl-stage').convexlab.panels[0].map().back(0,0)"
    )
    board.mouse.down()
    board.mouse.move(*board.evaluate(AT, [-1.5, -1.0]), steps=4)
    board.mouse.up()
    board.wait_for_timeout(200)
    after = board.evaluate(
        "document.querySelector('.cl-stage').convexlab.panels[0].map().back(0,0)"
    )
    assert before != after and words(board, jupyter) == ""
    board.locator(".cl-plot").first.focus()
    board.keyboard.press("0")


def test_the_eraser_erases_and_keys_undo_and_redo(board, jupyter):
    tool(board, "Erase").click()
    board.mouse.click(*point(board, jupyter, 2))
    words(board, jupyter, "x3")
    board.locator(".cl-plot").first.focus()
    board.keyboard.press("Control+z")
    words(board, jupyter, "")
    board.keyboard.press("Control+y")
    words(board, jupyter, "x3")
    board.keyboard.press("Control+z")
    words(board, jupyter, "")
    board.keyboard.press("Control+Shift+Z")
    words(board, jupyter, "x3")
    board.keyboard.press("Control+z")
    words(board, jupyter, "")
    tool(board, "Move").click()
    board.mouse.click(*board.evaluate(AT, [0.1, 0.1]))
    board.wait_for_timeout(300)
    assert words(board, jupyter) == ""
    tool(board, "Add +1").click()
    assert tool(board, "Add +1").get_attribute("aria-pressed") == "true"


def test_the_table_edits_adds_removes_and_takes_a_spreadsheets_rows(board, jupyter):
    tool(board, "Table").click()
    rows = board.locator(".cl-table tbody tr")
    rows.nth(19).wait_for()
    assert rows.count() == 20
    first = board.get_by_label("z₁, row 1", exact=True)
    first.fill("0,25")
    first.press("Enter")
    words(board, jupyter, lambda said: said.startswith("x1 ") and "(0.25," in said)
    assert rows.count() == 20
    board.get_by_role("button", name="Remove row 2", exact=True).click()
    rows.nth(19).wait_for(state="detached")
    words(board, jupyter, lambda said: said.startswith("x1 x3 "))
    assert rows.count() == 19
    board.evaluate(PASTE, "z1\tz2\tclass\n1,5\t-0,5\t-1\n1,25\t0,75\t+1\n")
    rows.nth(20).wait_for()
    words(board, jupyter, lambda said: said.endswith("-(1.5,-0.5) +(1.25,0.75)"))
    board.evaluate(PASTE, "1\t2\n3\t4")
    board.wait_for_selector(".cl-note:text('Each pasted row must have 3 cells: z₁, z₂, class.')")
    board.get_by_role("button", name="Add a row").click()
    rows.nth(21).wait_for()
    words(board, jupyter, lambda said: said.endswith("+(1.25,0.75) +(1.25,0.75)"))
    field = board.get_by_label("z₁, row 22", exact=True)
    field.fill("much")
    field.press("Tab")
    board.wait_for_selector(".cl-note:text('z₁ of row 22 must be a number.')")
    for _ in range(4):
        tool(board, "Undo").click()
    words(board, jupyter, "")
    board.locator(".cl-table").get_by_role("button", name="Close").click()
    assert tool(board, "Table").get_attribute("aria-expanded") == "false"


def test_a_finger_takes_a_point_along(board, jupyter):
    start, end = point(board, jupyter, 7), board.evaluate(AT, [0.0, 1.0])
    before, during = board.evaluate(TOUCH, [start, end])
    assert before != during, "a newer picture has other axes, which must not move the point"
    board.wait_for_timeout(400)
    gone, added = words(board, jupyter, lambda said: len(said.split()) == 2).split()
    x, y = map(float, added[2:-1].split(","))
    assert gone == "x8" and abs(x) < 0.02 and abs(y - 1.0) < 0.02
    tool(board, "Undo").click()
    words(board, jupyter, "")


def test_the_knob_of_points_shows_only_where_it_is_wrong(board, jupyter):
    knob = board.locator(".cl-knob[data-name=points]")
    assert not knob.is_visible()
    board.locator(".cl-more").click()
    assert not knob.is_visible()
    jupyter.kernel(board, "d.knobs['points'].value = 3")
    knob.wait_for(state="visible")
    jupyter.kernel(board, "d.knobs['points'].value = ''; d.wait()")
    knob.wait_for(state="hidden")


def test_a_page_without_a_kernel_offers_no_tools(page, tmp_path):
    save_page(lab.scene(lab.run("svm", n=20)), tmp_path / "svm.html")
    page.goto((tmp_path / "svm.html").as_uri())
    page.wait_for_selector("[data-painted]")
    assert page.locator(".cl-stage").count() == 1 and not page.locator(".cl-tools").is_visible()
    before = page.evaluate("document.querySelector('.cl-stage').dataset.painted")
    page.mouse.click(*page.evaluate(AT, [0.2, 0.2]))
    page.wait_for_timeout(200)
    assert page.evaluate("document.querySelector('.cl-stage').dataset.painted") == before


SUBTITLE = "() => document.querySelector('.cl-subtitle').innerText"


def test_only_where_edges_can_be_dragged_a_panel_says_so(page, jupyter, tmp_path):
    save_page(lab.scene("polygon"), tmp_path / "polygon.html")
    page.goto((tmp_path / "polygon.html").as_uri())
    page.wait_for_selector("[data-painted]")
    assert page.evaluate(SUBTITLE) == "shaded: feasible"
    jupyter.run(page, jupyter.write("edges.ipynb", "import lab\nlab.dashboard('polygon')"))
    page.wait_for_selector(".cl-tools button", timeout=90_000)
    page.wait_for_selector("[data-painted]", timeout=90_000)
    assert page.evaluate(SUBTITLE) == "shaded: feasible; drag corners, edges, arrow"
