"""Who may import whom, what the repository holds, and that everything public says what it is."""

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("solvers", "widgets", "lab")
#: package -> what of the project it may import.
ARROWS = {
    "solvers": {"solvers"},
    "widgets": {"widgets"},
    "lab": {"lab", "solvers", "widgets"},
    "notebooks": {"lab", "solvers"},
}
TOP = {
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "lab", "widgets",
    "solvers", "notebooks", "tests", "findings", "SECURITY.md", "CITATION.cff",
}  # fmt: skip


@cache
def text_of(path):
    """The text of a file, read once."""
    return path.read_text(encoding="utf-8")


@cache
def python_files(folder):
    """The Python files below a folder of the repository, in order."""
    return sorted((ROOT / folder).rglob("*.py"))


@cache
def read(source):
    """The import statements at the top level of Python `source`, those anywhere in it, and the
    names that it calls."""
    tree, imports, called = ast.parse(source), [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
        elif isinstance(node, ast.Call):
            called.add(getattr(node.func, "id", getattr(node.func, "attr", "")))
    return [node for node in imports if node in tree.body], imports, called


def import_statements(source):
    """The import statements of Python `source`, wherever in it."""
    return read(source)[1]


def imported(source):
    """The top-level names that Python `source` imports, wherever in it."""
    return imported_by(import_statements(source))


def imported_by(statements):
    """The top-level names that these import statements bring."""
    names = set()
    for node in statements:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." if node.level else node.module.partition(".")[0])
    return names


def notebooks():
    return sorted((ROOT / "notebooks").rglob("*.ipynb"))


def code_cells(path):
    cells = json.loads(text_of(path))["cells"]
    return [c for c in cells if c["cell_type"] == "code"]


def python(cell):
    """The cell's lines without IPython's own."""
    lines = "".join(cell["source"]).splitlines()
    return "\n".join(line for line in lines if not re.match(r"\s*[%!?]", line))


def tracked():
    """Paths under version control; all files where there is no git."""
    try:
        done = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [line for line in done.stdout.splitlines() if (ROOT / line).exists()]


def test_the_reader_of_imports_finds_every_form():
    source = "import a.b, c\nfrom d.e import f\ndef g():\n    from h import i\nfrom . import j\n"
    assert imported(source) == {"a", "c", "d", "h", "."}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_follow_the_arrows(package):
    for path in python_files(package):
        own = imported(text_of(path)) & {*PACKAGES, "notebooks", "tests", "."}
        assert own <= ARROWS[package], f"{path.relative_to(ROOT)} imports {own - ARROWS[package]}"


#: What of `solvers` others may import by its file: input checks, for lessons of users, whether
#: kernels are compiled, and methods in which a student's step plays. Everything else is public or
#: private.
OPEN = {"solvers.checks", "solvers.compiled", "solvers.exchange"}
#: What a problem may know: data, checks and proofs, but nothing that solves or runs.
KNOWN_TO_PROBLEMS = {"checks", "cholesky", "compiled", "kernels", "memory", "precision", "problems",
                     "prox", "result", "bibliography", "docstrings", "vectors"}  # fmt: skip


def deep_imports(source, package):
    """The modules inside `package` that Python `source` imports by their own names."""
    found = set()
    for node in import_statements(source):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module)
    return {name for name in found if name.startswith(f"{package}.")}


def test_the_reader_of_deep_imports_finds_every_form():
    source = "import solvers.a\nfrom solvers.b.c import d\nfrom solvers import e\nimport solvers\n"
    assert deep_imports(source, "solvers") == {"solvers.a", "solvers.b.c"}


def test_the_workbook_uses_what_solvers_offer():
    for path in python_files("lab"):
        deep = deep_imports(text_of(path), "solvers")
        assert deep <= OPEN, f"{path.relative_to(ROOT)} imports {deep - OPEN}"
    for path in notebooks():
        for cell in code_cells(path):
            assert deep_imports(python(cell), "solvers") <= OPEN, path.name


def test_problems_know_no_solver():
    for path in sorted((ROOT / "solvers" / "problems").glob("*.py")):
        deep = deep_imports(text_of(path), "solvers")
        subpackages = {name.split(".")[1] for name in deep}
        assert subpackages <= KNOWN_TO_PROBLEMS, (
            f"{path.name} imports {subpackages - KNOWN_TO_PROBLEMS}"
        )


def other_lessons(source, own, lessons):
    """The lessons that Python `source` of the lesson `own` imports besides itself."""
    found = set()
    for node in import_statements(source):
        names = [a.name for a in node.names]
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        parts = [name.split(".") for name in names]
        found |= {p[2] for p in parts if p[:2] == ["lab", "lessons"] and len(p) > 2}
    return found & (lessons - {own})


def test_the_reader_of_lessons_finds_every_form():
    source = (
        "import lab.lessons.a.x\nfrom lab.lessons.b.y import f\nfrom lab.lessons import c, own\n"
    )
    assert other_lessons(source, "own", {"a", "b", "c", "own"}) == {"a", "b", "c"}


def test_no_lesson_imports_another():
    lessons = {path.parent.name for path in (ROOT / "lab" / "lessons").glob("*/__init__.py")}
    assert "lars" in lessons
    for lesson in sorted(lessons):
        for path in sorted((ROOT / "lab" / "lessons" / lesson).rglob("*.py")):
            found = other_lessons(text_of(path), lesson, lessons)
            assert not found, f"{path.relative_to(ROOT)} imports {found}"


def subpackage(path):
    """The subpackage of a file below lab/: its folder, or its lesson's folder. The files at the
    top are the front, which opens everything, and the core, which all subpackages use."""
    parts = path.relative_to(ROOT / "lab").parts
    if len(parts) == 1:
        return "front" if path.stem in ("__init__", "__main__", "cli") else "core"
    return "/".join(parts[: 2 if parts[0] == "lessons" and len(parts) > 2 else 1])


@cache
def subpackages():
    """Subpackage -> those that its files import, in functions and for type checkers too."""
    files = {p: subpackage(p) for p in python_files("lab")}
    modules = {module_name(path): path for path in files}
    sources = {name: text_of(path) for name, path in modules.items()}
    found = {name: set() for name in files.values()}
    for module, targets in written_arrows(sources).items():
        own = files[modules[module]]
        found[own] |= {files[modules[name]] for name in targets} - {own}
    return found


def module_name(path):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def circles(arrows):
    """What is left of `arrows` when those that import nothing are taken away, again and again."""
    left = {name: set(targets) for name, targets in arrows.items()}
    while done := {name for name, targets in left.items() if not targets}:
        left = {name: targets - done for name, targets in left.items() if name not in done}
    return left


def test_a_circle_of_packages_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == {}
    assert set(circles({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()})) == {"a", "b", "c"}


def test_the_packages_of_the_workbook_import_in_no_circle():
    arrows = subpackages()
    assert {"core", "front", "lessons/lars", "race"} <= set(arrows) and "core" in arrows["race"]
    assert not circles(arrows)


def written_arrows(files):
    """Module -> the modules that its text imports, in functions and for type checkers too; files:
    module -> Python source. `from a import b` means a.b where that is a module."""
    arrows = {}
    for module, source in files.items():
        found = set()
        for node in import_statements(source):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{a.name}" for a in node.names}
                found |= (names & files.keys()) or {node.module}
        arrows[module] = found & files.keys() - {module}
    return arrows


def test_a_circle_is_found_in_functions_and_for_type_checkers():
    late = "def f():\n    from p.b import g\n"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p import a\n"
    assert set(circles(written_arrows({"p.a": late, "p.b": typed, "p": ""}))) == {"p.a", "p.b"}
    assert not circles(written_arrows({"p.a": late, "p.b": "from p.c import a", "p.c": ""}))


def test_no_modules_import_in_a_circle():
    paths = [path for package in PACKAGES for path in python_files(package)]
    files = {module_name(path): text_of(path) for path in paths}
    assert not circles(written_arrows(files))


def test_classroom_is_imported_by_its_entry_module_alone():
    for path in python_files("lab"):
        if subpackage(path) not in ("classroom", "benchmarks"):
            deep = deep_imports(text_of(path), "lab.classroom")
            assert not deep, f"{path.relative_to(ROOT)} imports {deep}"


def test_the_product_does_not_import_benchmarks():
    assert [name for name, targets in subpackages().items() if "benchmarks" in targets] == []


def test_a_scene_is_at_most_two_modules():
    """One file, or a folder with `model.py` and `picture.py`."""
    lessons = ROOT / "lab" / "lessons"
    files = [
        p for p in lessons.glob("*/*.py") if re.search("^EXPERIMENT", p.read_text("utf-8"), re.M)
    ]
    folders = sorted(p.parent for p in lessons.glob("*/*/picture.py"))
    for folder in folders:
        assert {p.stem for p in folder.glob("*.py")} == {"__init__", "model", "picture"}, folder
    assert len(files) + len(folders) == 26 and not list(lessons.glob("*/*/scene.py"))


def test_notebooks_import_the_workbook_and_the_solvers():
    for path in notebooks():
        for cell in code_cells(path):
            own = imported(python(cell)) & {*PACKAGES, "tests"}
            assert own <= ARROWS["notebooks"], f"{path.name} imports {own}"


@pytest.mark.parametrize("name", ["matplotlib", "ipywidgets", "anywidget", "sklearn"])
def test_numerics_need_no_pictures(name):
    for path in python_files("solvers"):
        assert name not in imported(text_of(path)), path.name


def test_solvers_print_and_warn_nothing():
    for path in python_files("solvers"):
        names = read(text_of(path))[2]
        opens = {"open"} if path.name == "compiled.py" else set()  # the locks of its cache
        assert not names & {"print", "warn", "open"} - opens, f"{path.name}: {names}"


def test_the_top_level_holds_what_it_should():
    top = {path.partition("/")[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} <= TOP
    assert {"pyproject.toml", "README.md", "LICENSE", *PACKAGES, "tests"} <= top


def test_no_file_names_a_machine():
    machine = re.compile(r"(?<![\w./])/(home|root|Users|work|opt/venv|tmp)/[\w.]|[A-Z]:\\\\Users")
    assert machine.search(" /" + "home/x") and not machine.search("https://x.org/home/y")
    for name in tracked():
        path = ROOT / name
        if path.suffix in (".py", ".js", ".css", ".md", ".toml", ".ipynb", ".json", ""):
            if path == Path(__file__).resolve():
                continue
            found = machine.search(path.read_text(encoding="utf-8", errors="ignore"))
            assert found is None, f"{name}: {found[0]}"


def test_notebooks_carry_no_output():
    for path in notebooks():
        for cell in code_cells(path):
            assert cell["outputs"] == [] and cell["execution_count"] is None, path.name


def test_no_package_marker_in_tests():
    assert not list((ROOT / "tests").rglob("__init__.py"))


def test_the_project_file():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, build = settings["project"], settings["tool"]["hatch"]["build"]["targets"]
    assert project["name"] == "convexlab" and project["requires-python"] == ">=3.11"
    assert project["scripts"] == {"lab": "lab.cli:main"}
    assert build["wheel"]["packages"] == ["lab", "widgets", "solvers"]
    assert build["wheel"]["hooks"]["custom"] == {"path": "lab/books/wheel.py"}
    needed = {re.match(r"[\w-]+", d)[0] for d in project["dependencies"]}
    assert needed == {
        "anywidget", "click", "cloudpickle", "contourpy", "highspy", "ipywidgets", "jinja2",
        "joblib", "jupyterlab", "matplotlib", "nbclient", "nbconvert", "nbformat", "numba", "numpy",
        "plotly", "rich", "scikit-learn", "scipy", "segno", "threadpoolctl", "tornado",
    }  # fmt: skip
    assert build["wheel"]["exclude"] == ["/lab/benchmarks"]
    extras = project["optional-dependencies"]
    plain = {re.match(r"[\w-]+", d)[0] for d in extras["test"]}
    assert {"pytest", "pytest-xdist", "hypothesis", "clarabel", "quadprog", "celer"} <= plain
    rest = {re.match(r"[\w-]+", d)[0] for d in extras["test-all"]}
    assert "convexlab[test]" in extras["test-all"] and not plain & rest
    assert {"playwright", "jupyterhub", "marimo", "mypy", "nbgrader", "ruff", "voila"} <= rest


def test_only_declared_packages_are_needed_to_import():
    """At the top of a file, only what `pip install convexlab` brings; extras inside functions."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = {"scikit-learn": "sklearn", "cvxpy-base": "cvxpy"}
    declared = {re.match(r"[\w-]+", d)[0] for d in settings["project"]["dependencies"]}
    allowed = {modules.get(d, d) for d in declared} | {*PACKAGES, "traitlets", "IPython"}
    allowed |= {"contourpy", "mpl_toolkits", "PIL", "jupyter_server"}  # with matplotlib and Lab
    for package in PACKAGES:
        for path in python_files(package):
            foreign = imported_by(read(text_of(path))[0]) - sys.stdlib_module_names
            assert foreign <= allowed, f"{path.relative_to(ROOT)}: {foreign - allowed}"


def test_what_functions_import_is_declared():
    """By name, not through another package; peers are compared where they are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def named(lists):
        modules = {"scikit-learn": "sklearn", "cvxpy-base": "cvxpy"}
        names = (re.match(r"[\w-]+", one)[0] for rows in lists for one in rows)
        return {modules.get(name, name) for name in names}

    extras = project["optional-dependencies"]
    offered = (names for extra, names in extras.items() if not extra.startswith("test"))
    users = named([project["dependencies"], *offered])
    users |= {*PACKAGES, "traitlets", "IPython"}  # with ipywidgets
    users |= {
        "mpl_toolkits",
        "PIL",
        "ipykernel",
        "jupyter_core",
        "jupyter_server",
    }  # with matplotlib, JupyterLab
    users |= {"marimo", "hatchling"}  # where we are inside it
    users |= {
        "spams",
        "sklearnex",
        "daal4py",
    }  # where installed, and by intelex
    for package in PACKAGES:
        for path in python_files(package):
            if "benchmarks" in path.parts:
                continue
            foreign = imported(text_of(path)) - sys.stdlib_module_names
            assert foreign <= users, f"{path.relative_to(ROOT)}: {foreign - users}"


@pytest.mark.parametrize("package", ["solvers", "lab"])
def test_no_public_name_hides_a_module(package):
    """`import solvers.drive as d` would bring the function."""
    modules = {path.stem for path in (ROOT / package).iterdir()}
    assert not modules & set(importlib.import_module(package).__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_public_says_what_it_is(package):
    module = importlib.import_module(package)
    assert module.__doc__ and sorted(set(module.__all__)) == sorted(module.__all__)
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isclass(thing):
            doc = thing.__dict__.get("__doc__") or ""
            assert doc and not doc.startswith(f"{name}("), f"{package}.{name}"
            for key, member in vars(thing).items():
                if inspect.isfunction(member) and not key.startswith("_"):
                    assert member.__doc__, f"{package}.{name}.{key}"
        elif inspect.isfunction(thing):
            assert thing.__doc__, f"{package}.{name}"


def test_every_solver_has_the_common_signature():
    from solvers import SOLVERS

    common = {"x0": None, "tol": 1e-6, "record_every": 1, "seed": 0, "cancelled": None}
    functions = {f for by_name in SOLVERS.values() for f in by_name.values()}
    assert functions
    for function in functions:
        parameters = inspect.signature(function).parameters
        assert next(iter(parameters)) == "problem" and "max_iter" in parameters
        found = {n: parameters[n].default for n in common if n in parameters}
        assert found == common, f"{function.__name__}: {found}"


def unexplained_numbers(source):
    """The module-level names of numbers above which no comment says what they are."""
    lines, names = source.splitlines(), []
    for node in ast.parse(source).body:
        values = node.value.elts if isinstance(getattr(node, "value", 0), ast.Tuple) else [
            getattr(node, "value", None)]  # fmt: skip
        ones = [v for v in values if isinstance(v, ast.Constant) and type(v.value) in (int, float)]
        if isinstance(node, ast.Assign) and ones:
            above = node.lineno - 2
            while re.match(r"[A-Z_]+(, [A-Z_]+)* = ", lines[above]):
                above -= 1
            if not lines[above].startswith("#"):
                names.append(ast.unparse(node.targets[0]))
    return names


def test_every_number_of_the_solvers_says_what_it_is():
    assert unexplained_numbers("#: Steps.\nA, B = 1, 2\n_C = 3\n\nD = 0.5\n") == ["D"]
    for path in python_files("solvers"):
        assert not unexplained_numbers(text_of(path)), path
