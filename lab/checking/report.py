"""The verdict on a step: property by property, as text and as HTML."""

from __future__ import annotations

import html
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One property: whether it held throughout; else the problem and the iterate where it first
    failed, and the numbers that show it. judged: False where the run broke off before it came to
    the property, which then counts as one that did not hold."""

    name: str
    passed: bool
    weight: float
    hint: str
    problem: str = ""
    iterate: int = -1
    numbers: str = ""
    judged: bool = True

    def __str__(self):
        if self.passed:
            return f"passed  {self.name}"
        if not self.judged:
            return f"not judged  {self.name}: the run broke off before."
        where = f" on {self.problem}" if self.problem else ""
        where += f", first in iterate {self.iterate}" if self.iterate >= 0 else ""
        return f"FAILED  {self.name}{where}: {self.numbers}\n        {self.hint}"


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """What `lab.check_step` found; true where every property holds.

    score: the weighted share of the properties that hold above what an answer has that does
    nothing, 0 to 1. message: what broke the run off,
    in one sentence, or "". notes: what is worth knowing and costs nothing. idle: the weight of what
    an answer has that does nothing.
    """

    exercise: str
    properties: tuple[Finding, ...]
    message: str = ""
    notes: tuple[str, ...] = ()
    idle: float = 0.0

    @property
    def score(self) -> float:
        """The weighted share of the properties that hold, above that of doing nothing."""
        held = sum(f.weight for f in self.properties if f.passed)
        return max(0.0, held - self.idle) / (sum(f.weight for f in self.properties) - self.idle)

    def __bool__(self):
        return all(f.passed for f in self.properties) and not self.message

    def _head(self):
        held = sum(f.passed for f in self.properties)
        unjudged = sum(not f.judged for f in self.properties)
        more = f" ({unjudged} not judged)" if unjudged else ""
        return (
            f"{self.exercise}: {held} of {len(self.properties)} properties{more}, score "
            f"{self.score:.2f}"
        )

    def __str__(self):
        message = [self.message] if self.message else []
        return "\n".join([self._head(), *message, *map(str, self.properties), *self.notes])

    __repr__ = __str__

    def _repr_html_(self):
        rows = "".join(_row(f) for f in self.properties)
        text = "".join(f"<p>{html.escape(s)}</p>" for s in (self.message, *self.notes) if s)
        return (
            f"<div><p><strong>{html.escape(self._head())}</strong></p>{text}<ul>{rows}</ul></div>"
        )


def _row(finding):
    mark = "✓" if finding.passed else "✗" if finding.judged else "–"
    lines = html.escape(str(finding)).split("\n")
    return f"<li style='list-style:none'>{mark} {'<br>'.join(lines)}</li>"
