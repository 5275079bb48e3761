"""A click on a panel's title makes it large; the first knobs stay in a row on a projector."""

import json

import pytest

import lab
from lab.cli import main

HERO = "document.querySelector('.cl-heroes .cl-panel').dataset.key"
KEYS = """() => [...document.querySelectorAll('.cl-panel')].map((one) => one.dataset.key).sort()"""
AREA = """(key) => {
  const { width, height } = document.querySelector(`.cl-panel[data-key="${key}"] .cl-plot`)
    .getBoundingClientRect();
  return width * height;
}"""
# How much of each panel next to the large one is data, in pixels from its lowest to highest place.
DATA = """() => document.querySelector('.cl-stage').convexlab.panels
  .filter((p) => p.root.closest('.cl-aside') && p.plane)
  .map((p) => p.map().box.height)"""


@pytest.fixture(scope="module")
def lasso(tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "lasso.html"
    return lab.page("lasso", vary={"lam": [0.2, 0.9]}, jobs=1, progress=False, out=path) and path


@pytest.fixture
def opened(page, lasso):
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(lasso.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    return page


def title(page, key):
    return page.locator(f".cl-panel[data-key={key}] .cl-enlarge")


def test_a_title_changes_places_with_the_large_panel_by_mouse_and_by_keys(opened):
    all_keys, small = opened.evaluate(KEYS), opened.evaluate(AREA, "update")
    assert opened.evaluate(HERO) == "iterates" and title(opened, "iterates").is_disabled()
    title(opened, "update").click()
    opened.wait_for_function(f"{HERO} === 'update'")
    assert opened.evaluate(KEYS) == all_keys and opened.evaluate(AREA, "update") > 2 * small
    assert opened.evaluate("document.activeElement.textContent") == "One parabola, one kink"
    opened.keyboard.press("Enter")
    opened.wait_for_function(f"{HERO} === 'iterates'")
    title(opened, "update").focus()
    opened.keyboard.press(" ")
    opened.wait_for_function(f"{HERO} === 'update'")
    assert not opened.evaluate("document.querySelector('.cl-stage').convexlab.player.playing")


def test_a_panel_behind_a_tab_leaves_its_tab_to_the_large_one(opened):
    opened.get_by_role("tab", name="Correlations").click()
    title(opened, "correlations").click()
    opened.wait_for_function(f"{HERO} === 'correlations'")
    assert opened.get_by_role("tab", name="Iterates").get_attribute("aria-selected") == "true"
    before = opened.locator(".cl-caption").first.inner_text()
    opened.locator(".cl-knob[data-name=lam] .cl-range").press("End")
    opened.wait_for_function(
        "b => document.querySelector('.cl-caption').innerText !== b", arg=before
    )
    assert opened.evaluate(HERO) == "correlations"


def test_on_a_projector_titles_work_and_the_first_knobs_stay(opened):
    opened.set_viewport_size({"width": 1280, "height": 720})
    opened.locator(".cl-stage").focus()
    opened.keyboard.press("f")
    row = opened.locator(".cl-projected .cl-row-of-knobs")
    assert row.locator(".cl-knob").get_attribute("data-name") == "lam"
    assert row.bounding_box()["height"] <= 60
    row.locator(".cl-range").focus()
    opened.keyboard.press("End")
    at = "document.querySelector('.cl-stage').dataset.at"
    opened.wait_for_function(f"JSON.parse({at}).lam === 0.9")
    assert opened.evaluate("document.querySelector('.cl-stage').convexlab.player.frame") == 0
    opened.locator(".cl-aside .cl-panel:not(.cl-behind) .cl-enlarge").click()
    opened.wait_for_function(f"{HERO} !== 'iterates'")
    opened.keyboard.press("Escape")
    opened.wait_for_selector(".cl-stage:not(.cl-projected)")
    assert opened.locator(".cl-side > .cl-knobs > .cl-knob").count() == 1
    assert json.loads(opened.evaluate(at))["lam"] == 0.9


@pytest.mark.parametrize(
    "window", [(1400, 900), (1280, 720), (1280, 700), (1280, 560), (1000, 800)]
)
@pytest.mark.parametrize("scene", ["lasso", "sparsity"])
def test_a_panel_next_to_the_large_one_draws_140_pixels_of_data(page, tmp_path, scene, window):
    page.set_viewport_size({"width": window[0], "height": window[1]})
    assert main(["run", scene, "--out", str(tmp_path / "one.html")]) == 0
    page.goto((tmp_path / "one.html").as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    page.wait_for_timeout(400)
    shown = page.evaluate(DATA)
    assert shown and min(shown) >= 140, shown


def test_in_a_notebook_what_is_large_is_sent_while_a_knob_is_turned(jupyter, page):
    jupyter.run(page, jupyter.write("large.ipynb", "import lab\nd = lab.dashboard('lasso')\nd"))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    page.get_by_role("tab", name="Correlations").click()
    title(page, "correlations").click()
    page.wait_for_function(f"{HERO} === 'correlations'")
    page.wait_for_timeout(500)
    assert jupyter.kernel(page, "print(d.stage.front)").strip() == "correlations"
    seen = "print(d.stage.in_sight(d.scene)['seen'])"
    assert "correlations" in jupyter.kernel(page, seen)
    jupyter.kernel(page, "d.stage.front = ''")
    page.wait_for_function(f"{HERO} === 'iterates'")
