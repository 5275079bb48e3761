import os

import numpy as np
import pytest
from refusing import assert_refused

import lab
from lab import data
from lab.data import load
from lab.discovery import LESSONS
from solvers import InputError, Lasso

REGRESSIONS = [data.orthogonal, data.correlated, data.collinear, data.diabetes_features]
CLASSES = [data.blobs, data.noisy_feature, data.moons, data.circles, data.crosses]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(data.VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("make", REGRESSIONS)
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_designs_are_centred_with_unit_columns(make, dimension):
    X, t = make(n=25, dimension=dimension, seed=3)
    assert X.shape == (25, dimension) and t.shape == (25,)
    np.testing.assert_allclose(np.linalg.norm(X, axis=0), 1.0, rtol=1e-12)
    np.testing.assert_allclose(X.sum(axis=0), 0.0, atol=1e-12)
    assert abs(t.sum()) < 1e-12


@pytest.mark.parametrize("make", REGRESSIONS + CLASSES)
def test_same_seed_same_data(make):
    first, again, other = make(seed=1), make(seed=1), make(seed=2)
    for a, b in zip(first, again, strict=True):
        np.testing.assert_array_equal(a, b)
    assert not np.array_equal(first[0], other[0])


@pytest.mark.parametrize("rho", [-0.9, 0.0, 0.5, 1.0])
def test_correlation_is_exact(rho):
    X, _ = data.correlated(dimension=3, rho=rho)
    expected = np.eye(3)
    expected[0, 1] = expected[1, 0] = rho
    np.testing.assert_allclose(X.T @ X, expected, atol=1e-12)


def test_orthogonal_and_collinear_are_what_they_say():
    X, _ = data.orthogonal(dimension=3)
    np.testing.assert_allclose(X.T @ X, np.eye(3), atol=1e-12)
    X, _ = data.collinear()
    assert X[:, 0] @ X[:, 1] == pytest.approx(data.NEARLY)


def test_without_noise_the_weights_come_back():
    X, t = data.correlated(dimension=3, noise=0.0)
    np.testing.assert_allclose(np.linalg.lstsq(X, t, rcond=None)[0], data.WEIGHTS, atol=1e-12)
    noisy = data.correlated(dimension=3, noise=0.5)[1]
    assert not np.allclose(noisy, t, atol=0.01)


def test_diabetes_features_are_the_real_ones():
    X, _ = data.diabetes_features(n=442, dimension=3)
    real = load("diabetes")
    for k, name in enumerate(data.DIABETES):
        column = real.X[:, real.names.index(name)]
        assert np.corrcoef(X[:, k], column)[0, 1] == pytest.approx(1.0)
    assert_refused("n must be at most 442", data.diabetes_features, n=443)


def test_sparse_regression_hides_the_weights_it_returns():
    X, t, w = data.sparse_regression(60, 20, 4, noise=0.0)
    assert np.count_nonzero(w) == 4
    np.testing.assert_allclose(np.linalg.lstsq(X, t, rcond=None)[0], w, atol=1e-10)
    assert Lasso(X, t, 0.1).lam_max > 0.1


@pytest.mark.parametrize("make", CLASSES)
@pytest.mark.parametrize("dimension", [2, 3])
def test_classes_are_balanced(make, dimension):
    X, y = make(n=41, dimension=dimension)
    assert X.shape == (41, dimension) and set(y) == {-1.0, 1.0}
    assert (y > 0).sum() == 21


def test_rings_and_moons_have_their_shape_without_noise():
    X, y = data.circles(noise=0.0, ratio=0.5, dimension=3)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), np.where(y > 0, 0.5, 1.0))
    X, y = data.moons(noise=0.0)
    centre = np.where(y > 0, -0.5, 0.5), np.where(y > 0, -0.25, 0.25)
    np.testing.assert_allclose(np.hypot(X[:, 0] - centre[0], X[:, 1] - centre[1]), 1.0)


def test_noisy_feature_says_nothing_and_the_others_do():
    X, y = data.noisy_feature(n=2000, seed=1)
    assert abs(np.corrcoef(X[:, -1], y)[0, 1]) < 0.1 < 0.8 < np.corrcoef(X[:, 0], y)[0, 1]
    assert X[:, -1].std() > 2.0


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: data.correlated(n=2), "n must be a whole number of at least 3"),
        (lambda: data.correlated(dimension=4), "dimension must be one of 1, 2, 3"),
        (lambda: data.correlated(rho=1.5), "rho must lie between"),
        (lambda: data.correlated(noise=-1.0), "noise must be at least 0"),
        (lambda: data.blobs(dimension=1), "dimension must be one of 2, 3"),
        (lambda: data.blobs(n=1), "n must be a whole number of at least 2"),
        (lambda: data.moons(seed=-1), "seed must be"),
    ],
)
def test_bad_arguments_are_named(call, words):
    assert_refused(words, call)


def test_scale01_maps_each_column_to_the_unit_interval():
    X = np.array([[1.0, 5.0, -2.0], [3.0, 5.0, 4.0], [2.0, 5.0, 1.0]])
    np.testing.assert_array_equal(data.scale01(X), [[0, 0, 0], [1, 0, 1], [0.5, 0, 0.5]])
    assert X[0, 0] == 1.0


@pytest.mark.parametrize(
    "name, shape", [("iris", (150, 4)), ("wine", (178, 13)), ("breast_cancer", (569, 30))]
)
def test_bundled_sets(name, shape, monkeypatch):
    monkeypatch.delenv(data.VARIABLE, raising=False)
    found = load(name)
    assert found.X.shape == shape and len(found.names) == shape[1]
    assert found.y.dtype.kind == "i" and "scikit-learn" in found.origin
    with pytest.raises(ValueError, match="read-only"):
        found.X[0, 0] = 1.0


def test_diabetes_target_is_no_label():
    assert load("diabetes").y.dtype.kind == "f"


def test_set_of_the_user(folder):
    (folder / "mine.csv").write_text("\ufeff0.5,1,-1\n2,3,1\n4,5,1\n", encoding="utf-8")
    found = load("mine")
    np.testing.assert_array_equal(found.X, [[0.5, 1], [2, 3], [4, 5]])
    np.testing.assert_array_equal(found.y, [-1, 1, 1])
    assert found.names == ("x1", "x2") and found.y.dtype.kind == "i"


def test_sparse_file_has_the_stated_columns(folder, monkeypatch):
    monkeypatch.setitem(data._FILES, "tiny", data._File("tiny.libsvm", 2, 5, "here"))
    (folder / "tiny.libsvm").write_text("+1 1:0.5 4:2\n-1 2:1\n")
    found = load("tiny")
    np.testing.assert_array_equal(found.X, [[0.5, 0, 0, 2, 0], [0, 1, 0, 0, 0]])
    np.testing.assert_array_equal(found.y, [1, -1])
    for text in ("nonsense\n", "1 3:1 1:2\n2 1:1\n", f"1 {2**70}:1\n2 1:1\n"):
        (folder / "tiny.libsvm").write_text(text)
        assert_refused(r"tiny\.libsvm must hold lines .*[^.]\.$", load, "tiny")
    for text in ("1 1:2\n2 1:nan\n", "1 1:2\n-inf 2:1\n"):
        (folder / "tiny.libsvm").write_text(text)
        assert_refused(r"tiny\.libsvm must hold finite .* row 2", load, "tiny")


@pytest.mark.parametrize("named", [True, False])
def test_missing_set_is_one_line_with_file_shape_and_origin(named, tmp_path, monkeypatch):
    if named:
        monkeypatch.setenv(data.VARIABLE, str(tmp_path))
    else:
        monkeypatch.delenv(data.VARIABLE, raising=False)
    with pytest.raises(InputError) as caught:
        load("movement_libras")
    words = str(caught.value)
    assert "\n" not in words
    for part in ("movement_libras.csv", "360 x 90", "KEEL", "--data DIR", data.VARIABLE):
        assert part in words


@pytest.mark.parametrize(
    "text, words",
    [
        ("a,b,c\n1,2,3\n", "no header"),
        ("1,2,nan\n", "finite"),
        ("1\n2\n", "at least two columns"),
        ("1,2\n1,2,3\n", r"separated by commas .* at row 2;.*\.$"),
        ("1,2\n1,x\n", r"'x' to float64 in row 2, column 2\.$"),
        ("", "at least two columns"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_files_that_are_not_tables_of_numbers(text, words, folder):
    (folder / "bad.csv").write_text(text)
    assert_refused(words, load, "bad")


def test_known_file_of_another_shape_is_refused(folder):
    (folder / "sonar.csv").write_text("1,2,1\n")
    assert_refused(r"208 x 60 .* got 1 x 2", load, "sonar")


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", ".hidden", 3, None])
def test_names_cannot_leave_the_directory(name, folder):
    assert_refused("name must be one of", load, name)


def test_use_directory_reaches_children(tmp_path, monkeypatch):
    monkeypatch.setenv(data.VARIABLE, "")
    data.use_directory(tmp_path)
    assert os.environ[data.VARIABLE] == str(tmp_path) and data.directory() == tmp_path
    assert_refused("--data must name a directory", data.use_directory, tmp_path / "none")


SCENES = [e for lesson in LESSONS.values() for e in lesson.scenes]


@pytest.mark.parametrize("name", ["lasso", "groups"])
def test_scene_with_real_data_shows_the_answer_of_those_data(name):
    """Whatever the knobs of drawn sets say, which then are hidden."""
    full, experiment = data.load("diabetes"), next(e for e in SCENES if e.name == name)
    given = {"data": "diabetes", "noise": 0.5, "n": 30, "seed": 7, "order": "cyclic"}
    given |= {"dimension": 3} if name == "lasso" else {}
    problem = lab.run(experiment, **given).problem
    X = full.X[:, [full.names.index(feature) for feature in data.DIABETES]]
    X, t = X - X.mean(axis=0), full.y - full.y.mean()
    np.testing.assert_allclose(problem.X, X / np.linalg.norm(X, axis=0), atol=1e-12)
    np.testing.assert_allclose(problem.t, t / np.linalg.norm(t), atol=1e-12)
    settings = experiment.settings(given)
    hidden = {k.name for k in experiment.knobs if not k.applies(settings)}
    assert {"noise", "n", "seed"} <= hidden


@pytest.mark.parametrize("experiment", SCENES, ids=lambda e: e.name)
def test_no_scene_adds_noise_to_real_data_or_leaves_rows_out(experiment):
    """With an option that says "real" a knob of noise or of rows has no place."""
    knobs = {k.name: k for k in experiment.knobs}
    for knob in (k for k in experiment.knobs if k.kind == "choice"):
        for value in (v for v, words in knob.pairs() if "(real" in str(words)):
            settings = experiment.settings({knob.name: value})
            for name in {"noise", "n"} & set(knobs):
                assert not knobs[name].applies(settings), (knob.name, value, name)


def test_labels_too_large_for_an_integer_stay_as_they_are(folder):
    (folder / "large.csv").write_text("1,2,1e30\n2,3,-1\n", encoding="utf-8")
    assert data.load("large").y.tolist() == [1e30, -1.0]
    (folder / "small.csv").write_text("1,2,4\n2,3,-1\n", encoding="utf-8")
    assert data.load("small").y.dtype == np.int64
