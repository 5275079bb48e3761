"""One word for the gap in the objective's units and one for its share of the scale: the command
line, the chips, the page, the caption and a sweep say the same of the same run."""

import json
import math

import pytest
from click.testing import CliRunner

import lab
from lab.cli import lab as command
from lab.discovery import find
from lab.drawing.text import read, words_of_proof
from lab.sweeps.measures import measure_of
from solvers import Certificate
from widgets.chips import chips
from widgets.pack import pack
from widgets.text import rough

ADDRESS, KNOB, SETTINGS = "lasso", ("--lam", "0.3"), {"lam": 0.3}


@pytest.fixture(scope="module")
def run():
    return lab.run(ADDRESS, **SETTINGS)


def test_chip_caption_page_and_command_line_say_the_same(run, tmp_path):
    proof = run.result.certificate
    gap, share = rough(proof.gap, up=True), rough(proof.relative_gap, up=True)
    assert gap != share
    scene, path = lab.scene(run), tmp_path / "page.html"
    assert any(words.endswith(f"proved within {gap}") for words, _ in chips(scene, len(scene) - 1))
    assert f"proved within {gap} of optimal" in scene.captions[-1]
    said = CliRunner().invoke(command, ["run", ADDRESS, *KNOB, "--out", str(path)])
    assert f"proved within {gap} (relative gap {share})." in said.output, said.output
    spec, _ = pack(scene)  # what the page paints
    assert f"proved within {gap}" in json.dumps(spec, ensure_ascii=False, default=str)


def test_sweep_measures_what_the_words_mean(run):
    experiment, proof = find(ADDRESS)[1], run.result.certificate
    assert measure_of(experiment, "gap")(run) == proof.gap
    assert measure_of(experiment, "relative gap")(run) == proof.relative_gap
    assert proof.relative_gap == pytest.approx(proof.gap / run.result.certificate.scale)


def test_proof_words_name_a_share_only_where_there_is_one():
    assert words_of_proof(Certificate(1.0, -math.inf, 1.0)) == ""
    assert words_of_proof(Certificate(1.0, 1.0, 1.0)) == "proved within rounding"
    words = words_of_proof(Certificate(3.0, 2.0, 7.0))
    assert words == "proved within 1.0 (relative gap 0.15)" and read("0.15") >= 1.0 / 7.0
    assert words_of_proof(Certificate(1.0, 2.0, 1.0)) == ""  # a contradiction proves nothing
