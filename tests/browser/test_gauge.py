"""The scale of the proof, as eyes, keys and screen readers meet it."""

import numpy as np
import pytest

import lab
from lab.cli import main
from lab.terms import TERMS
from widgets import Clock, Panel, Scene
from widgets.page import save_page

# Where the jaws are and where the numbers say that they are, in pixels of the scale.
SCALE = """() => {
  const gauge = document.querySelector('.cl-gauge');
  const box = gauge.querySelector('.cl-gauge-scale').getBoundingClientRect();
  const middle = (e) => {
    const { left, right } = e.getBoundingClientRect();
    return ((left + right) / 2 - box.left) / box.width;
  };
  const all = (name) => [...gauge.querySelectorAll(name)].map(middle);
  const gap = gauge.querySelector('.cl-gauge-gap')?.getBoundingClientRect();
  return {
    value: all('.cl-gauge-value'), bound: all('.cl-gauge-bound'), notch: all('.cl-gauge-notch'),
    best: all('.cl-gauge-best'), breaks: all('.cl-gauge-break').length,
    wide: (gap?.width ?? 0) / box.width,
    style: gauge.className.replace('cl-gauge ', ''), said: gauge.ariaLabel, seen: gauge.innerText,
    high: gauge.getBoundingClientRect().height, below: gauge.getBoundingClientRect().bottom,
    colour: getComputedStyle(gauge.querySelector('.cl-gauge-within')).color,
  };
}"""


def opened(page, path):
    page.goto(path.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    return page


@pytest.fixture(scope="module")
def lasso(tmp_path_factory):
    path = tmp_path_factory.mktemp("gauge") / "lasso.html"
    assert main(["run", "lasso", "--out", str(path)]) == 0
    return path


NUMBERS = """() => [...document.querySelectorAll('.cl-gauge-number')]
  .filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect())
  .map(({ left, right }) => [left, right]).sort(([a], [b]) => a - b)"""


@pytest.mark.parametrize("address", ["tightness", "lasso", "bags", "split"])
def test_scale_numbers_do_not_touch_at_any_width(page, tmp_path, address):
    path = tmp_path / "scene.html"
    assert main(["run", address, "--out", str(path)]) == 0
    opened(page, path)
    for width in (1400, 1000, 640, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(100)
        ends = np.array(page.evaluate(NUMBERS))
        assert len(ends) > 1 and np.all(ends[1:, 0] - ends[:-1, 1] > -0.5), (width, ends)


@pytest.mark.parametrize("window", [(1400, 900), (1280, 720), (1000, 800), (390, 844)])
def test_the_gap_closes_between_its_jaws_at_any_size(page, lasso, window):
    page.set_viewport_size({"width": window[0], "height": window[1]})
    opened(page, lasso)
    page.locator(".cl-stage").focus()
    first = page.evaluate(SCALE)
    page.keyboard.press("End")
    last = page.evaluate(SCALE)
    for one in (first, last):
        assert one["bound"] == pytest.approx([0.0], abs=0.01)
        assert one["value"] == pytest.approx([one["wide"]], abs=0.01)
        assert one["high"] <= 25 and one["below"] <= window[1]
        assert "F = " in one["seen"] and "bound " in one["seen"] and "gap " in one["seen"]
    assert last["wide"] < last["notch"][0] < 0.5 < first["wide"]
    assert (first["style"], last["style"]) == ("cl-gauge-open", "cl-gauge-good")
    assert "✓" not in first["seen"] and "✓" in last["seen"] and "proved" in last["seen"]
    assert first["colour"] != last["colour"]


def test_its_words_come_with_keys_and_are_said(page, lasso):
    opened(page, lasso)
    gauge, words = page.locator(".cl-gauge"), page.locator(".cl-gauge-words")
    page.locator(".cl-stage").focus()
    page.keyboard.press("End")
    assert not words.is_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if gauge.evaluate("(e) => e === document.activeElement"):
            break
    assert words.is_visible() and "✓ proved within 2.5e-7" in words.inner_text()
    said = page.get_by_role("img", name="Proof: F = 0.30205, bound 0.30205, ✓ proved within 2.5e-7")
    assert said.count() == 1
    page.keyboard.press("Home")
    assert "proved within 4.0" in gauge.get_attribute("aria-label")
    page.locator("p.cl-caption").click()
    assert not words.is_visible()
    gauge.hover()
    assert words.is_visible()


def test_it_is_broken_where_nothing_is_proved(page, tmp_path):
    ways = np.arange(4.0)
    readout = {
        "F": [5.0, 2.0, 2.0, 2.0], "bound": [-np.inf, 1.0, 2.5, 2.0],
        "gap": [np.inf, 1.0, -0.5, 0.0], "limit": [1e-6] * 4,
    }  # fmt: skip
    panel = Panel("p", [], key="p")
    save_page(Scene([panel], Clock("i", ways), ["It moves."] * 4, readout), tmp_path / "one.html")
    opened(page, tmp_path / "one.html")
    page.locator(".cl-stage").focus()
    seen = []
    for _ in range(4):
        seen.append(page.evaluate(SCALE))
        page.keyboard.press("ArrowRight")
    none, apart, crossed, met = seen
    assert none["style"] == "cl-gauge-bad" and none["breaks"] and none["bound"] == []
    assert "no bound" in none["seen"]
    assert apart["style"] == "cl-gauge-open" and not apart["breaks"]
    assert crossed["style"] == "cl-gauge-crossed" and crossed["breaks"]
    assert crossed["value"][0] < crossed["bound"][0] and "bound above value" in crossed["seen"]
    assert "certificate is wrong" in crossed["said"]
    assert met["style"] != "cl-gauge-crossed" and met["value"] == pytest.approx([0.0], abs=0.01)


def test_the_last_point_is_not_green_for_a_better_one_before(page, tmp_path):
    lab.page("subgradient", out=tmp_path / "one.html", progress=False)
    opened(page, tmp_path / "one.html")
    page.locator(".cl-stage").focus()
    page.keyboard.press("End")
    seen = page.evaluate(SCALE)
    assert seen["style"].split() == ["cl-gauge-open", "cl-gauge-done"]
    assert seen["best"][0] < seen["notch"][0] < seen["value"][0]
    assert "✓ best 0" in seen["seen"] and "✓ gap" not in seen["seen"]


def test_on_a_projector_it_is_read_from_the_last_row(page, lasso):
    page.set_viewport_size({"width": 1280, "height": 720})
    opened(page, lasso)
    page.locator(".cl-stage").focus()
    page.keyboard.press("f")
    page.wait_for_selector(".cl-projected")
    page.keyboard.press("End")
    sizes = page.evaluate("""() => {
      const words = document.querySelectorAll('.cl-gauge :is(span, strong, text)');
      const zoom = document.querySelector('.cl-dock').currentCSSZoom;
      return [...words].filter((e) => e.checkVisibility() && e.textContent)
        .map((e) => parseFloat(getComputedStyle(e).fontSize) * zoom);
    }""")
    assert len(sizes) >= 6 and min(sizes) >= 20
    seen = page.evaluate(SCALE)
    assert seen["style"] == "cl-gauge-good" and seen["below"] <= 720


def test_words_are_explained_on_hover_and_to_screen_readers(page, tmp_path):
    lab.page("proof", out=tmp_path / "one.html", progress=False)
    page.goto((tmp_path / "one.html").as_uri())
    page.wait_for_selector("[data-painted]")
    gap = page.locator(".cl-gauge-within abbr")
    assert gap.inner_text() == "gap" and gap.get_attribute("title") == TERMS["gap"]
    means = page.locator(".cl-gauge").get_attribute("aria-describedby")
    said = page.evaluate("(id) => document.getElementById(id).textContent", means)
    assert f"bound: {TERMS['bound']}" in said and f"gap: {TERMS['gap']}" in said
    caption = page.locator("p.cl-caption abbr", has_text="residual")
    assert caption.count() == 1 and caption.get_attribute("title") == TERMS["residual"]
    before = page.locator("p.cl-caption").inner_text()
    page.locator(".cl-stage").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(b) => document.querySelector('p.cl-caption').innerText !== b", arg=before
    )
    assert page.locator("p.cl-caption abbr", has_text="residual").count() == 1
    assert page.locator(".cl-gauge-within abbr").count() == 1
    bound = float(page.locator(".cl-gauge-under").inner_text().split()[-1])
    place = page.evaluate(
        """(bound) => {
      const view = document.querySelector('.cl-stage').convexlab.panels[0];
      const r = view.box.getBoundingClientRect(), m = view.map();
      return [r.left + m.x(0), r.top + m.y(bound)];
    }""",
        bound,
    )
    page.mouse.move(*place)
    meaning = page.locator(".cl-tip .cl-meaning").first
    meaning.wait_for(timeout=10_000)
    assert "bound: " + TERMS["bound"] in meaning.inner_text()
