"""A notebook saved from a page shows its picture when it is reopened without running it."""

import json

import pytest

pytestmark = pytest.mark.browser
PAINTED = "() => Number(document.querySelector('.cl-stage')?.dataset.painted ?? 0) >= 1"
SEEN = "() => { const i = document.querySelector('.cl-still img'); return i && i.width > 200; }"


def test_a_saved_notebook_reopened_without_a_kernel_shows_the_picture(page, jupyter):
    page.set_viewport_size({"width": 1400, "height": 1000})
    name = jupyter.write("kept.ipynb", "import lab\nlab.dashboard('lasso', lam=0.3)")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED, timeout=60_000)
    page.wait_for_function("() => document.querySelector('.cl-still img')", timeout=30_000)
    shown = page.evaluate(
        "() => document.querySelector('.cl-still').closest('.jp-OutputArea-child').offsetHeight"
    )
    assert shown == 0  # next to the live view it takes no space
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_timeout(1500)
    book = json.loads((jupyter.folder / name).read_text(encoding="utf-8"))
    retained = [o for o in book["cells"][0]["outputs"] if "cl-still" in str(o.get("data", ""))]
    assert len(retained) == 1 and len(json.dumps(retained)) < 100_000
    text = "".join(retained[0]["data"]["text/plain"])
    assert "lab.dashboard('coordinate-descent/lasso'" in text and "lam=0.3" in text

    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.goto(jupyter.url(f"lab/tree/{name}"))
    page.wait_for_function("() => window.jupyterapp", timeout=90_000)
    page.wait_for_function(SEEN, timeout=30_000)
    assert page.locator(".cl-still img").get_attribute("alt").startswith("Coordinate descent")
