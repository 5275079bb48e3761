"""exp of many numbers at once, in a form that compilers turn into vector instructions.

exp(x) = 2^k exp(r), k the whole number nearest to x / log 2, |r| <= log(2) / 2 + rounding. Taylor's
polynomial of degree 13 leaves out less than r^14 / 14! < 5e-18 of exp(r) > 0.7. x is reduced by
log 2 in two parts, the first of which has so few digits that k times it is exact, and what r loses
to rounding is kept. Of the last two sums the larger term is exact, so that they round by at most
half of the spacing of numbers near 1 and a quarter of it: an error of at most eps, relative to the
result, with what is left over.
"""

from __future__ import annotations

import numpy as np

from solvers.compiled import njit

#: 1.5 * 2^52: added to a number, the sum has its nearest whole number in the lowest digits.
_MAGIC = 6755399441055744.0
#: Where exp is the smallest normal number; below, it is said to be that.
_LOWEST = -708.0
_PER_LOG = 1.4426950408889634
_LOG_HIGH, _LOG_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10


@njit(cache=True, nogil=True, fastmath={"contract"})
def exp_in_place(x, power):
    """x = exp(x) for entries of at most 0, of which those below -708 become exp(-708) = 3e-308;
    power: room for as many 64-bit whole numbers."""
    bits, shifted = x.view(np.int64), power.view(np.float64)
    for k in range(x.size):
        here = max(x[k], _LOWEST)
        sum_ = here * _PER_LOG + _MAGIC
        shifted[k] = sum_
        whole = sum_ - _MAGIC
        high, low = here - whole * _LOG_HIGH, whole * _LOG_LOW
        r = high - low
        lost = (high - r) - low  # to rounding in r
        p = 1.6059043836821613e-10
        p = p * r + 2.08767569878681e-09
        p = p * r + 2.505210838544172e-08
        p = p * r + 2.7557319223985893e-07
        p = p * r + 2.7557319223985893e-06
        p = p * r + 2.48015873015873e-05
        p = p * r + 1.984126984126984e-04
        p = p * r + 1.388888888888889e-03
        p = p * r + 8.333333333333333e-03
        p = p * r + 4.1666666666666664e-02
        p = p * r + 1.6666666666666666e-01
        p = p * r + 0.5
        x[k] = 1.0 + (r + (p * (r * r) + lost))
    for k in range(x.size):
        bits[k] += power[k] << 52  # the exponent of 2^k is added to that of exp(r)
