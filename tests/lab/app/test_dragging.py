"""What a user drags, or a loop turns, is followed: the picture that was begun is shown, then that
of the present values, each with its settings; without a clock."""

import threading

import ipywidgets
import pytest
import traitlets

import lab
from lab.discovery import find
from lab.solved import SolvedBefore
from widgets import session
from widgets.questions import Answers


class Shown(ipywidgets.DOMWidget):
    """A stage that records (settings, scene) of every picture."""

    frame = 0.0

    def __init__(self):
        super().__init__()
        self.answers, self.shown, self.news = Answers(), [], threading.Condition()

    def show(self, scene, at=None, whole=True):
        with self.news:
            self.shown.append((dict(self.answers.settings), scene))
            self.news.notify_all()

    def wait_for(self, knob, value):
        """Wait for the picture of that value, which `Dashboard.wait` would hurry."""
        with self.news:
            assert self.news.wait_for(
                lambda: bool(self.shown) and self.shown[-1][0][knob] == value, 60
            )

    def set_status(self, kind, text, detail="", share=None):
        self.status_sent = (kind, text, detail)

    def on_click(self, callback):
        self.click = callback


@pytest.fixture
def opened(monkeypatch):
    """The function opened(address) -> a dashboard at rest."""
    monkeypatch.setattr("widgets.dashboard._new_stage", Shown)
    monkeypatch.setattr(session, "DRAG", 600.0)  # however slow the machine
    made = []

    def one(address):
        made.append(lab.dashboard(address, **FLAT.get(address, {})))
        made[-1].wait(120)
        made[-1].stage.shown.clear()
        return made[-1]

    yield one
    for board in made:
        board.close()


def held_up(board):
    """(begun, go): the next pictures are begun, and wait for `go`."""
    begun, go = threading.Event(), threading.Event()
    compute = board._session._compute

    def gated(settings, cancelled):
        begun.set()
        assert go.wait(60)
        return compute(settings, cancelled)

    board._session._compute = gated
    return begun, go


def assert_true(address, shown):
    for settings, scene in shown:
        own = lab.scene(address, **settings)
        assert scene.captions == own.captions and scene.readout.keys() == own.readout.keys()


# In space nothing is drawn into the picture, which opens there.
FLAT = {"alternating-linearization/metric": {"dimension": 2}}
# Scene -> (the tool, what of it, where x and y are in a row of its table; two points of a plane).
STROKES = {
    "interior-point/svm": ("move", None, 0),
    "coordinate-descent/triplets": ("move", None, 0),
    "mi-odm/bags": ("move", None, 1),
    "alternating-linearization/metric": ("add", "similar", None),
    "programs/polygon": ("move", None, None),
}


def stroke(board, address):
    """The actions of a user who draws once across the picture, the first of them separately."""
    do, what, at = STROKES[address]
    tools = find(address)[1].tools(board.settings)
    if at is not None:
        x0, y0 = tools.rows()[0][at : at + 2]
    else:
        x0, y0 = start_of(board, address)
    for k in range(1, 9):
        x, y = (x0 + 0.03 * k, y0) if do == "move" else start_of(board, address, k)
        yield {"id": 1, "do": do, "what": what, "panel": tools.panel, "x0": float(x0),
               "y0": float(y0), "x": float(x), "y": float(y)}  # fmt: skip


def start_of(board, address, k=0):
    case = board.run.extra["case"]
    return case.shape.corners[0] if address == "programs/polygon" else case.X[k]


@pytest.mark.parametrize("address", STROKES)
def test_dragged_point_is_followed(opened, address):
    board = opened(address)
    knob, *_ = (k.name for k in find(address)[1].knobs if k.kind == "edits")
    first, *others = stroke(board, address)
    before, (begun, go) = dict(board.settings), held_up(board)
    board.stage.click(first)
    assert begun.wait(60)
    asked = [board.settings[knob]]
    for action in others:
        board.stage.click(action)
        asked.append(board.settings[knob])
    assert len(set(asked)) > 2 and board.stage.shown == []
    go.set()
    board.stage.wait_for(knob, asked[-1])
    assert [s[knob] for s, _ in board.stage.shown] == [asked[0], asked[-1]]
    assert_true(address, board.stage.shown)
    assert board.run.settings == board.settings == before | {knob: asked[-1]}
    board.stage.click({"do": "undo"})
    assert board.settings == before, "a stroke is taken back as one"


def test_linked_knobs_in_a_loop_show_what_they_say(opened):
    one, other = opened("lasso"), opened("lasso")
    traitlets.link((one.knobs["lam"], "value"), (other.knobs["lam"], "value"))
    values, gates = [0.05 * k for k in range(1, 31)], [held_up(board) for board in (one, other)]
    one.knobs["lam"].value = values[0]
    assert all(begun.wait(60) for begun, _ in gates)
    for value in values[1:]:
        one.knobs["lam"].value = value
    for board, (_, go) in zip((one, other), gates, strict=True):
        go.set()
        board.stage.wait_for("lam", values[-1])
        assert [settings["lam"] for settings, _ in board.stage.shown] == [values[0], values[-1]]
        assert_true("lasso", board.stage.shown)
        assert board.run.settings["lam"] == board.knobs["lam"].value == values[-1]


def test_whole_picture_has_the_result_of_the_main_part_unless_timed(opened, monkeypatch):
    board = opened("lars/race")
    whole, compute = dict(board.settings), board._session._compute
    part, _ = compute(board._session._view.main_part(whole), lambda: False)
    run, _ = compute(whole, lambda: False)
    assert len(run.results) > len(part.results) == 1 and run.result is part.result
    asked = []
    monkeypatch.setattr(SolvedBefore, "result", lambda *_: asked.append(1) or run.result)
    compute(whole | {"clock": "seconds"}, lambda: False)
    assert not asked
    compute(whole, lambda: False)
    assert asked
