"""The sets of 001_f12148ddf98c114b.txt as its tables need them, scaling, gamma, training and test
part, and one machine trained by one method.

The text says that all features are in [0, 1] and gamma = 1/dimension. What reproduces its LIBSVM
columns differs: the files of the LIBSVM collection as published, most of them in [-1, 1], and
1/gamma the largest feature index that occurs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lab.benchmarks.problems import Kernel
from lab.data import load
from lab.drawing.text import unsigned
from lab.lessons.interior_point.common import METHODS
from lab.race.peers import with_seconds
from lab.table import short
from solvers import Gaussian, KernelSVM, Linear, Polynomial, decision_function, kkt_classes

#: The seed of the splits whose original seed is unknown.
SEED = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a set of the tables is, and how the source split it.

    file: its name for `load`. table: the number k of its Table 6-k; 6-(k+8) and 6-(k+16) are of the
    same set. train, test: rows of both parts; test 0 where the part is not available. published:
    whether the split is that of the collection; else rows are drawn by `SEED`, "split unknown".
    scaled: whether features are mapped to [-1, 1]. features: 1/gamma, None for all columns.
    """

    file: str
    table: int
    train: int
    test: int = 0
    published: bool = False
    scaled: bool = True
    features: int | None = None


ORIGINS = {
    "colon-cancer": Origin("colon-cancer", 5, 40, 10, scaled=False),
    "a1a": Origin("a1a", 7, 1605, published=True, scaled=False, features=119),
    "a2a": Origin("a2a", 7, 2265, published=True, scaled=False, features=119),
    "heart": Origin("heart", 8, 216, 54),
    "ionosphere": Origin("ionosphere", 8, 281, 70, scaled=False),
    "liver-disorders": Origin("liver-disorders", 8, 276, 69),
    "sonar": Origin("sonar", 8, 167, 41),
    "australian": Origin("australian", 9, 552, 138),
    "breast-cancer": Origin("breast-cancer", 9, 547, 136),
    "diabetes": Origin("pima", 9, 615, 153),
    "fourclass": Origin("fourclass", 9, 690, 172),
    "splice": Origin("splice", 10, 1000, published=True, scaled=False),
    "svmguide1": Origin("svmguide1", 10, 3089, 4000, published=True),
    "svmguide3": Origin("svmguide3", 10, 1243, 41, published=True, scaled=False, features=22),
    "german.numer": Origin("german.numer", 10, 800, 200),
    "w1a": Origin("w1a", 11, 2477, published=True, scaled=False),
    "mushrooms": Origin("mushrooms", 11, 6500, 1624, scaled=False),
}


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """Training points X (n, m) and labels y (n,), gamma, and the test part or None."""

    X: np.ndarray
    y: np.ndarray
    gamma: float
    test: tuple[np.ndarray, np.ndarray] | None

    def problem(self, kernel: str, C: float) -> KernelSVM:
        """The `KernelSVM` with the kernel "linear", "polynomial" or "gaussian" of the source."""
        return KernelSVM(self.X, self.y, kernel_named(kernel, self.gamma), C)


def kernel_named(name: str, gamma: float) -> Kernel:
    """The source's kernel: z'z, (gamma z'z)^3 or exp(-gamma ||z - z||^2)."""
    kind = {"linear": Linear, "polynomial": Polynomial, "gaussian": Gaussian}[name]
    return kind() if name == "linear" else kind(gamma)


def training_set(name: str) -> TrainingSet:
    """The `TrainingSet` of a name in `ORIGINS`."""
    origin = ORIGINS[name]
    whole = load(origin.file)
    X, y = whole.X, np.where(whole.y == whole.y.max(), 1.0, -1.0)
    shift, scale = _to_unit(X) if origin.scaled else (0.0, 1.0)
    X = (X - shift) * scale
    gamma = 1.0 / (origin.features or X.shape[1])
    if not origin.published:
        order = np.random.default_rng(SEED).permutation(len(y))
        train, test = order[: origin.train], order[origin.train :][: origin.test]
        return TrainingSet(X[train], y[train], gamma, (X[test], y[test]))
    part = load(f"{origin.file}.t") if origin.test else None
    test = None if part is None else ((part.X - shift) * scale, np.where(part.y > 0, 1.0, -1.0))
    return TrainingSet(X, y, gamma, test)


def _to_unit(X):
    """(shift, scale) that take each column of X to [-1, 1]; a constant one becomes 0."""
    low, high = X.min(axis=0), X.max(axis=0)
    return 0.5 * (low + high), 2.0 / np.where(high > low, high - low, 1.0)


def random_set(n: int, seed: int = SEED) -> tuple[np.ndarray, np.ndarray]:
    """Points like those of Table 6-2, of which the text says little: X (n, 5) uniform in [0, 1],
    halved by a plane, and 1 % of the labels y (n,) turned."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, 5))
    side = (X - 0.5) @ rng.standard_normal(5)
    y = np.where(side > 0.0, 1.0, -1.0)
    y[rng.choice(n, n // 100, replace=False)] *= -1.0
    return X, y


#: The most iterations of a method.
_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Trained:
    """Objective, certified relative gap, iterations, support vectors (beyond 1e-6 C), seconds with
    kernel evaluation, per cent correct on the test part (None without one), and the point x (n,)
    itself."""

    objective: float
    gap: float
    iterations: int
    vectors: int
    seconds: float
    correct: float | None
    x: np.ndarray = field(repr=False, compare=False)


def trained(
    method: str,
    problem: KernelSVM,
    tol: float,
    test: tuple[np.ndarray, np.ndarray] | None = None,
    final: bool = False,
) -> Trained:
    """The `Trained` of one run of a method of the lesson.

    test: (points, labels) or None. final: judge the last machine instead of the best so far, as for
    a method that solves another problem.
    """
    options: dict[str, Any] = {"tol": tol, "max_iter": _MOST}
    options["record_every"] = _MOST if final else 0
    if method == "smo":
        options["steps"] = "sweeps"
    done, seconds = with_seconds(lambda: METHODS[method].solve(problem, **options))
    trace, x = done.trace, done.x
    if final:
        x = problem.project(METHODS.iterates(method, trace)[-1])
    certificate = problem.certify(x)
    return Trained(
        certificate.objective,
        short(float(unsigned(certificate.relative_gap, 1.0))),
        int(trace.iteration[-1]),
        int((kkt_classes(problem, x) > 0).sum()),
        short(seconds),
        None if test is None else per_cent_correct(problem, x, *test),
        x,
    )


def certain(problem: KernelSVM) -> str:
    """The method that proves the optimum soonest: Mehrotra where Q is of low rank, else SMO."""
    return "mehrotra" if problem.low_rank else "smo"


def per_cent_correct(
    problem: KernelSVM, x: np.ndarray, points: np.ndarray, labels: np.ndarray
) -> float:
    """Which share of `points` (a, m) the machine of x puts on the side of their labels (a,)."""
    found = decision_function(problem, x, points) >= 0.0
    return short(100.0 * np.mean(found == (labels > 0.0)), 4)
