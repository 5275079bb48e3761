"""The table of a judgement, as text, HTML, pandas, CSV and Markdown."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lab.judging.evidence import Evidence
from lab.judging.verdict import WORDS
from lab.table import Table, csv_text, figure, markdown
from solvers import InputError
from widgets.words import count

#: Verdict -> a sign that distinguishes it without its colour.
SIGNS = dict(zip(WORDS, "✓≈▲✗○?–", strict=True))
COLOURS = dict(zip(WORDS, (
    "#009E73", "#56B4E9", "#E69F00", "#D55E00", "#999999", "#999999", "#999999"), strict=True,
))  # fmt: skip
HEADS = ("verdict", "solver", "version", "asked", "it says", "value it says", "value at its x",
         "outside by", "certified gap", "seconds", "why")  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One answer, judged.

    solver: its name; ours: whether it is of this workbook. version: of its package. asked: the
    tolerance, None for its own. says, said: its status and value in its own words. value: that at
    its x; outside: how far x violates the constraints; gap: proved, as a share of the scale. Each
    is None where there is none. seconds: of processor time. word, sentence: the verdict. x: its
    point; ray: what it gives to prove that there is no optimum.
    """

    solver: str
    ours: bool
    version: str
    asked: float | None
    claim: str
    says: str
    said: float | None
    value: float | None
    outside: float | None
    gap: float | None
    seconds: float | None
    word: str
    sentence: str
    x: np.ndarray | None = None
    ray: np.ndarray | None = None

    @property
    def point(self) -> np.ndarray:
        """x, of a row that has one."""
        if self.x is None:
            raise ValueError(f"{self.solver} gives no point.")
        return self.x

    def cells(self) -> tuple:
        """The row of a table, under `HEADS`."""
        asked = "its own" if self.asked is None else f"{self.asked:g}"
        name = f"our {self.solver}" if self.ours else self.solver
        return (self.word, name, self.version, asked, self.says, self.said, self.value,
                self.outside, self.gap, self.seconds, self.sentence)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Judgement:
    """What `lab.judge` found; it shows itself in a notebook.

    problem: what was judged. rows: by verdict, then by name. evidence: what is proved of the
    problem, and by whose answers. missing: peer -> the line that installs it. unfit: solver -> why
    it takes no such problem.
    """

    problem: Any
    tol: float
    rows: tuple[Row, ...]
    evidence: Evidence
    missing: dict[str, str]
    unfit: dict[str, str]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def of(self, solver: str) -> tuple[Row, ...]:
        """The rows of one solver."""
        return tuple(row for row in self.rows if row.solver == solver)

    def sentence(self) -> str:
        """What is proved of the problem."""
        return proved(self.evidence)

    def table(self) -> Table:
        """The rows as a `Table`, with what is missing in its notes."""
        title = f"Who is right? {self.sentence()}"
        rows = tuple(tuple(map(_plain, row.cells())) for row in self.rows)
        return Table(title, HEADS, rows, self.notes())

    def notes(self) -> tuple[str, ...]:
        """The words below the table."""
        notes = [f"Not installed: {name}; {line}" for name, line in self.missing.items()]
        by_reason: dict[str, list[str]] = {}
        for name, why in self.unfit.items():
            by_reason.setdefault(why, []).append(name)
        notes += [f"Left out: {', '.join(names)}: {why}" for why, names in by_reason.items()]
        return (*([self.evidence.contradiction] if self.evidence.contradiction else []), *notes)

    def markdown(self) -> str:
        """The table as Markdown."""
        return markdown(self.table())

    def csv(self, path: str | Path | None = None) -> str:
        """The rows as CSV, also written to `path`."""
        text = csv_text(HEADS, (row.cells() for row in self.rows))
        if path is not None:
            Path(path).expanduser().write_text(text, encoding="utf-8")
        return text

    def frame(self) -> Any:
        """The rows as a `pandas.DataFrame`."""
        try:
            import pandas
        except ImportError:
            raise InputError(
                "frame needs pandas, which is not installed: pip install pandas, or use csv()."
            ) from None
        return pandas.DataFrame([row.cells() for row in self.rows], columns=list(HEADS))

    def __str__(self) -> str:
        return self.markdown()

    def __repr__(self) -> str:
        counts = {w: sum(row.word == w for row in self.rows) for w in WORDS}
        found = ", ".join(f"{n} {w}" for w, n in counts.items() if n)
        return f"<Judgement of {count(len(self.rows), 'answer')}: {found}. {self.sentence()}>"

    def _repr_html_(self) -> str:
        heads = "".join(f"<th scope='col' style='text-align:left'>{h}</th>" for h in HEADS)
        rows = "".join(_html_row(row) for row in self.rows)
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        return (
            f"<div><p><strong>{html.escape(self.sentence())}</strong></p>"
            "<div style='overflow-x:auto'><table>"
            f"<caption>Answers, each judged by certificates; asked for {self.tol:g} and at their "
            f"own tolerances</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"
            f"</table></div>{notes}</div>"
        )


def _html_row(row):
    cells = [figure(v) for v in row.cells()]
    colour = COLOURS[row.word]
    mark = (
        f"<th scope='row' style='text-align:left;white-space:nowrap;border-left:4px solid {colour}'"
        f"><span aria-hidden='true'>{SIGNS[row.word]}</span> {html.escape(row.word)}</th>"
    )
    rest = "".join(f"<td style='text-align:left'>{html.escape(c)}</td>" for c in cells[1:])
    return f"<tr>{mark}{rest}</tr>"


def _plain(value):
    return value if value is None or isinstance(value, str) else float(f"{value:.10g}")


def proved(found: Evidence) -> str:
    """What is proved of a problem, in a sentence."""
    if found.contradiction:
        return "The evidence contradicts itself in the last digits; no answer is called wrong."
    if found.infeasible:
        return f"No point is feasible: {_rays(found.infeasible)}."
    if found.falling:
        where = "from a feasible point" if found.feasible else "if a point is feasible"
        return f"The objective falls for ever, {where}: {_rays(found.falling)}."
    if math.isfinite(found.lower) and math.isfinite(found.upper):
        return (
            f"The optimum lies between {found.lower:.10g}, a bound by {found.lower_by}, and "
            f"{found.upper:.10g}, the value at the point of {found.upper_by}{_others(found)}."
        )
    if math.isfinite(found.lower):
        return f"No value is below {found.lower:.10g}, by {found.lower_by}; no point is feasible."
    if math.isfinite(found.upper):
        return f"The point of {found.upper_by} has the value {found.upper:.10g}; nothing bounds it."
    return "Nothing is proved of this problem."


def _rays(whose):
    more = f" and {len(whose) - 1} more" if len(whose) > 1 else ""
    return f"a ray of {whose[0]}{more} proves it"


def _others(found):
    if not found.proved:
        return ""
    count = len(found.proved)
    return f"; {count} answer{'s prove' if count > 1 else ' proves'} it alone"
