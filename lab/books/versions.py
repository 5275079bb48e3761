"""A notebook as students get it, from the one that is written: solutions and hidden tests taken
out, at the marks that nbgrader takes them out at.

Needs the standard library alone: `wheel.py` runs it where nothing is installed yet.
"""

from __future__ import annotations

import json

#: The body of a function that is not written yet.
STUB = 'raise NotImplementedError("Not written yet: put your code in place of this line.")'
#: The placeholder where words are asked for.
WORDS = "*Your answer goes here.*"
_SOLUTION, _HIDDEN = "SOLUTION", "HIDDEN TESTS"


def has_solutions(text: str) -> bool:
    """Whether the notebook `text` still has what students do not get."""
    return any(_shown_to_students(cell) != _lines(cell) for cell in json.loads(text)["cells"])


def student_version(text: str) -> str:
    """The notebook `text` (JSON) without solutions, hidden tests and outputs.

    ValueError names the cell whose marks do not come in pairs.
    """
    book = json.loads(text)
    for cell in book["cells"]:
        cell["source"] = [f"{line}\n" for line in _shown_to_students(cell)]
        if cell["source"]:
            cell["source"][-1] = cell["source"][-1][:-1]
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        about = cell["metadata"].get("nbgrader", {})
        if about.get("locked"):
            cell["metadata"] |= {"deletable": False, "editable": False}
        if about.get("grade"):  # what is not written yet does not stop "run all"
            cell["metadata"]["tags"] = ["raises-exception"]
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _lines(cell):
    return "".join(cell["source"]).split("\n")


def _shown_to_students(cell):
    """The lines of a cell that students see."""
    code, lines = cell["cell_type"] == "code", _lines(cell)
    stub = STUB if code else WORDS
    shown = _without(lines, _SOLUTION, stub, cell)
    taken = any(stub in line for line in lines)  # by an earlier call
    if shown == lines and not taken and cell["metadata"].get("nbgrader", {}).get("solution"):
        shown = [stub]  # no marks: all of it is the solution
    return _without(shown, _HIDDEN, None, cell)


def _without(lines, what, stub, cell):
    """The lines outside of the regions between the marks of `what`, `stub` in place of each."""
    retained, inside = [], False
    for line in lines:
        begins, ends = f"BEGIN {what}" in line, f"END {what}" in line
        if (begins and inside) or (ends and not inside):
            raise ValueError(f"Cell {cell.get('id')!r}: BEGIN and END {what} must come in pairs.")
        if begins and stub is not None:
            retained.append(line[: len(line) - len(line.lstrip())] + stub)
        if not (begins or ends or inside):
            retained.append(line)
        inside = (inside or begins) and not ends
    if inside:
        raise ValueError(f"Cell {cell.get('id')!r}: BEGIN and END {what} must come in pairs.")
    return retained
