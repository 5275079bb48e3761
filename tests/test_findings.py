"""Each file of findings/ has the form that CONTRIBUTING.md gives. None is run here: they install
outside software of fixed versions, which has no part in what is tested."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "findings"
SCRIPTS = sorted(FOLDER.iterdir()) if FOLDER.is_dir() else []
PACKAGES = ("lab", "solvers", "widgets")
#: In order: what each script has, a line or the beginning of one.
FORM = (
    "#!/usr/bin/env bash\n# ",
    "\n# Expected: ",
    "\n# What happens: ",
    "\n# Version: ",
    "\n# Source: ",
    "\nset -euo pipefail\n",
    "mktemp -d",
    "\ntrap ",
    'pip" install -q',
    "<<'PYTHON'",
    "exit 1",
)
#: The product's name, its packages as something imported, and a command of it. "Solvers" is a word.
PRODUCT = re.compile(
    r"convex[ _-]?lab|^\s*(?:import|from)\s+(?:lab|solvers|widgets)\b|\blab\b|\bwidgets\b",
    re.IGNORECASE | re.MULTILINE,
)
PIN = re.compile(r"'[a-z0-9-]+==[0-9][0-9a-z.]*'")

pytestmark = pytest.mark.fast


def faults(name, text):
    """Why a script `text` in the file `name` is not a finding, in words."""
    found = [] if re.fullmatch(r"[a-z0-9-]+\.sh", name) else [f"{name} is not named NAME.sh"]
    at = 0
    for part in FORM:
        place = text.find(part, at)
        if place < 0:
            found.append(f"no {part.strip()!r}, or not in its place")
        at = max(at, place)
    install = text.partition("install -q")[2].partition("\n\n")[0]
    packages = [word for word in install.split() if word != "\\"]
    if not packages or not all(PIN.fullmatch(word) for word in packages):
        found.append(f"installs {packages}, not all as 'package==version'")
    if named := PRODUCT.search(text):
        found.append(f"names the product: {named[0].strip()!r}")
    return found


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_finding_has_its_form(path):
    assert not faults(path.name, path.read_text(encoding="utf-8"))


def test_there_are_findings():
    if not FOLDER.is_dir() and not (ROOT / ".ci").is_dir():
        pytest.skip("a copy of the tests without the repository")
    assert SCRIPTS


@pytest.mark.parametrize("part", FORM)
def test_a_script_without_a_part_is_found(part):
    text = SCRIPTS[0].read_text(encoding="utf-8")
    assert faults(SCRIPTS[0].name, text.replace(part, "\n"))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("==", ">=", 1),
        lambda text: text.replace("import ", "import solvers\nimport ", 1),
        lambda text: text.replace("# Expected", "# Convex Lab\n# Expected"),
    ],
    ids=["a version that is open", "an import of the product", "the product's name"],
)
def test_a_script_that_breaks_a_rule_is_found(change):
    path = SCRIPTS[0]
    assert faults(path.name, change(path.read_text(encoding="utf-8")))
    assert faults("A Name.sh", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_the_product_does_not_lean_on_findings(package):
    """What ships neither runs nor names them."""
    names = [path.name for path in SCRIPTS] + ["findings/"]
    for path in (ROOT / package).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in names if name in text], path
