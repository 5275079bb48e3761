"""The reference of the public names, from their docstrings, as pages that need no network."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from solvers import InputError

#: The packages that have a page.
PACKAGES = ("solvers", "lab", "widgets")
_TEMPLATES = Path(__file__).parent / "pdoc"
# pdoc's headings of a docstring's parts are six deep under the title, and its anchors have no name.
_HEADING = re.compile(r"<h6( id=[^>]*>.*?</h)6>", re.S)
_ANCHOR = re.compile(r'(<a class="headerlink" href="#([^"]+)")(></a>)')
# It links fields that a private class defines, and shows no private class.
_WITHIN = re.compile(r'<a href="#([^"]+)">(.*?)</a>', re.S)


def write_reference(folder: str | Path, home: str = "") -> Path:
    """Write a page for each of `PACKAGES`, and an index with a search, to `folder`.

    home: the target of the link on the workbook's name, from there; no link if empty.
    """
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
        docformat="numpy", show_source=False, footer_text="Convex Lab", logo_link=home,
        template_directory=_TEMPLATES,
    )  # fmt: skip
    pdoc.pdoc(*PACKAGES, output_directory=folder)
    for package in PACKAGES:
        path = folder / f"{package}.html"
        text = _HEADING.sub(r'<h2 class="section"\g<1>2>', path.read_text(encoding="utf-8"))
        text = _ANCHOR.sub(r'\1 aria-label="Link to \2"\3', text)
        path.write_text(_without_lost_links(text), encoding="utf-8")
    return folder / "index.html"


def _without_lost_links(text):
    """A page whose links lead to its own parts, or are words."""
    ids = set(re.findall(r' id="([^"]+)"', text))
    return _WITHIN.sub(lambda m: m[0] if m[1] in ids else m[2], text)
