"""The same cells in Voila, in Notebook 7 and in marimo."""

CELLS = ("import lab\nd = lab.dashboard('lasso')\nd",)
# In marimo each widget is in a separate shadow tree.
MARIMO = """() => {{
  const all = (root) => [...root.querySelectorAll('*')].flatMap((e) =>
    [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
  const stage = all(document).find((e) => e.matches('.cl-stage[data-painted]'));
  return Number(stage?.dataset.painted) >= {};
}}"""
PAINTED = "document.querySelectorAll('.cl-stage[data-painted]').length === 1"


def test_voila_paints(voila, page, notebook_text):
    folder, url = voila
    # Voila's own template asks a content network for MathJax, and for extensions it lacks; it
    # loads those of JupyterLab, too, and some find no JupyterLab there.
    page.tolerated = ("ERR_NAME_NOT_RESOLVED", "/voila/static/", "/voila/labextensions/")
    (folder / "lasso.ipynb").write_text(notebook_text(*CELLS), encoding="utf-8")
    page.goto(url("lasso.ipynb"), timeout=120_000)
    page.wait_for_function(PAINTED, timeout=120_000)
    assert page.locator(".cl-panel").count() == 4


def test_notebook_7_paints(jupyter, page):
    name = jupyter.write("seven.ipynb", *CELLS)
    page.tolerated = ("/static/notebook/",)  # errors of its own plugins
    page.goto(jupyter.url(f"notebooks/{name}"))
    page.wait_for_function("() => window.jupyterapp", timeout=90_000)
    page.evaluate(
        """async () => {
          const app = window.jupyterapp;
          await app.restored;
          for (let i = 0; i < 300 && !app.shell.currentWidget?.sessionContext; i++)
            await new Promise((r) => setTimeout(r, 100));
          const w = app.shell.currentWidget;
          await w.context.ready; await w.sessionContext.ready;
          await w.sessionContext.session.kernel.info;
          await app.commands.execute('notebook:run-all-cells');
        }"""
    )
    page.wait_for_function(PAINTED, timeout=90_000)
    assert page.locator(".cl-panel").count() == 4


def test_marimo_paints_and_a_knob_acts(marimo, page):
    page.goto(marimo)
    page.wait_for_function(MARIMO.format(1), timeout=90_000)
    assert page.locator(".cl-panel").count() == 4 and page.locator(".cl-knob").count() > 5
    box = page.locator(".cl-stage").bounding_box()
    assert 200 < box["height"] < 4000 and box["width"] > 300  # the style sheets are there
    field = page.locator(".cl-knob .cl-number").first
    field.fill("0.7")
    field.press("Enter")
    page.wait_for_function(MARIMO.format(2), timeout=30_000)
