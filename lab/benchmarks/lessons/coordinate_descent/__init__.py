"""Measurements and printed tables of the lesson coordinate_descent."""
