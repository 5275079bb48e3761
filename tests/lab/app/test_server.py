import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from types import SimpleNamespace

import pytest
from ports import open_port
from sweeping import ended

from lab.app import server, warmup
from lab.books import copies
from lab.discovery import LESSONS
from lab.experiment import Experiment
from solvers import InputError

# Raised at the first address that is not this machine; the audit event comes before the packet.
GUARD = """
import os, sys
def guard(event, args):
    if event in ("socket.connect", "socket.sendto"):
        host = args[1][0] if isinstance(args[1], tuple) else "local"
    elif event == "socket.getaddrinfo":
        host = args[0] or "local"
    else:
        return
    host = host.decode() if isinstance(host, bytes) else str(host)
    if host not in ("local", "localhost", "127.0.0.1", "::1", "0.0.0.0", ""):
        sys.stderr.write(f"OUTGOING {event} {host}\\n"); sys.stderr.flush(); os._exit(97)
sys.addaudithook(guard)
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CONVEXLAB_HOME", str(tmp_path / "home"))


def test_command_line_is_loopback_and_hides_the_token(books, tmp_path):
    copies.copy_missing(tmp_path / "class")
    line = server.command(tmp_path / "class", 9001, browser=False)
    assert "--ServerApp.ip=127.0.0.1" in line and "--ServerApp.port=9001" in line
    assert "--no-browser" in line and "--LabApp.default_url=/lab/tree/start.ipynb" in line
    assert not any("token" in word.lower() for word in line)  # others can read command lines
    retained = server.home() / "settings" / "@jupyterlab" / "apputils-extension"
    choices = json.loads((retained / "notification.jupyterlab-settings").read_text())
    assert choices == {"fetchNews": "false", "checkForUpdates": False}


def test_server_sends_each_picture_at_once(monkeypatch):
    from jupyter_server.serverapp import ServerApp
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
    from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
    from traitlets.config.loader import PyFileConfigLoader

    monkeypatch.setenv("JUPYTER_TOKEN", "t")
    config = PyFileConfigLoader("jupyter_config.py", path=str(server.home())).load_config()
    connection = ServerApp(config=config).kernel_websocket_connection_class
    assert issubclass(connection, ZMQChannelsWebsocketConnection)
    did = []
    monkeypatch.setattr(
        KernelWebsocketHandler, "set_nodelay", lambda self, value: did.append(value)
    )
    monkeypatch.setattr(
        ZMQChannelsWebsocketConnection, "connect", lambda self: did.append("connected")
    )
    handler = KernelWebsocketHandler.__new__(KernelWebsocketHandler)
    connection(websocket_handler=handler).connect()
    assert did == [True, "connected"]


@pytest.mark.parametrize(
    ("of", "seconds", "expected"),
    [
        ("comm_msg", 1e6, ["comm_msg", "idle"]),
        ("comm_msg", 0, ["comm_msg", "busy", "idle"]),
        ("execute_request", 1e6, ["busy", "comm_msg", "idle"]),
    ],
)
def test_busy_is_said_of_code_and_of_slow_widgets(monkeypatch, of, seconds, expected):
    from jupyter_client.session import Session
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

    from lab.app import websocket

    monkeypatch.setattr(websocket, "NOTICED", seconds)
    base, said = ZMQChannelsWebsocketConnection, []
    monkeypatch.setattr(base, "connect", lambda self: None)
    session = Session(key=b"k")

    def said_on(self, stream, parts):
        message = session.deserialize(session.feed_identities(parts)[1])
        said.append(message["content"].get("execution_state", message["header"]["msg_type"]))

    monkeypatch.setattr(base, "handle_outgoing_message", said_on)
    handler = SimpleNamespace(set_nodelay=lambda on: None)
    connection = websocket.PromptConnection.__new__(websocket.PromptConnection)
    monkeypatch.setattr(websocket.PromptConnection, "websocket_handler", handler)
    connection.session = session
    connection.connect()
    asked = session.msg(of)

    def say(kind, content):
        message = session.msg(kind, content, parent=asked)
        stream = SimpleNamespace(closed=lambda: False)
        connection.handle_outgoing_message(stream, session.serialize(message, ident=b"topic"))

    async def kernel():
        say("status", {"execution_state": "busy"})
        say("comm_msg", {})
        for _ in range(5):
            await asyncio.sleep(0.001)
        say("status", {"execution_state": "idle"})

    asyncio.run(kernel())
    assert said == expected


def test_address_is_that_of_the_notebook_to_start_with(tmp_path):
    assert server.first_page(tmp_path) == "/lab"
    (tmp_path / "start.ipynb").touch()
    assert server.first_page(tmp_path) == "/lab/tree/start.ipynb"


def test_nbgraders_tools_for_teachers_are_there_for_teachers(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "find_spec", lambda name: object())  # as if it were installed
    handler = SimpleNamespace(settings={"server_root_dir": str(tmp_path)})
    teachers = {f"nbgrader.server_extensions.{n}": False for n in ("formgrader", "course_list")}
    page = {"disabledExtensions": ["other"]}
    off = server.for_students(handler, dict(page))["disabledExtensions"]
    assert off[0] == "other" and "@jupyter/nbgrader:formgrader" in off
    assert not any("assignment-list" in one or "validate" in one for one in off)
    assert server.server_extensions(tmp_path) == teachers
    assert server.server_extensions(tmp_path, votes=True) == {"lab.classroom": True} | teachers
    (tmp_path / "nbgrader_config.py").touch()
    assert server.for_students(handler, dict(page)) == page
    assert server.server_extensions(tmp_path) == {}


def test_taken_port_is_refused():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"--port must be free, got {port}"):
            server.free_port(port)
    assert server.free_port(port) == port


# no network


def guarded(code, tmp_path, *argv):
    """Run Python `code` in a child that ends with 97 at the first outgoing connection."""
    return subprocess.run(
        [sys.executable, "-c", GUARD + code, *argv],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_guard_notices_a_connection(tmp_path):
    code = "import urllib.request; urllib.request.urlopen('http://192.0.2.1/', timeout=1)"
    done = guarded(code, tmp_path)
    assert done.returncode == 97 and "OUTGOING" in done.stderr


@pytest.mark.servers
@pytest.mark.parametrize(
    "argv", [["list"], ["run", "lasso", "--out", "a.gif"], ["run", "lasso", "--out", "a.html"]]
)
def test_commands_make_no_outgoing_connection(argv, tmp_path):
    code = "import sys; from lab.cli import main; sys.exit(main(sys.argv[1:]))"
    done = guarded(code, tmp_path, *argv)
    assert done.returncode == 0, done.stderr


def ask(url):
    """HTTP status of a request without proxies; 0 where no server answers yet."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@contextlib.contextmanager
def running_lab(tmp_path, books):
    """(address, token, process) of a real `lab` whose server reports outgoing connections."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(GUARD)
    hostile = tmp_path / "config"
    hostile.mkdir()
    (hostile / "jupyter_server_config.py").write_text("c.IdentityProvider.token = ''\n")
    port = open_port()
    code = (
        # a shell that runs the tests in the background ignores Ctrl-C, and children inherit that
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import sys, pathlib, lab.books.copies as c; books = pathlib.Path(sys.argv.pop());"
        "c.notebooks = lambda: books; from lab.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path / "site"), "JUPYTER_CONFIG_DIR": str(hostile),
        "NUMBA_CACHE_DIR": str(tmp_path / "kernels"),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "class"), "--no-browser", "--port", str(port),
         str(books)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        opened = re.escape(f"http://127.0.0.1:{port}/lab/tree/start.ipynb")
        token = re.fullmatch(rf"{opened}\?token=(\S+)\n", process.stdout.readline())[1]
        yield f"http://127.0.0.1:{port}", token, process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(60)
        process.communicate()


@pytest.mark.servers
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_real_server_wants_its_token_and_connects_to_no_other(books, tmp_path):
    with running_lab(tmp_path, books) as (
        url,
        token,
        process,
    ):  # it is open to all
        assert ask(f"{url}/api/status?token={token}") == 200
        assert ask(f"{url}/api/status") == 403
        assert ask(f"{url}/api/status?token=wrong") == 403
        for service in ("news", "update"):
            assert ask(f"{url}/lab/api/{service}?token={token}") == 200
        where = tmp_path / "class"
        assert process.stdout.readline() == f"Ctrl-C ends it; your notebooks stay in {where}.\n"
        os.killpg(process.pid, signal.SIGINT)  # Ctrl-C in a terminal
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0 and out == ""
    assert [line for line in err.splitlines() if "received signal" not in line] == []


@pytest.mark.servers
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_server_ends_when_lab_is_terminated(books, tmp_path):
    with running_lab(tmp_path, books) as (url, token, process):
        assert ask(f"{url}/api/status?token={token}") == 200
        compiling, priority = child(process.pid, "lab.app.warmup")
        assert priority > os.getpriority(os.PRIO_PROCESS, 0)
        process.terminate()
        process.communicate(timeout=120)
        for _ in range(60):
            if not ask(f"{url}/api/status?token={token}"):
                break
            time.sleep(0.25)
        assert ask(f"{url}/api/status?token={token}") == 0, "the server runs on alone"
        assert ended(compiling), "kernels compile on for nobody"


def child(pid, words):
    """(process id, how much it gives way) of the child of a process that is called so."""
    line = ["ps", "-A", "-o", "ppid=,pid=,ni=,args="]
    listed = subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()
    split = [one.split(maxsplit=3) for one in listed]
    (found,) = [one for one in split if one[0] == str(pid) and words in one[3]]
    return int(found[1]), int(found[2])


def test_server_has_kernels_compiled_once_for_each_version(monkeypatch, capsys, tmp_path):
    versions, warmed = ["one", "one", "two", "one"], []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    play = lambda experiment, _: warmed.append(experiment.name)
    monkeypatch.setattr(Experiment, "play", play)
    monkeypatch.setattr(warmup, "lower_priority", lambda _: None)
    monkeypatch.setattr(warmup, "WAIT", 0.0)
    said = []
    for name in versions:
        monkeypatch.setattr(warmup, "code_version", lambda name=name: name)
        warmup.compile_in_background()
        said.append(capsys.readouterr().out)
    line = f"Compiling kernels of {len(warmed) // 3} scenes in the background (once)...\n"
    assert said == [line, "", line, line] and len(warmed) > 3 * len(LESSONS)


def test_server_that_ends_at_once_gives_no_address(books, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(server, "command", lambda *_: [sys.executable, "-c", "raise SystemExit(3)"])
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # pytest keeps its own
    assert server.serve(tmp_path, browser=False) == 1
    assert capsys.readouterr().out == ""
