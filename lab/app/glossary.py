"""What a word of the workbook means, in Python and in a shell."""

from __future__ import annotations

from lab.spelling import guess
from lab.terms import TERMS
from solvers import InputError


def glossary(term: str | None = None) -> str:
    """What a word of the workbook means; without one, all of them, as a table in Markdown.

    InputError names the nearest term where there is none of that name.
    """
    if term is None:
        rows = (f"| **{name}** | {meaning} |" for name, meaning in TERMS.items())
        return "\n".join(["| word | what it means |", "|---|---|", *rows])
    by_name = {name.casefold(): name for name in TERMS}
    if (name := by_name.get(str(term).casefold())) is None:
        raise InputError(
            f"term must be a word of the glossary, got {term!r}: {guess(term, TERMS)}"
            "lab.glossary() shows all."
        )
    return f"{name}: {TERMS[name]}"
