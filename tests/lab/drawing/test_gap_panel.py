"""Labels have a distance inside the axis, and a proof without a scale is drawn."""

from dataclasses import replace

import numpy as np
import pytest

import lab
from lab.drawing.gap_panel import GapCurve, gap_panel, spread_labels
from widgets import Text
from widgets.pack import pack

pytestmark = pytest.mark.filterwarnings("error")


def distances(y):
    return np.diff(np.sort(y))


def test_labels_are_moved_up_as_little_as_keeps_them_apart():
    np.testing.assert_allclose(spread_labels([0, 0, 0], [0.0, 0.1, 3.0], 1.0, 1.0), [0.0, 1.0, 3.0])
    np.testing.assert_allclose(spread_labels([0, 2], [0.0, 0.0], 1.0, 1.0), [0.0, 0.0])


def test_labels_that_would_pass_the_top_are_moved_down_in_the_same_order():
    y = np.array([4.0, 3.9, 0.0, 3.9])
    placed = spread_labels(np.zeros(4), y, 1.0, 1.0, top=4.5)
    assert spread_labels(np.zeros(4), y, 1.0, 1.0).max() > 4.5  # what it prevents
    assert placed.max() <= 4.5 and distances(placed).min() >= 1.0 - 1e-9
    assert (np.argsort(placed) == np.argsort(spread_labels(np.zeros(4), y, 1.0, 1.0))).all()


@pytest.mark.parametrize(
    "address, given",
    [
        ("interior-point/svm", {"method": "affine_scaling", "compare": ["modified", "centering",
         "predictor_corrector", "safeguarded", "identification_printed"], "data": "imbalance",
         "noise": 0.98, "C": 0.44, "budget": 5}),
        ("interior-point/central-path", {"method": "predictor_corrector"}),
        ("interior-point/race", {"budget": 5}),
        ("interior-point/identification", {"n": 4}),
        ("mi-odm/tightness", {"sweep": "gaussian", "lam": 1000.0, "gamma": 7.85, "theta": 0.0,
         "data": "overlap", "bags": 4, "instances": 2, "seed": 999}),
    ],
)  # fmt: skip
def test_names_stay_inside_their_panel(address, given):
    scene = lab.scene(lab.run(address, **given))
    for panel in scene.panels[1:]:
        y = panel.axes()[1].range
        for mark in panel.marks:
            if isinstance(mark, Text):
                outside = (mark.y.values < y[0]) | (mark.y.values > y[1])
                assert not outside.any(), (panel.key, mark.text)


@pytest.mark.parametrize("gap", [[3.0, 1.0], [0.0, 0.0]])
def test_tolerance_of_zero_is_not_drawn(gap):
    times = np.arange(2.0)
    curve = GapCurve("method", "main", "solid", times, np.array(gap), np.arange(2), True)
    words = [m.text[0] for m in gap_panel([curve], times, 0.0, "t").marks if isinstance(m, Text)]
    assert words == ["method"]
    alone = gap_panel([replace(curve, named=False)], times, 0.0, "t").marks
    assert not any(isinstance(m, Text) for m in alone)
    with_tolerance = gap_panel([curve], times, 1e-6, "t").marks
    assert "tolerance" in [m.text[0] for m in with_tolerance if isinstance(m, Text)]


def test_gap_panel_value_lost_to_rounding_is_drawn_without_claim():
    words = "+(999999,-999999) -(999999,999999)"
    run = lab.run("interior-point/svm", points=words, kernel="polynomial")
    assert run.result.certificate.scale == 0.0 and run.result.status == "diverged"
    scene = lab.scene(run)
    pack(scene)
    assert scene.readout["status"][-1] == "diverged" and "Proved" not in scene.captions[-1]
