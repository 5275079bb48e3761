"""What the notebook on coordinate descent says is what happens."""

import dataclasses
import re

import numpy as np
import pytest
from available import further_data
from prose import Prose
from screens import Shown

import lab
from lab.benchmarks.lessons.coordinate_descent import tables
from lab.discovery import find
from solvers import Lasso, solve_dual_cd, solve_proximal_gradient, solve_subgradient

#: Numbers of the prose that are no claims: definitions, and what the reader turns.
NAMES = (
    "no slope at 0", "by a margin of 1", "Five triplets, two features", "limit of 200 sweeps",
    "after 200 iterations", "at worst $(3^D+1)/2$",
)  # fmt: skip
prose = Prose("coordinate_descent")


def ended(run):
    """Rows of every method of a run."""
    return {name: int(result.trace.iteration[-1]) for name, result in run.results.items()}


def tick(address, knob):
    experiment = find(address)[1]
    return experiment.ticks(experiment.settings({}))[knob][0]


def test_one_weight_moves_at_a_time():
    run = lab.run("lasso")
    moves = np.diff(run.trace.snapshots["w"], axis=0)
    prose("each step is parallel to an axis")
    assert (np.count_nonzero(moves, axis=1) <= 1).all()


def test_the_second_step_stops_in_the_kink():
    shown = lab.run("lasso").trace.snapshots
    prose("The second step ends exactly on the axis")
    assert shown["new"][2] == 0.0
    # x_d'r + ||x_d||^2 w_d, where the parabola alone would end, has the other sign.
    assert shown["correlation"][2] * shown["old"][2] < 0.0


def test_each_round_trip_shrinks_the_gap_by_the_same_factor():
    trips, left = prose("after the first # round trips each leaves # of the gap")
    gap = lab.run("lasso").trace.gap[::2]
    shares = gap[1:] / gap[:-1]
    assert np.abs(shares[trips:] - left).max() < 5e-3 < np.abs(shares[:trips] - left).min()


def test_no_bar_passes_lambda_at_the_optimum():
    run = lab.run("lasso")
    p, w = run.problem, run.result.x
    slope = p.X.T @ (p.t - p.X @ w)
    assert (np.abs(slope) <= p.lam * 1.001).all() and slope[w != 0.0] == pytest.approx(
        p.lam * np.sign(w[w != 0.0]), rel=1e-2
    )


def test_weights_at_shares_of_lambda_max():
    most = tick("lasso", "lam")
    assert not lab.run("lasso", lam=1.001 * most).result.x.any()
    awake = [np.count_nonzero(lab.run("lasso", lam=s * most).result.x) for s in (0.99, 0.8, 0.6)]
    assert awake == [1, 1, 2]
    (lam,) = prose("only $w_2$ is 0, λ = # does")
    first, second = lab.run("lasso", lam=lam).result.x
    assert first != 0.0 == second


def test_updates_of_correlated_and_collinear_data():
    updates = [prose.screen("lasso", **s).count() for s in ({"data": "orthogonal"}, {})]
    prose("On orthogonal data it takes two updates, done.")
    assert updates[0] == 2
    (correlation,) = prose("pull the correlation towards #.")
    steep = prose.screen("lasso", correlation=correlation).count()
    prose.says("gets finer with the correlation: # updates instead of #", steep, updates[1])
    screen = prose.screen("lasso", data="collinear")
    run = screen.run
    prose.says("it takes # updates where FISTA", screen.count())
    prose.says("where FISTA takes # steps", screen.end("FISTA"))
    work = [run.results[name].trace.work[-1] for name in ("fista", "cd")]
    prose.says("moves both weights, so that it costs two updates: # against #", *work)
    prose("FISTA still wins")
    assert work[0] == 2 * ended(run)["fista"]


def test_bounds_of_lines_at_a_kink():
    run = lab.run("subgradient")
    shown = lab.scene(run).readout
    assert (np.array(shown["bound"]) <= min(shown["F"]) + 1e-12).all()
    prose("each line on the way was already a proof of a lower bound")


def test_subgradient_method_never_arrives():
    run = lab.run("lasso", dimension=3, lam=1.0, compare=["ista", "subgradient"])
    at = {name: result.trace.snapshots["w"] for name, result in run.results.items()}
    prose("one of which should be zero")
    assert np.sum(run.result.x == 0.0) == 1
    d = int(np.flatnonzero(run.result.x == 0.0)[0])
    stays = at["ista"][:, d] == 0.0
    first = np.argmax(stays)
    prose("lands on the zero and stays")
    assert stays[first:].all()
    hops = np.sign(at["subgradient"][-10:, d])
    prose("hops across the kink and back")
    assert (hops[1:] == -hops[:-1]).all()
    gap = run.results["subgradient"].trace.gap
    prose("the subgradient method falls, then stays where it is for ever")
    assert gap[3] < 0.1 * gap[0] and gap[-1] > 0.9 * gap[3]
    long = solve_subgradient(run.problem, x0=at["subgradient"][0], max_iter=3000).trace.gap[-1]
    assert long > 0.9 * gap[-1]


def test_prices_of_triplets():
    run = lab.run("triplets")
    shown, C = run.trace.snapshots, run.settings["C"]
    prices = shown["lam"][-1]
    prose.says("In the end # of the # prices are 0", np.sum(prices == 0.0), prices.size)
    prose.says("# are at $C$ (orange", np.sum(prices == C))
    prose.says("and # are free: their two lines cross", np.sum((prices > 0.0) & (prices < C)))
    free = (prices > 0.0) & (prices < C)
    assert run.problem.Z[free] @ run.result.x == pytest.approx([1.0, 1.0], abs=1e-5)
    lines = (shown["block"] == 0) & (shown["new"] > 1e-12) & (shown["new"] < C - 1e-12)
    rows = np.flatnonzero(lines)
    ends = np.einsum("kj,kj->k", run.problem.Z[shown["index"][rows]], shown["w"][rows])
    prose("Each step ends exactly on the orange line")
    assert rows.size > 50 and ends == pytest.approx(np.ones(rows.size), abs=1e-12)


def test_two_stopping_rules():
    screen = prose.screen("triplets")
    fired = screen.frame("The paper's rule")
    assert np.argmax(screen.run.trace.snapshots["source_rule"]) == fired
    (eps,) = prose("changes $f$ by no more than $#$")
    assert eps == 1e-6
    prose.says("the certificate says #, more than", screen.best(fired))
    assert screen.best(fired) / eps > prose("more than # times what the rule suggests")[0]
    prose.says("# of the # updates", screen.count(fired), screen.count())
    easy = lab.run("triplets", C=0.9 * tick("triplets", "C"))
    assert (easy.trace.snapshots["lam"][-1] == easy.settings["C"]).all()
    prose("one sweep does everything")
    assert easy.trace.iteration[-1] == len(easy.problem.Z) and easy.result.status == "converged"


@further_data
def test_the_regime_of_the_papers_times():
    low, high = prose(
        "at the scale ... values of its Table 2, # or # sweeps are enough on its first two sets"
    )
    for printed in tables.PRINTED[:2]:
        X, rows = tables.triplets(printed.name)
        scale = tables.fitted_scale(X, rows, printed.identity[0])
        problem = tables.TripletMetric.from_triplets(scale * X, rows)
        result = solve_dual_cd(problem, tol=1e-6)
        assert np.mean(result.dual["lam"] == problem.C) > 0.99
        assert low <= result.trace.iteration[-1] <= high


@further_data
def test_relative_gaps_where_the_sources_rule_stops():
    worst = 0.0
    for printed in tables.PRINTED:
        for _, problem in tables.problems(printed.name):
            run = solve_dual_cd(problem, stop="source", eps=tables.EPS, tol=0.0, max_iter=200)
            worst = max(worst, run.certificate.relative_gap)
    prose.says("relative gaps up to # were measured", worst)


def test_ill_conditioned_metric_favours_the_interior_point():
    screen = prose.screen("ill")
    run, sweeps = screen.run, screen.count()
    prose.says("is proved to a relative gap of # only", *screen("relative gap #)"))
    prose.says("after # sweeps it is proved", sweeps)
    prose("Coordinate descent falls quickly, then flattens")
    assert run.trace.gap[50] < 0.05 * run.trace.gap[0] and sweeps == 200
    assert run.trace.gap[200] > 0.3 * run.trace.gap[50]
    m = run.problem.Z.shape[1]  # a factorisation costs as much as m sweeps
    drawn, factorisations = screen.end("interior point"), ended(run)["interior_point"]
    prose.says("drawn here as the # sweeps whose work", drawn)
    prose.says("needs # factorisations, drawn", Shown(drawn / m))
    assert factorisations == drawn / m
    (tol,) = prose("and is proved to a relative gap of $#$")
    assert run.results["interior_point"].certificate.relative_gap < tol
    ends = [prose.screen("ill", L="identity").end(name) for name in ("coord", "interior point")]
    prose.says("turns round: # sweeps against #.", *ends)


def test_a_support_vector_machine():
    run = lab.run("triplets", problem="svm", data="iris", C=1.0, triplets=100)
    prices, margins = run.trace.snapshots["lam"][-1], run.problem.Z @ run.trace.snapshots["w"][-1]
    short = margins < 1.0 - 1e-3
    prose.says("# of the # points lie inside the margins", short.sum(), prices.size)
    assert (prices[short] == 1.0).all() and not (prices[~short] == 1.0).any()
    prose.says("# lie beyond", np.sum(prices == 0.0))
    assert (margins[prices == 0.0] > 1.0).all()
    prose("they have no say in where the line lies")
    rest = dataclasses.replace(run.problem, Z=run.problem.Z[prices > 0.0])
    assert solve_dual_cd(rest, tol=1e-6).x == pytest.approx(run.result.x, abs=1e-3)
    prose.says("# lie on the margin", np.sum((prices > 0.0) & (prices < 1.0)))


def test_the_same_in_plain_python(capsys):
    space = prose.run("python")
    first, second, value = prose("the optimum is $w=(#,\\,#)$ with value $#\\ldots$")
    assert space["result"].x == pytest.approx([first, second], abs=1e-6)
    printed = re.findall(r"P = (\S+), gap (\S+)", capsys.readouterr().out)
    assert [float(p) for p, _ in printed[:2]] == pytest.approx([value] * 2, abs=1e-4)
    assert float(printed[2][1]) > 1e-3 > 1e-7 > float(printed[1][1])
    prose("so its price is $C$ and it adds $C$ to both sides")
    assert space["result"].dual["lam"][4] == pytest.approx(space["problem"].C, rel=1e-6)


# What the papers print wrong


def test_touching_at_a_corner():
    """X = I, two weights, eta = 1, t of length R in any direction."""
    words = "with $X=I$ from # % at $\\lVert t\\rVert=#\\,\\eta$ to # % at $#\\,\\eta$"
    _, near, _, far = prose(words)
    shares = []
    for R in (near, far):
        angle = np.linspace(0.0, 2.0 * np.pi, 20001)
        t = R * np.abs([np.cos(angle), np.sin(angle)])
        # The nearest point of the edge has both weights above 0 unless one of t is so much longer.
        shares.append(100.0 * np.mean(np.abs(t[0] - t[1]) >= 1.0))
    prose.says(words, shares[0], near, shares[1], far)


def test_steps_of_fixed_length_jump():
    start, high, low = prose(
        "from $w_0=#$ on $\\lvert w\\rvert$ with $L=1$ it jumps between # and #"
    )
    w = [start]
    for _ in range(6):
        w.append(w[-1] - np.sign(w[-1]))
    assert start == high and w == pytest.approx([high, low] * 3 + [high])


def test_gradient_step_that_is_too_long_diverges():
    (share,) = prose("at $#$ of it the method diverges")
    X, t = np.diag([1.0, 0.5]), np.array([1.0, 1.0])
    w, least = np.array([5.0, 1.0]), share * 1.0
    for _ in range(50):
        w = w - X.T @ (X @ w - t) / least
    assert np.abs(w).max() > 1e6
    assert solve_proximal_gradient(Lasso(X, t, 0.0)).status == "converged"


def test_the_printed_line_search():
    printed = lab.run("logistic").results["printed"]
    prose.says("in the scene `logistic` at a relative gap of #", printed.certificate.relative_gap)
    assert printed.status == "stalled"


def test_cells_in_which_each_method_is_faster():
    left = prose.run("faster", lab=lab)
    columns, times = left["faster"].columns, left["faster"].columns[left["ratio"]]
    counts = times.size, (times < 1.0).sum(), (times > 1.0).sum(), (times == 1.0).sum()
    prose.says(
        "Of # cells coordinate descent is ahead in #, FISTA in #; in # they are even, and in #",
        *counts, np.isnan(times).sum(),
    )  # fmt: skip
    steep = np.abs(columns["correlation"])
    most = np.isclose(steep, 0.95)
    prose.says(
        "of the # cells with a correlation of # either way it takes #, at most # times faster",
        most.sum(), steep.max(), (times[most] > 1.0).sum(), np.nanmax(times),
    )  # fmt: skip
    (mild,) = prose("Up to # it takes none")
    assert not (times[steep < mild + 1e-9] > 1.0).any() and (times[steep < mild + 0.2] > 1.0).any()
