"""The strongest packages on our problems, in the form of `lab.benchmarks.peers`; none is needed,
and what is not installed is skipped."""

from __future__ import annotations

import warnings
from contextlib import redirect_stdout
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path

import numpy as np

from lab.benchmarks import peers
from solvers import Gaussian, GroupLasso, KernelSVM, Lasso, SparsePrecision, TripletMetric


def adelie(problem, tol=None):
    """adelie's block coordinate descent on a `Lasso` or `GroupLasso`; tol as adelie means it."""
    import adelie as package

    alpha = [problem.lam / problem.t.size]
    options = {"intercept": False, "progress_bar": False, "early_exit": False, "n_threads": 1}
    order, options["groups"] = _by_groups(problem)
    options["penalty"] = np.ones(options["groups"].size)
    options |= {"lmda_path": alpha, **({} if tol is None else {"tol": tol})}
    X = np.asfortranarray(problem.X[:, order])

    def solve():
        done = package.grpnet(X, package.glm.gaussian(problem.t), **options)
        w = np.zeros(order.size)
        w[order] = done.betas.toarray()[-1]
        return w, {}

    return solve


def _by_groups(problem):
    """(columns in the order of their groups, where each group begins among them)."""
    d = problem.X.shape[1]
    if isinstance(problem, Lasso):
        return np.arange(d), np.arange(d)
    order = np.argsort(problem.groups, kind="stable")
    return order, np.unique(problem.groups[order], return_index=True)[1]


def skglm(problem, tol=None):
    """skglm's working sets with Anderson acceleration on a `Lasso`; tol as skglm means it."""
    from skglm import Lasso as Peer

    alpha = problem.lam / problem.t.size
    model = Peer(alpha, fit_intercept=False, **({} if tol is None else {"tol": tol}))
    return _fit(model, problem)


def spams(problem, tol=None):
    """SPAMS' homotopy on a `Lasso`; `tol` has no meaning for it."""
    import spams as package

    X, t = np.asfortranarray(problem.X), np.asfortranarray(problem.t[:, None])
    options = {"lambda1": problem.lam, "mode": 2, "numThreads": 1}
    return lambda: (package.lasso(t, X, **options).toarray()[:, 0], {})


def quic(problem, tol=None):
    """QUIC, in the package skggm, on a `SparsePrecision`; tol as QUIC means it."""
    call = _compiled_part("inverse_covariance", "pyquic/pyquic").quic
    m = len(problem.Sigma)
    Sigma, weights = np.array(problem.Sigma), np.array(problem.weights)
    tol = 1e-6 if tol is None else tol

    def solve():
        M, Z = np.eye(m), np.eye(m)
        objective, seconds, gap = np.zeros(1), np.zeros(1), np.zeros(1)
        path, steps = np.zeros(1), np.zeros(1, dtype=np.uint32)
        how = 1, path, tol, 0, 1000
        call(b"default", m, Sigma, weights, *how, M, Z, objective, seconds, steps, gap)
        return 0.5 * (M + M.T), {}

    return solve


def _compiled_part(package, part):
    """An extension module of a package that cannot itself be imported beside today's libraries."""
    found = find_spec(package)
    if found is None:
        raise ImportError(f"{package} is not installed")
    pattern = f"{part}*.so" if Path("/").anchor == "/" else f"{part}*.pyd"
    places = [p for folder in found.submodule_search_locations for p in Path(folder).glob(pattern)]
    if not places:
        raise ImportError(f"{package} holds no compiled {part}")
    name = part.rpartition("/")[2]
    spec = spec_from_loader(name, ExtensionFileLoader(name, str(places[0])))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def gglasso(problem, tol=None):
    """GGLasso's ADMM with thresholded blocks on a `SparsePrecision` with one rho; it is given
    Sigma + rho I, as it spares the diagonal."""
    from gglasso.solver.single_admm_solver import block_SGL

    m, rho = len(problem.Sigma), float(problem.rho)
    Sigma, tol = problem.Sigma + rho * np.eye(m), 1e-6 if tol is None else tol

    def solve():
        with redirect_stdout(None):  # it prints how many iterations it took
            M = block_SGL(Sigma, rho, np.eye(m), tol=tol, rtol=tol)["Theta"]
        return 0.5 * (M + M.T), {}

    return solve


def intelex(problem, tol=None):
    """scikit-learn-intelex's SVC on a `KernelSVM` with a Gaussian kernel and b = 0, one thread."""
    from daal4py import daalinit
    from sklearnex.svm import SVC as Peer

    if not isinstance(problem.kernel, Gaussian) or problem.kernel.bias or problem.b:
        raise NotImplementedError("Compared with a Gaussian kernel and b = 0 only.")
    daalinit(1)
    model = Peer(C=problem.C, gamma=problem.kernel.gamma, tol=1e-3 if tol is None else tol)

    def solve():
        model.fit(problem.X, problem.y)
        x = np.zeros(problem.y.size)
        x[model.support_] = problem.y[model.support_] * model.dual_coef_[0]
        return np.clip(x, -problem.C, problem.C), {}

    return solve


def piqp(problem, tol=None):
    """PIQP, a proximal interior-point method, on a `TripletMetric` in the variables (w, xi)."""
    import piqp as package
    from scipy import sparse

    n, m = problem.Z.shape
    P = sparse.block_diag([problem.L, sparse.csc_matrix((n, n))], format="csc")
    G = sparse.hstack([sparse.csc_matrix(problem.Z), sparse.identity(n)], format="csc")
    c = np.r_[np.zeros(m), np.full(n, problem.C)]
    low = np.r_[np.full(m, 0.0 if problem.nonnegative else -np.inf), np.zeros(n)]

    def solve():
        program = package.SparseSolver()
        if tol is not None:
            program.settings.eps_abs = program.settings.eps_rel = tol
            program.settings.eps_duality_gap_abs = program.settings.eps_duality_gap_rel = tol
        program.setup(P, c, None, None, G, np.ones(n), None, low, None)
        program.solve()
        done = program.result
        t = np.array(done.z_bl[:m]) if problem.nonnegative else np.zeros(m)
        return np.array(done.x[:m]), {"lam": np.array(done.z_l), "t": t}

    return solve


def _fit(model, problem):
    def solve():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our certificate says what a warning would
            model.fit(problem.X, problem.t)
        return np.ravel(model.coef_), {}

    return solve


#: Problem type -> all packages on it, by name: those of every comparison, and the strongest.
STRONGEST = {
    Lasso: peers.PEERS[Lasso] | {"adelie": adelie, "skglm": skglm, "SPAMS": spams},
    GroupLasso: peers.PEERS[GroupLasso] | {"adelie": adelie},
    SparsePrecision: {
        "QUIC (skggm)": quic,
        "GGLasso": gglasso,
        "scikit-learn": peers.graphical_lasso,
    },
    KernelSVM: peers.PEERS[KernelSVM] | {"scikit-learn-intelex": intelex},
    TripletMetric: peers.PEERS[TripletMetric] | {"PIQP": piqp},
}
