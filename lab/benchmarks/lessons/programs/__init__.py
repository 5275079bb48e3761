"""Measurements and printed tables of the lesson programs."""
