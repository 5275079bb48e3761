"""Notebooks as the site shows them: as students get them, run once, dashboards and maps named."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.books.versions import student_version
from lab.runs.export import completed
from lab.site.kernel import MIME
from lab.version import hash_of

_INSTALL = "from lab.site.kernel import install\n\ninstall(get_ipython())"
#: Seconds that a cell may take.
_PATIENCE = 300


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A notebook that was run. name: as `name_of` has it. nodes: the notebook as nbformat has it.
    shown: the outputs of its dashboards and maps, as `lab.site.kernel` writes them, in their order,
    each with "still" (base64 of a PNG), "words" (of the still), and "cell"."""

    name: str
    nodes: Any
    shown: list[dict] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Its first heading."""
        return next((words for level, words, _ in self.headings() if level == 1), self.name)

    def headings(self) -> list[tuple[int, str, int]]:
        """(level, words, number of the cell) of its headings, in their order."""
        found = []
        for k, cell in enumerate(self.nodes.cells):
            if cell.cell_type != "markdown":
                continue
            for line in cell.source.splitlines():
                marks, _, words = line.partition(" ")
                if words and set(marks) == {"#"}:
                    found.append((len(marks), words.strip(), k))
        return found

    @property
    def minutes(self) -> str:
        """How long it takes, as it says itself: "fifty minutes", or ""."""
        text = "\n".join(cell.source for cell in self.nodes.cells)
        found = re.search(r"\*\*Time\*\*: about (\w+ minutes)", text)
        return found[1] if found else ""

    @property
    def question(self) -> str:
        """The bold text under its title, else its first sentence."""
        lines = [line for line in self.nodes.cells[0].source.splitlines()[1:] if line.strip()]
        first = lines[0] if lines else ""
        return first.strip("*") if first.startswith("**") else first


def file_of(cache: Path, text: str, version: str) -> Path:
    """Where the notebook `text`, run with that version of the code, is stored."""
    return cache / f"{hash_of([student_version(text), version])[:16]}.ipynb"


def run_book(source: str | Path, file: str | Path) -> None:
    """Run the notebook at `source` as students get it, and write it with its outputs to `file`.

    Marked cells need what students write, and are not run. RuntimeError names a cell that fails.
    """
    import nbformat  # with JupyterLab, and slow to import
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    source = Path(source)
    book = nbformat.reads(student_version(source.read_text(encoding="utf-8")), as_version=4)
    for cell in book.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.setdefault("tags", []).append("skip-execution")
    book.cells.insert(0, nbformat.v4.new_code_cell(_INSTALL))
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(
            book,
            timeout=_PATIENCE,
            resources={"metadata": {"path": folder}},
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],
        )
        try:
            client.execute()
        except CellExecutionError as error:
            raise RuntimeError(f"{source.name}: {error.ename}: {error.evalue}") from None
    del book.cells[0]
    book.metadata.pop("widgets", None)  # the site does not restore widgets
    with completed(Path(file)) as part:
        nbformat.write(book, part)


def read_book(name: str, file: Path) -> Book:
    """The `Book` of a notebook that was run."""
    import nbformat

    book = Book(name, nbformat.read(file, as_version=4))
    for k, cell in enumerate(book.nodes.cells):
        for output in cell.get("outputs", ()):
            stored = output.get("data", {}).get(MIME)
            if stored is not None:
                about = output.metadata.get("image/png", {})
                stored |= {"still": output.data.get("image/png", ""), "cell": k}
                stored |= {"words": about.get("alt") or output.data.get("text/plain", "")}
                book.shown.append(stored)
    return book
