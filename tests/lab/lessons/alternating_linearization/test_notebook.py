"""Numbers quoted in the notebook on alternating linearization are those of the scenes it shows."""

import json
import re

import numpy as np
import pytest

import lab
from lab.app.server import notebooks
from lab.drawing.text import read
from lab.experiment import find
from lab.lessons.alternating_linearization.affinity import view as affinity_view
from lab.lessons.alternating_linearization.metric import view as metric_view
from lab.lessons.alternating_linearization.sparsity import view as sparsity_path
from solvers import SparsePrecision, solve_alternating_linearization

WORDS = {"fifteen": "15", "Fifteen": "15"}


@pytest.fixture(scope="module")
def text():
    file = notebooks() / "alternating_linearization.ipynb"
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    told = " ".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    return " ".join(WORDS.get(word, word) for word in told.split())


def says(text, pattern, *values, rel=5e-3, abs=0.0):
    """The text holds the pattern, and its numbers are `values`."""
    found = re.search(pattern, text)
    assert found, pattern
    assert [read(v) for v in found.groups()] == pytest.approx(list(values), rel=rel, abs=abs)


def metric(**settings):
    return lab.run("metric", **settings)


def steps(**settings):
    return metric(**settings).trace.iteration[-1]


def test_entries_die_as_rho_rises(text):
    assert metric(rho=0.81).result.x[0, 1] == 0.0 != metric(rho=0.79).result.x[0, 1]
    values = [metric(rho=rho).trace.snapshots["Y"][-1][0, 1] for rho in (0.1, 0.5)]
    says(text, r"Y_\{12\}\$: (\S+), (\S+), then exactly 0", *values)
    errors = [100 * metric(rho=rho).extra["now"][-1] for rho in (0.1, 0.9)]
    says(text, r"1-NN error goes from (\d+) to (\d+) %", *errors, abs=0.5)
    run = metric(prior="identity")
    says(text, r"S3ML, 0 % before: now (\d+) %", 100 * run.extra["now"][-1], abs=0.5)


def test_steps_and_the_rate(text):
    says(
        text,
        r"count of iterations: (\d+) at the best μ, (\d+) and (\d+) there",
        *(steps(mu=mu) for mu in (1.0, 0.1, 10.0)),
        rel=0.02,
    )
    words = lab.scene(metric()).captions[-1]
    says(text, r"gap falls by (\S+) a step", read(re.search(r"fell by (\S+) a step", words)[1]))


def test_zeros_in_three_features(text):
    run = metric(dimension=3)
    view = metric_view.look(run)
    first = np.argmax(view.snapshot("Y")[:, 0, 2] == 0.0), np.argmax(view.proved[:, 0, 2])
    says(
        text,
        r"dies at step (\d+) and is proved to stay dead from step (\d+) on, of (\d+)",
        *(view.clock.values[k] for k in first),
        run.trace.iteration[-1],
        rel=0.0,
    )


def test_the_cliff(text):
    experiment = find("metric")[1]
    most = experiment.ticks(experiment.settings({}))["beta"][0]
    says(text, r"beta_\{\\max\}=(\S+?)\$", most, abs=5e-3)
    run = metric(beta=0.36)
    says(text, r"its (\d+) iterations are spent", run.trace.iteration[-1], rel=0.0)
    assert run.result.status == "max_iter"
    with pytest.raises(lab.InputError, match="no metric"):
        metric(beta=0.4)


def test_affinities_push_the_cliff_away(text):
    run = lab.run("affinity")
    view, c = affinity_view.look(run), run.extra["case"]
    told = len(c.similar) + len(c.dissimilar)
    pairs = lab.scene(run).readout["pairs"]
    unknown = np.count_nonzero(np.triu(c.affinity.W0 == 0.0, 1))
    says(text, r"(\d+) pairs were told, nothing is known of the other (\d+)", told, unknown)
    says(text, r"βmax goes from (\S+) to (\S+), and", *view.beta_max[[0, -1]], abs=5e-3)
    says(text, r"disappears at (\S+) instead of (\S+)\.", *view.cliff[[-1, 0]], abs=5e-3)
    says(text, r"(\d+) pairs have become (\d+)\.", *pairs[[0, -1]])
    ends = view.spectrum[[0, -1], 0]
    says(text, r"eigenvalue, (\S+) at the start, (\S+) in the end\.", *ends, abs=0.05)
    assert (view.spectrum[:, 1] > -1e-9).all()


def test_experiments_with_affinities(text):
    runs = {"alpha": lab.run("affinity", alpha=0.9), "theta": lab.run("affinity", theta=0.1)}
    view = affinity_view.look(runs["alpha"])
    pairs = {name: lab.scene(run).readout["pairs"][-1] for name, run in runs.items()}
    says(text, r"captions: (\d+) steps instead of 7", view.t[-1])
    says(text, r"and (\d+) pairs instead of 413", pairs["alpha"])
    says(text, r"as large as that, and (\d+) pairs are left", pairs["theta"])
    free = affinity_view.look(lab.run("affinity", weight=0.0))
    assert free.spectrum.min() > -1e-9 and np.isinf(free.beta_max).all()


def test_methods(text):
    for features, pattern in (
        (2, r"This method needs (\d+), proximal gradient (\d+), ADMM (\d+)"),
        (3, r"Features to three: (\d+), (\d+) and (\d+)\."),
    ):
        run = lab.run("methods", dimension=features)
        took = [run.results[name].trace.iteration[-1] for name in ("alm", "ista", "admm")]
        says(text, pattern, *took, rel=0.02)


def test_sparsity(text):
    run = lab.run("sparsity")
    view = sparsity_path.look(run)
    used, zeros = view.support(), ~view.support()[-1]
    says(text, r"At the end (\d+) of (\d+) pairs differ", used[-1].sum(), used.shape[1])
    proved = view.proved[(-1, *view.pairs())].sum()
    says(text, r"(\d+) of the last (\d+) are", proved, zeros.sum())
    left = np.argwhere(used[:-1] & ~used[1:])[0][0] + 1
    says(text, r"at ρ = (\S+) total phenols and hue leave", view.rhos[left])
    assert (used[left] & ~used[left - 1]).any()
    last = SparsePrecision(view.features.Sigma, float(view.rhos[-1]))
    cold = solve_alternating_linearization(last, record_every=0).trace.iteration[-1]
    warm = run.trace.iteration[-1]
    says(text, r"(\d+) iterations at the last ρ, against (\d+) from scratch", warm, cold, rel=0.03)


def test_scikit_learns_gaps(text):
    view = sparsity_path.look(lab.run("sparsity", peer="every"))
    below = sum(peer.last < 0.0 for peer in view.peers.values())
    assert below >= 5  # how many is a matter of rounding
    assert re.search(r"here at \d+ of the 20 values", text)
    assert not any(mask.any() for k in view.peers for mask in view.overlap(k)[1:])


def test_larger_and_unscaled_data(text):
    run = lab.run("sparsity", data="breast_cancer")
    view = sparsity_path.look(run)
    used = view.support()[-1]
    says(text, r"(\d+) of (\d+) pairs, and of the (\d+) zeros not one", used.sum(), used.size,
         (~used).sum(), rel=0.01)  # fmt: skip
    assert not view.proved[-1].any()
    peer = view.peers[len(view) - 1]
    says(text, r"scikit-learn reports (\S+); its answer is within (\S+?)\. ", peer.last,
         peer.certificate.gap, rel=0.1)  # fmt: skip
    plain = sparsity_path.look(lab.run("sparsity", standardise=False, peer="none"))
    says(text, r"Standardise off: (\d+) pairs", plain.support()[-1].sum())
