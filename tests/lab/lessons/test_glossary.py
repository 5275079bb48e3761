"""The glossary: one list for Python, the shell and the notebook."""

import ast
import re
from pathlib import Path

import pytest
from prose import Prose

import lab
from lab.cli import main
from lab.terms import TERMS, glossary
from solvers import InputError
from widgets.pack import pack

#: "bound" in the singular is that of a value. What a variable may not pass are its bounds.
LIMIT = re.compile(
    r"\b(?:at|off|met|meets|hits?|reach(?:es|ed)?|goes to|or to|near(?:er)?|upper|touch(?:es)?)"
    r" (?:an? |the |its |their )?(?:upper |lower )?bound\b"
)
#: Said of a value: what a line cannot pass.
PLURAL = re.compile(r"(?:F|D|P|q|G\*|value|optimum|objective|dual)(?:'s)? bounds\b|\bbounds it\b")


def test_the_notebook_shows_the_list():
    assert glossary() in Prose("glossary").text
    assert list(TERMS) == sorted(TERMS, key=str.casefold)


def test_a_term_in_any_case_is_explained_in_python_and_in_a_shell(capsys):
    assert lab.glossary("GAP").startswith("gap: Value less bound")
    assert not main(["glossary", "gap"])
    assert capsys.readouterr().out.strip() == lab.glossary("gap")


def test_a_misspelt_term_is_asked_back():
    with pytest.raises(InputError, match="'marjin': did you mean 'margin'"):
        lab.glossary("marjin")


def test_every_term_is_said_in_sentences_and_abbreviations_are_spelled_out():
    for term, meaning in TERMS.items():
        assert re.fullmatch(r"[A-Z].{20,}\.", meaning), term
        if term.isupper() and term not in ("QP", "SVM"):
            letters = [word[0].upper() for word in re.findall(r"[a-z]{2,}", meaning.casefold())]
            assert sum(letter in letters for letter in term) >= len(term) - 1, term


def pictured():
    """(file, text) of all that pictures of the lessons may write."""
    root = Path(lab.__file__).parent / "lessons"
    for path in sorted(root.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {n.value for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        knobs = [
            n for n in ast.walk(tree) if isinstance(n, ast.Call) and "Knob" in ast.dump(n.func)
        ]
        passed = {
            n for knob in knobs for n in ast.walk(knob)
        } | docs  # nothing in them is explained
        if "exercises" not in path.parts:
            for n in ast.walk(tree):
                if isinstance(n, ast.Constant) and isinstance(n.value, str) and n not in passed:
                    yield path.relative_to(root), n.value


def test_glossary_bound_and_bounds_are_used_as_explained():
    assert LIMIT.search("until x3 met a bound") and PLURAL.search("the middle of G*'s bounds")
    found = [*pictured()]
    assert sum("bounds" in text for _, text in found) >= 3
    wrong = [one for one in found if LIMIT.search(one[1]) or PLURAL.search(one[1])]
    assert not wrong


def test_the_bounds_of_multipliers_are_no_bound_of_the_value():
    spec, _ = pack(lab.scene("triplets"))
    terms = spec["terms"]
    assert any("between 0 and C" in panel["title"] for panel in spec["panels"])
    assert "0 and C" in terms["bounds"] and "dual point" in terms["bound"]
