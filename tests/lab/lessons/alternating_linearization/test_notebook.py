"""What the notebook on alternating linearization says is what happens."""

import re

import numpy as np
import pytest
from prose import Prose

import lab
from lab.discovery import find
from lab.lessons.alternating_linearization import methods
from lab.lessons.alternating_linearization.affinity.model import frames as affinity_frames
from lab.lessons.alternating_linearization.metric.model import frames as metric_frames
from lab.lessons.alternating_linearization.sparsity.model import frames as sparsity_frames
from lab.lessons.alternating_linearization.sparsity.model import overlap
from solvers import SparsePrecision, solve_alternating_linearization

#: Numbers of the prose that are no claims: the source's smoothing.
NAMES = (
    "Factor 1 is",
    "Is factor 1 the",
    "units of $1/",
    "fixes $\\sigma=10^{-6}$",
    "Its step is at most $10^{-6}$",
)
prose = Prose("alternating_linearization")


def metric(dimension=2, **settings):
    return lab.run("metric", dimension=dimension, **settings)


def steps(**settings):
    screen = prose.screen("metric", **settings)  # in two features, as the cell has it
    assert screen.run.result.status == "converged"
    return screen.count()


def tick(knob, **settings):
    experiment = find("metric")[1]
    return experiment.ticks(experiment.settings({"dimension": 2} | settings))[knob][0]


def test_the_ball_becomes_thinner_across_the_clouds():
    run = metric()
    first, last = (np.linalg.eigh(M) for M in run.trace.snapshots["M"][[0, -1]])
    prose("The ball shrinks across the clouds, where the classes differ, and stays long along them")
    assert last[0][1] > 1.2 * first[0][1] and last[0][0] == pytest.approx(first[0][0], rel=0.1)
    X, y = run.extra["case"].X, run.extra["case"].y
    apart = X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0)
    assert abs(last[1][:, 1] @ apart) > 0.99 * np.linalg.norm(apart)


def test_the_rate():
    run = metric()
    gap, mu = run.trace.gap, run.trace.snapshots["mu"][-1]
    values = np.linalg.eigvalsh(run.result.x)
    q = np.max(np.abs(values**2 - mu) / (values**2 + mu))
    fell, shown = prose.screen("metric")("the gap became # of itself a step, near M* it is q² = #")
    prose.says("the gap becomes # of itself a step; $q^2$ is #", fell, shown)
    prose("Over the second half of the way")
    half = len(gap) // 2
    assert (gap[-1] / gap[half]) ** (1.0 / (len(gap) - 1 - half)) == pytest.approx(fell, abs=1e-3)
    assert q * q == pytest.approx(shown, rel=0.05)


def test_entries_die_as_rho_rises():
    (rho,) = prose("ρ to #, then beyond the tick at #")[:1]
    prose.says("beyond the tick at #", tick("rho"))
    values = [metric(rho=r).trace.snapshots["Y"][-1][0, 1] for r in (0.1, rho)]
    prose.says("$Y_{12}$ is #, #, then exactly 0", *values)
    over, under = metric(rho=1.02 * tick("rho")), metric(rho=0.98 * tick("rho"))
    assert over.result.x[0, 1] == 0.0 != under.result.x[0, 1]
    errors = [100.0 * r.extra["now"][-1] for r in (metric(), over)]
    prose.says("nearest neighbour) goes from # to # %", *errors)


def test_the_factor_of_mu():
    low, high = prose("μ factor to # and to #.")
    said = "It takes # iterations at factor #, # at # and # at #"
    prose.says(said, steps(), 1, steps(mu=low), low, steps(mu=high), high)
    (better,) = prose("the best for the worst error: # needs")[:1]
    prose.says("the best for the worst error: # needs #", better, steps(mu=better))
    assert steps(mu=better) < steps()
    prose("every $\\mu>0$ converges")
    problem = metric().problem
    for mu in (0.02, 0.3, 5.0, 80.0):
        found = solve_alternating_linearization(problem, mu=mu, max_iter=5000, record_every=0)
        assert found.status == "converged"
    assert prose("# iterations at factor #,")[1] == find("metric")[1].settings({})["mu"]


def test_the_prior_carries_the_answer():
    errors = [100.0 * metric(prior=p).extra["now"][-1] for p in ("covariance", "identity")]
    prose.says("the error of S3ML, # % before. ... Now it is # %", *errors)


def test_zeros_in_three_features():
    run = metric(dimension=3)
    view = metric_frames(run)
    zero, proved = view.Y[:, 0, 2] == 0.0, view.proved_zero[:, 0, 2]
    words = "is 0 at step #, differs from 0 once more at step #, and is 0 from step # on"
    first, leaves, stays = prose(words)
    at = list(view.clock.values)
    assert zero[at.index(first)] and not zero[: at.index(first)].any()
    assert not zero[at.index(leaves)] and zero[at.index(stays) :].all() and stays == leaves + 1
    prose.says("It is proved to be 0 in the end from step # on, of #", at[int(np.argmax(proved))],
              run.trace.iteration[-1])  # fmt: skip
    prose("$M_k$ has no exact zero on the way")
    assert np.all(run.trace.snapshots["M"] != 0.0)
    (sigma,) = prose("Smoothing to σ = #. *Look at* the rings. ... There are none")
    assert np.all(metric(dimension=3, smoothing=sigma).trace.snapshots["Y"] != 0.0)


def test_the_cliff():
    prose.says("The tick is at $\\beta_{\\max}=#$", tick("beta"))
    slope, beyond = prose("say at #? And a little further, at #?")
    assert prose("At # the ball is very thin ... *Now drag β to #.*") == [slope, beyond]
    run = metric(beta=slope)
    prose.says("its # iterations are spent", prose.screen("cliff").count())
    assert run.result.status == "max_iter"
    prose("the status line says: there is no metric")
    with pytest.raises(lab.InputError, match="no metric"):
        metric(beta=beyond)
    (beta,) = prose("At β = #: dissimilar weight to 0. ... A metric exists again")
    assert metric(beta=beta, weight=0.0).result.status == "converged"
    (rho,) = prose("turn ρ to #. ... The penalty holds")
    assert metric(beta=beta, rho=rho).result.status == "converged"
    with pytest.raises(lab.InputError):
        metric(beta=beta)


def test_a_proof_that_can_be_checked_by_hand():
    prose("in digits with which you can check it by hand")
    (beyond,) = prose("*Now drag β to #.*")
    with pytest.raises(lab.InputError) as error:
        metric(beta=beyond)
    text = str(error.value).replace("−", "-")
    D, Sigma = (
        np.array([[float(v) for v in row.split(",")] for row in matrix.split(";")])
        for matrix in re.findall(r"= \[(.*?)\]", text)
    )
    rho = float(re.search(r"ρ = (\S+\d)", text)[1])
    assert np.linalg.eigvalsh(D)[0] >= 0.0
    assert np.sum(Sigma * D) + rho * np.abs(D).sum() <= 0.0


def test_affinities_and_the_cliff():
    run = lab.run("affinity")
    view, c = affinity_frames(run), run.extra["case"]
    unknown = np.count_nonzero(np.triu(c.affinity.W0 == 0.0, 1))
    pairs = len(c.similar) + len(c.dissimilar)
    prose.says("# pairs are given, nothing is known of the other #", pairs, unknown)
    prose.says("βmax goes from # to #, and the last", *view.beta_max[[0, -1]])
    prose.says("disappears at # instead of #.", *view.cliff[[-1, 0]])
    size = np.linalg.norm(view.T, 2, axis=(1, 2))
    prose.says("its norm is # instead of #", *size[[-1, 0]])
    own = view.beta_max * size / size[-1]
    prose.says("counted so at every step, βmax goes from # to #", *own[[0, -1]])
    shown = lab.scene(run).readout["pairs"]
    prose.says("# pairs have become #.", *shown[[0, -1]])
    prose.says("eigenvalue, # at the start, # in the end.", *view.spectrum[[0, -1], 0])
    assert (view.spectrum[:, 1] > -1e-9).all()


def test_experiments_with_affinities():
    before = lab.run("affinity")
    alpha, theta = prose("α to #. ... θ to #.")
    runs = {"alpha": lab.run("affinity", alpha=alpha), "theta": lab.run("affinity", theta=theta)}
    pairs = {name: lab.scene(run).readout["pairs"][-1] for name, run in runs.items()}
    last = [prose.screen("affinity", **turned).count() for turned in ({"alpha": alpha}, {})]
    prose.says("There are # steps instead of #", *last)
    prose.says("and # pairs instead of #.", pairs["alpha"], lab.scene(before).readout["pairs"][-1])
    prose.says("as large as that, and # pairs are left", pairs["theta"])
    free = affinity_frames(lab.run("affinity", weight=0.0))
    prose("There is no eigenvalue below zero, and no βmax")
    assert free.spectrum.min() > -1e-9 and np.isinf(free.beta_max).all()


def test_methods():
    run = lab.run("methods")
    view, printed = methods.frames(run), run.results["printed"].trace
    prose.says("# methods, one start, one clock", len(run.results))
    M = printed.snapshots["M"]
    prose.says("The printed algorithm has moved $M$ by #", np.linalg.norm(M[1] - M[0]))
    (small,) = prose('"until $M$ converges" with our #, is satisfied')
    assert np.linalg.norm(M[1] - M[0]) < small * np.linalg.norm(M[0])
    screen = prose.screen("methods")
    prose.says("the certified gap is #.", *screen("at a best gap of #", 1))
    prose.says("After # iterations it has gone", screen.count())
    (share,) = prose("it has gone less than # % of its way")
    assert 0.0 < 100.0 * methods.progress(view, "printed")[-1] < share
    prose.says("at its rate it needs about # million", methods.iterations_needed(view) / 1e6)
    took = [run.results[name].trace.iteration[-1] for name in ("alm", "ista", "admm")]
    prose.says("This method needs #, proximal gradient #, ADMM #:", *took)
    run = lab.run("methods", dimension=3)
    took = {name: run.results[name].trace.iteration[-1] for name in ("alm", "ista", "admm")}
    prose.says("It takes # and # with ADMM", took["alm"], took["admm"])
    low, high = prose("proximal gradient # to #, as rounding has it")
    assert low <= took["ista"] <= high
    prose.says("The printed one: # million", methods.iterations_needed(methods.frames(run)) / 1e6)
    prose.says(
        "decides between # iterations and # million", steps(), methods.iterations_needed(view) / 1e6
    )


def test_falling_sigma():
    run = lab.run("methods", compare=["continuation"])
    prose('add "falling σ". ... Smoothing can be made to work')
    assert run.results["continuation"].status == "converged"


def test_sparsity():
    run = lab.run("sparsity")
    view = sparsity_frames(run)
    prose.says("this time it is the clock: # values", view.rho.size)
    used, zeros = view.used, ~view.used[-1]
    prose.says("At the end # of # pairs differ", used[-1].sum(), used.shape[1])
    prose.says("# of the last # are", view.proved_zero[(-1, *view.pairs)].sum(), zeros.sum())
    left = np.argwhere(used[:-1] & ~used[1:])[0][0] + 1
    prose.says("at ρ = # total phenols and hue leave", view.rho[left])
    assert (used[left] & ~used[left - 1]).any()
    last = SparsePrecision(view.features.Sigma, float(view.rho[-1]))
    cold = solve_alternating_linearization(last, record_every=0).trace.iteration[-1]
    (warm,) = prose.screen("sparsity")("# iterations from the ρ before")
    prose.says("# iterations at the last ρ, against # from scratch", warm, cold)


def test_scikit_learns_gaps():
    view = sparsity_frames(lab.run("sparsity", peer="every"))
    below = sum(peer.last < 0.0 for peer in view.peers.values())
    least, values = prose("here at # or more of the # values")
    assert below >= least and len(view) == values
    prose("The entries are the same at all of them")
    assert not any(mask.any() for k in view.peers for mask in overlap(view, k)[1:])


def test_larger_and_unscaled_data():
    run = lab.run("sparsity", data="breast_cancer")
    view = sparsity_frames(run)
    prose.says('Data to "breast cancer", # features', len(run.problem.Sigma))
    used = view.used[-1]
    low, high, pairs = prose("some # to # of # pairs")
    assert low <= used.sum() <= high and used.size == pairs
    (least,) = prose("of the zeros more than # are proved")
    assert np.count_nonzero(np.triu(view.proved_zero[-1])) > least
    peer = view.peers[len(view) - 1]
    (worst,) = prose("its answer is within # or less")
    assert peer.last < 0.0 <= peer.certificate.gap <= worst
    plain = sparsity_frames(lab.run("sparsity", standardise=False, peer="none"))
    prose.says("Standardise off. ... There are # pairs", plain.used[-1].sum())
    prose("Proline, in its own units, is so large")
    Sigma = plain.features.Sigma
    assert plain.features.names[int(np.argmax(np.diag(Sigma)))] == "proline"


def test_the_same_in_plain_python(capsys):
    prose.run("python")
    shown = capsys.readouterr().out
    lowest, _, theirs, ours = (float(v) for v in re.findall(r"-?\d\.\de[-+]\d+", shown))
    prose("On the way their gap is negative")
    assert lowest < 0.0 < ours < theirs
    space = {"np": np, "SparsePrecision": SparsePrecision,
             "solve_alternating_linearization": solve_alternating_linearization}  # fmt: skip
    exec(prose.cells["unbounded"], space)
    first, second = capsys.readouterr().out.splitlines()[:2]
    prose("the small problem that has no minimum")
    assert "converged" in first and "unbounded" in second


# What the paper prints wrong


def test_the_output_is_dense():
    """Remark 2: the matrix of eigenvalues keeps no zero of the optimum, that of the threshold
    all."""
    run = metric(rho=1.02 * tick("rho"))
    prose("the sparse matrix is $Y$ |")
    assert run.trace.snapshots["Y"][-1][0, 1] == 0.0 != run.trace.snapshots["M"][-2][0, 1]


def test_where_there_is_a_metric():
    columns = prose.run("exists", lab=lab)["exists"].columns
    status, said = columns["status"], columns["error"]
    refused = status == "failed"
    assert all(words.startswith("There is no metric here: along M") for words in said[refused])
    prose.says(
        "Of # settings # have a certified metric, and # have none ... thinnest, # is not decided",
        status.size, (status == "converged").sum(), refused.sum(), (status == "max_iter").sum(),
    )  # fmt: skip
    last = [
        columns["beta"][~refused & (columns["rho"] == end(columns["rho"]))].max()
        for end in (np.min, np.max)
    ]
    prose.says("or without a proof is #, at the largest #", *last)
    steps = columns["iterations"]
    prose.says("iterations grow, from # to #", np.nanmin(steps), np.nanmax(steps))


def test_what_a_pair_does_along_its_line():
    prose("A similar pair makes distances along that line count less")
    prose("This is so of nearly all pairs, not of every one")
    plain = lab.run("metric", dimension=2)
    X, M, rng = plain.extra["case"].X, plain.result.x, np.random.default_rng(0)
    right = []
    while len(right) < 16:
        i, j = rng.choice(len(X), 2, replace=False)
        u = X[i] - X[j]
        if np.linalg.norm(u) > 1.0:
            for kind, less in (("+", True), ("-", False)):
                N = lab.run("metric", dimension=2, pairs=f"{i}{kind}{j}").result.x
                right.append((u @ N @ u < u @ M @ u) == less)
    assert sum(right) >= 14
