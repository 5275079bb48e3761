"""What is true of a `Program` by outside solvers, and what is wrong with an answer, by formulas of
the tests alone."""

import clarabel
import numpy as np
from scipy import sparse
from scipy.optimize import linprog

TOL = 1e-6


def dense(A):
    return A.toarray() if sparse.issparse(A) else np.asarray(A)


def truth(p):
    """("converged", the least value), ("infeasible", None) or ("unbounded", None): by HiGHS or, of
    a curved objective, by Clarabel."""
    A, E = dense(p.A), dense(p.A_eq)
    if p.Q is None:
        rows = {"A_ub": A, "b_ub": p.b} if p.b.size else {}
        rows |= {"A_eq": E, "b_eq": p.b_eq} if p.b_eq.size else {}
        rows |= {"bounds": np.column_stack([p.lower, p.upper]), "method": "highs-ds"}
        found = linprog(p.c, **rows)
        if found.status == 0:
            return "converged", found.fun
        return ("infeasible" if linprog(0 * p.c, **rows).status == 2 else "unbounded"), None
    one, low, high = np.eye(p.c.size), np.isfinite(p.lower), np.isfinite(p.upper)
    some = np.isfinite(p.b)
    rows = np.vstack([E, A[some], -one[low], one[high]])
    sides = np.concatenate([p.b_eq, p.b[some], -p.lower[low], p.upper[high]])
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.tol_gap_abs, settings.tol_gap_rel = False, 1e-11, 1e-11
    cones = [clarabel.ZeroConeT(p.b_eq.size), clarabel.NonnegativeConeT(len(rows) - p.b_eq.size)]
    Q = sparse.csc_matrix(np.triu(dense(p.Q)))
    found = clarabel.DefaultSolver(Q, p.c, sparse.csc_matrix(rows), sides, cones, settings).solve()
    ends = {"PrimalInfeasible": "infeasible", "DualInfeasible": "unbounded"}
    end = ends.get(str(found.status).removeprefix("Almost"), "converged")
    if found.obj_val < -1e9:  # it says "solved" on the way to minus infinity
        end = "unbounded"
    return end, found.obj_val if end == "converged" else None


def outside(p, x):
    """The largest distance of x to where it should be."""
    A, E = dense(p.A), dense(p.A_eq)
    rows = np.linalg.norm(A, axis=1)
    over = (A @ x - p.b) / np.where(rows > 0.0, rows, 1.0)
    off = (E @ x - p.b_eq) / np.maximum(np.linalg.norm(E, axis=1), 1e-300)
    return max(0.0, over.max(initial=0.0), np.abs(off).max(initial=0.0),
               (p.lower - x).max(), (x - p.upper).max())  # fmt: skip


def value(p, x):
    return p.c @ x + (0.0 if p.Q is None else 0.5 * x @ p.Q @ x)


def dual_value(p, y, z, w):
    """The least of the Lagrangian over the bounds of the variables, and what is left on variables
    without the bound that is needed, as a share of the terms."""
    assert (y >= 0.0).all()
    b = np.where(np.isfinite(p.b), p.b, 0.0)
    Qw = np.zeros(p.c.size) if p.Q is None else p.Q @ w
    r = p.c + Qw + p.A.T @ y + p.A_eq.T @ z
    side = np.where(r > 0.0, p.lower, p.upper)
    free = ~np.isfinite(side)
    terms = np.abs(p.c) + np.abs(Qw) + np.abs(p.A).T @ y + np.abs(p.A_eq).T @ np.abs(z)
    left = (np.abs(r) / np.maximum(terms.max(), 1e-300))[free].max(initial=0.0)
    held = np.where(free | (np.abs(r) <= 1e-14 * terms.max()), 0.0, r * np.where(free, 0.0, side))
    return -0.5 * w @ Qw - b @ y - p.b_eq @ z + held.sum(), left


def size_of(p, x):
    """The sum of the absolute terms of the value, and how far x and the sides it meets reach."""
    Q = 0.0 if p.Q is None else 0.5 * np.abs(x) @ np.abs(p.Q) @ np.abs(x)
    return np.abs(p.c) @ np.abs(x) + Q


def judge(p, result, best):
    """What is wrong with an answer that says it is converged, or an empty string."""
    x, c = result.x, result.certificate
    terms = max(size_of(p, x), abs(best), c.scale)
    if abs(value(p, x) - c.objective) > 1e-12 * terms:
        return f"objective {c.objective} is not the value {value(p, x)}"
    reach = max(np.abs(x).max(), p.sides.nearest_to_origin)
    if outside(p, x) > 20.0 * TOL * reach:
        return f"x is outside by {outside(p, x)}"
    if abs(c.objective - best) > 3.0 * TOL * terms:
        return f"value {c.objective}, optimum {best}"
    y = result.dual.get("y", np.zeros(p.b.size))
    z, w = result.dual.get("z", np.zeros(p.b_eq.size)), result.dual.get("w", x)
    bound, left = dual_value(p, y, z, w)
    if left > 2e-14:
        return f"the multipliers leave {left} of the slope"
    if abs(bound - c.bound) > 1e-9 * terms:
        return f"bound {c.bound} is not the dual value {bound}"
    return ""
