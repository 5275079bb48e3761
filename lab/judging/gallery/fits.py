"""Statistical fits on which solvers disagree."""

from __future__ import annotations

from functools import partial

import numpy as np

from lab.judging.gallery.case import Case, cell, listed, rows_with_x
from lab.judging.marks import answer_marks, names
from lab.judging.verdict import CLAIMS_MORE, WRONG
from lab.peers.parts import heard
from solvers import Lasso, SparsePrecision
from widgets import Axis, Contour, Curve, Panel, Points, Text

# The negative gap

_PENALTY, _SWEEPS = 0.02, 8


def _waves():
    order = np.arange(7)
    near, wave = 0.85 ** np.abs(np.subtract.outer(order, order)), order % 3 - 1
    S = near + 0.25 * np.outer(wave, wave)
    d = np.sqrt(np.diag(S))
    return SparsePrecision(S / np.outer(d, d), _PENALTY)


def sweeps(problem: SparsePrecision) -> tuple[np.ndarray, np.ndarray]:
    """(its own gap, the certified one) of scikit-learn's graphical_lasso after so many sweeps
    each, until it stops."""
    from sklearn.covariance import graphical_lasso

    Sigma, found = problem.Sigma + problem.rho * np.eye(len(problem.Sigma)), []
    for most in range(1, _SWEEPS + 1):
        options = {"max_iter": most, "return_costs": True}
        fit = partial(graphical_lasso, Sigma, problem.rho, **options)
        Z, M, costs = heard(fit)[0][:3]
        found.append((costs[-1][1], problem.certify(0.5 * (M + M.T), Z=Z).gap))
        if len(costs) < most:
            found.pop()
            break
    own, certified = np.array(found).T
    return own, certified


def _gap_panel(found):
    own, certified = sweeps(found.problem)
    x = np.arange(1.0, own.size + 1.0)
    top = 1.25 * float(max(np.abs(own).max(), certified.max()))
    marks = [
        Curve(x, certified, tone="good", width=2.6, markers=True, ghost=False, label="certified"),
        Curve(x, own, tone="rival1", dash="dash", width=2.6, markers=True, ghost=False,
              label="its own"),
        Text(x[:1], own[:1], (f"{own[0]:.2g}",), tone="ink", anchor="right"),
    ]  # fmt: skip
    return Panel(
        "A gap below zero is not a gap", marks, Axis("sweep", range=(0.6, own.size + 0.6)),
        Axis("duality gap", range=(-top, top), zero=True), key="answers",
        legend=("certified", "its own"),
    )  # fmt: skip


def _gap_words(found):
    own, certified = sweeps(found.problem)
    below = int((own < 0.0).sum())
    lines = [
        f"Of the {own.size} sweeps that graphical_lasso makes, {below} end with a gap of its own "
        f"below zero: {', '.join(f'{v:.1e}' for v in own)}. It stops once the size is small.",
        f"A gap is a value less a bound, and no bound lies above a value: the certified gaps, "
        f"{', '.join(f'{v:.1e}' for v in certified)}, are all above zero.",
        "What it calls the gap takes the working covariance for the inverse of M, which it is only "
        "at the end.",
    ]
    lines += [f"{listed([row])} says {row.says!r}; its answer is {cell(row.gap)} of the scale from "
             f"the best bound: {row.word}."
             for row in found.of("graphical_lasso") if row.gap is not None]  # fmt: skip
    return lines


# The singular covariance

_FEW = 0.03


def _singular():
    Z = np.array([[1.0, 2.0, 3.0, 0.0], [2.0, 4.0, 5.0, 1.0]])
    return SparsePrecision(Z.T @ Z / 2.0, _FEW)


def _null(S):
    """A unit vector that the covariance sends to 0."""
    return np.linalg.eigh(S)[1][:, 0]


def falling(problem: SparsePrecision) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(s, F without the price, F with it) at I + s vv', with v such that Sigma v = 0."""
    v = _null(problem.Sigma)
    s = np.geomspace(1.0, 1e5, 41)
    plain = SparsePrecision(problem.Sigma, 0.0)
    at = [np.eye(v.size) + k * np.outer(v, v) for k in s]
    without, whole = (np.array([p.certify(M).objective for M in at]) for p in (plain, problem))
    return s, without, whole


def _singular_panel(found):
    s, bare, priced = falling(found.problem)
    marks = [
        Curve(s, bare, tone="rival1", dash="dash", width=2.6, ghost=False, label="without ρ"),
        Curve(s, priced, tone="good", width=2.6, ghost=False, label=f"with ρ = {_FEW:g}"),
    ]
    low, high = float(bare.min()), float(bare.max())
    return Panel(
        "Without the price, F falls for ever", marks,
        Axis("s, at M = I + s vv′", log=True, range=(1.0, 1e5)),
        Axis("F", range=(low - 1.0, high + 10.0)), key="answers",
        legend=("without ρ", f"with ρ = {_FEW:g}"),
    )  # fmt: skip


def _singular_words(found):
    S = found.problem.Sigma
    plain = SparsePrecision(S, 0.0)
    v = _null(S)
    _, bare, _ = falling(found.problem)
    steps = ", ".join(f"{f:.3g}" for f in bare[::8])  # of 41 for five decades
    yes = "proves" if plain.falls_along(np.outer(v, v)) else "does not prove"
    lines = [
        f"Two samples of four features: the covariance has rank {np.linalg.matrix_rank(S)}. Along "
        f"vv′, where Σv = 0, F without ρ falls for ever: each tenfold step, {steps}.",
        f"The certificate {yes} it from the direction alone. Any ρ > 0 ends that: there is one "
        f"optimum, and it is proved between {found.evidence.lower:.7g} and "
        f"{found.evidence.upper:.7g}.",
    ]
    lines += [f"{listed([row])} says {row.says.rstrip('.')}: {row.word}."
             for row in found.of("graphical_lasso")]  # fmt: skip
    return lines


# The degenerate path


def _tied():
    return Lasso(np.eye(2), np.array([3.0, 3.0]), 1.0)


def _tied_panel(found):
    ends = ((-0.6, 6.0), (-0.6, 4.2))
    x, y = (np.linspace(*end, 61) for end in ends)
    values = np.array([[found.problem.certify(np.array([a, b])).objective for a in x] for b in y])
    levels = Contour(x, y, values, fill=False, tone="muted", width=0.8, opacity=0.6)
    rows = rows_with_x(found)
    places = [row.point for row in rows]
    answers = [*answer_marks(rows, places, ends), names(rows, places, ends)]
    legend = [mark.label for mark in answers if isinstance(mark, Points)]
    axes = (Axis(f"w{k}", range=end) for k, end in zip("₁₂", ends, strict=True))
    return Panel("A tie on the path", [levels, *answers], *axes, equal=True, key="answers",
                 legend=legend)  # fmt: skip


def _tied_words(found):
    problem = found.problem
    lines = ["With X the identity each weight is on its own: 3 less λ = 1 is 2, for both. Both "
            "features tie all along the path."]  # fmt: skip
    for row in rows_with_x(found):
        if row.word in (WRONG, CLAIMS_MORE):
            c = problem.X.T @ (problem.t - problem.X @ row.point)
            lines.append(
                f"{listed([row])} says w = ({row.point[0]:.4g}, {row.point[1]:.4g}), {row.says}. "
                f"There the correlations X'r are ({c[0]:.3g}, {c[1]:.3g}); at an optimum each "
                f"weight above 0 has λ = {problem.lam:g}. F is {row.value:.4g}, and "
                f"{found.evidence.upper:.4g} at the answer that is proved."
            )
    return lines


FITS = (
    Case(
        "negative-gap", "The negative gap",
        "graphical_lasso prints a duality gap after each sweep and stops when it is small. Can it "
        "be below zero?",
        ("never", "by rounding alone", "yes, in most sweeps"),
        _waves, _gap_panel, _gap_words, ("alm", "newton"),
    ),
    Case(
        "singular-covariance", "The singular covariance",
        "Two samples of four features, ρ = 0.03: the covariance has no inverse. Is there a best "
        "precision matrix?",
        ("none", "one", "many"),
        _singular, _singular_panel, _singular_words, ("alm", "newton"),
        was={"graphical_lasso": "1.9.1"},
    ),
    Case(
        "tied-path", "The tie on a lasso path",
        "X is the identity, t = (3, 3), λ = 1. LassoLars says w = (5, 2), coordinate descent "
        "(2, 2). Who is right?",
        ("LassoLars: its path is exact", "coordinate descent", "both: there are many optima"),
        _tied, _tied_panel, _tied_words, ("cd", "lars"),
        was={"LassoLars": "1.9.1"},
    ),
)  # fmt: skip
