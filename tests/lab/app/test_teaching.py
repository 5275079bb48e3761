"""What a teacher chooses of a scene, and the one string that names all of it."""

import inspect
import json
import re
from dataclasses import replace

import ipywidgets
import numpy as np
import pytest
from refusing import assert_refused
from scenes import ADDRESSES as SCENES

import lab
from lab.app.teaching import encoded_state, teaching_of, teaching_of_state
from lab.discovery import find
from solvers import InputError
from widgets.page import stage_of
from widgets.questions import Answers
from widgets.state import decode, encode


class QuietStage(ipywidgets.DOMWidget):
    """Takes what a dashboard sends to its stage."""

    def __init__(self):
        super().__init__()
        self.frame, self.answers, self.said = 0.0, Answers(), []

    def show(self, scene, at=None, whole=True):
        self.scene = scene

    def set_status(self, kind, text, detail=""):
        self.said.append((kind, text))

    def on_click(self, callback):
        self.click = callback


@pytest.fixture
def make(monkeypatch):
    monkeypatch.setattr("widgets.dashboard._new_stage", QuietStage)
    made = []

    def dashboard(*where, **options):
        made.append(lab.dashboard(*where, **options))
        return made[-1]

    yield dashboard
    for one in made:
        one.close()


@pytest.fixture
def shown(make):
    """Opens a dashboard, until its first picture is there."""

    def dashboard(*where, **options):
        board = make(*where, **options)
        board.wait(300)
        return board

    return dashboard


def in_sight(board):
    return [spec["name"] for spec in board.stage.knobs]


def test_no_knob_has_the_name_of_an_option():
    taken = set(inspect.signature(lab.dashboard).parameters) - {"settings"}
    for address in SCENES:
        assert not taken & {k.name for k in find(address)[1].knobs}, address


def test_only_chosen_knobs_are_visible_and_fixed_ones_stay(shown):
    board = shown("lasso", hide=["seed"], fix={"lam": 0.3}, show=["data", "lam", "noise"])
    assert in_sight(board) == ["data", "lam", "noise"] and board.run.settings["lam"] == 0.3
    assert board.knobs["lam"].locked and not board.knobs["data"].locked
    words = "lam must stay at 0.3, got 0.2; it is fixed in this dashboard; open it without fix"
    for turn in (
        lambda: setattr(board.knobs["lam"], "value", 0.2),
        lambda: board.set(noise=0.5, lam=0.2),
        lambda: board.knobs["lam"].take(0.2),
    ):
        assert_refused(words, turn, error=ValueError)
    board.wait(60)
    assert board.settings["lam"] == 0.3 and board.settings["noise"] != 0.5
    board.knobs["lam"].value = "0.3"  # the same
    board.set(seed=3)  # hidden, not fixed
    board.wait(60)
    assert board.run.settings["seed"] == 3
    board.reset()
    board.wait(60)
    assert board.run.settings["lam"] == 0.3


def test_only_chosen_panels_are_shown(shown):
    board = shown("svm", panels=["gap", "points"], n=20)
    assert {p.key for p in board.scene.panels} == {"points", "gap"}
    assert board.scene.layout.hero == "points" and board.scene.layout.side == ("gap",)
    alone = shown("svm", panels=["box"], n=20)
    assert alone.scene.layout == lab.Layout("box")
    third = shown("svm", panels=["points", "margins"], n=20, third="margins")
    third.set(third=next(v for v, _ in third.knobs["third"].knob.pairs() if v != "margins"))
    third.wait(60)  # the panel is not in this picture; those that are stay
    assert [p.key for p in third.scene.panels] == ["points"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"hide": ["mu"]}, "hide must be among lam, data, .* got 'mu'"),
        ({"show": ["mu"]}, "show must be among lam, data, .* got 'mu'"),
        ({"fix": {"mu": 1}}, "fix must be among lam, data, .* got 'mu'"),
        ({"fix": ["lam"]}, "fix must map knobs to values"),
        ({"fix": {"lam": -1}}, "lam must be a number between"),
        ({"fix": {"lam": 1}, "lam": 1}, "lam must be given once, got it in fix and as an option"),
        ({"show": 3}, "show must be a list of names"),
        ({"show": ["lam"], "hide": ["lam"]}, "lam must be shown or hidden"),
        ({"panels": [3]}, "panels must be a list of names"),
        ({"projector": 3}, "projector must be True, False or the key of a panel, got 3"),
        ({"questions": ["why?"]}, "questions must hold lab.Question, got 'why\\?'"),
        ({"questions": 3}, "questions must be a list of lab.Question, got 3"),
        ({"panels": ["gap", "hero"]}, "panels must be among iterates, .* got 'hero'"),
        ({"panels": []}, "panels must be among iterates, .* got none"),
        ({"projector": "hero"}, "projector must be among the panels iterates, .* got 'hero'"),
        ({"projector": "gap", "panels": ["iterates"]}, "among the panels iterates, got 'gap'"),
    ],
)
def test_wrong_option_is_one_sentence(make, options, words):
    assert_refused(words, make, "lasso", **options)


ASKED = lab.Question(frame=2, prompt="Which way?", options=("left", "right"), answer=1)

RINGED = lab.Question(1, "Which?", rings=lab.Rings("iterates", ((0.5, 0.5), (1.0, -0.5))))
LAST = lab.Question(frame=-1, prompt="Why?", options=("so", "not so"), answer=0, why="So.")


def test_teachers_questions_are_asked_where_they_were_meant(shown):
    board = shown("lasso", questions=[ASKED, LAST])
    assert [q.prompt for q in board.scene.questions] == ["Which way?", "Why?"]
    assert board.scene.questions[1].frame == len(board.scene) - 1 and board.stage.predict
    board.set(lam=0.5)  # another answer may be right here
    board.wait(60)
    assert board.scene.questions == ()
    board.reset()
    board.wait(60)
    assert len(board.scene.questions) == 2
    silent = shown("lasso", questions=[])
    assert silent.scene.questions == () and lab.scene("lasso").questions


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"frame": 10**6}, "frame of 'Which way\\?' must lie in -"),
        ({"answer": 2}, "'Which way\\?' must point at a frame and at one of its options"),
        ({"options": ("left", "left")}, "Options of 'Which way\\?' must differ"),
        ({"hides": ("hero",)}, "hides of 'Which way\\?' must be among"),
        ({"prompt": " "}, "prompt of a question must say what is asked"),
        ({"options": ("left",), "answer": 0}, "options of 'Which way\\?' must be two or more"),
        ({"options": ("left", "")}, "options of 'Which way\\?' must be two or more"),
        ({"options": "ab"}, "options of 'Which way\\?' must be two or more texts, got 'ab'"),
        ({"options": (1, 2)}, "must be two or more texts, got \\(1, 2\\)"),
        ({"options": 3}, "must be two or more texts, got 3"),
        ({"answer": "left"}, "answer of 'Which way\\?' must be a whole number, .* got 'left'"),
        ({"frame": 1.5}, "frame of 'Which way\\?' must be a whole number, .* got 1.5"),
        ({"prompt": 5}, "prompt of a question must say what is asked, got 5"),
    ],
)
def test_question_that_does_not_fit_is_refused(make, change, words):
    with pytest.raises(InputError, match=words):
        make("lasso", questions=[replace(ASKED, **change)])


def test_copied_python_repeats_the_options(shown):
    options = {
        "hide": ["seed"],
        "fix": {"lam": 0.1 + 0.2},
        "show": ["lam", "data"],
        "panels": ["gap", "iterates"],
        "questions": [ASKED, RINGED],
        "predict": True,
        "projector": "gap",
    }
    board = shown("lasso", **options)
    space = {}
    exec(board.python(), space)
    other = space["d"]
    other.wait(120)
    assert other.state == board.state and other.settings == board.settings
    other.close()
    one_line = board._extras.line(board.settings, 0)
    assert (
        "lam=" not in one_line.replace("'lam'", "")
        and "fix={'lam': 0.30000000000000004}" in one_line
    )


def drawn(address, rng, random_settings):
    """Random options and a random look of a scene, its panels not yet known."""
    experiment = find(address)[1]
    settings = random_settings(experiment, rng)
    names = list(settings)

    def some(share):
        return [name for name in names if rng.random() < share]

    fixed, hidden = some(0.2), some(0.2)
    in_sight = [name for name in some(0.6) if name not in hidden]
    options = {
        "hide": hidden,
        "fix": {name: settings.pop(name) for name in fixed},
        "show": in_sight if rng.random() < 0.5 else None,
        "panels": ["a", "b — λ"] if rng.random() < 0.3 else None,
        "questions": [ASKED] if rng.random() < 0.3 else None,
        "predict": bool(rng.random() < 0.5),
        "projector": (False, True, "b — λ")[rng.integers(3)],
    }
    options["predict"] |= options["questions"] is not None
    ranges = rng.normal(size=(2, 2)).tolist()
    viewpoint = {"frame": float(rng.integers(0, 99)) + float(rng.random() < 0.3) * 0.5}
    viewpoint |= {"zoom": {"b — λ": ranges}} if rng.random() < 0.5 else {}
    viewpoint |= {"camera": {"a": rng.normal(size=9).tolist()}} if rng.random() < 0.5 else {}
    return experiment, settings, options, viewpoint


@pytest.mark.parametrize("address", SCENES)
def test_random_states_come_back_whole(address, random_settings):
    rng = np.random.default_rng(len(address))
    for _ in range(60):
        experiment, settings, options, viewpoint = drawn(address, rng, random_settings)
        teaching = teaching_of(experiment, settings, **options)
        seen = {"predict": teaching.predict, "projector": teaching.projector, **viewpoint}
        text = encoded_state(address, teaching, teaching.settings, seen)
        place, back = teaching_of_state(text, None)
        assert place == address and replace(back, viewpoint={}) == teaching
        assert dict(back.viewpoint) == viewpoint
        assert encoded_state(address, back, back.settings, seen) == text


#: One of each lesson: in planes and in spaces, with edits and without.
FEW = (
    "coordinate-descent/lasso", "lars/path", "interior-point/svm-3d", "mi-odm/bags",
    "alternating-linearization/metric", "programs/polygon",
)  # fmt: skip


@pytest.mark.parametrize(
    "address", [a if a in FEW else pytest.param(a, marks=pytest.mark.further) for a in SCENES]
)
def test_state_opens_the_picture_that_wrote_it(address, shown):
    experiment = find(address)[1]
    first = shown(address, fix={experiment.knobs[0].name: experiment.knobs[0].default})
    scene = first.scene
    flat = [p.key for p in scene.panels if p.z is None]
    space = [p.key for p in scene.panels if p.z is not None]
    first.stage.frame = float(len(scene) // 2)
    first.stage.viewpoint = {"zoom": {flat[0]: [[0.25, 0.5], [1.0, 3.0]]}}
    if space:
        first.stage.viewpoint |= {
            "camera": {space[0]: [1.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]}
        }
    first.stage.projector = flat[0]
    again = shown(state=first.state)
    assert again.state == first.state and again.settings == first.settings
    assert again.stage.frame == first.stage.frame and again.stage.viewpoint == first.stage.viewpoint
    assert again.knobs[experiment.knobs[0].name].locked and again.stage.projector == flat[0]


LASSO = {"at": "coordinate-descent/lasso", "knobs": {"lam": 0.5}}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (LASSO | {"at": "coordinate-descent/nope"}, "'coordinate-descent/nope' is not known"),
        (LASSO | {"at": 3}, "'?3'? is not known as a scene"),
        (LASSO | {"at": "lasso"}, "state must be of coordinate-descent/lasso, got one of 'lasso'"),
        ({"knobs": {}}, "'?None'? is not known as a scene"),
        (LASSO | {"knobs": {"mu": 1}}, "mu is not a knob of lasso"),
        (LASSO | {"knobs": {"lam": 99}}, "lam must be a number between"),
        (LASSO | {"knobs": []}, "knobs of a state must be a dictionary"),
        (LASSO | {"fix": ["seed"]}, "fix of a state must be among its knobs, got 'seed'"),
        (LASSO | {"hide": ["mu"]}, "hide must be among"),
        (LASSO | {"frame": -1}, "frame of a state must be a number of at least 0"),
        (LASSO | {"later": 1}, "state must hold at, knobs, .* got 'later'"),
        (LASSO | {"questions": [{"prompt": "?"}]}, "questions of a state must be questions"),
        (LASSO | {"questions": 3}, "questions of a state must be questions"),
        (LASSO | {"zoom": {"gap": [[1, 1], [0, 1]]}}, "zoom of a state must be"),
    ],
)
def test_state_that_does_not_fit_is_refused(state, words):
    with pytest.raises(InputError, match=words):
        lab.dashboard(state=encode(state))


@pytest.mark.parametrize(
    ("viewpoint", "words"),
    [
        ({"frame": 10**6}, "frame of the state must lie in 0 to"),
        ({"zoom": {"hero": [[0, 1], [0, 1]]}}, "zoom must be among the panels iterates"),
        (
            {"camera": {"gap": [0.0, 1.0] + [0.0] * 6 + [1.0]}},
            "camera must be among the panels none, got 'gap'",
        ),
    ],
)
def test_state_of_another_picture_shows_nothing(make, viewpoint, words):
    board = make(state=encode(LASSO | viewpoint))
    assert_refused(words, board.wait, 120, error=ValueError)
    assert board.scene is None


def test_state_needs_nothing_else():
    text = encode(LASSO)
    for beside in ({"predict": True}, {"lam": 0.3}, {"frame": 3}, {"hide": ["seed"]}):
        (name,) = beside
        with pytest.raises(InputError, match=f"state must come .* got {name} as well"):
            lab.dashboard(state=text, **beside)
    with pytest.raises(InputError, match="state must be of interior-point/svm, got one of"):
        lab.dashboard("svm", state=text)
    with pytest.raises(InputError, match="state must be of version 1 or earlier, got 9"):
        lab.dashboard(state=text.replace("cl1", "cl9"))
    assert_refused("which is damaged", lab.dashboard, state=text[:-3])
    assert_refused("where must be an address", lab.dashboard)


def test_page_holds_the_options(shown, tmp_path):
    board = shown("lasso", fix={"lam": 0.3}, panels=["gap"], questions=[ASKED], projector=True)
    board.stage.frame = 3.0
    assert board.save(tmp_path / "x.html") == tmp_path / "x.html"
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    index = json.loads(re.search(r'type="application/json">(.*?)</script>', text, re.S)[1])
    sealed = decode(index["state"].pop("sealed"))
    assert index["state"]["frame"] == 3 and index["state"] | sealed == decode(board.state)
    assert sealed["questions"][0]["answer"] == 1 and ASKED.prompt not in text
    assert index["state"]["projector"] is True and index["state"]["fix"] == ["lam"]
    shown = stage_of(board.scene).html()
    assert re.search(r"octet-stream\">(.*?)</script>", shown, re.S)[1] in text
    assert [p.key for p in board.scene.panels] == ["gap"]
    with pytest.raises(ValueError, match="cannot be saved; choose one of GIF"):
        board.save(tmp_path / "x.mp3")
    with pytest.raises(ValueError, match="where must lie in a directory that exists, got "):
        board.save(tmp_path / "gone" / "x.html")
