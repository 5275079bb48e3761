"""`lab site`: whole, without solutions, nothing from elsewhere, and nothing solved twice."""

import html
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from nodejs import node  # noqa: F401
from sites import CELLS, few_settings, notebook, tiny_site

import lab
from lab.books.copies import in_folder, notebooks
from lab.books.versions import STUB
from lab.cli import main
from lab.site.books import run_book
from lab.site.build import build
from lab.site.folder import Folder
from solvers import InputError


@pytest.fixture(scope="module")
def site():
    return tiny_site()[0]


class Reader(HTMLParser):
    """The ids of a page, and what it names: (attribute, address)."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.named, self.kinds = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        reported = dict(attributes)
        self.ids |= {reported["id"]} if "id" in reported else set()
        self.kinds += [reported.get("type")] if tag == "script" else []
        for name in ("href", "src", "srcset", "data-from", "data-still", "data-film"):
            if name in reported:
                self.named.append((f"{tag} {name}", reported[name]))


def pages_of(folder):
    """Path -> `Reader` of the site's own pages; those of pdoc are read for their ids."""
    return {path: Reader(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}


def broken_links(folder, pages=None):
    """What of the site's links and files leads nowhere, or out of the site."""
    pages = pages_of(folder) if pages is None else pages
    wrong = []
    for path, page in pages.items():
        if "reference" in path.parts and path.name != "index.html":
            continue  # pdoc's own
        for kind, address in page.named:
            parts = urlsplit(address)
            if parts.scheme == "data" or parts.fragment.startswith("panel"):
                continue  # a panel is there when its stage is
            if parts.scheme in ("http", "https"):
                wrong += [(path.name, kind, address)] if not kind.startswith("a ") else []
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = target.is_file() and target.is_relative_to(folder.resolve())
            names = {parts.fragment, unquote(parts.fragment)}  # as browsers look it up
            if there and parts.fragment and target in pages:
                there = bool(names & pages[target].ids)
            wrong += [] if there else [(path.name, kind, address)]
    return wrong


@pytest.mark.servers
def test_every_link_leads_somewhere_within_the_site(site):
    site = site.resolve()
    pages = pages_of(site)
    assert len(pages) >= 5 and sum(len(page.named) for page in pages.values()) > 40
    assert broken_links(site, pages) == []
    some = pages[site / "index.html"]
    for lost in ("scenes/none.html", "notebooks/small.html#none", "../outside.html"):
        some.named.append(("a href", lost))
        assert broken_links(site, pages)[-1][2] == lost
        some.named.pop()


@pytest.mark.servers
def test_it_opens_without_a_server_and_without_a_network(site):
    for page in pages_of(site).values():
        assert "module" not in page.kinds
    for path in site.glob("assets/*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            # A vote goes to the room that a lecturer has opened; a site has none.
            r"(?<![.\w}])fetch\((?!\)|this\.room\.lead)|XMLHttpRequest",
            text,
        ), path
    for path in site.rglob("*.css"):
        assert not re.search(r"url\((?!data:)|@import", path.read_text(encoding="utf-8"))


@pytest.mark.servers
def test_what_is_to_be_found_is_there(site, node):  # noqa: F811
    words = json.loads(
        (site / "assets" / "words.js").read_text(encoding="utf-8").partition(" = ")[2].rstrip(";\n")
    )
    for one in words:
        file, _, anchor = one["place"].partition("#")
        text = (site / file).read_text(encoding="utf-8")
        assert not anchor or f'id="{anchor}"' in text, one
    prose = {one["title"]: one["text"] for one in words if one["kind"] == "A small notebook"}
    assert (
        prose["Of one's own"] == "A function that no other process knows. Smooth"
        and not prose["A map"]
    )
    static = (Path(build.__code__.co_filename).parent / "static").as_uri()
    search = f"""
        import {{ indexed }} from "{static}/search.js";
        export default ([words, asked]) => {{
          const found = indexed(words);
          return asked.map((one) => found.search(one).map((hit) => hit.place));
        }};"""
    asked = ["subgradient", "hunt", "lab.sweep", "no other process", "subgradeint", "zzzz"]
    found = dict(zip(asked, node(search, [words, asked]), strict=True))
    assert found["subgradient"][0] == "scenes/coordinate-descent-subgradient.html"
    assert found["hunt"] and "reference/lab.html#sweep" in found["lab.sweep"]
    assert found["no other process"][0].startswith("notebooks/small.html#")
    assert found["subgradeint"] and found["zzzz"] == []


@pytest.mark.servers
def test_the_page_of_a_scene_says_what_to_try_and_what_that_shows(site):
    said = lab.describe("subgradient")
    page = site / "scenes" / "coordinate-descent-subgradient.html"
    words = html.unescape(page.read_text(encoding="utf-8"))
    assert said.question in words and f"<p>{said.first}</p>" in words and said.see in words


def check_students_page(site, name):
    """The text of a notebook's page, which is that of students: nothing of the site shows what is
    hidden from them."""
    for path in [
        *site.glob("notebooks/*"),
        *site.glob(".cache/*"),
        *site.glob("assets/*.js"),
    ]:
        text = path.read_text(encoding="utf-8")
        for hidden in ("the_secret", "hidden_number", "BEGIN SOLUTION", "HIDDEN TESTS"):
            assert hidden not in text, path
    page = (site / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
    assert STUB.split("(")[0] in re.sub(r"<[^>]+>", "", page) and "NotImplementedError:" not in page
    assert "Traceback" not in page and "Error displaying widget" not in page
    assert (site / "notebooks" / f"{name}.ipynb").is_file()
    return page


@pytest.mark.servers
def test_a_notebook_is_that_of_students_and_its_pictures_live(site):
    page = check_students_page(site, "small")
    stages = re.findall(r'<div [^>]*class="cl-page[^>]*>', page)
    known = [re.search(r'data-at="([^"]*)"', one) for one in stages]
    addresses = [one and one[1] for one in known]
    here = "coordinate-descent/subgradient"
    # A hunt holds the knobs that do not count, which a page of the site cannot: its picture plays.
    assert addresses == [here, None, None, None]
    assert page.count('class="cl-poster"') == 4 and "takes the notebook" in page
    assert "Output()" not in page  # of a progress bar


@pytest.mark.servers
def test_solved_settings_are_not_solved_again_and_old_files_are_removed(tmp_path):
    books = tmp_path / "books"
    books.mkdir()
    (books / "a.ipynb").write_text(notebook(CELLS[:2]), encoding="utf-8")
    (books / "b.ipynb").write_text(notebook(CELLS[:1]), encoding="utf-8")

    def made():
        return few_settings(lambda: build(tmp_path / "site", ["a", "b"], source=books, jobs=1))

    first = made()
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*.*")}
    solved = [path for path in files if path.parent.name in ("stages", "pictures")]
    again = made()
    assert first.solved == first.settings == 2 and again.solved == 0 and again.settings == 2
    assert len(solved) >= 6 and again.size == first.size and "none of them solved" in str(again)
    assert all(path.stat().st_mtime_ns == files[path] for path in solved)
    (books / "a.ipynb").write_text(
        notebook([("code", 'import lab\n\nlab.dashboard("subgradient", a=0.3)', None)]), "utf-8"
    )
    other = made()
    assert other.solved == other.settings == 3
    stages = list((tmp_path / "site" / "stages").glob("*.js"))
    assert len(stages) == 1 and stages[0] not in files


def test_a_directory_with_anything_else_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["site", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert "DIR must be empty or a site" in error and error.count("\n") == 1
    assert os.listdir(tmp_path) == ["mine.txt"]
    assert main(["site", str(tmp_path / "mine.txt")]) == 2
    assert "DIR must be a directory" in capsys.readouterr().err
    assert main(["site", str(tmp_path / "new"), "latin"]) == 2
    assert "is not a notebook" in capsys.readouterr().err
    assert main(["site", str(tmp_path / "new"), "--jobs", "0"]) == 2
    assert not (tmp_path / "new").exists()


@pytest.mark.servers
def test_an_unfinished_site_is_gone_on_with(tmp_path):
    begun = Folder(tmp_path / "site")
    begun.write("stages/one.js", "1")
    again = Folder(tmp_path / "site")
    assert not again.keep_all(["stages/one.js"])[1]
    assert again.keep_all(["stages/one.js", "stages/two.js"])[1]
    again.write("stages/two.js", "2")
    again.write("index.html", "new")
    assert again.finish() == 5


def listing(tmp_path, names):
    """A directory "site" whose list of files is `names`, or that text, next to a file "mine"."""
    (tmp_path / "site").mkdir()
    text = names if isinstance(names, str) else json.dumps(names)
    (tmp_path / "site" / ".convexlab-site.json").write_text(text, encoding="utf-8")
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    return tmp_path / "site"


@pytest.mark.parametrize(
    "names",
    [
        ["../mine"], ["scenes/../../mine"], ["/mine"], [".."], ["."], [""], [3], ["a\0b"],
        {"a": 1}, '["index.html"', "\udcff",
    ],
)  # fmt: skip
def test_a_list_that_no_build_has_written_is_refused(tmp_path, names):
    if names == ["/mine"]:
        names = [str(tmp_path / "mine")]
    if names == "\udcff":
        site = listing(tmp_path, "")
        (site / ".convexlab-site.json").write_bytes(b"\xff\xfe\xff")
    else:
        site = listing(tmp_path, names)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(InputError, match="DIR must be a site whose list of files") as refused:
        Folder(site)
    assert "\n" not in str(refused.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_only_files_within_the_site_are_removed(tmp_path):
    """A listed directory, and what a link leads to, stay; a link itself is the site's."""
    site = listing(tmp_path, ["kept", "gone.html", "link.html"])
    (site / "kept").mkdir()
    (site / "gone.html").write_text("old", encoding="utf-8")
    (site / "link.html").symlink_to(tmp_path / "mine")
    folder = Folder(site)
    folder.write("index.html", "new")
    folder.finish()
    assert sorted(os.listdir(site)) == [".cache", ".convexlab-site.json", "index.html", "kept"]
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"


def test_a_link_within_the_site_does_not_lead_deletion_out_of_it(tmp_path):
    site = listing(tmp_path, ["away/mine"])
    (tmp_path / "away").mkdir()
    (tmp_path / "mine").rename(tmp_path / "away" / "mine")
    (site / "away").symlink_to(tmp_path / "away")
    with pytest.raises(InputError, match="leads out of it"):
        Folder(site)
    assert (tmp_path / "away" / "mine").exists()


def test_a_cell_that_fails_is_named(tmp_path):
    book = tmp_path / "broken.ipynb"
    book.write_text(notebook([("code", "1 / 0", None)]), encoding="utf-8")
    with pytest.raises(RuntimeError, match=r"broken.ipynb: ZeroDivisionError: division by zero"):
        run_book(book, tmp_path / "out.ipynb")
    assert not (tmp_path / "out.ipynb").exists()


def test_site_without_pdoc_says_so_and_hides_what_students_may_not_see(tmp_path, monkeypatch):
    from lab.site import write

    def none(folder, home):
        raise InputError("pdoc must be installed")

    monkeypatch.setattr(write, "write_reference", none)
    marked = [cell for cell in CELLS if cell[2]]  # a solution and hidden tests
    assert len(marked) == 2
    (tmp_path / "a.ipynb").write_text(notebook([CELLS[0], *marked]), encoding="utf-8")
    build(tmp_path / "site", ["a"], source=tmp_path, jobs=1)
    page = (tmp_path / "site" / "reference" / "index.html").read_text(encoding="utf-8")
    assert "convexlab[docs]" in page and broken_links(tmp_path / "site") == []
    check_students_page(tmp_path / "site", "a")


def test_no_formula_has_two_numbers():
    """KaTeX and MathJax show an error in its place."""
    for path in notebooks().glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for formula in re.findall(r"\$\$(.*?)\$\$", "".join(cell["source"]), re.S):
                assert formula.count(r"\tag{") <= 1, (path.name, formula)


@pytest.mark.long
def test_the_whole_workbook_keeps_its_promises(tmp_path):
    made = build(tmp_path / "site")
    assert made.size <= 60_000_000 and made.solved == made.settings > 500
    assert broken_links(tmp_path / "site") == []
    for name, path in in_folder(notebooks()).items():
        assert (tmp_path / "site" / "notebooks" / f"{name}.html").is_file()
        assert (tmp_path / "site" / "notebooks" / path.name).is_file()
    assert build(tmp_path / "site").solved == 0
