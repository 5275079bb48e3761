"""The methods of the lesson: their names, their looks, and which knobs they obey.

A tone is a family, a dash its member: what factors a matrix with Q is blue, what puts a diagonal in
its place is vermilion (violet where it is safeguarded), Algorithm 6 pink. Any other solver that is
registered for the problem is there too, in a look of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from lab.race.methods import Methods, Style
from solvers import SOLVERS, KernelSVM

#: The value of a knob that leaves a method as its author has it.
OWN = "own"


@dataclass(frozen=True, slots=True)
class Method:
    """One way to train the machine.

    name: as it is registered. label: its name beside a line. title: its name in a list, with its
    number in the source. tone, dash: of its line. kind: "newton" (factors a matrix with Q),
    "low-cost" (a diagonal stands in place of Q), "reduced" (Algorithm 6), "gradient", "pairs", or
    "other". takes: the knobs that it obeys, of `knobs.METHOD_KNOBS` and a scene's own.
    options: those that the pictures need.
    """

    name: str
    label: str
    title: str
    tone: str
    dash: str
    kind: str = "other"
    takes: tuple[str, ...] = ()
    options: dict = field(default_factory=dict)

    @property
    def solve(self):
        """(problem, **options of a solver) -> Result."""
        return partial(SOLVERS[KernelSVM][self.name], **self.options)

    def run(self, problem, settings, **common):
        """The result, with those values in `settings` that the method obeys; "own" leaves it its
        own."""
        given = {k: settings[k] for k in self.takes if settings.get(k, OWN) != OWN}
        return self.solve(problem, **common, **given)


_PATH = ("start", "eta")
_DIAGONAL = (*_PATH, "steps", "spectral")
_SELECT = ("digits", "theta")

#: In the order of the source; then its rivals.
_KNOWN = (
    Method("path_following", "path following", "Algorithm 1: path following", "main", "dash",
           "newton", (*_PATH, "sigma")),
    Method("mehrotra", "Mehrotra", "Algorithm 2: Mehrotra", "main", "solid", "newton",
           (*_PATH, "steps")),
    Method("predictor_corrector", "Algorithm 3", "Algorithm 3: low cost", "rival1", "dash",
           "low-cost", _DIAGONAL),
    Method("modified", "Algorithm 4", "Algorithm 4: low cost, modified", "rival1", "solid",
           "low-cost", _DIAGONAL),
    Method("centering", "Algorithm 5", "Algorithm 5: low cost, no predictor", "rival1", "dot",
           "low-cost", _DIAGONAL),
    Method("safeguarded", "safeguarded", "low cost, safeguarded", "rival2", "solid", "low-cost",
           ("eta", "spectral")),
    Method("identification_printed", "Algorithm 6", "Algorithm 6: identification", "rival3", "dash",
           "reduced", _SELECT),
    Method("identification", "identification", "identification, exact", "rival3", "solid",
           "reduced", _SELECT),
    Method("affine_scaling", "affine scaling", "ASL: affine scaling", "rival4", "longdash",
           "gradient"),
    Method("smo", "SMO", "SMO: two variables at a time", "ink", "dashdot", "pairs", (),
           {"steps": "updates"}),
)  # fmt: skip


class _Trained(Methods):
    """name -> `Method`, in the order of the source; then what else is registered."""

    def __init__(self):
        names = [m.name for m in _KNOWN if m.name != "mehrotra"]
        super().__init__(KernelSVM, "mehrotra", names)
        self._known = {m.name: m for m in _KNOWN}

    def __iter__(self):
        return iter(dict.fromkeys((*self._known, *super().__iter__())))

    def __getitem__(self, name):
        if name in self._known:
            return self._known[name]
        label, tone, dash = super().__getitem__(name)
        return Method(name, label, label, tone, dash)

    def style(self, name):
        """How a method's line looks."""
        method = self[name]
        return Style(method.label, method.tone, method.dash)

    def options(self):
        """Knob options (name, title, tone, dash) of all methods."""
        return tuple((name, m.title, m.tone, m.dash) for name, m in self.items())

    def obeying(self, knob):
        """The names of the methods that obey a knob."""
        return tuple(name for name, m in self.items() if knob in m.takes)

    def rivals(self):
        """Those of all but the method that a race is about."""
        return tuple(option for option in self.options() if option[0] != self.main)


METHODS = _Trained()
