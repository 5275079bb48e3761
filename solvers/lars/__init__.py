"""Least angle regression: the whole path of the lasso, one file for each of its parts."""

from solvers.lars.homotopy import solve_lars
from solvers.lars.path import Event, LarsPath, lars_path

__all__ = ["Event", "LarsPath", "lars_path", "solve_lars"]
