"""The first page: every link of its prose shows what is there, and it takes what it says."""

import re

import pytest

import lab
from lab.discovery import find
from lab.site import first
from lab.site.essay import DRAW, read, view_of
from solvers import InputError

ESSAY = first.first()
LASSO = "coordinate-descent/lasso"


@pytest.mark.parametrize("link", sorted(set(ESSAY.links)))
def test_link_of_the_prose_frame_and_panel_are_there(link):
    view = view_of(link)
    if view.at == DRAW:
        assert view.frame is None and not view.panel
        return
    scene = lab.scene(lab.run(view.at, **view.knobs))
    assert view.frame is None or -1 <= view.frame < len(scene)
    assert not view.panel or view.panel in {panel.key for panel in scene.panels}
    assert "predict" not in view.flags or scene.questions
    (vary,) = first.varied().values()
    assert all(view.knobs[name] in vary[name] for name in view.knobs), "it can be dragged back"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (f"{LASSO}?lam=1e9", "lam must be a number"),
        (f"{LASSO}?lam=-1", "lam"),
        (f"{LASSO}?lan=0.1", "lan is not a knob"),
        (f"{LASSO}?lam=0.1&lam=0.2", "once"),
        (f"{LASSO}?frame=1.5", "frame must be"),
        ("lasso?frame=1", "must name the lesson as well"),
        ("nowhere?frame=1", "is not known"),
        ("draw?angle=400", "from 0 to 359"),
        ("draw?size=4", "one number, angle"),
    ],
)
def test_view_of_a_wrong_link_says_what_is_wrong(link, words):
    with pytest.raises(InputError, match=words):
        view_of(link)


def test_read_markup_of_others_is_text():
    essay = read(f"# T\n\nLead.\n\n## [One](#{LASSO}?frame=0)\n\n<script>x</script> & *this*")
    assert essay.steps[0].paragraphs == (
        "<p>&lt;script&gt;x&lt;/script&gt; &amp; <em>this</em></p>",
    )
    with pytest.raises(InputError, match="title that is a link"):
        read("# T\n\nLead.\n\n## One\n\nWords.")


def test_essay_has_what_a_first_page_has():
    views = [view_of(step.link) for step in ESSAY.steps]
    assert "play" in views[0].flags
    assert [v.at for v in views].count(DRAW) == 1
    assert sum("predict" in v.flags for v in views) == 1
    assert views[-1].frame == -1 and views[-1].panel == "gap"
    assert "Ten minutes" in ESSAY.lead and 8 <= first.minutes(ESSAY) <= 10
    assert {name for _, name in ESSAY.numbers} == {"frame", "lam", "angle"}
    assert len(first.poster(LASSO)) < 300_000


def test_start_page_holds_all_it_needs():
    page = first.start()
    outside = re.sub(r"<script.*?</script>", "", page.text, flags=re.S)
    assert all(src.startswith("data:image/png") for src in re.findall(r'src="([^"]+)', outside))
    assert "<link" not in outside
    assert page.text.count('role="spinbutton"') == sum(
        p.count('role="spinbutton"') for step in ESSAY.steps for p in step.paragraphs
    )
    assert 'srcdoc="' in page._repr_html_() and "<script" not in page._repr_html_()
    assert find(LASSO)[1].question
    assert len(page.text) < 2_000_000
