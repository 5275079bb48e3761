"""Windows of another size, and when the page has followed."""

# Resolves once the dashboard has had the same size and words in ten checks; JupyterLab follows a
# little later.
SETTLED = """() => new Promise((settle) => {
  const board = document.querySelector('.cl-dashboard');
  let [same, last] = [0, ''];
  const look = () => {
    const now = JSON.stringify([board.getBoundingClientRect(), board.innerText.length]);
    same = now === last ? same + 1 : 0;
    last = now;
    if (same < 10) setTimeout(look, 80);
    else settle(true);
  };
  look();
})"""

# How much of the window's width is outside of the notebook.
BESIDE = """() => window.innerWidth
  - Math.round(document.querySelector('.jp-NotebookPanel').getBoundingClientRect().width)"""


def resize(page, width, height):
    """Give JupyterLab's window that size, and wait until the dashboard has its own."""
    beside = page.evaluate(BESIDE)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(f"(beside) => ({BESIDE})() === beside", arg=beside, timeout=60_000)
    page.wait_for_function(SETTLED, timeout=60_000)
