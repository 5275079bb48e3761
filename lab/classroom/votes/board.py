"""`dashboard.vote()`: the room of a dashboard in a notebook."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
import weakref
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lab.classroom.votes import access
from lab.classroom.votes.room import sentence
from solvers.checks import InputError

#: Names the address of a hub's service where `service` is not given.
SERVICE = "CONVEXLAB_VOTES"


class Vote:
    """The room in which a class answers the questions of a dashboard.

    address: what students open. `.rows()` has the counts, `.to_csv(path)` writes them, `.close()`
    ends it. A room closes by itself three minutes after the last page that shows the dashboard.
    """

    def __init__(self, board: Any, place: str, room: dict, address: str):
        self.address, self._place, self._room = f"{address}{room['code']}", place, room
        self._board = weakref.ref(board)
        board.stage.predict = True
        lead = f"{urlsplit(place).path.rstrip('/')}/{room['code']}/lead"
        board.stage.room = access.invitation(room, lead, address)
        self._said = access.warning(address)

    def __repr__(self):
        return f"Students: {self.address}\n{self._said}"

    def rows(self) -> list[dict[str, Any]]:
        """One row for each option of each question, as the CSV has it."""
        import csv

        text = self._ask("results.csv").decode()
        rows: list[dict[str, Any]] = list(csv.DictReader(text.splitlines()))
        return [{**r, "first": int(r["first"]), "second": int(r["second"])} for r in rows]

    def to_csv(self, path: str | Path) -> str:
        """Write the counts to `path`; what was chosen most wrongly, in words."""
        Path(path).write_bytes(self._ask("results.csv"))
        return sentence(self.rows())

    def close(self) -> None:
        """Close the room; its counts stay for a while."""
        self._ask("lead", {"do": "leave"})
        board = self._board()
        if board is not None:
            board.stage.room = {}

    def _ask(self, what, act=None):
        headers = {"X-Room-Key": self._room["key"]}
        return _asked(f"{self._place}/{self._room['code']}/{what}", headers, act)


def vote(
    board: Any,
    listen: str | None = None,
    *,
    port: int = 0,
    address: str | None = None,
    service: str | None = None,
) -> Vote:
    """Let a class answer the questions of the dashboard `board` on phones.

    listen: an address of this machine, such as "192.168.1.20", or "0.0.0.0" for all of them, at
    which phones reach the room, and nothing else; without one it is where the notebook is, so in
    the workbook's own server on this machine only. port: there; a free one for 0. address: what
    students are shown, where there is a proxy before it. service: the address of the hub's service,
    such as "https://hub.example.org/services/vote/"; by default what CONVEXLAB_VOTES says.
    """
    service = service or os.environ.get(SERVICE)
    if listen is not None:
        listen = access.checked_listen(listen)
    if service:
        place = access.checked_address(service).rstrip("/")
        token = os.environ.get("JUPYTERHUB_API_TOKEN", "")
        room = json.loads(_asked(f"{place}/rooms", {"Authorization": f"token {token}"}, {}))
        return Vote(board, place, room, checked(address) or f"{place}/")
    server = _server()
    place = f"{server['url'].rstrip('/')}/{access.PLACE}"
    headers = {"Authorization": f"token {server['token']}"}
    try:
        given = {"owner": board.stage.uid, "listen": listen, "port": port}
        room = json.loads(_asked(place, headers, given))
    except LookupError:
        raise InputError(
            "This Jupyter server holds no rooms: start it as `lab open --votes`, or enable them by "
            "`jupyter server extension enable lab.classroom` and start it again."
        ) from None
    return Vote(board, place, room, checked(address) or room["address"] or f"{place}/")


def checked(address: str | None) -> str | None:
    """`address` where it is given."""
    return address and access.checked_address(address)


def _server():
    """The Jupyter server that runs this kernel."""
    from jupyter_server.serverapp import list_running_servers

    parents = {os.environ.get("JPY_PARENT_PID"), str(os.getppid())}
    for server in list_running_servers():
        if str(server["pid"]) in parents:
            return server
    raise InputError(
        "vote needs the Jupyter server of this notebook, and there is none; in a hub name its "
        'service, as in vote(service="https://hub.example.org/services/vote/"); without a notebook '
        "use `lab vote`."
    )


def _asked(url, headers, act=None):
    """What an address answers; LookupError where there is nothing, InputError in its words."""
    data = None if act is None else json.dumps(act).encode()
    if urlsplit(url).scheme not in ("http", "https"):
        raise InputError(f"service must be an http address, got {url!r}.")
    request = urllib.request.Request(url, data, headers | {"Content-Type": "application/json"})
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=20) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        if error.code in (404, 405):
            raise LookupError(url) from None
        try:
            why = json.loads(error.read())
            words = why.get("error") or why.get("message") or str(error)
        except ValueError:
            words = str(error)
        raise InputError(f"The room was refused: {words}") from None
    except OSError as error:
        raise InputError(f"{url} does not answer: {getattr(error, 'reason', error)}.") from None
