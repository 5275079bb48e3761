"""The reference of the public names, from their docstrings, as pages that need no network."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from solvers import InputError

#: What has a page.
PACKAGES = ("solvers", "lab", "widgets")


def write_reference(folder):
    """Write a page for each of `PACKAGES`, and an index with a search, to `folder`."""
    try:
        import pdoc
    except ImportError:
        raise InputError(
            "pdoc must be installed to write the reference, got none; use "
            "pip install 'convexlab[docs]'."
        ) from None
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"DIR must be a directory, got the file {folder}; take another name.")
    for package in map(import_module, PACKAGES):
        for name in package.__all__:  # some are loaded when first asked for
            getattr(package, name)
    pdoc.render.configure(
        docformat="numpy", show_source=False, footer_text="Convex Lab", math=False, mermaid=False
    )
    pdoc.pdoc(*PACKAGES, output_directory=folder)
    return folder / "index.html"
