"""The settings that a slider passes on its way, solved, drawn and packed in this process, as a
dashboard does for a first sweep.

The text of this file also runs in another checkout, so it asks of `lab` only what is old.
"""

from __future__ import annotations

import hashlib
import json
import sys
from time import process_time

import numpy as np

#: What a setting goes through, in this order.
PARTS = ("solve", "draw", "pack")


def turned(scene, name, count):
    """Processor seconds (count, 3) of the `PARTS` at each value of the knob `name`, and a digest
    of each packed picture, the first round not counted, as it compiles and loads."""
    from lab.addresses import find
    from widgets.lattice import packed_point

    address, experiment = find(scene)
    knob = next(k for k in experiment.knobs if k.name == name)
    settings = [
        experiment.settings({name: value}) for value in knob.spread(knob.low, knob.high, count)
    ]
    _picture(experiment, address, settings[0], packed_point)
    seconds, digests = zip(
        *(_picture(experiment, address, one, packed_point) for one in settings), strict=True
    )
    return {"seconds": seconds, "digests": digests}


def _picture(experiment, address, settings, packed_point):
    times = [process_time()]
    run = experiment.play(settings, address=address)
    times.append(process_time())
    drawn = experiment.draw(run)
    times.append(process_time())
    last = len(drawn) - 1
    point = packed_point(drawn, {"seen": drawn.layout.in_sight(), "told": {0, last}})
    times.append(process_time())
    digest = hashlib.blake2b(json.dumps(point.head, sort_keys=True).encode())
    for part in sorted(point.parts):
        digest.update(part.encode() + point.parts[part])
    return np.diff(times).tolist(), digest.hexdigest()


def serve():
    """Answer every line of stdin, [scene, knob, count] as JSON, with what `turned` says."""
    for line in sys.stdin:
        print(json.dumps(turned(*json.loads(line))), flush=True)


if __name__ == "__main__":
    serve()
