"""Where rooms are reached: the listener for phones, its address in words, and the QR code."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.web import Application

from lab.classroom.votes.handlers import LEAD, Plain, is_loopback
from solvers.checks import InputError

LOOPBACK = "127.0.0.1"
#: Where rooms are below the base address of a Jupyter server.
PLACE = "convexlab/votes"
#: Seconds until a connection that says nothing, or sends its body slowly, is closed.
_IDLE, _BODY = 75, 10


class NotFound(Plain):
    """What is not there."""

    def prepare(self) -> None:
        """Nothing is."""
        self.set_status(404)
        self.answer({"error": "There is nothing here."})


def served(routes: list) -> HTTPServer:
    """A server of these routes and nothing else, which listens nowhere yet."""
    missing = {"default_handler_class": NotFound, "default_handler_args": routes[0][2]}
    return HTTPServer(
        Application(routes, log_function=lambda handler: None, **missing),
        max_body_size=LEAD, max_header_size=8192,
        idle_connection_timeout=_IDLE, body_timeout=_BODY,
    )  # fmt: skip


def listening(server: HTTPServer, address: str, port: int) -> int:
    """Let the server listen; the port, which is the first free one for 0."""
    from tornado.netutil import bind_sockets

    try:
        sockets = bind_sockets(checked_port(port), address)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(
            f"listen must be an address of this machine with a free port, got {address!r} and "
            f"{port}: {why}."
        ) from None
    server.add_sockets(sockets)
    return sockets[0].getsockname()[1]


def checked_port(port: int) -> int:
    """`port` as one that can be listened at; the system would take a larger number for another."""
    if not 0 <= port <= 65535:
        raise InputError(f"port must lie between 0 and 65535, got {port}; 0 takes a free one.")
    return port


def checked_listen(listen: object) -> str:
    """`listen` as an address; InputError where it is not an IP address."""
    try:
        return str(ipaddress.ip_address(str(listen)))
    except ValueError:
        raise InputError(
            f'listen must be an IP address such as "192.168.1.20" or "0.0.0.0", got {listen!r}.'
        ) from None


def checked_address(address: str) -> str:
    """The address that students see, ending in a slash; InputError where it is not a URL."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise InputError(
            f'address must be as students type it, such as "https://x.org/vote", got {address!r}.'
        )
    return address.rstrip("/") + "/"


def address_of(listen: str, port: int) -> str:
    """The address at which students reach what listens there, ending in a slash."""
    host = _local_address() if ipaddress.ip_address(listen).is_unspecified else listen
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _local_address():
    """This machine's address in its network; to ask for a way sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return LOOPBACK


def warning(address: str) -> str:
    """Who can reach the room, in words."""
    if is_loopback(urlsplit(address).hostname or ""):
        return (
            "Only this machine reaches the room; for a class, ask by name: listen with an address "
            "of this machine, such as 192.168.1.20, or 0.0.0.0 for all of them."
        )
    return (
        f"Whoever reaches {address} and has the code can vote; nothing else of this machine is "
        "open there."
    )


def qr(text: str) -> dict:
    """The QR code of a text: its modules as an SVG path, and how many a side has."""
    import segno

    code = segno.make(text, error="m", micro=False)
    parts = []
    for y, line in enumerate(code.matrix):
        parts += [f"M{x} {y}h1v1h-1z" for x, dark in enumerate(line) if dark]
    return {"path": "".join(parts), "size": len(code.matrix)}


def invitation(room: Mapping[str, Any], lead: str, address: str) -> dict[str, Any]:
    """What the lecturer's page knows of a room: where it leads, and what students are shown."""
    join = f"{address}{room['code']}"
    return {"lead": lead, "key": room["key"], "code": room["code"], "join": join, "qr": qr(join)}
