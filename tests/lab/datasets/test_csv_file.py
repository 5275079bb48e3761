import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused

from lab.datasets import csv_file, csv_table
from lab.datasets.csv_file import read_csv
from lab.spelling import SHOWN
from solvers import InputError

GOOD = "a,b,t\n1,2.5,3\n-4,5e-1,6\n7,8,+9.\n"
TABLE = np.array([[1, 2.5, 3], [-4, 0.5, 6], [7, 8, 9]])


@pytest.fixture
def write(tmp_path):
    def write(content, name="data.csv"):
        path = tmp_path / name
        raw = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(raw)
        return path

    return write


def test_last_column_is_the_target(write):
    data = read_csv(write(GOOD))
    np.testing.assert_array_equal(data.X, TABLE[:, :2])
    np.testing.assert_array_equal(data.y, TABLE[:, 2])
    assert data.names == ("a", "b") and data.origin == "data.csv, target t"
    assert not data.X.flags.writeable and not data.y.flags.writeable


@pytest.mark.parametrize("target", ["a", "A", " a ", "1", 1])
def test_target_is_chosen_by_name_or_number(write, target):
    data = read_csv(write(GOOD), target)
    np.testing.assert_array_equal(data.y, TABLE[:, 0])
    np.testing.assert_array_equal(data.X, TABLE[:, 1:])
    assert data.names == ("b", "t")


@pytest.mark.parametrize(
    "content",
    [
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace(",", ";"),
        GOOD.replace(",", ";").replace(".5", ",5").replace("9.", "9"),
        GOOD.replace(",", "\t"),
        GOOD.replace(",", " | "),
        GOOD + "\n\n  \n",
        "\n" + GOOD.rstrip(),
        '"a","b","t"\n"1","2.5","3"\n"-4","0.5","6"\n7,8,9\n',
        "sep=;\r\n" + GOOD.replace(",", ";"),
        "sep=,\n" + GOOD,
        '"sep=;"\n' + GOOD.replace(",", ";").replace(".5", ",5").replace("9.", "9"),
        GOOD.replace(",", " "),
        "  " + GOOD.replace(",", "   ").replace("\n", "  \n"),
        GOOD.replace(".", ",").replace(",b,", " b ").replace("1,2", "1 2").replace("5,3", "5 3")
        .replace("-4,", "-4 ").replace(",6", " 6").replace("7,8,", "7 8 "),
        "# from the lab\n#\n" + GOOD.replace("7", "# a remark\n7") + "#end\n",
        "# a,b,t\n" + GOOD.split("\n", 1)[1],
        "#a b t\n" + GOOD.split("\n", 1)[1].replace(",", " "),
        GOOD.replace(",", ", "),
        GOOD.replace("\n", ",,\n") + ",,,,\n",
        GOOD.replace("\n", ",\n").replace(",\n", "\n", 1),
        GOOD.encode("utf-16"),
        "# Größe\n".encode("cp1252") + GOOD.encode(),
        'a, "b", "t"\n1, "2.5", "3"\n"-4", 5e-1, 6\n7, 8, "+9."\n',
        '"a", note, b, t\n1, "one\n# of ""two""", 2.5, 3\n-4, "#", .5, 6\n7, "5"" \n#", 8, 9\n'
        '# "end\n',
    ],
    ids=["BOM", "CRLF", "CR", "semicolon", "decimal comma", "tab", "bar", "blank end", "blank "
         "start", "quotes", "sep=;", "sep=,", "quoted sep", "spaces", "runs of spaces",
         "spaces and decimal commas", "comments", "a header as numpy writes it", "the same with "
         "spaces", "comma and space", "empty columns and rows at the end",
         "each row but the names ends in a comma", "UTF-16",
         "Windows-1252", "a space before quotes", "a # in a quoted cell of several lines"],
)  # fmt: skip
def test_forms_of_the_same_table(write, content):
    data = read_csv(write(content))
    np.testing.assert_array_equal(np.column_stack([data.X, data.y]), TABLE)
    assert data.names == ("a", "b")


def test_names_in_the_comment_above_leave_all_rows(write):
    data = read_csv(write("#a;b;t\n1;2.5;3\n-4;5e-1;6\n7;8;9\n"), header="names")
    np.testing.assert_array_equal(np.column_stack([data.X, data.y]), TABLE)
    assert data.names == ("a", "b")
    assert read_csv(write("# of May\n1990;1991\n1;2\n3;4\n"), header="names").names == ("1990",)


@pytest.mark.parametrize("delimiter", [";", "\t", "|", ","])
def test_names_with_numbers_in_them_do_not_choose_the_delimiter(write, delimiter):
    text = "\n".join(map(delimiter.join, (["", "day 1", "a"], ["7", "2", "3"], ["9", "5", "6"])))
    assert csv_table.read_table(text, "f").names == ("day 1", "a")
    assert read_csv(write(text)).X.tolist() == [[2], [5]]


@pytest.mark.parametrize("delimiter", [";", "\t", "|", ","])
def test_header_whose_first_name_begins_with_a_hash_is_one(write, delimiter):
    lines = (["", "#", "a"], ["7", "2", "3"], ["9", "5", "6"])
    text = "\t# a remark\n" + "\n".join(map(delimiter.join, lines))
    for header in ("auto", "names"):
        data = read_csv(write(text), header=header)
        assert data.names == ("#",) and data.X.tolist() == [[2], [5]]


def test_without_a_header_columns_are_numbered(write):
    data = read_csv(write(GOOD.split("\n", 1)[1]), "2")
    np.testing.assert_array_equal(data.y, TABLE[:, 1])
    assert data.names == ("x1", "x3")


def test_column_without_a_name_gets_one(write):
    assert read_csv(write("a,,c\n1,2,3\n4,5,6\n")).names == ("a", "x2")


def test_semicolons_with_whole_numbers_first(write):
    data = read_csv(write("1;2;4\n4;5,5;6\n"))
    np.testing.assert_array_equal(data.X, [[1, 2], [4, 5.5]])


@pytest.mark.parametrize(
    "content, message",
    [
        ("", "must hold a table, got an empty file"),
        ("\ufeff \n\n", "must hold a table, got an empty file"),
        ("a,b\n", "at least two rows, got 0"),
        ("a,b\n1,2\n", "at least two rows, got 1"),
        ("a\n1\n2\n", "at least two columns separated by"),
        ("a,b\n1,2\n3\n4,5\n", "line 3 must have 2 columns separated by commas as line 1 has, "
                               "got 1"),
        ("a,b\n1,2\n\n3,4,5\n6,7\n", "line 4 must have 2 columns"),
        ("a,b\n1,2\n3,oops\n", r"line 3, column 2 \(b\) must be a finite number, got 'oops'"),
        ("a,b\n1,2\n3,NaN\n", r"line 3, column 2 \(b\) must be a finite number, got 'NaN'"),
        ("a,b\n1,2\n-inf,3\n", r"line 3, column 1 \(a\) must be .* got '-inf'"),
        ("a,b\n1,2\n3,1e999\n", r"line 3, column 2 \(b\) must be a finite number, got '1e999'"),
        ("a,b\n1,\n3,4\n", r"line 2, column 2 \(b\) must be a finite number, got an empty cell"),
        ("a,b\n1,2\n3,1_000\n", "got '1_000'"),
        ("a,b\n1,2\n3,٣\n", "line 3, column 2"),
        ("a,b\n1,2\n3,__import__('os').getpid()\n", "line 3, column 2"),
        ("1,2,x\n3,4,5\n", r"line 1, column 3 \(x3\) must be a finite number, got 'x'"),
        ("a;b\n1,5;2\n3;4.5\n", "column 2 .* with a decimal comma"),
        ("a;b\n1,5;2\n3;4,5e999\n", r"column 2 \(b\) must be a finite number, got '4,5e999'"),
        ('a,b\n"1\n",2\n3,x\n', "line 4, column 2"),
        ('a,b\n1,2\n3,"4\n', "line 3 must be a row of a CSV file"),
        (b"a,b\n1,2\n\xe4,4\n", r"line 3, column 1 \(a\) must be a finite number, got 'ä'"),
        (b"a,b\n1,2\n\x81,4\n", "line 3 must be UTF-8 text, got the byte 0x81"),
        (b"a,b\n1,2\n\xe4,\x00\n", "line 3 must be UTF-8 text, got the byte 0x00"),
        ("a,b\n1,2\n".encode("utf-16-le"), "line 1 must be UTF-8 text, got the byte 0x00"),
        (b"\xff\xfea\x00,\x00b\x00\x00", "line 1 must be UTF-8 text"),
        (b"PK\x03\x04\x14\x00", "must be a CSV file, got a packed file, such as a spreadsheet's"),
        (b"\xd0\xcf\x11\xe0\xa1", "must be a CSV file, got a spreadsheet's own workbook"),
        (b"\x1f\x8b\x08\x00", "must be a CSV file, got a packed file;"),
        (b"\x93NUMPY\x01\x00", "must be a CSV file, got an array of NumPy"),
        ("% Weka\n\n@RELATION r\n@data\n1,2\n", "must be a CSV file, got ARFF;"),
        ('[{"a": 1, "b": 2}]', "must be a CSV file, got JSON;"),
        ("<!DOCTYPE html>\n<p>1,2", "must be a CSV file, got HTML or XML;"),
        (GOOD.encode("utf-32"), "line 1 must be UTF-8 text, got the byte 0x00"),
        ("a,b\n#N/A,2\n3,4\n5,6\n", r"line 2, column 1 \(a\) .* got '#N/A'"),
        ("a;b\n1;2\n#DIV/0! ;4\n5;6\n", r"line 3, column 1 \(a\) .* got '#DIV/0!'"),
        ("a,b,c\n1,NA,3\n4,NA,6\n7,8,9\n", r"line 2, column 2 \(b\) .* got 'NA'"),
        ("a,b,c\n1,?,3\n4,?,6\n", r"line 2, column 2 \(b\) .* got '\?'"),
        ("a,b,\n1,,\n3,4,\n", r"line 2, column 2 \(b\) must be a finite number, got an empty"),
        (b"\x00\x01,\x02\n\x03,\x04\n", "line 1 must be UTF-8 text, got the byte 0x00"),
        (f"a,b\n1,{'9' * 200_000}\n3,4\n", "field larger than field limit"),
        ("sep=,\n# remark\na,b\n1,2\n3,oops\n", r"line 5, column 2 \(b\) .* got 'oops'"),
        ("a,b,c\n1,2\n3,4\n5,6\n", "line 1 must have 2 columns .* as line 2 has, got 3"),
        *((f'a,b\n1.5,2\n"{cell}",4\n', "line 3, column 1")
          for cell in ("12,34,567", "1,25,0", "0,250,000", "1,250.5.5", "01,250,000")),
    ],
)  # fmt: skip
def test_bad_file_gets_a_sentence(write, content, message):
    with pytest.raises(InputError, match=message) as found:
        read_csv(write(content))
    text = str(found.value)
    assert text.startswith("data.csv") and text.endswith(".")
    assert "\n" not in text and len(text) < 300


@pytest.mark.parametrize("target", ["c", "0", "4", "-1", "1.0", "<b>x</b>", "１"])
def test_unknown_target_is_refused_with_the_choice(write, target):
    with pytest.raises(InputError, match=r"target must be .*\(a, b, t\).*\(1 to 3\)"):
        read_csv(write(GOOD), target)


def test_target_that_two_columns_share_is_refused(write):
    path = write("a,a,b\n1,2,3\n4,5,6\n")
    assert_refused("target must be", read_csv, path, "a")
    np.testing.assert_array_equal(read_csv(path, "2").y, [2, 5])


@pytest.mark.parametrize("path", ["", "  ", "no.csv", "a\0b", None, 3, "~nobody-at-all/x.csv"])
def test_file_that_is_not_there(path):
    assert_refused("file must name a CSV file", read_csv, path)


def test_directories_and_devices_are_no_files(tmp_path):
    for path in (tmp_path, "/dev/zero"):
        assert_refused("there is none at", read_csv, path)


def test_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.csv"
    with path.open("wb") as stream:
        stream.truncate(csv_file.MOST_BYTES + 1)  # a hole: it takes no space
    assert_refused(r"at most 20 MB, got 20\.0 MB", read_csv, path)


def test_names_from_a_file_are_short_single_lines(write):
    bad = "<img src=x onerror=alert(1)>" * 9
    data = read_csv(write(f'"{bad}","b\u202e\n\x1b[31mb",t\n1,2,3\n4,5,6\n'))
    assert all(len(n) <= 40 and n.isprintable() for n in data.names)
    assert data.names[1] == "b [31mb"


def test_a_name_that_is_cut_says_so_and_is_found_in_both_forms(write):
    long = "mean temperature of the sea surface in degrees"
    path = write(f"{long} Celsius,b\n1,2\n3,5\n")
    cut = read_csv(path, "b").names[0]
    assert cut == f"{long[:39]}…" and len(cut) == SHOWN
    for target in (cut, f"{long} Celsius"):
        assert read_csv(path, target).y.tolist() == [1, 3]


def test_file_is_read_once_until_it_changes(write, monkeypatch):
    path, calls = write(GOOD), []
    original = csv_file.text_of
    monkeypatch.setattr(csv_file, "text_of", lambda file: calls.append(file) or original(file))
    assert read_csv(path).y[0] == 3 and read_csv(path, "a").y[0] == 1 and len(calls) == 1
    write(GOOD.replace("1,2.5,3", "1,2.5,30"))
    os.utime(path, (1, 1))
    assert read_csv(path).y[0] == 30 and len(calls) == 2


def test_paths_are_relative_to_the_working_directory(write, monkeypatch):
    monkeypatch.chdir(write(GOOD).parent)
    assert read_csv("data.csv").y[2] == 9


# A first row that may be either


NAMES_PERHAPS = [
    "1990,1991,1992,1993",
    "2001,2000",
    "1990,1995,2005",
    "0,1,2",  # what pandas writes above a table without names
    "1,2,3",
    "400,410,420,430",
    "1,5,10,30",
    "0,1",
]
ROWS = "0.5,1.5,2.5,3.5\n2,3,4,-5\n1,1,1,1\n"


@pytest.mark.parametrize("first", NAMES_PERHAPS)
def test_first_row_of_years_is_asked_about_and_never_taken_in_silence(write, first):
    width = first.count(",") + 1
    rows = "".join(",".join(row.split(",")[:width]) + "\n" for row in ROWS.splitlines())
    path = write(f"{first}\n{rows}")
    with pytest.raises(InputError) as found:
        read_csv(path)
    text = str(found.value)
    assert text.startswith("data.csv, line 1 must be known as names of the columns or as numbers")
    assert 'header="names"' in text and first.split(",")[0] in text
    named, taken = (read_csv(path, header=h) for h in ("names", "data"))
    assert named.names == tuple(first.split(",")[:-1]) and named.X.shape[0] == 3
    np.testing.assert_array_equal(taken.X[0], [float(c) for c in first.split(",")[:-1]])
    assert taken.X.shape[0] == 4 and taken.names[0] == "x1"
    assert read_csv(path, first.split(",")[0], "names").y[0] == 0.5


def test_row_of_zero_and_one_above_whole_numbers_is_data(write):
    assert read_csv(write("0,1\n1,0\n0.5,1\n")).X.shape == (3, 1)
    path = write("0,1,2\n1.5,x,-2\n2.5,y,-3\n3.5,z,-1\n")
    assert_refused("line 1 must be known as names of the columns or as", read_csv, path)


@pytest.mark.parametrize("first", ["country,1990,1991,1992", ",0,1,2"])
def test_words_next_to_years_are_names(write, first):
    assert read_csv(write(f"{first}\n{ROWS}")).X.shape == (3, 3)


@pytest.mark.parametrize("first", ["1,1,2,3", "-1,0,1,2", "3,2,1,0", "1.5,2,3,4", "7,9"])
def test_first_row_that_is_no_count_is_data(write, first):
    width = first.count(",") + 1
    rows = "".join(",".join(row.split(",")[:width]) + "\n" for row in ROWS.splitlines())
    assert read_csv(write(f"{first}\n{rows}")).X.shape == (4, width - 1)


def test_unknown_header_or_decimal_is_refused(write):
    path = write(GOOD)
    assert_refused("decimal must be", read_csv, path, decimal=",")
    with pytest.raises(InputError, match="header must be"):
        read_csv(write(GOOD), header=True)


# Thousands or a fraction


MARKED = [
    # quoted in a file of commas: a fraction has a point there
    ('a,b\n"1,250",2\n3,4\n', 1250, "commas, decimal point, commas between thousands"),
    ('a,b\n"1,250",2.5\n3,4\n', 1250, "commas, decimal point, commas between thousands"),
    ('a,b\n"1,25","2,5"\n3,4\n', 1.25, "commas, decimal comma"),
    ('a,b\n"1,250","2,5"\n3,4\n', 1.25, "commas, decimal comma"),
    # another cell of the file decides it
    ("a;b\n1,250;0,5\n3;4\n", 1.25, "semicolons, decimal comma"),
    ("a;b\n1,250;0.5\n3;4\n", 1250, "semicolons, decimal point, commas between thousands"),
    ("a;b\n1,250;2,000,000\n3;4\n", 1250, "semicolons, decimal point, commas between thousands"),
    ("a;b\n1,250;1,250.5\n3;4\n", 1250, "semicolons, decimal point, commas between thousands"),
    ("a;b\n1.250;1.250,5\n3;4\n", 1250, "semicolons, decimal comma, points between thousands"),
    ("a\tb\n1,250\t2,5\n3\t4\n", 1.25, "tabs, decimal comma"),
    ("a\tb\n-1.250\t2\n3\t4\n", -1.25, "tabs, decimal point"),
    ("a;b\n0,125;2\n3;4\n", 0.125, "semicolons, decimal comma"),
    ("a,b\n1.250,2\n3,4\n", 1.25, "commas, decimal point"),
    # as `%.3e` writes it
    ("a;b\n1,250e+03;2\n3;4\n", 1250, "semicolons, decimal comma"),
    ("a\tb\n-1,250E2\t2\n3,000e0\t4\n", -125, "tabs, decimal comma"),
    ("a;b\n1.250e-01;2\n3;4\n", 0.125, "semicolons, decimal point"),
]


@pytest.mark.parametrize(("text", "value", "words"), MARKED)
def test_csv_thousands_mark_is_distinguished_from_decimal_and_said(write, text, value, words):
    assert read_csv(write(text)).X[0, 0] == value
    assert csv_table.read_table(text, "f").separated == words


#: What R's `format`, spreadsheets in French, Swedish or Swiss German, and people write.
APART = {"space": " ", "no-break": "\u00a0", "narrow": "\u202f", "thin": "\u2009",
         "figure": "\u2007", "apostrophe": "'", "typographic apostrophe": "\u2019"}  # fmt: skip


@pytest.mark.parametrize("between", APART.values(), ids=APART)
@pytest.mark.parametrize("delimiter", [";", "\t", "|", ","])
def test_csv_spaces_and_apostrophes_between_thousands_are_read(write, delimiter, between):
    rows = np.array([[12345.5, 1000, 1234567], [-1250, 999, 4321000], [3.25, 20300, 1001]])
    for mark in ".," if delimiter != "," else ".":
        written = str.maketrans({",": between, ".": mark})
        cells = [[f"{v:,}".translate(written) for v in row] for row in rows.tolist()]
        data = read_csv(write("\n".join(map(delimiter.join, [list("abt"), *cells]))))
        np.testing.assert_array_equal(np.column_stack([data.X, data.y]), rows)
        assert data.names == ("a", "b")


def test_csv_a_typographic_minus_is_one(write):
    data = read_csv(write(GOOD.replace("-4", "\u22124").replace("3\n", "\u22123\n", 1)))
    assert data.X[1, 0] == -4 and data.y[0] == -3


@pytest.mark.parametrize("cell", ["12%", "12 %", "$12", "12 €", "€ 1,5", "(12)", "£1 200"])
def test_csv_a_column_of_numbers_with_their_unit_is_no_column_of_words(write, cell):
    other = cell.replace("1", "3", 1)
    with pytest.raises(InputError, match=r"line 2, column 3 \(t\) must be a finite number"):
        read_csv(write(f"a;b;t\n1;2;{cell}\n3;4;{other}\n"))


@pytest.mark.parametrize("text", ["a;b\n1,250;2\n3;4\n", "a\tb\n1,250\t2,000\n3\t4\n",
                                  "a|b\n1,250|2\n3|4\n", "a b\n1,250 2\n3 4\n",
                                  "a;b\n1.250;2\n3;4\n"])  # fmt: skip
def test_what_may_be_thousands_or_a_fraction_is_asked_about(write, text):
    path = write(text)
    with pytest.raises(InputError) as found:
        read_csv(path)
    assert "line 2, column 1 (a) must be known as thousands or as a fraction" in str(found.value)
    assert 'which may be 1250 or 1.25; say decimal="point" or decimal="comma"' in str(found.value)
    values = [read_csv(path, decimal=mark).X[0, 0] for mark in ("point", "comma")]
    assert values == ([1.25, 1250.0] if "." in text else [1250.0, 1.25])


# What other programs write


WRITTEN = {
    "pandas' index": (",a,b,t\n0,1,2.5,3\n1,-4,5e-1,6\n2,7,8,9\n", "the names of the rows"),
    "an index of a part": (",a,b,t\n7,1,2.5,3\n3,-4,5e-1,6\n5,7,8,9\n", "the names of the rows"),
    "an index written twice": (
        "Unnamed: 0,a,b,t\n0,1,2.5,3\n1,-4,5e-1,6\n2,7,8,9\n", "the names of the rows",
    ),
    "R's write.table": ('"a" "b" "t"\n"1" 1 2.5 3\n"2" -4 0.5 6\n"3" 7 8 9\n',
                        "the names of the rows"),
    "R's names in words": ('a,b,t\nMazda RX4,1,2.5,3\n"Fiat, 2",-4,0.5,6\nHonda,7,8,9\n',
                           "the names of the rows"),
    "R's write.csv": ('"","a","b","t"\n"one",1,2.5,3\n"two",-4,0.5,6\n"three",7,8,9\n',
                      "the names of the rows"),
    "a title": ("Report of May\n" + GOOD, 'the title "Report of May"'),
    "a title with a comma": ("Report, May 2024\n\n" + GOOD, 'the title "Report May 2024", '
                             "1 blank line"),
    "a title in a spreadsheet": ("Report,,\n,,\n" + GOOD, 'the title "Report"'),
    "two titles": ("Report\nby hand\n" + GOOD, 'the title "Report", the title "by hand"'),
    "a column of words": ("a,b,city,t\n1,2.5,Rome,3\n-4,.5,New York,6\n7,8,,9\n",
                          "city (words)"),
    "words in the last column": ("a,b,t,kind\n1,2.5,3,x\n-4,.5,6,y\n7,8,9,x\n", "kind (words)"),
    "dates": ("day,a,b,t\n2024-05-01,1,2.5,3\n2024-05-02,-4,.5,6\n2024-05-03,7,8,9\n",
              "day (words)"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "left"), WRITTEN.values(), ids=WRITTEN)
def test_what_is_no_number_of_the_table_is_left_out_and_named(write, text, left):
    data = read_csv(write(text))
    np.testing.assert_array_equal(np.column_stack([data.X, data.y]), TABLE)
    assert data.names == ("a", "b") and data.origin.endswith("target t")
    assert set(left.split(", ")) == set(
        ", ".join(csv_table.read_table(text, "f").left_out).split(", ")
    )


def test_pandas_and_its_columns_without_names(write):
    data = read_csv(write(",0,1,2\n0,1,2.5,3\n1,-4,5e-1,6\n2,7,8,9\n"))
    np.testing.assert_array_equal(np.column_stack([data.X, data.y]), TABLE)
    assert data.names == ("0", "1")


@pytest.mark.parametrize("first", [",2,3\n4,5,6\n7,8,9\n", ",b,c\n1,2,3\n1,5,6\n4,1,2\n"])
def test_first_column_that_does_not_name_rows_is_data(write, first):
    table = first if "b" in first else None
    if table:
        assert read_csv(write(table)).names == ("x1", "b")
    else:
        with pytest.raises(InputError, match=r"line 1, column 1 .* got an empty cell"):
            read_csv(write(first))


def test_row_without_words_is_data_though_other_columns_have_words(write):
    rows = "".join(
        f"{i},{i * i % 7}.5,setosa,a b,{i % 3},red,{w}\n" for i, w in enumerate("xyzxyz")
    )
    data = read_csv(write(rows))
    assert data.X.shape == (6, 2) and data.names == ("x1", "x2") and data.y[4] == 1


def test_target_may_not_hold_words_where_numbers_are_meant(write):
    path = write("a,b,kind\n1,2,x\n3,4,y\n5,6,x\n")
    assert read_csv(path).origin == "data.csv, target b" and read_csv(path, "1").names == ("b",)
    assert_refused(r"got kind of data\.csv, which holds words", read_csv, path, "kind")
    with pytest.raises(InputError, match="two columns of numbers, got 1; words are in a"):
        read_csv(write("a,b\nx,1\ny,2\nz,3\n"))


@pytest.mark.parametrize("names", ["a,a,b", "a,A,a", f"{'n' * 50}1,{'n' * 50}2,b"])
def test_columns_of_one_name_are_distinguished_by_their_number(write, names):
    table = csv_table.read_table(f"{names}\n1,2,3\n4,5,6\n", "f")
    assert len(set(table.names)) == 3
    for k, name in enumerate(table.names):
        found = read_csv(write(f"{names}\n1,2,3\n4,5,6\n"), name)
        assert found.y.tolist() == [k + 1, k + 4]


# Rows of LIBSVM


SPARSE = "+1 1:1 3:2.5 # a remark\n-1 2:-4\n# between\n+1\n"


def test_rows_of_libsvm_are_a_table_whose_label_is_the_target(write):
    data = read_csv(write(SPARSE, "a1a.txt"))
    np.testing.assert_array_equal(data.X, [[1, 0, 2.5], [0, -4, 0], [0, 0, 0]])
    assert data.y.tolist() == [1, -1, 1] and data.names == ("x1", "x2", "x3")
    table = csv_file.read_classes(write(SPARSE))
    assert table.keys == ("+1", "-1", "+1") and table.numbers.shape == (3, 3)
    assert read_csv(write("0.5 1:1 2:2\n1.5 1:3 2:5\n"), "x2").X.tolist() == [[1, 0.5], [3, 1.5]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (
                f"{before}{row}\n2 1:1\n",
                rf"line {line} must be one label and pairs .* got '{row}'\.",
            )
            for before, line in (("1 1:2\n\n", 3), ("", 1))
            for row in (
                "1 1:x",
                "1 1:inf",
                "nan 1:2",
                "1 1:1e999",
                "1 1:1_0",
                "1 2:2 1:3",
                "1 1: 2",
                "1 1:2 1:3",
                "1,2 1:3",
                "1:2 2:3",
                f"1 {2**40}:1",
            )
        ),
        ("1 1:2\n2 3\n", "line 2 must be one label and pairs index:value"),
        ("3\n1 1:2\nx 1:2\n", "line 3 must be one label and pairs index:value"),
        ("1 1:2\n", "at least two rows, got 1"),
        ("1 1:2\n2 900000000:1\n", "at most 20,000,000 numbers with its zeros"),
    ],
)
def test_rows_that_are_not_libsvm_get_a_sentence(write, text, words):
    with pytest.raises(InputError, match=words) as found:
        read_csv(write(text))
    assert str(found.value).startswith("data.csv") and "\n" not in str(found.value)


@pytest.mark.parametrize("before", ["2\n", "2 # of zeros\n", "\n\n2\n# one more\n-3.5\n"])
def test_libsvm_rows_of_zeros_may_come_first(write, before):
    data = read_csv(write(before + SPARSE))
    assert data.y.tolist()[-3:] == [1, -1, 1] and not data.X[:-3].any()
    np.testing.assert_array_equal(data.X[-3:], [[1, 0, 2.5], [0, -4, 0], [0, 0, 0]])


def test_rows_of_libsvm_are_no_bags(write):
    with pytest.raises(InputError, match="only their label may be a class"):
        csv_file.read_keyed(write(SPARSE))


FORMS = st.tuples(
    st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", ","), (" ", "."), (" ", ",")]),
    st.booleans(),
    st.sampled_from(["", "# note\n", "\n"]),
    st.lists(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3), min_size=2, max_size=6),
)


@given(FORMS)
def test_what_was_written_is_read_with_quotes_and_without(form):
    (delimiter, mark), header, above, rows = form
    lines = [delimiter.join(repr(v).replace(".", mark) for v in row) for row in rows]
    text = above + "\n".join([delimiter.join("abc")] * header + lines)
    plain = csv_table.read_table(text, "f", "names" if header else "data")
    quoted = text.replace(lines[0].split(delimiter)[0], f'"{lines[0].split(delimiter)[0]}"', 1)
    other = csv_table.read_table(quoted, "f", "names" if header else "data")
    np.testing.assert_array_equal(plain.numbers, rows)
    np.testing.assert_array_equal(other.numbers, rows)
    assert (plain.delimiter, plain.left_out) == (other.delimiter, other.left_out)
    assert plain.names == (("a", "b", "c") if header else ("x1", "x2", "x3"))


TOKENS = st.sampled_from(
    [
        ",",
        ";",
        "\t",
        "\n",
        "1",
        "2.5",
        "x",
        '"',
        "NaN",
        " ",
        "\r",
        "\x00",
        "|",
        "#",
        "sep=",
        "1990",
        "1:2",
        "1,250",
    ]
)


@given(st.lists(TOKENS, max_size=40).map("".join))
def test_any_text_is_a_table_of_finite_numbers_or_a_sentence(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(text.encode())
    try:
        data = read_csv(path)
    except InputError as error:
        assert str(error).startswith("any.csv")
    else:
        assert np.isfinite(data.X).all() and np.isfinite(data.y).all()
        assert len(data.names) == data.X.shape[1] >= 1 and len(data.y) == len(data.X) >= 2
