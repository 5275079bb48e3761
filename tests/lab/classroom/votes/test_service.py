"""The service of a hub, started as a hub does: its users open rooms, phones need no account."""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from ports import open_port

PREFIX = "/services/vote/"
TOKENS = {"token of-ada": "ada", "token of-ben": "ben"}


class Hub(BaseHTTPRequestHandler):
    """What the service asks of a hub: whose token this is."""

    def do_GET(self):
        name = TOKENS.get(self.headers["Authorization"])
        self.send_response(200 if name and self.path == "/hub/api/user" else 403)
        self.end_headers()
        self.wfile.write(json.dumps({"name": name}).encode())

    def log_message(self, *args):
        """Nothing."""


@pytest.fixture(scope="module")
def service():
    """ask(path, body, token) -> (status, answer) of a service that only ada may use."""
    hub, port = HTTPServer(("127.0.0.1", 0), Hub), open_port()
    threading.Thread(target=hub.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{port}"
    environment = os.environ | {
        "JUPYTERHUB_SERVICE_URL": place,
        "JUPYTERHUB_SERVICE_PREFIX": PREFIX,
        "JUPYTERHUB_API_URL": f"http://127.0.0.1:{hub.server_port}/hub/api",
    }
    line = [sys.executable, "-m", "lab", "vote", "--service", "--lecturers", "ada,"]
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{place}{PREFIX}{path}", data, headers)
        try:
            with direct.open(asked, timeout=10) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    process = subprocess.Popen(line, env=environment)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(OSError):
                ask("")
                break
            time.sleep(0.1)
        else:
            pytest.fail("The service does not answer.")
        yield ask
    finally:
        process.terminate()
        process.wait(10)
        hub.shutdown()


def test_hub_user_opens_a_room_and_phones_vote_below_the_prefix(service):
    status, said = service("rooms", {}, Authorization="token of-ada")
    room = json.loads(said)
    assert status == 200 and room["address"] is None
    lead, key = f"{room['code']}/lead", {"X-Room-Key": room["key"]}
    ask = {"do": "ask", "key": "k", "prompt": "Which?", "options": ["a", "b"], "answer": 1}
    assert service(lead, ask, **key)[0] == 200
    assert b'id="options"' in service(room["code"])[1]
    device = json.loads(service(f"{room['code']}/join", {})[1])["device"]
    ballot = {"device": device, "question": 1, "round": 1, "choice": 1}
    assert service(f"{room['code']}/vote", ballot)[0] == 200
    state = json.loads(service(lead, {"do": "show"}, **key)[1])
    assert state["counts"][0] == [0, 1]


@pytest.mark.parametrize(
    "token, words",
    [
        ("token of-ben", "ben is not among the lecturers of this service."),
        ("token made-up", "The hub does not know who asks for a room."),
        ("", "The hub does not know who asks for a room."),
    ],
)
def test_another_user_opens_no_room(service, token, words):
    status, said = service("rooms", {}, Authorization=token)
    assert (status, json.loads(said)["error"]) == (403, words)


def test_without_a_hub_it_says_what_is_missing():
    line = [sys.executable, "-m", "lab", "vote", "--service"]
    environment = {n: v for n, v in os.environ.items() if not n.startswith("JUPYTERHUB")}
    done = subprocess.run(line, env=environment, capture_output=True, text=True)
    assert done.returncode and "--service is what a JupyterHub starts" in done.stderr
