"""What follows from some knobs is made once for each of their values, not at every slider move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps


def once(*names: str, most: int = 4) -> Callable[[Callable], Callable]:
    """Decorate `build(settings, *more)`: its last `most` answers are kept, one for each value of
    the settings `names` (and of `more`, which must be hashable).

    `build` is given these settings and no others: an answer cannot hang on one that is not named.
    What it returns is shared, so that arrays in it must be read-only. Not for what is read from a
    file of the reader's own, which changes without a knob.
    """

    def keep(build):
        @lru_cache(maxsize=most)
        def built(values, more):
            return build(dict(zip(names, values, strict=True)), *more)

        @wraps(build)
        def kept(settings: Mapping, *more):
            return built(tuple(settings[name] for name in names), more)

        kept.cache_clear = built.cache_clear
        return kept

    return keep
