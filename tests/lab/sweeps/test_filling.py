"""A map that fills in the background: what is solved, in which order, and how it ends."""

import os
import threading
import time

import pytest
from sweeping import ALWAYS, LOG, TOY, asked, ended

from lab.processes import begin_child
from lab.sweeps import filling as module
from lab.sweeps.filling import Filling
from lab.sweeps.sources import Live
from lab.sweeps.worker import FAILED, LOST, Job, failed_row, measured_row
from widgets import Heatmap

#: Seconds that a worker may take to start on a busy machine.
LONG = 120.0


@pytest.fixture(autouse=True)
def log(monkeypatch, tmp_path, request):
    monkeypatch.setenv(LOG, str(tmp_path / "log"))
    if "priority" not in request.node.name:  # on a busy machine, tests would wait for ever
        monkeypatch.setattr("lab.sweeps.filling._GIVES_WAY", 0)


def job(base):
    settings = {knob.name: knob.default for knob in TOY.knobs} | base
    return Job(TOY, settings, None, (), measured_row, failed_row, ("nonzeros",))


def wanted(*lams):
    return lambda: [((k, 0), {"lam": lam}) for k, lam in enumerate(lams)]


@pytest.fixture
def filling():
    made = Filling(job, lambda: None)
    yield made
    made.close()


@pytest.mark.servers
def test_cells_are_solved_in_their_order_and_stored_with_their_knobs(filling):
    filling.aim({"seed": 1}, wanted(0.5, 0.1, 0.3))
    assert filling.wait(LONG)
    assert [line.split()[0] for line in asked() if line.split()[1] == "1"][-2:] == ["0.1", "0.3"]
    first = dict(filling.rows)
    assert sorted(first) == [(0, 0), (1, 0), (2, 0)] and first[0, 0][0] == "converged"
    filling.aim({"seed": 2}, wanted(0.5))
    assert filling.wait(LONG) and list(filling.rows) == [(0, 0)]
    count = len(asked())
    filling.aim({"seed": 1}, wanted(0.5, 0.1, 0.3))
    assert filling.wait(LONG) and filling.rows == first and len(asked()) == count


@pytest.mark.servers
def test_nothing_begins_while_it_rests(filling):
    filling.rest(3600.0)
    filling.aim({}, wanted(0.5))
    assert not filling.wait(0.3) and not filling.workers
    filling.rest(0.0)
    filling.aim({}, wanted(0.5))
    assert filling.wait(LONG) and len(filling.rows) == 1


def test_worker_has_the_least_priority(filling):
    filling.aim({}, wanted(0.5))
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if [os.getpriority(os.PRIO_PROCESS, pid) for pid in filling.workers] == [19]:
            return
        time.sleep(0.05)
    pytest.fail("no worker of the least priority")


def test_closing_ends_the_worker_and_the_thread():
    reported = threading.Event()
    made = Filling(job, reported.set)
    made.aim({}, wanted(*[0.01 * k for k in range(1, 100)]))
    assert reported.wait(LONG)
    (pid,) = made.workers
    made.close()
    assert ended(pid) and made.wait(LONG)
    made._worker._thread.join(10)
    assert not made._worker.alive


def test_map_that_is_closed_while_its_process_is_begun_leaves_none(filling, monkeypatch):
    begun = []

    def begin(*args, **how):
        filling.close()  # as by a thread that is faster
        begun.append(begin_child(*args, **how))
        return begun[0]

    monkeypatch.setattr(module, "begin_child", begin)
    filling.aim({}, wanted(0.5))
    assert filling.wait(LONG) and ended(begun[0].pid)
    assert not filling.workers and not filling.rows and not filling.failure
    filling.aim({"seed": 1}, wanted(0.5))
    assert filling.wait(LONG) and len(begun) == 1


def test_process_that_was_idle_for_long_is_started_again(filling):
    filling.aim({}, wanted(0.5))
    assert filling.wait(LONG)
    (pid,) = filling.workers
    filling._solver._process.stdin.close()  # what ends it here; else it does so itself
    assert ended(pid)
    filling.aim({}, wanted(0.5, 0.1))
    assert filling.wait(LONG) and filling.workers != [pid]
    assert [row[0] for row in filling.rows.values()] == ["converged"] * 2


@pytest.mark.servers
def test_filling_refused_setting_is_a_row_and_lost_worker_costs_one(filling):
    filling.aim({"above": "refuse"}, wanted(50.0, 0.5))
    assert filling.wait(LONG)
    assert filling.rows[0, 0][0] == FAILED and "lam must be at most 1" in filling.rows[0, 0][-1]
    filling.aim({"above": ALWAYS}, wanted(50.0, 0.5))
    assert filling.wait(LONG)
    assert filling.rows[0, 0][0] == LOST and filling.rows[1, 0][0] == "converged"
    assert not filling.failure


@pytest.mark.servers
def test_map_whose_worker_ends_again_and_again_stops_with_a_sentence(filling):
    filling.aim({"above": ALWAYS}, wanted(*[50.0] * 9))
    assert filling.wait(LONG)
    assert filling.failure.startswith("The map stopped: its worker ended 3 times")


def test_picture_of_a_part_holds_what_is_known_and_nothing_else():
    source = Live(TOY, "lam", "seed", "nonzeros")
    try:
        settings = {knob.name: knob.default for knob in TOY.knobs}
        rows = {(0, 0): ("converged", 1, 1, 0.0, 0.0, 0.0, 0.0, 0.0, 4, "")}
        rows |= {(8, 8): ("max_iter", 1, 1, 0.0, 0.0, 0.0, 0.0, 0.0, 3, ""),
                 (1, 0): ("failed", *[None] * 8, "no")}  # fmt: skip
        source._filling.rows = rows
        scene = source.scene(settings)
        heats = [m for m in scene.panels[0].marks if isinstance(m, Heatmap)]
        assert [int((h.values.values >= 0).sum()) for h in heats] == [2, 2]
        kind, words = source.status(settings)
        assert kind == "filling" and words == "3 of 1089 cells; 1 refused, such as: no"
        source._filling.rows = {(i, j): rows[0, 0] for i in range(33) for j in range(33)}
        assert len(source.scene(settings).panels[0].marks) == 1
        assert source.status(settings) == ("ready", "1089 of 1089 cells")
    finally:
        source.close()
