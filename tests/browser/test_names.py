"""The name of a panel in a text opens that panel of the dashboard near it."""

import json

import pytest
from offline import offline
from sites import tiny_site

BOARD = "import lab\nlab.dashboard('subgradient')"
WORDS = (
    "The [smooth one](#panel=smooth), [the next one's](#panel-below=smooth), "
    "the [slopes](#panel=slopes), and [no panel](#panel=nothing)."
)
FORMULA = "\n$$F(w_i)+v=\\mathrm{max}\\,\\lambda$$"
#: [whether it is there to see and whole in the window, whether it or its tab has the focus] of each
#: panel of that key.
SHOWN = """(key) => [...document.querySelectorAll(`.cl-panel[data-key=${key}]`)].map((panel) => {
  const box = panel.getBoundingClientRect();
  const seen = getComputedStyle(panel).visibility === "visible";
  const tab = document.getElementById(panel.getAttribute("aria-labelledby"));
  const focus = document.activeElement;
  const whole = seen && box.top >= 0 && box.bottom <= innerHeight;
  return [whole, tab === focus || panel.contains(focus)];
})"""


@pytest.fixture
def book(jupyter, page, notebook_text):
    """Two dashboards with words between them, in JupyterLab."""
    text = json.loads(notebook_text(BOARD, BOARD))
    words = {"cell_type": "markdown", "id": "words", "metadata": {}, "source": WORDS}
    text["cells"].insert(1, words)
    (jupyter.folder / "names.ipynb").write_text(json.dumps(text), encoding="utf-8")
    jupyter.run(page, "names.ipynb")
    page.wait_for_function(
        "document.querySelectorAll('.cl-stage[data-painted]').length === 2", timeout=90_000
    )
    return page


def test_a_name_opens_its_panel_in_a_notebook(book):
    link = book.get_by_role("link", name="smooth one")
    link.scroll_into_view_if_needed()
    before = book.url
    link.click()
    assert book.evaluate(SHOWN, "smooth") == [[True, True], [False, False]]
    book.get_by_role("link", name="the next one's").focus()
    book.keyboard.press("Enter")
    assert book.evaluate(SHOWN, "smooth")[1] == [True, True]
    book.get_by_role("link", name="slopes").focus()
    book.keyboard.press("Enter")
    assert book.evaluate(SHOWN, "slopes") == [[True, True], [False, False]]
    book.get_by_role("link", name="no panel").click()
    assert book.url == before
    assert book.locator(".jp-MarkdownCell .jp-RenderedMarkdown a:visible").count() == 4


def test_letters_of_a_formula_in_a_notebook_say_what_they_are(jupyter, page, notebook_text):
    text = json.loads(notebook_text(BOARD))
    table = "| letter | what it is |\n|---|---|\n| $F$, $w_d$ | the value, a weight |\n"
    words = {"cell_type": "markdown", "id": "w", "metadata": {}, "source": table + FORMULA}
    text["cells"].insert(0, words)
    (jupyter.folder / "letters.ipynb").write_text(json.dumps(text), encoding="utf-8")
    jupyter.run(page, "letters.ipynb")
    page.locator(".jp-Notebook .cl-letters").wait_for(state="attached", timeout=90_000)
    said = page.locator("mjx-container [title]").evaluate_all("a => a.map((e) => e.title)")
    assert said == ["F: the value", "w: a weight"]
    assert page.locator(".cl-letters").text_content() == " Letters: F, the value; w, a weight."


def test_a_name_opens_its_panel_on_the_site(page):
    assert not offline(page, tiny_site()[0].resolve() / "notebooks" / "small.html")
    page.locator(".cl-stage[data-painted]").first.wait_for(timeout=60_000)
    link = page.get_by_role("link", name="smooth")
    link.scroll_into_view_if_needed()
    link.focus()
    page.keyboard.press("Enter")
    # The page finds its heights anew once the panel is there.
    page.wait_for_function(f"() => ({SHOWN})('smooth')[0].every(Boolean)", timeout=10_000)
    assert not page.evaluate("location.hash")


def test_a_name_without_a_dashboard_does_no_harm(jupyter, page, notebook_text):
    text = json.loads(notebook_text(BOARD))
    text["cells"].append({"cell_type": "markdown", "id": "words", "metadata": {}, "source": WORDS})
    (jupyter.folder / "idle.ipynb").write_text(json.dumps(text), encoding="utf-8")
    page.goto(jupyter.url("lab/tree/idle.ipynb"))
    link = page.get_by_role("link", name="smooth one")
    link.click(timeout=90_000)
    page.wait_for_timeout(1000)
    assert link.is_visible() and "/lab/tree/idle.ipynb" in page.url
    assert page.evaluate("window.jupyterapp.shell.currentWidget.context.path") == "idle.ipynb"
