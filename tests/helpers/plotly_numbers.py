"""Whether a figure of plotly has the numbers of its scene."""

import numpy as np
import plotly.io

from widgets import marks as m
from widgets.fields import at

#: Marks whose numbers are drawn as they are; of bars and bands the heights.
_PLAIN = (m.Path, m.Lines, m.Points, m.Segments, m.Text, m.Surface, m.Contour, m.Heatmap)
_HEIGHTS = (m.Bars, m.Band)


def agree(figure, scene, frames):
    """`figure` is one that plotly takes, its marks as far as the scene says in `frames`."""
    again = plotly.io.from_json(figure.to_json(validate=True), skip_invalid=False)
    assert len(again.data) == len(figure.data) and len(again.frames) == len(figure.frames)
    seen = 0
    for k in frames:
        shown = [dict(trace.to_plotly_json()) for trace in figure.data]
        frame = figure.frames[k] if figure.frames else None
        if frame is not None:
            assert frame.name == str(k)
            for j, trace in zip(frame.traces, frame.data, strict=True):
                shown[j] |= trace.to_plotly_json()
        for panel in scene.panels:
            for number, mark in enumerate(panel.marks):
                meta = {"panel": panel.key, "mark": number}
                traces = [t for t in shown if t["meta"] == meta]
                assert traces, meta
                for i in _axes_of(mark, panel):
                    seen += _compare(traces, mark, i, k, meta)
    assert seen > 3 * len(scene.panels)


def _axes_of(mark, panel):
    if isinstance(mark, _PLAIN):
        return range(2 if panel.z is None else 3)
    return (1,) if isinstance(mark, _HEIGHTS) else ()


def _compare(traces, mark, i, k, meta):
    fields = [(np.atleast_1d(at(f, k, a))) for f, a in mark.coordinates(i)]
    expected = np.concatenate([f.ravel() for f in fields])
    found = np.concatenate([np.ravel(np.array(t["xyz"[i]], dtype=float)) for t in traces])
    if isinstance(mark, m.Bars):
        found = np.concatenate([np.reshape(t["y"], (-1, 6))[:, 1] for t in traces])
    whole = len(mark.coordinates(i)) and np.isfinite(expected).all() and (expected > 0.0).all()
    if not whole:  # what a log axis, or a partner without a number, leaves out
        return 0
    ends = [np.nanmin(found), np.nanmax(found)] if np.isfinite(found).any() else []
    reach = [expected.min(), expected.max()] if expected.size else []
    np.testing.assert_allclose(ends, reach, rtol=1e-9, err_msg=f"{meta} axis {i} frame {k}")
    return 1
