"""The conventions of packages as a page, from their own files, and whether they hold of what is
installed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from lab.paths import checked_path
from lab.peers.parts import TOPICS, Package
from lab.peers.registry import PEERS, packages

#: What a line of numbers begins with, as packages print lines of their own.
_MARK = "holding: "
_HEAD = """\
# Peers: what foreign packages mean

Made by `lab peers --out FILE` from the packages' own files in `lab/peers/`, where each sentence
is next to the test that checks it; `lab peers --check` runs these tests against what is
installed. Words of statuses that no small program brings about are those of the documentation.
"""


def page(versions: Mapping[str, str | None] | None = None) -> str:
    """All packages and their statements as Markdown; versions: package -> the version to name, by
    default what is installed."""
    found = packages()
    versions = {n: p.version() for n, p in found.items()} if versions is None else versions
    return "\n".join([_HEAD, *(_section(p, versions.get(n)) for n, p in found.items())])


def _section(package: Package, version: str | None) -> str:
    tested = f"held against {version}" if version else "not installed where this page was made"
    lines = [
        f"## {package.name}",
        "",
        f"`{package.pip}`; {tested}. For {', '.join(_takes(package))}.",
    ]
    if package.source:
        lines.append(f"Documented in {package.source}.")
    lines += ["", "| what | statement |", "|---|---|"]
    for topic, heading in TOPICS.items():
        rows = [s.sentence for s in package.statements if s.topic == topic]
        lines += [f"| {heading} | {row.replace('|', chr(92) + '|')} |" for row in rows]
    return "\n".join([*lines, ""] if package.statements else [*lines[:-3], ""])


def _takes(package):
    kinds = {kind.__name__ for kind, by_name in PEERS.items() for p in by_name.values()
             if p.package is package}  # fmt: skip
    return [f"`{kind}`" for kind in sorted(kinds)]


def holding(name: str) -> list[str]:
    """Of each statement of the package `name` "", or what is wrong; in this process."""
    return [_wrong(statement) for statement in packages()[name].statements]


def _wrong(statement):
    try:
        return "" if statement.holds() else "it does not hold"
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def checked(name: str) -> list[str]:
    """`holding` in a separate process: packages have compiled parts that crash together with
    others."""
    line = f"import json; from lab.peers import conventions as c; found = c.holding({name!r})"
    line += f"; print({_MARK!r} + json.dumps(found), flush=True); import os; os._exit(0)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, timeout=600)
    said = [row for row in done.stdout.splitlines() if row.startswith(_MARK)]
    if not said:
        wrong = f"the process of the check ended with exit code {done.returncode}"
        return [wrong] * len(packages()[name].statements)
    return json.loads(said[-1].removeprefix(_MARK))


def write(path: str | Path) -> None:
    """Write the page."""
    checked_path(path).write_text(page(), encoding="utf-8")


def tell(check: bool) -> int:
    """Print what is there or, with `check`, what does not hold; how many statements do not."""
    if not check:
        for name, package in packages().items():
            version = package.version()
            print(f"{name:24}{version or f'not installed: {package.pip}'}")
        return 0
    failed = count = 0
    for name, package in packages().items():
        if package.version() is None:
            continue
        for statement, wrong in zip(package.statements, checked(name), strict=True):
            count += 1
            if wrong:
                failed += 1
                head = f"{name} {package.version()}, {statement.topic}"
                print(f"{head}: {statement.sentence} But {wrong}.")
    print(f"{count - failed} of {count} statements hold.")
    return failed
