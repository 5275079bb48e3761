"""scikit-learn-intelex: SVC by oneDAL."""

import numpy as np

from lab.peers.parts import Answer, LazyModule, Package, Solve, of_support
from lab.peers.registry import peer
from solvers import Gaussian, KernelSVM

INTELEX = Package(
    "scikit-learn-intelex", "scikit-learn-intelex", "2025.0", "its documentation, sklearnex.svm"
)
daal4py, svm = LazyModule("daal4py"), LazyModule("sklearnex.svm")


@peer("scikit-learn-intelex", KernelSVM, package=INTELEX, tolerance=1e-3)
def intelex(problem: KernelSVM, tol: float | None = None) -> Solve:
    """scikit-learn-intelex's SVC on a `KernelSVM` with a Gaussian kernel and b = 0, one thread."""
    svm.load()
    if not isinstance(problem.kernel, Gaussian) or problem.kernel.bias or problem.b:
        raise NotImplementedError("It is given Gaussian kernels and b = 0 only.")
    daal4py.daalinit(1)
    model = svm.SVC(C=problem.C, gamma=problem.kernel.gamma, tol=1e-3 if tol is None else tol)

    def solve():
        model.fit(problem.X, problem.y)
        x = np.clip(of_support(model, problem.y), -problem.C, problem.C)
        return Answer("no warning", "optimal", x)

    return solve
