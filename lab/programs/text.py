"""The text of a file, plain or packed by gzip."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from lab.paths import file_at
from lab.spelling import quoted, shown
from solvers import InputError

#: A file may have this many bytes, and as many when it is unpacked.
MOST_BYTES = 50_000_000
#: Where lessons have files that ship.
_SHIPPED = Path(__file__).parents[1] / "lessons"
#: Suffixes of files that hold a program, before .gz.
SUFFIXES = (".mps", ".qps", ".lp", ".csv", ".tsv", ".txt", ".dat")


def program_file(path: Path | str, what: str = "problem") -> Path:
    """`path` as a file that is there, or that ships in the `files` of a lesson, by its bare name;
    what: the argument, for messages."""
    given = str(path).strip()
    file, name = file_at(given), Path(given).name
    if file is None and name == str(Path(given)):
        file = next((own for own in _SHIPPED.glob("*/files/*") if own.name == name), None)
    if file is None:
        raise InputError(
            f"{what} must be a file that is there, got {quoted(str(path))}; give its path "
            "relative to the notebook."
        )
    return file


def kind_of(file: Path) -> str:
    """The suffix that says what is in a file, without the dot: "mps", "lp", "csv"."""
    stem = file.name.lower().removesuffix(".gz")
    suffix = Path(stem).suffix
    if suffix not in SUFFIXES:
        raise InputError(
            f"{shown(file.name)} must end in {', '.join(SUFFIXES[:4])}, or one of these and .gz, "
            f"got {quoted(suffix)}; rename it."
        )
    return {".qps": "mps", ".mps": "mps", ".lp": "lp"}.get(suffix, "csv")


def require_size(name: str, size: int) -> None:
    """Refuse a file of so many bytes that is too large to be read."""
    if size > MOST_BYTES:
        raise InputError(
            f"{shown(name)} must have at most {MOST_BYTES // 10**6} MB, got {size / 1e6:.1f} MB; "
            "solve it with a solver of your own."
        )


def text_of(file: Path) -> str:
    """What the file says; old files that are not UTF-8 are read as Latin-1."""
    try:
        require_size(file.name, file.stat().st_size)
        if file.suffix.lower() == ".gz":
            with gzip.open(file) as stream:
                raw = stream.read(MOST_BYTES + 1)
        else:
            raw = file.read_bytes()
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{shown(file.name)} must be a file that can be read: {why}.") from None
    require_size(file.name, len(raw))
    if b"\0" in raw:
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise InputError(
            f"{shown(file.name)}, line {line} must be text, got a zero byte; save it as UTF-8."
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    if not text.strip():
        raise InputError(f"{shown(file.name)} must hold a program, got an empty file.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
