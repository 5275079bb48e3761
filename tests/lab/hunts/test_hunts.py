"""Every hunt opens unfound, has an answer, and is judged by the run of its settings."""

import pytest

import lab
from lab.checking.hunt import hunts

FOUND = {
    "one-zero": {"lam": 0.6},
    "slow-cyclic": {"correlation": 0.95, "lam": 0.001},
    "one-group-zero": {"lam": 1.0},
    "a-weight-leaves": {"data": "two"},
    "three-free": {"C": 0.17},
    "half-bounded": {"C": 0.47},
    "smallest-diagonal": {"rho": 0.815},
    "edge-of-no-metric": {"beta": 0.37},
    "just-diverges": {"factor": 1.78},
    "few-support-vectors": {"theta": 0.9},
}


def test_each_lesson_has_two():
    lessons = [one.address.partition("/")[0] for one in hunts().values()]
    assert all(lessons.count(lesson) >= 2 for lesson in lab.LESSONS)
    assert set(FOUND) == set(hunts())


@pytest.mark.parametrize("name", FOUND)
def test_it_opens_unfound_and_can_be_found(name):
    opened, found = lab.check_hunt(name), lab.check_hunt(name, **FOUND[name])
    assert not opened and "not yet" in str(opened)
    assert found and "found" in str(found), found


def test_several_answers_are_accepted():
    assert lab.check_hunt("one-zero", lam=0.5) and lab.check_hunt("one-zero", lam=0.9)


def test_what_has_no_answer_is_refused_in_words():
    with pytest.raises(lab.InputError, match="There is no metric here"):
        lab.check_hunt("edge-of-no-metric", beta=5.0)
    with pytest.raises(lab.InputError, match="is not a hunt; choose one of"):
        lab.check_hunt("three-bears")
    with pytest.raises(lab.InputError, match="is not a knob"):
        lab.check_hunt("three-free", c=1.0)


def test_the_button_judges_the_knobs_as_they_stand_not_the_picture_before():
    board = lab.hunt("edge-of-no-metric")
    board.wait(120)
    box = board.children[-1]
    assert "largest β" in box.children[0].value
    board.knobs["beta"].value = FOUND["edge-of-no-metric"]["beta"]
    assert board.check() and "found" in box.children[2].value
    board.knobs["beta"].value = 5.0  # the picture stays, but has no such run
    box.children[1].click()
    assert "not yet" in box.children[2].value and "no metric" in box.children[2].value
    assert 'aria-live="polite"' in box.children[2].value
