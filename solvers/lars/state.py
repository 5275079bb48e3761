"""What a run down the path keeps, and where it finds room for it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solvers.compiled import njit

#: The entries of `PathState.count`: columns in use, rows of X'X known, knots, weights and events
#: noted.
SIZE, ROWS, KNOTS, VALUES, EVENTS = range(5)
#: What a kernel returns: lam_min is reached, as many knots as asked for are made, or there is no
#: room for rows of X'X, in the factor, or for notes.
END, PAUSE, NO_ROWS, NO_PLACES, NO_PAPER = range(5)
#: Rows of X'X that are computed at a time: few where a product of so many is small, else many.
_FEW, _SMALL, _MANY = 8, 1e6, 64
#: Entries of X'X for which there is room at first, at least.
_FIRST_ROOM = 1 << 20


class PathState(NamedTuple):
    """Where the run is. Arrays by column (D,), by place in the factor (C,), or of notes.

    count (5,): see SIZE ...; lam (2,): lam, and lam_max. XT (D, N): the features by columns.
    alpha: what is added to the diagonal of X'X.
    base, c, a, w, s (D,): X't, correlations, X'X d, weights, signs of the columns on the band.
    inside, before (D,): whether the column is in use below this knot, and was above it. Until the
    direction at the knot is found, `inside` lacks what enters there.
    band (D,): 1 on the band but not in use, 2 where it depends on the columns in use, else 0.
    rows (M, D): known rows of X'X + alpha I, those of the columns in use before the others;
    slot (D,): which of them is a column's, or -1; owner (M,): whose each is.
    block (B, N), chosen (B,): scratch for new rows.
    U (C, C), y (C,): the factor; active (C,): its columns; d, z (C,): direction, and a trial of it;
    v (C,): scratch.
    knots (K,), ends (K,), where, value (V,): lam of each knot, and its non-zero weights up to
    ends[k]. events (W, 4): knot, column, sign, and 1 for in or 0 for out.
    """

    count: np.ndarray  # type: ignore[assignment]  # tuples have a method of this name
    lam: np.ndarray
    XT: np.ndarray
    alpha: float
    base: np.ndarray
    c: np.ndarray
    a: np.ndarray
    w: np.ndarray
    s: np.ndarray
    inside: np.ndarray
    before: np.ndarray
    band: np.ndarray
    rows: np.ndarray
    slot: np.ndarray
    owner: np.ndarray
    block: np.ndarray
    chosen: np.ndarray
    U: np.ndarray
    y: np.ndarray
    active: np.ndarray
    d: np.ndarray
    z: np.ndarray
    v: np.ndarray
    knots: np.ndarray
    ends: np.ndarray
    where: np.ndarray
    value: np.ndarray
    events: np.ndarray

    def records(self):
        """Knots (K,), ends (K,), where, value (V,), events (W, 4): views of what is filled."""
        _, _, K, V, W = self.count
        return self.knots[:K], self.ends[:K], self.where[:V], self.value[:V], self.events[:W]


@njit(cache=True, nogil=True)
def begin(XT, t, alpha):
    """The first knot: lam_max, where w = 0."""
    D, N = XT.shape
    base = np.zeros(D)
    if XT.size > 0:
        np.dot(XT, t, base)
    lam_max = 0.0
    for j in range(D):
        lam_max = max(lam_max, abs(base[j]))
    B = _FEW if 2 * _FEW < D and _FEW * N * D <= _SMALL else min(D, _MANY)
    M, C, K = min(D, _FIRST_ROOM // max(D, 1) + B), min(D, 128) + 1, 256
    p = PathState(
        np.array([0, 0, 1, 0, 0]), np.full(2, lam_max), XT, alpha,
        base, base.copy(), np.zeros(D), np.zeros(D), np.ones(D),
        np.zeros(D, np.bool_), np.zeros(D, np.bool_), np.zeros(D, np.int8),
        np.empty((M, D)), np.full(D, -1), np.empty(M, np.int64),
        np.empty((B, N)), np.empty(B, np.int64),
        np.empty((C, C)), np.empty(C), np.empty(C, np.int64),
        np.empty(C), np.empty(C), np.empty(C),
        np.empty(K), np.empty(K, np.int64),
        np.empty(32 * C, np.int64), np.empty(32 * C), np.empty((8 * C, 4), np.int64),
    )  # fmt: skip
    p.knots[0], p.ends[0] = lam_max, 0
    return p


def with_room(p, missing):
    """The same state with room for what a kernel found `missing`."""
    if missing == NO_ROWS:
        return p._replace(**_longer(p, "rows", "owner"))
    if missing == NO_PLACES:
        return p._replace(**_longer(p, "U", "y", "active", "d", "z", "v"))
    return p._replace(**_longer(p, "knots", "ends", "where", "value", "events"))


def _longer(p, *names):
    """The arrays `names` with room for twice as much; along both axes of U."""
    longer = {}
    for name in names:
        old = getattr(p, name)
        sizes = [2 * n if axis == 0 or name == "U" else n for axis, n in enumerate(old.shape)]
        longer[name] = np.empty(sizes, dtype=old.dtype)
        longer[name][tuple(slice(n) for n in old.shape)] = old
    return longer
