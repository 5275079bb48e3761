import contextlib
import gc
import json
import math
import subprocess
import sys
import threading
import time
import weakref
from dataclasses import fields, replace

import comm
import ipywidgets
import numpy as np
import pytest
import traitlets

import widgets.session
from widgets import Axis, Clock, Panel, Scene
from widgets.dashboard import Dashboard, Extras, Opening
from widgets.knobs import Knob
from widgets.questions import Answers
from widgets.stage import Stage

KNOBS = (
    Knob("lam", "log", 0.3, "λ", 1e-3, 10.0),
    Knob("noise", "linear", 0.1, "Noise", 0.0, 1.0),
    Knob("n", "integer", 40, "n", 5, 200),
    Knob("order", "choice", "cyclic", options=("cyclic", "random")),
    Knob("ghost", "switch", True),
    Knob("compare", "several", ("cd",), options=("cd", "ista")),
    Knob("formula", "text", "x"),
)
BAD = {
    "lam": ["much", math.nan, -1.0],
    "noise": [2.0, "0,3", -math.inf],
    "n": [7.5, 10**6, "many"],
    "order": ["greedy", 3, None],
    "ghost": ["on", 1.0, None],
    "compare": [["gd"], 3, None],
    "formula": [3, None, math.nan],
}


class FakeStage(ipywidgets.DOMWidget):
    """Records what a dashboard sends to its stage."""

    def __init__(self):
        super().__init__()
        self.frame, self.scenes, self.statuses, self.saved, self.copied = 0.0, [], [], [], []
        self.listeners, self.answers = [], Answers()

    def show(self, scene, at=None, whole=True):
        self.scenes.append(scene)
        return True

    def in_sight(self, scene):
        return {"seen": scene.keys}

    def set_status(self, kind, text, detail="", share=None):
        self.statuses.append((kind, text, detail))

    def download(self, filename, mime, data):
        self.saved.append((filename, mime, data))

    def copy(self, text):
        self.copied.append(text)

    def on_click(self, callback):
        self.listeners.append(callback)


def picture():
    return Scene([Panel("p", [])], Clock("iteration", np.arange(1.0)), [""], {})


def instant(settings, cancelled):
    return dict(settings), picture()


class Recorder:
    """A compute that counts, may last, and notes whether it was cancelled."""

    def __init__(self, seconds=0.0, patient=False):
        self.seconds, self.patient = seconds, patient
        self.asked, self.cancelled = [], []

    def __call__(self, settings, cancelled):
        self.asked.append(settings)
        until = time.monotonic() + self.seconds
        while time.monotonic() < until and (self.patient or not cancelled()):
            time.sleep(0.002)
        self.cancelled.append(cancelled())
        return dict(settings), picture()


@pytest.fixture
def make():
    result = []

    def dashboard(compute=instant, **options):
        options = {"title": "T", "question": "Q?"} | options
        for name, kind in (("opening", Opening), ("extras", Extras)):
            names = [field.name for field in fields(kind) if field.name in options]
            options[name] = kind(**{own: options.pop(own) for own in names})
        if "stage" not in options:  # made here, it would open comms
            options["stage"] = FakeStage()
        result.append(Dashboard(KNOBS, compute, **options))
        return result[-1]

    yield dashboard
    for one in result:
        one.close()


@pytest.fixture
def ready(make):
    """Makes a dashboard as `make` does, and waits for its first picture."""

    def dashboard(*compute, **options):
        made = make(*compute, **options)
        made.wait(30)
        return made

    return dashboard


def turn(dashboard, **values):
    """Turn knobs one after the other, as a user does, and wait for the picture."""
    for name, value in values.items():
        dashboard.knobs[name].value = value
    dashboard.wait(30)


def put(dashboard, **values):
    """Set knobs at once, and wait for the picture."""
    dashboard.set(**values)
    dashboard.wait(30)


def refuses(dashboard, kind, words):
    """Both wait and run say why the present values of the knobs have no picture."""
    for ask in (lambda: dashboard.wait(30), lambda: dashboard.run):
        with pytest.raises(kind) as found:
            ask()
        assert str(found.value) == words


def settle(dashboard):
    """Wait, also where the knobs have no answer."""
    with contextlib.suppress(ValueError):
        dashboard.wait(30)


def until(condition, timeout=30.0):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.002)
    return True


def test_first_picture_comes_without_blocking_the_cell(make):
    shown = threading.Event()

    def compute(settings, cancelled):
        assert shown.wait(30)
        return dict(settings), picture()

    dashboard = make(compute)
    assert dashboard.scene is None
    with pytest.raises(ValueError, match="does not answer the knobs: the dashboard is still"):
        _ = dashboard.run
    shown.set()
    dashboard.wait(30)
    assert dashboard.run == {k.name: k.default for k in KNOBS}
    assert dashboard.stage.scenes == [dashboard.scene] and dashboard.status == "ready"


def test_knob_driven_from_python_acts(make):
    dashboard = make()
    turn(dashboard, lam=0.7)
    assert dashboard.run["lam"] == 0.7 and dashboard.settings["lam"] == 0.7


def test_newest_wins_and_stale_answers_are_dropped(make):
    """However long the turns take: the first picture is ended by the test alone."""
    turned, begun, compute = threading.Event(), [], Recorder()

    def gated(settings, cancelled):
        begun.append(settings)
        turned.wait(30)
        return compute(settings, cancelled)

    dashboard = make(gated)
    until(lambda: begun)
    for k, lam in enumerate(np.linspace(0.1, 2.0, 20)):
        dashboard.knobs["n"].value = 50 + k
        dashboard.knobs["lam"].value = lam
    turned.set()
    dashboard.wait(30)
    assert len(compute.asked) == 2
    assert dashboard.run["lam"] == 2.0 and len(dashboard.stage.scenes) == 1
    assert compute.cancelled == [True, False]


@pytest.mark.parametrize("turn", ["value", "set"])
def test_loop_over_a_knob_shows_each_picture_that_is_made_in_order(make, turn):
    """However long each takes: every picture is ended by the test alone."""
    go, began = threading.Semaphore(0), []

    def gated(settings, cancelled):
        began.append(settings["lam"])
        go.acquire(timeout=10)
        return (dict(settings), picture()) if not cancelled() else (None, None)

    dashboard = make(gated)
    until(lambda: began)
    go.release()
    shown = dashboard.stage.scenes
    until(lambda: shown)
    for k, lam in enumerate(np.linspace(0.4, 3.0, 31)):
        if turn == "set":
            dashboard.set(lam=float(lam))
        else:
            dashboard.knobs["lam"].value = float(lam)
        if k == 0:
            until(lambda: len(began) == 2)
        elif k % 3 == 0:  # the picture in flight is done: it is shown, and the newest is next
            before = len(shown)
            go.release()
            until(lambda n=before: len(shown) == n + 1 and len(began) == n + 2)
            assert began[-1] == lam
    go.release(100)
    dashboard.wait(30)
    assert began == sorted(began) and dashboard.run["lam"] == began[-1] == 3.0


def test_page_may_ask_ahead_for_pictures_of_the_present_settings(ready):
    held = []
    stage = FakeStage()
    stage.hold = lambda content, buffers: held.append((content, buffers))
    dashboard = ready(stage=stage, ahead=lambda settings: settings["ghost"])
    turn(dashboard, n=60)
    stage.on_ahead("cache", "lam", [0.5, 1.0])
    until(lambda: len(held) == 2)
    assert dashboard.run["lam"] == 0.3 and len(stage.scenes) == 2  # nothing was shown
    for (content, (data,)), lam in zip(held, (0.5, 1.0), strict=True):
        assert content["value"] == lam and content["cache"] == "cache"
        there = json.dumps({**dashboard.settings, "lam": lam, "compare": ["cd"]})
        assert there.replace(" ", "").encode() in data
    turn(dashboard, ghost=False)
    stage.on_ahead("cache", "lam", [2.0])
    assert dashboard._prefetch._worker.idle and len(held) == 2


def test_nothing_is_made_ahead_during_a_drag(ready):
    held, stage = [], FakeStage()
    stage.hold = lambda content, buffers: held.append(content["value"])
    compute = Recorder()
    dashboard = ready(compute, stage=stage, ahead=lambda settings: True)
    lam = dashboard.knobs["lam"]
    lam.take(0.7, True)
    dashboard.wait(30)
    stage.on_ahead("cache", "lam", [0.5, 1.0])
    time.sleep(0.1)  # ten checks of the cache whether a caller waits
    assert held == [] and len(compute.asked) == 2
    lam.take(0.7, False)
    assert until(lambda: held == [0.5, 1.0])


def test_page_sends_every_value_of_a_knob_that_others_follow(make):
    dashboard = make()
    knob = dashboard.knobs["lam"]
    assert not knob.followed
    other = make()
    ipywidgets.link((knob, "value"), (other.knobs["lam"], "value"))
    assert knob.followed and not dashboard.knobs["n"].followed
    dashboard.on_turn(lambda settings: None)
    assert dashboard.knobs["n"].followed


def test_hidden_panels_follow_after_the_drag_or_when_waited_for(make, monkeypatch):
    monkeypatch.setattr(widgets.session, "REST", 0.02)
    stage, shows = FakeStage(), []
    stage.show = lambda scene, at=None, whole=True: shows.append((at["n"], whole)) or whole
    dashboard = make(stage=stage)
    until(lambda: shows)
    for n in (50, 60):
        dashboard.knobs["n"].value = n
        until(lambda n=n: (n, True) in shows)
    dashboard.wait(30)
    # The first picture is whole at once.
    assert shows == [(40, True), (50, False), (50, True), (60, False), (60, True)]
    monkeypatch.setattr(widgets.session, "REST", 60.0)
    turn(dashboard, n=70)
    assert shows[5:] == [(70, False), (70, True)]


def test_hidden_panels_follow_also_where_the_last_value_is_refused(make, monkeypatch):
    monkeypatch.setattr(widgets.session, "REST", 0.2)
    stage, shows = FakeStage(), []
    stage.show = lambda scene, at=None, whole=True: shows.append((at["n"], whole)) or whole

    def picky(settings, cancelled):
        if settings["n"] == 60:
            raise ValueError("n must not be 60.")
        return instant(settings, cancelled)

    dashboard = make(picky, stage=stage)
    until(lambda: shows)
    dashboard.knobs["n"].value = 50
    until(lambda: (50, False) in shows)
    dashboard.knobs["n"].value = 60  # before the drag has paused
    until(lambda: (50, True) in shows)
    assert dashboard.status == "n must not be 60."


def test_during_a_drag_each_finished_picture_is_shown_in_order(ready):
    compute = Recorder(0.03, patient=True)
    dashboard = ready(compute)
    knob, shown = dashboard.knobs["lam"], dashboard.stage.scenes
    before = len(shown)
    for lam in np.linspace(0.1, 2.0, 40):
        knob.take(float(lam), True)
        time.sleep(0.005)
    assert len(shown) > before + 1  # and the drag has not ended
    knob.take(2.0, False)
    dashboard.wait(30)
    asked = [settings["lam"] for settings in compute.asked[1:]]
    assert asked == sorted(asked) and asked[-1] == dashboard.run["lam"] == 2.0
    # The one in flight at the release may have been dropped, and no other.
    assert not any(compute.cancelled[:-2]) and len(shown) == compute.cancelled.count(False)


def test_every_picture_carries_its_settings_also_where_knobs_are_linked(make):
    """Two dashboards of one knob, and solves that take any time: each picture says whose it is."""
    takes = np.random.default_rng(3).choice([0.0, 0.001, 0.02], 400)
    shows = ([], [])

    def opened(shown):
        times, stage = iter(takes), FakeStage()

        def compute(settings, cancelled):
            time.sleep(next(times))
            return dict(settings), replace(picture(), title=repr(settings["lam"]))

        stage.show = lambda scene, at=None, whole=True: shown.append((scene.title, at)) or True
        return make(compute, stage=stage)

    one, two = map(opened, shows)
    link = traitlets.link((one.knobs["lam"], "value"), (two.knobs["lam"], "value"))
    for lam in np.linspace(0.1, 2.0, 60):
        one.knobs["lam"].take(float(lam), True)
        time.sleep(0.002)
    one.knobs["lam"].take(2.0, False)
    for board, shown in zip((one, two), shows, strict=True):
        board.wait(30)
        assert board.run["lam"] == board.settings["lam"] == 2.0
        assert all(title == repr(at["lam"]) for title, at in shown)
        lams = [at["lam"] for _, at in shown[1:]]  # behind that of the opening
        assert lams == sorted(lams) and lams[-1] == 2.0 and len(lams) > 3
    link.unlink()


def test_release_waits_for_nothing_but_its_own_picture(make):
    compute = Recorder(120.0)  # longer than is waited for
    dashboard = make(compute)
    until(lambda: compute.asked)
    knob = dashboard.knobs["lam"]
    knob.take(0.7, True)
    compute.seconds = 0.0
    knob.take(0.7, False)
    dashboard.wait(30)
    assert dashboard.run["lam"] == 0.7


def test_running_solve_notices_that_it_is_cancelled(make):
    compute = Recorder(120.0)  # longer than is waited for
    dashboard = make(compute)
    until(lambda: compute.asked)
    compute.seconds = 0.0
    dashboard.knobs["n"].value = 50
    dashboard.wait(30)
    assert compute.cancelled == [True, False]


@pytest.mark.parametrize(("name", "bad"), [(n, b) for n, bads in BAD.items() for b in bads])
def test_bad_value_is_a_sentence_and_the_picture_stays(ready, name, bad):
    compute = Recorder()
    dashboard = ready(compute)
    shown, good = dashboard.scene, dashboard.knobs[name].value
    dashboard.knobs[name].value = bad
    refuses(dashboard, ValueError, dashboard.knobs[name].error)
    assert dashboard.status.startswith(f"{name} m") and "got" in dashboard.status
    assert dashboard.stage.statuses[-1] == ("error", dashboard.knobs[name].error, "")
    assert dashboard.scene is shown and len(compute.asked) == 1
    assert dashboard.settings[name] == good
    dashboard.knobs[name].value = good
    dashboard.wait(30)
    assert dashboard.status == "ready" and dashboard.knobs[name].error == ""
    assert dashboard.stage.statuses[-1][0] == "ready"


def test_bad_knob_counts_as_before_and_holds_back_no_other(make):
    compute = Recorder()
    dashboard = make(compute)
    settle(dashboard)
    dashboard.knobs["lam"].value = "x"
    dashboard.knobs["n"].value = 50
    settle(dashboard)
    assert (compute.asked[-1]["n"], compute.asked[-1]["lam"]) == (50, 0.3)
    refuses(dashboard, ValueError, dashboard.status)
    assert dashboard.status.startswith("lam must")
    dashboard.knobs["lam"].value = 0.5
    settle(dashboard)
    assert (compute.asked[-1]["n"], compute.asked[-1]["lam"]) == (50, 0.5)
    assert len(compute.asked) == 3 and dashboard.status == "ready"


def test_click_changes_the_settings_asked_for_or_those_of_the_picture(make):
    def compute(settings, cancelled):
        if settings["formula"] == "garbage":
            raise ValueError("formula must be sense.")
        return instant(settings, cancelled)

    dashboard = make(compute)
    settle(dashboard)
    dashboard.knobs["lam"].value = "x"
    dashboard.knobs["n"].value = 50
    settle(dashboard)
    assert (
        dashboard._session.clicked_settings["n"] == 50
        and dashboard._session.clicked_settings["lam"] == 0.3
    )
    dashboard.knobs["formula"].value = "garbage"
    settle(dashboard)
    assert dashboard.settings["formula"] == "garbage"
    assert dashboard._session.clicked_settings["formula"] == "x"
    dashboard.knobs["formula"].value = "y"
    settle(dashboard)
    assert dashboard._session.clicked_settings["formula"] == "y"


def test_value_error_is_shown_in_its_own_words(ready):
    def compute(settings, cancelled):
        if settings["n"] == 50:
            raise ValueError("n must not be 50.")
        return instant(settings, cancelled)

    dashboard = ready(compute)
    shown = dashboard.scene
    dashboard.knobs["n"].value = 50
    refuses(dashboard, ValueError, "n must not be 50.")
    assert dashboard.stage.statuses[-1] == ("error", "n must not be 50.", "")
    assert dashboard.scene is shown
    turn(dashboard, n=51)
    assert dashboard.status == "ready" and dashboard.run["n"] == 51


@pytest.mark.parametrize("where", ["compute", "ticks", "show"])
def test_any_other_exception_shows_type_message_and_traceback(ready, where):
    broken = threading.Event()

    def fail(*_):
        if broken.is_set():
            return {}["lost key"]
        return None

    def compute(settings, cancelled):
        if where == "compute":
            fail()
        return instant(settings, cancelled)

    stage = FakeStage()
    if where == "show":
        stage.show = lambda *given: fail() or stage.scenes.append(given[0])
    dashboard = ready(compute, stage=stage, ticks=lambda _: (where == "ticks" and fail()) or {})
    shown = dashboard.scene
    broken.set()
    dashboard.knobs["n"].value = 50
    refuses(dashboard, KeyError, "'lost key'")
    kind, text, detail = dashboard.stage.statuses[-1]
    assert (kind, text) == ("error", "KeyError: 'lost key'")
    assert "Traceback" in detail and "in fail" in detail and dashboard.errors[-1] == detail
    assert dashboard.scene is shown
    broken.clear()
    turn(dashboard, n=51)
    assert dashboard.status == "ready" and dashboard.run["n"] == 51


def test_failed_setting_is_forgotten_when_another_one_has_its_picture(make):
    def compute(settings, cancelled):
        if settings["n"] == 50:
            raise SystemExit("n ends the program.")  # which it must not
        return instant(settings, cancelled)

    dashboard = make(compute)
    dashboard.set(n=50)
    refuses(dashboard, RuntimeError, "SystemExit: n ends the program.")
    put(dashboard, n=51)
    assert dashboard.run["n"] == 51
    dashboard.set(n=50)
    refuses(dashboard, RuntimeError, "SystemExit: n ends the program.")


def test_earlier_run_is_never_returned_while_the_next_is_computed(ready):
    compute = Recorder()
    dashboard = ready(compute)
    compute.seconds = 0.3
    dashboard.set(n=50)
    with pytest.raises(ValueError, match=r"call wait\(\) first"):
        _ = dashboard.run
    dashboard.wait(30)
    assert dashboard.run["n"] == 50
    dashboard.set(n=60)
    dashboard.close()
    with pytest.raises(ValueError, match="the dashboard is closed"):
        dashboard.wait(30)


def test_observer_of_the_stage_reads_the_run_of_its_picture(make):
    stage, seen = FakeStage(), []
    dashboard = make(Recorder(0.1), stage=stage)
    stage.show = lambda *_: seen.append(dashboard.run["n"])
    dashboard.wait(30)
    put(dashboard, n=50)
    assert seen == [40, 50]


@pytest.mark.parametrize(
    ("frame", "shown"), [(0, 0), (2, 2), (-1, 4), (-5, 0), (5, 4), (10**30, 4), (-6, 0)]
)
def test_it_opens_at_a_frame_and_says_where_there_is_none(ready, frame, shown):
    def compute(settings, cancelled):
        scene = Scene([Panel("p", [])], Clock("iteration", np.arange(5.0)), [""] * 5, {})
        return dict(settings), scene

    dashboard = ready(compute, frame=frame)
    assert dashboard.stage.frame == shown and dashboard.run["n"] == 40
    inside = -5 <= frame < 5
    sorted_out = f"frame must lie in -5 to 4 here, got {frame}; the nearest is shown."
    assert dashboard.status == ("ready" if inside else sorted_out)
    dashboard.stage.frame = 1.0
    put(dashboard, n=50)
    assert dashboard.stage.frame == 1.0 and dashboard.status == "ready"


@pytest.mark.parametrize("frame", [1.5, "3", None])
def test_frame_that_is_no_whole_number_is_refused(frame):
    with pytest.raises(ValueError, match="frame must be a whole number, got"):
        opening = Opening(frame=frame)
        Dashboard(KNOBS, instant, title="T", question="Q", opening=opening, stage=FakeStage())


def test_exception_of_a_stale_request_is_stored_but_not_shown(make):
    started = threading.Event()

    def compute(settings, cancelled):
        if settings["n"] == 40:
            started.set()
            while not cancelled():
                time.sleep(0.001)
            raise KeyError("stale")
        return instant(settings, cancelled)

    dashboard = make(compute)
    started.wait(30)
    turn(dashboard, n=50)
    assert dashboard.status == "ready" and dashboard.run["n"] == 50
    assert "KeyError: 'stale'" in dashboard.errors[-1]
    assert all(kind != "error" for kind, *_ in dashboard.stage.statuses)


def test_solving_is_said_only_when_it_lasts(ready):
    compute = Recorder()
    dashboard = ready(compute)
    dashboard.stage.statuses.clear()
    turn(dashboard, n=50)
    assert dashboard.stage.statuses == []
    compute.seconds = 0.4
    dashboard.knobs["n"].value = 60
    assert until(lambda: dashboard.status == "solving", 0.35)
    dashboard.wait(30)
    assert [text for _, text, _ in dashboard.stage.statuses] == ["solving", "ready"]


def test_parts_that_are_compiled_for_the_first_picture_are_counted(ready):
    reported = []

    @contextlib.contextmanager
    def counted(tell):
        reported.append(tell)
        yield

    def compute(settings, cancelled):
        if settings["n"] == 40:
            reported[0](1, 2, "sweep")
            reported[0](2, 2, "gap")
        return dict(settings), picture()

    dashboard = ready(compute, counted=counted)
    said = [text for kind, text, *_ in dashboard.stage.statuses if kind == "compiling"]
    assert said == [
        f"compiling (once): part {k} of at least 2, {n}" for k, n in ((1, "sweep"), (2, "gap"))
    ]
    assert dashboard.status == "ready"
    turn(dashboard, n=50)
    assert len(reported) == 1


def test_long_first_solve_says_compiling(make, monkeypatch):
    monkeypatch.setattr("widgets.session.COMPILES", 0.05)
    compute = Recorder(0.4)
    dashboard = make(compute)
    assert until(lambda: dashboard.status == "compiling (once)", 0.35)
    dashboard.wait(30)
    dashboard.knobs["n"].value = 50
    assert until(lambda: dashboard.status == "solving", 0.35)
    kinds = [kind for kind, *_ in dashboard.stage.statuses]
    assert kinds == ["solving", "compiling", "ready", "solving"]


def test_reset_is_one_solve_and_clears_errors(ready):
    compute = Recorder()
    dashboard = ready(compute)
    asked, submit = [], dashboard._session._worker.submit
    dashboard._session._worker.submit = lambda job, *more: asked.append(job) or submit(job, *more)
    put(dashboard, lam=1.0, n=50, order="random")
    assert len(asked) == 1
    dashboard.knobs["noise"].value = "bad"
    refuses(dashboard, ValueError, dashboard.knobs["noise"].error)
    assert len(compute.asked) == 2
    press(dashboard, "reset")
    dashboard.wait(30)
    assert len(asked) == 2 and len(compute.asked) == 3
    assert dashboard.run == {k.name: k.default for k in KNOBS} and dashboard.status == "ready"
    with pytest.raises(ValueError, match="mu is not a knob"):
        dashboard.set(mu=1)


def test_ticks_follow_the_settings(ready):
    dashboard = ready(ticks=lambda s: {"lam": (s["noise"], "λ_max")} if s["ghost"] else {})
    assert dashboard.knobs["lam"].tick == (0.1, "λ_max")
    turn(dashboard, noise=0.5)
    assert dashboard.knobs["lam"].tick == (0.5, "λ_max")
    turn(dashboard, ghost=False)
    assert dashboard.knobs["lam"].tick is None and dashboard.knobs["n"].tick is None


def press(dashboard, do, what=""):
    """What the browser sends when a button is pressed."""
    dashboard.stage.on_input({"kind": "press", "what": do, "label": what})


def test_copy_gives_the_python_of_the_picture_shown(ready):
    dashboard = ready(code=lambda settings, frame: f"n={settings['n']} frame={frame}")
    dashboard.stage.frame = 3.6
    dashboard.knobs["n"].value = "bad"
    press(dashboard, "copy")
    assert dashboard.stage.copied == ["n=40 frame=4"] and dashboard.python() == "n=40 frame=4"


def test_a_button_is_about_what_the_page_looks_at_when_pressed(ready):
    seen = []

    def export(payload, scene, viewpoint, announce):
        seen.append(viewpoint)
        return "a.csv", "text/csv", b""

    x = np.arange(9.0)
    scene = Scene([Panel("p", [], key="p")], Clock("iteration", x), [""] * 9, {})
    extras = {"code": lambda settings, frame: f"frame={frame}", "exports": {"CSV": export}}
    board = ready(lambda settings, cancelled: (0, scene), stage=Stage(), **extras)
    copied = []
    board.stage.copy = copied.append
    looked = {"frame": 7.0, "viewpoint": {"zoom": {"p": [[0.0, 1.0], [2.0, 3.0]]}}}
    board.stage.on_input({"kind": "press", "what": "copy", "label": "", **looked})
    assert copied == ["frame=7"]
    looked["frame"] = 3.0
    board.stage.on_input({"kind": "press", "what": "save", "label": "CSV", **looked})
    board.wait(30)
    assert (seen[0]["frame"], seen[0]["zoom"]) == (3, looked["viewpoint"]["zoom"])


def test_save_sends_the_file_to_the_browser(ready):
    def export(payload, scene, viewpoint, announce):
        announce("half of it is there")
        return f"{payload['n']}.csv", "text/csv", f"{len(scene)} {viewpoint['frame']}".encode()

    dashboard = ready(exports={"CSV": export})
    press(dashboard, "save", "CSV")
    dashboard.wait(30)
    assert dashboard.stage.saved == [("40.csv", "text/csv", b"1 0")]
    assert dashboard.status == "saved 40.csv"
    assert ("solving", "half of it is there", "") in dashboard.stage.statuses
    turn(dashboard, n=50)
    assert dashboard.status == "ready"


#: A script that ends while a file is being made for the browser.
SAVING = """
import time
from unittest.mock import Mock
from widgets.dashboard import Dashboard, Extras
from widgets.knobs import Knob
from widgets.stage import Stage
from widgets import Clock, Curve, Panel, Scene, static

def compute(settings, cancelled):
    line = Curve(static([0.0, 1.0]), static([0.0, 1.0]))
    return 0, Scene([Panel("p", [line])], Clock("iteration", [0.0]), [""], {})

def export(payload, scene, viewpoint, announce):
    announce("half")
    time.sleep(0.5)
    return RESULT

stage = Stage()
stage.download = lambda filename, mime, data: print(filename, data.decode())
board = Dashboard(
    [Knob("n", "integer", 1, low=0, high=9)], compute,
    title="T", question="Q", stage=stage, extras=Extras(exports={"CSV": export}),
)
board.wait(60)
board.save("CSV")
print("the end")
"""


@pytest.mark.parametrize(
    ("result", "out", "err"),
    [
        ("'a.csv', 'text/csv', b'1,2'", "the end\na.csv 1,2\n", ""),
        ("1 / 0", "the end\n", "The CSV file was not saved: division by zero\n"),
    ],
)
def test_export_running_at_exit_is_delivered_or_dropped(result, out, err):
    code = [sys.executable, "-c", SAVING.replace("RESULT", result)]
    done = subprocess.run(code, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, out, err)


def test_what_goes_wrong_in_exports_code_and_callbacks_is_shown(ready):
    def fail(*_):
        raise RuntimeError("disk full")

    dashboard = ready(exports={"GIF": fail}, code=fail)
    dashboard.on_edit(fail, lambda settings: None)
    for act in (
        lambda: press(dashboard, "save", "GIF"),
        lambda: press(dashboard, "copy"),
        lambda: dashboard.stage.listeners[0]({"panel": "p"}),
    ):
        dashboard.errors.clear()
        act()
        dashboard.wait(30)
        assert dashboard.status == "RuntimeError: disk full" and len(dashboard.errors) == 1
        assert "in fail" in dashboard.stage.statuses[-1][2]
        dashboard.reset()
        dashboard.wait(30)
        assert dashboard.status == "ready"
    press(dashboard, "save", "MP3")
    assert dashboard.status == "'MP3' cannot be saved; choose one of GIF."


def test_wait_says_when_it_gives_up(make):
    dashboard = make(Recorder(5.0))
    with pytest.raises(TimeoutError, match=r"within 0.05 seconds"):
        dashboard.wait(0.05)


def test_close_ends_the_thread_and_later_changes_are_harmless(make):
    compute = Recorder(5.0)
    dashboard = make(compute)
    until(lambda: compute.asked)
    dashboard.close()
    assert until(lambda: not dashboard._session._worker.alive)
    assert compute.cancelled == [True] and dashboard.stage.scenes == []
    dashboard.knobs["n"].value = 50
    dashboard.close()
    assert len(compute.asked) == 1


def test_closing_all_widgets_ends_the_thread_and_the_next_dashboard_works(ready):
    dashboard = ready(stage=Stage())
    ipywidgets.Widget.close_all()
    assert until(lambda: not dashboard._session._worker.alive)
    other = ready()
    assert other.status == "ready" and other.run["n"] == 40


@pytest.fixture
def opened(monkeypatch):
    """The models of the comms that are opened."""
    seen, real = [], comm.create_comm

    def create(*args, **options):
        seen.append(options["data"]["state"]["_model_name"])
        return real(*args, **options)

    monkeypatch.setattr(comm, "create_comm", create)
    return seen


def test_dashboard_opens_one_comm(make, ready, opened):
    first = make(stage=None)
    opened.clear()
    second = ready(stage=None)
    put(second, n=7, order="random")
    assert opened == ["AnyModel"] and second.model_id == second.stage.model_id
    shared = second.stage.layout
    assert shared is first.stage.layout and second.layout is not shared
    second.layout.width = "50%"
    assert second.stage.layout is second.layout and second.layout.width == "50%"
    ipywidgets.Widget.close_all()
    assert make(stage=Stage()).stage.layout.comm is not None


def test_dashboard_fits_in_boxes_with_widgets_next_to_and_below_it(make):
    dashboard, beside, below = make(stage=Stage()), ipywidgets.Button(), ipywidgets.HTML("task")
    box = ipywidgets.VBox([dashboard])
    assert box.get_state(["children"])["children"] == [f"IPY_MODEL_{dashboard.stage.model_id}"]
    ended = []
    dashboard.add_widget(beside, lambda: ended.append(True))
    dashboard.put_below(below)
    sent = dashboard.stage.get_state(["beside", "below"])
    named = [[f"IPY_MODEL_{widget.model_id}"] for widget in (beside, below)]
    assert [sent["beside"], sent["below"]] == named
    dashboard.close()
    assert ended == [True] and beside.comm is below.comm is dashboard.stage.comm is None


def test_dashboard_knob_states_are_sent_once_for_many(ready):
    dashboard = ready(stage=Stage())
    reported = []
    dashboard.stage.observe(lambda change: reported.append(change["new"]), "states")
    put(dashboard, n=7, order="random", lam=0.5)
    assert len(reported) == 1 and reported[0]["order"]["value"] == "random"
    dashboard.knobs["n"].value = "many"
    assert len(reported) == 2 and reported[1]["n"] == {
        "value": "many", "error": dashboard.knobs["n"].error
    }  # fmt: skip
    hand = {"kind": "turn", "knob": "n", "value": 9, "dragging": True, "turn": "a1"}
    dashboard.stage._handle_custom_msg(hand, [])
    assert reported[2]["n"] == {"value": 9, "turn": "a1"} and dashboard.knobs["n"].dragging
    dashboard.stage._handle_custom_msg(hand | {"value": 8, "dragging": False, "turn": "a2"}, [])
    dashboard.wait(30)
    assert dashboard.run["n"] == 8 and reported[-1]["n"] == {"value": 8, "turn": "a2"}


def test_part_shown_in_a_drag_has_the_axes_of_the_whole(ready, monkeypatch):
    monkeypatch.setattr(widgets.session, "SLOW", -1.0)
    monkeypatch.setattr(widgets.session, "SHARE", math.inf)
    monkeypatch.setattr(widgets.session, "REST", 60.0)

    def compute(settings, cancelled):
        far = settings["n"] * (10.0 if settings["compare"] else 1.0)
        panel = Panel("p", [], Axis(range=(0.0, far)), Axis(range=(-far, 1.0)), key="p")
        return dict(settings), Scene([panel], Clock("iteration", np.arange(1.0)), [""], {})

    stage = FakeStage()
    shown = []
    stage.show = lambda scene, *_, part=False, **__: shown.append((part, scene)) or True
    dashboard = ready(compute, stage=stage, main_part=lambda s: {**s, "compare": ()})
    for n, count in ((60, 2), (50, 3)):
        dashboard.knobs["n"].dragging = True
        dashboard.set(n=n)
        until(lambda count=count: len(shown) >= count)
    until(lambda: dashboard._session.is_idle)
    assert [part for part, _ in shown] == [False, True, True]
    for _, scene in shown:  # the whole of n = 40 reaches to 400
        assert [axis.range for axis in scene.panels[0].axes()] == [(0.0, 400.0), (-400.0, 1.0)]


class Payload:
    """Something that a weak reference can watch."""


def test_closed_dashboard_is_freed():
    compute = lambda settings, cancelled: (Payload(), picture())
    dashboard = Dashboard(KNOBS, compute, title="T", question="Q", stage=FakeStage())
    dashboard.wait(30)
    watched = [dashboard, dashboard.run, *dashboard.knobs.values()]
    gone = [weakref.ref(one) for one in watched]
    dashboard.close()
    del dashboard, watched
    assert until(lambda: gc.collect() >= 0 and [ref() for ref in gone] == [None] * 9)


def test_forgotten_dashboard_ends_its_thread(monkeypatch):
    dashboard = Dashboard(KNOBS, instant, title="T", question="Q", stage=FakeStage())
    dashboard.wait(30)
    thread, gone = dashboard._session._worker._thread, weakref.ref(dashboard)
    monkeypatch.setattr(Dashboard, "close", ipywidgets.Box.close)  # so that only memory ends it
    ipywidgets.Widget.close_all()
    assert thread.is_alive()
    del dashboard
    # A timer that has just ended may hold it for a moment.
    assert until(lambda: gc.collect() >= 0 and gone() is None and not thread.is_alive())


def test_two_threads_that_turn_knobs_end_on_the_last_values(make):
    dashboard = make()

    def turn(name, values):
        for value in values:
            dashboard.knobs[name].value = value

    turns = [
        threading.Thread(target=turn, args=("lam", np.linspace(0.1, 2.0, 50))),
        threading.Thread(target=turn, args=("n", range(10, 60))),
    ]
    for t in turns:
        t.start()
    for t in turns:
        t.join()
    dashboard.wait(30)
    assert (dashboard.run["lam"], dashboard.run["n"]) == (2.0, 59)
    assert dashboard.status == "ready" and not dashboard.errors


def test_it_shows_itself_with_title_question_knobs_and_stage(make):
    dashboard = make(stage=Stage())
    head = dashboard.stage.head
    assert (head["title"], head["question"], head["copies"]) == ("T", "Q?", False)
    assert [spec["name"] for spec in dashboard.stage.knobs] == list(dashboard.knobs)
    assert set(dashboard.stage.states) == set(dashboard.knobs)
    data, _ = dashboard._repr_mimebundle_()
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == dashboard.stage.model_id
    assert data["text/plain"] == repr(dashboard)


def test_knobs_without_effect_are_idle_and_method_is_not_its_rival():
    methods = ("cd", "prox")
    knobs = (
        Knob("method", "choice", "cd", options=methods, primary=True),
        Knob("step", "linear", 1.0, low=0.0, high=2.0, when={"method": ("prox",)}),
        Knob("seed", "integer", 0, low=0, high=9),
        Knob("compare", "several", (), options=methods, apart="method", primary=True),
    )
    dashboard = Dashboard(knobs, instant, title="T", question="Q?", stage=FakeStage())

    def sorted_out():
        step, compare = dashboard.knobs["step"], dashboard.knobs["compare"]
        return step.idle, compare.without

    assert sorted_out() == (True, "cd")
    assert dashboard.stage.states["step"]["idle"] and "idle" not in dashboard.stage.states["seed"]
    dashboard.knobs["method"].value = "prox"
    assert (
        sorted_out() == (False, "prox") and dashboard.stage.states["compare"]["without"] == "prox"
    )
    assert [spec["name"] for spec in dashboard.stage.knobs] == ["method", "compare", "step", "seed"]
    dashboard.close()


def test_without_a_choice_of_knobs_all_are_visible(make):
    dashboard = make()
    assert all(spec["primary"] for spec in dashboard.stage.knobs)


@pytest.mark.parametrize("turn", ["page", "python"])
def test_dashboard_sends_the_states_of_its_knobs_once_a_move(ready, turn):
    dashboard = ready(stage=Stage(), ticks=lambda settings: {"lam": (1.0, "middle")})
    sent = []
    dashboard.stage.observe(lambda change: sent.append(change["new"]), "states")
    if turn == "page":
        dashboard._handled({"kind": "turn", "knob": "lam", "value": 0.7, "dragging": True})
    else:
        dashboard.set(lam=0.7, n=50)
    dashboard.wait(30)
    assert [one["lam"]["value"] for one in sent] == [0.7]
