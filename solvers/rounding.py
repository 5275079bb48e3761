"""What rounding may take from a bound."""

from __future__ import annotations

import math

from solvers.docstrings import cite
from solvers.result import ROUNDING

_UNIT = 2.0**-53


@cite
def sum_error(terms):
    """The share of sum |a_k b_k| by which a sum of so many products may be off.

    Errors of either sign grow like the root of the number of terms.

    References
    ----------
    higham-2019
    """
    return _UNIT * (2.0 + math.sqrt(terms))


def lowered(bound, error, scale):
    """`bound` less its rounding `error`, where that is more than the share of `scale` which every
    gap may be off; so a weight that amplifies rounding cannot make a proof of it."""
    return bound - error if error > ROUNDING * scale else bound
