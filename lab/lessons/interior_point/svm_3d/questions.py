"""What the scene in space asks: which point holds the surface, and what is said far from all."""

from __future__ import annotations

from lab.drawing.text import number
from lab.lessons.interior_point.svm.marks import signed
from lab.lessons.interior_point.svm.questions import holds
from lab.prediction import asked
from widgets import Question

#: A bias is told from 0 from this share of the largest decision value on.
_CLEAR = 0.05


def questions(view):
    """Predict, then see."""
    return asked(view.run.settings, holds(view), _far(view))


def _far(view):
    """Which class a point gets far from all others; asked where the kernel is 0 there, and the bias
    clearly of one sign."""
    if len(view) < 4 or view.settings["kernel"] != "gaussian":
        return None
    low, high = view.bias[-1]
    clear = _CLEAR * abs(view.h[-1]).max()
    if view.run.result.status != "converged" or not (low > clear or high < -clear):
        return None
    signs = (1.0, -1.0)
    return Question(
        0,
        "The surface parts the space that is seen. Which class does the machine give to points "
        "far outside?",
        (*(f"always {signed(s)}" for s in signs), "it depends on the direction"),
        signs.index(1.0 if low > 0.0 else -1.0),
        "Far from all points every kernel value is 0, and h is the bias alone, which is "
        f"{number(0.5 * (low + high))}.",
        "far",
        ("bias",) * (view.settings["third"] == "bias"),
    )
