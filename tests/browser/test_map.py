"""A map in a page without a kernel: hover, drag and keys move the cross, and words follow."""

import numpy as np
import pytest

import lab
from lab.sweeps.picture import Layer, MapTitle, picture
from widgets.knobs import Knob
from widgets.page import page_html

ROOT = "document.querySelector('.cl-stage').convexlab"
KNOBS = (
    Knob("lam", "log", 0.1, "λ", 0.01, 10.0),
    Knob("kind", "choice", "b", "Kind", options=(("a", "first"), ("b", "second"))),
)
LAMS = (0.01, 0.1, 1.0, 10.0)


def scene():
    cells = np.array([[1.0, 10.0, 100.0, 1000.0], [2.0, 20.0, np.inf, np.nan]])
    known, refused = np.ones((2, 4), dtype=bool), np.zeros((2, 4), dtype=bool)
    refused[1, 3] = True
    layer = Layer(LAMS, ("a", "b"), cells, known, np.isfinite(cells), refused)
    return picture(MapTitle(KNOBS, "updates", "updates", "toy", cross=(0.1, "b")), [layer])


@pytest.fixture
def opened(page, tmp_path):
    """A saved page of the map, its network off, that records what it reports."""
    page.route(lambda url: not url.startswith(("file:", "blob:", "data:")), lambda r: r.abort())
    file = tmp_path / "map.html"
    file.write_text(page_html(scene()), encoding="utf-8")
    page.set_viewport_size({"width": 900, "height": 700})
    page.goto(file.as_uri())
    page.wait_for_selector("[data-painted]")
    page.evaluate(f"""() => {{
      window.reported = [];
      const {{ tools }} = {ROOT}.panels[0], tell = tools.click.bind(tools);
      tools.click = (panel, x, y, shift) => {{
        window.reported.push({{ panel, x, y }});
        tell(panel, x, y, shift);
      }};
    }}""")
    return page


def at(page, exponent, place):
    return page.evaluate(
        f"""([x, y]) => {{
          const p = {ROOT}.panels[0], r = p.box.getBoundingClientRect(), m = p.map();
          return [r.left + m.x(x), r.top + m.y(y)];
        }}""",
        [exponent, place],
    )


def words(page):
    return page.locator(".cl-cross-values").inner_text()


def test_the_page_names_the_cell_at_the_cross_and_has_nothing_to_play(opened):
    assert words(opened) == "Here: λ = 0.1, Kind = second — 20 updates"
    assert opened.locator(".cl-cross-values").get_attribute("aria-live") == "polite"
    assert not opened.locator(".cl-bar").is_visible()
    assert "2 of 8 cells are not proved" in opened.locator(".cl-caption").first.inner_text()


def test_a_drag_moves_the_cross_and_reports_the_last_place(opened):
    view = opened.evaluate(f"{ROOT}.panels[0].plane.layout().ranges")
    opened.mouse.move(*at(opened, -2, 0))
    opened.mouse.down()
    opened.mouse.move(*at(opened, 0.9, 0.2), steps=6)
    opened.mouse.up()
    opened.wait_for_function("() => window.reported.at(-1)?.x > 7")
    last = opened.evaluate("window.reported.at(-1)")
    assert last["panel"] == "map" and last["y"] == 0 and abs(np.log10(last["x"]) - 0.9) < 0.02
    assert words(opened) == "Here: λ = 10, Kind = first — 1,000 updates"
    assert opened.evaluate(f"{ROOT}.panels[0].plane.layout().ranges") == view


def test_arrows_go_from_cell_to_cell_and_stay_on_the_map(opened):
    opened.locator(".cl-plot").focus()
    opened.keyboard.press("ArrowRight")
    assert words(opened) == "Here: λ = 1, Kind = second — ∞ updates, not proved"
    for _ in range(3):
        opened.keyboard.press("ArrowRight")
    assert words(opened) == "Here: λ = 10, Kind = second — refused"
    opened.keyboard.press("ArrowDown")
    assert words(opened) == "Here: λ = 10, Kind = first — 1,000 updates"
    opened.wait_for_function("() => window.reported.at(-1)?.y === 0")


def test_map_hover_names_the_cell_and_the_cross_stays(opened):
    opened.mouse.move(*at(opened, -2, 0))
    tip = opened.locator(".cl-tip")
    assert tip.is_visible() and tip.inner_text() == "λ = 0.01, Kind = first\n1 updates"
    assert words(opened) == "Here: λ = 0.1, Kind = second — 20 updates"


def test_python_moves_the_cross_but_not_during_a_drag(opened):
    move = f"([x, y]) => {ROOT}.panels[0].move([x, y])"
    opened.evaluate(move, [1.0, 0])
    assert words(opened).startswith("Here: λ = 1, Kind = first")
    opened.mouse.move(*at(opened, -2, 0))
    opened.mouse.down()
    opened.evaluate(move, [1.0, 1])
    assert words(opened).startswith("Here: λ = 0.01, Kind = first")
    opened.mouse.up()


def test_a_press_on_the_map_of_a_page_turns_its_knobs(page, tmp_path):
    vary = {"lam": [0.01, 0.1, 1.0], "order": ["cyclic", "greedy"]}
    rows = lab.sweep("lasso", vary=vary, measure=["updates to 1e-6"], jobs=1, progress=False)
    file = tmp_path / "page.html"
    lab.map(rows, "lam", "order", "updates to 1e-6").page(file, jobs=1)
    page.route(lambda url: not url.startswith(("file:", "blob:", "data:")), lambda r: r.abort())
    page.goto(file.as_uri())
    page.wait_for_function("document.querySelectorAll('.cl-stage[data-painted]').length === 2")
    stages = "[...document.querySelectorAll('.cl-stage')].map((s) => s.convexlab)"
    spot = f"""([x, y]) => {{
      const plane = {stages}.find((s) => s.panels[0].panel.key === "map").panels[0];
      const rect = plane.box.getBoundingClientRect(), m = plane.map();
      return [rect.left + m.x(x), rect.top + m.y(y)];
    }}"""
    for exponent, place, setting in ((-2.0, 1, "1"), (-0.1, 0, "4"), (-1.2, 1, "3")):
        page.mouse.click(*page.evaluate(spot, [exponent, place]))
        page.wait_for_selector(f".cl-page[data-setting='{setting}']")
    knob = page.get_by_role("slider", name="λ").first
    assert knob.get_attribute("aria-valuetext") == "0.1"
    reported = page.locator(".cl-side .cl-cross-values")
    assert reported.inner_text().startswith("Here: λ = 0.1, Order")  # at the stop, not at the press
    knob.focus()
    knob.press("ArrowRight")  # the cross follows the knob
    page.wait_for_selector(".cl-page[data-setting='5']")
    page.wait_for_function(
        "document.querySelector('.cl-side .cl-cross-values').innerText.startsWith('Here: λ = 1,')"
    )
