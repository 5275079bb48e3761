"""The field's own files, where their directory is given: read as HiGHS reads them, and written and
read back the same."""

import os
import shutil
from pathlib import Path

import highspy
import numpy as np
import pytest

import lab
from lab.programs.highs import _symmetric

FOLDER = Path(os.environ.get("CONVEXLAB_DATA", "/nowhere")) / "programs"
FILES = sorted(p.name for p in FOLDER.glob("*.*") if p.suffix.lower() in (".mps", ".qps"))
pytestmark = pytest.mark.skipif(not FILES, reason="CONVEXLAB_DATA has no directory programs")


def dense(matrix):
    return matrix.toarray() if hasattr(matrix, "toarray") else matrix


@pytest.mark.parametrize("name", FILES)
def test_file_is_read_as_highs_reads_it(tmp_path, name):
    found = lab.program(FOLDER / name)
    shutil.copy(FOLDER / name, tmp_path / "t.mps")
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(tmp_path / "t.mps")) == highspy.HighsStatus.kOk
    lp = highs.getLp()
    rows, low, high = found.stated_rows()
    assert tuple(lp.col_names_) == found.column_names and tuple(lp.row_names_) == found.row_names
    pairs = [(lp.col_cost_, found.c), (lp.row_lower_, low), (lp.row_upper_, high),
             (lp.col_lower_, found.lower), (lp.col_upper_, found.upper)]  # fmt: skip
    assert all(np.array_equal(a, b) for a, b in pairs) and lp.offset_ == found.constant
    assert sorted(rows.data) == sorted(lp.a_matrix_.value_)
    Q = _symmetric(highs.getModel().hessian_, found.c.size)
    assert (Q is None) == (found.Q is None)
    assert Q is None or np.array_equal(Q.toarray(), dense(found.Q))


@pytest.mark.parametrize("name", FILES)
def test_file_that_is_saved_is_the_same_program(tmp_path, name):
    given = lab.program(FOLDER / name)
    given.save(tmp_path / "t.mps")
    found = lab.program(tmp_path / "t.mps")
    assert found.constant == given.constant and found.sense == given.sense
    for field in ("c", "lower", "upper"):
        assert np.array_equal(getattr(found, field), getattr(given, field)), field
    for field in ("A", "A_eq", "Q"):
        a, b = (dense(getattr(p, field)) for p in (found, given))
        assert (a is None and b is None) or np.array_equal(a, b), field
    assert np.array_equal(found.b, given.b) and np.array_equal(found.b_eq, given.b_eq)
