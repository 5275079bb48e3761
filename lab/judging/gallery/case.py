"""A problem on which solvers disagree, and what is shown of it."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lab.drawing import text
from lab.judging.judge import judge_by, selected
from lab.judging.judgement import COLOURS, SIGNS, Judgement, Row
from lab.judging.marks import named
from lab.judging.verdict import PROVED, WITHIN
from lab.peers.registry import Peer
from widgets import Clock, Layout, Panel, Scene
from widgets.matplotlib_figure import draw

#: The columns of the table, and what a cell of each holds.
HEADS = ("verdict", "solver", "version", "it says", "value it says", "value at its x", "outside by",
         "why")  # fmt: skip
_TOL = 1e-6
_WIDTH, _DPI = 6.4, 110


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A small problem on which solvers disagree.

    key: its name. question, choices: what to predict first. problem(): what is judged. panel(found)
    and words(found): the picture and the proof, of a `Judgement`. ours: those of ours that take
    part. peers(): name -> `Peer`; without it all of the problem's class. was: peer -> the version
    that was found to be wrong, so that a later one that is right is noticed.
    """

    key: str
    title: str
    question: str
    choices: tuple[str, ...]
    problem: Callable[[], Any]
    panel: Callable[[Judgement], Panel]
    words: Callable[[Judgement], Sequence[str]]
    ours: tuple[str, ...]
    peers: Callable[[], Mapping[str, Peer]] | None = None
    was: Mapping[str, str] = field(default_factory=dict)

    def judged(self, seconds: float = 20.0) -> Disagreement:
        """Judge it; each solver may take so many seconds."""
        problem = self.problem()
        ours, foreign = selected(type(problem))
        foreign = foreign if self.peers is None else dict(self.peers())
        once = {name: replace(one, takes_tol=False) for name, one in foreign.items()}
        ours = {name: ours[name] for name in self.ours}
        return self.reported(judge_by(problem, ours, once, _TOL, seconds))

    def reported(self, found: Judgement) -> Disagreement:
        """What is shown of a judgement on it."""
        sentences = (*self.words(found), *mended(self.was, found))
        return Disagreement(self, found, sentences, self.panel(found))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Disagreement:
    """A `Case` and the `Judgement` on it; it shows itself in a notebook.

    sentences: the proof in words, from what was found. panel: the problem and the answers.
    """

    case: Case
    judgement: Judgement
    sentences: tuple[str, ...]
    panel: Panel

    @property
    def picture(self) -> Scene:
        """The panel as a scene of one frame."""
        return Scene([self.panel], Clock("answer", np.zeros(1)), [self.sentences[0]], {},
                     title=self.case.title, layout=Layout(self.panel.key))  # fmt: skip

    def png(self, theme: str = "light") -> bytes:
        """The picture as a PNG."""
        out = io.BytesIO()
        draw(self.picture, 0, theme, _WIDTH, words=False).savefig(out, format="png", dpi=_DPI)
        return out.getvalue()

    def alt(self) -> str:
        """The picture in words."""
        return f"{self.panel.title}. {self.sentences[0]}"

    def table(self) -> str:
        """The table as HTML; its cells are text of packages, and are shown as text."""
        heads = "".join(f'<th scope="col" style="text-align:left">{head}</th>' for head in HEADS)
        rows = "".join(map(_row, self.judgement))
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.judgement.notes())
        caption = f"{html.escape(self.case.title)}: each answer, judged by certificates"
        return (
            f'<div class="judged" style="overflow-x:auto"><table><caption>{caption}</caption>'
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{notes}"
        )

    def proof(self) -> str:
        """The sentences as HTML."""
        found = (self.judgement.sentence(), *self.sentences)
        return "".join(f"<p>{html.escape(sentence)}</p>" for sentence in found)

    def __repr__(self) -> str:
        return "\n".join([f"{self.case.title}: {self.judgement!r}", *self.sentences])

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.png()).decode()
        picture = (
            f'<img src="data:image/png;base64,{data}" alt="{html.escape(self.alt(), quote=True)}" '
            'style="max-width:100%;width:560px;background:#fff">'
        )
        return f"<div>{picture}{self.proof()}{self.table()}</div>"


def _row(row: Row):
    mark = (
        f'<th scope="row" data-head="verdict" style="text-align:left;border-left:4px solid '
        f'{COLOURS[row.word]};padding-left:6px">'
        f'<span aria-hidden="true">{SIGNS[row.word]}</span> {html.escape(row.word)}</th>'
    )
    shown = (named(row), row.version, row.says, row.said, row.value, row.outside, row.sentence)
    cells = "".join(
        f'<td data-head="{head}" style="text-align:left">{html.escape(cell(value))}</td>'
        for head, value in zip(HEADS[1:], shown, strict=True)
    )
    return f'<tr data-word="{row.word}">{mark}{cells}</tr>'


def cell(value: Any) -> str:
    """A value in few letters."""
    if value is None:
        return ""
    return value if isinstance(value, str) else f"{value:.5g}"


def mended(was: Mapping[str, str], found: Judgement) -> tuple[str, ...]:
    """A sentence for each peer that is right in a later version than the one that was wrong."""
    reported = []
    for name, before in was.items():
        rows = found.of(name)
        right = rows and all(row.word in (PROVED, WITHIN) for row in rows)
        if right and _numbers(rows[0].version) > _numbers(before):
            reported.append(
                f"{name} is right since {rows[0].version} at the latest; {before} was not."
            )
    return tuple(reported)


def _numbers(version):
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def rows_with_x(found: Judgement) -> list[Row]:
    """The rows that have a point."""
    return [row for row in found if row.x is not None]


def listed(rows: Sequence[Row]) -> str:
    """The names of rows with their versions, once each."""
    shown = [named(r) if r.ours else f"{r.solver} {r.version}".strip() for r in rows]
    return text.listed(dict.fromkeys(shown))
