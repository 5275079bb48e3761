"""Tables of what there is to do, and what scenes are for, in words."""

import re

import pytest

import lab
from lab import cli
from lab.app.listing import Description
from lab.checking import catalogue
from lab.checking.task import Hunt

EXERCISES = lab.exercises()


def test_every_exercise_and_hunt_is_listed_once_with_its_lesson():
    assert sorted(entry.name for entry in EXERCISES) == catalogue.names()
    assert {entry.name for entry in lab.hunts()} == set(catalogue.hunts())
    for table in (EXERCISES, lab.hunts()):
        assert {entry.lesson for entry in table} == set(lab.LESSONS)
        assert all(entry.level in (1, 2, 3) and entry.minutes > 0 for entry in table)


def test_table_is_a_sequence_that_reads_as_one():
    assert EXERCISES[0] in EXERCISES and len(EXERCISES[:3]) == 3
    assert EXERCISES["lars-step"].lesson == "lars"
    with pytest.raises(lab.InputError, match="'larz' is not among lasso-bound, lasso-update"):
        EXERCISES["larz"]
    head, *lines = repr(EXERCISES).splitlines()
    assert head.split() == ["name", "level", "minutes", "lesson", "title"]
    starts = {line.index(e.lesson, 20) for line, e in zip(lines, EXERCISES, strict=True)}
    assert starts == {head.index("lesson")}
    assert EXERCISES._repr_html_().count("<tr>") == len(EXERCISES) + 1


def test_questions_of_a_scene_are_those_of_its_picture():
    asked = lab.scene("subgradient").questions
    listed = lab.questions("coordinate-descent/subgradient")
    assert [q.prompt for q in asked] == [entry.title for entry in listed]
    names = [f"coordinate-descent/subgradient/{q.key}" for q in asked]
    assert names == [entry.name for entry in listed]
    with pytest.raises(lab.InputError, match="is not known as a scene"):
        lab.questions("nowhere")


def test_without_a_name_one_sentence_says_where_names_are():
    for act, table in ((lab.exercise, "exercises"), (lab.hunt, "hunts")):
        with pytest.raises(lab.InputError, match=rf"got none; lab\.{table}\(\) lists them\.$"):
            act()


def test_command_lists_both(capsys):
    assert cli.main(["list", "--exercises", "--hunts"]) == 0
    shown = capsys.readouterr().out
    assert all(entry.name in shown for entry in (*EXERCISES, *lab.hunts()))


def test_level_that_is_none_is_refused():
    with pytest.raises(lab.InputError, match="level of 'Find it' must be 1, 2 or 3, got 4"):
        Hunt("lars/race", {}, "Find it", None, level=4)
    with pytest.raises(lab.InputError, match="minutes of 'Find it' must be a whole number above 0"):
        Hunt("lars/race", {}, "Find it", None, minutes=0)


SCENES = [f"{name}/{one.name}" for name, lesson in lab.LESSONS.items() for one in lesson.scenes]


def words_of(scene):
    """All that knobs of a scene are called: their labels, and those of their options."""
    options = [
        words for k in scene.knobs if k.kind in ("choice", "several") for _, words in k.pairs()
    ]
    return {knob.label for knob in scene.knobs} | set(options)


@pytest.mark.parametrize("address", SCENES)
def test_describe_says_of_each_scene_what_to_try_and_what_that_shows(address):
    said, scene = (
        lab.describe(address),
        lab.LESSONS[address.partition("/")[0]].scene(address.partition("/")[2]),
    )
    assert [head for head, _ in said.rows()] == ["Question", "Try first", "See"]
    assert said.question == scene.question
    for sentence in (said.first, said.see):
        assert re.fullmatch(r"[A-Z].{20,160}\.", sentence), sentence
    quoted = set(re.findall(r'"([^"]+)"', said.first))
    assert quoted <= words_of(scene), "knobs and options are named as they are"


def test_describe_is_text_and_html_and_asks_back():
    said = lab.describe("lasso")
    assert str(said).splitlines()[0] == "Coordinate descent on the lasso (coordinate-descent/lasso)"
    assert f"<dd>{said.first}</dd>" in said._repr_html_()
    silent = Description("a/b", "A <b>", "Q?", "", "")
    assert len(silent.rows()) == 1 and "A &lt;b&gt;" in silent._repr_html_()
    with pytest.raises(lab.InputError, match="is not known"):
        lab.describe("lazzo")
