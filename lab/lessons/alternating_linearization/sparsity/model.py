"""Scene `sparsity` in numbers: sparse precision matrices along a falling rho, each started from the
one before and proved (Liu, Ma, Tao, Liu, Liu 2010, 003_d968a502af9b2788.txt, (13) and (15))."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lab import data
from lab.data import plain
from lab.datasets.own_file import DECIMAL, FILE, HEADER, OPTION, TARGET, own_table
from lab.experiment import Run, solve_each
from lab.lessons.alternating_linearization.common import TOL
from lab.scenes.frames import Frames
from lab.solved import solved
from solvers import (
    Certificate,
    InputError,
    SparsePrecision,
    covariance,
    solve_alternating_linearization,
)
from widgets import Clock
from widgets.knobs import Knob

KINDS = (
    ("wine", "wine"),
    ("iris", "iris"),
    ("breast_cancer", "breast cancer"),
)
#: Pictures have at most so many features.
MOST = 30
_LONGEST = 20
#: The budget at each rho.
BUDGET = 300
#: Entries below this share of the largest are 0 up to rounding; gaps of rounding are drawn here.
_NOTHING, _LEAST_GAP = 1e-9, 1e-12
KNOBS = (
    Knob("data", "choice", "wine", "Data", options=(*KINDS, OPTION),
         help="Breast cancer takes a second."),
    FILE,
    replace(TARGET, label="Left out", help="A column, by its name or number; empty: the last one."),
    HEADER,
    DECIMAL,
    Knob("features", "integer", MOST, "Features", 2, MOST, help="The first so many of the set."),
    Knob("standardise", "switch", True, "Standardise",
         help="On: Σ holds correlations; off: covariances in the units of the data."),
    Knob("least", "log", 0.05, "Lowest ρ", 0.01, 0.5, help="As a share of the largest |Σᵢⱼ|."),
    Knob("count", "integer", 20, "Values of ρ", 5, 60,
         help="From the largest |Σᵢⱼ| down; each solution starts from the one before."),
    Knob("peer", "choice", "last", "scikit-learn",
         options=(("last", "at the last ρ"), ("every", "at every ρ"), ("none", "not asked")),
         help="graphical_lasso on the same problem, judged by our certificate."),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Sigma (m, m), the covariance or the correlations of m features, and their names."""

    Sigma: np.ndarray
    names: tuple[str, ...]

    def off(self) -> float:
        """The largest entry of Sigma off the diagonal, in size."""
        return float(np.abs(self.Sigma - np.diag(np.diagonal(self.Sigma))).max())


def features(settings: Mapping[str, Any]) -> Features:
    """The `Features` that the knobs data, file, target, features and standardise ask for."""
    name = settings["data"]
    full = own_table(settings) if name == "csv" else data.load(name)
    X, names = full.X[:, : settings["features"]], full.names[: settings["features"]]
    if settings["standardise"]:
        X = _standardised(X, names)
    found = Features(covariance(X), tuple(map(_short, names)))
    if not found.off() > 0.0:
        raise InputError(
            f"data must have two features that are correlated, got {len(names)} that are not; take "
            "more features or other data."
        )
    return found


def _standardised(X, names):
    spread = X.std(axis=0)
    flat = np.flatnonzero(spread <= 1e-12 * np.abs(X).max(axis=0))
    if flat.size:
        raise InputError(
            f"data must vary in every feature to be standardised, but {names[flat[0]]!r} does "
            "not; switch standardise off, or drop the feature."
        )
    return (X - X.mean(axis=0)) / spread


def _short(name):
    words = plain(name)
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def solve(settings: Mapping[str, Any], cancelled: Callable[[], bool] | None = None) -> Run:
    """The solutions along rho."""
    found = features(settings)
    rhos = grid(found.off(), settings["least"], settings["count"])
    problems = [SparsePrecision(found.Sigma, float(rho)) for rho in rhos]
    results = solved(_along, problems, cancelled=cancelled)
    problems = problems[: len(results)]
    chosen = {"last": [len(results) - 1], "every": range(len(results)), "none": []}
    peers = {
        k: graphical_lasso_of(problems[k])
        for k in chosen[settings["peer"]]
        if cancelled is None or not cancelled()
    }
    extra = {
        "features": found, "rhos": rhos, "problems": problems, "path": results, "peers": peers
    }  # fmt: skip
    return Run(problems[-1], {"alm": results[-1]}, extra=extra)


def _along(problems, cancelled):
    """The results of problems along rho."""
    solve = solve_alternating_linearization
    return solve_each(solve, problems, cancelled=cancelled, tol=TOL, max_iter=BUDGET)


def other_zeros(run: Run, M: np.ndarray) -> np.ndarray:
    """The entries (P, 2) in which an answer differs from ours by whether they are 0."""
    differ = (np.abs(M) > _NOTHING * np.abs(M).max()) != (run.result.x != 0.0)
    return np.argwhere(np.triu(differ, 1) | np.tril(differ, -1)).astype(float)


def proved_gap(run: Run, M: np.ndarray) -> np.ndarray:
    """The last rho and the certified gap of an answer there."""
    gap = run.problem.certify(M).gap
    return np.array([run.extra["rhos"][len(run.extra["path"]) - 1], max(gap, _LEAST_GAP)])


@dataclass(frozen=True, slots=True, eq=False)
class Peer:
    """What graphical_lasso says: M (m, m), NaN where it fails; our certificate of M with the
    covariance that it returns with M as the dual point; the gap that it reports at the end, and
    the lowest on its way."""

    M: np.ndarray
    certificate: Certificate
    last: float
    lowest: float


def graphical_lasso_of(problem: SparsePrecision) -> Peer:
    """The `Peer` of a `SparsePrecision` with one rho. It spares the diagonal, so that it is given
    Sigma + rho I: the same problem."""
    from sklearn.covariance import graphical_lasso  # takes half a second

    m, rho = len(problem.Sigma), float(problem.rho)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # our certificate says what a warning would
        try:
            Z, M, costs = graphical_lasso(problem.Sigma + rho * np.eye(m), rho, return_costs=True)
        except (FloatingPointError, ValueError):
            nothing = np.full((m, m), np.nan)
            return Peer(nothing, Certificate(np.inf, -np.inf, float(m)), np.nan, np.nan)
    gaps = [gap for _, gap in costs]
    return Peer(M, problem.certify(M, Z), float(gaps[-1]), float(min(gaps)))


def grid(off: float, least: float, count: int) -> np.ndarray:
    """`count` values of rho from `off`, where M is diagonal, down to the share `least` of it."""
    return off * np.geomspace(1.0, least, count)


def frames(run: Run) -> Frames:
    """The table: a frame per rho, T of them, of m features and p pairs of them.

    rho (T,) falling; M, Z (T, m, m): the solutions and their dual points; gap (T,) certified;
    proved_zero (T, m, m): entries proved zero. used, entered, partial (T, p): whether the entry of
    a pair is not 0; whether it was 0 in the frame before and is not now; its partial correlation
    -M_ij / sqrt(M_ii M_jj). moved (T,): of the pairs that enter or leave in a frame, or of all
    where none does, the one whose entry moved most. pairs: rows and columns (p,), (p,) above the
    diagonal. titles: of the features, by name and number: "ash (3)". peers: frame -> scikit-learn
    there.
    """
    found, results, problems = (run.extra[name] for name in ("features", "path", "problems"))
    rho, m = run.extra["rhos"][: len(results)], len(found.names)
    f = Frames.of_results(run, results, Clock("ρ", rho), tolerance=TOL)
    pairs = np.triu_indices(m, 1)
    titles = tuple(f"{name} ({k + 1})" for k, name in enumerate(found.names))
    f.facts(
        features=found, m=m, pairs=pairs, titles=titles, count=len(pairs[0]),
        peers=run.extra["peers"],
    )  # fmt: skip
    f.columns(
        rho=rho,
        M=lambda f: f.x,
        Z=lambda f: np.array([r.dual["Z"] for r in results]),
        proved_zero=lambda f: np.array(
            [
                p.proved_zeros(r.x, r.dual["Z"], r.certificate)
                for p, r in zip(problems, results, strict=True)
            ]
        ),
        used=lambda f: f.M[(slice(None), *pairs)] != 0.0,
        entered=lambda f: np.vstack([f.used[:1], f.used[1:] & ~f.used[:-1]]),
        partial=_partial,
        steps=[int(r.trace.iteration[-1]) for r in results],
        moved=_moved,
        one=lambda f: [titles[pairs[0][p]] for p in f.moved],
        other=lambda f: [titles[pairs[1][p]] for p in f.moved],
        old=lambda f: _of_moved(f, f.before("M")),
        new=lambda f: _of_moved(f, f.M),
        pull=lambda f: np.abs(_of_moved(f, f.Z - found.Sigma)),
        came=lambda f: (f.used & ~f.before("used")).sum(axis=1),
        went=lambda f: (~f.used & f.before("used")).sum(axis=1),
        pair_count=lambda f: f.used.sum(axis=1),
        zeros=lambda f: (~f.used).sum(axis=1),
        proved_count=lambda f: f.proved_zero[(slice(None), *pairs)].sum(axis=1),
    )
    return f


def _partial(f):
    i, j = f.pairs
    d = np.sqrt(np.diagonal(f.M, axis1=1, axis2=2))
    return -f.M[:, i, j] / (d[:, i] * d[:, j])


def _moved(f):
    moves = np.abs(f.M - f.before("M"))[(slice(None), *f.pairs)]
    changed = f.used != f.before("used")
    return np.argmax(np.where(changed | ~changed.any(axis=1, keepdims=True), moves, -1.0), axis=1)


def _of_moved(f, column):
    i, j = f.pairs
    return column[np.arange(len(f)), i[f.moved], j[f.moved]]


def overlap(f: Frames, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(both, ours only, theirs only): masks (p,) of the pairs in frame `k`; they are
    scikit-learn."""
    ours, theirs = f.used[k], f.peers[k].M[f.pairs] != 0.0
    return ours & theirs, ours & ~theirs, theirs & ~ours
