"""What comes is not drawn before it was played once; a question is asked in the picture."""

import re

import numpy as np
import pytest
from offline import offline

from widgets import Aim, Axis, Clock, Panel, Path, Points, Question, Scene, prefix, row
from widgets.page import save_page

VISIBLE = """() => document.querySelector('.cl-stage').convexlab.panels.map((p) =>
  p.plane.visible.map((t) => Boolean(t.future)))"""
SPOT = """([x, y]) => {
  const { box, plane } = document.querySelector('.cl-stage').convexlab.panels[0];
  const { place } = plane.layout();
  const { left, top } = box.getBoundingClientRect();
  return [left + place.x(x), top + place.y(y)];
}"""
TRUTH = (2.0, 1.0)


def scene(asks=False):
    way = np.array([0.0, 2.0, 3.0])
    up, k = 0.5 * way, np.arange(3)
    marks = [
        Path(prefix(way, k), prefix(up, k)),
        Points(row(way[:, None]), row(up[:, None]), size=5),
        Points([3.0], [1.5], future=True, label="optimum"),
    ]
    panel = Panel(
        "It goes up", marks, Axis("w1", range=(-1.0, 4.0)), Axis("w2", range=(-1.0, 3.0)), key="p"
    )
    aim = Aim("p", (0.0, 0.0), TRUTH, (0.7, 0.7))
    asked = [Question(0, "Where will w be after the next step?", why="So.", key="aim", aim=aim)]
    return Scene([panel], Clock("i", way), ["Up."] * 3, {"x": way}, questions=asked * asks)


@pytest.fixture
def opened(page, tmp_path):
    """Open the page of the scene at a size."""

    def write(asks=False, width=1280, **state):
        path = tmp_path / "comes.html"
        save_page(scene(asks), path, state)
        page.set_viewport_size({"width": width, "height": 800})
        offline(page, path)
        page.wait_for_selector(".cl-stage[data-painted]")
        page.wait_for_timeout(100)
        return page

    return write


def button(page):
    return page.get_by_role("button", name="What comes")


def test_what_comes_is_drawn_once_it_was_played_to_the_end(opened):
    page = opened()
    assert page.evaluate(VISIBLE) == [[False, False]]
    assert button(page).get_attribute("aria-pressed") == "false"
    page.keyboard.press("Tab")
    page.locator(".cl-stage").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(VISIBLE) == [[False, False]], "not half-way"
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.wait_for_timeout(100)
    assert page.evaluate(VISIBLE) == [[True, False, False, True]]
    assert button(page).get_attribute("aria-pressed") == "true"
    button(page).click()
    assert page.evaluate(VISIBLE) == [[False, False]], "and it can be put away again"


def test_the_switch_is_remembered(opened):
    page = opened()
    button(page).click()
    assert page.evaluate(VISIBLE) == [[True, False, False, True]]
    page.reload()
    page.wait_for_selector(".cl-stage[data-painted]")
    page.wait_for_timeout(100)
    assert page.evaluate(VISIBLE) == [[True, False, False, True]]
    button(page).click()
    page.reload()
    page.wait_for_selector(".cl-stage[data-painted]")
    page.wait_for_timeout(100)
    assert page.evaluate(VISIBLE) == [[False, False]]


def test_a_scene_that_opens_at_the_end_shows_all_of_it(opened):
    page = opened(frame=-1)
    assert page.evaluate(VISIBLE) == [[True, False, False, True]]


@pytest.mark.parametrize("width", [1400, 390])
def test_the_question_is_in_a_wide_picture_and_names_the_distance(opened, width):
    page = opened(asks=True, width=width, predict=True)
    ask, plot = page.locator(".cl-ask"), page.locator(".cl-plot").first
    is_inside = "([a]) => document.querySelector('.cl-plot').contains(document.querySelector(a))"
    assert page.evaluate(is_inside, [".cl-ask"]) == (width > 1000)
    assert ask.get_by_text("Where will w be after the next step?").is_visible()
    assert page.evaluate(VISIBLE) == [[False, False]]
    if width > 1000:  # what lies behind its words is clicked, and its buttons answer nothing
        here, whole = ask.bounding_box(), plot.bounding_box()
        assert here["y"] >= whole["y"] and here["y"] + here["height"] < whole["y"] + whole["height"]
        words = ask.locator("strong").bounding_box()
        page.mouse.click(words["x"] + 3, words["y"] + 3)
        page.wait_for_timeout(100)
        assert "Once more." in ask.inner_text()
    page.mouse.click(*page.evaluate(SPOT, [2.3, 1.4]))
    page.wait_for_timeout(100)
    reported = re.search(r"Your click was (\S+) away\.", ask.inner_text())[1]
    assert abs(float(reported) - np.hypot(0.3, 0.4)) < 0.02
    assert page.evaluate(VISIBLE) == [[True, False, False, True]], "the truth is shown"
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '2'")
    assert not ask.is_visible()
    assert page.locator(".cl-tally").inner_text() == "1 of 1 right"
