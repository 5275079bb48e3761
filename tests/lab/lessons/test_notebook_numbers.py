"""Every number in the prose of every notebook is read by a test."""

import ast
from pathlib import Path

import pytest
from prose import Prose, unread
from screens import Shown

from lab.books.copies import in_folder, notebooks

HERE = Path(__file__).parent
NOTEBOOKS = list(in_folder(notebooks()))


def source(name):
    """The test file of a notebook."""
    file = HERE / name / "test_notebook.py"
    return (file if file.exists() else HERE / f"test_{name}.py").read_text(encoding="utf-8")


def names(tree):
    """The phrases that the test file calls no claims."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "NAMES":
            return ast.literal_eval(node.value)
    return ()


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_number_is_read(name):
    tree = ast.parse(source(name))
    left = unread(name, tree, names(tree))
    assert not left, "No test reads:\n" + "\n".join(left)


def test_a_number_that_nothing_reads_is_found():
    tree = ast.parse('prose.says("takes 131 updates where FISTA")')
    assert any(map(_of_the_updates, unread("coordinate_descent", tree)))
    tree = ast.parse('prose.says("takes # updates where FISTA")')
    assert not any(map(_of_the_updates, unread("coordinate_descent", tree)))


def _of_the_updates(line):
    """Whether it is the 131 of "131 updates": other numbers have these words around them."""
    return line.startswith("[131]") and "131 updates" in line


def test_counts_and_gaps_next_to_a_dashboard_are_read_there():
    prose = Prose("coordinate_descent")
    prose.says("# of the # updates", Shown(608), Shown(1403))
    with pytest.raises(AssertionError, match=r"1403 of .* is near a dashboard: read it"):
        prose.says("# of the # updates", 608, 1403)
    prose.says("the certificate says #, more", prose.screen("triplets").best(59))
    with pytest.raises(AssertionError, match="says 608, it is 59"):
        prose.says("# of the # updates", Shown(59), Shown(129))
    with pytest.raises(AssertionError, match="'of # updates' is not shown in"):
        prose.screen("triplets")("of # updates")
