"""The marked answers of the lesson's questions, found again without the scenes' own code."""

import numpy as np
from halfway import half_way
from marked import first_within, marked

from lab.lessons.alternating_linearization.methods import METHODS
from solvers import SparsePrecision, solve_admm
from solvers.affinity import scatter

#: Of a metric's features; a gap as a share of their number.
TOL = 1e-6
OTHER = "beyond 0, with the other sign"
FINE = {"tol": 1e-10, "max_iter": 5_000, "record_every": 0}


def above_diagonal(M):
    return M[np.triu_indices(len(M), 1)]


def deaths(run, scene, question):
    """By ADMM."""
    M = solve_admm(run.problem, **FINE).x
    count = int(np.sum(np.abs(above_diagonal(M)) < 1e-5 * np.abs(M).max()))
    return (
        ("it will not", "it will be zero") if len(M) == 2 else ("none", "one", "two", "all three")
    )[count]


def next_zeros(run, scene, question):
    """By the raw Y of two frames."""
    Y = run.trace.snapshots["Y"]
    times = scene.clock.values[question.frame : question.frame + 2]
    now, then = (above_diagonal(Y[int(np.argmax(run.trace.iteration == t))]) == 0.0 for t in times)
    if np.array_equal(now, then):
        return "the same ones are zero as now"
    return "one or more become zero" if then[~now].any() else "one or more leave zero"


def first(run, scene, question):
    return METHODS[first_within(run, TOL * len(run.problem.Sigma))][0]


def printed(run, scene, question):
    """The share of the way by an optimum of ADMM."""
    M, best = run.results["printed"].trace.snapshots["M"], solve_admm(run.problem, **FINE).x
    share = 1.0 - np.linalg.norm(M[-1] - best) / np.linalg.norm(M[0] - best)
    if share < 0.01:
        return "less than a hundredth"
    return "between a hundredth and nine tenths" if share < 0.9 else "more than nine tenths"


def leaves(run, scene, question):
    """By ADMM at every rho."""
    Sigma = run.extra["features"].Sigma
    sizes = np.abs([
        above_diagonal(solve_admm(SparsePrecision(Sigma, float(rho)), **FINE).x)
        for rho in run.extra["rhos"]
    ])  # fmt: skip
    there = np.maximum.accumulate(sizes > 5e-4 * sizes.max(), axis=0)[:-1]
    gone = sizes[1:] < 1e-7 * sizes.max()
    return "some leave again" if (there & gone).any() else "all stay to the end"


def safer(run, scene, question):
    """beta_max by bisection on the smallest eigenvalue, W by the recursion (7)-(8)."""
    case, settings = run.extra["case"], run.settings
    affinity, W = case.affinity, [case.affinity.W0]
    for _ in range(int(scene.clock.values[-1])):
        W.append((1.0 - settings["alpha"]) * W[0] + settings["alpha"] * affinity.P @ W[-1])
    base = affinity.prior_inverse + settings["rho"] * np.eye(len(affinity.prior_inverse))
    found = []
    for one in (W[0], W[-1]):
        mean = 0.5 * (one + one.T)
        step = scatter(case.X, np.where(np.abs(mean) < settings["theta"], 0.0, mean))
        low, high = 0.0, 1e12
        for _ in range(200):
            middle = 0.5 * (low + high)
            definite = np.linalg.eigvalsh(base + middle * step)[0] > 0.0
            low, high = (middle, high) if definite else (low, middle)
        found.append(low)
    change = found[1] / found[0] - 1.0
    return "stayed within 1 %" if abs(change) <= 0.01 else "risen" if change > 0.0 else "fallen"


def pace(run, scene, question):
    return half_way(run.trace, run.trace.iteration, TOL * len(run.problem.Sigma))


def enters(run, scene, question):
    """By ADMM at the rho at which its first entry appears."""
    Sigma, names = run.extra["features"].Sigma, run.extra["features"].names
    i, j = np.triu_indices(len(Sigma), 1)
    for rho in run.extra["rhos"]:
        size = np.abs(above_diagonal(solve_admm(SparsePrecision(Sigma, float(rho)), **FINE).x))
        if size.max() > 1e-6:
            p = int(np.argmax(size))
            return f"{names[i[p]]} ({i[p] + 1}) and {names[j[p]]} ({j[p] + 1})"
    return None


def many(run, scene, question):
    """By ADMM at the last rho."""
    Sigma, rho = run.extra["features"].Sigma, float(run.extra["rhos"][-1])
    size = np.abs(above_diagonal(solve_admm(SparsePrecision(Sigma, rho), **FINE).x))
    share = np.mean(size > 1e-6 * size.max())
    if share < 1.0 / 3.0:
        return "less than a third"
    return "between a third and two thirds" if share < 2.0 / 3.0 else "more than two thirds"


def spread(run, scene):
    """W(t) of the last frame by the recursion (7)-(8)."""
    affinity, alpha = run.extra["case"].affinity, run.settings["alpha"]
    W = affinity.W0
    for _ in range(int(scene.clock.values[-1])):
        W = (1.0 - alpha) * affinity.W0 + alpha * affinity.P @ W
    return 0.5 * (W + W.T)


def reach(run, scene, question):
    """Counted pair by pair."""
    W0, W = run.extra["case"].affinity.W0, spread(run, scene)
    pairs = [(i, j) for i in range(len(W)) for j in range(i) if W0[i, j] == 0.0]
    retained = sum(abs(W[p]) >= run.settings["theta"] and W[p] != 0.0 for p in pairs)
    if retained < len(pairs) / 3:
        return "less than a third"
    return (
        "between a third and two thirds"
        if retained < 2 * len(pairs) / 3
        else "more than two thirds"
    )


def given(run, scene, question):
    """The pairs of the prompt's sign all end alike, or other code cannot tell which was meant."""
    W0, W = run.extra["case"].affinity.W0, spread(run, scene)
    sign = -1.0 if "dissimilar" in question.prompt else 1.0
    shares = (W / np.where(W0 == 0.0, np.nan, W0))[np.sign(W0) == sign]
    kinds = {"further from 0" if s > 1.0 else "nearer to 0" if s > 0.0 else OTHER for s in shares}
    return kinds.pop() if len(kinds) == 1 else None


PATHS = {"count": 12, "features": 7, "peer": "none"}
SCENES = {
    "alternating-linearization/metric": ({"deaths": deaths, "next": next_zeros}, 15, {}),
    "alternating-linearization/methods": (
        {"first": first, "printed": printed, "pace": pace},
        25,
        {},
    ),
    "alternating-linearization/sparsity": (
        {"leaves": leaves, "enters": enters, "many": many},
        12,
        PATHS,
    ),
    "alternating-linearization/affinity": (
        {"safer": safer, "reach": reach, "given": given},
        60,
        {},
    ),
}
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES)
