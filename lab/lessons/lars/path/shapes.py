"""The panel "touching" of the path scene: the loss and the diamond (or octahedron) of size eta.

At the solution of min f(w) + lam |w|_1 the level set of f through w touches the set
{|w|_1 <= eta(lam)} (figure 1 and eqs. 2-3 of 002_8a6384496e3a9cf3.txt). With more than three
weights, the panel shows eta over lam instead.
"""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import HERO, OCTAHEDRON, unit_circle, unit_sphere, window
from lab.lessons.lars.path.lines import ticks
from widgets import (
    Axis,
    Curve,
    Mesh,
    Panel,
    Path,
    Points,
    Segments,
    Text,
    blend,
    moved,
    prefix,
    row,
)  # fmt: skip

_DIAMOND = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [1, 0]], dtype=np.float64)
#: Directions in which the loss rises less than this share of the steepest count as flat.
_FLAT = 1e-10
#: How far a flat direction is drawn, in sizes of the window.
_LONG = 3.0


def touching(view):
    """The panel: a plane, a space, or eta over lam."""
    d = view.w.shape[1]
    return _plane(view) if d == 2 else _space(view) if d == 3 else sizes(view)


def level_sets(view, shape, reach):
    """(points, A (T, d, d), b (T, d)): the level set of the loss through w, in every frame.

    shape: points of the unit circle or sphere. Along flat directions of the loss the set is a strip
    or a tube, drawn `reach` far to both sides.
    """
    X, t = view.path.X, view.path.t
    values, vectors = np.linalg.eigh(X.T @ X)
    steep = values > _FLAT * values[-1]
    centre = np.linalg.lstsq(X, t, rcond=None)[0]
    radius = np.linalg.norm((view.w - centre) @ X.T, axis=1)
    stretch = np.where(steep, radius[:, None] / np.sqrt(np.where(steep, values, 1.0)), reach)
    if not steep.all():
        shape = _tube(steep)
    return shape, stretch[:, None, :] * vectors, np.tile(centre, (len(view), 1))


def _tube(steep):
    """The product of a pair or a circle in the steep directions and [-1, 1] in the flat ones."""
    d, count = steep.size, int(steep.sum())
    if d == 2:  # two parallel lines
        lines = [[-1.0, -1.0], [-1.0, 1.0], [np.nan, np.nan], [1.0, -1.0], [1.0, 1.0]]
        points = np.array(lines)
        return points if steep[0] else points[:, ::-1]
    points = np.empty((0, d))
    around = unit_circle(25)[:-1] if count == 2 else np.array([[-1.0], [1.0]])
    ends = [[-1.0], [1.0]] if count == 2 else [[-1, -1], [-1, 1], [1, 1], [1, -1]]
    for end in np.array(ends, dtype=np.float64):
        ring = np.empty((len(around), d))
        ring[:, steep], ring[:, ~steep] = around, end
        points = np.vstack([points, ring])
    return points


def _faces(count, dimension=3):
    """Triangles of the sphere, of the tube (two rings of 24) or of two planes, by steep count."""
    if count == dimension:
        return unit_sphere()[1]
    if count == 2:
        a = np.arange(24)
        b = (a + 1) % 24
        return np.vstack([np.column_stack([a, b, a + 24]), np.column_stack([b, b + 24, a + 24])])
    square = np.array([[0, 2, 4], [0, 4, 6]])
    return np.vstack([square, square + 1])


def _diamonds(view):
    size = view.eta[:, None, None] * np.eye(view.w.shape[1])
    return size, np.zeros((len(view), view.w.shape[1]))


# -- two weights -----------------------------------------------------------------------------------


def _plane(view):
    centre = np.linalg.lstsq(view.path.X, view.path.t, rcond=None)[0]
    side = 0.45 * view.eta.max()
    corners = [[side, 0.0], [-side, 0.0], [0.0, -side], [0.0, 1.6 * side]]
    xlim, ylim = window(np.vstack([view.w, centre, corners]), margin=0.1, aspect=HERO)
    reach = _LONG * (xlim[1] - xlim[0])
    ring, A, b = level_sets(view, unit_circle(121), reach)
    marks = [
        *_landscape(ring, A, b),
        Path(moved(_DIAMOND, *_diamonds(view)), tone="ink", width=1.6, fill=0.1, ghost=False,
             label="|w|₁ ≤ η(λ)"),
        Path(moved(ring, A, b), tone="rival1", width=1.8, ghost=False,
             label="the same loss as at w"),
        *_edge(view),
        *_path(view),
        *_centre(centre, "least squares"),
    ]  # fmt: skip
    return Panel(
        "The loss touches the diamond at w",
        marks,
        Axis(view.names[0], range=xlim, zero=True),
        Axis(view.names[1], range=ylim, zero=True),
        equal=True,
        key="touching",
        legend={
            "the same loss as at w": "the same loss as at w",
            "|w|₁ ≤ η(λ)": "|w|₁ ≤ η(λ)",
            "w(λ)": "w(λ)",
            "knot": "knot",
        },
    )


def _landscape(ring, A, b):
    """Thin level sets of the loss, evenly apart; the outermost but one is the one through 0."""
    for share in np.arange(1, 7) / 5.0:
        at = share * (ring @ A[0].T) + b[0]
        yield Path(at[:, 0], at[:, 1], tone="main", width=1.2, opacity=0.45, ghost=False,
                   label="a level of the loss")  # fmt: skip


def _edge(view):
    """Where both features are at the edge of the band and the loss is flat along the diamond's
    side, the whole side is as good as w."""
    H = view.path.X.T @ view.path.X
    values = np.linalg.eigvalsh(H)
    if values[0] > _FLAT * values[-1] or np.ptp(np.abs(view.c), axis=1).max() > 1e-9 * view.lams[0]:
        return
    ends = np.sign(view.c[0]) * view.eta[:, None]
    zero = np.zeros((1,))
    yield Segments(
        blend(ends[:, [0]]), zero, zero, blend(ends[:, [1]]), tone="good", width=5.0, opacity=0.7,
        label="every point here is as good",
    )  # fmt: skip


def _path(view):
    """The way of w: strong so far, faint beyond; its corners; where it is."""
    rows = np.arange(len(view))
    names = "xyz"[: view.w.shape[1]]
    column = {a: view.w[:, d] for d, a in enumerate(names)}
    now = {a: view.w[:, [d]] for d, a in enumerate(names)}
    corners = {a: view.w[view.knot >= 0, d] for d, a in enumerate(names)}
    yield Path(**{a: prefix(v, rows) for a, v in column.items()}, width=3.0, label="w(λ)")
    if len(names) == 2:
        ends = {f"{a}0": row(v) for a, v in now.items()} | {
            f"{a}1": blend(v) for a, v in now.items()
        }
        yield Segments(**ends, width=3.0)
    yield Points(**corners, size=6.0, symbol="circle-open", tone="ink", label="knot", future=True)
    yield Points(**{a: blend(v) for a, v in now.items()}, tone="now", size=11.0, label="w now")


def _centre(centre, label):
    names = "xyz"[: centre.size]
    at = {a: [v] for a, v in zip(names, centre, strict=True)}
    yield Points(**at, symbol="square-open", tone="muted", size=8.0, label=label, future=True)
    yield Text(**at, text=(label,), tone="muted", future=True)


# -- three weights ---------------------------------------------------------------------------------


def _space(view):
    centre = np.linalg.lstsq(view.path.X, view.path.t, rcond=None)[0]
    box = _box(view, centre)
    low, high = np.array(box).T
    points, faces = unit_sphere()
    shape, A, b = level_sets(view, points, 0.5 * _LONG * np.max(high - low))
    count = 3 if len(shape) == len(points) else 2 if len(shape) == 48 else 1
    marks = [
        Mesh(moved(shape, A, b), faces=_faces(count) if count < 3 else faces, opacity=0.25,
             tone="rival1", label="the same loss as at w"),
        Path(moved(OCTAHEDRON, *_diamonds(view)), tone="ink", width=1.8, ghost=False,
             label="|w|₁ = η(λ)"),
        *_path(view),
        *_centre(centre, "least squares"),
    ]  # fmt: skip
    return Panel(
        "The loss touches the octahedron at w",
        marks,
        *(Axis(view.names[d], range=box[d], zero=True) for d in range(3)),
        equal=True,
        key="touching",
        hint="drag to turn",
        legend=("the same loss as at w", "|w|₁ = η(λ)", "w(λ)"),
    )


def _box(view, centre):
    """Axes that hold the path and a good part of the last octahedron; the solids end there."""
    side = 0.5 * view.eta.max()
    corners = side * np.vstack([np.eye(3), -np.eye(3)])
    return window(np.vstack([view.w, centre, corners]), margin=0.05)


def sizes(view):
    """eta over lam, and what it would be if the two were inverse to each other."""
    lam, eta, rows = view.lams, view.eta, np.arange(len(view))
    top = 1.1 * eta.max()
    inner = view.path.knots[1:-1] if view.path.knots.size > 2 else view.lams[1:2]
    middle = inner[np.argmin(np.abs(inner - lam[0] / 3.0))]
    product = middle * np.abs(view.path.at(middle)).sum()
    x = np.linspace(max(product / top, 1e-3 * lam[0]), lam[0], 120)
    now = blend(lam)
    marks = [
        Curve(x, product / x, tone="muted", dash="dash", width=1.5, label="if λη were constant"),
        Text([product / (0.8 * top)], [0.8 * top], ("if λη were constant",), tone="muted",
             anchor="left"),
        Curve(prefix(lam, rows), prefix(eta, rows), width=2.6, label="η(λ) = ‖w(λ)‖₁"),
        Segments(row(lam), row(eta), now, blend(eta), width=2.6),
        Points(lam[view.knot >= 0], eta[view.knot >= 0], symbol="circle-open", tone="ink", size=6.0,
               label="knot", future=True),
        Segments(now, [-0.04 * top], now, [top], tone="now", width=1.4, label="λ now"),
        Points(now, blend(eta), tone="now", size=9.0, label="η now"),
    ]  # fmt: skip
    at = ticks(lam[-1], lam[0])
    room = 0.03 * (lam[0] - lam[-1])
    return Panel(
        "η grows as λ falls, but not as 1/λ",
        marks,
        Axis(
            "λ, falling", range=(lam[0] + room, lam[-1] - room), ticks=(at, [f"{v:g}" for v in at])
        ),
        Axis("η = ‖w‖₁", range=(-0.04 * top, top)),
        key="touching",
        subtitle="straight between knots",
        legend=("knot", "if λη were constant"),
    )
