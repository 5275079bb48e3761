"""Settings of all tests: one thread of linear algebra; hypothesis without deadlines (kernels
compile on first use), and the same cases each time, but with `--long`, few where nothing is asked
for; which tests run without being asked for, and in how many processes."""

import gc
import os
import signal
import sys
from collections import Counter
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# There is a process of tests a core: threads of theirs would wait for each other, and burn what
# they wait. Set before anything loads numpy, and inherited by all processes that tests start.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

# What one process of tests has compiled of Python, the others and those that tests start only load.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Grammars of addresses, which no schema of notebooks names: nbformat imports them with jsonschema,
# and to prepare them takes a fifth of collecting all tests.
sys.modules.setdefault("rfc3987_syntax", None)

# Looked for seventy times less often, garbage takes a tenth less of the processor.
gc.set_threshold(50_000, 5, 5)

for _name, _repeated, _count in (
    ("repeatable", True, 100),
    ("few", True, 20),
    ("searching", False, 100),
):
    settings.register_profile(_name, deadline=None, derandomize=_repeated, max_examples=_count)

_GROUPS = ("convexlab.lessons", "convexlab.solvers", "convexlab.peers")
_INSTALLED = {(e.group, e.name, e.value) for g in _GROUPS for e in metadata.entry_points(group=g)}
_entry_points = metadata.entry_points


def _without_installed(**params):
    """The entry points except lessons and solvers of the user who runs the tests: they are not ours
    to test. What a test installs is there."""
    found = _entry_points(**params)
    if params.get("group") not in _GROUPS:
        return found
    return [e for e in found if (e.group, e.name, e.value) not in _INSTALLED]


metadata.entry_points = _without_installed

import lab  # noqa: E402  (after the entry points above)

if find_spec("lab.benchmarks") is None:  # not in the wheel, but in the copy that is tested
    lab.__path__.append(str(Path(__file__).resolve().parents[1] / "lab"))

# Processes of pytest-xdist ignore an interrupt, and so would those that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_HERE = Path(__file__).parent


def _files(*names):
    return {path for name in names for path in _HERE.glob(name)}


#: the files of the marker "fast": the packages, the contract, how things are found, the scene kit.
FAST = _files(
    "test_architecture.py",
    "test_public_types.py",
    "lab/test_discovery.py",
    "lab/test_experiment.py",
    "lab/test_cached.py",
    "lab/race/test_methods.py",
    "solvers/test_contract.py",
    "solvers/test_sparse_linear.py",
    "solvers/test_prox.py",
    "solvers/test_registry.py",
    "solvers/test_result.py",
    "widgets/test_fields.py",
    "widgets/test_knobs.py",
    "widgets/test_marks.py",
    "widgets/test_palette.py",
    "widgets/test_scene.py",
)
#: Files of few tests that take long; of the others, those of many tests do.
LONG = _files(
    "browser/test_all_scenes.py",
    "browser/test_frontends.py",
    "browser/test_hub.py",
    "browser/test_notebooks.py",
    "browser/test_plotly_figures.py",
    "browser/test_votes_in_notebooks.py",
    "lab/benchmarks/test_scale.py",
    "lab/classroom/test_nbgrader.py",
    "lab/exercises/test_mutants.py",
    "lab/lessons/*/test_questions.py",
    "lab/sweeps/test_filling.py",
    "lab/site/test_page.py",
    "lab/site/test_build.py",
    "lab/sweeps/test_sweep.py",
    "lab/classroom/test_pack.py",
    "lab/test_knob_effects.py",
    "lab/test_overlaps.py",
    "lab/test_paper_space.py",
    "lab/test_prediction.py",
    "solvers/test_compiled.py",
    "solvers/test_contract.py",
    "solvers/test_identification.py",
    "solvers/test_types.py",
    "test_contributing.py",
    "widgets/test_matplotlib_figure.py",
)
#: Markers of what runs only where it is asked for.
FURTHER = ("browser", "servers", "further")


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run what is left out as well, as CI does")
    parser.addoption("--rest", action="store_true", help="run only what is left out without --all")
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")


def _named(config):
    """Whether the line names files or tests."""
    return config.args_source is config.ArgsSource.ARGS


def _is_plain(config):
    """Whether the command line selects nothing; a worker gets its part from the controller."""
    if hasattr(config, "workerinput"):
        return config.workerinput["plain"]
    option = config.getoption
    return not (option("--all") or option("--rest") or option("markexpr") or _named(config))


@pytest.fixture(scope="session")
def whole(request):
    """Whether a test takes all its cases: asked for nothing it takes the first, as one by
    hypothesis does, and `--rest` runs both again."""
    return not _is_plain(request.config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """A worker's own line names the files that the controller found in the settings."""
    node.workerinput["plain"] = _is_plain(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One process for tests that are named or fast; else one for each core."""
    return 0 if _named(config) or config.getoption("markexpr") == "fast" else None


def pytest_terminal_summary(terminalreporter, config):
    """What was left out is said loudly."""
    if _is_plain(config) and not config.getoption("collectonly"):
        terminalreporter.section("left out", "=", yellow=True)
        terminalreporter.line(
            "Tests in a browser, with servers, workers, notebooks and environments, and of more "
            "settings: pytest --all runs them."
        )


def pytest_ignore_collect(collection_path, config):
    """Files of which nothing would run are not opened: `-m fast` opens the fast ones alone, as
    collecting all others would take longer than they, and a line that asks for nothing in
    particular none that wants a browser."""
    if config.getoption("markexpr") == "fast" and collection_path.name.startswith("test_"):
        return collection_path not in FAST
    return (_is_plain(config) and collection_path == _HERE / "browser") or None


class Backwards(pytest.Dir):
    """A folder whose files are collected from the last one to the first."""

    def collect(self):
        return reversed(list(super().collect()))


def pytest_collect_directory(path, parent):
    """Every other process of tests begins at the other end: to compile the asserts of all files
    takes ten seconds, and the processes that meet in the middle do half of it each."""
    number = getattr(parent.config, "workerinput", {}).get("workerid", "gw0").removeprefix("gw")
    if path.is_relative_to(_HERE) and int(number) % 2:
        return Backwards.from_parent(parent, path=path)
    return None


def pytest_itemcollected(item):
    if item.path in FAST:
        item.add_marker("fast")


def pytest_configure(config):
    """pytest-xdist distributes the files in the order of the tests below; `--long` searches for new
    cases."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False
    long, plain = config.getoption("--long"), _is_plain(config)
    settings.load_profile("searching" if long else "few" if plain else "repeatable")


def pytest_collection_finish():
    """What has been imported and collected stays: it is not searched for garbage again and again,
    which takes half a second each time."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """So does what a file leaves, which is mostly what compiled its kernels."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what is not asked for, whatever else `-m` selects; the longest files come first,
    as a process that begins one when the others end lets them wait."""
    left = [item for item in items if not _asked(config, item)]
    if left:
        config.hook.pytest_deselected(items=left)
        gone = set(left)
        items[:] = [item for item in items if item not in gone]
    sizes = Counter(item.path for item in items)
    if hasattr(config, "workerinput"):  # all have one order, in whichever they were collected
        items.sort(key=lambda item: str(item.path))
    if not _named(config):
        items.sort(key=lambda item: (item.path not in LONG, -sizes[item.path]))


def _asked(config, item):
    if item.get_closest_marker("long") and not config.getoption("--long"):
        return False
    further = any(item.get_closest_marker(name) for name in FURTHER)
    if _is_plain(config):
        return not further
    in_part = getattr(item.function, "is_hypothesis_test", False) or "whole" in item.fixturenames
    return further or in_part or not config.getoption("--rest")
