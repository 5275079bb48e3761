"""Scenes solved in advance, as a page carries them: for every combination of some knobs' values a
point, which is a packed scene or the sentence that says why there is none.

What several points hold in common, an array or a panel's description, is stored once, by its
content. Parts that the same points share lie in one chunk; each chunk is compressed by itself, so
that the browser inflates those of the point it shows and no others.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from widgets.pack import in_space, pack
from widgets.scene import Scene

#: The size of a part in addition to its compressed bytes: its name, its length, its place in a
#: list.
_BESIDE = 40


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """One setting, packed: `head` names the parts of which it is made, and says what is its own.

    parts: name -> bytes; arrays: name -> how to read those that are arrays.
    space: whether a panel is in space.
    """

    head: Mapping[str, Any]
    parts: Mapping[str, bytes]
    arrays: Mapping[str, Mapping[str, Any]]
    space: bool = False


def packed_point(scene: Scene, some: Mapping[str, Any] | None = None, **extra: Any) -> Point:
    """The `Point` of a scene; extra: what else is sent with it, as JSON takes it.

    some: which panels and words are enough, the options `seen` and `captioned` of `pack`.
    """
    spec, arrays = pack(scene, **(some or {}))
    parts = arrays.static | arrays.moving
    panels = spec.pop("panels")
    spec.pop("arrays")
    head = {name: _put(parts, value) for name, value in spec.items()}
    extra_parts = {name: _put(parts, value) for name, value in extra.items() if value}
    head = {
        "spec": head,
        "panels": [_put(parts, panel) for panel in panels],
        "arrays": sorted(arrays.about),
        "extra": extra_parts,
    }
    return Point(head, parts, arrays.about, in_space({"panels": panels}))


def unanswered_point(sentence: str, **extra: Any) -> Point:
    """The `Point` of a setting that has no picture, for the reason in `sentence`."""
    parts: dict[str, bytes] = {}
    there = {name: _put(parts, value) for name, value in extra.items() if value}
    return Point({"error": sentence, "extra": there}, parts, {})


def framed(parts: Mapping[str, bytes], arrays: Mapping[str, Mapping[str, Any]]) -> bytes:
    """`parts` in one piece: the length of the list, the list, the parts."""
    listed = [[name, len(data), arrays.get(name, 0)] for name, data in parts.items()]
    head = json.dumps(listed, separators=(",", ":")).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(parts.values())


def _put(parts, value):
    """Store a piece of JSON among `parts` under the name of its content."""
    data = json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()
    name = "j" + hashlib.blake2b(data, digest_size=9).hexdigest()
    parts[name] = data
    return name


@dataclass(slots=True)
class Lattice:
    """Points as they come, equal ones once: `add` a point for each setting, then `packed`."""

    #: setting number -> number of its point
    at: dict[int, int] = field(default_factory=dict)
    #: setting number -> the sentence that says why it has no picture
    errors: dict[int, str] = field(default_factory=dict)
    #: of everything stored, about how many bytes it will take in the page
    size: int = 0
    space: bool = False
    _heads: dict[bytes, int] = field(default_factory=dict)
    _parts: dict[str, bytes] = field(default_factory=dict)
    _about: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _users: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, k: int, point: Point) -> None:
        """Store the point of setting `k`."""
        head = json.dumps(point.head, ensure_ascii=False).encode()
        self.space = self.space or point.space
        if "error" in point.head:
            self.errors[k] = point.head["error"]
        self.at[k] = number = self._heads.setdefault(head, len(self._heads))
        if number < len(self._heads) - 1:
            return
        self._store(f"p{number}", head, number)
        for name, data in point.parts.items():
            self._store(name, data, number)
        self._about |= point.arrays

    def substitute(self, k: int, other: int) -> None:
        """Let setting `k` have the point of another."""
        self.at[k] = self.at[other]
        if other in self.errors:
            self.errors[k] = self.errors[other]

    def _store(self, name, data, number):
        if name not in self._parts:
            self._parts[name] = data
            self.size += (len(zlib.compress(data, 6)) + _BESIDE) * 4 // 3
        self._users[name].add(number)

    def packed(self) -> tuple[dict[str, Any], str]:
        """(index, data): which chunks make which point, and the chunks in base64, one by one."""
        shared: dict[tuple[int, ...], list[str]] = defaultdict(list)
        for name, users in self._users.items():
            shared[tuple(sorted(users))].append(name)
        points: list[list[int]] = [[] for _ in self._heads]
        texts = []
        for number, (users, names) in enumerate(shared.items()):
            texts.append(base64.b64encode(self._chunk(names)).decode("ascii"))
            for user in users:
                points[user].append(number)
        at = [self.at[k] for k in range(len(self.at))]
        index = {"at": at, "points": points, "chunks": [len(text) for text in texts]}
        return index, "".join(texts)

    def _chunk(self, names):
        """The parts of those names, compressed."""
        return zlib.compress(framed({n: self._parts[n] for n in names}, self._about), 9)
