"""Paths as users give them, checked before anything is computed for them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from solvers.checks import InputError, short


def as_path(value: Any, name: str) -> Path:
    """`value` as a `Path`, "~" the home folder; an `InputError` that names the argument
    where it is not a path."""
    if not isinstance(value, (str, os.PathLike)) or "\0" in str(value):
        raise InputError(f"{name} must be the path of a file, got {short(value)}.")
    return Path(value).expanduser()


def file_at(path: Any) -> Path | None:
    """The file at `path`, "~" the home folder, as an absolute path; None where there is none, or a
    directory or a device."""
    try:
        if not isinstance(path, (str, Path)) or not str(path).strip():
            return None
        file = Path(str(path).strip()).expanduser()
        return file.resolve() if file.is_file() else None
    except (OSError, ValueError, RuntimeError):  # no path could be named so
        return None


def checked_path(
    path: Any, suffixes: tuple[str, ...] = (), rule: str = "", name: str = "--out"
) -> Path:
    """`path` as that of a file that can be written: with one of `suffixes`, where there are some,
    in a directory that exists; rule: which ones, in words; name: of the argument."""
    path = as_path(path, name)
    if path.is_dir():
        raise InputError(f"{name} must be a file, got the directory {str(path)!r}.")
    if suffixes and not path.name.lower().endswith(suffixes):
        rule = rule or f"one of {', '.join(suffixes)}"
        raise InputError(f"{name} must end in {rule}, got {str(path)!r}.")
    if suffixes and path.name.lower() in suffixes:
        raise InputError(f"{name} must have a name before {path.name}, got {str(path)!r}.")
    if not path.parent.is_dir():
        raise InputError(f"{name} must lie in a directory that exists, got {str(path)!r}.")
    return path
