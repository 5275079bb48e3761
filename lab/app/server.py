"""The workbook's JupyterLab: loopback only, a token always, no news; what its page leaves out."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lab.processes import begin_child
from solvers import InputError

if TYPE_CHECKING:
    from tornado.web import RequestHandler

#: Where JupyterLab finds the extension that this package brings.
EXTENSIONS = Path(__file__).parent / "labextension"
#: What nbgrader calls its tools for teachers: plugins of the page, and parts of the server.
_PLUGINS = ("formgrader", "course-list", "create-assignment")
_SERVED = ("formgrader", "course_list")


def is_course(folder: str | Path) -> bool:
    """Whether a teacher's course lies in the directory, as nbgrader has it."""
    return (Path(folder).expanduser() / "nbgrader_config.py").is_file()


def server_extensions(folder: str | Path, votes: bool = False) -> dict[str, bool]:
    """Module -> whether the server loads it, for those that `lab` decides on."""
    found = {"lab.classroom": True} if votes else {}
    if find_spec("nbgrader") and not is_course(folder):
        found |= {f"nbgrader.server_extensions.{name}": False for name in _SERVED}
    return found


def for_students(handler: RequestHandler, page: dict[str, Any]) -> dict[str, Any]:
    """The page's configuration without nbgrader's tools for teachers, as the server asks for it at
    each page; a teacher's own course has them."""
    if not is_course(handler.settings["server_root_dir"]):
        off = page.get("disabledExtensions", [])
        page["disabledExtensions"] = [*off, *(f"@jupyter/nbgrader:{name}" for name in _PLUGINS)]
    return page


#: What the server must not leave to the user's Jupyter configuration. The token comes by the
#: environment, which other users of the machine cannot read, unlike a command line.
_CONFIG = """\
import logging
import os

from lab.app.server import EXTENSIONS, for_students

# Whatever filters others set: what packages warn each other of is not for who opens a notebook.
logging.captureWarnings(True)
c.Application.log_level = "ERROR"
c.IdentityProvider.token = os.environ["JUPYTER_TOKEN"]
c.PasswordIdentityProvider.hashed_password = ""
c.ServerApp.allow_remote_access = False
c.ServerApp.kernel_websocket_connection_class = "lab.app.websocket.PromptConnection"
c.ServerApp.tornado_settings = {"page_config_hook": for_students}
c.LabApp.extra_labextensions_path = [str(EXTENSIONS)]
c.KernelManager.transport_encryption = "auto"
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"
"""
_NOTIFICATIONS = {"fetchNews": "false", "checkForUpdates": False}
_FIRST = "start.ipynb"
_LOOPBACK, _PORT = "127.0.0.1", 8888


def home() -> Path:
    """The workbook's own directory of JupyterLab settings, made if missing."""
    from jupyter_core.paths import jupyter_data_dir

    root = Path(os.environ.get("CONVEXLAB_HOME") or Path(jupyter_data_dir()) / "convexlab")
    settings = root / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    (root / "jupyter_config.py").write_text(_CONFIG, encoding="utf-8")
    notifications = settings / "notification.jupyterlab-settings"
    notifications.write_text(json.dumps(_NOTIFICATIONS), encoding="utf-8")
    return root


def free_port(wanted: int | None = None) -> int:
    """`wanted`, or the first free port from 8888 on."""
    for port in range(_PORT, _PORT + 100) if wanted is None else [wanted]:
        with socket.socket() as probe:
            try:
                probe.bind((_LOOPBACK, port))
                return port
            except OSError:
                continue
    raise InputError(f"--port must be free, got {wanted or _PORT}, which is taken; try another.")


def command(folder: str | Path, port: int, browser: bool = True, votes: bool = False) -> list[str]:
    """The server's command line for the notebooks in `folder`; votes: whether dashboards may open
    rooms there."""
    own, extensions = home(), server_extensions(folder, votes)
    line = [
        sys.executable, "-W", "ignore::DeprecationWarning", "-m", "jupyterlab",
        f"--config={own / 'jupyter_config.py'}", f"--ServerApp.ip={_LOOPBACK}",
        f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={Path(folder).resolve()}",
        f"--LabApp.user_settings_dir={own / 'settings'}",
        f"--LabApp.workspaces_dir={own / 'workspaces'}",
        "--ServerApp.answer_yes=True", f"--LabApp.default_url={first_page(folder)}",
    ]  # fmt: skip
    if extensions:
        line.append(f"--ServerApp.jpserver_extensions={extensions}")
    if getattr(os, "geteuid", lambda: 1)() == 0:  # containers have only this user
        line.append("--allow-root")
    return line if browser else [*line, "--no-browser"]


def first_page(folder: str | Path) -> str:
    """What is opened of the notebooks in `folder`: the one to start with, where it is there."""
    return f"/lab/tree/{_FIRST}" if (Path(folder) / _FIRST).is_file() else "/lab"


def serve(
    folder: str | Path, *, port: int | None = None, browser: bool = True, votes: bool = False
) -> int:
    """Run JupyterLab on `folder` until it ends, kernels compiling meanwhile; its exit status."""
    port, token = free_port(port), secrets.token_urlsafe(24)
    environment = os.environ | {"JUPYTER_TOKEN": token}
    for name in {"SIGTERM", "SIGHUP"} & set(dir(signal)):  # Windows has no hang-up
        if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:  # as nohup asks
            signal.signal(getattr(signal, name), _leave)
    compiling = begin_child("lab.app.warmup", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # In a separate session Ctrl-C does not reach the server: one that is still importing would
    # answer it with a traceback, where it ends quietly when asked by SIGTERM.
    server = subprocess.Popen(
        command(folder, port, browser, votes), env=environment, start_new_session=True
    )
    try:
        if _listens(server, port, token):
            print(f"http://{_LOOPBACK}:{port}{first_page(folder)}?token={token}")
            print(f"Ctrl-C ends it; your notebooks stay in {folder}.", flush=True)
        return min(server.wait(), 1)
    except KeyboardInterrupt:
        return 0
    finally:
        for child in (compiling, server):
            _end(child)


def _listens(server, port, token):
    """Wait until the server answers to its token; False where it ended instead."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    asked = urllib.request.Request(
        f"http://{_LOOPBACK}:{port}/api/status", headers={"Authorization": f"token {token}"}
    )
    while server.poll() is None:
        try:
            direct.open(asked, timeout=5).close()
            return True
        except OSError:
            time.sleep(0.1)
    return False


def _leave(*_):
    """Ends the server; the `finally` of `serve` ends its children too."""
    raise SystemExit(0)


def _end(child, patience=10):
    """Ask a child to end; make it where it does not, or at a second Ctrl-C."""
    if child.poll() is not None:
        return
    child.terminate()
    try:
        child.wait(patience)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
