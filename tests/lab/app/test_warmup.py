"""Pictures that do not wait for kernels: what runs as plain Python, and who compiles meanwhile."""

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import cloudpickle
import pytest

from lab.addresses import find
from lab.app import warmup
from lab.app.warmup import Unhurried
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
compute._beside.wait(300)
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
def test_the_first_picture_waits_for_no_kernel_and_is_what_kernels_make(tmp_path):
    pytest.importorskip("numba")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    line = [sys.executable, "-c", FIRST]
    said = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    seen = json.loads(said.stdout.splitlines()[-1])
    assert seen["before"] == 0 < seen["after"] and seen["ready"]
    assert seen["apart"] < 1e-9 and seen["proved"] == [True, True]


class Beside:
    """Stands for the process that compiles."""

    def __init__(self):
        self.ended, self.got = None, []

    def poll(self):
        """Its status, None while it runs."""
        return self.ended

    def communicate(self, work):
        """Take what it is to solve."""
        self.got.append(work)


@pytest.fixture
def unhurried(monkeypatch):
    """(an `Unhurried`, what its runs meet, the processes that it has started)."""
    meets, started = [], []

    @contextmanager
    def interpreted(seconds):
        plain = set()
        yield plain
        plain |= meets.pop(0)
        if "slow" in plain:
            raise TooSlow

    monkeypatch.setattr(warmup, "interpreted", interpreted)
    monkeypatch.setattr(warmup, "warming", lambda *_, **__: started.append(Beside()) or started[-1])
    asked = []
    made = Unhurried(lambda settings, _: asked.append(settings) or len(asked), "experiment")
    return made, meets, started


def test_one_process_at_a_time_compiles_what_runs_as_plain_python(unhurried):
    compute, meets, started = unhurried
    meets += [{"a"}, {"a"}, {"a", "b"}, {"b"}]
    assert [compute({"lam": k}, None) for k in (1, 2)] == [1, 2]
    assert len(started) == 1 and not compute.is_ready
    (work,) = started[0].got
    assert cloudpickle.loads(work) == ("experiment", {"lam": 1})
    started[0].ended = 0
    assert compute({"lam": 3}, None) == 3  # another setting needs another kernel
    assert len(started) == 2 and not compute.is_ready
    started[1].ended = 1
    compute({"lam": 4}, None)  # it was there in vain: nothing is tried a third time
    assert compute.is_ready


def test_what_has_code_what_is_too_slow_and_what_is_timed_compiles_as_ever(unhurried):
    compute, meets, started = unhurried
    assert compute({"clock": "seconds"}, None) == 1 and not compute.is_ready
    meets += [{"slow"}]
    assert compute({"clock": "work"}, None) == 3 and compute.is_ready
    assert compute({"clock": "work"}, None) == 4 and not started and not meets
    compute.is_ready = False
    meets += [set()]
    assert compute({}, None) == 5 and compute.is_ready and not started


def test_the_process_solves_what_it_was_sent(monkeypatch):
    played = []
    monkeypatch.setattr(warmup, "_give_way", lambda: played.append("low"))
    experiment = find("lasso")[1]
    work = cloudpickle.dumps((experiment, experiment.settings({"lam": 0.4})))
    play = type(experiment).play
    monkeypatch.setattr(
        type(experiment), "play", lambda one, s: played.append(s["lam"]) or play(one, s)
    )
    warmup._solve(work)
    assert played == ["low", 0.4]
