"""Measurements and printed tables of the lesson interior_point."""
