"""What the file of a peer is made of: the package with its conventions, each with its test, the
form of an answer, what it proves by its own multipliers, and estimators of scikit-learn's kind."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module, metadata
from typing import Any, Literal, get_args

import numpy as np

from solvers import Certificate, Program
from solvers.checks import InputError

Claim = Literal[
    "optimal", "inaccurate", "infeasible", "unbounded", "dual infeasible", "no optimum", "gave up"
]
CLAIMS = get_args(Claim)


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a package says, and what it returns.

    says: its own words. claim: what they mean; "inaccurate" is an optimum that the package itself
    calls less than asked, "dual infeasible" says that some ray lowers the objective for ever,
    whether or not a point is feasible, "no optimum" leaves open whether the problem is infeasible
    or unbounded. x: its point, in the form of the problem's own; None for none. dual: multipliers
    for `problem.certify(x, **dual)`. ray: what is to prove "infeasible", (m + k,) of a `Program`,
    or "unbounded" and "dual infeasible", (n,). value: the objective as the package says it.
    """

    says: str
    claim: Claim
    x: np.ndarray | None = None
    dual: Mapping[str, np.ndarray] = field(default_factory=dict)
    ray: np.ndarray | None = None
    value: float | None = None

    def __post_init__(self):
        if self.claim not in CLAIMS:
            raise InputError(f"claim must be one of {', '.join(CLAIMS)}, got {self.claim!r}.")
        for name in ("x", "ray"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, np.array(value, dtype=np.float64))
        dual = {k: np.array(v, dtype=np.float64) for k, v in self.dual.items() if v is not None}
        object.__setattr__(self, "dual", dual)
        if self.value is not None:
            object.__setattr__(self, "value", float(self.value))

    @property
    def point(self) -> np.ndarray:
        """x, of an answer that has one."""
        if self.x is None:
            raise InputError(f"There is no point: {self.says}.")
        return self.x

    @property
    def objective(self) -> float:
        """value, of an answer that says one."""
        if self.value is None:
            raise InputError(f"There is no value: {self.says}.")
        return self.value


#: What a peer makes of a problem: called, it solves it.
Solve = Callable[[], Answer]


class LazyModule:
    """A package, or a module of one, that is imported when something of it is first asked for: all
    files of peers are read where most packages are missing."""

    def __init__(self, module: str):
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)

    def load(self) -> None:
        """Import it, before the time of a run begins; ImportError where it is missing."""
        import_module(self._module)


#: Topic of a statement -> its heading.
TOPICS = {
    "form": "form and scaling",
    "duals": "duals",
    "tolerances": "tolerances",
    "statuses": "statuses",
    "infinite": "what is infinite",
    "triangle": "triangle",
    "failed": "a failed run",
    "coefficients": "small coefficients",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about a package and the function that holds it against what is installed."""

    topic: str
    sentence: str
    holds: Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Package:
    """A distribution with solvers.

    distribution: its name for pip. lowest: the lowest version that works. source: where its
    conventions are documented, in words. statements: filled by `states`.
    """

    name: str
    distribution: str
    lowest: str
    source: str = ""
    statements: list[Statement] = field(default_factory=list)

    def version(self) -> str | None:
        """What is installed; None where nothing is."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    @property
    def pip(self) -> str:
        """The line that installs it."""
        return f'pip install "{self.distribution}>={self.lowest}"'

    def states(
        self, topic: str, sentence: str = ""
    ) -> Callable[[Callable[[], bool]], Callable[[], bool]]:
        """Decorate a function that returns whether a statement about the package, under `topic`,
        holds of what is installed; the statement is `sentence`, or else its docstring."""
        if topic not in TOPICS:
            raise InputError(f"topic must be one of {', '.join(TOPICS)}, got {topic!r}.")

        def add(check):
            words = " ".join((sentence or check.__doc__ or "").split())
            if not words:
                raise InputError(f"{check.__name__} must have a docstring, its statement.")
            self.statements.append(Statement(topic, words, lambda: bool(check())))
            return check

        return add


def certified(problem: Any, x: np.ndarray, dual: Mapping[str, np.ndarray]) -> Certificate:
    """The certificate of x by these multipliers.

    Multipliers of a `Program` in floating point leave a residual, and of a variable without bounds
    even the least proves nothing. Where that is so, the bound is of the points in a box around x
    that reaches as far as its largest entry, or 1: the objective is convex, so that nothing beyond
    the box is better than its best point by more than the gap times how much farther away it is.
    """
    found = problem.certify(x, **dual)
    if math.isfinite(found.bound) or not dual or not isinstance(problem, Program):
        return found
    size = max(1.0, float(np.abs(x).max(initial=0.0)))
    low, high = np.maximum(problem.lower, x - size), np.minimum(problem.upper, x + size)
    crossed = low > high  # where x lies outside its bounds
    low[crossed], high[crossed] = problem.lower[crossed], problem.upper[crossed]
    inside = replace(problem, lower=low, upper=high).certify(x, **dual)
    return replace(found, bound=inside.bound, scale=max(found.scale, inside.scale))


def writable(X: Any) -> Any:
    """X, where it is sparse as a copy that compiled code may write to."""
    return X if isinstance(X, np.ndarray) else type(X)(X, copy=True)


def heard(call: Callable[[], Any]) -> tuple[Any, str]:
    """(what `call` returns, the first warning that says that it did not converge, or "")."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = call()
    lines = [str(w.message) for w in caught if "Convergence" in w.category.__name__]
    return done, " ".join(lines[0].split())[:120] if lines else ""


def fitted(model: Any, problem: Any) -> Callable[[], Answer]:
    """`solve` of a linear estimator on problem.X and problem.t."""
    X = writable(problem.X)

    def solve():
        _, warning = heard(lambda: model.fit(X, problem.t))
        claim: Claim = "gave up" if warning else "optimal"
        return Answer(warning or "no warning", claim, np.ravel(model.coef_))

    return solve


def fitted_lasso(kind: Callable, problem: Any, **options: Any) -> Callable[[], Answer]:
    """`fitted` of a lasso of scikit-learn's kind, kind(alpha, ...) with alpha = lam / N."""
    model = kind(problem.lam / problem.t.size, fit_intercept=False, **options)
    return fitted(model, problem)


def asked(tol: float | None, *names: str) -> dict[str, float]:
    """The options of these names that ask for a tolerance; none where tol is None."""
    return {} if tol is None else dict.fromkeys(names, tol)


def design() -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of a small regression, what statements about packages are held against."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 6))
    return X, X[:, 0] - 2.0 * X[:, 1] + 0.1 * rng.standard_normal(40)


def default(function: Callable, name: str) -> Any:
    """What the argument `name` of a function is where it is not given."""
    return inspect.signature(function).parameters[name].default


def share_of_square(problem: Any, tol: float) -> float:
    """The gap that `tol`, a share of ||t||^2, allows: `promise` of those who stop by it."""
    return tol * float(problem.t @ problem.t)


def of_support(model: Any, y: np.ndarray) -> np.ndarray:
    """x of a `KernelSVM` from an SVC of scikit-learn's kind, whose dual_coef_ is y_i x_i."""
    x = np.zeros(y.size)
    x[model.support_] = y[model.support_] * model.dual_coef_[0]
    return x
