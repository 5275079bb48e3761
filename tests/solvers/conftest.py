"""A seeded problem of each registered type, and every registered solver."""

import pytest
from seeded import offers

from solvers import SOLVERS

OFFERS = offers()


@pytest.fixture(scope="session")
def build():
    """Problem type -> function of a random generator."""
    return {kind: offer.build for kind, offer in OFFERS.items()}


@pytest.fixture(scope="session")
def scaled():
    """Problem type -> function of a problem and a factor, as `seeded.Offer` says."""
    return {kind: offer.scaled for kind, offer in OFFERS.items()}


@pytest.fixture(scope="session")
def price():
    """Problem type -> the argument that prices a violation, or size."""
    return {kind: offer.price for kind, offer in OFFERS.items()}


def pytest_generate_tests(metafunc):
    """A test of `kind` and `name` is of every registered solver, unless it says of which."""
    asked = {"kind", "name"} <= set(metafunc.fixturenames)
    if asked and not any(
        "name" in str(m.args[0]) for m in metafunc.definition.iter_markers("parametrize")
    ):
        cases = [
            (kind, name) for kind, solvers in SOLVERS.items() if kind in OFFERS for name in solvers
        ]
        metafunc.parametrize("kind, name", cases, ids=[f"{k.__name__}-{n}" for k, n in cases])
