"""How large the panel to look at is, and whether all that belongs to it is visible."""

import pytest
from sizes import resize

from lab.drawing.geometry import BEYOND, HERO

MEASURED = """() => {
  const at = (e) => e.getBoundingClientRect();
  const board = document.querySelector('.cl-dashboard');
  const stage = board.querySelector('.cl-stage');
  const hero = stage.querySelector('.cl-heroes .cl-panel');
  const view = stage.convexlab.panels.find((p) => p.root === hero);
  const { width, height } = view.panel.space ? at(view.box) : view.map().box;
  const whole = at(board);
  const knobs = [...board.querySelectorAll('.cl-knob')].filter((k) => k.offsetParent);
  return {
    key: view.panel.key, space: view.panel.space, knobs: knobs.length,
    width, height, out: whole.width,
    share: (width * height) / (whole.width * whole.height),
    said: at(stage.querySelector('.cl-caption')).bottom,
    full: at(hero).width / at(stage).width,
  };
}"""
#: Windows that show knobs next to the picture, in a line above it, and the panels in one column.
WINDOWS = {"wide": (1600, 950), "laptop": (1366, 768), "narrow": (1000, 800)}
#: Width over height of a plane that what is computed for it fills: see `lab.drawing.geometry`.
FILLED = (HERO / (1.0 + 2.0 * BEYOND[1]), HERO * (1.0 + 2.0 * BEYOND[0]))
SCENES = {"lasso": "iterates", "svm": "points", "groups": "iterates"}


@pytest.fixture(scope="module", params=SCENES)
def board(request, jupyter, shared_page):
    """A page with a dashboard, and the key of the panel to look at."""
    scene = request.param
    code = f"import lab\nd = lab.dashboard({scene!r})\nd"
    jupyter.run(shared_page, jupyter.write(f"hero-{scene}.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page, SCENES[scene]


def measured(page, window):
    resize(page, *WINDOWS[window])
    page.evaluate("() => document.querySelector('.cl-dashboard').scrollIntoView()")
    page.wait_for_timeout(100)
    return page.evaluate(MEASURED)


def test_the_hero_is_large_and_its_player_and_words_are_visible(board):
    page, key = board
    for window in ("wide", "laptop"):
        found = measured(page, window)
        assert found["key"] == key, found
        assert found["width"] >= 550 and found["height"] >= 330 and found["share"] >= 0.26, found
        assert found["said"] <= WINDOWS[window][1], found
        assert found["knobs"] <= 2 if window == "laptop" else 3 <= found["knobs"] <= 5, found


def test_in_a_narrow_window_the_hero_takes_the_whole_width(board):
    page, _ = board
    found = measured(page, "narrow")
    assert found["out"] <= 900 and found["full"] > 0.95, found
    # The page is higher than the window, and yet the player and its sentence are in it.
    assert found["said"] <= WINDOWS["narrow"][1], found


def test_fields_and_level_lines_fill_the_hero(board):
    page, _ = board
    for window in WINDOWS:
        found = measured(page, window)
        if not found["space"]:
            assert FILLED[0] <= found["width"] / found["height"] <= FILLED[1], (window, found)


def test_no_frame_changes_the_height_of_the_page(board):
    page, _ = board
    heights = page.evaluate("""async () => {
      const stage = document.querySelector('.cl-stage');
      const { player } = stage.convexlab;
      const seen = new Set();
      for (let k = 0; k <= player.last; k += 1) {
        player.go(k);
        seen.add(Math.round(stage.getBoundingClientRect().height));
      }
      return [...seen];
    }""")
    assert len(heights) == 1, heights


def test_tabs_are_turned_by_the_keyboard(board):
    page, _ = board
    stage = page.locator(".cl-stage")
    tabs = stage.get_by_role("tab")
    tabs.first.focus()
    frame = stage.get_attribute("data-frame")
    page.keyboard.press("ArrowRight")
    assert tabs.nth(1).get_attribute("aria-selected") == "true"
    assert page.evaluate("() => document.activeElement.getAttribute('aria-selected')") == "true"
    shown = stage.get_by_role("tabpanel")
    assert shown.count() == 1
    assert shown.get_attribute("aria-labelledby") == tabs.nth(1).get_attribute("id")
    assert stage.get_attribute("data-frame") == frame
    page.keyboard.press("Home")
    assert tabs.first.get_attribute("aria-selected") == "true"


def test_more_shows_the_other_knobs(board):
    page, _ = board
    resize(page, *WINDOWS["wide"])
    few = page.locator(".cl-knob:visible").count()
    page.locator(".cl-more").click()
    page.wait_for_function(f"document.querySelectorAll('.cl-knob:not(.cl-idle)').length > {few}")
    assert page.locator(".cl-knob:visible").count() > few
    assert page.locator(".cl-more").get_attribute("aria-expanded") == "true"
    page.locator(".cl-more").click()
    assert page.locator(".cl-knob:visible").count() == few


TWINS = """() => {
  const at = (e) => e.getBoundingClientRect();
  const board = document.querySelector('.cl-dashboard');
  const stage = board.querySelector('.cl-stage');
  const whole = at(board);
  const seen = stage.convexlab.panels.filter((p) => !p.isBehind);
  return {
    play: at(stage.querySelector('.cl-play')).bottom,
    heroes: seen.map((p) => {
      const { width, height } = p.map().box;
      return [p.panel.key, width, height, (width * height) / (whole.width * whole.height)];
    }),
  };
}"""


def test_two_heroes_are_large_and_the_player_is_visible(jupyter, page):
    jupyter.run(
        page, jupyter.write("hero-split.ipynb", "import lab\nd = lab.dashboard('split')\nd")
    )
    page.wait_for_selector("[data-painted]", timeout=90_000)
    resize(page, 1433, 900)
    page.evaluate("() => document.querySelector('.cl-dashboard').scrollIntoView()")
    found = page.evaluate(TWINS)
    assert [key for key, *_ in found["heroes"]] == ["weights", "halves"], found
    for (_, width, height, share), least in zip(found["heroes"], (0.25, 0.15), strict=True):
        assert width >= 320 and height >= 340 and share >= least, found
    assert found["play"] <= 900, found
    page.get_by_role("tab", name="Gap").click()
    assert [key for key, *_ in page.evaluate(TWINS)["heroes"]] == ["weights", "gap"]
