"""How a number is worded: captions, chips, hover texts, questions, tables, and the test that reads
numbers back take these kinds.

kind                     written by                               in a template
a value                  `value(1.39)`: "1.390"                   {x}, {x:.2}; {x:4g}: few digits
its size, two digits     `rough(7.61e-4)`: "7.6e-4"                {mu:rough}
a bound, rounded up      `bound(0.0123)`: "0.013"                 {gap:bound}
a pair that must differ  `apart(0.31, 0.3)`: "0.310", "0.300"     {x:≠y}, {x:.2≠y}, {gap:bound≠lim}
a point                  `point([1, 0])`: "(1.000, 0)"            {w}, {w:.2}
a count                  `count(1200, "step")`: "1,200 steps"     {n}, {n:count step}

`say(template, frame)` fills a template in, `Words` holds those of a scene.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from widgets.text import MARK, rough, short

_FIELD = re.compile(r"\{([^\W\d]\w*)(?::([^{}]*))?\}")
_SPEC = re.compile(
    r"(?:\.(?P<decimals>\d+)|(?P<digits>\d+)g|(?P<bound>bound)|(?P<rough>rough))?(?:≠(?P<other>\w+))?"
    r"|count (?P<unit>.+)"
)
#: A pair is written with at most so many digits.
_MOST = 12
#: What is written where a number has no digits.
_NO_DIGITS = {"∞": np.inf, "−∞": -np.inf, "–": np.nan}


def value(x: float, decimals: int = 3) -> str:
    """`x` with that many decimals; "0" only for zero itself, two digits and a power of ten where it
    is tiny or huge."""
    x = float(x)
    if x == 0.0:
        return "0"
    if not 0.5 * 10.0**-decimals <= abs(x) < 10.0 ** (3 + decimals):
        return rough(x)
    return f"{x:.{decimals}f}".replace("-", "−")


def figure(x: Any, digits: int = 4) -> str:
    """`x` with at most that many digits, and no zeros at its end."""
    return short(float(x), digits)


def bound(x: Any, digits: int = 2) -> str:
    """`x` with that many digits, rounded up, so that what is written still bounds; "0" where it is
    not above 0."""
    return "0" if x <= 0.0 else rough(float(x), digits, up=True)


def apart(*values: float, decimals: int = 3, most: int = _MOST) -> tuple[str, ...]:
    """The values with as many decimals, up to `most`, as it takes to read them in the right
    order."""
    words = [value(v, decimals) for v in values]
    while decimals < most and not _ordered(words, values):
        decimals += 1
        words = [value(v, decimals) for v in values]
    return tuple(words)


def bounds_apart(*gaps: float) -> tuple[str, ...]:
    """Bounds with as many digits as it takes to read which of the first two is less."""
    words = [bound(gap) for gap in gaps]
    for digits in range(3, _MOST + 1):
        if words[0] != words[1]:
            break
        words = [bound(gap, digits) for gap in gaps]
    return tuple(words)


def point(w: list[float] | np.ndarray, decimals: int = 3) -> str:
    """A vector as "(−1.700, −1.900)"."""
    return f"({', '.join(value(v, decimals) for v in w)})"


def count(many: float | np.integer, unit: str) -> str:
    """ "1 sweep", "1,200 pair steps", "∞ steps"."""
    words = f"{int(many):,}".replace("-", "−") if float(many).is_integer() else figure(many, 3)
    return f"{words} {unit}{'s' * (words != '1')}"


def read(text: str) -> float:
    """The number that one of these functions wrote."""
    if text in _NO_DIGITS:
        return _NO_DIGITS[text]
    return float(text.replace("−", "-").replace(",", ""))


def _ordered(words, values):
    """Whether the numbers as they are written compare as they do."""
    shown = [read(one) for one in words]
    return all(
        (a < b, a > b) == (x < y, x > y)
        for (a, x), (b, y) in combinations(zip(shown, values, strict=True), 2)
    )


class Said(str):
    """Words in which nothing is to be filled in any more, whatever braces a name in them has."""

    __slots__ = ()


def say(template: str, source: Any = None, /, **values: Any) -> Said:
    """`template` with its fields `{name}` and `{name:kind}` filled in.

    values: by name; a name that is not among them is an attribute of `source`, say a frame. A field
    is a name and nothing else, no attribute and no index, and what is filled in is text: a name
    from a file may hold any braces.
    """
    return _filled(template, lambda name: values[name] if name in values else _read(source, name))


def _filled(template, known):
    return Said("".join([p if p.__class__ is str else p.worded(known) for p in _parts(template)]))


def _read(source, name):
    try:
        return getattr(source, name)
    except AttributeError as error:
        raise ValueError(f"A template must name what its frame has, got {{{name}}}: {error}") \
            from None  # fmt: skip


class _Field(NamedTuple):
    """A field of a template, and the kind that it is of."""

    name: str
    plain: bool
    decimals: int
    digits: int
    bound: bool
    rough: bool
    other: str | None
    unit: str | None

    def worded(self, known):
        found = known(self.name)
        if isinstance(found, str):
            return found
        if self.unit:
            return count(found, self.unit)
        if self.digits:
            return figure(found, self.digits)
        if self.other is None:
            return self._alone(found)
        other = known(self.other)
        second = not found <= other  # compared with NaN as well
        pair = (other, found) if second else (found, other)
        return _pair(*pair, self.decimals, self.bound)[int(second)]

    def _alone(self, found):
        if self.bound:
            return bound(found)
        if self.rough:
            return rough(found)
        if np.ndim(found):
            return point(found, self.decimals)
        if self.plain and isinstance(found, (int, np.integer)):
            return f"{int(found):,}".replace("-", "−")
        return value(found, self.decimals)


@lru_cache(maxsize=64)
def _pair(low, high, decimals, are_bounds):
    """The words of a pair, which a template has from both its sides."""
    return bounds_apart(low, high) if are_bounds else apart(low, high, decimals=decimals)


@lru_cache(maxsize=1024)
def _parts(template):
    """The texts and fields of a template in turn."""
    parts, end = [], 0
    for found in _FIELD.finditer(template):
        parts += [template[end : found.start()], _field(found[1], found[2] or "")]
        end = found.end()
    return (*parts, template[end:])


def _field(name, spec):
    kind = _SPEC.fullmatch(spec)
    if kind is None:
        raise ValueError(
            f"A field must have a kind such as .2, 4g, rough, bound, ≠other or count step, got "
            f"{{{name}:{spec}}}."
        )
    decimals, digits = int(kind["decimals"] or 3), int(kind["digits"] or 0)
    return _Field(name, not spec, decimals, digits, kind["bound"] is not None,
                  kind["rough"] is not None, kind["other"], kind["unit"])  # fmt: skip


class Words:
    """The templates of a scene by name, each filled in for a frame.

    A frame's sentences are "caption", of which the first is drawn larger: it says what is shown,
    the others have the numbers, as in "The path stops on an axis. {name}: {old} → 0." Without it,
    "start" of the first frame, "step" of each further one, and after the last one's, in a separate
    line, "ending" where there is one. Where there is "visible", what is shown, that is the first
    sentence, before all of these, whatever full stops the names in it have.
    A field of a template is another one of these names, or else what the frame has. In place of a
    template a function of the frame may be given: it returns one, or what `say` made.
    """

    def __init__(self, **parts: str | Callable[[Any], str]):
        ending = "\n{ending}" if "ending" in parts else ""
        self._given: dict[str, Any] = {
            "caption": lambda frame: ("{step}" if frame.k else "{start}") + ending * frame.last,
            **parts,
        }
        self._parts = dict(self._given)
        if "visible" in parts:
            self._parts["caption"] = f"{{visible}}{MARK}{{numbers}}"
            self._parts["numbers"] = self._given["caption"]

    def also(self, **parts: str | Callable[[Any], str]) -> Words:
        """These words with others added, or in their place."""
        return Words(**self._given | parts)

    def say(self, name: str, frame: Any) -> Said:
        """The template `name` for a frame."""
        # No closures that call each other: such a ring would hold the frame, and with it the run,
        # until Python looks for rings, which is hundreds of moves of a knob later.
        part = self._parts[name]
        found = part(frame) if callable(part) else part
        if not isinstance(found, str):
            raise ValueError(f"The words {name!r} must be a text, got {found!r}.")
        return found if isinstance(found, Said) else _filled(found, partial(self._known, frame))

    def _known(self, frame, name):
        return self.say(name, frame) if name in self._parts else _read(frame, name)

    def of(
        self, frames: Any, name: str = "caption", within: Callable[[], Any] = nullcontext
    ) -> Sentences:
        """The template `name` for every frame, each made when it is asked for, in a context of
        `within`."""

        def say(k):
            with within():
                return str(self.say(name, frames[k]))

        return Sentences(len(frames), say)


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
