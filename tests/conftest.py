"""Settings of all tests: hypothesis without deadlines (kernels compile on first use), and
repeatable in CI; long tests only where `--long` asks for them; which tests are fast."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

_HERE = Path(__file__).parent
#: The files of the marker "fast": the houses, the contract, how things are found, the scene kit.
FAST = {
    "test_architecture.py",
    "test_public_types.py",
    "lab/test_discovery.py",
    "lab/test_experiment.py",
    "lab/test_once.py",
    "lab/race/test_methods.py",
    "solvers/test_contract.py",
    "solvers/test_lasso.py",
    "solvers/test_prox.py",
    "solvers/test_registry.py",
    "solvers/test_result.py",
    "widgets/test_fields.py",
    "widgets/test_knobs.py",
    "widgets/test_marks.py",
    "widgets/test_palette.py",
    "widgets/test_scene.py",
}


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")


def _is_fast(path):
    return path.is_relative_to(_HERE) and path.relative_to(_HERE).as_posix() in FAST


def pytest_ignore_collect(collection_path, config):
    """`-m fast` opens the fast files alone: collecting all others would take longer than they."""
    if config.getoption("markexpr") == "fast" and collection_path.name.startswith("test_"):
        return not _is_fast(collection_path)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the fast tests, and leave the long ones out, whatever else `-m` selects."""
    for item in items:
        if _is_fast(item.path):
            item.add_marker("fast")
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
