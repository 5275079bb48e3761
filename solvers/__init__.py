"""Solvers whose every answer carries a certificate. Numerics only: no plotting, no widgets, no
printing, no files.

Public is what `solvers.public` lists, and every function that a `@solver(...)` line registers: the
files that may hold one are found by looking. All but the plainest names are loaded when the first
of them is asked for, as numba takes a while.
"""

import pkgutil
import threading
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solvers.checks import InputError
from solvers.memory import keep_freed_memory
from solvers.result import Certificate, Result, Trace

# What type checkers and editors see of what is loaded when asked for; a solver that is missing here
# works, but they do not know its options.
if TYPE_CHECKING:
    from solvers.admm import solve_admm
    from solvers.affine_scaling import solve_affine_scaling
    from solvers.alternating_linearization import solve_alternating_linearization
    from solvers.assignment import solve_assignment
    from solvers.block_coordinate_descent import solve_block_cd
    from solvers.column_generation import solve_column_generation
    from solvers.coordinate_descent import solve_coordinate_descent
    from solvers.dual_coordinate_descent import solve_dual_cd
    from solvers.interior_point.identification import solve_identification
    from solvers.interior_point.lasso import solve_lasso_interior_point
    from solvers.interior_point.low_cost import solve_low_cost
    from solvers.interior_point.mehrotra import solve_mehrotra
    from solvers.interior_point.path_following import solve_path_following
    from solvers.interior_point.triplet import solve_triplet_interior_point
    from solvers.large_margin_admm import solve_large_margin_admm
    from solvers.lars.solver import solve_lars
    from solvers.mirror_prox import solve_mirror_descent, solve_mirror_prox
    from solvers.projected_gradient import solve_projected_gradient
    from solvers.proximal_gradient import solve_proximal_gradient
    from solvers.proximal_newton import solve_proximal_newton
    from solvers.public import *
    from solvers.reweighting import solve_reweighting
    from solvers.smo import solve_smo
    from solvers.subgradient import solve_subgradient
    from solvers.subspace_descent import solve_subspace_descent

_PLAIN = {"InputError": InputError, "Certificate": Certificate, "Result": Result, "Trace": Trace}
_loading = threading.RLock()
keep_freed_memory()


def __getattr__(name: str) -> Any:
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if "__all__" not in globals():
            _load()
    try:
        return globals()[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__():
    return sorted({*globals(), *__getattr__("__all__")})


def _load():
    """Import the files of the package, and make public what they offer."""
    public = import_module("solvers.public")
    for place in sorted(_solver_files()):
        import_module(place)
    found = {name: getattr(public, name) for name in public.__all__}
    solves = (f for by_name in public.SOLVERS.values() for f in by_name.values())
    found |= {f.__name__: f for f in solves if getattr(f, "__name__", "").startswith("solve_")}
    globals().update(found, __all__=sorted({*_PLAIN, *found}))


def _solver_files():
    """The modules that may register a solver: those of this folder and of the folders in it."""
    for module in pkgutil.walk_packages(__path__, "solvers."):
        if not module.ispkg:
            yield module.name
