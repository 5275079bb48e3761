"""What `solvers` offers beside its solvers, which register themselves."""

from solvers.affinity import (
    Affinity,
    build_affinity,
    covariance,
    initial_affinity,
    metric_problem,
    neighbour_matrix,
    propagate,
    propagation_steps,
    scatter,
    symmetrised,
)
from solvers.assignment import KeyMachine, mean_keys, round_keys, solve_keys
from solvers.baselines import lrml_metric, mahalanobis_metric, nearest_neighbour_error
from solvers.interior_point.central_path import CentralPath, central_path
from solvers.kernels import Gaussian, Linear, Polynomial
from solvers.lam_grid import LassoGrid, lasso_grid
from solvers.lambda_eta import LamEta, eta_of_lam, lam_of_eta
from solvers.lars import Event, LarsPath, lars_path
from solvers.odm.saddle_run import best_response, saddle_halves
from solvers.options import Common, Options, common_options
from solvers.problems.bag_machine import (
    BagObjectives,
    bag_machine,
    bag_objectives,
    bag_values,
    instance_values,
    key_instances,
    key_probability,
    printed_dual,
)
from solvers.problems.constrained_linear import ConstrainedGroupLasso, ConstrainedLasso
from solvers.problems.free_mean_odm import FreeMeanODM
from solvers.problems.kernel_svm import KernelSVM, best_multiplier
from solvers.problems.knapsack import project_knapsack
from solvers.problems.large_margin import LargeMarginMetric
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.problems.odm import ODM
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic, Lasso, SparseLogistic
from solvers.problems.sparse_precision import SparsePrecision
from solvers.problems.svm_classes import optimal_classes
from solvers.problems.svm_machine import bias_interval, decision_function, kkt_classes
from solvers.problems.triplet_metric import TripletMetric, sample_triplets
from solvers.prox import group_soft_threshold, project_group_ball, project_l1_ball, soft_threshold
from solvers.registry import SOLVERS, about, solver
from solvers.rival_metrics import itml_problem, lmnn_problem, sdml_problem
from solvers.sparse.group_subproblem import GroupSubproblem, group_subproblem
from solvers.starts import start

__all__ = [
    "ODM",
    "SOLVERS",
    "Affinity",
    "BagObjectives",
    "CentralPath",
    "Common",
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "Event",
    "FreeMeanODM",
    "Gaussian",
    "GroupLasso",
    "GroupLogistic",
    "GroupSubproblem",
    "InformationTheoreticMetric",
    "KernelSVM",
    "KeyMachine",
    "LamEta",
    "LargeMarginMetric",
    "LarsPath",
    "Lasso",
    "LassoGrid",
    "Linear",
    "MultiInstanceODM",
    "Options",
    "Polynomial",
    "SparseLogistic",
    "SparsePrecision",
    "TripletMetric",
    "about",
    "bag_machine",
    "bag_objectives",
    "bag_values",
    "best_multiplier",
    "best_response",
    "bias_interval",
    "build_affinity",
    "central_path",
    "common_options",
    "covariance",
    "decision_function",
    "eta_of_lam",
    "group_soft_threshold",
    "group_subproblem",
    "initial_affinity",
    "instance_values",
    "itml_problem",
    "key_instances",
    "key_probability",
    "kkt_classes",
    "lam_of_eta",
    "lars_path",
    "lasso_grid",
    "lmnn_problem",
    "lrml_metric",
    "mahalanobis_metric",
    "mean_keys",
    "metric_problem",
    "nearest_neighbour_error",
    "neighbour_matrix",
    "optimal_classes",
    "printed_dual",
    "project_group_ball",
    "project_knapsack",
    "project_l1_ball",
    "propagate",
    "propagation_steps",
    "round_keys",
    "saddle_halves",
    "sample_triplets",
    "scatter",
    "sdml_problem",
    "soft_threshold",
    "solve_keys",
    "solver",
    "start",
    "symmetrised",
]
