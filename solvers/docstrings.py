"""What docstrings repeat, written once: common options, defaults, errors, works cited.

Docstrings are numpydoc's. In the source a docstring has what is specific to its function;
`complete` adds the parameters that all solvers share, the defaults (read off the signature, so that
they cannot drift), the error that all raise, and the works behind the keys of the bibliography.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from solvers.bibliography import WORKS

T = TypeVar("T")
#: The sections that are written anew, in this order, after everything else.
_SECTIONS = ("Parameters", "Returns", "Raises", "References")
_ERROR = {
    "InputError": ["    A value of the wrong kind, not finite or out of range: the message names"
                   " the argument,", "    the rule, the value received and the way out."]
}  # fmt: skip


def complete(doc: str, signature: inspect.Signature, common: dict[str, str], returns: str) -> str:
    """`doc` with what is written elsewhere.

    common: the text of each parameter that `doc` may leave out; a text in `doc` takes precedence.
    returns: what begins the description of the first result.
    """
    head, sections = split(doc)
    own = entries(sections.pop("Parameters", []))
    about: list[str] = []
    for name, parameter in signature.parameters.items():
        heading, text = own.pop(name, (name, []))
        shared = common.get(name, "").splitlines()
        if " : " not in heading and shared:
            heading = f"{name} : {shared[0]}"
        lines = [*text, *(f"    {line}" for line in shared[1:])]
        given = parameter.default
        default = "" if given is inspect.Parameter.empty else f", default {given!r}"
        about += [heading + default, *lines]
    about += [line for heading, text in own.values() for line in (heading, *text)]
    result = sections.pop("Returns", [])
    begun = [f"    {line}" for line in returns.splitlines() if result]
    parts = {"Parameters": about, "Returns": [*result[:1], *begun, *result[1:]]}
    raised = {**_ERROR, **{n: t for n, (_, t) in entries(sections.pop("Raises", [])).items()}}
    parts["Raises"] = [line for name, text in raised.items() for line in (name, *text)]
    parts["References"] = cited(sections.pop("References", []))
    for name, lines in sections.items():
        head += ["", *_section(name, lines)]
    for name in _SECTIONS:
        if parts[name]:
            head += ["", *_section(name, parts[name])]
    return "\n".join(head) + "\n"


def documented(function: T) -> T:
    """Decorator of a public function: the defaults, errors and works of its docstring."""
    return _completed(function, {})


def _completed(function, common):
    if function.__doc__:
        doc = inspect.cleandoc(function.__doc__)
        function.__doc__ = complete(doc, inspect.signature(function), common, "")
    return function


def documented_like(other: Any) -> Callable[[T], T]:
    """Decorator of a public function whose parameters, where it does not document them itself, are
    those of `other`."""
    common: dict[str, str] = {}
    written = split(inspect.getdoc(other) or "")[1].get("Parameters", [])
    for name, (heading, text) in entries(written).items():
        kind = heading.partition(" : ")[2].rpartition(", default ")
        common[name] = "\n".join([kind[0] or kind[2], *(line.strip() for line in text)])
    return partial(_completed, common=common)


def cite(thing: T) -> T:
    """Decorator of anything else: the keys in its docstring's "References" become works."""
    if thing.__doc__:
        head, sections = split(inspect.cleandoc(thing.__doc__))
        sections["References"] = cited(sections.get("References", []))
        for name, lines in sections.items():
            head += ["", *_section(name, lines)]
        thing.__doc__ = "\n".join(head) + "\n"
    return thing


def split(doc: str) -> tuple[list[str], dict[str, list[str]]]:
    """(lines before the first section, section -> its lines) of a cleaned docstring."""
    head: list[str] = []
    sections: dict[str, list[str]] = {}
    into, lines = head, doc.splitlines()
    for k, line in enumerate(lines):
        following = lines[k + 1] if k + 1 < len(lines) else ""
        if line and following and set(following) == {"-"} and len(following) == len(line):
            into = sections.setdefault(line, [])
        elif not (line and set(line) == {"-"}):
            into.append(line)
    for part in (head, *sections.values()):
        while part and not part[-1]:
            part.pop()
    return head, sections


def entries(lines: list[str]) -> dict[str, tuple[str, list[str]]]:
    """Name -> (its line, the indented lines below it), in the order of a section."""
    found: dict[str, tuple[str, list[str]]] = {}
    text: list[str] = []
    for line in lines:
        if line and not line.startswith(" "):
            text = []
            found[re.split(r"\s*:\s|$", line, maxsplit=1)[0]] = line, text
        elif line:
            text.append(line)
    return found


def cited(lines: list[str]) -> list[str]:
    """The works that the keys in `lines` name; other lines unchanged."""
    works: list[str] = []
    for line in lines:
        key, _, place = line.partition(":")
        work = WORKS.get(key.strip())
        if work is None:
            works.append(line)
        else:
            where = f" Here: {place.strip()}." if place.strip() else ""
            works.append(f"- {work}{where}")
    return works


def _section(name: str, lines: list[str]) -> list[str]:
    return [name, "-" * len(name), *lines]
