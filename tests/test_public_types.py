"""Every public function of solvers, lab and widgets says which types it takes and returns."""

import ast
import dataclasses
import inspect
import tomllib
from pathlib import Path

import lab
import widgets
from lab.discovery import Lessons

ROOT = Path(__file__).parents[1]
THINGS = {
    f"{package.__name__}.{name}": getattr(package, name)
    for package in (lab, widgets)
    for name in package.__all__
} | {"lab.LESSONS": Lessons}


def functions(name, thing):
    """(name, function) of a function, or of what a class of the project defines in public."""
    if inspect.isfunction(thing):
        yield name, thing
    if not inspect.isclass(thing) or issubclass(thing, Exception):
        return
    result = dataclasses.is_dataclass(thing)  # its fields are its signature
    for attribute, value in vars(thing).items():
        function = value.fget if isinstance(value, property) else value
        public = not attribute.startswith("_") or (attribute == "__init__" and not result)
        if public and inspect.isfunction(function):
            yield f"{name}.{attribute}", function


def missing(function):
    """The parameters without a type, and "return"."""
    signature = inspect.signature(function)
    bare = [
        p.name
        for k, p in enumerate(signature.parameters.values())
        if p.annotation is p.empty and not (k == 0 and p.name in ("self", "cls"))
    ]
    if signature.return_annotation is signature.empty and function.__name__ != "__init__":
        bare.append("return")
    return bare


ROOT = Path(__file__).parents[1]
#: Of these folders and files every public function is annotated, whoever may use it.
TYPED = [
    *(path for path in sorted((ROOT / "lab").iterdir()) if path.name != "lessons"),
    ROOT / "widgets",
]


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
    files = [file for path in TYPED for file in ([path] if path.is_file() else path.rglob("*.py"))]
    files = [file for file in files if file.suffix == ".py"]
    assert len(files) > 200
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


def test_public_signatures_are_annotated():
    bare = {place: missing(f) for name in THINGS for place, f in functions(name, THINGS[name])}
    assert not {place: names for place, names in bare.items() if names}


def test_the_test_finds_what_is_bare():
    class Thing:
        def __init__(self, a):
            """Takes something."""

        @property
        def size(self):
            """Says nothing."""

        def grow(self, by: int, *more) -> None:
            """Says nearly all."""

    bare = {place: missing(f) for place, f in functions("Thing", Thing)}
    assert bare == {
        "Thing.__init__": ["a"], "Thing.size": ["return"], "Thing.grow": ["more"]
    }  # fmt: skip
    assert len([f for name in THINGS for f in functions(name, THINGS[name])]) > 40


#: Packages of which every public function and method is annotated, also what only they use.
TOOLS = ("solvers",)


def bare_functions(source):
    """{name: the parameters without a type, and "return"} of the public functions and methods that
    Python `source` defines, where there are any."""
    found = {}
    for place, node, is_method in defined(ast.parse(source), ""):
        arguments = node.args
        taken = [*arguments.posonlyargs, *arguments.args]
        is_static = any(ast.unparse(d) == "staticmethod" for d in node.decorator_list)
        taken = taken[1:] if is_method and not is_static else taken
        taken += [*arguments.kwonlyargs, *filter(None, (arguments.vararg, arguments.kwarg))]
        bare = [argument.arg for argument in taken if argument.annotation is None]
        bare += ["return"] if node.returns is None and node.name != "__init__" else []
        if bare:
            found[place] = bare
    return found


def defined(node, prefix):
    """(name, node, whether it is a method) of public functions, outside functions."""
    for child in node.body:
        if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield from defined(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.FunctionDef) and (
            not child.name.startswith("_") or child.name in ("__init__", "__call__")
        ):
            yield f"{prefix}{child.name}", child, bool(prefix)


def test_every_public_function_of_the_tools_is_annotated():
    files = [path for tool in TOOLS for path in sorted((ROOT / tool).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): bare_functions(path.read_text("utf-8")) for path in files}
    assert len(found) > 50
    assert not {place: names for place, names in found.items() if names}


def test_what_is_bare_in_a_tool_is_found():
    source = """
class Thing:
    def __init__(self, a): ...
    @property
    def size(self): ...
    @staticmethod
    def mark(at) -> None: ...
    def grow(self, by: int, /, *more, fast: bool, **rest) -> None: ...
    def _own(self, b): ...
def scale(x: float, y) -> float:
    def inner(z): ...
class _Private:
    def step(self, d): ...
"""
    assert bare_functions(source) == {
        "Thing.__init__": ["a"], "Thing.size": ["return"], "Thing.mark": ["at"],
        "Thing.grow": ["more", "rest"], "scale": ["y"],
    }  # fmt: skip


def test_mypy_looks_into_every_function():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    rules = [settings["mypy"], *settings["mypy"]["overrides"]]
    assert settings["mypy"]["check_untyped_defs"]
    assert not any(rule.get("ignore_errors") for rule in rules)
    assert all(rule.get("check_untyped_defs", True) for rule in rules)
