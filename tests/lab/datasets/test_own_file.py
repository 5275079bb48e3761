"""The knobs of a reader's own file, and the preview of what was understood of it."""

import numpy as np
import pytest

import lab
from lab.datasets.own_file import (
    own_halves,
    own_measures,
    own_names,
    own_points,
    preview,
    store_upload,
)
from lab.discovery import LESSONS
from solvers import InputError
from widgets import Text

TABLE = "sep=;\n# from a spreadsheet\nname;size;class;;\n1,5;2;3;;\n4;5;6;;\n\n7;8;9,25;;\n"
SCENES = [
    pytest.param(e, id=e.name)
    for lesson in LESSONS.values()
    for e in lesson.scenes
    if any(k.kind == "file" and k.name != "program" for k in e.knobs)  # which is no table of data
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(**given):
    return {"data": "csv", "file": "t.csv", "target": "", "header": "auto",
            "decimal": "auto"} | given  # fmt: skip


def reported(folder, text, **given):
    (folder / "t.csv").write_text(text, encoding="utf-8")
    return preview(asked(**given))["file"]


def test_it_says_what_was_understood(folder):
    shown = reported(folder, TABLE, target="size")
    facts = dict(shown["facts"])
    assert facts == {
        "rows": "3", "columns": "3", "first row": "names of the columns",
        "target": "size (column 2)", "separated by": "semicolons, decimal comma",
        "left out": "the line sep=, 1 comment, 1 blank line, 2 empty columns",
    }  # fmt: skip
    assert shown["head"] == ["name", "size", "class"] and shown["target"] == 1
    assert shown["rows"] == [["1.5", "2", "3"], ["4", "5", "6"], ["7", "8", "9.25"]]


def test_of_a_large_table_the_first_rows_are_shown_and_always_the_target(folder):
    rows = "\n".join(",".join(str(10 * i + k + 0.5) for k in range(12)) for i in range(30))
    shown = reported(folder, rows)
    assert len(shown["rows"]) == 5 and len(shown["head"]) == 8
    assert shown["head"][shown["target"]] == "x12" and shown["rows"][0][-1] == "11.5"
    assert "of 30 rows" in shown["more"] and "of 12 columns" in shown["more"]


def test_classes_and_features_that_are_cut_say_so(folder):
    long = "petal width in centimetres"
    rows = "\n".join(f"{k},{k % 3},{k % 2} is a species with a long name" for k in range(9))
    (folder / "t.csv").write_text(f"{long},b,kind\n{rows}\n", encoding="utf-8")
    found = own_points(asked(columns=""), None, 9)
    assert (
        found.classes == ("0 is a species with a l…", "1 is a species with a l…")
        and long in found.features
    )
    shown = preview(asked(), "kind", offers=True)["file"]
    assert shown["rows"][0][-1] == "0 is a species with a l…"
    numbers = asked(target="b", columns="")
    assert own_names(numbers, 1) == ("petal width in centimet…",)


def test_refused_file_gets_one_sentence_and_no_file_a_hint(folder):
    shown = reported(folder, "a,b\n1,2\n3,oops\n")
    assert shown == {"error": "t.csv, line 3, column 2 (b) must be a finite number, got 'oops'; "
                     "correct the cell, or drop its row or column."}  # fmt: skip
    assert "line 1 must be known as names" in reported(folder, "1990,1991\n1,2\n3,4\n")["error"]
    assert "Drop a CSV file" in preview(asked(file=" "))["file"]["hint"]
    assert preview(asked(data="toy")) == {}


def test_words_in_the_first_column_are_bags(folder):
    (folder / "t.csv").write_text("bag,label,f\nred one,1,2\nblue,0,3\n", encoding="utf-8")
    shown = preview(asked(), bags=True)["file"]
    assert shown["rows"] == [["red one", "1", "2"], ["blue", "0", "3"]] and shown["target"] == 1
    (folder / "t.csv").write_text("bag,label,f\na,yes,2\nb,no,3\n", encoding="utf-8")
    assert preview(asked(), bags=True)["file"]["error"].endswith("write 1, and 0 or -1.")


def test_file_is_stored_next_to_the_notebook_and_all_its_knobs_work(folder):
    turned = store_upload(
        {"data": "toy", "file": "", "target": "old", "n": 3}, "../My data.csv", b"1,2\n"
    )
    assert turned == {"data": "csv", "file": "My-data.csv", "target": ""}
    assert (folder / "My-data.csv").read_bytes() == b"1,2\n"


@pytest.mark.parametrize("experiment", SCENES)
def test_every_scene_with_a_file_offers_it_previews_it_and_hides_its_knobs(experiment, folder):
    knobs = {k.name: k for k in experiment.knobs}
    assert ("csv", "my own file") in knobs["data"].pairs() and knobs["file"].most > 0
    standing = experiment.settings({})
    for name in ("file", "target", "header", "decimal"):
        assert name not in knobs or not knobs[name].applies(standing)
    assert "hint" in experiment.previews(experiment.settings({"data": "csv"}))["file"]
    rng = np.random.default_rng(0)
    text = "bag,label,flour,grain,honey\n" + "".join(
        f"{i % 4},{i % 2},{f + i % 2:.3f},{g - i % 2:.3f},{f * g + i % 2:.3f}\n"
        for i, (f, g) in enumerate(rng.normal(size=(24, 2)))
    )
    (folder / "t.csv").write_text(text, encoding="utf-8")
    given = {"data": "csv", "file": "t.csv"}
    given |= {"target": "label"} if "target" in knobs else {}
    given |= {"dimension": 3} if experiment.name == "bags" else {}
    if "columns" in knobs and experiment.name != "svm-3d":
        wide = standing.get("dimension", 2)
        given["columns"] = ", ".join(("flour", "grain", "honey")[:wide])
    given = experiment.settings(given)
    shown = experiment.previews(given)["file"]
    assert dict(shown["facts"])["rows"] == "24" and shown["head"][1] == "label"
    scene = lab.scene(lab.run(experiment, **given))
    assert len(scene) >= 1
    written = " ".join(_words(scene))
    assert "flour" in written and "grain" in written, written


def _words(scene):
    """The words at axes, and in pictures that have no axis for each feature."""
    for panel in scene.panels:
        for axis in panel.axes():
            yield axis.title
            yield from map(str, axis.ticks[1] if axis.ticks else ())
        for mark in panel.marks:
            yield " ".join(mark.text) if isinstance(mark, Text) else mark.label


def test_words_are_classes_in_their_order_and_columns_are_chosen(folder):
    rows = "".join(f"{i},{i % 5},{-i},{['yes', 'no'][i % 2]}\n" for i in range(20))
    (folder / "t.csv").write_text(f"a,b,c,kind\n{rows}", encoding="utf-8")
    found = own_points(asked(columns=""), 2, 100)
    assert found.features == ("a", "b") and found.classes == ("no", "yes")
    assert found.y.tolist() == [1, 0] * 10
    assert np.allclose(found.X.mean(axis=0), 0.0) and np.allclose(found.X.std(axis=0), 1.0)
    assert own_points(asked(columns="c, 1"), 2, 100).features == ("c", "a")
    halves = own_halves(asked(columns=""), None, 100)
    assert halves.features == ("a", "b", "c") and set(halves.y) == {-1.0, 1.0}
    assert len(own_points(asked(columns=""), 2, 7).y) == 7


@pytest.mark.parametrize(
    "given, said",
    [
        ({"columns": "a"}, "columns must name 2 different features, got 'a'"),
        ({"columns": "a, a"}, "columns must name 2 different features"),
        ({"columns": "a, z"}, "columns must be a column of t.csv"),
        ({"target": "a"}, "target must hold two to 9 classes, got 20 different words"),
        (
            {"target": "flat"},
            "target must hold two to 9 classes, got 1 different word in column flat",
        ),
        ({"columns": "a, flat"}, "t.csv must vary in flat, which is the same in all rows"),
    ],
)
def test_what_is_no_set_of_points_gets_a_sentence(folder, given, said):
    rows = "".join(f"{i},{i % 5},1,{i % 3}\n" for i in range(20))
    (folder / "t.csv").write_text(f"a,b,flat,kind\n{rows}", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        own_points(asked(columns="") | given, 2, 100)
    with pytest.raises(InputError, match="target must hold two classes here, got 3"):
        own_halves(asked(columns="a, b"), 2, 100)
    with pytest.raises(InputError, match="must have at least 4 columns besides the target, got 3"):
        own_points(asked(columns=""), 4, 100)


@pytest.mark.parametrize(
    ("head", "labels", "classes"),
    [
        ("a,b,kind", ("1", "+1", "1.0", "-1", "-1.00"), ("-1", "1")),
        ("a,b,kind", ("+1", "1", "1e0", "-1.0", "-1"), ("-1", "+1")),
        ("a;b;kind", ("1,0", "1", "2,5", "2,50", "1"), ("1", "2.5")),
        ("a,b,kind", ("10", "9", "10.0", "x", "x"), ("9", "10", "x")),
        ("a,b,kind", (f"{2**53 + 1}", f"{2**53}"), (f"{2**53}", f"{2**53 + 1}")),
    ],
)
def test_own_points_one_number_in_two_spellings_is_one_class(folder, head, labels, classes):
    between, mark = head[1], ",."[head[1] == ","]
    rows = ((f"{i}{mark}5", f"{i * i % 7}", labels[i % len(labels)]) for i in range(20))
    text = "".join(between.join(row) + "\n" for row in rows)
    (folder / "t.csv").write_text(f"{head}\n{text}", encoding="utf-8")
    found = own_points(asked(columns=""), 2, 100)
    assert found.classes == classes
    for i, k in enumerate(found.y):
        label = labels[i % len(labels)]
        assert found.classes[k] == label or (
            float(found.classes[k]) == float(label.replace(",", "."))
        )


@pytest.mark.parametrize("word", ["nan", "NA", "?", "<NA>", " "])
def test_own_points_label_that_is_missing_is_refused(folder, word):
    rows = "".join(f"{i},{i * i % 7},{[1, 2, word][i % 3]}\n" for i in range(20))
    (folder / "t.csv").write_text(f"a,b,kind\n{rows}", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 4, column 3 \(kind\) must name what the row"):
        own_points(asked(columns=""), 2, 100)


WORDS = "kind,name,a,b\n" + "".join(
    f"{['up', 'down'][i % 2]},n{i},{i * i % 7},{i}\n" for i in range(20)
)


def test_columns_of_words_are_offered_where_the_target_may_be_one(folder):
    (folder / "t.csv").write_text(WORDS, encoding="utf-8")
    with pytest.raises(
        InputError, match=r"got 20 different words in column b of t\.csv; take kind"
    ):
        own_points(asked(columns=""), None, 100)
    found = own_points(asked(columns="", target="kind"), None, 100)
    assert found.classes == ("down", "up") and found.features == ("a", "b")
    for name, offered in (("svm", "kind"), ("lasso", None)):
        experiment = next(p.values[0] for p in SCENES if p.id == name)
        shown = experiment.previews(experiment.settings({"data": "csv", "file": "t.csv"}))["file"]
        facts = dict(shown["facts"])
        assert facts.get("other targets") == offered
        assert facts["left out"] == "kind (words), name (words)"
        assert shown["head"] == ["a", "b"] and shown["head"][shown["target"]] == "b"


def test_decimal_mark_is_asked_for_and_the_answer_taken(folder):
    rows = "".join(f"{i + 1},250;{i * i % 7}\n" for i in range(9))
    assert "1250 or 1.25; say decimal=" in reported(folder, f"a;t\n{rows}")["error"]
    for mark, value, words in (
        ("point", "1,250", "semicolons, decimal point, commas between thousands"),
        ("comma", "1.25", "semicolons, decimal comma"),
    ):
        shown = reported(folder, f"a;t\n{rows}", decimal=mark)
        assert shown["rows"][0][0] == value and dict(shown["facts"])["separated by"] == words


def test_measures_are_centred_and_of_length_one(folder):
    rows = "".join(f"{i},{i * i % 7},{3 * i}\n" for i in range(20))
    (folder / "t.csv").write_text(f"a,b,t\n{rows}", encoding="utf-8")
    X, t = own_measures(asked(columns="b"), 1)
    assert X.shape == (20, 1) and np.allclose([np.linalg.norm(X), np.linalg.norm(t)], 1.0)
    assert abs(X.sum()) < 1e-12 and abs(t.sum()) < 1e-12
