"""What the sparsity scene asks: which pair enters first, how many do, and whether a pair that has
entered can leave again."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.prediction import asked
from widgets import Question

#: An entry above this share of the largest beside the diagonal is not zero; one whose |Z - Sigma|
#: lies below rho by this share is.
_CLEAR = 1e-3


def questions(view, settings):
    """Predict, then see."""
    return asked(settings, _enters(view), _many(view), _leaves(view))


def _enters(view):
    """Which pair comes in first; asked where it comes alone, and no other comes near."""
    (i, j), used = view.pairs(), view.support()
    size = np.abs(view.features.Sigma[i, j])
    order = np.argsort(-size, kind="stable")[:4]
    some = used.any(axis=1)
    if len(order) < 3 or used[0].any() or not some.any():
        return None
    came = np.flatnonzero(used[some.argmax()])
    if size[order[1]] > (1.0 - _CLEAR) * size[order[0]] or came.tolist() != [order[0]]:
        return None
    names = [f"{view.name(i[p])} and {view.name(j[p])}" for p in order]
    values = [number(view.features.Sigma[i[p], j[p]], 2) for p in order]
    text = ", ".join(f"{v} for {n}" for v, n in zip(values, names, strict=True))
    return Question(
        0,
        "At this ρ no pair has an entry, and now ρ falls. Which pair comes in first?",
        tuple(names),
        0,
        f"The one whose |Σᵢⱼ| is largest: as long as M is diagonal, an entry stays 0 while "
        f"|Σᵢⱼ| ≤ ρ. Here {text}.",
        "enters",
        ("count", "lines"),
    )


def _many(view):
    """How many pairs have an entry at the smallest rho."""
    used, converged = view.support()[-1], all(r.status == "converged" for r in view.results)
    pairs, count = used.size, int(used.sum())
    share, edges = count / pairs, np.array([1.0, 2.0]) / 3.0
    if pairs < 6 or not converged or np.any(np.abs(share - edges) * pairs < 1.5):
        return None
    return Question(
        0,
        f"ρ falls from {number(view.rhos[0], 2)} to {number(view.rhos[-1], 2)}. How many of the "
        f"{pairs} pairs will have an entry then?",
        ("less than a third", "between a third and two thirds", "more than two thirds"),
        int((share > edges).sum()),
        f"{count} of them. For the others one knows nothing more of each feature from the other, "
        "once the rest is known, or not enough to pay ρ.",
        "many",
        ("count", "lines"),
    )


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
