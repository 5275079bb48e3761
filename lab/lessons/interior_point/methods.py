"""The methods of the lesson: their names, their looks, what runs them, and which knobs they obey.

A tone is a family, a dash its member: what factors a matrix with Q is blue, what puts a diagonal in
its place is vermilion (green where it is safeguarded), Algorithm 6 purple.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from solvers import (
    Result,
    solve_affine_scaling,
    solve_identification,
    solve_low_cost,
    solve_mehrotra,
    solve_path_following,
    solve_smo,
)

#: The value of a knob that leaves a method as its author has it.
OWN = "own"


@dataclass(frozen=True, slots=True)
class Method:
    """One way to train the machine.

    words: its name beside a line. title: its name in a list, with its number in the source.
    tone, dash: of its line. kind: "newton" (factors a matrix with Q), "low-cost" (a diagonal stands
    in place of Q), "reduced" (Algorithm 6), "gradient" or "pairs".
    solve: (problem, **common options of a solver, **those named by `takes`) -> Result.
    takes: the knobs that it obeys, of `knobs.METHOD_KNOBS` and a scene's own.
    """

    words: str
    title: str
    tone: str
    dash: str
    kind: str
    solve: Callable[..., Result]
    takes: tuple[str, ...] = ()

    @property
    def interior(self):
        """Whether its iterates carry w, t, u, s: it stays strictly inside, primal and dual."""
        return self.kind in ("newton", "low-cost")

    def run(self, problem, settings, **common):
        """The result, with those values in `settings` that the method obeys; "own" leaves it its
        own."""
        given = {k: settings[k] for k in self.takes if settings.get(k, OWN) != OWN}
        return self.solve(problem, **common, **given)


_WALK = ("start", "eta")
_DIAGONAL = (*_WALK, "steps", "spectral")
_SELECT = ("digits", "theta")


def _low_cost(variant):
    return partial(solve_low_cost, variant=variant)


#: name -> Method, in the order of the source; then its rivals.
METHODS = {
    "path-following": Method("path following", "Algorithm 1: path following", "main", "dash",
                             "newton", solve_path_following, (*_WALK, "sigma")),
    "mehrotra": Method("Mehrotra", "Algorithm 2: Mehrotra", "main", "solid",
                       "newton", solve_mehrotra, (*_WALK, "steps")),
    "predictor-corrector": Method("Algorithm 3", "Algorithm 3: low cost", "rival1", "dash",
                                  "low-cost", _low_cost("predictor-corrector"), _DIAGONAL),
    "modified": Method("Algorithm 4", "Algorithm 4: low cost, modified", "rival1", "solid",
                       "low-cost", _low_cost("modified"), _DIAGONAL),
    "centering": Method("Algorithm 5", "Algorithm 5: low cost, no predictor", "rival1", "dot",
                        "low-cost", _low_cost("centering"), _DIAGONAL),
    "safeguarded": Method("safeguarded", "low cost, safeguarded", "good", "solid",
                          "low-cost", _low_cost("safeguarded"), ("eta", "spectral")),
    "identification": Method("Algorithm 6", "Algorithm 6: identification", "rival3", "dash",
                             "reduced", partial(solve_identification, exact=False), _SELECT),
    "identification-exact": Method("identification", "identification, exact", "rival3", "solid",
                                   "reduced", solve_identification, _SELECT),
    "affine-scaling": Method("affine scaling", "ASL: affine scaling", "rival4", "longdash",
                             "gradient", solve_affine_scaling),
    "smo": Method("SMO", "SMO: two variables at a time", "ink", "dashdot",
                  "pairs", partial(solve_smo, steps="updates")),
}  # fmt: skip


def options(*kinds):
    """Knob options (value, words, tone, dash) of the methods of the given kinds, or of all."""
    return tuple(
        (name, m.title, m.tone, m.dash)
        for name, m in METHODS.items()
        if not kinds or m.kind in kinds
    )
