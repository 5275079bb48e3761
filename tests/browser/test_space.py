"""A panel in space and its user: turned, brought closer, pointed at; on one card for all pictures
of a page, without any, and with one that is lost."""

import numpy as np
import pytest

from widgets import Axis, Clock, Panel, Path, Points, Scene, prefix, row
from widgets.marks import Lines, Mesh, Text
from widgets.page import assets, page_html, stage_of

ROOT = "document.querySelector('.cl-stage').convexlab"
SPACE = f"{ROOT}.panels[0].space"
T = 100
# What the canvas shows, as one word.
SHOWN = f"{SPACE}.canvas.toDataURL()"


def scene():
    """A path on a spiral inside of a pale tetrahedron, with its edges, a point and a word."""
    t = np.linspace(0.0, 6.0, T)
    way = [prefix(v, np.arange(T)) for v in (0.3 * np.cos(t), 0.3 * np.sin(t), t / 12)]
    corners = np.array([[-1, -1, -1], [1, 1, -1], [1, -1, 1], [-1, 1, 1]], dtype=float)
    faces = np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])
    edges = corners[[0, 1, 2, 3, 0, 2]].T
    grows = row(np.linspace(0.2, 0.6, T)[:, None] * np.ones(1))
    marks = [
        Mesh(*corners.T, faces=faces, tone="main", opacity=0.3, label="body"),
        Lines(*edges, tone="ink", label="edges"),
        Path(*way, tone="rival1", label="way", dash="dash"),
        Points(grows, [0.0], [0.9], tone="good", label="end", symbol="diamond"),
        Text([-0.9], [-0.9], ("corner",), z=[-0.9]),
    ]
    axes = {n: Axis(n, range=(-1.2, 1.2)) for n in "xyz"}
    panel = Panel("Space", marks, key="space", equal=True, **axes)
    return Scene([panel], Clock("step", np.arange(T)), ["."] * T, {})


def shown(page, path, stages=1):
    body = page_html(scene())
    if stages > 1:
        inside = "".join(stage_of(scene()).html() for _ in range(stages))
        body = f"<!doctype html><html><body>{inside}{assets(True)}</body></html>"
    path.write_text(body, encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function(
        f"document.querySelectorAll('.cl-stage[data-painted]').length === {stages}", timeout=60_000
    )
    page.wait_for_timeout(200)


@pytest.fixture
def opened(page, tmp_path):
    said = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else "")
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size({"width": 1000, "height": 900})
    shown(page, tmp_path / "space.html")
    yield page
    assert said == []


def pixel(page, x, y, z):
    """Where a point of the panel lies, in pixels of the window."""
    return page.evaluate(
        f"""(point) => {{
          const space = {SPACE}, r = space.box.getBoundingClientRect();
          const [x, y] = space.project(...space.inBox(point));
          return [r.left + x, r.top + y];
        }}""",
        [x, y, z],
    )


def test_a_drag_turns_it_and_home_leads_back(opened):
    before = opened.evaluate(SHOWN)
    x, y = pixel(opened, 0, 0, 0)
    opened.mouse.move(x, y)
    opened.mouse.down()
    opened.mouse.move(x + 80, y + 30, steps=4)
    opened.mouse.up()
    opened.wait_for_timeout(100)
    camera = opened.evaluate(f"{SPACE}.camera")
    assert camera[2] > 0.73 and opened.evaluate(SHOWN) != before
    opened.wait_for_function(f"{ROOT}.model.get('viewpoint').camera?.space?.length === 9")
    opened.locator(".cl-home").first.click()
    opened.wait_for_timeout(100)
    assert opened.evaluate(f"{SPACE}.camera") is None and opened.evaluate(SHOWN) == before


def test_space_focus_by_tab_turns_with_arrows_and_click_returns_them(opened):
    opened.locator(".cl-enlarge").first.focus()
    for _ in range(6):
        opened.keyboard.press("Tab")
        if opened.evaluate(f"document.activeElement === {SPACE}.box"):
            break
    name = opened.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name.startswith("Plot in space, x, y, z")
    for key in ("ArrowLeft", "ArrowUp", "+"):
        before = opened.evaluate(f"{SPACE}.nine")
        opened.keyboard.press(key)
        assert opened.evaluate(f"{SPACE}.nine") != before, key
    opened.keyboard.press("0")
    assert opened.evaluate(f"{SPACE}.camera") is None
    assert opened.evaluate(f"{ROOT}.player.frame") == 0
    opened.mouse.click(*pixel(opened, 0, 0, 0))
    opened.keyboard.press("ArrowRight")
    assert opened.evaluate(f"{ROOT}.player.frame") == 1
    assert opened.evaluate(f"{SPACE}.camera") is None
    opened.keyboard.press("Shift+ArrowRight")
    assert opened.evaluate(f"{SPACE}.camera") is not None


def test_what_is_pointed_at_is_named_with_its_numbers(opened):
    tip = opened.locator(".cl-tip").first
    opened.mouse.move(*pixel(opened, 0.2, 0.0, 0.9))
    assert tip.is_visible()
    assert tip.inner_text().split("\n") == ["end", "x 0.20000", "y 0", "z 0.90000"]
    opened.mouse.move(*pixel(opened, 0.3, -0.3, 0.4))
    assert tip.inner_text() == "body"
    opened.mouse.move(*pixel(opened, -1.2, 1.2, 1.2))
    assert not tip.is_visible()


def show_what_comes(page):
    """A mark of this scene is of the future, which is not drawn before it was played once."""
    before = page.evaluate(SHOWN)
    page.get_by_role("button", name="What comes").click()
    page.wait_for_timeout(200)
    assert page.evaluate(SHOWN) != before


def test_frames_and_themes_are_other_pictures_and_come_back(opened):
    show_what_comes(opened)
    first = opened.evaluate(SHOWN)
    opened.evaluate(f"{ROOT}.player.go({T - 1})")
    last = opened.evaluate(SHOWN)
    assert last != first
    opened.evaluate("document.documentElement.dataset.clTheme = 'dark'")
    opened.wait_for_timeout(200)
    dark = opened.evaluate(SHOWN)
    assert dark != last
    opened.evaluate("document.documentElement.dataset.clTheme = 'light'")
    opened.evaluate(f"{ROOT}.player.go(0)")
    opened.wait_for_timeout(200)
    assert opened.evaluate(SHOWN) == first


def test_three_hundred_moves_hold_no_more_than_one(opened):
    show_what_comes(opened)
    counts = opened.evaluate(
        f"""async () => {{
          const stage = {ROOT}, space = {SPACE};
          const moves = async (many) => {{
            for (let k = 0; k < many; k++) {{
              space.load(space.panel, space.arrays, space.theme, k % {T});
              space.draw((7 * k) % {T}, true);
              if (k % 100 === 0) await new Promise((r) => requestAnimationFrame(r));
            }}
            return space.held;
          }};
          return [await moves({T}), await moves(300)];
        }}"""
    )
    assert counts[0] == counts[1] and counts[0]["batches"] == 4 and counts[0]["geometries"] == 3


def test_all_pictures_of_a_page_share_a_card_and_the_last_one_frees_it(page, tmp_path):
    page.add_init_script(
        """(() => {
          const real = HTMLCanvasElement.prototype.getContext;
          globalThis.cards = [];
          HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            const made = real.call(this, kind, ...more);
            if (kind.startsWith("webgl") && made && !cards.includes(made)) cards.push(made);
            return made;
          };
        })()"""
    )
    shown(page, tmp_path / "many.html", stages=18)
    assert page.evaluate("cards.length") == 1
    urls = page.evaluate(
        "[...document.querySelectorAll('.cl-stage')]"
        ".map((s) => s.convexlab.panels[0].space.canvas.toDataURL())"
    )
    # The first is as high as lets the window show it whole.
    assert len(set(urls[1:])) == 1 and min(map(len, urls)) > 5_000
    page.evaluate(
        "document.querySelectorAll('.cl-stage').forEach((s) => s.convexlab.panels[0].end())"
    )
    assert page.evaluate("cards[0].isContextLost()")


def test_without_webgl_a_sentence_says_so_with_a_plain_picture(page, tmp_path):
    page.add_init_script(
        """(() => {
          const real = HTMLCanvasElement.prototype.getContext;
          HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind.startsWith("webgl") ? null : real.call(this, kind, ...more);
          };
        })()"""
    )
    shown(page, tmp_path / "none.html")
    assert page.locator(".cl-no-card").inner_text() == (
        "This browser has no WebGL: the picture is drawn more plainly."
    )
    first = page.evaluate(SHOWN)
    page.evaluate(f"{ROOT}.player.go({T - 1})")
    assert page.evaluate(SHOWN) != first


def test_a_card_that_is_lost_leaves_the_picture_and_comes_back(opened):
    before = opened.evaluate(SHOWN)
    context = f"{SPACE}.card.renderer.getContext().getExtension('WEBGL_lose_context')"
    opened.evaluate(f"(globalThis.lose = {context}).loseContext()")
    notice = opened.locator(".cl-no-card").first
    notice.wait_for(state="visible")
    assert "stands still until it is back" in notice.inner_text()
    assert opened.evaluate(SHOWN) == before
    opened.evaluate("lose.restoreContext()")
    notice.wait_for(state="hidden")
    opened.evaluate(f"{ROOT}.player.go(3)")
    moved = opened.evaluate(SHOWN)
    opened.evaluate(f"{ROOT}.player.go(0)")
    assert moved != before == opened.evaluate(SHOWN)
