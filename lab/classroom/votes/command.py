"""`lab vote`: a scene on the projector and its room, served from the lecturer's own machine.

The scene is solved and written as a page by a separate process, so that what listens is small.
The lecturer's page and what leads the room listen on the loopback address only; what phones need
has a separate listener, beyond loopback where that was asked for by name.
"""

from __future__ import annotations

import asyncio
import html
import json
import signal
import subprocess
import sys
import tempfile
import webbrowser
from contextlib import suppress
from pathlib import Path

from tornado.web import RequestHandler

from lab.classroom.votes import access
from lab.classroom.votes.handlers import for_lecturer, for_students
from lab.classroom.votes.room import Room, RoomRegistry, sentence
from lab.paths import checked_path
from solvers.checks import InputError
from widgets.words import count

#: Seconds between two looks whether rooms have grown old.
SWEEP = 20.0


class Projector(RequestHandler):
    """The lecturer's page, at an address that only the lecturer has."""

    def initialize(self, page: str) -> None:
        """page: its text."""
        self.page = page

    def get(self) -> None:
        """The page."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "no-referrer")
        self.finish(self.page)


def made_page(address: str, given: dict[str, str]) -> str:
    """The text of the scene's page, in predict mode and filling the window."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "scene.html"
        line = [sys.executable, "-m", "lab", "run", address, "--out", str(path)]
        line += ["--predict", "--projector", *(f"--{n}={text}" for n, text in given.items())]
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode:
            raise InputError(done.stderr.strip().removeprefix("lab: ") or "The scene failed.")
        return path.read_text(encoding="utf-8")


def with_room(page: str, invitation: dict) -> str:
    """The page of a scene, led by an invitation."""
    invited = html.escape(json.dumps(invitation), quote=True)
    page = page.replace('<div class="cl-page', f'<div data-room="{invited}" class="cl-page', 1)
    return page.replace("default-src 'none';", "default-src 'none'; connect-src 'self';", 1)


def vote(
    address: str,
    given: dict[str, str],
    *,
    listen: str = access.LOOPBACK,
    port: int = 0,
    public: str | None = None,
    out: str | None = None,
    browser: bool = True,
) -> None:
    """Hold a vote until Ctrl-C or until the room closes; then write the counts to `out`."""
    listen = access.checked_listen(listen)
    public = None if public is None else access.checked_address(public)
    port = access.checked_port(port)
    path = None if out is None else checked_path(out, (".csv",), ".csv")
    page = made_page(address, given)
    asyncio.run(_held(page, listen, port, public, path, browser))


async def _held(page, listen, port, public, out, browser):
    registry, ended = RoomRegistry(), asyncio.Event()
    room = registry.open()
    server = access.served(for_students(registry))
    seen = public or access.address_of(listen, access.listening(server, listen, port))
    lecturer_routes = for_lecturer(registry)
    invited = access.invitation({"code": room.code, "key": room.key}, f"{room.code}/lead", seen)
    lecturer_routes.append((f"/{room.key}", Projector, {"page": with_room(page, invited)}))
    lecturer = access.served(lecturer_routes)
    own = f"http://{access.LOOPBACK}:{access.listening(lecturer, access.LOOPBACK, 0)}/{room.key}"
    room.closing.append(ended.set)
    print(f"Students: {invited['join']}\nYou:      {own}\n{access.warning(seen)}\nCtrl-C ends it.",
          flush=True)  # fmt: skip
    loop = asyncio.get_running_loop()
    for name in {"SIGINT", "SIGTERM"} & set(dir(signal)):
        with suppress(NotImplementedError):  # Windows
            loop.add_signal_handler(getattr(signal, name), room.close)
    if browser:
        webbrowser.open(own)
    try:
        await until(ended, registry)
    finally:
        room.close()
        write_counts(room, out)
        server.stop()
        lecturer.stop()


async def until(ended: asyncio.Event, registry: RoomRegistry) -> None:
    """Wait for the end, and let rooms grow old meanwhile."""
    while not ended.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), SWEEP)
        registry.sweep()


def write_counts(room: Room, out: Path | None) -> None:
    """Write the counts and say where; on stdout where they cannot be written."""
    rows = room.table()
    if not rows:
        print("Nothing was asked, so nothing is kept.")
        return
    path = _free(Path("votes.csv")) if out is None else out
    try:
        path.write_text(room.to_csv(), encoding="utf-8")
    except OSError as error:
        print(f"{path} cannot be written: {error.strerror}. The counts:\n{room.to_csv()}")
        return
    words = sentence(rows)
    counts = f"{count(len(room.asked), 'question')}, {count(room.joined, 'device')}"
    print(f"{path}: {counts}.{words and f' {words}'}")


def _free(path):
    """A path like this one at which nothing is."""
    k = 1
    while (free := path.with_stem(f"{path.stem}{'' if k == 1 else f'-{k}'}")).exists():
        k += 1
    return free
