"""A run as files: the full trace of every method as .csv or .npz, and the other formats by suffix;
and the Python that shows a picture again.

Pictures show a selection of rows; .csv and .npz hold all of them.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lab.experiment import Experiment, Run
from lab.paths import checked_path
from solvers.checks import as_input_error

PLOTLY = ".plotly.json"
FILMS = (".gif", ".mp4")
PICTURES = (*FILMS, ".png", ".pdf")
SUFFIXES = (*PICTURES, ".html", PLOTLY, ".csv", ".npz")
#: What shows one frame, or opens at one.
STILLS = (".png", ".pdf", ".html", PLOTLY)
_COLUMNS = ("iteration", "work", "seconds", "objective", "bound", "gap")


def write(
    run: Run,
    scene: Callable,
    path: str | Path,
    *,
    frame: int | None = None,
    theme: str = "light",
    fps: Any = None,
    progress: Any = None,
    state: Callable | None = None,
) -> Path:
    """Write `run`, or its picture `scene()`, to `path`; the file appears when it is complete.

    state(scene): how a page opens, as `widgets.state` says; without it at the first frame."""
    path = checked_path(path, SUFFIXES)
    kind = next(suffix for suffix in SUFFIXES if path.name.lower().endswith(suffix))
    with completed(path) as part:
        if kind == PLOTLY:
            part.write_text(_figure(scene(), frame, theme).to_json(), encoding="utf-8")
        elif kind in (".csv", ".npz"):
            (write_csv if kind == ".csv" else write_npz)(run, part)
        elif kind == ".html":
            from widgets.page import save_page

            picture = scene()
            save_page(picture, part, state and state(picture))
        else:
            options = {"frame": frame, "theme": theme, "fps": fps, "progress": progress}
            _draw(scene(), part, {k: v for k, v in options.items() if v is not None})
    return path


@contextlib.contextmanager
def completed(path: Path) -> Iterator[Path]:
    """A file to write in the place of `path`, which it takes when it is complete."""
    part = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        part.unlink(missing_ok=True)


def _draw(scene, path, options):
    from widgets.matplotlib_figure import save  # brings in matplotlib

    with as_input_error():
        save(scene, path, **options)


def _figure(scene, frame, theme):
    from widgets.plotly_figure import figure  # brings in plotly

    with as_input_error():
        return figure(scene, frame=-1 if frame is None else frame, theme=theme or "light")


def write_csv(run: Run, path: Path) -> None:
    """One line per method and trace row; snapshots as columns w[0], w[1], ..., empty where a method
    has none."""
    blocks = {name: _flat(trace) for name, trace in run.traces.items()}
    heads = list(dict.fromkeys(h for block in blocks.values() for h in block))
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["method", *heads])
        for name, block in blocks.items():
            rows = len(block["iteration"])
            columns = [block.get(h, [""] * rows) for h in heads]
            out.writerows([name, *row] for row in zip(*columns, strict=True))


def write_npz(run: Run, path: Path) -> None:
    """Arrays "method/iteration", "method/w", ...; "settings", "methods", "status" as text."""
    arrays: dict[str, Any] = {
        f"{name}/{key}": values
        for name, trace in run.traces.items()
        for key, values in _arrays(trace).items()
    }
    status = {name: result.status for name, result in run.results.items()}
    words: dict[str, Any] = {
        "address": run.address,
        "settings": json.dumps(dict(run.settings), default=str),
    }
    words |= {"methods": list(run.results), "status": json.dumps(status)}
    np.savez_compressed(path, **arrays | {k: np.array(v) for k, v in words.items()})


def _arrays(trace):
    return {c: getattr(trace, c) for c in _COLUMNS} | dict(trace.snapshots)


def _flat(trace):
    """Column name -> list of plain values; repr of a float reads back exactly."""
    columns = {}
    for key, values in _arrays(trace).items():
        if values.ndim == 1:
            columns[key] = values.tolist()
            continue
        for at in np.ndindex(values.shape[1:]):
            name = f"{key}[{','.join(map(str, at))}]"
            columns[name] = values[(slice(None), *at)].tolist()
    return columns


def code(
    where: str | Experiment,
    settings: Mapping[str, Any],
    frame: int = 0,
    step: Any = None,
    teaching: Any = None,
) -> str:
    """Python that shows the picture now shown at its frame; floats read back exactly. An
    `Experiment` that has no address is called `experiment` there; step: what a function of one's
    own is called; teaching: the options apart from the settings."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    given = _arguments(settings, step, teaching)
    arguments = "".join(f"    {name}={words},\n" for name, words in given.items())
    return (
        "import lab\n\n"
        f"d = lab.dashboard(\n    {place},\n{arguments}    frame={int(frame)},\n)\n"
        "d  # d.wait(), and d.run is its run, d.scene its picture\n"
    )


def line(
    where: str | Experiment,
    experiment: Experiment,
    settings: Mapping[str, Any],
    frame: int,
    step: Any = None,
    teaching: Any = None,
) -> str:
    """One line of Python that shows a scene again: the knobs that are not at their defaults."""
    place = "experiment" if isinstance(where, Experiment) else repr(where)
    turned = [k.name for k in experiment.knobs if settings[k.name] != k.check(k.default)]
    given = _arguments({name: settings[name] for name in turned}, step, teaching)
    words = "".join(f", {name}={words}" for name, words in given.items())
    return f"lab.dashboard({place}{words}, frame={frame})"


def _arguments(settings, step, teaching):
    """Name -> Python of what is given to `dashboard` apart from place and frame."""
    fixed = teaching.fix if teaching is not None else ()
    given = {name: repr(value) for name, value in settings.items() if name not in fixed}
    given |= {"step": step} if step else {}
    return given | (teaching.python() if teaching is not None else {})


def called(step: Callable | Mapping[str, Callable]) -> str:
    """Python for a step: the name of a function, or {exercise: name}."""
    if isinstance(step, Mapping):
        pairs = (f"{name!r}: {called(function)}" for name, function in step.items())
        return f"{{{', '.join(pairs)}}}"
    return getattr(step, "__name__", "step")
