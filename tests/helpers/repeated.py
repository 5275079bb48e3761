"""Repetitions of a check, by seeds and the like: plain `pytest` takes the first of them, and what
takes no time is one test of all."""

import functools
import inspect

import pytest


def further(*values, **options):
    """The values of one more case as a parameter that runs with `--all`."""
    return pytest.param(*values, marks=pytest.mark.further, **options)


def first(cases, count):
    """`cases` as parameters, those after the first `count` with `--all` alone; a tuple is of
    several arguments."""
    return [
        case if k < count else further(*case) if isinstance(case, tuple) else further(case)
        for k, case in enumerate(cases)
    ]


def each(names, cases):
    """As pytest.mark.parametrize, but all cases are one test, as a test costs pytest more than the
    check of a sentence does. All are tried, and what fails names its case."""
    names, cases = [name.strip() for name in names.split(",")], list(cases)
    assert cases, "there is no case"

    def decorate(test):
        @functools.wraps(test)
        def tried(**fixtures):
            failed = []
            for case in cases:
                given = dict(zip(names, case if len(names) > 1 else (case,), strict=True))
                try:
                    test(**given, **fixtures)
                except Exception as error:
                    error.add_note(f"case: {given!r:.500}")
                    failed.append(error)
            if failed:
                failed[0].add_note(f"{len(failed)} of {len(cases)} cases fail")
                raise failed[0]

        signature = inspect.signature(test)
        left = [p for p in signature.parameters.values() if p.name not in names]
        tried.__signature__ = signature.replace(parameters=left)
        return tried

    return decorate
