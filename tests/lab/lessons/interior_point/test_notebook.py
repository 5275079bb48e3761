"""What the notebook on interior points says is what happens."""

import re
from statistics import median

import numpy as np
import pytest
from prose import Prose
from screens import Shown

import lab
from lab.benchmarks.lessons.interior_point.printed import rows
from lab.benchmarks.lessons.interior_point.training import ORIGINS
from lab.discovery import find
from lab.lessons.interior_point.central_path.model import frames
from solvers import KernelSVM, bias_interval, solve_mehrotra

#: Numbers of the prose that are no claims: the source's own, and corrected misprints.
NAMES = (
    "$3^{100}$ ways", "$n^3/3$", "`yant` belongs. Then λ = 1", "it stops where this exceeds 6.5",
    "the code has powers 3 and 5", "−4.745871", "| −1790.087", "29376",
    "$y_i=1$ and $Cn_+/n$ for $y_i=-1$", "svmguide1 scaled to $[-1,1]$", "λ = 1 for ever |",
    "below $10^{-5}$ (4.60–4.63)", "three points and $C=100$", "Algorithm 3 fails at C = 100",
    "at most 1 |", "Take 0.9, 0.1 and 0.001", "add one with *Add +1* and a click",
)  # fmt: skip
MOONS = {"data": "moons", "C": 100.0}
WRONG = {"data": "inside", "method": "centering", "C": 100.0}
prose = Prose("interior_point")


def path(**settings):
    return lab.run("central-path", **settings)


def steps(**settings):
    """Iterations to a proof, as the counter says."""
    screen = prose.screen("central-path", **settings)
    assert screen.run.result.status == "converged"
    return screen.count()


def optimum(problem):
    """x (n,) to a relative gap of 1e-10, exact zeros and C where they are proved by size."""
    x = solve_mehrotra(problem, tol=1e-10).x
    tiny = 1e-5 * problem.C
    return np.where(x < tiny, 0.0, np.where(x > problem.C - tiny, problem.C, x))


def _apart(run):
    """The largest product of every row over the smallest."""
    every = frames(run).every
    both = np.hstack([every.xt, every.wu])
    return both.max(axis=1) / both.min(axis=1)


def test_most_variables_end_on_a_wall():
    prose("for most of them it ends exactly on one of these walls")
    problem = lab.run("svm").problem
    x = optimum(problem)
    prose("about a dozen steps are enough")
    assert 8 <= lab.run("svm").trace.iteration[-1] <= 14
    assert np.mean((x == 0.0) | (x == problem.C)) > 0.8
    prose.says("# of #. Drag a point to move it", np.count_nonzero(x), x.size)


def test_the_first_experiment():
    prose.says("# steps, and $x=(1,0,1)$", steps())
    assert path().result.x == pytest.approx([1.0, 0.0, 1.0], abs=1e-5)


def test_from_which_C_the_corner_stays():
    experiment = find("central-path")[1]
    (tick,) = prose("*Look for* the tick at #.")
    assert experiment.ticks(experiment.settings({}))["C"][0] == pytest.approx(tick, abs=5e-3)
    first, last = prose("Drag $C$ from # to #.")
    free = prose("$x=(#,0,#)$ whatever $C$ is")
    for C in (first, 0.7 * tick):
        assert path(C=C).result.x == pytest.approx([C, 0.0, C], abs=1e-4)
    for C in (1.1 * tick, 30.0, last):
        assert path(C=C).result.x == pytest.approx([free[0], 0.0, free[1]], abs=1e-4)
    prose.says("The way takes # steps through a box a thousand times as large.", steps(C=last))
    assert last == 1000 * first
    (b,) = prose("Then set *b / C* to #, the hexagon")
    steps(b=b)


def test_off_the_path_and_back():
    wide, n, middle, few, least, fewest = prose(
        "With σ = # it hugs the diagonal ... it takes # steps. With σ = # it takes #, with σ = # "
        "it takes #."
    )
    found = [steps(method="path_following", sigma=s) for s in (wide, middle, least)]
    assert found == [n, few, fewest]
    prose("no two products ever differ by more than a quarter after the first step")
    assert _apart(path(method="path_following", sigma=wide))[1:].max() < 1.25
    apart = _apart(path(method="path_following", sigma=least))
    prose.says("products at σ = #: after # steps the largest is # times the smallest", least,
              Shown(2), round(apart[2], -2))  # fmt: skip
    prose.says("at the end still # times", apart[-1])
    prose("who stays on the path arrives late")
    assert n > 10 * max(few, fewest)
    prose.says("Mehrotra's choice needs #.", steps())


def test_a_rule_that_stops_too_early():
    (C,) = prose("Back to Algorithm 2, and $C=#$.")
    screen = prose.screen("central-path", C=C)
    f, stop = frames(screen.run), screen.frame("Here the source stops")
    prose.says("It would stop after # steps", screen.count(stop))
    prose.says("says that $#$ is proved", *screen("a relative gap of #, the best", stop))
    assert screen.count(stop) == f.fired
    assert f.run.result.status == "converged" and f.fired < f.run.trace.iteration[-1]


def test_a_bias_that_is_an_interval():
    (C,) = prose("Set $C$ to # and *Also show*")
    problem = lab.run("svm", C=C).problem
    prose("Now every point is at $C$")
    x = optimum(problem)
    assert (x == C).all()
    low, high = bias_interval(problem, x)
    prose.says("every β from # to # gives the same sum of losses", low, high)
    h = problem.kernel(problem.X, problem.X) @ (x * problem.y)
    losses = [np.maximum(1.0 - problem.y * (h + b), 0.0).sum() for b in (low, high, 0.0)]
    assert losses == pytest.approx([losses[0]] * 3, rel=1e-12)
    assert np.maximum(1.0 - problem.y * (h + high + 0.1), 0.0).sum() > losses[0] + 1e-3


def test_the_frozen_length_on_and_off():
    screen = prose.screen("low-cost")
    frozen, stop = screen.run, screen.frame("Here the source stops")
    f = frames(frozen)
    (digits,) = screen("Here the source stops, at sigfig = #;", stop)
    prose.says("# steps sigfig is #, and the source stops", screen.count(stop), digits)
    prose.says("a relative gap of $#$, more than", *screen("a relative gap of #, the best", stop))
    (orders,) = prose("more than # orders of magnitude above")
    assert f.every.relative[f.fired] > 10.0 ** (orders - frozen.trace.snapshots["sigfig"][f.fired])
    prose.says("proved after # steps instead of #.", steps(**WRONG), screen.count())
    assert frozen.result.status == "converged"


def test_the_length_lies_between_the_eigenvalues():
    run = path(**WRONG)
    p, length = run.problem, run.trace.snapshots["spectral"]
    values = np.linalg.eigvalsh(p.kernel(p.X, p.X) * np.outer(p.y, p.y))
    prose.says("The first λ, #, is a guess", length[0])
    prose("from the second on λ is within the grey band")
    assert length[0] > values[-1]
    assert (length[1:] >= values[0]).all() and (length[1:] <= values[-1]).all()


def test_algorithm_3_fails_at_a_large_C():
    run = path(**MOONS, method="predictor_corrector")
    (C,) = prose("leave $C$ at # and λ renewed")
    assert MOONS["C"] == C
    most, gap = prose("It gives up after # iterations with a relative gap above #.")
    assert run.result.status == "max_iter" and run.trace.iteration[-1] == most
    assert run.result.certificate.relative_gap > gap
    least, most = prose("Algorithms 4 and 5 need between # and #: rounding decides")
    for method in ("modified", "centering"):
        assert least <= steps(**MOONS, method=method) <= most
    prose.says("Algorithm 2 needs #.", steps(**MOONS))
    reach = 100.0 * run.trace.snapshots["alpha_a"][2:5]
    prose.says("iterations # to #: the predictor gets # %, # % and # % of", 2, 4, *reach)
    k, times = prose("in iteration # the largest of these products is # times μ")
    assert _second_order(run, k - 1) == pytest.approx(times, abs=50)
    prose("Algorithm 4 leaves the term out, here from the first step on")
    both = [path(**MOONS, method=m) for m in ("modified", "predictor_corrector")]
    assert both[0].problem.y.sum() == 0.0  # so that r_b = 0: the term is never in
    assert both[0].trace.iteration[-1] < both[1].trace.iteration[-1]


def _second_order(run, k):
    """The largest product of two predictor directions from row k, over mu."""
    shown, C = run.trace.snapshots, run.problem.C
    x, w, t, u = (shown[a][k] for a in ("iterate", "w", "t", "u"))
    dx = shown["predictor"][k + 1]
    dw = C - x - w - dx
    dt, du = -t - t * dx / x, -u - u * dw / w
    return max(np.abs(dx * dt).max(), np.abs(dw * du).max()) / shown["mu"][k]


def test_dropped_or_fixed():
    run = lab.run("interior-point/identification")
    selected, turn = (run.trace.snapshots[k] for k in ("selected", "round"))
    retained = selected.sum(axis=1)
    screen = prose.screen("identification")
    early = screen.count(screen.frame("Selection:"))
    assert early == np.argmax(retained > 0)
    prose.says("After # iterations the objectives agree in", early)
    assert run.trace.snapshots["sigfig"][np.argmax(retained > 0)] >= 1.0
    prose.says("# of the # points remain", retained[retained > 0][0], selected.shape[1])
    prose.says("the certificate of *all* # asks", selected.shape[1])
    prose.says("in a second round with # points", retained[-1])
    assert turn.max() == 2 and run.result.status == "converged"
    printed = lab.run("interior-point/identification", form="identification_printed")
    x, C = optimum(run.problem), run.problem.C
    left = ~printed.trace.snapshots["selected"][-1].astype(bool)
    prose.says("with them # points that belong at $C$", np.sum(left & (x == C)))
    q, best = printed.trace.objective[-1], run.result.certificate.objective
    prose.says("$q=#$ where $#$ is possible, # % off", q, best, 100.0 * (q - best) / abs(best))
    (C,) = prose("Make $C$ #: there the smaller problem is right")
    whole = lab.run("interior-point/identification", form="identification_printed", C=C)
    assert whole.result.certificate.relative_gap < 1e-5
    assert not (optimum(whole.problem) == C).any()


def test_the_race():
    run = lab.run("interior-point/race")
    counts = {name: r.trace.iteration[-1] for name, r in run.results.items()}
    screen = prose.screen("race")
    prose.says("all # arrive: Algorithm 2 after", len(counts))
    prose("and SMO after a few dozen pair steps")  # how many, rounding decides
    assert 24 <= screen("SMO (# pair steps)")[0] <= 60
    assert {r.status for r in run.results.values()} == {"converged"}
    prose.says("Algorithm 2 after # iterations", *screen("Mehrotra (# iterations)"))
    prose.says("the low-cost methods after about #",
              5 * round((counts["safeguarded"] + counts["centering"]) / 10))  # fmt: skip
    n = run.problem.y.size
    names = ("safeguarded", "centering", "mehrotra")
    work = [run.results[name].trace.work[-1] / n for name in names]
    prose.says("# and # products for the low-cost methods, # for", *work)
    (C,) = prose("Now drag $C$ to #. Algorithm 2 takes")
    hard = lab.run("interior-point/race", C=C)
    screen = prose.screen("race", C=C)
    prose.says("Algorithm 2 takes # iterations.", *screen("Mehrotra (# iterations)"))
    for name in ("centering", "safeguarded"):
        assert hard.results[name].status == "max_iter"
        prose.says("out of steps after #", hard.results[name].trace.iteration[-1])
    prose.says("stops it at a gap of $#$", *screen("LIBSVM by its own rule: a gap of #"))


def test_in_space():
    run = lab.run("svm-3d")
    prose("Those that are zero")
    problem = run.problem
    zero = optimum(problem) == 0.0
    fewer = KernelSVM(problem.X[~zero], problem.y[~zero], problem.kernel, problem.C)
    again = solve_mehrotra(fewer, tol=1e-9).certificate.objective
    assert zero.any() and again == pytest.approx(run.result.certificate.objective, rel=1e-5)


def test_the_same_in_plain_python(capsys):
    prose.run("python")
    shown = re.findall(r"bias from (\S+) to (\S+)", capsys.readouterr().out)
    prose("At $C=1$ both support vectors are bounded, and the bias is an interval")
    prose("at $C=2$ both are free, and its two ends agree")
    (low, high), (first, second) = [tuple(map(float, ends)) for ends in shown]
    assert low < high - 0.01 and first == pytest.approx(second, abs=1e-4)
    held, free = prose("Try `C=#` and `C=#`")
    reported_points = np.array([[0.85, 0.2], [-0.3, 1.6], [1.35, -1.05]])
    x = [optimum(KernelSVM(reported_points, [1, 1, -1], C=C)) for C in (held, free)]
    assert x[0][0] == held and x[1][0] < free


# What the source prints wrong


def test_how_far_asl_is_off():
    asl, best, share = prose("far from optimal: # against # is # % off")  # both as printed
    assert 100.0 * (asl - best) / abs(best) == pytest.approx(share, abs=0.5)
    found = [r for name, o in ORIGINS.items() if 8 <= o.table <= 11 for r in rows(name)]
    typo = [r for r in found if r.asl.objective < -1e6]
    off = {r: (r.asl.objective - r.libsvm.objective) / abs(r.libsvm.objective) for r in found}
    share = 100.0 * max(abs(v) for r, v in off.items() if r not in typo)
    below = sum(v < -1e-5 for r, v in off.items() if r not in typo)
    prose.says("up to # % off, # of # values below LIBSVM's", share, below, len(found))


def test_what_is_competitive():
    def ratio(*tables):
        found = [r for name, o in ORIGINS.items() if o.table in tables for r in rows(name)]
        return median(r.low_cost.seconds / r.libsvm.seconds for r in found if r.libsvm.seconds)

    prose.says("colon-cancer # times as slow as LIBSVM", ratio(5))
    prose.says("the small sets of Tables 6-8 and 6-9 # and # times", ratio(8), ratio(9))
    prose.says("all transcribed ones # times", ratio(5, 7, 8, 9, 10, 11))


def test_for_which_price_and_width():
    columns = prose.run("arrive", lab=lab)["arrive"].columns
    steps = columns["iterations to 1e-6"]
    newton, low, smo = (steps[columns["method"] == m] for m in ("mehrotra", "centering", "smo"))
    prose.says("Mehrotra takes # to # iterations", newton.min(), newton.max())
    assert np.isfinite(newton).all()
    many, _ = prose("The low-cost method takes more than # and SMO up to #, most")
    assert many < np.nanmax(low) < 500  # how many more, rounding decides
    prose.says("and SMO up to #, most", np.nanmax(smo))
    prose.says(
        "the gap in # and # of # settings", np.isnan(low).sum(), np.isnan(smo).sum(), smo.size
    )
    large = columns["C"] == columns["C"].max()
    for method in ("centering", "smo"):
        here = columns["method"] == method
        assert np.median(np.nan_to_num(steps[here & large], nan=1e9)) > np.nanmedian(steps[here])
