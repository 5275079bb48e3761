"""What `solvers` offers, and in which file: `solvers` reads the lines of imports, and imports a
file when something in it is asked for. A solver that is missing here works, but type checkers and
editors do not know its options.
"""

from solvers.active_set import solve_active_set
from solvers.admm import solve_admm
from solvers.affine_scaling import solve_affine_scaling
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
from solvers.alternating_linearization import solve_alternating_linearization
from solvers.assignment import KeyMachine, mean_keys, round_keys, solve_assignment, solve_keys
from solvers.block_coordinate_descent import solve_block_cd
from solvers.checks import InputError
from solvers.column_generation import solve_column_generation
from solvers.coordinate_descent import solve_coordinate_descent
from solvers.dual_coordinate_descent import solve_dual_cd
from solvers.interior_point.central_path import CentralPath, central_path
from solvers.interior_point.identification import solve_identification
from solvers.interior_point.lasso import solve_lasso_interior_point
from solvers.interior_point.low_cost import solve_low_cost
from solvers.interior_point.mehrotra import solve_mehrotra
from solvers.interior_point.path_following import solve_path_following
from solvers.interior_point.svm.identification_run import FirstPhase
from solvers.interior_point.triplet import solve_triplet_interior_point
from solvers.kernels import Gaussian, Linear, Polynomial
from solvers.lam_grid import LassoGrid, lasso_grid
from solvers.lambda_eta import LamEta, eta_of_lam, lam_of_eta
from solvers.large_margin_admm import solve_large_margin_admm
from solvers.lars import Event, LarsPath, lars_path
from solvers.lars.homotopy import solve_lars
from solvers.mirror_prox import solve_mirror_descent, solve_mirror_prox
from solvers.odm.saddle_run import best_response, drive_saddle, saddle_halves
from solvers.options import Common, Options, common_options, start
from solvers.problem import Problem
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
from solvers.problems.kernel_svm import KernelSVM, best_multiplier, tangent_bound
from solvers.problems.knapsack import project_knapsack
from solvers.problems.large_margin import LargeMarginMetric
from solvers.problems.losses import scaled_bound
from solvers.problems.multi_instance import MultiInstanceODM
from solvers.problems.odm import ODM, FreeMeanODM
from solvers.problems.pair_metric import InformationTheoreticMetric
from solvers.problems.program import Program
from solvers.problems.sparse_linear import GroupLasso, GroupLogistic, Lasso, SparseLogistic
from solvers.problems.sparse_precision import SparsePrecision
from solvers.problems.svm_machine import (
    bias_interval,
    decision_function,
    kkt_classes,
    optimal_classes,
)
from solvers.problems.triplet_metric import TripletMetric, sample_triplets
from solvers.programs.cutting_planes import solve_cutting_planes
from solvers.programs.ellipsoid import solve_ellipsoid
from solvers.programs.pdhg import solve_pdhg
from solvers.programs.simplex import solve_simplex
from solvers.projected_gradient import solve_projected_gradient
from solvers.prox import group_soft_threshold, project_group_ball, project_l1_ball, soft_threshold
from solvers.proximal_gradient import solve_proximal_gradient
from solvers.proximal_newton import solve_proximal_newton
from solvers.registry import SOLVERS, about, broken_solvers, solver
from solvers.result import Certificate, Result, Trace, answer_scale
from solvers.reweighting import solve_reweighting
from solvers.rival_metrics import (
    itml_problem,
    lmnn_problem,
    lrml_metric,
    mahalanobis_metric,
    nearest_neighbour_error,
    sdml_problem,
)
from solvers.smo import solve_smo
from solvers.sparse.group_subproblem import GroupSubproblem, group_subproblem
from solvers.subgradient import solve_subgradient
from solvers.subspace_descent import solve_subspace_descent

__all__ = [
    "ODM",
    "SOLVERS",
    "Affinity",
    "BagObjectives",
    "CentralPath",
    "Certificate",
    "Common",
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "Event",
    "FirstPhase",
    "FreeMeanODM",
    "Gaussian",
    "GroupLasso",
    "GroupLogistic",
    "GroupSubproblem",
    "InformationTheoreticMetric",
    "InputError",
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
    "Problem",
    "Program",
    "Result",
    "SparseLogistic",
    "SparsePrecision",
    "Trace",
    "TripletMetric",
    "about",
    "answer_scale",
    "bag_machine",
    "bag_objectives",
    "bag_values",
    "best_multiplier",
    "best_response",
    "bias_interval",
    "broken_solvers",
    "build_affinity",
    "central_path",
    "common_options",
    "covariance",
    "decision_function",
    "drive_saddle",
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
    "scaled_bound",
    "scatter",
    "sdml_problem",
    "soft_threshold",
    "solve_active_set",
    "solve_admm",
    "solve_affine_scaling",
    "solve_alternating_linearization",
    "solve_assignment",
    "solve_block_cd",
    "solve_column_generation",
    "solve_coordinate_descent",
    "solve_cutting_planes",
    "solve_dual_cd",
    "solve_ellipsoid",
    "solve_identification",
    "solve_keys",
    "solve_large_margin_admm",
    "solve_lars",
    "solve_lasso_interior_point",
    "solve_low_cost",
    "solve_mehrotra",
    "solve_mirror_descent",
    "solve_mirror_prox",
    "solve_path_following",
    "solve_pdhg",
    "solve_projected_gradient",
    "solve_proximal_gradient",
    "solve_proximal_newton",
    "solve_reweighting",
    "solve_simplex",
    "solve_smo",
    "solve_subgradient",
    "solve_subspace_descent",
    "solve_triplet_interior_point",
    "solver",
    "start",
    "symmetrised",
    "tangent_bound",
]
