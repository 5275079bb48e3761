"""The marked answers of the lesson's questions, found again without the scenes' own code."""

import itertools

import numpy as np
import pytest
from halfway import half_way
from marked import first_within, marked, proved
from rings import lettered
from sklearn.svm import SVC

import lab
from lab.lessons.interior_point.common import METHODS
from solvers import decision_function


def lowest(problem):
    """How many bounds the optimal x (3,) meets: of all choices of bounds, the one whose point
    violates the optimality conditions least."""
    y, C, b = problem.y, problem.C, problem.b
    Q = np.column_stack([problem.product(e) for e in np.eye(3)])
    size, found = np.abs(Q).max(), []
    Q, one = Q / size, 1.0 / size
    for kinds in itertools.product((0.0, C, None), repeat=3):
        free = [i for i, k in enumerate(kinds) if k is None]
        x = np.array([0.0 if k is None else k for k in kinds])
        if not free:
            continue
        border = np.zeros((len(free) + 1,) * 2)
        border[:-1, :-1], border[:-1, -1] = Q[np.ix_(free, free)], y[free]
        border[-1, :-1] = y[free]
        *x[free], s = np.linalg.lstsq(border, np.append(one - (Q @ x)[free], b - y @ x))[0]
        slope = Q @ x - one + s * y
        signs = np.array([{None: 0.0, 0.0: -1.0}.get(k, 1.0) for k in kinds]) * slope
        outside = max(-x.min(), (x - C).max(), abs(y @ x - b)) / C
        found.append((max(outside, signs.max() / np.abs(slope).max()), 3 - len(free)))
    return min(found)[1]


def where(run, scene, question):
    place = min(lowest(run.problem), 2)
    return ("strictly inside it", "on one of its walls", "in one of its corners")[place]


def slow(run, scene, question):
    """mu from the raw products of every point."""
    s = run.trace.snapshots
    mu = 0.5 * ((s["iterate"] * s["t"]).mean(axis=1) + (s["w"] * s["u"]).mean(axis=1))
    share = mu[10] / mu[0]
    if share > 0.5:
        return "more than a half"
    return "between a half and 1e-3" if share > 1e-3 else "less than 1e-3"


def centring(run, scene, question):
    sigma = run.trace.snapshots["sigma"][1]
    if sigma > 0.5:
        return "more than a half"
    return "between a half and a hundredth" if sigma > 0.01 else "less than a hundredth"


def aim(run, scene, question):
    """Where the raw iterate is one row later: two of its entries, or where the triangle of
    three corners is drawn, by its distances from the corners."""
    x = METHODS.iterates(run.main, run.trace)
    r = int(np.searchsorted(run.trace.iteration, scene.clock.values[question.frame]))
    if run.extra["view"] == "pair":
        return x[r + 1][[run.settings["i"] - 1, run.settings["j"] - 1]]
    step = np.linalg.norm(x[r + 1] - x[r])
    # The polygon is drawn in its true shape wherever the iterates obey y'x = b.
    if np.abs(x[[r, r + 1]] @ run.problem.y - run.problem.b).max() <= 1e-9 * run.problem.C:
        drawn = np.array(question.aim.target) - question.aim.start
        assert np.linalg.norm(drawn) == pytest.approx(step, rel=1e-6)
        return question.aim.target
    return None


def pace(run, scene, question):
    scale = run.result.certificate.scale or 1.0
    return half_way(run.trace, run.trace.iteration, 1e-6 * scale)


def pace_of_race(run, scene, question):
    return half_way(run.results["mehrotra"].trace, run.trace.iteration, limit(run))


def multipliers(problem):
    """LIBSVM's x, whose zeros and bounds are exact."""
    K = problem.kernel.values(problem.X, problem.X)
    machine = SVC(C=problem.C, kernel="precomputed", tol=1e-6, max_iter=2_000_000)
    x = np.zeros(problem.y.size)
    machine.fit(K, problem.y)
    x[machine.support_] = np.abs(machine.dual_coef_[0])
    return x


def holds(run, scene, question):
    """Which of the three points has 0 < x < C by LIBSVM."""
    problem = run.problem
    x = multipliers(problem)
    free = (x > 0.0) & (x < problem.C * (1.0 - 1e-9))
    there = np.array(question.rings.places)[:, None]
    (only,) = [z for z in problem.X[free] if np.any(np.all(np.isclose(there, z), axis=2))]
    return lettered(question, only)


def far(run, scene, question):
    """By the machine itself, a thousand widths off in six directions."""
    x, X = run.result.x, run.problem.X
    there = 1e3 * np.ptp(X) * np.vstack([np.eye(3), -np.eye(3)])
    signs = np.sign(decision_function(run.problem, x, there))
    if np.ptp(signs):
        return "it depends on the direction"
    return "always +1" if signs[0] > 0.0 else "always −1"


def retained(run, scene, question):
    """By the mask of the raw trace."""
    selected = run.trace.snapshots["selected"]
    count = next(row.sum() for row in selected if row.any())
    share = count / run.problem.y.size
    if share < 0.25:
        return "less than a quarter"
    return "between a quarter and a half" if share < 0.5 else "more than a half"


def most(run, scene, question):
    """LIBSVM's exact zeros and bounds."""
    problem = run.problem
    a = multipliers(problem)
    full = a >= problem.C * (1.0 - 1e-9)
    counts = [np.sum(a == 0.0), np.sum((a > 0.0) & ~full), np.sum(full)]
    return ("no support vector (x = 0)", "free, on the margin", "at C, on the margin or inside")[
        int(np.argmax(counts))
    ]


def direction(run, scene, question):
    """By where the x of the whole run end, and Theta^-1 in its first and last row; None where an
    end is too near a bound to be distinguished from it."""
    result, C = run.extra["whole"], run.problem.C
    x, theta = result.x, result.trace.snapshots["theta_inv"]
    slack = np.minimum(x, C - x) / C
    if ((slack > 1e-8) & (slack < 1e-4)).any():
        return None
    ends = {"end at 0": x <= 1e-6 * C, "end at C": x >= (1.0 - 1e-6) * C}
    ends["end between 0 and C"] = ~(ends["end at 0"] | ends["end at C"])
    (mask,) = [m for words, m in ends.items() if words in question.prompt]
    ratio = np.median(theta[-1][mask] / theta[0][mask])
    return "it grows" if ratio > 2.0 else "it shrinks" if ratio < 0.5 else "it keeps its size"


def cost(run, scene, question):
    """The end of the run, judged by the whole problem."""
    certificate = run.problem.certify(run.result.x, **run.result.dual)
    return "within the tolerance" if certificate.holds(1e-6) else "above the tolerance"


def limit(run):
    """By the terms of q at the answers that are proved."""
    x = [r.x for r in run.results.values() if r.status == "converged"] or [run.result.x]
    Q = run.problem.gram() * np.outer(run.problem.y, run.problem.y)
    return run.settings["tol"] * max(0.5 * z @ Q @ z + np.abs(z).sum() for z in x)


def first(run, scene, question):
    return METHODS[first_within(run, limit(run))].label


def rule(run, scene, question):
    (name,) = [n for n in run.results if f" {METHODS[n].label} is done" in question.prompt]
    trace = run.results[name].trace
    share = proved(trace)[int(trace.snapshots["source_rule"].argmax())] / limit(run)
    if share <= 1.0:
        return "one within the tolerance"
    few = "one of up to 100 times the tolerance"
    return few if share <= 100.0 else "one of more than 100 times the tolerance"


SMALL = {"n": 24, "clock": "iterations", "budget": 200}
SCENES = {
    "interior-point/central-path": (
        {"where": where, "slow": slow, "centring": centring, "aim": aim},
        25, {"n": 12},
    ),
    "interior-point/svm": ({"most": most, "holds": holds}, 12, {"n": 40, "method": "mehrotra"}),
    "interior-point/svm-3d": ({"holds": holds, "far": far}, 9, {"n": 40, "method": "mehrotra"}),
    "interior-point/identification": (
        {"direction": direction, "kept": retained, "cost": cost}, 8, {"n": 40},
    ),
    "interior-point/race": ({"first": first, "rule": rule, "pace": pace_of_race}, 12, SMALL),
}  # fmt: skip
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES)


def test_what_is_kept_is_counted_at_the_selection_and_not_in_a_later_round():
    settings = {
        "C": 4.239253643450653, "kernel": "polynomial", "gamma": 4.807086488372587, "degree": 4,
        "coef0": 2.418122869324974, "digits": 3.12131580986627, "theta": 2.5381140393010146,
        "data": "overlapping", "dimension": 3, "n": 40, "noise": 0.6031883768707267,
        "compare": ("path_following", "identification_printed"), "seed": 793,
    }  # fmt: skip
    run = lab.run("identification", **settings)
    rows = run.trace.snapshots["selected"].sum(axis=1)
    first, second = np.unique(rows[rows > 0])
    assert 4 * first < 40 < 4 * second
    (question,) = [q for q in lab.scene(run).questions if q.key == "kept"]
    assert (
        question.options[question.answer] == "less than a quarter" == retained(run, None, question)
    )
    assert question.why.startswith(f"It keeps {first};")
