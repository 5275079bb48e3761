"""The values that an option of words, or of True and False, takes."""

import inspect
import typing


def choices(option):
    """All values of an `inspect.Parameter`; none where it takes others."""
    of = [option.annotation, *typing.get_args(option.annotation)]
    words = [w for a in of if typing.get_origin(a) is typing.Literal for w in typing.get_args(a)]
    return words or ([True, False] if option.annotation is bool else [])


def others(solve):
    """(option, value) of a solver for every choice but the defaults."""
    options = inspect.signature(solve).parameters.values()
    return [(o.name, word) for o in options for word in choices(o) if word != o.default]
