"""What a room withstands: a class that answers at once, lost connections, a reload, hostile
messages.

The room is served by a separate process, whose memory is measured; students are connections of this
one, each a separate device.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from lab.benchmarks.timing import status
from lab.table import Table, short

#: So many answer within so many seconds, in so many votes; one in ten loses its connection.
STUDENTS, SECONDS, VOTES, LOST = 500, 5.0, 3, 0.1
HOSTILE = 10_000
_ROOM = """
import asyncio, json, sys
from lab.classroom.votes import access
from lab.classroom.votes.handlers import for_lecturer, for_students
from lab.classroom.votes.room import RoomRegistry
async def main():
    registry = RoomRegistry()
    room = registry.open()
    server = access.served(for_students(registry) + for_lecturer(registry))
    port = access.listening(server, "127.0.0.1", 0)
    print(json.dumps([port, room.code, room.key]), flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


class Line:
    """A connection that stays open, like that of a browser."""

    def __init__(self, port: int):
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def _open(self):
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        return self._streams

    async def ask(
        self, path: str, body: Any = None, headers: Sequence[str] = ()
    ) -> tuple[int, bytes]:
        """(status, bytes) of one request; body: JSON, or bytes as they are."""
        await self.send(path, body, headers)
        return await self.read()

    async def send(self, path: str, body: Any = None, headers: Sequence[str] = ()) -> None:
        """Send without waiting for the answer."""
        data = body if isinstance(body, bytes) else b"" if body is None else _json(body)
        head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: room", *headers]
        head += [f"Content-Length: {len(data)}", "Content-Type: application/json", "", ""]
        _, writer = await self._open()
        writer.write("\r\n".join(head).encode() + data)
        await writer.drain()

    async def read(self) -> tuple[int, bytes]:
        """(status, bytes) of the next answer."""
        reader, _ = await self._open()
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        size = next((int(x.split(":")[1]) for x in lines if x.startswith("content-length:")), 0)
        closes = any(x.startswith("connection: close") for x in lines)
        body = await reader.readexactly(size)
        if closes:
            await self.lose()
        return int(lines[0].split()[1]), body

    async def lose(self) -> None:
        """Break the connection off."""
        if self._streams is not None:
            self._streams[1].transport.abort()
        self._streams = None


def _json(value):
    return json.dumps(value).encode()


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """One table for the class, one for what is hostile."""
    process = subprocess.Popen([sys.executable, "-c", _ROOM], stdout=subprocess.PIPE, text=True)
    try:
        yield asyncio.run(measured(process))
    finally:
        process.kill()
        process.wait()


#: What every vote asks.
_QUESTION = {"prompt": "Which?", "options": ["a", "b", "c"], "answer": 1}


async def measured(process: subprocess.Popen[str]) -> Table:
    """The `Table` of all that is measured of the room in `process`."""
    assert process.stdout is not None  # it is a pipe
    port, code, key = json.loads(process.stdout.readline())
    lecturer = LecturerClient(port, code, key)
    students = [Student(port, code) for _ in range(STUDENTS)]
    await asyncio.gather(*(s.enter() for s in students))
    rows = []
    for vote in range(VOTES):
        found = await _one_vote(f"q{vote}", lecturer, LecturerClient(port, code, key), students)
        rows += [(f"vote {vote + 1}: {what}", *numbers) for what, *numbers in found]
    rows.append(("memory of the process, MB, at most", short(_peak(process.pid)), 60))
    rows += await _after_hostility(port, code, lecturer, students[0])
    rows.append(("memory then, MB, at most", short(_peak(process.pid)), 60))
    return Table(
        f"A room of {STUDENTS}, answering within {SECONDS:g} s",
        ("what", "measured", "target"),
        tuple(rows),
        (
            f"{round(100 * LOST)} of 100 students lose the connection after sending, and send "
            "again. All are processes of one machine; each waits for news in the background.",
        ),
    )


async def _one_vote(key, lecturer, again, students):
    """Rows of one vote; again: the lecturer's page, loaded anew after it."""
    await lecturer.do("ask", key=key, **_QUESTION)
    waits = sorted(await asyncio.gather(*(s.answer() for s in students)))
    counts = (await lecturer.do("show"))["counts"][0]
    chosen = [sum(s.choice == k for s in students) for k in range(3)]
    reloaded = await again.do("ask", key=key, **_QUESTION)
    return [
        (f"counted of {STUDENTS}", sum(counts), STUDENTS),
        ("counted wrongly", _apart(chosen, counts), 0),
        ("ms until it counts, 95 of 100 within", short(1e3 * waits[int(0.95 * len(waits))]), 300),
        ("counted after a reload", sum(reloaded["counts"][0]), STUDENTS),
    ]


async def _after_hostility(port, code, lecturer, student):
    """Rows of what hostile messages do to a question, and to a vote after them."""
    await lecturer.do("ask", key="last", **_QUESTION)
    before = (await lecturer.poll())["people"]
    statuses = await hostile(port, code, student.device)
    state = await lecturer.do("show")
    rows = [
        (f"hostile messages counted, of {len(statuses)}", sum(state["counts"][0]), 0),
        ("hostile messages stored", state["people"] - before, 0),
        ("hostile messages answered by an error of the room", sum(s >= 500 for s in statuses), 0),
    ]
    await lecturer.do("again")
    await student.answer()
    state = await lecturer.do("show")
    return [*rows, ("votes counted afterwards", sum(state["counts"][1]), 1)]


def _apart(a, b):
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def _peak(pid):
    """The most memory that a process has held, in MB; NaN where this system does not say."""
    try:
        return status("VmHWM", pid) / 2**20
    except OSError:
        return float("nan")


class LecturerClient:
    """The lecturer's page."""

    def __init__(self, port: int, code: str, key: str):
        self.line, self.at = Line(port), f"/{code}/lead"
        self.head = [f"X-Room-Key: {key}"]

    async def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Do one act; returns the state of the room after it."""
        return json.loads((await self.line.ask(self.at, {"do": what, **more}, self.head))[1])

    async def poll(self) -> dict[str, Any]:
        """The state of the room."""
        return json.loads((await self.line.ask(self.at, None, self.head))[1])


class Student:
    """A phone: it waits for news on one connection, and answers on another."""

    def __init__(self, port: int, code: str):
        self.at, self.news, self.line = f"/{code}", Line(port), Line(port)
        self.device, self.choice, self.version = "", 0, 0

    async def enter(self) -> None:
        """Get a device and the first state."""
        self.device = json.loads((await self.line.ask(f"{self.at}/join", {}))[1])["device"]
        self.version = json.loads((await self.news.ask(f"{self.at}/state"))[1])["version"]

    async def answer(self) -> float:
        """Wait for the question, think, answer; seconds until it counted."""
        while True:
            status, said = await self.news.ask(f"{self.at}/state?since={self.version}")
            state = json.loads(said) if status == 200 else {}
            self.version = state.get("version", self.version)
            if state.get("open"):
                break
        await asyncio.sleep(random.uniform(0.0, SECONDS))
        self.choice = random.randrange(3)
        ballot = {"device": self.device, "question": state["number"], "round": state["round"]}
        ballot["choice"] = self.choice
        if random.random() < LOST:
            await self.line.send(f"{self.at}/vote", ballot)
            await asyncio.sleep(0.05)
            await self.line.lose()
        began = perf_counter()
        status, _ = await self.line.ask(f"{self.at}/vote", ballot)
        assert status == 200, status
        return perf_counter() - began


async def hostile(port: int, code: str, device: str) -> list[int]:
    """The statuses of messages that no phone sends, 0 where the connection was closed."""
    kinds = list(_messages(code, device))
    lines = [Line(port) for _ in range(20)]

    async def some(line, share):
        statuses = []
        for path, body in share:
            try:
                statuses.append((await asyncio.wait_for(line.ask(path, body), 10))[0])
            except (OSError, ValueError, asyncio.IncompleteReadError, TimeoutError):
                statuses.append(0)
                await line.lose()
        return statuses

    shares = [[kinds[i % len(kinds)] for i in range(k, HOSTILE, 20)] for k in range(20)]
    done = await asyncio.gather(*(some(*pair) for pair in zip(lines, shares, strict=True)))
    return [status for one in done for status in one]


def _messages(code, device):
    """(path, body) of one message of each kind."""
    right = {"device": device, "question": VOTES + 1, "round": 1, "choice": 0}
    twisted = device[:-1] + ("1" if device[-1] == "0" else "0")
    made_up = [secrets.token_hex(24), "", "0" * 48, twisted, 7, None, ["x"], "é" * 9]
    for token in made_up:
        yield f"/{code}/vote", right | {"device": token}
    wrong = {
        "question": (0, -1, 99, "1", None, True, 1e300, [4]),
        "round": (0, 2, 3, "1", None, True),
        "choice": (-1, 3, 10**30, 0.5, "0", None, True, [0], {}, "<script>"),
    }
    for name, values in wrong.items():
        for value in values:
            yield f"/{code}/vote", right | {name: value}
    yield f"/{code}/vote", right | {"at": [0.5, 0.5]}
    yield f"/{code}/vote", right | {"name": "Ada"}
    yield f"/{code}/vote", {k: v for k, v in right.items() if k != "round"}
    for text in (b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 500, b'{"a":' * 90, b"9" * 500,
                 b'{"device":NaN}', b" " * 5000, b"x" * 600):  # fmt: skip
        yield f"/{code}/vote", text
    for path in ("", "/", "..%2f..%2fetc/passwd", "<script>alert(1)</script>", "%00", "ZZZZZZZZ"):
        yield f"/{path}", None
    for path in ("picture/1", "picture/9999", "lead", "results.csv", "vote", "join?x=1", "'--"):
        yield f"/{code}/{path}", None
    for act in ("ask", "show", "close", "leave"):
        yield f"/{code}/lead", {"do": act}
    yield f"/{code}/lead", b"y" * 1000
    yield f"/{code}/state", {"choice": 1}
    yield "/ZZZZZZZZ/join", {}
