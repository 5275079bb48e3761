"""Which tests run without being asked for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = """
import pytest

def test_short():
    pass

@pytest.mark.long
def test_endless():
    pass

@pytest.mark.browser
def test_page():
    pass
"""


@pytest.mark.parametrize(
    "options, chosen",
    [
        ([], {"test_short", "test_page"}),
        (["-m", "not browser"], {"test_short"}),
        (["-m", "browser"], {"test_page"}),
        (["--long"], {"test_short", "test_endless", "test_page"}),
        (["--long", "-m", "long"], {"test_endless"}),
    ],
)
def test_long_tests_are_asked_for_by_name(tmp_path, options, chosen):
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    line = [sys.executable, "-m", "pytest", "-q", "--co", "-p", "no:cacheprovider", *options]
    # What this run itself was asked for by its environment is not for that one.
    own = {k: v for k, v in os.environ.items() if k != "PYTEST_ADDOPTS"}
    done = subprocess.run(line, cwd=tmp_path, env=own, capture_output=True, text=True)
    found = {line.rpartition("::")[2] for line in done.stdout.splitlines() if "::" in line}
    assert found == chosen, done.stdout
