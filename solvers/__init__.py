"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files."""

from solvers.compiled import kernel_cache

with kernel_cache():
    from solvers.checks import InputError
    from solvers.registry import SOLVERS
    from solvers.result import Certificate, Result, Trace

__all__ = ["SOLVERS", "Certificate", "InputError", "Result", "Trace"]
