"""The kernel cache notices every edit that counts, leaves numba's settings alone, and numba may be
missing."""

import ast
import importlib
import inspect
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import numba
import numpy as np
import pytest

import solvers
from solvers import Gaussian, KernelSVM, MultiInstanceODM, compiled
from solvers.checks import locked
from solvers.compiled import cache_root, digest, pointed_at, prepare_cache
from solvers.problems.kernel_svm import _judged, _lowest, tangent, tangent_bound
from solvers.problems.multi_instance import _on_simplex

PACKAGE = Path(solvers.__file__).parent

SOLVE = """
import json, sys
import numpy as np
import solvers
from solvers import (
    Lasso, solve_coordinate_descent as cd, solve_proximal_gradient as prox, solve_subgradient
)
rng = np.random.default_rng(0)
X, t = rng.standard_normal((30, 6)), rng.standard_normal(30)
problem = Lasso(X, t, 0.2 * np.abs(X.T @ t).max())
runs = [
    cd(problem, tol=1e-10),
    cd(problem, tol=1e-10, record_every=0),
    cd(problem, tol=1e-6, order="greedy", steps="updates"),
    cd(problem, tol=1e-6, order="random", steps="updates", seed=4),
    prox(problem, accelerated=True),
    solve_subgradient(problem, max_iter=20),
]
print(json.dumps({
    "w": [r.trace.snapshots["w"].tolist() for r in runs],
    "status": [r.status for r in runs],
    "numba": solvers.compiled.numba is not None,
    "file": solvers.__file__,
}))
"""


def python(code, *, path=PACKAGE.parent, cache):
    """What `code` prints in a new interpreter, as JSON; warnings are errors. `path` holds the
    package."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(path)}
    env.pop("PYTHONHASHSEED", None)
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=env, cwd=path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_solvers_without_numba_have_the_same_iterates(tmp_path, capsys):
    exec(SOLVE, {})
    with_numba = json.loads(capsys.readouterr().out)
    bare = python("import sys; sys.modules['numba'] = None\n" + SOLVE, cache=tmp_path)
    assert with_numba["numba"] and not bare["numba"]
    assert bare["status"] == with_numba["status"]
    for ours, theirs in zip(with_numba["w"], bare["w"], strict=True):
        assert np.shape(ours) == np.shape(theirs) and len(ours) > 1
        assert np.allclose(ours, theirs, rtol=0, atol=1e-10)
    assert list(tmp_path.iterdir()) == []


SPARSE = """
import json
import numpy as np
from scipy import sparse
from solvers import Program, SOLVERS
A, b = sparse.csr_array([[1.0, 2.0], [3.0, 1.0]]), np.array([4.0, 6.0])
problem = Program(np.array([-1.0, -1.0]), A, b, lower=0.0)
print(json.dumps({name: solve(problem, max_iter=3).status
                  for name, solve in SOLVERS[Program].items()}))
"""


def test_solvers_without_numba_take_a_sparse_program(tmp_path):
    ended = python("import sys; sys.modules['numba'] = None\n" + SPARSE, cache=tmp_path)
    assert {"admm", "pdhg", "simplex"} <= ended.keys()


def given_numbers(kernel):
    """Names of the kernels to which this one gives a whole number of its code or its module."""
    names, function = kernel.py_func.__globals__, kernel.py_func
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            values = [names.get(a.id) if isinstance(a, ast.Name) else getattr(a, "value", None)
                      for a in node.args]  # fmt: skip
            if node.func.id in names and any(type(value) is int for value in values):
                yield node.func.id


def test_kernels_given_a_literal_number_are_short():
    # Of which numba makes a type of its own.
    for module in pkgutil.walk_packages(solvers.__path__, "solvers."):
        importlib.import_module(module.name)
    kernels = [k for k in compiled._DIGESTS if k.py_func.__module__.startswith("solvers.")]
    assert len(kernels) > 150
    found = {(k.__name__, name) for k in kernels for name in given_numbers(k)}
    assert found == {("_minimise_block", "_norm")}  # which has a few lines


def test_kernels_of_certificates_are_compiled_for_one_kind_of_arrays():
    """Points of callers can be written to, those of results cannot."""
    svm = KernelSVM(np.eye(2), [1, -1], Gaussian(1.0), 1.0)
    bags = MultiInstanceODM(np.eye(4).reshape(2, 2, 4), [1, -1], 1.0, 1.0, 0.5, 0.2)
    kernels = (_judged, tangent, _lowest, _on_simplex)
    before = {kernel: {*kernel.signatures} for kernel in kernels}
    for shown in (np.array, lambda a: locked(np.array(a))):
        x, u, v = shown([0.2, 0.2]), shown([0.1] * 6), shown([0.5, 0.5])
        svm.certify(x), svm.certify(x, x[:]), tangent_bound(svm, x, svm.product(x) - 1.0)
        bags.certify(u), bags.certify(u, v), bags.mixture(v)
    made = {kernel.__name__: len({*kernel.signatures} - before[kernel]) for kernel in kernels}
    assert max(made.values()) <= 1, made
    assert all(len(kernel.signatures) for kernel in kernels)


#: A package of three kernels in a row; nobody calls `apart`.
TINY = {
    "__init__": "",
    "sizes": "#: How far.\nLIMIT = 8.0\nSIDES = frozenset({'left', 'right', 'over'})\n",
    "low": (
        "from solvers.compiled import njit\n\n\n@njit(cache=True)\ndef low(x, by=1.0):\n"
        '    """One more."""\n    return x + by\n'
    ),
    "pair": "from typing import NamedTuple\n\n\nclass Pair(NamedTuple):\n"
    '    """Two numbers."""\n\n    a: float\n    b: float\n',
    "middle": "from solvers.compiled import njit\nfrom tiny.low import low\n\n\n"
    "@njit(cache=True, fastmath={'reassoc', 'contract', 'nsz'})\n"
    "def middle(x):\n    return 10.0 * low(x)\n",
    "apart": "from solvers.compiled import njit\n\n\n@njit(cache=True)\ndef apart(x):\n"
    "    return x\n",
    "high": "import tiny.apart\nfrom solvers.compiled import njit\n"
    "from tiny.middle import middle\nfrom tiny.sizes import LIMIT, SIDES\n\n\n"
    "@njit(cache=True)\ndef high(pair):\n    return later(pair) + 100.0 * pair.a - pair.b\n\n\n"
    "@njit(cache=True)\ndef later(pair):\n    return min(middle(pair.b), LIMIT)\n",
}


@contextmanager
def tiny_in(folder):
    """A function that imports the tiny package of `folder` as if in a new process, with files
    changed as given (name=(old, new)), and gives what `high` makes of a=1, b=2 and whether it was
    compiled again; code is stored there too."""
    (folder / "tiny").mkdir()
    for name, source in TINY.items():
        (folder / "tiny" / f"{name}.py").write_text(source)

    def forget():
        for name in [n for n in sys.modules if n.partition(".")[0] == "tiny"]:
            del sys.modules[name]
        compiled._named_tuples.cache_clear()
        importlib.invalidate_caches()

    def answer(**changes):
        for name, (old, new) in changes.items():
            path = folder / "tiny" / f"{name}.py"
            assert old in path.read_text()
            path.write_text(path.read_text().replace(old, new))
        forget()
        high = importlib.import_module("tiny.high").high
        value = high(importlib.import_module("tiny.pair").Pair(a=1.0, b=2.0))
        return value, bool(high.stats.cache_misses)

    with pytest.MonkeyPatch.context() as patch, stored_in(folder):
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.syspath_prepend(folder)
        yield answer
    forget()


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """The folder of the tiny package's code."""
    folder = tmp_path_factory.mktemp("tiny")
    with tiny_in(folder) as tiny:
        assert tiny() == (106.0, True)
    return folder / "convexlab-kernels"


@pytest.fixture
def tiny(stored, tmp_path):
    """As `tiny_in`, with the code of the package as it is."""
    shutil.copytree(stored, tmp_path / stored.name)
    with tiny_in(tmp_path) as tiny:
        assert tiny() == (106.0, False)
        yield tiny


@pytest.mark.parametrize(
    "changes, value",
    [
        ({"low": ("x + by", "x - by")}, 106.0),  # called by what it calls
        ({"low": ("by=1.0", "by=-1.5")}, 103.0),
        ({"middle": ("10.0", "-10.0")}, 68.0),
        ({"sizes": ("8.0", "7.0")}, 105.0),
        ({"pair": ("    a: float\n    b: float", "    b: float\n    a: float")}, 106.0),
        ({"high": ("min(middle", "max(middle")}, 128.0),  # called before it is defined
    ],
    ids=["function", "default", "caller", "constant", "fields", "below"],
)
def test_cache_edit_of_what_a_kernel_uses_recompiles(tiny, changes, value):
    assert tiny(**changes) == (value, True)
    assert tiny() == (value, False)


@pytest.mark.parametrize(
    "changes",
    [
        {"low": ("One more.", "One more, in other words.")},
        {"low": ("\n\n\n@njit", "\n# A remark.\n\n\n@njit")},
        {"sizes": ("How far", "As far as that")},
        {"apart": ("return x", "return -x")},
        {"pair": ("Two numbers", "Two sizes")},
    ],
    ids=["docstring", "comment", "comment on a constant", "not called", "named tuple"],
)
def test_cache_edit_that_changes_no_kernel_recompiles_nothing(tiny, changes):
    assert tiny(**changes) == (106.0, False)


def test_cache_change_and_back_recompiles_nothing(tiny):
    assert tiny(low=("x + by", "x - 0.5 * by")) == (106.0, True)
    assert tiny(low=("x - 0.5 * by", "x + by")) == (106.0, False)


def test_cache_two_versions_in_turn_recompile_nothing(tiny):
    assert tiny(high=("min(middle", "max(middle")) == (128.0, True)
    assert tiny(high=("max(middle", "min(middle")) == (106.0, False)
    assert tiny(high=("min(middle", "max(middle")) == (128.0, False)


def test_cache_copy_of_a_package_recompiles_nothing(tiny, tmp_path, monkeypatch):
    shutil.move(tmp_path / "tiny", tmp_path / "elsewhere" / "tiny")
    (tmp_path / "tiny").symlink_to(tmp_path / "elsewhere" / "tiny")
    for path in (tmp_path / "elsewhere" / "tiny").glob("*.py"):
        os.utime(path, (1e9, 1e9))
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")
    assert tiny() == (106.0, False)
    assert tiny(high=("100.0", "10.0")) == (16.0, True)


def test_digest_changes_with_each_source(tmp_path):
    copy = tmp_path / "solvers"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = digest(copy)
    assert before == digest(PACKAGE) == digest() and len(before) == 16
    for name in ("prox.py", "problems/sparse_linear.py", "interior_point/__init__.py"):
        source = (copy / name).read_text()
        (copy / name).write_text(source + "\n")
        assert digest(copy) != before
        (copy / name).write_text(source)
    assert digest(copy) == before
    (copy / "prox.py").rename(copy / "proximal.py")
    assert digest(copy) != before
    (copy / "proximal.py").rename(copy / "prox.py")
    (copy / "notes.txt").write_text("not a source")
    assert digest(copy) == before


@contextmanager
def stored_in(folder):
    """Code is stored in `folder`."""
    compiled._prepared.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(folder))
        patch.setattr(compiled, "_FOLDERS", set())
        yield
    compiled._prepared.cache_clear()


@pytest.fixture
def root(tmp_path):
    with stored_in(tmp_path):
        yield tmp_path / "convexlab-kernels"


def kernel():
    """Stands for a function to be compiled."""


def test_pointed_at_restores_the_users_numba_setting(root, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "/somewhere/of/mine")
    here = prepare_cache(kernel, "mark")
    assert here == root / f"{__name__}.kernel" / "mark" and here.is_dir()
    with pointed_at(here):
        assert str(here) == numba.config.CACHE_DIR
    assert numba.config.CACHE_DIR == "/somewhere/of/mine"
    with pytest.raises(RuntimeError), pointed_at(here):
        raise RuntimeError
    assert numba.config.CACHE_DIR == "/somewhere/of/mine"


def aged(folder, days):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.nbi").write_text("x")
    os.utime(folder, (time.time() - 86_400 * days,) * 2)


def test_prepare_cache_deletes_all_but_the_newest_versions(root):
    home = root / f"{__name__}.kernel"
    for age in range(1, 8):
        aged(home / f"old{age}", age)
    here = prepare_cache(kernel, "mark")
    assert {p.name for p in home.iterdir()} == {here.name, "old1", "old2", "old3"}
    (home / "new").mkdir()
    aged(here, 50)
    prepare_cache(kernel, "mark")  # in use again: it is the newest
    assert {p.name for p in home.iterdir()} == {here.name, "new", "old1", "old2"}


def test_prepare_cache_deletes_unused_kernels_after_90_days(root):
    aged(root / "a.renamed", 91)
    aged(root / "a.resting", 89)
    home = prepare_cache(kernel, "mark").parent
    assert {p.name for p in root.iterdir()} == {home.name, "a.resting"}
    aged(home, 91)
    prepare_cache(kernel, "mark")
    assert time.time() - home.stat().st_mtime < 86_400


def test_is_compiled_counts_kernels_in_use_alone(root):
    aged(root / "a.stranger" / "mark", 1)
    here = prepare_cache(kernel, "mark")
    assert not compiled.is_compiled()
    aged(here / "solvers_1234", 0)
    assert compiled.is_compiled()


def test_heard_compiling_counts_each_signature_once(root):
    pytest.importorskip("numba")

    def _outer(x):
        return x + 1

    reported = []
    fresh = compiled.njit()(_outer)
    with compiled.heard_compiling(lambda *part: reported.append(part)):
        assert fresh(1) == 2 and fresh(2) == 3 and fresh(1.0) == 2.0
    fresh(1j)
    assert reported == [(1, 1, "outer"), (2, 2, "outer")]  # once for each type of argument


def test_heard_compiling_total_counts_called_kernels(root, tmp_path, monkeypatch):
    pytest.importorskip("numba")
    source = (
        "from solvers.compiled import njit\n"
        "@njit()\ndef least(x):\n    return x + 1\n"
        "@njit()\ndef cached(x):\n    return x - 1\n"
        "@njit()\ndef middle(x):\n    return least(x) + cached(x)\n"
        "@njit()\ndef most(x):\n    return middle(x) + least(x)\n"
        "@njit()\ndef alone(x):\n    return x\n"
    )
    (tmp_path / "parts_to_count.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    parts = importlib.import_module("parts_to_count")
    assert parts.cached(2) == 1
    reported = []
    with compiled.heard_compiling(lambda *part: reported.append(part)):
        assert parts.most(2) == 7 and parts.alone(1) == 1
    names = [(1, 3, "most"), (2, 3, "middle"), (3, 3, "least"), (4, 4, "alone")]
    assert reported == names


@pytest.fixture
def layers(root, tmp_path, monkeypatch):
    """load() imports the kernels `outer`, which calls `inner`, as a new process would."""
    pytest.importorskip("numba")
    source = (
        "from solvers.compiled import njit\n"
        "@njit(cache=True)\ndef inner(x):\n    return x * x\n"
        "@njit(cache=True)\ndef outer(x):\n    return inner(x) + 1\n"
    )
    (tmp_path / "kernels_in_layers.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def load():
        sys.modules.pop("kernels_in_layers", None)
        compiled._MISSED.clear()
        return importlib.import_module("kernels_in_layers")

    return load


def test_interpreted_runs_python_until_there_is_code(layers):
    first = layers()
    kind = type(first.outer)
    with compiled.interpreted(60.0) as plain:
        assert first.outer(3) == 10 and first.outer(4) == 17
        assert plain == {first.outer, first.inner}
    assert type(first.outer) is kind and not first.outer.overloads
    assert layers().outer(3) == 10  # as another process may compile it
    second = layers()
    with compiled.interpreted(60.0) as plain:
        assert second.outer(3) == 10 and not plain, "the code of the cache is not used"
        assert second.outer(0.5) == 1.25 and plain == {second.outer, second.inner}
    assert [str(t) for (t,) in second.outer.overloads] == ["int64"]


def test_interpreted_leaves_other_threads_compiling(layers):
    kernels = layers()
    with compiled.interpreted(60.0) as plain:
        other = threading.Thread(target=kernels.outer, args=(3,))
        other.start()
        other.join()
        assert kernels.outer.overloads and not plain
        late = layers()  # decorated while somebody does not wait
        assert late.outer(0.5) == 1.25 and late.outer in plain


def test_interpreted_may_be_nested(layers):
    kernels = layers()
    kind = type(kernels.outer)
    with compiled.interpreted(60.0) as plain:
        with compiled.interpreted(60.0) as within:
            assert kernels.inner(3) == 9 and within == {kernels.inner} and not plain
        assert kernels.outer(3) == 10 and plain == {kernels.outer, kernels.inner}
    assert type(kernels.outer) is kind and not kernels.outer.overloads


@pytest.mark.parametrize("first_to_leave", [0, 1])
def test_interpreted_threads_may_end_in_any_order(layers, first_to_leave):
    kernels, errors = layers(), []
    kind = type(kernels.outer)
    turns, inside = [threading.Event(), threading.Event()], threading.Barrier(3)

    def call(turn, is_busy):
        try:
            with compiled.interpreted(60.0):
                inside.wait(10)
                turn.wait(10)
                if is_busy:
                    kernels.outer(3)
        except Exception as error:
            errors.append(error)

    threads = [
        threading.Thread(target=call, args=(turn, k != first_to_leave))
        for k, turn in enumerate(turns)
    ]
    for thread in threads:
        thread.start()
    inside.wait(10)
    for k in (first_to_leave, 1 - first_to_leave):
        turns[k].set()
        threads[k].join(10)
        assert (type(kernels.outer) is kind) == (k != first_to_leave)
    assert not errors


ONCE = """
import json, os, sys
os.nice = lambda more: 0  # one of low priority would hold no lock
sys.path.insert(0, {folder!r})
import solvers.compiled
sys.stdin.readline()
import slow
slow.kernel(1)
print(json.dumps(sum(slow.kernel.stats.cache_misses.values())))
"""


def test_kernel_wanted_by_two_processes_is_compiled_once(root, tmp_path):
    (tmp_path / "slow.py").write_text(
        "import numpy as np\nfrom solvers.compiled import njit\n"
        "@njit(cache=True)\ndef kernel(x):\n    return np.full(20, 1.0 * x)\n"
    )
    code = ONCE.format(folder=str(tmp_path))
    command = [sys.executable, "-c", code]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, cwd=PACKAGE.parent, **pipes) for _ in range(2)]
    for process in processes:  # both have begun before either compiles
        process.stdin.write("\n")
        process.stdin.flush()
    counts = [json.loads(process.communicate(timeout=120)[0]) for process in processes]
    assert sorted(counts) == [0, 1]


@pytest.mark.parametrize("steps, is_held", [(0, True), (10, False)])
def test_kernel_lock_is_not_held_at_low_priority(tmp_path, monkeypatch, steps, is_held):
    monkeypatch.setattr(compiled.os, "nice", lambda more: steps + more, raising=False)
    folder = tmp_path
    lock = compiled._lock_path(folder, "types")
    with compiled._alone(folder, "types"), open(lock, "ab") as file:
        assert compiled.is_anothers(file) == is_held


def test_kernel_locked_for_too_long_is_compiled_anyway(layers, monkeypatch):
    monkeypatch.setattr(compiled, "_LONGEST", 0.1)
    monkeypatch.setattr(compiled, "is_anothers", lambda file: True)
    assert layers().outer(3) == 10


def test_interpreted_for_too_long_raises_too_slow(layers):
    kernels = layers()
    with pytest.raises(compiled.TooSlow), compiled.interpreted(-1.0):
        kernels.outer(3)
    assert kernels.outer(3) == 10 and kernels.outer.overloads


def test_prepare_cache_survives_deletion_by_another_process(root, monkeypatch):
    gone = root / "gone"
    prepare_cache(kernel, "mark")
    listed = [gone, *[root / f"old{k}" for k in range(5)]]
    monkeypatch.setattr(type(root), "iterdir", lambda self: iter(listed))
    prepare_cache(kernel, "mark")
    assert compiled._last_use(gone) == 0.0


def test_cache_root_unwritable_is_a_private_directory(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    root = cache_root()
    assert root.is_dir() and root.name.startswith("convexlab-kernels-")
    assert root.stat().st_mode & 0o077 == 0
    root.rmdir()


def test_cache_root_follows_xdg_cache_home(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "convexlab-kernels"


def test_compiled_with_jit_disabled_leaves_functions(root, monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert compiled.njit(cache=True)(kernel) is kernel
    with compiled.interpreted(60.0) as plain:
        assert len(plain) == 0


def test_njit_without_numba_returns_the_function(root, monkeypatch):
    monkeypatch.setattr(compiled, "numba", None)
    assert compiled.njit(cache=True)(len) is len and compiled.is_compiled()
    assert not root.exists()


def test_cache_is_the_same_whichever_file_is_imported_first(tmp_path):
    code = """
import json, importlib
for name in {order}:
    importlib.import_module(name)
from pathlib import Path
print(json.dumps(sorted(map(str, Path({cache!r}).glob("*/*/*")))))
"""
    orders = [["solvers.prox", "solvers"], ["solvers.problems.odm"], ["solvers"]]
    found = []
    for k, order in enumerate(orders):
        loads = [*order, "solvers.public", "solvers.coordinate_descent", "solvers.smo"]
        cache = tmp_path / str(k)
        text = code.format(order=loads, cache=str(cache))
        found.append([place.removeprefix(str(cache)) for place in python(text, cache=cache)])
    assert len(found[0]) > 50 and all("convexlab-kernels" in place for place in found[0])
    for other in found[1:]:
        assert not set(found[0]) ^ set(other)
