"""Data: seeded sets in two and three dimensions, real sets that ship with scikit-learn, and sets
from a directory of the user (`lab --data DIR` or the variable CONVEXLAB_DATA);
labelled points."""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from solvers import InputError
from solvers.checks import between, integer, locked, nonnegative, one_of

#: The environment variable that names the directory; kernels and other children inherit it.
VARIABLE = "CONVEXLAB_DATA"

# Regression sets. The columns of X (n, d) are centred and of length 1, t (n,) is centred; the
# weights behind t are `WEIGHTS[:d]`, and the noise is a vector of expected length `noise`.

#: What generated the synthetic targets.
WEIGHTS = (1.0, -0.6, 0.3)
#: The correlation of a nearly collinear pair.
NEARLY = 0.998
#: The columns of the real diabetes data that the synthetic "diabetes" takes.
DIABETES = ("bmi", "s5", "bp")
#: The rows of those data.
PATIENTS = 442


def orthogonal(
    n: int = 40, dimension: int = 2, noise: float = 0.3, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of a design with X'X = I: the lasso is soft thresholding there."""
    return correlated(n, dimension, 0.0, noise, seed)


def collinear(
    n: int = 40, dimension: int = 2, noise: float = 0.3, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of a design whose first two columns are nearly the same."""
    return correlated(n, dimension, NEARLY, noise, seed)


def correlated(
    n: int = 40, dimension: int = 2, rho: float = 0.9, noise: float = 0.3, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of a design whose first two columns have sample correlation exactly `rho`."""
    rho = between(rho, -1.0, 1.0, "rho")
    Q, rng = _frame(n, dimension, seed)
    if dimension > 1:
        Q[:, 1] = rho * Q[:, 0] + np.sqrt(1.0 - rho * rho) * Q[:, 1]
    return Q, _target(Q, noise, rng)


def diabetes_features(
    n: int = 40, dimension: int = 2, noise: float = 0.0, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """(X, t) of `n` patients drawn from the real diabetes data: body mass index, s5, blood
    pressure; t is the progression of the disease, scaled to length 1, plus noise if wanted."""
    full = load("diabetes")
    n = _size(n, dimension, most=len(full.y))
    rng = np.random.default_rng(integer(seed, "seed"))
    rows = np.sort(rng.choice(len(full.y), n, replace=False))
    columns = np.array([full.names.index(name) for name in DIABETES[:dimension]])
    X, t = _unit(full.X[np.ix_(rows, columns)]), _unit(full.y[rows, None])[:, 0]
    t = t + nonnegative(noise, "noise") * rng.standard_normal(n) / np.sqrt(n)
    return X, t - t.mean()


def sparse_regression(
    n: int, d: int, support: int, rho: float = 0.5, noise: float = 0.3, seed: int = 0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(X, t, w) of a large design: neighbouring columns correlate as `rho`, w (d,) has `support`
    entries of -1 and +1; columns of length 1, t centred, noise of expected length `noise`."""
    rng = np.random.default_rng(integer(seed, "seed"))
    X = rng.standard_normal((n, d))
    for k in range(1, d):
        X[:, k] = rho * X[:, k - 1] + np.sqrt(1.0 - rho * rho) * X[:, k]
    X, w = _unit(X), np.zeros(d)
    w[rng.choice(d, support, replace=False)] = rng.choice([-1.0, 1.0], support)
    t = X @ w + noise * rng.standard_normal(n) / np.sqrt(n)
    return X, t - t.mean(), w


def _frame(n, dimension, seed):
    """`dimension` centred orthonormal columns (n, dimension), and the generator that drew them."""
    n = _size(n, dimension)
    rng = np.random.default_rng(integer(seed, "seed"))
    raw = rng.standard_normal((n, dimension))
    Q, R = np.linalg.qr(raw - raw.mean(axis=0))
    return Q * np.sign(np.diag(R)), rng


def _target(X, noise, rng):
    n, d = X.shape
    t = X @ np.array(WEIGHTS[:d])
    t = t + nonnegative(noise, "noise") * rng.standard_normal(n) / np.sqrt(n)
    return t - t.mean()


def _size(n, dimension, most=None):
    one_of(dimension, (1, 2, 3), "dimension")
    n = integer(n, "n", least=dimension + 1)
    if most is not None and n > most:
        raise InputError(f"n must be at most {most}, the size of the real set, got {n}.")
    return n


def _unit(X):
    """Columns centred and brought to length 1; a constant column stays zero."""
    X = X - X.mean(axis=0)
    length = np.sqrt(np.einsum("ij,ij->j", X, X))
    return X / np.where(length > 0.0, length, 1.0)


# Classification sets: X (n, dimension) and labels y (n,) of -1 and +1, half of each (the odd point
# is +1), rows in random order.


def blobs(
    n: int = 60, dimension: int = 2, spread: float = 0.5, stretch: float = 4.0, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Two Gaussian clouds side by side along the first axis, `stretch` times longer across it."""
    y, rng = _classes(n, seed)
    width = np.full(one_of(dimension, (2, 3), "dimension"), nonnegative(spread, "spread"))
    width[1] *= nonnegative(stretch, "stretch")
    X = rng.standard_normal((y.size, dimension)) * width
    X[:, 0] += y
    return X, y


def noisy_feature(
    n: int = 60, dimension: int = 2, spread: float = 0.5, loudness: float = 3.0, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Two clouds, and a last feature that says nothing about the class but is `loudness` wide."""
    y, rng = _classes(n, seed)
    X = rng.standard_normal((y.size, one_of(dimension, (2, 3), "dimension")))
    X *= nonnegative(spread, "spread")
    X[:, :-1] += y[:, None]
    X[:, -1] = nonnegative(loudness, "loudness") * rng.standard_normal(y.size)
    return X, y


def moons(
    n: int = 60, dimension: int = 2, noise: float = 0.15, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Two half circles, each reaching into the other; further features are noise."""
    y, rng = _classes(n, seed)
    angle = np.pi * rng.random(y.size)
    upper = y > 0.0
    x0 = np.where(upper, np.cos(angle), 1.0 - np.cos(angle)) - 0.5
    x1 = np.where(upper, np.sin(angle), 0.5 - np.sin(angle)) - 0.25
    return _surround([x0, x1], dimension, noise, rng), y


def circles(
    n: int = 60, dimension: int = 2, noise: float = 0.1, ratio: float = 0.45, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """A ring or sphere of radius 1 (-1) around one of radius `ratio` (+1)."""
    y, rng = _classes(n, seed)
    one_of(dimension, (2, 3), "dimension")
    X = rng.standard_normal((y.size, dimension))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    X *= np.where(y > 0.0, nonnegative(ratio, "ratio"), 1.0)[:, None]
    return X + nonnegative(noise, "noise") * rng.standard_normal(X.shape), y


def crosses(
    n: int = 60, dimension: int = 2, spread: float = 0.35, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Four clouds at the corners of a square, opposite corners of one class: the XOR problem."""
    y, rng = _classes(n, seed)
    side = rng.choice([-1.0, 1.0], y.size)
    return _surround([side, side * y], dimension, spread, rng), y


def _classes(n, seed):
    n = integer(n, "n", least=2)
    rng = np.random.default_rng(integer(seed, "seed"))
    return rng.permutation(np.where(np.arange(n) % 2 == 0, 1.0, -1.0)), rng


def _surround(columns, dimension, noise, rng):
    """The given columns, padded with zeros to `dimension`, plus noise everywhere."""
    X = np.zeros((columns[0].size, one_of(dimension, (2, 3), "dimension")))
    X[:, :2] = np.column_stack(columns)
    return X + nonnegative(noise, "noise") * rng.standard_normal(X.shape)


def scale01(X: np.ndarray) -> np.ndarray:
    """X (n, d) with each column mapped to [0, 1]; a constant column becomes 0."""
    X = np.asarray(X, dtype=np.float64)
    low, width = X.min(axis=0), np.ptp(X, axis=0)
    return (X - low) / np.where(width > 0.0, width, 1.0)


# Real sets


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """A real set: X (n, d) not rescaled, y (n,), the names of the d features, and the origin.

    y holds class labels (whole numbers, -1 and +1 where there are two in a file), or the target of
    a regression (diabetes).
    """

    X: np.ndarray
    y: np.ndarray
    names: tuple[str, ...]
    origin: str


_BUNDLED = ("diabetes", "iris", "wine", "breast_cancer")


@dataclass(frozen=True, slots=True)
class _File:
    """A known file: name, shape, and where it comes from."""

    file: str
    rows: int
    columns: int
    origin: str


_UCI, _LIBSVM, _KEEL = "the UCI repository", "the LIBSVM collection", "the KEEL repository"
_FILES = {
    "appendicitis": _File("appendicitis.csv", 106, 7, _KEEL),
    "balance": _File("balance.csv", 625, 4, _KEEL),
    "ionosphere": _File("ionosphere.csv", 351, 34, _UCI),
    "movement_libras": _File("movement_libras.csv", 360, 90, _KEEL),
    "vowel": _File("vowel.csv", 990, 13, _KEEL),
    "liver-disorders": _File("liver-disorders.csv", 345, 6, _UCI),
    "pima": _File("diabetes.csv", 768, 8, f"{_UCI} (Pima Indians diabetes)"),
    "sonar": _File("sonar.csv", 208, 60, _UCI),
    "heart": _File("heart.csv", 270, 13, f"{_UCI} (Statlog)"),
    "australian": _File("australian.csv", 690, 14, f"{_UCI} (Statlog)"),
    "breast-cancer": _File("breast-cancer.csv", 683, 10, f"{_UCI} (Wisconsin original)"),
    "fourclass": _File("fourclass.csv", 862, 2, _LIBSVM),
    "german.numer": _File("german.numer.csv", 1000, 24, f"{_UCI} (Statlog)"),
    "splice": _File("splice.csv", 1000, 60, _LIBSVM),
    "svmguide1": _File("svmguide1.csv", 3089, 4, _LIBSVM),
    "svmguide1.t": _File("svmguide1.t.csv", 4000, 4, _LIBSVM),
    "svmguide3": _File("svmguide3.csv", 1243, 21, _LIBSVM),
    "svmguide3.t": _File("svmguide3.t.csv", 41, 21, _LIBSVM),
    "a1a": _File("a1a.libsvm", 1605, 123, _LIBSVM),
    "a2a": _File("a2a.libsvm", 2265, 123, _LIBSVM),
    "w1a": _File("w1a.libsvm", 2477, 300, _LIBSVM),
    "mushrooms": _File("mushrooms.libsvm", 8124, 112, _LIBSVM),
    "colon-cancer": _File("colon-cancer.csv", 62, 2000, _LIBSVM),
}


def known() -> tuple[str, ...]:
    """Names that `load` understands: those that ship, then those that need a directory."""
    return (*_BUNDLED, *_FILES)


def imports(name: object) -> tuple[str, ...]:
    """What `load` imports for the set `name`, which takes half a second."""
    return ("sklearn.datasets",) if name in _BUNDLED else ()


def directory() -> Path | None:
    """The directory of further sets, or None where none is set."""
    given = os.environ.get(VARIABLE)
    return Path(given).expanduser() if given else None


def use_directory(path: str | Path) -> None:
    """Look for further sets in `path`, here and in every process started from here."""
    folder = Path(path).expanduser()
    if not str(path).strip() or not folder.is_dir():  # as of a variable that is not set
        raise InputError(f"--data must name a directory of data sets, got {str(path)!r}.")
    os.environ[VARIABLE] = str(folder.resolve())


def load(name: str) -> Dataset:
    """The real set `name`: it ships with scikit-learn, or is in the directory of further sets.

    Files there are .csv (numbers, the label in the last column, no header) or .libsvm; besides the
    known names, NAME.csv is found by its own name. An unchanged file is read once; its arrays are
    read-only.
    """
    if isinstance(name, str) and name in _BUNDLED:
        return _bundled(name)
    if not isinstance(name, str) or Path(name).name != name or name[:1] == "." or "\0" in name:
        raise InputError(f"name must be one of {', '.join(known())}, got {name!r}.")
    wanted, folder = _FILES.get(name), directory()
    path = (folder or Path()) / (wanted.file if wanted else f"{name}.csv")
    if folder is None or not path.is_file():
        raise InputError(_missing(name, wanted, folder))
    facts = path.stat()
    return _cached(path, wanted, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=4)
def _cached(path, wanted, changed, size):
    """The set in a file; `changed` and `size` distinguish its versions."""
    if path.suffix == ".libsvm":
        X, y = _read_libsvm(path, wanted.columns)
    else:
        X, y = _read_csv(path)
    if wanted and X.shape != (wanted.rows, wanted.columns):
        raise InputError(
            f"{wanted.file} must hold {wanted.rows} x {wanted.columns} numbers and a label per row,"
            f" got {X.shape[0]} x {X.shape[1]}; fetch it again from {wanted.origin}."
        )
    names = tuple(f"x{k + 1}" for k in range(X.shape[1]))
    origin = f"{path.name}, {wanted.origin if wanted else 'your own file'}"
    return _frozen(X, _whole(y), names, origin)


@cache
def _bundled(name):
    from sklearn import datasets  # takes half a second

    raw = getattr(datasets, f"load_{name}")()
    y = raw.target if name == "diabetes" else _whole(raw.target)
    names = tuple(str(n) for n in raw.feature_names)
    return _frozen(raw.data, y, names, f"{name}, as it ships with scikit-learn")


def _missing(name, wanted, folder):
    """One line: which set, which file of which shape, from where, and how to name a directory."""
    where = f"is not in {folder}" if folder else "does not ship with this package"
    way = f"name its directory by --data DIR or {VARIABLE}"
    if wanted is None:
        return f"{name!r} {where} (no {name}.csv); known are {', '.join(known())}, or {way}."
    return (
        f"{name} {where}: put {wanted.file} ({wanted.rows} x {wanted.columns}, from "
        f"{wanted.origin}) into a directory and {way}."
    )


def _read_csv(path):
    """(X, y) of numbers separated by commas, the label in the last column, no header."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an empty file, which is refused below
            table = np.loadtxt(path, delimiter=",", ndmin=2, comments=None, encoding="utf-8-sig")
    except ValueError as error:  # numpy counts these rows from 0
        why = re.sub(r"at row (\d+),", lambda m: f"in row {int(m[1]) + 1},", str(error))
        raise InputError(
            f"{path.name} must hold numbers separated by commas and no header: {why.rstrip('.')}."
        ) from None
    if table.shape[0] == 0 or table.shape[1] < 2 or not np.isfinite(table).all():
        raise InputError(
            f"{path.name} must hold finite numbers in at least two columns, the label last, "
            f"got {table.shape[0]} x {table.shape[1]}; drop rows with missing values."
        )
    return np.ascontiguousarray(table[:, :-1]), table[:, -1]


def _read_libsvm(path, columns):
    """(X, y) of lines "label index:value ..." with indices from 1."""
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(str(path), n_features=columns, zero_based=False)
    except (ValueError, OverflowError) as error:
        why = str(error).rstrip(".")
        raise InputError(f"{path.name} must hold lines 'label index:value ...': {why}.") from None
    bad = np.flatnonzero(~np.isfinite(np.column_stack([X.toarray(), y])).all(axis=1))
    if bad.size:
        raise InputError(
            f"{path.name} must hold finite numbers, got others in row {bad[0] + 1}; drop it."
        )
    return X.toarray(), y


def _whole(y):
    """Whole numbers as integers; others stay, as do those that no integer holds exactly."""
    is_whole = np.array_equal(y, np.round(y)) and np.abs(y).max(initial=0.0) < 2.0**53
    return y.astype(np.int64) if is_whole else y


def _frozen(X, y, names, origin):
    return Dataset(locked(np.array(X, dtype=np.float64)), locked(np.array(y)), names, origin)


#: The classes of the real sets that ship, in the order of their numbers.
CLASSES = {
    "iris": ("setosa", "versicolor", "virginica"),
    "wine": ("cultivar 1", "cultivar 2", "cultivar 3"),
    "breast_cancer": ("malignant", "benign"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Points X (n, d), classes y (n,), and the names of features and classes; y counts
    from 0, or is -1 and +1 where a machine is to separate two classes."""

    X: np.ndarray
    y: np.ndarray
    features: tuple[str, ...]
    classes: tuple[str, ...]


def labelled(name: str, columns: slice | list[int] = slice(None)) -> Labelled:
    """A real set with classes that ships, in some of its columns, by default all."""
    raw = load(name)
    features = tuple(map(plain, np.array(raw.names)[columns].tolist()))
    return Labelled(np.ascontiguousarray(raw.X[:, columns]), raw.y, features, CLASSES[name])


def plain(name: str) -> str:
    """The name of a feature without unit and underscores."""
    return name.replace(" (cm)", "").replace("_", " ")
