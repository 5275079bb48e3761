"""Notebooks that a program runs store the picture of every dashboard, and no library code."""

import base64
import io
import json
import os
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import lab
from widgets import Clock, Panel, Points, Scene
from widgets.palette import PAPER, TONES, colour
from widgets.paper.film import indexed
from widgets.still import MOST_BYTES, still

CELLS = (
    "import lab\nslow = lab.dashboard('lars/logistic', seed=3)",
    "slow",
    "lab.dashboard('lasso', lam=0.3, frame=4)",
    "lab.dashboard('path', data='csv', file='nowhere.csv')",
)
VIEW, STATE = (f"application/vnd.jupyter.widget-{what}+json" for what in ("view", "state"))


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """(the outputs of the cells, the notebook, its folder) after nbconvert --execute."""
    import nbformat

    folder = tmp_path_factory.mktemp("nb")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS])
    nbformat.write(book, folder / "in.ipynb")
    line = [sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", "out"]
    environment = os.environ | {"IPYTHONDIR": str(folder / "ipython")}
    subprocess.run(
        [*line, "in.ipynb"], cwd=folder, env=environment, check=True, capture_output=True,
        timeout=300,
    )  # fmt: skip
    done = nbformat.read(folder / "out.ipynb", 4)
    return [c.outputs[-1] for c in done.cells[1:]], done, folder


@pytest.mark.servers
def test_each_dashboard_stores_a_picture_with_its_words(executed):
    for output, address in zip(executed[0], ("lars/logistic", "coordinate-descent/lasso"),
                               strict=False):  # fmt: skip
        png = base64.b64decode(output.data["image/png"])
        assert png.startswith(b"\x89PNG") and len(png) <= MOST_BYTES
        words, line = output.data["text/plain"].rsplit("\n", 1)
        assert output.metadata["image/png"]["alt"] == words
        assert line.startswith(f"lab.dashboard('{address}', ")
        assert VIEW not in output.data  # without its kernel it would be an error
    space = {"lab": lab}
    exec(f"d = {executed[0][1].data['text/plain'].rsplit(chr(10), 1)[1]}", space)
    board = space["d"]
    board.wait()
    assert board.run.settings["lam"] == 0.3 and board.stage.frame == 4
    assert board.scene.captions[4] in executed[0][1].data["text/plain"]
    board.close()


@pytest.mark.servers
def test_dashboard_without_a_picture_says_why(executed):
    text = executed[0][2].data["text/plain"]
    assert "file must name a CSV file" in text and "image/png" not in executed[0][2].data


@pytest.mark.servers
def test_state_saved_with_a_notebook_holds_no_library(executed):
    state = executed[1].metadata["widgets"][STATE]["state"]
    assert 0 < len(json.dumps(state)) < 3 * 300_000


@pytest.mark.servers
@pytest.mark.parametrize(("kind", "suffix"), [("html", ".html"), ("slides", ".slides.html")])
def test_what_is_made_of_the_notebook_shows_the_pictures_without_a_network(executed, kind, suffix):
    folder = executed[2]
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", kind, "out.ipynb"],
        cwd=folder, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    text = (folder / f"out{suffix}").read_text(encoding="utf-8")
    for output in executed[0][:2]:
        png = output.data["image/png"].replace("\n", "")
        assert f'src="data:image/png;base64,{png}"' in text.replace("\n", "")
    assert f'<script type="{VIEW}">' not in text


@pytest.mark.parametrize(
    "address",
    ["sparsity", *(pytest.param(a, marks=pytest.mark.further) for a in ("bags", "polygon"))],
)
def test_still_keeps_palette_colours_and_page_width(monkeypatch, address):
    given = []
    monkeypatch.setattr("widgets.still.indexed", lambda one: given.append(one) or indexed(one))
    retained = Image.open(io.BytesIO(still(lab.scene(address), -1, "a line")))
    (whole,) = given
    assert retained.size == whole.size and retained.width >= 1100
    shown, drawn = (np.asarray(one.convert("RGB")).astype(int) for one in (retained, whole))
    assert np.abs(shown - drawn).max() <= 24
    tones = [*(colour(tone) for tone in TONES), *PAPER["light"].values()]
    present = 0
    for tone in tones:
        rgb = [int(tone[i : i + 2], 16) for i in (1, 3, 5)]
        there = (drawn == rgb).all(axis=-1)
        assert (shown[there] == rgb).all()
        present += there.any()
    assert present >= 6


def test_still_that_is_too_large_gets_smaller(monkeypatch):
    x = np.random.default_rng(0).normal(size=(500, 2))
    cloud = Panel("cloud", [Points(x[:, 0], x[:, 1])])
    scene = Scene([cloud], Clock("iteration", [0.0]), ["."], {"gap": [1.0]})
    large = still(scene, -1, "a line")
    most = len(large) * 7 // 10
    monkeypatch.setattr("widgets.still.MOST_BYTES", most)
    small = still(scene, -1, "a line")
    assert len(small) <= most
    wide, narrow = (Image.open(io.BytesIO(png)) for png in (large, small))
    assert narrow.width < wide.width
    assert narrow.width / narrow.height == pytest.approx(wide.width / wide.height, rel=0.01)
