"""Finished rows in one SQLite file, as they come, so that a sweep that was ended goes on.

A row is JSON under the digests of its setting and of the version that solved it.
"""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import contextmanager
from pathlib import Path

from solvers import InputError

_TABLE = (
    "create table if not exists sweep_rows (setting text, version text, address text, row text, "
    "primary key (setting, version))"
)


class Store:
    """The rows in a file. Rows of other settings, scenes or versions stay there untouched."""

    def __init__(self, connection, address, version):
        self._connection, self._address, self._version = connection, address, version

    def row(self, setting, heads):
        """The kept row with these heads, or None: a file that was changed by hand has none."""
        ask = "select row from sweep_rows where setting = ? and version = ?"
        found = self._connection.execute(ask, (setting, self._version)).fetchone()
        return None if found is None else _read(found[0], heads)

    def keep(self, setting, heads, row):
        """Keep a row; it is in the file when this returns."""
        kept = json.dumps(dict(zip(heads, map(_written, row), strict=True)), allow_nan=False)
        with self._connection:
            self._connection.execute(
                "insert or replace into sweep_rows values (?, ?, ?, ?)",
                (setting, self._version, self._address, kept),
            )

    def other_versions(self, settings):
        """How many of the settings have rows of other versions only."""
        ask = "select distinct setting from sweep_rows where version != ?"
        return len({s for (s,) in self._connection.execute(ask, (self._version,))} & set(settings))

    def others(self, settings):
        """How many rows of this version belong to other settings of the same scene."""
        ask = "select setting from sweep_rows where version = ? and address = ?"
        found = self._connection.execute(ask, (self._version, self._address))
        return len({setting for (setting,) in found} - set(settings))


@contextmanager
def opened(path, address, version):
    """The `Store` in the file `path`, made if missing."""
    path = Path(path).expanduser()
    if not path.parent.is_dir():
        raise InputError(f"resume must lie in a directory that exists, got {str(path)!r}.")
    connection = None
    try:
        connection = sqlite3.connect(path)
        # One process ended by force loses nothing; a row costs no wait for the disk.
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        with connection:
            connection.execute(_TABLE)
        connection.execute("select setting, version, address, row from sweep_rows limit 0")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise InputError(
            f"resume must be a new file or one that a sweep has kept, got {str(path)!r} ({error})."
        ) from None
    try:
        yield Store(connection, address, version)
    finally:
        connection.close()


def _written(value):
    """JSON has no infinity."""
    infinite = isinstance(value, float) and math.isinf(value)
    return {"float": "inf" if value > 0.0 else "-inf"} if infinite else value


def _read(text, heads):
    try:
        kept = json.loads(text)
        row = tuple(_restored(kept[head]) for head in heads)
    except (KeyError, TypeError, ValueError):
        return None
    plain = all(v is None or isinstance(v, (bool, int, float, str)) for v in row)
    return row if plain else None


def _restored(value):
    return float(value["float"]) if isinstance(value, dict) else value
