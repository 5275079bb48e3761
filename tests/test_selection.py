"""Which tests run without being asked for."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = """
import pytest
from hypothesis import given
from hypothesis import strategies as st

def test_short():
    pass

@given(st.integers())
def test_drawn(number):
    with open("drawn.txt", "a") as file:
        file.write(".")

def test_part(whole):
    with open("drawn.txt", "a") as file:
        file.write("W" * 1000 * whole)

@pytest.mark.long
def test_endless():
    pass

@pytest.mark.browser
def test_page():
    pass

@pytest.mark.servers
def test_server():
    pass

@pytest.mark.further
def test_more():
    pass
"""
REST = {"test_page", "test_server", "test_more", "test_drawn", "test_part"}
PLAIN = {"test_short", "test_drawn", "test_part"}


CHOSEN = [
    ([], PLAIN),
    (["-n", "2"], PLAIN),
    (["--all"], {"test_short", *REST}),
    (["--rest"], REST),
    (["-m", "not browser"], {"test_short", "test_server", "test_more", "test_drawn", "test_part"}),
    (["-m", "browser"], {"test_page"}),
    (["test_sample.py"], {"test_short", *REST}),
    (["--long"], {*PLAIN, "test_endless"}),
    (["--all", "--long"], {"test_short", "test_endless", *REST}),
]
#: Nine runs of pytest in one process, as most of each would be its imports.
RUNS = """
import sys
from pathlib import Path
import pytest

for options in {lines}:
    print("== run", flush=True)
    sys.modules.pop("test_sample", None)  # whose cases are counted when it is read
    pytest.main(["-v", "-p", "no:cacheprovider", *options])
    file = Path("drawn.txt")
    print("cases:", file.stat().st_size if file.exists() else 0, flush=True)
    file.unlink(missing_ok=True)
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """For each of `CHOSEN` the names of the tests that ran and how many cases hypothesis drew; and
    all that was printed."""
    folder = tmp_path_factory.mktemp("selection")
    (folder / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (folder / "test_sample.py").write_text(SAMPLE)
    # What this run itself was asked for by its environment is not for that one.
    own = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    line = [sys.executable, "-c", RUNS.format(lines=[options for options, _ in CHOSEN])]
    done = subprocess.run(line, cwd=folder, env=own, capture_output=True, text=True)
    parts = done.stdout.split("== run\n")[1:]
    assert len(parts) == len(CHOSEN), done.stdout + done.stderr
    names = [set(re.findall(r"::(test_\w+)", part)) for part in parts]
    return names, [int(re.search(r"cases: (\d+)", p)[1]) for p in parts], done.stdout


@pytest.mark.parametrize("k", range(len(CHOSEN)), ids=lambda k: " ".join(CHOSEN[k][0]) or "plain")
def test_selection_leaves_out_what_is_not_asked_for(found, k):
    names, cases, printed = found
    assert names[k] == CHOSEN[k][1], printed
    plain = not {*CHOSEN[k][0]} - {"-n", "2", "--long"}
    few = plain and "--long" not in CHOSEN[k][0]
    drawn = 20 if few else 100
    assert cases[k] == ("test_drawn" in names[k]) * (drawn + 1000 * (not plain)), printed


def test_tests_that_ci_names_exist():
    """Renamed, one would end CI only after the tests before it have run."""
    named = re.findall(r"(tests/\S+\.py)(?:::(\w+))?", (ROOT / ".ci/run").read_text("utf-8"))
    assert sum(bool(test) for _, test in named) >= 2
    for path, test in named:
        assert f"def {test}(" in (ROOT / path).read_text("utf-8") or not test, (path, test)
