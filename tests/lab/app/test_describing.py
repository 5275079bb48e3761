"""What scenes are for, in words."""

import re

import pytest

import lab
from lab.app.listing import Description

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
