"""The learners on bags that are compared: each `fit(bags, y, price, gamma)` gives {name: values},
where values(bags) are decision values (b,) whose sign is the class of the bag."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from solvers import (
    Gaussian,
    InputError,
    MultiInstanceODM,
    bag_machine,
    bag_values,
    round_keys,
    solve_assignment,
    solve_column_generation,
    solve_mirror_prox,
    solve_reweighting,
)

#: Arrays (m_i, d), one a bag.
Bags = Sequence[np.ndarray]
#: values(bags) -> decision values (b,).
Values = Callable[[Bags], np.ndarray]

NU, THETA = 0.5, 0.2
#: What column generation adds at most, rounds of reweighting, steps of mirror prox.
COLUMNS, ROUNDS, STEPS = 7, 30, 1000
_MOST = 20
MI_SVM, INSTANCE_SVM = "mi-SVM", "SVM on instances"
AVERAGE, ROUNDED = "MI-ODM column generation, average", "MI-ODM column generation, rounded"
REWEIGHTING, MIRROR_PROX = "MI-ODM reweighting", "MI-ODM mirror prox"
ALTERNATION = "MI-ODM assignment alternation"


def instance_svm(bags: Bags, y: np.ndarray, price: float, gamma: float) -> dict[str, Values]:
    """A support vector machine for which each instance has the label of its bag."""
    X, labels = np.concatenate(bags), np.repeat(y, [len(b) for b in bags])
    return {INSTANCE_SVM: partial(_largest, _svc(X, labels, price, gamma).decision_function)}


def mi_svm(bags: Bags, y: np.ndarray, price: float, gamma: float) -> dict[str, Values]:
    """mi-SVM (Andrews, Tsochantaridis, Hofmann 2003): the machine labels the instances of positive
    bags, at least one positive per bag, and is trained again, until no label changes."""
    X, sizes = np.concatenate(bags), np.array([len(b) for b in bags])
    owner, y = np.repeat(np.arange(len(bags)), sizes), np.asarray(y)
    labels = y[owner]
    for _ in range(_MOST):
        model = _svc(X, labels, price, gamma)
        f = model.decision_function(X)
        new = np.where((y[owner] > 0.0) & (f > 0.0), 1.0, -1.0)
        for i in np.flatnonzero(y > 0.0):
            new[np.flatnonzero(owner == i)[np.argmax(f[owner == i])]] = 1.0
        if np.array_equal(new, labels):
            break
        labels = new
    return {MI_SVM: partial(_largest, model.decision_function)}


def _svc(X, labels, price, gamma):
    from sklearn.svm import SVC

    return SVC(C=price, kernel="rbf", gamma=gamma).fit(X, labels)


def _largest(decide, bags):
    sizes = np.array([len(b) for b in bags])
    return np.maximum.reduceat(decide(np.concatenate(bags)), np.cumsum(sizes) - sizes)


def machine_problem(bags: Bags, y: np.ndarray, price: float, gamma: float) -> MultiInstanceODM:
    """The `MultiInstanceODM` of a fit: lam1 = lam2 = price, Gaussian kernel plus 1."""
    return MultiInstanceODM(bags, y, price, price, NU, THETA, Gaussian(gamma, bias=1.0))


def alternation(bags: Bags, y: np.ndarray, price: float, gamma: float) -> dict[str, Values]:
    """Keys and machine in turn, the key being the largest decision value."""
    problem = machine_problem(bags, y, price, gamma)
    return {ALTERNATION: _averaged(problem, solve_assignment(problem, rule="max"))}


def columns(
    bags: Bags, y: np.ndarray, price: float, gamma: float, most: int = COLUMNS
) -> dict[str, Values]:
    """Column generation: its averaged machine and its rounded one."""
    return _columns(machine_problem(bags, y, price, gamma), most)[0]


def relaxation(bags: Bags, y: np.ndarray, price: float, gamma: float) -> dict[str, Values]:
    """As `columns`, and reweighting: over all assignments where they can be listed, else over the
    columns found."""
    problem = machine_problem(bags, y, price, gamma)
    values, found = _columns(problem, COLUMNS)
    try:
        again = solve_reweighting(problem, max_iter=ROUNDS, record_every=0)
    except InputError:
        again = solve_reweighting(problem, x0=found, max_iter=ROUNDS, record_every=0)
    return {**values, REWEIGHTING: _averaged(problem, again)}


def _columns(problem, most):
    found = solve_column_generation(problem, max_iter=most, record_every=0)
    keyed = round_keys(problem, found.x, found.dual["v"], found.dual["assignments"])
    rounded = partial(bag_values, problem, keyed.machine)
    return {AVERAGE: _averaged(problem, found), ROUNDED: rounded}, found


def mirror_prox(bags: Bags, y: np.ndarray, price: float, gamma: float) -> dict[str, Values]:
    """Mirror prox over all assignments; an InputError where they are too many to be listed."""
    problem = machine_problem(bags, y, price, gamma)
    found = solve_mirror_prox(problem, max_iter=STEPS, tol=1e-4, record_every=0)
    return {MIRROR_PROX: _averaged(problem, found)}


def _averaged(problem, result):
    """The values of the averaged machine of a saddle point."""
    a = bag_machine(problem, result.x, result.dual["v"], result.dual.get("assignments"))
    return partial(bag_values, problem, a)
