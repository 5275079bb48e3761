"""Scenes are solved with linear algebra on one thread; outside, all threads are back."""

import os
import subprocess
import sys

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

import lab
from lab.experiment import Experiment, Run
from lab.processes import one_thread
from lab.scenes.frames import Frames
from lab.scenes.picture import picture
from solvers import Lasso, solve_coordinate_descent
from widgets import Axis, Layout, Panel, Points
from widgets.words import Words


def threads():
    return {i["filepath"]: i["num_threads"] for i in ThreadpoolController().info()}


def test_what_is_found_is_given_back_also_where_one_is_within_another():
    with ThreadpoolController().limit(limits=2):
        before = threads()
        with one_thread():
            with one_thread():
                assert set(threads().values()) == {1}
            assert set(threads().values()) == {1}
        assert threads() == before and 2 in before.values()


#: A library is loaded when the others have been limited once. Two dashboards solve at once, in
#: separate threads, and one ends before the other; then the user's own thread asks for one thread,
#: and then for those that it had.
OVERLAPPING = """
import threading
from threadpoolctl import ThreadpoolController, threadpool_limits
from lab.processes import one_thread

def counts():
    return sorted(i["num_threads"] for i in ThreadpoolController().info())

with one_thread():
    early = counts()
import sklearn.cluster
with one_thread():
    late = counts()
assert len(late) > len(early) and set(late) == {1}, (early, late)
assert set(counts()) == {2}

def solve(inside, leave, left):
    with one_thread():
        seen.append(counts())
        inside.set()
        leave.wait(60)
    left.set()
    end.wait(60)

before, seen, solving, end = counts(), [], [], threading.Event()
for _ in range(2):
    inside, leave, left = solving.append([threading.Event() for _ in range(3)]) or solving[-1]
    threading.Thread(target=solve, args=(inside, leave, left), daemon=True).start()
    assert inside.wait(60)
for _, leave, left in solving:
    leave.set()
    assert left.wait(60)
assert set(seen[0]) == set(seen[1]) == {1}, seen
assert counts() == before and set(before) == {2}, (before, counts())
with threadpool_limits(1):
    assert set(counts()) == {1}, counts()
    end.set()
    solve(threading.Event(), leave, left)
    assert set(counts()) == {1}, counts()
assert counts() == before
"""


def several(count):
    names = ("OPENBLAS", "OMP", "MKL")
    return os.environ | {f"{name}_NUM_THREADS": str(count) for name in names}


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="OpenBLAS has a thread a core")
def test_late_libraries_and_overlapping_threads_leave_the_user_s_own():
    subprocess.run([sys.executable, "-c", OVERLAPPING], check=True, env=several(2))


def test_scenes_are_solved_and_drawn_on_one_thread():
    seen, picture = {}, lab.scene("lasso")

    def alone(settings, cancelled=None):
        seen.update(threads())
        problem = Lasso(np.eye(2), np.ones(2), 0.1)
        return Run(problem, {"cd": solve_coordinate_descent(problem)})

    def drawn(run):
        seen.update(threads())
        return picture

    experiment = Experiment("alone", "A", "Why?", (), alone, drawn)
    with ThreadpoolController().limit(limits=2):
        run = experiment.play({})
        assert seen and set(seen.values()) == {1} and 2 in threads().values()
        seen.clear()
        lab.scene(run)
        assert seen and set(seen.values()) == {1} and 2 in threads().values()
    assert lab.run("lasso").result.status == "converged"


def test_words_and_panels_made_when_somebody_looks_have_one_thread_too():
    seen = []

    def shown(frame):
        seen.append(set(threads().values()))
        return "a step"

    def panel(f):
        seen.append(set(threads().values()))
        return Panel(
            "Gap", [Points([0.0], [0.0])], Axis("x", range=(0, 1)), Axis("y", range=(0, 1))
        )

    f = Frames.of_rows(lab.run("lasso"), "sweeps", tolerance=1e-6)
    layout = Layout("now", tabs=("near", "late"))
    drawn = picture(f, dict.fromkeys(("now", "near", "late"), panel), Words(caption=shown), layout)
    seen.clear()
    with ThreadpoolController().limit(limits=2):
        assert drawn.captions[0] == "a step" and drawn.placed()[2].title == "Gap"
        assert seen == [{1}, {1}] and 2 in threads().values()
