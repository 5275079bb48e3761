"""One look, one meaning: in a scene no class, method, state or "now" shares colour and symbol with
another, and what is proved is no method's colour; in both themes."""

import re
from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import pytest
from scenes import ADDRESSES as SCENES
from scenes import at_defaults

import lab
from lab.discovery import find
from widgets import marks as m
from widgets.fields import at
from widgets.palette import CLASS_HATCHES, CLASS_SYMBOLS, CLASS_TONES, colour

THEMES = ("light", "dark")
#: Tones that say something else than a method.
SPOKEN_FOR = ("good", "now")
CLASS = re.compile(r"class|(positive|negative) bag|t = [+−]1")


def method_lines(experiment):
    """words -> (tone, dash) of the methods that a scene can draw."""
    knobs = [k for k in experiment.knobs if k.name in ("compare", "method")]
    return {
        words: line
        for knob in knobs
        for (_, words), line in zip(knob.pairs(), knob.lines(), strict=True)
        if line is not None
    }


def kinds(mark):
    """The classes that any frame of `mark` shows, each with its look."""
    klass, names = getattr(mark, "klass", None), getattr(mark, "names", ())
    if klass is None:
        symbol = getattr(mark, "symbol", "")
        return [SimpleNamespace(tone=mark.tone, symbol=symbol, hatch="", label=mark.label)]
    used = np.unique(klass.values[np.isfinite(klass.values)]).astype(int)
    return [
        SimpleNamespace(
            tone=CLASS_TONES[c],
            symbol=CLASS_SYMBOLS[c],
            hatch=CLASS_HATCHES[c],
            label=names[c] if c < len(names) else "",
        )
        for c in used
    ]


def styles(scene, theme):
    """(colour, symbol or hatching) -> {(tone, what it means)} of all markers and bars."""
    found = defaultdict(set)
    for mark in (mark for panel in scene.panels for mark in panel.marks):
        for kind in kinds(mark) if isinstance(mark, (m.Points, m.Bars)) else ():
            symbol = kind.symbol if isinstance(mark, m.Points) else f"bar {kind.hatch}"
            found[colour(kind.tone, theme), symbol].add((kind.tone, kind.label or mark.label))
    return found


def role(tone, words, methods):
    """What a marker speaks of."""
    if tone == "now":
        return "now"
    if words in methods:
        return "method"
    return "class" if CLASS.search(words) else "other"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("address", SCENES)
def test_marker_speaks_of_one_thing(address, theme):
    methods = method_lines(find(address)[1])
    for style, meanings in styles(at_defaults(address)[1], theme).items():
        roles = {role(*one, methods) for one in meanings}
        assert len(roles) == 1, (style, meanings)
        if roles & {"class", "method"}:
            assert len({words for _, words in meanings}) == 1, (style, meanings)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("address", SCENES)
def test_no_method_looks_like_another_or_like_a_proof(address, theme):
    lines = method_lines(find(address)[1])
    drawn = [(colour(tone, theme), dash) for tone, dash in lines.values()]
    assert len(set(drawn)) == len(drawn), lines
    taken = {colour(tone, theme) for tone in SPOKEN_FOR}
    assert not taken & {hue for hue, _ in drawn}, lines


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("address", SCENES)
def test_tolerance_has_no_methods_colour(address, theme):
    methods = {colour(tone, theme) for tone, _ in method_lines(find(address)[1]).values()}
    marks = [mark for panel in at_defaults(address)[1].panels for mark in panel.marks]
    finish = [mark for mark in marks if re.search("tolerance|finish", mark.label)]
    assert not {colour(mark.tone, theme) for mark in finish} & methods


@pytest.mark.parametrize("address", SCENES)
def test_states_of_bars_are_in_the_legend(address):
    for panel in at_defaults(address)[1].panels:
        for mark in panel.marks:
            if isinstance(mark, m.Bars) and len(kinds(mark)) > 1:
                assert mark.legend and all(kind.label for kind in kinds(mark)), panel.key


@pytest.mark.parametrize("method", ["mehrotra", "smo"])
@pytest.mark.parametrize("address", ["svm", "svm-3d"])
def test_classes_of_a_machine_are_apart_from_the_first_frame(address, method):
    scene = lab.scene(address, method=method, n=30)
    panel = next(p for p in scene.panels if p.key == "points")
    seen = {"+1": set(), "−1": set()}
    for mark in panel.marks:
        label = re.search(r"class ([+−]1)", mark.label)
        if isinstance(mark, m.Points) and label and np.isfinite(at(mark.x, 0)).any():
            seen[label[1]].add(mark.tone)
    assert all(seen.values()) and not seen["+1"] & seen["−1"]


#: What a colour is called -> the tones that have it, none where no tone is called so.
CALLED = {
    "blue": {"main"}, "orange": {"now"}, "vermilion": {"rival1"}, "green": {"good"},
    "violet": {"rival2"}, "pink": {"rival3"}, "grey": {"muted", "faint", "ink"},
    "black": {"ink"}, "red": set(), "yellow": set(), "purple": set(), "brown": set(),
    "gray": set(), "white": set(), "cyan": set(),
}  # fmt: skip
WORDS = re.compile(rf"\b({'|'.join(CALLED)})\b", re.IGNORECASE)


def tones_of(mark, k):
    """The tones in which a mark shows something in frame `k`."""
    if isinstance(mark, m.Heatmap):
        return {"main", "rival1"} if mark.diverging else {mark.tone}
    shown = [np.asarray(at(f, k, axis)) for f, axis in mark.coordinates(0)]
    if not any(np.isfinite(x).any() for x in shown):
        return set()
    return {kind.tone for kind in kinds(mark)}


def words_of(panel):
    """Title, subtitle, and the names in the key of a panel."""
    words = [panel.title, panel.subtitle, panel.hint]
    for mark in panel.marks:
        words += [mark.label, *(kind.label or "" for kind in kinds(mark))]
    return words


def check_colours(scene):
    """A colour that is named is that of a mark in the panel that names it."""
    frames = range(len(scene))
    for panel in scene.panels:
        drawn = {tone for k in frames for mark in panel.marks for tone in tones_of(mark, k)}
        for text in words_of(panel):
            for word in WORDS.findall(text):
                assert drawn & CALLED[word.lower()], (panel.key, word, text)
    for k in frames:
        for word in WORDS.findall(scene.captions[k]):
            here = {tone for p in scene.panels for mark in p.marks for tone in tones_of(mark, k)}
            assert here & CALLED[word.lower()], (k, word, scene.captions[k])


@pytest.mark.parametrize("address", SCENES)
def test_colours_that_are_named_are_drawn(address):
    check_colours(at_defaults(address)[1])
