"""Where a student's iterates part from the reference's, and what is drawn and said of it."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten
from typing import Any

import numpy as np

from lab.checking.answers import REFUSED
from lab.drawing.geometry import moving, up_to
from lab.drawing.text import number, point, row_gap
from lab.experiment import Run
from lab.race.methods import STUDENT
from solvers import about
from widgets import Curve, Path, Points, Scene, Text
from widgets.chips import proved

#: Iterates further apart than this share of the reference's size have parted.
_APART = 1e-6
#: So many letters of what ended the run are shown after the sentence of each frame.
_MOST = 90
#: How the student's run looks wherever it is drawn.
STYLE: dict[str, Any] = {"tone": "ink", "dash": "longdash", "label": STUDENT}


def _scene_of(run):
    assert run.experiment is not None  # `Experiment.play` names it before a step runs
    return run.experiment


def reference_of(run: Run) -> str:
    """The name of the method that has the step as it should be."""
    return _scene_of(run).student.method.reference or run.main


def iterates_of(run: Run, name: str) -> np.ndarray:
    """The iterates (R, ...) of a method, or of the student's."""
    known = about(type(run.problem), reference_of(run) if name == STUDENT else name)
    assert known.iterate is not None  # a method without one plays no step
    return run.traces[name].snapshots[known.iterate]


def rows_of(run: Run, view: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """The rows (T,) of the reference and of the student's run in each frame; None where frames
    are no rows of a trace."""
    if not view.rows:
        return None
    reference = view.rows[reference_of(run)]
    if STUDENT in view.rows:
        return reference, view.rows[STUDENT]
    return reference, np.minimum(reference, len(run.traces[STUDENT]) - 1)


def _by_rows(run, view):
    both = rows_of(run, view)
    assert both is not None  # else the scene says itself where iterates are
    pairs = zip((reference_of(run), STUDENT), both, strict=True)
    return tuple(iterates_of(run, name)[rows] for name, rows in pairs)


def _parted(run, view):
    reference, student = (_scene_of(run).student_steps.iterates or _by_rows)(run, view)
    far = np.abs(student - reference).reshape(len(student), -1).max(axis=1)
    apart = far > _APART * max(np.abs(reference).max(), 1e-300)
    return (int(np.argmax(apart)) if apart.any() else None), reference, student


def comparing(run: Run) -> tuple[int | None, np.ndarray, np.ndarray]:
    """The first frame at which the student's iterate is not the reference's, or None; and both at
    the frames (T, ...)."""
    return _parted(run, _scene_of(run).student_steps.view(run))


def marked(picture: Scene, run: Run) -> Scene:
    """The picture with what is the student's, and the frame marked at which both part."""
    own = _scene_of(run).student_steps
    view = own.view(run)
    k, reference, student = _parted(run, view)
    places = own.places(view, student) if own.places else {own.panel: student}
    places = {key: at for key, at in places.items() if at.ndim == 2 and at.shape[1] in (2, 3)}
    more = dict(own.marks(view, student)) if own.marks else {}
    gap = _gap(picture, run, view)
    if not places and gap is not None:
        places = {own.gap: gap}
    gaps = {own.gap: gap}
    rows = rows_of(run, view)
    ended = (student == student[-1]).reshape(len(student), -1).all(axis=1)
    if rows is not None:
        ended = rows[1] >= len(run.traces[STUDENT]) - 1
    notes = run.results[STUDENT].notes
    broken = next((note for note in notes if note.startswith(REFUSED)), "")
    lost = broken or run.results[STUDENT].status == "diverged"
    panels = [
        _panel(p, places.get(p.key), more.get(p.key, ()), gaps.get(p.key), k)
        for p in picture.panels
    ]
    if lost:
        end = int(np.argmax(ended))
        panels = [_with_end(p, places[p.key][: end + 1]) if p.key in places else p for p in panels]
    said, shown = _said(picture, run, ended, k, reference, student), _proofs(picture, run, rows)
    if broken:
        said[0] = f"{broken} — {said[0]}"
        shown |= {"broken": (f"✗ {shorten(broken, _MOST, placeholder=' …')}",) * len(picture)}
    return replace(picture, panels=panels, captions=said, readout=shown)


def _proofs(picture, run, rows):
    """The readout, with whose proof it is, and what is proved of yours."""
    if "gap" not in picture.readout:
        return dict(picture.readout)
    whose = about(type(run.problem), run.main).label
    named = {"proof of": (whose,) * len(picture)} | dict(picture.readout)
    if rows is None:
        return named
    result = run.results[STUDENT]
    gaps = row_gap(result.trace, result.certificate.scale, rows[1])
    return named | {STUDENT: tuple(proved(float(gap)) for gap in gaps)}


def _gap(picture, run, view):
    """(T, 2): the clock and the certified gap of the student's run; None where none is drawn."""
    own = _scene_of(run).student_steps
    panel = next((p for p in picture.panels if p.key == own.gap and p.y.log), None)
    if panel is None:
        return None
    rows = rows_of(run, view)
    assert rows is not None  # a panel of gaps is of the rows of traces
    low, high = sorted(panel.y.range or (0.0, np.inf))
    gap = run.traces[STUDENT].gap[rows[1]] / own.unit(view)
    gap = np.clip(np.where(np.isfinite(gap), gap, np.nan), low, high)
    return np.column_stack([picture.clock.values, gap])


def _panel(panel, at, more, gap, k):
    """A panel with a trail, a gap and more of the student's, whose first mark has an entry in the
    legend, and a cross where both part."""
    entry = [replace(mark, legend=True) for mark in more[:1]]
    marks = [*panel.marks, *entry, *more[1:]]
    drawn = any(m.label == STUDENT or m.label.startswith(f"{STUDENT};") for m in marks)
    if gap is not None and not drawn:
        marks.append(Curve(**up_to(gap, np.arange(len(gap))), **STYLE))
    elif at is not None and not drawn:
        marks.append(Path(**up_to(at, np.arange(len(at))), ghost=False, **STYLE))
    if at is not None and k is not None:
        marks += _cross(at, k)
    return panel if len(marks) == len(panel.marks) else replace(panel, marks=marks)


def _with_end(panel, at):
    """A panel with the whole of a path (n, ...) that is lost, in red in every frame, and a cross
    where it ends; of what leaves the frame its way there."""
    path = Path(*at.T, tone="rival1", width=3.0, ghost=False, future=True,
                label=f"{STUDENT}, to its end")  # fmt: skip
    end = Points(*at[-1:].T, symbol="x", tone="rival1", size=13.0, future=True,
                 label=f"{STUDENT} ends here")  # fmt: skip
    return replace(panel, marks=[*panel.marks, path, end])


def _cross(at, k):
    """A cross, from frame k on, where the student's path parts."""
    parted = (np.arange(len(at)) >= k)[:, None]
    places = moving(np.where(parted, at[k], np.nan))
    yield Points(**places, symbol="x", tone="ink", size=12.0, label="here yours parts")
    yield Text(**places, text=("yours parts",), tone="ink")


def _said(picture, run, ended, k, reference, student):
    """The captions, each from frame `k` on with one sentence more that yours has parted, and why
    where it has `ended` (T,); the last, where it never parts, with one that says so."""
    captions = list(picture.captions)
    if k is None:
        captions[-1] = f"{captions[-1]} Yours went the same way to the end."
        return captions
    result, counter = run.results[STUDENT], picture.clock.counter(k)
    why = "".join(f" {note}" for note in result.notes[-1:])
    where = f"Here yours parts — {_where(student[k], reference[k])}."
    captions[k] = f"{where}{why if ended[k] else ''} {captions[k]}"
    for j in range(k + 1, len(captions)):
        captions[j] += f" Yours parted at {counter}.{why if ended[j] else ''}"
    return captions


def _where(student, reference):
    """Where both are, in words; of points in many dimensions, their distance."""
    if student.size > 3:
        far = float(np.linalg.norm(student - reference))
        return f"its distance from the reference is {number(far)}"
    return f"it is at {point(student)}, the reference at {point(reference)}"
