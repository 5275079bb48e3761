"""What is asked of a picture in the background."""

import threading

import pytest

from widgets.session import Picture
from widgets.stage_view import STATES, Inquiry


class Asked:
    """An inquiry whose answers the test releases."""

    def __init__(self, answer=({"sentence": "Well."}, "marked")):
        self.reported, self.shown, self.stopped = [], [], 0
        self.answer, self.go, self.ended = answer, threading.Event(), threading.Event()
        self.inquiry = Inquiry(self.ask, lambda *what: self.shown.append(what), self.tell)

    def ask(self, payload, scene, began):
        began(self)
        self.go.wait(10)
        if isinstance(self.answer, Exception):
            raise self.answer
        return None if self.stopped else self.answer

    def stop(self):
        self.stopped += 1
        self.go.set()

    def tell(self, reported):
        self.reported.append(reported)
        if reported["state"] != "running":
            self.ended.set()

    def end(self):
        self.go.set()
        assert self.ended.wait(10)
        self.ended.clear()

    @property
    def states(self):
        return [reported["state"] for reported in self.reported]


PICTURE = Picture("run", "scene", {})


def test_answer_is_reported_and_shown_once():
    one = Asked()
    one.inquiry.begin(PICTURE)
    assert one.inquiry.is_running and one.states == ["running"]
    one.end()
    assert one.states == ["running", "done"] and one.reported[-1]["sentence"] == "Well."
    for _ in range(100):
        if one.shown:
            break
        threading.Event().wait(0.01)
    assert one.shown == [(PICTURE, "marked")] and not one.inquiry.is_running


def test_another_picture_makes_an_answer_old_and_leaves_its_words():
    one = Asked(({"sentence": "Well.", "rows": [1]}, None))
    one.inquiry.begin(PICTURE)
    one.end()
    one.inquiry.drop()
    one.inquiry.drop()
    assert one.states == ["running", "done", "stale"] and one.reported[-1]["rows"] == [1]
    assert "Judge again" in one.reported[-1]["short"] and not one.shown


@pytest.mark.parametrize("how", ["drop", "begin"])
def test_what_is_asked_ends_with_the_picture_and_by_the_button(how):
    one = Asked()
    one.inquiry.begin(PICTURE)
    for _ in range(100):  # until there is something to stop
        if one.inquiry._job._stoppable is not None:
            break
        threading.Event().wait(0.01)
    one.inquiry.drop() if how == "drop" else one.inquiry.begin(PICTURE)
    assert one.stopped == 1 and not one.inquiry.is_running and one.states == ["running", ""]
    threading.Event().wait(0.1)
    assert one.states == ["running", ""] and not one.shown


def test_answer_that_comes_too_late_is_dropped():
    one = Asked()
    one.inquiry.begin(PICTURE)
    job = one.inquiry._job
    one.inquiry._job = None  # as if another had been asked for meanwhile
    one.go.set()
    threading.Event().wait(0.2)
    assert one.states == ["running"] and not one.shown and job.picture is PICTURE


def test_failure_is_reported_with_its_details():
    one = Asked(RuntimeError("no luck"))
    one.inquiry.begin(PICTURE)
    one.end()
    assert one.states[-1] == "failed" and "no luck" in one.reported[-1]["detail"]
    one.inquiry.drop()
    assert one.states[-1] == "" and {*one.states} <= {*STATES}
