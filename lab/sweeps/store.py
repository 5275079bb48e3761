"""Finished rows in one SQLite file, as they come, so that an ended sweep can be resumed.

A row is JSON under the digests of its setting and of the version that solved it, with a checksum.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from lab.paths import as_path
from lab.version import hash_of
from solvers import InputError

_TABLE = (
    "create table if not exists sweep_rows (setting text, version text, address text, row text, "
    "primary key (setting, version))"
)
#: How a file of SQLite begins.
_MAGIC = b"SQLite format 3\0"


class Store:
    """The rows in a file. Rows of other settings, scenes or versions stay there untouched.

    changed: how many rows were asked for that are not as they were stored.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, address: str, version: str):
        self._connection, self._path = connection, path
        self._address, self._version = address, version
        self.changed = 0

    def row(self, setting: str, heads: tuple[str, ...]) -> tuple | None:
        """The stored row with these heads, or None, as for one that was edited."""
        ask = "select row from sweep_rows where setting = ? and version = ?"
        found = self._read(ask, (setting, self._version))
        if not found:
            return None
        stored = self._checked(setting, found[0][0])
        self.changed += stored is None
        return (
            tuple(_restored(stored[h]) for h in heads) if set(heads) <= set(stored or ()) else None
        )

    def put(self, setting: str, heads: tuple[str, ...], row: tuple) -> None:
        """Store a row; it is in the file when this returns."""
        stored = dict(zip(heads, map(_written, row), strict=True))
        checked = {"row": stored, "checksum": self._checksum(setting, stored)}
        values = (setting, self._version, self._address, json.dumps(checked, allow_nan=False))
        try:
            with self._connection:
                self._connection.execute(
                    "insert or replace into sweep_rows values (?, ?, ?, ?)", values
                )
        except sqlite3.Error as error:
            raise InputError(
                f"The file {str(self._path)!r} could not be written ({error}). Free some space, or "
                "name another one; the same call then goes on."
            ) from None

    def other_versions(self, settings: Iterable[str]) -> int:
        """How many of the settings have rows of other versions only."""
        ask = "select distinct setting from sweep_rows where version != ?"
        return len({s for (s,) in self._read(ask, (self._version,))} & set(settings))

    def others(self, settings: Iterable[str]) -> int:
        """How many rows of this version belong to other settings of the same scene."""
        ask = "select setting from sweep_rows where version = ? and address = ?"
        found = self._read(ask, (self._version, self._address))
        return len({setting for (setting,) in found} - set(settings))

    def _checksum(self, setting, stored):
        return hash_of([setting, self._version, stored])

    def _checked(self, setting, text):
        """What the text of a row says; None where that is not what was stored."""
        try:
            checked = json.loads(text)
            whole = checked["checksum"] == self._checksum(setting, checked["row"])
        except (KeyError, TypeError, ValueError, RecursionError):
            return None
        return checked["row"] if whole else None

    def _read(self, ask, values):
        try:
            return self._connection.execute(ask, values).fetchall()
        except sqlite3.Error as error:
            raise _unreadable(self._path, error) from None


@contextmanager
def open_store(path: Path | str, address: str, version: str) -> Iterator:
    """The `Store` in the file `path`, made if missing."""
    path = as_path(path, "resume")
    if not path.parent.is_dir():
        raise InputError(f"resume must lie in a directory that exists, got {str(path)!r}.")
    connection = None
    try:
        _require_own_format(path)
        connection = sqlite3.connect(path)
        # Words of a damaged file are no reason to give up its other rows.
        connection.text_factory = partial(str, encoding="utf-8", errors="replace")
        _require_own_tables(connection)
        # One process ended by force loses nothing; a row costs no wait for the disk.
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        with connection:
            connection.execute(_TABLE)
        connection.execute("select setting, version, address, row from sweep_rows limit 0")
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        raise _unreadable(path, error) from None
    try:
        yield Store(connection, path, address, version)
    finally:
        connection.close()


def _require_own_format(path):
    """SQLite takes a file that is shorter than a page for a new one, and writes over it."""
    if not path.is_file():
        return
    with open(path, "rb") as file:
        start = file.read(len(_MAGIC))
    if start not in (b"", _MAGIC):
        raise sqlite3.DatabaseError("file is not a database")


def _require_own_tables(connection):
    tables = [name for (name,) in connection.execute("select name from sqlite_master")]
    if tables and "sweep_rows" not in tables:
        raise sqlite3.DatabaseError(f"a database of something else, with {tables[0]!r}")


def _unreadable(path, error):
    return InputError(
        f"resume must be a new file or one that a sweep has kept, undamaged, got {str(path)!r} "
        f"({error}); move it away or name another, and a new one is made."
    )


def _written(value):
    """JSON has no infinity."""
    infinite = isinstance(value, float) and math.isinf(value)
    return {"float": "inf" if value > 0.0 else "-inf"} if infinite else value


def _restored(value):
    return float(value["float"]) if isinstance(value, dict) else value
