"""Every hunt opens unfound, has an answer, and is judged by the run of its settings."""

import pytest
from refusing import assert_refused

import lab
from lab.checking.catalogue import hunts
from lab.checking.hunt import opening
from lab.discovery import find

FOUND = {
    "one-zero": {"lam": 0.321},
    "slow-cyclic": {"lam": 0.0568},
    "tight-line": {"at": 0.98},
    "one-group-zero": {"lam": 0.715},
    "a-weight-leaves": {"amount": 0.063},
    "three-free": {"C": 0.17},
    "half-bounded": {"C": 0.465},
    "smallest-diagonal": {"rho": 0.815},
    "edge-of-no-metric": {"beta": 0.37},
    "just-diverges": {"factor": 1.67},
    "few-support-vectors": {"theta": 0.39},
    "two-best-corners": {"turn": 62.0},
    "bland-is-slower": {"start": 2},
}
#: Hunt -> what two students find, each on other data.
OF_STUDENTS = {
    "one-zero": (0.321, 0.241),
    "slow-cyclic": (0.0387, 0.0656),
    "tight-line": (0.6, 1.1),
    "one-group-zero": (0.662, 0.479),
    "a-weight-leaves": (0.0465, 0.00703),
    "three-free": (0.178, 0.237),
    "half-bounded": (0.809, 0.377),
    "smallest-diagonal": (0.579, 0.885),
    "edge-of-no-metric": (0.741, 0.338),
    "just-diverges": (1.24, 3.05),
    "few-support-vectors": (0.64, 0.6),
    "two-best-corners": (65.0, 83.0),
    "bland-is-slower": (1, 2),
}


def test_each_lesson_has_two():
    lessons = [one.address.partition("/")[0] for one in hunts().values()]
    assert all(lessons.count(lesson) >= 2 for lesson in lab.LESSONS)
    assert set(FOUND) == set(hunts())
    assert set(OF_STUDENTS) == {n for n, one in hunts().items() if opening(one, "Ada") != one.start}


@pytest.mark.parametrize("name", FOUND)
def test_it_opens_unfound_and_can_be_found(name):
    opened, found = lab.check_hunt(name), lab.check_hunt(name, **FOUND[name])
    assert not opened and "not yet" in str(opened)
    assert found and "found" in str(found), found


def test_only_what_counts_may_be_turned_and_the_task_says_what():
    for name, one in hunts().items():
        assert one.knobs and set(FOUND[name]) <= set(one.knobs)
    board = lab.hunt("three-free")
    assert board.stage.head["title"] == board.title == "Hunt: three-free"
    assert board.stage.head["question"] == f"{hunts()['three-free'].task} What counts: C."
    board.close()


def test_hunt_student_data_depend_on_the_name_alone():
    one = hunts()["edge-of-no-metric"]
    ada, ben = opening(one, "Ada Lovelace"), opening(one, "Ben")
    assert ada == opening(one, " ada  LOVELACE ") != ben and opening(one) == dict(one.start)
    assert ada["seed"] == 72
    for drawn in (opening(hunts()["three-free"], name) for name in "abcdefgh"):
        assert drawn["seed"] in hunts()["three-free"].own["seed"]


@pytest.mark.parametrize("name", OF_STUDENTS)
def test_hunt_answers_differ_by_student_and_defaults_find_nothing(name):
    (knob,) = FOUND[name]
    for k, student in enumerate(("Ada", "Ben")):
        own, other = OF_STUDENTS[name][k], OF_STUDENTS[name][1 - k]
        assert passes(name, student=student, **{knob: own})
        assert not passes(name, student=student, **{knob: other})
    for student in ("Ada", "Ben", "Cleo", "Dora", "Emil"):
        assert not lab.check_hunt(name, student=student)


def passes(name, **settings):
    """Whether these settings are found; those without an answer are not."""
    try:
        return bool(lab.check_hunt(name, **settings))
    except lab.InputError:
        return False


@pytest.mark.parametrize("name", OF_STUDENTS)
def test_neither_end_of_the_knob_is_the_answer(name):
    one = hunts()[name]
    (knob,) = [k for k in find(one.address)[1].knobs if k.name in one.knobs]
    assert not passes(name, **{knob.name: knob.low}) and not passes(name, **{knob.name: knob.high})


def test_first_check_says_that_it_compiles(monkeypatch, capsys):
    monkeypatch.setattr("lab.checking.hunt.is_compiled", lambda: False)
    assert lab.check_hunt("one-zero", **FOUND["one-zero"])
    assert "Compiling the kernels that this check needs" in capsys.readouterr().err


def test_several_answers_are_accepted():
    for C in (0.17, 0.175):
        assert lab.check_hunt("three-free", C=C)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("edge-of-no-metric", {"beta": 5.0}, "There is no metric here"),
        ("three-bears", {}, "is not a hunt; did you mean"),
        ("three-free", {"c": 1.0}, "is not a knob"),
        ("three-free", {"n": 12}, "n does not count in this hunt, and stays 40, got 12"),
    ],
)
def test_what_has_no_answer_is_refused_in_words(name, given, words):
    assert_refused(words, lab.check_hunt, name, **given)


def test_button_judges_the_present_knobs_not_the_picture_before():
    board = lab.hunt("edge-of-no-metric")
    board.wait(120)
    box = board.stage.below[-1]
    assert "largest β" in board.stage.head["question"]
    board.knobs["beta"].value = FOUND["edge-of-no-metric"]["beta"]
    assert board.check() and "found" in box.children[1].value
    board.knobs["beta"].value = 5.0  # the picture stays, but has no such run
    box.children[0].click()
    assert "not yet" in box.children[1].value and "no metric" in box.children[1].value
    assert 'aria-live="polite"' in box.children[1].value
