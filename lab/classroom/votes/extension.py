"""Rooms in a Jupyter server: who is signed in there may open one; phones need no account."""

from __future__ import annotations

import json

from jupyter_server.base.handlers import APIHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import authenticated

from lab.classroom.votes import access
from lab.classroom.votes.command import SWEEP
from lab.classroom.votes.handlers import for_lecturer, for_students
from lab.classroom.votes.room import Refused, RoomRegistry
from solvers.checks import InputError

#: Seconds for which a closed room still says so.
_LATER = 60.0


class Rooms(APIHandler):
    """Opens rooms."""

    def initialize(self, registry: RoomRegistry) -> None:
        """registry: the rooms."""
        self.registry = registry

    @authenticated
    def post(self) -> None:
        """A new room: {"listen", "port"}, both may be missing; its code, its key, and the address
        that phones use, or null where it is this server's own."""
        asked = json.loads(self.request.body or b"{}")
        try:
            room = self.registry.open(str(asked.get("owner", "")))
            address = self._listen(room, asked)
        except Refused as refused:
            self.set_status(refused.status)
            self.finish(json.dumps({"error": refused.why}))
        except InputError as error:
            self.set_status(400)
            room.close()
            self.finish(json.dumps({"error": str(error)}))
        else:
            self.finish(json.dumps({"code": room.code, "key": room.key, "address": address}))

    def _listen(self, room, asked):
        if not asked.get("listen"):
            return None
        listen = access.checked_listen(asked["listen"])
        server = access.served(for_students(self.registry))
        port = access.listening(server, listen, int(asked.get("port") or 0))
        # Phones that wait are notified first.
        room.closing.append(lambda: IOLoop.current().call_later(_LATER, server.stop))
        return access.address_of(listen, port)


def load(server: ServerApp) -> None:
    """Add the rooms' routes to a Jupyter server."""
    registry = RoomRegistry()
    base = url_path_join(server.web_app.settings["base_url"], access.PLACE)
    routes = [(f"{base}/?", Rooms, {"registry": registry})]
    routes += for_lecturer(registry, base) + for_students(registry, base)[1:]
    for _, handler, _ in routes[1:]:
        _open_to_all(handler)
    server.web_app.add_handlers(".*$", routes)
    PeriodicCallback(registry.sweep, 1000.0 * SWEEP).start()


def _open_to_all(handler):
    """Phones have no account: some servers want that said of each method."""
    for name in ("get", "post"):
        method = vars(handler).get(name)
        if method is not None:
            method.__dict__["__allow_unauthenticated"] = True
