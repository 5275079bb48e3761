"""What rounding may take from a bound."""

from __future__ import annotations

import math

from solvers.result import ROUNDING

_UNIT = 2.0**-53


def sum_error(terms):
    """The share of sum |a_k b_k| by which a sum of so many products may be off.

    Errors of either sign grow like the root of the number of terms: Higham and Mary (2019),
    doi:10.1137/18M1226312.
    """
    return _UNIT * (2.0 + math.sqrt(terms))


def lowered(bound, error, scale):
    """`bound` less its rounding `error`, where that is more than the share of `scale` which every
    gap may be off; so a price that amplifies rounding cannot make a proof of it."""
    return bound - error if error > ROUNDING * scale else bound
