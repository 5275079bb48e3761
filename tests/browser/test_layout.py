"""The layout of a dashboard, from the start and after knob moves."""

import pytest
from sizes import resize

# How much of the dashboard's space the stage has, and whether all is of one widget.
SHARES = """() => {
  const board = document.querySelector(".cl-dashboard");
  const [stage, ...others] = board.querySelectorAll(".cl-stage, .jupyter-widgets, .widget-box");
  const [own, whole] = [stage, board].map((e) => e.getBoundingClientRect());
  return { width: own.width, share: own.width / whole.width, others: others.length };
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene of relaxations."""
    code = "import lab\nd = lab.dashboard('tightness')\nd"
    jupyter.run(shared_page, jupyter.write("layout.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


@pytest.mark.parametrize("width", [1400, 900])
def test_stage_fills_its_space_and_boxes_are_placed_without_messages(board, width):
    resize(board, width, 1000)
    found = board.evaluate(SHARES)
    board.set_viewport_size({"width": 1400, "height": 1000})
    assert found["width"] > 300 and found["share"] >= 0.39 and found["others"] == 0, found


def test_a_collapsed_output_comes_back_whole(board, jupyter):
    """The page's own check at the end says whether anything was logged meanwhile."""
    run = "(c) => window.jupyterapp.commands.execute(c)"
    for _ in range(3):
        board.evaluate(run, "notebook:hide-all-cell-outputs")
        board.wait_for_selector(".cl-stage", state="detached")
        jupyter.kernel(board, "d.knobs['gamma'].value *= 0.9")
        board.evaluate(run, "notebook:show-all-cell-outputs")
        board.wait_for_selector(".cl-stage[data-painted] .cl-panel")
    board.wait_for_timeout(500)
    shown = "() => document.querySelector('.cl-stage').convexlab.panels.map((p) => p.canvas.width)"
    assert min(board.evaluate(shown)) > 150


# The words at the axes of each panel in a plane and where they are: as they are after the moves so
# far, and in a fresh drawing of the same panel; and whether both pictures are the same.
AXES = """async () => {
  const spots = (p) => {
    const { x, y, place: { box } } = p.plane.layout();
    return [p.panel.key, x, y, box, p.ground.toDataURL()];
  };
  const pairs = [];
  for (const p of document.querySelector('.cl-stage').convexlab.panels) {
    if (p.panel.space) continue;
    const fresh = new p.constructor(p.bundle, () => {});
    fresh.root.style = `position: absolute; width: ${p.box.clientWidth}px`;
    fresh.box.style = `flex: none; height: ${p.box.clientHeight}px`;
    p.root.closest('.cl-stage').append(fresh.root);
    await fresh.load(p.panel, p.arrays, p.theme, p.position);
    const other = spots(fresh);
    fresh.end();
    pairs.push([spots(p), other]);
  }
  return pairs;
}"""


RANGES = """\
from widgets import Axis, Clock, Curve, Panel, Scene
from widgets.stage import Stage

def scene(low, high, log):
    line = [Curve([0.0, 1.0], [low, high])]
    up = Axis("up", log=log, range=(low, high))
    panels = [Panel(k, line, x=Axis("across"), y=up, key=k) for k in "ab"]
    return Scene(panels, Clock("step", [0]), ["."], {})

s = Stage(scene(1e-6, 10.0, True))
s"""
MOVES = [
    (0.3, 8.0, True), (1e-3, 1e3, True), (2.0, 30.0, True), (1e-9, 1.0, True),
    (2.1, 3.9, True),
    (0.0, 1.0, False), (0.0, 123456.0, False), (-0.001, 0.0015, False), (0.0, 4.0, False),
]  # fmt: skip


def test_axes_after_moves_are_those_of_a_fresh_drawing(jupyter, page):
    jupyter.run(page, jupyter.write("ranges.ipynb", RANGES))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    painted = "() => Number(document.querySelector('.cl-stage').dataset.painted)"
    for low, high, log in MOVES:
        before = page.evaluate(painted)
        jupyter.kernel(page, f"s.show(scene({low}, {high}, {log}))")
        page.wait_for_function(f"({painted})() > {before}", timeout=10_000)
        for moved, fresh in page.evaluate(AXES):
            assert moved == fresh, (low, high, log)
            assert len(fresh[2]) > 1, fresh
