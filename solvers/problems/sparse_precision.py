"""Sparse inverse covariance, also for an indefinite Sigma: the problem of sparse metrics."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solvers.checks import InputError, as_array, copied, locked, nonnegative, set_fields, symmetric
from solvers.docstrings import cite
from solvers.problems.cone import asymmetry, indefiniteness
from solvers.problems.log_det import LARGEST, SINGULAR, cholesky, log_det_with_error
from solvers.result import HALVINGS, ArrayLike, Certificate, sum_error

_EPS = np.finfo(float).eps


@cite
@dataclass(frozen=True, slots=True, eq=False)
class SparsePrecision:
    """min P(M) = -log det M + <Sigma, M> + sum_ij rho_ij |M_ij| over M (m, m) positive definite.

    Its dual: max D(Z) = log det Z + m over Z positive definite with |Z_ij - Sigma_ij| <= rho_ij.

    Sigma (m, m): symmetric; it may be indefinite, and then there may be no minimum. There is one,
    and only one, if and only if the dual has a feasible point.
    rho >= 0: one number, or one per entry (m, m), symmetric. All entries are penalised, the
    diagonal too: with Sigma + diag(rho) a program that spares the diagonal solves the same problem.
    weights (m, m): computed here; rho as a matrix.
    inside (m, m) or None: computed here; a feasible Z that takes no search, where there is one.

    References
    ----------
    sparse-metrics: (13) and (15)
    """

    Sigma: np.ndarray
    rho: float | np.ndarray
    weights: np.ndarray = field(init=False, repr=False)
    inside: np.ndarray | None = field(init=False, repr=False)

    __reduce__ = copied

    def __post_init__(self):
        Sigma = symmetric(self.Sigma, "Sigma")
        if Sigma.shape[0] == 0:
            raise InputError("Sigma must have at least one row, got shape (0, 0).")
        rho, weights = _weights(self.rho, Sigma.shape)
        set_fields(self, Sigma=Sigma, rho=rho, weights=weights)
        largest = max(np.abs(Sigma).max(), weights.max())
        if largest > LARGEST:
            raise InputError(
                f"Sigma and rho must be at most {LARGEST:g} in size, got {largest:.3g}; divide "
                "both by a number s, which multiplies M by s."
            )
        set_fields(self, inside=_inside(Sigma, weights))

    @np.errstate(over="ignore", invalid="ignore")  # what overflows proves nothing
    def certify(
        self, M: ArrayLike, Z: ArrayLike | None = None, direction: ArrayLike | None = None
    ) -> Certificate:
        """Proof of quality of `M` (m, m).

        objective: P(M); inf where M is not positive definite. `rescale` gives the best multiple.
        bound: D at Z (m, m), its distance to Sigma clipped to rho; if that is not positive
        definite, at a point between it and `inside`; -inf where there is none. Without Z, at M^-1
        treated so.
        direction (m, m): positive semidefinite, with <Sigma, .> + sum rho |.| <= 0. If so, M does
        not matter (it may be NaN), the objective is -inf, and the problem has no minimum.
        scale: m, the size at the answer of the terms other than the log det, which has no natural
        zero. infeasibility: the asymmetry of M (largest entry of |M - M'|) over its largest entry,
        or minus its smallest eigenvalue over the largest in size; 0 up to rounding. objective and
        bound carry an allowance for rounding, which counts where M or Z is badly conditioned. A log
        det takes a factorisation: one of M, and one of each Z that is tried; without Z, an inverse.
        """
        m = float(self.Sigma.shape[0])
        shape = self.Sigma.shape
        if direction is not None:
            direction = as_array(direction, "direction", 2, shape=shape)
            if self.falls_along(direction):
                return Certificate(-np.inf, -np.inf, m)
        M = as_array(M, "M", 2, shape=shape)
        outside, M = asymmetry(M), _symmetric_part(M)
        value = self.objective(M)
        if Z is None and value < np.inf:
            Z = np.linalg.inv(M)
        bound = -np.inf if Z is None else self.bound(as_array(Z, "Z", 2, shape=M.shape))
        outside = outside if value < np.inf else max(outside, indefiniteness(M))
        return Certificate(value, bound, m, outside)

    def objective(self, M: np.ndarray) -> float:
        """P at symmetric `M`, with the allowance of `certify`."""
        logarithm, error = log_det_with_error(M)
        if logarithm == -np.inf:
            return np.inf
        terms = np.vdot(np.abs(self.Sigma) + self.weights, np.abs(M))
        error += sum_error(M.size) * float(terms)
        value = self.linear(M) - logarithm + error
        return float(value) if value == value else np.inf

    def linear(self, M: np.ndarray) -> float:
        """<Sigma, M> + sum rho |M|: where M is positive semidefinite and this is not positive, P
        falls without end along M."""
        return linear_part(self.Sigma, self.weights, M)

    def rescale(self, M: np.ndarray) -> np.ndarray:
        """c M with the factor c at which P is lowest; M itself where P falls without end."""
        linear = self.linear(M)
        return M * (M.shape[0] / linear) if linear > 0.0 else np.array(M)

    def clip(self, Z: np.ndarray) -> np.ndarray:
        """The point of the box |Z - Sigma| <= rho nearest to `Z`, symmetric where Z is."""
        return self.Sigma + np.clip(Z - self.Sigma, -self.weights, self.weights)

    def bound(self, Z: np.ndarray) -> float:
        """D near `Z`, less an allowance for rounding: see `certify`."""
        value, error = log_det_with_error(self.clip(_symmetric_part(Z)))
        if value == -np.inf:
            near = self.feasible(Z)
            value, error = (-np.inf, np.inf) if near is None else log_det_with_error(near)
        # Beyond this Z may be singular, and the error is no longer of first order.
        return -np.inf if error > SINGULAR else value + Z.shape[0] - error

    def feasible(self, Z: np.ndarray) -> np.ndarray | None:
        """A dual feasible point near `Z`: Z clipped to the box or, if that is not positive
        definite, halfway to `inside`, or halfway again; None where no feasible point is known."""
        Z = self.clip(0.5 * (Z + Z.T))
        if cholesky(Z) is not None:
            return Z
        if self.inside is None:
            return None
        step = Z - self.inside
        tries = (self.inside + 0.5**halving * step for halving in range(1, HALVINGS))
        return next((Z for Z in tries if cholesky(Z) is not None), self.inside)

    def falls_along(self, direction: np.ndarray) -> bool:
        """Whether `direction` (m, m) proves that there is no minimum: positive semidefinite, not 0,
        and `linear` not positive; all up to rounding."""
        D = 0.5 * (direction + direction.T)
        size, m = np.abs(D), D.shape[0]
        values = np.linalg.eigvalsh(D)
        slack = 4.0 * m * _EPS
        if values[-1] <= 0.0 or values[0] < -slack * values[-1]:
            return False
        return self.linear(D) <= slack * np.vdot(np.abs(self.Sigma) + self.weights, size)

    def eigenvalue_floor(self) -> float:
        """A number below every eigenvalue of the solution: 1 / (the largest of Sigma + the largest
        of the weights), lambda of the source; requires a bounded problem."""
        return 1.0 / largest_feasible(self.Sigma, self.weights)

    def scales(self) -> np.ndarray:
        """e (m,) = (Sigma_ii + rho_ii)^-1/2, with which M = diag(e) N diag(e) has a problem of
        diagonal 1 in N: that of `scaled`."""
        return 1.0 / np.sqrt(np.diagonal(self.Sigma) + np.diagonal(self.weights))

    def scaled(self, e: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(Sigma, weights) of the problem in N where M = diag(e) N diag(e)."""
        outer = np.outer(e, e)
        return self.Sigma * outer, self.weights * outer

    def proved_zeros(
        self, M: ArrayLike, Z: ArrayLike, proof: Certificate | None = None
    ) -> np.ndarray:
        """Mask (m, m) of entries that are zero in the solution, proved by the gap between `M` and
        `Z`; proof: what `certify(M, Z)` says, where it is known: that of another pair would prove
        nothing, and is not found out.

        D is strongly concave: the dual solution lies within Lambda sqrt(2 gap) of Z (Frobenius),
        Lambda the largest eigenvalue that a feasible Z may have; and an entry of Z inside the
        box belongs to a zero. Computed in the scaled problem, where Lambda <= m.
        """
        M = as_array(M, "M", 2, shape=self.Sigma.shape)
        Z = self.feasible(as_array(Z, "Z", 2, shape=M.shape))
        proof = None if Z is None else self.certify(M, Z) if proof is None else proof
        # A gap below zero by more than rounding is a wrong certificate, and proves nothing.
        if proof is None or not proof.holds(float(np.finfo(np.float64).max)):
            return np.zeros(M.shape, dtype=bool)
        e, weights, top = self._zero_test()
        # A gap of a few eps, so that rounding does not put entries on the face of the box beyond
        # it.
        gap = max(proof.gap, float(8.0 * _EPS * M.shape[0]))
        radius = top * np.sqrt(2.0 * gap)
        return np.abs(Z - self.Sigma) * np.outer(e, e) + radius < weights

    def largest_proving_gap(self) -> float:
        """Where the gap is larger, `proved_zeros` proves no entry."""
        _, weights, top = self._zero_test()
        return float(0.5 * (weights.max() / top) ** 2)

    def _zero_test(self):
        """(e, weights, Lambda) of the scaled problem."""
        e = self.scales()
        Sigma, weights = self.scaled(e)
        return e, weights, min(largest_feasible(Sigma, weights), Sigma.shape[0])


def linear_part(Sigma: np.ndarray, weights: np.ndarray, M: np.ndarray) -> float:
    """<Sigma, M> + sum weights |M|: the objective but for the log det."""
    return float(np.vdot(Sigma, M) + np.vdot(weights, np.abs(M)))


def largest_feasible(Sigma: np.ndarray, weights: np.ndarray) -> float:
    """The largest eigenvalue of Sigma and that of the weights: no feasible Z has a larger one."""
    return np.linalg.eigvalsh(Sigma)[-1] + np.linalg.eigvalsh(weights)[-1]


def _inside(Sigma, weights):
    """A positive definite point of the box by two cheap tests, or None: Sigma + diag(rho), and
    Sigma pulled towards zero off the diagonal."""
    raised = np.diagonal(Sigma) + np.diagonal(weights)
    plain, soft = np.array(Sigma), Sigma - np.clip(Sigma, -weights, weights)
    for Z in (plain, soft):
        np.fill_diagonal(Z, raised)
        if cholesky(Z) is not None:
            Z.flags.writeable = False
            return Z
    return None


def _weights(rho, shape):
    """(rho as given and checked, rho as a matrix of `shape`)."""
    if not isinstance(rho, (list, tuple)) and np.ndim(rho) == 0:
        rho = nonnegative(rho, "rho")
        return rho, as_array(np.full(shape, rho), "rho", ndim=2)
    weights = symmetric(rho, "rho")
    if weights.shape != shape:
        raise InputError(
            f"rho must be a number or have the shape {shape} of Sigma, got {weights.shape}."
        )
    if weights.min() < 0.0:
        raise InputError(f"rho must be at least 0, got {weights.min():g}; 0 frees an entry.")
    return weights, weights


def _symmetric_part(A):
    """(A + A') / 2; A itself where that is the same."""
    return A if (A == A.T).all() else locked(0.5 * (A + A.T))
