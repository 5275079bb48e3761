"""The registry finds every solver of a problem, and each obeys the common signature."""

import importlib.util
import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from forked import ran

import solvers
from solvers import (
    SOLVERS,
    ConstrainedGroupLasso,
    ConstrainedLasso,
    GroupLasso,
    GroupLogistic,
    InputError,
    KernelSVM,
    Lasso,
    SparseLogistic,
)
from solvers.registry import about, solver

ROOT = Path(solvers.__file__).parent.parent
COMMON = {
    "x0": None,
    "tol": 1e-6,
    "record_every": 1,
    "seed": 0,
    "cancelled": None,
}


def test_solver_decorator_registers_for_several_problems():
    class Left: ...

    class Right: ...

    try:

        @solver("best", Left, Right)
        def solve(problem, **options):
            return problem

        assert SOLVERS[Left] == {"best": solve} == SOLVERS[Right]
        assert solve(3) == 3
    finally:
        SOLVERS.pop(Left), SOLVERS.pop(Right)


@pytest.mark.parametrize("key", ["Lasso", None, 3, len])
def test_registry_type_that_is_no_problem_has_no_solvers(key):
    assert key not in SOLVERS and SOLVERS.get(key, {}) == {}
    with pytest.raises(KeyError):
        SOLVERS[key]


def test_registry_of_sparse_problems_has_their_solvers():
    gradient = {"ista", "fista"}
    assert {"cd", "subgradient"} | gradient <= SOLVERS[Lasso].keys()
    assert {"cd"} | gradient <= SOLVERS[SparseLogistic].keys()
    for kind in (GroupLasso, GroupLogistic):
        assert {"block_cd"} | gradient <= SOLVERS[kind].keys()
    for kind in (ConstrainedLasso, ConstrainedGroupLasso):
        assert {"projected", "projected_fista"} <= SOLVERS[kind].keys()


@pytest.mark.parametrize("problem", SOLVERS, ids=lambda p: p.__name__)
def test_registered_solvers_have_the_common_keywords(problem):
    for name, solve in SOLVERS[problem].items():
        parameters = inspect.signature(solve).parameters
        assert "max_iter" in parameters, name
        for keyword, default in COMMON.items():
            assert parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, (name, keyword)
            assert parameters[keyword].default == default, (name, keyword)


def test_registered_fista_is_accelerated():
    problem = Lasso(np.diag([1.0, 10.0]), np.array([1.0, 1.0]), 0.05)
    fista, ista = SOLVERS[Lasso]["fista"](problem), SOLVERS[Lasso]["ista"](problem)
    assert fista.status == ista.status == "converged"
    assert fista.trace.iteration[-1] < ista.trace.iteration[-1]


def test_registry_iterate_is_a_snapshot_of_the_shape_of_x(kind, name, build):
    problem, iterate = build[kind](np.random.default_rng(2)), about(kind, name).iterate
    result = SOLVERS[kind][name](problem, max_iter=3)
    assert result.trace.snapshots[iterate].shape == (len(result.trace), *result.x.shape)


def test_registered_solvers_have_an_iterate_and_a_unique_label():
    for kind, known in SOLVERS.items():
        labels = [about(kind, name).label for name in known]
        assert len(set(labels)) == len(labels), kind
        assert all(about(kind, name).iterate for name in known), kind


def test_public_names_are_never_modules():
    code = """
import pkgutil, types
from importlib import import_module
import solvers
for found in pkgutil.walk_packages(solvers.__path__, "solvers."):
    import_module(found.name)
held = vars(solvers)  # before anything public was asked for
names = import_module("solvers.public").__all__
print(len(names), [n for n in names if isinstance(held.get(n), types.ModuleType)])
"""
    count, _, wrong = printed(code).partition(" ")
    assert int(count) > 40 and wrong == "[]\n"


def printed(code):
    """What `code` prints in an interpreter that has loaded none of our packages."""
    done = ran(code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def in_a_new_process(code, path=None):
    """What `code` prints, where the package is that of `path` or ours, and nothing is loaded."""
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=path
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


#: What imports scipy.sparse.linalg; old versions of SciPy load that themselves.
FACTORED = {"solvers.programs.basis", "solvers.programs.boxed", "solvers.programs.ldl",
            "solvers.programs.quasidefinite"}  # fmt: skip
#: Lines of one process, each of which needs more than the last, and what it still does not need.
LINES = {
    "import solvers": {"numpy", "numba", "scipy.linalg", "solvers.checks"},
    "from solvers import InputError, Result, solver": {"numba", "scipy.linalg"},
    "from solvers import Lasso": {"solvers.smo", "solvers.drive", "solvers.odm.descent"},
    "from solvers import solve_smo": {"solvers.admm", "solvers.precision.run"},
    "from solvers import SOLVERS, KernelSVM; SOLVERS[KernelSVM]": FACTORED,
}


def test_import_solvers_loads_modules_on_demand():
    lines = [
        f"{line}\nprint(sorted(set(sys.modules) & {unasked!r}))" for line, unasked in LINES.items()
    ]
    assert in_a_new_process("\n".join(["import sys", *lines])) == "[]\n" * len(LINES)
    assert all(importlib.util.find_spec(name) for name in FACTORED)


def test_public_names_are_found_in_a_new_process():
    code = """
import solvers
print(len(solvers.__all__), all(getattr(solvers, name) is not None for name in solvers.__all__))
print(len({name for known in solvers.SOLVERS.values() for name in known}))
print([name for name in solvers.public.__all__ if name not in solvers.__all__])
own = (f for known in solvers.SOLVERS.values() for f in known.values()
       if f.__module__.startswith("solvers."))
print(sorted({f.__name__ for f in own} - set(solvers.public.__all__)))
"""
    public, names, missing, untyped = printed(code).splitlines()
    assert int(public.split()[0]) > 100 and public.endswith("True")
    assert int(names) > 20 and missing == untyped == "[]"


def test_registry_asked_for_one_problem_keeps_the_order():
    code = """
import sys
from solvers import SOLVERS, KernelSVM, Lasso, Program, solve_path_following
first = {kind: list(SOLVERS[kind]) for kind in (KernelSVM, Lasso)}
print("solvers.mirror_prox" in sys.modules, "solvers.odm.descent" in sys.modules)
print(*(kind.__name__ for kind in SOLVERS if kind.__module__.startswith("solvers.")))
print(len(SOLVERS) > 5, all(list(SOLVERS[kind]) == known for kind, known in first.items()))
for known in first.values():
    print(*known)
"""
    unasked, kinds, same, *lines = printed(code).splitlines()
    ours = [kind.__name__ for kind in SOLVERS if kind.__module__.startswith("solvers.")]
    assert kinds.split() == ours
    assert unasked == "False False" and same == "True True"
    assert lines == [" ".join(SOLVERS[kind]) for kind in (KernelSVM, Lasso)]
    assert lines[0].index("mehrotra") < lines[0].index("path_following")


@pytest.mark.parametrize("problem", SOLVERS, ids=lambda p: p.__name__)
def test_registering_file_names_its_problem(problem):
    # Else the file would not be imported for those who ask for this problem alone.
    for solve in SOLVERS[problem].values():
        place = inspect.unwrap(getattr(solve, "func", solve)).__module__
        if place.startswith("solvers."):
            text = Path(sys.modules[place].__file__).read_text(encoding="utf-8")
            assert "solver(" in text and problem.__name__ in text, place


@pytest.mark.servers
def test_registry_names_a_broken_file_in_one_line(tmp_path):
    package = tmp_path / "solvers"
    shutil.copytree(ROOT / "solvers", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "zz.py").write_text("def solve_zz(:\n")
    (package / "zy.py").write_text("from solvers import Lasso, no_such_name\n")
    (package / "zx.py").write_text(
        "from solvers import Lasso, solver\n\n\n@solver('cd', Lasso)\ndef solve_zx(): ...\n"
    )
    code = """
from solvers import SOLVERS, Lasso, broken_solvers, solve_smo
print("cd" in SOLVERS[Lasso], SOLVERS[Lasso]["cd"].__name__)
for place, why in broken_solvers().items():
    print(place, "|", why.replace("\\n", " "))
"""
    lines = in_a_new_process(code, tmp_path).splitlines()
    assert lines[0] == "True solve_coordinate_descent"
    starts = ("solvers.zx | solvers.zx cannot be imported: InputError: name must be free",
              "solvers.zy | solvers.zy cannot be imported: ImportError: ",
              "solvers.zz | solvers.zz cannot be imported: SyntaxError: ")  # fmt: skip
    assert len(lines) == 4
    assert all(line.startswith(start) for line, start in zip(lines[1:], starts, strict=True))


@pytest.mark.servers
def test_registry_ignores_backups_of_editors(tmp_path):
    package = tmp_path / "solvers"
    shutil.copytree(ROOT / "solvers", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / ".ipynb_checkpoints").mkdir()
    shutil.copy(
        package / "mirror_prox.py", package / ".ipynb_checkpoints/mirror_prox-checkpoint.py"
    )
    (package / ".#mirror_prox.py").symlink_to("nobody@nowhere.1")
    code = "from solvers import SOLVERS, broken_solvers\nprint(len(SOLVERS) > 5, broken_solvers())"
    assert in_a_new_process(code, tmp_path).strip() == "True {}"


def test_registry_repeats_an_interrupted_import():
    code = """
import solvers.registry as registry
from solvers import Lasso
imported = registry.import_module
def interrupted(place):
    registry.import_module = imported
    raise KeyboardInterrupt
registry._files()
registry.import_module = interrupted
try:
    registry.SOLVERS[Lasso]
except KeyboardInterrupt:
    print(*registry.SOLVERS[Lasso])
"""
    assert printed(code).split() == list(SOLVERS[Lasso])


GUEST = """
from dataclasses import dataclass
from solvers import Lasso, SOLVERS, solver

@dataclass
class Own: ...

@solver("guest", Lasso, Own, iterate="w")
def solve_as_a_guest(problem, **options):
    return SOLVERS[Lasso]["ista"](problem, **options)
"""


@pytest.fixture
def guests(tmp_path):
    """Python that finds the installed guest and all of ours."""
    info = tmp_path / "guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    points = "[convexlab.solvers]\nguest = a_guest\nown = a_guest:Own\nlost = nowhere_at_all\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "a_guest.py").write_text(GUEST)
    return f"import sys\nsys.path[:0] = {[str(tmp_path), str(ROOT)]!r}\n"


FOUND = """
import solvers
print([kind.__name__ for kind, named in solvers.SOLVERS.items() if "guest" in named])
print(solvers.broken_solvers())
"""


@pytest.mark.parametrize("first", ["import solvers", "import a_guest"])
def test_registry_finds_installed_solvers_and_names_a_broken_one(guests, first):
    kinds, broken = printed(guests + first + FOUND).splitlines()
    assert kinds == "['Lasso', 'Own']"
    assert "nowhere_at_all cannot be imported: ModuleNotFoundError: No module named" in broken


def test_registered_guest_is_compared_and_listed_by_lab(guests):
    code = """
import lab
from lab.cli import lab as command
print(sorted(lab.run("lasso", compare=["guest"]).results))
command(["list"], standalone_mode=False)
command(["list", "lasso"], standalone_mode=False)
"""
    compared, *listed = printed(guests + code).splitlines()
    assert compared == "['cd', 'guest']"
    assert sum("nowhere_at_all" in line for line in listed) == 1
    assert any("--compare" in line and "guest" in line for line in listed)


def test_registry_taken_name_is_refused_and_redefinition_allowed():
    class Custom: ...

    def mine():
        @solver("best", Custom)
        def solve(problem, **options):
            return problem

        return solve

    try:
        mine()
        again = mine()
        assert SOLVERS[Custom] == {"best": again}

        with pytest.raises(
            InputError, match=r"free among the solvers of Custom, got 'best', which is"
        ):
            solver("best", Custom)(lambda problem: None)
        with pytest.raises(InputError, match=r"got 'cd', which is solvers\.coordinate_descent"):
            solver("cd", Custom, Lasso)(lambda problem: None)
        assert SOLVERS[Custom] == {"best": again}
    finally:
        SOLVERS.pop(Custom)


def test_registry_built_in_name_is_refused_before_any_import():
    code = """
from solvers import InputError, Lasso, solver
try:
    solver("cd", Lasso)(lambda problem: None)
except InputError as error:
    print(error)
"""
    assert "solvers.coordinate_descent.solve_coordinate_descent" in printed(code)


def test_registry_solver_without_cancelled_is_refused():
    def solve_uncancelled(problem, *, x0=None, tol=1e-6, max_iter=100, record_every=1):
        """Takes no option cancelled."""

    for given in ((solve_uncancelled,), ("two words", Lasso), (3, Lasso)):
        with pytest.raises(InputError, match="name must be a short name"):
            solver(*given)
    for problems in ((), (Lasso, "Lasso")):
        with pytest.raises(InputError, match="problems of uncancelled must be classes of problems"):
            solver("uncancelled", *problems)
    with pytest.raises(InputError, match="solve_uncancelled must take the option cancelled"):
        solver("uncancelled", Lasso)(solve_uncancelled)
    assert "uncancelled" not in SOLVERS[Lasso]


def test_about_unknown_name_lists_the_solvers():
    with pytest.raises(InputError, match=r"a solver of Lasso, one of cd, .*, got 'descent'\.$"):
        about(Lasso, "descent")
    with pytest.raises(InputError, match=r"a solver of int, one of none, got 'cd'\.$"):
        about(int, "cd")
