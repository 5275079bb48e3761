"""A page that is too busy to begin a widget within anywidget's two seconds loses none."""

PAINTED = "document.querySelectorAll('.cl-stage[data-painted]').length === 1"
# anywidget's patience of two seconds ends before anything can begin.
IMPATIENT = """
const patient = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => {
  if (ms !== 2000) return patient(ms);
  const over = new AbortController();
  window.late = (window.late ?? 0) + 1;
  queueMicrotask(() => over.abort(new DOMException("signal timed out", "TimeoutError")));
  return over.signal;
};
"""


def test_a_late_dashboard_paints_and_obeys(jupyter, page):
    page.add_init_script(IMPATIENT)
    name = jupyter.write("late.ipynb", "import lab\nd = lab.dashboard('lasso')\nd")
    jupyter.run(page, name)
    page.wait_for_function(PAINTED, timeout=60_000)
    # Whether anywidget complains depends on whether a message of the kernel finds it late.
    assert page.evaluate("window.late") > 0, "anywidget has no patience any more"
    before = int(page.locator(".cl-stage").get_attribute("data-painted"))
    jupyter.kernel(page, "d.knobs['lam'].value = 0.7; d.wait()")
    page.wait_for_function(
        f"Number(document.querySelector('.cl-stage').dataset.painted) > {before}", timeout=30_000
    )
    field = page.locator(".cl-knob .cl-number").first
    page.wait_for_function(
        "e => e.value.startsWith('0.7')", arg=field.element_handle(), timeout=10_000
    )
