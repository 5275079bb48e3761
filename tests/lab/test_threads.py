"""Scenes are solved with linear algebra on one thread; outside, all threads are back."""

import os
import subprocess
import sys

import numpy as np
from threadpoolctl import ThreadpoolController

import lab
from lab.experiment import Experiment, Run
from lab.threads import one_thread
from solvers import Lasso, solve_coordinate_descent


def threads():
    return {i["filepath"]: i["num_threads"] for i in ThreadpoolController().info()}


def test_the_last_to_leave_gives_threads_back():
    with ThreadpoolController().limit(limits=2):
        before = threads()
        first, second = one_thread(), one_thread()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert set(threads().values()) == {1}
        second.__exit__(None, None, None)
        assert threads() == before and 2 in before.values()


def test_a_library_that_was_loaded_late_has_one_thread_too():
    script = (
        "from threadpoolctl import ThreadpoolController as Controller\n"
        "from lab.threads import one_thread\n"
        "with one_thread(): early = len(Controller().info())\n"
        "import sklearn.cluster\n"
        "with one_thread(): late = [i['num_threads'] for i in Controller().info()]\n"
        "assert len(late) > early and set(late) == {1}, (early, late)\n"
        "assert {i['num_threads'] for i in Controller().info()} == {2}\n"
    )
    several = {f"{name}_NUM_THREADS": "2" for name in ("OPENBLAS", "OMP", "MKL")}
    subprocess.run([sys.executable, "-c", script], check=True, env=os.environ | several)


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
