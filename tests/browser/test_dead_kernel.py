"""A dashboard whose kernel has ended plays on, and says that its knobs need one."""

import pytest

ENDED = "() => document.querySelector('.cl-status')?.innerText.includes('The kernel has ended')"
PAINTED = "() => Number(document.querySelector('.cl-stage')?.dataset.painted ?? 0) >= {}"
SESSION = "window.jupyterapp.shell.currentWidget.sessionContext"
#: How kernels end: as the page asks the server, or by the kernel itself.
ENDS = {
    "restarted": f"() => {SESSION}.restartKernel()",
    "shut down": f"() => {SESSION}.shutdown()",
    "died": f"() => {{ {SESSION}.session.kernel.requestExecute("
    "{ code: 'import os; os._exit(9)' }); }",
}


@pytest.mark.parametrize("end", ENDS)
def test_the_picture_plays_on_and_nothing_pretends_to_be_live(page, jupyter, end):
    page.tolerated = ("Canceled", "kernel", "Kernel")  # what JupyterLab says of it
    name = jupyter.write("ends.ipynb", "import lab\nlab.dashboard('lasso')")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    slider = page.locator(".cl-knob[data-name=lam]").get_by_role("slider")
    assert slider.is_enabled()
    page.evaluate(ENDS[end])
    page.wait_for_function(ENDED, timeout=60_000)
    assert slider.is_disabled()
    assert slider.get_attribute("title") == "This needs a running kernel: run the cell again."
    for words in ("Reset", "Copy Python", "Save"):
        assert page.get_by_role("button", name=words, exact=True).first.is_disabled()
    frame = "document.querySelector('.cl-stage').convexlab.player.frame"
    before = page.evaluate(frame)
    page.evaluate("document.querySelectorAll('.jp-Dialog').forEach((d) => d.remove())")
    page.get_by_role("button", name="Step forward").click()
    page.wait_for_function(f"(k) => {frame} === k + 1", arg=before)
    page.evaluate("document.querySelector('.cl-more').click()")
    page.wait_for_selector(".cl-knob[data-name=seed]", state="visible")


def test_nothing_can_be_drawn_once_the_kernel_has_ended(page, jupyter):
    page.tolerated = ("Canceled", "kernel", "Kernel")
    name = jupyter.write("drawn.ipynb", "import lab\nlab.dashboard('polygon')")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED.format(1), timeout=90_000)
    tools = page.locator(".cl-tools")
    tools.get_by_role("button", name="Table", exact=True).click()
    page.wait_for_selector(".cl-table tbody tr")
    tools.get_by_role("button", name="Draw", exact=True).click()
    page.wait_for_selector(".cl-sketch")
    page.evaluate(ENDS["shut down"])
    page.wait_for_function(ENDED, timeout=60_000)
    assert not tools.is_visible() and not page.locator(".cl-table").is_visible()
    assert page.locator(".cl-sketch").count() == 0
    assert "drag" not in page.locator(".cl-heroes .cl-subtitle").inner_text()
