"""What the affinity scene asks: whether spreading makes the pairs safer."""

from __future__ import annotations

import numpy as np

from lab.drawing.text import number
from lab.questions import asked
from widgets import Question

#: A change of beta_max by less than this share counts as none, up to twice that as undecided.
_SMALL = 0.01


def questions(view):
    """Predict, then see."""
    return asked(view.settings, _safer(view))


def _safer(view):
    first, last = view.beta_max[0], view.beta_max[-1]
    if len(view) < 4 or not np.isfinite([first, last]).all():
        return None
    change = last / first - 1.0
    if _SMALL < abs(change) < 2.0 * _SMALL:
        return None
    return Question(
        0,
        f"With the pairs alone a metric surely exists up to βmax = {number(first, 2)}. Now the "
        "neighbours inherit what the pairs were told. What will βmax have done at the end?",
        ("fallen", "stayed within 1 %", "risen"),
        1 if abs(change) <= _SMALL else 0 if change < 0.0 else 2,
        f"It goes to {number(last, 2)}. Every pair that counts as dissimilar adds a negative "
        "term to T, every similar one a positive term; what spreads is a mixture of both, over "
        "longer and shorter distances.",
        "safer",
    )
