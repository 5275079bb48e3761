"""Random lattices over a scene, and the numbers that its picture draws."""

import numpy as np

from widgets import pack as packing
from widgets.wire import Arrays

#: Knobs whose values make runs of another length each time, or name files.
LEFT_OUT = {"file", "clock"}


class _Recorded(Arrays):
    """Arrays that also record what they were given, before it is packed."""

    def put(self, values, *, moving, axis=None, coarse=False):
        name = super().put(values, moving=moving, axis=axis, coarse=coarse)
        raw = np.asarray(values, dtype=np.float64)
        if axis is not None and axis.log:
            with np.errstate(divide="ignore", invalid="ignore"):
                raw = np.where(raw > 0.0, np.log10(raw), np.nan)
        self.raw[name] = raw.ravel()
        return name

    def whole(self, values):
        name = super().whole(values)
        self.raw[name] = np.asarray(values, dtype=np.float64).ravel()
        return name

    def _exact(self, values):
        name = super()._exact(values)
        self.raw[name] = np.asarray(values, dtype=np.float64).ravel()
        return name


def drawn(scene, monkeypatch):
    """(spec, name -> numbers as the scene has them) of every array that its picture draws."""
    made = []

    class Here(_Recorded):
        def __init__(self, **given):
            super().__init__(**given)
            self.raw = {}
            made.append(self)

        __slots__ = ("raw",)

    with monkeypatch.context() as patch:
        patch.setattr(packing, "Arrays", Here)
        spec, _ = packing.pack(scene)
    return spec, made[0].raw


def agree(shown, raw, about):
    """Whether what came over the wire is what was drawn, within the wire's own steps."""
    shown = np.array([float(v) for v in shown])
    if about["type"] == "i4":
        return np.array_equal(shown, raw)
    if about["type"] == "i2":
        # Almost equal numbers differ by less than a double can represent.
        slack = 0.5001 * about["scale"] + 4 * np.spacing(abs(about["offset"]))
    else:
        slack = np.abs(raw, where=np.isfinite(raw), out=np.zeros(raw.shape)) * 2.0**-23 + 1e-45
    known = np.isfinite(raw)
    same = np.abs(np.where(known, shown - raw, 0.0)) <= slack
    return bool(np.all(same) and np.all(np.isfinite(shown) == known))


def two_knobs(experiment, random_settings, rng):
    """Two random knobs with two random values each, as `lab.page` takes them."""
    names = [k.name for k in experiment.knobs if k.name not in LEFT_OUT]
    chosen = rng.choice(names, min(2, len(names)), replace=False).tolist()
    drawn = [random_settings(experiment, rng) for _ in range(2)]
    return {name: [settings[name] for settings in drawn] for name in chosen}
