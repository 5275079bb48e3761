"""The picture of a table of frames: its panels, words, questions and numbers as a `Scene`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from lab.experiment import Run
from lab.processes import one_thread
from lab.scenes.frames import Frames
from widgets import Layout, Panel, Scene, on_demand
from widgets.layout import default
from widgets.questions import Question
from widgets.words import Words

#: The sentence of a scene that has no words of its own.
PROOF = Words(caption="{counter} — {proof}.")


def picture(
    f: Frames,
    panels: Mapping[str, Callable[[Frames], Panel]],
    words: Words = PROOF,
    layout: Layout | None = None,
    questions: Sequence[Question] = (),
    readout: Mapping[str, Sequence | np.ndarray] | None = None,
) -> Scene:
    """The `Scene` of the table `f`.

    panels: key -> the function that draws it; what the layout does not show at first is drawn when
    it is shown. words: `Words.of` has the sentence of each frame, made when it is shown. layout: as
    in `Scene`. readout: the numbers shown with the sentence, by default `f.readout()`.
    """
    at_once = layout.in_sight() if layout else panels
    drawn = [
        _drawn(key, make, f) if key in at_once else on_demand(key, _drawn, key, make, f)
        for key, make in panels.items()
    ]
    shown = f.readout() if readout is None else readout
    captions = words.of(f, within=one_thread)
    return Scene(drawn, f.clock, captions, shown, questions, layout=layout or default(list(panels)))


def scene_of(
    frames: Callable[[Run], Frames],
    panels: Mapping[str, Callable[[Frames], Panel]],
    words: Words = PROOF,
    layout: Layout | None = None,
    questions: Callable[[Frames], Sequence[Question]] | None = None,
    readout: Callable[[Frames], Mapping[str, Sequence | np.ndarray]] | None = None,
) -> Callable[[Run], Scene]:
    """The `scene` of an `Experiment`: of a run, the `picture` of its table `frames(run)`.

    questions, readout: of that table.
    """

    def scene(run):
        f = frames(run)
        asked = questions(f) if questions else ()
        return picture(f, panels, words, layout, asked, readout(f) if readout else None)

    return scene


# As sentences it is made when it is shown, while a browser needs the other cores.
@one_thread()
def _drawn(key, make, f):
    panel = make(f)
    return panel if panel.key == key else replace(panel, key=key)
