"""The pictures during a drag of a slider, measured: real mouse events in JupyterLab and Chromium.

A picture counts when it is painted and is of other settings than the one before; the frames of a
transition between two are counted separately. The final one is whole: with the rivals of a method.
"""

from __future__ import annotations

import contextlib
import json
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from statistics import median
from types import SimpleNamespace

from lab import discovery
from lab.app.server import free_port
from lab.benchmarks.browser import OPENED, PAINT, SETUPS, checkout, launcher, notebooks, warm
from lab.benchmarks.tables import tracked
from lab.table import Table, short
from solvers import InputError
from widgets.knobs import NUMBERS

#: Seconds of a sweep over the range, and mouse events in a second of it.
SWEEP, EVENTS = 3.0, 60
#: Seconds for which the slider is pointed at before the second sweep.
POINTED = 2.0
#: Seconds that a message takes to a hub, and back.
AWAY = 0.05
_PATIENCE = 20.0

#: Pictures a second that are wanted of the first sweep without a card; of the other scenes 12.
_FIRST = dict.fromkeys(("lasso", "svm", "metric", "affinity", "triplets", "central-path"), 25)
_FIRST |= dict.fromkeys(("bags", "margins", "mirror", "identification"), 10)
_OTHERS = 12
_COLUMNS = (
    "scene", "first sweep, pictures/s", "wanted", "second sweep", "wanted",
    "longest without, s (<= 0.25)", "release to final, ms (<= 150)",
)  # fmt: skip
_BESIDE = (
    "scene", "first sweep, pictures/s", "there", "ratio", "second sweep", "there", "ratio",
    "longest without, s", "there", "ratio", "release to final, ms", "there", "ratio",
)  # fmt: skip

# When something is painted, of which settings, and whether in transition: two paintings of one
# setting are one picture, and so are those of several panels in one animation frame of a
# transition.
_WATCH = """(knob) => {
  const log = globalThis.log = { painted: [], up: 0 };
  const stage = document.querySelector(".cl-stage");
  let [way, tick] = [0, 0];
  const keep = (step) => {
    const at = stage.dataset.at ?? String(log.painted.length);
    if (tick === document.timeline.currentTime) log.painted.pop();
    tick = document.timeline.currentTime;
    log.painted.push([performance.now(), at, step, stage.dataset.part === "true"]);
  };
  document.addEventListener("cl-painted", () => keep(0));
  document.addEventListener("cl-moved", () => {
    if (tick === document.timeline.currentTime) return;
    keep(way += 1);
  });
  document.addEventListener("pointerup", () => { log.up = performance.now(); }, true);
}"""
# The picture that is there once nothing has been painted for a while: milliseconds from the
# release.
_FINAL = """async (most) => {
  const stage = document.querySelector(".cl-stage");
  const end = performance.now() + most;
  let [before, quiet] = [-1, performance.now()];
  while (performance.now() < end && performance.now() - quiet < 700) {
    await new Promise((r) => requestAnimationFrame(r));
    if (log.painted.length === before && stage.getAttribute("aria-busy") !== "true") continue;
    [before, quiet] = [log.painted.length, performance.now()];
  }
  const [, at] = log.painted.at(-1);
  const first = 1 + log.painted.findLastIndex(([, own]) => own !== at);
  // Arrived, where marks were on their way, and whole, where a part came first.
  const there = log.painted.slice(first);
  const [whole] = there.filter(([, , , part]) => !part);
  const last = there.findLast(([, , step]) => step) ?? there[0];
  return Math.max((last[3] ? whole ?? [Infinity] : last)[0] - log.up, 0);
}"""


#: How the page is rendered and how far the kernel is: name -> (words, flags of the browser,
#: seconds).
PLACES = {
    "no-card": ("with no graphics card", SETUPS["no graphics card"], 0.0),
    "card": ("with an emulated graphics card", SETUPS["an emulated graphics card"], 0.0),
    "hub": (
        f"no card, {2000 * AWAY:g} ms of round trip to the kernel",
        SETUPS["no graphics card"],
        AWAY,
    ),
}


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """Every scene's first primary slider, swept twice and released: a table for each of the places.

    options.scenes: of these alone; options.places: of `PLACES`, by default without a card;
    options.against: the folder of another checkout, measured in turn; options.runs: medians of so
    many; options.say(line): each row as soon as it is measured."""
    scenes = selected(options.scenes)
    with launcher() as launch:
        for place in options.places or [next(iter(PLACES))]:
            words, flags, away = PLACES[place]
            yield _table(f"A slider dragged, {words}", launch, flags, scenes, away, options)


def selected(names: Sequence[str]) -> dict[str, str]:
    """The scenes with a slider that `names` name; all without names."""
    scenes = _scenes()
    for name in names:
        if name not in scenes:
            known = ", ".join(scenes)
            raise InputError(f"SCENE must have a slider to drag, one of {known}, got {name!r}.")
    return {name: scenes[name] for name in names or scenes}


def _scenes():
    """The scenes that have a slider to drag: scene -> the name of the first among the primary.
    Where several have one name, their lesson's comes before it."""
    found = {}
    every = [(lesson, e) for lesson, one in discovery.LESSONS.items() for e in one.scenes]
    names = Counter(experiment.name for _, experiment in every)
    for lesson, experiment in every:
        name = experiment.name
        sliders = [k for k in experiment.knobs if k.primary and k.kind in NUMBERS]
        if sliders:
            found[name if names[name] == 1 else f"{lesson}/{name}"] = sliders[0].name
    return found


def _table(title, launch, flags, scenes, away, options):
    sweep = f"One sweep of {SWEEP:g} s over the range at {EVENTS} mouse events a second, then "
    notes = (
        f"{sweep}{POINTED:g} s of rest on the slider, and a second one. In brackets: with those "
        "on the way from one to the next.",
    )
    there = [] if options.against is None else [checkout(options.against)]
    rows, columns = [], _BESIDE if there else _COLUMNS
    options.say(f"{title}: {'; '.join(columns)}")
    port = free_port()
    flags = (*flags, f"--remote-debugging-port={port}")
    with contextlib.ExitStack() as stack:
        browser = stack.enter_context(contextlib.closing(launch(*flags)))
        places = (None, *there)
        for place in places:
            warm(place)
        opens = [stack.enter_context(notebooks({}, away, place)) for place in places]
        for scene, knob in tracked(scenes.items(), options):
            rounds = [
                [_measured(open_page, browser, port, scene, knob) for open_page in opens]
                for _ in range(options.runs)
            ]
            rows.append((_pairs if there else _row)(scene, rounds))
            options.say("  ".join(map(str, rows[-1])))
    return Table(title, columns, rows, notes)


def _row(scene, rounds):
    first, second, gap, final = _medians([own for (own,) in rounds])
    wanted = _FIRST.get(scene, _OTHERS)
    rates = (f"{short(whole)} ({short(shown)})" for whole, shown in (first, second))
    first, second = rates
    return (scene, first, f">= {wanted}", second, ">= 40", short(gap), short(final))


def _pairs(scene, rounds):
    """Ours, theirs, and the median of the ratios of the pairs, of each number."""
    ours, theirs = (_medians(side) for side in zip(*rounds, strict=True))
    found = []
    for k, (own, other) in enumerate(zip(ours, theirs, strict=True)):
        ratios = [_plain(a[k]) / max(_plain(b[k]), _LEAST[k]) for a, b in rounds]
        found += [short(_plain(own)), short(_plain(other)), short(median(ratios))]
    return (scene, *found)


#: No ratio is to less: pictures a second, twice, seconds of one picture, milliseconds of a frame.
_LEAST = (0.1, 0.1, 1e-3, 10.0)


def _plain(number):
    """The pictures of (pictures, with those on the way); any other number itself."""
    return number[0] if isinstance(number, tuple) else number


def _medians(measured):
    """The medians, over the rounds of a scene, of what `_measured` returns."""
    first, second, gap, final = zip(*measured, strict=True)
    return (
        *(tuple(median(side) for side in zip(*rates, strict=True)) for rates in (first, second)),
        median(gap),
        median(final),
    )


def _measured(open_page, browser, port, scene, knob):
    """((pictures a second, with those on the way) of the first sweep and of the second, the longest
    time without one in either, milliseconds from release to the final one) of a scene."""
    page, _ = open_page(browser, scene, **OPENED.get(scene, {}))
    page.evaluate(PAINT, 1)
    page.wait_for_timeout(1000)
    slider = page.locator(f'.cl-knob[data-name="{knob}"] .cl-range').first
    slider.scroll_into_view_if_needed()
    page.evaluate(_WATCH, knob)
    sweeps = []
    with _mouse(port, page.url) as move:
        for way in (1, -1):
            if sweeps:
                page.wait_for_timeout(1000 * POINTED)
            sweeps.append(_swept(page, move, slider.bounding_box(), way))
    page.context.close()
    first, second = (rates for rates, *_ in sweeps)
    _, gaps, finals = zip(*sweeps, strict=True)
    return first, second, max(gaps), median(finals)


@contextlib.contextmanager
def _mouse(port: int, url: str) -> Iterator[Callable[[float, float], None]]:
    """move(x, y) of a mouse whose button is held, which waits for no answer, like a user: a page
    that is busy gets as many events as one that is not."""
    from websocket import create_connection

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
        pages = json.load(answer)
    address = next(one["webSocketDebuggerUrl"] for one in pages if one["url"] == url)
    line, ids = create_connection(address, suppress_origin=True), count(1)
    held = {"type": "mouseMoved", "button": "left", "buttons": 1}

    def move(x: float, y: float) -> None:
        params = {**held, "x": x, "y": y}
        method = "Input.dispatchMouseEvent"
        line.send(json.dumps({"id": next(ids), "method": method, "params": params}))

    with contextlib.closing(line):
        yield move


def _swept(page, move, box, way):
    """((pictures a second, with those on the way), longest time without a picture, milliseconds to
    the final one) of a sweep."""
    edge = 9.0  # the middle of the thumb at either end
    low, high = box["x"] + edge, box["x"] + box["width"] - edge
    low, high = (low, high) if way > 0 else (high, low)
    y = box["y"] + box["height"] / 2
    page.mouse.move(low, y)
    page.mouse.down()
    page.wait_for_timeout(500)
    began = page.evaluate("() => { log.painted.length = 0; return performance.now(); }")
    start, tick = time.perf_counter(), 0
    while (now := time.perf_counter() - start) < SWEEP:
        move(low + (high - low) * now / SWEEP, y)
        tick = max(tick + 1, int(now * EVENTS))
        time.sleep(max(tick / EVENTS - (time.perf_counter() - start), 0.0))
    page.mouse.move(high - way, y)
    ended = page.evaluate("() => performance.now()")
    painted = page.evaluate("() => [...log.painted]")
    page.mouse.up()
    final = page.evaluate(_FINAL, 1000 * _PATIENCE)
    shown = [one for one in painted if began <= one[0] <= ended]
    whole = [(t, at) for t, at, step, _ in shown if not step]
    pictures = [t for k, (t, at) in enumerate(whole) if not k or at != whole[k - 1][1]]
    times, seconds = [began, *pictures, ended], (ended - began) / 1000
    rates = len(pictures) / seconds, len(shown) / seconds
    return rates, max(b - a for a, b in pairwise(times)) / 1000, final
