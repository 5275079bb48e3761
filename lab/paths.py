"""Paths as users give them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from solvers.checks import InputError, short


def as_path(value: Any, name: str) -> Path:
    """`value` as a `Path`, "~" the home folder; `InputError` names the argument where it is
    none."""
    if not isinstance(value, (str, os.PathLike)) or "\0" in str(value):
        raise InputError(f"{name} must be the path of a file, got {short(value)}.")
    return Path(value).expanduser()
