"""What is stated of a package holds of what is installed: a release that changes is noticed by a
red test that names the row."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from lab.peers import conventions
from lab.peers.parts import TOPICS, Package
from lab.peers.registry import broken_peers, packages, peers_of
from solvers import InputError, Program

PAGE = Path(__file__).parents[3] / "lab" / "benchmarks" / "PEERS.md"  # not in the wheel
ROWS = [
    pytest.param(name, k, id=f"{name}-{s.topic}-{k}",
                 marks=pytest.mark.long if name in ("skglm", "GGLasso") else ())
    for name, package in packages().items()
    for k, s in enumerate(package.statements)
]  # fmt: skip
#: What `checked` does in a process a package, in a fork each: most of a process is our imports.
FORKS = """
import json, os, sys
from lab.peers import conventions
for name in sys.argv[2:]:
    if os.fork():
        os.wait()
        continue
    with open(f"{sys.argv[1]}/{name}", "w") as file:
        json.dump(conventions.holding(name), file)
    os._exit(0)
"""
separately = cache(conventions.checked)


@pytest.fixture(scope="module")
def checked(request, tmp_path_factory):
    """The function of a package's name that gives what is wrong with each of its statements."""
    if not hasattr(os, "fork"):
        return separately
    folder, asked = tmp_path_factory.mktemp("holding"), request.session.items
    asked = {
        i.callspec.params["name"] for i in asked if "checked" in getattr(i, "fixturenames", ())
    }
    names = [name for name in sorted(asked) if packages()[name].version() is not None]
    line = [sys.executable, "-c", FORKS, str(folder), *names]
    subprocess.run(line, check=True, capture_output=True, timeout=600)

    def found(name):
        wrong = folder / name
        crashed = ["the process of the check crashed"] * len(packages()[name].statements)
        return json.loads(wrong.read_text() or json.dumps(crashed))

    return found


def test_checked_runs_all_statements_in_a_separate_process():
    package = packages()["HiGHS"]
    assert separately("HiGHS") == [""] * len(package.statements)


@pytest.mark.parametrize("name, k", ROWS)
def test_statement_holds_of_what_is_installed(name, k, checked):
    package = packages()[name]
    if package.version() is None:
        pytest.skip(f"{name} is not installed: {package.pip}")
    statement = package.statements[k]
    wrong = checked(name)[k]
    assert not wrong, f"{name} {package.version()}, {statement.topic}: {statement.sentence} {wrong}"


def test_page_is_what_the_command_makes():
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"^## (.+)\n\n`.+`; held against (\S+)\. For", text, re.MULTILINE)
    versions = dict(named)
    assert len(versions) >= 15
    assert conventions.page(versions) == text, (
        "make it again: lab peers --out lab/benchmarks/PEERS.md"
    )


def test_every_peer_of_a_program_states_its_duals_triangle_and_failures():
    for name, peer in peers_of(Program).items():
        topics = {s.topic for s in peer.package.statements}
        assert {"form", "duals", "tolerances", "statuses", "infinite", "failed"} <= topics, name
    assert not broken_peers()


def test_statement_that_does_not_hold_is_named(monkeypatch, capsys):
    package = Package("numpy", "numpy", "1.26")

    @package.states("form")
    def _true():
        """Two is two."""
        return True

    @package.states("duals")
    def _false():
        """Two is three."""
        return 2 == 3

    @package.states("failed")
    def _raising():
        """Nothing is raised."""
        raise KeyError("no")

    monkeypatch.setattr(conventions, "packages", lambda: {"numpy": package})
    monkeypatch.setattr(conventions, "checked", conventions.holding)
    assert conventions.holding("numpy") == ["", "it does not hold", "KeyError: 'no'"]
    assert conventions.tell(check=True) == 2
    out = capsys.readouterr().out
    assert "duals: Two is three. But it does not hold." in out and "1 of 3 statements hold." in out
    assert "| duals | Two is three. |" in conventions.page()


def test_topic_that_is_none_and_a_statement_without_words_are_refused():
    package = Package("x", "x", "1")
    with pytest.raises(InputError, match=r"topic must be one of form, .*, got 'colour'"):
        package.states("colour")
    with pytest.raises(InputError, match="must have a docstring"):
        package.states("form")(lambda: True)
    assert package.version() is None and package.pip == 'pip install "x>=1"'
    assert all(TOPICS.values())


def test_lowest_versions_are_those_of_the_extra():
    import tomllib

    text = (Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    extra = tomllib.loads(text)["project"]["optional-dependencies"]["peers"]
    named = {line.partition(";")[0].strip() for line in extra}
    needed = tomllib.loads(text)["project"]["dependencies"]
    named |= {line.partition(",")[0] for line in needed}
    alone = {"QUIC", "SPAMS"}
    for name, package in packages().items():
        assert name in alone or f"{package.distribution}>={package.lowest}" in named, name
