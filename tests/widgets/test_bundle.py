"""The bundles that pages get are made of the present modules."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from lab.site import pages
from widgets.assets import STATIC, bundle

FOLDERS = (STATIC, pages.HERE / "static")
COMMAND = "npm run --prefix .ci/js bundle"


def made_of(folder):
    return json.loads((folder / "bundles" / "sources.json").read_text(encoding="utf-8"))


def digest(folder, files):
    """As `.ci/js/bundle.js` takes it."""
    found = hashlib.sha256()
    for name in files:
        found.update(f"{name}\n{(folder / name).read_text(encoding='utf-8')}".encode())
    return found.hexdigest()


BUNDLES = [(folder, name) for folder in FOLDERS for name in made_of(folder)]


@pytest.mark.fast
@pytest.mark.parametrize(("folder", "name"), BUNDLES, ids=[name for _, name in BUNDLES])
def test_bundle_is_made_of_its_present_sources(folder, name):
    about = made_of(folder)[name]
    present = digest(folder, about["files"])
    assert present == about["digest"], f"{name}.js is older than its modules: {COMMAND}"


@pytest.mark.fast
def test_every_module_is_in_a_bundle():
    for folder in FOLDERS:
        used = {file for about in made_of(folder).values() for file in about["files"]}
        there = {path.name for path in folder.glob("*.js")}
        assert there <= used, sorted(there - used)


@pytest.mark.parametrize(("folder", "name"), BUNDLES, ids=[name for _, name in BUNDLES])
def test_licences_of_libraries_travel_with_them(folder, name):
    text = bundle(name, folder)
    for file in made_of(folder)[name]["files"]:
        if file.startswith("vendor/"):
            head = (folder / file).read_text(encoding="utf-8")
            licence = re.search(r"/\*!\n(.*?)\*/", head, re.S)[1].strip()
            assert "Copyright" in licence and licence in text


@pytest.mark.parametrize("name", ["page", "site", "math"])
def test_what_a_page_opened_from_a_file_gets_is_a_classic_script(name, node):
    (folder,) = [folder for folder, one in BUNDLES if one == name]
    compiles = "export default (source) => { new Function(source); return true; };"
    assert node(compiles, bundle(name, folder))


def test_no_script_is_in_a_string_of_python():
    scripts = re.compile(r"export default|addEventListener|=> \{|document\.")
    for path in Path(STATIC).parent.glob("*.py"):
        found = scripts.search(path.read_text(encoding="utf-8"))
        assert not found, f"{path.name}: {found}"
