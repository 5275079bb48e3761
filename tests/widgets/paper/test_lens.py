"""The lens on paper: the rules are those of the screen, and what it shows is there."""

import json
from pathlib import Path

import numpy as np
import pytest

from widgets import marks as m
from widgets.fields import prefix
from widgets.matplotlib_figure import save
from widgets.paper.film import Camera
from widgets.paper.page import layout
from widgets.paper.views import box_of, magnification, trail_of
from widgets.scene import Axis, Clock, Panel, Scene

TABLE = Path(__file__).parents[2] / "js" / "lens-cases.json"
CASES = json.loads(TABLE.read_text(encoding="utf-8"))
#: Long steps, then short ones.
STEPS = np.array([[0.0, 0.0], [0.5, 0.0], [0.8, 0.4], [0.803, 0.402], [0.8035, 0.4024]])
CLOCK = Clock("step", np.arange(5.0))


@pytest.mark.parametrize("case", CASES["trails"])
def test_it_opens_where_the_last_step_is_short_and_holds_the_last_steps(case):
    px, py = np.array(case["path"], dtype=float).T
    assert trail_of(px, py) == (case["trail"] and tuple(case["trail"]))


@pytest.mark.parametrize("case", CASES["boxes"])
def test_it_lies_in_the_free_corner_off_the_path_and_what_it_shows(case):
    x, y, width, height = case["box"]

    def price(left, top, *_):
        return 5 * {"top": top < y + height / 3, "right": left > x + width / 3}.get(
            case["crowded"], False
        )

    path = np.reshape(case["path"], (-1, 2))
    heads = np.array(case.get("heads", []), dtype=float).reshape(-1, 2)
    found = box_of(case["box"], case["trail"], path, heads, price)
    assert found == (case["lens"] and tuple(case["lens"]))


@pytest.mark.parametrize("case", CASES["times"])
def test_how_many_times_larger(case):
    assert magnification(case["reach"], case["side"]) == pytest.approx(case["times"])


def scene(log=False, follow=True):
    points = 10.0**STEPS if log else STEPS
    axis = Axis(log=True, range=(1.0, 10.0)) if log else Axis(range=(0.0, 1.0))
    path = m.Path(*(prefix(c, range(5)) for c in points.T), follow=follow)
    words = m.Text(points[-1:, 0], points[-1:, 1], ("end",))
    panel = Panel("A plane", [path, words], x=axis, y=axis)
    return Scene([panel], CLOCK, [""] * 5, {})


def lens_at(page, k):
    page.show(k)
    return page.views[0].lens


@pytest.mark.parametrize("log", [False, True])
def test_short_steps_are_magnified_and_long_ones_are_not(log):
    page = layout(scene(log), "light", 8.0)
    assert not any(a.get_visible() for k in range(3) for a in lens_at(page, k).artists())
    for k in (3, 4):
        lens = lens_at(page, k)
        assert lens.ax.get_visible()
        points = (10.0**STEPS if log else STEPS)[k - 1 : k + 1]
        at = lens.ax.transAxes.inverted().transform(lens.ax.transData.transform(points))
        assert at[-1] == pytest.approx([0.5, 0.5], abs=1e-6)
        # Four times the last step, which is much the shortest, is what it holds.
        assert np.linalg.norm(at[0] - at[-1]) == pytest.approx(0.36 / 4.0, rel=1e-3)
        assert lens.words.get_text().startswith("× ")
        _ghost, drawn = lens.drawn  # the words stay outside
        assert np.allclose(drawn.solid[0].get_xydata()[-1], points[-1])
        plot, inside = (a.get_window_extent() for a in (page.views[0].ax, lens.ax))
        assert plot.x0 <= inside.x0 < inside.x1 <= plot.x1
        assert plot.y0 <= inside.y0 < inside.y1 <= plot.y1
        assert inside.width == pytest.approx(inside.height)
    # The frame of what it shows is as large as that.
    shown = lens_at(page, 3)
    ends = shown.board.ax.transData.transform(
        np.column_stack([shown.ax.get_xlim(), shown.ax.get_ylim()])
    )
    part = shown.frame.get_window_extent()
    assert [[part.x0, part.y0], [part.x1, part.y1]] == pytest.approx(ends, abs=0.01)


def test_path_that_is_not_followed_has_no_lens():
    assert layout(scene(follow=False), "light", 8.0).views[0].lens is None


@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_it_is_in_every_kind_of_file(tmp_path, suffix):
    sizes = []
    for follow in (True, False):
        path = tmp_path / f"{follow}.{suffix}"
        save(scene(follow=follow), path, 4)
        sizes.append(path.stat().st_size)
    assert sizes[0] > sizes[1]


def test_film_shows_it_as_a_page_does():
    filmed, still = Camera(scene(), "light", 8.0, 100), layout(scene(), "light", 8.0)
    for k in (4, 1, 3):
        still.show(k)
        still.figure.canvas.draw()
        page = np.array(still.figure.canvas.buffer_rgba())[..., :3].astype(int)
        assert np.abs(filmed.shot(k) - page).mean() < 0.1
