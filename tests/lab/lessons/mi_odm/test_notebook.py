"""What the notebook on MI-ODM says is what happens."""

import re

import numpy as np
import pytest
from available import further_data
from prose import Prose

import lab
from lab.datasets.bags import load_bags
from lab.lessons.mi_odm.margins import model as margins_model
from lab.lessons.mi_odm.tightness import model as tightness
from solvers import MultiInstanceODM, bag_values, printed_dual, solve_keys

#: Numbers of the prose that are no claims: choices of ours and a way of speaking.
NAMES = (
    "solved to nine digits", "Nine digits of what?", "Nine digits of a loose relaxation are nine",
    "stop at 0.3. Is the projection", "moves *Outlier's path* from 0 to 1", "but does not sum to 1",
    "\\eta^2/(4\\lambda)$", "$2/\\lVert u_0\\rVert^2$",
    "boundary, in units of $1/", "averaged machine say of the four bags,",
)  # fmt: skip
prose = Prose("mi_odm")


def margins(**settings):
    return margins_model.frames(lab.run("margins", **settings))


def test_an_outlier_and_its_learners():
    view = margins()
    hard, soft = (margins_model.margins_of(view, n) for n in ("hard", "soft"))
    odm = view.margins[-1]
    prose.says("with a smallest margin of #.", hard.min())
    prose("The hard SVM puts every point on its proper side")
    assert hard.min() > 0.0
    prose.says("margins have variance #. Those of ODM have #, and one", hard.var(), odm.var())
    prose("one of them is negative, the outlier's")
    outlier = odm.argmin()  # the hard SVM has several points at its smallest margin
    assert np.sum(odm < 0.0) == 1 and hard[outlier] == pytest.approx(hard.min(), rel=1e-6)
    assert outlier == odm.size - 1 and margins(reach=0.0).margins[-1][outlier] > 0.0
    prose.says("The soft SVM with $C=#$ lets the outlier go as well, and its variance is even "
              "smaller, #.", view.run.settings["C"], soft.var())  # fmt: skip
    assert np.sum(soft < 0.0) == 1 and soft.var() < odm.var()
    distance = {}
    prose("*Outlier's path* from 0 to 1")
    for reach in (0.0, 1.0):
        v = margins(reach=reach)
        hard = v.run.extra["hard"]
        planes = ((v.w[-1], v.b[-1]), (hard.w, hard.b))
        distance[reach] = [abs(c) / np.linalg.norm(w) for w, c in planes]
    prose.says("that one point, from # to # away", distance[0.0][1], distance[1.0][1])
    prose.says("ODM's goes from # to #.", distance[0.0][0], distance[1.0][0])


def test_from_least_squares_to_the_hard_margin():
    nu, theta, last, within = prose(
        "Set ν = # and θ = #: (2) is ridge ... Drag θ to #. ... hard SVM to within #°"
    )
    pulling, turned = [], []
    for value in (theta, 0.5 * last, last):
        view = margins(nu=nu, theta=value)
        gamma = view.margins[-1]
        pulling.append(np.sum((gamma < 1.0 - value - 1e-9) | (gamma > 1.0 + value + 1e-9)))
        turned.append(margins_model.angle(view.w[-1], view.run.extra["hard"].w))
    prose("each point pulls")
    assert pulling[0] == view.margins.shape[1] and pulling == sorted(pulling, reverse=True)
    prose("Fewer and fewer points pull")
    assert pulling[0] > pulling[1] > pulling[2] and turned[-1] < within < turned[0]


def test_how_many_assignments():
    bags, count = prose("# bags of three have # assignments")
    run = lab.run("bags")
    assert count == run.problem.count == 3**bags and np.sum(run.problem.y > 0.0) == bags


@further_data
def test_the_size_of_musk1():
    data = load_bags("musk1")
    sizes = [float(len(b)) for b, y in zip(data.bags, data.y, strict=True) if y > 0.0]
    bags, about = prose("# positive bags, as in musk1, about $#$")
    assert len(sizes) == bags and np.log10(np.prod(sizes)) == pytest.approx(
        np.log10(about), abs=0.5
    )
    prose.says("solved in all # dimensions", data.bags[0].shape[1])


def right_on_fresh_bags(run):
    """The shares of the machine and of MI-SVM, in per cent, as the last caption says them."""
    caption = lab.scene(run).captions[-1]
    return [float(x) for x in re.search(r"averaged (\S+), MI-SVM (\S+)\. ", caption).groups()]


def keys_of(run, k):
    """The likeliest instance of each positive bag in row `k`."""
    mu, p = run.trace.snapshots["key_probability"][k], run.problem
    return [np.argmax(mu[i : i + m]) for i, m in zip(p.first, p.sizes, strict=True)]


def test_three_ways_to_the_keys():
    run = lab.run("bags")
    first, last = (keys_of(run, k) for k in (0, -1))
    prose("begins with three wrong keys")
    assert not np.equal(first, last).any() and len(last) == 3
    said = "With # columns (assignments that have been needed) of # it is done"
    prose.says(said, len(run.result.dual["assignments"]), run.problem.count)
    prose.says("the saddle value # is proved", run.result.certificate.objective)
    (most,) = prose("is proved to within # or less")
    assert run.result.certificate.gap < most
    right = right_on_fresh_bags(run)
    prose.says("The machine is right on # % of fresh bags; an MI-SVM", right[0])
    prose.says("must please the outlier, on # %", right[1])
    poor = lab.run("bags", method="assignment")
    prose("it changes one key and stops, with three that are wrong, because they stay")
    assert np.not_equal(first, keys_of(poor, -1)).sum() == 1 == poor.trace.iteration[-1]
    assert not np.equal(keys_of(poor, -1), last).any() and poor.result.status == "small_change"
    prose.says("*Look at* its gap: #.", prose.screen("bags", method="assignment").best())
    prose.says("and the machine is right on # % of fresh bags", right_on_fresh_bags(poor)[0])
    good = lab.run("bags", method="assignment", first="means")
    prose("it stops at once, with")
    assert good.trace.iteration[-1] == 0
    screen = prose.screen("bags", method="assignment", first="means")
    prose.says("with a gap of #, and the machine is good", screen.best())
    assert right_on_fresh_bags(good)[0] > right[1]
    screen = prose.screen("bags", method="mirror_prox")
    prose.says("after # iterations its best saddle gap is #.", screen.count(), screen.best())
    v = screen.run.trace.snapshots["v"][0]
    prose("which begins with all assignments alike")
    assert np.ptp(v) == pytest.approx(0.0, abs=1e-12)


def test_dice_against_arithmetic():
    gaps = {}
    (steps,) = prose("set *Iterations* to #.")
    for bags in (4, 3):
        settings = {"method": "stochastic", "compare": ["mirror_prox"], "budget": steps}
        run = lab.run("bags", positive=bags, **settings)
        dice = [run.result, *run.extra["twins"]["stochastic"]]
        each = [r.trace.work[-1] / r.trace.iteration[-1] for r in run.results.values()]
        prose.says("takes the dice # samples of a gradient, mirror prox # whole ones", *each)
        if bags == 4:
            prose.says("With # positive bags, # assignments", bags, run.problem.count)
        plain = prose.screen("bags", method="mirror_prox", positive=bags, budget=steps).best()
        gaps[bags] = [plain, *(r.trace.gap[-1] for r in dice)]
        assert run.results["mirror_prox"].trace.gap[-1] == pytest.approx(plain, rel=0.03)
    prose("Three seeds run at once")
    assert len(dice) == 3
    prose.says("Mirror prox reaches a gap of #; the seeds end at #, # and #.", *gaps[3])
    prose.says("they end at #, # and #, mirror prox at #.", *gaps[4][1:], gaps[4][0])
    prose("the variance grows with the number of assignments")
    assert max(gaps[3][0], gaps[4][0]) < min(gaps[3][1:] + gaps[4][1:])
    assert np.median(gaps[3][1:]) < np.median(gaps[4][1:])


def test_through_the_mirror():
    run = lab.run("mirror")
    captions = lab.scene(run).captions
    (seven,) = prose("Step by hand through the first # frames")
    assert [c.split(" arrow ")[0] for c in captions[1:seven:3]] == [
        "In the mirror a straight",
        "A second straight",
    ]
    below = [
        int(n) for c in captions[:seven] for n in re.findall(r"(\d+) of \d+ entries of û are b", c)
    ]
    prose("in the second step some $\\hat\\beta$ fall below 0 and are cut")
    assert below[0] == 0 < below[1]
    sums = [float(s) for c in captions[:seven] for s in re.findall(r"sums to (\S+), not 1", c)]
    prose("is positive but does not sum to 1")
    assert len(sums) == 2 and all(abs(s - 1.0) > 0.1 for s in sums)
    v = run.trace.snapshots["v"]
    assert (v > 0.0).all() and v.sum(axis=1) == pytest.approx(np.ones(len(v)))


def test_where_it_ends():
    run = lab.run("mirror")
    best = run.extra["saddle"]
    prose("The weights lean towards x₁ and end on a side: x₁ and x₃ share them")
    columns = np.asarray(best.dual["assignments"])[:, 0]
    assert sorted(columns.tolist()) == [0, 2] and best.dual["v"].min() > 0.1
    last = run.trace.snapshots["v"][-1]
    assert np.argmax(last) == 0 and last[1] < 0.01 < last[2]
    prose("there $D(u,c_1)=D(u,c_3)$")
    values = [printed_value(run.problem, best.x, column) for column in best.dual["assignments"]]
    assert values[0] == pytest.approx(values[1], abs=1e-4)
    (gamma,) = prose("Raise γ to #: the green diamond sits in a corner")
    screen = prose.screen("mirror", gamma=gamma)
    run = screen.run
    prose.says("with a gap of #. Far", screen.best())
    v, best = run.trace.snapshots["v"][-1], run.extra["saddle"]
    prose("stops halfway along the side all the same")
    assert best.dual["v"].max() > 0.999 and 0.4 < v.max() < 0.6


def printed_value(problem, u, column):
    """D(u, c), by the certificate of a problem whose only column is c."""
    return problem.certify(u, v=np.ones(1), assignments=np.array([column])).bound


def test_too_far():
    (factor,) = prose("Set *Step factor* to #.")
    run = lab.run("mirror", factor=factor)
    far = re.search(r"is (\S+) times V", lab.scene(run).captions[-1])
    prose("The caption says how much longer the step is than the rule")
    assert float(far[1]) > 1.0
    prose("$u$ runs to the rim of its ball")
    assert "rim of its ball" in lab.scene(run).captions[-1]
    adaptive = lab.run("mirror", factor=factor, rule="adaptive")
    prose("it finds longer steps on the way, stays within the rule")
    assert adaptive.trace.snapshots["step"].max() > lab.run("mirror").trace.snapshots["step"][0]
    prose.says(
        "has its proof after # iterations; the scene opened with #.",
        prose.screen("mirror", factor=factor, rule="adaptive").count(),
        prose.screen("mirror").count(),
    )
    assert adaptive.result.status == lab.run("mirror").result.status == "converged"


def test_why_two():
    factors = prose("once with *Step factor* # and once with #. Each iteration")
    runs = [lab.run("mirror", method="single", factor=f) for f in factors]
    assert [run.result.status for run in runs] == ["converged"] * 2
    steps = [prose.screen("mirror", method="single", factor=f).count() for f in factors]
    prose.says("the proof takes # and # of them", *steps)
    both = [run.extra["prox"] for run in runs]
    assert [prox.status for prox in both] == ["converged", "max_iter"]
    prose.says("Mirror prox takes # times two with the one step", prose.screen("mirror").count())
    assert both[0].trace.iteration[-1] == prose.screen("mirror").count()
    ended = prose.screen("mirror", method="single", factor=factors[1])("ended with #.", -1)
    prose.says("out of bounds, at a gap of # with the other", *ended)
    assert both[1].trace.gap[-1] == pytest.approx(float(ended[0]), rel=0.02)
    for run, prox in zip(runs, both, strict=True):
        assert run.trace.work[-1] == run.trace.iteration[-1]
        assert prox.trace.work[-1] == 2 * prox.trace.iteration[-1]


def test_nine_digits_of_what():
    view = tightness.frames(lab.run("tightness"))
    bags, count = prose("Here are # bags of two, # assignments")
    problem = view.spot[0].problem
    assert len(problem.y) == bags and problem.count == count
    (first,) = prose("will the bound prove at λ = #?")
    assert view.clock.values[0] == first
    prose.says("# per cent. At λ = #", 100.0 * (1.0 - view.short[0]), 10)
    spot = view.spot[int(np.argmin(np.abs(view.clock.values - 10.0)))]
    prose.says("the bound is #, the best keys reach #.", spot.bound, spot.optimum)
    prose("With a Gaussian kernel (dashed) the same bags leave nothing open there")
    gaussian = tightness.frames(lab.run("tightness", sweep="gaussian"))
    assert gaussian.short[0] < 1e-9
    (least,) = prose("Towards λ = # the linear")
    prose("kernel's bound is exact as well, and all weight goes to one assignment")
    assert view.clock.values[-1] == pytest.approx(least) and view.short[-1] < 1e-9
    assert view.weights[-1].max() > 0.999
    assert prose("Stop at λ = # and *look at*")[0] == 10
    averaged = bag_values(spot.problem, spot.averaged)
    prose.says("calls all # negative: its bag values are #, #, # and #.", bags, *averaged)
    prose.says("dots, # and # for", *bag_values(spot.problem, spot.rounded.machine)[:2])
    prose("in each positive bag its largest instance is the key of the optimum")
    assert list(spot.rounded.keys) == list(spot.best.keys)


def test_does_rounding_always_work():
    (lam,) = prose('Choose "clutter around the key", three bags of each class, '
                  '"λ, Gaussian kernel". At λ = #')  # fmt: skip
    loose = tightness.frames(lab.run("tightness", data="overlap", bags=3, sweep="gaussian"))
    assert loose.clock.values[0] == lam
    above = 100.0 * (loose.rounded[0] / loose.optimum[0] - 1.0)
    prose.says("ends # % above the best keys", above)
    prose.says("with # % open", 100.0 * loose.short[0])
    prose("where nothing is open rounding cannot fail")
    exact = loose.short < 1e-9
    assert exact.any() and loose.rounded[exact] == pytest.approx(loose.optimum[exact], rel=1e-6)


def test_the_printed_dual(capsys):
    space = prose.run("python") | {}
    exec(prose.cells["printed"], space)
    problem = space["problem"]
    other = MultiInstanceODM(problem.bags, problem.y, 20, 40, 0.5, 0.2, problem.kernel)
    largest = printed_dual(problem, solve_keys(other, [1, 1]).u, [1, 1])
    value = solve_keys(problem, [1, 1]).objectives.keys
    assert space["largest"] == pytest.approx(largest)
    prose.says('# and #: the "bound" lies far above', value, largest)
    prose.says("With the factors in place both are #.", value)
    prose.says("at the keys (2, 2) of the # bags above, the value of (4) is #, and the printed "
              "dual goes up to #.", len(problem.y), value, largest)  # fmt: skip
    shown = capsys.readouterr().out
    bound = float(re.search(r"bound (\S+),", shown)[1])
    prose("The # bags again.")
    assert bound < float(re.search(r"value of \(4\) (\S+)", shown)[1])
    averaged = re.search(r"averaged \[(.*?)\]", shown)[1].split()
    assert len(averaged) == prose("The # bags again.")[0] and all(float(v) < 0.0 for v in averaged)


def test_where_the_relaxation_is_tight():
    columns = prose.run("loose", lab=lab)["loose"].columns
    short = columns["shortfall"]
    prose.says("in # of # settings the bound meets", (short < 1e-6).sum(), short.size)
    prose.says("by up to # per cent of the best value", 100.0 * short.max())
    loose = short > 1e-6
    (digits,) = prose("meets the best keys to # digits")
    assert digits == 6 and columns["gamma"][loose].max() <= 0.2 and columns["lam"][loose].min() >= 1
