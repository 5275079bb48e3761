"""The layout of a dashboard: whenever the classes of its boxes arrive, and after knob moves."""

import pytest
from sizes import resize

# Takes the classes of a dashboard's boxes away, gives them back in each order, and says where the
# stage had less than two fifths of the room, or ended elsewhere than it began.
ARRIVALS = """() => {
  const names = ["cl-dashboard", "cl-head", "cl-body", "cl-side", "cl-knobs"];
  const board = document.querySelector(".cl-dashboard");
  const stage = board.querySelector(".cl-stage");
  const boxes = names.map((n) => (n === "cl-dashboard" ? board : board.querySelector(`.${n}`)));
  const room = () => { const r = stage.getBoundingClientRect(); return [r.width, r.height]; };
  const [width, height] = room();
  const orders = (rest) => (rest.length
    ? rest.flatMap((x, i) => orders(rest.toSpliced(i, 1)).map((o) => [x, ...o])) : [[]]);
  const wrong = [];
  let least = 1;
  for (const order of orders(names.map((_, i) => i))) {
    boxes.forEach((box, i) => box.classList.remove(names[i]));
    for (const i of order) {
      least = Math.min(least, room()[0] / board.getBoundingClientRect().width);
      boxes[i].classList.add(names[i]);
    }
    const [w, h] = room();
    if (Math.abs(w - width) > 1 || Math.abs(h - height) > 1) wrong.push([order, w, h]);
  }
  return { width, height, least, wrong };
}"""


@pytest.fixture(scope="module")
def board(jupyter, shared_page):
    """A page with the dashboard `d` of the scene of relaxations."""
    code = "import lab\nd = lab.dashboard('tightness')\nd"
    jupyter.run(shared_page, jupyter.write("layout.ipynb", code))
    shared_page.wait_for_selector("[data-painted]", timeout=90_000)
    return shared_page


@pytest.mark.parametrize("width", [1400, 900])
def test_the_stage_has_its_room_in_whatever_order_classes_arrive(board, width):
    resize(board, width, 1000)
    found = board.evaluate(ARRIVALS)
    board.set_viewport_size({"width": 1400, "height": 1000})
    assert found["width"] > 300 and not found["wrong"], found
    assert found["least"] >= 0.39, found


def test_classes_are_there_from_the_start(board, jupyter):
    """No box waits for a second message to know its place."""
    code = (
        "from widgets.dashboard import _all_within\n"
        "parts = [d, *_all_within(d)]\n"
        "e = lab.dashboard('lasso')\n"
        "print([[c for c in p._dom_classes] for p in [e, *_all_within(e)] if p._dom_classes])"
    )
    stated = jupyter.kernel(board, code)
    assert stated == "[['cl-dashboard'], ['cl-head'], ['cl-body'], ['cl-side'], ['cl-knobs']]"


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


# The words at the axes of each panel in a plane and where they stand: as they are after the moves
# so far, and in a fresh drawing of the same panel; and whether both pictures are the same.
AXES = """async () => {
  const spots = (p) => {
    const { x, y, place: { box } } = p.plane.layout();
    return [p.panel.key, x, y, box, p.ground.toDataURL()];
  };
  const pairs = [];
  for (const p of document.querySelector('.cl-stage').convexlab.panels) {
    if (p.panel.space) continue;
    const fresh = new p.constructor(p.loadPlotly, () => {});
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
