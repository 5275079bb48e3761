"""How a number is worded: captions, chips, hover texts, questions, tables, and the test that reads
numbers back take these kinds.

kind                     written by                               in a template
a value                  `value(1.39)`: "1.390"                   {x}, {x:.2}; {x:4g}: few digits
a bound, rounded up      `bound(0.0123)`: "0.013"                 {gap:bound}
a pair that must differ  `apart(0.31, 0.3)`: "0.310", "0.300"     {x:≠y}, {x:.2≠y}, {gap:bound≠lim}
a point                  `point([1, 0])`: "(1.000, 0)"            {w}, {w:.2}
a count                  `count(1200, "step")`: "1,200 steps"     {n}, {n:count step}

`say(template, frame)` fills a template in, `Words` holds those of a scene.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from widgets.sentences import Sentences
from widgets.text import rough, short

_FIELD = re.compile(r"\{([^\W\d]\w*)(?::([^{}]*))?\}")
_SPEC = re.compile(
    r"(?:\.(?P<decimals>\d+)|(?P<digits>\d+)g|(?P<bound>bound))?(?:≠(?P<other>\w+))?"
    r"|count (?P<unit>.+)"
)
#: A pair is written with at most so many digits.
_MOST = 12


def value(x: float, decimals: int = 3) -> str:
    """`x` with that many decimals; "0" only for zero itself, two digits and a power of ten where it
    is tiny or huge."""
    x = float(x)
    if x == 0.0:
        return "0"
    if not 0.5 * 10.0**-decimals <= abs(x) < 10.0 ** (3 + decimals):
        return rough(x)
    return f"{x:.{decimals}f}".replace("-", "−")


def figure(x: float, digits: int = 4) -> str:
    """`x` with at most that many digits, and no zeros at its end."""
    return short(float(x), digits)


def bound(x: float, digits: int = 2) -> str:
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


def point(w, decimals: int = 3) -> str:
    """A vector as "(−1.700, −1.900)"."""
    return f"({', '.join(value(v, decimals) for v in w)})"


def count(many: float, unit: str) -> str:
    """ "1 sweep", "1,200 pair steps"."""
    words = f"{many:,.0f}" if many == round(many) else figure(many, 3)
    return f"{words} {unit}{'s' * (words != '1')}"


def read(text: str) -> float:
    """The number that one of these functions wrote."""
    return float(text.replace("−", "-").replace(",", ""))


def _ordered(words, values):
    """Whether the numbers as they are written compare as they do."""
    shown = [read(one) for one in words]
    return all(
        np.sign(shown[i] - shown[j]) == np.sign(values[i] - values[j])
        for i, j in combinations(range(len(values)), 2)
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
    known = _Known(values, source)
    return Said(_FIELD.sub(lambda m: _worded(m[1], m[2] or "", known), template))


class _Known:
    """The values of names."""

    def __init__(self, values, source):
        self._values, self._source = values, source

    def __call__(self, name):
        if name in self._values:
            return self._values[name]
        try:
            return getattr(self._source, name)
        except AttributeError as error:
            raise ValueError(f"A template must name what its frame has, got {{{name}}}: {error}") \
                from None  # fmt: skip


def _worded(name, spec, known):
    found, kind = known(name), _SPEC.fullmatch(spec)
    if kind is None:
        raise ValueError(
            f"A field must have a kind such as .2, 4g, bound, ≠other or count step, got "
            f"{{{name}:{spec}}}."
        )
    if isinstance(found, str):
        return found
    if kind["unit"]:
        return count(found, kind["unit"])
    others = (known(kind["other"]),) if kind["other"] else ()
    if kind["bound"]:
        return (bounds_apart(found, *others) if others else (bound(found),))[0]
    if kind["digits"]:
        return figure(found, int(kind["digits"]))
    decimals = int(kind["decimals"] or 3)
    if np.ndim(found):
        return point(found, decimals)
    if not spec and isinstance(found, (int, np.integer)):
        return f"{int(found):,}".replace("-", "−")
    return apart(found, *others, decimals=decimals)[0]


class Words:
    """The templates of a scene by name, each filled in for a frame; "caption" is its sentence.

    A field of a template is another one of these names, or else what the frame has. In place of a
    template a function of the frame may stand: it chooses one, or returns what `say` made.
    """

    def __init__(self, **parts: str | Callable[[Any], str]):
        self._parts = parts

    def also(self, **parts: str | Callable[[Any], str]) -> Words:
        """These words with others beside them, or in their place."""
        return Words(**self._parts | parts)

    def say(self, name: str, frame: Any) -> Said:
        """The template `name` for a frame."""
        return _InFrame(self._parts, frame).text(name)

    def captions(self, frames: Any) -> Sentences:
        """A sentence per frame, made when it is asked for."""
        return Sentences(len(frames), lambda k: str(self.say("caption", frames[k])))


class _InFrame:
    """A frame in which the words' own names are known as well."""

    def __init__(self, parts: Mapping, frame: Any):
        self._parts, self._frame = parts, frame

    def text(self, name):
        part = self._parts[name]
        found = part(self._frame) if callable(part) else part
        if not isinstance(found, str):
            raise ValueError(f"The words {name!r} must be a text, got {found!r}.")
        return found if isinstance(found, Said) else say(found, self)

    def __getattr__(self, name):
        return self.text(name) if name in self._parts else getattr(self._frame, name)
