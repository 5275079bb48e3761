"""Options stand in any order, drawn from the settings; what tells an answer is found."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chisquare

import lab
from lab.discovery import LESSONS
from lab.experiment import find
from lab.questions import asked, drawn, first, landing
from widgets import (
    Aim,
    Clock,
    Panel,
    Path,
    Points,
    Question,
    Scene,
    Segments,
    Text,
    prefix,
    row,
)
from widgets.fields import Static, at

SCENES = [f"{one.name}/{e.name}" for one in LESSONS.values() for e in one.scenes]
QUESTION = Question(0, "Where?", ("at the left", "at 2.5", "at the right"), 1, "So.", "where")


def test_options_are_shuffled_by_the_settings_and_the_right_one_stands_anywhere(random_settings):
    experiment, rng = find("lars/groups")[1], np.random.default_rng(0)
    places = np.zeros(3)
    for _ in range(400):
        settings = random_settings(experiment, rng)
        (result,) = asked(settings, QUESTION, None)
        assert result.options[result.answer] == "at 2.5" and set(result.options) == set(
            QUESTION.options
        )
        assert asked(dict(reversed(settings.items())), QUESTION) == (result,)
        places[result.answer] += 1
    assert chisquare(places).pvalue > 0.01


def test_two_options_that_read_the_same_are_no_question():
    assert asked({}, replace(QUESTION, options=("a", "b", "a"))) == ()


def test_a_draw_is_one_of_the_candidates():
    drawings = {drawn({"seed": k}, "frame", (1, 2, 3)) for k in range(40)}
    assert drawings == {1, 2, 3} and drawn({}, "frame", ()) is None


@pytest.mark.parametrize(
    "times, winner", [((3.0, 2.0, np.inf), "b"), ((2.0, 2.0, 3.0), None), ((np.inf,) * 3, None)]
)
def test_a_race_without_a_single_winner_is_not_asked(times, winner):
    result = first({"a": "a", "b": "b", "c": "c"}, dict(zip("abc", times, strict=True)), "?", str)
    assert winner == (result and result.options[result.answer])


def scene(*marks, **more):
    way = prefix(np.arange(3.0), np.arange(3))
    panel = Panel("At 2.5", [Path(way, way), *marks], key="way", **more)
    clock = Clock("i", np.arange(3.0))
    return Scene([panel], clock, ["It is at 2.5."] * 3, {}, [replace(QUESTION, hides=())])


def test_words_that_tell_are_found(tells):
    words = Text([0.0], [0.0], ("It ends at 2.5",))
    assert tells(scene(words), QUESTION) and tells(scene(subtitle="2.5 is the end"), QUESTION)
    assert not tells(scene(), QUESTION)
    assert not tells(scene(replace(words, future=True)), QUESTION)
    assert not tells(scene(words), replace(QUESTION, hides=("way",)))
    both = Text([0.0, 0.0], [0.0, 1.0], ("at the left", "at the right"))
    assert not tells(scene(both), QUESTION)


def ends(panel, last):
    """Where what moves in a plane stands in the last frame: single points and heads of paths."""
    for mark in panel.marks:
        if (
            isinstance(mark, (Path, Points))
            and not isinstance(mark.x, Static)
            and mark.y is not None
        ):
            x, y = np.ravel(at(mark.x, last)), np.ravel(at(mark.y, last))
            if x.size and y.size and np.isfinite([x[-1], y[-1]]).all():
                yield x[-1], y[-1]


def given_away(scene, question):
    """Labels of visible points that stand still where something is yet to arrive."""
    last = len(scene) - 1
    for panel in scene.panels:
        if panel.key in question.hides or panel.z is not None:
            continue
        (x0, x1), (y0, y1) = (axis.range for axis in panel.axes()[:2])
        for mark in panel.marks:
            still = isinstance(mark, Points) and isinstance(mark.x, Static) and mark.y is not None
            if not still or not isinstance(mark.y, Static) or mark.future or mark.x.values.size > 2:
                continue
            for x, y in ends(panel, last):
                near = np.hypot((mark.x.values - x) / (x1 - x0), (mark.y.values - y) / (y1 - y0))
                if near.size and near.min() < 1e-3:
                    yield panel.key, mark.label


@pytest.mark.parametrize("address", SCENES)
def test_no_optimum_is_visible_while_a_question_is_open(address):
    result = lab.scene(lab.run(address))
    for question in result.questions:
        assert not list(given_away(result, question)), question


def test_a_visible_optimum_would_be_found():
    optimum = Points([2.0], [2.0], label="optimum")
    assert list(given_away(scene(optimum), QUESTION)) == [("way", "optimum")]
    assert not list(given_away(scene(replace(optimum, future=True)), QUESTION))


#: Settings at which a marked answer was wrong: (address, settings, key, words of the right one).
ONCE_WRONG = [
    (
        "central-path",
        {"C": 5, "kernel": "polynomial", "gamma": 0.05, "method": "centering"},
        "where",
        "in one of its corners",
    ),
    (
        "svm",
        {
            "C": 705.77, "gamma": 2.6084, "data": "imbalance", "n": 48, "seed": 40,
            "method": "affine-scaling",
        },
        "most",
        "free, on the margin",
    ),
    ("lasso", {"data": "diabetes", "start": "zero", "lam": 0.528}, "way", "w₁ stays"),
]  # fmt: skip


@pytest.mark.parametrize("address, settings, key, words", ONCE_WRONG)
def test_what_was_wrong_once(address, settings, key, words):
    scene = lab.scene(address, **settings)
    asked = {q.key: q.options[q.answer] for q in scene.questions}
    assert asked[key] == words


def test_a_point_that_shows_where_to_click_is_found(pointed):
    aim = Aim("way", (0.0, 0.0), (2.0, 2.0), (0.8, 0.8))
    question = Question(0, "Where?", aim=aim)
    optimum = Points([2.1], [1.9], label="optimum")
    assert pointed(scene(optimum), question)
    moving = row(np.full((3, 1), 2.0))
    assert pointed(scene(Segments([0.0], [0.0], moving, moving)), question)
    assert not pointed(scene(replace(optimum, future=True)), question)
    assert not pointed(scene(Points([0.0], [0.0])), question)


def test_a_step_is_aimed_at_only_where_it_is_long_and_in_sight():
    box = ((0.0, 10.0), (0.0, 5.0))
    places = np.array([[1.0, 1.0], [1.5, 1.0], [1.5, 3.0], [9.0, 9.0], [9.0, 4.0]])
    k, aim = landing({}, "p", places, box)
    assert (k, aim.start, aim.target) == (1, (1.5, 1.0), (1.5, 3.0))
    assert aim.judge((1.5, 2.3)) == 0 and aim.judge((1.5, 1.9)) == 1
    assert landing({}, "p", places, box, frames=(0, 2)) == (None, None)
