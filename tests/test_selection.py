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

def test_short():
    pass

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
REST = {"test_page", "test_server", "test_more"}


@pytest.mark.parametrize(
    "options, chosen",
    [
        ([], {"test_short"}),
        (["-n", "2"], {"test_short"}),
        (["--all"], {"test_short", *REST}),
        (["--rest"], REST),
        (["-m", "not browser"], {"test_short", "test_server", "test_more"}),
        (["-m", "browser"], {"test_page"}),
        (["test_sample.py"], {"test_short", *REST}),
        (["--long"], {"test_short", "test_endless"}),
        (["--all", "--long"], {"test_short", "test_endless", *REST}),
    ],
)
def test_what_is_left_out_is_asked_for_by_name(tmp_path, options, chosen):
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    line = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *options]
    # What this run itself was asked for by its environment is not for that one.
    own = {k: v for k, v in os.environ.items() if k != "PYTEST_ADDOPTS"}
    done = subprocess.run(line, cwd=tmp_path, env=own, capture_output=True, text=True)
    found = set(re.findall(r"::(test_\w+)", done.stdout))
    assert found == chosen, done.stdout
