"""The cells at the end of each lesson, marked by plain Python: full marks for the solutions, none
for what students start from, and every message can be read."""

import ast
import contextlib
import io
import json

import numpy as np
import pytest
from right_steps import ROOT

import lab
from lab.books.copies import in_folder
from lab.books.versions import student_version

NAMES = [name.replace("-", "_") for name in lab.LESSONS]


#: Predictions that may be made, and are wrong.
GUESSES = {
    "alternating_linearization": "same",
    "coordinate_descent": "greedy",
    "interior_point": 900,
    "lars": 0,
    "mi_odm": "as many",
    "programs": 3,
}


def cells(text):
    """The code cells from "Your turn" on: (source, nbgrader's metadata)."""
    found = json.loads(text)["cells"]
    first = next(k for k, c in enumerate(found) if c["id"] == "work")
    code = [c for c in found[first:] if c["cell_type"] == "code"]
    return [("".join(c["source"]), c["metadata"].get("nbgrader", {})) for c in code]


def value(source, space):
    """What a cell's last line says, the others run before; None where it is no expression."""
    tree = ast.parse(source)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return exec(source, space)
    exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), space)
    return eval(compile(ast.Expression(tree.body[-1].value), "cell", "eval"), space)


def marks(code):
    """grade_id -> (points got, points there are, what was said)."""
    space, got = {}, {}
    for source, about in code:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            try:
                answer, error = value(source, space), None
            except Exception as raised:
                answer, error = None, raised
        if about.get("grade"):
            partial = isinstance(answer, float | int)
            share = 0.0 if error else answer if partial else about["points"]
            got[about["grade_id"]] = (share, about["points"], f"{printed.getvalue()}{error or ''}")
        else:
            assert error is None, f"{source}\n{error}"
    return got


def text(name):
    return in_folder(ROOT / "notebooks")[name].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_have_full_marks(name):
    got = marks(cells(text(name)))
    assert len(got) == 6
    assert all(share == points for share, points, _ in got.values()), got


@pytest.mark.parametrize("name", NAMES)
def test_what_students_start_from_has_none_and_every_message_says_so(name):
    got = marks(cells(student_version(text(name))))
    assert len(got) == 6
    for grade, (share, _, said) in got.items():
        assert share == 0.0, grade
        assert "not written yet" in said.lower(), said


@pytest.mark.parametrize("name", NAMES)
def test_marks_wrong_step_keeps_share_wrong_prediction_is_explained(name):
    code = cells(text(name))
    step = next(k for k, (s, about) in enumerate(code) if s.startswith("def ") and len(about) > 1
                and f'"{about["grade_id"]}"' in code[k + 1][0])  # fmt: skip
    source, about = code[step]
    function = source.split("(")[0].removeprefix("def ")
    code[step] = (
        f"{source}\n\nright = {function}\ndef {function}(*a):\n    value = right(*a)\n"
        "    next(v for v in a if isinstance(v, np.ndarray))[...] = 0\n    return value",
        about,
    )
    guess = next(k for k, (s, _) in enumerate(code) if s.startswith("def prediction"))
    code[guess] = (f"def prediction():\n    return {GUESSES[name]!r}", code[guess][1])
    mine = (f"{about['grade_id']}-check", f"{about['grade_id']}-whole", "-prediction-check")
    got = marks([c for c in code if not c[1].get("grade") or c[1]["grade_id"].endswith(mine)])
    share, points, said = got[f"{about['grade_id']}-check"]
    assert 0.0 < share < points and "FAILED" in said and "first in iterate" in said
    assert got[f"{about['grade_id']}-whole"][0] == 0.0
    lesson = next(grade for grade in got if grade.endswith("-prediction-check"))
    assert got[lesson][0] == 0.0 and any(c.isdigit() for c in got[lesson][2])


@pytest.mark.parametrize("name", NAMES)
def test_hidden_tests_refuse_what_fools_the_visible_check(name):
    """With the report forged, the hidden problem alone still finds the wrong step."""
    code = cells(text(name))
    for source, about in code:
        if not about.get("grade_id", "").endswith("-whole"):
            continue
        function = about["grade_id"].removesuffix("-whole").replace("-", "_")
        space = {}
        exec("import numpy as np\nimport lab", space)
        exec(next(s for s, _ in code if f"def {function}(" in s), space)
        space["report"] = True
        exec(source, space)
        right = space[function]
        space[function] = lambda *a, right=right: 0.9 * right(*a)
        with pytest.raises(AssertionError):
            exec(source, space)


def _unless_whole(change):
    """`change` of an answer that is not a whole number."""
    return lambda value: value if isinstance(value, int | np.integer) else change(value)


#: What a check of a step takes for right: in other forms, and off by less than it says.
FORMS = {
    "a list": lambda value: np.asarray(value).tolist(),
    "a number with a point": lambda value: float(value) if np.ndim(value) == 0 else value,
    "single precision": _unless_whole(np.float32),
    "a bit too large": _unless_whole(lambda value: np.multiply(value, 1.0 + 5e-6)),
}


@pytest.mark.parametrize("name", ["proof", *NAMES])
def test_marks_hidden_tests_take_what_the_check_takes_and_no_worse(name):
    """An answer in each form has all points; one that is off by a hundredth has none."""
    code = cells(text(name))
    for source, about in code:
        if not about.get("grade_id", "").endswith("-whole"):
            continue
        function = about["grade_id"].removesuffix("-whole").replace("-", "_")
        space = {"np": np, "lab": lab, "report": True}
        exec(next(s for s, _ in code if f"def {function}(" in s), space)
        right = space[function]
        for form in FORMS.values():
            space[function] = lambda *a, right=right, form=form: form(right(*a))
            exec(source, space)
        space[function] = lambda *a, right=right: 0.99 * right(*a)
        with pytest.raises(AssertionError):
            exec(source, space)
