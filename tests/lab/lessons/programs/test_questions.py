"""What the lesson asks: marked answers are right, found by other code, and not shown."""

import numpy as np
from marked import marked
from scipy.optimize import linprog

import lab
from lab.lessons.programs.common import METHODS

WORDS = {0: "optimal", 2: "nothing is feasible", 3: "falls without end"}


def solved(run):
    p = run.problem
    return linprog(p.c, p.A, p.b, bounds=[(None, None)] * 2, method="highs")


def outcome(run, scene, question):
    if run.problem.Q is not None:
        return None
    inside = linprog(np.zeros(2), run.problem.A, run.problem.b, bounds=[(None, None)] * 2)
    word = WORDS[2 if inside.status == 2 else solved(run).status]
    return next(o for o in question.options if word in o)


def edges(run, scene, question):
    slack = run.problem.b - run.problem.A @ solved(run).x
    i, j = np.flatnonzero(slack < 1e-7) + 1
    return f"edges {i} and {j}"


def following(run, scene, question):
    """Where the raw trace is one row later."""
    now = np.searchsorted(run.trace.iteration, scene.clock.values[question.frame], side="right") - 1
    return run.trace.snapshots["iterate"][now + 1]


def first_arrived(run, scene, question):
    limit = 1e-6 * run.result.certificate.scale
    came = {}
    for name, trace in run.traces.items():
        within = trace.iteration[trace.gap <= limit]
        came[METHODS[name].label] = within[0] if within.size else np.inf
    return min(came, key=came.get)


def pivots(run, scene, question):
    """By counting the corners in the trace."""
    x = run.results["simplex"].trace.snapshots["iterate"]
    share, n = (len(x) - 1) / x.shape[1], x.shape[1]
    assert str(n) in question.prompt
    return next(o for o in question.options if o.startswith(
        "fewer" if share < 1 else "up to" if share < 3 else "more"))  # fmt: skip


def visits(run, scene, question):
    """Corners by their facets: those that simplex visits, of all."""
    p = run.problem
    tight = [p.b - p.A @ x < 1e-6 for x in run.trace.snapshots["iterate"]]
    seen = len({tuple(np.flatnonzero(one)) for one in tight})
    (count,) = [int(w) for w in question.prompt.split() if w.isdigit()]
    assert count == {6: 8, 12: 20}[p.b.size]
    return next(o for o in question.options if o.startswith(
        "all" if seen == count else "at most" if 2 * seen <= count else "more"))  # fmt: skip


SCENES = {
    "programs/polygon": (
        {"outcome": outcome, "edges": edges, "next": following},
        24, {"clock": "iterations", "bend": 0.0},
    ),
    "programs/race": (
        {"first": first_arrived, "pivots": pivots},
        10, {"clock": "iterations", "curved": False, "n": 12},
    ),
    "programs/polytope": ({"visits": visits}, 20, {"method": "simplex"}),
}  # fmt: skip
test_marked_answers_are_right_and_not_reported, test_two_hundred_settings = marked(SCENES, least=1)


def test_those_of_curved_programs_are_right(questions_checked):
    oracles, *_ = SCENES["programs/polygon"]
    met = questions_checked("programs/polygon", oracles, 15, 3, clock="iterations")
    assert met["outcome"] and met["next"] and not met["edges"]


def test_a_question_begins_with_a_capital():
    questions = lab.scene("polygon").questions
    assert "Simplex is at x" in next(q.prompt for q in questions if q.key == "next")
