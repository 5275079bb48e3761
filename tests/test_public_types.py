"""Every public function of solvers, lab and widgets says which types it takes and returns, and
docstrings describe what there is."""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("solvers", "lab", "widgets")


def bare_functions(source):
    """Name -> the parameters without a type, and "return", of the public functions and methods of
    Python `source`; those of functions and of private classes are their own business."""
    found = {}

    def read(body, place):
        for node in body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                read(node.body, f"{place}{node.name}.")
            elif isinstance(node, ast.If | ast.Try):
                read([*node.body, *node.orelse, *getattr(node, "finalbody", [])], place)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
                not node.name.startswith("_") or node.name in ("__init__", "__call__")
            ):
                found[f"{place}{node.name}"] = bare_parameters(node, bool(place))

    read(ast.parse(source).body, "")
    return {name: bare for name, bare in found.items() if bare}


def bare_parameters(node, of_class):
    """The parameters of a definition without a type, and "return"."""
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    static = any(getattr(one, "id", "") == "staticmethod" for one in node.decorator_list)
    every = every[1:] if of_class and not static else every
    every += [one for one in (given.vararg, given.kwarg) if one is not None]
    bare = [one.arg for one in every if one.annotation is None]
    return bare + ["return"] * (node.returns is None and node.name != "__init__")


def test_every_public_function_is_annotated():
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert len(files) > 400
    found = {file: bare_functions(file.read_text(encoding="utf-8")) for file in files}
    assert {str(file.relative_to(ROOT)): bare for file, bare in found.items() if bare} == {}


def test_bare_functions_are_found_wherever_they_are():
    source = (
        "def f(a, b: int = 0, *c, d) -> None: ...\n"
        "async def g(): ...\n"
        "def _h(a): ...\n"
        "if True:\n    def i(): ...\n"
        "class K:\n"
        "    def __init__(self, a): ...\n"
        "    @staticmethod\n    def m(a) -> None: ...\n"
        "    def n(self) -> None: ...\n"
        "class _L:\n    def o(self): ...\n"
    )
    assert bare_functions(source) == {
        "f": ["a", "d", "c"], "g": ["return"], "i": ["return"], "K.__init__": ["a"], "K.m": ["a"]
    }  # fmt: skip


#: The heading of a part of a docstring: the names of parameters, fields or attributes.
_HEADING = re.compile(r"([a-z_]\w*(?:, [a-z_]\w*)*)(?: \([^()]*\))?: ")


def unknown_headings(source):
    """The names above parts of docstrings that are nowhere in the code of Python `source`."""
    nodes = list(ast.walk(ast.parse(source)))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    docstrings = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds)]
    known = {getattr(node, name) for node in nodes for name in ("id", "attr", "arg", "name")
             if hasattr(node, name)}  # fmt: skip
    known |= {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    parts = (part for text in docstrings for part in re.split(r"(?<=[.;])\s+", text))
    headings = filter(None, (_HEADING.match(" ".join(part.split()) + " ") for part in parts))
    return {name for found in headings for name in found[1].split(", ")} - known


def test_docstrings_describe_parameters_and_fields_that_there_are():
    files = [file for package in ("lab", "widgets") for file in (ROOT / package).rglob("*.py")]
    found = {file: unknown_headings(file.read_text(encoding="utf-8")) for file in files}
    assert {str(file.relative_to(ROOT)): names for file, names in found.items() if names} == {}


def test_unknown_headings_are_names_that_no_code_has():
    source = (
        'def f(a, b):\n    """It adds. a, look: two numbers;\n    c (n,): more. As is: x."""\n'
        'class K:\n    """old: what was x.\n\n    x: a field."""\n    x: int\n    y = {"key": 1}\n'
        '    def m(self):\n        """key: of y."""\n'
    )
    assert unknown_headings(source) == {"look", "c", "old"}


def test_mypy_looks_into_every_function():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    rules = [settings["mypy"], *settings["mypy"]["overrides"]]
    assert settings["mypy"]["check_untyped_defs"]
    assert not any(rule.get("ignore_errors") for rule in rules)
    assert all(rule.get("check_untyped_defs", True) for rule in rules)
