"""When half of the digits of a proof come, found step by step."""

import math

THIRDS = ("in the first third of the way", "in the middle third", "in the last third")


def half_way(trace, times, least):
    """The third of the way to a gap of `least` in which half of the digits are proved."""
    best, bound, proved = math.inf, -math.inf, []
    for objective, dual in zip(trace.objective, trace.bound, strict=True):
        best, bound = min(best, objective), max(bound, dual)
        proved.append(best - bound)
    points = [(t, gap) for t, gap in zip(times, proved, strict=True) if gap < math.inf]
    end = next((i for i, (_, gap) in enumerate(points) if gap <= least), len(points) - 1)
    points = points[: end + 1]
    digits = [-math.log10(max(gap, least)) for _, gap in points]
    middle = 0.5 * (digits[0] + digits[-1])
    half = next(t for (t, _), d in zip(points, digits, strict=True) if d >= middle)
    return THIRDS[int(3.0 * (half - points[0][0]) / (points[-1][0] - points[0][0]))]
