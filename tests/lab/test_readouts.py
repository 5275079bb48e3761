"""In any scene at any settings: a value, a bound and a gap in one readout belong to one point, and
what is proved of another is called the best so far."""

import re

import numpy as np
import pytest
from scenes import ADDRESSES, drawn

import lab
from lab.drawing.text import read
from widgets.chips import chips

VALUES, BOUNDS = {"F", "q", "P", "upper", "relaxed"}, {"bound", "D", "lower"}
#: The affinity scene shows no value of the problem, and the path none with its gap.
WITHOUT = {"alternating-linearization/affinity", "lars/path"}


def number(words):
    """The number at the end of a chip's words, and half a unit of its last digit."""
    text = words.split()[-1].replace(",", "")
    digits = re.search(r"\.(\d*)", text)
    power = re.search(r"e(.*)", text)
    places = len(digits.group(1).partition("e")[0]) if digits else 0
    return read(text), 0.5 * 10.0 ** (int(read(power.group(1))) if power else 0) / 10.0**places


def words_of(scene, k, names):
    """The chip that shows the one of `names` that the readout has."""
    shown = [name for name in scene.readout if name not in ("gap", "best", "status")]
    name = next(name for name in shown if name in names)
    return chips(scene, k)[shown.index(name)][0]


def check(scene, k):
    """The numbers as they are written in frame `k`."""
    stated = [words for words, _ in chips(scene, k) if words]
    own = [words for words in stated if "proved within" in words]
    if not own or own[0].endswith("rounding"):
        return
    value, one = number(words_of(scene, k, VALUES))
    bound, other = number(words_of(scene, k, BOUNDS))
    gap, unit = number(own[0])
    slack = unit + (one + other) * 1.001 + 1e-9 * abs(value)
    if " beyond " in scene.captions[k]:  # of a point outside no less than that is proved
        assert gap >= abs(value - bound) - slack, stated
        return
    # The gap is rounded up, by less than a unit of its last digit.
    assert abs(gap - unit - (value - bound)) <= slack, stated


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in WITHOUT])
def test_value_less_bound_is_the_gap_shown_with_them(address, random_runs):
    for seed in range(3):
        _, scene = drawn(address, random_runs, seed)
        for k in range(len(scene)):
            check(scene, k)


@pytest.mark.parametrize("address", [a for a in ADDRESSES if a not in WITHOUT])
def test_a_point_is_called_proved_only_by_its_own_gap(address, random_runs):
    """Green is a chip whose own number is within the tolerance of the run."""
    run, scene = drawn(address, random_runs, 5)
    best = np.asarray(scene.readout.get("best", scene.readout["gap"]), dtype=float)
    gap = np.asarray(scene.readout["gap"], dtype=float)
    assert np.all(best <= np.where(np.isfinite(gap), gap, np.inf) + 1e-12 * abs(best))
    for k in range(len(scene)):
        for words, style in chips(scene, k):
            if style == "good" and "best so far" not in words:
                assert gap[k] <= 1.0001 * max(best[k], 0.0) or words.endswith("rounding")
    assert scene.readout["status"][-1] == run.result.status


def test_the_path_proves_each_of_its_points(random_runs):
    for run in random_runs("lars/path", 2, 1, data="two", folds=3):
        scene = lab.scene(run)
        problem, path = run.problem, run.extra["path"]
        for k in range(0, len(scene), 7):
            lam = float(scene.clock.values[k])
            one = type(problem)(problem.X, problem.t, lam)
            proof = one.certify(path.at(lam))
            assert scene.readout["gap"][k] == pytest.approx(proof.gap, abs=1e-9 * proof.scale)


def test_the_first_pictures_that_were_wrong():
    """F 2.385 with bound 0.32 once was "converged, within 0"."""
    scene = lab.scene(lab.run("subgradient"))
    far = int(np.argmax(scene.readout["gap"] * (np.asarray(scene.readout["best"]) == 0.0)))
    *_, own, best = (words for words, _ in chips(scene, far))
    assert own.startswith("proved within") and best == "✓ best so far within rounding"
    scene = lab.scene(lab.run("margins", player="sweeps"))
    P, D = (scene.readout[name][6] for name in ("P", "D"))
    assert scene.readout["gap"][6] == pytest.approx(P - D) and P - D > 10.0
    assert chips(scene, 6)[-1][0].startswith("best so far within")
