"""Every notebook of the workbook, run from top to bottom by a person's browser, one after another
in one JupyterLab."""

import json

import pytest

from lab.books.copies import notebooks

#: Those with something to run: the glossary is words alone.
NAMES = sorted(
    path.name
    for path in notebooks().glob("*.ipynb")
    if '"code"' in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs_and_paints(jupyter, shared_page, name):
    page = shared_page
    text = (notebooks() / name).read_text(encoding="utf-8")
    (jupyter.folder / name).write_text(text, encoding="utf-8")
    code = (c for c in json.loads(text)["cells"] if c["cell_type"] == "code")
    boards = sum("".join(cell["source"]).count("lab.dashboard(") for cell in code)
    jupyter.run(page, name)
    page.wait_for_function(
        """() => {
          const w = window.jupyterapp.shell.currentWidget;
          const cells = [...w.content.model.cells].filter((c) => c.type === 'code');
          const errors = cells.flatMap((c) => c.outputs.toJSON()).filter((o) => o.ename);
          return errors.length || cells.every(
            (c) => c.executionCount || !c.sharedModel.getSource().trim());
        }""",
        timeout=180_000,
    )
    failed = page.locator('[data-mime-type="application/vnd.jupyter.error"]')
    assert failed.count() == 0, failed.first.inner_text()
    for i in range(boards):
        # JupyterLab draws a cell when it comes into sight.
        stage = page.locator(".jp-OutputArea-output .cl-dashboard").nth(i)
        stage.scroll_into_view_if_needed(timeout=60_000)
        for one in stage.locator(".cl-stage").all():  # a map is a second one
            page.wait_for_function(
                "(one) => one.dataset.painted", arg=one.element_handle(), timeout=60_000
            )
    assert page.locator(".cl-is-error").all_inner_texts() == []
