"""Performance profiles: of several solvers on many problems, the share that each has solved within
so many times the seconds of the fastest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from lab.table import Table, short
from solvers import InputError

#: Seconds added before the logarithm, so that microseconds of tiny problems do not decide.
SHIFT = 0.01
#: Shares are told at so many times the fastest.
_AT = (1.0, 2.0, 5.0, 10.0, 100.0, 1000.0)
_SUFFIXES = (".png", ".pdf", ".svg")
#: The colours of Okabe and Ito, of which black comes first, and dashes, as colour is not all.
_COLOURS = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
_DASHES = (
    "-", (0, (6, 2)), (0, (2, 1)), (0, (6, 2, 1, 2)), (0, (9, 1)), (0, (4, 1)), (0, (1, 1)),
    (0, (6, 1, 1, 1, 1, 1)),
)  # fmt: skip


def shifted_mean(seconds: Sequence[float], shift: float = SHIFT) -> float:
    """exp(mean log(seconds + shift)) - shift."""
    return float(np.exp(np.mean(np.log(np.asarray(seconds, dtype=float) + shift))) - shift)


def ratios(seconds: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """name -> seconds over those of the fastest, problem by problem; inf where it is not solved.

    seconds: name -> (problems,), inf where it was not solved, nan where the solver knows no such
    problem, which is left out of its own. `SHIFT` is added to all seconds.

    References
    ----------
    Dolan and More (2002), Benchmarking optimization software with performance profiles
    """
    table = np.array(list(seconds.values()), dtype=float) + SHIFT
    least = np.where(np.isnan(table), np.inf, table).min(axis=0, initial=np.inf)
    found = np.where(np.isinf(table), np.inf, table / np.where(np.isinf(least), 1.0, least))
    return {name: row[~np.isnan(row)] for name, row in zip(seconds, found, strict=True)}


def checked(path: str | Path) -> Path:
    """The path of a figure, before anything is computed for it."""
    path = Path(path).expanduser()
    if path.suffix.lower() not in _SUFFIXES:
        raise InputError(f"--figure must end in {', '.join(_SUFFIXES)}, got {str(path)!r}.")
    if not path.parent.is_dir():
        raise InputError(f"--figure must lie in a folder that is there, got {str(path)!r}.")
    return path


def profile(seconds: Mapping[str, np.ndarray], path: Path) -> Table:
    """Draw the profile of name -> seconds (problems,), as `ratios` takes them, into `path`; the
    shares at some multiples as a table."""
    found = ratios(seconds)
    draw(found, path)
    rows = tuple(
        (name, *(short(100.0 * float(np.mean(r <= at * (1.0 + 1e-12)))) if r.size else None
                 for at in _AT))
        for name, r in found.items()
    )  # fmt: skip
    note = f"Drawn in {path}; {1000.0 * SHIFT:g} ms are added to all seconds."
    heads = ("method", *(f"{at:g} times" for at in _AT))
    return Table("Per cent solved within so many times the fastest", heads, rows, (note,))


def draw(found: Mapping[str, np.ndarray], path: Path) -> None:
    """The profile of name -> ratios as a figure."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.0, 4.3), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    most = 1.1 * max([2.0, *(r[np.isfinite(r)].max(initial=1.0) for r in found.values())])
    for k, (name, r) in enumerate(found.items()):
        at = np.sort(r[np.isfinite(r)])
        share = np.arange(1, at.size + 1) / max(r.size, 1)
        x = np.concatenate([[1.0], at, [most]])
        y = np.concatenate([[0.0], share, [at.size / max(r.size, 1)]])
        (line,) = axes.step(x, y, where="post", label=name, lw=1.8)
        line.set(color=_COLOURS[k % len(_COLOURS)], linestyle=_DASHES[k % len(_DASHES)])
    axes.set(xscale="log", xlim=(1.0, most), ylim=(0.0, 1.02))
    axes.set_xlabel("seconds over those of the fastest")
    axes.set_ylabel("share of its files that are proved")
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path, dpi=160)
