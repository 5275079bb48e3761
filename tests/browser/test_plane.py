"""A panel in a plane and its user: drag, wheel, fingers, keys, home, hover; what draws space is not
loaded."""

import json

import numpy as np
import pytest

from widgets import Axis, Clock, Curve, Heatmap, Panel, Points, Scene, prefix, row
from widgets.page import page_html

ROOT = "document.querySelector('.cl-stage').convexlab"
X = np.arange(11.0)


def scene(high=10.0, z=None):
    here = [
        Curve(prefix(X, np.arange(11)), prefix(X, np.arange(11)), label="line"),
        Points([2.0], [8.0], size=12, label="corner"),
    ]
    line = Panel(
        "Line", here, x=Axis("across", range=(0, high)), y=Axis("up", range=(0, 10)), key="line"
    )
    names = ((0, 1), ("left", "right"))
    grid = row(np.linspace(-1.0, 1.0, 44).reshape(11, 2, 2))
    cells = Heatmap([0, 1], [0, 1], grid, label="M")
    heat = Panel("Heat", [cells], x=Axis(ticks=names), key="heat")
    space = [Panel("Space", [Points([0.0], [1.0], [2.0])], z=Axis("z"), key="space")] if z else []
    return Scene([line, heat, *space], Clock("step", X), ["."] * 11, {"gap": X})


@pytest.fixture
def opened(page, tmp_path):
    """A saved page of the scene, its network off."""
    page.route(lambda url: not url.startswith(("file:", "blob:", "data:")), lambda r: r.abort())
    file = tmp_path / "plane.html"
    file.write_text(page_html(scene()).replace("<main", "<main style='margin-bottom: 3000px'"))
    page.set_viewport_size({"width": 1100, "height": 700})
    page.goto(file.as_uri())
    page.wait_for_selector("[data-painted]")
    page.wait_for_timeout(100)
    return page


def drawn(page):
    """How many pixels of the last panel's canvas have a colour."""
    return page.evaluate(
        f"""() => {{
          const {{ canvas: {{ width, height }}, canvas }} = {ROOT}.panels.at(-1).space;
          const {{ data }} = canvas.getContext("2d").getImageData(0, 0, width, height);
          let sum = 0;
          for (let i = 0; i < data.length; i += 4) {{
            if (data[i + 3] > 128 && Math.abs(data[i] - data[i + 2]) > 60) sum += 1;
          }}
          return sum;
        }}"""
    )


def ranges(page):
    page.wait_for_timeout(150)
    return page.evaluate(f"{ROOT}.panels[0].plane.layout().ranges")


def at(page, x, y, panel=0):
    """The point of the window at which (x, y) lies."""
    return page.evaluate(
        f"""([x, y]) => {{
          const p = {ROOT}.panels[{panel}], r = p.box.getBoundingClientRect(), m = p.map();
          return [r.left + m.x(x), r.top + m.y(y)];
        }}""",
        [x, y],
    )


HOME = [[0, 10], [0, 10]]


def test_what_is_dragged_stays_under_the_pointer_and_two_clicks_lead_home(opened):
    opened.mouse.move(*at(opened, 4, 4))
    opened.mouse.down()
    before = opened.screenshot()
    opened.mouse.move(*at(opened, 6, 5), steps=4)
    opened.mouse.up()
    assert np.allclose(ranges(opened), [[-2, 8], [-1, 9]], atol=0.1)
    assert opened.screenshot() != before
    opened.mouse.dblclick(*at(opened, 4, 4))
    assert ranges(opened) == HOME


def test_under_the_words_of_an_axis_only_that_axis_follows(opened):
    x, y = at(opened, 4, 0)
    opened.mouse.move(x, y + 15)
    opened.mouse.down()
    opened.mouse.move(x + 50, y + 25, steps=3)
    opened.mouse.up()
    (low, _), up = ranges(opened)
    assert low < -0.5 and up == [0, 10]


def test_the_wheel_zooms_about_the_pointer_and_scrolls_the_page_at_home(opened):
    place = at(opened, 3, 7)
    opened.mouse.move(*place)
    opened.mouse.wheel(0, -200)
    (x0, x1), (y0, y1) = ranges(opened)
    assert x1 - x0 < 9 and y1 - y0 < 9
    assert np.allclose(at(opened, 3, 7), place, atol=0.5)
    assert opened.evaluate("scrollY") == 0
    opened.mouse.dblclick(*place)
    opened.mouse.wheel(0, 120)  # out of the view at home: the page's
    opened.wait_for_function("scrollY > 0")
    assert ranges(opened) == HOME
    opened.mouse.wheel(0, -60)  # and a page that is being scrolled is not caught
    opened.wait_for_function("scrollY < 100")
    assert ranges(opened) == HOME


def test_keys_zoom_move_and_lead_home_and_the_frame_stays(opened):
    opened.evaluate(f"{ROOT}.panels[0].box.focus()")
    opened.keyboard.press("+")
    (x0, x1), _ = ranges(opened)
    assert x1 - x0 == pytest.approx(8) and x0 + x1 == pytest.approx(10)
    opened.keyboard.press("Shift+ArrowRight")
    (moved, _), up = ranges(opened)
    assert moved == pytest.approx(x0 + 0.8) and up == pytest.approx([1, 9])
    opened.keyboard.press("Shift+ArrowUp")
    assert ranges(opened)[1] == pytest.approx([1.8, 9.8])
    assert opened.locator(".cl-stage").get_attribute("data-frame") == "0"
    opened.keyboard.press("0")
    assert ranges(opened) == HOME
    opened.keyboard.press("ArrowRight")
    assert opened.locator(".cl-stage").get_attribute("data-frame") == "1"
    name = opened.evaluate(f"{ROOT}.panels[0].box.getAttribute('aria-label')")
    assert "across: 0 to 10; up: 0 to 10" in name


def test_two_fingers_stretch(opened):
    middle = at(opened, 5, 5)
    session = opened.context.new_cdp_session(opened)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})

    def touch(kind, *xs):
        points = [{"x": middle[0] + x, "y": middle[1], "id": i} for i, x in enumerate(xs)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -30, 30)
    for apart in (35, 40, 50, 60):
        touch("touchMove", -apart, apart)
    touch("touchEnd")
    (x0, x1), _ = ranges(opened)
    assert x1 - x0 == pytest.approx(5, abs=0.6)
    assert x0 + x1 == pytest.approx(10, abs=0.6)


def test_a_view_stays_while_the_scene_changes_unless_an_axis_does(opened):
    opened.evaluate(f"{ROOT}.panels[0].box.focus()")
    opened.keyboard.press("+")
    before = ranges(opened)
    show = f"""async (change) => {{
      const s = {ROOT}, spec = structuredClone(s.spec);
      Object.assign(spec.panels[0].axes[0], change);
      s.model.set('spec', spec);
      await s.load();
    }}"""
    opened.evaluate(show, {"range": [0, 20]})
    assert ranges(opened) == before
    opened.keyboard.press("0")
    assert ranges(opened) == [[0, 20], [0, 10]]
    opened.keyboard.press("+")
    opened.evaluate(show, {"title": "another"})
    assert ranges(opened) == [[0, 20], [0, 10]]


def test_points_and_cells_are_named_under_the_pointer(opened):
    tip = opened.locator(".cl-tip")
    x, y = at(opened, 2, 8)
    opened.mouse.move(x + 3, y - 2)
    assert tip.nth(0).inner_text().split("\n") == ["corner", "across 2", "up 8"]
    opened.mouse.move(*at(opened, 8, 2))
    assert not tip.nth(0).is_visible()
    opened.mouse.move(*at(opened, 1.1, -0.2, panel=1))
    assert tip.nth(1).inner_text().split("\n") == ["M", "right, 0: −0.95348"]


def test_the_ground_is_painted_once_while_frames_go_by(opened):
    opened.evaluate(
        f"""() => {{
          const p = {ROOT}.panels[0].plane, clear = p.ground.getContext('2d');
          window.cleared = 0;
          clear.clearRect = (...box) => {{ window.cleared++; CanvasRenderingContext2D.prototype
            .clearRect.apply(clear, box); }};
          for (let k = 0; k < 10; k++) {ROOT}.player.go(k);
        }}"""
    )
    assert opened.evaluate("window.cleared") == 0
    opened.evaluate(f"{ROOT}.panels[0].box.focus()")
    opened.keyboard.press("+")
    opened.wait_for_function("window.cleared")
    ranges(opened)
    assert opened.evaluate("window.cleared") == 1


def test_another_ground_under_the_same_axes_is_what_a_whole_painting_shows(opened):
    """How many bytes of the ground differ after a change, and from what is painted anew."""
    changed, wrong = opened.evaluate(
        f"""async () => {{
          const s = {ROOT}, spec = structuredClone(s.spec), p = s.panels[0].plane;
          const {{ ground: {{ width, height }}, framed }} = p;
          const bytes = () => p.ground.getContext('2d').getImageData(0, 0, width, height).data;
          const differ = (a, b) => a.reduce((n, v, i) => n + (v !== b[i]), 0);
          const before = bytes();
          spec.panels[0].traces.find((t) => !t.moving).style.size *= 3;
          s.model.set('spec', spec);
          await s.load();
          if (p.framed !== framed) throw new Error("the axes have changed");
          const after = bytes();
          p.painted = p.framed = '';
          p.paint();
          return [differ(before, after), differ(after, bytes())];
        }}"""
    )
    assert changed > 100 and wrong == 0


@pytest.mark.parametrize("z", [None, True])
def test_what_draws_space_is_inside_only_where_a_panel_is_in_space(page, tmp_path, z):
    file = tmp_path / "page.html"
    file.write_text(page_html(scene(z=z)))
    assert file.stat().st_size < (900_000 if z else 600_000)
    page.goto(file.as_uri())
    page.wait_for_selector("[data-painted]", timeout=30_000)
    assert page.locator(".cl-space .cl-canvas").count() == bool(z)
    if z:
        shown = page.evaluate(f"{ROOT}.panels.at(-1).extents()")
        assert json.loads(json.dumps(shown)) == [[0, [0, 0], [1, 1], [2, 2]]]
        assert drawn(page) > 20


def test_space_script_comes_with_first_panel_and_after_reload(jupyter, page):
    """Both ways of a panel, from the plane to space and back."""
    code = (
        "from widgets import *\nfrom widgets.stage import Stage\n"
        "def scene(z):\n"
        "    more = {'z': Axis('z')} if z else {}\n"
        "    mark = Points([0.0], [1.0], *([[2.0]] if z else []))\n"
        "    return Scene([Panel('p', [mark], key='p', **more)], Clock('step', [0]), ['.'], {})\n"
        "s = Stage(scene(False))\ns"
    )
    traffic = jupyter.run(page, jupyter.write("space.ipynb", code))
    page.wait_for_selector("[data-painted]", timeout=60_000)
    page.wait_for_timeout(1000)
    assert traffic.received < 400_000
    canvases = page.locator(".cl-plot > .cl-canvas")
    plots = page.locator(".cl-space > .cl-plot > .cl-canvas")
    assert (plots.count(), canvases.count()) == (0, 2)
    for z in (True, False, True):
        jupyter.kernel(page, f"s.show(scene({z}))")
        (plots if z else canvases).first.wait_for(state="attached", timeout=30_000)
        assert (plots.count(), canvases.count()) == ((1, 1) if z else (0, 2))
    assert 150_000 < traffic.received < 0.5 * 610_000
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(1000)
    page.goto(page.url.split("?")[0])
    page.wait_for_selector(".cl-space > .cl-plot > .cl-canvas", state="attached", timeout=60_000)


def test_plane_moved_picture_offers_reset_and_moves_nothing_else(opened):
    home = opened.locator(".cl-home").first
    tall = "document.querySelector('.cl-panel').getBoundingClientRect().height"
    assert not home.is_visible()
    before = opened.evaluate(tall)
    opened.mouse.move(*at(opened, 5, 5))
    opened.mouse.down()
    opened.mouse.move(*at(opened, 3, 4), steps=4)
    opened.mouse.up()
    assert ranges(opened)[0] != HOME[0] and home.is_visible()
    assert opened.locator(".cl-home:visible").count() == 1, "the other panel is at home"
    assert opened.evaluate(tall) == before
    home.click()
    assert ranges(opened) == HOME and not home.is_visible()
    assert opened.evaluate(f"document.activeElement === {ROOT}.panels[0].box"), "keys go on there"
    opened.keyboard.press("+")
    home.wait_for(state="visible")
    opened.keyboard.press("0")
    home.wait_for(state="hidden")


def test_a_drag_never_moves_the_picture_out_of_the_panel(opened):
    for _ in range(40):
        opened.evaluate(f"{ROOT}.panels[0].box.focus()")
        opened.keyboard.press("Shift+ArrowLeft")
        opened.keyboard.press("Shift+ArrowDown")
        opened.keyboard.press("Shift+ArrowLeft")
    assert ranges(opened)[0] == pytest.approx([-35.0, -25.0])
