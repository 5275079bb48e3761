"""Measurements and printed tables of the lesson lars."""
