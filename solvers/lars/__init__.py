"""Least angle regression: the whole path of the lasso, one file for each of its parts."""

from solvers.lars.path import Event, LarsPath, lars_path
from solvers.lars.solver import solve_lars

__all__ = ["Event", "LarsPath", "lars_path", "solve_lars"]
