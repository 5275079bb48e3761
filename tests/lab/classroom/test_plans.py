"""Lesson plans name what there is, and what they say of it is so."""

import ast
import re

import pytest

import lab
from lab import cli
from lab.checking.catalogue import hunts
from lab.classroom.pack import answers, plan
from lab.discovery import LESSONS, find
from lab.sweeps.measures import measure_of
from solvers import InputError

LESSON_NAMES = list(LESSONS)
PARTS = ["Aims", "45 minutes", "90 minutes", "What to ask", "Usual wrong ideas"]
PARTS.append("Answers to the experiments")
_CALL = re.compile(r"([\w/-]+)\((.*)\)")


def spans(text):
    """What is between backticks."""
    return re.findall(r"`([^`]+)`", text)


def call(span):
    """(address, settings) of `lasso(lam=0.3)`; None for another span."""
    found = _CALL.fullmatch(span)
    if not found or "." in found[1]:
        return None
    keywords = ast.parse(f"f({found[2]})", mode="eval").body.keywords
    return found[1], {k.arg: ast.literal_eval(k.value) for k in keywords}


def facts(text):
    """(address, settings, measure, what the page says) of each line: a fact belongs to the call
    before it."""
    for line in text.splitlines():
        place = None
        for span in spans(line):
            place = call(span) or place
            measure, equals, said = span.partition(" = ")
            if equals and not call(span):
                yield (*(place or (None, None)), measure, said)


def agrees(value, said):
    """Whether a value reads as `said`, to as many digits as that has."""
    if isinstance(value, str):
        return value == said
    digits = len(said.replace("-", "").replace(".", "").lstrip("0")) or 1
    return float(f"{value:.{digits}g}") == float(said)


ALL = [(name, *fact) for name in LESSON_NAMES for fact in facts(plan(name))]
LEADS = {name: plan(name).split("\n## ", 1)[0] for name in LESSON_NAMES}


@pytest.mark.fast
def test_agreement_is_to_the_digits_given():
    assert agrees(0.0367, "0.037") and agrees(138.0, "138") and agrees("converged", "converged")
    assert not agrees(0.0376, "0.037") and not agrees(137.0, "138") and not agrees("a", "b")
    assert agrees(0.0, "0") and not agrees(0.4, "0") and agrees(30.8, "31")


@pytest.mark.fast
@pytest.mark.parametrize("name", LESSON_NAMES)
def test_a_plan_is_one_page_with_all_its_parts(name):
    text = plan(name)
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == PARTS
    assert len(text.split()) < 1000
    for minutes in (45, 90):
        part = text.split(f"## {minutes} minutes")[1].split("\n## ")[0]
        assert sum(map(int, re.findall(r"^\| (\d+) \|", part, re.MULTILINE))) == minutes
    scenes = re.findall(r"^### `(.+)`$", text, re.MULTILINE)
    assert sorted(scenes) == sorted(f"{name}/{scene}" for scene in LESSONS[name].names())
    assert all(answers(scene) for scene in scenes)


@pytest.mark.fast
@pytest.mark.parametrize("name", LESSON_NAMES)
def test_a_plan_names_scenes_knobs_and_hunts_that_there_are(name):
    seen = set()
    for span in spans(plan(name)):
        if found := call(span):
            address, experiment = find(found[0])
            assert address.startswith(f"{name}/")
            experiment.settings(found[1])
            seen.add(address)
        elif hunt := re.fullmatch(r'lab\.hunt\("(.+)"\)', span):
            assert hunts()[hunt[1]].address.startswith(f"{name}/")
    assert len(seen) >= len(LESSONS[name].names()) - 1


@pytest.mark.parametrize(("name", "where", "settings", "measure", "said"), ALL)
def test_what_a_plan_says_is_measured(name, where, settings, measure, said):
    assert where is not None, f"{measure} = {said} follows no scene"
    value = measure_of(find(where)[1], measure)(lab.run(where, **settings))
    assert agrees(value, said), f"{measure} is {value}"


def test_each_plan_has_facts():
    for name in LESSON_NAMES:
        assert sum(fact[0] == name for fact in ALL) >= 8


def test_the_command_prints_a_plan(capsys):
    assert cli.main(["plan", "lars"]) == 0
    assert capsys.readouterr().out == plan("lars")
    assert cli.main(["plan", "nope"]) == 2
    assert "'nope' is not a lesson; choose one of coordinate-descent" in capsys.readouterr().err


def test_a_lesson_without_a_plan_says_so(only_lessons):
    own = lab.Lesson("mine", "Mine", "?", "", [find("subgradient")[1]])
    only_lessons(own, modules={"mine": "lab.drawing"})
    with pytest.raises(InputError, match="'coordinate-descent' is not a lesson"):
        plan("coordinate-descent")
    with pytest.raises(
        InputError, match=r"'mine' has no plan; it would be plan\.md in lab\.drawing"
    ):
        plan("mine")
    assert answers("mine/subgradient") == ""
