"""A program in a knob: text of what was given, or the path of a file; it comes back the same."""

import json

import cvxpy
import numpy as np
import pytest
from refusing import assert_refused
from scipy.sparse import csr_array

import lab
from lab.discovery import LESSONS
from lab.lessons.programs.polygon.picture import EXPERIMENT
from lab.programs.knob import preview, program_of, stored, words_of
from lab.programs.named import NamedProgram
from solvers import InputError, Program, solve_mehrotra

MPS = """NAME blend
OBJSENSE
    MAX
ROWS
 N profit
 L mill
 L oven
COLUMNS
 wheat profit 3 mill 1
 wheat oven 3
 rye profit 5 mill 2
 rye oven 2
RHS
 S mill 14 oven 18
 S profit -7
ENDATA
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "blend.mps"
    path.write_text(MPS)
    return path


def same(a, b):
    """Whether two programs hold the same numbers."""
    for name in ("c", "A", "b", "Q", "A_eq", "b_eq", "lower", "upper"):
        x, y = (getattr(p, name) for p in (a, b))
        x, y = (v.toarray() if hasattr(v, "toarray") else v for v in (x, y))
        if not ((x is None and y is None) or np.array_equal(x, y)):
            return False
    return True


@pytest.mark.parametrize("b", [[1.0, np.inf, -2.5e-300], [np.inf] * 3, [-0.0, 5e-324, 1e19]])
@pytest.mark.parametrize("kind", [np.array, csr_array], ids=["dense", "sparse"])
def test_program_knob_holds_rows_that_bound_nothing(b, kind):
    given = Program([-1.0, 2.0], kind([[1.0, 1e-300], [0.1, 0.0], [-1e17, 3.0]]), b, lower=0.0)
    assert same(program_of(words_of(given)), given)


def test_it_comes_back_the_same():
    rng = np.random.default_rng(0)
    A, Q = rng.standard_normal((4, 3)), np.diag([1.0, 0.0, 2.0])
    equal = {"A_eq": np.ones((1, 3)), "b_eq": [1.0]}
    given = Program([1.0, -2.0, 0.5], csr_array(A), np.ones(4), Q=Q, **equal,
                    lower=[-np.inf, 0.0, -1.0], upper=4.0)  # fmt: skip
    back = program_of(words_of(given))
    assert same(back, given) and not same(back, Program([1.0, -2.0, 0.5]))
    assert program_of(words_of(Program([1.0, 2.0]))).lower.tolist() == [-np.inf, -np.inf]


def test_names_sense_and_constant_travel_along(file):
    given = lab.program(file)
    back = program_of(words_of(given))
    assert same(back, given)
    assert (back.sense, back.constant) == (given.sense, given.constant) == ("max", 7.0)
    assert back.column_names == ("wheat", "rye") and back.row_names == ("mill", "oven")
    assert back.objective_name == "profit"


def test_scene_takes_path_program_and_model(file):
    x = cvxpy.Variable(2, nonneg=True)
    rows = [np.array([[1.0, 2.0], [3.0, 2.0]]) @ x <= [14.0, 18.0]]
    model = cvxpy.Problem(cvxpy.Maximize(3.0 * x[0] + 5.0 * x[1] + 7.0), rows)
    for given in (str(file), file, lab.program(file), lab.program(file).plain, model):
        run = lab.run("polygon", program=given, compare=())
        assert run.result.certificate.objective == pytest.approx(-36.0), type(given)
        assert isinstance(run.settings["program"], str)


def test_file_that_changes_is_read_again(file):
    before = lab.run("polygon", program=file, compare=()).result.certificate.objective
    file.write_text(MPS.replace("mill 14", "mill 9"))
    after = lab.run("polygon", program=file, compare=()).result.certificate.objective
    assert before == pytest.approx(-36.0) and after != pytest.approx(-36.0, abs=1.0)


def test_program_too_large_for_text_is_passed_as_a_file(tmp_path):
    rng = np.random.default_rng(0)
    large = lab.program(Program(np.ones(200), rng.uniform(size=(150, 200)), np.ones(150)))
    assert_refused(r"at most 20,000 numbers .* save it, program.save", words_of, large)
    large.save(tmp_path / "large.mps")
    assert same(program_of(str(tmp_path / "large.mps")), large)


@pytest.mark.parametrize("given", [3, None, [1.0]])
def test_what_is_no_program_is_refused(given):
    assert_refused(r"must be a Program, a cvxpy\.Problem or the path", lab.program, given)
    assert_refused("problem must be a Program", lab.run, "polygon", program=given, error=ValueError)


@pytest.mark.parametrize("text", ["{}", '{"c": 3}', '{"c": ["x"]}', '{"A": [[1]]}', "{nonsense"])
def test_what_was_not_written_by_it_is_refused(text):
    assert_refused(r"program must be a path, a Program, a cvxpy\.Problem", program_of, text)


@pytest.mark.parametrize("text", ["nowhere.mps", "3", "[1]", "a\0b", "x" * 5000])
def test_path_without_a_file_is_refused(text):
    with pytest.raises(InputError, match="program must be a file that is there, got") as caught:
        program_of(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


def test_bounds_of_a_plane_are_edges():
    text = words_of(Program([1.0, 1.0], lower=[0.0, -1.0], upper=[2.0, np.inf]))
    run = lab.run("polygon", program=text, compare=())
    assert run.problem.b.size == 3 and run.result.certificate.objective == pytest.approx(-1.0)
    assert json.loads(text)["upper"] == [2.0, None]
    assert run.extra["case"].names == ["x1 ≤ 2", "x1 ≥ 0", "x2 ≥ −1"]


def test_knob_shows_what_was_understood(file, monkeypatch):
    monkeypatch.chdir(file.parent)
    settings = EXPERIMENT.settings({})
    assert "Drop a file" in preview(settings)["program"]["hint"]
    turned = stored(settings | {"points": "x1"}, "My plan.MPS", file.read_bytes())
    assert turned == {"program": "My-plan.mps", "points": ""}
    shown = preview(settings | turned)["program"]
    assert ("program", "linear, maximised") in shown["facts"] and ("constant", "7") in shown[
        "facts"
    ]
    assert shown["rows"][0] == ["mill", "1 wheat + 2 rye", "", "14"]
    (file.parent / "My-plan.mps").write_text(MPS.replace("L mill", "Q mill"))
    assert "line 6 must be N, L, G or E" in preview(settings | turned)["program"]["error"]


SCENES = [
    pytest.param(e, id=e.name)
    for lesson in LESSONS.values()
    for e in lesson.scenes
    if any(k.kind == "file" and k.name == "program" for k in e.knobs)
]
#: A pyramid: x1, x2 >= 0 and x1 + x2 + x3 <= 1 over x3 >= 0.
SOLID = "maximize\n worth: ore + 2 coal + 3 tin\nst\n share: ore + coal + tin <= 1\nend\n"


@pytest.mark.parametrize("experiment", SCENES)
def test_every_scene_with_a_program_previews_it_and_draws_it(experiment, file):
    (knob,) = (k for k in experiment.knobs if k.kind == "file")
    assert knob.most > 0 and ".mps" in knob.suffixes
    settings = experiment.settings({})
    assert "hint" in experiment.previews(settings)["program"]
    given, names = file, ("wheat", "rye")
    if experiment.name == "polytope":
        given, names = file.with_name("solid.lp"), ("ore", "coal", "tin")
        given.write_text(SOLID)
    shown = experiment.previews(settings | {"program": str(given)})["program"]
    assert all(name in shown["rows"][0][1] for name in names)
    scene = lab.scene(lab.run(experiment, program=given, compare=()))
    axes = [axis for panel in scene.panels for axis in panel.axes()]
    ticks = [str(word) for axis in axes if axis.ticks for word in axis.ticks[1]]
    written = " ".join([*(axis.title for axis in axes), *ticks])
    assert all(name in written for name in names), written


def test_solvers_take_what_comes_back(file):
    found = lab.program(file)
    result = solve_mehrotra(found, tol=1e-9)
    assert result.status == "converged" and found.certify(result.x, **result.dual).holds(1e-9)
    assert found.stated(result.certificate.objective) == pytest.approx(43.0)


def test_names_take_nothing_of_a_program_away():
    """What solvers call of a `Program` is its own, whatever is added to it."""
    both = {name for name in vars(NamedProgram).keys() & vars(Program).keys() if name[:2] != "__"}
    assert not both and "stated_rows" in vars(NamedProgram)
