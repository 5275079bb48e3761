"""Measurements and printed tables of the lesson mi_odm."""
