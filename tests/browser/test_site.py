"""The site in a browser: from a file with the network off, by pointer, by keys, alone in a
frame."""

import functools
import http.server
import threading

import pytest
from axe_core import FINDINGS, axe  # noqa: F401
from offline import offline
from sites import tiny_site

import lab
from widgets.page import asset_files, assets, stage_from

PAGES = ["index.html", "scenes/coordinate-descent-subgradient.html", "notebooks/small.html"]
SCENE = "scenes/coordinate-descent-subgradient.html"


@pytest.fixture(scope="module")
def site():
    return tiny_site()[0].resolve()


#: Light on a screen, dark on a phone.
THEMES = [("light", {"width": 1200, "height": 900}), ("dark", {"width": 390, "height": 844})]


@pytest.mark.parametrize("theme, viewport", THEMES)
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(browser, site, axe, name, theme, viewport):  # noqa: F811
    context = browser.new_context(color_scheme=theme, viewport=viewport)
    page = context.new_page()
    page.goto((site / name).as_uri())
    if name != "index.html":
        page.wait_for_selector("[data-painted]", timeout=60_000)
    page.evaluate(axe)
    assert page.evaluate(FINDINGS, "body") == []
    page.evaluate("document.querySelector('.theme').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('.theme').removeAttribute('title')")
    assert "button-name" in {rule for rule, *_ in page.evaluate(FINDINGS, "body")}
    context.close()


@pytest.mark.parametrize(("name", "number"), [("index", 0), ("index", 1), ("widgets", 1)])
def test_axe_finds_nothing_in_the_reference(browser, site, axe, name, number):  # noqa: F811
    theme, viewport = THEMES[number]
    context = browser.new_context(color_scheme=theme, viewport=viewport)
    page = context.new_page()
    page.goto((site / "reference" / f"{name}.html").as_uri())
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(17, 21, 26)") == (theme == "dark")
    page.evaluate(axe)
    assert page.evaluate(FINDINGS, "body") == []
    assert page.locator(".home").first.evaluate("a => a.href").endswith("/index.html")
    if name == "widgets":
        page.evaluate("document.querySelector('.headerlink').removeAttribute('aria-label')")
        assert "link-name" in {rule for rule, *_ in page.evaluate(FINDINGS, ".headerlink")}
    context.close()


def test_a_scene_plays_and_its_knob_lives_without_a_network(page, site):
    assert not offline(page, site / SCENE)
    assert not page.locator(".cl-poster").is_visible()
    before = page.locator(".cl-page").get_attribute("data-setting")
    page.locator(".cl-knob[data-name=a]").get_by_role("slider").press("Home")
    page.wait_for_function(
        "v => document.querySelector('.cl-page').dataset.setting !== v", arg=before
    )
    page.get_by_role("button", name="Step forward").click()
    assert page.evaluate("document.querySelector('.cl-stage').convexlab.player.frame") == 1
    page.emulate_media(media="print")
    assert page.locator(".cl-poster").is_visible() and not page.locator(".cl-body").is_visible()
    assert not page.locator(".cl-head").is_visible()  # the still says it


@pytest.mark.parametrize("width, height", [(1400, 1000), (1920, 1080)])
def test_a_scene_is_whole_before_anyone_scrolls(page, site, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto((site / SCENE).as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    box = "(e) => e.getBoundingClientRect()"
    page.wait_for_function(
        f"""() => {{
          const box = {box};
          const foot = box(document.querySelector('.cl-dock')).top;
          const panels = [...document.querySelectorAll('.cl-panel')].filter((p) => p.offsetParent);
          return panels.length && panels.every((one) => box(one).bottom <= foot);
        }}"""
    )
    assert page.evaluate("window.scrollY") == 0


def test_a_scene_fits_windows_of_every_width(page, site):
    """As of a phone, and of a laptop whose text is twice as large."""
    page.goto((site / SCENE).as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    wide = {}
    for width in (*range(320, 1000, 40), 559, 561, 619, 621, 761):
        page.set_viewport_size({"width": width, "height": 500})
        page.wait_for_timeout(100)
        wide[width] = page.evaluate("document.documentElement.scrollWidth")
        assert page.locator(".find input").bounding_box()["width"] > 100
    assert all(wide[width] <= width for width in wide), wide


def test_a_notebook_has_formulas_and_stages_of_every_kind(page, site):
    assert not offline(page, site / "notebooks" / "small.html")
    assert page.locator(".katex").count() >= 2 and page.locator(".katex-error").count() == 0
    stages = page.locator(".cl-page")
    assert stages.count() == 4
    for k in range(4):
        stages.nth(k).scroll_into_view_if_needed()
        stages.nth(k).locator("[data-painted]").first.wait_for(timeout=60_000)
    titles = stages.locator(".cl-title").all_inner_texts()
    assert titles[1] == "My own" and "over" in titles[2]
    assert page.locator("details.check").count() == 1
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_letters_of_a_displayed_formula_say_what_they_are(page, site):
    assert not offline(page, site / "notebooks" / "small.html")
    page.locator(".cl-letters").wait_for(state="attached")
    assert page.locator(".katex-display [title]").evaluate_all("a => a.map((e) => e.title)") == [
        "F: what is minimised", "w: over what", "w: over what",
    ]  # fmt: skip
    said = page.locator(".cl-letters").text_content()
    assert said == " Letters: F, what is minimised; w, over what."
    hidden = "e => e.getAttribute('aria-hidden') || getComputedStyle(e).display === 'none'"
    assert not page.locator(".cl-letters").evaluate(hidden)
    assert page.locator(".katex:not(.katex-display *) [title]").count() == 0


def test_on_a_phone_the_player_takes_little_of_the_screen(browser, site):
    """What plays and the sentence stay visible; the rest of the dock is there further down."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto((site / SCENE).as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    page.evaluate("document.querySelector('.cl-stage').scrollIntoView()")
    page.wait_for_timeout(200)
    box = "(s) => document.querySelector(s).getBoundingClientRect()"
    top = page.evaluate(f"({box})('.cl-dock').top")
    assert 844 - 844 / 5 <= top < 844
    for part in (".cl-play", ".cl-track", ".cl-counter", ".cl-caption"):
        assert page.evaluate(f"({box})('{part}').bottom") <= 844, part
    page.locator(".cl-play").tap()
    page.wait_for_function("document.querySelector('.cl-stage').convexlab.player.frame > 0")
    assert page.evaluate(f"({box})('.cl-loop').top") >= 844
    page.locator(".cl-loop").tap()  # after a scroll
    assert page.locator(".cl-loop").get_attribute("aria-pressed") == "true"
    context.close()


def test_the_box_finds_by_keys(page, site):
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("no other process")
    page.wait_for_selector("#found li[data-place]")
    field = page.get_by_role("combobox", name="Search the site")
    assert field.get_attribute("aria-activedescendant") == "found-0"
    page.keyboard.press("Enter")
    page.wait_for_url("**/notebooks/small.html#*")
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("/")
    page.keyboard.type("zzzz")
    page.wait_for_selector("#found li")
    assert page.locator("#found").inner_text() == "Nothing found"
    page.keyboard.press("Escape")
    assert not page.locator("#found").is_visible()


def test_light_and_dark_are_chosen_and_remembered(page, site):
    page.emulate_media(color_scheme="light")
    page.goto((site / "index.html").as_uri())
    shown = (
        "() => [...document.querySelectorAll('.thumb picture')].filter((p) => p.checkVisibility())"
    )
    kinds = f"[...new Set(({shown})().map((p) => p.className))]"
    assert page.evaluate(kinds) == ["on-light"]
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(kinds) == ["on-dark"]
    page.goto((site / SCENE).as_uri())
    page.wait_for_selector(".cl-page.cl-dark [data-painted]", timeout=60_000)


def test_small_pictures_are_still_where_reduced_motion_is_asked(browser, site):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    source = "document.querySelector('.card .on-light img').currentSrc"
    page.wait_for_function(f"{source} !== ''")
    assert page.evaluate(source).endswith(".png") and page.locator(".calm").count() == 0
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.wait_for_function(f"{source}.endsWith('.gif')")
    page.get_by_role("button", name="Stop the small pictures").click()
    page.wait_for_function(f"{source}.endsWith('.png')")
    context.close()


@pytest.fixture
def served(site):
    """The address of the directory above the site, on loopback."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=site.parent)
    handler.log_message = lambda *given: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_scene_is_alone_in_a_frame_and_reports_its_height(page, site, served):
    """Of a host, under a sub-path; asked for at the front page."""
    address = f"{served}/site/index.html?scene=subgradient"
    page.goto(f"{served}/site/{SCENE}")
    page.set_content(f"""<script>
      window.reported = [];
      window.addEventListener("message", (event) => reported.push(event.data));
    </script><iframe src="{address}" width="900" height="300" title="scene"></iframe>""")
    frame = page.frame_locator("iframe")
    frame.locator("[data-painted]").first.wait_for(timeout=60_000)
    assert not frame.locator(".bar").is_visible() and not frame.locator(".beside").is_visible()
    last = "reported.at(-1)"
    page.wait_for_function(f"{last}?.subject === 'lti.frameResize' && {last}.height > 400")
    reported = page.evaluate(last)
    assert reported["scene"] == "subgradient"
    own = frame.locator("body").evaluate("(body) => body.scrollHeight")
    assert abs(own - reported["height"]) <= 1


def test_the_line_for_another_page_has_no_path_of_this_machine(page, site, served):
    page.goto((site / SCENE).as_uri())
    line = page.locator("pre.frame code")
    page.wait_for_function("document.querySelector('pre.frame code').innerText")
    assert "file:" not in line.inner_text() and str(site.parent) not in line.inner_text()
    assert f'src="https://your.server/convexlab/{SCENE}?scene=' in line.inner_text()
    assert "put the site on a server" in page.locator(".frame-note").inner_text()
    page.goto(f"{served}/site/{SCENE}")
    page.wait_for_function("document.querySelector('pre.frame code').innerText")
    assert f'src="{served}/site/{SCENE}?scene=' in line.inner_text()
    assert not page.locator(".frame-note").count()


def test_a_scene_that_is_not_there_is_named(page, site):
    page.goto(f"{(site / 'notebooks' / 'small.html').as_uri()}?scene=nothing")
    words = page.get_by_role("alert").inner_text()
    assert "no scene nothing" in words and "coordinate-descent/subgradient" in words
    assert page.locator(".bar").is_visible()


def test_a_stage_whose_file_is_lost_says_so(page, site, tmp_path):
    page.tolerated = ("net::ERR_FILE_NOT_FOUND",)
    text = (site / SCENE).read_text(encoding="utf-8")
    (tmp_path / "lost.html").write_text(
        text.replace('data-from="../', 'data-from="none/').replace("../", f"{site.as_uri()}/"),
        encoding="utf-8",
    )
    page.goto((tmp_path / "lost.html").as_uri())
    page.wait_for_selector(".cl-is-error")
    assert "is missing next to this page" in page.locator(".cl-is-error").inner_text()


def test_in_space_the_still_is_shown_until_the_picture_is_drawn(page, tmp_path):
    made = lab.page("svm-3d", vary={"C": [1.0]}, jobs=1, progress=False)
    poster = '<img alt="a still" width="900" height="600" src="data:image/gif;base64,R0lGODlhAQAB">'
    stage = stage_from("data.js", "it", "Title", "Question?", poster=poster)
    (tmp_path / "data.js").write_text(made.stage.script("it"), encoding="utf-8")
    for name, content in asset_files(space=True).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    body = f"<main>{stage}</main>{assets(True, '.')}"
    (tmp_path / "a.html").write_text(f"<!doctype html><body>{body}</body>", encoding="utf-8")
    came = threading.Event()

    def late(route):
        came.set()
        held.append(route)

    held = []
    page.route("**/space.js", late)
    page.goto((tmp_path / "a.html").as_uri())
    page.wait_for_selector("[data-setting]", timeout=60_000)  # its data are there
    page.wait_for_function("() => document.querySelector('.cl-space') !== null")
    assert came.wait(0) and page.locator(".cl-poster").is_visible()
    assert not page.locator(".cl-stage").is_visible()
    wide = page.evaluate("document.querySelector('.cl-stage').offsetWidth")
    held[0].continue_()
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    assert page.locator(".cl-stage").is_visible() and not page.locator(".cl-poster").is_visible()
    assert page.evaluate("document.querySelector('.cl-stage').offsetWidth") == wide
