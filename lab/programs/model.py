"""A linear or quadratic model of CVXPY as a `NamedProgram`."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array

from lab.drawing.text import listed
from lab.programs.named import NamedProgram, compact
from solvers import InputError

#: Atoms of CVXPY that are not affine, and take linear rows alone.
_LINEAR = {"abs", "max", "maximum", "norm1"}


def modelled(problem: Any) -> NamedProgram:
    """The program of a `cvxpy.Problem`; InputError names the cause where it has none.

    Absolute values and the like become further variables and rows. Rows of one variable with
    coefficient 1 or -1 become its bounds.
    """
    import cvxpy

    if not isinstance(problem, cvxpy.Problem):
        raise InputError(
            f"problem must be a cvxpy.Problem, got a {type(problem).__name__} of CVXPY; make one "
            "with cvxpy.Problem(cvxpy.Minimize(...), constraints)."
        )
    _require_plain(problem)
    _require_finite(problem)
    try:
        # The conic form of a solver that comes with CVXPY: b - Ax is 0, then >= 0, then in cones.
        data, _, inverse = problem.get_problem_data(cvxpy.CLARABEL)
    except (cvxpy.DCPError, cvxpy.SolverError, TypeError, ValueError) as error:
        why = " ".join(str(error).split()).rstrip(".")
        raise InputError(
            f"problem must be one that CVXPY can write as a convex program, got: {why}."
        ) from None
    dims, b = data["dims"], np.asarray(data["b"], dtype=float)
    rows = dims.zero + dims.nonneg
    if rows < b.size:
        raise InputError(
            f"problem must be a linear or quadratic program, got {b.size - rows} rows in other "
            f"cones ({_cones(problem)}); a norm of length 2 or an exponential makes such."
        )
    offset = float(np.asarray(inverse[-1].get("offset", 0.0)))
    return _program(problem, data, offset, _substitutes(inverse))


def _require_plain(problem):
    """Raise for what has no such form: no variables, whole ones, complex ones, broken rules,
    parameters without a value."""
    variables = problem.variables()
    if not variables:
        raise InputError("problem must have at least one variable, got none; there is nothing to "
                         "choose.")  # fmt: skip
    whole = [v.name() for v in variables if v.attributes["integer"] or v.attributes["boolean"]]
    if whole:
        raise InputError(
            f"problem must have continuous variables, got {listed(whole, most=5)} with integer or "
            "boolean values; leave integer=True and boolean=True out to relax it."
        )
    unset = [p.name() for p in problem.parameters() if p.value is None]
    if unset:
        raise InputError(
            f"problem must have a value for each parameter, got none for {listed(unset, most=5)}; "
            f"set {unset[0]}.value first."
        )
    if not problem.is_dcp():
        raise InputError(
            "problem must follow CVXPY's rules of convex problems (DCP), got "
            f"{listed(_broken_rules(problem), most=2)}; see cvxpy.Problem.is_dcp."
        )


def _broken_rules(problem):
    """What breaks the rules, in words."""
    objective = problem.objective
    if not objective.is_dcp():
        curvature = objective.args[0].curvature.lower()
        yield f"{objective.NAME} of {_short(objective.args[0])}, which is {curvature}"
    for constraint in problem.constraints:
        if not constraint.is_dcp():
            yield f"the constraint {_short(constraint)}"


def _require_finite(problem):
    """Raise for numbers in the model that are not."""
    places = [(f"the constraint {_short(c)}", c) for c in problem.constraints]
    for words, part in [("the objective", problem.objective), *places]:
        for constant in [*part.constants(), *part.parameters()]:
            value = constant.value
            entries = value.data if hasattr(value, "tocsr") else value
            if not np.isfinite(np.asarray(entries, dtype=complex)).all():
                raise InputError(
                    f"problem must hold finite numbers, got infinity or NaN in {words}; leave out "
                    "what bounds nothing."
                )


def _short(expression, most=60):
    text = " ".join(str(expression).split())
    return text if len(text) <= most else text[: most - 3] + "..."


def _cones(problem):
    """The atoms that are neither linear nor quadratic, by name."""
    from cvxpy.atoms.affine.affine_atom import AffAtom

    names = {a.__name__ for a in problem.atoms() if not issubclass(a, AffAtom)}
    return listed(sorted(names - _LINEAR), most=5) or "of its constraints"


def _substitutes(inverse):
    """Number of a variable with bounds -> that of the plain one which some versions of CVXPY put in
    its place, by which it is found again on the way back."""
    found: dict = {}
    for step in inverse:
        if isinstance(step, tuple) and step and isinstance(step[0], dict):
            found |= {old: new.id for old, new in step[0].items() if hasattr(new, "id")}
    return found


def _program(problem, data, offset, substitutes):
    dims, A, b = data["dims"], csr_array(data["A"]), np.asarray(data["b"], dtype=float)
    A.eliminate_zeros()
    n, zero = A.shape[1], dims.zero
    A_in, b_in = A[zero:], b[zero : zero + dims.nonneg]
    lower, upper, rows = _bounds(A_in, b_in, n)
    maximised = problem.objective.NAME == "maximize"
    Q = data.get("P")
    return NamedProgram(
        data["c"], compact(A_in[rows]), b_in[rows],
        Q=None if Q is None else compact(csr_array(Q)), A_eq=compact(A[:zero]),
        b_eq=b[:zero], lower=lower, upper=upper,
        sense="max" if maximised else "min", constant=-offset if maximised else offset,
        column_names=_column_names(problem, data["param_prob"].var_id_to_col, n, substitutes),
        title="model of CVXPY",
    )  # fmt: skip


def _bounds(A, b, n):
    """(lower, upper, rows): bounds from rows with one entry, 1 or -1, and the rows (m,) that are
    not bounds."""
    lower, upper = np.full(n, -np.inf), np.full(n, np.inf)
    alone = np.flatnonzero(np.diff(A.indptr) == 1)
    rows = np.ones(A.shape[0], dtype=bool)
    for i in alone:
        j, value = A.indices[A.indptr[i]], A.data[A.indptr[i]]
        if value == 1.0:
            upper[j] = min(upper[j], b[i])
        elif value == -1.0:
            lower[j] = max(lower[j], -b[i] + 0.0)
        rows[i] = abs(value) != 1.0
    return lower, upper, rows


def _column_names(problem, places, n, substitutes):
    """The names of the model's variables, x or x[0], and t1, ... of those that CVXPY added."""
    variables = problem.variables()
    names, own = [""] * n, {substitutes.get(v.id, v.id): v for v in variables}
    for number, first in places.items():
        variable = own.get(number)
        if variable is None:
            continue
        if variable.size == 1:
            names[first] = variable.name()
            continue
        for k, index in enumerate(np.ndindex(variable.shape[::-1])):
            at = ",".join(str(i) for i in index[::-1])
            names[first + k] = f"{variable.name()}[{at}]"
    added = 0
    for j, name in enumerate(names):
        if not name:
            added += 1
            names[j] = f"t{added}"
    return tuple(names)
