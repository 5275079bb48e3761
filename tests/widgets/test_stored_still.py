"""The still of a live view is drawn once the picture has not changed for a while, and only then."""

import threading

import pytest

from widgets import stored_still as stills


class Output:
    def __init__(self):
        self.retained, self.news = [], threading.Event()

    def update(self, data, raw):
        assert raw
        self.retained.append(data)
        self.news.set()


@pytest.fixture
def output(monkeypatch):
    import IPython.display

    result = Output()
    monkeypatch.setattr(IPython.display, "display", lambda *a, **k: result)
    return result


def picture(stopped=None, png=b"png"):
    return {"image/png": png, "text/plain": "words"}, {"image/png": {"alt": 'a "b" <i>'}}


def test_it_follows_the_last_of_many_moves_once(output):
    drawn = []
    retained = stills.StoredStill(lambda stopped: drawn.append(1) or picture(), rest=0.05)
    for _ in range(5):
        retained.follow()
    assert output.news.wait(30.0) and len(drawn) == len(output.retained) == 1
    text = output.retained[0]["text/html"]
    assert 'alt="a &quot;b&quot; &lt;i&gt;"' in text and "base64,cG5n" in text


def test_without_a_picture_or_after_closing_nothing_is_stored(output):
    stills.StoredStill(lambda stopped: None, rest=0.0).follow()
    closed = stills.StoredStill(picture, rest=0.2)
    closed.follow()
    closed.close()
    assert not output.news.wait(0.5) and output.retained == []


def test_move_while_it_is_drawn_stops_it_and_the_next_rest_draws_it(output):
    begun, moved, seen = threading.Event(), threading.Event(), []

    def make(stopped):
        begun.set()
        assert moved.wait(30.0)
        seen.append(stopped())
        return None if stopped() else picture()

    retained = stills.StoredStill(make, rest=0.05)
    retained.follow()
    assert begun.wait(30.0)
    retained.follow()
    moved.set()
    assert output.news.wait(30.0) and seen == [True, False] and len(output.retained) == 1
