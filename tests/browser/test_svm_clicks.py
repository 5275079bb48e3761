"""The svm scene in a real JupyterLab: a click adds a point, each layer follows, shift-click takes
it away."""

import pytest

PAINTED = "Number(document.querySelector('.cl-stage').dataset.painted) > {}"
AT = """([x, y]) => {
  const view = document.querySelector('.cl-stage').convexlab.panels[0];
  const r = view.box.getBoundingClientRect(), m = view.map();
  return [r.left + m.x(x), r.top + m.y(y)];
}"""
# Where each colour is inked on a panel's moving canvas, as {colour: a number that identifies places
# apart}; the colours are those of the light theme.
LAYERS = """(key) => {
  const tones = { boundary: '00734F', margins: '1B1F24', plus: '0072B2', minus: 'D55E00',
                  mover: 'E69F00' };
  const { panels } = document.querySelector('.cl-stage').convexlab;
  const { canvas } = panels.find((p) => p.panel.key === key);
  const d = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  return Object.fromEntries(Object.entries(tones).map(([name, hex]) => {
    const rgb = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
    let [count, place] = [0, 0];
    for (let i = 0; i < d.length; i += 4) {
      if (d[i + 3] > 250 && rgb.every((v, c) => Math.abs(d[i + c] - v) < 6)) {
        count++;
        place = (place * 31 + i) % 1000003;
      }
    }
    return [name, [count, place]];
  }));
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the svm dashboard `d`, at its last frame."""
    name = jupyter.write("svm.ipynb", "import lab\nd = lab.dashboard('svm', n=60)\nd")
    jupyter.run(shared_page, name)
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    shared_page.locator(".cl-last").click()
    shared_page.wait_for_timeout(300)
    return shared_page


@pytest.fixture
def adding(board):
    """Clicks add a point of class +1."""
    board.get_by_role("button", name="Add +1").click()


def press(page, jupyter, x, y, shift=False):
    """Click at data coordinates of the plane and wait for the picture; then show its end."""
    before = int(page.locator(".cl-stage").get_attribute("data-painted"))
    at = page.evaluate(AT, [x, y])
    if shift:
        page.keyboard.down("Shift")
    page.mouse.click(*at)
    if shift:
        page.keyboard.up("Shift")
    page.wait_for_function(PAINTED.format(before))
    jupyter.kernel(page, "d.wait()")
    if page.locator(".cl-last").is_enabled():  # a warm start may be the answer: one frame
        page.locator(".cl-last").click()
    page.wait_for_timeout(300)


def answer(page, jupyter):
    """(points, own words, certified) of the run now shown."""
    code = "print(d.run.problem.y.size, repr(d.knobs['points'].value), d.run.result.status)"
    return jupyter.kernel(page, code)


def test_a_stray_click_adds_nothing(board, jupyter):
    move = board.get_by_role("button", name="Move", exact=True)
    assert move.get_attribute("aria-pressed") == "true"
    board.mouse.click(*board.evaluate(AT, [-0.6, -0.9]))
    board.wait_for_timeout(300)
    assert answer(board, jupyter).split() == ["60", "''", "converged"]


def test_the_players_row_stays_where_a_warm_start_needs_no_step(board, jupyter):
    """A point far on the right side of its margin has no multiplier: it may go anywhere there."""
    jupyter.kernel(board, "d.set(method='smo'); d.wait()")
    bar, last = board.locator(".cl-bar"), board.locator(".cl-last")
    height = bar.bounding_box()["height"]
    assert bar.is_visible() and last.is_enabled()
    jupyter.kernel(board, "import numpy as np\n"
                   "k = int(np.argmin(d.run.result.x)); x, y = d.run.problem.X[k]\n"
                   "sign = '+' if d.run.problem.y[k] > 0 else '-'\n"
                   "d.set(points=f'x{k + 1} {sign}({x:.4f},{y:.4f})'); d.wait()")  # fmt: skip
    assert jupyter.kernel(board, "print(len(d.scene))") == "1"
    board.wait_for_function("() => document.querySelector('.cl-last').disabled")
    assert bar.is_visible() and bar.bounding_box()["height"] == height
    assert not board.locator(".cl-single").count()
    jupyter.kernel(board, "d.reset(); d.wait()")
    board.wait_for_function("() => !document.querySelector('.cl-last').disabled")
    last.click()
    board.wait_for_timeout(300)


def test_a_click_adds_a_point_and_each_layer_changes(board, jupyter, adding):
    before = {key: board.evaluate(LAYERS, key) for key in ("points", "margins")}
    assert all(count > 20 for count, _ in before["points"].values()), before
    press(board, jupyter, -0.6, -0.9)
    size, words, status = answer(board, jupyter).split()
    assert size == "61" and status == "converged" and words.startswith("'+(-0.6")
    after = {key: board.evaluate(LAYERS, key) for key in before}
    for layer, was in before["points"].items():
        assert after["points"][layer][0] > 20, f"{layer} is gone"
        assert after["points"][layer] != was, f"{layer} did not follow the click"
    assert after["margins"] != before["margins"], "the margins did not follow the click"


def test_shift_removes_it_and_everything_is_as_before(board, jupyter):
    press(board, jupyter, -0.6, -0.9, shift=True)
    assert answer(board, jupyter).split() == ["60", "''", "converged"]
    code = "r = lab.run('svm', n=60).result\nprint(d.run.result.certificate.objective"
    apart = float(jupyter.kernel(board, f"{code} / r.certificate.objective - 1.0)"))
    assert abs(apart) < 1e-5


def test_the_tool_says_which_class_a_click_adds(board, jupyter):
    board.get_by_role("button", name="Add −1").click()
    press(board, jupyter, 0.2, 0.3)
    assert jupyter.kernel(board, "print(d.run.problem.y[-1])") == "-1.0"
    board.get_by_role("button", name="Add +1").click()
    jupyter.kernel(board, "d.reset(); d.wait()")


def test_a_wrong_value_elsewhere_does_not_stop_clicks(board, jupyter, adding):
    jupyter.kernel(board, "d.reset(); d.wait(); d.knobs['noise'].value = 'much'")
    press(board, jupyter, 0.2, 0.3)  # waits for the picture
    assert jupyter.kernel(board, "print(d.settings['points'])").startswith("+(")
    assert "noise must be a number" in board.locator(".cl-status").inner_text()
    jupyter.kernel(board, "d.set(noise=0.2, points='garbage')")
    board.wait_for_selector(".cl-is-error")
    press(board, jupyter, 0.2, 0.3)
    size, *words, status = answer(board, jupyter).split()
    assert size == "62" and status == "converged", "garbage gives way to the picture's points"
    assert len(words) == 2 and all("+(" in word for word in words)
    jupyter.kernel(board, "d.reset(); d.wait()")


def test_a_click_outside_the_plane_adds_nothing(board, jupyter):
    board.locator(".cl-panel[data-key=gap]").click()
    board.wait_for_timeout(500)
    size, words, _ = answer(board, jupyter).split()
    assert size == "60" and words == "''"


STILL = "document.querySelector('.cl-stage').convexlab.tools.sketch.spray.plane"
FINGER = """([[x0, y0], [x1, y1]]) => {
  const { box } = document.querySelector('.cl-stage').convexlab.panels[0];
  box.setPointerCapture = () => {};
  const send = (kind, x, y) => box.dispatchEvent(new PointerEvent(kind, {
    clientX: x, clientY: y, pointerId: 7, pointerType: 'touch', bubbles: true, cancelable: true,
    buttons: kind === 'pointerup' ? 0 : 1, isPrimary: true,
  }));
  send('pointerdown', x0, y0);
  const go = (k) => send('pointermove', x0 + k * (x1 - x0) / 10, y0 + k * (y1 - y0) / 10);
  for (let k = 1; k <= 10; k++) go(k);
  send('pointerup', x1, y1);
}"""


@pytest.mark.parametrize("finger", [False, True])
def test_a_stroke_sprays_points_of_the_class_and_one_undo_takes_all_away(board, jupyter, finger):
    jupyter.kernel(board, "d.reset(); d.wait()")
    board.get_by_role("button", name="Add −1").click()
    board.wait_for_function(STILL)
    board.wait_for_timeout(400)
    ends = [board.evaluate(AT, place) for place in ([-1.6, 1.1], [-0.6, 1.3])]
    if finger:
        board.evaluate(FINGER, ends)
    else:
        board.mouse.move(*ends[0])
        board.mouse.down()
        board.mouse.move(*ends[1], steps=12)
        board.mouse.up()
    for _ in range(100):
        words = eval(jupyter.kernel(board, "d.wait(); print(repr(d.settings['points']))"))
        if len(words.split()) >= 5:
            break
        board.wait_for_timeout(100)
    board.wait_for_timeout(400)
    words = eval(jupyter.kernel(board, "d.wait(); print(repr(d.settings['points']))")).split()
    places = [tuple(map(float, word[2:-1].split(","))) for word in words]
    assert len(words) >= 5 and all(word.startswith("-(") for word in words)
    assert len(set(places)) == len(places)
    assert all(-1.9 < x < -0.3 and 0.7 < y < 1.7 for x, y in places)
    assert (
        board.evaluate("document.querySelector('.cl-stage').convexlab.panels[0].plane.view") is None
    )
    board.get_by_role("button", name="Undo").click()
    for _ in range(100):
        if jupyter.kernel(board, "print(repr(d.settings['points']))") == "''":
            return
        board.wait_for_timeout(50)
    raise AssertionError("one undo takes all away")
