"""What a worker makes of one setting of a page, and which settings have to be solved."""

from __future__ import annotations

from lab.addresses import find
from lab.runs.code import code
from widgets.controls import tick_label, to_wire
from widgets.lattice import packed_point, unanswered_point


def answer(job, digest, varied):
    """The packed picture of a setting, the marks on its sliders and its Python; or, where the
    problem is refused, the sentence that says so."""
    address, experiment = find(job.where)
    settings = {**job.base, **varied}
    beside = {}
    try:
        beside["ticks"] = _ticks(experiment, settings)
        beside["code"] = _code(job.where, settings)
        run = experiment.play(settings, address=address)
        return packed_point(experiment.draw(run), **beside)
    except ValueError as error:
        return unanswered_point(" ".join(str(error).split()), **beside)


def failed(job, status, sentence):
    """The point of a setting whose computation broke."""
    return unanswered_point(sentence)


def _ticks(experiment, settings):
    """Slider name -> (value, words) as the control takes it."""
    ticks = experiment.ticks(dict(settings)) if experiment.ticks is not None else {}
    return {name: [to_wire(tick[0]), tick_label(*tick)] for name, tick in ticks.items() if tick}


def _code(where, settings):
    """The Python of a picture, before and after the number of its frame."""
    before, _, after = code(where, settings).rpartition("frame=0")
    return [f"{before}frame=", after]


def idle_knobs(experiment, settings):
    """The names of the knobs that have no effect at `settings`."""
    return tuple(knob.name for knob in experiment.knobs if not knob.applies(settings))


def representatives(experiment, grid):
    """[number of the setting that is solved in the place of setting k]: a varied knob that has no
    effect, and on which none other depends, stands at its first value."""
    knobs = experiment.knobs
    read = {name for knob in knobs for rule in knob.rules() for name in rule}
    read |= {knob.apart for knob in knobs if knob.apart}
    places: dict = {}
    found = []
    for k in range(len(grid)):
        varied = grid.varied(k)
        idle = set(idle_knobs(experiment, {**grid.base, **varied})) - read
        key = tuple((n, None if n in idle else v) for n, v in varied.items())
        found.append(places.setdefault(key, k))
    return found
