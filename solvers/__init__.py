"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files."""

from solvers.compiled import kernel_cache

with kernel_cache():
    from solvers.admm import solve_admm
    from solvers.affine_scaling import solve_affine_scaling
    from solvers.affinity import build_affinity, metric_problem
    from solvers.alternating_linearization import solve_alternating_linearization
    from solvers.baselines import lrml_metric, mahalanobis_metric, nearest_neighbour_error
    from solvers.block_coordinate_descent import solve_block_cd
    from solvers.checks import InputError
    from solvers.coordinate_descent import solve_coordinate_descent
    from solvers.dual_coordinate_descent import solve_dual_cd
    from solvers.group_subproblem import GroupSubproblem, group_subproblem
    from solvers.interior_point.mehrotra import solve_mehrotra
    from solvers.interior_point.path_following import solve_path_following
    from solvers.interior_point.triplet import solve_triplet_interior_point
    from solvers.lars import Event, LarsPath, lars_path, solve_lars
    from solvers.kernels import Gaussian, Linear, Polynomial
    from solvers.lambda_eta import LamEta, eta_of_lam, lam_of_eta
    from solvers.problems.constrained_linear import ConstrainedGroupLasso, ConstrainedLasso
    from solvers.problems.kernel_svm import KernelSVM
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
    from solvers.smo import solve_smo
    from solvers.subgradient import solve_subgradient

__all__ = [
    "SOLVERS",
    "Certificate",
    "ConstrainedGroupLasso",
    "ConstrainedLasso",
    "Gaussian",
    "GroupLasso",
    "GroupLogistic",
    "GroupSubproblem",
    "Event",
    "InputError",
    "LarsPath",
    "KernelSVM",
    "LamEta",
    "Lasso",
    "Linear",
    "Polynomial",
    "Result",
    "SparseLogistic",
    "SparsePrecision",
    "Trace",
    "TripletMetric",
    "bias_interval",
    "build_affinity",
    "decision_function",
    "eta_of_lam",
    "group_soft_threshold",
    "group_subproblem",
    "kkt_classes",
    "lam_of_eta",
    "lrml_metric",
    "mahalanobis_metric",
    "metric_problem",
    "nearest_neighbour_error",
    "project_group_ball",
    "lars_path",
    "project_l1_ball",
    "sample_triplets",
    "soft_threshold",
    "solve_admm",
    "solve_affine_scaling",
    "solve_alternating_linearization",
    "solve_block_cd",
    "solve_coordinate_descent",
    "solve_dual_cd",
    "solve_mehrotra",
    "solve_path_following",
    "solve_projected_gradient",
    "solve_lars",
    "solve_proximal_gradient",
    "solve_smo",
    "solve_subgradient",
    "solve_triplet_interior_point",
]
