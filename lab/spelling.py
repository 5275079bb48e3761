"""Words that users write, in messages: what a name that is not known was probably meant to be, and
what is shown of the words of a file."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def guess(name: object, known: Iterable[str]) -> str:
    """ "did you mean 'lasso'? ", for an error that lists what is `known`; "" where none is
    near. Letters in another order come first."""
    written = str(name)
    near = get_close_matches(written.lower(), list(known))
    near.sort(key=lambda one: sorted(one) != sorted(written))
    return f"did you mean {near[0]!r}? " if near else ""


#: Characters of a column's name, or of a cell in a message, that are shown.
SHOWN = 40


def shown(text: str, most: int = SHOWN) -> str:
    """Words from a file in one line of at most `most` printable characters, "…" where it is cut."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def quoted(value: object) -> str:
    """`value` as it is written in Python, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
