"""Measurements and printed tables of the lesson alternating_linearization."""
