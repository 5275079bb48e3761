"""The proof on its scale: where each frame is, in which look and words."""

import itertools

import numpy as np
import pytest
from repeated import each

from widgets.chips import STATUSES, chips
from widgets.gauge import Gauge, gauge_of
from widgets.pack import pack
from widgets.scene import Clock, Panel, Scene


def scene(frames=1, **readout):
    values = {name: v if isinstance(v, list) else [v] * frames for name, v in readout.items()}
    frames = max(len(v) for v in values.values())
    clock = Clock("update", np.arange(frames))
    return Scene([Panel("p", [], key="p")], clock, ["It moves."] * frames, values)


def reading(one, k):
    return Gauge(one).reading(k, chips(one, k))


def styles(one):
    return [reading(one, k)[0] for k in range(len(one))]


def test_gap_that_closes_goes_from_one_end_to_its_notch():
    gaps = [10.0, 1e-1, 1e-3, 1e-6]
    closing = scene(F=gaps, bound=[0.0] * 4, gap=gaps, limit=[1e-5] * 4,
                    status=["running"] * 3 + ["converged"])  # fmt: skip
    spec, read = Gauge(closing).spec(), [reading(closing, k) for k in range(4)]
    assert [style for style, *_ in read] == ["open", "open", "open", "good"]
    shares = [at for _, at, *_ in read]
    assert shares[0] == 1.0 and sorted(shares, reverse=True) == shares
    assert shares[-1] < spec["limit"] < shares[-2]
    assert [words for _, _, _, words, *_ in read] == ["10", "0.10", "0.0010", "1.0e-6"]


def test_numbers_under_the_scale_are_where_their_gaps_are():
    gaps = [50.0, 3e-4]
    spec = Gauge(scene(F=gaps, bound=[0.0, 0.0], gap=gaps, limit=[1e-3] * 2)).spec()
    assert spec["ticks"][0] == [0.0, "≤10⁻⁴"] and spec["ticks"][-1] == [1.0, "10²"]
    low, high = -4, 2
    exponent = {"10²": 2, "1": 0, "10⁻²": -2}
    for at, words in spec["ticks"][1:]:
        assert at == pytest.approx((exponent[words] - low) / (high - low), abs=1e-4)
    assert spec["limit"] == pytest.approx((-3 - low) / (high - low), abs=1e-4)


@each(
    "status, gap, best",
    itertools.product(STATUSES, (0.0, 1e-9, 0.5, np.inf, np.nan), (1e-9, np.inf)),
)
def test_only_what_is_proved_within_the_tolerance_is_green(status, gap, best):
    shown = scene(F=1.0, bound=1.0 - gap, gap=gap, best=best, limit=1e-6, status=status)
    style = reading(shown, 0)[0]
    assert (style == "good") == (chips(shown, 0)[-2][1] == "good")
    if style == "good":
        assert gap <= 1e-6 and status in ("running", "converged", "small_change", "max_iter",
                                          "stalled", "cancelled")  # fmt: skip
    if not np.isfinite(gap):
        assert style == "bad"


def test_bound_above_the_value_is_crossed_by_as_much_as_it_is():
    wrong = scene(F=[2.0, 2.0], bound=[2.5, 1.0], gap=[-0.5, 1.0])
    style, at, best, gap, note, _ = reading(wrong, 0)
    assert (style, gap, note, best) == ("crossed", "0.50", "bound above value", None)
    gauge = Gauge(wrong)
    assert at == pytest.approx((np.log10(0.5) - gauge.low) / (gauge.high - gauge.low), abs=1e-4)
    lost = scene(F=[2.0, 2.0], bound=[2.5, 1.0], gap=[-0.5, 1.0]).unproved("It is wrong.")
    assert styles(lost) == ["crossed", "bad"]


@pytest.mark.parametrize("status", ["infeasible", "unbounded", "diverged"])
def test_where_there_is_no_bound_the_whole_scale_is_open_and_says_why(status):
    style, at, _, gap, note, of = reading(scene(F=1.0, bound=-np.inf, gap=np.inf, status=status), 0)
    assert (style, at, gap) == ("bad", 1.0, "–") and note and len(of) == 3


def test_of_another_point_only_the_best_is_called_proved():
    own = scene(F=5.0, bound=1.0, gap=4.0, best=1e-9, limit=1e-6, status="converged")
    style, at, best, gap, note, of = reading(own, 0)
    assert (style, gap, note) == ("open", "4.0", "✓ best 1.0e-9")
    assert best < at and len(of) == 4


def test_run_that_ended_before_says_how():
    ended = scene(F=5.0, bound=1.0, gap=4.0, best=4.0, limit=1e-6, status="max_iter")
    assert reading(ended, 0)[0] == "warn" and reading(ended, 0)[4] == "budget spent"


def test_scene_without_a_value_has_a_scale_without_a_pair():
    path = scene(gap=[0.0, 1e-17], status=["converged"] * 2)
    assert Gauge(path).spec()["pair"] is False and Gauge(path).spec()["limit"] is None
    assert styles(path) == ["good", "good"]


def test_scene_without_gaps_has_no_scale():
    assert gauge_of(scene(x=[1.0, 2.0])) is None
    spec, _ = pack(scene(x=[1.0, 2.0]))
    assert spec["gauge"] is None and "proof" not in spec


def test_browser_gets_each_frame_and_the_chips_that_belong_to_it():
    many = scene(pairs=["3", "4"], F=[2.0, 1.0], bound=[0.0, 1.0], held=["", "5 of 6"],
                 gap=[2.0, 0.0], limit=[1e-6] * 2, status=["running", "converged"])  # fmt: skip
    spec, _ = pack(many)
    for chipped, (*_, of) in zip(spec["chips"], spec["proof"], strict=True):
        words = [chipped[i][0] for i in of]
        assert words[0].startswith("F") and words[1].startswith("bound")
        assert "proved" in words[2] and len(words) == 3
    brief, _ = pack(many, captioned=[1])
    assert brief["proof"] == {"1": spec["proof"][1]}
