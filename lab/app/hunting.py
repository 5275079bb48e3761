"""The dashboard of a hunt: the task above, a button *Check* below."""

from __future__ import annotations

import html
import weakref
from functools import partial
from typing import Any

from lab.app.dashboard import dashboard
from lab.checking import catalogue
from lab.checking.hunt import COMPILES, Verdict, check_hunt, opening
from solvers.checks import InputError
from solvers.compiled import is_compiled


def hunt(name: str | None = None, *, student: str = "") -> Any:
    """The dashboard of the hunt `name`, its task above and a button *Check* below; a notebook cell
    shows it. `.check()` does what the button does. student: a name, which chooses the data."""
    import ipywidgets

    one = catalogue.find_hunt(name)
    start = opening(one, student)
    fixed = {n: v for n, v in start.items() if one.knobs and n not in one.knobs}
    board = dashboard(
        one.address,
        show=one.knobs or None,
        fix=fixed,
        **{n: v for n, v in start.items() if n not in fixed},
    )
    counts = f" What counts: {', '.join(one.knobs)}." if one.knobs else ""
    board.entitle(f"Hunt: {name}", f"{one.task}{counts}")
    button = ipywidgets.Button(description="Check", tooltip=f"Check: {one.task}")
    verdict_box = ipywidgets.HTML(_status_html(""))
    board.check = partial(_check, name, student, weakref.ref(board), verdict_box)
    button.on_click(lambda _: board.check())
    board.put_below(ipywidgets.VBox([button, verdict_box]))
    return board


def _check(name, student, board, verdict_box):
    """Judge the present values of the knobs; a setting without an answer is not found, in words."""
    if not is_compiled():
        verdict_box.value = _status_html(COMPILES)
    try:
        verdict = check_hunt(name, student=student, **board().settings)
    except InputError as error:
        verdict = Verdict(name, False, str(error))
    verdict_box.value = _status_html(str(verdict))
    return verdict


def _status_html(words):
    return f'<p role="status" aria-live="polite">{html.escape(words)}</p>'
