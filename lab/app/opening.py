"""The door of a scene: its address, the step of one's own that plays in it, and its run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lab.addresses import find
from lab.experiment import Experiment, Run, methods
from solvers.checks import InputError

#: A function of one's own, or {exercise: function}.
Step = Callable | Mapping[str, Callable] | None


def opened(where: str | Experiment, step: Step = None) -> tuple[str, Experiment]:
    """(address, `Experiment`) of `where`, with `step` as a rival called "yours" in it."""
    address, experiment = find(where)
    if step is None:
        return address, experiment
    from lab.checking.student_step import (
        with_step,  # brings in what runs it in a process of its own
    )

    return address, with_step(experiment, step)


def run(
    where: str | Experiment,
    *,
    cancelled: Callable[[], bool] | None = None,
    step: Callable | Mapping[str, Callable] | None = None,
    **settings: Any,
) -> Run:
    """Solve the scene `where` with the given knob values; no browser needed.

    where: an address such as "lars/race", or an `Experiment`.
    solvers=["cd", "prox"]: the methods by their short names, the scene's main method first.
    step: a function of your own, as `lab.exercise` asks for it, or {exercise: function}; its run is
    `results["yours"]`.
    """
    address, experiment = opened(where, step)
    done = experiment.play(experiment.settings(settings), cancelled, address=address)
    names = methods(done, settings.get("solvers", ()))
    if names and names[0] != done.main:
        raise InputError(
            f"solvers must begin with {done.main!r}, the method of this scene, got {names[0]!r}; "
            "lab.compare takes them in any order."
        )
    return done
