"""scikit-learn: coordinate descent for the lasso, graphical_lasso, and the LIBSVM and liblinear
that come with it."""

from functools import partial

import numpy as np

from lab.peers.parts import (
    Answer,
    Claim,
    LazyModule,
    Package,
    Solve,
    asked,
    design,
    fitted,
    fitted_lasso,
    heard,
    of_support,
    share_of_square,
)
from lab.peers.registry import peer
from solvers import Gaussian, KernelSVM, Lasso, Linear, SparseLogistic, SparsePrecision

SKLEARN = Package("scikit-learn", "scikit-learn", "1.5", "its user guide and docstrings")
sklearn, linear_model = LazyModule("sklearn"), LazyModule("sklearn.linear_model")
covariance, svm = LazyModule("sklearn.covariance"), LazyModule("sklearn.svm")
_MOST = 100_000


@peer("scikit-learn", Lasso, package=SKLEARN, tolerance=1e-4, promise=share_of_square)
def lasso(problem: Lasso, tol: float | None = None) -> Solve:
    """scikit-learn's coordinate descent on a `Lasso`; tol as it means it, a share of ||t||^2."""
    return fitted_lasso(linear_model.Lasso, problem, max_iter=_MOST, **asked(tol, "tol"))


@peer("LassoLars", Lasso, package=SKLEARN, tolerance=1e-10, takes_tol=False)
def lasso_lars(problem: Lasso, tol: float | None = None) -> Solve:
    """scikit-learn's path by angles to lam on a `Lasso`; it has no tolerance."""
    return fitted_lasso(linear_model.LassoLars, problem, max_iter=_MOST)


@peer("liblinear", SparseLogistic, package=SKLEARN, tolerance=1e-4)
def liblinear(problem: SparseLogistic, tol: float | None = None) -> Solve:
    """liblinear's coordinate descent on a `SparseLogistic`; tol as liblinear means it."""
    if problem.lam == 0.0:
        raise NotImplementedError("liblinear takes lam > 0 only.")
    options = {"C": 1.0 / problem.lam, "solver": "liblinear", "fit_intercept": False}
    options |= {"tol": 1e-4 if tol is None else tol, "max_iter": _MOST, "random_state": 0}
    return fitted(linear_model.LogisticRegression(**_l1(), **options), problem)


def _l1():
    """How this scikit-learn is asked for the penalty |w|_1."""
    new = tuple(map(int, sklearn.__version__.split(".")[:2])) >= (1, 8)
    return {"l1_ratio": 1.0} if new else {"penalty": "l1"}


@peer("LIBSVM", KernelSVM, package=SKLEARN, tolerance=1e-3)
def libsvm(problem: KernelSVM, tol: float | None = None) -> Solve:
    """LIBSVM, as scikit-learn's SVC, on a `KernelSVM` with b = 0; tol as LIBSVM means it, the
    largest violation of the optimality conditions."""
    if problem.b != 0.0 or problem.C == 0.0 or abs(problem.y.sum()) == problem.y.size:
        raise NotImplementedError("LIBSVM knows b = 0, C > 0 and two classes only.")
    how, data = _as_libsvm(problem)
    model = svm.SVC(C=problem.C, tol=1e-3 if tol is None else tol, **how)

    def solve():
        _, warning = heard(lambda: model.fit(data, problem.y))
        x = of_support(model, problem.y)
        return Answer(warning or "no warning", "gave up" if warning else "optimal", x)

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


@peer("graphical_lasso", SparsePrecision, package=SKLEARN, tolerance=1e-4)
def graphical_lasso(problem: SparsePrecision, tol: float | None = None) -> Solve:
    """scikit-learn's coordinate descent by columns on a `SparsePrecision` with one number rho; tol
    as it means it, its inner tolerance no looser.

    It spares the diagonal, so that it is given Sigma + rho I; its covariance is the dual point.
    """
    if np.ndim(problem.rho):
        raise NotImplementedError("graphical_lasso takes one number rho only.")
    Sigma = problem.Sigma + problem.rho * np.eye(len(problem.Sigma))
    tol = 1e-4 if tol is None else tol
    fit = covariance.graphical_lasso
    options = {"tol": tol, "enet_tol": min(tol, 1e-4), "return_costs": True}

    def solve():
        try:
            found, warning = heard(lambda: fit(Sigma, problem.rho, **options))
        except FloatingPointError as error:
            return Answer(f"FloatingPointError: {' '.join(str(error).split())[:100]}", "gave up")
        Z, M, costs = found[:3]
        words = f"dual gap {costs[-1][1]:.2g}" if costs else "no dual gap"
        claim: Claim = "gave up" if warning else "optimal"
        return Answer(warning or words, claim, 0.5 * (M + M.T), {"Z": Z})

    return solve


@SKLEARN.states("form")
def _lasso_form():
    """Lasso: 1/(2N) ||t - Xw||^2 + alpha |w|_1 after centring: alpha = lam / N, and no intercept is
    to be asked for."""
    X, t = design()
    problem = Lasso(X, t, 8.0)
    return problem.certify(lasso(problem, 1e-12)().point).relative_gap < 1e-9


@SKLEARN.states("form")
def _machine_form():
    """SVC: C per point, a sum; dual_coef_ is y_i x_i of the support vectors."""
    X, t = design()
    y, model = np.sign(t), svm.SVC(C=2.0, kernel="linear", tol=1e-8)
    model.fit(X, y)
    x = of_support(model, y)
    return KernelSVM(X, y, C=2.0).certify(x).relative_gap < 1e-6 and x.min() >= 0.0


@SKLEARN.states("form")
def _logistic_form():
    """LogisticRegression with liblinear: |w|_1 + C times the sum of losses, C = 1 / lam; an
    intercept would be penalised."""
    X, t = design()
    problem = SparseLogistic(X, np.sign(t), 2.0)
    return problem.certify(liblinear(problem, 1e-10)().point).relative_gap < 1e-6


@SKLEARN.states("form")
def _precision_form():
    """graphical_lasso: the diagonal is not penalised; Sigma + rho I makes it ours."""
    X, _ = design()
    problem = SparsePrecision(np.cov(X.T), 0.1)
    answer = graphical_lasso(problem, 1e-8)()
    return problem.certify(answer.point, **answer.dual).relative_gap < 1e-6


@SKLEARN.states("duals")
def _duals():
    """None of the linear models, whose dual_gap_ is in units of the mean loss; the covariance of
    graphical_lasso is its dual point."""
    X, t = design()
    model = linear_model.Lasso(0.2, fit_intercept=False, tol=1e-2).fit(X, t)
    gap = Lasso(X, t, 0.2 * t.size).certify(model.coef_).gap
    return abs(model.dual_gap_ * t.size - gap) <= 1e-6 * t @ t


@SKLEARN.states("tolerances")
def _tolerances():
    """Lasso: gap below tol ||t||^2 (1e-4); SVC: violation of the conditions (1e-3); liblinear: its
    gradient against the first one (1e-4); graphical_lasso: the gap itself, absolute (1e-4)."""
    models = linear_model.Lasso(), svm.SVC(), linear_model.LogisticRegression()
    return [model.tol for model in models] == [1e-4, 1e-3, 1e-4]


@SKLEARN.states("statuses")
def _statuses():
    """None: a ConvergenceWarning says that the limit of iterations was reached."""
    X, t = design()
    model = linear_model.Lasso(1e-6, fit_intercept=False, max_iter=1, tol=1e-12)
    return bool(heard(lambda: model.fit(X, t))[1])


@SKLEARN.states("failed")
def _negative_gap():
    """graphical_lasso stops where |gap| is below tol, and its gap may be negative."""
    gaps = []
    for seed in range(6):
        Sigma = np.cov(np.random.default_rng(seed).standard_normal((12, 8)).T)
        fit = partial(covariance.graphical_lasso, Sigma, 0.2, return_costs=True)
        _, costs = heard(fit)[0][1:3]
        gaps += [gap for _, gap in costs]
    return min(gaps) < -1e-8
