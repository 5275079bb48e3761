import gc
import threading
import time
import weakref

import pytest

from widgets.worker import Worker


@pytest.fixture
def worker():
    worker = Worker("test")
    yield worker
    worker.close()


def ended(worker, timeout=5.0):
    until = time.monotonic() + timeout
    while worker.alive and time.monotonic() < until:
        time.sleep(0.005)
    return not worker.alive


def test_one_in_flight_and_the_newest_pending(worker):
    started, go, done = threading.Event(), threading.Event(), []

    def first(cancelled):
        started.set()
        go.wait(30)
        done.append(("first", cancelled()))

    worker.submit(first)
    started.wait(30)
    for i in range(20):
        worker.submit(lambda cancelled, i=i: done.append((i, cancelled())))
    assert not worker.wait(0.05)
    go.set()
    assert worker.wait(30)
    assert done == [("first", True), (19, False)]


def test_cancelled_turns_true_when_a_newer_request_comes(worker):
    seen = []

    def slow(cancelled):
        seen.append(cancelled())
        while not cancelled():
            time.sleep(0.001)
        seen.append(cancelled())

    worker.submit(slow)
    while not seen:
        time.sleep(0.001)
    worker.submit(lambda cancelled: None)
    assert worker.wait(30) and seen == [False, True]


def test_numbers_rise_and_a_closed_worker_takes_no_job(worker):
    first, second = worker.submit(lambda _: None), worker.submit(lambda _: None)
    assert second == first + 1
    worker.close()
    assert worker.submit(lambda _: None) == 0 and worker.wait(30)


def test_close_cancels_the_job_and_ends_the_thread(worker):
    started = threading.Event()

    def slow(cancelled):
        started.set()
        while not cancelled():
            time.sleep(0.001)

    worker.submit(slow)
    started.wait(30)
    assert worker.alive
    worker.close()
    assert ended(worker)


def test_failing_job_is_reported_and_the_next_one_runs(worker, monkeypatch):
    reported, done = [], []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_value))

    def bad(_):
        raise SystemExit("no")

    worker.submit(bad)
    assert worker.wait(30)
    worker.submit(lambda _: done.append(1))
    assert worker.wait(30) and done == [1]
    assert [str(e) for e in reported] == ["no"]


def test_job_that_waits_for_itself_does_not_hang(worker):
    answers = []
    worker.submit(lambda _: answers.append(worker.wait(30)))
    assert worker.wait(1) and answers == [True]


def test_idle_thread_frees_its_last_job(worker):
    class Owner:
        def job(self, cancelled):
            self.seen = cancelled()

    owner = Owner()
    worker.submit(owner.job)
    assert worker.wait(30)
    gone = weakref.ref(owner)
    del owner
    gc.collect()
    assert gone() is None


def test_worker_awaited_job_runs_on_and_newest_is_next(worker):
    started, go, done = threading.Event(), threading.Event(), []

    def first(cancelled):
        started.set()
        go.wait(30)
        done.append(("first", cancelled()))

    worker.submit(first)
    started.wait(30)
    for i in range(20):
        worker.submit(lambda cancelled, i=i: done.append((i, cancelled())), patience=60.0)
    go.set()
    assert worker.wait(30) and done == [("first", False), (19, False)]


@pytest.mark.parametrize("late", [lambda w: w.submit(lambda _: None), lambda w: w.hurry()])
def test_patience_ends_where_no_caller_waits_and_no_is_final(worker, late):
    seen = []

    def slow(cancelled):
        seen.append(cancelled())
        while not cancelled():
            time.sleep(0.001)
        worker.submit(lambda _: None, patience=60.0)
        seen.append(cancelled())

    worker.submit(slow)
    while not seen:
        time.sleep(0.001)
    worker.submit(lambda _: None, patience=60.0)
    late(worker)
    assert worker.wait(30) and seen == [False, True]
