"""Pictures that do not wait for kernels: what runs as plain Python, and which process compiles
meanwhile."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import contextmanager
from multiprocessing import get_context

import cloudpickle
import pytest
import sweeping
from sweeping import ended

from lab.app import warmup
from lab.app.warmup import WAIT, BackgroundCompilation, Turn
from lab.discovery import find
from solvers.compiled import TooSlow

# The first picture of a process that finds nothing compiled, and the same one after another process
# has compiled it.
FIRST = """
import json
import lab
from solvers import compiled

codes = lambda: sum(len(kernel.overloads) for kernel in compiled._DIGESTS)
d = lab.dashboard("lasso")
d.wait(120)
first, before, compute = d.run, codes(), d._session._compute
compute._compiler.wait(300)
for lam in (0.31, first.settings["lam"]):
    d.knobs["lam"].value = lam
    d.wait(120)
w, again = (run.trace.snapshots["w"] for run in (first, d.run))
print(json.dumps({
    "before": before, "after": codes(), "ready": compute.is_ready, "apart": abs(w - again).max(),
    "proved": [run.result.certificate.holds(1e-6) for run in (first, d.run)],
}))
"""


@pytest.mark.further
def test_first_picture_waits_for_no_kernel_and_is_what_kernels_make(tmp_path):
    pytest.importorskip("numba")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    line = [sys.executable, "-c", FIRST]
    said = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    seen = json.loads(said.stdout.splitlines()[-1])
    assert seen["before"] == 0 < seen["after"] and seen["ready"]
    assert seen["apart"] < 1e-9 and seen["proved"] == [True, True]


class Child:
    """In place of the process that compiles."""

    def __init__(self, work, ended):
        self.status, self.work, self._ended = None, work, ended

    def poll(self):
        """Its status, None while it runs."""
        return self.status

    def end(self, status):
        """What the system does where it ends."""
        self.status = status
        self._ended()


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """A separate cache of kernels, which no other process compiles for."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


@pytest.fixture
def background(monkeypatch, cache):
    """(an `BackgroundCompilation`, what its runs meet, the processes that it has started)."""
    meets, started = [], []

    @contextmanager
    def interpreted(seconds):
        plain = set()
        yield plain
        plain |= meets.pop(0)
        if "slow" in plain:
            raise TooSlow

    monkeypatch.setattr(warmup, "interpreted", interpreted)
    asked = []
    made = BackgroundCompilation(
        lambda settings, _: asked.append(settings) or len(asked),
        "experiment",
        lambda *a: started.append(Child(*a)) or started[-1],
    )
    return made, meets, started


def test_one_process_at_a_time_compiles_what_runs_as_plain_python(background):
    compute, meets, started = background
    meets += [{"a"}, {"a"}, {"a", "b"}, {"b"}]
    assert [compute({"lam": k}, None) for k in (1, 2)] == [1, 2]
    assert len(started) == 1 and not compute.is_ready
    assert cloudpickle.loads(started[0].work) == ("experiment", {"lam": 1})
    started[0].end(0)
    assert compute({"lam": 3}, None) == 3  # another setting needs another kernel
    assert len(started) == 2 and not compute.is_ready
    started[1].end(1)
    compute({"lam": 4}, None)  # it was there in vain: nothing is tried a third time
    assert compute.is_ready


def test_what_has_code_what_is_too_slow_and_what_is_timed_compiles_as_ever(background):
    compute, meets, started = background
    assert compute({"clock": "seconds"}, None) == 1 and not compute.is_ready
    meets += [{"slow"}]
    assert compute({"clock": "work"}, None) == 3 and compute.is_ready
    assert compute({"clock": "work"}, None) == 4 and not started and not meets
    compute.is_ready = False
    meets += [set()]
    assert compute({}, None) == 5 and compute.is_ready and not started


def test_process_solves_what_it_was_sent(monkeypatch):
    played = []
    monkeypatch.setattr(warmup, "lower_priority", lambda steps: played.append(steps > 0))
    experiment = find("lasso")[1]
    work = cloudpickle.dumps((experiment, experiment.settings({"lam": 0.4})))
    play = type(experiment).play
    monkeypatch.setattr(
        type(experiment), "play", lambda one, s: played.append(s["lam"]) or play(one, s)
    )
    warmup._solve(work)
    assert played == [True, 0.4]


# One process a machine and cache, which ends with the one that began it.

HOLDING = """
import time
from lab.app.warmup import Turn
turn = Turn()
assert turn.take()
print("mine", flush=True)
time.sleep(600)
"""

#: A process that has another one compile, and says which.
COMPILING = """
import time
import lab
from lab.discovery import find
from lab.app import warmup
from lab.app.warmup import Turn

experiment = find("lasso")[1]
one = warmup.BackgroundCompilation(lambda settings, cancelled: None, experiment)
one._compile({"a"}, experiment.settings({}))
print(one._compiler.pid, flush=True)
time.sleep(600)
"""


@contextmanager
def running(code):
    """(process that runs Python code, its first line)."""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def until(condition, timeout=60.0):
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def test_warmup_waits_while_another_process_compiles_then_runs(background):
    compute, meets, started = background
    meets += [{"a"}, {"a"}]
    with running(HOLDING) as (process, word):
        assert word == "mine" and not Turn().take()
        assert [compute({"lam": k}, None) for k in (1, 2)] == [1, 2]
        time.sleep(3 * WAIT)
        assert not started and not compute.is_ready
        process.kill()  # the system gives the turn back
        until(lambda: started)
    assert cloudpickle.loads(started[0].work) == ("experiment", {"lam": 2})
    assert not Turn().take()
    started[0].end(0)
    mine = Turn()
    assert mine.take() and not Turn().take()
    mine.release()


def test_warmup_asks_for_the_turn_of_the_cache_it_began_with(background, monkeypatch, tmp_path):
    compute, meets, started = background
    meets += [{"a"}]
    first = Turn()
    assert first.take()
    compute({"lam": 1}, None)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "another"))
    time.sleep(3 * WAIT)
    assert not started and Turn().take()
    first.release()
    until(lambda: started)


def test_warmup_leaves_one_timer_when_an_older_one_is_late(background, monkeypatch):
    monkeypatch.setattr(warmup, "WAIT", 1e6)  # the test calls the timers
    compute, meets, started = background
    meets += [{"a"}, {"b"}]
    first = Turn()
    assert first.take()
    compute({"lam": 1}, None)
    late = compute._waiting._act  # what the timer's thread is about to call
    compute({"lam": 2}, None)
    newest = compute._waiting
    late()
    assert compute._waiting is newest
    first.release()
    late()
    assert not started
    newest._act()
    assert cloudpickle.loads(started[0].work) == ("experiment", {"lam": 2})


def test_dashboard_that_is_forgotten_waits_for_no_turn(cache):
    started, mine = [], Turn()
    assert mine.take()
    compute = BackgroundCompilation(lambda *_: None, "experiment", lambda *_: started.append(1))
    gone = weakref.ref(compute)
    compute._compile({"a"}, {})
    del compute
    gc.collect()
    assert gone() is None
    mine.release()
    time.sleep(3 * WAIT)
    assert not started


def test_without_a_place_for_the_lock_kernels_are_compiled_all_the_same(tmp_path):
    nowhere = tmp_path / "nowhere" / "lock"
    assert Turn(nowhere).take() and Turn(nowhere).take()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_process_that_compiles_ends_with_the_one_that_began_it(cache):
    with running(COMPILING) as (process, pid):
        assert not Turn().take()
        os.kill(int(pid), 0)
        process.send_signal(signal.SIGKILL)
        until(lambda: ended(int(pid)))  # it may still be importing what it needs
    mine = Turn()
    assert mine.take()
    mine.release()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupt_ends_the_processes_of_a_warmup_alone(tmp_path, monkeypatch):
    foreign = get_context("spawn").Process(target=time.sleep, args=(600.0,), daemon=True)
    foreign.start()
    monkeypatch.setenv(sweeping.LOG, str(tmp_path / "log"))
    monkeypatch.setattr(warmup, "_warm_lesson", sweeping.endless)
    sent = []

    def interrupt():
        while len(sweeping.asked()) < 2:
            time.sleep(0.05)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            threading.Thread(target=interrupt, daemon=True).start()
            warmup.warm(processes=2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - sent[0] < 60.0
    assert all(ended(int(line.split()[-1])) for line in sweeping.asked())
    assert foreign.is_alive()
    foreign.kill()
