"""What a room answers over HTTP: to phones, and to the page that leads it.

Phones need no account, and send no cookie: only what `Room.vote` takes. Addresses in their page are
relative, so that it works behind whatever prefix a proxy has.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import json
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from weakref import WeakKeyDictionary

from tornado.http1connection import HTTP1Connection
from tornado.httputil import HTTPServerRequest
from tornado.web import HTTPError, RequestHandler, stream_request_body

from lab.classroom.votes.room import DEVICES, EACH, PICTURE, Refused, Room, RoomRegistry

#: The most bytes that a phone, and that the lecturer's page, may send at once.
BALLOT, LEAD = 512, 2 * PICTURE
#: Seconds for which a phone waits for news before it asks again.
WAIT = 25.0
_CODE = r"/([0-9A-Za-z]{4}-?[0-9A-Za-z]{4})"
_PAGE = Path(__file__).with_name("phone.html")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Server": "votes",
}


class News:
    """Wakes the requests that wait for a room to change."""

    def __init__(self):
        self.event = asyncio.Event()
        self.waiting: Counter[str] = Counter()

    def spread(self) -> None:
        """Wake all of them."""
        self.event.set()
        self.event = asyncio.Event()

    async def wait(self, address: str) -> None:
        """Until the next change, or a while. address: of the client that waits."""
        if self.waiting.total() >= DEVICES or self.waiting[address] >= EACH:
            raise Refused(429, "The room is full for the moment; try again.")
        self.waiting[address] += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.event.wait(), WAIT)
        finally:
            self.waiting[address] -= 1


_NEWS: WeakKeyDictionary[Room, News] = WeakKeyDictionary()


def news_of(room: Room) -> News:
    """The news of a room, one for all who wait."""
    if room not in _NEWS:
        _NEWS[room] = News()
        room.changed = _NEWS[room].spread
    return _NEWS[room]


def address_of(request: HTTPServerRequest) -> str:
    """From which address a request comes: of IPv6 the network, of which a device has all addresses.
    What a proxy says of it counts only where the proxy is on this machine."""
    said = request.remote_ip or ""
    if is_loopback(said):
        said = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip() or said
    try:
        found = ipaddress.ip_address(said)
    except ValueError:
        return request.remote_ip or ""
    if found.version == 4:
        return str(found)
    own = found.ipv4_mapped
    return str(own or ipaddress.ip_network((int(found), 64), strict=False))


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@stream_request_body
class Plain(RequestHandler):
    """A handler that trusts nothing: short bodies, no cookies, errors in one sentence of JSON."""

    most = BALLOT

    def initialize(self, registry: RoomRegistry) -> None:
        """registry: the rooms, shared by all handlers."""
        self.registry, self.body = registry, b""

    def set_default_headers(self) -> None:
        """Nothing is stored, framed or sniffed."""
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def check_xsrf_cookie(self) -> None:
        """No cookie identifies anybody, so none can be misused."""

    def prepare(self) -> None:
        """Refuse a long body before it is read."""
        if int(self.request.headers.get("Content-Length") or 0) > self.most:
            raise HTTPError(413)
        connection = self.request.connection
        assert isinstance(connection, HTTP1Connection)  # what a server of ours speaks
        connection.set_max_body_size(self.most)

    def data_received(self, chunk: bytes) -> None:
        """A part of the body; parts together have the same limit."""
        self.body += chunk
        if len(self.body) > self.most:
            raise HTTPError(413)

    def content(self) -> object:
        """The body, as JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise Refused(400, "This is no JSON.") from None

    def room(self, code: str) -> Room:
        """The room of this code."""
        return self.registry.find(code)

    def answer(self, said: object) -> None:
        """Write JSON."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps(said, ensure_ascii=False, separators=(",", ":")))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """One sentence, and nothing of the inside."""
        error = kwargs.get("exc_info", (None, None))[1]
        if isinstance(error, Refused):
            self.set_status(error.status)
        self.answer({"error": error.why if isinstance(error, Refused) else "Refused."})

    def log_exception(
        self, typ: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        """What is refused is no news."""
        if not isinstance(value, (Refused, HTTPError)):
            super().log_exception(typ, value, tb)


class Page(Plain):
    """The page of phones; it is the same in every room."""

    def get(self, code: str | None = None) -> None:
        """The page; where no code is given, with a field for it."""
        page = _PAGE.read_bytes()
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page if code else page.replace(b"<body>", b"<body data-entrance>"))


class Join(Plain):
    """A device enters."""

    def post(self, code: str) -> None:
        """Its token."""
        self.answer({"device": self.room(code).join(address_of(self.request))})


class Vote(Plain):
    """A device answers."""

    def post(self, code: str) -> None:
        """What was counted."""
        self.answer({"counted": self.room(code).vote(self.content())})


class State(Plain):
    """What phones see."""

    async def get(self, code: str) -> None:
        """The state, once it is newer than what the phone has; 204 where it is not in a while."""
        room, since = self.room(code), self.get_query_argument("since", "0")
        if since == str(room.version):
            room.shown_to_students()  # refuses where the room is closed
            await news_of(room).wait(address_of(self.request))
            if since == str(room.version) and not room.closed:
                self.set_status(204)
                return
        self.answer(room.shown_to_students())


class Picture(Plain):
    """What is tapped on."""

    def get(self, code: str, number: str) -> None:
        """The picture of the open question."""
        room = self.room(code)
        if room.current is None or not room.current.picture or int(number) != len(room.asked):
            raise Refused(404, "There is no such picture.")
        self.set_header("Content-Type", "image/jpeg")
        self.finish(room.current.picture)


class Lead(Plain):
    """The lecturer's page leads the room."""

    most = LEAD

    def room(self, code: str) -> Room:
        """The room, whose key the page has."""
        room = self.registry.find(code)
        room.led_by(self.request.headers.get("X-Room-Key"))
        return room

    def get(self, code: str) -> None:
        """The state of the room."""
        room = self.room(code)
        room.grow_old()
        self.answer(room.led())

    def post(self, code: str) -> None:
        """Do one act; returns the state of the room after it."""
        room, act = self.room(code), self.content()
        news_of(room)
        if not isinstance(act, dict):
            raise Refused(400, "This is no act.")
        room.do(_with_picture(act))
        self.answer(room.led())


class Results(Lead):
    """What was answered."""

    def get(self, code: str) -> None:
        """The table as CSV."""
        room = self.room(code)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.finish(room.to_csv())


def _with_picture(act):
    aim = act.get("aim")
    if not isinstance(aim, dict):
        return act
    try:
        data = base64.b64decode(aim.get("picture", ""), validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise Refused(400, "This is no question.") from None
    return {**act, "aim": {**aim, "picture": data}}


def for_students(registry: RoomRegistry, prefix: str = "") -> list:
    """The routes that phones use, under `prefix`."""
    several = (
        (r"/?", Page),
        (_CODE, Page),
        (rf"{_CODE}/join", Join),
        (rf"{_CODE}/vote", Vote),
        (rf"{_CODE}/state", State),
        (rf"{_CODE}/picture/(\d{{1,4}})", Picture),
    )
    return [(prefix + path, handler, {"registry": registry}) for path, handler in several]


def for_lecturer(registry: RoomRegistry, prefix: str = "") -> list:
    """The routes of the page that leads, under `prefix`."""
    several = ((rf"{_CODE}/lead", Lead), (rf"{_CODE}/results.csv", Results))
    return [(prefix + path, handler, {"registry": registry}) for path, handler in several]
