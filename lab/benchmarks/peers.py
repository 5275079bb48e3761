"""Foreign packages on our problems, judged by our certificates.

A peer is a function `peer(problem, tol) -> solve`: it puts the problem into the package's own form,
which is not timed, and `solve()`, which is, returns (x, dual) for `problem.certify`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

from solvers import (
    Certificate,
    Gaussian,
    GroupLasso,
    KernelSVM,
    Lasso,
    Linear,
    SparseLogistic,
    TripletMetric,
)


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a peer returned: its name, its seconds, its point x, and our certificate of it."""

    name: str
    seconds: float
    x: np.ndarray
    certificate: Certificate


def scikit_learn(problem, tol=None):
    """scikit-learn's compiled coordinate descent on a `Lasso`; tol as scikit-learn means it."""
    from sklearn.linear_model import Lasso as Peer

    alpha = problem.lam / problem.t.size
    tol = 1e-4 if tol is None else tol
    return _fit(Peer(alpha, fit_intercept=False, tol=tol, max_iter=100_000), problem)


def celer(problem, tol=None):
    """celer's working sets with extrapolated duals on a `Lasso`; tol as celer means it, a share of
    ||t||^2."""
    from celer import Lasso as Peer

    alpha = problem.lam / problem.t.size
    return _fit(Peer(alpha, fit_intercept=False, **({} if tol is None else {"tol": tol})), problem)


def celer_groups(problem, tol=None):
    """celer's group lasso on a `GroupLasso`; tol as for `celer`."""
    from celer import GroupLasso as Peer

    alpha = problem.lam / problem.t.size
    members = [np.flatnonzero(problem.groups == g).tolist() for g in np.unique(problem.groups)]
    options = {} if tol is None else {"tol": tol}
    return _fit(Peer(members, alpha, fit_intercept=False, **options), problem)


def liblinear(problem, tol=None):
    """liblinear's coordinate descent on a `SparseLogistic`; tol as liblinear means it."""
    from sklearn.linear_model import LogisticRegression as Peer

    options = {"C": 1.0 / problem.lam, "solver": "liblinear", "fit_intercept": False}
    options |= {"tol": 1e-4 if tol is None else tol, "max_iter": 100_000, "random_state": 0}
    return _fit(Peer(**_l1(), **options), problem)


def graphical_lasso(problem, tol=None):
    """scikit-learn's coordinate descent by columns on a `SparsePrecision` with one number rho; tol
    as scikit-learn means it, its inner tolerance no looser.

    It spares the diagonal, so that it is given Sigma + rho I; its covariance is the dual point.
    """
    from sklearn.covariance import graphical_lasso as peer

    Sigma = problem.Sigma + problem.rho * np.eye(len(problem.Sigma))
    tol = 1e-4 if tol is None else tol

    def solve():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our certificate says what a warning would
            Z, M = peer(Sigma, problem.rho, tol=tol, enet_tol=min(tol, 1e-4))
        return 0.5 * (M + M.T), {"Z": Z}

    return solve


def _l1():
    """How this scikit-learn is told to penalise by |w|_1."""
    import sklearn

    new = tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 8)
    return {"l1_ratio": 1.0} if new else {"penalty": "l1"}


def _fit(model, problem):
    """`solve` of an estimator of scikit-learn's kind."""
    X = problem.X
    if not isinstance(X, np.ndarray):  # some compiled code wants to be able to write
        X = type(X)(X, copy=True)

    def solve():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our certificate says what a warning would
            model.fit(X, problem.t)
        return np.ravel(model.coef_), {}

    return solve


def clarabel(problem, tol=None):
    """Clarabel, a sparse interior-point method, on a `TripletMetric` in the variables (w, xi)."""
    from scipy import sparse

    n, m = problem.Z.shape
    P = sparse.block_diag([sparse.triu(problem.L), sparse.csc_matrix((n, n))], format="csc")
    q = np.concatenate([np.zeros(m), np.full(n, problem.C)])
    unit, none = sparse.identity, sparse.csc_matrix
    blocks = [[-problem.Z, -unit(n)], [none((n, m)), -unit(n)]]
    if problem.nonnegative:
        blocks.append([-unit(m), none((m, n))])
    A = sparse.bmat(blocks, format="csc")
    b = np.concatenate([np.full(n, -1.0), np.zeros(A.shape[0] - n)])
    program = conic(P, q, A, b, tol)

    def solve():
        x, z = program()
        t = z[2 * n :] if problem.nonnegative else np.zeros(m)
        return x[:m], {"lam": z[:n], "t": t}

    return solve


def conic(P, q, A, b, tol, equal=0):
    """Clarabel on min 1/2 x'Px + q'x, Ax <= b, the first `equal` rows with equality: a function
    that gives x and the multipliers of the rows."""
    import clarabel as package

    settings = package.DefaultSettings()
    settings.verbose = False
    if tol is not None:
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = tol
    cones = [package.ZeroConeT(equal)] * (equal > 0)
    cones.append(package.NonnegativeConeT(b.size - equal))

    def solve():
        done = package.DefaultSolver(P, q, A, b, cones, settings).solve()
        return np.array(done.x), np.array(done.z)

    return solve


def clarabel_odm(problem, tol=None):
    """Clarabel on the dual of an `ODM`: min 1/2 s'Ks - D_0(zeta, beta), s = zeta - beta, so that K
    appears once."""
    from scipy import sparse

    n, price = problem.y.size, 0.5 / problem.omega
    eye, none = sparse.identity(n), sparse.csc_matrix((n, n))
    K = sparse.csc_matrix(np.triu(problem.gram()))
    P = sparse.block_diag([K, price * eye, price / problem.nu * eye], "csc")
    q = np.repeat([0.0, problem.theta - 1.0, problem.theta + 1.0], n)
    A = sparse.bmat([[eye, -eye, eye], [none, -eye, none], [none, none, -eye]], "csc")
    program = conic(P, q, A, np.zeros(3 * n), tol, equal=n)
    return lambda: _multipliers(program()[0][n:])


def clarabel_odm_primal(problem, tol=None):
    """Clarabel on an `ODM` with a `Linear` kernel, in the few variables w: min 1/2 |w|^2 +
    omega (|xi|^2 + nu |eps|^2), xi >= 1 - theta - Fw, eps >= Fw - 1 - theta."""
    from scipy import sparse

    n, bias = problem.y.size, np.full((problem.y.size, 1), np.sqrt(problem.kernel.bias))
    F = sparse.csc_matrix(problem.y[:, None] * np.hstack([problem.X, bias]))
    eye, none = sparse.identity(n), sparse.csc_matrix((n, n))
    weight, d = 2.0 * problem.omega, F.shape[1]
    P = sparse.block_diag([sparse.identity(d), weight * eye, weight * problem.nu * eye], "csc")
    A = sparse.bmat([[-F, -eye, none], [F, none, -eye]], "csc")
    b = np.repeat([problem.theta - 1.0, problem.theta + 1.0], n)
    program = conic(P, np.zeros(d + 2 * n), A, b, tol)
    return lambda: _multipliers(program()[1])


def _multipliers(u):
    """(s, dual) of u = [zeta; beta]."""
    u = np.maximum(u, 0.0)
    return u[: u.size // 2] - u[u.size // 2 :], {"u": u}


def quadprog(problem, tol=None):
    """quadprog, a dense active-set method, on a `TripletMetric` in the m + n variables (w, xi).

    It wants a definite matrix, so that xi is charged 1/2 1e-8 ||xi||^2 besides; `tol` has no
    meaning for it.
    """
    from quadprog import solve_qp

    n, m = problem.Z.shape
    G = np.zeros((m + n, m + n))
    G[:m, :m] = problem.L
    G[range(m, m + n), range(m, m + n)] = 1e-8
    a = np.concatenate([np.zeros(m), np.full(n, -problem.C)])
    rows = [np.hstack([problem.Z, np.eye(n)]), np.eye(m + n)[0 if problem.nonnegative else m :]]
    constraints = np.ascontiguousarray(np.vstack(rows).T)
    b = np.concatenate([np.ones(n), np.zeros(constraints.shape[1] - n)])

    def solve():
        done = solve_qp(G, a, constraints, b)
        x, multipliers = done[0], done[4]
        t = multipliers[n : n + m] if problem.nonnegative else np.zeros(m)
        return x[:m], {"lam": multipliers[:n], "t": t}

    return solve


def libsvm(problem, tol=None):
    """LIBSVM, as scikit-learn's SVC, on a `KernelSVM` with b = 0; tol as LIBSVM means it, the
    largest violation of the optimality conditions."""
    from sklearn.svm import SVC as Peer

    if problem.b != 0.0 or problem.C == 0.0 or abs(problem.y.sum()) == problem.y.size:
        raise NotImplementedError("LIBSVM knows b = 0, C > 0 and two classes only.")
    how, data = _as_libsvm(problem)
    model = Peer(C=problem.C, tol=1e-3 if tol is None else tol, **how)

    def solve():
        model.fit(data, problem.y)
        x = np.zeros(problem.y.size)
        x[model.support_] = problem.y[model.support_] * model.dual_coef_[0]
        return x, {}

    return solve


def _as_libsvm(problem):
    """(options, data) of SVC: a kernel that it knows and X, or the Gram matrix."""
    kernel = problem.kernel
    if kernel is None or getattr(kernel, "bias", 0.0) > 0.0:
        return {"kernel": "precomputed"}, problem.gram()
    if isinstance(kernel, Linear):
        return {"kernel": "linear"}, problem.X
    if isinstance(kernel, Gaussian):
        return {"kernel": "rbf", "gamma": kernel.gamma}, problem.X
    shape = {"gamma": kernel.gamma, "degree": kernel.degree, "coef0": kernel.coef0}
    return {"kernel": "poly", **shape}, problem.X


#: Problem type -> the peers that a comparison shows beside our solvers.
PEERS = {
    Lasso: {"scikit-learn": scikit_learn, "celer": celer},
    GroupLasso: {"celer": celer_groups},
    SparseLogistic: {"liblinear": liblinear},
    TripletMetric: {"clarabel": clarabel},
    KernelSVM: {"LIBSVM": libsvm},
}


def answers(problem, repeats=3):
    """The answers of all peers of the problem that are installed, times as medians; warm."""
    found = [
        answer(name, peer, problem, repeats=repeats)
        for name, peer in PEERS.get(type(problem), {}).items()
    ]
    return tuple(a for a in found if a is not None)


def answer(name, peer, problem, tol=None, repeats=3):
    """The peer's certified `Answer`, or None where its package is missing or knows no such
    problem (it raises NotImplementedError)."""
    try:
        solve = peer(problem, tol)
    except (ImportError, NotImplementedError):
        return None
    x, dual = solve()
    seconds = median(timed(solve) for _ in range(repeats)) if repeats else float("nan")
    return Answer(name, seconds, x, problem.certify(x, **dual))


def timed(call):
    """Seconds of `call()`, by the wall clock."""
    began = perf_counter()
    call()
    return perf_counter() - began
