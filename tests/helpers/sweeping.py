"""A small experiment for sweeps, in a module that workers can import: it solves, fails, ends its
process once or always, and writes down that it was asked."""

import os
import signal
import time
from pathlib import Path

import numpy as np

from lab.experiment import Experiment, Run
from solvers import InputError, Lasso, solve_coordinate_descent, solve_proximal_gradient
from widgets.knobs import Knob

#: Where solved settings are written down, and where a process that ended once says so.
LOG = "SWEEPING_LOG"
ALWAYS, ONCE = "always", "once"


def asked():
    """The lines written so far."""
    path = Path(os.environ[LOG])
    return path.read_text().splitlines() if path.exists() else []


def _tell(line):
    with open(os.environ[LOG], "a") as file:
        file.write(f"{line}\n")


def solve(settings, cancelled=None):
    """A lasso with `lam`, drawn by `seed`; above lam 1 it does what `above` says."""
    _tell(f"{settings['lam']:g} {settings['seed']}")
    if settings["lam"] > 1.0 and settings["above"] != "solve":
        _misbehave(settings)
    rng = np.random.default_rng(settings["seed"])
    X = rng.normal(size=(20, 5))
    problem = Lasso(X, X @ rng.normal(size=5), settings["lam"])
    main = solve_coordinate_descent(problem, tol=1e-8, seed=settings["seed"])
    return Run(problem, {"cd": main, "ista": solve_proximal_gradient(problem, max_iter=5)})


def _misbehave(settings):
    if settings["above"] == "refuse":
        raise InputError("lam must be at most 1 here.")
    if settings["above"] == "break":
        raise RuntimeError("a mistake\nin two lines")
    mark = Path(os.environ[LOG] + ".ended")
    if settings["above"] == ALWAYS or not mark.exists():
        mark.touch()
        os._exit(1)


KNOBS = (
    Knob("lam", "log", 0.1, "λ", 1e-3, 100.0),
    Knob("above", "text", "solve"),
    Knob("kind", "choice", "plain", options=(("plain", "as it is"), ("odd", "the other"))),
    Knob("seed", "integer", 0, "", 0, 99),
)
MEASURES = {"nonzeros": lambda run: np.count_nonzero(run.result.x)}
TOY = Experiment("toy", "A toy", "Does it sweep?", KNOBS, solve, None, measures=MEASURES)


class Heavy:
    """Data of a notebook that says when it is read."""

    def __init__(self, size):
        self.values = np.zeros(size)

    def __reduce__(self):
        return _read, (self.values,)

    def __call__(self, settings, cancelled=None):
        """As `solve`."""
        return solve(settings, cancelled)


def _read(values):
    _tell(f"read {os.getpid()}")
    return Heavy(values.size)


def ended(pid):
    """Whether a process ends within ten seconds."""
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def interrupts_are_ignored(_):
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def endless(name):
    """A task that says that it runs, and does not end."""
    _tell(f"{name} {os.getpid()}")
    time.sleep(600)


def interrupts_wait(_):
    """As they do in a process from its first instruction on if they did where it was started."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def third(item):
    """A part of a table that is written down."""
    word, value = item
    _tell(f"{word} {value}")
    return {"word": word, "third": value / 3}


def twice(item):
    """Another function of the same parts."""
    return 2 * item[1]
