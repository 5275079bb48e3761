"""Where the knobs have no picture, the earlier one pales, and its proof is not shown for theirs."""

import pytest

STATE = """() => {
  const stage = document.querySelector('.cl-stage');
  return {
    stale: stage.classList.contains('cl-stale'),
    said: stage.querySelector('.cl-caption').innerText,
    whole: stage.querySelector('.cl-whole').innerText,
    proof: [...stage.querySelector('.cl-gauge-words').children].map((one) => one.textContent),
    spoken: stage.querySelector('.cl-gauge').ariaLabel,
    pale: Number(getComputedStyle(stage.querySelector('.cl-plot')).opacity) < 1,
    status: stage.querySelector('.cl-status').innerText,
  };
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the metric, at its last frame."""
    code = "import lab\nd = lab.dashboard('metric', dimension=2, frame=-1)\nd"
    jupyter.run(shared_page, jupyter.write("stale.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    jupyter.kernel(shared_page, "d.wait()")
    return shared_page


def turned(board, jupyter, beta):
    jupyter.kernel(board, f"d.knobs['beta'].value = {beta}\ntry: d.wait()\nexcept ValueError: pass")
    board.wait_for_timeout(400)
    return board.evaluate(STATE)


def test_no_proof_of_another_beta_stays_where_no_minimum_exists(board, jupyter):
    before = board.evaluate(STATE)
    assert not before["stale"] and any("proved" in words for words in before["proof"])
    for beta in (5.0, 6.0):  # and the words follow while there is none
        none = turned(board, jupyter, beta)
        assert none["stale"] and none["pale"] and none["proof"] == [] and none["whole"] == ""
        assert none["said"] == (
            "The present values of the knobs have no picture. What is drawn is of β 0.2."
        )
        assert none["spoken"] == "Nothing is proved"
        assert "There is no metric here" in none["status"]
    board.keyboard.press("Home")
    after = turned(board, jupyter, 0.2)
    assert not after["stale"] and not after["pale"]
    assert after["proof"] and after["said"] != none["said"]
