"""What the sparsity scene asks: whether a pair that has entered can leave again."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.questions import asked
from widgets import Question

#: An entry above this share of the largest beside the diagonal is not zero; one whose |Z - Sigma|
#: lies below rho by this share is.
_CLEAR = 1e-3


def questions(view, settings):
    """Predict, then see."""
    return asked(settings, _leaves(view))


def _leaves(view):
    """Asked where the pairs that leave were clearly there, or none leaves."""
    used, (i, j) = view.support(), view.pairs()
    left = used[:-1] & ~used[1:]
    if not used[-1].any() or any(r.status != "converged" for r in view.results):
        return None
    size = np.abs(view.M[:, i, j])
    there = np.maximum.accumulate(size > _CLEAR * size.max(), axis=0)
    pull = np.abs(view.Z - view.features.Sigma)[:, i, j] / view.rhos[:, None]
    clear = there[:-1] & ~used[1:] & (pull[1:] < 1.0 - _CLEAR)
    if left.any() and not clear.any():
        return None
    if clear.any():
        k, pair = np.argwhere(clear)[0]
        a, b = (view.name(x[pair]) for x in (i, j))
        why = (
            f"{a} and {b} leave at ρ = {number(view.rhos[k + 1])}: once other entries are there, "
            "nothing is left for theirs to explain."
        )
    else:
        why = "Here none leaves. In other data one may: the others have a say in every entry."
    return Question(
        0,
        f"ρ is the price of an entry, and now it falls in {len(view)} steps. Once a pair has "
        "entered, will it stay?",
        ("all stay to the end", "some leave again"),
        int(left.any()),
        why,
        "leaves",
        ("count", "lines"),
    )
