"""Lesson plans: one page beside each lesson, `plan.md` in its package."""

from __future__ import annotations

import re

from lab import discovery
from lab.addresses import find
from lab.books.copies import books, of_lesson
from lab.spelling import guess
from solvers import InputError

_ANSWERS = re.compile(r"^### `([^`]+)`\n+(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)


def plan(lesson: str) -> str:
    """The plan of a lesson, as Markdown: aims, 45 and 90 minutes, what to ask, usual wrong ideas,
    answers to the experiments, the lesson's notebooks. InputError where there is no such lesson, or
    no plan of it."""
    places = discovery.LESSONS.places()
    if lesson not in places:
        raise InputError(
            f"{lesson!r} is not a lesson; {guess(lesson, places)}"
            f"choose one of {', '.join(discovery.LESSONS)}."
        )
    found = dict(discovery.LESSONS.files("plan.md"))
    if lesson not in found:
        place = places[lesson]
        raise InputError(f"The lesson {lesson!r} has no plan; it would be plan.md in {place}.")
    text = found[lesson].read_text(encoding="utf-8")
    files = [books()[book].name for book in of_lesson(lesson)]
    more = [f"`{file}`" for file in files if file not in text]
    return text + (f"\nNotebooks: {', '.join(more)}.\n" if more else "")


def answers(address: str) -> str:
    """What the plan says of the experiments with the scene at `address`; "" where it is silent."""
    address = find(address)[0]
    try:
        page = plan(address.partition("/")[0])
    except InputError:
        return ""
    return dict(_ANSWERS.findall(page)).get(address, "").strip()
