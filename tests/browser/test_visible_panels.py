"""What is visible of the large panel, in windows of common sizes."""

import pytest
from sizes import resize

from lab.cli import main

#: Window -> the least share of it that the large panel has.
WINDOWS = {(1920, 1080): 0.30, (1366, 768): 0.25, (1280, 720): 0.25, (1000, 800): 0.25}
PHONE, OF_PHONE = (390, 844), 0.36

# The dashboard at the top of what it scrolls in.
TOP = """() => {
  const board = document.querySelector(".cl-dashboard");
  const box = board.closest(".jp-WindowedPanel-outer");
  box.scrollTop += board.getBoundingClientRect().top - box.getBoundingClientRect().top - 2;
}"""
# Of the largest canvas, asked at 30 x 30 points: the share that nothing hides, and the share of the
# window that this is; and where the dashboard is.
SEEN = """() => {
  const area = (r) => r.width * r.height;
  const [canvas, r] = [...document.querySelectorAll("canvas")]
    .map((c) => [c, c.getBoundingClientRect()]).sort((a, b) => area(b[1]) - area(a[1]))[0];
  const box = canvas.parentElement;
  let seen = 0;
  for (let i = 0; i < 30; i++) for (let j = 0; j < 30; j++) {
    const [x, y] = [r.left + (i + 0.5) / 30 * r.width, r.top + (j + 0.5) / 30 * r.height];
    const top = document.elementFromPoint(x, y);
    seen += Boolean(top) && (box.contains(top) || top.contains(canvas)) ? 1 / 900 : 0;
  }
  const play = document.querySelector(".cl-play").getBoundingClientRect();
  const at = document.elementFromPoint(play.left + play.width / 2, play.top + play.height / 2);
  return {
    seen, share: seen * area(r) / (innerWidth * innerHeight),
    folded: Boolean(document.querySelector(".cl-folded")), plays: Boolean(at?.closest(".cl-play")),
    knobs: [...document.querySelectorAll(".cl-knob")].filter((k) => k.offsetParent).length,
  };
}"""


@pytest.fixture(scope="module", params=["lasso", "polygon", "split"])
def board(request, jupyter, shared_page):
    """A page with a dashboard."""
    code = f"import lab\nd = lab.dashboard({request.param!r})\nd"
    jupyter.run(shared_page, jupyter.write(f"seen-{request.param}.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


def looked_at(page, window):
    resize(page, *window)
    page.evaluate(TOP)
    page.wait_for_timeout(200)
    return page.evaluate(SEEN)


@pytest.mark.parametrize("window", WINDOWS, ids=lambda w: "x".join(map(str, w)))
def test_the_large_panel_and_its_player_are_visible_whole(board, window):
    found = looked_at(board, window)
    assert found["seen"] >= 0.98 and found["share"] >= WINDOWS[window], found
    assert found["plays"], found
    assert found["folded"] == (window[0] < 1920), found
    assert (found["knobs"] <= 2) == found["folded"], found


def test_where_the_panel_does_not_fit_above_it_the_player_is_below(board):
    found = looked_at(board, (1280, 420))
    assert not found["plays"], found
    board.evaluate("document.querySelector('.cl-dock').scrollIntoView({ block: 'end' })")
    assert board.evaluate(SEEN)["plays"]


def test_knobs_in_a_line_are_live_and_open_to_all_of_them(jupyter, page):
    jupyter.run(page, jupyter.write("line.ipynb", "import lab\nd = lab.dashboard('lasso')\nd"))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    resize(page, 1280, 720)
    seen = page.locator(".cl-knob:visible")
    assert [one.get_attribute("data-name") for one in seen.all()] == ["lam", "data"]
    high = page.locator(".cl-side").bounding_box()["height"]
    assert high <= 44
    page.get_by_role("slider", name="λ, slider").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("JSON.parse(document.querySelector('.cl-stage').dataset.at).lam > 0.2")
    knobs = page.get_by_role("button", name="Knobs")
    assert knobs.get_attribute("aria-expanded") == "false"
    knobs.focus()
    page.keyboard.press("Enter")
    assert knobs.get_attribute("aria-expanded") == "true" and seen.count() > 2
    boxes = [one.bounding_box() for one in page.locator(".cl-several .cl-check:visible").all()]
    assert len({box["x"] for box in boxes}) > 2, "the rivals are in columns"
    page.keyboard.press("Enter")
    assert seen.count() == 2
    page.evaluate("Object.assign(document.body.dataset, { jpThemeLight: 'false' })")
    assert page.locator(".cl-side").bounding_box()["height"] == high


def test_a_wrong_knob_is_visible_in_the_line(jupyter, page):
    jupyter.run(page, jupyter.write("wrong.ipynb", "import lab\nd = lab.dashboard('lasso')\nd"))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    resize(page, 1280, 720)
    wrong = page.locator(".cl-knob.cl-wrong:visible")
    assert wrong.count() == 0
    jupyter.kernel(page, "d.knobs['n'].error = 'n must be smaller'")
    wrong.wait_for()
    assert wrong.get_attribute("data-name") == "n"


@pytest.mark.parametrize("scene", ["lasso", "polygon", "split"])
def test_on_a_phone_the_page_shows_the_large_panel(scene, page, tmp_path):
    file = tmp_path / f"{scene}.html"
    assert main(["run", scene, "--out", str(file)]) == 0
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(file.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    page.wait_for_timeout(300)
    found = page.evaluate(SEEN)
    assert found["seen"] >= 0.98 and found["share"] >= OF_PHONE and found["plays"], found


def test_a_key_that_does_not_fit_scrolls_to_its_last_words(page, tmp_path):
    file = tmp_path / "race.html"
    assert main(["run", "lars/race", "--out", str(file)]) == 0
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(file.as_uri())
    page.wait_for_selector("[data-painted]", timeout=60_000)
    key = page.locator('[data-key="support"] .cl-entries')
    key.focus()
    assert key.get_attribute("data-more") == "after"
    frame = page.locator(".cl-stage").get_attribute("data-frame")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("(e) => e.dataset.more === 'before'", arg=key.element_handle())
    last, box = key.locator(".cl-entry").last.bounding_box(), key.bounding_box()
    assert last["x"] + last["width"] <= box["x"] + box["width"] + 1
    assert page.locator(".cl-stage").get_attribute("data-frame") == frame, "the player rests"
    page.locator('[data-key="support"] .cl-key-end').click()
    page.wait_for_function("(e) => e.dataset.more === 'before after'", arg=key.element_handle())
