"""*Judge* in a dashboard: other solvers are asked in the background, the table is shown and spoken,
answers are drawn in the picture, and all of it is old once a knob moves."""

import pytest
from axe_core import FINDINGS, axe  # noqa: F401

JUDGE = """() => {
  const section = document.querySelector('.cl-judge');
  return {
    state: section.dataset.state,
    spoken: document.querySelector('.cl-judge-short[role=status]').textContent,
    said: section.querySelector('.cl-judge-words').textContent,
    rows: [...section.querySelectorAll('tbody tr')].map((row) => row.innerText),
    focus: document.activeElement.textContent,
    labels: document.querySelector('.cl-panel').innerText,
  };
}"""


@pytest.fixture
def board(jupyter, page):
    """A page with the dashboard `d` of a polygon."""
    jupyter.run(page, jupyter.write("judge.ipynb", "import lab\nd = lab.dashboard('polygon')\nd"))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    jupyter.kernel(page, "d.wait()")
    return page


def asked(page):
    """Press the button by its key; returns its state at the end."""
    page.locator(".cl-judges").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cl-judge[data-state=running]", state="attached")
    page.wait_for_selector(".cl-judge[data-state=done]", timeout=90_000)
    page.wait_for_timeout(300)
    return page.evaluate(JUDGE)


def test_other_solvers_are_judged_by_a_key_and_marked(board, jupyter, axe):  # noqa: F811
    assert board.locator(".cl-judge").inner_text() == ""
    found = asked(board)
    assert "SciPy linprog" in " ".join(found["rows"]) and "our simplex" in " ".join(found["rows"])
    assert "other answers:" in found["spoken"] and "The optimum lies between" in found["said"]
    assert "answer: proved" in found["labels"] and found["focus"] == "Judge"
    board.evaluate(axe)
    assert board.evaluate(FINDINGS, ".cl-judge") == []
    board.get_by_role("button", name="Show the table").click()
    assert board.evaluate("document.activeElement.className") == "cl-scroll"
    # Both a moved knob and the button of the table put it away.
    jupyter.kernel(board, "d.knobs['turn'].value = 40.0\nd.wait()")
    board.wait_for_selector(".cl-judge[data-state=stale]")
    stale = board.evaluate(JUDGE)
    assert "Judge again" in stale["spoken"] and "answer: proved" not in stale["labels"]
    board.get_by_role("button", name="Close the table").click()
    closed = board.evaluate(JUDGE)
    assert closed["state"] == "" and not closed["rows"] and closed["focus"] == "Judge"
    jupyter.kernel(board, "d.knobs['turn'].value = 50.0\nd.wait()")
    assert board.evaluate(JUDGE)["state"] == ""


def test_knobs_stay_live_while_others_are_asked(board, jupyter):
    """A turn ends the asking; the picture follows as fast as ever."""
    board.locator(".cl-judges").click()
    board.wait_for_selector(".cl-judge[data-state=running]", state="attached")
    assert board.locator(".cl-judges").inner_text() == "Stop judging"
    at = jupyter.kernel(board, "d.knobs['turn'].value = 77.0\nd.wait(5)\nprint(d.stage.at['turn'])")
    assert at == "77.0"
    board.wait_for_function("document.querySelector('.cl-judge').dataset.state === ''")
    assert board.locator(".cl-judges").inner_text() == "Judge"
