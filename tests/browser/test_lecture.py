"""What a teacher shows: the projector, the question before a class, links, chosen knobs."""

import json
import re

import pytest

import lab
from lab.app.teaching import state_of, teaching_of
from lab.discovery import find
from widgets.page import save_page
from widgets.state import decode, encode

SMALLEST = """() => {
  const { panels } = document.querySelector('.cl-stage').convexlab;
  const seen = panels.filter((p) => p.plane && p.box.clientWidth && p.root.isConnected);
  const canvas = seen.map((p) => 12 * p.plane.magnify * (p.plane.size ?? p.plane.measure()).scale);
  const words = [...document.querySelectorAll(
    '.cl-caption, .cl-chip, .cl-counter, .cl-ticks span, figcaption *, .cl-tab, .cl-dock button'
  )].filter((n) => n.textContent.trim() && n.checkVisibility({ visibilityProperty: true }))
    .map((n) => {
      const range = document.createRange();
      range.selectNodeContents(n);
      const zoom = n.closest('.cl-dock, figcaption, .cl-tabs').currentCSSZoom;
      return parseFloat(getComputedStyle(n).fontSize) * zoom;
    });
  return [Math.min(...canvas), Math.min(...words), canvas.length, words.length];
}"""
PROJECTED = "document.querySelector('.cl-stage')?.matches('.cl-projected')"
LAYOUT = """() => {
  const state = document.querySelector('.cl-stage').convexlab.viewpoint.state;
  return { ...state, screen: document.querySelector('.cl-stage').matches('.cl-projected') };
}"""


@pytest.fixture
def opened(page, tmp_path):
    """Write the page of a scene with some options, and open it at 1280 x 720."""

    def write(address, options_=None, hash_="", **options):
        address, experiment = find(address)
        teaching = teaching_of(experiment, {}, **options)
        run = lab.run(address)
        scene = teaching.picture(lab.scene(run), run.settings)
        seen = {"projector": teaching.projector, "predict": teaching.predict} | (options_ or {})
        path = tmp_path / "lecture.html"
        save_page(scene, path, state_of(address, teaching, run.settings, {"frame": 0} | seen))
        page.set_viewport_size({"width": 1280, "height": 720})
        page.goto(path.as_uri() + hash_)
        page.wait_for_selector("[data-painted]", timeout=60_000)
        return page

    return write


@pytest.mark.parametrize("address", ["lasso", "mirror", "svm"])
def test_on_a_projector_nothing_is_small_and_only_the_stage_is_visible(opened, address):
    page = opened(address)
    stage = page.locator(".cl-stage")
    stage.focus()
    page.keyboard.press("f")
    page.wait_for_function(PROJECTED)
    page.wait_for_timeout(500)
    box = stage.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    canvas, words, planes, labels = page.evaluate(SMALLEST)
    assert canvas >= 20 and words >= 20 and planes >= 1 and labels >= 5
    dock = page.locator(".cl-dock").bounding_box()
    assert dock["y"] > 360 and dock["y"] + dock["height"] <= 720
    hero = page.locator(".cl-heroes .cl-plot").first.bounding_box()
    assert hero["width"] > 500 and hero["height"] > 250
    page.keyboard.press("2")
    assert page.locator(".cl-panel:visible").count() == 1
    assert page.evaluate(LAYOUT)["projector"] == page.evaluate(
        "document.querySelector('.cl-stage').convexlab.spec.panels[1].key"
    )
    page.keyboard.press("2")
    assert page.evaluate(LAYOUT)["projector"] is True
    page.keyboard.press("Escape")
    page.wait_for_function(f"!{PROJECTED}")
    assert page.evaluate(LAYOUT)["projector"] is False and not stage.get_attribute("popover")
    small = page.evaluate(SMALLEST)
    assert small[0] == 12
    page.get_by_role("button", name="Fill the screen").click()
    page.wait_for_function(PROJECTED)


def test_what_hung_below_a_low_window_is_whole_on_the_projector(opened):
    page = opened("bags")
    page.set_viewport_size({"width": 1280, "height": 600})
    below = "parseFloat(getComputedStyle(document.querySelector('.cl-dock')).bottom) < 0"
    page.wait_for_function(below)
    page.locator(".cl-stage").focus()
    page.keyboard.press("f")
    page.wait_for_function(PROJECTED)
    page.wait_for_timeout(500)
    dock, scale = (page.locator(name).bounding_box() for name in (".cl-dock", ".cl-gauge"))
    assert dock["y"] + dock["height"] <= 600 and scale["y"] + scale["height"] <= 600


def test_a_class_gets_the_question_and_a_key_shows_the_answer(opened):
    why = "It is drawn so."
    asked = lab.Question(frame=3, prompt="Which way?", options=("up", "<b>down"), answer=1, why=why)
    page = opened("lasso", questions=[asked], predict=True, projector=True, options_={"frame": 3})
    page.wait_for_function(PROJECTED)
    ask = page.locator(".cl-ask")
    prompt = ask.get_by_text("Which way?")
    assert prompt.is_visible() and not page.locator(".cl-panel").first.is_visible()
    assert prompt.bounding_box()["height"] > 30
    assert ask.get_by_role("button", name="<b>down").bounding_box()["height"] > 60
    page.locator(".cl-stage").focus()
    page.keyboard.press("v")
    assert page.locator(".cl-panel").first.is_visible() and prompt.is_visible()
    page.keyboard.press("v")
    page.keyboard.press("r")
    assert f"<b>down. {why}" in ask.inner_text() and page.locator(".cl-panel").first.is_visible()
    assert not page.locator(".cl-tally").is_visible()  # nobody has answered
    page.get_by_role("button", name="Continue").click()
    assert not ask.is_visible()


def test_a_link_brings_frame_zoom_and_projector_back(opened):
    page = opened("lasso")
    stage = page.locator(".cl-stage")
    stage.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator(".cl-heroes .cl-plot").first.focus()
    page.keyboard.press("+")
    page.keyboard.press("f")
    page.wait_for_function(PROJECTED)
    page.keyboard.press("1")
    before = page.evaluate(LAYOUT)
    page.evaluate("document.querySelector('.cl-link').click()")
    page.wait_for_timeout(300)
    link = page.evaluate("navigator.clipboard.readText()")
    assert before["frame"] == 4 and before["projector"] == "iterates" and before["zoom"]["iterates"]
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function(PROJECTED)
    page.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '4'")
    assert page.evaluate(LAYOUT) == before
    board = lab.dashboard(state=link.partition("#")[2])
    board.wait(60)
    assert board.stage.frame == 4 and board.stage.viewpoint["zoom"] == before["zoom"]
    board.close()


def test_a_link_brings_the_camera_back(opened):
    camera = [0.5, -1.5, 1.25, 0.1, 0.0, -0.2, 0.0, 0.0, 1.0]
    page = opened("groups", options_={"camera": {"iterates": camera}, "frame": 2})
    page.wait_for_function(
        "document.querySelector('.cl-stage').convexlab.viewpoint.state.camera"
        "?.iterates?.[0] === 0.5",
        timeout=30_000,
    )
    styles = page.evaluate(LAYOUT)
    assert styles["camera"] == {"iterates": pytest.approx(camera)} and styles["frame"] == 2


def test_link_sets_live_knobs_and_is_refused_whole_for_others(page, tmp_path):
    path = tmp_path / "live.html"
    lab.page("lasso", vary={"lam": [0.1, 0.3]}, out=path, jobs=1, progress=False)
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    assert page.locator("[data-name=lam] .cl-number").input_value() == "0.3"
    index = json.loads(page.locator(".cl-page > script").first.inner_text())
    for change, words in (
        ({"lam": 0.1}, ""),
        ({"lam": 0.2}, "not solved"),
        ({"lam": 0.3, "n": 7}, "another n"),
    ):
        knobs = index["state"]["knobs"] | change
        state = encode({"at": index["state"]["at"], "knobs": knobs, "frame": 3})
        page.goto("about:blank")
        page.goto(f"{path.as_uri()}#{state}")
        page.wait_for_selector("[data-painted]", timeout=60_000)
        page.wait_for_timeout(500)
        assert words in page.locator(".cl-status").inner_text()
        lam = page.locator("[data-name=lam] .cl-number").input_value()
        assert (lam, page.evaluate(LAYOUT)["frame"]) == (("0.1", 3) if not words else ("0.3", 0))
    page.evaluate("document.querySelector('[data-name=lam] .cl-range').value = 0")
    page.locator("[data-name=lam] .cl-range").dispatch_event("input")
    page.locator("[data-name=lam] .cl-range").dispatch_event("change")
    page.wait_for_timeout(500)
    page.locator(".cl-link").click()
    page.wait_for_timeout(300)
    link = page.evaluate("navigator.clipboard.readText()")
    assert decode(link.partition("#")[2])["knobs"]["lam"] == 0.1


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[:-4], "The link is damaged; copy it again, whole."),
        (lambda text: text.replace("cl1", "cl7"), "The link is of version 7;"),
    ],
)
def test_a_link_that_does_not_fit_changes_nothing(opened, spoil, words):
    board = lab.dashboard("lasso", frame=5, projector=True)
    board.wait(60)
    page = opened("lasso", hash_=f"#{spoil(board.state)}")
    board.close()
    page.wait_for_function("document.querySelector('.cl-status').textContent !== ''")
    assert words in page.locator(".cl-status").inner_text()
    styles = page.evaluate(LAYOUT)
    assert styles == {"frame": 0, "predict": False, "projector": False, "screen": False}


def test_projector_covers_jupyterlab_and_fixed_knobs_are_grey(jupyter, page):
    name = jupyter.write(
        "teacher.ipynb",
        "import lab\n"
        "d = lab.dashboard('lasso', show=['data', 'lam'], fix={'lam': 0.3}, "
        "panels=['iterates', 'gap'], frame=6, projector=True)\nd",
    )
    page.set_viewport_size({"width": 1280, "height": 720})
    jupyter.run(page, name)
    page.wait_for_selector(".cl-stage[data-painted]", timeout=120_000)
    page.wait_for_function(PROJECTED)
    box = page.locator(".cl-stage").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    top = page.evaluate("document.elementFromPoint(640, 10).closest('.cl-stage') !== null")
    assert top and page.evaluate(SMALLEST)[0] >= 20
    page.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '6'")
    page.keyboard.press("Escape")
    page.wait_for_function(f"!{PROJECTED}")
    page.wait_for_timeout(600)
    assert jupyter.kernel(page, "print(d.stage.projector)") == "False"
    knobs = page.locator(".cl-knob")
    assert [knobs.nth(k).get_attribute("data-name") for k in range(knobs.count())] == [
        "data",
        "lam",
    ]
    assert page.locator("[data-name=lam] .cl-number").is_disabled()
    assert page.locator("[data-name=lam] .cl-number").input_value() == "0.3"
    assert not page.locator("[data-name=data] select").is_disabled()
    assert page.locator(".cl-panel").count() == 2
    reported = jupyter.kernel(
        page, "try:\n    d.knobs['lam'].value = 1\nexcept ValueError as e: print(e)"
    )
    assert re.match(r"lam must stay at 0\.3, got 1; it is fixed in this dashboard", reported)
