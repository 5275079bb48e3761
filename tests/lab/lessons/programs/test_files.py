"""A file in the scenes of the lesson: its names are in the picture, sense and constant are shown,
and what has more than three variables opens in the race, with its matrix."""

import numpy as np
import pytest
from refusing import assert_refused
from scenes import assert_light, mark, marks, panel

import lab
from lab import cli
from lab.lessons.programs.race import matrix
from lab.programs.named import NamedProgram, from_sides
from solvers import InputError, solve_mehrotra, solve_simplex
from widgets.fields import at

BLEND = """NAME blend
OBJSENSE
    MAX
ROWS
 N profit
 L mill
 L oven
 G promised
COLUMNS
 wheat profit 3 mill 1
 wheat oven 3
 rye profit 5 mill 2
 rye oven 2 promised 1
RHS
 S mill 14 oven 18
 S promised 1 profit -7
BOUNDS
 UP B wheat 4
ENDATA
"""
#: Ship from two works to three towns: six columns, five rows.
SHIP = """NAME ship
ROWS
 N cost
 L north
 L south
 G town_a
 G town_b
 E town_c
COLUMNS
 na cost 4 north 1
 na town_a 1
 nb cost 6 north 1
 nb town_b 1
 nc cost 9 north 1
 nc town_c 1
 sa cost 5 south 1
 sa town_a 1
 sb cost 3 south 1
 sb town_b 1
 sc cost -8 south 1
 sc town_c 1 town_b -0.5
RHS
 S north 30 south 25
 S town_a 15 town_b 18
 S town_c 12 cost -100
ENDATA
"""


@pytest.fixture
def blend(tmp_path):
    (tmp_path / "blend.mps").write_text(BLEND)
    return tmp_path / "blend.mps"


@pytest.fixture
def ship(tmp_path):
    (tmp_path / "ship.mps").write_text(SHIP)
    return tmp_path / "ship.mps"


def test_names_are_in_the_picture_in_hover_and_in_words(blend):
    run = lab.run("polygon", program=blend)
    scene = lab.scene(run)
    names = ("mill", "oven", "promised", "wheat ≤ 4", "wheat ≥ 0", "rye ≥ 0")
    plane = panel(scene, "plane")
    assert (plane.x.title, plane.y.title) == ("wheat", "rye")
    assert mark(scene, "plane", "an edge").texts == (*(f"edge {name}" for name in names), "")
    words = {word for m in plane.marks for word in getattr(m, "text", ())}
    assert {*names} <= words
    assert "touches edges mill and oven" in scene.captions[-1]
    (edges,) = marks(scene, "products", "edges")
    assert edges.texts[0] == "edge mill"


def test_a_row_that_was_added_by_hand_has_its_number(blend):
    run = lab.run("polygon", program=blend, points="x4 +(1,0,3)", compare=())
    names = ["mill", "oven", "promised", "wheat ≥ 0", "rye ≥ 0", "7"]
    assert run.extra["case"].names == names


def test_sense_and_constant_are_shown(blend):
    for scene in (lab.scene("polygon", program=blend), lab.scene("programs/race", program=blend)):
        shown = scene.readout["profit, maximised"][-1]
        assert shown == pytest.approx(43.0, abs=1e-3)
        assert shown == pytest.approx(7.0 - scene.readout["F"][-1])
    plain = lab.scene("polygon", compare=())
    assert not [name for name in plain.readout if "imised" in name]


def test_a_file_of_three_variables_is_a_solid_under_its_names(tmp_path):
    given = NamedProgram(
        -np.ones(3), np.ones((1, 3)), np.ones(1), lower=0.0, row_names=("oak",),
        column_names=("chair", "table", "cache"),
    )  # fmt: skip
    given.save(tmp_path / "wood.mps")
    run = lab.run("polytope", program=tmp_path / "wood.mps", compare=())
    scene = lab.scene(run)
    assert panel(scene, "space").z.title == "cache" and run.extra["case"].names[0] == "oak"
    assert mark(scene, "products", "facets").texts[0] == "facet oak"


def test_more_variables_open_in_the_race_with_matrix_and_paths(ship):
    assert_refused(r"got 1 equations; pass it to programs/race", lab.run, "polygon", program=ship)
    run = lab.run("programs/race", program=ship, compare=("mehrotra", "pdhg"))
    scene = lab.scene(run)
    assert run.result.status == "converged"
    assert "begin on 6 variables and 5 rows of ship.mps" in scene.captions[0]
    entries = {text for m in panel(scene, "matrix").marks for text in m.texts}
    assert len(entries) == 13 and {"north, na: 1", "town_b, sc: −0.5"} <= entries
    (less,) = marks(scene, "matrix", "negative")
    assert (at(less.x, 0).tolist(), at(less.y, 0).tolist()) == ([6.0], [4.0])
    own = run.extra["own"]
    for name in run.results:
        label = {"simplex": "simplex", "mehrotra": "Mehrotra", "pdhg": "PDHG"}[name]
        drawn = at(mark(scene, "worth", label).y, len(scene) - 1)
        x = run.traces[name].snapshots["iterate"][: len(drawn)]
        assert drawn == pytest.approx(x @ own.c + 100.0)
    assert "with the constant 100" in panel(scene, "worth").subtitle
    assert panel(scene, "worth").y.title == "cost"
    assert_light(scene, 80)


def test_the_command_and_the_comparison_take_a_file(blend, ship, tmp_path, capsys):
    out = tmp_path / "out.csv"
    line = ["run", "polygon", "--program", str(blend), "--compare", "none", "--out", str(out)]
    assert cli.main(line) == 0 and "simplex converged" in capsys.readouterr().out
    assert cli.main([*line[:3], str(tmp_path / "none.mps"), *line[4:]]) == 2
    assert "program must be a file that is there" in capsys.readouterr().err
    found = lab.compare("programs/race", program=str(ship), solvers=["simplex", "mehrotra"])
    assert {row[0]: row[-1] for row in found.table().rows if row[-1]} == {
        "simplex": "converged", "mehrotra": "converged",
    }  # fmt: skip


def test_the_table_of_duals_says_what_moving_a_side_is_worth(blend, ship):
    for file, edits in ((blend, ("mill 14", "mill 15")), (ship, ("town_a 15", "town_a 16"))):
        before = lab.program(file)
        result = solve_mehrotra(before, tol=1e-10)
        table = before.duals(result)
        row, price = edits[0].split()[0], table.columns.index("price")
        (shown,) = [r[price] for r in table.rows if r[0] == row]
        file.write_text(file.read_text().replace(*edits))
        after = lab.program(file)
        value = [p.stated(solve_mehrotra(p, tol=1e-10).certificate.objective)
                 for p in (before, after)]  # fmt: skip
        assert shown == pytest.approx(value[1] - value[0], abs=1e-4) and abs(shown) > 0.1
        assert tuple(r[0] for r in table.rows) == before.row_names


def test_a_table_of_duals_needs_multipliers(blend):
    found = lab.program(blend)
    result = lab.run("polygon", program=blend, compare=("ellipsoid",)).results["ellipsoid"]
    with pytest.raises(InputError, match="result must hold multipliers of the rows, got none"):
        found.duals(result if "y" not in result.dual else type("R", (), {"dual": {}})())


@pytest.mark.parametrize(("r", "n"), [(3, 4), (50, 80), (300, 1000), (1, 500)])
def test_every_entry_of_a_matrix_has_its_place(r, n):
    rng = np.random.default_rng(0)
    A = np.where(rng.uniform(size=(r, n)) < 0.05, rng.standard_normal((r, n)), 0.0)
    drawn = matrix(NamedProgram(np.ones(n), A, np.ones(r)))
    count = sum(len(m.texts) for m in drawn.marks)
    shown = sum(int(t.split(": ")[1].split()[0]) if t.endswith("entries") else 1
               for m in drawn.marks for t in m.texts)  # fmt: skip
    assert shown == np.count_nonzero(A) and count <= 50 * 80
    if r <= 50 and n <= 80:
        for m in drawn.marks:
            for x, y in zip(at(m.x, 0), at(m.y, 0), strict=True):
                assert (
                    np.sign(A[int(y) - 1, int(x) - 1]) == {"positive": 1, "negative": -1}[m.label]
                )
    assert f"{np.count_nonzero(A):,} entries of {r:,} × {n:,}" in drawn.subtitle


def test_a_program_without_rows_has_an_empty_matrix():
    drawn = matrix(NamedProgram(np.ones(4), lower=0.0))
    assert not drawn.marks and "0 entries" in drawn.subtitle


def test_a_file_ships_and_its_prices_are_what_moving_a_side_is_worth(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = lab.program("coffee.mps")
    result = solve_simplex(plan)
    assert result.status == "converged" and plan.certify(result.x, **result.dual).holds(1e-9)
    assert plan.stated(result.certificate.objective) == pytest.approx(9718.0)
    assert plan.constant == -2600.0 and plan.objective_name == "profit"
    rows, low, high = plan.stated_rows()
    duals = plan.duals(result)
    assert len(duals.rows) == 14 and sum(abs(row[-1]) > 0.01 for row in duals.rows) == 6
    for i, row in enumerate(duals.rows):
        moved = [side + 1e-3 * (np.arange(14) == i) for side in (low, high)]
        other = from_sides(
            plan.sign * plan.c, rows, *moved, lower=plan.lower, upper=plan.upper, sense="max",
            constant=plan.constant, row_names=plan.row_names,
        )  # fmt: skip
        value = other.stated(solve_simplex(other).certificate.objective)
        assert (value - 9718.0) / 1e-3 == pytest.approx(row[-1], abs=1e-4), row[0]
    (tmp_path / "coffee.mps").write_text(BLEND)
    assert lab.program("coffee.mps").c.size == 2


def test_a_moved_row_is_moved_on_both_of_its_sides_and_nothing_else():
    plan = from_sides(
        [1.0, 2.0], [[1.0, 1.0], [1.0, 0.0], [0.0, 1.0]],
        np.array([1.0, -2.0, 0.5]), np.array([4.0, 3.0, 0.5]),
        row_names=("both", "other", "even"),
    )  # fmt: skip
    for k, name in enumerate(plan.row_names):
        before, after = plan.stated_rows(), plan.moved(name, 0.25).stated_rows()
        assert (after[0] != before[0]).nnz == 0
        for low, high in zip(before[1:], after[1:], strict=True):
            assert np.allclose(high - low, 0.25 * (np.arange(3) == k))
    assert_refused("got 'bath': did you mean 'both'", plan.moved, "bath", 1.0)
    assert_refused("by must be finite, got nan", plan.moved, "both", np.nan)


@pytest.mark.parametrize("scene", ["polygon", "programs/race"])
def test_what_was_taken_of_a_file_is_shown_at_the_start(blend, scene):
    assert "\n" not in lab.scene(scene, program=blend, compare=()).captions[0]
    blend.write_text(BLEND.replace("BOUNDS", " other mill 3\nBOUNDS"))
    shown = lab.scene(scene, program=blend, compare=())
    assert "\nblend.mps: Of several sets of RHS S is taken; left out: other." in shown.captions[0]
    assert "Of several sets" not in shown.captions[-1] or len(shown) == 1
