"""Whatever a stroke or a click in a picture turns is undone by one step, and done again."""

import numpy as np
import pytest
from boards import click, turn

import lab
from lab.discovery import LESSONS, find
from widgets import Points
from widgets.edits import Edits
from widgets.fields import at

UNDO, REDO = {"do": "undo"}, {"do": "redo"}


def edited_scenes():
    """The address of each scene whose picture can be edited as it opens."""
    for name, lesson in LESSONS.items():
        for scene in lesson.names():
            if lesson.scene(scene).tools is not None:
                yield f"{name}/{scene}"


def handles(picture, key):
    """The places (n, 2) of the points of a panel in the first frame."""
    panel = next(panel for panel in picture.panels if panel.key == key)
    places = [
        np.column_stack([np.ravel(at(mark.x, 0)), np.ravel(at(mark.y, 0))])
        for mark in panel.marks
        if isinstance(mark, Points)
    ]
    found = np.concatenate(places)
    return np.unique(found[np.isfinite(found).all(axis=1)], axis=0)


@pytest.mark.parametrize("address", list(edited_scenes()))
def test_each_handle_of_each_scene_can_be_dragged_undone_and_dragged_again(address):
    experiment = find(address)[1]
    settings = experiment.settings({})
    words = [knob.name for knob in experiment.knobs if knob.kind == "edits"]
    tools = experiment.tools(settings)
    if tools is None or not (tools.panel and tools.drag):
        pytest.skip("Nothing is dragged where it opens.")
    turned = set()
    places = handles(lab.scene(address), tools.panel)
    for k, (x0, y0) in enumerate(places):
        edits, aim = Edits(experiment.click, experiment.tools, words), places[k - 1] + 0.05
        stroke = {"do": tools.drag, "what": tools.options[0][1], "panel": tools.panel, "id": "1"}
        stroke |= {"x0": x0, "y0": y0, "x": aim[0], "y": aim[1]}
        after = settings | edits.turned(settings, stroke)
        turned |= {name for name in after if after[name] != settings[name]}
        if after == settings:
            continue
        before = after | edits.turned(after, UNDO)
        assert before == settings
        assert before | edits.turned(before, REDO) == after
    assert turned
    if address == "programs/polygon":
        assert turned == {"points", "turn"}


@pytest.mark.parametrize("address", list(edited_scenes()))
def test_stray_click_changes_nothing_and_one_with_shift_erases(address):
    """Where strokes move points, that is what the first tool does, which is chosen at first."""
    experiment = find(address)[1]
    tools = experiment.tools(experiment.settings({}))
    if tools is None or tools.drag != "move" or not tools.panel:
        pytest.skip("Strokes move nothing where it opens.")
    does = [option[0] for option in tools.options]
    assert does[0] == "move" and ("erase" not in does or does[tools.shift] == "erase")


def stroke(board, x0, y0, x, y):
    click(board, do="move", panel="plane", id="s", x0=x0, y0=y0, x=x, y=y)


@pytest.fixture
def polygon(open_board):
    return open_board("polygon", compare=())


def test_undo_after_the_arrow_was_dragged(polygon):
    tail, head = polygon.run.extra["case"].arrow
    stroke(polygon, *head, tail[0], tail[1] + 1.0)
    assert polygon.settings["turn"] == 90.0
    click(polygon, **UNDO)
    assert polygon.settings["turn"] == 15.0 and polygon.status == "ready" and not polygon.errors
    click(polygon, **REDO)
    assert polygon.settings["turn"] == 90.0


def test_another_gallery_begins_without_the_edges_drawn_before(polygon):
    corner = polygon.run.extra["case"].shape.corners[2]
    stroke(polygon, *corner, *(corner + 0.2))
    drawn = polygon.settings["points"]
    assert drawn
    turn(polygon, gallery="empty")
    assert polygon.settings["points"] == "" and polygon.run.result.status == "infeasible"
    assert polygon.status == "Own edges: left out, as Gallery is another; undo brings it back."
    click(polygon, **UNDO)
    assert (polygon.settings["gallery"], polygon.settings["points"]) == ("pentagon", drawn)
    click(polygon, **REDO)
    assert (polygon.settings["gallery"], polygon.settings["points"]) == ("empty", "")
    click(polygon, **UNDO)
    click(polygon, **UNDO)
    assert polygon.settings["points"] == ""


def test_edges_that_are_named_with_a_gallery_stay(polygon):
    polygon.set(points="x1")
    polygon.set(gallery="needle", points="x1")
    polygon.wait()
    assert polygon.settings["points"] == "x1" and polygon.settings["gallery"] == "needle"
    turn(polygon, rotation=30)
    assert polygon.settings["points"] == "x1"


def test_gallery_that_does_not_fit_takes_nothing_away(polygon):
    polygon.set(points="x1")
    polygon.wait()
    polygon.knobs["gallery"].value = "nonsense"
    assert polygon.knobs["points"].value == "x1"


FILE = "a,b,c,kind\n" + "".join(f"{k % 7},{k * k % 5},{k % 3},{'yn'[k % 2]}\n" for k in range(24))
#: Scene -> the words of edits of what it opens with.
EDITED = {
    "svm": {"points": "x5 +(0.5,-0.3)"},
    "metric": {"pairs": "3+17"},
    "affinity": {"pairs": "3+17"},
    "triplets": {"points": "x5 +(0.5,-0.3)", "own": "1:2,40"},
    "bags": {"points": "2x1"},
}


@pytest.mark.parametrize("scene", ["svm", "metric", "affinity"])
def test_file_comes_without_what_was_edited_before(open_board, tmp_path, monkeypatch, scene):
    monkeypatch.chdir(tmp_path)
    board = open_board(scene, **EDITED[scene])
    opened = dict(board.settings)
    for part, text in enumerate((FILE, FILE + "1,1,1,y\n")):
        board.stage.uploads(
            {"kind": "file", "id": str(part), "name": f"f{part}.csv", "size": len(text), "part": 0},
            [text.encode()],
        )
        board.wait()
        (words,) = EDITED[scene]
        assert (board.settings["file"], board.settings[words]) == (f"f{part}.csv", "")
        board.knobs[words].value = "1+2" if words == "pairs" else "x1"
        board.wait()
    for _ in range(4):
        click(board, **UNDO)
    assert board.settings == opened and board.status == "ready"
    assert not board.stage.tools["undo"]


@pytest.mark.parametrize("scene", EDITED)
def test_one_undo_brings_back_another_set_and_its_edits(open_board, scene):
    board = open_board(scene, **EDITED[scene])
    opened = dict(board.settings)
    others = [value for value, _ in board.knobs["data"].knob.pairs()]
    turn(board, data=others[others.index(opened["data"]) - 2])
    assert not any(board.settings[name] for name in EDITED[scene])
    assert "left out, as Data is another; undo brings it back." in board.status
    click(board, **UNDO)
    assert board.settings == opened and not board.stage.tools["undo"]


@pytest.mark.parametrize("scene", EDITED)
def test_one_undo_brings_back_the_edits_that_reset_took(open_board, scene):
    board = open_board(scene)
    board.set(**EDITED[scene])
    board.wait()
    board.reset()
    board.wait()
    assert not any(board.settings[name] for name in EDITED[scene])
    click(board, **UNDO)
    assert EDITED[scene].items() <= board.settings.items()
