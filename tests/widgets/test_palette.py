"""Colours by role: apart from each other, and readable on their ground."""

import itertools

import numpy as np
import pytest

from widgets import marks, palette


def rgb(colour):
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0


def luminance(colour):
    c = rgb(colour)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4) @ (
        0.2126,
        0.7152,
        0.0722,
    )


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_every_tone_has_a_colour():
    assert set(palette.TONES) == set(marks.TONES)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_and_lines_stand_out_from_the_paper(theme):
    paper = palette.PAPER[theme]["paper"]
    assert contrast(palette.PAPER[theme]["ink"], paper) > 12
    assert contrast(palette.PAPER[theme]["muted"], paper) > 4.5
    for tone in ("main", "rival1", "rival2", "good"):
        assert contrast(palette.colour(tone, theme), paper) > 3.0, tone


@pytest.mark.parametrize("theme, least", [("light", 4.5), ("dark", 7.0)])
def test_words_of_every_tone_are_legible_on_the_paper(theme, least):
    colours = palette.roles(theme)
    for tone in palette.TONES:
        assert contrast(colours[f"{tone}_word"], colours["paper"]) >= least, tone
    assert palette.word_colour("main", theme) == palette.colour("main", theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_two_tones_look_alike(theme):
    """Lab distance of sRGB; 2 is just visible, and neighbours in the palette are 27 apart."""
    seen = {tone: lightness_and_hue(palette.colour(tone, theme)) for tone in palette.TONES}
    for a, b in itertools.combinations(seen, 2):
        assert np.linalg.norm(seen[a] - seen[b]) > 25.0, (a, b)


def lightness_and_hue(colour):
    c = rgb(colour)
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.maximum(to_xyz @ linear / (0.9505, 1.0, 1.089), 1e-6))
    return np.array([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])


def test_classes_differ_in_more_than_colour():
    n = marks.MAX_CLASSES
    assert len(set(palette.CLASS_TONES)) == len(set(palette.CLASS_SYMBOLS)) == n
    assert set(palette.CLASS_SYMBOLS) <= set(marks.SYMBOLS)
    assert set(palette.CLASS_DASHES) <= set(marks.DASHES)
    assert len(set(zip(palette.CLASS_TONES, palette.CLASS_DASHES, strict=True))) == n
    assert len(palette.CLASS_HATCHES) == n


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("count", [1, 2, 7])
def test_lowest_level_is_largest(theme, count):
    paper = palette.PAPER[theme]["paper"]
    inks = [palette.ink(f"@main%{share:.3f}", theme) for share in palette.band_shares(count)]
    assert all(opacity == 1.0 for _, opacity in inks)
    strength = [contrast(c, paper) for c, _ in inks]
    assert len(strength) == count
    assert all(a > b for a, b in itertools.pairwise([*strength, 1.0]))


def test_palette_role_is_the_themes_or_transparent_or_mixed():
    assert palette.ink("@main") == ("#0072B2", 1.0)
    assert palette.ink("@main/0.3", "dark") == ("#56B4E9", 0.3)
    assert palette.ink("@main%0.5") == ("#80B8D8", 1.0)


def test_mix_goes_from_end_to_end():
    assert palette.mix("#000000", "#FF8000", 0.0) == "#000000"
    assert palette.mix("#000000", "#FF8000", 1.0) == "#FF8000"
    assert palette.mix("#000000", "#FF8000", 0.5) == "#804000"
