"""Files that a browser sends in parts, stored in a folder; nothing in them is run."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

#: Suffixes that a file may have where `store_file` is given no others. Another would be more than
#: data: a module, say, that the next `import` finds next to the notebook.
SUFFIXES = (".csv", ".tsv", ".txt", ".dat")
_LONGEST = 80
#: What Windows takes for a device, whatever follows after a dot.
_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM\d|LPT\d)(\.|$)", re.IGNORECASE)


class Uploads:
    """Puts together files from messages {"kind": "file", "id", "name", "size", "part"} with one
    buffer each, in their order.

    check(name, size) raises a ValueError for a file that is not wanted, before it is put together;
    store(name, data) takes a whole one.
    """

    def __init__(self, check: Callable[[str, int], None], store: Callable[[str, bytes], None]):
        self._check, self._store = check, store
        self._parts: dict[str, list[bytes]] = {}

    def take(self, content: dict, buffers: list) -> None:
        """Take one message; the last part of a file passes it on."""
        name, size = str(content["name"]), int(content["size"])
        if content["part"] == 0:
            self._parts.clear()  # what was begun and not finished never will be
            self._check(name, size)
            self._parts[content["id"]] = []
        parts = self._parts.get(content["id"])
        if parts is None or len(parts) != content["part"]:
            return  # of a file that was refused, or is another's
        parts.append(b"".join(map(bytes, buffers)))
        have = sum(map(len, parts))
        if have >= size:
            del self._parts[content["id"]]
            self._store(name, b"".join(parts)[:size])


def store_file(folder: Path, name: str, data: bytes, suffixes: tuple[str, ...] = SUFFIXES) -> str:
    """Write `data` to `folder` under a safe form of `name`; returns the name.

    suffixes: those that stay, in lower case, also before .gz where that is among them; any other
    becomes the first.
    A file that is there is never written over: the same bytes are that file, others get a number.
    """
    stem, suffix = _safe(name, suffixes)
    for number in range(1, 1000):
        file = folder / f"{stem}{f'-{number}' if number > 1 else ''}{suffix}"
        try:
            with file.open("xb") as stream:
                stream.write(data)
        except FileExistsError:
            if not (file.is_file() and _holds(file, data)):
                continue
        except OSError as error:
            why = error.strerror or error
            raise ValueError(f"The notebook's folder must be writable: {why}.") from None
        return file.name
    raise ValueError(f"{stem}{suffix} must find a free name; remove some of the files like it.")


def _holds(file, data):
    return file.stat().st_size == len(data) and file.read_bytes() == data


def _safe(name, suffixes):
    """(stem, suffix) of the last part of a path: letters, digits and few other signs."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    suffix = _suffix(last.lower(), suffixes)
    stem = last[: len(last) - len(suffix)]
    stem = re.sub(r"[^\w.+-]+", "-", stem)[:_LONGEST].strip(".-")
    if _DEVICE.match(unicodedata.normalize("NFKC", stem)):
        raise ValueError(f"{last} is the name of a device on Windows; give the file another one.")
    return stem or "data", suffix or suffixes[0]


def _suffix(last, suffixes):
    """The suffix of the last part of a path, with .gz where that may follow; "" for another."""
    packed = ".gz" if ".gz" in suffixes and last.endswith(".gz") else ""
    inner = Path(last.removesuffix(packed)).suffix
    return inner + packed if inner in suffixes else ""
