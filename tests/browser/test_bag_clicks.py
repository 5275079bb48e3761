"""Clicks among the bags, in a real JupyterLab: an instance joins its bag, another leaves."""

import pytest

PLACE = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
}"""
SIZES = "print([len(b) for b in d.run.problem.bags])"


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene of bags."""
    code = "import lab\nd = lab.dashboard('bags', budget=40)\nd"
    jupyter.run(shared_page, jupyter.write("bags.ipynb", code))
    shared_page.wait_for_function(
        "document.querySelectorAll('.cl-stage[data-painted]').length >= 1", timeout=90_000
    )
    return shared_page


def painted(page):
    return int(page.locator(".cl-stage").first.get_attribute("data-painted"))


def click(page, x, y):
    """Click at data coordinates and wait for the next picture."""
    before = painted(page)
    page.mouse.click(*page.evaluate(PLACE, [x, y]))
    page.wait_for_function(
        f"Number(document.querySelector('.cl-stage').dataset.painted) > {before}", timeout=30_000
    )


def test_a_click_adds_an_instance_and_a_shifted_one_takes_it_out(board, jupyter):
    assert jupyter.kernel(board, "d.wait(); " + SIZES) == "[3, 3, 3, 3, 3, 3, 4]"
    board.get_by_label("What a click adds").select_option(label="Add to bag 3")
    click(board, -2.0, 1.0)
    assert jupyter.kernel(board, "d.wait(); " + SIZES) == "[3, 3, 4, 3, 3, 3, 4]"
    stated = jupyter.kernel(board, "print(d.run.problem.bags[2][-1].round(1).tolist())")
    assert stated == "[-2.0, 1.0]"
    assert "3:-2.0" in jupyter.kernel(board, "print(d.knobs['points'].value)")
    board.keyboard.down("Shift")
    click(board, -2.0, 1.05)
    board.keyboard.up("Shift")
    assert jupyter.kernel(board, "d.wait(); " + SIZES) == "[3, 3, 3, 3, 3, 3, 4]"
    assert board.locator(".cl-status").first.inner_text().strip() == "ready"


def test_every_layer_of_the_bags_is_painted(board):
    board.locator(".cl-last").first.click()
    keys = "() => document.querySelector('.cl-stage').convexlab.panels.map((p) => p.panel.key)"
    inked = """(key) => {
      const { panels } = document.querySelector('.cl-stage').convexlab;
      const c = panels.find((p) => p.panel.key === key).canvas;
      const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      let inked = 0;
      for (let i = 3; i < d.length; i += 4) if (d[i] > 100) inked++;
      return inked;
    }"""
    assert board.evaluate(keys) == ["bags", "margins", "gap", "weights"]
    assert board.evaluate(inked, "weights") == 0, "what is behind a tab is not painted"
    for key in ("bags", "margins", "gap", "weights"):
        tab = board.locator(f".cl-tab[id$='-{key}']").first
        if tab.count():
            tab.click()
            board.wait_for_timeout(300)
        assert board.evaluate(inked, key) > 300, f"{key} carries no marks"


LASSO = "document.querySelector('.cl-stage').convexlab.tools.sketch?.plane"
FINGER = """(places) => {
  const { box } = document.querySelector('.cl-stage').convexlab.panels[0];
  box.setPointerCapture = () => {};
  const send = (kind, [x, y]) => box.dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true,
    buttons: kind === 'pointerup' ? 0 : 1, isPrimary: true,
  }));
  send('pointerdown', places[0]);
  places.forEach((place) => send('pointermove', place));
  send('pointerup', places[0]);
}"""


def ring(instances, reach=0.15):
    """A loop around all of some instances, as (x, y)."""
    xs, ys = zip(*instances, strict=True)
    left, right, low, high = min(xs) - reach, max(xs) + reach, min(ys) - reach, max(ys) + reach
    return [[left, low], [right, low], [right, high], [left, high]]


def draw(board, way, at, words):
    """Draw a loop through the places `at` of the screen; by mouse `words` are read on the way. By
    keys it goes around the whole picture."""
    if way == "mouse":
        board.mouse.move(*at[0])
        board.mouse.down()
        for place in (*at[1:], at[0]):
            board.mouse.move(*place, steps=8)
        assert words in board.locator(".cl-sketch").inner_text()
        board.mouse.up()
    elif way == "finger":
        board.evaluate(FINGER, [*at, at[0]])
    elif way == "clicks":
        for place in (*at, at[0]):
            board.mouse.click(*place)
    else:
        for arrow in ("Left", "Up", "Right", "Down", "Left"):
            for _ in range(80 if arrow in ("Left", "Right") else 45):
                board.keyboard.press(f"Arrow{arrow}")
            board.keyboard.press("Enter")
        board.keyboard.press("Enter")


@pytest.mark.parametrize("way", ["mouse", "finger", "clicks", "keys"])
def test_a_loop_around_points_makes_them_one_bag_and_is_undone(board, jupyter, way):
    jupyter.kernel(board, "d.reset(); d.wait()")
    board.get_by_role("button", name="Lasso a bag").click()
    board.wait_for_function(LASSO)
    board.wait_for_timeout(400)
    bags = eval(jupyter.kernel(board, "print([b.tolist() for b in d.run.problem.bags])"))
    loop = ring([*bags[0], *bags[1][:2]])
    if way == "keys":
        loop = [[-9, -9], [9, -9], [9, 9], [-9, 9]]
    within = sum(
        loop[0][0] < x < loop[1][0] and loop[0][1] < y < loop[2][1] for bag in bags for x, y in bag
    )
    draw(board, way, [board.evaluate(PLACE, place) for place in loop], f"{within} points within")
    board.wait_for_function(
        "JSON.parse(document.querySelector('.cl-stage').dataset.at).points !== ''", timeout=30_000
    )
    now = eval(jupyter.kernel(board, "d.wait(); print([b.tolist() for b in d.run.problem.bags])"))
    home = max(now, key=len)
    if way == "keys":
        assert sorted(map(len, now))[:-1] == [1] * 6  # all of the picture, and no bag is empty
    else:
        assert len(home) == within and now.index(home) == 0
    assert "are one bag" in board.locator(".cl-sketch").inner_text()
    view = "document.querySelector('.cl-stage').convexlab.panels[0].plane.view"
    assert board.evaluate(view) is None, "the picture did not move with the stroke"
    board.keyboard.press("Escape")
    board.get_by_role("button", name="Undo").click()
    board.wait_for_function(
        "JSON.parse(document.querySelector('.cl-stage').dataset.at).points === ''", timeout=30_000
    )
