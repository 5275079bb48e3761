"""Kernels and loops of the sparse linear family."""
