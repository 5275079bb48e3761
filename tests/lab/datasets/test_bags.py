import numpy as np
import pytest

from lab.data import VARIABLE
from lab.datasets import bags as bag_data
from lab.datasets.bags import SETS, load_bags, read_bags, standard_units
from solvers import InputError, MultiInstanceODM

HEAD = "bag,label,width,height\n"
ROWS = "7,0,1,5\n3,1,2,5\n7,0,4,5\n3,1,-2,5\n3,1,0.5,5\n5,0,9,5\n"


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))

    def write(text, name="mine.csv"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    return write


def test_bags_in_the_order_of_the_file(write):
    data = read_bags(write(HEAD + ROWS))
    assert data.names == ("bag 7", "bag 3", "bag 5") and data.features == ("width", "height")
    np.testing.assert_array_equal(data.y, [-1.0, 1.0, -1.0])
    np.testing.assert_array_equal(data.bags[0], [[1, 5], [4, 5]])
    np.testing.assert_array_equal(data.bags[1], [[2, 5], [-2, 5], [0.5, 5]])
    assert not any(a.flags.writeable for a in (*data.bags, data.y))
    assert MultiInstanceODM(data.bags, data.y, 1.0, 1.0, 0.5, 0.2).count == 3


def test_labels_may_be_minus_one_and_the_header_missing(write):
    data = read_bags(write((HEAD + ROWS).replace(",0,", ",-1,")))
    np.testing.assert_array_equal(data.y, [-1.0, 1.0, -1.0])
    plain = read_bags(write(ROWS, "plain.csv"))
    np.testing.assert_array_equal(plain.bags[1], data.bags[1])
    assert plain.features == ("x3", "x4")


def test_bags_may_be_named_in_any_words(write):
    text = HEAD + ROWS.replace("7,0", '"musk, dark",0').replace("3,1", " red  fox ,1")
    data = read_bags(write(text))
    assert data.names == ("bag musk, dark", "bag red fox", "bag 5")
    by_number = read_bags(write(HEAD + ROWS, "numbers.csv"))
    for a, b in zip(data.bags, by_number.bags, strict=True):
        np.testing.assert_array_equal(a, b)
    same = read_bags(write(HEAD + ROWS.replace("7,0,4", "7.0,0,4"), "point.csv"))
    assert same.names == by_number.names  # a number is one however it is written
    large = HEAD + (
        '"1,250,000",0,1,5\n3,1,2,5\n1.25e6,0,4,5\n9007199254740993,1,1,5\n9007199254740992,1,2,3\n'
    )
    large = read_bags(write(large, "large.csv"))
    names = ("1250000", "3", "9007199254740993", "9007199254740992")
    assert large.names == tuple(f"bag {name}" for name in names)


@pytest.mark.parametrize(
    "text, words",
    [
        (HEAD + ROWS.replace("5,0,9", ",0,9"), r"line 7, column 1 \(bag\) must name what the row"),
        (HEAD + ROWS.replace("7,0,4", "a,0,4").replace("3,1,-2", "a,1,-2"), "got both in bag a"),
        (HEAD + ROWS.replace("3,1,2", "3.5,1,2"), "must number the bags, got 3.5 in data row 2"),
        (HEAD + ROWS.replace("3,1,2", "3,2,2"), "by 1, and 0 or -1, got 2 in data row 2"),
        (HEAD + ROWS.replace("7,0,4", "7,1,4"), "one label, got both in bag 7"),
        (HEAD + ROWS.replace("9,5", "nan,5"), r"line 7, column 3 \(width\) must be a finite"),
        (
            "bag,label,x\na,yes,2\nb,no,1\n",
            "column 2, the label of the bags, must be a column of "
            "numbers here, got label of .* which holds words; write 1, and 0 or -1",
        ),
        ("bag,label\n1,0\n2,1\n", "at least three columns: bag, label, features; got 2"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(write, text, words):
    with pytest.raises(InputError, match=words) as caught:
        read_bags(write(text))
    assert "mine.csv" in str(caught.value) and str(caught.value).count("\n") == 0


@pytest.mark.parametrize("folder", ["", "mil/"])
def test_known_set_is_found_and_its_shape_checked(write, monkeypatch, folder):
    monkeypatch.setitem(bag_data._FILES, "fox", bag_data._File(6, 2, 3, "somewhere"))
    write(HEAD + ROWS, f"{folder}fox.csv")
    assert load_bags("fox").origin == "fox.csv, somewhere"
    write(HEAD + ROWS[8:], f"{folder}fox.csv")
    with pytest.raises(InputError, match=r"fox\.csv must hold 6 instances x 2 .* got 5 x 2 in 3"):
        load_bags("fox")


@pytest.mark.parametrize("name", SETS)
def test_missing_set_is_one_loud_line(name, tmp_path, monkeypatch):
    for folder in ("", str(tmp_path)):
        monkeypatch.setenv(VARIABLE, folder)
        with pytest.raises(InputError) as caught:
            load_bags(name)
        wanted = bag_data._FILES[name]
        for part in (f"{name}.csv", str(wanted.rows), str(wanted.columns), wanted.origin, "--data"):
            assert part in str(caught.value)


def test_any_other_name_is_a_path(write):
    assert load_bags(str(write(HEAD + ROWS))).names == ("bag 7", "bag 3", "bag 5")
    with pytest.raises(InputError, match="there is none at 'musk3'"):
        load_bags("musk3")


def test_standard_units(write):
    data = standard_units(read_bags(write(HEAD + ROWS)))
    X = np.concatenate(data.bags)
    assert data.features == ("width",)  # the height never changes
    np.testing.assert_allclose([X.mean(), X.std()], [0.0, 1.0], atol=1e-12)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unit", ["e-300", "e300", "e308"])
def test_standard_units_do_not_hang_on_the_unit(write, unit):
    rows = "bag,label,height\n1,1,1{0}\n1,1,-1{0}\n2,0,0.5{0}\n"
    plain, other = (
        np.concatenate(standard_units(read_bags(write(rows.format(u)))).bags) for u in ("", unit)
    )
    np.testing.assert_allclose(other, plain, rtol=1e-12)


def test_features_that_never_change_are_refused(write):
    with pytest.raises(InputError, match=r"must have a feature that differs .* got 1 constant"):
        standard_units(read_bags(write("bag,label,height\n1,1,5\n2,0,5\n")))
