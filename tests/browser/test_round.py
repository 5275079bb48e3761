"""A slider that runs round by itself: only between two presses, until the user acts, and all
pictures in between are of the settings that they show."""

from itertools import pairwise

# A stranger's scene: one periodic knob, 40 values apart from its ends.
BOARD = """\
import numpy as np
from widgets import Clock, Knob, Panel, Points, Scene
from widgets.dashboard import Dashboard

def compute(settings, cancelled):
    turn = np.radians(settings["turn"])
    panel = Panel("plane", [Points([np.cos(turn)], [np.sin(turn)])], key="plane")
    return settings["turn"], Scene([panel], Clock("step", np.arange(2)), ["a", "b"], {})

knobs = [Knob("turn", "integer", 30, "Turn", 0, 40, periodic=True), Knob("on", "switch", True)]
d = Dashboard(knobs, compute, title="t", question="q")
d"""
WATCH = """() => {
  globalThis.seen = [];
  const box = document.querySelector('.cl-knob[data-name=turn] .cl-number');
  document.addEventListener('cl-painted', ({ detail: { at } }) => {
    seen.push([at.turn, Number(box.value)]);
  });
}"""


def _opened(jupyter, page, name):
    jupyter.run(page, jupyter.write(name, BOARD))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    page.evaluate(WATCH)
    return page.locator(".cl-round")


def _positions(page):
    page.wait_for_timeout(300)
    before = page.evaluate("seen.length")
    page.wait_for_timeout(1500)
    return page.evaluate("seen.length") == before


def test_it_runs_round_between_two_presses_of_a_key(jupyter, page):
    button = _opened(jupyter, page, "round.ipynb")
    assert _positions(page)
    assert button.get_attribute("aria-label") == "Run round: Turn"
    page.get_by_role("slider", name="Turn, slider").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.className") == "cl-round"
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-label") == "Stop: Turn"
    page.wait_for_function("seen.some(([at]) => at < 30)", timeout=30_000)  # past its end
    page.keyboard.press("Space")
    assert button.get_attribute("aria-label") == "Run round: Turn"
    assert _positions(page)
    seen = page.evaluate("seen")
    assert len(seen) > 6 and all(at == shown for at, shown in seen)
    turns = [at for at, _ in seen]
    assert all((b - a) % 40 <= 10 for a, b in pairwise(turns)), str(turns)
    reported = jupyter.kernel(page, "d.wait(); print(d.run, d.knobs['turn'].dragging)")
    assert reported == f"{turns[-1]} False"


def test_other_controls_end_the_loop_but_an_unrelated_knob_does_not(jupyter, page):
    button = _opened(jupyter, page, "hands.ipynb")
    box = page.locator(".cl-knob[data-name=turn] .cl-number")
    picture = page.locator(".cl-plot").first
    reset = page.get_by_role("button", name="Reset")
    for hand in (box.click, picture.click, reset.click):
        button.click()
        page.wait_for_function("(n) => seen.length > n", arg=page.evaluate("seen.length") + 1)
        page.get_by_role("checkbox", name="on").click()
        assert button.get_attribute("aria-label") == "Stop: Turn"
        hand()
        assert button.get_attribute("aria-label") == "Run round: Turn" and _positions(page)
    assert jupyter.kernel(page, "d.wait(); print(d.run)") == "30"


def test_with_reduced_motion_it_pauses_between_two_values(jupyter, page):
    page.emulate_media(reduced_motion="reduce")
    _opened(jupyter, page, "calm.ipynb").click()
    page.wait_for_timeout(5000)
    assert 2 <= page.evaluate("new Set(seen.map(([at]) => at)).size") <= 4
