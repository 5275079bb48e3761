"""Bags of instances from files: `load_bags(name)` of a known set or of the reader's own CSV.

One row per instance: the bag's number or name, the bag's label (1, or 0 or -1), then the features;
a header names the columns. Rows of one bag need not be adjacent.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lab.data import VARIABLE, directory
from lab.datasets.csv_cells import number_of
from lab.datasets.csv_file import read_keyed
from lab.spelling import shown
from solvers import InputError
from solvers.checks import locked


@dataclass(frozen=True, slots=True, eq=False)
class Bags:
    """Bags as they lie in a file, not rescaled, in the order in which they first appear.

    bags: read-only arrays (m_i, d), one instance per row. y: -1 or +1 per bag. names: one per bag.
    features: the names of the d columns. origin: where the data come from, in a few words.
    """

    bags: tuple[np.ndarray, ...]
    y: np.ndarray
    names: tuple[str, ...]
    features: tuple[str, ...]
    origin: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    rows: int
    columns: int
    bags: int
    origin: str


_COREL = "the image sets of Andrews, Tsochantaridis and Hofmann (2002)"
_FILES = {
    "musk1": _File(476, 166, 92, "the UCI repository, Musk (Version 1)"),
    "elephant": _File(1391, 230, 200, _COREL),
    "fox": _File(1320, 230, 200, _COREL),
    "tiger": _File(1220, 230, 200, _COREL),
}
#: The known sets.
SETS = tuple(_FILES)


def load_bags(name: str, header: str = "auto", decimal: str = "auto") -> Bags:
    """The `Bags` of a known set, which lies in the data directory or its folder `mil`, or of the
    CSV file at the path `name`; header, decimal: as `read_csv` has them."""
    wanted = _FILES.get(name) if isinstance(name, str) else None
    if wanted is None:
        return read_bags(name, header, decimal)
    folder, file = directory(), f"{name}.csv"
    places = [folder / file, folder / "mil" / file] if folder else []
    path = next((p for p in places if p.is_file()), None)
    if path is None:
        where = f"is not in {folder}" if folder else "does not ship with this package"
        raise InputError(
            f"{name} {where}: put {file} ({wanted.rows} instances x {wanted.columns} features in "
            f"{wanted.bags} bags, from {wanted.origin}) into a directory and name it by --data DIR "
            f"or {VARIABLE}."
        )
    found = read_bags(path)
    shape = sum(map(len, found.bags)), len(found.features), len(found.bags)
    if shape != (wanted.rows, wanted.columns, wanted.bags):
        raise InputError(
            f"{file} must hold {wanted.rows} instances x {wanted.columns} features in "
            f"{wanted.bags} bags, got {shape[0]} x {shape[1]} in {shape[2]}; fetch it again from "
            f"{wanted.origin}."
        )
    return Bags(found.bags, found.y, found.names, found.features, f"{file}, {wanted.origin}")


def read_bags(path: Path | str, header: str = "auto", decimal: str = "auto") -> Bags:
    """The `Bags` in the CSV file at `path`: columns bag (a number or any words), label, features.

    header, decimal: as `read_csv` has them.
    """
    table, data = read_keyed(path, header, decimal)
    file = Path(str(path)).name
    if data.X.shape[1] < 1:
        raise InputError(
            f"{file} must have at least three columns: bag, label, features; got "
            f"{data.X.shape[1] + 2}."
        )
    keys = table.keys or ()
    _require_whole(keys, table.mark, file)
    bad = np.flatnonzero(~np.isin(data.y, (-1.0, 0.0, 1.0)))
    if bad.size:
        raise InputError(
            f"{file}: column 2 must label the bags by 1, and 0 or -1, got {data.y[bad[0]]:g} in "
            f"data row {bad[0] + 1}."
        )
    y = np.where(data.y > 0.0, 1.0, -1.0)
    order = {key: k for k, key in enumerate(dict.fromkeys(keys))}
    place = np.array([order[key] for key in keys])
    rows = np.split(np.argsort(place, kind="stable"), np.cumsum(np.bincount(place))[:-1])
    for key, own in zip(order, rows, strict=True):
        _require_one_label(y[own], key, file)
    bags = tuple(locked(data.X[own]) for own in rows)
    names = tuple(f"bag {shown(key)}" for key in order)
    return Bags(bags, locked(y[[own[0] for own in rows]]), names, data.names, file)


def _require_whole(keys, mark, file):
    """Refuse fractions, if all bags are called by numbers: they are a feature."""
    numbers = [number for key in keys if (number := number_of(key, mark)) is not None]
    if len(numbers) < len(keys):
        return
    for row, (key, number) in enumerate(zip(keys, numbers, strict=True), 1):
        if number != number.to_integral_value():
            raise InputError(
                f"{file}: column 1 must number the bags, got {shown(key)} in data row {row}."
            )


def standard_units(data: Bags) -> Bags:
    """The same bags with features of mean 0 and variance 1 over all instances; constant ones are
    dropped. InputError where all are constant."""
    X = np.concatenate(data.bags)
    retained = X.min(axis=0) < X.max(axis=0)
    if not retained.any():
        raise InputError(
            f"{data.origin} must have a feature that differs between instances, got "
            f"{len(data.features)} constant; add a column that varies."
        )
    # As shares of the largest, sums and squares neither over- nor underflow.
    largest = np.abs(X[:, retained]).max(axis=0)
    X = X[:, retained] / largest
    centre, width = X.mean(axis=0), X.std(axis=0)
    bags = tuple(locked((b[:, retained] / largest - centre) / width) for b in data.bags)
    features = tuple(f for f, keep in zip(data.features, retained, strict=True) if keep)
    return Bags(bags, data.y, data.names, features, data.origin)


def _require_one_label(y, key, file):
    if np.any(y != y[0]):
        raise InputError(
            f"{file} must give all instances of a bag one label, got both in bag {shown(key)}."
        )
