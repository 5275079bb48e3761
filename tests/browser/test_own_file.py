"""A file of the user in a real JupyterLab: chosen by its button or dropped on the picture."""

import pytest
from sizes import SETTLED

GOOD = "size;age;price\n" + "".join(
    f"{1 + i % 7},5;{i * i % 11};{2 * (i % 7) - i * i % 11}\n" for i in range(40)
)
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: 'text/csv' }));
  const at = document.querySelector('.cl-stage .cl-plot');
  for (const kind of ['dragover', 'drop'])
    at.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""

# Whether nothing is above the words of an element, which are not outside of the window either.
ON_THE_SCREEN = """(e) => {
  const { left, top, height } = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(left + 20, top + height / 2));
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene `path`."""
    jupyter.run(shared_page, jupyter.write("own.ipynb", "import lab\nd = lab.dashboard('path')\nd"))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


def painted(page):
    return int(page.locator(".cl-stage").get_attribute("data-painted"))


def wait_for_picture(page, before):
    page.wait_for_function(
        f"Number(document.querySelector('.cl-stage').dataset.painted) > {before}", timeout=60_000
    )


def choose(page, name, text):
    files = [{"name": name, "mimeType": "text/csv", "buffer": text.encode()}]
    page.locator(".cl-knob-file input[type=file]").set_input_files(files)


def test_the_button_is_there_only_for_a_file_of_the_user(board, jupyter):
    button = board.get_by_role("button", name="File: choose a file")
    assert not button.is_visible()
    board.locator(".cl-knob[data-name=data] select").select_option(label="my own file")
    button.wait_for(state="visible")
    board.wait_for_selector(".cl-preview :text('Drop a CSV file')")
    with board.expect_file_chooser():
        button.focus()
        board.keyboard.press("Enter")


def test_a_chosen_file_is_stored_read_and_solved(board, jupyter):
    before = painted(board)
    choose(board, "my prices.csv", GOOD)
    wait_for_picture(board, before)
    assert (jupyter.folder / "my-prices.csv").read_text() == GOOD
    assert "file='my-prices.csv'" in jupyter.kernel(board, "d.wait(); print(d.python())")
    reported = board.locator(".cl-preview").inner_text()
    for words in ("40", "semicolons, decimal comma", "price (column 3)", "names of the columns"):
        assert words in reported
    assert board.locator(".cl-preview tbody tr").count() == 5
    assert board.locator(".cl-preview th.cl-target").inner_text() == "price"


def test_what_was_understood_can_be_read_in_a_narrow_column(board):
    lines = board.evaluate("""() => {
      const box = document.querySelector('.cl-preview');
      box.style.width = '200px';
      const tall = [...box.querySelectorAll('dt')].map((dt) => {
        const range = document.createRange();
        range.selectNodeContents(dt);
        return [dt.textContent, new Set([...range.getClientRects()].map((r) => r.top)).size];
      });
      const wide = box.scrollWidth - box.clientWidth;
      box.style.width = '';
      return [tall, wide];
    }""")
    assert len(lines[0]) == 6 and all(count == 1 for _, count in lines[0]), lines
    assert lines[1] <= 0


WIDTHS = """() => ['.cl-side', '.cl-stage'].map((s) => document.querySelector(s).clientWidth)"""


def test_a_file_of_many_columns_leaves_the_picture_as_wide_as_it_was(board):
    board.locator(".cl-knob[data-name=data] select").select_option(index=0)
    board.wait_for_selector(".cl-preview table", state="hidden")
    widths = board.evaluate(WIDTHS)
    rows = [[f"a name of many words {k}" for k in range(12)]]
    rows += [[str((i * k + i) % 11 + 0.25) for k in range(12)] for i in range(30)]
    choose(board, "wide.csv", "".join(",".join(row) + "\n" for row in rows))
    board.wait_for_function("document.querySelectorAll('.cl-preview thead th').length === 8")
    board.wait_for_function(SETTLED)
    assert board.evaluate(WIDTHS) == widths
    table = board.locator(".cl-preview .cl-scroll")
    assert table.evaluate("e => e.scrollWidth > e.clientWidth"), "what does not fit scrolls"
    choose(board, "my prices.csv", GOOD)
    board.wait_for_selector(".cl-preview :text('semicolons, decimal comma')")


def test_a_dropped_file_never_replaces_one_and_its_words_are_words(board, jupyter):
    before = painted(board)
    board.evaluate(DROP, ["my prices.csv", GOOD.replace("age", "<img src=x onerror=alert(1)>")])
    wait_for_picture(board, before)
    assert jupyter.kernel(board, "d.wait(); print(d.knobs['file'].value)") == "my-prices-2.csv"
    assert (jupyter.folder / "my-prices.csv").read_text() == GOOD
    assert "<img" in board.locator(".cl-preview thead").inner_text()
    assert board.locator(".cl-preview img").count() == 0


def test_a_bad_file_is_one_sentence_and_the_picture_stays(board, jupyter):
    before = board.evaluate("document.querySelector('.cl-stage').convexlab.spec.title")
    frames = board.locator(".cl-counter").inner_text()
    choose(board, "bad.csv", GOOD.replace("2,5;1;", "two;1;"))
    reported = board.locator(".cl-preview .cl-refused")
    reported.wait_for()
    assert "bad.csv, line 3, column 1 (size) must be a finite number" in reported.inner_text()
    assert board.locator(".cl-counter").inner_text() == frames
    assert board.evaluate("document.querySelector('.cl-stage').convexlab.spec.title") == before


def test_years_are_asked_about_and_the_answer_is_in_reach(board, jupyter):
    years = "2001;2002;2003\n" + GOOD.split("\n", 1)[1]
    choose(board, "years.csv", years)
    board.wait_for_selector(".cl-refused:text('line 1 must be known as names')")
    before = painted(board)
    first_row = board.locator(".cl-knob[data-name=header] select")
    if not first_row.is_visible():
        board.locator(".cl-more").click()
    first_row.select_option(label="names of the columns")
    wait_for_picture(board, before)
    assert board.locator(".cl-preview th").first.inner_text() == "2001"


def test_a_large_file_comes_in_parts_and_one_too_large_gets_a_sentence(board, jupyter):
    row = ";".join(f"{{}},{'0' * 40}{k}" for k in range(3))
    text = "size;age;price\n" + "".join(
        row.format(i % 7, i % 11, 2 * (i % 7) - i % 11) + "\n" for i in range(12_000)
    )
    assert 1_500_000 < len(text) < 3_000_000
    before = painted(board)
    choose(board, "large.csv", text)
    wait_for_picture(board, before)
    arrived = jupyter.folder / "large.csv"
    for _ in range(600):  # it may be painted anew for another reason before
        if arrived.exists() and arrived.stat().st_size >= len(text):
            break
        board.wait_for_timeout(100)
    assert arrived.read_text() == text
    choose(board, "huge.csv", "1;2\n" * 5_100_000)
    board.wait_for_selector(".cl-status :text('huge.csv must have at most 20 MB, got 20.4 MB')")
    assert board.locator(".cl-status").evaluate(ON_THE_SCREEN), "the sentence is below the window"
    assert not (jupyter.folder / "huge.csv").exists()
