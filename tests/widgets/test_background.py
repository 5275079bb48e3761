"""Threads that end before Python does, the turns that they take, and what waits for its time."""

import gc
import subprocess
import sys
import threading
import time
import weakref

import pytest

from widgets import background
from widgets.background import Timer, begin_thread, short_turns
from widgets.worker import Worker


def said(code):
    """What a script of Python prints, which ends well."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_threads_have_ended_when_python_does_and_are_asked_to():
    code = (
        "import threading, time\n"
        "from widgets.background import begin_thread\n"
        "asked, begun = threading.Event(), threading.Event()\n"
        "def serve():\n"
        "    begun.set(); asked.wait(); time.sleep(0.2); print('ended')\n"
        "begin_thread(serve, asked.set, 'test'); begun.wait(); print('main')\n"
    )
    assert said(code) == ["main", "ended"]


def test_thread_that_is_begun_while_python_ends_is_asked_at_once():
    code = (
        "import atexit, threading\n"
        "def late():\n"
        "    asked = threading.Event()\n"
        "    begin_thread(asked.wait, asked.set, 'late').join(60); print(asked.is_set())\n"
        "atexit.register(late)\n"
        "from widgets.background import begin_thread\n"
    )
    assert said(code) == ["True"]


def test_thread_that_does_not_end_is_waited_for_up_to_a_limit():
    code = (
        "import time\n"
        "from widgets import background\n"
        "background.PATIENCE = 0.2\n"
        "background.begin_thread(lambda: time.sleep(3600), lambda: print('asked'), 'stubborn')\n"
    )
    assert said(code) == ["asked"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no forks")
def test_child_of_a_fork_stops_nothing_of_its_parent_s():
    code = (
        "import os, sys, threading\n"
        "from widgets.background import begin_thread\n"
        "asked = threading.Event()\n"
        "def stop(): print('asked', os.getpid(), flush=True); asked.set()\n"
        "begin_thread(asked.wait, stop, 'test')\n"
        "if (pid := os.fork()) == 0: sys.exit()\n"
        "os.waitpid(pid, 0); print('parent', os.getpid(), flush=True)\n"
    )
    first, pid, second, same = said(code)
    assert (first, second) == ("parent", "asked") and pid == same


def test_what_has_ended_is_forgotten():
    thread = begin_thread(lambda: None, lambda: None, "short")
    thread.join(60)
    assert thread not in background._stops


@pytest.fixture
def interval():
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.02)
    yield sys.getswitchinterval()
    sys.setswitchinterval(before)


def test_turns_are_short_while_the_body_runs_and_then_the_user_s_again(interval):
    with short_turns():
        assert sys.getswitchinterval() == pytest.approx(0.001)
        with short_turns():
            pass
        assert sys.getswitchinterval() == pytest.approx(0.001)
    assert sys.getswitchinterval() == interval


@pytest.mark.parametrize("usual", [1e-4, 0.0123457])
def test_users_switch_interval_is_restored_to_the_microsecond(interval, usual):
    sys.setswitchinterval(usual)
    own = sys.getswitchinterval()
    for _ in range(20):
        with short_turns():
            assert sys.getswitchinterval() == pytest.approx(min(own, 0.001))
    assert sys.getswitchinterval() == own


def test_what_the_user_sets_meanwhile_stays(interval):
    with short_turns():
        sys.setswitchinterval(0.05)
    assert sys.getswitchinterval() == pytest.approx(0.05)


def test_idle_worker_changes_nothing(interval):
    worker, seen, done = Worker(), [], threading.Event()
    worker.submit(lambda _: (seen.append(sys.getswitchinterval()), done.set()))
    assert done.wait(60) and worker.wait(60)
    worker.close()
    assert seen == [interval] == [sys.getswitchinterval()]


def test_acts_run_in_the_order_they_are_due_and_in_one_thread():
    said, done = [], threading.Event()
    Timer(0.10, lambda: (said.append(("last", threading.get_ident())), done.set()))
    Timer(0.02, lambda: said.append(("first", threading.get_ident())))
    assert done.wait(30.0)
    assert [word for word, _ in said] == ["first", "last"]
    assert len({thread for _, thread in said}) == 1 and said[0][1] != threading.get_ident()


def test_cancelled_act_never_runs_and_is_freed():
    class Owner:
        def act(self):
            said.append("wrong")

    said, done, owner = [], threading.Event(), Owner()
    pending, known = Timer(0.03, owner.act), weakref.ref(owner)
    pending.cancel()
    del owner
    gc.collect()
    assert known() is None
    Timer(0.06, done.set)
    assert done.wait(30.0) and said == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_act_that_fails_is_reported_and_the_next_runs(monkeypatch):
    reported, done = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))
    Timer(0.01, lambda: 1 / 0)
    Timer(0.03, done.set)
    assert done.wait(30.0) and isinstance(reported[0], ZeroDivisionError)


def test_many_at_once_are_all_done():
    done, begun = [], time.monotonic()
    for k in range(200):
        Timer(0.001 * (k % 7), lambda k=k: done.append(k))
    while len(done) < 200 and time.monotonic() < begun + 30.0:
        time.sleep(0.005)
    assert sorted(done) == list(range(200))
