"""The saved page: it plays with the network off, and shows what the paper drawer shows."""

import numpy as np
import pytest
from agreeing import agree_with_paper
from offline import offline

import lab
from lab.discovery import LESSONS
from widgets import (
    Axis,
    Clock,
    Curve,
    Panel,
    Path,
    Points,
    Question,
    Scene,
    Text,
    prefix,
    row,
)
from widgets.page import save_page

INK = """(key) => {
  const p = document.querySelector('.cl-stage').convexlab.panels.find((p) => p.panel.key === key);
  return [p.ground, p.canvas].map((c) => {
    const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
    let coloured = 0; // as marks are, and neither words nor grid
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (Math.max(r, g, b) - Math.min(r, g, b) > 40) coloured++;
    }
    return coloured;
  });
}"""
SCENES = [f"{lesson.name}/{e.name}" for lesson in LESSONS.values() for e in lesson.scenes]


@pytest.mark.parametrize("address", SCENES)
def test_every_scene_plays_offline_and_agrees_with_paper(page, tmp_path, address):
    scene = lab.scene(lab.run(address))
    save_page(scene, tmp_path / "scene.html")
    asked = offline(page, tmp_path / "scene.html")
    last = len(scene) - 1
    agree_with_paper(page, scene, {0, last // 2, last})
    assert not asked, asked


def test_labels_from_data_are_words_not_markup(page, tmp_path):
    bad = "<img src=x onerror=window.hit=1></script><script>window.hit=1</script>"
    marks = [
        Curve([0, 1], row([[0, 1], [1, 2]]), label=bad, legend=True),
        Text([0.5], [0.5], text=(bad,)),
    ]
    ticks = ((0, 1), (bad, "b"))
    panel = Panel(bad, marks, x=Axis(bad, ticks=ticks), subtitle=bad, key="p")
    scene = Scene([panel], Clock(bad, [0, 1]), [bad] * 2, {bad: [1, 2]}, title=bad, question=bad)
    save_page(scene, tmp_path / "bad.html")
    offline(page, tmp_path / "bad.html")
    page.wait_for_timeout(300)
    assert page.evaluate("window.hit") is None
    assert page.locator(".cl-panel strong").inner_text() == bad


BROKEN = """() => {
  const found = [];
  const walker = document.createTreeWalker(
    document.querySelector('.cl-dock'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const hit of walker.currentNode.data.matchAll(/\\d[\\d.]*e-\\d+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, hit.index);
      range.setEnd(walker.currentNode, hit.index + hit[0].length);
      found.push([hit[0], range.getClientRects().length]);
    }
  }
  return found;
}"""


def test_no_number_is_broken_before_its_exponent(page, tmp_path):
    """2.5e-7 would end a line as 2.5e-, whatever the width of the window."""
    lab.page("lasso", vary={"lam": [0.2]}, frame=-1, out=tmp_path / "a.html", progress=False)
    page.goto((tmp_path / "a.html").as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    for width in range(320, 900, 8):
        page.set_viewport_size({"width": width, "height": 800})
        found = page.evaluate(BROKEN)
        assert len(found) > 2 and all(lines < 2 for _, lines in found), (width, found)


def test_an_open_question_hides_the_future(page, tmp_path):
    """The way to come, the optimum, titles, sentence and telling panels wait for the answer."""
    way = np.arange(5.0)
    panels = [
        Panel(
            "The way leads up",
            [
                Path(prefix(way, np.arange(5)), prefix(way, np.arange(5))),
                Points([4.0], [4.0], size=20, future=True),
            ],
            key="plane",
        ),
        Panel("It ends at 4", [Curve(way, way)], key="end"),
    ]
    two = [
        Question(0, f"{key}?", ("up", "down"), 0, "It rises.", key=key, hides=("end",))
        for key in ("first", "second")
    ]
    scene = Scene(panels, Clock("i", way), ["It rises."] * 5, {"x": way}, questions=two)
    save_page(scene, tmp_path / "asked.html")
    offline(page, tmp_path / "asked.html")
    page.wait_for_timeout(300)
    stated = [".cl-caption", ".cl-chip", "figcaption strong", "[data-key=end] .cl-plot"]
    visible = lambda: [page.locator(one).first.is_visible() for one in stated]
    assert not page.locator(".cl-ask").is_visible() and visible() == [True] * 4
    page.get_by_role("button", name="Predict").click()
    ground, now = page.evaluate(INK, "plane")  # of the path its first point is shown, a dot
    assert ground == 0 and 0 < now < 50 and visible() == [False] * 4
    page.get_by_role("button", name="Skip").click()
    assert "second?" in page.locator(".cl-ask").inner_text() and visible() == [False] * 4
    page.get_by_role("button", name="down").click()
    ground, ghost = page.evaluate(INK, "plane")
    assert ground > 100 and ghost > 100 and visible() == [True] * 4
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '4'")
    page.get_by_role("button", name="First frame").click()
    assert not page.locator(".cl-ask").is_visible() and visible() == [True] * 4


def test_the_scrubber_keeps_its_size_when_the_counter_grows(page, tmp_path):
    save_page(lab.scene("lars/race"), tmp_path / "phone.html")
    page.set_viewport_size({"width": 390, "height": 844})
    offline(page, tmp_path / "phone.html")
    scrubber, counter = page.locator("input[type=range]").last, page.locator(".cl-counter")
    page.get_by_role("button", name="First frame").click()
    first, shorter = scrubber.bounding_box(), counter.inner_text()
    page.get_by_role("button", name="Last frame").click()
    assert len(counter.inner_text()) > len(shorter)
    assert scrubber.bounding_box() == first
