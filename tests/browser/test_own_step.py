"""A student's step in Chromium: where it departs from the reference, and what a changed function
changes."""

import pytest
from agreeing import agree_with_paper
from offline import offline
from own_steps import PLAYED, halved, played

import lab
from lab.checking.comparing import comparing
from widgets.page import save_page

#: A place for a step in each scene.
PLACES = tuple({address: (address, name) for address, name in PLAYED}.values())


@pytest.mark.parametrize("place", PLACES, ids="/".join)
def test_the_frame_at_which_a_wrong_step_parts_is_drawn_and_said(page, tmp_path, place):
    run = played(place, halved(place[1]))
    scene, k = lab.scene(run), comparing(run)[0]
    save_page(scene, tmp_path / "scene.html")
    offline(page, tmp_path / "scene.html")
    agree_with_paper(page, scene, (k, len(scene) - 1))
    page.evaluate("k => document.querySelector('.cl-stage').convexlab.player.go(k)", k)
    assert page.locator(".cl-caption").first.inner_text().startswith("Here yours parts")


CELLS = (
    """\
import lab, numpy as np
def step_to_boundary(x, dx, upper):
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(dx < 0, -x / dx, np.where(dx > 0, (upper - x) / dx, np.inf))
    return SHARE * float(min(1.0, ratio.min()))
""",
    "d = lab.dashboard('central-path', step=step_to_boundary)\nd",
)
AGAIN = """() => {
  const { sessionContext, content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = 0;
  return window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""


SAYS = """([frame, words]) => {
  document.querySelector('.cl-stage')?.convexlab?.player.go(frame ?? Infinity);
  // What holds for the whole run is under the sentence.
  return document.querySelector('.cl-line')?.innerText.includes(words);
}"""


def wait_for_words(page, frame, words):
    """Wait until the caption says them in a frame; None: the last."""
    page.wait_for_function(SAYS, arg=[frame, words], timeout=90_000)


def test_a_changed_function_changes_the_picture(page, jupyter):
    name = jupyter.write("mine.ipynb", "SHARE = globals().get('SHARE', 1.0)", *CELLS)
    jupyter.run(page, name)
    wait_for_words(page, None, "Yours went the same way to the end.")
    jupyter.kernel(page, "SHARE = 0.5")
    page.evaluate(AGAIN)
    wait_for_words(page, 1, "Here yours parts")
