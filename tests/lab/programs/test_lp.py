"""LP files: HiGHS reads them; what readers differ on is noted, or refused with its line."""

import gzip

import numpy as np
import pytest

import lab
from solvers import InputError

inf = np.inf
PLAN = """\\ hours of two machines
Maximize
 profit: 3 wheat + 5 rye + 7
Subject To
 mill: wheat + 2 rye <= 14
 oven: 3 wheat + 2 rye <= 18
 wheat - rye >= -1e30
Bounds
 wheat <= 4
 -2 <= rye <= 8
End
"""


@pytest.fixture
def read(tmp_path):
    def read(text, name="t.lp", **options):
        (tmp_path / name).write_text(text)
        return lab.program(tmp_path / name, **options)

    return read


def test_plain_file(tmp_path, read):
    found = read(PLAN)
    assert found.sense == "max" and found.constant == 7.0 and found.c.tolist() == [-3.0, -5.0]
    assert found.column_names == ("wheat", "rye") and found.row_names == ("mill", "oven", "r3")
    assert found.A.tolist() == [[1.0, 2.0], [3.0, 2.0]] and found.b.tolist() == [14.0, 18.0]
    assert found.lower.tolist() == [0.0, -2.0] and found.upper.tolist() == [4.0, 8.0]
    assert found.notes == ("Rows without a side bound nothing: r3.",)
    (tmp_path / "t.lp.gz").write_bytes(gzip.compress(PLAN.encode()))
    assert lab.program(tmp_path / "t.lp.gz").c.tolist() == [-3.0, -5.0]


def test_quadratic_terms_are_halved_where_they_say_so(read):
    text = "min\n obj: x + [ 2 x^2 + 2 x * y + 2 y^2 ] / 2\nst\n r: x + y >= 1\nend\n"
    assert read(text).Q.tolist() == [[2.0, 1.0], [1.0, 2.0]]
    with pytest.raises(InputError, match=r"t\.lp, line 2 must end quadratic terms .* got \] alone"):
        read(text.replace("] / 2", "]"))
    with pytest.raises(InputError, match="line 2 must end quadratic terms"):
        read(text.replace("] / 2", "] / 20"))


@pytest.mark.parametrize("row", ["r: 3x >= 2", "3 x >=2", "r: 3.e0x\n >= 2", "x +\n 2x2>= 2"])
def test_lp_a_row_that_begins_with_a_coefficient_is_read(read, row):
    assert read(BODY.format(row)).b.tolist() == [-2.0]


def test_negative_upper_bound_is_reported(read):
    found = read("min\n obj: x\nst\n r: x + y >= -9\nbounds\n x <= -5\n y free\nend\n")
    assert (found.lower[0], found.upper[0]) == (0.0, -5.0)
    assert "above the upper one: x; no point is feasible" in found.notes[0]


def test_bounds_of_1e20_are_none(read):
    found = read("min\n obj: x\nst\n r: x + y >= -9\nbounds\n x <= 1e20\n y >= -1e30\nend\n")
    assert found.upper[0] == inf and found.lower[1] == -inf


BODY = "min\n obj: x + y\nst\n {}\nend\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BODY.format("r: x + 2 y + 3 <= 14"), "line 4 .*a constant on the left-hand side"),
        (BODY.format("r: x + 1,5 y <= 4"), "line 4 must be one that HiGHS can read"),
        (BODY.format("r: x + 1/2 y <= 4"), "line 4 must be one that HiGHS can read"),
        (BODY.format("r: x + y <= 1d1"), "line 4 must be one that HiGHS can read"),
        (BODY.format("r: x + y <= 1_0"), "line 4 must be one that HiGHS can read"),
        (BODY.format("r: x + x >= 2"), "line 4 must be one that HiGHS reads without a warning"),
        *(
            (
                BODY.format(f"{row} x + y"),
                "line 4 must have the number of a row on its right, got "
                "'[^']+'; write a row for each side",
            )
            for row in ("r: 1 <=", "1<=", "r:-.5e3 >", "r: 2 = ", "r : + 1 =>", "r: 1 <= x + y <=")
        ),
        (BODY.format("r: x >= 2 y"), "line 4 .*move the variables to the left-hand side"),
        (BODY.format("r: x >= 2\n r: y >= 2"), "line 5 must name each row once, got 'r' again"),
        (BODY.format("r: 2 (x + y) >= 2"), "must write sums without parentheses"),
        (BODY.format("r: x >= 1e-13"), "line 4 must hold numbers of more than 1e-12"),
        (BODY.format("r: [ x^2 ] / 2 <= 4"), "line 4 .*quadratic constraints"),
        (BODY.format("r: x >= 2\nbounds\n x <= 4\n x <= 5"), "line 7 must give 'x' one upper"),
        (BODY.format("r: x >= 2\nbounds\n x <= 4\n 1 <= x <= 5"), "line 7 must give 'x' one upper"),
        (BODY.format("r: x >= 2\nbounds\n x free\n x >= 1"), "line 7 must give 'x' one lower"),
        (BODY.format("r: x >= 2").replace("end\n", ""), "expected `end`"),
        ("hello", "line 1 must be one that HiGHS can read, got: expected a section keyword"),
        ("min\n obj:\nst\nend\n", "must have at least one variable, got none"),
    ],
)
def test_what_is_lost_or_read_in_two_ways_is_refused(read, text, words):
    with pytest.raises(InputError, match=words) as caught:
        read(text)
    assert str(caught.value).startswith("t.lp") and "\n" not in str(caught.value)
    assert "/tmp" not in str(caught.value)


DISCRETE = {
    "1 integer variable (x)": BODY.format("r: x + y >= 2\nbinary\n x"),
    "1 integer variable (y)": BODY.format("r: x + y >= 2\ngenerals\n y"),
    "1 semicontinuous variable (x)": BODY.format(
        "r: x + y >= 2\nbounds\n 2 <= x <= 8\nsemi-continuous\n x"
    ),
    "1 SOS set (s1)": BODY.format("r: x + y >= 2\nSOS\n s1: S1:: x:1 y:2"),
    "1 indicator row (link)": BODY.format("r: x + y >= 2\n link: y = 1 -> x <= 3"),
}


@pytest.mark.parametrize(("part", "text"), DISCRETE.items())
def test_discrete_parts_are_named_and_refused_or_relaxed(read, part, text):
    words = part.replace("(", r"\(").replace(")", r"\)")
    with pytest.raises(InputError, match=f"got {words}; .*relax=True"):
        read(text)
    found = read(text, relax=True)
    assert found.notes[0] == f"Relaxed: without the conditions of {part}."
    assert found.c.tolist() == [1.0, 1.0] and found.row_names == ("r",)


def test_what_a_relaxed_program_is(read):
    text = BODY.format("r: x + y >= 2\nbounds\n x <= 5\nbinary\n x")
    found = read(text, relax=True)
    assert (found.lower[0], found.upper[0]) == (0.0, 1.0) and "between 0 and 1" in found.notes[1]
    semi = read(DISCRETE["1 semicontinuous variable (x)"], relax=True)
    assert (semi.lower[0], semi.upper[0]) == (0.0, 8.0)
