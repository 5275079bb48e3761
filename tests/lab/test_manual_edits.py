"""What users do in a picture is valid at any values of the knobs."""

import contextlib

import pytest
from boards import turn

from lab.discovery import LESSONS
from solvers import InputError
from widgets.edits import Edits
from widgets.knobs import NUMBERS

EDITED = [
    pytest.param(e, id=f"{lesson.name}/{e.name}")
    for lesson in LESSONS.values()
    for e in lesson.scenes
    if e.tools is not None
]
#: Those in which a knob holds the edits as words.
WORDED = [p for p in EDITED if any(k.kind == "edits" for k in p.values[0].knobs)]


def edits_of(experiment):
    """The edits of a scene, as its dashboard makes them."""
    words = [knob.name for knob in experiment.knobs if knob.kind == "edits"]
    return Edits(experiment.click, experiment.tools, words)


def turned(experiment, settings):
    """The settings with one knob at each end of its range, or at each of its options."""
    for knob in experiment.knobs:
        ends = [knob.low, knob.high] if knob.kind in NUMBERS else [v for v, _ in knob.pairs()]
        for value in ends if knob.kind != "several" else ():
            yield {**settings, knob.name: knob.check(value)}


@pytest.mark.parametrize("experiment", EDITED)
def test_click_before_its_tools_are_known_turns_nothing(experiment):
    edits, settings = edits_of(experiment), experiment.settings({})
    for panel in (experiment.tools(settings).panel, "gap"):
        click = {"kind": "click", "panel": panel, "x": 0.1, "y": 0.2, "shift": False}
        assert edits.turned(settings, click) == {}
        for other in turned(experiment, settings):
            with contextlib.suppress(InputError):  # there is nothing to edit in no file
                assert edits.turned(other, click) == {}


@pytest.mark.parametrize("experiment", WORDED)
def test_edits_that_no_longer_apply_are_distinguished_from_those_that_do(experiment):
    name, *_ = (knob.name for knob in experiment.knobs if knob.kind == "edits")
    edits, settings = edits_of(experiment), experiment.settings({})
    settings |= edits.turned(settings, {"do": "rows", "rows": changed(edits.rows(settings))})
    assert settings[name] and edits.applying(name, settings) == (settings[name], [])
    left_out = 0
    for other in turned(experiment, settings):
        retained, gone = edits.applying(name, other)
        assert sorted([*retained.split(), *gone]) == sorted(settings[name].split())
        if gone:
            edits.rows({**other, name: retained})
            left_out += 1
    assert left_out or name == "pairs"  # every set has sixty points to be joined


def changed(rows):
    """The rows without the last, and with the one before it moved: what is moved may fit every set,
    what is erased fits none that is smaller. Pairs of points where there are no rows."""
    moved = [[x, y + 0.5, *rest] for x, y, *rest in rows[-2:-1]]
    return [*rows[:-2], *moved] or [[1, 39, "similar"], [0, 2, "dissimilar"]]


def test_edits_of_a_point_missing_from_smaller_set_are_dropped_with_note(open_board):
    board = open_board("svm", n=40, points="x40 +(0.5,0.5)")
    board.knobs["n"].value = 12
    assert board.knobs["points"].value == "+(0.5,0.5)" and "left out" in board.status
    assert "x40" in board.status
    board.wait()
    assert board.run.settings["n"] == 12 and board.run.settings["points"] == "+(0.5,0.5)"
    board.set(points="x40")
    with pytest.raises(ValueError, match="a point that is there"):
        board.wait()  # what is typed is not left out without a word
    assert board.knobs["points"].value == "x40"


def test_triplet_of_a_point_that_is_left_out_is_left_out_with_it(open_board):
    board = open_board("triplets", points="+(0.5,0.5)", own="61:2,40 1:2,40")
    turn(board, dimension=3)
    assert board.knobs["points"].value == "" and board.knobs["own"].value == "1:2,40"
    assert "Own points: left out" in board.status
    assert len(board.run.extra["case"].triplets) == 1
