"""A knob that is visible changes something, and one that is hidden changes nothing.

What changes is looked for in the run, in the picture as it is packed for the browser, and in what
a click does. A knob has an effect at given choices if it has one for some of the numbers drawn with
them.
"""

import contextlib
import json

import numpy as np
import pytest
from repeated import further
from scenes import ADDRESSES as SCENES

from lab.discovery import LESSONS
from solvers import InputError
from widgets.knobs import NUMBERS, TEXTS
from widgets.pack import pack

#: Sizes that make runs short; a run's own seconds differ from one run to the next.
SHORT = {
    "n": 24, "budget": 20, "triplets": 12, "count": 6, "peer": "none", "clock": "iterations",
    "slow": 1,
}  # fmt: skip
#: The knob that is a limit, and has no effect where every run ends before.
LIMIT = "budget"
#: How often numbers are drawn anew before a knob counts as without effect at these choices, and how
#: often where they are refused.
TRIES, REFUSED = 10, 30


def drawn(experiment, settings):
    """All that these settings show: equal for equal pictures, and None where they are refused."""
    try:
        run = experiment.play(experiment.settings(settings))
        spec, arrays = pack(experiment.scene(run))
    except InputError:
        return None
    del spec["questions"]  # their order is drawn from all settings
    traces = [(t.objective.tobytes(), t.work.tobytes()) for t in run.traces.values()]
    clicked = None
    tools = experiment.tools(run.settings) if experiment.tools else None
    for do, what, _ in tools.options if tools else ():
        at = {"do": do, "what": what, "panel": tools.panel, "x": 0.1, "y": 0.2, "x0": 0, "y0": 0}
        at |= {"places": [[0.1, 0.2], [1.5, 0.1], [-0.4, 1.3]], "closed": True}
        with contextlib.suppress(InputError):
            clicked = clicked, experiment.click(run.settings, at)
    buffers = sorted({**arrays.static, **arrays.moving})
    return json.dumps(spec, sort_keys=True), buffers, traces, repr(clicked)


def turned(knob, value):
    """Values of the knob other than `value`, over its range, the far ones first."""
    if knob.kind == "switch":
        return [not value]
    if knob.kind in NUMBERS:
        return [v for v in _numbers(knob) if v != value]
    options = [v for v, _ in knob.pairs()]
    if knob.kind == "several":
        return [tuple(v for v in options if (v == o) != (v in value)) for o in options]
    return [v for v in options if v != value]


def _numbers(knob):
    between = np.geomspace if knob.kind == "log" else np.linspace
    high = min(knob.high, 4 * SHORT[knob.name]) if knob.name in SHORT else knob.high
    values = np.clip(between(knob.low, high, 7), knob.low, knob.high)[[0, 6, 3, 1, 5]]
    return [round(v) if knob.kind == "integer" else float(v) for v in values.tolist()]


def changes(experiment, settings, knob, base):
    """Whether some value of the knob shows something else than `base`, what `settings` show."""
    values = turned(knob, settings[knob.name])
    return any(drawn(experiment, {**settings, knob.name: v}) != base for v in values)


def reached(experiment, settings, knob):
    """Whether some run reaches a limit at its lowest: else no value of it shows."""
    run = experiment.play(experiment.settings({**settings, knob.name: knob.low}))
    return any(result.status != "converged" for result in run.results.values())


def redrawn(experiment, settings, rng, random_settings):
    """`settings` with the same choices, switches and texts and with the numbers drawn anew."""
    retained = {k.name: settings[k.name] for k in experiment.knobs if k.kind not in NUMBERS}
    short = {k: v for k, v in SHORT.items() if k in settings}
    return random_settings(experiment, rng, **retained | short)


def wrong_knobs(experiment, settings, rng, random_settings):
    """(visible knobs without effect, hidden ones with an effect) at these choices."""
    shown = {k for k in experiment.knobs if k.applies(settings) and k.kind not in TEXTS}
    hidden = {k for k in experiment.knobs if not k.applies(settings)}
    idle = set(shown)
    seen = 0
    for _ in range(REFUSED):
        base = drawn(experiment, settings)
        if base is not None:
            idle, seen = {k for k in idle if not changes(experiment, settings, k, base)}, seen + 1
            idle = {k for k in idle if k.name != LIMIT or reached(experiment, settings, k)}
        if not idle or seen == TRIES:
            break
        settings = redrawn(experiment, settings, rng, random_settings)
        base = None
    if not seen:
        return [], []  # refused whatever the numbers: there is no picture to look at
    base = base or drawn(experiment, settings)
    secret = {
        k
        for k in hidden
        if base is not None and k.kind not in TEXTS and changes(experiment, settings, k, base)
    }
    return sorted(k.name for k in idle), sorted(k.name for k in secret)


def start(experiment):
    """The defaults, of a small problem."""
    own = {k.name for k in experiment.knobs}
    return experiment.settings({k: v for k, v in SHORT.items() if k in own})


@pytest.mark.further
@pytest.mark.parametrize("address", SCENES)
def test_at_the_defaults(address, random_settings):
    experiment = _experiment(address)
    settings = start(experiment)
    assert drawn(experiment, settings) == drawn(experiment, settings) is not None
    rng = np.random.default_rng(0)
    assert wrong_knobs(experiment, settings, rng, random_settings) == ([], [])


#: Choices at which knobs come to have an effect, or lose it.
CHOICES = [
    ("lars/path", {"data": "tie", "remedy": "ridge"}),
    ("lars/race", {"data": "wide"}),
    further("lars/path", {"data": "diabetes", "remedy": "noise"}),
    further("lars/path", {"data": "tie", "remedy": "noise", "amount": 1.0}),
    further("lars/path", {"data": "twins", "remedy": "noise", "amount": 0.1}),
]


@pytest.mark.parametrize("address, choices", CHOICES)
def test_at_choices_that_matter(address, choices, random_settings):
    experiment, rng = _experiment(address), np.random.default_rng(0)
    settings = {**start(experiment), **choices}
    assert drawn(experiment, settings) is not None
    assert wrong_knobs(experiment, settings, rng, random_settings) == ([], [])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("address", SCENES)
def test_at_random_choices(address, seed, random_settings):
    experiment, rng = _experiment(address), np.random.default_rng(seed)
    own = {k.name for k in experiment.knobs}
    short = {k: v for k, v in SHORT.items() if k in own}
    for _ in range(20):
        settings = random_settings(experiment, rng, **short)
        if drawn(experiment, settings) is not None:
            break
    wrong = wrong_knobs(experiment, settings, rng, random_settings)
    assert wrong == ([], []), settings


def _experiment(address):
    lesson, scene = address.split("/")
    return LESSONS[lesson].scene(scene)
