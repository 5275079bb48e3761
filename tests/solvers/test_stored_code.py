"""Code that a cache holds is loaded without what it takes to compile, and works as well as code
that was compiled where it runs."""

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("numba")

from solvers import stored_code

KERNELS = '''
import numpy as np
from solvers.compiled import njit


@njit(cache=True)
def ends(x):
    """The least and the largest of x, and x without the first."""
    if x.size == 0:
        raise ValueError("x must not be empty")
    low = high = x[0]
    rest = np.empty(x.size)
    for i in range(x.size):
        low, high = min(low, x[i]), max(high, x[i])
        rest[i] = x[i] - x[0]
    return low, high, rest


@njit(cache=True)
def product(A, x):
    """A x by BLAS, of the values of x in a random order."""
    return A @ x[np.random.permutation(x.size)]


@njit(cache=True)
def apart(x):
    """How many values x has, by a set."""
    return len(set(x))


@njit(cache=True)
def above(x):
    """It calls one that may have been loaded."""
    return ends(x)[1] + 1.0
'''
CALLS = """
import json, sys
import numpy as np
import kernels

x = np.array([3.0, 1.0, 1.0])
answers = [*ends[:2], ends[2].tolist()] if (ends := kernels.ends(x)) else None
try:
    kernels.ends(x[:0])
except ValueError as error:
    answers.append(str(error))
is_light = "numba.np.arraymath" not in sys.modules
answers.append(kernels.product(np.ones((2, 3)), x).tolist())
answers.append(kernels.apart(x))
misses = sum(k.stats.cache_misses[s] for k in (kernels.ends, kernels.product, kernels.apart)
             for s in k.stats.cache_misses)
if sys.argv[1:]:
    answers.append(kernels.above(x.astype(np.float32)))
print(json.dumps([answers, misses, is_light]))
"""


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """What `CALLS` prints in a new process: its answers, how many kernels were compiled, and
    whether numba was not made ready to compile before the first was called."""
    folder = tmp_path_factory.mktemp("stored")
    (folder / "kernels.py").write_text(KERNELS, encoding="utf-8")
    path = os.pathsep.join([str(folder), os.getcwd()])
    env = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": path}

    def call(*more):
        command = [sys.executable, "-c", CALLS, *more]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


@pytest.fixture(scope="module")
def compiled(call):
    """The answers of the process that compiled the kernels."""
    answers, misses, is_light = call()
    assert misses == 3 and not is_light
    assert answers == [1.0, 3.0, [0.0, -2.0, -2.0], "x must not be empty", [5.0, 5.0], 2]
    return answers


def test_stored_code_loaded_in_a_new_process_answers_as_compiled_code(call, compiled):
    stored, misses, is_light = call()
    assert stored == compiled and misses == 0
    assert is_light, "numba was made ready to compile, which takes 30 MB and 0.2 s"


def test_stored_code_is_called_by_new_code(call, compiled):
    stored, misses, _ = call("above")
    assert stored == [*compiled, 4.0] and misses == 0


def stored(assembly):
    """What a cache holds of such a module, as numba writes it."""
    return ("name", "object", (b"", stored_code.llvm.parse_assembly(assembly).as_bitcode())), "more"


def test_stored_code_with_unknown_calls_loads_numba_first():
    known = "declare double @cos(double)\ndeclare void @NRT_Free(i8*)"
    assert stored_code._calls_only_known(stored(known))
    assert not stored_code._calls_only_known(stored(known + "\ndeclare void @no_such_function()"))
    assert not stored_code._calls_only_known(stored("@no_such_value = external global i64"))
    assert not stored_code._calls_only_known((("name", "bitcode", b""), "more"))
    assert not stored_code._calls_only_known("another kind of thing")
