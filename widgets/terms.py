"""Which words of a picture are explained, and how they are found in its texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

#: A word with its hyphens and apostrophes: "primal-dual", "Slater's".
_WORD = re.compile(r"[\w'’-]+")


def occurring(texts: Iterable[str], terms: Mapping[str, str]) -> dict[str, str]:
    """Those of `terms` that stand in the texts, in the singular or with an s: the term in small
    letters -> what it means. A plural with a different meaning, as "bounds" has beside "bound",
    comes with its singular: no text of the picture may take the one for the other."""
    if not terms:
        return {}
    text = "\n".join(texts).casefold()
    words = set(_WORD.findall(text))
    words |= {word.removesuffix("'s") for word in words}
    meant = {term.casefold(): meaning for term, meaning in terms.items()}
    found = {term for term in meant if _positions(term, words, text)}
    found |= {f"{term}s" for term in found} & meant.keys()
    return {term: meant[term] for term in sorted(found)}


def _positions(term, words, text):
    if not words.issuperset(term.split()[:-1]) or words.isdisjoint(_ends(term)):
        return False
    return " " not in term or any(f"{' '.join(term.split()[:-1])} {end}" in text
                                  for end in _ends(term))  # fmt: skip


def _ends(term):
    """The last word of a term, in the singular and with an s."""
    last = term.split()[-1]
    return last, f"{last}s"
