"""Ctrl-C at random moments, as a separate program: a crash would end the tests."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import numpy as np
from seeded import offers

import lab
from lab.experiment import Experiment, Run
from solvers import SOLVERS, Lasso, lars_path, lasso_grid
from widgets.knobs import Knob


def outcome(what, times):
    """What this program says of "solvers" or "sweeps" that are interrupted so many times."""
    command = [sys.executable, __file__, what, str(times)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return json.loads(done.stdout)


def larger_lasso(rng):
    """Its kernels run for many milliseconds, so that most interrupts arrive in one."""
    X, t = rng.standard_normal((200, 400)), rng.standard_normal(200)
    return Lasso(X, t, 0.02 * float(np.abs(X.T @ t).max()))


def interrupted(call, wait):
    """(what `call`, again and again, ended with; the seconds from the interrupt on)."""
    sent = []

    def interrupt():
        time.sleep(wait)
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    try:
        thread.start()
        while True:
            call()
    except BaseException as error:
        late = time.perf_counter() - sent[0]
        thread.join()
        return type(error).__name__, late


def calls(rng):
    """Name -> a short run: every registered solver, recorded and not, and what has no registry."""
    made = {}
    for kind, offer in offers().items():
        for name, solve in SOLVERS[kind].items():
            problem = offer.build(rng)
            for every in (0, 1):
                made[f"{kind.__name__}-{name}-{every}"] = lambda p=problem, s=solve, e=every: s(
                    p, tol=0.0, max_iter=300, record_every=e
                )
    large = larger_lasso(rng)
    made["large"] = lambda: SOLVERS[Lasso]["cd"](large, tol=1e-12, record_every=0)
    made["grid"] = lambda: lasso_grid(large.X, large.t, count=20, tol=1e-10)
    made["path"] = lambda: lars_path(large.X, large.t)
    return made


def solvers(times):
    """{name: {what a run ended with: how often}}, and the longest wait for it."""
    draw, found, slowest = random.Random(0), {}, 0.0
    for name, call in calls(np.random.default_rng(0)).items():
        call()  # what is compiled for the first time takes its time
        seen = Counter()
        for _ in range(times):
            ended, late = interrupted(call, draw.uniform(0.0, 0.02))
            seen[ended] += 1
            slowest = max(slowest, late)
        found[name] = dict(seen)
    return {"found": found, "slowest": slowest}


def solve(settings, cancelled=None):
    """A lasso that is solved in compiled calls, several times."""
    problem = larger_lasso(np.random.default_rng(settings["seed"]))
    for _ in range(3):
        main = SOLVERS[Lasso]["cd"](problem, tol=1e-12, record_every=0)
    return Run(problem, {"cd": main})


def sweeps(times):
    """How many rows each of so many interrupted sweeps stored, and how many were done."""
    draw, retained = random.Random(0), []
    knobs = (Knob("seed", "integer", 0, "", 0, 99),)
    experiment = Experiment("fast", "A fast lasso", "Does it stop?", knobs, solve, None)
    for _ in range(times):
        done = []

        def tell(count, total, done=done):
            done.append(count)
            if count == 3:
                wait = draw.uniform(0.0, 0.05)
                threading.Timer(wait, os.kill, [os.getpid(), signal.SIGINT]).start()

        part = lab.sweep(experiment, vary={"seed": range(20)}, jobs=1, progress=tell)
        retained.append([len(part), done[-1]])
    return retained


if __name__ == "__main__":
    # The thread that interrupts waits no longer than it says, however busy the interpreter is.
    sys.setswitchinterval(1e-4)
    print(json.dumps({"solvers": solvers, "sweeps": sweeps}[sys.argv[1]](int(sys.argv[2]))))
