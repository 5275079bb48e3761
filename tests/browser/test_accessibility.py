"""Hands and ears: names and contrast by axe-core, touch, motion that is spared, and keys that are
left to JupyterLab."""

import pytest
from axe_core import FINDINGS, axe  # noqa: F401

import lab
from widgets.page import save_page

STAGE = "document.querySelector('.cl-stage').convexlab"


def opened(browser, path, **more):
    """A new page that shows the file, once it is painted."""
    context = browser.new_context(viewport={"width": 1000, "height": 900}, bypass_csp=True, **more)
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    return page


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A page with knobs, and pages of a scene in the plane and of one in space."""
    folder = tmp_path_factory.mktemp("pages")
    lab.page("lasso", vary={"lam": [0.1, 0.3]}, out=folder / "knobs.html", jobs=1, progress=False)
    save_page(lab.scene("lasso"), folder / "lasso.html")
    save_page(lab.scene("groups"), folder / "groups.html")
    return folder


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["knobs", "groups"])
def test_axe_finds_nothing_on_a_page(browser, saved, axe, name, theme):  # noqa: F811
    page = opened(browser, saved / f"{name}.html", color_scheme=theme)
    page.evaluate(axe)
    assert page.evaluate(FINDINGS, "body") == []
    page.context.close()


def test_axe_does_find_what_is_wrong(browser, saved, axe):  # noqa: F811
    page = opened(browser, saved / "lasso.html")
    page.evaluate(axe)
    page.evaluate("document.querySelector('.cl-play').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('.cl-play').removeAttribute('title')")
    page.evaluate("document.querySelector('.cl-caption').style.color = '#ccc'")
    found = {rule for rule, *_ in page.evaluate(FINDINGS, "body")}
    assert {"button-name", "color-contrast"} <= found
    page.context.close()


def test_axe_finds_nothing_on_a_notebooks_dashboard(page, jupyter, axe):  # noqa: F811
    jupyter.run(page, jupyter.write("axe.ipynb", "import lab; lab.dashboard('lasso')"))
    page.wait_for_selector(".cl-stage[data-painted]", timeout=90_000)
    page.evaluate(axe)
    change = "(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })"
    for theme, dark in (("JupyterLab Light", 0), ("JupyterLab Dark", 1)):
        page.evaluate(change, theme)
        page.wait_for_function(f"document.querySelectorAll('.cl-stage.cl-dark').length === {dark}")
        # JupyterLab takes its splash away twice, the second time in vain, where two changes meet.
        page.wait_for_selector("#jupyterlab-splash", state="detached")
        assert page.evaluate(FINDINGS, ".cl-dashboard") == [], theme
    page.evaluate(change, "JupyterLab Light")  # JupyterLab stores it for other tests' pages
    page.wait_for_function("document.querySelectorAll('.cl-stage.cl-dark').length === 0")
    page.wait_for_timeout(1000)  # settings are saved a little later


@pytest.mark.parametrize("calm", [True, False])
def test_motion_is_spared_where_that_is_asked(browser, tmp_path, calm):
    save_page(lab.scene("lars/path"), tmp_path / "path.html")
    motion = "reduce" if calm else "no-preference"
    page = opened(browser, tmp_path / "path.html", reduced_motion=motion)
    page.evaluate(f"""() => {{
      window.seen = [];
      const {{ player }} = {STAGE};
      const go = player.go.bind(player);
      player.go = (position) => {{ window.seen.push(position); go(position); }};
      player.play();
    }}""")
    page.wait_for_function("window.seen.length > 5", timeout=30_000)
    seen = page.evaluate("window.seen")
    assert all(k == int(k) for k in seen) == calm
    page.context.close()


def touch(page, kind, *points):
    """A touch of the screen, as fingers make it."""
    page.fingers.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
    })  # fmt: skip


def centre(page, selector, across=0.5, down=0.5):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


@pytest.fixture
def touched(browser, saved):
    """A function that opens one of the pages on a device with a touch screen."""
    pages = []

    def show(name):
        page = opened(browser, saved / f"{name}.html", has_touch=True)
        page.fingers = page.context.new_cdp_session(page)
        pages.append(page)
        return page

    yield show
    for page in pages:
        page.context.close()


def test_a_finger_moves_the_scrubber_and_plays(touched):
    page = touched("lasso")
    page.touchscreen.tap(*centre(page, ".cl-scrub", 0.5))
    middle = page.evaluate(f"{STAGE}.player.frame")
    assert 0 < middle < page.evaluate(f"{STAGE}.player.last")
    touch(page, "touchStart", centre(page, ".cl-scrub", 0.5))
    touch(page, "touchMove", centre(page, ".cl-scrub", 0.8))
    touch(page, "touchEnd")
    page.wait_for_function(f"{STAGE}.player.frame > {middle}")
    page.touchscreen.tap(*centre(page, ".cl-play"))
    assert page.evaluate(f"{STAGE}.player.playing")


def test_a_finger_opens_a_tab_and_turns_a_knob(touched):
    page = touched("knobs")
    page.touchscreen.tap(*centre(page, ".cl-tab:last-child"))
    assert page.locator(".cl-tab:last-child").get_attribute("aria-selected") == "true"
    before = page.locator(".cl-page").get_attribute("data-setting")
    page.touchscreen.tap(*centre(page, ".cl-knobs input[type=range]", 0.03))
    page.wait_for_function(
        "(before) => document.querySelector('.cl-page').dataset.setting !== before", arg=before
    )


def test_two_fingers_stretch_a_plane(touched):
    page = touched("lasso")
    (x, y), hero = centre(page, ".cl-heroes .cl-plot"), f"{STAGE}.panels[0].plane"
    touch(page, "touchStart", (x - 40, y), (x + 40, y))
    for k in range(1, 6):
        touch(page, "touchMove", (x - 40 - 10 * k, y), (x + 40 + 10 * k, y))
    touch(page, "touchEnd")
    page.wait_for_function(f"{hero}.view !== null")
    wide, shown = page.evaluate(f"[{hero}.home, {hero}.view].map(([[a, b]]) => b - a)")
    assert shown < 0.8 * wide


def test_a_finger_turns_a_panel_in_space(touched):
    page = touched("groups")
    camera = f"{STAGE}.panels[0].space.nine"
    before = page.evaluate(camera)
    x, y = centre(page, ".cl-heroes .cl-plot")
    touch(page, "touchStart", (x, y))
    for k in range(1, 8):
        touch(page, "touchMove", (x + 15 * k, y))
    touch(page, "touchEnd")
    after = page.evaluate(camera)
    assert abs(after[0] - before[0]) > 0.05 and after[3:] == before[3:]


def test_two_fingers_bring_a_panel_in_space_closer(touched):
    page = touched("groups")
    x, y = centre(page, ".cl-heroes .cl-plot")
    far = f"Math.hypot(...{STAGE}.panels[0].space.nine.slice(0, 3))"
    before = page.evaluate(far)
    touch(page, "touchStart", (x - 40, y), (x + 40, y))
    for k in range(1, 6):
        touch(page, "touchMove", (x - 40 - 10 * k, y), (x + 40 + 10 * k, y))
    touch(page, "touchEnd")
    assert page.evaluate(far) < 0.7 * before


def test_a_thin_line_is_easy_to_hit(browser, saved):
    page = opened(browser, saved / "lasso.html")
    hero = f"{STAGE}.panels[0].plane"
    page.evaluate(f"{STAGE}.player.go({STAGE}.player.last)")
    spot = page.evaluate(f"""() => {{
      const path = {hero}.panel.traces.find((t) => t.follow).painted;
      const rect = {hero}.box.getBoundingClientRect();
      return [rect.left + (path.px[0] + path.px[1]) / 2, rect.top + path.py[0] + 8];
    }}""")
    page.mouse.move(*spot)
    tip = page.locator(".cl-heroes .cl-tip")
    assert tip.is_visible() and "coordinate descent" in tip.inner_text()
    page.context.close()


def test_keys_that_the_player_has_no_use_for_reach_jupyterlab(page, jupyter):
    jupyter.run(page, jupyter.write("keys.ipynb", "import lab", "lab.dashboard('lasso')"))
    page.wait_for_selector(".cl-stage[data-painted]", timeout=90_000)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    aside = "() => window.jupyterapp.shell.leftCollapsed"
    before, folded = page.evaluate(cells), page.evaluate(aside)
    page.locator(".cl-stage").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("b")  # there a cell more, and d d one less: a slip must cost nothing
    page.keyboard.press("Control+b")
    page.wait_for_function(f"({aside})() !== {str(folded).lower()}")
    assert page.evaluate(cells) == before
