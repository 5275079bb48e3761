"""Dual coordinate descent: one multiplier at a time, exactly, for each problem that has it.

A coordinate moves to the minimiser of minus the dual value over it alone, the others held, which
has a closed form: (lam_i - (z_i'w - 1) / q_i) within [0, C] for a triplet, with q_i = z_i'L^-1 z_i
and w = L^-1 (Z'lam + t). The primal point follows each step at once. `triplet.descent`,
`odm.descent` and `pair_descent` hold the formulas, and sweeps of them in one compiled call.
"""

from __future__ import annotations

from typing import Literal, Unpack

from solvers.checks import InputError, nonnegative
from solvers.odm.descent import OdmCoordinates
from solvers.options import Batches, Common, Options, common_options
from solvers.pair_descent import PairCoordinates
from solvers.problems.odm import ODM
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.triplet_metric import TripletMetric
from solvers.registry import solver
from solvers.result import Result
from solvers.triplet.descent import TripletCoordinates
from solvers.vectors import CYCLIC, GREEDY, RANDOM

_ORDERS = {"random": RANDOM, "cyclic": CYCLIC, "greedy": GREEDY}
_COORDINATES = {
    TripletMetric: TripletCoordinates,
    ODM: OdmCoordinates,
    InformationTheoreticMetric: PairCoordinates,
}


def _by_updates(run):
    """A state after each coordinate that moves, and after the last of each sweep."""
    mark = run.mark()
    yield run.state(**mark)
    while True:
        moved = 0
        for turn, k in enumerate(run.order(), 1):
            k = run.best() if run.rule == GREEDY else k
            run.work += 1
            if k < 0:  # nothing gains
                moved, mark = 0, run.mark()
                break
            mark = run.update(k)
            moved += mark["new"] != mark["old"]
            if mark["new"] != mark["old"] and turn < run.count:
                yield run.state(**mark)
        run.sweep += 1
        yield run.state(**mark, **run.end_of_sweep(moved))


def _by_sweeps(run, options):
    """A state after each sweep or, unrecorded, after a growing number of them."""
    batches = Batches(options)
    yield run.state(iteration=0)
    while True:
        more = run.sweeps(batches.next(run.cost, run.sweep))
        yield run.state(iteration=run.sweep, **more)


@solver("dual_cd", TripletMetric, label="dual coordinate descent", iterate="w", unit="sweep")
@solver("dual_cd", ODM, label="dual coordinate descent", iterate="s", unit="sweep")
@solver(
    "dual_cd",
    InformationTheoreticMetric,
    label="dual coordinate descent",
    iterate="M",
    unit="sweep",
)
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
    options = Options(max_iter=max_iter, **common)
    coordinates, eps = _COORDINATES[type(problem)], nonnegative(eps, "eps")
    how = {"stop": stop, "eps": eps} if coordinates is TripletCoordinates else {}
    if stop == "source" and not how:
        raise InputError(
            "stop must be 'certificate' but for a TripletMetric, got 'source'; other sources "
            "have no rule."
        )
    run = coordinates(problem, options, _ORDERS[order], **how)
    states = _by_updates(run) if steps == "updates" else _by_sweeps(run, options)
    return options.drive(states, problem.certify)
