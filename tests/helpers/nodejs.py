"""The browser's own JavaScript, run by node.

Without node these tests are skipped, loudly; in CI a skip is a failure.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Runs default exports of modules, each with its argument from a line of JSON; numbers that JSON has
# no word for go and come as text.
RUN = """\
import { createInterface } from "node:readline";
const plain = (key, v) => {
  if (ArrayBuffer.isView(v)) return Array.from(v);
  return typeof v === "number" && !Number.isFinite(v) ? String(v) : v;
};
for await (const line of createInterface({ input: process.stdin })) {
  const [text, argument] = JSON.parse(line);
  const source = text.replaceAll('from "widgets/', `from "${process.argv[1]}widgets/`);
  const url = "data:text/javascript;base64," + Buffer.from(source).toString("base64");
  const answer = {};
  try {
    answer.value = await (await import(url)).default(argument);
  } catch (error) {
    answer.error = String(error.stack ?? error);
  }
  process.stdout.write(JSON.stringify(answer, plain) + "\\n");
}
"""


@pytest.fixture(scope="session")
def node():
    """run(module, argument): what the default export of an ES module makes of `argument`."""
    if shutil.which("node") is None:
        words = "NO NODE: install Node.js to run the tests of the browser's JavaScript"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)

    code = ["node", "--input-type=module", "--eval", RUN, ROOT.as_uri() + "/"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(code, **pipes) as process:

        def run(module, argument):
            process.stdin.write(json.dumps([module, argument]) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline() or '{"error": "node has ended"}')
            assert "error" not in answer, answer["error"]
            return answer.get("value")

        yield run


# What the page's own modules read in the scripts of its stages: every setting's point.
POINTS = """\
import { Lattice } from "widgets/static/lattice.js";
import { decodeAll } from "widgets/static/recipes.js";
export default async ({ index, data }) => {
  const lattice = new Lattice(index, data);
  const out = [];
  for (let k = 0; k < index.at.length; k++) {
    const { spec, buffers, error, extra } = await lattice.point(k);
    const settings = lattice.settings(k);
    if (lattice.place(settings) !== k) throw new Error(`setting ${k} is not in its place`);
    const values = Object.entries(spec ? decodeAll(spec.arrays, buffers) : {});
    const arrays = Object.fromEntries(values.map(([name, one]) => [name, one.values]));
    out.push({ spec, error, extra, settings, arrays });
  }
  return out;
};
"""
SCRIPTS = re.compile(r'<script type="application/(?:json|octet-stream)">(.*?)</script>', re.S)


@pytest.fixture(scope="session")
def unpacked(node):
    """unpacked(text): of the first stage of a page the settings in their order, each with its spec,
    arrays (name -> numbers), error and `extra`, its ticks and code."""

    def run(text):
        index, data = SCRIPTS.findall(text)[:2]
        return node(POINTS, {"index": json.loads(index), "data": data})

    return run
