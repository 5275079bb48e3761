"""Strokes in a picture that end outside of it or meet a second finger, and what takes the focus:
the page's modules by themselves, with real pointers."""

import mimetypes
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "widgets" / "static"
ADDRESS = "https://modules.invalid/"
# A plane of one point, in a box 400 pixels wide, and what it was asked for.
PLANE = """
import { PanZoom } from "./pan-zoom.js";
import { PointDrag } from "./point-drag.js";

export const asked = { views: [], strokes: [] };
const place = {
  box: { x: 0, y: 0, width: 400, height: 400 },
  x: (v) => 400 * v, y: (v) => 400 * (1 - v), back: (x, y) => [x / 400, 1 - y / 400],
};
const style = { kind: "points", name: "p", hover: true };
export const plane = {
  box: document.querySelector("#box"), view: null, magnify: 1, panel: { key: "p", axes: [] },
  cross: { takes: () => false }, aim: { paintSoon() {} }, tip: {}, home: [[0, 1], [0, 1]],
  visible: [{ style, painted: { px: [380], py: [200] } }], sketch: null,
  layout: () => ({ ranges: [[0, 1], [0, 1]], place }), show: (view) => asked.views.push(view),
  numbersAt: place.back, numbersOf: (at) => at, hold() {}, release() {}, click() {}, say() {},
};
plane.panZoom = new PanZoom(plane);
plane.pointDrag = new PointDrag(plane, {
  drags: () => true, follows: () => true, stroke: (...given) => asked.strokes.push(given),
});
"""
SPACE = """
import { SpaceTurn } from "./space-turn.js";

export const asked = { views: [] };
const space = {
  box: document.querySelector("#box"), size: { height: 400 }, camera: null,
  nine: [2, 0, 0, 0, 0, 0, 0, 0, 1], turn: (nine) => asked.views.push(nine),
};
export const turning = new SpaceTurn(space);
"""
TOOLS = """
import { plane } from "./plane-of-the-test.js";
import { Sketch } from "./sketch.js";
import { Lasso } from "./lasso.js";
import { Tools } from "./tools.js";

export const tools = new Tools(() => "", async () => ({ Sketch, Lasso }));
tools.plane = () => plane;
plane.box.tabIndex = 0;
plane.box.before(tools.root);
export const spec = (what, empty) => ({
  panel: "p", columns: [], drag: "move", shift: 0, noun: "point", sprays: false, clears: true,
  empty,
  options: [{ do: "move", what: null, words: "Move" }, { do: "draw", what, words: "Draw" }],
});
"""
PAGE = """<!doctype html><meta charset="utf-8"><body style="margin: 60px">
<div id="box" style="width: 400px; height: 400px"></div><input id="field"><p id="words"></p>"""
WRITTEN = {
  "": PAGE, "plane-of-the-test.js": PLANE, "space-of-the-test.js": SPACE,
  "tools-of-the-test.js": TOOLS,
}  # fmt: skip
FINGER = """([kind, pointerId, x, y]) => {
  const { left, top } = document.querySelector('#box').getBoundingClientRect();
  document.elementFromPoint(left + x, top + y).dispatchEvent(new PointerEvent(kind, {
    clientX: left + x, clientY: top + y, pointerId, pointerType: 'touch', bubbles: true,
    cancelable: true, buttons: kind === 'pointerup' ? 0 : 1,
  }));
}"""


@pytest.fixture
def module(page):
    """A page, and the function that imports one of its modules as `window.it`."""

    def answer(route):
        name = route.request.url.removeprefix(ADDRESS)
        body = WRITTEN.get(name) or (STATIC / name).read_text(encoding="utf-8")
        kind = mimetypes.guess_type(name)[0] if name else "text/html"
        route.fulfill(body=body, content_type=kind or "text/javascript")

    page.route(f"{ADDRESS}**", answer)
    page.goto(ADDRESS)
    # A finger that is not there cannot be captured.
    page.evaluate("""() => {
      const { setPointerCapture: real } = Element.prototype;
      Element.prototype.setPointerCapture = function (id) { if (id < 7) real.call(this, id); };
    }""")

    def load(name):
        page.evaluate("async (name) => { window.it = await import(`./${name}`); }", name)
        return page

    return load


def flick_out(page, x=380, y=200):
    """The mouse is pressed near the border, released outside, and comes back."""
    page.mouse.move(60 + x, 60 + y)
    page.mouse.down()
    page.mouse.move(600, 60 + y)
    page.mouse.up()
    page.mouse.move(60 + x - 40, 60 + y)
    page.mouse.move(60 + x - 80, 60 + y)


def finger(page, *given):
    page.evaluate(FINGER, given)


def test_point_whose_mouse_is_released_outside_the_panel_stays(module):
    page = module("plane-of-the-test.js")
    flick_out(page)
    assert page.evaluate("[it.plane.pointDrag.stroke, it.asked.strokes, it.asked.views]") == [
        None, [], [],
    ]  # fmt: skip


def test_point_whose_release_was_missed_stays_when_the_mouse_returns(module):
    page = module("plane-of-the-test.js")
    page.evaluate("it.plane.pointDrag.gone.abort()")
    flick_out(page)
    assert page.evaluate("[it.plane.pointDrag.stroke, it.asked.strokes]") == [None, []]


def test_second_finger_while_a_point_is_dragged_moves_no_view(module):
    page = module("plane-of-the-test.js")
    finger(page, "pointerdown", 7, 380, 200)
    finger(page, "pointermove", 7, 340, 200)
    finger(page, "pointerdown", 8, 60, 60)
    finger(page, "pointermove", 8, 100, 60)
    assert page.evaluate("it.asked.views") == []
    finger(page, "pointerup", 8, 100, 60)
    finger(page, "pointermove", 7, 300, 200)
    finger(page, "pointerup", 7, 300, 200)
    (from_, to, _), *_ = page.evaluate("it.asked.strokes.slice(-1)")
    assert (from_, to) == ([0.95, 0.5], [0.75, 0.5])
    # Free again, a finger moves the view.
    finger(page, "pointerdown", 7, 60, 60)
    finger(page, "pointermove", 7, 100, 60)
    assert page.evaluate("it.asked.views.length") == 1


@pytest.mark.parametrize("name", ["plane", "space"])
def test_mouse_released_outside_the_panel_makes_no_pinch_of_the_next(module, name):
    page = module(f"{name}-of-the-test.js")
    page.mouse.move(450, 100)
    page.mouse.down()
    page.mouse.move(600, 100)
    page.mouse.up()
    finger(page, "pointerdown", 7, 200, 200)
    finger(page, "pointermove", 7, 240, 200)
    (view,) = page.evaluate("it.asked.views")
    if name == "plane":  # as long as before: moved, not stretched
        assert [high - low for low, high in view] == pytest.approx([1.0, 1.0])
        assert view[0][0] == pytest.approx(-0.1)
    else:
        assert sum(v * v for v in view[:3]) ** 0.5 == pytest.approx(2.0)
        assert abs(view[1]) > 0.3


def test_lasso_whose_mouse_is_released_outside_the_panel_draws_nothing(module):
    page = module("tools-of-the-test.js")
    page.evaluate("it.tools.load(it.spec('bag', false))")
    page.get_by_role("button", name="Draw").click()
    page.wait_for_function("it.tools.sketch?.plane")
    flick_out(page)
    assert page.evaluate("[it.tools.sketch.stroke, it.tools.sketch.corners]") == [None, []]


def test_an_empty_picture_leaves_the_focus_and_the_tool_takes_it(module):
    page = module("tools-of-the-test.js")
    page.locator("#field").focus()
    page.evaluate("it.tools.load(it.spec('region', true))")
    page.wait_for_function("it.tools.sketch?.plane")
    focus = "document.activeElement.id"
    assert page.evaluate(focus) == "field"
    page.get_by_role("button", name="Draw").click()
    assert page.evaluate(focus) == "box"
    # Nor does one that is emptied, or drawn anew, by what is done elsewhere.
    page.get_by_role("button", name="Move").click()
    page.locator("#field").focus()
    page.evaluate("it.tools.load(it.spec('region', false))")
    page.evaluate("it.tools.load(it.spec('region', true))")
    assert page.evaluate("[document.activeElement.id, it.tools.chosen]") == ["field", 1]


def test_tool_chosen_before_its_module_is_there_takes_the_focus_once_it_is(module):
    page = module("tools-of-the-test.js")
    page.evaluate("""() => {
      const loaded = it.tools.loadDraw;
      it.tools.loadDraw = async () => {
        await new Promise((done) => { window.arrive = done; });
        return loaded();
      };
      it.tools.load(it.spec('region', false));
    }""")
    page.get_by_role("button", name="Draw").click()
    page.evaluate("arrive()")
    page.wait_for_function("document.activeElement.id === 'box'")


def test_words_that_are_explained_again_are_explained_once(module):
    page = module("terms.js")
    reported = page.evaluate("""() => {
      const words = document.querySelector('#words');
      const terms = { gap: 'Value less bound.', bound: 'Below it nothing is.' };
      words.append('Gaps, gap and gap');
      const all = () => [...words.querySelectorAll('abbr')].map((one) => one.textContent);
      const seen = [];
      for (let i = 0; i < 3; i++) { it.explain(words, terms); seen.push(all()); }
      words.append(' of a gap and a bound');
      it.explain(words, terms);
      return [...seen, all()];
    }""")
    assert reported == [["Gaps"]] * 3 + [["Gaps", "bound"]]
