"""Films: each frame is the still of that frame, and only what moves changes."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from widgets import marks as m
from widgets.fields import prefix, row
from widgets.matplotlib_figure import save
from widgets.palette import colour
from widgets.paper.film import Camera, thinned
from widgets.paper.page import layout
from widgets.scene import Axis, Clock, Panel, Scene

T = 8
K = np.arange(float(T))
UNIT = {"x": Axis(range=(0.0, 1.0)), "y": Axis(range=(0.0, 1.0))}


def film(*panels):
    return Scene(
        panels,
        Clock("iteration", K),
        [f"Step {k:02d} — on." for k in range(T)],
        {"gap": np.geomspace(1.0, 1e-6, T), "status": ["running"] * (T - 1) + ["converged"]},
        title="Film",
    )


def moving_panel():
    """Things that move below and above things that stay."""
    x = (K + 0.5) / T
    return Panel(
        "moves",
        [
            m.Heatmap([0.25, 0.75], [0.5], row(np.sin(K)[:, None, None] * [[1.0, -1.0]])),
            m.Path([0.0, 1.0], [0.2, 0.9], tone="rival1"),
            m.Path(prefix(x, range(T)), prefix(x**2, range(T)), markers=True),
            m.Points(row(x[:, None]), row(x[:, None] ** 2), tone="now"),
            m.Arrows([0.5], [0.5], row(x[:, None]), row(1 - x[:, None]), tone="rival2"),
            m.Text([0.5], [0.5], ("stays on top",), tone="ink"),
            m.Text(row(x[:, None]), row(x[:, None]), tuple("abcdefgh"), per_frame=True),
        ],
        key="moves",
        **UNIT,
    )


def still_panel():
    return Panel("stays", [m.Path([0.0, 1.0], [0.0, 1.0])], key="stays", **UNIT)


def space_panel():
    x = (K + 1) / T
    spiral = (x * np.cos(x), x * np.sin(x), x)
    path = m.Path(*(prefix(c, range(T)) for c in spiral), label="spiral", legend=True)
    title = "words that reach over the panel in space and have to stay"
    return Panel(title, [path], key="s", z=Axis(), subtitle=title)


def still(scene, k, dpi=60):
    page = layout(scene, "light", 12.4, dpi)
    page.show(k)
    page.figure.canvas.draw()
    return np.array(page.figure.canvas.buffer_rgba())[..., :3]


@pytest.mark.parametrize(
    "panels", [(moving_panel(), still_panel()), (space_panel(), moving_panel())]
)
def test_each_frame_is_the_still_of_that_frame(panels):
    scene = film(*panels)
    camera = Camera(scene, "light", 12.4, 60)
    for k in (0, T - 1, 3):
        np.testing.assert_allclose(camera.shot(k).astype(int), still(scene, k), atol=1)
    assert (camera.shot(5) != camera.shot(6)).any()


def test_only_what_moves_changes():
    point = m.Points(row(0.2 + 0.05 * K[:, None]), row(0.5 + 0 * K[:, None]), tone="now", size=12)
    scene = film(still_panel(), Panel("moves", [point], key="moves", **UNIT))
    camera = Camera(scene, "light", 12.4, 60)
    axes = layout(scene, "light", 12.4, 60).figure.axes
    changed = np.any(camera.shot(4) != camera.shot(5), axis=2)
    height = changed.shape[0]
    stays, moves = (a.get_window_extent() for a in axes)
    above = height - int(stays.y0) + 2
    assert not changed[:above, : int(stays.x1) + 2].any()
    rows, columns = np.nonzero(changed[:above])
    ends = axes[1].transData.transform([(0.4, 0.5), (0.45, 0.5)])
    assert abs(columns.min() - ends[0, 0]) < 8 and abs(columns.max() - ends[1, 0]) < 8
    assert abs(rows.mean() - (height - ends[0, 1])) < 3
    assert changed[above:].any()  # the counter and the sentence
    assert moves.x0 > stays.x1


def frames_of(path):
    with Image.open(path) as image:
        for k in range(image.n_frames):
            image.seek(k)
            yield image.info["duration"], np.array(image.convert("RGB")).astype(int)


def test_gif_shows_every_frame_and_holds_the_last(tmp_path):
    path, done = tmp_path / "film.gif", []
    scene = film(moving_panel(), still_panel())
    save(scene, path, progress=lambda *a: done.append(a))
    shown = list(frames_of(path))
    assert len(shown) == T and done == [(k + 1, T) for k in range(T)]
    assert [d for d, _ in shown] == [80] * (T - 1) + [1000]
    with Image.open(path) as image:
        assert image.info["loop"] == 0 and image.width == 992
    camera = Camera(scene, "light", 12.4, 80)
    for k in (0, 5, T - 1):  # 5 has no say in the palette
        error = np.abs(shown[k][1] - camera.shot(k)).max(axis=2)
        assert error.max() < 48 and error.mean() < 2.0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rare_tones_survive_the_palette(tmp_path, theme):
    dots = m.Points(row(0.1 + 0.05 * K[:, None]), row(0.5 + 0 * K[:, None]), tone="rival3", size=5)
    path = tmp_path / "film.gif"
    save(film(Panel("p", [dots], key="p", **UNIT)), path, theme=theme, frames=3)
    tone = np.array([int(colour("rival3", theme)[i : i + 2], 16) for i in (1, 3, 5)])
    for _, image in frames_of(path):
        assert (np.abs(image - tone).max(axis=2) < 16).any()


def test_frames_that_do_not_change_are_used_again(tmp_path):
    scene = Scene([still_panel()], Clock("step", np.zeros(3)), ["Same."] * 3, {})
    save(scene, tmp_path / "film.gif")
    assert [d for d, _ in frames_of(tmp_path / "film.gif")][-1] == 1000


def test_long_films_are_thinned(tmp_path):
    assert thinned(5, 100) == [0, 1, 2, 3, 4]
    assert thinned(1, 100) == [0]
    many = thinned(240, 100)
    assert len(many) == 100 and many[0] == 0 and many[-1] == 239
    path = tmp_path / "film.gif"
    save(film(still_panel()), path, frames=4, fps=5)
    assert [d for d, _ in frames_of(path)] == [200, 200, 200, 1000]


def test_film_that_is_interrupted_leaves_no_file(tmp_path):
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    for name in ("film.gif", "film.mp4") if shutil.which("ffmpeg") else ("film.gif",):
        with pytest.raises(KeyboardInterrupt):
            save(film(still_panel()), tmp_path / name, progress=stop)
    assert not list(tmp_path.iterdir())


def test_mp4_needs_ffmpeg(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match=r"MP4 needs ffmpeg, .* install it or save a \.gif"):
        save(film(still_panel()), tmp_path / "film.mp4")


#: What a program called ffmpeg does that ends without taking all frames, and what is said of it.
FAILING = {
    "echo 'No space left' >&2; exit 3": "film.mp4: No space left",
    "head -c 100000 >/dev/null; exit 3": "film.mp4: it ended with status 3",
    "head -c 100000 /dev/zero | tr '\\0' x >&2; cat >/dev/null; exit 3": "film.mp4: x{100000}$",
}


@pytest.fixture
def encoder(tmp_path, monkeypatch):
    """The function encoder(script) -> ffmpeg is that shell script from here on."""
    place = tmp_path / "programs"
    place.mkdir()
    monkeypatch.setenv("PATH", str(place), prepend=os.pathsep)

    def put(script):
        (place / "ffmpeg").write_text(f"#!/bin/sh\n{script}\n")
        (place / "ffmpeg").chmod(0o755)

    return put


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize("script", FAILING)
def test_encoder_that_fails_is_one_sentence_with_its_reason(tmp_path, encoder, script):
    encoder(script)
    (tmp_path / "out").mkdir()
    with pytest.raises(ValueError, match=rf"ffmpeg could not write .*{FAILING[script]}"):
        save(film(still_panel()), tmp_path / "out" / "film.mp4")
    assert not list((tmp_path / "out").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_progress_bar_that_breaks_is_no_fault_of_the_encoder(tmp_path, encoder):
    def broken(done, total):
        raise BrokenPipeError("the terminal is gone")

    encoder("cat >/dev/null")
    with pytest.raises(BrokenPipeError, match="the terminal is gone"):
        save(film(still_panel()), tmp_path / "film.mp4", progress=broken)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_mp4_has_every_frame_and_a_last_second(tmp_path):
    path = tmp_path / "film.mp4"
    save(film(still_panel()), path, fps=10)
    count = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames"]
    stated = subprocess.run([*count, "-of", "csv=p=0", str(path)], capture_output=True, check=True)
    assert int(stated.stdout.split(b",")[0]) == T - 1 + 10
