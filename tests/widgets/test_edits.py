"""What users do in a picture becomes knob values, to be undone and done again."""

import json

import numpy as np
import pytest

from widgets import Clock, Panel, Scene
from widgets.dashboard import Dashboard
from widgets.edits import Edits, Tools
from widgets.knobs import Knob
from widgets.stage import Stage


def act(settings, action):
    """Letters for points: "add" appends one, "move" replaces the last, "rows" takes all."""
    if action["do"] == "rows":
        return {"points": "".join(action["rows"])}
    if action["do"] == "bad":
        raise ValueError("points must be letters.")
    if action.get("panel") != "p":
        return {}
    keep = settings["points"] if action["do"] == "add" else settings["points"][:-1]
    return {"points": keep + action["what"]}


def tools(settings):
    if settings["points"] == "none":
        return None
    return Tools("p", (("add", "a", "Add"),), (("letter", None),), lambda: [*settings["points"]])


def add(what, **more):
    return {"do": "add", "panel": "p", "what": what} | more


def played(*actions, start="x"):
    """What the knob says after each of the actions."""
    edits, settings, said = Edits(act, tools, ("points",)), {"points": start, "n": 3}, []
    for action in actions:
        settings = settings | edits.turned(settings, action)
        said.append(settings["points"])
    return said, edits.spec(settings)


UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def test_what_was_done_is_undone_in_turn_and_done_again():
    said, spec = played(add("a"), add("b"), UNDO, UNDO, UNDO, REDO, REDO, REDO)
    assert said == ["xa", "xab", "xa", "x", "x", "xa", "xab", "xab"]
    assert spec["undo"] and not spec["redo"]


def test_new_deed_forgets_what_was_undone():
    said, spec = played(add("a"), UNDO, add("b"), REDO, UNDO)
    assert said == ["xa", "x", "xb", "xb", "x"] and spec["redo"]


def test_stroke_is_one_edit_however_many_places_it_reports():
    strokes = [{"do": "move", "panel": "p", "what": c, "id": "1"} for c in "abc"]
    said, _ = played(*strokes, UNDO, REDO)
    assert said == ["a", "b", "c", "x", "c"]
    again = [{"do": "move", "panel": "p", "what": c, "id": i} for c, i in ("a1", "b2")]
    assert played(*again, UNDO, UNDO)[0] == ["a", "b", "a", "x"]


def test_action_without_effect_is_no_edit_and_a_table_is_one():
    said, spec = played({"do": "add", "panel": "other", "what": "a"})
    assert said == ["x"] and not spec["undo"]
    said, spec = played({"do": "rows", "rows": ["q", "r"]}, UNDO)
    assert said == ["qr", "x"] and spec["redo"] and not spec["undo"]


def test_spec_is_json_and_absent_where_nothing_is_edited():
    _, spec = played(add("a"))
    assert json.loads(json.dumps(spec)) == spec and spec["panel"] == "p"
    assert Edits(act, tools, ("points",)).spec({"points": "none"}) == {}
    assert Edits(act, tools, ("points",)).rows({"points": "none"}) == []


@pytest.fixture
def board():
    def compute(settings, cancelled):
        if "!" in settings["points"]:
            raise ValueError("points must be letters.")
        scene = Scene([Panel("p", [], key="p")], Clock("step", np.arange(1.0)), [""], {})
        return dict(settings), scene

    knobs = (Knob("points", "edits", "x"), Knob("n", "integer", 3, "n", 1, 9))
    made = Dashboard(knobs, compute, title="t", question="", compiles=False)
    made.on_edit(act, tools)
    made.wait()
    yield made
    made.close()


def does(board, **action):
    board.stage._received(None, {"kind": "click"} | action, [])
    board.wait()


def test_dashboard_follows_edits_and_shows_what_can_be_undone(board):
    assert isinstance(board.stage, Stage)
    does(board, **add("a"))
    assert board.knobs["points"].value == "xa" and board.run == {"points": "xa", "n": 3}
    assert board.stage.tools["undo"] and not board.stage.tools["redo"]
    does(board, **UNDO)
    assert board.knobs["points"].value == "x" and board.stage.tools["redo"]
    does(board, **UNDO)
    assert board.knobs["points"].value == "x"


def test_table_is_reported_when_it_is_asked_for(board):
    sent = []
    board.stage.send = lambda content, buffers=None: sent.append(content)
    does(board, **add("a"))
    assert not [c for c in sent if c["kind"] == "table"]
    does(board, do="table")
    assert sent[-1] == {"kind": "table", "rows": ["x", "a"]}


def test_wrong_deed_is_a_sentence_and_can_be_undone(board):
    does(board, do="bad")
    assert board.status == "points must be letters." and board.knobs["points"].value == "x"
    board.stage._received(None, {"kind": "click"} | add("!"), [])
    with pytest.raises(ValueError, match="points must be letters"):
        board.wait()
    assert board.scene is not None
    does(board, **UNDO)
    assert board.status == "ready" and board.run["points"] == "x"


def test_knob_of_edits_is_not_among_the_hidden_ones(board):
    assert [spec["name"] for spec in board.stage.knobs if not spec["primary"]] == []
