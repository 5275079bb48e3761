"""One report a student: points by cell, properties held, first failures, and what was altered."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from lab.books.copies import books
from lab.classroom.handed_in import HandedIn, handed_in, with_solutions
from lab.classroom.submitted import Mark, Submission, marked
from lab.paths import checked_path
from lab.table import csv_text, no_formula
from solvers import InputError

_COLUMNS = ("student", "notebook", "file", "cell", "points", "of", "properties", "first failure",
            "uses", "altered", "changed")  # fmt: skip
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What was handed in</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; max-width: 1000px; margin: 24px auto;
  padding: 0 16px; }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: left; vertical-align: top; padding: 4px 10px 4px 0;
  border-bottom: 1px solid #8886; }}
td:nth-child(2) {{ white-space: nowrap; font-variant-numeric: tabular-nums; }}
.altered {{ border-left: 4px solid #d55e00; padding-left: 10px; }}
pre {{ white-space: pre-wrap; margin: 4px 0; font-size: 13px; }}
</style></head><body>
<h1>What was handed in</h1>
<p>{note}</p>
{summary}
{parts}
</body></html>
"""
_HIDDEN = (
    "Marked with the graded cells of the notebooks as they were written, hidden tests among them; "
    "each function ran in a separate process."
)
_OPEN = (
    "Marked with the graded cells of the installed notebooks, which hold no hidden tests; name a "
    "copy of the repository with --source to have these."
)


def report(
    folder: str | Path,
    out: str | Path,
    source: str | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> tuple[Path, Path, list[Submission]]:
    """Mark what was handed in in `folder` and write OUT.html and OUT.csv; their paths, and what
    they say. source: a copy of the repository, whose notebooks have the hidden tests."""
    folder, out = Path(folder), checked_path(out, (".html",), ".html")
    if not folder.exists():
        raise InputError(f"SUBMITTED must be a directory or a notebook, got {str(folder)!r}.")
    known, hidden = _trusted(source)
    rows = handed_in(folder, known)
    if not any(row.book for row in rows):
        there = ", ".join(row.path.name for row in rows[:5]) or "nothing"
        file = next(iter(known.values())).name
        raise InputError(
            f"SUBMITTED must hold notebooks such as STUDENT/ASSIGNMENT/{file}, "
            f"got {there} in {str(folder)!r}."
        )
    done = []
    for k, row in enumerate(rows):
        done.append(_submission(row, known))
        if tell is not None:
            tell(k + 1, len(rows))
    page, table = out.with_suffix(".html"), out.with_suffix(".csv")
    page.write_text(as_html(done, _HIDDEN if hidden else _OPEN), encoding="utf-8")
    table.write_text(as_csv(done), encoding="utf-8")
    return page, table, done


def _submission(row: HandedIn, known):
    """What is said of one thing that was handed in: its marks, or why there are none."""
    if not row.book:
        return Submission(row.student, "", file=row.name, changed=[f"{row.name}: {row.why}"])
    try:
        text = row.path.read_text("utf-8-sig", errors="replace")
    except OSError as error:
        words = f"{row.name}: It cannot be read: {error.strerror or type(error).__name__}."
        return Submission(row.student, "", file=row.name, changed=[words])
    one = marked(row.student, row.book, text, known[row.book].read_text(encoding="utf-8"))
    more = [row.why] if row.why else []
    if not one.marks:
        more.append(f"{row.name}: {row.book} has no graded cells.")
    return replace(one, file=row.name, changed=[*more, *one.changed])


def _trusted(source):
    """(name -> path of the notebooks that mark, whether they have hidden tests)."""
    try:
        return with_solutions(source), True
    except InputError:
        if source is not None:
            raise
        return books(), False


def as_csv(done: Sequence[Submission]) -> str:
    """One row for each graded cell of each student."""
    return csv_text(_COLUMNS, (map(no_formula, row) for one in done for row in _rows(one)))


def _rows(one):
    """The rows of one thing that was handed in."""
    if not one.marks:
        yield one.student, one.book, one.file, *[""] * 7, " ".join(one.changed)
    for mark in one.marks:
        held, failure = _held(mark)
        points = "" if mark.points is None else f"{mark.points:g}"
        yield (one.student, one.book, one.file, mark.cell, points, f"{mark.of:g}", held, failure,
               " ".join(mark.uses), " ".join(one.altered), " ".join(one.changed))  # fmt: skip


def _held(mark: Mark):
    """("3 of 5", the first failure in words) of a graded cell."""
    if mark.report is None:
        return "", mark.said if mark.points == 0.0 else ""
    properties = mark.report.properties
    failed = [str(f).split("\n")[0] for f in properties if not f.passed]
    return f"{len(properties) - len(failed)} of {len(properties)}", (
        mark.report.message or next(iter(failed), "")
    )


def as_html(done: Sequence[Submission], note: str) -> str:
    """The page: a summary, and a part for each student."""
    heads = ("student", "points", "notebook", "file", "to look at")
    head = f"<tr>{''.join(f'<th>{word}</th>' for word in heads)}</tr>"
    rows = "".join(
        f"<tr><td>{_e(s.student)}</td><td>{_sum(s)}</td><td>{_e(s.book)}</td>"
        f"<td>{_e(s.file)}</td><td>{_e(' '.join((*s.altered, *s.changed)))}</td></tr>"
        for s in done
    )
    parts = "\n".join(map(_part, done))
    return _PAGE.format(note=_e(note), summary=f"<table>{head}{rows}</table>", parts=parts)


def _sum(one):
    if not one.marks:
        return "not marked"
    of = sum(m.of for m in one.marks if m.points is not None)
    by_hand = sum(m.of for m in one.marks if m.points is None)
    return f"{one.points:g} of {of:g}" + (f", {by_hand:g} by hand" if by_hand else "")


def _part(one):
    words = [*(f"Found in other cells: {w}" for w in one.altered), *one.changed]
    altered = "".join(f"<li>{_e(w)}</li>" for w in words)
    rows = "".join(
        f"<tr><td>{_e(m.cell)}</td><td>{'by hand' if m.points is None else f'{m.points:g}'} / "
        f"{m.of:g}</td><td>{_e('Uses ' + ', '.join(m.uses) + '.') if m.uses else ''}"
        f"<pre>{_e(m.said)}</pre></td></tr>"
        for m in one.marks
    )
    return (
        f"<h2>{_e(one.student)}: {_e(one.book or one.file)}, {_sum(one)}</h2>"
        f"{f'<p>{_e(one.file)}</p>' if one.book else ''}"
        f"{f'<ul class=altered>{altered}</ul>' if altered else ''}<table>{rows}</table>"
    )


def _e(words):
    return html.escape(str(words))
