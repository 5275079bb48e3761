"""The browser's modules in `static/` as one script, without any tool but this file.

The files there are ES modules, for editors, linters, type checkers and tests. A page gets them
joined: each module, after those that it imports, becomes a function whose result holds its exports,

    const $painter = (() => { const { ink } = $theme; ...; return { paint }; })();

so that names do not meet, and the same text serves a classic script (a page opened from a file may
have no other) and, with an `export` behind it, a module. What is joined is written in a small part
of the language, and anything else is refused:

    import { a, b as c } from "./name.js";
    export function f ...   export class C ...   export const k = ...   export { a, b as c };

Comments that have lines of their own stay behind, but for those of libraries, which are licences.
"""

from __future__ import annotations

import pathlib
import re
from functools import cache

STATIC = pathlib.Path(__file__).parent / "static"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w./-]+)\.js";\n', re.MULTILINE)
_DECLARED = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_LISTED = re.compile(r"(?:^|(?<=[;}]))export ?\{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)


def script(entry, name, folder=STATIC):
    """A classic script that defines the constant `name`: the exports of the module `entry`."""
    parts, space = [], _namespace(entry)
    for module in order(entry, folder):
        parts.append(_wrapped(module, folder))
    return f"const {name} = (() => {{\n{''.join(parts)}return {space};\n}})();\n"


def order(entry, folder=STATIC):
    """The modules that `entry` needs, each after those that it imports; `entry` is the last."""
    done: list[str] = []

    def visit(module, above):
        if module in above:
            circle = " -> ".join((*above[above.index(module) :], module))
            raise ValueError(f"modules must not import in a circle, got {circle}.")
        if module not in done:
            for needed in _imports(_source(module, folder)):
                visit(needed, (*above, module))
            done.append(module)

    visit(entry, ())
    return done


@cache
def _source(module, folder):
    return (folder / f"{module}.js").read_text(encoding="utf-8")


def _imports(source):
    return [name for _, name in _IMPORT.findall(source)]


def _wrapped(module, folder):
    """One module as a constant that holds what it exports."""
    source = _source(module, folder)
    exports = {name: name for _, name in _DECLARED.findall(source)}
    for names in _LISTED.findall(source):
        exports |= {there: here for here, there in _renamed(names)}
    source = _IMPORT.sub(_taken, source)
    if not module.startswith("vendor/"):
        source = _COMMENT.sub("", source)
    source = _LISTED.sub("", _DECLARED.sub(r"\1 \2", source))
    other = _OTHER.search(source)
    if other:
        raise ValueError(
            f"{module}.js must import and export as {__name__} says, got {other[0]!r}."
        )
    given = ", ".join(a if a == b else f"{a}: {b}" for a, b in exports.items())
    return f"const {_namespace(module)} = (() => {{\n{source}return {{ {given} }};\n}})();\n"


def _taken(found):
    names = ", ".join(a if a == b else f"{a}: {b}" for a, b in _renamed(found[1]))
    return f"const {{ {names} }} = {_namespace(found[2])};\n"


def _renamed(names):
    """[("a", "a"), ("b", "c")] for "a, b as c"."""
    pairs = [n.split(" as ") for n in re.split(r"\s*,\s*", names.strip()) if n]
    return [(p[0].strip(), p[-1].strip()) for p in pairs]


def _namespace(module):
    return "$" + re.sub(r"\W", "_", module)
