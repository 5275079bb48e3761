"""What a caption says of two numbers is true of them as they are written, and a gap that it calls
proved is."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import ADDRESSES, drawn

import lab
from lab.discovery import find
from lab.drawing.text import bounds_apart, falls, least, read

NUMBER = r"−?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"
#: Words between two numbers that compare them: the first is at most, or at least, the second.
AT_MOST = ("falls short of", "inside", "below", "≤", "is within the threshold", "is under")
AT_LEAST = ("exceeds", "above", "beats", "≥", ">", "no less than", "the tolerance is")
#: Both numbers and what is between them, one clause; a count of things ("5 of 10 entries are below
#: 0", "4 have Θ⁻¹ ≥ 0.038") is no number that is compared, nor is what a method is called.
COMPARED = re.compile(
    rf"(?<!of )(?<![\d.,])({NUMBER})"
    rf"([^\d;:.—]{{0,45}}?(?:{'|'.join((*AT_MOST, *AT_LEAST))})[^\d;:.—,]{{0,30}}?)({NUMBER})"
)
BETWEEN = re.compile(rf"({NUMBER}) lies between ({NUMBER}) and ({NUMBER})")
PROVED = re.compile(rf"(?:(?<!relative )gap|within|stays) ({NUMBER})(?: → ({NUMBER}))?")


def wrong(caption):
    """The comparisons in a caption that its own numbers contradict, and how many there are."""
    found = [m for m in COMPARED.finditer(caption) if not re.search("have|M kept", m[2])]
    bad = [m[0] for m in found if not _positions(read(m[1]), m[2], read(m[3]))]
    bands = [(m[0], [read(m[i]) for i in (2, 1, 3)]) for m in BETWEEN.finditer(caption)]
    return bad + [text for text, ends in bands if ends != sorted(ends)], len(found) + len(bands)


def _positions(x, how, y):
    x = abs(x) if "beats" in how or how[0] == "|" else x
    return x <= y if any(word in how for word in AT_MOST) else x >= y


def test_a_sentence_that_is_false_is_found():
    for caption in (
        "as its margin 0.2501 falls short of 0.25, the band's edge",
        "1.068 exceeds 1.07",
        "0.93 lies between 0.94 and 1.06",
        "slope −0.30 beats the threshold λ = 0.31",
        "inside the threshold |−0.32| ≤ λ = 0.31",
        "proved within 1.1e-6 of optimal, inside the tolerance 1.0e-6, after 3 updates",
    ):
        assert wrong(caption)[0]
    assert wrong("7 of 10 entries of û are below 0") == ([], 0)
    assert wrong("slope −0.32 beats the threshold λ = 0.31") == ([], 1)


@pytest.mark.parametrize("address", ADDRESSES)
def test_two_numbers_compare_as_the_sentence_says(address, random_runs):
    for seed in range(3):
        for caption in drawn(address, random_runs, seed)[1].captions:
            assert not wrong(caption)[0], caption


@pytest.mark.parametrize("units", ["raw", "distance"])
def test_margins_and_band_have_the_unit_that_the_sentence_says(units, random_runs):
    """One unit in a sentence: the stated margin is one of the frame's margins."""
    compared = 0
    for seed in range(5):
        given = {"units": units, "proof": "gap", "player": "sweeps"}
        run, scene = drawn("mi-odm/margins", random_runs, seed, **given)
        for k, caption in enumerate(scene.captions):
            bad, count = wrong(caption)
            assert not bad, caption
            compared += count
            for reported in re.findall(rf"as its margin ({NUMBER}) ", caption):
                near = np.abs(_margins(run, k) - read(reported)).min()
                assert near <= 6e-4 + 0.06 * abs(read(reported)), caption
    assert compared > 100


def _margins(run, k):
    from lab.lessons.mi_odm.margins.model import frames

    return frames(run).margins[k]


def reported_gaps(caption):
    """Every gap that a caption writes."""
    return [read(v) for m in PROVED.finditer(caption) for v in m.groups() if v]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_gap_is_rounded_down(address, random_runs):
    """A stated gap that is near one of this frame or of the frame before is no less."""
    for seed in range(3):
        _, scene = drawn(address, random_runs, seed)
        if "gap" not in scene.readout:
            continue
        gap = np.asarray(scene.readout["gap"], dtype=float)
        best = np.asarray(scene.readout.get("best", gap), dtype=float)
        for k, caption in enumerate(scene.captions):
            known = np.concatenate([a[max(k - 1, 0) : k + 1] for a in (gap, best)])
            known = known[np.isfinite(known) & (known > 0.0)]
            for reported in reported_gaps(caption):
                up = (known <= reported * (1.0 + 1e-9)) & (reported <= 1.11 * known)
                assert up.any() or not (np.abs(known - reported) <= 0.06 * known).any(), caption


gaps = st.floats(1e-14, 1e12)


@given(gaps, st.integers(2, 6))
def test_what_is_written_of_a_gap_is_proved(gap, digits):
    """No less than the gap, and more by less than a unit of the last digit."""
    reported = read(least(gap, digits))
    assert gap <= reported <= gap * (1.0 + 1.0001 * 10.0 ** (1 - digits))


@given(gaps, st.floats(1e-8, 10.0))
def test_gaps_that_differ_are_distinguished(gap, share):
    other = gap * (1.0 + share)
    assert read(bounds_apart(gap, other)[0]) < read(bounds_apart(gap, other)[1])
    old, new = falls(other, gap).split(" → ")
    assert read(old) > read(new)
    assert falls(gap, gap) == f"stays {least(gap)}"


def test_no_gap_is_no_number():
    assert least(0.0) == least(-1e-17) == "0" and least(np.nan) == "–" and least(np.inf) == "∞"


RACES = [a for a in ADDRESSES if any(k.name == "compare" for k in find(a)[1].knobs)]
_MANY = re.compile(
    r"\b(two|both|three|four|five|six|seven|every|all)\b[^.,;:]{0,20}?\b"
    r"(methods?|learners?|machines?|rivals?|solvers?)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("address", RACES)
def test_the_words_above_a_picture_count_only_methods_that_are_shown(address):
    scene = lab.scene(address, compare=())
    words = [scene.title, scene.question, *(q.prompt for q in scene.questions)]
    words += [text for panel in scene.panels for text in (panel.title, panel.subtitle)]
    words += [q.why for q in scene.questions]
    assert not [text for text in words if _MANY.search(text)]
