"""What a room answers over HTTP: hostile messages change nothing, and phones need nothing else."""

import asyncio
import json
import re
from types import SimpleNamespace

import pytest

from lab.benchmarks import vote as bench
from lab.classroom.votes import access
from lab.classroom.votes.handlers import BALLOT, address_of, for_lecturer, for_students
from lab.classroom.votes.room import EACH, Room, RoomRegistry

ASK = {"key": "way", "prompt": "<b>Which & way?", "options": ["<i>up", "down", "no"], "answer": 1}


def in_room(talk, prefix=""):
    """Run talk(port, room, line) while a room is served on the loopback address."""

    async def held():
        registry = RoomRegistry()
        room = registry.open()
        routes = for_students(registry, prefix) + for_lecturer(registry, prefix)
        server = access.served(routes)
        port = access.listening(server, access.LOOPBACK, 0)
        try:
            return await talk(port, room, bench.Line(port))
        finally:
            server.stop()
            await server.close_all_connections()

    return asyncio.run(held())


def test_a_class_of_forty_loses_no_vote_and_counts_none_twice(monkeypatch):
    monkeypatch.setattr(bench, "SECONDS", 0.3)
    monkeypatch.setattr(bench, "LOST", 0.5)

    async def talk(port, room, line):
        students = [bench.Student(port, room.code) for _ in range(40)]
        await asyncio.gather(*(s.enter() for s in students))
        lecturer = bench.LecturerClient(port, room.code, room.key)
        for act in ("ask", "again"):
            await lecturer.do(act, **(ASK if act == "ask" else {}))
            await asyncio.gather(*(s.answer() for s in students))
            state = await lecturer.do("show")
            chosen = [sum(s.choice == k for s in students) for k in range(3)]
            assert state["counts"][act == "again"] == chosen

    in_room(talk)


def test_hostile_messages_are_not_counted_nor_stored_and_the_room_lives(monkeypatch):
    monkeypatch.setattr(bench, "HOSTILE", 400)
    monkeypatch.setattr(bench, "VOTES", 0)

    async def talk(port, room, line):
        student = bench.Student(port, room.code)
        await student.enter()
        lecturer = bench.LecturerClient(port, room.code, room.key)
        await lecturer.do("ask", **ASK)
        statuses = await bench.hostile(port, room.code, student.device)
        assert len(statuses) == 400 and not any(s >= 500 for s in statuses)
        assert sum(room.current.counts[0]) == 0 and room.joined == 1 and len(room.asked) == 1
        monkeypatch.setattr(bench, "SECONDS", 0.01)
        await student.answer()
        assert sum(room.current.counts[0]) == 1

    in_room(talk)


def test_two_thousand_joins_of_one_address_leave_places_for_others(monkeypatch):
    async def talk(port, room, line):
        monkeypatch.setattr(room, "_crowd", SimpleNamespace(take=lambda: True))
        statuses = [(await line.ask(f"/{room.code}/join", {}))[0] for _ in range(EACH + 200)]
        assert statuses.count(200) == EACH and set(statuses[EACH:]) == {429}
        assert room.join("192.168.1.7")

    in_room(talk)


@pytest.mark.parametrize(
    "remote, forwarded, address",
    [
        ("192.168.1.7", "10.0.0.1", "192.168.1.7"),  # what a phone says of itself
        ("127.0.0.1", "10.9.9.9, 10.0.0.1", "10.0.0.1"),  # what the nearest proxy says
        ("127.0.0.1", "", "127.0.0.1"),
        ("::1", "nonsense", "::1"),
        ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        ("::ffff:10.0.0.4", "", "10.0.0.4"),
        (None, "", ""),
    ],
)
def test_from_which_address_a_phone_comes(remote, forwarded, address):
    request = SimpleNamespace(remote_ip=remote, headers={"X-Forwarded-For": forwarded})
    assert address_of(request) == address


def test_a_long_body_is_refused_before_it_is_read():
    async def talk(port, room, line):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /{room.code}/vote HTTP/1.1\r\nHost: a\r\nContent-Length: {10**9}\r\n\r\n"
        writer.write(head.encode())
        answer = await asyncio.wait_for(reader.read(200), 5)
        assert re.match(rb"HTTP/1.1 4\d\d", answer) or answer == b""
        writer.close()
        chunks = f"POST /{room.code}/vote HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        part = b"200\r\n" + b"x" * 512 + b"\r\n"
        writer.write(chunks.encode() + part * 10)
        answer = await asyncio.wait_for(reader.read(200), 5)
        assert re.match(rb"HTTP/1.1 4\d\d", answer) or answer == b""
        writer.close()

    in_room(talk)


@pytest.mark.parametrize("prefix", ["", "/hub/services/vote"])
def test_the_page_is_small_alone_and_works_under_a_prefix(prefix):
    async def talk(port, room, line):
        status, page = await line.ask(f"{prefix}/{room.code}")
        text = page.decode()
        assert status == 200 and len(page) <= 60_000
        assert not re.search(r"""(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?/""", text)
        assert "innerHTML" not in text and "document.cookie" not in text
        status, said = await line.ask(f"{prefix}/{room.code}/state")
        assert status == 200 and "prompt" not in json.loads(said)
        assert (await line.ask(f"{prefix}/"))[0] == 200
        lecturer = bench.LecturerClient(port, room.code, room.key)
        lecturer.at = f"{prefix}/{room.code}/lead"
        await lecturer.do("ask", **ASK)
        status, said = await line.ask(f"{prefix}/{room.code}/state?since=1")
        assert json.loads(said)["prompt"] == ASK["prompt"]

    in_room(talk, prefix)


def test_answers_are_not_cached_framed_or_sniffed_and_set_no_cookie():
    async def talk(port, room, line):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for path in (f"/{room.code}", f"/{room.code}/state", "/ZZZZZZZZ/state", "/nothing"):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            size = int(re.search(r"content-length: (\d+)", head)[1])
            await reader.readexactly(size)
            for words in ("no-store", "nosniff", "frame-ancestors 'none'", "no-referrer"):
                assert words in head
            assert "set-cookie" not in head and "tornado" not in head
        writer.close()

    in_room(talk)


def test_a_phone_that_waits_is_notified_at_once_and_of_the_end():
    async def talk(port, room, line):
        version = json.loads((await line.ask(f"/{room.code}/state"))[1])["version"]
        waiting = asyncio.create_task(line.ask(f"/{room.code}/state?since={version}"))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        lecturer = bench.LecturerClient(port, room.code, room.key)
        await lecturer.do("ask", **ASK)
        status, said = await asyncio.wait_for(waiting, 5)
        assert status == 200 and json.loads(said)["number"] == 1
        version = json.loads(said)["version"]
        waiting = asyncio.create_task(line.ask(f"/{room.code}/state?since={version}"))
        await asyncio.sleep(0.1)
        await lecturer.do("leave")
        status, said = await asyncio.wait_for(waiting, 5)
        assert status == 410 and "closed" in json.loads(said)["error"]

    in_room(talk)


def test_what_is_measured_says_so(monkeypatch):
    for name, value in {"STUDENTS": 12, "SECONDS": 0.1, "VOTES": 2, "HOSTILE": 100}.items():
        monkeypatch.setattr(bench, name, value)
    (table,) = bench.tables(SimpleNamespace())
    for what, measured, target in table.rows:
        if "memory" not in what and " ms " not in what:
            assert measured == target, what


def test_addresses_are_checked_and_the_reachable_clients_are_named():
    for wrong in ("nowhere", "", None, "999.1.1.1"):
        with pytest.raises(access.InputError, match="listen must be an IP address"):
            access.checked_listen(wrong)
    for wrong in ("ftp://a.org", "a.org/vote", "https://a.org/?x=1"):
        with pytest.raises(access.InputError, match="address must be"):
            access.checked_address(wrong)
    assert "Only this machine" in access.warning("http://127.0.0.1:80/")
    assert "Whoever reaches http://192.168.1.20:80/" in access.warning("http://192.168.1.20:80/")
    assert BALLOT < 1000
    with pytest.raises(access.InputError, match="of this machine"):
        asyncio.run(_opens("192.0.2.55"))


async def _opens(address):
    access.listening(access.served(for_students(RoomRegistry())), address, 0)


def test_the_code_of_an_address_is_its_modules():
    reported = access.invitation(
        {"code": "K7QF92MX", "key": "k"}, "lead", "http://192.168.1.20:8123/"
    )
    assert reported["join"] == "http://192.168.1.20:8123/K7QF92MX"
    dark = reported["qr"]["path"].count("M")
    assert reported["qr"]["size"] >= 21 and 0.3 < dark / reported["qr"]["size"] ** 2 < 0.7
    assert isinstance(Room().key, str) and len(Room().key) >= 22
