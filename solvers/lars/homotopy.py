"""The homotopy along the path of eq. (23) of 002_8a6384496e3a9cf3.txt, knot by knot.

Between two knots w moves along d and the correlations c = X'(t - X w) along -a = -X'X d, while lam
falls; d is found at each knot (direction.py).
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit
from solvers.lars.cholesky import solve_lower, solve_upper
from solvers.lars.direction import drop, follow, solve_direction
from solvers.lars.rows import combine, learn_rows
from solvers.lars.state import (
    END,
    EVENTS,
    KNOTS,
    NO_PAPER,
    NO_PLACES,
    NO_ROWS,
    PAUSE,
    ROWS,
    SIZE,
    VALUES,
    begin,
    with_room,
)

#: |c_j| within this share of lam_max (and of lam) below lam is on the band.
_BAND, _NARROW = 1e-10, 1e-2
#: Weights that would reach zero this share of lam_max after the first one leave with it.
_TOGETHER = 1e-13
#: The last segment goes to lam_min from where lam has fallen to this share of lam_max.
_FLOOR = 1e-12
#: Knots between two evaluations of w and c from scratch.
_REFRESH = 32


@njit(cache=True, nogil=True, forceinline=True)
def _scan(p):
    """Mark the columns on the band, with their rows of X'X; say what there is no room for."""
    lam, waiting = p.lam[0], 0
    c, inside, band = p.c, p.inside, p.band  # taken once: each taking counts a reference
    edge = lam - min(_BAND * p.lam[1], _NARROW * lam)
    for j in range(c.size):
        band[j] = 0
        if not inside[j] and abs(c[j]) >= edge:
            band[j], p.s[j] = 1, np.copysign(1.0, c[j])
            waiting += 1
            while p.slot[j] < 0:
                if min(p.count[ROWS] + p.chosen.size, p.c.size) > p.rows.shape[0]:
                    return NO_ROWS
                learn_rows(p)
    size = p.count[SIZE] + waiting
    if size > p.active.size:
        return NO_PLACES
    full = p.count[KNOTS] + 1 > p.knots.size or p.count[VALUES] + size > p.value.size
    return NO_PAPER if full or p.count[EVENTS] + 2 * size > p.events.shape[0] else PAUSE


@njit(cache=True, nogil=True, forceinline=True)
def _note_events(p):
    """Write down which columns come into use and go out of it at this knot."""
    inside, before = p.inside, p.before
    for j in range(inside.size):
        if inside[j] != before[j]:
            event = p.events[p.count[EVENTS]]
            event[0], event[1], event[2] = p.count[KNOTS] - 1, j, int(p.s[j])
            event[3] = 1 if inside[j] else 0
            before[j] = inside[j]
            p.count[EVENTS] += 1


@njit(cache=True, nogil=True, forceinline=True)
def next_tie(p):
    """The fall of lam after which the next column meets the band; inf if none does.

    A column that is on the band already, and out of use, can come back only with the other sign.
    """
    lam, least = p.lam[0], np.inf
    correlations, speeds, signs, inside, band = p.c, p.a, p.s, p.inside, p.band
    for j in range(inside.size):
        if inside[j]:
            continue
        c, a = correlations[j], speeds[j]
        if band[j] != 0:
            if signs[j] * a > 1.0:
                least = min(least, (lam + signs[j] * c) / (1.0 + signs[j] * a))
            continue
        if a < 1.0 and lam - c < least * (1.0 - a):
            least = (lam - c) / (1.0 - a)
        if a > -1.0 and lam + c < least * (1.0 + a):
            least = (lam + c) / (1.0 + a)
    return max(least, 0.0)


@njit(cache=True, nogil=True, forceinline=True)
def _zero_after(w, s, d):
    """The fall of lam after which a weight w of sign s, with the speed d, is zero; inf if it
    grows."""
    return np.inf if s * d >= 0.0 else max(-w / d, 0.0)


@njit(cache=True, nogil=True, forceinline=True)
def _move(p, fall, lasso):
    """Lower lam by `fall`; weights that arrive at zero go out of use."""
    before, c, a, w, s, d, active = p.count[SIZE], p.c, p.a, p.w, p.s, p.d, p.active
    p.lam[0] -= fall
    lam = p.lam[0]
    for j in range(c.size):
        c[j] -= fall * a[j]
    together = fall + _TOGETHER * p.lam[1]
    for i in range(before - 1, -1, -1):
        j = active[i]
        zero = lasso and _zero_after(w[j], s[j], d[i]) <= together
        w[j] = 0.0 if zero else w[j] + fall * d[i]
        c[j] = lam * s[j]
        if zero:
            drop(p, i)
    if p.count[SIZE] < before:
        follow(p)


@njit(cache=True, nogil=True, forceinline=True)
def _refresh(p):
    """w_J = (X_J'X_J)^-1 (X_J't - lam s_J) and c from scratch: rounding does not add up."""
    n, lam, c, w, s, z, base, active = (
        p.count[SIZE], p.lam[0], p.c, p.w, p.s, p.z, p.base, p.active,
    )  # fmt: skip
    for i in range(n):
        z[i] = base[active[i]] - lam * s[active[i]]
    solve_lower(p.U, n, z)
    solve_upper(p.U, n, z)
    combine(p, z, c)
    for j in range(c.size):
        c[j] = base[j] - c[j]
    for i in range(n):
        j = active[i]
        w[j], c[j] = z[i], lam * s[j]


@njit(cache=True, nogil=True, forceinline=True)
def _record(p, again):
    """Write down lam and the weights in use; over the last knot if lam is still the same."""
    k = p.count[KNOTS] - 1 if again else p.count[KNOTS]
    at, where, value, active, w = p.ends[k - 1] if k > 0 else 0, p.where, p.value, p.active, p.w
    for i in range(p.count[SIZE]):
        where[at], value[at] = active[i], w[active[i]]
        at += 1
    p.knots[k], p.ends[k] = p.lam[0], at
    p.count[KNOTS], p.count[VALUES] = k + 1, at


@njit(cache=True, nogil=True, forceinline=True)
def first_zero(p):
    """The fall of lam after which the first weight in use is zero; inf if none will be."""
    fall, w, s, d, active = np.inf, p.w, p.s, p.d, p.active
    for i in range(p.count[SIZE]):
        fall = min(fall, _zero_after(w[active[i]], s[active[i]], d[i]))
    return fall


@njit(cache=True, nogil=True, forceinline=True)
def _fall(p, lasso):
    """The fall of lam to the next knot: where a column meets the band, or a weight is zero."""
    return min(next_tie(p), first_zero(p)) if lasso else next_tie(p)


@njit(cache=True, nogil=True, forceinline=True)
def _step(p, fall, lam_min, lasso):
    """Go on by `fall` to the next knot and write it down; True where that is lam_min."""
    before = p.lam[0]
    end = before - fall <= max(lam_min, _FLOOR * p.lam[1])
    _move(p, before - lam_min if end else fall, lasso)
    if end:
        p.lam[0] = lam_min
    if p.count[KNOTS] % _REFRESH == 0 or end:
        _refresh(p)
    _record(p, p.lam[0] == before)
    return end


@njit(cache=True, nogil=True)
def _advance(p, lam_min, lasso, knots):
    """Make up to `knots` more knots; return END, PAUSE, or what there is no room for."""
    for _ in range(knots):
        missing = _scan(p)
        if missing != PAUSE:
            return missing
        solve_direction(p, lasso)
        _note_events(p)
        combine(p, p.d, p.a)
        if _step(p, _fall(p, lasso), lam_min, lasso):
            _note_events(p)
            return END
    return PAUSE


@njit(cache=True, nogil=True)
def short_path(XT, t, lam_min, lasso, alpha, most):
    """Whether the path is done after at most `most` knots, in the room there is at first, and the
    `PathState.records` of it, copied: all in one call."""
    p = begin(XT, t, alpha)
    code = _advance(p, lam_min, lasso, most) if p.lam[1] > lam_min else END
    K, V, W = p.count[KNOTS], p.count[VALUES], p.count[EVENTS]
    where, value, events = p.where[:V].copy(), p.value[:V].copy(), p.events[:W].copy()
    return code == END, (p.knots[:K].copy(), p.ends[:K].copy(), where, value, events)


def follow_path(X, t, lam_min, *, lasso, alpha, knots, most=None):
    """Generate the `PathState` at lam_max, after each `knots` knots, after `most`, and at the end.

    X (N, D) by columns, t (N,); lasso: False for plain LARS; alpha is added to the diagonal of X'X.
    """
    p = begin(X.T, t, alpha)
    yield p
    code = PAUSE if p.lam[1] > lam_min else END
    while code != END:
        left = knots if most is None else most - (p.records()[0].size - 1)
        code = _advance(p, lam_min, lasso, max(1, min(knots, left)))
        if code in (PAUSE, END):
            yield p
        else:
            p = with_room(p, code)


def follow_falls(X, t, lam_min, fall, *, lasso):
    """Generate the `PathState` at lam_max and after each knot, by other rules for the next.

    fall(p) -> (how far lam falls to it, whether weights that are zero by then go out of use).
    """
    p = begin(X.T, t, 0.0)
    yield p
    end = p.lam[1] <= lam_min
    while not end:
        missing = _scan(p)
        if missing != PAUSE:
            p = with_room(p, missing)
            continue
        solve_direction(p, lasso)
        _note_events(p)
        combine(p, p.d, p.a)
        length, leaves = fall(p)
        end = _step(p, length, lam_min, leaves)
        yield p
