"""The player in a real JupyterLab: keys, scrubbing, questions, two views, themes."""

import pytest

SETUP = """\
import numpy as np
from widgets import Axis, Clock, Curve, Panel, Points, Question, Scene, prefix, row
from widgets.stage import Stage

def scene(T=40, slope=1.0, questions=()):
    x = np.arange(float(T))
    y = slope * np.sqrt(x)
    here = [Curve(prefix(x, np.arange(T)), prefix(y, np.arange(T)), label="root"),
            Points(row(x[:, None]), row(y[:, None]), tone="now", label="now")]
    return Scene([Panel("The root", here, x=Axis("x"), y=Axis("y"), key="root")],
                 Clock("iteration", np.arange(T)), [f"x is {k} — step {k}" for k in range(T)],
                 {"F": y, "gap": 1.0 / (1.0 + x), "status": ["running"] * (T - 1) + ["converged"]},
                 title="Root", questions=questions)
"""
STAGE = ".cl-stage"


@pytest.fixture(scope="module")
def opened(jupyter, shared_page):
    """A page with one stage, shown twice."""
    name = jupyter.write("player.ipynb", SETUP, "s = Stage(scene()); s", "s")
    # JupyterLab may itself remove a closed output twice.
    shared_page.tolerated = ("'removeChild' on 'Node'",)
    shared_page.traffic = jupyter.run(shared_page, name)
    painted = "document.querySelectorAll('.cl-stage[data-painted]').length === 2"
    shared_page.wait_for_function(painted, timeout=60_000)
    return shared_page


@pytest.fixture
def player(opened, jupyter):
    """That page with a scene of 40 frames at its first frame, at speed 1."""
    jupyter.kernel(opened, "s.show(scene()); s.frame = 0")
    opened.locator(".cl-first").first.click()
    opened.locator(".cl-speed").first.select_option("1")
    opened.wait_for_timeout(600)
    return opened


def frame(page, view=0):
    return float(page.locator(STAGE).nth(view).get_attribute("data-frame"))


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_keys_move_the_frame_in_both_views_and_python_gets_the_last(player, jupyter):
    player.locator(STAGE).first.focus()
    press(player, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert frame(player, 0) == frame(player, 1) == 2
    press(player, "End")
    assert frame(player) == 39
    assert player.locator(".cl-counter").first.inner_text() == "iteration 39 of 39"
    assert "✓ proved within 0.025" in player.locator(".cl-gauge").first.get_attribute("aria-label")
    press(player, "ArrowRight")
    assert frame(player) == 39, "there is nothing after the last frame"
    press(player, "Home", "ArrowRight")
    player.wait_for_timeout(800)
    assert jupyter.kernel(player, "print(s.frame)") == "1.0"


def test_python_moves_the_frame(player, jupyter):
    jupyter.kernel(player, "s.frame = 17")
    player.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '17'")
    assert player.locator(".cl-caption").first.inner_text() == "x is 17 — step 17"
    jupyter.kernel(player, "s.frame = -1")
    player.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '39'")


def settled(page):
    """How many messages the page has sent, once half a second has passed without one."""
    sent = -1
    while sent != page.traffic.sent:
        sent = page.traffic.sent
        page.wait_for_timeout(500)
    return sent


def test_scrubbing_and_playing_send_nothing_to_the_kernel(player):
    before = settled(player)
    slider = player.locator(".cl-scrub").first
    # On a machine so busy that the pointer pauses for a while, the kernel may get a frame.
    slider.evaluate("""slider => {
        window.moved = [];
        slider.addEventListener("input", () => moved.push(performance.now()));
    }""")
    box = slider.bounding_box()
    player.mouse.move(box["x"] + 8, box["y"] + 8)
    player.mouse.down()
    for i in range(30):
        player.mouse.move(box["x"] + 8 + (box["width"] - 16) * i / 30, box["y"] + 8)
    assert frame(player) > 30
    rests = player.evaluate("moved.filter((at, i) => at - moved[i - 1] >= 250).length")
    assert player.traffic.sent <= before + rests, "scrubbing spoke to the kernel"
    player.mouse.up()
    rested = settled(player)
    assert rested <= before + rests + 1, "at rest the frame is reported once"
    player.locator(".cl-first").first.click()
    rested = settled(player)
    player.locator(".cl-play").first.click()
    player.wait_for_timeout(1200)
    assert 0 < frame(player) < 39
    assert player.traffic.sent == rested, "playing spoke to the kernel"


def test_space_plays_and_pauses_and_the_end_is_reached_in_a_fixed_time(player):
    player.locator(STAGE).first.focus()
    press(player, " ")
    player.wait_for_timeout(700)
    press(player, " ")
    stopped = frame(player)
    assert 0 < stopped < 39
    player.wait_for_timeout(500)
    assert frame(player) == stopped
    player.locator(".cl-speed").first.select_option("4")
    player.locator(STAGE).first.focus()
    press(player, " ")
    player.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '39'")
    assert player.locator(".cl-play").first.get_attribute("aria-label") == "Play"


def test_every_control_has_a_name_and_the_sentence_is_spoken(player):
    names = (
        player.locator(f"{STAGE} >> nth=0")
        .locator("button, select, input")
        .evaluate_all("all => all.map((e) => e.getAttribute('aria-label') || e.innerText)")
    )
    assert set(names) >= {
        "First frame", "Step back", "Play", "Step forward", "Last frame", "Speed", "Loop", "Frame",
    }  # fmt: skip
    assert all(names)
    assert player.locator(".cl-caption").first.get_attribute("aria-live") == "polite"
    player.locator(".cl-play").first.click()
    assert player.locator(".cl-caption").first.get_attribute("aria-live") == "off"
    player.locator(".cl-play").first.click()


def test_the_canvas_shows_the_path_growing(player):
    inked = """() => {
      const c = document.querySelector('.cl-stage').convexlab.panels[0].canvas;
      const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      let blue = 0, orange = 0;
      for (let i = 0; i < d.length; i += 4) {
        if (d[i + 3] > 200 && d[i + 2] > 140 && d[i] < 60) blue++;
        if (d[i + 3] > 200 && d[i] > 200 && d[i + 2] < 60) orange++;
      }
      return [blue, orange];
    }"""
    blue, orange = player.evaluate(inked)
    player.locator(".cl-last").first.click()
    later, still = player.evaluate(inked)
    assert later > blue + 200
    assert orange > 20 and still > 20


def test_a_click_reports_data_coordinates(player, jupyter):
    jupyter.kernel(player, "clicks = []; s.on_click(clicks.append)")
    at = player.evaluate(
        """() => {
          const view = document.querySelector('.cl-stage').convexlab.panels[0];
          const r = view.box.getBoundingClientRect(), m = view.map();
          return [r.left + m.x(20), r.top + m.y(3)];
        }"""
    )
    player.mouse.click(*at)
    player.keyboard.down("Shift")
    player.mouse.click(*at)
    player.keyboard.up("Shift")
    player.wait_for_timeout(500)
    text = jupyter.kernel(
        player,
        "print([(c['panel'], round(c['x'], 1), round(c['y'], 1), c['shift']) for c in clicks])",
    )
    assert text == "[('root', 20.0, 3.0, False), ('root', 20.0, 3.0, True)]"


def test_in_predict_mode_a_question_stops_the_play_until_it_is_answered(player, jupyter):
    jupyter.kernel(
        player,
        "way = Question(5, 'Where next?', ('up', 'down', 'on'), 0, 'It rises.')\n"
        "s.show(scene(questions=[way]))",
    )
    player.wait_for_timeout(300)
    ask = player.locator(".cl-ask").first
    predict = player.get_by_role("button", name="Predict").first
    player.locator(".cl-first").first.click()
    player.locator(".cl-speed").first.select_option("4")
    player.locator(".cl-play").first.click()
    player.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '39'")
    assert predict.get_attribute("aria-pressed") == "false" and not ask.is_visible()

    predict.click()
    player.locator(".cl-first").first.click()
    player.locator(".cl-play").first.click()
    ask.get_by_role("button", name="down").click()
    assert frame(player) == 5
    assert "Once more" in ask.inner_text() and "It rises." not in ask.inner_text()
    assert ask.get_by_role("button", name="down").is_disabled()
    ask.get_by_role("button", name="up").click()
    assert "second try" in ask.inner_text() and "It rises." in ask.inner_text()
    assert player.locator(".cl-tally").first.inner_text() == "1 of 1 right"
    ask.get_by_role("button", name="Continue").click()
    player.wait_for_function("document.querySelector('.cl-stage').dataset.frame === '39'")
    retained = "print([(a['choice'], a['try'], a['right']) for a in s.answers], s.predict)"
    assert jupyter.kernel(player, retained) == "[('down', 1, False), ('up', 2, True)] True"


def test_the_theme_is_followed(player):
    ground = "() => document.querySelector('.cl-stage').classList.contains('cl-dark')"
    assert not player.evaluate(ground)
    player.evaluate(
        "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    player.wait_for_function(ground)
    player.evaluate(
        "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})"
    )
    player.wait_for_function(f"!({ground})()")


def test_iterates_are_never_mixed_and_blends_are(player, jupyter):
    lows = (
        "() => document.querySelector('.cl-stage').convexlab.panels[0].extents().map((e) => e[2])"
    )
    jupyter.kernel(
        player,
        "from widgets import Path, blend, moved\n"
        "def between(*more):\n"
        "    A, b = np.ones((3, 2, 2)), np.array([[0., 0.], [1., 1.], [2., 4.]])\n"
        "    ring = Path(moved([[0., 0.], [0., 0.]], A, b))\n"
        "    panel = Panel('p', [ring, *more], key='p')\n"
        "    return Scene([panel], Clock('step', [0, 1, 2]), 'abc', {})\n"
        "s.show(between())",
    )
    player.wait_for_function(
        "document.querySelector('.cl-stage').convexlab.spec.captions[0] == 'a'"
    )
    player.evaluate("document.querySelector('.cl-stage').convexlab.player.go(1.5)")
    assert player.evaluate(lows)[0] == [1, 1]
    jupyter.kernel(
        player, "s.show(between(Points(blend([[0.], [1.], [2.]]), blend([[0.], [1.], [4.]]))))"
    )
    player.wait_for_function(f"({lows})().length === 2")
    player.evaluate("document.querySelector('.cl-stage').convexlab.player.go(1.5)")
    assert player.evaluate(lows) == [[2.5, 2.5], [2.5, 2.5]]


def test_listeners_end_with_their_view(player, jupyter):
    jupyter.kernel(player, "s.close()")
    player.wait_for_function("document.querySelectorAll('.cl-panel').length === 0")
