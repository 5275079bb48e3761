"""What holds in every scene in which one weight, or one group of them, moves at a time."""

import pytest

import lab
from lab.discovery import find
from lab.drawing.text import read

SCENES = pytest.mark.parametrize(
    "address", ["coordinate-descent/lasso", "lars/groups", "lars/logistic"]
)


@SCENES
def test_lambda_max_is_marked_where_everything_becomes_zero(address):
    _, experiment = find(address)
    value, label = experiment.ticks(experiment.settings({}))["lam"]
    assert read(label.split()[1]) == pytest.approx(value, abs=6e-3)
    above, below = (lab.run(address, lam=share * value) for share in (1.0001, 0.98))
    assert not above.result.x.any() and below.result.x.any()
