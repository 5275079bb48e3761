"""Scenes on paper: where each mark lies, that it is painted, and that nothing covers anything."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache

import numpy as np
import pytest
from every_mark import FRAMES, HATCHED, WORDS, T, every_mark, one_of_each, scene
from extents import extents, extents_at

from widgets import marks as m
from widgets.fields import at, prefix, row
from widgets.matplotlib_figure import draw, save
from widgets.palette import CLASS_TONES, PAPER, SCALE, colour, word_colour
from widgets.scene import Axis, Panel


def shown(mark, k, axis):
    """[low, high] along an axis by the fields alone, in the words of the mark's docstring."""
    fields = [np.atleast_1d(at(f, k, a)) for f, a in mark.coordinates(axis)]
    if isinstance(mark, m.Heatmap):
        fields = [m.cell_edges(fields[0])]
    if isinstance(mark, m.Hatch):
        where = np.flatnonzero(HATCHED.any(axis=axis))
        fields = [m.cell_edges(fields[0])[[where.min(), where.max() + 1]]]
    if isinstance(mark, m.Bars) and axis == 0:
        half = mark.thickness / 2
        fields = [fields[0] - half, fields[0] + half]
    if isinstance(mark, m.Bars) and axis == 1 and fields[0].size:
        fields.append(np.zeros(1))
    if isinstance(mark, m.Mesh):
        fields = [fields[0][mark.faces]]
    values = np.concatenate([f.ravel() for f in fields])
    return [values.min(), values.max()] if values.size else []


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("z", [False, True])
def test_every_mark_lies_where_its_fields_say(z, log):
    result = every_mark(z, log)
    marks = result.panels[0].marks
    for k, drawn in zip(FRAMES, extents_at(result, FRAMES), strict=True):
        kinds = [(i, type(mark).__name__) for i, mark in enumerate(marks)]
        assert [(i, kind) for i, kind, _ in drawn["all"]] == kinds
        assert len({kind for _, kind in kinds}) >= (6 if log else 9)
        for i, kind, box in drawn["all"]:
            expected = [end for axis in range(3 if z else 2) for end in shown(marks[i], k, axis)]
            assert len(box) == len(expected), (i, kind, k)
            np.testing.assert_allclose(box, expected, rtol=1e-9, err_msg=f"{i} {kind} {k}")


def test_extents_notice_a_wrong_number():
    result = scene(
        Panel("p", [m.Curve(np.arange(3.0), row(np.arange(15.0).reshape(5, 3)))], key="p")
    )
    assert extents(result, 1)["p"] == [(0, "Curve", [0.0, 2.0, 3.0, 5.0])]
    assert extents(result, 2) != extents(result, 1)
    assert extents(result, -1) == extents(result, T - 1)


@pytest.mark.parametrize("z", [False, True])
def test_axes_have_exactly_the_ranges_of_the_panel(z):
    for log in (False, True):
        result = one_of_each(z, log)
        ax = draw(result).axes[0]
        for name, axis in zip("xyz", result.panels[0].axes(), strict=False):
            ends = np.log10(axis.range) if z and log else axis.range
            np.testing.assert_allclose(getattr(ax, f"get_{name}lim")(), ends, rtol=1e-12)


@lru_cache(maxsize=8)
def picture(figure):
    figure.canvas.draw()
    return np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)


def pixel(figure, x, y, panel=0, reach=0):
    """The pixels around a point of a panel."""
    image, ax = picture(figure), figure.axes[panel]
    i, j = ax.transData.transform((x, y))
    row_, column = image.shape[0] - 1 - round(j - 0.5), round(i - 0.5)
    return image[row_ - reach : row_ + reach + 1, column - reach : column + reach + 1].reshape(
        -1, 3
    )


def rgb(colour_):
    return np.array([int(colour_[i : i + 2], 16) for i in (1, 3, 5)])


def near(pixels, colour_, within=30):
    return np.abs(pixels - rgb(colour_)).max(axis=-1).min() <= within


UNIT = {"x": Axis(range=(0.0, 1.0)), "y": Axis(range=(0.0, 1.0))}
HALF, WHOLE = np.array([0.5]), np.array([0.0, 1.0])
PAINTED = {
    "path": lambda t: m.Path([0.0, 1.0], [0.5, 0.5], tone=t, width=4),
    "filled": lambda t: m.Path([0.1, 0.9, 0.9, 0.1], [0.1, 0.1, 0.9, 0.9], tone=t, fill=1.0),
    "lines": lambda t: m.Lines([0.0, 1.0], [0.5, 0.5], tone=t, width=4),
    "points": lambda t: m.Points(HALF, HALF, tone=t, size=14),
    "segments": lambda t: m.Segments([0.2], [0.2], [0.8], [0.8], tone=t, width=4),
    "arrows": lambda t: m.Arrows([0.2], [0.5], [0.505], [0.5], tone=t, width=2),
    "band": lambda t: m.Band(WHOLE, [0.2, 0.2], [0.8, 0.8], tone=t, fill=1.0),
    "bars": lambda t: m.Bars(HALF, [0.8], tone=t),
    "text": lambda t: m.Text(HALF, HALF, ("█",), tone=t, anchor="center"),
    "heatmap": lambda t: m.Heatmap(HALF, HALF, [[1.0]], limits=(0.0, 1.0), tone=t),
}


def test_hatching_lies_on_its_cells_only():
    result = m.Hatch([0.25, 0.75], [0.5], [[1.0, 0.0]], tone="now", way="\\")
    figure = draw(scene(Panel("p", [result], key="p", **UNIT)), 0, "light", 6.0)
    assert near(pixel(figure, 0.25, 0.5, reach=8), colour("now"))
    assert not near(pixel(figure, 0.75, 0.5, reach=8), colour("now"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rich_scale_runs_through_its_hues_by_the_logarithm(theme):
    cells = m.Heatmap([0.25, 0.75], [0.5], [[10.0, 0.1]], log=True, rich=True, limits=(0.1, 1000.0))
    figure = draw(scene(Panel("p", [cells], key="p", **UNIT)), 0, theme, 6.0)
    assert near(pixel(figure, 0.25, 0.5), SCALE[theme][2], 3)
    assert near(pixel(figure, 0.75, 0.5), SCALE[theme][0], 3)


def test_cross_is_where_the_panel_says():
    panel = Panel("p", [], key="p", cross=(0.3, 0.7), **UNIT)
    figure = draw(scene(panel), 0, "light", 6.0)
    assert near(pixel(figure, 0.3, 0.7), colour("now"))
    for x, y in ((0.3, 0.2), (0.9, 0.7)):
        assert near(pixel(figure, x, y, reach=1), colour("ink"))
    assert not near(pixel(figure, 0.9, 0.2, reach=1), colour("ink"))


@pytest.mark.parametrize("theme, tone", [("light", "rival4"), ("dark", "rival2")])
@pytest.mark.parametrize("name", PAINTED)
def test_every_mark_is_painted_in_its_tone(name, theme, tone):
    result = scene(Panel("p", [PAINTED[name](tone)], key="p", **UNIT))
    painted = pixel(draw(result, 0, theme, 6.0), 0.5, 0.5, reach=1)
    assert near(painted, (word_colour if name == "text" else colour)(tone, theme))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ground_of_the_page(theme):
    bare = draw(scene(Panel("p", [], key="p", **UNIT)), 0, theme, 6.0)
    assert picture(bare)[0, 0].tolist() == rgb(PAPER[theme]["paper"]).tolist()
    for tone in ("rival2", "rival4"):
        assert not near(pixel(bare, 0.5, 0.5, reach=1), colour(tone, theme))


def ink(figure, tone, theme="light", within=12):
    """How many pixels of the picture have a tone."""
    return int((np.abs(picture(figure) - rgb(colour(tone, theme))).max(axis=-1) <= within).sum())


SPACE = {
    "path": lambda t: m.Path([0.0, 1.0], [0.0, 1.0], [0.0, 1.0], tone=t, width=4),
    "points": lambda t: m.Points(HALF, HALF, HALF, tone=t, size=14),
    "arrows": lambda t: m.Arrows([0.0], [0.0], [1.0], [1.0], z0=[0.0], z1=[1.0], tone=t, width=3),
    "text": lambda t: m.Text(HALF, HALF, ("█",), z=HALF, tone=t),
}


def test_marks_in_space_are_painted():
    space = UNIT | {"z": Axis(range=(0.0, 1.0))}
    # In a tone that words have, too.
    for name, marks in {
        "nothing": [],
        **{n: [made("rival2")] for n, made in SPACE.items()},
    }.items():
        count = ink(draw(scene(Panel("p", marks, key="p", **space)), 0, "light", 6.0), "rival2")
        assert count > 20 if marks else count == 0, name


@pytest.mark.parametrize("kind", [m.Surface, m.Mesh])
def test_faces_in_space_are_shaded_with_their_tone(kind):
    x, y = np.meshgrid(WHOLE, WHOLE)
    z = np.full((2, 2), 0.5)
    flat = [c.ravel() for c in (x, y, z)]
    mark = kind(x, y, z) if kind is m.Surface else kind(*flat, faces=[[0, 1, 2], [1, 2, 3]])
    image = picture(draw(scene(Panel("p", [mark], key="p", z=Axis(range=(0, 1)), **UNIT))))
    blue = (image[..., 2] > 90) & (image[..., 0] < 20)
    assert blue.sum() > 5000


@pytest.mark.parametrize("kind", [m.Surface, m.Mesh, m.Path, m.Points, m.Segments])
def test_nothing_leaves_the_walls(kind):
    """What lies outside is not painted, and its extent is reported all the same."""
    low, high = np.array([0.2, 0.8]), np.array([0.2, 0.8]) + 40.0
    x, y = np.meshgrid([0.2, 0.8], [0.2, 0.8])
    z = np.array([[0.2, 0.2], [40.0, 40.0]])
    corners = [c.ravel() for c in (x, y, z)]
    mark = {
        m.Surface: lambda: m.Surface(x, y, z),
        m.Mesh: lambda: m.Mesh(*corners, faces=[[0, 1, 2], [1, 2, 3]]),
        m.Path: lambda: m.Path(low, low, high, fill=0.5),
        m.Points: lambda: m.Points(low, low, high),
        m.Segments: lambda: m.Segments(low, low, low, low, z0=high, z1=high),
    }[kind]()
    result = scene(Panel("p", [mark], key="p", z=Axis(range=(0, 1)), **UNIT))
    assert extents(result)["p"][0][2][5] >= 40.0
    image = picture(figure := draw(result))
    blue = (image[..., 2] > 90) & (image[..., 0] < 20)
    extent = figure.axes[0].get_window_extent()
    rows = np.nonzero(blue[: int(image.shape[0] - extent.y0)].any(axis=1))[0]
    if kind in (m.Surface, m.Mesh):
        assert rows.min() > image.shape[0] - extent.y1 + 20 and blue.sum() > 2000
    else:
        assert len(rows) == 0


def test_classes_differ_in_colour_and_form():
    where = np.linspace(0.1, 0.9, 9)
    result = lambda c: scene(
        Panel("p", [m.Points(where, where, klass=c, size=20)], key="p", **UNIT)
    )
    figure = draw(result(np.arange(9)), 0, "light", 6.0)
    for c in range(7):  # 7 and 8 are open
        assert near(pixel(figure, where[c], where[c]), colour(CLASS_TONES[c])), c
    shapes = [draw(result(np.full(9, c)), 0, "light", 6.0) for c in (0, 1)]
    assert (ink(shapes[1], "rival1") / ink(shapes[0], "main")) > 1.15  # a square holds more


@pytest.mark.parametrize("kind", [m.Lines, m.Segments, m.Arrows])
def test_lines_take_their_tone_from_the_class_of_the_frame(kind):
    flip = row([[0, 1], [1, 0], [0, 0], [0, 0], [0, 0]])
    low, high = np.array([0.0, 0.0]), np.array([1.0, 1.0])
    heights = np.array([0.25, 0.75])
    if kind is m.Lines:
        flip = row(np.repeat(flip.values, 3, axis=1))
        gaps = np.array([np.nan, np.nan])
        x = np.column_stack([low, high, gaps]).ravel()
        mark = m.Lines(x, np.repeat(heights, 3), klass=flip, width=4)
    else:
        mark = kind(low, heights, high, heights, klass=flip, width=4)
    result = scene(Panel("p", [mark], key="p", **UNIT))
    for k, tones in ((0, ("main", "rival1")), (1, ("rival1", "main"))):
        figure = draw(result, k, "light", 6.0)
        for y, mine, other in zip(heights, tones, tones[::-1], strict=True):
            strip = np.vstack([pixel(figure, x, y) for x in np.linspace(0.3, 0.6, 24)])
            assert near(strip, colour(mine)) and not near(strip, colour(other))


def test_arrows_have_their_heads_at_their_ends():
    arrow = m.Arrows([0.2], [0.5], [0.8], [0.5], width=1)
    figure = draw(scene(Panel("p", [arrow], key="p", **UNIT)), 0, "light", 6.0)
    heights = []
    for x in (0.2, 0.5, 0.8):
        strip = pixel(figure, x, 0.5, reach=9).reshape(19, 19, 3)
        blue = np.abs(strip - rgb(colour("main"))).max(axis=2) < 60
        heights.append(blue.sum(axis=0).max())
    assert heights[0] <= 2 and heights[1] <= 2 and heights[2] >= 5


def test_what_a_log_axis_cannot_show_is_left_out():
    gap = m.Curve(np.arange(5.0), [1.0, 0.0, 1e-3, -1.0, 1e-6])
    result = scene(Panel("p", [gap], key="p", y=Axis(log=True)))
    assert extents(result)["p"][0][2] == [0.0, 4.0, 1e-6, 1.0]
    space = m.Path(np.arange(3.0), np.arange(3.0), [1.0, -1.0, 10.0])
    result = scene(Panel("p", [space], key="p", z=Axis(log=True)))
    np.testing.assert_allclose(extents(result)["p"][0][2][4:], [1.0, 10.0])


def test_bars_of_other_classes_are_hatched():
    bars = m.Bars([1.0, 2.0], [1.0, 1.0], klass=[0, 1])
    image = picture(figure := draw(scene(Panel("p", [bars], key="p")), 0, "light", 6.0))
    ax = figure.axes[0]

    def inside(x):
        (left, low), (right, top) = ax.transData.transform([(x - 0.2, 0.1), (x + 0.2, 0.9)]).astype(
            int
        )
        return image[image.shape[0] - top : image.shape[0] - low, left:right].reshape(-1, 3)

    assert np.ptp(inside(1.0), axis=0).max() < 3
    striped = inside(2.0)
    assert near(striped, colour("rival1")) and near(striped, "#FFFFFF")


def test_future_is_faint_and_the_past_strong():
    grows = prefix(np.linspace(0.0, 1.0, T), range(T))
    level = prefix(np.full(T, 0.5), range(T))
    result = lambda ghost: scene(
        Panel("p", [m.Path(grows, level, width=4, ghost=ghost)], key="p", **UNIT)
    )
    half = draw(result(True), 2, "light", 6.0)
    blue, paper = colour("main"), PAPER["light"]["paper"]
    assert near(pixel(half, 0.3, 0.5), blue)
    faint = pixel(half, 0.8, 0.5, reach=1)
    assert not near(faint, blue, 60)
    assert (np.abs(faint - rgb(paper)).max(axis=-1) > 30).any()
    assert near(pixel(draw(result(True), -1, "light", 6.0), 0.8, 0.5), blue)
    none = pixel(draw(result(False), 2, "light", 6.0), 0.8, 0.53, reach=0)
    assert near(none, paper, 0)


@pytest.mark.parametrize("theme, sign", [("light", -1), ("dark", 1)])
def test_optimum_of_a_contour_stands_out(theme, sign):
    x = np.linspace(0.0, 1.0, 41)
    values = np.add.outer((x - 0.5) ** 2, (x - 0.5) ** 2)
    figure = draw(scene(Panel("p", [m.Contour(x, x, values)], key="p", **UNIT)), 0, theme, 6.0)
    brightness = [pixel(figure, 0.5, y).mean() for y in (0.98, 0.8, 0.51)]
    assert sign * brightness[0] < sign * brightness[1] < sign * brightness[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_heatmap_with_signs(theme):
    cells = m.Heatmap(np.arange(3.0), HALF, [[-1.0, 0.0, 1.0]], diverging=True)
    figure = draw(scene(Panel("p", [cells], key="p")), 0, theme, 6.0)
    negative, zero, positive = (pixel(figure, x, 0.3)[0] for x in range(3))
    assert near(zero, PAPER[theme]["paper"], 4)
    assert negative[0] > negative[2] and positive[2] > positive[0]


def test_opacity_and_width():
    line = lambda **more: m.Path([0.0, 1.0], [0.5, 0.5], **more)
    result = lambda **more: draw(
        scene(Panel("p", [line(**more)], key="p", **UNIT)), 0, "light", 6.0
    )
    strong, pale = (pixel(result(width=4, opacity=o), 0.5, 0.5)[0] for o in (1.0, 0.3))
    assert pale.sum() > strong.sum() + 100
    assert ink(result(width=6), "main") > 2 * ink(result(width=2), "main")


def labels(result, k=0, **more):
    figure = draw(result, k, **more)
    figure.canvas.draw()
    return figure, figure.axes[0].texts


def test_words_do_not_overlap_and_stay_inside():
    words = m.Text(
        [0.5, 0.5, 0.99, 0.01], [0.5, 0.5, 0.2, 0.8], ("first", "second", "right", "left")
    )
    figure, texts = labels(scene(Panel("p", [words], key="p", **UNIT)), width=6.0)
    boxes = [t.get_window_extent() for t in texts]
    assert not boxes[0].overlaps(boxes[1].padded(-0.5)), "to touch is not to overlap"
    extent = figure.axes[0].get_window_extent()
    assert all(extent.x0 <= b.x0 and b.x1 <= extent.x1 for b in boxes)
    for anchor in ("left", "above", "center"):
        ends = m.Text([0.01, 0.99], [0.2, 0.8], ("words", "words"), anchor=anchor)
        _, texts = labels(scene(Panel("p", [ends], key="p", **UNIT)), width=6.0)
        boxes = [t.get_window_extent() for t in texts]
        assert all(extent.x0 <= b.x0 and b.x1 <= extent.x1 for b in boxes), anchor


@pytest.mark.parametrize(
    "anchor, side",
    [
        ("right", (1, 0)),
        ("left", (-1, 0)),
        ("above", (0, 1)),
        ("below", (0, -1)),
        ("center", (0, 0)),
    ],
)
def test_anchors(anchor, side):
    words = m.Text(HALF, HALF, ("word",), anchor=anchor)
    figure, texts = labels(scene(Panel("p", [words], key="p", **UNIT)))
    box = texts[0].get_window_extent()
    x, y = figure.axes[0].transData.transform((0.5, 0.5))
    for low, high, point, way in ((box.x0, box.x1, x, side[0]), (box.y0, box.y1, y, side[1])):
        assert (low > point) == (way > 0) and (high < point) == (way < 0)


def test_words_per_frame():
    words = m.Text(HALF, HALF, tuple("abcde"), per_frame=True)
    result = scene(Panel("p", [words], key="p"))
    assert [labels(result, k)[1][0].get_text() for k in (0, 3, -1)] == ["a", "d", "e"]


def test_legends_only_where_asked():
    quiet = m.Curve(WHOLE, WHOLE, label="quiet one")
    loud = m.Curve(WHOLE, WHOLE, label="loud one", legend=True)
    classes = m.Points(WHOLE, WHOLE, klass=[0, 1], names=("in", "out"), legend=True)
    figure = draw(scene(Panel("p", [quiet, loud, classes], key="p")))
    (legend,) = figure.legends or [a for a in figure.artists if hasattr(a, "get_texts")]
    assert [t.get_text() for t in legend.get_texts()] == ["loud one", "in", "out"]
    assert not legend.get_frame_on()


def test_key_leaves_out_what_no_frame_shows():
    never = m.Curve(WHOLE, row(np.full((T, WHOLE.size), np.nan)), label="never", tone="rival1")
    once = m.Points(row(np.where(np.arange(T) == T - 1, 0.5, np.nan)), [0.5], label="once")
    figure = draw(scene(Panel("p", [never, once], key="p", legend=("never", "once"), **UNIT)))
    assert [t.get_text() for a in figure.artists if hasattr(a, "get_texts")
            for t in a.get_texts()] == ["once"]  # fmt: skip


def test_single_point_of_a_line_is_a_dot_until_there_is_a_second():
    place = np.append(0.5, np.linspace(0.5, 0.9, T - 1))
    curve = m.Curve(prefix(place, range(T)), prefix(np.full(T, 0.5), range(T)), width=2)
    picture = scene(Panel("p", [curve], key="p", **UNIT))
    assert near(pixel(draw(picture, 0, "light", 6.0), 0.5, 0.5), colour("main"))
    (alone,), (line,) = (draw(picture, k).axes[0].lines[-1:] for k in (0, T - 1))
    assert (alone.get_marker(), line.get_marker()) == ("o", "")


def talk(figure):
    return [t.get_text() for t in figure.texts if t.get_visible() and t.get_text()]


def test_page_says_what_the_scene_says():
    result = scene(
        Panel("What to see", [], key="p", subtitle="what is drawn"),
        title="Title",
        question="Why?",
        readout={"F": np.full(T, 1.25), "gap": np.full(T, 0.76)},
    )
    text = talk(draw(result, 1))
    for words in ("Title", "Why?", "What to see", "what is drawn", "iteration 1 of 4"):
        assert words in text
    assert {"F = 1.2500", "gap 0.76", "Step 1", "— goes on."} <= set(text)


@pytest.mark.parametrize(
    "count, shape", [(1, (1, 1)), (2, (1, 2)), (3, (2, 2)), (4, (3, 2)), (5, (4, 2)), (6, (4, 3))]
)
def test_grid(count, shape):
    figure = draw(scene(*(Panel("p", [], key=str(i)) for i in range(count))))
    corners = [(round(a.get_position().y0, 3), round(a.get_position().x0, 3)) for a in figure.axes]
    assert (len({y for y, _ in corners}), len({x for _, x in corners})) == shape
    hero, *others = (a.get_position() for a in figure.axes)
    assert all(hero.width * hero.height > 1.2 * one.width * one.height for one in others)
    assert not any(a.overlaps(b) for a, b in itertools.combinations([hero, *others], 2))


@cache
def crowded(width):
    """Long words everywhere, legends, maps, an equal panel: nothing may touch. Drawn."""
    rng = np.random.default_rng(5)
    long = "a sentence that is far too long for the space that one panel can give to it, is it not"
    classes = m.Points(*rng.random((2, 9)), klass=np.arange(9), names=WORDS, legend=True)
    words = [f"feature {i}" for i in range(30)]
    bars = Panel(
        long, [m.Bars(np.arange(30.0), rng.random(30))], key="b", x=Axis(ticks=(range(30), words))
    )
    heat = m.Heatmap(np.arange(4.0), np.arange(4.0), rng.normal(size=(4, 4)), diverging=True)
    ticks = Axis("long", ticks=(range(4), words[:4]))
    result = scene(
        Panel(long, [classes], key="a", subtitle=long, equal=True, y=Axis("y")),
        bars,
        Panel("heat", [heat], key="h", y=ticks, x=Axis("x")),
        Panel(
            "gap",
            [m.Curve(np.arange(3.0), [1.0, 1e-9, 1e-14])],
            key="g",
            y=Axis("gap", log=True),
            x=Axis("x"),
        ),
        captions=[f"{long} — {long}, {long}."] * T,
        readout={"objective": np.ones(T), "bound": np.ones(T), "gap": np.ones(T)},
        title=long,
        question=long,
    )
    figure = draw(result, 0, "light", width)
    figure.canvas.draw()
    return figure


@pytest.mark.parametrize("width", [12.4, 8.0])
def test_nothing_covers_anything(width):
    figure = crowded(width)
    boxes = [t.get_window_extent() for t in figure.texts if t.get_visible() and t.get_text()]
    boxes += [a.get_tightbbox() for a in figure.axes]
    boxes += [a.get_window_extent() for a in figure.artists if hasattr(a, "get_texts")]
    sheet = figure.bbox.padded(1.0)
    for i, box in enumerate(boxes):
        assert (
            sheet.x0 <= box.x0 and box.x1 <= sheet.x1 and sheet.y0 <= box.y0 <= box.y1 <= sheet.y1
        )
        for other in boxes[:i]:
            wide = min(box.x1, other.x1) - max(box.x0, other.x0)
            high = min(box.y1, other.y1) - max(box.y0, other.y0)
            assert min(wide, high) < 1.5, (box, other)


def test_words_below_bars_do_not_touch():
    figure = crowded(12.4)
    shown_ = [t.get_window_extent() for t in figure.axes[1].get_xticklabels() if t.get_text()]
    assert len(shown_) > 3
    assert all(a.x1 < b.x0 for a, b in itertools.pairwise(shown_))


def test_equal_panels_have_equal_units_and_centred_wider_range():
    ring = m.Path([0.0, 3.0], [0.0, 1.0])
    panel = Panel("p", [ring], key="p", equal=True)
    figure = draw(scene(panel))
    figure.canvas.draw()
    wide, high = (a.range for a in panel.axes())
    low, top = figure.axes[0].get_ylim()
    assert figure.axes[0].get_xlim() == pytest.approx(wide)
    assert low < high[0] and top > high[1] and low + top == pytest.approx(sum(high))
    (x0, y0), (x1, y1) = figure.axes[0].transData.transform([(0, 0), (1, 1)])
    assert abs((x1 - x0) - (y1 - y0)) < 1e-6 * (x1 - x0)


@pytest.mark.parametrize(
    "panel, words",
    [
        (Panel("p", [m.Surface(*[np.eye(2)] * 3)], key="p"), "Surface in 'p' lives in space"),
        (Panel("p", [m.Mesh(WHOLE, WHOLE, WHOLE, faces=[[0, 1, 1]])], key="p"), "Mesh in 'p'"),
        (Panel("p", [m.Band(WHOLE, WHOLE, WHOLE)], z=Axis(), key="p"), "Band in 'p' lives in a"),
        (Panel("p", [m.Bars(WHOLE, WHOLE)], z=Axis(), key="p"), "Bars in 'p' lives in a plane"),
        (Panel("p", [m.Path(WHOLE, WHOLE)], z=Axis(), key="p"), "Path in 'p' needs z"),
        (Panel("p", [m.Path(WHOLE, WHOLE, WHOLE)], key="p"), "Path in 'p' has a z"),
    ],
)
def test_marks_in_the_wrong_place(panel, words):
    with pytest.raises(ValueError, match=words):
        draw(scene(panel))


@pytest.mark.parametrize("frame", [T, -T - 1])
def test_frames_that_are_not_there(frame):
    with pytest.raises(ValueError, match=rf"frame must lie in -5\.\.4, got {frame}"):
        draw(scene(Panel("p", [], key="p")), frame)


def test_bad_arguments(tmp_path):
    with pytest.raises(ValueError, match="theme must be light or dark, got 'blue'"):
        draw(one_of_each(), theme="blue")
    with pytest.raises(ValueError, match=r"path must end in one of \.png, \.pdf, \.gif, \.mp4"):
        save(one_of_each(), tmp_path / "x.svg")


def test_stills(tmp_path):
    done, plain = [], scene(Panel("p", [m.Path(WHOLE, WHOLE)], key="p"))
    for one, suffix, magic in ((plain, ".png", b"\x89PNG"), (one_of_each(), ".PDF", b"%PDF")):
        path = tmp_path / f"still{suffix}"
        save(one, path, frame=1, progress=lambda *a: done.append(a))
        assert path.read_bytes().startswith(magic)
    assert done == [(1, 1), (1, 1)]


def test_threads_draw_what_the_main_thread_draws():
    result = one_of_each()
    alone = [picture(draw(result, k, width=6.0)) for k in FRAMES[:2]]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda k: picture(draw(result, k, width=6.0)), FRAMES[:2]))
    for a, b in zip(alone, together, strict=True):
        np.testing.assert_array_equal(a, b)
