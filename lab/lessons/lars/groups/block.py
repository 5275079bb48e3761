"""The panel "block" of the groups scene: the one number that solves a group's problem.

The group's minimiser is 0 where |b| <= lam; else its norm rho is the root of
phi(rho) = psi(rho)^(-1/2) - 1, psi(rho) = sum c_i^2 / (a_i rho + lam)^2. It rises and is concave,
so that Newton climbs to the root from the left (eq. 22 of 002_8a6384496e3a9cf3.txt).
"""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.lessons.lars.groups.view import NAMES
from widgets import Axis, Curve, Panel, Path, Points, Segments, Text, row

#: Newton's iterates that are drawn; later ones stand on the root.
ITERATES = 8
_GRID = 81
#: Highest phi in the picture.
_MOST = 1.5


def block(view):
    """phi of the group that moves, its root, and Newton's way there."""
    reach = _reach(view)
    x = np.linspace(0.0, reach, _GRID)
    y = phi(view, np.tile(x, (len(view), 1)))
    top = float(np.clip(np.nanmax(y[:, -1], initial=0.0), 0.3, _MOST))
    marks = [
        Segments([0.0], [0.0], [reach], [0.0], tone="ink", width=1.2, label="φ = 0"),
        Curve(x, row(np.minimum(y, 2.0 * top)), width=2.5, label="φ(ρ)"),
        *_newton(view, top),
        *_root(view),
        Text([0.02 * reach], [0.87 * top], _verdicts(view), tone="ink", per_frame=True),
    ]
    return Panel(
        "The group's problem is one root",
        marks,
        Axis("ρ = norm of the group", range=(-0.03 * reach, reach)),
        Axis("φ(ρ)", range=(-1.1, top)),
        key="block",
        subtitle="no root: the group is 0",
        legend={"φ(ρ)": "φ(ρ)", "Newton's tangents": "Newton's tangents", "norm before": "before"},
    )


def _reach(view):
    """The end of the axis: beyond every root, and beyond the old norms as far as that is near."""
    roots = view.new[view.started].max(initial=0.0)
    old = view.old.max(initial=0.0)
    return 1.25 * (min(old, 3.0 * roots) if old > roots > 0.0 else max(roots, old)) or 1.0


def phi(view, rho):
    """phi at rho (T, k) of each frame's group; NaN where the group feels no pull at all."""
    a, c = np.nan_to_num(view.a)[:, None, :], np.nan_to_num(view.c)[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        psi = np.sum((c / (a * rho[:, :, None] + view.lam)) ** 2, axis=2)
        return np.where(psi > 0.0, 1.0 / np.sqrt(psi) - 1.0, np.nan)


def newton_corners(view):
    """Newton's way (T, 2 * ITERATES) as x, y: up from the axis to phi, along the tangent to 0."""
    x = np.repeat(view.rho[:, :ITERATES], 2, axis=1)
    y = np.zeros_like(x)
    y[:, 1::2] = phi(view, view.rho[:, :ITERATES])
    y[np.isnan(x)] = np.nan
    return x, y


def _newton(view, top):
    x, y = newton_corners(view)
    yield Path(row(x), row(np.minimum(y, 2.0 * top)), tone="now", dash="dot", width=1.5,
               ghost=False, label="Newton's tangents")  # fmt: skip
    yield Points(row(x[:, 1::2]), row(y[:, 1::2]), tone="now", size=6.0, label="Newton's iterates")


def _root(view):
    new = np.where(view.started, view.new, np.nan)
    old = np.minimum(view.old, 2.0 * _reach(view))
    yield Points(row(old), [0.0], symbol="circle-open", tone="ink", size=11.0,
                 label="norm before")  # fmt: skip
    yield Points(row(new), [0.0], tone="now", size=11.0, label="norm after: the root")


def _verdicts(view):
    """What the frame's group does, in words."""
    words = []
    for k in range(len(view)):
        name, pull = NAMES[view.group[k]], number(view.pull[k], 2)
        if view.newton[k] == 0:
            words.append(f"{name}: |b| = {pull} ≤ λ, no root")
        else:
            words.append(f"{name}: |b| = {pull} > λ")
    return tuple(words)
