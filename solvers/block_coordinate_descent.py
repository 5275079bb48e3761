"""Block coordinate descent: minimise over one group of weights at a time (eqs. 21-22 of
002_8a6384496e3a9cf3.txt).

For the group lasso, a group's problem is min 1/2 u'A u + b'u + lam ||u||, with A = X_g'X_g and
b = -X_g'r - A w_g, r = t - X w. Turned once into the axes of A, its columns R are orthogonal, A is
diag(a), and one unknown is left, the norm of u: see `solvers.sparse.group_subproblem`. For logistic
regression, see `solvers.sparse.group_logistic_descent`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Unpack

import numpy as np

from solvers.engine import Proofs
from solvers.options import Common, Options, common_options
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic
from solvers.registry import solver
from solvers.result import Result, State
from solvers.sparse.group_logistic_descent import LogisticGroups
from solvers.sparse.group_subproblem import MOST_NEWTON, block_minimum, block_picture, members
from solvers.sparse.start import remarked, sparse_start
from solvers.sparse.working_sets import Blocks, descent_states, may_sweep_fast


class Block(NamedTuple):
    """A group in the axes of its curvature: its `columns` (p,), the rotation Q (p, p), the rows
    R = Q'X_g' (p, N), which are orthogonal, their squared lengths a (p,), and u = Q'w_g."""

    columns: np.ndarray
    Q: np.ndarray
    R: np.ndarray
    a: np.ndarray
    u: np.ndarray


def rotated(X: np.ndarray, columns: np.ndarray, w: np.ndarray) -> Block:
    """The `Block` of these columns of X at the weights w (D,)."""
    rows = X.T[columns]
    Q = np.linalg.svd(rows, full_matrices=len(rows) > len(X))[0]
    R = Q.T @ rows
    a = np.einsum("pn,pn->p", R, R)
    rounding = a <= (np.finfo(float).eps * max(R.shape)) ** 2 * a.max()
    a[rounding], R[rounding] = 0.0, 0.0
    return Block(columns, Q, R, a, Q.T @ w[columns])


def minimise(
    block: Block, lam: float, w: np.ndarray, r: np.ndarray, guess: float
) -> tuple[np.ndarray, np.ndarray, float]:
    """Minimise over the weights of the block, and keep r = t - X w. guess: where Newton's method
    for their norm begins, at least. Return its iterates, the slopes c, and the squared change of
    the fit, -1 where nothing moved."""
    target, iterates = np.empty(block.u.size), np.empty(MOST_NEWTON)
    c = np.where(block.a > 0.0, -(block.R @ r + block.a * block.u), 0.0)
    count = block_minimum(block.a, c, lam, guess, target, iterates)
    shift = target - block.u
    if not shift.any():
        return iterates[:count], c, -1.0
    w[block.columns], block.u[:] = block.Q @ target, target
    r -= shift @ block.R
    return iterates[:count], c, float(block.a @ shift**2)


class Groups:
    """The weights w (D,) of a `GroupLasso`, and their residual theta: see `sparse.working_sets`."""

    def __init__(self, problem: GroupLasso, w: np.ndarray):
        self.problem, self.w, self.members = problem, w, members(problem.groups)
        self.made, self.swept = {}, {"changed": 0}

    def refresh(self) -> None:
        """The residual from the data."""
        self.theta = self.problem.residual(self.problem.fit(self.w))

    def block(self, g: int) -> Block:
        """The `Block` of group g, made when it is first asked for."""
        if g not in self.made:
            self.made[g] = rotated(self.problem.X, self.members[g], self.w)
        return self.made[g]

    def sweep(self, order: np.ndarray) -> tuple[float, State]:
        """One pass over the groups `order`."""
        lam, w, r, changes = self.problem.lam, self.w, self.theta, []
        for block in map(self.block, order):
            changes.append(minimise(block, lam, w, r, float(np.linalg.norm(block.u)))[2])
        return max([0.0, *changes]), {"changed": sum(c >= 0.0 for c in changes)}

    def update(self, g: int) -> tuple[bool, State]:
        """Minimise over group g, from where Newton's method begins by itself."""
        block = self.block(g)
        old = np.linalg.norm(block.u)
        iterates, c, change = minimise(block, self.problem.lam, self.w, self.theta, 0.0)
        return change >= 0.0, self.mark(g, old, np.linalg.norm(block.u), iterates, block.a, c)

    def mark(self, *visit: Any) -> State:
        """What a picture of the group's problem needs; a group -1 at the start."""
        return block_picture(max(map(len, self.members), default=0), *visit)


@solver("block_cd", GroupLasso, GroupLogistic, label="block descent", iterate="w", unit="sweep")
@common_options
def solve_block_cd(
    problem: GroupLasso | GroupLogistic,
    *,
    max_iter: int = 10_000,
    order: Literal["random", "cyclic"] = "random",
    steps: Literal["sweeps", "updates"] = "sweeps",
    active_set: bool = True,
    model: Literal["own", "shared"] | None = None,
    **common: Unpack[Common],
) -> Result:
    """Minimise over one group of weights at a time: the group lasso exactly, logistic regression by
    a quadratic model of its loss and Armijo's line search (way halved, rho = 0.01).

    A block's problem is solved in the axes of its curvature, where one unknown is left: the norm
    rho of the new weights, a root that Newton's method reaches from below without passing it.

    Parameters
    ----------
    problem : GroupLasso or GroupLogistic
        Data X (N, D) and t (N,), lam, and the group of each column.
    x0 : array_like (D,) or Result
    order : {"random", "cyclic"}
        A new permutation of the groups for each sweep, or their order.
    steps : {"sweeps", "updates"}
        A row is a pass over the working set, or one group.
    active_set : bool
        Sweep the groups with weights and the most correlated ones until nearly solved, then look
        at all groups again; with few columns, and with steps="updates", all are swept.
    model : {"own", "shared"} or None
        Logistic only: each group has the model at the current point, as in (21), or one model
        serves the whole working set, swept until nearly minimised, then one line search along the
        way there; a row is then a model. None: "own", but "shared" with record_every=0, where it
        is the faster.

    Returns
    -------
    Result
        `x` is w (D,); `dual` holds theta (N,). iteration counts sweeps or updates, work counts
        coordinates visited. Snapshots: `w` (T, D), and for sweeps `visited`, `changed` (T,): how
        many groups the sweep visited and moved; for updates `group` (T,), -1 at the start,
        `old_norm`, `new_norm` (T,) of its weights, `newton` (T,) the number of Newton's iterates
        and `rho` (T, 32) the iterates, `curvature` and `slope` (T, P): a_i and c_i of
        sum c_i^2 / (a_i rho + lam)^2 = 1; unused places are NaN. For logistic regression also
        `trials`, and `alpha`, the accepted share of the way to the model's minimum, 0 if none; for
        sweeps, all trials and the least alpha accepted. With record_every=0 and active_set the
        engine makes many sweeps in one call of a kernel, on X'X of the groups in use, where a
        block's problem is solved by proximal gradient steps.

    References
    ----------
    sparse-models: eqs. (21)-(22)
    yuan-2012: the shared model
    """
    options = Options(max_iter=max_iter, **common)
    proofs, (w, theta, random) = Proofs(problem), sparse_start(problem, options)
    fast = may_sweep_fast(problem, options, active_set, model, steps == "updates")
    run: Blocks = (
        Groups(problem, w) if isinstance(problem, GroupLasso) else LogisticGroups(problem, w)
    )
    states = descent_states(
        run, proofs, theta, random, options,
        shuffled=order == "random", steps=steps, active_set=active_set, fast=fast,
    )  # fmt: skip
    return options.drive(remarked(problem, states), proofs.certify)
