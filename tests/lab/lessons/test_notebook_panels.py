"""Panels are named by their titles, which open them; where they are depends on the layout."""

import re

import pytest
from prose import Prose

import lab
from lab.books.copies import in_folder, notebooks
from lab.checking import catalogue
from lab.checking.catalogue import hunts
from lab.classroom.pack import plan

NOTEBOOKS = list(in_folder(notebooks()))
#: A link that names a panel: its words, whether the dashboard below is meant, the panel's key.
_LINK = re.compile(r"\[([^\]]*)\]\(#panel(-below)?=([^)]*)\)")
_SIDE = r"left|right|top|bottom|upper|lower"
_PANEL = r"panels?|pictures?|plots?|curves?|dots|half"
#: Words that say where a panel is.
_PLACE = re.compile(
    rf"\b(?:top|bottom|upper|lower)[- ](?:left|right)\b|\b(?:in|on|at) the (?:{_SIDE})\b|"
    rf"\b(?:{_SIDE}|last|third|fourth|middle)(?:-hand)? (?:{_PANEL})\b|, (?:{_SIDE})[:,.]",
    re.IGNORECASE,
)
#: What is printed is no panel.
_OTHER = re.compile(r"Each name on the right")


def places(text):
    """Words of a text that say where a panel is."""
    return [found.group() for found in _PLACE.finditer(_OTHER.sub("", " ".join(text.split())))]


def named(prose):
    """(words, title) of each link to a panel: the words, and the title of that panel of the
    dashboard next to them, None where it has no such panel."""
    boards = [name for name, source in prose.cells.items() if opens_board(source)]
    order = list(prose.cells)
    for at, (cell, source) in enumerate(prose.cells.items()):
        for words, below, key in _LINK.findall(source):
            around = [b for b in boards if (order.index(b) > at) == bool(below)]
            board = around[0 if below else -1]
            titles = {p.key: p.title for p in prose.screen(board).scene.panels}
            yield f"{cell}: {' '.join(words.split())}", titles.get(key)


def opens_board(source):
    return bool(re.search(r"^(?:\w+ = )?lab\.dashboard\(", source, re.MULTILINE))


def wrong(prose):
    """Links of a notebook whose words are not their panel's title."""
    return [
        f"{said!r} ({title})" for said, title in named(prose) if not said.endswith(f": {title}")
    ]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_named_panel_is_there_under_its_title(name):
    prose = Prose(name)
    assert not wrong(prose)
    assert prose.text.count("](#panel") == len(list(named(prose)))


@pytest.mark.fast
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_no_prose_says_where_a_panel_is(name):
    assert not places(Prose(name).text)


@pytest.mark.fast
@pytest.mark.parametrize("name", list(lab.LESSONS))
def test_no_plan_and_no_knob_says_where_a_panel_is(name):
    assert not places(plan(name))
    for scene in lab.LESSONS[name].scenes:
        for knob in scene.knobs:
            assert not places(f"{knob.label}. {knob.help}"), (scene.name, knob.name)


@pytest.mark.fast
def test_no_hunt_and_no_exercise_says_where_a_panel_is():
    reported = [hunt.task for hunt in hunts().values()]
    reported += [
        f"{one.statement} {one.starter.__doc__}" for one in map(catalogue.find, catalogue.names())
    ]
    assert len(reported) > 20 and not any(map(places, reported))


def test_a_wrong_name_and_a_place_are_found():
    prose = Prose("coordinate_descent")
    prose.cells["lasso-after"] = "[The gap](#panel=gap), [Proved distance from optimal](#panel=no)"
    assert [said.split("'")[1] for said in wrong(prose)] == [
        "lasso-after: The gap", "lasso-after: Proved distance from optimal",
    ]  # fmt: skip
    for words in (
        "Top left, each step", "*Bottom right* is the reason", "watch the top\nright panel",
        "orange on the left: hopeless", "Is η(λ), top right, a", "*Look at* the lower half", "in "
        "the last panel: triangles", "the right-hand\ndots", "What the third panel shows.",
    ):  # fmt: skip
        assert places(words), words
    assert not places("Drag λ to the right. In the last frame the upper edge is just left of λ.")
