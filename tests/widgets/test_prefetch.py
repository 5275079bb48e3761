import json
import threading
import time

import numpy as np
import pytest

import widgets.prefetch
from widgets import Clock, Curve, Panel, Scene, static
from widgets.lattice import packed_point
from widgets.prefetch import PrefetchCache

HERE = {"lam": 0.0, "n": 5}


def until(condition):
    end = time.monotonic() + 30.0
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.002)


def point(settings, cancelled):
    line = Curve(static(np.arange(50.0)), static(np.full(50, settings["lam"])))
    scene = Scene([Panel("p", [line])], Clock("iteration", np.arange(1.0)), [""], {})
    return packed_point(scene, at=settings)


class Page:
    """What a page gets, and whether a caller waits for a picture."""

    def __init__(self, make=point):
        self.got, self.busy, self.asked = [], False, []
        self.prefetch = PrefetchCache(
            lambda s, c: self.asked.append(s) or make(s, c), self.take, self.is_busy
        )

    def is_busy(self):
        return self.busy

    def take(self, content, buffers):
        self.got.append((content, bytes(buffers[0])))

    @property
    def values(self):
        return [content["value"] for content, _ in self.got]

    def rests(self):
        until(lambda: self.prefetch._worker.idle)
        return self.values


def parts(data):
    size = int.from_bytes(data[:4], "little")
    return {name for name, _, _ in json.loads(data[4 : 4 + size])}


def test_values_come_in_the_order_asked_for_and_each_part_once():
    page = Page()
    page.prefetch.ask("a", "lam", [3.0, 1.0, 2.0], HERE)
    assert page.rests() == [3.0, 1.0, 2.0]
    assert page.asked == [{"lam": v, "n": 5} for v in (3.0, 1.0, 2.0)]
    sent = [parts(data) for _, data in page.got]
    assert not sent[0] & sent[1] and not sent[1] & sent[2]
    page.prefetch.ask("a", "lam", [4.0], HERE)
    page.rests()
    assert len(parts(page.got[3][1])) < len(sent[0])  # what all share was there already
    page.prefetch.ask("b", "lam", [4.0], HERE)  # a page that has nothing
    page.rests()
    assert parts(page.got[4][1]) >= parts(page.got[3][1]) and page.got[4][0]["cache"] == "b"


@pytest.mark.parametrize("replaced", [True, False])
def test_what_was_asked_for_before_is_never_sent_however_long_it_takes(replaced):
    begun, go = threading.Event(), threading.Event()

    def slow(settings, cancelled):
        if settings["n"] == 5:
            begun.set()
            go.wait(30)  # and does not ask whether it is wanted
        return point(settings, cancelled)

    page = Page(slow)
    page.prefetch.ask("a", "lam", [1.0, 2.0], HERE)
    begun.wait(30)
    if replaced:
        page.prefetch.ask("b", "lam", [7.0], {"lam": 0.0, "n": 6})
    else:
        page.prefetch.close()
    go.set()
    assert page.rests() == ([7.0] if replaced else [])


def test_waiting_request_comes_first_and_the_rest_is_made_after():
    begun = threading.Event()

    def stops(settings, cancelled):
        begun.set()
        while page.busy and not cancelled():
            time.sleep(0.001)
        return None if cancelled() else point(settings, cancelled)

    page = Page(stops)
    page.busy = True
    page.prefetch.ask("a", "lam", [1.0, 2.0], HERE)
    assert not begun.wait(0.1)
    page.busy = False
    assert page.rests() == [1.0, 2.0]


def test_value_without_a_picture_is_left_out():
    def fails(settings, cancelled):
        if settings["lam"] == 1.0:
            raise ValueError("no")
        return point(settings, cancelled)

    page = Page(fails)
    page.prefetch.ask("a", "lam", [1.0, 2.0], HERE)
    assert page.rests() == [2.0]


def test_it_is_bounded_in_bytes_and_in_time(monkeypatch):
    page = Page()
    page.prefetch.ask("a", "lam", [float(v) for v in range(100)], HERE)
    assert len(page.rests()) == 100
    monkeypatch.setattr(widgets.prefetch, "BYTES", len(page.got[0][1]))
    page.prefetch.ask("b", "lam", [1.0, 2.0, 3.0, 4.0], HERE)
    assert 1 <= len(page.rests()) - 100 < 4
    monkeypatch.setattr(widgets.prefetch, "AWAKE", -1.0)
    before = len(page.asked)
    page.prefetch.ask("c", "lam", [1.0], HERE)
    page.rests()
    assert len(page.asked) == before
