"""A `Program` in the forms that packages take, and multipliers back in ours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from lab.peers.parts import Answer, Claim, Package
from solvers import Program


def csc(A: Any) -> sparse.csc_matrix:
    """A as packages in C take it: by columns, 32-bit indices, sorted, writable."""
    S = sparse.csc_matrix(A, dtype=np.float64, copy=True)
    S.sort_indices()
    S.indices, S.indptr = S.indices.astype(np.int32), S.indptr.astype(np.int32)
    return S


def dense(A: Any) -> np.ndarray:
    """A as a writable array by rows."""
    return np.array(A.toarray() if sparse.issparse(A) else A, dtype=np.float64, order="C")


def quadratic(problem: Program) -> sparse.csc_matrix:
    """Q, zeros where there is none."""
    n = problem.c.size
    return csc(sparse.csc_matrix((n, n)) if problem.Q is None else problem.Q)


def linear_only(problem: Program, name: str) -> None:
    """Raise NotImplementedError where `problem` is quadratic."""
    if problem.Q is not None:
        raise NotImplementedError(f"{name} takes linear programs only.")


def finite_rows(problem: Program) -> tuple[Any, np.ndarray]:
    """(A, b) without the rows that bound nothing, those with b = inf: some packages have no word
    for them, and others fail on them."""
    there = np.isfinite(problem.b)
    return (problem.A, problem.b) if there.all() else (problem.A[there], problem.b[there])


def or_none(bound: float) -> float | None:
    """A bound for those to whom None is the word for an infinite one."""
    return float(bound) if np.isfinite(bound) else None


def row_count(problem: Program) -> int:
    """How many rows `finite_rows` has."""
    return int(np.isfinite(problem.b).sum())


@dataclass(frozen=True, slots=True, eq=False)
class TwoSided:
    """low <= G x <= high: the finite rows of A, then those of A_eq."""

    G: sparse.csc_matrix
    low: np.ndarray
    high: np.ndarray

    def rows(self) -> Iterator[tuple[list[tuple[int, float]], float, float]]:
        """(its (column, coefficient), low, high) of each row."""
        G = self.G.tocsr()
        sides = zip(self.low.tolist(), self.high.tolist(), strict=True)
        for begin, end, (low, high) in zip(G.indptr, G.indptr[1:], sides, strict=False):
            columns, values = G.indices[begin:end].tolist(), G.data[begin:end].tolist()
            yield list(zip(columns, values, strict=True)), low, high


def two_sided(problem: Program) -> TwoSided:
    """All rows of the problem, bounds of variables apart."""
    (A, b), b_eq = finite_rows(problem), problem.b_eq
    G = csc(sparse.vstack([sparse.csc_matrix(A), sparse.csc_matrix(problem.A_eq)]))
    low = np.concatenate([np.full(b.size, -np.inf), b_eq])
    return TwoSided(G, low, np.concatenate([b, b_eq]))


@dataclass(frozen=True, slots=True, eq=False)
class OneSided:
    """E x = e and G x <= h: G holds the finite rows of A, then -x <= -lower, then x <= upper."""

    E: sparse.csc_matrix
    e: np.ndarray
    G: sparse.csc_matrix
    h: np.ndarray


def one_sided(problem: Program) -> OneSided:
    """The problem with finite bounds as rows."""
    p, (A, b) = problem, finite_rows(problem)
    one = sparse.identity(p.c.size, format="csr")
    low, high = np.isfinite(p.lower), np.isfinite(p.upper)
    G = sparse.vstack([sparse.csr_matrix(A), -one[low], one[high]])
    h = np.concatenate([b, -p.lower[low], p.upper[high]])
    return OneSided(csc(p.A_eq), np.array(p.b_eq), csc(G), h)


def multipliers(problem: Program, rows: Any, equations: Any = None) -> dict[str, np.ndarray]:
    """y and z of `Program.certify` from multipliers whose first entries are those of the finite
    rows of A (>= 0 where a row holds x back) and of A_eq, which follow the rows where `equations`
    is None; what is negative by rounding is 0."""
    y, there, m = np.zeros(problem.b.size), np.isfinite(problem.b), row_count(problem)
    rows = np.array(rows, dtype=float)
    y[there] = np.maximum(rows[:m], 0.0)
    z = rows[m:] if equations is None else np.array(equations, dtype=float)
    return {"y": y, "z": z[: problem.b_eq.size]}


def stacked_ray(problem: Program, rows: Any, equations: Any = None) -> np.ndarray | None:
    """The ray of `Program.certify_infeasible` from such multipliers, the largest entry 1; None
    where they are no numbers."""
    found = multipliers(problem, rows, equations)
    return unit(np.concatenate([found["y"], found["z"]]))


def unit(ray: Any) -> np.ndarray | None:
    """`ray` with the largest entry 1 in size; None where it is 0 or no numbers."""
    ray = np.array(ray, dtype=float)
    size = np.abs(ray).max(initial=0.0)
    return ray / size if 0.0 < size < np.inf else None


def answered(
    problem: Program,
    says: str,
    claim: Claim,
    x: Any,
    rows: Any,
    equations: Any = None,
    value: Any = None,
) -> Answer:
    """The `Answer` of a package whose x and multipliers, as in `multipliers`, are the point and its
    proof, or the ray where the program is infeasible or unbounded."""
    if claim == "infeasible":
        return Answer(says, claim, ray=stacked_ray(problem, rows, equations))
    if claim == "dual infeasible":
        return Answer(says, claim, ray=unit(x))
    return Answer(says, claim, x, multipliers(problem, rows, equations), value=value)


def small_program(**changes: Any) -> Program:
    """max x + y over x + 2y <= 4, 3x + y <= 6, x, y >= 0: (1.6, 1.2), multipliers (0.4, 0.2); what
    statements about packages are held against."""
    given: dict[str, Any] = {"A": [[1.0, 2.0], [3.0, 1.0]], "b": [4.0, 6.0], "lower": 0.0}
    given |= changes
    return Program(np.array(given.pop("c", [-1.0, -1.0])), **given)


def no_point() -> Program:
    """x + y <= -1 and x + y >= 1."""
    return Program(np.ones(2), [[1.0, 1.0], [-1.0, -1.0]], [-1.0, -1.0])


def no_end() -> Program:
    """min -x over y - x <= 1, x, y >= 0: it falls along (1, 0)."""
    return Program(np.array([-1.0, 0.0]), [[-1.0, 1.0]], [1.0], lower=0.0)


def words_of_ends(prepare: Callable) -> tuple[str, str]:
    """What a peer says of `no_point` and of `no_end`."""
    return prepare(no_point())().says, prepare(no_end())().says


def state_common(
    package: Package,
    prepare: Callable,
    *,
    form: str = "",
    duals: str = "",
    statuses: tuple[str, ...] = (),
    triangle: tuple[str, Callable, Callable, float] | None = None,
    tol: float | None = None,
    atol: float = 1e-6,
) -> None:
    """State what many packages say of themselves in words of their own, and what is held alike: by
    `small_program`, solved at the tolerance `tol` and compared to `atol`, and by `words_of_ends`.

    form, duals: the statements. statuses: the statement, and what it says of `no_point` and of
    `no_end`. triangle: the matrix of which one triangle is read, in words, then as `reads_only`.
    """

    def near(found, wanted):
        return np.allclose(found, wanted, atol=atol)

    if form:
        package.states("form", form)(lambda: near(prepare(small_program(), tol)().x, [1.6, 1.2]))
    if duals:
        package.states("duals", duals)(
            lambda: near(prepare(small_program(), tol)().dual["y"], [0.4, 0.2])
        )
    if statuses:
        sentence, *words = statuses
        package.states("statuses", sentence)(lambda: [*words_of_ends(prepare)] == words)
    if triangle:
        matrix, which, solve, off = triangle
        read, dropped = ("upper", "below") if which is np.triu else ("lower", "above")
        package.states(
            "triangle",
            f"The {read} triangle of {matrix}; what is {dropped} the diagonal is dropped without "
            "an error.",
        )(lambda: reads_only(which, solve, off))


#: A convex quadratic with x, y coupled: (2/7, 6/7) without constraints; (1/2, 1) if a reader drops
#: the entry off the diagonal.
COUPLED = np.array([[2.0, 0.5], [0.5, 1.0]])


def reads_only(triangle: Callable, solve: Callable, tol: float) -> bool:
    """Whether of a matrix P only `triangle` counts, np.triu or np.tril: solve(P) is x of
    `small_program` with that part of `COUPLED`."""
    other = np.tril if triangle is np.triu else np.triu
    read, dropped = solve(triangle(COUPLED)), solve(other(COUPLED))
    return bool(
        np.allclose(read, [2 / 7, 6 / 7], atol=tol) and np.allclose(dropped, [0.5, 1.0], atol=tol)
    )
