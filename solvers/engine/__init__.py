"""Speed, for runs of which only the end is asked for: compiled sweeps over working sets."""

from solvers.engine.descent import Proofs, descend
from solvers.engine.grid import walk

__all__ = ["Proofs", "descend", "walk"]
