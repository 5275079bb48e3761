"""Options are in any order, drawn from the settings; what gives an answer away is found."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scenes import ADDRESSES as SCENES
from scenes import at_defaults
from scipy.stats import chisquare

import lab
from lab.discovery import LESSONS, find
from lab.prediction import asked, drawn, first, landing, ringed
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

QUESTION = Question(0, "Where?", ("at the left", "at 2.5", "at the right"), 1, "So.", "where")


def test_options_are_shuffled_by_settings_right_one_at_any_place(random_settings):
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


def test_rings_take_their_letters_anew_and_too_near_points_get_none():
    places = ((0.0, 0.0), (1.0, 0.0), (0.0, 2.0))
    among = np.array([[0.0, 0.0], [4.0, 4.0]])
    rings = ringed("way", places, among)
    question = Question(0, "Which?", answer=1, key="which", rings=rings)
    seen = set()
    for seed in range(30):
        (one,) = asked({"seed": seed}, question)
        assert one.rings.places[one.answer] == (1.0, 0.0) and sorted(one.rings.places) == sorted(
            places
        )
        assert one.options == ("the one at A", "the one at B", "the one at C")
        seen.add(one.answer)
    assert seen == {0, 1, 2}
    assert ringed("way", ((0.0, 0.0), (0.1, 0.1)), among) is None


def test_too_near_points_get_no_rings_where_all_lie_in_a_plane():
    among = np.array([[0.0, 0.0, 2.0], [4.0, 4.0, 2.0]])
    assert ringed("way", ((0.0, 0.0, 2.0), (0.1, 0.1, 2.0)), among) is None
    assert ringed("way", ((0.0, 0.0, 2.0), (1.0, 0.0, 2.0)), among) is not None


def test_two_options_that_read_the_same_are_no_question():
    assert asked({}, replace(QUESTION, options=("a", "b", "a"))) == ()


def test_draw_is_one_of_the_candidates():
    drawings = {drawn({"seed": k}, "frame", (1, 2, 3)) for k in range(40)}
    assert drawings == {1, 2, 3} and drawn({}, "frame", ()) is None


@pytest.mark.parametrize(
    "times, winner", [((3.0, 2.0, np.inf), "b"), ((2.0, 2.0, 3.0), None), ((np.inf,) * 3, None)]
)
def test_race_without_a_single_winner_is_not_asked(times, winner):
    say = lambda name, time: f"{name} at {time}"
    result = first({"a": "a", "b": "b", "c": "c"}, dict(zip("abc", times, strict=True)), "?", say)
    assert winner == (result and result.options[result.answer])


def scene(*marks, **more):
    way = prefix(np.arange(3.0), np.arange(3))
    panel = Panel("At 2.5", [Path(way, way), *marks], key="way", **more)
    clock = Clock("i", np.arange(3.0))
    return Scene([panel], clock, ["It is at 2.5."] * 3, {}, [replace(QUESTION, hides=())])


def test_words_that_give_the_answer_away_are_found(tells):
    words = Text([0.0], [0.0], ("It ends at 2.5",))
    assert tells(scene(words), QUESTION) and tells(scene(subtitle="2.5 is the end"), QUESTION)
    assert not tells(scene(), QUESTION)
    assert not tells(scene(replace(words, future=True)), QUESTION)
    assert not tells(scene(words), replace(QUESTION, hides=("way",)))
    both = Text([0.0, 0.0], [0.0, 1.0], ("at the left", "at the right"))
    assert not tells(scene(both), QUESTION)


def ends(panel, last):
    """Where what moves in a plane is in the last frame: single points and heads of paths."""
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
    """Labels of visible points that do not move where something is yet to arrive."""
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
    _, result = at_defaults(address)
    for question in result.questions:
        assert not list(given_away(result, question)), question


#: Questions about what the next step does, of which one frame may ask one.
OF_THE_STEP = {"aim", "landing", "cut", "multiplier", "way", "projection"}
#: Coordinates of a point, as words write them.
PLACE = re.compile(r"\(−?\d[\d.]*(?:, −?\d[\d.]*)+\)")
#: Where each of many methods would else solve large problems to its last iteration.
SHORT = {"programs/race": {"budget": 200}, "interior-point/race": {"n": 40, "budget": 200}}


@pytest.mark.further
@pytest.mark.parametrize("address", SCENES)
def test_questions_ring_points_and_do_not_reveal_later_answers(address, random_runs, tells):
    few = random_runs(address, 3, 7, **SHORT.get(address, {}))
    for picture in [at_defaults(address)[1], *map(lab.scene, few)]:
        asks = sorted(picture.questions, key=lambda q: q.frame)
        for q in asks:
            assert not PLACE.search(" ".join([q.prompt, *q.options])), q
            assert q.rings is None or ringed_in(picture, q.rings), q
        frames = [q.frame for q in asks if q.key in OF_THE_STEP]
        assert len(set(frames)) == len(frames), asks
        for i, early in enumerate(asks):
            said = f"{early.options[early.answer]}. {early.why}"
            later = [q for q in asks[i + 1 :] if q.aim is None]
            # Of two choices among the same things the name of one is no hint to the other.
            later = [q for q in later if set(q.options) != set(early.options)]
            assert not [q for q in later if tells(reported(said), q)], (early, later)


def ringed_in(picture, rings):
    """Whether all rings are in their panel, at a distance from each other."""
    (panel,) = [p for p in picture.panels if p.key == rings.panel]
    ranges = np.array([sorted(axis.range) for axis in panel.axes()])
    places = np.array(rings.places)
    inside = (places >= ranges[:, 0]) & (places <= ranges[:, 1])
    shares = (places[:, None] - places) / np.ptp(ranges, axis=1)
    apart = np.linalg.norm(shares, axis=2) + np.eye(len(places))
    return inside.all() and apart.min() > 0.03


def reported(words):
    """A scene in which only these words are shown."""
    return replace(scene(Text([0.0], [0.0], (words,))), title="", question="")


def test_of_two_questions_on_one_update_one_is_asked():
    """Of two questions on one update of the lasso the first answer gives away the second."""
    for seed in range(8):
        for lam in (0.1, 0.3):
            asks = lab.scene("lasso", seed=seed, lam=lam).questions
            frames = [q.frame for q in asks if q.key in ("aim", "landing")]
            assert len(set(frames)) == len(frames), (seed, lam)
    for where, seed, own in (("logistic", 9, "cut"), ("triplets", 1, "multiplier")):
        frames = {q.key: q.frame for q in lab.scene(where, seed=seed).questions}
        assert own in frames and frames[own] != frames.get("aim"), where


def test_questions_generic_once_a_lesson_and_specific_per_scene():
    for lesson in LESSONS.values():
        scenes = {e.name: at_defaults(f"{lesson.name}/{e.name}")[1] for e in lesson.scenes}
        kinds = {name: {q.key for q in scene.questions} for name, scene in scenes.items()}
        assert sum("pace" in keys for keys in kinds.values()) <= 1, lesson.name
        for name, keys in kinds.items():
            others = set().union(*(k for n, k in kinds.items() if n != name))
            assert keys - others - {"pace", "first", "aim"}, name


def test_visible_optimum_would_be_found():
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
    (  # the first weight stays at 0, the second does not
        "lasso",
        {"correlation": 0.95, "noise": 1.0, "seed": 15, "start": "zero", "lam": 0.407},
        "way",
        "w₁ stays",
    ),
]  # fmt: skip


@pytest.mark.parametrize("address, settings, key, words", ONCE_WRONG)
def test_what_was_wrong_once(address, settings, key, words):
    scene = lab.scene(address, **settings)
    asked = {q.key: q.options[q.answer] for q in scene.questions}
    assert asked[key] == words


def test_point_that_shows_where_to_click_is_found(pointed):
    aim = Aim("way", (0.0, 0.0), (2.0, 2.0), (0.8, 0.8))
    question = Question(0, "Where?", aim=aim)
    optimum = Points([2.1], [1.9], label="optimum")
    assert pointed(scene(optimum), question)
    moving = row(np.full((3, 1), 2.0))
    assert pointed(scene(Segments([0.0], [0.0], moving, moving)), question)
    assert not pointed(scene(replace(optimum, future=True)), question)
    assert not pointed(scene(Points([0.0], [0.0])), question)


def test_step_is_aimed_at_only_where_it_is_long_and_visible():
    box = ((0.0, 10.0), (0.0, 5.0))
    places = np.array([[1.0, 1.0], [1.5, 1.0], [1.5, 3.0], [9.0, 9.0], [9.0, 4.0]])
    k, aim = landing({}, "p", places, box)
    assert (k, aim.start, aim.target) == (1, (1.5, 1.0), (1.5, 3.0))
    assert aim.judge((1.5, 2.3)) == 0 and aim.judge((1.5, 1.9)) == 1
    assert landing({}, "p", places, box, frames=(0, 2)) == (None, None)
