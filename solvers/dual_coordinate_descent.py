"""Dual coordinate descent: one multiplier at a time, exactly, for each problem that has it."""

from __future__ import annotations

from solvers.checks import integer, nonnegative, of_type, one_of
from solvers.drive import drive
from solvers.odm.descent import odm_states
from solvers.problems.odm import ODM
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.triplet.descent import triplet_states

_ORDERS = ("random", "cyclic", "greedy")
_STATES = {TripletMetric: triplet_states, ODM: odm_states}


@solver("dual_cd", TripletMetric, ODM)
def solve_dual_cd(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=10_000,
    record_every=1,
    seed=0,
    cancelled=None,
    order="random",
    steps="sweeps",
    stop="certificate",
    eps=1e-6,
):
    """Minimise minus the dual value over one multiplier at a time, exactly.

    order: "random" (a new permutation each sweep), "cyclic", or "greedy": each step the one that
    gains most, found by looking at every coordinate.
    steps: "sweeps", one row per sweep over all coordinates (greedy: as many steps), or "updates",
    one row per coordinate that moves and one for the last coordinate of each sweep.
    iteration counts sweeps or rows of updates; work counts coordinate updates.

    For `TripletMetric` (Algorithm 2 of 000_291dc1e5a69c06b5.txt, section 3, corrected):
    stop: "certificate", or "source": also stop, with status "small_change", once a sweep changes f
    by at most `eps` (absolute, as printed; it proves nothing).
    x0: an earlier result (lam and t are taken over) or some w (m,).

    Snapshots: w (T, m) as the method carries it, not projected; lam (T, n); t (T, m), zero where w
    is free; source_rule (T,), True from the row on at which the source's rule has fired. With
    steps="updates" also block (0: lam, 1: t, -1: none), index, old, new, gradient,
    projected_gradient, bound (-1: arrived at 0, +1: arrived at C, 0: neither), all (T,), describing
    the update that led to the row. A sweep moves lam, then t.
    The rate is linear and depends on the conditioning of L: above a condition number of 100, or for
    large C, `solve_triplet_interior_point` is the better choice.

    For `ODM` (the dual of (2) of 004_0576c39cd2308ab8.txt), a coordinate is the pair (zeta_i,
    beta_i), of which at most one is positive; x0: an earlier result or some s (n,). Snapshots: s
    and margins (T, n), and with steps="updates" index (-1: none), old and new s_i, and the margin
    before the update, all (T,).
    """
    of_type(problem, _STATES, "problem")
    one_of(order, _ORDERS, "order")
    one_of(steps, ("sweeps", "updates"), "steps")
    one_of(stop, ("certificate", "source"), "stop")
    states = _STATES[type(problem)](
        problem,
        x0,
        rule=_ORDERS.index(order),
        steps=steps,
        seed=integer(seed, "seed"),
        tol=nonnegative(tol, "tol"),
        max_iter=integer(max_iter, "max_iter"),
        many=integer(record_every, "record_every") == 0,
        stop=stop,
        eps=nonnegative(eps, "eps"),
    )
    return drive(
        states,
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
