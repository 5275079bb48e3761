"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files."""

from solvers.compiled import kernel_cache

with kernel_cache():
    from solvers.checks import InputError
    from solvers.dual_coordinate_descent import solve_dual_cd
    from solvers.interior_point.triplet import solve_triplet_interior_point
    from solvers.problems.triplet_metric import TripletMetric, sample_triplets
    from solvers.registry import SOLVERS
    from solvers.result import Certificate, Result, Trace

__all__ = [
    "SOLVERS",
    "Certificate",
    "InputError",
    "Result",
    "Trace",
    "TripletMetric",
    "sample_triplets",
    "solve_dual_cd",
    "solve_triplet_interior_point",
]
