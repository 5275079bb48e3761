"""MPS and QPS files: what readers take in different ways is taken in one, with a note, or refused
with its line."""

import gzip
import subprocess
import sys

import numpy as np
import pytest

import lab
from solvers import InputError

inf = np.inf
ROWS = ["ROWS", " N cost", " L lim", " G need", " E mix"]
COLUMNS = ["COLUMNS", " x cost 1 lim 2", " x need 1", " y cost 2 lim 1", " y mix 1"]
RHS = ["RHS", " B lim 4 need 1", " B mix 1"]


def lines(*sections, rows=ROWS, columns=COLUMNS, rhs=RHS, head=("NAME t",)):
    return "\n".join([*head, *rows, *columns, *rhs, *sections, "ENDATA", ""])


@pytest.fixture
def read(tmp_path):
    def read(text, name="t.mps", **options):
        (tmp_path / name).write_text(text)
        return lab.program(tmp_path / name, **options)

    return read


def stated(found):
    """Rows, dense, and their sides as the file has them."""
    rows, low, high = found.stated_rows()
    return rows.toarray().tolist(), low.tolist(), high.tolist()


def test_plain_file(read):
    found = read(lines())
    assert found.c.tolist() == [1.0, 2.0] and found.sense == "min" and found.constant == 0.0
    assert found.column_names == ("x", "y") and found.row_names == ("lim", "need", "mix")
    assert stated(found) == (
        [[2.0, 1.0], [1.0, 0.0], [0.0, 1.0]], [-inf, 1.0, 1.0], [4.0, inf, 1.0],
    )  # fmt: skip
    assert found.A.tolist() == [[2.0, 1.0], [-1.0, -0.0]] and found.b.tolist() == [4.0, -1.0]
    assert found.A_eq.tolist() == [[0.0, 1.0]] and found.b_eq.tolist() == [1.0]
    assert found.lower.tolist() == [0.0, 0.0] and found.upper.tolist() == [inf, inf]
    assert not found.notes and found.title == "t.mps"


def test_packed_and_with_the_lines_of_windows(tmp_path, read):
    text = lines().replace("\n", "\r\n")
    (tmp_path / "t.qps.gz").write_bytes(gzip.compress(text.encode()))
    assert stated(lab.program(tmp_path / "t.qps.gz")) == stated(read(lines()))
    (tmp_path / "bad.mps.gz").write_bytes(b"no gzip")
    with pytest.raises(InputError, match=r"bad.mps.gz must be a file that can be read"):
        lab.program(tmp_path / "bad.mps.gz")


def test_fixed_columns_keep_names_with_blanks(read):
    text = (
        "NAME          PLAN\nROWS\n N  COST\n L  MAX OAK\nCOLUMNS\n"
        "    A CHAIR   COST              -3.0   MAX OAK            2.0\n"
        "    TABLE     MAX OAK            5.0\n"
        "RHS\n    NEED      MAX OAK           10.0\n"
        "BOUNDS\n UP LIM       A CHAIR            4.0\nENDATA\n"
    )
    found = read(text)
    assert found.column_names == ("A CHAIR", "TABLE") and found.row_names == ("MAX OAK",)
    assert stated(found)[0] == [[2.0, 5.0]] and found.b.tolist() == [10.0]
    assert found.upper.tolist() == [4.0, inf] and "fixed columns" in found.notes[0]
    only = read(text.replace("MAX OAK", "MAX_OAK"))
    assert only.column_names == ("A CHAIR", "TABLE") and only.row_names == ("MAX_OAK",)


@pytest.mark.parametrize(
    ("section", "word", "again"),
    [
        ("rhs", "RHS", [" C lim 9", " C need 9"]),
        ("ranges", "RANGES", [" C lim 9"]),
        ("bounds", "BOUNDS", [" UP C x 9"]),
    ],
)
def test_of_several_sets_the_first_is_taken_and_the_others_are_named(read, section, word, again):
    first = {"RHS": [], "RANGES": ["RANGES", " B lim 1"], "BOUNDS": ["BOUNDS", " UP B x 3"]}[word]
    base = lines(*first) if word != "RHS" else lines()
    both = lines(*first, *again) if word != "RHS" else lines(rhs=[*RHS, *again])
    found = read(both)
    assert stated(found) == stated(read(base)) and found.upper.tolist() == read(base).upper.tolist()
    assert found.notes == (f"Of several sets of {word} B is taken; left out: C.",)
    other = read(both, **{section: "C"})
    assert other.notes == (f"Of several sets of {word} C is taken; left out: B.",)
    value = {"RHS": other.b[0], "RANGES": other.stated_rows()[2][0] - other.stated_rows()[1][0],
             "BOUNDS": other.upper[0]}[word]  # fmt: skip
    assert value == 9.0
    known = f"{section} must name a set of t.mps, 'B' or 'C', got 'D'"
    with pytest.raises(InputError, match=known):
        read(both, **{section: "D"})


def test_set_may_have_the_name_of_a_row_or_none(read):
    named = lines(rhs=["RHS", " lim lim 4", " lim need 1", " lim mix 1"])
    without = lines(rhs=["RHS", " lim 4 need 1", " mix 1"])
    assert stated(read(named)) == stated(read(without)) == stated(read(lines()))
    bounded = lines("BOUNDS", " UP x 3", " FR y")
    assert read(bounded).upper.tolist() == [3.0, inf] and read(bounded).lower[1] == -inf
    same = lines("BOUNDS", " UP x x 3")
    assert read(same).upper.tolist() == [3.0, inf]


def test_further_n_rows_are_nothing(read):
    rows = [*ROWS, " N extra"]
    columns = [*COLUMNS, " y extra 7"]
    found = read(lines("RANGES", " R extra 1", rows=rows, columns=columns,
                       rhs=[*RHS, " B extra 5"]))  # fmt: skip
    assert found.constant == 0.0 and stated(found) == stated(read(lines()))
    assert "left out: extra" in found.notes[0] and "nothing: extra" in found.notes[1]
    assert "nothing: extra" in found.notes[2]
    other = read(lines(rows=rows, columns=columns), objective="extra")
    assert other.c.tolist() == [0.0, 7.0] and "left out: cost" in other.notes[0]
    known = r"objective must be an N row of t\.mps, cost or extra, got"
    with pytest.raises(InputError, match=known):
        read(lines(rows=rows, columns=columns), objective="lim")


def test_negative_upper_bound_alone_has_no_lower_one(read):
    found = read(lines("BOUNDS", " UP B x -5"))
    assert (found.lower[0], found.upper[0]) == (-inf, -5.0)
    assert (
        "No lower bound, as the upper one is negative" in found.notes[0] and "x;" in found.notes[0]
    )
    for order in ([" LO B x -9", " UP B x -5"], [" UP B x -5", " LO B x -9"]):
        found = read(lines("BOUNDS", *order))
        assert (found.lower[0], found.upper[0]) == (-9.0, -5.0) and not found.notes
    assert read(lines("BOUNDS", " UP B x 0")).lower[0] == 0.0


def test_bounds(read):
    kinds = {
        " UP B x 4": (0.0, 4.0), " LO B x 2": (2.0, inf), " FX B x 3": (3.0, 3.0),
        " FR B x": (-inf, inf), " MI B x": (-inf, inf), " PL B x": (0.0, inf),
        " MI B x 0": (-inf, inf), " LO B x -1e30": (-inf, inf), " UP B x 1e20": (0.0, inf),
        " UP B x inf": (0.0, inf), " UP B x 1e19": (0.0, 1e19), " LO B x -Infinity": (-inf, inf),
    }  # fmt: skip
    for line, pair in kinds.items():
        found = read(lines("BOUNDS", line))
        assert (found.lower[0], found.upper[0]) == pair, line
    both = read(lines("BOUNDS", " MI B x", " UP B x -2"))
    assert (both.lower[0], both.upper[0]) == (-inf, -2.0) and not both.notes


def test_constant_is_minus_the_side_of_the_objective(read):
    found = read(lines(rhs=[*RHS, " B cost -12"]))
    assert found.constant == 12.0 and found.stated(3.0) == 15.0 and "constant: 12" in repr(found)


@pytest.mark.parametrize("head", [["OBJSENSE", "    MAX"], ["OBJSENSE MAX"],
                                  ["OBJSENSE", " MAXIMIZE"]])  # fmt: skip
def test_sense_is_preserved(read, head):
    found = read(lines(head=("NAME t", *head), rhs=[*RHS, " B cost -10"]))
    assert found.sense == "max" and found.c.tolist() == [-1.0, -2.0]
    assert found.constant == 10.0 and found.stated(found.value(np.array([1.0, 1.0]))) == 13.0


def test_ranges(read):
    for kind, R, sides in [
        ("E", 2.0, (4.0, 6.0)), ("E", -2.0, (2.0, 4.0)), ("E", 0.0, (4.0, 4.0)),
        ("L", 2.0, (2.0, 4.0)), ("L", -2.0, (2.0, 4.0)), ("G", 2.0, (4.0, 6.0)),
        ("G", -2.0, (4.0, 6.0)), ("L", 0.0, (4.0, 4.0)), ("G", 0.0, (4.0, 4.0)),
    ]:  # fmt: skip
        text = lines("RANGES", f" R row {R}", rows=["ROWS", " N cost", f" {kind} row"],
                     columns=["COLUMNS", " x cost 1 row 1"], rhs=["RHS", " B row 4"])  # fmt: skip
        found = read(text)
        assert stated(found) == ([[1.0]], [sides[0]], [sides[1]]), (kind, R)
        both = found.A_eq[:, 0].size + found.A[:, 0].size
        assert both == (1 if sides[0] == sides[1] else 2)


def test_side_of_1e20_and_more_is_none(read):
    found = read(lines(rhs=["RHS", " B lim 1e20 need 1", " B mix 1"]))
    assert stated(found)[2] == [inf, inf, 1.0] and "bound nothing: lim" in found.notes[0]


@pytest.mark.parametrize(
    "section",
    [
        ["QUADOBJ", " x x 4", " x y 1", " y y 2"],
        ["QUADOBJ", " x x 4", " y x 1", " y y 2"],
        ["QSECTION cost", " x x 4", " x y 1", " y y 2"],
        ["QSECTION", " x x 4", " x y 1", " y y 2"],
        ["QMATRIX", " x x 4", " x y 1", " y x 1", " y y 2"],
    ],
)
def test_quadratic_terms_are_halved_and_of_both_triangles(read, section):
    found = read(lines(*section))
    assert found.Q.tolist() == [[4.0, 1.0], [1.0, 2.0]]
    assert found.value(np.array([1.0, 1.0])) == 3.0 + 4.0


def test_maximum_of_a_concave_objective(read):
    text = lines("QUADOBJ", " x x -4", head=("NAME t", "OBJSENSE MAX"))
    assert read(text).Q.tolist() == [[4.0, 0.0], [0.0, 0.0]]
    with pytest.raises(InputError, match=r"t\.mps: Q must be positive semidefinite"):
        read(text.replace("x x -4", "x x 4"))


def test_columns_and_rows_without_entries_stay(read):
    columns = ["COLUMNS", " x cost 1 lim 2", " z cost 0", " y lim 1"]
    found = read(lines(columns=columns))
    assert found.column_names == ("x", "z", "y") and found.c.tolist() == [1.0, 0.0, 0.0]
    assert found.row_names == ("lim", "need", "mix") and stated(found)[0][1] == [0.0, 0.0, 0.0]


REFUSED = [
    # an entry twice, a column in two places
    (lines(columns=[*COLUMNS, " y lim 3"]), 12, "give each entry once, got 'y' in 'lim' again"),
    (lines(columns=[*COLUMNS, " x mix 3"]), 12, "keep a column in one place, got 'x' again"),
    (lines(rhs=[*RHS, " B lim 3"]), 15, "give 'lim' once"),
    (lines(rows=[*ROWS, " G lim"]), 7, "name each row once, got 'lim' again"),
    # sections in another order or number
    (lines(rhs=["RANGES", " R lim 1", *RHS]), 12, "come after RHS, got RANGES before it"),
    (lines("RHS", " B lim 3"), 15, "name a section for the first time, got RHS"),
    (lines("QUADOBJ", " x x 1", "QMATRIX", " x x 1"), 17, "only section of quadratic terms"),
    # bounds that contradict each other
    (lines("BOUNDS", " FR B x", " UP B x 4"), 17, "give 'x' one upper bound, got UP after line 16"),
    (lines("BOUNDS", " MI B x", " LO B x 4"), 17, "give 'x' one lower bound, got LO after line 16"),
    (lines("BOUNDS", " UP B x 4", " UP B x 5"), 17, "give 'x' one upper bound"),
    (lines("BOUNDS", " UP B x -1e30"), 16, "bound a column where a point can be"),
    (lines("BOUNDS", " LO B x inf"), 16, "bound a column where a point can be"),
    (lines("BOUNDS", " UP B q 1"), 16, "name a column that COLUMNS has, got 'q'"),
    (lines("BOUNDS", " XX B x 1"), 16, "be a bound, LO, UP"),
    # triangles
    (lines("QUADOBJ", " x y 1", " y x 1"), 17, "give each entry of QUADOBJ in one triangle"),
    (lines("QMATRIX", " x x 1", " x y 1"), 17, "give x y of QMATRIX in both triangles alike"),
    (lines("QMATRIX", " x y 1", " y x 2"), 16, "in both triangles alike, got 1 and 2"),
    (lines("QUADOBJ", " x x 1", " x x 2"), 17, "give each entry of Q once, got x x again"),
    (lines("QSECTION lim", " x x 1"), 15, "be of the objective, got the row 'lim'"),
    # numbers that readers read in different ways
    *((lines(columns=[*COLUMNS, f" z lim {word}"]), 12, f"hold numbers such as .* got '{word}'")
      for word in ("1D1", "1_0", "1/2", "1,5", "0x10", "1e", "nan", "--1", "inf")),
    (lines(rhs=["RHS", " B lim 1d2"]), 13, "hold numbers such as"),
    (lines("BOUNDS", " UP B x 1_0"), 16, "hold numbers such as"),
    (lines(columns=[*COLUMNS, " z lim 1e-13"]), 12, "more than 1e-12 and less than 1e100"),
    # names that are not there
    (lines(columns=[*COLUMNS, " z lam 1"]), 12, "name a row that ROWS has, got 'lam'"),
    (lines(rhs=["RHS", " B lam 1"]), 13, "name a row that ROWS has, got 'lam'"),
    (lines(rhs=["RHS", " B lim -1e20"]), 13, "give 'lim' a side that a point can meet"),
    (lines(rhs=["RHS", " B mix 1e25"]), 13, "give 'mix' a side that a point can meet"),
    # parts of other problems
    (lines("QCMATRIX lim", " x x 1"), 15, "linear or quadratic program, got QCMATRIX, quadratic"),
    (lines("CSECTION k 0 QUAD", " x"), 15, "linear or quadratic program, got CSECTION, cones"),
    (lines("NONSENSE"), 15, "name a section, NAME, .* got 'NONSENSE'"),
    (lines(head=("NAME t", "OBJSENSE", " UP")), 2, "say MAX or MIN, got 'UP'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "words"), REFUSED)
def test_what_readers_take_in_different_ways_is_refused_with_its_line(read, text, line, words):
    with pytest.raises(InputError, match=rf"^t\.mps, line {line} must .*{words}") as caught:
        read(text)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lines().replace("ENDATA\n", ""), "must end with ENDATA"),
        ("NAME\nROWS\n N c\nENDATA\n", "must have a section COLUMNS"),
        ("NAME\nROWS\n N c\nCOLUMNS\nENDATA\n", "must have at least one variable"),
        ("  x y\n", "line 1 must begin a section"),
        ("", "must hold a program, got an empty file"),
        ("NAME\nROWS\n N c\0\n", "line 3 must be text, got a zero byte"),
    ],
)
def test_what_is_no_such_file_is_refused(read, text, words):
    with pytest.raises(InputError, match=words) as caught:
        read(text)
    assert "\n" not in str(caught.value)


MARKED = [*COLUMNS[:3], " M 'MARKER' 'INTORG'", *COLUMNS[3:], " M 'MARKER' 'INTEND'"]
DISCRETE = {
    "1 integer variable (y)": lines(columns=MARKED),
    "1 integer variable (x)": lines("BOUNDS", " BV B x"),
    "1 integer variable (y) ": lines("BOUNDS", " UI B y 8"),
    "1 semicontinuous variable (x)": lines("BOUNDS", " SC B x 8"),
    "1 SOS set (set1)": lines("SOS", " S1 SOS set1 5", "    SOS x 1", "    SOS y 2"),
    "1 indicator row (need)": lines("INDICATORS", " IF need y 1"),
}


@pytest.mark.parametrize(("part", "text"), DISCRETE.items())
def test_discrete_parts_are_named_and_refused_or_relaxed(read, part, text):
    words = part.strip().replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(InputError, match=f"got .*{words}.*relax=True") as caught:
        read(text)
    assert "\n" not in str(caught.value)
    found = read(text, relax=True)
    assert any(note.startswith("Relaxed") and part.strip() in note for note in found.notes)
    assert found.c.tolist() == [1.0, 2.0]


def test_what_a_relaxed_program_is(read):
    found = read(lines(columns=MARKED), relax=True)
    assert found.upper.tolist() == [inf, 1.0] and "lie between 0 and 1" in " ".join(found.notes)
    low = read(lines("BOUNDS", " LO B y 2", columns=MARKED), relax=True)
    assert low.lower.tolist() == [0.0, 2.0] and low.upper.tolist() == [inf, inf]
    semi = read(lines("BOUNDS", " LO B x 2", " SC B x 8"), relax=True)
    assert (semi.lower[0], semi.upper[0]) == (0.0, 8.0)
    free = read(DISCRETE["1 indicator row (need)"], relax=True)
    assert free.row_names == ("lim", "mix") and stated(free)[0] == [[2.0, 1.0], [0.0, 1.0]]


@pytest.mark.parametrize("name", ["coffee.mps", "./coffee.mps", " coffee.mps "])
def test_shipped_file_is_found_by_its_bare_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert lab.program(name).c.size == lab.program("coffee.mps").c.size > 0


def test_nothing_is_printed():
    """Not even by the first solver of a process, which says its licence."""
    line = "import lab; print(lab.program('coffee.mps').c.size)"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("12\n", "")
