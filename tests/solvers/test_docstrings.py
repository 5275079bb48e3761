"""Docstrings follow numpydoc, name every parameter and no other, and cite one bibliography."""

import inspect
import re
import typing
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import solvers
from solvers import SOLVERS, InputError, Lasso, Options, common_options
from solvers.bibliography import WORKS
from solvers.docstrings import cited, complete, entries, split
from solvers.options import Common

SOURCES = Path(solvers.__file__).parent
FUNCTIONS = {n: f for n in solvers.__all__ if inspect.isfunction(f := getattr(solvers, n))}
SOLVES = {
    f.__name__: f for by_name in SOLVERS.values() for f in by_name.values() if inspect.isfunction(f)
}
#: Public functions with more parameters than this name them in a section of their own.
FEW = 4
METHODS = {
    f"{name}.{key}": getattr(member, "fget", None) or getattr(member, "__func__", member)
    for name in solvers.__all__
    if inspect.isclass(kind := getattr(solvers, name)) and kind.__module__.startswith("solvers")
    for base in reversed(kind.__mro__)
    if base.__module__.startswith("solvers")
    for key, member in vars(base).items()
    if not key.startswith("_") and (inspect.isroutine(member) or isinstance(member, property))
}


def sections(function):
    return split(inspect.getdoc(function))[1]


def faults(function):
    """What is wrong with the "Parameters" of a docstring, if it has them."""
    parameters, listed = inspect.signature(function).parameters, sections(function)
    if "Parameters" not in listed:
        return []
    found = entries(listed["Parameters"])
    wrong = [f"{n} is not documented" for n in parameters if n not in found]
    wrong += [f"{n} does not exist" for n in found if n not in parameters]
    if not wrong and list(found) != list(parameters):
        wrong = ["the order is not that of the signature"]
    for name, (heading, text) in found.items():
        if " : " not in heading or not text:
            wrong.append(f"{name} has no type or no text")
        given = parameters[name].default if name in parameters else inspect.Parameter.empty
        if given is not inspect.Parameter.empty and not heading.endswith(f"default {given!r}"):
            wrong.append(f"{name} does not name its default {given!r}")
    return wrong


def test_faults_of_wrong_docstrings_are_found():
    def wrong(a, b=1):
        """Do it.

        Parameters
        ----------
        a
            Text.
        c : int
            Text.
        """

    def untrue(a=1):
        """Do it.

        Parameters
        ----------
        a : int, default 2
            Text.
        """

    assert faults(wrong) == [
        "b is not documented", "c does not exist", "a has no type or no text",
    ]  # fmt: skip
    assert faults(untrue) == ["a does not name its default 1"]


def test_docstring_parameters_match_the_signature():
    found = {name: faults(function) for name, function in {**FUNCTIONS, **SOLVES}.items()}
    for name, function in {**FUNCTIONS, **SOLVES}.items():
        many = len(inspect.signature(function).parameters) > FEW
        if many and "Parameters" not in sections(function):
            found[name].append("there is no section Parameters")
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def gaps(function):
    """What the docstring of a solver leaves out."""
    listed = sections(function)
    wanted = {"Parameters", "Returns", "Raises", "References"}
    wrong = [f"the section {name} is missing" for name in sorted(wanted - listed.keys())]
    if "InputError" not in entries(listed.get("Raises", [])):
        wrong.append("Raises has no InputError")
    returned = "\n".join(listed.get("Returns", []))
    if "`certificate`" not in returned or "work" not in returned:
        wrong.append("Returns does not say what work counts")
    wrong += [f"{line} is no key of solvers/bibliography.py"
              for line in listed.get("References", []) if not line.startswith("- ")]  # fmt: skip
    for name, (heading, _) in entries(listed.get("Parameters", [])).items():
        if "array_like" in heading and not re.search(r"\([\w, ]+,?\)", heading):
            wrong.append(f"{name} has no shape, as in '{name} : array_like (D,)'")
    return wrong


def test_docstring_of_a_solver_documents_results_and_shapes():
    assert {name: wrong for name, solve in SOLVES.items() if (wrong := gaps(solve))} == {}


def test_missing_options_of_a_solver_are_named():
    @common_options
    def solve(problem, *, max_iter=7, **common):
        """Solve it."""

    assert gaps(solve) == [
        "the section References is missing", "the section Returns is missing",
        "Returns does not say what work counts",
        "x0 has no shape, as in 'x0 : array_like (D,)'",
    ]  # fmt: skip
    solve.__doc__ += "\n\nReferences\n----------\nnobody-1900: p. 3\n"
    assert "nobody-1900: p. 3 is no key of solvers/bibliography.py" in gaps(solve)


def test_public_functions_are_annotated():
    missing = {}
    for name, function in {**FUNCTIONS, **METHODS}.items():
        hints, method = typing.get_type_hints(function), name in METHODS
        named = list(inspect.signature(function).parameters)[method:]
        missing[name] = [n for n in [*named, "return"] if n not in hints]
    assert {name: bare for name, bare in missing.items() if bare} == {}


def test_common_options_are_the_same_wherever_they_are_written():
    fields = inspect.signature(Options).parameters
    assert fields.keys() - {"max_iter"} == Common.__annotations__.keys()
    types = typing.get_type_hints(Options)
    for name, hint in typing.get_type_hints(Common).items():
        assert types[name] == hint, name
    for function in SOLVES.values():
        parameters = inspect.signature(function).parameters
        for name, field in fields.items():
            assert parameters[name].annotation == types[name]
            assert name == "max_iter" or parameters[name].default == field.default


def test_common_options_complete_signature_and_docstring():
    @common_options
    def solve(problem: Lasso, *, max_iter: int = 7, own: float = 2.0, **common):
        """Solve it.

        Parameters
        ----------
        problem : Lasso
            The data.
        seed : int
            Not used.
        own : float
            Its own.

        Returns
        -------
        Result
            iteration counts nothing.

        References
        ----------
        beck-2009: section 4
        """
        return Options(max_iter=max_iter, **common)

    assert list(inspect.signature(solve).parameters) == [
        "problem", "x0", "tol", "max_iter", "record_every", "seed", "cancelled", "own",
    ]  # fmt: skip
    assert faults(solve) == []
    found = entries(sections(solve)["Parameters"])
    assert found["seed"][0] == "seed : int, default 0" and "    Not used." in found["seed"][1]
    assert found["own"][0] == "own : float, default 2.0"
    assert "doi:10.1137/080716542" in solve.__doc__ and "section 4" in solve.__doc__
    problem = Lasso(np.eye(2), np.ones(2), 0.1)
    assert solve(problem, tol=0.1) == Options(max_iter=7, tol=0.1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'tolerance'"):
        solve(problem, tolerance=1.0)
    for wrong in ({"tol": -1.0}, {"seed": 0.5}, {"record_every": -1}, {"cancelled": 3}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            solve(problem, **wrong)
    with pytest.raises(InputError, match="problem must be a Lasso, got None"):
        solve(None)


def test_common_options_without_docstring_run():
    """As under python -OO."""

    def bare(problem, *, max_iter=1, **common):
        return max_iter

    solve = common_options(bare)
    assert solve(None) == 1 and solve.__doc__ is None


def test_complete_keeps_unknown_names_in_the_docstring():
    doc = "Do it.\n\nParameters\n----------\nb : int\n    Text."
    assert "\nb : int" in complete(doc, inspect.signature(lambda a=1: None), {}, "")


def test_bibliography_holds_each_named_source_file_and_doi():
    files = {work.file for work in WORKS.values() if work.file}
    known = files | {work.doi for work in WORKS.values() if work.doi}
    assert len(files) == 5
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"\b\d{3}_[0-9a-f]{16}\.txt", text)
        assert {*named, *re.findall(r"doi:\s*(10\.[\w./()-]+\w)", text)} <= known, path.name


def test_bibliography_works_have_authors_title_and_year():
    for key, work in WORKS.items():
        assert work.title and (work.authors or work.file), key
        assert str(work).endswith(".") and (work.year is None or str(work.year) in str(work)), key
        assert str(work).count(work.doi or "doi:") <= 1, key


def test_bibliography_works_are_all_cited():
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    for key in WORKS:
        assert len(re.findall(rf"^\s*{key}(:|$)", text, flags=re.MULTILINE)) > 0, key


def test_cited_replaces_keys_by_works():
    lines = cited(["beck-2009", "mi-odm: (6)", "In person."])
    assert lines[0].startswith("- Beck") and lines[1].startswith("- Zhang")
    assert lines[1].endswith("Here: (6).") and lines[2] == "In person."


def test_registered_variants_keep_the_signature():
    for by_name in SOLVERS.values():
        for function in by_name.values():
            if isinstance(function, partial):
                assert "tol" in inspect.signature(function).parameters
