"""The outer loop, on a toy whose optimum is known: min 1/2 (x - 1)^2 with any bounds."""

import copy
import inspect
from functools import partial
from itertools import islice

import numpy as np
import pytest

from solvers import Certificate, InputError
from solvers.drive import drive
from solvers.options import start, start_dual

OPTIONS = {"tol": 1e-6, "max_iter": 100, "record_every": 1, "cancelled": None}


def certify(x, level=0.0):
    """Any level below the optimum, 0, is a bound; others are wrong, as a test may want."""
    return Certificate(0.5 * float((x[0] - 1.0) ** 2), float(np.min(level)), 0.5)


def halving(rate=0.5, **extra):
    """x tends to 1; the same arrays are changed in place, as solvers do."""
    x, level = np.zeros(1), np.full(1, -1.0)
    while True:
        yield {"x": x, "dual": {"level": level}, "picture": x, **extra}
        x += (1 - rate) * (1.0 - x)
        level *= rate


def run(states, certify=certify, **options):
    return drive(states, certify, **{**OPTIONS, **options})


def listed(*points, **extra):
    """A finite method: these points, each with the true bound."""
    for point in points:
        yield {"x": np.array([float(point)]), "dual": {"level": np.zeros(1)}, **extra}


def test_drive_converged_is_certified_and_reproducible():
    result = run(halving())
    assert result.status == "converged" and result.certificate.relative_gap <= 1e-6
    again = certify(result.x, **result.dual)
    assert again == result.certificate and again.holds(1e-6) and not again.holds(1e-9)
    assert result.trace.objective[result.row] == result.certificate.objective


def test_drive_rows_are_copies_of_states_changed_in_place():
    trace = run(halving()).trace
    expected = 1.0 - 0.5 ** np.arange(len(trace))
    assert np.array_equal(trace.snapshots["picture"][:, 0], expected)
    assert np.array_equal(trace.iteration, np.arange(len(trace)))
    assert np.array_equal(trace.work, trace.iteration)


def test_drive_copies_read_only_views_of_changing_arrays():
    def states():
        for state in halving():
            view = state["x"][:]
            view.setflags(write=False)
            window = np.lib.stride_tricks.sliding_window_view(state["x"], 1)[0]
            spread = np.broadcast_to(state["x"], (2, 1))
            yield state | {"view": view, "spread": spread, "window": window}

    shown = run(states()).trace.snapshots
    assert np.array_equal(shown["view"], shown["picture"])
    assert np.array_equal(shown["spread"][:, 1], shown["picture"])
    assert np.array_equal(shown["window"], shown["picture"])


@pytest.mark.parametrize(("every", "rows"), [(1, 9), (4, 3), (0, 1)])
def test_drive_asks_pictures_of_recorded_states_alone(every, rows):
    asked = []

    def states():
        for k, state in enumerate(halving()):
            yield state | {"pictures": lambda k=k, x=state["x"]: asked.append(k) or {"shown": x}}

    trace = run(states(), max_iter=8, tol=0.0, record_every=every).trace
    assert np.array_equal(trace.snapshots["shown"], trace.snapshots["picture"])
    retained, seen = trace.iteration.tolist(), len(trace)
    assert set(retained) <= set(asked) and len(asked) == len(set(asked)) and seen >= rows
    assert every == 1 or len(asked) < 9, "a state that is not kept was asked for its pictures"


@pytest.mark.parametrize("every", [1, 3, 0])
def test_drive_row_pictures_equal_those_of_each_state(every):
    plain = [copy.deepcopy(state) for state in islice(halving(), 20)]
    stacks = {"picture": np.array([s["picture"] for s in plain]), "half": np.arange(20) / 2}

    def states():
        for k, state in enumerate(plain):
            if 3 <= k < 17:  # in two blocks, between states that have theirs by themselves
                del state["picture"]
                block = slice(3, 10) if k < 10 else slice(10, 17)
                X = np.array([s["x"] for s in plain[block]])
                mine = partial(blocks.setdefault, k < 10, {n: a[block] for n, a in stacks.items()})
                state |= {"rows": (X, {}, k - block.start), "row_pictures": mine}
            else:
                state |= {"half": k / 2}
            yield state

    blocks: dict = {}
    found = run(states(), max_iter=15, tol=0.0, record_every=every).trace
    for name, column in stacks.items():
        assert np.array_equal(found.snapshots[name], column[found.iteration])
        assert not found.snapshots[name].flags.writeable


@pytest.mark.parametrize("shift", [0.0, 0.5], ids=["its own", "another point's"])
def test_drive_rows_certify_a_state_that_they_hold(shift):
    plain, asked = [copy.deepcopy(state) for state in islice(halving(), 20)], []
    X = np.array([state["x"] for state in plain]) - shift
    levels = np.array([state["dual"]["level"] for state in plain])

    def certify_rows(X, level):
        asked.append(len(X))
        return [certify(x, level=one) for x, one in zip(X, level, strict=True)]

    states = (s | {"rows": (X, {"level": levels}, k)} for k, s in enumerate(plain))
    found = run(states, certify_rows=certify_rows, max_iter=30, tol=1e-4)
    alone = run(iter(plain), max_iter=30, tol=1e-4)
    assert asked == [20] and found.status == alone.status == "converged"
    assert found.certificate == certify(found.x, **found.dual) == alone.certificate
    for name in ("objective", "bound", "gap"):
        assert np.array_equal(getattr(found.trace, name), getattr(alone.trace, name))


def test_drive_rows_written_anew_are_certified_anew():
    plain = [copy.deepcopy(state) for state in islice(halving(), 20)]
    first = plain[0]
    X, levels = (np.array([np.zeros_like(a)] * 5) for a in (first["x"], first["dual"]["level"]))

    def states():
        for k, state in enumerate(plain):
            X[k % 5], levels[k % 5] = state["x"], state["dual"]["level"]
            yield state | {"rows": (X, {"level": levels}, k % 5)}

    def certify_rows(X, level):
        return [certify(x, level=one) for x, one in zip(X, level, strict=True)]

    found = run(states(), certify_rows=certify_rows, max_iter=30, tol=1e-4).trace
    alone = run(iter(plain), max_iter=30, tol=1e-4).trace
    assert np.array_equal(found.objective, alone.objective)
    assert np.array_equal(found.bound, alone.bound)


def test_drive_rows_without_certify_rows_are_certified_one_by_one():
    X = np.array([state["x"] for state in islice(halving(), 20)])
    states = (s | {"rows": (X, {}, k)} for k, s in enumerate(islice(halving(), 20)))
    found, alone = run(states, max_iter=30, tol=1e-4), run(halving(), max_iter=30, tol=1e-4)
    assert np.array_equal(found.trace.objective, alone.trace.objective)


@pytest.mark.parametrize("every", [1, 3, 0])
def test_drive_asks_whole_states_only_where_it_certifies(every):
    asked = []

    def states():
        for k, state in enumerate(halving()):
            cheap = {"x": state["x"], "whole": lambda k=k, state=state: asked.append(k) or state}
            yield cheap | {"iteration": k}

    found = run(states(), max_iter=30, tol=1e-4, record_every=every)
    plain = run(halving(), max_iter=30, tol=1e-4, record_every=every)
    assert np.array_equal(found.x, plain.x) and found.status == plain.status == "converged"
    for one in (found, plain):
        assert set(one.dual) == {"level"}
    for name, column in plain.trace.snapshots.items():
        assert np.array_equal(found.trace.snapshots[name], column)
    assert asked == sorted(set(asked)) and set(found.trace.iteration.tolist()) <= set(asked)
    assert every == 1 or len(asked) < int(found.trace.iteration[-1]), "a state was asked in vain"


def test_drive_results_are_read_only():
    result = run(halving())
    for array in (
        result.x,
        result.dual["level"],
        result.trace.gap,
        result.trace.snapshots["picture"],
    ):
        with pytest.raises(ValueError):
            array[0] = 1.0
    with pytest.raises(TypeError):
        result.dual["other"] = 1


def test_drive_gap_is_best_objective_minus_best_bound():
    points, levels = [0.0, 0.9, 0.5, 0.95], [-1.0, -0.5, -0.1, -0.4]
    states = (
        {"x": np.array([x]), "dual": {"level": np.array([v])}}
        for x, v in zip(points, levels, strict=True)
    )
    result = run(states)
    objective = [0.5 * (x - 1) ** 2 for x in points]
    best = np.minimum.accumulate(objective) - np.maximum.accumulate(levels)
    assert np.array_equal(result.trace.gap, best)
    assert np.allclose(result.trace.objective, objective) and np.array_equal(
        result.trace.bound, levels
    )
    # The answer pairs the best point with the best bound, of different rows.
    assert result.row == 3 and result.dual["level"][0] == -0.1 and result.status == "stalled"
    assert result.certificate == certify(result.x, **result.dual)


def test_drive_negative_gap_is_a_contradiction_and_never_clipped():
    lie = ({"x": np.zeros(1), "dual": {"level": np.full(1, 7.0)}} for _ in range(3))
    result = run(lie)
    assert result.status == "contradiction" and result.certificate.gap == 0.5 - 7.0
    assert result.trace.bound[0] == 7.0 and result.trace.gap[0] == np.inf


def test_drive_bound_lowered_by_rounding_raises_no_gap():
    """A bound that is above a later value counts that point's rounding, in earlier rows as well."""

    def rough(x, level=0.0):  # rounding of the point 1 takes 0.3 from any bound
        return Certificate(0.5 * float(x[0]), float(np.min(level)) - 0.3 * (x[0] <= 1.0), 1.0)

    states = (
        {"x": np.array([x]), "dual": {"level": np.array([level])}}
        for x, level in [(2.0, 0.0), (1.2, 0.55), (1.0, 0.2), (0.9, 0.2)]
    )
    trace = run(states, rough, max_iter=3).trace
    assert len(trace) == 4 and np.isfinite(trace.gap).all() and trace.gap[-1] > 0.0
    assert (np.diff(trace.gap) <= 0.0).all()


def test_drive_without_dual_answers_the_point_of_the_best_gap():
    judge = lambda x: Certificate(abs(float(x[0])), abs(float(x[0])) - float(x[1]), 1.0)
    points = [[1.0, 0.5], [3.0, 0.1], [2.0, 0.3]]
    result = run(({"x": np.array(p)} for p in points), judge)
    assert np.array_equal(result.x, [3.0, 0.1]) and result.row == 1
    assert result.dual == {} and result.certificate.gap == pytest.approx(0.1)


@pytest.mark.parametrize(
    "every, expected", [(1, list(range(12))), (4, [0, 4, 8, 11]), (5, [0, 5, 10, 11])]
)
def test_drive_record_every_records_the_last_state_too(every, expected):
    result = run(halving(), tol=0.0, max_iter=11, record_every=every)
    assert result.status == "max_iter"
    assert result.trace.iteration.tolist() == expected and result.row == len(expected) - 1


def test_drive_record_every_zero_records_first_and_best_row():
    states = listed(0, 0.5, 0.99, 0.2, 0.3, 0.1)
    result = run(states, record_every=0)
    # certified at states 0, 1, 2, 3, 5: the best of these is 2
    assert result.trace.iteration.tolist() == [0, 2] and result.row == 1 and result.x[0] == 0.99
    assert run(listed(0.9, 0.5, 0.4), record_every=0).trace.iteration.tolist() == [0]


def test_drive_best_row_is_inserted_in_its_place():
    result = run(listed(0, 0.5, 0.99, 0.2, 0.3, 0.1, 0.0, 0.4), record_every=4)
    assert result.trace.iteration.tolist() == [0, 2, 4, 7]
    assert result.row == 1 and result.trace.objective[1] == result.certificate.objective
    assert np.all(np.diff(result.trace.iteration) > 0)


def test_drive_certifies_at_growing_intervals():
    seen = []

    def judge(x, level):
        seen.append(float(x[0]))
        return Certificate(1.0, 0.0, 1.0)

    states = ({"x": np.array([float(k)]), "dual": {"level": np.zeros(1)}} for k in range(60))
    run(states, judge, record_every=0)
    checks = sorted(set(seen))
    assert checks == [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 59]


def test_drive_state_with_check_is_certified_at_once():
    def states():
        x, level = np.zeros(1), np.full(1, -1.0)
        for k in range(100):
            yield {"x": x, "dual": {"level": level}, "check": k == 30}
            if k == 29:
                x[0], level[0] = 1.0, 0.0

    assert run(states(), record_every=0).trace.iteration[-1] == 30


def test_drive_state_with_certify_false_is_not_certified():
    seen = []

    def judge(x, level):
        seen.append(float(x[0]))
        return Certificate(1.0, 0.0, 1.0)

    states = (
        {"x": np.array([float(k)]), "dual": {"level": np.zeros(1)}, "certify": k > 20}
        for k in range(60)
    )
    run(states, judge, record_every=0)
    assert sorted(set(seen)) == [0, 21, 34, 55, 59]


def test_drive_states_of_many_iterations_are_recorded_in_steps():
    states = ({**s, "iteration": 7 * k, "work": 70 * k} for k, s in enumerate(halving()))
    trace = run(states, record_every=10, max_iter=90, tol=0.0).trace
    assert trace.iteration.tolist() == [0, 14, 21, 35, 42, 56, 63, 70, 84, 91]
    assert np.array_equal(trace.work, 10 * trace.iteration)


@pytest.mark.parametrize("reason", ["small_change", "stalled", "diverged", "unbounded"])
def test_drive_reports_the_solvers_own_reason(reason):
    states = (s if k < 3 else {**s, "stop": reason} for k, s in enumerate(halving()))
    result = run(states)
    assert result.status == reason and result.trace.iteration[-1] == 3


def test_drive_converged_takes_precedence_over_the_solvers_reason():
    states = (s if k < 3 else {**s, "stop": "small_change"} for k, s in enumerate(halving()))
    assert run(states, tol=0.5).status == "converged"


@pytest.mark.parametrize("states", [2, 9])
def test_drive_pair_that_is_proved_is_converged_where_no_row_is(states):
    """What rounding of a far x takes from its bound is not lost to the pair: here it is |x|."""

    def pairs():
        yield {"x": np.ones(1), "dual": {"level": np.zeros(1)}}
        for _ in range(states):
            yield {"x": np.zeros(1), "dual": {"level": np.full(1, -5.0)}}

    def less_its_rounding(x, level=0.0):
        return Certificate(abs(x[0]), float(np.min(level)) - abs(x[0]), 1.0)

    result = run(pairs(), less_its_rounding, max_iter=3)
    assert result.certificate.holds(0.0) and result.trace.gap[-1] == 1.0
    assert (result.status, result.notes) == ("converged", ())


def test_drive_finite_method_is_judged_by_its_certificate():
    assert run(listed(0, 1)).status == "converged"
    assert run(listed(0, 0.9)).status == "stalled"


def test_drive_max_iter_counts_iterations():
    result = run(halving(), max_iter=4)
    assert result.status == "max_iter" and result.trace.iteration[-1] == 4
    start_only = run(halving(), max_iter=0)
    assert start_only.status == "max_iter" and len(start_only.trace) == 1


def test_drive_asks_cancelled_at_each_state():
    asked = []
    stop = lambda: asked.append(1) or len(asked) == 4
    result = run(halving(), cancelled=stop)
    assert result.status == "cancelled" and len(result.trace) == 4
    assert result.certificate == certify(result.x, **result.dual)


@pytest.mark.parametrize("record_every", [0, 1])
def test_drive_divergence_answers_the_best_point(record_every):
    result = run(halving(rate=3.0), record_every=record_every)
    assert result.status == "diverged" and result.x[0] == 0.0 and result.row == 0
    last = result.trace.objective[-1]
    assert last == 0.5 if record_every == 0 else last > 1e7


def test_drive_state_with_diverges_false_does_not_diverge():
    """A value far up, of a point that multipliers lead to, is no divergence; a NaN is one."""
    result = run(halving(rate=3.0, diverges=False))
    assert result.status == "max_iter" and result.row == 0
    assert result.trace.objective[-1] > 1e20
    broken = (s if k < 2 else {**s, "x": np.array([np.nan])} for k, s in enumerate(halving()))
    assert run({**s, "diverges": False} for s in broken).status == "diverged"


def test_drive_nan_is_divergence():
    states = (s if k < 2 else {**s, "x": np.array([np.nan])} for k, s in enumerate(halving()))
    result = run(states)
    assert result.status == "diverged" and np.isfinite(result.x).all()
    assert np.isfinite(result.trace.gap).all() and len(result.trace) == 3


def test_drive_unbounded_problem_answers_its_direction():
    judge = lambda x, direction=None: Certificate(-np.inf, -np.inf, 1.0)
    ray = {"x": np.array([np.nan]), "dual": {"direction": np.ones(1)}, "stop": "unbounded"}
    states = (s for s in ({"x": np.zeros(1), "dual": {"direction": np.zeros(1)}}, ray))
    result = run(states, judge)
    assert result.status == "unbounded" and np.isnan(result.x).all()
    assert result.dual["direction"][0] == 1.0 and result.row == 1


def test_drive_notes_are_stored_once_and_in_order():
    texts = ["first", "second", "first"]
    states = (s if k >= 3 else {**s, "note": texts[k]} for k, s in enumerate(halving()))
    assert run(states).notes == ("first", "second")
    assert run(halving()).notes == ()


def test_drive_unproved_end_notes_the_gap_reached():
    budget = run(halving(), max_iter=3)
    gap = budget.certificate.relative_gap
    assert budget.status == "max_iter" and len(budget.notes) == 1
    assert budget.notes[0].startswith(
        f"The budget of 3 iterations is spent at a relative gap of {gap:.2g}"
    )
    assert run(halving(), max_iter=1).notes[0].startswith("The budget of 1 iteration is spent")

    def short(words=None, note=None):
        yield {"x": np.array([8.0]), **({"note": note} if note else {})}
        return words

    assert run(short()).status == "stalled"
    assert run(short()).notes[0].startswith("The method ended by itself")
    assert run(short("No step is left.")).notes == ("No step is left.",)
    assert run(short(note="Nothing moves.")).notes == ("Nothing moves.",)


def test_drive_seconds_exclude_certificates():
    import time

    def slow(x, level):
        time.sleep(0.05)
        return certify(x, level)

    trace = run(halving(), slow, max_iter=5, tol=0.0).trace
    assert trace.seconds[-1] < 0.05 and np.all(np.diff(trace.seconds) >= 0)


def test_drive_certifies_each_row_once():
    calls = []

    def judge(x, level):
        calls.append(1)
        return certify(x, level)

    result = run(halving(), judge, record_every=1)
    assert len(calls) == len(result.trace)


@pytest.mark.parametrize(
    "option, message",
    [
        ({"tol": -1.0}, "tol must be at least 0"),
        ({"tol": np.nan}, "tol must be finite"),
        ({"max_iter": 1.5}, "max_iter must be a whole number"),
        ({"record_every": -1}, "record_every must be a whole number"),
        ({"cancelled": 3}, "cancelled must be a function without arguments, got 3"),
    ],
)
def test_drive_bad_options_are_refused(option, message):
    with pytest.raises(InputError, match=message):
        run(halving(), **option)


def test_drive_takes_the_known_parameters():
    names = list(inspect.signature(drive).parameters)
    known = ["states", "certify", "tol", "max_iter", "record_every", "cancelled", "certify_rows"]
    assert names == known


def test_start_copies_and_checks():
    mine = np.array([1.0, 2.0])
    taken = start(mine, 2)
    taken[0] = 9.0
    assert mine[0] == 1.0 and np.array_equal(start(None, (2, 3)), np.zeros((2, 3)))
    with pytest.raises(InputError, match=r"x0 must have shape \(3,\), got \(2,\)"):
        start(mine, 3)
    with pytest.raises(InputError, match="x0 must be finite"):
        start([np.nan], 1)


def test_start_from_a_result():
    result = run(halving())
    assert np.array_equal(start(result, 1), result.x) and start(result, 1).flags.writeable
    assert np.array_equal(start_dual(result, "level", 1), result.dual["level"])
    assert np.array_equal(start_dual(result, "level", 2), np.zeros(2))
    assert np.array_equal(start_dual(result, "absent", 1), np.zeros(1))
    assert np.array_equal(start_dual(np.ones(1), "level", 1), np.zeros(1))


def test_drive_bound_above_the_value_is_a_contradiction():
    def certify(x):
        return Certificate(float(x[0] ** 2), float(0.5 - 0.1 * x[0]), 1.0)

    result = drive(({"x": np.array([2.0 / (k + 1)])} for k in range(9)), certify, **OPTIONS)
    assert result.status == "contradiction" and result.certificate.gap < 0.0
    assert np.isinf(result.trace.gap).all() and not result.certificate.holds(1.0)
    assert "above the value" in result.notes[-1]


@pytest.mark.parametrize(
    "state, words",
    [
        ({"w": np.zeros(2)}, "states must yield dictionaries with the point as 'x', got 'w'"),
        ({}, "with the point as 'x', got nothing"),
        (np.zeros(2), "with the point as 'x', got ndarray"),
    ],
)
def test_drive_state_without_its_point_is_refused(state, words):
    def states():
        yield state

    with pytest.raises(InputError, match=words):
        drive(states(), lambda x: Certificate(1.0, 0.0, 1.0), tol=1e-6, max_iter=3)


@pytest.mark.parametrize(
    "states, words",
    [
        ([{"x": 1}], "states must be an iterator of dictionaries, got list"),
        (iter(()), "must yield its start as a first state, got nothing"),
        (
            iter([{"x": np.ones(1), "w": np.ones(k)} for k in (2, 3)]),
            r"The snapshot w must have one shape in all states, got \(2,\) and \(3,\)",
        ),
    ],
)
def test_drive_other_states_are_refused(states, words):
    with pytest.raises(InputError, match=words):
        drive(states, lambda x: Certificate(1.0, 0.0, 1.0), tol=1e-6, max_iter=3)


def test_drive_other_certificates_are_refused():
    def bounds(x):
        return 1.0, 0.0

    with pytest.raises(InputError, match="bounds must return a Certificate, got tuple"):
        drive(iter([{"x": np.zeros(2)}]), bounds, tol=1e-6, max_iter=3)
