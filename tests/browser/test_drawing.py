"""A program drawn in a real JupyterLab: by mouse, by finger, by keys; cleared and undone."""

import numpy as np
import pytest
from sizes import resize

BOARD = "import lab\nd = lab.dashboard('polygon')\nd"
AT = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
}"""
TAP = """([x, y]) => {
  const at = document.elementFromPoint(x, y);
  const send = (kind) => at.dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true,
    buttons: kind === 'pointerdown' ? 1 : 0, isPrimary: true,
  }));
  for (const kind of ['pointerdown', 'pointerup', 'click']) send(kind);
}"""
STILL = """async () => {
  const { box } = document.querySelector('.cl-stage').convexlab.panels[0];
  let [top, since] = [NaN, 0];
  while (performance.now() - since < 300) {
    const now = box.getBoundingClientRect().top;
    if (now !== top) [top, since] = [now, performance.now()];
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""
DRAWN = "(k) => document.querySelector('.cl-stage').convexlab.tools.sketch?.corners.length === k"
TRIANGLE = [(-1.0, -1.0), (1.5, -0.5), (0.0, 1.25)]


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene `polygon`."""
    jupyter.run(shared_page, jupyter.write("draw.ipynb", BOARD))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    shared_page.wait_for_function(
        "document.querySelector('.cl-stage').convexlab.tools.sketch", timeout=90_000
    )
    return shared_page


@pytest.fixture
def sheet(board, jupyter):
    """The page, with the pentagon again."""
    jupyter.kernel(board, "d.reset(); d.wait()")
    tool(board, "Move").click()
    painted(board, "pentagon", lambda words: words == "")
    board.evaluate(STILL)
    return board


def tool(page, name):
    return page.locator(".cl-tools").get_by_role("button", name=name, exact=True)


def painted(page, gallery, holds):
    """The words of the picture's edges, once its gallery and they are so."""
    for _ in range(200):
        at = page.evaluate("JSON.parse(document.querySelector('.cl-stage').dataset.at)")
        if at["gallery"] == gallery and holds(at["points"]):
            return at["points"]
        page.wait_for_timeout(100)
    raise AssertionError(at)


def rows(jupyter, page):
    """The rows of the program as the kernel has it, the sides by which it was drawn in order."""
    lists = jupyter.kernel(page, "d.wait(); p = d.run.problem; print([p.A.tolist(), p.b.tolist()])")
    return tuple(map(np.array, eval(lists)))


def check_sides(A, b, corners, closed=True, tol=0.02):
    """Each row holds at all corners, and with equality at the two of its side."""
    many = len(corners) if closed else len(corners) - 1
    assert len(b) == many
    slack = (b - np.array(corners) @ A.T) / np.linalg.norm(A, axis=1)
    for i in range(many):
        ends = [i, (i + 1) % len(corners)]
        assert np.abs(slack[ends, i]).max() < tol
        assert np.delete(slack[:, i], ends).min(initial=1.0) > 0.1


def draw(page, corners, click=None):
    """Choose Draw and click the corners."""
    tool(page, "Draw").click()
    for k, corner in enumerate(corners):
        (click or page.mouse.click)(*page.evaluate(AT, list(corner)))
        page.wait_for_function(DRAWN, arg=k + 1)


def test_drawing_three_clicks_make_a_program_and_its_arrow_turns(sheet, jupyter):
    draw(sheet, TRIANGLE)
    sheet.mouse.click(*sheet.evaluate(AT, list(TRIANGLE[0])))
    words = painted(sheet, "blank", lambda words: words.count("+(") == 3)
    tail, head = eval(jupyter.kernel(sheet, "print(d.run.extra['case'].arrow.tolist())"))
    sheet.mouse.move(*sheet.evaluate(AT, head))
    sheet.mouse.down()
    sheet.mouse.move(*sheet.evaluate(AT, [tail[0], tail[1] + 1.0]), steps=6)
    sheet.mouse.up()
    for _ in range(100):
        if abs(float(jupyter.kernel(sheet, "print(d.settings['turn'])")) - 90.0) < 3.0:
            break
        sheet.wait_for_timeout(50)
    check_sides(*rows(jupyter, sheet), TRIANGLE)
    status, x = eval(jupyter.kernel(sheet, "print((d.run.result.status, d.run.result.x.tolist()))"))
    assert status == "converged" and np.allclose(x, TRIANGLE[2], atol=0.03)
    state = jupyter.kernel(sheet, "print(repr(d.python()))")
    assert words in state and "blank" in state
    tool(sheet, "Undo").click()  # the arrow
    for _ in range(100):
        if jupyter.kernel(sheet, "print(d.settings['turn'])") == "15.0":
            break
        sheet.wait_for_timeout(50)
    painted(sheet, "blank", lambda now: now == words)
    tool(sheet, "Undo").click()  # the drawing
    painted(sheet, "pentagon", lambda now: now == "")
    tool(sheet, "Redo").click()
    painted(sheet, "blank", lambda now: now == words)


# The bar with the words of a drawing, and how much of the plot is above it.
BAR = """() => {
  const [bar, plot] = ['.cl-sketch', '.cl-heroes .cl-plot'].map((name) => (
    document.querySelector(name).getBoundingClientRect()));
  return [bar.top - plot.bottom, bar.width];
}"""


TOP = """() => {
  const { place } = document.querySelector('.cl-stage').convexlab.panels[0].plane.layout();
  return place.back(place.box.x, place.box.y + 12);
}"""


def test_in_a_narrow_window_corners_are_set_at_the_top_of_the_plot_too(sheet, jupyter):
    resize(sheet, 640, 900)
    sheet.locator(".cl-heroes .cl-plot").scroll_into_view_if_needed()
    sheet.evaluate(STILL)
    high = sheet.evaluate(TOP)[1]
    corners = [*TRIANGLE[:2], (1.5, 1.0), (0.0, high)]
    draw(sheet, corners, lambda x, y: sheet.evaluate(TAP, [x, y]))
    above, width = sheet.evaluate(BAR)
    assert above >= -1 and width > 200
    sheet.get_by_role("button", name="Close the loop").click()
    painted(sheet, "blank", lambda words: words.count("+(") == 4)
    check_sides(*rows(jupyter, sheet), corners, tol=0.04)
    resize(sheet, 1400, 1000)


def test_escape_leaves_it_open_and_the_drawn_sides_are_its_rows(sheet, jupyter):
    corners = [(-2.0, 0.0), (-1.0, -1.5), (1.5, -1.0)]
    draw(sheet, corners)
    sheet.keyboard.press("Escape")
    painted(sheet, "blank", lambda words: words.count("+(") == 2)
    check_sides(*rows(jupyter, sheet), corners, closed=False)
    assert jupyter.kernel(sheet, "print(d.run.result.status)") == "unbounded"


def test_a_single_side_holds_what_is_left_of_it(sheet, jupyter):
    draw(sheet, [(1.0, -1.0), (1.0, 1.0)])
    sheet.keyboard.press("Escape")
    painted(sheet, "blank", lambda words: words.count("+(") == 1)
    A, b = rows(jupyter, sheet)
    a = A[0] / np.linalg.norm(A[0])
    assert np.allclose(a, [1.0, 0.0], atol=0.02)
    assert abs(b[0] / np.linalg.norm(A[0]) - 1.0) < 0.02


def test_a_dent_is_refused_in_a_sentence_and_nothing_is_lost(sheet):
    corners = [(-1.5, -1.0), (1.5, -1.0), (1.5, 1.5)]
    draw(sheet, corners)
    sheet.mouse.click(*sheet.evaluate(AT, [0.8, 0.0]))  # inside
    said = sheet.locator(".cl-sketch [role=status]")
    assert "dent" in said.inner_text()
    assert sheet.evaluate(DRAWN, 3)
    sheet.mouse.click(*sheet.evaluate(AT, [-1.0, 1.5]))
    sheet.wait_for_function(DRAWN, arg=4)
    assert "Corner 4" in said.inner_text()
    tool(sheet, "Undo").click()
    sheet.wait_for_function(DRAWN, arg=3)
    sheet.keyboard.press("Control+z")
    sheet.wait_for_function(DRAWN, arg=2)
    tool(sheet, "Redo").click()
    sheet.wait_for_function(DRAWN, arg=3)
    tool(sheet, "Move").click()  # given up
    assert sheet.locator(".cl-sketch").count() == 0
    assert painted(sheet, "pentagon", lambda words: True) == ""


def test_keys_move_a_cross_set_corners_and_close_and_each_is_spoken(sheet, jupyter):
    tool(sheet, "Draw").focus()
    sheet.keyboard.press("Enter")
    said = sheet.locator(".cl-sketch [role=status]")
    assert "arrows move a cross" in said.inner_text()
    for k, moves in enumerate((("Left", "Down"), ("Right",), ("Up",))):
        for way in moves:
            for _ in range(8 if k else 5):
                sheet.keyboard.press(f"Arrow{way}")
        assert said.inner_text().startswith("Cross at (")
        sheet.keyboard.press("Enter")
        assert f"Corner {k + 1} at (" in said.inner_text()
    sheet.keyboard.press("Enter")
    painted(sheet, "blank", lambda words: words.count("+(") == 3)
    assert sheet.evaluate("document.activeElement.matches('.cl-plot')")
    reported = sheet.locator(".cl-cross-values").first.text_content()
    assert reported == "Closed: 3 edges."
    assert jupyter.kernel(sheet, "print(d.run.result.status)") == "converged"


def test_clear_leaves_nothing_draws_at_once_and_is_undone(sheet, jupyter):
    tool(sheet, "Clear").click()
    painted(sheet, "blank", lambda words: words == "")
    assert jupyter.kernel(sheet, "d.wait(); print(len(d.run.problem.b))") == "0"
    assert tool(sheet, "Draw").get_attribute("aria-pressed") == "true"
    sheet.evaluate(STILL)
    for k, corner in enumerate(TRIANGLE):
        sheet.mouse.click(*sheet.evaluate(AT, list(corner)))
        sheet.wait_for_function(DRAWN, arg=k + 1)
    sheet.keyboard.press("Enter")
    painted(sheet, "blank", lambda words: words.count("+(") == 3)
    for gallery, many in (("blank", 0), ("pentagon", 0)):
        tool(sheet, "Undo").click()
        painted(sheet, gallery, lambda words, many=many: words.count("+(") == many)


def test_another_entry_of_the_gallery_is_undone(sheet, jupyter):
    jupyter.kernel(sheet, "d.knobs['gallery'].value = 'needle'; d.wait()")
    painted(sheet, "needle", lambda words: True)
    tool(sheet, "Undo").click()
    painted(sheet, "pentagon", lambda words: True)
    tool(sheet, "Redo").click()
    painted(sheet, "needle", lambda words: True)


def test_a_finger_draws_on_a_telephone(sheet, jupyter):
    sheet.set_viewport_size({"width": 390, "height": 844})
    try:
        sheet.wait_for_timeout(500)
        tool(sheet, "Draw").scroll_into_view_if_needed()
        sheet.evaluate(STILL)
        draw(sheet, TRIANGLE, lambda *at: sheet.evaluate(TAP, at))
        sheet.evaluate(TAP, sheet.evaluate(AT, list(TRIANGLE[0])))
        painted(sheet, "blank", lambda words: words.count("+(") == 3)
        check_sides(*rows(jupyter, sheet), TRIANGLE, tol=0.06)
        sheet.evaluate(STILL)
        draw(sheet, TRIANGLE, lambda *at: sheet.evaluate(TAP, at))
        sheet.get_by_role("button", name="Leave it open").click()
        painted(sheet, "blank", lambda words: words.count("+(") == 2)
    finally:
        sheet.set_viewport_size({"width": 1400, "height": 1000})


def test_three_clicks_draw_a_triplet_and_keys_too(jupyter, page):
    jupyter.run(page, jupyter.write("three.ipynb", "import lab\nd = lab.dashboard('triplets')\nd"))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    page.wait_for_function(
        "document.querySelector('.cl-stage').convexlab.tools.sketch", timeout=90_000
    )
    X = eval(jupyter.kernel(page, "d.wait(); print(d.run.extra['case'].X.tolist())"))
    page.evaluate(STILL)
    tool(page, "Draw triplet").click()
    said = page.locator(".cl-sketch [role=status]")
    for k, row in enumerate((4, 8, 59)):
        page.mouse.click(*page.evaluate(AT, X[row]))
        if k < 2:
            page.wait_for_function(DRAWN, arg=k + 1)
            assert ("near to it", "far from it")[k] in said.inner_text()
    page.wait_for_function("JSON.parse(document.querySelector('.cl-stage').dataset.at).own")
    assert jupyter.kernel(page, "d.wait(); print(d.settings['own'])") == "5:9,60"
    assert "Click the first point of another" in said.inner_text()
    for way, many in (("Right", 1), ("Right", 12), ("Down", 12)):
        for _ in range(many):
            page.keyboard.press(f"Arrow{way}")
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    page.wait_for_function(
        "JSON.parse(document.querySelector('.cl-stage').dataset.at).own.includes(' ')"
    )
    page.keyboard.press("Escape")
    assert page.locator(".cl-sketch").count() == 0
    tool(page, "Undo").click()
    page.wait_for_function(
        "JSON.parse(document.querySelector('.cl-stage').dataset.at).own === '5:9,60'"
    )
