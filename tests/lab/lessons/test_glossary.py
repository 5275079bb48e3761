"""The glossary: one list for Python, the shell and the notebook."""

import re

import pytest
from prose import Prose

import lab
from lab.app.glossary import glossary
from lab.cli import main
from lab.terms import TERMS
from solvers import InputError


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
