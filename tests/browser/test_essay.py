"""The first page in a browser: prose moves the picture, and the picture moves the prose."""

import pytest
from axe_core import FINDINGS, axe  # noqa: F401
from offline import offline

from lab.site.first import start

STATE = """() => {
  const view = document.querySelector('.cl-page').convexlab;
  const { player } = document.querySelector('.cl-stage').convexlab;
  return { lam: view.settings.lam, frame: player.frame, last: player.last };
}"""
LAM = '.essay-number[data-knob="lam"] >> nth=0'
FRAME = '.essay-number[data-knob="frame"] >> nth=0'
ANGLE = '.essay-number[data-knob="angle"]'


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("essay") / "first.html"
    path.write_text(start().text, encoding="utf-8")
    return path


@pytest.fixture
def opened(browser, file, request):
    """The page, offline, where motion is spared: nothing plays by itself."""
    size = getattr(request, "param", (1400, 900))
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    page = context.new_page()
    asked = offline(page, file)
    yield page
    assert not asked
    context.close()


def to_step(page, title):
    page.evaluate(
        """(title) => {
          const head = [...document.querySelectorAll('.essay-step h2')]
            .find((h) => h.textContent === title);
          const above = document.querySelector('.essay-pinned').getBoundingClientRect();
          const narrow = innerWidth <= 700;
          scrollBy(0, head.getBoundingClientRect().top - (narrow ? above.height : 0) - 40);
        }""",
        title,
    )
    page.wait_for_function(
        "t => document.querySelector('.essay-now h2')?.textContent === t", arg=title
    )


def wait(page, condition):
    page.wait_for_function(f"() => {{ const s = ({STATE})(); return {condition}; }}")


def test_a_link_changes_the_picture_and_the_sentence_in_the_prose(opened):
    to_step(opened, "One weight at a time")
    wait(opened, "s.frame === 1")
    opened.click("text=north or south")
    wait(opened, "s.frame === 2")
    said = " ".join(opened.text_content(".essay-now [data-said=caption]").split())
    assert (
        said.startswith("The path stops at w₂ = 0. w₂: 0.700 → 0 ")
        and opened.text_content(FRAME) == "2"
    )


def test_number_keys_move_the_picture_and_player_moves_the_number(opened):
    to_step(opened, "One weight at a time")
    wait(opened, "s.frame === 1")
    opened.focus(FRAME)
    opened.keyboard.press("ArrowRight")
    wait(opened, "s.frame === 2")
    assert opened.get_attribute(FRAME, "aria-valuenow") == "2"
    opened.keyboard.press("End")
    wait(opened, "s.frame === s.last")
    opened.click("button[aria-label='Step back']")
    wait(opened, "s.frame === s.last - 1")
    assert opened.text_content(FRAME) == str(opened.evaluate(STATE)["frame"])


def test_number_dragged_solves_again(opened):
    to_step(opened, "A price on every weight")
    wait(opened, "s.frame === s.last")
    box = opened.locator(LAM).bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    opened.mouse.move(*at)
    opened.mouse.down()
    opened.mouse.move(at[0] + 40, at[1], steps=8)
    opened.mouse.up()
    wait(opened, "s.lam > 0.2")
    lam = opened.evaluate(STATE)["lam"]
    opened.wait_for_function("([q, v]) => Number(document.querySelector(q).ariaValueNow) === v",
                             arg=[LAM.split(" >>")[0], lam])  # fmt: skip
    opened.click("text=very high")
    wait(opened, "s.lam === 2")


def test_polygon_drawn_by_mouse_and_keys_is_proved(opened):
    to_step(opened, "Draw a polygon, meet a bound")
    said = ".essay-now [data-said=program]"
    before = opened.text_content(said)
    assert before.endswith("Gap 0.00: proved best.")
    opened.click("text=Begin from nothing")
    assert "Three corners" in opened.text_content(said)
    box = opened.locator(".essay-drawing svg").bounding_box()
    for x, y in [(0.2, 0.8), (0.8, 0.8), (0.5, 0.2)]:
        opened.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    assert "(5.00, 8.00)" in opened.text_content(said)
    opened.keyboard.press("ArrowDown")  # the corner that was put last has the focus
    assert "(5.00, 7.75)" in opened.text_content(said)
    opened.focus(ANGLE)
    opened.keyboard.press("Home")
    assert "(8.00, 2.00)" in opened.text_content(said)
    opened.focus("[data-corner='2']")
    opened.keyboard.press("Delete")
    assert "Three corners" in opened.text_content(said)


def test_prediction_is_asked_once(opened):
    assert not opened.is_visible(".cl-ask")
    to_step(opened, "Predict once")
    wait(opened, "s.lam === 0.5 && s.frame === 0")
    opened.wait_for_selector("text=Which way will it go?", state="visible")


def test_a_link_that_was_edited_changes_nothing(opened):
    to_step(opened, "One weight at a time")
    wait(opened, "s.frame === 1")
    opened.evaluate(
        "document.querySelector('.essay-now .essay-link').href = "
        "'#coordinate-descent/lasso?lam=0.1234&frame=3'"
    )
    opened.click(".essay-now .essay-link >> nth=0")
    opened.wait_for_selector("text=The link's setting is not solved in this page.")
    assert opened.evaluate(STATE)["lam"] == 0.2


@pytest.mark.parametrize("opened", [(1400, 900), (1000, 800), (390, 844)], indirect=True)
def test_the_picture_stays_visible_and_nothing_is_wider_than_the_page(opened):
    for title in ("One weight at a time", "Draw a polygon, meet a bound", "The proof"):
        to_step(opened, title)
        top, bottom, wide, height = opened.evaluate(
            """() => {
              const pinned = document.querySelector('.essay-pinned');
              const { top, bottom } = pinned.getBoundingClientRect();
              return [top, bottom, document.documentElement.scrollWidth - innerWidth, innerHeight];
            }"""
        )
        assert top >= -1 and bottom <= height + 1 and wide <= 0, title


@pytest.mark.parametrize("opened", [(390, 844)], indirect=True)
def test_no_row_of_the_player_is_cut_where_a_small_panel_is_shown(opened):
    for title in ("How far still?", "The proof"):
        to_step(opened, title)
        opened.wait_for_function("document.querySelector('.essay-pinned').scrollTop > 300")
        panel, dock, cut = opened.evaluate(
            """() => {
              const pinned = document.querySelector('.essay-pinned');
              const box = (one) => one.getBoundingClientRect();
              const end = box(pinned).top + pinned.clientHeight;
              const rows = [...pinned.querySelectorAll('.cl-dock button')].filter((one) => (
                box(one).height && box(one).top < end - 1 && box(one).bottom > end + 1));
              return [
                box(pinned.querySelector('.essay-pointed')).bottom,
                box(pinned.querySelector('.cl-dock')).top, rows.map((one) => one.className),
              ];
            }"""
        )
        assert cut == [], title
        assert panel <= dock + 1, title


@pytest.mark.parametrize("opened", [(1400, 900), (690, 900)], indirect=True)
def test_on_paper_no_picture_lies_on_another(opened):
    opened.emulate_media(media="print")
    (top, foot), (head, end) = opened.locator(".essay-stage").evaluate_all(
        """(all) => all.map((one) => {
          const box = one.getBoundingClientRect();
          return [box.top, box.bottom];
        })"""
    )
    assert top + 100 < foot <= head and head + 100 < end
    assert opened.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(browser, file, axe, theme):  # noqa: F811
    context = browser.new_context(color_scheme=theme, viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.evaluate(axe)
    assert page.evaluate(FINDINGS, "body") == []
    page.evaluate("document.querySelector('.essay-number').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('.essay-number').setAttribute('aria-valuenow', 'x')")
    assert page.evaluate(FINDINGS, ".essay-number")
    context.close()
