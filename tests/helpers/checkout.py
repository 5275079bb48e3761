"""What runs where `lab/benchmarks` is installed: in a copy of the repository, not from a wheel."""

from importlib.util import find_spec
from pathlib import Path

import pytest

import lab

#: For tests of benchmarks that start a process: it imports what is installed, not what
#: tests/conftest.py adds to it.
in_processes = pytest.mark.skipif(
    not (Path(lab.__file__).parent / "benchmarks").is_dir() or find_spec("lab.benchmarks") is None,
    reason="lab.benchmarks is not installed: a process of its own does not find it; "
    "PYTHONPATH=. pytest FILE runs it in a copy of the repository",
)
