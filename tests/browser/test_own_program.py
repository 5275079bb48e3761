"""A program's file in a real JupyterLab: dropped on the picture, stored, understood and drawn."""

import pytest

PLAN = """NAME plan
OBJSENSE
    MAX
ROWS
 N profit
 L mill
 L oven
COLUMNS
 wheat profit 3 mill 1
 wheat oven 3
 rye profit 5 mill 2
 rye oven 2
RHS
 S mill 14 oven 18
ENDATA
"""
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: 'text/plain' }));
  const at = document.querySelector('.cl-stage .cl-plot');
  for (const kind of ['dragover', 'drop'])
    at.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
BOARD = "import lab\nd = lab.dashboard('polygon', points='x1')\nd"


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene `polygon`."""
    jupyter.run(shared_page, jupyter.write("plan.ipynb", BOARD))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


def test_a_dropped_file_is_stored_understood_and_drawn(board, jupyter):
    board.evaluate(DROP, ["My plan.mps", PLAN])
    board.wait_for_selector(".cl-preview :text('maximised')", state="attached", timeout=60_000)
    assert (jupyter.folder / "My-plan.mps").read_text() == PLAN
    shown = "[d.knobs[name].value for name in ('program', 'points')], *d.run.problem.b[:2]"
    assert jupyter.kernel(board, f"d.wait(); print({shown})") == "['My-plan.mps', ''] 14.0 18.0"
    assert (
        board.locator(".cl-knob-file input[type=file]").get_attribute("accept").startswith(".mps")
    )


def test_the_names_of_facts_stand_in_one_line(board):
    heights = board.evaluate(
        "[...document.querySelectorAll('.cl-facts dt')].map(e => e.clientHeight)"
    )
    assert len(heights) >= 5 and max(heights) < 30


def test_a_file_that_is_refused_says_its_line(board, jupyter):
    board.evaluate(DROP, ["bad.mps", PLAN.replace("mill 14", "mill 1,4")])
    shown = board.locator(".cl-preview .cl-refused")
    shown.wait_for(state="attached")
    assert "bad.mps, line 14 must hold numbers such as" in shown.text_content()
