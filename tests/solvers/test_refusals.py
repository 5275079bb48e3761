"""Whatever is passed is used, or refused in one sentence that names the argument, the rule and the
value: data, points, options, starts, and values that nobody should pass."""

import dataclasses
import inspect
import itertools
import re
import typing
from functools import cache

import numpy as np
import pytest
from choices import choices
from hostile import refused
from repeated import each
from scipy.sparse import csr_array

import solvers
from solvers import (
    ODM,
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    Gaussian,
    GroupLasso,
    GroupLogistic,
    InformationTheoreticMetric,
    InputError,
    KernelSVM,
    LargeMarginMetric,
    Lasso,
    Linear,
    MultiInstanceODM,
    Polynomial,
    Program,
    SparseLogistic,
    SparsePrecision,
    TripletMetric,
    bag_objectives,
    bag_values,
    central_path,
    decision_function,
    eta_of_lam,
    group_subproblem,
    instance_values,
    lam_of_eta,
    lars_path,
    lasso_grid,
    lmnn_problem,
    metric_problem,
    nearest_neighbour_error,
    printed_dual,
    project_group_ball,
    sample_triplets,
    solve_active_set,
    solve_alternating_linearization,
    solve_assignment,
    solve_block_cd,
    solve_coordinate_descent,
    solve_dual_cd,
    solve_identification,
    solve_keys,
    solve_large_margin_admm,
    solve_lasso_interior_point,
    solve_low_cost,
    solve_mehrotra,
    solve_mirror_descent,
    solve_mirror_prox,
    solve_path_following,
    solve_projected_gradient,
    solve_proximal_gradient,
    solve_reweighting,
    solve_simplex,
    solve_smo,
    solve_subgradient,
)
from solvers.options import Options
from solvers.testing import HOSTILE, NO_NUMBERS

pytestmark = pytest.mark.filterwarnings("error")
every_kind = pytest.mark.parametrize("kind", SOLVERS, ids=lambda kind: kind.__name__)


@pytest.fixture(scope="module")
def problems(build):
    return {kind: build[kind](np.random.default_rng(3)) for kind in build}


@pytest.fixture(scope="module")
def starts(problems):
    """A result of a problem of each class."""
    return {k: next(iter(SOLVERS[k].values()))(p, max_iter=2) for k, p in problems.items()}


# --- data -----------------------------------------------------------------------------------------

A = np.array([[1.0, 0, 2], [0, 1, 1], [1, 1, 0], [2, -1, 1]])
T = np.array([3.0, -1, 1, 4])
LABELS, GROUPS, NAN = np.sign(T), [1, 1, 2], np.where(A == 2, np.nan, A)
X6 = np.array([(2, 1), (1, 2), (1.5, -0.5), (-1, -1), (-2, 0.5), (0, -1.5)])
Y6 = np.array([1.0, 1, 1, -1, -1, -1])
BAGS = [[(2, 1), (-1, 0)], [(1.5, 2), (0, -1), (-1, 1)], [(-1, -1), (0, -2)], [(-2, 0.5)]]
PAIRS = {"V": np.random.default_rng(0).normal(size=(4, 2)), "y": [-1, 1, 1, -1], "b": np.ones(4)}
MARGINS = np.random.default_rng(0).normal(size=(2, 4, 2))
#: Problem type -> arguments that it takes.
GOOD = {
    Lasso: {"X": A, "t": T, "lam": 1.0},
    GroupLasso: {"X": A, "t": T, "lam": 1.0, "groups": GROUPS},
    SparseLogistic: {"X": A, "t": LABELS, "lam": 1.0},
    GroupLogistic: {"X": A, "t": LABELS, "lam": 1.0, "groups": GROUPS},
    ConstrainedLasso: {"X": A, "t": T, "eta": 1.0},
    ConstrainedGroupLasso: {"X": A, "t": T, "eta": 1.0, "groups": GROUPS},
    KernelSVM: {"X": [[0.0], [1.0], [2.0]], "y": [1, -1, 1], "kernel": Linear(), "C": 1.0},
    ODM: {"X": X6, "y": Y6, "lam": 1.0, "nu": 0.5, "theta": 0.2, "kernel": Linear(bias=1.0)},
    MultiInstanceODM: {
        "bags": BAGS, "y": [1, 1, -1, -1], "lam1": 1, "lam2": 1, "nu": 0.5, "theta": 0.2,
    },
    TripletMetric: {"Z": [[1, -0.5], [0.2, 0.3], [-1, 2], [0.5, 0.1], [0, 0]]},
    LargeMarginMetric: {"far": 1.5 * MARGINS[0], "near": MARGINS[1], "T": np.eye(2), "C": 0.7},
    InformationTheoreticMetric: PAIRS,
    SparsePrecision: {"Sigma": np.eye(2), "rho": 0.1},
    Program: {"c": [1.0, 1.0]},
}  # fmt: skip
TWO_CLASSES = "y must hold two classes"
NO_MASK = r"must hold labels, got a mask of True and False; use np.where\(mask, 1, -1\)."
BAD_GROUPS = [
    ({"groups": [1, 2]}, "groups must hold one label per column of X, got 2 for 3 columns"),
    ({"groups": [[1, 2, 2]]}, "groups must be one whole number or text per column of X, got"),
    ({"groups": [[0, 1], [2]]}, "groups must be one whole number or text per column of X, got"),
    ({"groups": [0.5, 1, 2]}, "groups must be one whole number or text per column of X, got"),
    ({"groups": 3}, "groups must be one whole number or text per column of X, got 3"),
]
#: Problem type -> (what is wrong with its arguments, words of the sentence).
DATA = {
    Lasso: [
        ({"lam": -1.0}, "lam must be at least 0, got -1.0."),
        ({"lam": np.nan}, "lam must be finite"),
        ({"lam": "1"}, "lam must be a number"),
        ({"t": T[:3]}, "t must have as many rows as X, got 3 for 4."),
        ({"X": T}, r"X must have 2 axes, got shape \(4,\)"),
        ({"t": A}, "t must have 1 axis"),
        ({"X": NAN}, r"X must be finite, got nan at \(0, 2\)"),
        ({"t": np.where(T == 4, np.inf, T)}, "t must be finite, got inf at 3"),
        ({"X": 1e200 * A}, r"X must be small enough for a finite sum of squares, got .* 2e\+200"),
        ({"X": A > 0}, "X must be"),
        ({"t": T > 0}, "t must be"),
    ],
    GroupLasso: [
        ({"lam": np.nan}, "lam must be finite"),
        ({"X": 1e200 * A}, "X must be small enough"),
        *BAD_GROUPS,
    ],
    SparseLogistic: [
        ({"t": T}, r"t must hold only -1 and \+1, got 3 at 0"),
        ({"t": T > 0}, f"t {NO_MASK}"),
        ({"t": (T > 0).tolist()}, f"t {NO_MASK}"),
        ({"lam": -1.0}, "lam must be at least 0, got -1.0."),
        ({"X": NAN}, "X must be finite"),
    ],
    GroupLogistic: [({"t": T / 4}, r"t must hold only -1 and \+1"), *BAD_GROUPS],
    ConstrainedLasso: [
        ({"eta": -0.5}, "eta must be at least 0, got -0.5."),
        ({"t": T[:2]}, "t must have as many rows as X, got 2 for 4."),
    ],
    ConstrainedGroupLasso: [({"eta": "2"}, "eta must be a number"), *BAD_GROUPS],
    KernelSVM: [
        ({"C": -1.0}, "C must be at least 0, got -1.0"),
        ({"C": np.inf}, "C must be finite"),
        ({"y": [1, 2, 3]}, TWO_CLASSES),
        ({"y": [5, 5, 5]}, TWO_CLASSES),
        ({"y": [1, -1]}, "y must have as many rows as X"),
        ({"y": [1, -1, np.nan]}, "y must be finite"),
        ({"y": [[1], [1], [1]]}, "y must have 1 axis"),
        ({"b": 2.5}, "b must lie between -C n_- = -1 and C n_[+] = 2"),
        ({"b": -1.5}, "b must lie between"),
        ({"kernel": "rbf"}, "kernel must be a Linear or Polynomial or Gaussian, got 'rbf'"),
        ({"X": [[1.0], [np.nan], [2.0]]}, "X must be finite"),
        ({"X": np.zeros((3, 0))}, "X must hold points with features"),
        ({"X": np.zeros((0, 2)), "y": []}, "X must hold points with features"),
        ({"X": [[1e200], [1.0], [2.0]]}, "X, kernel and C must be small enough"),
        ({"kernel": Polynomial(1.0, 3, -2.0)}, "kernel must be positive semidefinite on the data"),
    ],
    ODM: [
        ({"theta": 1.0}, "theta must be at least 0 and below 1, got 1.0"),
        ({"theta": -0.1}, "theta must be"),
        ({"lam": 0.0}, "lam must be positive"),
        ({"nu": 0.0}, "nu must be positive"),
        ({"y": [1.0, 0.0] * 3}, r"y must hold only -1 and \+1"),
        ({"y": Y6 > 0}, f"y {NO_MASK}"),
        ({"y": [1.0]}, "y must have as many rows as X"),
        ({"X": np.zeros((0, 2)), "y": []}, "y must hold at least one label"),
        ({"kernel": "rbf"}, "kernel must be a Linear or Polynomial or Gaussian"),
        ({"kernel": Polynomial(1.0, 2, -1.0)}, "use coef0 >= 0"),
        ({"X": 1e200 * X6}, "must be small enough"),
    ],
    MultiInstanceODM: [
        ({"bags": [], "y": []}, "bags must hold at least one bag"),
        ({"bags": [*BAGS[:3], np.zeros((0, 2))]}, r"bags\[3\] must hold at least one instance"),
        ({"bags": [*BAGS[:3], [[1.0]]]}, r"bags\[3\] must have 2 columns like bags\[0\], got 1"),
        ({"bags": [*BAGS[:3], [[np.nan, 0]]]}, r"bags\[3\] must be finite"),
        ({"bags": np.zeros((4, 2))}, "bags must be a list of arrays"),
        ({"bags": 3}, "bags must be a list of arrays"),
        ({"bags": csr_array(X6)}, r"bags must be a list of arrays.*, got shape \(6, 2\); cut"),
        ({"y": Y6[:4] > 0}, f"y {NO_MASK}"),
        ({"y": [1, 1, -1]}, "y must have one label per bag, got 3 for 4"),
        ({"y": [1, 1, 0, 1]}, "y must hold only -1 and"),
        ({"lam1": 0}, "lam1 must be positive"),
        ({"lam2": -1}, "lam2 must be positive"),
        ({"nu": 0}, "nu must be positive"),
        ({"theta": 1}, "theta must be at least 0 and below 1"),
        ({"q_mode": "rows"}, "q_mode must be one of 'instances', 'bags'"),
        ({"kernel": None}, "kernel must be"),
        ({"bags": [[[1e200, 0]]], "y": [1]}, "must be small enough"),
    ],
    TripletMetric: [
        ({"L": [[1, 1], [1, 1]]}, "L must be positive definite"),
        ({"L": [[1, 1], [1, 1 + 1e-16]]}, "L must be positive definite"),
        ({"L": [[1, 0.1], [0.1, 0.01 + 1e-17]]}, "L must be positive definite"),
        ({"L": [[1, 2], [2, 1]]}, "smallest eigenvalue -1"),
        ({"L": [[0, 0], [0, 1]]}, "L must be positive definite"),
        ({"L": [[1, 0.5], [0, 1]]}, "L must be symmetric"),
        ({"L": np.eye(3)}, "L must have shape"),
        ({"C": -1.0}, "C must be at least 0, got -1.0"),
        ({"C": np.nan}, "C must be finite"),
        ({"Z": [[1, np.inf]]}, "Z must be finite"),
        ({"Z": [1, 2]}, "Z must have 2 axes"),
        ({"Z": np.zeros((3, 0))}, "Z must have at least one column"),
        ({"Z": [[1e200, 1.0]]}, "small enough"),
        ({"nonnegative": 1}, "nonnegative must be one of"),
    ],
    LargeMarginMetric: [
        ({"far": np.zeros((4, 3))}, "^far and near"),
        ({"T": None}, "^T"),
        ({"T": np.diag([1.0, 0.0])}, "^T"),
        ({"T": np.diag([1.0, -1.0])}, "^T"),
        ({"T": [[1.0, 0.5], [0.0, 1.0]]}, "^T"),
        ({"C": -1.0}, "^C"),
        ({"ridge": -1.0}, "^ridge"),
        ({"far": np.full((4, 2), 1e200)}, "^far, near"),
    ],
    InformationTheoreticMetric: [
        ({"V": np.zeros((4, 2))}, "^V "),
        ({"V": np.full((4, 2), 1e200)}, "^V "),
        ({"b": [1.0, 0.0, 1.0, 1.0]}, "^b "),
        ({"b": np.ones(3)}, "^b "),
        ({"gamma": 0.0}, "^gamma "),
        ({"prior_inverse": np.eye(3)}, "^prior_inverse "),
        ({"prior_inverse": np.diag([1.0, -1.0])}, "^prior_inverse "),
        ({"prior_inverse": np.diag([1.0, 0.0])}, "^prior_inverse "),
        ({"prior_inverse": [[1.0, 0.5], [0.0, 1.0]]}, "^prior_inverse "),
    ],
    SparsePrecision: [
        ({"Sigma": [[1, 0.5], [0.4, 1]]}, r"Sigma must be symmetric, got entries 0\.1 apart"),
        ({"Sigma": [[1, np.nan], [np.nan, 1]]}, "Sigma must be finite"),
        ({"Sigma": [1, 2]}, "Sigma must have 2 axes"),
        ({"Sigma": [[1, 2, 3]]}, "Sigma must be square"),
        ({"Sigma": np.empty((0, 0))}, "Sigma must have at least one row"),
        ({"rho": -0.1}, r"rho must be at least 0, got -0\.1"),
        ({"rho": np.nan}, "rho must be finite"),
        ({"rho": "a"}, "rho must be a number"),
        ({"rho": np.eye(3)}, r"rho must be a number or have the shape \(2, 2\)"),
        ({"rho": [[0, -1], [-1, 0]]}, "rho must be at least 0, got -1"),
        ({"rho": [[0, 1], [2, 0]]}, "rho must be symmetric"),
        ({"Sigma": 1e200 * np.eye(2)}, "Sigma and rho must be at most"),
    ],
    Program: [
        ({"Q": [[1.0, 0.0], [0.0, -1.0]]}, "Q must be positive semidefinite"),
        ({"A": [[1.0, np.nan]], "b": [1.0]}, "A must be finite"),
        ({"A": [[1.0, 2.0, 3.0]], "b": [1.0]}, "one column per entry of c"),
        ({"A": [[1.0, 2.0]]}, "b must be given with A"),
        ({"lower": [np.inf, 0.0]}, "lower must be a number or -inf"),
        ({"upper": "high"}, "upper must be one number or one per variable"),
    ],
}


@each("kind, change, words", [(k, *one) for k in DATA for one in DATA[k]])
def test_problem_refuses_bad_data_in_a_sentence(kind, change, words):
    kind(**GOOD[kind])
    with pytest.raises(InputError, match=words):
        kind(**GOOD[kind] | change)


# --- points and multipliers -----------------------------------------------------------------------

#: Problem type -> (arguments of certify, words of the sentence).
POINTS = {
    Lasso: [
        ((np.zeros(4),), r"w must have shape \(3,\), got \(4,\)"),
        ((np.zeros(3), np.zeros(3)), r"theta must have shape \(4,\), got \(3,\)"),
    ],
    KernelSVM: [
        ((np.ones(7),), "x must have shape"),
        ((np.ones(3), np.ones(2)), "v must have shape"),
    ],
    ODM: [
        ((np.zeros(5),), r"s must have shape \(6,\), got \(5,\)"),
        ((np.zeros(6), np.zeros(6)), r"u must have shape \(12,\)"),
    ],
    MultiInstanceODM: [
        ((np.zeros(4),), r"u must have shape \(10,\), got \(4,\)"),
        ((np.zeros(10), [1.0]), r"v must have shape \(6,\)"),
        *[((np.zeros(10), [1.0], bad), "assignments must name instances")
          for bad in ([[0, 3]], [[-1, 0]])],
        *[((np.zeros(10), [1.0], bad), "assignments must be an array")
          for bad in ([[0]], [0, 0], [[0.0, 1.0]], np.zeros((0, 2), int))],
    ],
    TripletMetric: [
        (([1.0],), r"w must have shape \(2,\), got \(1,\)"),
        (([1.0, np.nan],), "w must be finite"),
        (([1.0, 1.0], np.ones(4)), r"lam must have shape \(5,\)"),
        (([1.0, 1.0], np.ones(5), np.ones(3)), r"t must have shape \(2,\)"),
    ],
    LargeMarginMetric: [((np.eye(2), np.ones(3)), "^alpha ")],
    InformationTheoreticMetric: [((np.eye(2), np.ones(3)), "^lam "), ((np.eye(3),), "^M ")],
    SparsePrecision: [
        ((np.eye(3),), r"M must have shape \(2, 2\)"),
        ((np.eye(2), np.eye(3)), r"Z must have shape \(2, 2\)"),
        ((np.eye(2), None, np.eye(3)), r"direction must have shape \(2, 2\)"),
    ],
}  # fmt: skip


@each("kind, given, words", [(k, *one) for k in POINTS for one in POINTS[k]])
def test_certify_refuses_bad_points_in_a_sentence(kind, given, words):
    with pytest.raises(InputError, match=words):
        kind(**GOOD[kind]).certify(*given)


# --- options --------------------------------------------------------------------------------------

#: What every solver refuses.
COMMON = [
    ({"tol": -1.0}, "tol must be at least 0, got -1.0"),
    ({"max_iter": -1}, "max_iter must be a whole number of at least 0, got -1"),
    ({"max_iter": 1.5}, "max_iter must be a whole number of at least 0, got 1.5"),
    ({"record_every": 0.5}, "record_every must be a whole number of at least 0, got 0.5"),
    ({"record_every": -1}, "record_every must be a whole number of at least 0, got -1"),
    ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
]


def test_solver_refuses_wrong_common_options_in_a_sentence(problems, starts, kind, name):
    solve, problem, shape = SOLVERS[kind][name], problems[kind], starts[kind].x.shape
    longer = tuple(n + 1 for n in shape)
    starting = [
        ({"x0": np.ones(longer)}, re.escape(f"x0 must have shape {shape}, got {longer}")),
        ({"x0": np.full(shape, np.nan)}, "x0 must be finite, got nan"),
    ]
    for options, words in COMMON + starting:
        with pytest.raises(InputError, match=f"^{words}"):
            solve(problem, **options)


LASSO, LOGISTIC, SVM = Lasso(A, T, 0.2), SparseLogistic(A, LABELS, 0.2), KernelSVM(X6, Y6)
GAUSSIAN = KernelSVM(X6, Y6, Gaussian(0.5), 1.0, 0.7)
GROUP, GROUP_LOGISTIC = GroupLasso(A, T, 0.2, GROUPS), GroupLogistic(A, LABELS, 0.2, GROUPS)
BALL, FREE, MACHINE = ConstrainedLasso(A, T, 1.0), Lasso(A, T, 0.0), ODM(**GOOD[ODM])
BAGGED, PRECISION = MultiInstanceODM(**GOOD[MultiInstanceODM]), SparsePrecision(np.eye(3), 0.2)
TRIPLETS, PAIRED = TripletMetric(**GOOD[TripletMetric]), InformationTheoreticMetric(**PAIRS)
MANY_KEYS = MultiInstanceODM(np.zeros((60, 5, 2)), [1] * 60, 1, 1, 0.5, 0.2)
OWN, LEFT_OUT = "model must be 'own' for single", "must be left out for a"
#: (solver, problem, options, words of the sentence).
OPTIONS = [
    (solve_coordinate_descent, LASSO, {"variant": "printed"}, f"variant {LEFT_OUT} Lasso"),
    (solve_coordinate_descent, LASSO, {"model": "own"}, f"model {LEFT_OUT} Lasso"),
    (solve_coordinate_descent, LOGISTIC, {"order": "greedy"},
     "order must be 'random' or 'cyclic' for a SparseLogistic"),
    (solve_coordinate_descent, LOGISTIC, {"model": "shared", "steps": "updates"}, OWN),
    (solve_coordinate_descent, LOGISTIC, {"model": "shared", "variant": "printed"}, OWN),
    (solve_block_cd, GROUP, {"model": "own"}, f"model {LEFT_OUT} GroupLasso, got 'own'"),
    (solve_block_cd, GROUP_LOGISTIC, {"model": "shared", "steps": "updates"}, OWN),
    (solve_proximal_gradient, LASSO, {"lipschitz": 0.0}, "lipschitz must be positive, got 0.0"),
    (solve_proximal_gradient, PRECISION, {"accelerated": True}, "accelerated"),
    (solve_projected_gradient, BALL, {"lipschitz": 0.0}, "lipschitz must be positive, got 0.0"),
    (solve_subgradient, LASSO, {"L": -1}, "L must be positive, got -1"),
    (solve_lasso_interior_point, FREE, {},
     "lam must be positive for an interior point, got 0.0; use"),
    (solve_smo, GAUSSIAN, {"cache_mb": 0.0}, "cache_mb must be positive"),
    (solve_mehrotra, GAUSSIAN, {"eta": 1.0}, "eta must lie between"),
    (solve_mehrotra, GAUSSIAN, {"algebra": "low-rank"},
     "low-rank.* needs a linear kernel, got Gaussian.*; use"),
    (solve_path_following, GAUSSIAN, {"sigma": 1.5},
     "sigma must lie between 0.0 and 1.0, got 1.5"),
    (solve_path_following, GAUSSIAN, {"eta": -0.1}, "eta must lie between"),
    (solve_path_following, GAUSSIAN, {"algebra": "low-rank"}, "needs a linear kernel"),
    (solve_low_cost, GAUSSIAN, {"start": "source"},
     'start must be "feasible" for variant="safeguarded"'),
    (solve_low_cost, GAUSSIAN, {"steps": "common"},
     'steps must be "separate" for variant="safeguarded"'),
    (solve_low_cost, GAUSSIAN, {"variant": "centering", "eta": 1.0}, "eta must lie between"),
    (solve_low_cost, GAUSSIAN, {"eta": 2}, "eta must lie between"),
    (solve_identification, GAUSSIAN, {"exact": False}, "exact must be True where b is not 0"),
    (solve_identification, GAUSSIAN, {"digits": -1.0}, "digits must be at least 0"),
    (solve_identification, GAUSSIAN, {"theta": 0.0}, "theta must be positive"),
    (solve_identification, GAUSSIAN, {"beta": -4.0}, "beta must be positive"),
    (solve_dual_cd, MACHINE, {"stop": "source"}, "^stop must be"),
    (solve_dual_cd, PAIRED, {"stop": "source"}, "^stop must be"),
    (solve_dual_cd, TRIPLETS, {"eps": -1.0}, "eps must be at least 0"),
    (solve_mirror_prox, BAGGED, {"step": "fast"}, "step must be one of 'adaptive', 'guaranteed'"),
    (solve_mirror_prox, BAGGED, {"step": 0.0}, "step must be positive"),
    (solve_mirror_prox, BAGGED, {"eta": -1.0}, "eta must be positive"),
    (solve_mirror_prox, BAGGED, {"eta": 1.0, "accelerated": True}, "eta must be left out"),
    (solve_mirror_prox, BAGGED, {"noise": 0.0, "stochastic": True}, "noise must be positive"),
    (solve_mirror_prox, BAGGED, {"weights": 3.0}, "weights must be a pair"),
    (solve_mirror_prox, BAGGED, {"weights": (1.0, 0.0)}, r"weights\[1\] must be positive"),
    *[(solve_mirror_prox, BAGGED, {"radius": radius}, "radius")
      for radius in (np.ones(2), "a", -1.0, np.array("x"), True, [1.0])],
    *[(solve_mirror_descent, BAGGED, bad, f"^{next(iter(bad))} ")
      for bad in ({"step": "adaptive"}, {"step": 0.0}, {"eta": -1.0}, {"output": "first"},
                  {"weights": 1.0}, {"radius": 0.0})],
    (solve_assignment, BAGGED, {"keys": [0]}, "keys must be an array"),
    (solve_mirror_prox, MANY_KEYS, {}, "use solve_column_generation"),
    (solve_reweighting, MANY_KEYS, {}, "use solve_column_generation"),
    (solve_large_margin_admm, LargeMarginMetric(**GOOD[LargeMarginMetric]), {"rho": 0.0},
     "^rho must be positive"),
    (solve_alternating_linearization, PRECISION, {"smoothing": -1.0},
     r"smoothing must be at least 0, got -1\.0"),
    (solve_alternating_linearization, PRECISION, {"variant": "continuation", "smoothing": 0.1},
     "smoothing must be 0 with variant"),
    (solve_alternating_linearization, PRECISION, {"mu": 0.0}, r"mu must be positive, got 0\.0"),
    (solve_alternating_linearization, PRECISION, {"mu_factor": -1}, "mu_factor must be positive"),
    *[(solve, PRECISION, {"x0": -np.eye(3)},
       "x0 must be positive definite, got smallest eigenvalue -1")
      for solve in SOLVERS[SparsePrecision].values()],
    (solve_simplex, Program([1.0], Q=[[1.0]]), {}, "use solve_active_set"),
    (solve_active_set, Program([1.0], [[1e-310]], [1.0]), {}, "rescale"),
]  # fmt: skip


@each("solve, problem, options, words", OPTIONS)
def test_solver_refuses_wrong_options_in_a_sentence(solve, problem, options, words):
    with pytest.raises(InputError, match=words):
        solve(problem, **options)


def options(solve):
    return list(inspect.signature(solve).parameters.values())[1:]


def test_solver_refusal_lists_choices_and_problem_types(problems, kind, name):
    """The message lists every choice, and every class of problem that the solver is for."""
    solve, problem = SOLVERS[kind][name], problems[kind]
    for option in options(solve):
        words = choices(option)
        text = refused(lambda o=option: solve(problem, **{o.name: "sideways"})) if words else ""
        listed = [f"{option.name} must be one of ", *map(repr, words)] if words else []
        assert all(word in text for word in listed), (option.name, text)
    hint = next(iter(inspect.signature(solve).parameters.values())).annotation
    kinds = typing.get_args(hint) or (hint,)
    for other in (None, 3, np.zeros(3), *(p for k, p in problems.items() if k not in kinds)):
        text = refused(lambda other=other: solve(other, max_iter=0))
        assert text.startswith("problem must be a "), other
        assert kind in kinds and all(one.__name__ in text for one in kinds)


def test_solver_refuses_a_result_of_another_problem_as_start(problems, starts, kind, name):
    solve, problem = SOLVERS[kind][name], problems[kind]
    shape = solve(problem, max_iter=0).x.shape
    for other, x0 in starts.items():
        text = refused(lambda x0=x0: solve(problem, x0=x0, max_iter=3, tol=0))
        assert "x0" in text if text else x0.x.shape == shape, other


def test_options_that_are_right_are_taken():
    options = Options(max_iter=3, tol=1, seed=np.int64(3))
    assert options.seed == 3 and type(options.tol) is float  # no kernel is compiled for int
    assert solve_mirror_prox(BAGGED, radius=np.inf, max_iter=2).status


# --- other functions ------------------------------------------------------------------------------

TWELVE = np.random.default_rng(0).standard_normal((12, 5))
WIDE = np.random.default_rng(8).standard_normal((5, 9))
X8 = np.random.default_rng(4).standard_normal((8, 3))
POINTS6 = np.array([(0, 0), (1, 0), (0, 1.5), (4, 4), (5, 4.2), (4.4, 5.5)])
IRIS, CLASSES = np.arange(40.0).reshape(10, 4) % 7, np.arange(10) % 2


def grid(X=TWELVE, t=TWELVE[:, 0], **given):
    return lasso_grid(X, t, **given)


def metric(X=POINTS6, similar=((0, 1),), dissimilar=((0, 3),), **given):
    return metric_problem(X, similar, dissimilar, **{"beta": 0.1, "rho": 0.1} | given)


def triplets(rows, A=None):
    return TripletMetric.from_triplets(np.arange(8.0).reshape(4, 2), rows, A)


def svm_by_gram(K):
    return KernelSVM.from_gram(K, [1, -1])


def folds(given, **options):
    return lars_path(X8, X8[:, 0] + 1.0).cross_validate(given, **options)


@cache
def path_of(X, **options):
    """The path of the matrix of that name. None is made before a test wants it: what modules
    compile, all processes compile while they collect."""
    return lars_path({"A": A, "WIDE": WIDE}[X], {"A": T, "WIDE": np.ones(5)}[X], **options)


def on_path(name, *given, X="A", **options):
    """What a method of a path returns."""
    return getattr(path_of(X, **options), name)(*given)


NO_LABELS = "y must hold labels of one kind"
#: (words of the sentence, function, arguments, options).
CALLS = [
    *[("^(lam|eta) must", on_path, (read, bad), {})
      for read in ("at", "at_eta", "lam_at", "eta_at", "df", "cp")
      for bad in (-1.0, np.nan, "1", [1.0, -2.0], [[1.0]])],
    ("lam_min must be at least 0, got -1.0", lars_path, (A, T, -1.0), {}),
    ("t must have as many rows as X, got 3 for 4", lars_path, (A, T[:3]), {}),
    ("X must be finite", lars_path, (A * np.nan, T), {}),
    ("method must be one of 'lasso', 'lar', got 'stagewise'", lars_path, (A, T),
     {"method": "stagewise"}),
    ("alpha must be at least 0", lars_path, (A, T), {"alpha": -0.1}),
    ("perturb must be a number, got 'a bit'", lars_path, (A, T), {"perturb": "a bit"}),
    ("seed must be a whole number", lars_path, (A, T), {"seed": 0.5}),
    ("k must be less than", lambda: on_path("equiangular", path_of("A").knots.size - 1), (), {}),
    ("sigma2 must be given where .* got 5 rows for 9 columns", on_path, ("cp", 0.1),
     {"X": "WIDE"}),
    ('eta needs a path with method "lasso", got "lar"', on_path, ("at_eta", 0.5),
     {"method": "lar"}),
    ("lam must be at least 2, where this path ends, got 1; make", on_path, ("at", 1.0),
     {"lam_min": 2.0}),
    ("eta must be at most .* make the path with a smaller", on_path, ("at_eta", 100.0),
     {"lam_min": 2.0}),
    ("lam must be at least 2, where this path ends, got 1",
     lambda: on_path("cross_validate", 2, lam_min=2.0).at(1.0), (), {}),
    ("folds must be a whole number of at least 2, got 1", folds, (1,), {}),
    ("folds must be a whole number of at least 2, got 2.5", folds, (2.5,), {}),
    ("folds must be at most the number of rows 8, got 9", folds, (9,), {}),
    ("folds must hold a label for each of 8 rows, got 3", folds, ([0, 1, 0],), {}),
    ("folds must hold at least 2 different labels", folds, ([0] * 8,), {}),
    ("folds must be a whole number", folds, ("many",), {}),
    ("rescale must be one of True, False, got 1", folds, (4,), {"rescale": 1}),
    *[("lam must", lambda bad: folds(4).at(bad), (bad,), {}) for bad in (-1.0, np.nan, "x")],
    *[("lams must be positive and falling", grid, (), {"lams": bad})
      for bad in ([0.1, 0.2], [0.1, 0.0])],
    ("lams", grid, (), {"lams": []}),
    ("least must lie between 0 and 1", grid, (), {"least": 1.0}),
    *[(f"{name} must", grid, (), {name: 0 if name != "tol" else 0.0})
      for name in ("count", "tol", "max_iter")],
    ("t must", grid, (), {"t": np.ones(3)}),
    ("X must", grid, (), {"X": [[np.nan]] * 12}),
    ("lam must be positive, got 0.0: every eta", eta_of_lam, (FREE,), {}),
    ("problem must be a Lasso or GroupLasso, got", eta_of_lam, (BALL,), {}),
    ("problem must be a ConstrainedLasso or Constr", lam_of_eta, (LASSO,), {}),
    ("tol must be positive", lam_of_eta, (BALL,), {"tol": 0.0}),
    ("taus must be positive, got 0", central_path, (LASSO, [1.0, 0.0]), {}),
    ("taus must be positive, got -2", central_path, (LASSO, [1.0, -2.0]), {}),
    ("taus must be finite", central_path, (LASSO, [np.nan]), {}),
    ("taus must have 1 axis", central_path, (LASSO, 1.0), {}),
    ("taus must be large enough for floating-point arithmetic, got 1e-200", central_path,
     (LASSO, [1e-200]), {}),
    ("lam must be positive for an interior point", central_path, (FREE, [1.0]), {}),
    ("problem must be a Lasso", central_path, ("lasso", [1.0]), {}),
    ("strictly feasible x", central_path, (KernelSVM(X6, np.ones(6)), [1.0]), {}),
    ("strictly inside", central_path,
     (Program([1.0, 0.0], [[1, 0], [0, 1], [-1, -1]], [1, 1, -2]), [1.0]), {}),
    ("lam must exceed the part of b in the null space", group_subproblem,
     (np.diag([1.0, 0.0]), [1.0, 2.0], 1.5), {}),
    ("lam must exceed the part of b in the null space", group_subproblem,
     (np.zeros((2, 2)), [1.0, 0.0], 0.5), {}),
    ("A must be positive semidefinite, got the eig", group_subproblem,
     (np.diag([1.0, -1.0]), [1.0, 2.0], 1.0), {}),
    ("A must be symmetric with a row for each", group_subproblem,
     ([[1.0, 2.0], [0.0, 1.0]], [1.0, 2.0], 1.0), {}),
    (r"A must be symmetric .* got shape \(3, 3\) for 2", group_subproblem,
     (np.eye(3), [1.0, 2.0], 1.0), {}),
    ("lam must be at least 0", group_subproblem, (np.eye(2), [1.0, 2.0], -1.0), {}),
    ("radius must be at least 0", project_group_ball, (np.ones(3), -1.0, np.array(GROUPS)), {}),
    ("K must be symmetric", svm_by_gram, ([[1, 0.2], [0.3, 1]],), {}),
    ("K must be positive semidefinite", svm_by_gram, ([[1, 2], [2, 1]],), {}),
    ("K must be positive semidefinite", svm_by_gram, ([[-1, 0], [0, -1]],), {}),
    ("K must be square", svm_by_gram, ([[1, 2]],), {}),
    ("y must have as many rows as K", svm_by_gram, ([[1.0]],), {}),
    ("x must be finite", SVM.project, (np.full(6, np.nan),), {}),
    ("points must have 2", decision_function, (SVM, np.ones(6), np.ones((2, 3))), {}),
    ("points must have 2 axes", decision_function, (SVM, np.ones(6), [1.0, 2.0]), {}),
    ("points must have 2 columns", MACHINE.decision, (np.zeros(6), np.zeros((3, 3))), {}),
    ("points must have 2 columns", instance_values, (BAGGED, np.zeros(8), [[1.0]]), {}),
    (r"bags\[1\] must hold at least one instance", bag_values,
     (BAGGED, np.zeros(8), [[[0.0, 0.0]], np.zeros((0, 2))]), {}),
    (r"10000 assignments .* got 8.67e\+41; use solve", MANY_KEYS.assignments, (), {}),
    ("use solve_column_generation", MANY_KEYS.certify, (np.zeros(120), [1.0]), {}),
    (r"triplets must lie in 0..3, the rows of X, got 0..9", triplets, ([[0, 1, 9]],), {}),
    ("triplets must lie in", triplets, ([[0, 1, -1]],), {}),
    *[("triplets must be an", triplets, (bad,), {})
      for bad in ([[0, 1]], [[0.5, 1, 2]], [[0, 1, 2], [0, 1]])],
    ("A must have 2 rows", triplets, ([[0, 1, 2]], np.eye(3)), {}),
    ("A must have no zero column, got column 1", triplets,
     ([[0, 1, 2]], [[1.0, 0.0], [1.0, 0.0]]), {}),
    ("drop zero or repeated columns of A", triplets, ([[0, 1, 2]], [[1.0, 1.0], [1.0, 1.0]]), {}),
    *[(words, sample_triplets, (y, 3), {}) for y, words in [
        (["a"] * 5, TWO_CLASSES),
        (range(5), TWO_CLASSES),
        ([[0, 1]], "y must have 1 axis"),
        ([0.0, np.nan], "y must be finite"),
        (np.array([0, 0, 1, np.nan], dtype=object), "y must be finite"),
        (np.array(["2020", "2020", "2021", "NaT"], "M8[Y]"), "y must be finite"),
        ([[1], [2, 3]], "y must have 1 axis"),
        ([None, 1, "a"], NO_LABELS),
    ]],
    ("^y must give some point another", lmnn_problem, (np.eye(3), [0, 1, 2]), {}),
    ("^T must be positive definite", lmnn_problem, (np.eye(3), [0, 0, 1]), {}),
    *[(words, metric, (), given) for given, words in [
        ({"similar": [(0, 1)], "dissimilar": [(1, 0)]}, r"must not share a pair, got \(0, 1\)"),
        ({"dissimilar": [(2, 2)]}, r"dissimilar must pair different points, got \(2, 2\)"),
        ({"similar": [(0, 6)]}, r"similar must lie in 0\.\.5, the rows of X, got 0\.\.6"),
        ({"similar": [(-1, 0)]}, r"got -1\.\.0"),
        ({"similar": [(0.5, 1)]}, r"similar must be a \(p, 2\) array of whole numbers"),
        ({"similar": [0, 1]}, r"similar must be a \(p, 2\) array"),
        ({"k": 0}, "k must be a whole number of at least 1"),
        ({"alpha": 1.0}, "alpha must be below 1"),
        ({"alpha": -0.1}, "alpha must lie between"),
        ({"theta": -1}, "theta must be at least 0"),
        ({"prior": "mean"}, "prior must be one of"),
        ({"beta": -1.0}, "beta must be at least 0"),
        ({"rho": -1.0}, "rho must be at least 0"),
        ({"dissimilar_weight": -1.0}, "dissimilar_weight must be at least 0"),
        ({"semi_supervised": 1}, "semi_supervised must be one of"),
        ({"X": np.empty((0, 2))}, "X must hold at least one point"),
        ({"X": POINTS6 * 1e200}, "X must be small enough"),
    ]],
    ("The covariance of X must be positive", solvers.mahalanobis_metric, (np.ones((5, 2)),), {}),
    *[(words, nearest_neighbour_error, given, {}) for given, words in [
        ((np.eye(3), IRIS, CLASSES, IRIS, CLASSES), "M must have shape"),
        ((-np.eye(4), IRIS, CLASSES, IRIS, CLASSES), "M must be positive semi"),
        ((np.eye(4), IRIS, CLASSES[1:], IRIS, CLASSES), "y must have as many rows"),
        ((np.eye(4), IRIS, CLASSES, IRIS, CLASSES[1:]), "labels must have as many"),
        ((np.eye(4), IRIS[:0], CLASSES[:0], IRIS, CLASSES), "at least one row"),
    ]],
    *[(words, solvers.itml_problem, given, more) for given, more, words in [
        ((np.repeat(X6[:2], 6, axis=0), [[0, 1], [1, 2], [6, 7], [2, 3]], [[0, 6]]), {},
         "^X must hold different points"),
        ((X6, [[0, 1]], [[2, 3]]), {"gamma": 0.0}, "^gamma must be positive"),
    ]],
    ("^rho must be at least 0", solvers.sdml_problem, (X6, [[0, 1]], [[2, 3]]),
     {"beta": 0.1, "rho": -1.0}),
    ("must not share a pair", solvers.lrml_metric, (IRIS, [(0, 1)], [(0, 1)]), {}),
    ("bias must be at least 0, got -1.0", Linear, (), {"bias": -1.0}),
    ("gamma must be positive, got 0.0", Polynomial, (0.0,), {}),
    ("degree must be a whole number", Polynomial, (1.0,), {"degree": 2.5}),
    ("degree must be a whole number of at least 1", Polynomial, (1.0,), {"degree": 0}),
    ("coef0 must be finite", Polynomial, (1.0,), {"coef0": np.nan}),
    ("gamma must be positive, got -0.5", Gaussian, (-0.5,), {}),
    ("gamma must be a number", Gaussian, ("auto",), {}),
    ("bias must be at least 0", Gaussian, (1.0,), {"bias": -1.0}),
    ("B must have as many columns as A", Linear(), (np.ones((2, 3)), np.ones((2, 4))), {}),
    ("A must have 2 axes", Linear(), (np.ones(3), np.ones((2, 3))), {}),
    ("A must be", Gaussian(1.0), (A > 0, A), {}),
]  # fmt: skip


@each("words, call, given, options", CALLS)
def test_public_functions_refuse_bad_arguments_in_a_sentence(words, call, given, options):
    with pytest.raises(InputError, match=words):
        call(*given, **options)


# --- values that nobody should hand over ----------------------------------------------------------


@every_kind
def test_problem_refuses_values_that_are_no_numbers(problems, kind):
    given = {f.name: getattr(problems[kind], f.name) for f in dataclasses.fields(kind) if f.init}
    for field, (what, value) in itertools.product(given, NO_NUMBERS.items()):
        if field in ("groups", "kernel", "K") or (kind is KernelSVM and what in ("texts",)):
            continue
        assert refused(lambda g=given | {field: value}: kind(**g)), (field, what)


def test_labels_that_are_masks_or_missing_are_refused():
    X = np.arange(8.0).reshape(4, 2)
    bad = [
        np.array([True, False, True, False]),
        np.array(["2020-01-01", "NaT", "2020-01-02", "NaT"], dtype="M8[D]"),
        [[1], [2, 3], [1], [2]],
        [1.0, np.nan, 1.0, 2.0],
        np.ma.masked_equal([1, 2, 1, 2], 2),
        [1, "a", None, 2],
        None,
    ]
    for y in bad:
        assert refused(lambda y=y: KernelSVM(X, y))
        assert refused(lambda y=y: sample_triplets(y, 3))
        assert refused(lambda y=y: nearest_neighbour_error(np.eye(2), X, y, X, [1, 2, 1, 2]))
        assert refused(lambda y=y: nearest_neighbour_error(np.eye(2), X, [1, 2, 1, 2], X, y))
    assert KernelSVM(X, ["a", "b", "a", "b"]).y.tolist() == [-1.0, 1.0, -1.0, 1.0]
    assert nearest_neighbour_error(np.eye(2), X, list("abab"), X, list("abab")) == 0.0


def test_keys_that_are_wrong_are_refused_by_their_name(problems):
    problem = problems[MultiInstanceODM]
    J, N = len(problem.points), problem.omega.size
    for keys in (*HOSTILE.values(), [0], [-1, 0, 0], [9, 0, 0], [0.0, 0.0, 0.0]):
        for call in (
            lambda keys=keys: solve_keys(problem, keys),
            lambda keys=keys: bag_objectives(problem, np.ones(J), keys=keys),
            lambda keys=keys: printed_dual(problem, np.ones(2 * N), keys),
        ):
            with pytest.raises(InputError, match=r"^keys must .*\.$"):
                call()
    assert solve_keys(problem, np.zeros(3, int)).keys.tolist() == [0, 0, 0]
