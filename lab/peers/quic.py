"""QUIC, in the package skggm, which is built from source."""

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path

import numpy as np

from lab.peers.parts import Answer, Package, Solve
from lab.peers.registry import peer
from solvers import SparsePrecision

SKGGM = Package("QUIC", "skggm", "0.2.8", "the sources of QUIC in skggm")


@peer("QUIC (skggm)", SparsePrecision, package=SKGGM, tolerance=1e-6)
def quic(problem: SparsePrecision, tol: float | None = None) -> Solve:
    """QUIC on a `SparsePrecision`; tol as QUIC means it."""
    call = _compiled_part("inverse_covariance", "pyquic/pyquic").quic
    m = len(problem.Sigma)
    Sigma, weights = np.array(problem.Sigma), np.array(problem.weights)
    tol = 1e-6 if tol is None else tol

    def solve():
        M, Z = np.eye(m), np.eye(m)
        objective, seconds, gap = np.zeros(1), np.zeros(1), np.zeros(1)
        path, steps = np.zeros(1), np.zeros(1, dtype=np.uint32)
        how = 1, path, tol, 0, 1000
        call(b"default", m, Sigma, weights, *how, M, Z, objective, seconds, steps, gap)
        return Answer("no status", "optimal", 0.5 * (M + M.T))

    return solve


def _compiled_part(package, part):
    """An extension module of a package that cannot itself be imported with today's libraries."""
    found = find_spec(package)
    if found is None:
        raise ImportError(f"{package} is not installed")
    pattern = f"{part}*.so" if Path("/").anchor == "/" else f"{part}*.pyd"
    folders = found.submodule_search_locations or ()
    places = [p for folder in folders for p in Path(folder).glob(pattern)]
    if not places:
        raise ImportError(f"{package} holds no compiled {part}")
    name = part.rpartition("/")[2]
    spec = spec_from_loader(name, ExtensionFileLoader(name, str(places[0])))
    assert spec is not None and spec.loader is not None  # there is a file
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
