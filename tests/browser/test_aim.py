"""Questions that are answered by a click in the picture: by pointer, by keys, and before a
class."""

import re
from dataclasses import replace

import numpy as np
import pytest
from offline import offline

from widgets import Aim, Axis, Clock, Panel, Path, Points, Question, Rings, Scene, prefix, row
from widgets.page import save_page

WHY = "It goes where the slope is least."
#: Where a point of the plane is on the screen.
SPOT = """([x, y]) => {
  const { box, plane } = document.querySelector('.cl-stage').convexlab.panels[0];
  const { place } = plane.layout();
  const { left, top } = box.getBoundingClientRect();
  return [left + place.x(x) * plane.magnify, top + place.y(y) * plane.magnify];
}"""
ORANGE = """() => {
  const { canvas } = document.querySelector('.cl-stage').convexlab.panels[0];
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] > 180 && data[i + 2] < 40) found++;
  return found;
}"""


def scene():
    way = np.array([0.0, 2.0, 3.0])
    up, k = 0.5 * way, np.arange(3)
    panel = Panel(
        "It goes up",
        [Path(prefix(way, k), prefix(up, k)), Points(row(way[:, None]), row(up[:, None]), size=5)],
        Axis("w1", range=(-1.0, 4.0)),
        Axis("w2", range=(-1.0, 3.0)),
        key="plane",
    )
    aim = Aim("plane", (0.0, 0.0), (2.0, 1.0), (0.7, 0.7))
    asked = Question(0, "Where next?", why=WHY, key="aim", aim=aim)
    return Scene([panel], Clock("i", way), ["Up."] * 3, {"x": way}, questions=[asked])


@pytest.fixture
def opened(page, tmp_path):
    """Open the page of the scene in predict mode, at 1280 x 720."""

    def write(**state):
        path = tmp_path / "aim.html"
        save_page(scene(), path, {"predict": True} | state)
        assert WHY not in path.read_text(encoding="utf-8")
        page.set_viewport_size({"width": 1280, "height": 720})
        offline(page, path)
        page.wait_for_selector(".cl-aiming")
        assert WHY not in page.content()
        return page

    return write


def walk(page, key, axis, value):
    """Press an arrow key until the cursor, as it is announced, has passed a value of an axis."""
    for _ in range(200):
        page.keyboard.press(key)
        words = page.locator(".cl-ask").inner_text()
        at = re.search(r"Cursor at \((\S+), (\S+)\)", words).groups()
        if float(at[axis]) >= value:
            return
    raise AssertionError(words)


def click(page, point):
    page.mouse.click(*page.evaluate(SPOT, point))


def test_a_click_is_judged_and_what_happened_is_shown(opened):
    page = opened()
    ask, title = page.locator(".cl-ask"), page.locator("figcaption strong").first
    assert not title.is_visible() and ask.get_by_text("Where next?").is_visible()
    before = page.evaluate(ORANGE)
    page.mouse.move(*page.evaluate(SPOT, [1.0, 1.0]))
    page.wait_for_function(f"({ORANGE})() > {before} + 50")  # a line leads to the pointer
    click(page, [0.8, 0.5])
    assert "but not far enough. Once more." in ask.inner_text() and not title.is_visible()
    click(page, [2.3, 1.2])
    page.wait_for_timeout(100)
    assert f"Yes, at the second try. {WHY}" in ask.inner_text() and title.is_visible()
    assert page.locator(".cl-tally").inner_text() == "1 of 1 right"
    assert page.locator(".cl-aiming").count() == 0
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '2'")
    assert not ask.is_visible()


def test_two_missed_clicks_say_how_they_missed(opened):
    page = opened()
    click(page, [-0.8, 0.0])
    assert "Another way. Once more." in page.locator(".cl-ask").inner_text()
    click(page, [3.5, 1.9])
    assert f"but too far. {WHY}" in page.locator(".cl-ask").inner_text()
    assert page.locator(".cl-tally").inner_text() == "0 of 1 right"


def test_keys_alone_answer(opened):
    page = opened()
    page.get_by_role("button", name="Predict").press("Enter")
    page.get_by_role("button", name="Predict").press("Enter")  # off, and on again: asked by keys
    assert page.evaluate("document.activeElement.matches('.cl-aiming')")
    page.keyboard.press("Enter")  # no cursor is there yet
    assert page.locator(".cl-aiming").count() == 1
    walk(page, "ArrowRight", 0, 1.8)  # a key moves by pixels, of a picture as large as fits
    walk(page, "ArrowUp", 1, 0.9)
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert f"Yes. {WHY}" in page.locator(".cl-ask").inner_text()
    assert page.evaluate("document.querySelector('.cl-stage').dataset.frame") == "0"


def test_a_class_gets_the_picture_at_once_and_a_key_shows_the_answer(opened):
    page = opened(projector=True)
    page.wait_for_selector(".cl-projected")
    page.wait_for_timeout(300)
    ask = page.locator(".cl-ask")
    assert page.locator(".cl-panel").first.is_visible()
    assert ask.get_by_text("Where next?").bounding_box()["height"] > 25
    click(page, [-0.8, 0.0])
    assert "Another way." in ask.inner_text()
    page.locator(".cl-stage").focus()
    page.keyboard.press("r")
    assert WHY in ask.inner_text() and not page.locator(".cl-tally").is_visible()


#: How much ink is on the rim of a ring around a point of the plane, 9 pixels away, in 8 directions.
RIM = """([x, y]) => {
  const { canvas, plane } = document.querySelector('.cl-stage').convexlab.panels[0];
  const { place } = plane.layout();
  const scale = canvas.width / place.box.width;
  const at = [place.x(x) - place.box.x, place.y(y) - place.box.y];
  const ctx = canvas.getContext('2d');
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => {
    const [dx, dy] = [9 * Math.cos(k * Math.PI / 4), 9 * Math.sin(k * Math.PI / 4)];
    return ctx.getImageData((at[0] + dx) * scale, (at[1] + dy) * scale, 1, 1).data[3] > 100;
  }).length;
}"""  # fmt: skip


def test_points_asked_about_are_ringed_until_they_are_answered(page, tmp_path):
    places = ((-0.5, 2.0), (1.0, -0.5))
    question = Question(0, "Which one?", why=WHY, key="which", rings=Rings("plane", places))
    path = tmp_path / "rings.html"
    save_page(replace(scene(), questions=(question,)), path, {"predict": True})
    page.set_viewport_size({"width": 1280, "height": 720})
    offline(page, path)
    page.wait_for_selector("[data-painted]")
    assert [page.evaluate(RIM, place) for place in places] == [8, 8]
    page.get_by_role("button", name="the one at A, (−0.5, 2)").click()
    page.wait_for_selector(".cl-good")
    assert [page.evaluate(RIM, place) for place in places] == [0, 0]
