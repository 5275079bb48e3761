"""Dual coordinate descent on triplets."""
