"""Pages of a library that hold what its file holds are given back, and it works on."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("numba")

CODE = """
import json, re
from pathlib import Path

def resident():
    areas = Path("/proc/self/smaps").read_text()
    areas = re.findall(r"^[0-9a-f]+-[0-9a-f]+ .*libllvmlite.*\\n(?:Size|[A-Z]\\w+Size).*\\n"
                       r"(?:\\w+:.*\\n)*?Rss: +(\\d+) kB", areas, re.M)
    return sum(map(int, areas)) / 1024

import numba
before = resident()
from solvers.memory import release_pages
release_pages("no such library")
other = resident()
release_pages("libllvmlite")
after = resident()
print(json.dumps([before, other, after, numba.njit(lambda x: x + 1)(2)]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such list of pages")
def test_released_pages_of_a_library_are_read_again_when_it_is_called():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    before, other, after, answer = json.loads(done.stdout)
    assert other == before > 10.0  # MB
    assert after < 0.5 * before
    assert answer == 3
