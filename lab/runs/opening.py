"""A scene by its address: with a student's step in it, its run, and its picture as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lab.discovery import find
from lab.experiment import Experiment, Run, methods
from solvers.checks import InputError
from widgets import Scene

#: A function of one's own, or {exercise: function}.
Step = Callable | Mapping[str, Callable] | None


def with_student_step(where: str | Experiment, step: Step = None) -> tuple[str, Experiment]:
    """(address, `Experiment`) of `where`, with `step` as a rival called "yours" in it."""
    address, experiment = find(where)
    if step is None:
        return address, experiment
    from lab.checking.student_step import (
        with_step,  # brings in what runs it in a separate process
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
    address, experiment = with_student_step(where, step)
    done = experiment.play(experiment.settings(settings), cancelled, address=address)
    names = methods(done, settings.get("solvers", ()))
    if names and names[0] != done.main:
        raise InputError(
            f"solvers must begin with {done.main!r}, the method of this scene, got {names[0]!r}; "
            "lab.compare takes them in any order."
        )
    return done


def scene(what: Run | str | Experiment, **settings: Any) -> Scene:
    """The picture, as data, of what `lab.run` returned, or of an address or an `Experiment` with
    those `settings`."""
    if isinstance(what, str | Experiment):
        what = run(what, **settings)
    elif settings:
        raise InputError(f"A run has its settings already, got {', '.join(settings)} as well.")
    if not isinstance(what, Run):
        raise InputError(
            "scene takes what lab.run returns, an address or an Experiment, "
            f"got {type(what).__name__}."
        )
    return (what.experiment or find(what.address)[1]).draw(what)
