"""Colours by role, for light and dark: those of Okabe and Ito, and a violet, since their green says
what is proved. The same table serves all readers."""

import re
from functools import cache

import numpy as np

#: role -> (light, dark). Dark takes the lighter half of the palette where contrast asks for it.
TONES = {
    "main": ("#0072B2", "#56B4E9"),
    "now": ("#E69F00", "#E69F00"),
    "rival1": ("#D55E00", "#E8752A"),
    "rival2": ("#5B2DB5", "#8F6BFF"),
    "rival3": ("#CC79A7", "#DB93BC"),
    "rival4": ("#8A6D00", "#F0E442"),
    "ink": ("#1B1F24", "#F0F3F6"),
    "muted": ("#59636E", "#9AA4AF"),
    "faint": ("#D0D7DE", "#3A424B"),
    "good": ("#00734F", "#1DBE92"),
}

#: Classes 0..8 differ in colour, symbol, dash and hatching, so that colour never speaks alone.
CLASS_TONES = (
    "main", "rival1", "rival2", "rival3", "now", "rival4", "ink", "muted", "faint",
)  # fmt: skip
CLASS_SYMBOLS = (
    "circle", "square", "triangle-up", "diamond", "cross", "x", "triangle-down", "circle-open",
    "square-open",
)  # fmt: skip
CLASS_DASHES = (
    "solid", "dash", "dot", "dashdot", "longdash", "solid", "dash", "dot", "dashdot",
)  # fmt: skip
CLASS_HATCHES = ("", "/", "\\", "x", ".", "-", "|", "+", "")

#: A scale of several hues from few to many, for values that are read off. Each step is further from
#: the ground than the one before, and all leave ink readable on them.
SCALE = {
    "light": ("#FFF3CF", "#FDC98B", "#F28A76", "#C9568C", "#8A3D94"),
    "dark": ("#1F1A4A", "#4A2573", "#7E2F85", "#B0477F", "#D9706A"),
}

#: Ground, text and grid of a picture.
PAPER = {
    "light": {"paper": "#FFFFFF", "ink": "#1B1F24", "muted": "#59636E", "grid": "#EAEDF0"},
    "dark": {"paper": "#11151A", "ink": "#F0F3F6", "muted": "#9AA4AF", "grid": "#262C33"},
}


def colour(tone: str, theme: str = "light") -> str:
    """The hex colour of a role in a theme."""
    return TONES[tone][theme == "dark"]


#: The least contrast of words with the paper: in the dark they also lie on level sets, which are
#: lighter than it.
_LEGIBLE = {"light": 4.5, "dark": 7.0}


def luminance(colour: str) -> float:
    """The relative luminance of a hex colour, as WCAG 2 defines it."""
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(a: str, b: str) -> float:
    """The contrast of two hex colours, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@cache
def word_colour(tone: str, theme: str) -> str:
    """The hex colour of words in a role: its own, with as much ink as makes them legible."""
    own, paper = colour(tone, theme), PAPER[theme]["paper"]
    mixed = (mix(own, PAPER[theme]["ink"], share) for share in np.linspace(0.0, 1.0, 21))
    return next(one for one in mixed if contrast(one, paper) >= _LEGIBLE[theme])


def check_theme(theme: object) -> None:
    """Raise where it is no theme."""
    if not isinstance(theme, str) or theme not in ("light", "dark"):
        raise ValueError(f"theme must be light or dark, got {theme!r}.")


def mix(near: str, far: str, share: float) -> str:
    """The hex colour that lies `share` of the way from `near` to `far`."""
    a, b = (np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)]) for c in (near, far))
    return "#" + "".join(f"{round(v):02X}" for v in a + share * (b - a))


def band_shares(count: int) -> np.ndarray:
    """How much of its tone each of `count` bands carries, the lowest first."""
    return np.interp(np.arange(count) - 0.5, [-1.0, max(count - 2.0, 0.0)], [0.42, 0.04])


def ink(token: str, theme: str = "light") -> tuple[str, float]:
    """(hex colour, opacity) of "@tone", "@tone/share" or "@tone%share", as static/ink.js has it."""
    found = re.fullmatch(r"@(\w+?)(?:([/%])(.+))?", token)
    assert found is not None, token
    tone, kind, share = found.groups()
    colours = roles(theme)
    if kind == "%":
        return mix(colours["paper"], colours[tone], float(share)), 1.0
    return colours[tone], float(share or 1.0)


def roles(theme: str) -> dict[str, str]:
    """role -> colour: all that a picture in this theme may name; "main_word" colours words of that
    role."""
    steps = {f"scale{i}": step for i, step in enumerate(SCALE[theme])}
    words = {f"{tone}_word": word_colour(tone, theme) for tone in TONES}
    return {tone: colour(tone, theme) for tone in TONES} | words | PAPER[theme] | steps
