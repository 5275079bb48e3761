"""What the notebook on LARS says is what happens."""

import re

import numpy as np
import pytest
from prose import Prose
from screens import Shown

import lab
from lab.lessons.lars.group_path import frames as measures_view
from lab.lessons.lars.groups.model import frames as groups_view
from lab.lessons.lars.path.model import cp_error, frames
from lab.lessons.lars.race import frames as race_frames
from solvers import (
    GroupLogistic,
    group_subproblem,
    solve_coordinate_descent,
    solve_lars,
    solve_proximal_gradient,
)

#: Numbers of the prose that are no claims: what is offered, small examples, a known bound.
NAMES = (
    "offers you ten explanations",
    "Four rows, three features",
    "at worst $(3^D+1)/2$",
    "$D^3/6$",
)
prose = Prose("lars")


def path(**settings):
    """The solution path of the scene `path`."""
    return lab.run("path", **settings).extra["path"]


def events(found):
    """[(kind, feature, sign)] of a path, in their order, its end left out."""
    return [(e.kind, e.feature, e.sign) for e in found.events if e.kind != "end"]


def test_one_weight_comes_leaves_and_comes_back():
    found = path()
    prose("$w_1$ enters, grows, turns round when $w_2$ comes in, and leaves")
    prose("$w_1$ comes back, negative")
    assert events(found) == [("in", 0, 1), ("in", 1, 1), ("out", 0, 1), ("in", 0, -1)]
    first = found.at(found.knots)[:, 0]
    assert first[0] == 0.0 < first[1] > first[2] == 0.0 == first[3] > first[4]
    # Between leaving and coming back its correlation crosses the band.
    lams = np.linspace(found.knots[2], found.knots[3], 50)[1:-1]
    crossing = found.X[:, 0] @ (found.t - found.at(lams) @ found.X.T).T / lams
    prose("It crosses the band and arrives at the other edge")
    assert (np.abs(crossing) < 1.0).all() and crossing[0] > 0.5 > -0.5 > crossing[-1]


def test_the_knot_at_which_a_variable_leaves():
    prose.says("The counter should say λ = #.", path().knots[2])


def test_standardised_path_enters_in_another_order():
    plain, standard = path(), path(standardise=True)
    lengths = np.linalg.norm(plain.X, axis=0)
    prose.says("longer than the second (# against #)", *lengths)
    share = np.abs(plain.X.T @ plain.t)
    prose("meets the edge first although it says less")
    assert share[0] > share[1] and share[0] / lengths[0] < share[1] / lengths[1]
    prose("$w_2$ enters first, $w_1$ comes in once, late and negative, and nothing ever leaves")
    assert events(standard) == [("in", 1, 1), ("in", 0, -1)]
    assert standard.knots[1] < 0.1 * standard.knots[0]


def test_all_solutions_of_real_data():
    found = path(data="diabetes", axis="log")
    prose.says("# patients, # measurements", *found.X.shape)
    prose.says("# knots describe all solutions", len(found.knots))
    sizes = np.abs(found.at(found.knots)).sum(axis=1)
    prose("η falls as λ grows, but straight from knot to knot")
    assert (np.diff(sizes) > 0.0).all()
    for k in range(len(found.knots) - 1):
        middle = found.at(0.5 * (found.knots[k] + found.knots[k + 1]))
        assert np.abs(middle).sum() == pytest.approx(0.5 * (sizes[k] + sizes[k + 1]), rel=1e-9)
    prose.says("it is 0 from $\\lambda_{\\max}=#$ on", found.knots[0])
    products = found.knots * sizes
    assert products[0] == products[-1] == 0.0
    prose.says("# at the third knot, # at the seventh", products[2], products[6])


def test_cross_validation_and_cp_are_least_where_stated():
    run = lab.run("path", data="diabetes", axis="log")
    found, best = run.extra["path"], run.extra["cv"]
    prose.says("error of #-fold cross-validation", run.settings["folds"])
    prose.says("The error is least at λ = #, with # of # weights in use", best.lam,
              np.count_nonzero(found.at(best.lam)), found.X.shape[1])  # fmt: skip
    lams = np.geomspace(found.knots[0], found.knots[-2], 4001)
    least = lams[np.argmin(cp_error(frames(run), lams))]
    prose.says("the eighth weight enters at #.", found.knots[7])
    prose("$C_p$ is least just before the eighth weight enters")
    assert found.knots[7] <= least < 1.01 * found.knots[7]
    assert np.count_nonzero(found.at(found.knots[8])) == 8
    prose("each entry costs $2\\hat\\sigma^2$")
    edge = found.knots[7] * np.array([1.0 - 1e-9, 1.0 + 1e-9])
    inside, before = cp_error(frames(run), edge)
    w = np.linalg.lstsq(found.X, found.t, rcond=None)[0]
    N, D = found.X.shape
    assert N * (inside - before) == pytest.approx(
        2.0 * np.sum((found.t - found.X @ w) ** 2) / (N - D), rel=1e-4
    )
    left, back = (e for e in found.events if e.feature == 6 and e.knot > 3)
    assert (left.kind, back.kind) == ("out", "in")
    prose.says("leaves at # and comes back at #: should you", found.knots[left.knot],
              found.knots[back.knot])  # fmt: skip
    assert found.knots[left.knot] < best.lam


def test_twins():
    found = path(data="twins")
    prose("The path keeps one of the two, because the other adds nothing to it")
    assert len(events(found)) == 1
    lams = np.linspace(0.1, 0.9, 9) * found.knots[0]
    slopes = np.abs(found.X.T @ (found.t - found.at(lams) @ found.X.T).T)
    prose("Both correlations reach the edge together and stay there")
    assert slopes == pytest.approx(np.tile(lams, (2, 1)), rel=1e-9)
    prose("fit, gap ... and ‖w‖₁ are the same for every point of the side")
    problem, w = found.problem(lams[4]), found.at(lams[4])
    for share in (0.0, 0.3, 1.0):
        side = np.abs(w).sum() * np.array([share, 1.0 - share])
        assert problem.certify(side).gap == pytest.approx(0.0, abs=1e-12)


def test_ties_and_leaving():
    tie = path(data="tie")
    prose.says("meet the edge at λ = # in the same moment", tie.knots[1])
    assert [e.feature for e in tie.events if e.knot == 1] == [0, 1]
    lasso, plain = path(data="leaves"), path(data="leaves", method="lar")
    prose.says("$w_2$ leaves at λ = # and is back at # with the other sign", *lasso.knots[3:5])
    assert events(lasso)[3:] == [("out", 1, 1), ("in", 1, -1)]
    prose('"plain LARS", which never lets a weight leave')
    assert not [e for e in plain.events if e.kind == "out"]
    prose("From where the sign is wrong the gap is no longer rounding")
    for lam in (3.0, 2.3, 2.2, 1.5, 0.5):
        gap = plain.problem(lam).certify(plain.at(lam)).gap
        assert (gap > 1e-6) == (lam < lasso.knots[3])


def test_pair_of_weights_is_zero_together():
    low, high = prose("between # and # the pair disappears in one moment, while $w_3$ stays")
    before, after = (lab.run("groups", lam=lam).result.x for lam in (low, high))
    assert before.all() and not after[:2].any() and after[2] != 0.0
    for lam in np.linspace(low, high, 13):
        pair = lab.run("groups", lam=lam).result.x[:2]
        assert pair.all() or not pair.any()


def test_misprinted_line_search_stalls():
    run = lab.run("logistic")
    screen = prose.screen("logistic")
    prose.says("every step lowers $F$ and # updates are proved", screen.count())
    assert (np.diff(run.trace.objective) < 0.0).all() and run.result.status == "converged"
    printed = run.results["printed"]
    prose.says("the method stalls with a gap of #.", *screen("stalled at a gap of #"))
    assert printed.status == "stalled"


def test_groups_of_measures():
    run = lab.run("group-path")
    view, labels = measures_view(run), run.problem.groups
    raw = lab.data.load("breast_cancer")
    prose.says("were recorded: # patients, # numbers", *raw.X.shape)
    prose.says("was measured in # ways", len(view.names))
    first = int(np.flatnonzero(view.used.any(axis=1))[0])
    names = lambda mask: {view.names[g] for g in np.flatnonzero(mask)}
    prose("Two come in at once, the perimeter and the concave points")
    assert names(view.used[first]) == {"perimeter", "concave points"}
    prose("One step of λ later the radius comes in and the perimeter goes for good")
    assert names(view.used[first + 1]) == {"radius", "concave points"}
    perimeter = view.names.index("perimeter")
    assert not view.used[first + 1 :, perimeter].any()
    prose("At a hundredth of $\\lambda_{\\max}$")
    assert view.lam[-1] == pytest.approx(0.01 * view.lam[0])
    prose.says("# of # groups are in use and", view.used[-1].sum(), len(view.names))
    wrong = np.sum(view.cells.held_t * (view.cells.held_X @ run.result.x) <= 0.0)
    prose.says("in use and # of # patients that no", wrong, len(view.cells.held_t))
    prose.says("# of the # weights are 0, by threes", np.sum(run.result.x == 0.0), labels.size)
    problem = GroupLogistic(view.cells.X, view.cells.t, view.lam[-1], labels)
    better = solve_proximal_gradient(problem, accelerated=True, tol=1e-9, max_iter=50_000).x
    assert np.array_equal(better == 0.0, run.result.x == 0.0)


def test_other_groups_give_other_solutions():
    statistics = measures_view(lab.run("group-path", groups="statistic"))
    (size,) = set(np.bincount(statistics.run.problem.groups).tolist())
    prose.says('Set *Groups* to "three statistics of #"', size)
    assert len(statistics.names) == 3
    first = int(np.flatnonzero(statistics.used.any(axis=1))[0])
    prose("The worst values come in first, and none is 0 at the end")
    assert [statistics.names[g] for g in np.flatnonzero(statistics.used[first])] == ["worst"]
    assert statistics.used[-1].all()
    alone = lab.run("group-path", groups="alone").result.x
    prose.says('"every weight alone" # weights of # are left', np.count_nonzero(alone), alone.size)
    cold, warm = (
        Shown(sum(screen("in # passes", k)[0] for k in range(len(screen.scene))))
        for screen in (prose.screen("group-path", start=start) for start in ("zero", "warm"))
    )
    prose.says("take # passes in all instead of #.", cold, warm)


def test_the_threshold_of_a_group():
    run = lab.run("groups")
    view = groups_view(run)
    prose("the dotted line is (19) with the largest curvature, and where it says ϱ, Newton begins")
    begun = view.newton > 0
    soft = (view.pull - view.lam) / np.nanmax(view.a, axis=1)
    assert view.rho[begun, 0] == pytest.approx(soft[begun])
    A, b = 2.0 * np.eye(2), np.array([3.0, -4.0])
    prose("$w_g=-\\tfrac1L(1-\\lambda/\\|b_g\\|)_+b_g$ (19)")
    for lam in (1.0, 4.9, 5.0, 7.0):
        expected = -0.5 * max(1.0 - lam / 5.0, 0.0) * b
        assert group_subproblem(A, b, lam).w == pytest.approx(expected, abs=1e-12)


def test_interior_point_ends_at_exact_zeros():
    run = lab.run("split")
    inside = run.trace.snapshots["w"][-1, 0]
    screen = prose.screen("split")
    prose.says("# factorisations, ... bring $w_1$ down to $#$", screen.count(),
              *screen("Jump w₁: # →"))  # fmt: skip
    assert inside == pytest.approx(screen("Jump w₁: # →")[0], rel=0.05)
    prose("the last piece falls to rounding")
    assert run.result.x[0] == 0.0 and abs(run.result.certificate.gap) < 1e-12


def test_which_of_many_solutions():
    run = lab.run("split", data="twins")
    prose("LARS took a corner of it")
    corner = solve_lars(run.problem).x
    assert np.count_nonzero(corner) == 1
    prose("Where does the inside walk end? ... In the middle")
    assert run.result.x[0] == pytest.approx(run.result.x[1], rel=1e-6)
    prose("Same gap, same fit, another model")
    assert run.problem.X @ corner == pytest.approx(run.problem.X @ run.result.x, abs=1e-9)


def test_the_race():
    run = lab.run("lars/race", clock="work")
    f = race_frames(run)
    spent = {name: trace.work[-1] for name, trace in f.traces.items()}
    taken = {name: trace.iteration[-1] for name, trace in f.traces.items()}
    (cost,) = {spent[name] / taken[name] for name in ("cd", "ista", "fista", "lars")}
    prose.says(
        "a sweep, a gradient step and a knot of LARS cost # updates of one weight each", Shown(cost)
    )
    steps, work = prose.screen("race"), prose.screen("race", clock="work")
    prose.says("needs # factorisations, which with", *steps("interior point (# factorisations)"))
    prose.says("cost # in all; FISTA's # steps cost #", *work("interior point (# updates)"),
              *steps("FISTA (# steps)"), *work("FISTA (# updates)"))  # fmt: skip
    most, least = prose("Make λ smaller, from # to # of λmax")
    against = {"compare": ["ista", "interior_point", "lars"], "budget": 1000}
    screens = [prose.screen("race", share=share, **against) for share in (most, least)]
    knots, (inside, again) = (
        [screen(words)[0] for screen in screens]
        for words in ("LARS (# knots)", "interior point (# factorisations)")
    )
    prose.says("# knots lie on the way instead of #", *knots[::-1])
    (enough,) = screens[0]("ISTA (# steps)")
    prose.says("not arrived after # steps where # were enough", screens[1].count(), enough)
    assert screens[1].frame("ISTA is out of steps")
    prose.says("factorisations are # again", again)
    assert inside == again


def test_the_same_in_plain_python(capsys):
    space = prose.run("python")
    first, second, third = prose("Are the knots #, #, # and 0?")
    assert space["path"].knots == pytest.approx([first, second, third, 0.0], abs=1e-9)
    (eta,) = prose("Which λ belongs to η = #?")
    assert np.abs(space["path"].at(space["lam"])).sum() == pytest.approx(eta)
    assert float(re.search(r"gap there: (\S+)", capsys.readouterr().out)[1]) < 1e-12
    walked = solve_coordinate_descent(space["path"].problem(5.0), tol=1e-10).x
    assert walked == pytest.approx(space["path"].at(5.0), abs=1e-4)


# What the paper prints wrong


def test_touching_at_a_corner():
    """t of length R in any direction, X = I, eta = 1: at a corner if |t1| and |t2| are 1 apart."""
    words = "with $X=I$ from # % at $\\lVert t\\rVert=#\\,\\eta$ to # % at $#\\,\\eta$"
    _, near, _, far = prose(words)
    # |cos a| - |sin a| >= 1/R holds up to a = arccos(1 / (R sqrt 2)) - 45 degrees, of 45.
    shares = [
        100.0 * (np.degrees(np.arccos(1.0 / (R * 2.0**0.5))) / 45.0 - 1.0) for R in (near, far)
    ]
    prose.says(words, shares[0], near, shares[1], far)
