"""Shapes of a learned metric: its unit ball, the lines z'w = c, and planes."""

from __future__ import annotations

import numpy as np

from lab.drawing.geometry import spectral_maps


def shadow_features(case, w):
    """The features that are drawn: all of up to three, else the two that weigh most."""
    d = case.X.shape[1]
    if d <= 3:
        return np.arange(d)
    A = np.eye(d) if case.A is None or case.svm else case.A
    return np.sort(np.argsort(-(A**2 @ np.abs(w)), kind="stable")[:2])


def ball_maps(w, A, keep, longest):
    """(T, k, k): maps of the unit sphere onto the ball {x: sum_j w_j (A'x)_j^2 <= 1}, seen in the
    coordinates `keep` (k,), for each row of w >= 0 (T, m).

    A half-axis is at most `longest`: where w_j = 0 the ball has no end. Symmetric roots, so that
    neighbouring frames mix well.
    """
    m = w.shape[1]
    back = np.eye(m) if A is None else np.linalg.inv(A).T
    # A much longer half-axis would drown the short ones in rounding.
    least = 1e-4 / longest**2
    axes = back[keep] / np.sqrt(np.maximum(w, least))[:, None, :]
    return spectral_maps(
        axes @ axes.transpose(0, 2, 1),
        lambda size: np.minimum(np.sqrt(np.maximum(size, 0.0)), longest),
    )


def plane_maps(w, size):
    """(T, 3, 3): maps of the square [-1, 1]^2 x 0 onto a piece of the plane w'x = 0 with half side
    `size`, for each row of w (T, 3); a point where w = 0."""
    norm = np.linalg.norm(w, axis=1)
    flat = norm == 0.0
    unit = np.where(flat[:, None], [0.0, 0.0, 1.0], w / np.where(flat, 1.0, norm)[:, None])
    other = np.eye(3)[np.abs(unit).argmin(axis=1)]
    first = np.cross(unit, other)
    first /= np.linalg.norm(first, axis=1)[:, None]
    second = np.cross(unit, first)
    maps = size * np.stack([first, second, 0.0 * first], axis=2)
    return np.where(flat[:, None, None], 0.0, maps)
