"""Everything public in lab and widgets says which types it takes and gives."""

import dataclasses
import inspect
import tomllib
from pathlib import Path

import lab
import widgets
from lab.discovery import Lessons

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


def test_mypy_looks_into_every_function():
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["tool"]
    rules = [settings["mypy"], *settings["mypy"]["overrides"]]
    assert settings["mypy"]["check_untyped_defs"]
    assert not any(rule.get("ignore_errors") for rule in rules)
    assert all(rule.get("check_untyped_defs", True) for rule in rules)
