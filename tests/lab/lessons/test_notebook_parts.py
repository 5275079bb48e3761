"""Each lesson's notebook can be read alone: what one needs, symbols, words spelled out, questions
with folded answers, further reading, and what the papers print wrong at the very end."""

import ast
import json
import re
import textwrap
from pathlib import Path

import numpy as np
import pytest

import lab
from lab.books.copies import books
from lab.books.versions import student_version
from lab.terms import TERMS
from solvers import InputError
from solvers.bibliography import WORKS

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
NAMES = ["proof", *(name.replace("-", "_") for name in lab.LESSONS)]
#: Short forms and what they stand for. Names that are no abbreviations (LIBSVM, HiGHS) need none.
SPELLED_OUT = {
    "ADMM": "alternating direction method of multipliers",
    "CSV": "comma-separated values",
    "FISTA": "iterative shrinkage-thresholding algorithm",
    "ISTA": "iterative shrinkage-thresholding algorithm",
    "ITML": "information-theoretic metric learning",
    "KKT": "Karush, Kuhn and Tucker",
    "LARS": "least angle regression",
    "LP": "linear and quadratic program",
    "MI-ODM": "multiple-instance learning",
    "MI-SVM": "support vector machine for bags",
    "MPS": "mathematical programming system",
    "NN": "nearest neighbour",
    "ODM": "optimal margin distribution machine",
    "PDHG": "primal-dual hybrid gradient",
    "QP": "linear and quadratic program",
    "QPS": "the second with a quadratic objective",
    "S3ML": "semi-supervised sparse metric learning",
    "SICE": "sparse inverse covariance estimation",
    "SMO": "sequential minimal optimisation",
    "SVM": "support vector machine",
}
#: Names of packages, languages, data and keys that look like abbreviations.
PROPER = {"LIBSVM", "MATLAB", "QUIC", "BIG", "ASL", "CVXPY", "NIPS", "ICML", "KDD", "SIAM", "OSQP"}


GREEK = (
    r"alpha|beta|gamma|delta|epsilon|zeta|eta|theta|lambda|mu|nu|xi|rho|varrho|sigma|tau|phi|psi|"
    r"omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega"
)
ACCENTED = r"\\(?:mathcal|hat|bar)\s*\{?\s*\\?\w+\}?"
#: Numbers of rows and columns, and the base of powers.
COMMON = {"i", "j", "e"}


def letters(formula):
    """The letters that are on the line of a formula: no scripts, words and functions."""
    text, before = re.sub(r"\\(?:text|mathrm|tag|mathbf)\{[^{}]*\}", " ", formula), ""
    while text != before:
        before = text
        text = re.sub(r"[_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|.)", "", text)
    accented = {re.sub(r"[\s{}]", "", one) for one in re.findall(ACCENTED, text)}
    plain = re.sub(ACCENTED, " ", text)
    greek = re.findall(rf"\\(?:{GREEK})(?![A-Za-z])", plain)
    return {*accented, *greek, *re.findall("[A-Za-z]", re.sub(r"\\[A-Za-z]+", " ", plain))}


def pictured(name):
    """(formulas, source) of each cell with a dashboard before the summary: whether a formula is
    displayed between it and the picture before it, or the heading of its section."""
    formulas = False
    for cell in json.loads(books()[name].read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["id"] == "end":
            return
        if cell["cell_type"] == "markdown":
            formulas = "$$" in text or (formulas and not text.startswith("## "))
        elif "lab.dashboard(" in text:
            yield formulas, text
            formulas = False


def shown_lines(source):
    """The calls of `lab.lines` in a cell."""
    calls = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    return [n for n in calls if ast.unparse(n.func) == "lab.lines"]


def cells(name):
    book = json.loads(books()[name].read_text(encoding="utf-8"))
    return {c["id"]: "".join(c["source"]) for c in book["cells"] if c["cell_type"] == "markdown"}


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_its_parts_in_order(name):
    text = cells(name)
    order = [
        part for part in text if part in ("title", "before", "end", "check", "reading", "work")
    ]
    assert order == ["title", "before", "end", "check", "reading", "work"]
    need, able = (
        re.search(rf"\*\*{w}\*\* (.+)", text["before"]) for w in ("You need", "You will be able to")
    )
    assert need and len(re.findall(r"\*\w+\*", able[1])) == 3, "three verbs"
    assert re.search(r"\*\*Time\*\*: about \w+ minutes\.", text["before"])
    assert len(re.findall(r"(?m)^\| \$", text["before"])) >= 4, "a table of letters"
    if "errata" in text:
        assert list(text)[-1] == "errata"
        assert text["errata"].startswith("## Appendix, for referees")


@pytest.mark.parametrize("name", NAMES)
def test_files_of_sources_are_named_in_the_appendix_alone(name):
    for cell, text in cells(name).items():
        assert cell == "errata" or not re.search(r"\b00\d_\w+\.txt", text), cell
    assert not re.search(r"\b00\d_\w+\.txt", " ".join(cells("start").values()))


@pytest.mark.parametrize("name", NAMES)
def test_every_question_to_check_oneself_has_its_answer_folded(name):
    text = cells(name)["check"]
    questions = re.findall(r"(?m)^\d+\. .*\?", text)
    folded = re.findall(r"<details><summary>Answer</summary>\s+(\S.*?)\s+</details>", text, re.S)
    assert len(questions) == len(folded) >= 4 and "<details open" not in text
    assert text in student_text(name), "students see them too"


@pytest.mark.parametrize("name", sorted(books()))
def test_every_answer_is_folded(name):
    """An answer that is given is inside a closed fold, in students' copies as well."""
    text = student_text(name)
    folds = re.findall(r"<details><summary>(?:An a|A)nswer</summary>\s+\S.*?</details>", text, re.S)
    assert len(folds) == text.count("nswer</summary>") and "<details open" not in text
    outside = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    assert not re.search(r"(?mi)^\W*(?:an )?answers?\W*:", outside)


@pytest.mark.parametrize("name", sorted(books()))
def test_every_column_of_a_table_has_a_head(name):
    """A screen reader says it before each cell."""
    for head in re.findall(r"(?m)^(\|.*\|)\n\|[-:| ]+\|$", student_text(name)):
        assert all(words.strip() for words in head.strip("|").split("|")), head


@pytest.mark.parametrize("name", sorted(books()))
def test_links_resolve(name):
    """Links between notebooks lead to files that are there, pictures to what the cell carries."""
    files = {path.name for path in books().values()}
    for cell in json.loads(books()[name].read_text(encoding="utf-8"))["cells"]:
        for link in re.findall(r"\]\(([^)\s]+)\)", "".join(cell["source"])):
            if cell["cell_type"] != "markdown" or re.match(r"https://|#panel(?:-below)?=", link):
                continue  # panels have a test of their own
            kind, _, there = link.rpartition(":")
            known = cell.get("attachments", {}) if kind == "attachment" else files
            assert there in known, link


def test_every_short_form_is_in_the_glossary():
    said = " ".join([*TERMS, *TERMS.values()])
    lost = [short for short in SPELLED_OUT if not re.search(rf"(?<![\w-]){short}(?![\w-])", said)]
    assert not lost


@pytest.mark.parametrize("lesson", lab.LESSONS)
def test_a_short_form_on_the_screen_is_in_the_glossary(lesson):
    """In titles, questions and knobs."""
    said = " ".join([*TERMS, *TERMS.values()])
    for scene in lab.LESSONS[lesson].scenes:
        words = [scene.title, scene.question]
        words += [f"{knob.label} {knob.help}" for knob in scene.knobs]
        short = set(re.findall(r"(?<![\w-])[A-Z][A-Z0-9]+(?![\w-])", " ".join(words))) - PROPER
        assert not [s for s in short if not re.search(rf"\b{s}\b", said)], scene.name


def student_text(name):
    """All text cells of the notebook as students get it, joined."""
    book = json.loads(student_version(books()[name].read_text(encoding="utf-8")))
    return "\n".join("".join(c["source"]) for c in book["cells"] if c["cell_type"] == "markdown")


@pytest.mark.parametrize("name", NAMES)
def test_further_reading_comes_from_the_bibliography(name):
    lines = re.findall(r"(?m)^\* .*$", cells(name)["reading"])
    assert 3 <= len(lines) <= 5
    for line in lines:
        (work,) = [w for w in WORKS.values() if f"*{w.title}*." in line and w.authors[:-1] in line]
        assert f"({work.year})" in line and len(line.split(". ")[-1].split()) >= 4, "why read it"


@pytest.mark.parametrize("name", NAMES)
def test_an_abbreviation_is_spelled_out_before_it_is_used(name):
    text = cells(name)
    text.pop("errata", None)
    text.pop("reading")
    prose = "\n".join(
        re.sub(r"`[^`]*`|\$\$.*?\$\$|\$[^$]*\$", " ", t, flags=re.S) for t in text.values()
    )
    body = prose.split("\n", 1)[1]  # the title is explained below it
    used = set(re.findall(r"\b(?:MI-)?[A-Z][A-Z0-9]*[A-Z]\b|\bS3ML\b", body)) - PROPER
    assert used <= SPELLED_OUT.keys(), used - SPELLED_OUT.keys()
    for short in used:
        spelled = body.lower().find(SPELLED_OUT[short].lower())
        assert spelled >= 0, short
        first = re.search(rf"(?<![\w-]){short}(?![\w-])", body).start()
        assert spelled < first + 200, f"{short} is spelled out after it is used"


def test_letters_of_a_formula_are_found():
    formula = r"\hat v_k=v_ke^{-\eta g}+\lambda_1\|w\|_{1/2}+\mathcal{L}\mathrm{soft}(B)\tag{2}"
    assert letters(formula) == {r"\hatv", "v", "e", r"\lambda", "w", r"\mathcalL", "B"}


@pytest.mark.parametrize("name", NAMES)
def test_each_letter_of_a_displayed_formula_is_in_the_table(name):
    text = cells(name)
    text.pop("errata", None)
    names = "".join(re.findall(r"(?m)^\| (\$.*?) \|", text["before"]))
    known = set().union(*map(letters, re.findall(r"\$([^$]+)\$", names)))
    formulas = re.findall(r"\$\$(.*?)\$\$", "\n".join(text.values()), re.S)
    assert not set().union(*map(letters, formulas)) - known - COMMON


@pytest.mark.parametrize("name", NAMES)
def test_between_formula_and_picture_are_the_lines_of_code_that_are_it(name):
    found = [(source, shown_lines(source)) for formulas, source in pictured(name) if formulas]
    assert found
    for source, calls in found:
        assert calls, source
        for call in calls:
            one = lab.lines(*map(ast.literal_eval, call.args))
            assert one.file.startswith("solvers/") and 1 <= len(one.text.splitlines()) <= 4


def test_lines_of_a_file_that_has_changed_are_asked_for_again():
    file = "solvers/prox.py"
    assert repr(lab.lines(file, "np.clip")) == f"# {file}\nreturn x - np.clip(x, -k, k)"
    refused = {
        (file, "no such"): "in one line of solvers/prox.py, got 0",
        (file, "x"): "in one line of solvers/prox.py, got",
        (file, "np.clip", 5): "count must be a whole number from 1 to 4, got 5",
        ("lab/terms.py", "gap"): "file must be one of solvers",
        ("solvers/../lab/terms.py", "gap"): "file must be one of solvers",
        ("solvers/nowhere.py", "gap"): "file must be one of solvers",
    }
    for asked, said in refused.items():
        with pytest.raises(InputError, match=said):
            lab.lines(*asked)


@pytest.mark.parametrize("name", NAMES)
def test_a_prediction_can_be_checked_without_a_class(name, capsys):
    """In students' copies, folded; what is run there measures what the marked cell measures."""
    assert f"{cells(name)['predict-ask']}\n" in f"{student_text(name)}\n"
    fold = re.search(r"<details><summary>[^<]*what happens</summary>.*?</details>",
                     cells(name)["predict-ask"], re.S)  # fmt: skip
    (code,) = re.findall(r"```python\n(.*?)\n```", fold[0], re.S)
    exec(code, {"lab": lab, "np": np})
    measured = re.findall(r"\d+", capsys.readouterr().out)
    # Hidden tests are in the checkout only: what is installed has students' copies.
    book = json.loads((NOTEBOOKS / books()[name].name).read_text(encoding="utf-8"))
    (check,) = [s for c in book["cells"] if "def what_happens" in (s := "".join(c["source"]))]
    hidden = textwrap.dedent(check.partition("### BEGIN HIDDEN TESTS\n")[2])
    said = {"lab": lab, "np": np, "prediction": lambda: None}
    asked = [n for n in ast.parse(hidden).body if not isinstance(n, ast.Assert)]
    exec("\n".join(map(ast.unparse, asked)), said)
    marked = re.findall(r"\d+", capsys.readouterr().out)
    assert marked and set(marked) <= set(measured)
