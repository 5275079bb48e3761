"""Sentences of frames, made when they are asked for: a hand that drags a knob sees one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence


class Sentences(Sequence[str]):
    """The sentences of so many frames; say(k) makes that of frame k, once."""

    def __init__(self, frames: int, say: Callable[[int], str]):
        self._say = say
        self._made: list[str | None] = [None] * frames

    def __eq__(self, other) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self._made)

    def __iter__(self) -> Iterator[str]:
        return (self[k] for k in range(len(self)))

    def __add__(self, others: Sequence[str]) -> list[str]:
        return [*self, *others]

    def __getitem__(self, k):
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        words = self._made[k]
        if words is None:
            words = self._made[k] = self._say(range(len(self))[k])
            if not isinstance(words, str):
                raise ValueError(f"captions must be texts, one per frame, got {words!r}.")
        return words


def sentences(
    frames: int, start: Callable[[], str], step: Callable[[int], str], ending: Callable[[], str]
) -> Sentences:
    """start() for the first frame, step(k) for each further one, and after the last one's, in a
    separate line, ending()."""

    def say(k):
        words = step(k) if k else start()
        return f"{words}\n{ending()}" if k == frames - 1 else words

    return Sentences(frames, say)
