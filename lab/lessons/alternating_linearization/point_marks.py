"""Points of a case as marks: classes by colour and symbol, labelled points large."""

from __future__ import annotations

import numpy as np

from widgets import Points


def point_marks(case):
    """All points, and a ring around the one that waits for a second click."""
    size = np.where(np.isin(np.arange(len(case.y)), case.labelled), 10.0, 6.0)
    texts = tuple(f"point {i}" for i in range(len(case.y)))
    looks = {"klass": case.y.astype(float), "names": case.classes, "size": size, "texts": texts}
    yield Points(*case.X.T, opacity=0.75, label="points", **looks)
    if case.waiting is not None:
        here = case.X[[case.waiting]].T
        ring = {"symbol": "circle-open", "tone": "now", "size": 18.0}
        yield Points(*here, label="waits for a second point", **ring)
