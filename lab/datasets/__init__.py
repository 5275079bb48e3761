"""Data from files: labelled points, CSV, bags."""
