"""A packed scene is read alike in the browser and in Python."""

import base64

import numpy as np
import pytest
from every_mark import FRAMES, every_mark

from widgets.pack import pack
from widgets.reader import Reader

PLAYER = """\
import { decodeAll, read } from "widgets/static/recipes.js";
const view = (text) => {
  const bytes = Buffer.from(text, "base64");
  return new DataView(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};
export default ({ spec, data, frames }) => {
  const entries = Object.entries(data).map(([name, text]) => [name, view(text)]);
  const arrays = decodeAll(spec.arrays, Object.fromEntries(entries));
  const list = (part) => Array.from(part, (v) => (typeof v === "string" ? v : `${v}`));
  return spec.panels[0].traces.map((t) => frames.map((k) => Object.fromEntries(
    Object.entries(read(t, arrays, k)).map(([name, part]) => [name, list(part)]))));
};
"""


def numbers(part):
    return [v if isinstance(v, str) else float(v) for v in np.ravel(part).tolist()]


@pytest.mark.parametrize("z, log", [(False, False), (True, False), (False, True)])
def test_every_trace_shows_the_same_numbers_in_every_language(node, z, log):
    spec, arrays = pack(every_mark(z, log))
    data = {n: base64.b64encode(b).decode() for n, b in (arrays.static | arrays.moving).items()}
    browser = node(PLAYER, {"spec": spec, "data": data, "frames": FRAMES})
    reader, traces = Reader(spec, arrays), spec["panels"][0]["traces"]
    assert len(browser) == len(traces) > 20
    for trace, there in zip(traces, browser, strict=True):
        for k, shown in zip(FRAMES, there, strict=True):
            ours = reader.read(trace, k)
            assert set(ours) == set(shown)
            for name, part in ours.items():
                if name == "text":
                    assert part == shown[name]
                    continue
                theirs = [float(v) for v in shown[name]]
                np.testing.assert_allclose(numbers(part), theirs, rtol=1e-12, atol=1e-15)


def test_exact_arrays_hold_all_digits():
    scene = every_mark()
    (spec, arrays), mark = pack(scene, exact=True), scene.panels[0].marks[0]
    found = Reader(spec, arrays).read(spec["panels"][0]["traces"][0], 0)
    np.testing.assert_array_equal(found["x"], mark.x.values)
    spec, arrays = pack(scene)
    found = Reader(spec, arrays).read(spec["panels"][0]["traces"][0], 0)
    assert 0.0 < np.abs(found["x"] - mark.x.values).max() < 1e-4
