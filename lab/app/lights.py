"""The conditions of Karush, Kuhn and Tucker as four lights: which hold at a point and its
multipliers, and by how much the others fail."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from solvers import InputError, Lasso, Program
from solvers.checks import as_array

#: A condition holds where what is missing is no more than this share of the terms it is made of.
TOL = 1e-6
NAMES = ("stationarity", "primal feasibility", "dual feasibility", "complementarity")
#: Signs that differ in shape and colour: (holds, fails).
SIGNS, _COLOURS = ("●", "▲"), ("#00734F", "#B86E00")


@dataclass(frozen=True, slots=True)
class Light:
    """One condition: its name, what is missing as a share of its terms, and what it asks."""

    name: str
    missing: float
    asks: str

    @property
    def holds(self) -> bool:
        """Whether it is green."""
        return self.missing <= TOL

    def words(self) -> str:
        """ "holds" or by how much it fails."""
        return "holds" if self.holds else f"fails by {self.missing:.1e}"


class Lights(tuple[Light, ...]):
    """The four `Light`s in the order of `NAMES`, as text and as a table."""

    __slots__ = ()

    @property
    def optimal(self) -> bool:
        """Whether all four hold: together they say optimal."""
        return all(light.holds for light in self)

    def __str__(self) -> str:
        lines = (
            f"{SIGNS[not one.holds]} {one.name:18} {one.words():16} {one.asks}" for one in self
        )
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        rows = "".join(
            f'<tr><td style="color:{_COLOURS[not one.holds]};font-size:1.4em">'
            f"{SIGNS[not one.holds]}</td><td><b>{one.name}</b></td><td>{one.words()}</td>"
            f"<td>{html.escape(one.asks)}</td></tr>"
            for one in self
        )
        return f"<table><tbody>{rows}</tbody></table>"


def lights(problem: Lasso | Program, x: ArrayLike, **dual: ArrayLike | None) -> Lights:
    """The four conditions at `x` and at multipliers as `problem.certify` takes them.

    For a `Lasso` theta (N,), by default the residual at x (D,), as it is and not moved into the
    dual feasible set; for a `Program` y (m,) and z (k,), by default 0. InputError where they are
    not finite.
    """
    found = {Lasso: _of_lasso, Program: _of_program}.get(type(problem))
    if found is None:
        raise InputError(f"problem must be a Lasso or a Program, got {type(problem).__name__}.")
    try:
        missing = found(problem, x, **dual)
    except TypeError:
        raise InputError(
            f"The multipliers of a {type(problem).__name__} are "
            f"{'theta' if found is _of_lasso else 'y and z'}, got {', '.join(dual)}."
        ) from None
    return Lights(Light(name, *one) for name, one in zip(NAMES, missing, strict=True))


def _of_lasso(p, x, theta=None):
    w = as_array(x, "x", 1, shape=(p.X.shape[1],))
    r = p.t - p.X @ w
    theta = r if theta is None else as_array(theta, "theta", 1, shape=(p.t.size,))
    pull, size = p.X.T @ theta, np.linalg.norm(p.t)
    paid = np.abs(p.lam * np.abs(w) - w * pull).sum()  # else one may make up for another
    return (
        (_share(np.linalg.norm(theta - r), size), "θ = t − Xw"),
        (0.0, "none is asked: every w will do"),
        (_share(max(np.abs(pull).max(initial=0.0) - p.lam, 0.0), p.lam), "|x_d'θ| ≤ λ"),
        (_share(paid, p.certify(w).scale), "x_d'θ = λ sign(w_d) where w_d is not 0"),
    )


def _of_program(p, x, y=None, z=None):
    x = as_array(x, "x", 1, shape=(p.c.size,))
    y = np.zeros(p.b.size) if y is None else as_array(y, "y", 1, shape=(p.b.size,))
    z = np.zeros(p.b_eq.size) if z is None else as_array(z, "z", 1, shape=(p.b_eq.size,))
    r, terms = p.c.copy(), np.abs(p.c)
    for matrix, at in ((p.Q, x), (p.A.T, y), (p.A_eq.T, z)):
        if matrix is not None and at.size:
            r, terms = r + matrix @ at, terms + abs(matrix) @ np.abs(at)
    # What is left of the gradient is the multiplier of a bound, where there is one on that side.
    bound = np.where(r > 0.0, p.lower, p.upper)
    held = np.isfinite(bound)
    slack = np.abs(np.where(held, x - bound, 0.0))
    rows = p.b - p.A @ x if y.size else y
    products = np.abs(r) @ slack + np.abs(y) @ np.abs(np.where(y != 0.0, rows, 0.0))
    proof = p.certify(x, y=y, z=z)
    return (
        (
            # Each column by its own terms: a cost that is small compared with others counts as
            # well.
            max(map(_share, np.abs(r[~held]), terms[~held]), default=0.0),
            "c + Qx + A'y + A_eq'z = 0, or a bound",
        ),
        (proof.infeasibility, "Ax ≤ b, A_eq x = b_eq, within bounds"),
        (_share(max(-y.min(initial=0.0), 0.0), np.abs(y).max(initial=0.0)), "y ≥ 0"),
        (_share(products, proof.scale), "y_i = 0 where row i has slack; bounds alike"),
    )


def _share(missing, size):
    """`missing` as a share of `size`; where there is no size, whole unless nothing is missing."""
    return float(missing / size) if size > 0.0 else float(missing != 0.0)
