"""What is refused, and in which words."""

import pytest

from solvers import InputError


def assert_refused(words, call, /, *args, error=InputError, **options):
    """`call` with these arguments raises `error`, whose message matches `words`."""
    with pytest.raises(error, match=words):
        call(*args, **options)
