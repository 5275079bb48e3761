"""The Python that shows a picture again."""

from __future__ import annotations

from collections.abc import Mapping

from lab.experiment import Experiment


def code(where, settings, frame=0, step=None, teaching=None):
    """Python that shows the picture now shown at its frame; floats read back exactly. An
    `Experiment` that has no address is called `experiment` there; step: what a function of one's
    own is called; teaching: the options beside the settings."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    given = _arguments(settings, step, teaching)
    arguments = "".join(f"    {name}={words},\n" for name, words in given.items())
    return (
        "import lab\n\n"
        f"d = lab.dashboard(\n    {place},\n{arguments}    frame={int(frame)},\n)\n"
        "d  # d.wait(), and d.run is its run, d.scene its picture\n"
    )


def line(where, experiment, settings, frame, step=None, teaching=None):
    """One line of Python that shows a scene again: the knobs that are not at their defaults."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    turned = [k.name for k in experiment.knobs if settings[k.name] != k.check(k.default)]
    given = _arguments({name: settings[name] for name in turned}, step, teaching)
    words = "".join(f", {name}={words}" for name, words in given.items())
    return f"lab.dashboard({place}{words}, frame={frame})"


def _arguments(settings, step, teaching):
    """Name -> Python of what is given to `dashboard` beside place and frame."""
    fixed = teaching.fix if teaching is not None else ()
    given = {name: repr(value) for name, value in settings.items() if name not in fixed}
    given |= {"step": step} if step else {}
    return given | (teaching.python() if teaching is not None else {})


def called(step):
    """Python for a step: the name of a function, or {exercise: name}."""
    if isinstance(step, Mapping):
        pairs = (f"{name!r}: {called(function)}" for name, function in step.items())
        return f"{{{', '.join(pairs)}}}"
    return getattr(step, "__name__", "step")
