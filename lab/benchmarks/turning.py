"""The settings that a slider passes in a sweep, solved, drawn and packed in this process, as a
dashboard does for a first sweep.

The text of this file also runs in another checkout, so it uses only what an older `lab` has.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import sys
from time import process_time
from typing import Any

import numpy as np

#: The steps of a setting, in this order.
PARTS = ("solve", "draw", "pack")


def turned(scene: str, name: str, count: int) -> dict[str, Any]:
    """At each of `count` values of the knob `name`: processor seconds (count, 3) of the `PARTS`,
    those (count,) until a picture is there during a drag, and a digest of each packed picture. A
    first round is not counted, as it compiles and loads."""
    address, experiment = _find()(scene)
    knob = next(k for k in experiment.knobs if k.name == name)
    values = knob.spread(knob.low, knob.high, count)
    settings = [experiment.settings({name: value}) for value in values]
    parts = [_main_part(experiment, one) for one in settings]
    for one in (settings[0], parts[0]):
        if one is not None:
            _picture(experiment, address, one)
    wholes = [_picture(experiment, address, one) for one in settings]
    seconds, digests = zip(*wholes, strict=True)
    dragged = [sum(one) for one in seconds]
    for k, part in enumerate(parts):
        if part is not None and _is_slow(sum(seconds[k][:2])):
            dragged[k] = min(dragged[k], sum(_picture(experiment, address, part)[0]))
    return {"seconds": seconds, "dragged": dragged, "digests": digests}


def _find():
    """`find`, which an older checkout has in a separate module."""
    for module in ("lab.discovery", "lab.addresses"):
        found = getattr(importlib.import_module(module), "find", None)
        if found:
            return found
    raise ImportError("no function find in lab.discovery or lab.addresses")


def _main_part(experiment, settings):
    """The settings of the part that is computed first during a drag; None without one, as in an
    older checkout."""
    main_part = getattr(experiment, "main_part", None)
    return None if main_part is None else main_part(settings)


def _is_slow(seconds):
    from widgets.session import SLOW

    return seconds > SLOW


def _picture(experiment, address, settings):
    from widgets.lattice import packed_point
    from widgets.pack import pack

    # An older checkout has another name for it.
    frames = list(inspect.signature(pack).parameters)[-1]
    times = [process_time()]
    run = experiment.play(settings, address=address)
    times.append(process_time())
    drawn = experiment.draw(run)
    times.append(process_time())
    last = len(drawn) - 1
    point = packed_point(drawn, {"seen": drawn.layout.in_sight(), frames: {0, last}})
    times.append(process_time())
    digest = hashlib.blake2b(json.dumps(point.head, sort_keys=True).encode())
    for part in sorted(point.parts):
        digest.update(part.encode() + point.parts[part])
    return np.diff(times).tolist(), digest.hexdigest()


def serve() -> None:
    """Answer every line of stdin, [scene, knob, count] as JSON, with what `turned` says."""
    for line in sys.stdin:
        print(json.dumps(turned(*json.loads(line))), flush=True)


if __name__ == "__main__":
    serve()
