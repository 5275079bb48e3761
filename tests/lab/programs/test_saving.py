"""What `save` writes is read back as the same program, to the last digit, by three other readers
and by our own."""

import gzip
import sys

import cvxpy
import highspy
import numpy as np
import pytest
import swiglpk as glpk

import lab
from lab.programs.named import NamedProgram, from_sides
from solvers import InputError, Program

inf = np.inf


def random(seed, n=7, m=6, curved=False):
    """A program with every kind of row and bound, of numbers with all their digits."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((m, n)) * (rng.uniform(size=(m, n)) < 0.6)
    low, high = rng.standard_normal(m), None
    high = low + rng.uniform(0.0, 3.0, m)
    kind = np.arange(m) % 5
    low[(kind == 1) | (kind == 4)] = -inf
    high[kind == 2] = inf
    high[kind == 3] = low[kind == 3]
    lower, upper = -rng.uniform(0.1, 2.0, n), rng.uniform(0.1, 2.0, n)
    lower[0], upper[1], lower[2], upper[2], upper[3] = 0.0, inf, -inf, inf, -0.05
    lower[4], upper[4], lower[5] = 0.1, 0.1, -inf
    half = rng.standard_normal((n, n))
    from scipy.sparse import csc_array

    Q = csc_array(half @ half.T / 3.0) if curved else None
    return from_sides(
        rng.standard_normal(n), rows, low, high, lower=lower, upper=upper, Q=Q,
        row_names=[f"row {i}" for i in range(m)], column_names=tuple("abcdefg"[:n]),
    )  # fmt: skip


def by_highs(path):
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    lp = highs.getLp()
    rows = np.zeros((lp.num_row_, lp.num_col_))
    matrix = lp.a_matrix_
    for j in range(lp.num_col_):
        for k in range(matrix.start_[j], matrix.start_[j + 1]):
            rows[matrix.index_[k], j] = matrix.value_[k]
    assert lp.offset_ == 0.0 and lp.sense_ == highspy.ObjSense.kMinimize

    def best():
        highs.run()
        return highs.getObjectiveValue()

    return {
        "c": lp.col_cost_, "rows": rows, "low": lp.row_lower_, "high": lp.row_upper_,
        "lower": lp.col_lower_, "upper": lp.col_upper_, "best": best,
    }  # fmt: skip


def by_glpk(path):
    glpk.glp_term_out(glpk.GLP_OFF)
    model = glpk.glp_create_prob()
    assert glpk.glp_read_mps(model, glpk.GLP_MPS_FILE, None, str(path)) == 0
    m, n = glpk.glp_get_num_rows(model), glpk.glp_get_num_cols(model)
    assert glpk.glp_get_obj_dir(model) == glpk.GLP_MIN and not glpk.glp_get_obj_coef(model, 0)
    rows = np.zeros((m, n))
    at, values = glpk.intArray(n + 1), glpk.doubleArray(n + 1)
    for i in range(m):
        for k in range(1, glpk.glp_get_mat_row(model, i + 1, at, values) + 1):
            rows[i, at[k] - 1] = values[k]
    free = sys.float_info.max

    def ends(count, low, high):
        pairs = [(low(model, k + 1), high(model, k + 1)) for k in range(count)]
        pairs = np.array(pairs).reshape(-1, 2)
        return np.where(pairs[:, 0] == -free, -inf, pairs[:, 0]), np.where(
            pairs[:, 1] == free, inf, pairs[:, 1]
        )

    low, high = ends(m, glpk.glp_get_row_lb, glpk.glp_get_row_ub)
    lower, upper = ends(n, glpk.glp_get_col_lb, glpk.glp_get_col_ub)
    c = [glpk.glp_get_obj_coef(model, j + 1) for j in range(n)]

    def best():
        options = glpk.glp_smcp()
        glpk.glp_init_smcp(options)
        glpk.glp_simplex(model, options)
        return glpk.glp_get_obj_val(model)

    return {"c": c, "rows": rows, "low": low, "high": high, "lower": lower, "upper": upper,
            "best": best}  # fmt: skip


def by_scip(path):
    pyscipopt = pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    model = pyscipopt.Model()
    model.hideOutput()
    model.readProblem(str(path))
    assert model.getObjectiveSense() == "minimize" and model.getObjoffset() == 0.0
    columns = model.getVars()
    place = {v.name: j for j, v in enumerate(columns)}
    constraints = model.getConss()
    rows = np.zeros((len(constraints), len(columns)))
    sides = []
    for i, constraint in enumerate(constraints):
        sides.append((model.getLhs(constraint), model.getRhs(constraint)))
        for name, value in model.getValsLinear(constraint).items():
            rows[i, place[name]] = value
    sides = np.array(sides).reshape(-1, 2)
    sides[np.abs(sides) >= 1e20] *= inf
    bounds = np.array([(v.getLbOriginal(), v.getUbOriginal()) for v in columns])
    bounds[np.abs(bounds) >= 1e20] *= inf
    found = {"c": [v.getObj() for v in columns], "rows": rows, "low": sides[:, 0],
             "high": sides[:, 1], "lower": bounds[:, 0], "upper": bounds[:, 1]}  # fmt: skip

    def best():
        model.optimize()
        return model.getObjVal()

    return found | {"best": best}


READERS = {"HiGHS": by_highs, "GLPK": by_glpk, "SCIP": by_scip}
NAMES = ["HiGHS", "GLPK", pytest.param("SCIP", marks=pytest.mark.further)]


@pytest.mark.parametrize("reader", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_three_readers_read_the_same_program_to_the_last_digit(tmp_path, reader, seed):
    given = random(seed)
    given.save(tmp_path / "t.mps")
    found = READERS[reader](tmp_path / "t.mps")
    rows, low, high = given.stated_rows()
    assert np.array_equal(found["c"], given.c)
    assert np.array_equal(found["lower"], given.lower)
    assert np.array_equal(found["upper"], given.upper)
    assert {*map(tuple, stated(found["rows"], found["low"], found["high"]))} == {
        *map(tuple, stated(rows.toarray(), low, high))
    }


def stated(rows, low, high):
    """Each finite side of a row as (its numbers, which side, the side)."""
    for row, a, b in zip(rows, low, high, strict=True):
        if np.isfinite(a):
            yield *row.tolist(), "low", a
        if np.isfinite(b):
            yield *row.tolist(), "high", b


@pytest.mark.parametrize("reader", NAMES)
def test_maximum_with_a_constant_has_one_value_for_all(tmp_path, reader):
    x = cvxpy.Variable(2, name="x", nonneg=True)
    profit, rows = 3 * x[0] + 5 * x[1] + 7.5, [x[0] + 2 * x[1] <= 14, 3 * x[0] + 2 * x[1] <= 18]
    given = lab.program(cvxpy.Problem(cvxpy.Maximize(profit), rows))
    given.save(tmp_path / "t.mps")
    assert -READERS[reader](tmp_path / "t.mps")["best"]() == pytest.approx(43.5)


@pytest.mark.parametrize("curved", [False, True])
@pytest.mark.parametrize("name", ["t.mps", "t.qps", "t.mps.gz"])
def test_our_own_reader_finds_everything_again(tmp_path, name, curved):
    given = random(9, curved=curved)
    given = NamedProgram(
        given.c, given.A, given.b, Q=given.Q, A_eq=given.A_eq, b_eq=given.b_eq, lower=given.lower,
        upper=given.upper, places=given.places, equal_places=given.equal_places,
        row_names=given.row_names, column_names=given.column_names, sense="max", constant=0.1,
    )  # fmt: skip
    given.save(tmp_path / name)
    found = lab.program(tmp_path / name)
    assert (found.sense, found.constant) == ("max", 0.1)
    assert found.column_names == given.column_names
    for field in ("c", "lower", "upper", "Q"):
        a, b = getattr(found, field), getattr(given, field)
        assert (a is None and b is None) or np.array_equal(a, b), field
    pairs = [stated(r.toarray(), a, b) for r, a, b in (p.stated_rows() for p in (found, given))]
    assert {*map(tuple, pairs[0])} == {*map(tuple, pairs[1])}


def test_highs_reads_the_quadratic_part(tmp_path):
    given = random(3, curved=True)
    given.save(tmp_path / "t.mps")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(tmp_path / "t.mps")) == highspy.HighsStatus.kOk
    hessian = highs.getModel().hessian_
    for j in range(hessian.dim_):
        for k in range(hessian.start_[j], hessian.start_[j + 1]):
            assert hessian.value_[k] == given.Q[hessian.index_[k], j]


def test_names_are_made_readable_and_stay_apart(tmp_path):
    given = NamedProgram(
        np.ones(3), np.ones((2, 3)), np.ones(2), column_names=("a b", "a_b", "3 €"),
        row_names=("objective", "x" * 300),
    )  # fmt: skip
    given.save(tmp_path / "t.mps")
    text = (tmp_path / "t.mps").read_text()
    assert all(len(line.split()) in (1, 2, 3, 4) for line in text.splitlines())
    found = lab.program(tmp_path / "t.mps")
    assert found.column_names == ("a_b", "a_b_2", "_3__") and found.A.tolist() == given.A.tolist()


def test_range_that_loses_a_digit_is_two_rows(tmp_path):
    rng = np.random.default_rng(0)
    low, high = np.sort(rng.uniform(-1.0, 1.0, (200, 2)) * 10.0 ** rng.integers(-9, 9, (200, 1))).T
    given = from_sides(np.ones(1), np.ones((200, 1)), low, high, lower=np.zeros(1),
                       upper=np.ones(1), row_names=[f"r{i}" for i in range(200)])  # fmt: skip
    given.save(tmp_path / "t.mps")
    found = by_highs(tmp_path / "t.mps")
    pairs = stated(found["rows"], found["low"], found["high"])
    assert {*pairs} == {*stated(np.ones((200, 1)), low, high)}


def test_bounds_that_cross_stay_as_they_are(tmp_path):
    given = NamedProgram(np.ones(2), np.ones((1, 2)), np.ones(1), lower=[0.0, 1.0],
                         upper=[-1.0, -2.0])  # fmt: skip
    given.save(tmp_path / "t.mps")
    found = lab.program(tmp_path / "t.mps")
    assert found.lower.tolist() == [0.0, 1.0] and found.upper.tolist() == [-1.0, -2.0]


def test_it_packs_and_refuses_other_suffixes(tmp_path):
    given = lab.program(Program([1.0], lower=0.0))
    given.save(tmp_path / "t.mps.gz")
    assert gzip.decompress((tmp_path / "t.mps.gz").read_bytes()).startswith(b"NAME")
    for name in ("t.lp", "t", "t.gz"):
        with pytest.raises(InputError, match=r"path must end in \.mps or \.qps"):
            given.save(tmp_path / name)
    with pytest.raises(InputError, match="path must be writable"):
        given.save(tmp_path / "none" / "t.mps")
