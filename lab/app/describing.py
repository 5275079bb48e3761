"""What a scene is for, in words: its question, what to try first, and what one sees then."""

from __future__ import annotations

import html
from dataclasses import dataclass

from lab.addresses import find


@dataclass(frozen=True, slots=True)
class Description:
    """A scene in words. address: as `lab.dashboard` takes it; first and see may be ""."""

    address: str
    title: str
    question: str
    first: str
    see: str

    def rows(self) -> list[tuple[str, str]]:
        """(head, sentence) of what is said."""
        said = [("Question", self.question), ("Try first", self.first), ("See", self.see)]
        return [(head, words) for head, words in said if words]

    def __str__(self) -> str:
        return "\n".join([f"{self.title} ({self.address})", *map(": ".join, self.rows())])

    __repr__ = __str__

    def _repr_html_(self):
        lines = (f"<dt>{head}</dt><dd>{html.escape(words)}</dd>" for head, words in self.rows())
        title = f"<b>{html.escape(self.title)}</b> <code>{html.escape(self.address)}</code>"
        return f"<p>{title}</p><dl>{''.join(lines)}</dl>"


def describe(address: str) -> Description:
    """The question of a scene, what to try first, and what one sees then.

    address: as for `lab.dashboard`, such as "lasso" or "lars/race"; what is not known raises
    `InputError`. Nothing is solved.
    """
    place, one = find(address)[:2]
    return Description(place, one.title, one.question, one.first, one.see)
