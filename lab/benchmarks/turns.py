"""The processor time of a turn of a slider, without a browser: solve, draw and pack, setting by
setting, of this checkout and of another one in turn."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import Any

import numpy as np

from lab.benchmarks import turning
from lab.benchmarks.browser import checkout, python_of
from lab.benchmarks.drag import selected
from lab.benchmarks.tables import tracked
from lab.table import Table, short
from solvers import InputError

#: Settings of a scene from one end of its slider to the other.
SETTINGS = 12
_HERE = Path(__file__).resolve().parents[2]
_OWN = (
    "scene", "solve, ms", "draw, ms", "pack, ms", "together, ms", "worst setting, ms",
    "while dragged, ms",
)  # fmt: skip
_BESIDE = (*_OWN, "together there, ms", "here / there", "dragged / there", "same pictures")


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """A row for each scene; options.runs: how often, medians; options.against: the other one."""
    columns = _BESIDE if options.against else _OWN
    title = "A turn of the first slider, milliseconds of the processor a setting"
    scenes = selected(options.scenes)
    places = [_HERE, *([checkout(options.against)] if options.against else [])]
    options.say("; ".join(columns))
    with contextlib.ExitStack() as stack:
        asks = [stack.enter_context(turner(place)) for place in places]
        rows = []
        for scene, knob in tracked(scenes.items(), options):
            rounds = [[ask(scene, knob) for ask in asks] for _ in range(options.runs)]
            rows.append(_row(scene, *zip(*rounds, strict=True)))
            options.say("  ".join(map(str, rows[-1])))
    notes = (
        f"{SETTINGS} settings from end to end, medians of {options.runs} rounds, in turn. During "
        "a drag, the main method of a slow picture comes first.",
    )
    yield Table(title, columns, rows, notes)


def _row(scene, ours, *others):
    times = _milliseconds(ours, "seconds")
    whole, dragged = times.sum(axis=1), _milliseconds(ours, "dragged")
    own = (scene, *map(short, times.mean(axis=0)))
    own += tuple(map(short, (whole.mean(), whole.max(), dragged.mean())))
    for theirs in others:
        there = _milliseconds(theirs, "seconds").sum(axis=1)
        pairs = list(zip(ours, theirs, strict=True))
        whole, dragged = (
            median(np.sum(a[what]) / np.sum(b[what]) for a, b in pairs)
            for what in ("seconds", "dragged")
        )
        same = sum(map(str.__eq__, ours[0]["digests"], theirs[0]["digests"]))
        own += (short(there.mean()), short(whole), short(dragged), f"{same} of {len(there)}")
    return own


def _milliseconds(rounds, what):
    """Of each setting, medians over the rounds."""
    return 1e3 * np.median([one[what] for one in rounds], axis=0)


@contextlib.contextmanager
def turner(place: Path) -> Iterator[Callable[[str, str], dict[str, Any]]]:
    """ask(scene, knob) -> what `turning.turned` returns in a process of the checkout `place`."""
    source = Path(turning.__file__).read_text(encoding="utf-8")
    one = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    child = subprocess.Popen(
        [python_of(place), "-c", source],
        cwd=place, env=os.environ | one, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    assert child.stdin is not None and child.stdout is not None  # both are pipes
    asked, said = child.stdin, child.stdout

    def ask(scene, knob):
        asked.write(json.dumps([scene, knob, SETTINGS]) + "\n")
        asked.flush()
        answer = said.readline()
        if not answer:
            raise InputError(f"The checkout {place} did not answer for {scene}; see above.")
        return json.loads(answer)

    try:
        yield ask
    finally:
        asked.close()
        child.wait(20)
