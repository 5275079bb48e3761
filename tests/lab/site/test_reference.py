"""`lab docs` writes the reference of every public name; its pages ask no network for anything."""

import re
import sys
from html import unescape

import pytest

import lab
import solvers
import widgets
from lab.cli import main
from lab.site.reference import PACKAGES, write_reference

NAMES = {"solvers": solvers, "lab": lab, "widgets": widgets}
#: What a browser would fetch while it shows a page.
LOADED = re.compile(
    r"""((src|srcset)\s*=|<link\b[^>]*href\s*=|@import|url\(|\bfetch\()[\s"'(]*(https?:)?//""", re.I
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    pytest.importorskip("pdoc", reason="pdoc is not installed: the reference is not made")
    folder = tmp_path_factory.mktemp("docs")
    assert write_reference(folder) == folder / "index.html"
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}


def test_every_public_name_is_there(pages):
    assert pages.keys() == {"index.html", *(f"{name}.html" for name in PACKAGES)}
    for package, module in NAMES.items():
        missing = [n for n in module.__all__ if f'id="{n}"' not in pages[f"{package}.html"]]
        assert not missing, missing


def test_options_are_explained_with_types_and_defaults(pages):
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", pages["solvers.html"])).split())
    start = text.index("def solve_coordinate_descent")
    shown = text[start : text.index("def solve_dual_cd", start)]
    for piece in ("order", "default 'random'", "record_every", "Returns", "Raises", "Yuan, G.-X."):
        assert piece in shown, piece
    assert "numpy._typing" not in text


def test_pages_load_nothing_from_a_network(pages):
    for far in ("<link rel=stylesheet href=https://a.b/c.css>", "<img src='//a.b/c'>"):
        assert LOADED.search(far)
    assert not LOADED.search("<script src='search.js'>")
    for name, text in pages.items():
        found = LOADED.search(text)
        assert found is None, f"{name}: {text[found.start() : found.start() + 90]}"


def test_every_link_leads_to_a_part_of_a_page(pages):
    ids = {name: set(re.findall(r' id="([^"]+)"', text)) for name, text in pages.items()}
    count = 0
    for name, text in pages.items():
        for page, part in re.findall(r'href="([^":#]*)#([^"]+)"', text):
            assert part in ids[page or name], f"{name}: {page}#{part}"
            count += 1
    assert count > 1000


def test_the_command_writes_them_or_says_what_is_missing(tmp_path, capsys, monkeypatch):
    file = tmp_path / "taken"
    file.write_text("", encoding="utf-8")
    if "pdoc" in sys.modules:
        assert main(["docs", str(file)]) == 2
        assert "DIR must be a directory" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "pdoc", None)
    assert main(["docs", str(tmp_path / "new")]) == 2
    error = capsys.readouterr().err
    assert "pdoc must be installed" in error and "convexlab[docs]" in error
