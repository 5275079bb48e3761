"""A support vector machine on one key instance per positive bag (MI-SVM; Andrews, Tsochantaridis,
Hofmann 2003): the learner that looks only at the smallest margin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import KernelSVM, MultiInstanceODM, decision_function, mean_keys, solve_smo

#: Machines that are trained at most; mostly the keys stay after two or three.
_MOST = 20


@dataclass(frozen=True, slots=True, eq=False)
class BagSVM:
    """f(x) = sum_j a_j kernel(x_j, x) + bias over all instances; keys (p,) within their bags."""

    problem: MultiInstanceODM
    a: np.ndarray
    bias: float
    keys: np.ndarray

    def values(self, points):
        """f (b,) at the rows of `points` (b, d)."""
        return self.problem.kernel.values(points, self.problem.points) @ self.a + self.bias


def train_bag_svm(problem, C):
    """The `BagSVM` at the price `C` per row on the bags of `problem`, from the keys that the means
    of the bags pick; ends when keys come back. None where a class is missing."""
    if np.ptp(problem.y) == 0.0:
        return None
    G, p = problem.gram(), problem.first.size
    y = np.repeat([1.0, -1.0], [p, problem.negative.size])
    keys, seen = mean_keys(problem), set()
    for _ in range(_MOST):
        seen.add(tuple(keys.tolist()))
        rows = np.concatenate([problem.first + keys, problem.negative])
        svm = KernelSVM.from_gram(G[np.ix_(rows, rows)], y, C)
        x = solve_smo(svm, record_every=0).x
        a = np.bincount(rows, y * x, minlength=len(G))
        bias = float(decision_function(svm, x, G[:1, rows])[0] - G[0] @ a)
        machine = BagSVM(problem, a, bias, keys)
        keys = _largest(problem, G @ a)
        if tuple(keys.tolist()) in seen:
            break
    return machine


def _largest(problem, f):
    bags = zip(problem.first, problem.sizes, strict=True)
    return np.array([np.argmax(f[i : i + m]) for i, m in bags], dtype=np.int64)
