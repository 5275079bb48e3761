"""A table shows itself: as text, and in a notebook as a table whose texts are texts."""

import csv
import io
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.table import Table, csv_text

TABLE = Table(
    "a < b", ("row", "price"), (("<b>x</b> & y", 0.123456789), ("z", None)), ("As & when.",)
)


def test_html_table_shows_each_cell_as_text_and_numbers_on_the_right():
    root = ElementTree.fromstring(f"<div>{TABLE._repr_html_()}</div>")
    assert root.find(".//caption").text == "a < b" and root.find("p").text == "As & when."
    rows = [[(cell.text or "", cell.get("style")) for cell in row] for row in root.iter("tr")]
    left, right = "text-align:left", "text-align:right"
    assert rows == [
        [("row", left), ("price", right)],
        [("<b>x</b> & y", left), ("0.1234568", right)],
        [("z", left), ("", right)],
    ]


@pytest.mark.parametrize("cell", ["0.1234568 |", "<b>x</b> & y", "**a < b**"])
def test_text_table_shows_the_same_cells(cell):
    assert cell in str(TABLE)


CELLS = (
    st.text(st.sampled_from("ab,;\"'\r\n\t #=\u2028\x85é")) | st.floats(allow_nan=False) | st.none()
)


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2)))
def test_csv_text_reads_back_cell_by_cell(rows):
    text = csv_text(("head", "a,\rb"), rows)
    head, *found = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head == ["head", "a,\rb"]
    assert found == [["" if value is None else str(value) for value in row] for row in rows]
