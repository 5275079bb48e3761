"""What becomes of freed memory."""

import os
import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.fast

COUNT = """
import resource
import numpy as np
import solvers
matrix = lambda: np.full((200, 200), 1.0)  # 320 kB
def run():
    several = [matrix() for _ in range(20)]
for _ in range(3):
    run()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    run()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told what to keep")
def test_matrices_of_a_run_lie_where_those_of_the_last_one_did():
    # Without the import there are some 16,000; and with it where a cluster that was here, or
    # somebody else, has told glibc in the environment what to keep.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    run = [sys.executable, "-c", COUNT]
    faults = int(subprocess.run(run, check=True, capture_output=True, text=True, env=env).stdout)
    assert faults < 100
