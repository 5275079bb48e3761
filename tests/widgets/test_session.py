"""A dashboard's session, with a list in place of widgets."""

import sys
import threading
import time
from unittest.mock import Mock

import pytest
from refusing import assert_refused

from widgets import session as sessions
from widgets.session import READY, Session


class Log:
    """A view that records what it gets; `part` shows what is visible alone, `main` are the settings
    that a main part differs in."""

    def __init__(self):
        self.lines, self.part, self.dragged = [], False, False
        self.session, self.main = None, None

    def asked(self):
        self.lines.append("asked")

    def prepare(self, settings, cancelled):
        self.lines.append(f"prepare {settings['n']}")

    def main_part(self, settings):
        return self.main and settings | self.main

    def show(self, picture, is_first):
        assert self.session.picture is picture
        if picture.scene == "broken":
            raise RuntimeError("cannot be drawn")
        self.lines.append(f"show {picture.scene}{' first' if is_first else ''}")
        return not self.part

    def answered(self, picture):
        self.lines.append("answered")
        return ("error", "no such frame", "") if picture.scene == "odd" else None

    def finish(self, picture):
        self.lines.append(f"finish {picture.scene}")

    def notified(self):
        self.lines.append(self.session.status[1])


@pytest.fixture
def opened():
    """The function opened(compute) -> a session of one knob n, whose view is a `Log`."""
    made = []

    def one(compute, **options):
        log = Log()
        log.session = Session(compute, log, {"n": 0}, name="test", **{"compiles": False} | options)
        made.append(log.session)
        return log.session, log

    yield one
    for session in made:
        session.close()


def plain(settings, cancelled):
    if settings["n"] < 0:
        raise ValueError("n must be at least 0.")
    return -settings["n"], {7: "odd", 8: "broken"}.get(settings["n"], f"scene {settings['n']}")


def test_settings_are_solved_once_and_one_picture_is_shown(opened):
    session, log = opened(plain)
    session.ask(lambda: {"n": 3})
    assert session.wait(30) and session.payload({"n": 3}) == -3 and session.is_idle
    assert log.lines == ["asked", "prepare 3", "show scene 3 first", "answered", "ready"]
    assert session.status == READY and session.clicked_settings == {"n": 3}
    assert_refused("still solving", session.payload, {"n": 4}, error=ValueError)


@pytest.mark.parametrize(
    ("n", "kind", "words"),
    [(-1, ValueError, "n must be at least 0."), (8, RuntimeError, "RuntimeError: cannot be drawn")],
)
def test_failure_is_shown_with_the_last_picture(opened, n, kind, words):
    session, _ = opened(plain)
    for value in (1, n):
        session.ask(lambda value=value: {"n": value})
        session.wait(30)
    assert session.status[:2] == ("error", words) and len(session.errors) == 1
    assert session.picture.settings == {"n": 1} == session.clicked_settings
    assert_refused(words.rpartition(": ")[2], session.payload, {"n": n}, error=kind)
    session.ask(lambda: {"n": 2})
    session.wait(30)
    assert session.payload({"n": 2}) == -2 and session.failure == (None, None)


def test_session_hidden_panels_follow_at_rest_even_after_a_failure(opened, monkeypatch):
    monkeypatch.setattr(sessions, "REST", 0.01)
    session, log = opened(plain)
    log.part = True
    session.ask(lambda: {"n": 1})
    assert session.wait(30) and session.is_whole
    assert log.lines.count("finish scene 1") == 1
    monkeypatch.setattr(sessions, "REST", 60.0)
    session.ask(lambda: {"n": 2})
    session.ask(lambda: {"n": -1})
    assert session.wait(30) and session.is_whole
    assert log.lines[-1] != "ready" and session.status[0] == "error"


def test_session_values_of_one_knob_are_solved_and_other_knobs_dropped(opened):
    began, go, seen = threading.Event(), threading.Event(), {}

    def slow(settings, cancelled):
        if settings["n"]:
            began.set()
            go.wait(30)
            seen[settings["n"]] = cancelled()
        return settings["n"], str(settings["n"])

    session, log = opened(slow)
    session.settings["m"] = 0
    session.ask(lambda: {"n": 1, "m": 0})
    assert began.wait(30)
    for n in (2, 3):
        session.ask(lambda n=n: {"n": n, "m": 0})
    go.set()
    end = time.monotonic() + 30
    while "show 3" not in log.lines and time.monotonic() < end:  # to wait for it is to hurry
        time.sleep(0.001)
    assert seen == {1: False, 3: False} and "show 1 first" in log.lines
    go.clear(), began.clear()
    session.ask(lambda: {"n": 4, "m": 0})
    assert began.wait(30)
    session.ask(lambda: {"n": 4, "m": 1})
    go.set()
    assert session.wait(30) and log.lines.count("show 4") == 1


def named(settings, cancelled):
    """A picture that says whether the rivals are in it."""
    rivals = settings.get("rivals", 2)
    if rivals == settings["n"]:
        raise ValueError(f"no picture of {rivals}")
    return settings["n"], f"scene {settings['n']} of {rivals}"


def dragged(opened, monkeypatch, compute=named, slow=-1.0):
    """(session, log) with a picture of n = 1 and a drag of its knob."""
    monkeypatch.setattr(sessions, "SLOW", slow)
    monkeypatch.setattr(sessions, "SHARE", 1e9)
    session, log = opened(compute)
    session.ask(lambda: {"n": 1})
    assert session.wait(30)
    log.main, log.dragged = {"rivals": 0}, True
    log.lines.clear()
    return session, log


def until(holds):
    end = time.monotonic() + 30
    while not holds() and time.monotonic() < end:
        time.sleep(0.001)
    assert holds()


def test_session_slow_picture_shows_main_part_until_release(opened, monkeypatch):
    monkeypatch.setattr(sessions, "PAUSE", 60.0)
    session, log = dragged(opened, monkeypatch)
    session.ask(lambda: {"n": 3})
    until(lambda: session.is_idle)
    assert log.lines == ["asked", "prepare 3", "show scene 3 of 0"] and not session.is_whole
    assert session.picture.is_part
    with pytest.raises(ValueError, match="still solving"):
        session.payload({"n": 3})  # the run that is shown lacks rivals: it is no answer
    log.dragged = False
    session.hurry()
    until(lambda: session.is_whole)
    assert "show scene 3 of 2" in log.lines and session.payload({"n": 3}) == 3
    assert log.lines.count("answered") == 1


def test_session_rest_of_main_part_comes_at_a_pause_or_on_wait(opened, monkeypatch):
    monkeypatch.setattr(sessions, "PAUSE", 0.01)
    session, log = dragged(opened, monkeypatch)
    session.ask(lambda: {"n": 3})
    until(lambda: "show scene 3 of 2" in log.lines)
    monkeypatch.setattr(sessions, "PAUSE", 60.0)
    session.ask(lambda: {"n": 4})
    assert session.wait(30) and session.payload({"n": 4}) == 4
    assert log.lines.index("show scene 4 of 0") < log.lines.index("show scene 4 of 2")


def test_drag_that_continues_does_not_wait_for_the_rest(opened, monkeypatch):
    began, stopped = threading.Event(), threading.Event()

    def long(settings, cancelled):
        if settings == {"n": 3}:  # the whole
            began.set()
            until(cancelled)
            stopped.set()
        return named(settings, cancelled)

    monkeypatch.setattr(sessions, "PAUSE", 0.01)
    session, log = dragged(opened, monkeypatch, long)
    session.ask(lambda: {"n": 3})
    assert began.wait(30)
    session.ask(lambda: {"n": 4})
    assert stopped.wait(30)
    until(lambda: "show scene 4 of 2" in log.lines)
    assert "show scene 3 of 2" not in log.lines


@pytest.mark.parametrize("rest", ["show scene 4 of 2", "finish scene 4 of 2"])
def test_pause_is_longer_where_values_of_a_drag_come_far_apart(opened, monkeypatch, rest):
    for name in ("PAUSE", "REST"):
        monkeypatch.setattr(sessions, name, 0.01)
    session, log = dragged(opened, monkeypatch)
    log.part = rest.startswith("finish")  # hidden panels are left out, of a whole without rivals
    log.main = None if log.part else log.main
    session.ask(lambda: {"n": 3})
    time.sleep(0.2)
    began = time.monotonic()
    session.ask(lambda: {"n": 4})
    until(lambda: rest in log.lines)
    assert time.monotonic() - began > 0.29


@pytest.mark.parametrize("slow", [60.0, -1.0])
def test_what_is_quick_or_has_no_main_part_comes_whole(opened, monkeypatch, slow):
    session, log = dragged(opened, monkeypatch, slow=slow)
    log.main = log.main if slow > 0 else None
    session.ask(lambda: {"n": 3})
    until(lambda: session.is_idle)
    assert "show scene 3 of 2" in log.lines and "show scene 3 of 0" not in log.lines


def test_part_that_once_waited_for_others_still_comes_first(opened, monkeypatch):
    def beside(settings, cancelled):
        if settings == {"n": 3, "rivals": 0}:
            time.sleep(0.1)  # the machine is busy with something else
        elif "rivals" not in settings:
            work(0.02)
        return named(settings, cancelled)

    monkeypatch.setattr(sessions, "PAUSE", 60.0)
    session, log = dragged(opened, monkeypatch, beside, slow=0.01)
    monkeypatch.setattr(sessions, "SHARE", 0.75)
    for n in (3, 4):
        session.ask(lambda n=n: {"n": n})
        until(lambda: session.is_idle)
    assert "show scene 4 of 0" in log.lines and "show scene 4 of 2" not in log.lines


def test_whole_that_waits_for_another_process_is_slow(opened, monkeypatch):
    def beside(settings, cancelled):
        if "rivals" not in settings:
            time.sleep(0.05)  # a student's step plays elsewhere
        return named(settings, cancelled)

    monkeypatch.setattr(sessions, "REST", 60.0)
    session, log = dragged(opened, monkeypatch, beside, slow=0.025)
    session.ask(lambda: {"n": 3})
    until(lambda: session.is_idle)
    assert "show scene 3 of 0" in log.lines and "show scene 3 of 2" not in log.lines


def work(seconds):
    """Keep the processor busy for so many of its seconds."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_session_main_part_fails_whole_is_shown_and_reported_once(opened, monkeypatch):
    monkeypatch.setattr(sessions, "REST", 0.01)
    session, log = dragged(opened, monkeypatch)
    session.ask(lambda: {"n": 0})  # no part
    until(lambda: session.is_idle and "show scene 0 of 2" in log.lines)
    session, log = dragged(opened, monkeypatch)
    session.ask(lambda: {"n": 2})  # a part, no whole
    until(lambda: session.failure[0] is not None)
    time.sleep(0.05)  # the rest is not tried again
    assert session.status[:2] == ("error", "no picture of 2") and len(session.errors) == 1
    assert_refused("no picture of 2", session.payload, {"n": 2}, error=ValueError)


def test_note_passes_and_work_stays(opened):
    session, log = opened(plain)
    session.ask(lambda: {"n": 7})
    session.wait(30)
    assert session.status == ("error", "no such frame", "")
    session.set_note(None)
    assert session.status == READY and log.lines[-1] == "ready"
    session.guarded(lambda: 1 / 0)
    assert session.status[:2] == ("error", "ZeroDivisionError: division by zero")


def test_it_says_that_it_compiles_and_what(opened):
    def counted(tell):
        class Counting:
            def __enter__(self):
                tell(2, 4, "sweep")

            def __exit__(self, *_):
                pass

        return Counting()

    session, log = opened(plain, compiles=True, counted=counted)
    for n in (1, 2):
        session.ask(lambda n=n: {"n": n})
        session.wait(30)
    assert log.lines.count("compiling (once): part 2 of at least 4, sweep") == 1


def test_closed_session_says_so(opened):
    session, _ = opened(plain)
    session.close()
    session.ask(lambda: {"n": 1})
    assert session.is_closed and session.wait(1)
    assert_refused("is closed", session.payload, {"n": 1}, error=ValueError)


def test_turns_of_threads_are_short_only_while_a_picture_is_made(opened):
    usual, seen = sys.getswitchinterval(), []

    def compute(settings, cancelled):
        seen.append(sys.getswitchinterval())
        return 0, "scene"

    session, _ = opened(compute)
    session.ask(lambda: {"n": 1})
    assert session.wait(30)
    assert seen == [pytest.approx(min(usual, 0.001))] and sys.getswitchinterval() == usual


def test_an_announcement_that_comes_late_is_not_the_last_word(opened, monkeypatch):
    """The timer's thread is held where it has seen that the work lasts, until it is done."""
    done, seen = threading.Event(), threading.Event()

    class Closing(Session):
        @property
        def is_closed(self):
            if threading.current_thread() is announcer:
                seen.set()
                done.wait(0.5)
            return False

    acts = []
    monkeypatch.setattr(sessions, "Timer", lambda seconds, act: acts.append(act) or Mock())

    def compute(settings, cancelled):
        announcer.start()
        assert seen.wait(30)
        return plain(settings, cancelled)

    announcer = threading.Thread(target=lambda: acts[0]())
    session, log = opened(compute)
    session.__class__ = Closing
    session.ask(lambda: {"n": 3})
    assert session.wait(30)
    done.set()
    announcer.join()
    assert session.status == READY and log.lines[-1] == "ready"
