"""The settings of a page: what a worker makes of one, which have to be solved, and how its knobs
move between them; those that are not varied are fixed and not shown."""

from __future__ import annotations

from lab.discovery import find
from lab.drawing.text import listed
from lab.runs.export import code
from widgets.controls import spec_of, tick_label, to_wire
from widgets.knobs import NUMBERS
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


_TEXT = 40


def controls(experiment, grid):
    """The controls: those that are varied first, then the primary ones, then the rest."""
    knobs = sorted(experiment.knobs, key=lambda k: (k.name not in grid.axes, not k.primary))
    return [_control(knob, grid) for knob in knobs]


def _control(knob, grid):
    spec, values = spec_of(knob), grid.axes.get(knob.name)
    if values is None:
        locked = "It stands at this value here; turning it takes the notebook."
        return {"spec": spec, "value": to_wire(grid.base[knob.name]), "locked": locked}
    spec["primary"] = True
    if knob.kind in NUMBERS:
        spec["stops"] = list(values)
    elif knob.kind != "switch" or len(values) < 2:
        spec["kind"] = "choice"
        spec["options"] = [
            {"value": to_wire(v), "words": _words(knob, v), "line": None} for v in values
        ]
    return {"spec": spec, "value": to_wire(values[0]), "locked": ""}


def _words(knob, value):
    """What a choice says of one of the values."""
    words = dict(knob.pairs()) if knob.kind in ("choice", "several") else {}
    if knob.kind == "several":
        return ", ".join(words[v] for v in value) or "none"
    if knob.kind == "switch":
        return "on" if value else "off"
    if knob.kind == "choice":
        return words[value]
    return value if 0 < len(value) <= _TEXT else f"{value[: _TEXT - 1]}…" if value else "none"


def _within(label):
    """A label within a sentence: "Data" is "data", "C" stays."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def start_of(experiment, grid):
    """The number of the setting that a page shows first: that nearest to the scene's own."""
    knobs = {knob.name: knob for knob in experiment.knobs}
    k = 0
    for name, values in grid.axes.items():
        k = k * len(values) + knobs[name].nearest(values, grid.base[name])
    return k


def note(experiment, grid):
    """What the page says of its knobs, and of what is drawn by hand where there is a kernel."""
    labels = {knob.name: _within(knob.label) for knob in experiment.knobs}
    varied = listed([labels[name] for name in grid.axes])
    one = "value" if len(grid.axes) == 1 else "setting"
    are = "are" if len(grid) > 1 else "is"
    what = f"{len(grid)} {one}{'s' * (len(grid) > 1)} of {varied}" if grid.axes else "1 setting"
    still = {*grid.axes, *idle_knobs(experiment, grid.base)}
    fixed = [labels[k.name] for k in experiment.knobs if k.primary and k.name not in still]
    rest = f"; {listed(fixed)} {'are' if len(fixed) > 1 else 'is'} fixed" if fixed else ""
    words = f"{what} {are} solved{rest}."
    tools = experiment.tools and experiment.tools(grid.base)
    return f"{words} By hand {tools.noun}s are edited in the notebook only." if tools else words
