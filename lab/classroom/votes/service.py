"""Rooms as a service of a JupyterHub, where students do not reach a lecturer's own server.

The hub starts `lab vote --service`, and proxies it at /services/NAME/, by these lines of its
configuration::

    c.JupyterHub.services = [
        {"name": "vote", "url": "http://127.0.0.1:10101", "command": ["lab", "vote", "--service"]}
    ]

Phones need no account there. A room is opened by `dashboard.vote(service=".../services/vote/")` of
a user's server, whose token the hub confirms.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest

from lab.classroom.votes import access
from lab.classroom.votes.command import until
from lab.classroom.votes.handlers import Plain, for_lecturer, for_students
from lab.classroom.votes.room import Bucket, Refused, RoomRegistry
from solvers.checks import InputError

_NEEDED = ("JUPYTERHUB_SERVICE_URL", "JUPYTERHUB_SERVICE_PREFIX", "JUPYTERHUB_API_URL")


class Rooms(Plain):
    """Opens rooms for users of the hub."""

    def initialize(
        self, registry: RoomRegistry, lecturers: Sequence[str] = (), asking: Bucket | None = None
    ) -> None:
        """lecturers: the users who may; all where there are none."""
        super().initialize(registry)
        self.lecturers, self.asking = lecturers, asking

    async def post(self) -> None:
        """A new room of the user whose token came along."""
        assert self.asking is not None  # the service's route has it
        if not self.asking.take():
            raise Refused(429, "Too many ask for rooms; try again in a minute.")
        name = await _user(self.request.headers.get("Authorization", ""))
        if self.lecturers and name not in self.lecturers:
            raise Refused(403, f"{name} is not among the lecturers of this service.")
        room = self.registry.open(name)
        self.answer({"code": room.code, "key": room.key, "address": None})


async def _user(authorization):
    """The user whom the hub knows by this header; Refused where there is none."""
    asked = HTTPRequest(
        f"{os.environ['JUPYTERHUB_API_URL']}/user",
        headers={"Authorization": authorization[:300]}, request_timeout=10,
    )  # fmt: skip
    try:
        answer = await AsyncHTTPClient().fetch(asked)
        return str(json.loads(answer.body)["name"])
    except (HTTPClientError, OSError, ValueError, KeyError):
        raise Refused(403, "The hub does not know who asks for a room.") from None


def serve(lecturers: tuple[str, ...] = ()) -> None:
    """Hold rooms until the hub ends the service."""
    missing = [name for name in _NEEDED if not os.environ.get(name)]
    if missing:
        raise InputError(f"--service is what a JupyterHub starts; {missing[0]} is not set.")
    asyncio.run(_served(lecturers))


async def _served(lecturers):
    registry = RoomRegistry(most=50)
    prefix = os.environ["JUPYTERHUB_SERVICE_PREFIX"].rstrip("/")
    place = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
    routes = for_students(registry, prefix) + for_lecturer(registry, prefix)
    who = {"lecturers": lecturers, "asking": Bucket(50, 1.0)}
    routes.append((f"{prefix}/rooms", Rooms, {"registry": registry, **who}))
    access.listening(access.served(routes), place.hostname or "", place.port or 0)
    await until(asyncio.Event(), registry)
