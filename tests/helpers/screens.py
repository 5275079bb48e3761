"""What the dashboards of notebooks show, in the words and curves of their pictures."""

from __future__ import annotations

import ast
import re

import lab
from widgets import Curve
from widgets.fields import at
from widgets.pack import pack

_TIMES = str.maketrans({"−": "-", " ": " "})
_NUMBER = r"(-?\d+(?:,\d{3})+|-?\d+(?:\.\d+)?(?:e-?\d+)?)"


class Shown(float):
    """A number in a picture, as it is rounded there."""


def numbers(words):
    """The numbers in some words, as they are written there."""
    return [Shown(n.replace(",", "")) for n in re.findall(_NUMBER, words.translate(_TIMES))]


class Screen:
    """The picture of a run, as `lab.dashboard` shows it.

    `screen(pattern, frame)` gives the numbers at # in the words of a frame: its counter, sentence,
    numbers and names in the panels."""

    def __init__(self, run):
        self.run = run
        self.scene = lab.scene(run)
        self.spec = pack(self.scene)[0]

    def words(self, frame=-1):
        """All words of a frame."""
        spec = self.spec
        lines = [spec["clock"]["counters"][frame], spec["captions"][frame]]
        lines += [words for words, _ in spec["chips"][frame]]
        lines += [line for panel in spec["panels"] for line in (panel["title"], panel["subtitle"])]
        return "\n".join(lines)

    def frame(self, words):
        """The first frame whose sentence has these words."""
        return next(k for k, said in enumerate(self.spec["captions"]) if words in said)

    def __call__(self, pattern, frame=-1):
        words = self.words(frame).translate(_TIMES)
        parts = re.split("(#)", pattern.translate(_TIMES))
        found = re.search("".join(_NUMBER if p == "#" else re.escape(p) for p in parts), words)
        assert found, f"{pattern!r} is not shown in:\n{words}"
        return [number for text in found.groups() for number in numbers(text)]

    def count(self, frame=-1):
        """The number of a frame, as its counter says it."""
        return numbers(self.spec["clock"]["counters"][frame])[0]

    def best(self, frame=-1):
        """The distance from optimal that is proved so far, as the last chip says it."""
        return numbers(self.spec["chips"][frame][-1][0].partition("within")[2])[0]

    def end(self, label, panel="gap"):
        """Where the curve of that name ends in a panel, by the panel's clock."""
        marks = next(p.marks for p in self.scene.panels if p.key == panel)
        named = [m for m in marks if isinstance(m, Curve) and m.label.startswith(label)]
        curve = min(named, key=lambda m: len(m.label))
        return Shown(at(curve.x, len(self.scene) - 1)[-1])


#: What is said of how a dashboard opens, and is no knob.
_OPENING = ("frame", "predict")


def call_of(source):
    """(address, settings) of the `lab.dashboard` that a cell opens, by what is written there."""
    call = next(node for node in ast.walk(ast.parse(source)) if _is_board(node))
    knobs = {k.arg: ast.literal_eval(k.value) for k in call.keywords if k.arg not in _OPENING}
    return ast.literal_eval(call.args[0]), knobs


def opens(cell):
    """Whether a cell of a notebook opens a dashboard."""
    source = "".join(cell["source"])
    return cell["cell_type"] == "code" and any(map(_is_board, ast.walk(ast.parse(source))))


def _is_board(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "lab.dashboard"


_MADE: dict[str, Screen] = {}


def screen(address, **settings):
    """The `Screen` of a scene; each is made once."""
    key = f"{address} {sorted(settings.items())}"
    if key not in _MADE:
        _MADE[key] = Screen(lab.run(address, **settings))
    return _MADE[key]
