"""The known name that an unknown one was probably meant to be."""

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
