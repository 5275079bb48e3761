"""Dual coordinate descent: one multiplier at a time, exactly, for each problem that has it."""

from __future__ import annotations

from typing import Literal, Unpack

from solvers.checks import nonnegative, of_type, one_of
from solvers.odm.descent import odm_states
from solvers.options import Common, Options, common_options
from solvers.pair_descent import pair_states
from solvers.problems.odm import ODM
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.triplet.descent import triplet_states

_ORDERS = ("random", "cyclic", "greedy")
_STATES = {
    TripletMetric: triplet_states,
    ODM: odm_states,
    InformationTheoreticMetric: pair_states,
}


@solver("dual_cd", TripletMetric, label="dual coordinate descent", iterate="w")
@solver("dual_cd", ODM, label="dual coordinate descent", iterate="s")
@solver("dual_cd", InformationTheoreticMetric, label="dual coordinate descent", iterate="M")
@common_options
def solve_dual_cd(
    problem: TripletMetric | ODM | InformationTheoreticMetric,
    *,
    max_iter: int = 10_000,
    order: Literal["random", "cyclic", "greedy"] = "random",
    steps: Literal["sweeps", "updates"] = "sweeps",
    stop: Literal["certificate", "source"] = "certificate",
    eps: float = 1e-6,
    **common: Unpack[Common],
) -> Result:
    """Minimise minus the dual value over one multiplier at a time, exactly.

    For a `TripletMetric` this is Algorithm 2 of the source, corrected: a sweep moves lam, then t.
    The rate is linear and depends on the conditioning of L: above a condition number of 100, or for
    large C, `solve_triplet_interior_point` is the better choice. For an `ODM` a coordinate is the
    pair (zeta_i, beta_i), of which at most one is positive. For an `InformationTheoreticMetric` it
    is the multiplier of a pair of points: a step is a closed form and a change of rank one of M,
    O(m^2), and every M is feasible.

    Parameters
    ----------
    problem : TripletMetric, ODM or InformationTheoreticMetric
        Triplets Z (n, m) with L and C, points X (n, d) with labels y (n,), or pairs V (n, m).
    x0 : array_like (m,), for an ODM (n,), for an InformationTheoreticMetric (m, m), or Result
    order : {"random", "cyclic", "greedy"}
        A new permutation each sweep, the order of the coordinates, or each step the one that gains
        most, found by looking at every coordinate.
    steps : {"sweeps", "updates"}
        A row is a sweep over all coordinates (greedy: as many steps), or a coordinate that moves,
        and the last coordinate of each sweep.
    stop : {"certificate", "source"}
        For a TripletMetric "source" also stops, with status "small_change", once a sweep changes f
        by at most `eps`; it proves nothing.
    eps : float
        See `stop`; absolute, as printed.

    Returns
    -------
    Result
        iteration counts sweeps or rows of updates; work counts coordinate updates.

        TripletMetric: `x` is w (m,); `dual` holds lam (n,), t (m,). Snapshots: w (T, m) as the
        method carries it, not projected; lam (T, n); t (T, m), zero where w is free; source_rule
        (T,), True from the row on at which the source's rule has fired. With steps="updates" also
        block (0: lam, 1: t, -1: none), index, old, new, gradient, projected_gradient, bound (-1:
        arrived at 0, +1: arrived at C, 0: neither), all (T,), describing the update that led to
        the row.

        InformationTheoreticMetric: `x` is M (m, m); `dual` holds lam (n,). Snapshots: M (T, m, m),
        lam and xi (T, n), and with steps="updates" index (-1: none), old and new lam_i, and square,
        v'Mv before the update, all (T,).

        ODM: `x` is s (n,); `dual` holds u (2n,). Snapshots: s and margins (T, n), and with
        steps="updates" index (-1: none), old and new s_i, and the margin before the update, all
        (T,).

    References
    ----------
    triplets: Algorithm 2
    mi-odm: the dual of (2)
    davis-2007: Algorithm 1
    """
    of_type(problem, _STATES, "problem")
    options = Options(max_iter=max_iter, **common)
    one_of(order, _ORDERS, "order")
    one_of(steps, ("sweeps", "updates"), "steps")
    one_of(stop, ("certificate", "source"), "stop")
    states = _STATES[type(problem)](
        problem,
        options,
        rule=_ORDERS.index(order),
        steps=steps,
        stop=stop,
        eps=nonnegative(eps, "eps"),
    )
    return options.drive(states, problem.certify)
