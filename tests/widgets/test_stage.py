"""The stage without a browser: what it sends, what it stores, what it receives."""

import json
import threading
from dataclasses import replace
from pathlib import Path

import ipywidgets
import numpy as np
import pytest
import traitlets

from widgets import (
    Axis,
    Clock,
    Curve,
    Layout,
    Panel,
    Points,
    Scene,
    on_demand,
    prefix,
    row,
    static,
)
from widgets.assets import name_of, packed, source_of
from widgets.pack import level_numbers, pack
from widgets.stage import Stage
from widgets.words import Sentences


def scene(T=6, slope=1.0, ground=None):
    x = np.arange(float(T))
    ground = np.arange(50_000.0) if ground is None else ground
    marks = [
        Points(static(ground), static(ground), label="ground"),
        Curve(prefix(x, np.arange(T)), prefix(slope * x, np.arange(T))),
        Points(row(x[:, None]), row(slope * x[:, None]), klass=row(x[:, None] % 2)),
    ]
    return Scene(
        [Panel("p", marks, x=Axis("x"), y=Axis("y"), key="p")],
        Clock("step", np.arange(T)),
        ["said"] * T,
        {"gap": x},
        title="t",
    )


def said_to_pages(stage):
    """The states that the stage sends from here on, one a message."""
    said = []
    stage.comm.send = lambda data, buffers=None: said.append(data["state"])
    return said


def test_spec_is_json_and_every_array_is_there():
    spec, arrays = pack(scene())
    json.dumps(spec, allow_nan=False)
    assert set(spec["arrays"]) == set(arrays.static) | set(arrays.moving)


def test_classes_become_traces_with_separate_symbols_and_colours():
    spec, _ = pack(scene())
    styles = [t["style"] for t in spec["panels"][0]["traces"] if t["mark"] == 2]
    assert len({m["color"] for m in styles}) == len({m["symbol"] for m in styles}) == 2


def test_future_is_a_separate_trace():
    spec, _ = pack(scene())
    ghosts = [t for t in spec["panels"][0]["traces"] if t.get("ghost")]
    assert [t["mark"] for t in ghosts] == [1]
    assert ghosts[0]["style"]["opacity"] < 0.5
    assert {e["how"] for e in ghosts[0]["bind"].values()} == {"rest"}


def test_new_setting_does_not_send_the_ground_again():
    stage = Stage(scene())
    ground = stage.constant
    stage.show(scene(slope=2.0))
    assert stage.constant is ground
    assert not any(len(data) > 10_000 for data in stage.moving.values())


def test_new_ground_is_sent():
    stage = Stage(scene())
    stage.show(scene(ground=np.arange(50_000.0) ** 1.5))
    names = {e["a"] for t in stage.spec["panels"][0]["traces"] if t["mark"] == 0
             for e in t["bind"].values() if "a" in e}  # fmt: skip
    assert names <= set(stage.constant) | set(stage.moving)


def test_whatever_comes_the_browser_has_every_array():
    stage = Stage()
    rng = np.random.default_rng(0)
    for size in (10, 60_000, 20, 40_000, 40_000):
        stage.show(scene(ground=rng.random(size)))
        assert set(stage.spec["arrays"]) <= set(stage.constant) | set(stage.moving)


@pytest.mark.parametrize("asked, shown", [(3, 3), (-1, 5), (99, 5), (-99, 0), (2.5, 2.5)])
def test_frames_stay_inside(asked, shown):
    stage = Stage(scene())
    stage.frame = asked
    assert stage.frame == shown


def test_shorter_scene_pulls_the_frame_in_and_says_so_with_it():
    stage = Stage(scene(T=20))
    stage.frame = 15
    sent = said_to_pages(stage)
    stage.show(scene(T=6))
    assert stage.frame == 5
    assert len(sent) == 1 and sent[0]["frame"] == 5 and "spec" in sent[0]


def test_what_a_page_looks_at_is_taken_without_an_answer():
    stage = Stage(scene(T=20))
    sent = said_to_pages(stage)
    stage.take_viewpoint(99, {"zoom": {"p": [[0, 1], [0, 1]]}})
    assert stage.frame == 19 and "p" in stage.viewpoint["zoom"]
    assert sent == []


def test_a_frame_of_the_whole_may_come_while_a_part_is_shown():
    stage = Stage(scene(20))
    stage.show(scene(6), whole=False, part=True)
    stage.set_state({"frame": 15})
    stage.show(scene(18))
    assert stage.frame == 15


def test_part_of_a_picture_says_so_and_leaves_the_frame_for_the_whole():
    stage = Stage(scene(20))
    stage.frame = 15
    stage.show(scene(6), whole=False, part=True)
    assert stage.spec["part"] is True and stage.frame == 15
    stage.show(scene(18))
    assert "part" not in stage.spec and stage.frame == 15


def test_clicks_reach_their_listeners_until_they_leave():
    stage, heard = Stage(scene()), []
    stage.on_click(heard.append)
    click = {"kind": "click", "panel": "p", "x": 1.0, "y": 2.0, "shift": True}
    stage._handle_custom_msg(click, [])
    stage.on_click(heard.append, remove=True)
    stage._handle_custom_msg(click, [])
    assert heard == [{"panel": "p", "x": 1.0, "y": 2.0, "shift": True}]


def test_browser_and_worker_may_speak_at_once():
    stage, scenes = Stage(scene(T=40)), [scene(T=40, slope=s) for s in (1.0, 2.0)]
    start = threading.Barrier(2)

    def browser():
        start.wait()
        for k in range(200):
            stage.set_state({"frame": float(k % 40)})

    thread = threading.Thread(target=browser)
    thread.start()
    start.wait()
    for i in range(40):
        stage.show(scenes[i % 2])
    thread.join()
    assert stage.frame == 39 and stage.scene is scenes[1]


def test_widget_module_is_small_and_the_code_travels_once():
    stage = Stage(scene())
    assert len(stage._esm) < 2_500
    assert stage.sources == {name: name_of(name) for name in ("live", "draw", "space")}
    assert len(source_of("space")) > 400_000 and len(source_of("live")) > 100_000


def test_space_bundle_holds_the_three_of_its_manifest_and_licence():
    manifest = Path(__file__).parents[2] / ".ci/js/package.json"
    version = json.loads(manifest.read_text(encoding="utf-8"))["devDependencies"]["three"]
    code = source_of("space")
    assert f"three {version}\n" in code and "The MIT License" in code


def test_code_is_brought_again_after_all_widgets_were_closed():
    from widgets import assets

    Stage(scene())
    before = assets._assets
    ipywidgets.Widget.close_all()
    Stage(scene())
    assert assets._assets is not before and assets._assets.comm is not None


def reported(widget):
    """A list that fills with the messages (content, bytes) that `widget` sends to its pages."""
    sent = []
    widget.send = lambda content, buffers=(): sent.append((content, sum(map(len, buffers))))
    return sent


def test_page_that_lacks_a_source_gets_it_from_any_widget_that_needs_it():
    widget = Stage(scene())
    sent = reported(widget)
    for name in ("live", "draw", "space", "nothing such", None):
        widget._handle_custom_msg({"kind": "want", "bundle": name}, [])
    names = [content["name"] for content, _ in sent]
    assert names == [name_of("live"), name_of("draw"), name_of("space")]
    assert all(size > 3_000 for _, size in sent)


def test_space_script_is_sent_once_per_kernel_for_a_panel_in_space():
    from widgets import assets

    ipywidgets.Widget.close_all()
    stage = Stage(scene())
    sent = reported(assets._assets)
    space = Panel("q", [Points([0.0], [0.0], [0.0])], z=Axis("z"), key="q")
    for panels in ([scene().panels[0]], [space], [scene().panels[0], space]):
        stage.show(replace(scene(), panels=panels, layout=None))
        assert len(sent) == (space in panels)
    Stage(replace(scene(), panels=[space], layout=None))
    assert [content["name"] for content, _ in sent] == [name_of("space")]
    assert sent[0][1] < 160_000, "it travels compressed"


def test_drawing_script_is_sent_once_per_kernel_where_tools_exist():
    from widgets import assets

    ipywidgets.Widget.close_all()
    stage = Stage(scene())
    sent = reported(assets._assets)
    for do in ("add", "draw", "draw"):
        stage.tools = {"options": [{"do": do, "what": None, "words": do}]}
        assert len(sent) == (do == "draw")
    Stage(scene()).tools = {"options": [{"do": "draw", "what": None, "words": "Draw"}]}
    assert [(c["kind"], c["name"]) for c, _ in sent] == [("source", name_of("draw"))]


def test_what_a_page_in_the_plane_needs_is_small():
    assert len(packed("live")) < 66_000
    assert len(packed("draw")) < 10_000


#: What a stage was given to show.
SCENE = ("spec", "constant", "moving")


def test_spec_travels_as_text_in_which_nothing_is_looked_for():
    stage = Stage(scene())
    sent = stage.get_state(["spec"])["spec"]
    assert isinstance(sent, str) and json.loads(sent) == json.loads(json.dumps(stage.spec))


def test_no_library_is_in_what_a_notebook_saves():
    from widgets import assets

    stage = Stage(scene())
    for widget in (assets._assets, stage):
        state = {k: v for k, v in widget.get_state().items() if k not in SCENE}
        assert len(repr(state)) < 10_000, type(widget).__name__


def test_what_is_no_scene_or_no_frame_is_refused_and_the_picture_stays():
    stage = Stage(scene())
    for wrong in (None, 5, "abc"):
        with pytest.raises(ValueError, match="scene must be a Scene, got"):
            stage.show(wrong)
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(traitlets.TraitError, match="frame must be finite, got"):
            stage.frame = wrong
    assert stage.frame == 0.0 and len(stage.scene) == 6


def test_bands_end_where_the_values_cross_the_levels():
    levels = np.array([1.0, 3.0, 9.0])
    values = np.array([-5.0, 0.999, 1.0, 2.0, 3.0, 9.0, 9.001, 50.0])
    steps = level_numbers(values, levels)
    assert np.array_equal(np.clip(np.floor(steps) + 1, 0, 3), [0, 0, 1, 1, 2, 3, 3, 3])
    # halfway between 0 and 2 lies level 1: mixing the numbers must cross there, too
    assert level_numbers(np.array([0.0, 2.0]), levels).mean() == pytest.approx(0.0)


def test_hidden_panels_are_made_when_asked_for_and_once():
    made = []

    def hidden(word):
        made.append(word)
        return Panel(word, [], key="hidden")

    keys = ("hero", "side", "hidden")
    panels = [*(Panel(key, [], key=key) for key in keys[:2]), on_demand("hidden", hidden, "made")]
    layout = Layout("hero", ("side",), ("hidden",))
    shown = Scene(panels, Clock("iteration", np.arange(2.0)), ["", ""], {}, layout=layout)
    stage = Stage()
    assert not stage.show(shown, whole=False) and shown.keys == keys and not made
    assert [bool(p.get("upcoming")) for p in stage.spec["panels"]] == [False, False, True]
    assert stage.show(replace(shown, captions=["a", "b"]), whole=True) and made == ["made"]
    assert stage.spec["panels"][2]["title"] == "made" and stage.spec["panels"][2]["tab"] == "Hidden"
    stage.tab = "hidden"
    assert not stage.show(shown, whole=False)
    assert [bool(p.get("upcoming")) for p in stage.spec["panels"]] == [False, True, False]
    assert [p.key for p in shown.only(["hero", "hidden"]).panels] == ["hero", "hidden"]


def test_drag_sends_words_of_visible_and_last_frame():
    made = []
    says = Sentences(6, lambda k: made.append(k) or f"frame {k}")
    stage = Stage(scene())
    stage.frame = 3.5
    brief = replace(scene(), captions=says)
    assert stage.show(brief, whole=False) is False and made == [3, 5]
    assert stage.spec["captions"] == {"3": "frame 3", "5": "frame 5"}
    assert set(stage.spec["chips"]) == {"3", "5"} and stage.spec["chips"]["3"]
    assert stage.show(brief) and sorted(made) == [0, 1, 2, 3, 4, 5]
    assert stage.spec["captions"] == [f"frame {k}" for k in range(6)]
    # A page that plays a shorter scene is at its end, and so at the end of the next.
    short = replace(scene(2), captions=Sentences(2, str))
    assert not stage.show(short, whole=False) and set(stage.spec["captions"]) == {"1"}
    assert not stage.show(brief, whole=False) and set(stage.spec["captions"]) == {"1", "5"}
    alone = replace(scene(1), captions=["all there is"])
    assert stage.show(alone, whole=False) and stage.spec["captions"] == ["all there is"]


def test_sentences_are_as_many_as_frames_and_texts():
    with pytest.raises(ValueError, match=r"captions must have 6 entries, got 5\."):
        replace(scene(), captions=Sentences(5, str))
    said = Sentences(3, lambda k: [k])
    with pytest.raises(ValueError, match=r"captions must be texts, one per frame, got \[2\]\."):
        said[-1]
    with pytest.raises(IndexError):
        said[3]
    reported = Sentences(3, lambda k: f"step {k}")
    assert list(reported) == reported[:] == ["step 0", "step 1", "step 2"]
    assert reported[-1] == reported[2]


def test_sentences_of_a_readout_are_made_for_the_frames_that_are_shown():
    made = []
    sides = Sentences(6, lambda k: made.append(k) or f"{k} of 6")
    shown = replace(scene(), readout={"wrong": sides})
    assert not made
    spec, _ = pack(shown, captioned={2, 5})
    assert sorted(set(made)) == [2, 5] and spec["chips"]["5"] == [["wrong 5 of 6", "plain"]]
    with pytest.raises(ValueError, match=r"wrong must have 6 entries, got 5\."):
        replace(scene(), readout={"wrong": Sentences(5, str)})


@pytest.mark.parametrize("wrong", [lambda: Panel("p", [], key="other"), lambda: None])
def test_what_comes_later_is_the_panel_that_was_promised(wrong):
    scene = Scene([on_demand("p", wrong)], Clock("iteration", np.arange(1.0)), [""], {})
    with pytest.raises(ValueError, match="what comes later must be the Panel 'p'"):
        scene.panels[0]


def test_messages_of_a_page_are_confirmed_by_name_also_after_errors():
    stage, sent = Stage(), []
    stage.send = lambda content, buffers=None: sent.append(content)

    def refuse(action):
        assert action == {"x": 1.0}
        raise ValueError("no")

    stage.on_click(refuse)
    with pytest.raises(ValueError, match="no"):
        stage._received(stage, {"kind": "click", "x": 1.0, "call": "call-1"}, [])
    assert sent == [{"kind": "heard", "call": "call-1"}]
    pressed = []
    stage.on_input = pressed.append
    stage._received(stage, {"kind": "press", "what": "reset", "label": "", "call": "call-2"}, [])
    stage._received(stage, {"kind": "turn", "knob": "lam", "value": 1, "turn": "turn-3"}, [])
    assert [one["call"] for one in sent] == ["call-1", "call-2"] and len(pressed) == 2
    stage.close()
