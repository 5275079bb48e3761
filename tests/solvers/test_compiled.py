"""The kernel cache notices every edit, leaves numba's settings alone, and numba may be missing."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import solvers
from solvers import compiled
from solvers.compiled import cache_root, digest, pointed_at, prepare_cache

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
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=env, cwd=path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def with_numba(tmp_path_factory):
    return python(SOLVE, cache=tmp_path_factory.mktemp("cache"))


def test_without_numba_the_iterates_are_the_same(with_numba, tmp_path):
    bare = python("import sys; sys.modules['numba'] = None\n" + SOLVE, cache=tmp_path)
    assert with_numba["numba"] and not bare["numba"]
    assert bare["status"] == with_numba["status"]
    for ours, theirs in zip(with_numba["w"], bare["w"], strict=True):
        assert np.shape(ours) == np.shape(theirs) and len(ours) > 1
        assert np.allclose(ours, theirs, rtol=0, atol=1e-10)
    assert list(tmp_path.iterdir()) == []


def test_an_edited_helper_is_noticed_by_the_kernels_that_call_it(tmp_path):
    copy, cache = tmp_path / "code" / "solvers", tmp_path / "cache"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import json, numpy as np, solvers\n"
        "p = solvers.Lasso(np.eye(2), np.array([3.0, 1.0]), 0.5)\n"
        "w = solvers.solve_coordinate_descent(p, max_iter=1).trace.snapshots['w'][-1]\n"
        "print(json.dumps([w.tolist(), solvers.__file__]))"
    )
    w, file = python(code, path=copy.parent, cache=cache)
    assert Path(file).parent == copy and w == [2.5, 0.5]
    prox = copy / "prox.py"
    prox.write_text(prox.read_text().replace("return x - k\n", "return x - 2.0 * k\n"))
    w, _ = python(code, path=copy.parent, cache=cache)
    assert w == [2.0, 0.0]
    assert len(list((cache / "convexlab-kernels").iterdir())) == 2


def test_every_source_counts_for_the_digest(tmp_path):
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


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path / "convexlab-kernels"


def test_the_users_numba_setting_is_restored(root, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", "/somewhere/of/mine")
    here = prepare_cache()
    assert here == root / digest() and here.is_dir()
    with pointed_at(here):
        assert str(here) == numba.config.CACHE_DIR
    assert numba.config.CACHE_DIR == "/somewhere/of/mine"
    with pytest.raises(RuntimeError), pointed_at(here):
        raise RuntimeError
    assert numba.config.CACHE_DIR == "/somewhere/of/mine"


def test_old_digests_are_deleted_and_the_newest_kept(root):
    root.mkdir()
    now = time.time()
    for age in range(1, 8):
        old = root / f"old{age}"
        old.mkdir()
        (old / "kernel.nbi").write_text("x")
        os.utime(old, (now - 100 * age, now - 100 * age))
    here = prepare_cache()
    assert {p.name for p in root.iterdir()} == {here.name, "old1", "old2", "old3"}
    (root / "new").mkdir()
    os.utime(here, (now - 1e6, now - 1e6))
    prepare_cache()  # in use again: it is the newest
    assert {p.name for p in root.iterdir()} == {here.name, "new", "old1", "old2"}


def test_another_process_may_delete_the_same_cache(root, monkeypatch):
    root.mkdir()
    gone = root / "gone"
    listed = [gone, *[root / f"old{k}" for k in range(5)]]
    monkeypatch.setattr(type(root), "iterdir", lambda self: iter(listed))
    prepare_cache()
    assert compiled._last_use(gone) == 0.0


def test_an_unwritable_home_means_a_private_directory(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    root = cache_root()
    assert root.is_dir() and root.name.startswith("convexlab-kernels-")
    assert root.stat().st_mode & 0o077 == 0
    root.rmdir()


def test_the_cache_is_where_the_user_wants_it(tmp_path, monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "convexlab-kernels"


def test_without_numba_the_cache_is_nothing(root, monkeypatch):
    monkeypatch.setattr(compiled, "numba", None)
    assert compiled.njit(cache=True)(len) is len and compiled.is_compiled()
    assert not root.exists()


@pytest.mark.parametrize("first", ["solvers.prox", "solvers.problems.odm", "solvers"])
def test_kernels_keep_their_cache_whichever_file_is_imported_first(first, tmp_path):
    code = f"""
import json, importlib
importlib.import_module({first!r})
import numpy as np
from solvers import Lasso, solve_coordinate_descent
solve_coordinate_descent(Lasso(np.eye(2), np.ones(2), 0.1), max_iter=1)
from pathlib import Path
print(json.dumps(sorted(p.suffix for p in Path({str(tmp_path)!r}).rglob("*.nb?"))))
"""
    assert ".nbi" in python(code, cache=tmp_path)
    assert not [p for p in tmp_path.rglob("*.nbi") if "convexlab-kernels" not in p.parts]
