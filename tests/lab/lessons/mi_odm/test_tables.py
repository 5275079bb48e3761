import re
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.svm import SVC

from lab.benchmarks.lessons.mi_odm import learners, tables
from lab.datasets.bags import Bags
from lab.lessons.mi_odm.synthetic import synthetic_bags
from solvers import (
    InputError,
    bag_values,
    key_instances,
    solve_column_generation,
    solve_keys,
)


def bags(seed=0, size=3, each=4, kind="clutter"):
    return synthetic_bags(kind, 2, each, each, size, seed=seed)


def values_of(fit, price=10.0, gamma=0.5, **kind):
    return fit(*bags(**kind), price, gamma)


def test_the_svm_on_instances_takes_the_largest_value_of_a_bag():
    train, y = bags()
    (found,) = learners.instance_svm(train, y, 10.0, 0.5).values()
    svc = SVC(C=10.0, gamma=0.5).fit(np.concatenate(train), np.repeat(y, 3))
    new, _ = bags(1)
    np.testing.assert_allclose(found(new), [svc.decision_function(b).max() for b in new])


def test_mi_svm_ends_where_its_labels_are_its_own():
    for seed in range(4):
        train, y = bags(seed)
        (found,) = learners.mi_svm(train, y, 1.0, 0.5).values()
        X, positive = np.concatenate(train), np.repeat(y, 3) > 0.0
        f = np.array([found([x[None]])[0] for x in X])
        labels = np.where(positive & (f > 0.0), 1.0, -1.0)
        for i in np.flatnonzero(y > 0.0):
            labels[3 * i + np.argmax(f[3 * i : 3 * i + 3])] = 1.0
        again = SVC(C=1.0, gamma=0.5).fit(X, labels)
        np.testing.assert_allclose(again.decision_function(X), f, atol=1e-9)
        first = SVC(C=1.0, gamma=0.5).fit(X, np.where(positive, 1.0, -1.0))
        assert np.abs(first.decision_function(X) - f).max() > 0.1


def test_a_bag_that_looks_negative_keeps_a_positive_instance():
    """A lone positive instance among negative ones: without the rule all labels would be -1."""
    train = [np.array([[0.0]]), *(np.array([[x], [-x]]) for x in (0.1, 0.2, 0.3))]
    y = np.array([1.0, -1.0, -1.0, -1.0])
    (found,) = learners.mi_svm(train, y, 1.0, 1.0).values()
    assert np.isfinite(found(train)).all()


def test_the_relaxation_and_its_machines():
    train, y = bags(2)
    problem = learners.machine_problem(train, y, 10.0, 0.5)
    found = learners.relaxation(train, y, 10.0, 0.5)
    assert list(found) == [learners.AVERAGE, learners.ROUNDED, learners.REWEIGHTING]
    new, _ = bags(3)
    saddle = solve_column_generation(problem, tol=1e-10)
    expected = learners._averaged(problem, saddle)(new)
    np.testing.assert_allclose(found[learners.AVERAGE](new), expected, atol=1e-5)
    np.testing.assert_allclose(found[learners.REWEIGHTING](new), expected, atol=0.1)
    a = learners.bag_machine(problem, saddle.x, saddle.dual["v"], saddle.dual["assignments"])
    keyed = solve_keys(problem, key_instances(problem, a)).machine
    np.testing.assert_allclose(
        found[learners.ROUNDED](new), bag_values(problem, keyed, new), atol=1e-6
    )
    (prox,) = learners.mirror_prox(train, y, 10.0, 0.5).values()
    np.testing.assert_allclose(prox(new), expected, atol=0.1)


def test_tables_beyond_listing_reweighting_runs_and_mirror_prox_says_why():
    found = values_of(learners.relaxation, size=5, each=6)
    new, _ = bags(5, 5, 6)
    assert all(np.isfinite(values(new)).all() for values in found.values())
    with pytest.raises(InputError, match="at most 10000 assignments"):
        values_of(learners.mirror_prox, size=5, each=6)


def test_units_come_from_the_training_bags_alone():
    train = [np.array([[1.0, 7.0], [3.0, 7.0]]), np.array([[5.0, 7.0]])]
    ours, rest = tables.scaled(train, [np.array([[3.0, 9.0], [100.0, 7.0]])])
    X = np.concatenate(ours)
    assert X.shape == (3, 1) and abs(X.mean()) < 1e-12 and X.std() == pytest.approx(1.0)
    np.testing.assert_allclose(rest[0], (np.array([[3.0], [100.0]]) - 3.0) / np.std([1, 3, 5]))


def test_folds_hold_every_bag_once_and_both_classes():
    y = np.repeat([1.0, -1.0], [12, 18])
    found = tables.splits(y, 6, 0)
    np.testing.assert_array_equal(np.sort(np.concatenate([test for _, test in found])), range(30))
    for train, test in found:
        assert np.sum(y[test] > 0) == 2 and np.intersect1d(train, test).size == 0
    assert [t.tolist() for _, t in found] == [t.tolist() for _, t in tables.splits(y, 6, 0)]


def test_prices_are_chosen_on_bags_not_trained_on(monkeypatch):
    monkeypatch.setattr(tables, "PRICES", (1.0, 2.0, 3.0))

    def fit(train, y, price, gamma):
        sign = -1.0 if train == "a" and price == 2.0 else 1.0
        return {"m": lambda b: sign * b, "n": lambda b: b * np.where(price < 3.0, -1.0, 1.0)}

    y = np.array([1.0, -1.0])
    pairs = [(("a", y), (np.array([1.0, -1.0]), y)), (("b", y), (np.array([1.0, 0.0]), y))]
    assert tables.best_prices(fit, pairs, 0.5) == {"m": 1.0, "n": 3.0}
    assert tables.right(lambda b: b, np.array([2.0, 0.0]), y).tolist() == [1.0, 0.0]


def test_each_method_is_counted_at_its_own_price():
    def fit(train, y, price, gamma):
        return {m: lambda b, p=price: p * b for m in ("a", learners.AVERAGE, learners.REWEIGHTING)}

    scores, y = tables.Scores(), np.array([1.0, -1.0])
    prices = {"a": 1.0, learners.AVERAGE: -1.0}
    tables._fit_and_count(fit, prices, 0.5, (y, y), (y, y), scores)
    assert scores.hits == {
        "a": [1.0, 1.0], learners.AVERAGE: [0.0, 0.0], learners.REWEIGHTING: [0.0, 0.0],
    }  # fmt: skip
    assert scores.prices["a"] == [1.0] and scores.prices[learners.REWEIGHTING] == [-1.0]


def test_differences_within_the_noise_have_no_winner():
    good = np.repeat([1.0, 0.0], [80, 10])
    near, poor = good.copy(), np.repeat([1.0, 0.0], [50, 40])
    near[[0, 1, 2, 89]] = 0.0, 0.0, 0.0, 1.0
    assert tables.verdict({"poor": poor, "near": near, "good": good}) == (
        "No winner: near within three standard errors of good. Further behind: poor."
    )
    assert tables.verdict({"poor": poor, "good": good}) == (
        "good is ahead of all others by more than three standard errors."
    )
    assert tables.verdict({"a": good, "b": good.copy()}).startswith("No winner: b within")
    rows = tables.ranked({"poor": poor, "good": good})
    assert [row[0] for row in rows] == ["good", "poor"] and rows[0][3:] == (0.0, 0.0)
    behind = good - poor
    assert rows[1][3] == pytest.approx(30 / 90, rel=1e-2)
    assert rows[1][4] == pytest.approx(behind.std(ddof=1) / np.sqrt(90), rel=1e-2)
    assert rows[0][2] == pytest.approx(good.std(ddof=1) / np.sqrt(90), rel=1e-2)


@pytest.fixture
def small(monkeypatch):
    for name, value in (("FOLDS", 3), ("INNER", 2), ("SEEDS", 3), ("TUNING", 1), ("NEW", 20),
                        ("BAGS", 3), ("PRICES", (1.0, 10.0))):  # fmt: skip
        monkeypatch.setattr(tables, name, value)
    monkeypatch.setattr(learners, "STEPS", 100)
    asked = []

    def load(name):
        asked.append(name)
        instances, y = bags(each=9)
        return Bags(tuple(instances), y, tuple(map(str, range(18))), ("x", "y"))

    monkeypatch.setattr(tables, "load_bags", load)
    yield asked
    for retained in (tables._loaded, tables._prices):
        retained.cache_clear()


def test_the_tables_on_few_bags(small):
    stated = []
    options = SimpleNamespace(slow=False, progress=lambda *done: stated.append(done))
    clutter, outlier, musk, missing = tables.tables(options)
    assert [row[1:3] for row in missing.rows] == [(n, len(musk.rows)) for n in tables.SLOW]
    assert set(small) == {"musk1"} and stated[-1] == (3, 3)
    for table in (clutter, outlier, musk):
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert len(table.rows) == 7 and "three standard errors" in table.notes[-1]
    assert musk.rows[-1][0] == f"{learners.MIRROR_PROX}: cannot list 2e+04 assignments"
    assert musk.rows[-1][1:] == (None,) * 6
    shown = {row[0]: row for row in musk.rows[:-1]}
    assert set(shown) == {
        learners.AVERAGE, learners.ROUNDED, learners.REWEIGHTING, learners.ALTERNATION,
        learners.MI_SVM, learners.INSTANCE_SVM,
    }  # fmt: skip
    assert all(0.4 <= row[1] <= 1.0 and row[6] > 0.0 for row in shown.values())
    assert shown[learners.REWEIGHTING][5] == shown[learners.AVERAGE][5]
    counts = re.findall(r"\((\d+)\)", shown[learners.MI_SVM][5])
    assert sum(map(int, counts)) == 3  # a price per fold


def test_slow_sets_are_run_with_the_option_slow(small, monkeypatch):
    monkeypatch.setattr(tables, "synthetic", lambda *args: None)
    monkeypatch.setattr(tables, "folds", lambda name, data, options: name)
    options = SimpleNamespace(slow=True)
    assert list(tables.tables(options))[2:] == ["musk1", "elephant", "fox", "tiger"]


def test_a_missing_set_is_a_row_of_the_table_and_no_error(small, monkeypatch):
    def load(name):
        raise InputError(f"{name} is not here.")

    monkeypatch.setattr(tables, "load_bags", load)
    monkeypatch.setattr(tables, "synthetic", lambda *args: None)
    *_, missing = tables.tables(SimpleNamespace(slow=True))
    assert [row[3] for row in missing.rows] == [
        f"{n} is not here." for n in ("musk1", *tables.SLOW)
    ]
