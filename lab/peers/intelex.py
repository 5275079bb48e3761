"""scikit-learn-intelex: SVC by oneDAL."""

import numpy as np

from lab.peers.parts import Answer, Package
from lab.peers.registry import peer
from solvers import Gaussian, KernelSVM

INTELEX = Package(
    "scikit-learn-intelex", "scikit-learn-intelex", "2025.0", "its documentation, sklearnex.svm"
)


@peer("scikit-learn-intelex", KernelSVM, package=INTELEX, tolerance=1e-3)
def intelex(problem, tol=None):
    """scikit-learn-intelex's SVC on a `KernelSVM` with a Gaussian kernel and b = 0, one thread."""
    from daal4py import daalinit
    from sklearnex.svm import SVC as Model

    if not isinstance(problem.kernel, Gaussian) or problem.kernel.bias or problem.b:
        raise NotImplementedError("It is given Gaussian kernels and b = 0 only.")
    daalinit(1)
    model = Model(C=problem.C, gamma=problem.kernel.gamma, tol=1e-3 if tol is None else tol)

    def solve():
        model.fit(problem.X, problem.y)
        x = np.zeros(problem.y.size)
        x[model.support_] = problem.y[model.support_] * model.dual_coef_[0]
        return Answer("no warning", "optimal", np.clip(x, -problem.C, problem.C))

    return solve
