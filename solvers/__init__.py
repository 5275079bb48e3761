"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files."""

from solvers.compiled import kernel_cache

with kernel_cache():
    from solvers.admm import solve_admm
    from solvers.affine_scaling import solve_affine_scaling
    from solvers.affinity import build_affinity, metric_problem
    from solvers.alternating_linearization import solve_alternating_linearization
    from solvers.assignment import KeyMachine, mean_keys, round_keys, solve_assignment, solve_keys
    from solvers.baselines import lrml_metric, mahalanobis_metric, nearest_neighbour_error
    from solvers.block_coordinate_descent import solve_block_cd
    from solvers.checks import InputError
    from solvers.column_generation import solve_column_generation
    from solvers.coordinate_descent import solve_coordinate_descent
    from solvers.dual_coordinate_descent import solve_dual_cd
    from solvers.group_subproblem import GroupSubproblem, group_subproblem
    from solvers.interior_point.central_path import CentralPath, central_path
    from solvers.interior_point.identification import solve_identification
    from solvers.interior_point.lasso import solve_lasso_interior_point
    from solvers.interior_point.low_cost import solve_low_cost
    from solvers.interior_point.mehrotra import solve_mehrotra
    from solvers.interior_point.path_following import solve_path_following
    from solvers.interior_point.triplet import solve_triplet_interior_point
    from solvers.kernels import Gaussian, Linear, Polynomial
    from solvers.lambda_eta import LamEta, eta_of_lam, lam_of_eta
    from solvers.lars import Event, LarsPath, lars_path, solve_lars
    from solvers.mirror_prox import solve_mirror_prox
    from solvers.odm.saddle_run import saddle_halves
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
    from solvers.problems.kernel_svm import KernelSVM
    from solvers.problems.multi_instance import MultiInstanceODM
    from solvers.problems.odm import ODM
    from solvers.problems.sparse_linear import GroupLasso, GroupLogistic, Lasso, SparseLogistic
    from solvers.problems.sparse_precision import SparsePrecision
    from solvers.problems.svm_machine import bias_interval, decision_function, kkt_classes
    from solvers.problems.triplet_metric import TripletMetric, sample_triplets
    from solvers.projected_gradient import solve_projected_gradient
    from solvers.prox import (
        group_soft_threshold,
        project_group_ball,
        project_l1_ball,
        soft_threshold,
    )
    from solvers.proximal_gradient import solve_proximal_gradient
    from solvers.registry import SOLVERS
    from solvers.result import Certificate, Result, Trace
    from solvers.reweighting import solve_reweighting
    from solvers.smo import solve_smo
    from solvers.subgradient import solve_subgradient

__all__ = [
    "ODM",
    "SOLVERS",
    "BagObjectives",
    "CentralPath",
    "Certificate",
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "Event",
    "FreeMeanODM",
    "Gaussian",
    "GroupLasso",
    "GroupLogistic",
    "GroupSubproblem",
    "InputError",
    "KernelSVM",
    "KeyMachine",
    "LamEta",
    "LarsPath",
    "Lasso",
    "Linear",
    "MultiInstanceODM",
    "Polynomial",
    "Result",
    "SparseLogistic",
    "SparsePrecision",
    "Trace",
    "TripletMetric",
    "bag_machine",
    "bag_objectives",
    "bag_values",
    "bias_interval",
    "build_affinity",
    "central_path",
    "decision_function",
    "eta_of_lam",
    "group_soft_threshold",
    "group_subproblem",
    "instance_values",
    "key_instances",
    "key_probability",
    "kkt_classes",
    "lam_of_eta",
    "lars_path",
    "lrml_metric",
    "mahalanobis_metric",
    "mean_keys",
    "metric_problem",
    "nearest_neighbour_error",
    "printed_dual",
    "project_group_ball",
    "project_l1_ball",
    "round_keys",
    "saddle_halves",
    "sample_triplets",
    "soft_threshold",
    "solve_admm",
    "solve_affine_scaling",
    "solve_alternating_linearization",
    "solve_assignment",
    "solve_block_cd",
    "solve_column_generation",
    "solve_coordinate_descent",
    "solve_dual_cd",
    "solve_identification",
    "solve_keys",
    "solve_lars",
    "solve_lasso_interior_point",
    "solve_low_cost",
    "solve_mehrotra",
    "solve_mirror_prox",
    "solve_path_following",
    "solve_projected_gradient",
    "solve_proximal_gradient",
    "solve_reweighting",
    "solve_smo",
    "solve_subgradient",
    "solve_triplet_interior_point",
]
