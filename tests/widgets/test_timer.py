import gc
import threading
import time
import weakref

import pytest

from widgets.background import Timer


def test_acts_run_in_the_order_they_are_due_and_in_one_thread():
    said, done = [], threading.Event()
    Timer(0.10, lambda: (said.append(("last", threading.get_ident())), done.set()))
    Timer(0.02, lambda: said.append(("first", threading.get_ident())))
    assert done.wait(30.0)
    assert [word for word, _ in said] == ["first", "last"]
    assert len({thread for _, thread in said}) == 1 and said[0][1] != threading.get_ident()


def test_a_cancelled_act_never_runs_and_is_freed():
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
def test_an_act_that_fails_is_reported_and_the_next_runs(monkeypatch):
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
