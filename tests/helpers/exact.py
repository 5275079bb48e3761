"""Values of problems in exact arithmetic: what certificates promise, without their rounding."""

from decimal import Decimal, localcontext
from fractions import Fraction


def rational(a):
    """Numbers, or lists of them to any depth, as fractions."""
    return [rational(v) for v in a] if hasattr(a, "__len__") else Fraction(float(a))


def dot(a, b):
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def times(A, x):
    return [dot(row, x) for row in A]


def transposed(A):
    return [list(column) for column in zip(*A, strict=True)]


def weighted(V, weights):
    """V' diag(weights) V."""
    columns = transposed(V)
    return [[sum(a * b * w for a, b, w in zip(x, y, weights, strict=True)) for y in columns]
            for x in columns]  # fmt: skip


def eliminated(A, right=()):
    """(pivots of Gaussian elimination of symmetric `A` from the top, x with A x = right); None for
    x where a pivot is not positive."""
    n = len(A)
    rows = [[*row, b] for row, b in zip(A, right or [Fraction(0)] * n, strict=True)]
    pivots = []
    for k in range(n):
        pivots.append(rows[k][k])
        if pivots[-1] <= 0:
            return pivots, None
        for i in range(k + 1, n):
            share = rows[i][k] / rows[k][k]
            rows[i] = [a - share * b for a, b in zip(rows[i], rows[k], strict=True)]
    x = [Fraction(0)] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - dot(rows[k][k + 1 : n], x[k + 1 :])) / rows[k][k]
    return pivots, x


def logarithm(value):
    """log of a positive fraction, to fifty digits, as a fraction."""
    with localcontext() as context:
        context.prec = 60
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).ln())


def exponential(value):
    """exp of a fraction, to fifty digits, as a fraction."""
    with localcontext() as context:
        context.prec = 60
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).exp())


def log_det(A):
    """log det of a positive definite matrix of fractions; None where it is not."""
    pivots, solution = eliminated(A)
    return None if solution is None else sum(logarithm(p) for p in pivots)


def square_root(value):
    """The root of a fraction at least 0, to fifty digits, as a fraction."""
    with localcontext() as context:
        context.prec = 60
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())
