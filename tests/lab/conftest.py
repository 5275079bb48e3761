"""Random settings of any scene, drawn from its knobs."""

import itertools
import json
import re
import sys
from dataclasses import dataclass

import numpy as np
import pytest

import lab
from lab import discovery
from lab.books import copies
from lab.discovery import find
from solvers import InputError
from widgets import Points, Segments, Text
from widgets.fields import Static, at
from widgets.knobs import NUMBERS


def settings_at_random(experiment, rng, /, **fixed):
    """A value for every knob of `experiment`, drawn over its whole range; `fixed` ones and texts
    stay as they are, since random words are no points or files."""
    drawn = {knob.name: _drawn(knob, rng) for knob in experiment.knobs}
    return experiment.settings(drawn | fixed)


def runs_at_random(address, count, seed=0, /, **fixed):
    """`count` solved runs of the scene at `address`; settings that it refuses are drawn again."""
    experiment, rng = find(address)[1], np.random.default_rng(seed)
    drawn = (settings_at_random(experiment, rng, **fixed) for _ in range(20 * count))
    return itertools.islice(_solved(address, drawn), count)


def _solved(address, drawn):
    for settings in drawn:
        try:
            yield lab.run(address, **settings)
        except InputError:
            continue


def _drawn(knob, rng):
    options = [value for value, _ in knob.pairs()]
    if knob.kind == "choice":
        return options[rng.integers(len(options))]
    if knob.kind == "several":
        return [value for value in options if rng.random() < 0.3]
    if knob.kind == "switch":
        return bool(rng.random() < 0.5)
    return _number(knob, rng) if knob.kind in NUMBERS else knob.default


def _number(knob, rng):
    if knob.kind == "integer":
        return int(rng.integers(knob.low, knob.high + 1))
    if knob.kind == "log":
        share = np.exp(rng.uniform(np.log(knob.low), np.log(knob.high)))
        return float(np.clip(share, knob.low, knob.high))
    return float(rng.uniform(knob.low, knob.high))


@pytest.fixture(scope="session", autouse=True)
def _compiled_here():
    """Kernels that a dashboard lacks are compiled by the test that opens it: another process would
    compile the same once more, while plain Python takes as long as that. tests/lab/app/test_warmup
    is of that process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("lab.app.warmup._PATIENCE", -1.0)
        yield


@pytest.fixture(scope="module")
def forked_peers():
    """Processes of peers are forks of one that has imported what they need."""
    from forked_peers import SUBPROCESS

    with pytest.MonkeyPatch.context() as patched:
        if sys.platform.startswith("linux"):
            patched.setattr("lab.peers.process.subprocess", SUBPROCESS)
        yield


@pytest.fixture(scope="session")
def random_settings():
    """The function `settings_at_random(experiment, rng, **fixed)`."""
    return settings_at_random


@pytest.fixture(scope="session")
def random_runs():
    """The function `runs_at_random(address, count, seed=0, /, **fixed)`."""
    return runs_at_random


@dataclass
class Entry:
    """An entry point of a lesson that exists, or whose loading fails."""

    name: str
    lesson: object
    module: str = "a_package"

    @property
    def value(self):
        return f"{self.module}:LESSON"

    def load(self):
        if isinstance(self.lesson, Exception):
            raise self.lesson
        return self.lesson


@pytest.fixture
def only_lessons(monkeypatch):
    """The function that leaves the workbook with those lessons alone; broken: name -> exception;
    modules: name -> the module that a lesson comes from."""

    def leave(*lessons, modules=None, **broken):
        found = discovery.Lessons()
        entries = [Entry(one.name, one) for one in lessons]
        entries += [Entry(name, error) for name, error in broken.items()]
        for entry in entries:
            entry.module = (modules or {}).get(entry.name, entry.module)
        monkeypatch.setattr(found, "_inside", dict)
        monkeypatch.setattr(found, "_foreign", lambda: entries)
        monkeypatch.setattr(discovery, "LESSONS", found)

    return leave


def words_shown(scene, question):
    """All words on the screen while `question` is open: what the stage does not hide."""
    text = [scene.title, scene.question]
    for panel in scene.panels:
        if panel.key in question.hides:
            continue
        axes = [axis for axis in (panel.x, panel.y, panel.z) if axis is not None]
        text += [panel.subtitle, *(axis.title for axis in axes)]
        text += [word for axis in axes if axis.ticks is not None for word in axis.ticks[1]]
        for mark in panel.marks:
            if not mark.future:
                text += [mark.label, *getattr(mark, "names", ()), *getattr(mark, "texts", ())]
                text += _texts(mark, question.frame)
    return [_plain(str(one)) for one in text]


def _texts(mark, frame):
    if not isinstance(mark, Text):
        return []
    return [mark.text[frame]] if mark.per_frame else mark.text


def _plain(words):
    """Lower case, single spaces, and one space at either end, so that whole words are found."""
    return " " + " ".join(re.sub(r"[^\w.−+-]", " ", words.lower()).split()) + " "


def is_reported(scene, question):
    """Whether the words shown name the right option and not all others, or the numbers that only
    the right one has, all of them together."""
    text = words_shown(scene, question)
    named = [any(_plain(option) in one for one in text) for option in question.options]
    if named[question.answer] and not all(named):
        return True
    others = [o for i, o in enumerate(question.options) if i != question.answer]
    known = _numbers(" ".join([question.prompt, *others]))
    own = _numbers(question.options[question.answer]) - known
    own = {n for n in own if len(n) > 1}
    return bool(own) and any(own <= _numbers(one) for one in text)


def _numbers(words):
    return set(re.findall(r"[\d.]+(?:e−?\d+)?", words))


def is_pointed_at(scene, question):
    """Whether a single point, or the end of a moving segment, is where a click would be right while
    `question` is open."""
    aim = question.aim
    panel = next(p for p in scene.panels if p.key == aim.panel)
    for mark in panel.marks:
        if mark.future or not isinstance(mark, (Points, Segments)):
            continue
        ends = (mark.x1, mark.y1) if isinstance(mark, Segments) else (mark.x, mark.y)
        here = [np.ravel(at(f, question.frame)) for f in ends]
        still = isinstance(mark, Segments) and all(isinstance(f, Static) for f in ends)
        single = max(map(len, here)) == 1 and not still
        if single and aim.judge((here[0][0], here[1][0])) == 0:
            return True
    return False


def check_aim(scene, question, found):
    """A click at the point `found` by other code is right, visible, and not marked."""
    aim = question.aim
    panel = next(p for p in scene.panels if p.key == aim.panel)
    ends = [sorted(axis.range) for axis in panel.axes()]
    for point in (aim.start, aim.target):
        assert all(low <= v <= high for v, (low, high) in zip(point, ends, strict=True)), question
    size = np.array([high - low for low, high in ends])
    reach = np.array(aim.within)
    assert np.all((reach >= 0.03 * size) | (reach == 0.0)), "too small to be hit"
    assert found is None or np.all(np.abs(np.array(found) - aim.target) <= 1e-6 * size), question
    assert not is_pointed_at(scene, question), question


def check_questions(address, oracles, count, seed=0, /, **fixed):
    """Ask all questions of `count` random settings; key -> the right options that were met.

    oracles: key -> function of (run, scene, question) -> the words of the right option, or the
    point (x, y) where a click is right, found without the scene's own code; None where it cannot
    decide.
    """
    met = {key: [] for key in oracles}
    for run in runs_at_random(address, count, seed, **fixed):
        scene = lab.scene(run)
        for question in scene.questions:
            right = question.options[question.answer]
            where = f"{address} {dict(run.settings)}: {question}"
            found = oracles[question.key](run, scene, question)
            if question.aim is not None:
                check_aim(scene, question, found)
                met[question.key].append(None if found is None else "there")
                continue
            assert found is None or found == right, f"{where}; found {found!r}"
            assert len(set(question.options)) == len(question.options) > 1, where
            assert not is_reported(scene, question), f"given away: {where}"
            met[question.key].append(right if found is not None else None)
    return met


@pytest.fixture(scope="session")
def questions_checked():
    """The function `check_questions(address, oracles, count, seed=0, /, **fixed)`."""
    return check_questions


@pytest.fixture(scope="session")
def tells():
    """The function `is_told(scene, question)`."""
    return is_reported


@pytest.fixture
def open_board():
    """`lab.dashboard`, until its first picture is there; closed after the test."""
    boards = []

    def opened(*where, **options):
        boards.append(lab.dashboard(*where, **options))
        boards[-1].wait(120)
        return boards[-1]

    yield opened
    for board in boards:
        board.close()


@pytest.fixture
def books(tmp_path_factory, monkeypatch):
    """A directory of two empty notebooks, which are the installed ones for a test."""
    folder = tmp_path_factory.mktemp("books")
    empty = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    for name in ("start", "coordinate_descent"):
        (folder / f"{name}.ipynb").write_text(empty)
    monkeypatch.setattr(copies, "notebooks", lambda: folder)
    return folder


@pytest.fixture(scope="session")
def pointed():
    """The function `is_pointed_at(scene, question)`."""
    return is_pointed_at
