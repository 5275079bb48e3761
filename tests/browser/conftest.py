"""A real JupyterLab and a real Chromium.

Without a Chromium these tests are skipped, loudly; in CI a skip is a failure.
"""

import contextlib
import json
import os
import secrets
import shutil
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ClassVar

import pytest
from ports import open_port
from servers import RUN_ALL, serving

from lab.app.server import command

#: The first that is there; one without windows opens a page in a fifth of the processor's time.
_NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
]  # fmt: skip

# Close what is open in JupyterLab, and open that.
INSTEAD = """async (path) => {
  const { shell, commands } = window.jupyterapp;
  for (const widget of [...shell.widgets('main')]) widget.dispose();
  await commands.execute('docmanager:open', { path }).then(() => {});
}"""
# What anywidget says on a busy page; our widgets live on, as test_slow_page.py shows.
RESCUED = "[anywidget] Failed to initialize model"
# JupyterLab asks for an image attached to a cell by that name before it puts in what is attached.
ATTACHED = "ERR_UNKNOWN_URL_SCHEME"


def pytest_itemcollected(item):
    if Path(__file__).parent in item.path.parents:
        item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium."""
    if CHROMIUM is None:
        words = "NO CHROMIUM: install it, or set CHROMIUM=/path/to/it, to run the browser tests"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@contextlib.contextmanager
def watched_page(browser):
    """A fresh page whose errors, at the end, are a failure, but for those it says it tolerates."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.errors, page.tolerated = [], ()
    page.on("pageerror", lambda e: page.errors.append(f"page error: {e} {e.stack}"))
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    tolerated = (*page.tolerated, RESCUED, ATTACHED)
    wrong = [e for e in page.errors if not any(words in e for words in tolerated)]
    assert not wrong, wrong


@pytest.fixture
def page(browser):
    """A page for one test."""
    with watched_page(browser) as page:
        yield page


@pytest.fixture(scope="module")
def shared_page(browser):
    """A page for all tests of a file."""
    with watched_page(browser) as page:
        yield page


class Lab:
    """A running server and its directory."""

    running: ClassVar[list] = []

    def __init__(self, port, token, folder, base="/"):
        self.port, self.token, self.folder, self.base = port, token, folder, base

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}{self.base}"

    def url(self, path):
        return f"{self.address}{path}?token={self.token}&reset"

    def write(self, name, *cells):
        """A notebook `name` of code cells."""
        (self.folder / name).write_text(json.dumps(notebook(*cells)), encoding="utf-8")
        return name

    def run(self, page, name, app="lab"):
        """Open the notebook in JupyterLab, run all of it, and wait for its pictures. A page that
        shows JupyterLab already shows this notebook in place of the one before."""
        traffic = Traffic(page)
        if app == "lab" and page.url.startswith(f"{self.address}lab"):
            page.evaluate(INSTEAD, name)
        else:
            page.goto(self.url(f"{app}/tree/{name}"))
            page.wait_for_function("() => window.jupyterapp", timeout=90_000)
        page.evaluate(RUN_ALL)
        return traffic

    def end_kernels(self):
        """End all kernels, so that those of one file do not slow the next."""
        try:
            kernels = json.load(self._ask("api/kernels"))
        except urllib.error.HTTPError as error:
            if error.code != 500:  # one that ends by itself while the server lists them
                raise
            kernels = json.load(self._ask("api/kernels"))
        with ThreadPoolExecutor() as pool:
            list(pool.map(self._end, [kernel["id"] for kernel in kernels]))

    def _end(self, kernel):
        try:
            self._ask(f"api/kernels/{kernel}", method="DELETE").close()
        except urllib.error.HTTPError as error:
            if error.code != 404:  # a notebook that was closed has ended its own meanwhile
                raise

    def _ask(self, path, method="GET"):
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.address}{path}", method=method, headers=headers)
        return urllib.request.urlopen(request, timeout=60)

    @staticmethod
    def kernel(page, code):
        """Run `code` in the open notebook's kernel and return what it prints."""
        return page.evaluate(
            """async (code) => {
              const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
              const future = kernel.requestExecute({ code, store_history: false });
              let text = "";
              future.onIOPub = (m) => {
                if (m.header.msg_type === "stream") text += m.content.text;
                if (m.header.msg_type === "error") text += m.content.traceback.join("\\n");
              };
              await future.done;
              return text;
            }""",
            code,
        ).strip()


class Traffic:
    """What the kernel's websocket carries: messages sent by the page, bytes received."""

    def __init__(self, page):
        self.sent, self.received, self.kinds = 0, 0, []
        page.on("websocket", self._watch)

    def _watch(self, socket):
        if "/channels" not in socket.url:
            return
        socket.on("framesent", self._count_sent)
        socket.on("framereceived", lambda f: setattr(self, "received", self.received + len(f)))

    def _count_sent(self, frame):
        # JupyterLab asks the kernel for its health now and then; the page's own news are comms.
        if (frame if isinstance(frame, bytes) else frame.encode()).find(b"comm_msg") >= 0:
            self.sent += 1


@pytest.fixture(scope="session")
def notebook_text():
    """The text of a notebook of the given code cells."""
    return lambda *cells: json.dumps(notebook(*cells))


def notebook(*cells):
    """A notebook of code cells, as data."""
    result = [
        {
            "cell_type": "code",
            "id": f"cell{i}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": source,
        }
        for i, source in enumerate(cells)
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": result, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@contextlib.contextmanager
def workbook(tmp, base="/", votes=False):
    """The workbook's own JupyterLab, as the `lab` command starts it, below the path `base`."""
    folder = tmp / "notebooks"
    folder.mkdir()
    token, port = secrets.token_hex(16), open_port()
    own = {"CONVEXLAB_HOME": str(tmp / "home"), "IPYTHONDIR": str(tmp / "ipython")}
    own |= {f"JUPYTER_{n}_DIR": str(tmp / n) for n in ("CONFIG", "DATA", "RUNTIME")}
    environment = os.environ | own | {"JUPYTER_TOKEN": token}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONVEXLAB_HOME", own["CONVEXLAB_HOME"])
        line = command(folder, port, browser=False, votes=votes)
    line += [
        f"--ServerApp.base_url={base}",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]
    server = Lab(port, token, folder, base)
    with serving(line, environment, f"{server.address}api/status?token={token}", tmp / "log"):
        Lab.running.append(server)
        yield server
        Lab.running.remove(server)


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory, browser):
    """The workbook's own JupyterLab."""
    with workbook(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def workbook_at():
    """The function (directory, base, votes) -> a context with a separate JupyterLab."""
    return workbook


@pytest.fixture(scope="session")
def server_at():
    """The function (port, token, folder) -> a server that another fixture has started."""
    return Lab


@pytest.fixture(autouse=True, scope="module")
def no_kernels_left():
    """The kernels of a file end with it."""
    yield
    for server in Lab.running:
        server.end_kernels()


@pytest.fixture(scope="session")
def voila(tmp_path_factory, browser):
    """A Voila server on a directory of notebooks: (folder, url of a notebook)."""
    tmp = tmp_path_factory.mktemp("voila")
    port = open_port()
    line = [
        sys.executable, "-m", "voila", str(tmp), "--no-browser", f"--port={port}",
        "--Voila.ip=127.0.0.1",
    ]  # fmt: skip
    environment = os.environ | {"IPYTHONDIR": str(tmp / "ipython")}
    with serving(line, environment, f"http://127.0.0.1:{port}/", tmp / "log"):
        yield tmp, lambda name: f"http://127.0.0.1:{port}/voila/render/{name}"


@pytest.fixture
def marimo(tmp_path, browser):
    """The address of a marimo app with the cells of the frontends' test."""
    app = tmp_path / "app.py"
    app.write_text(
        "import marimo\napp = marimo.App()\n\n\n@app.cell\ndef _():\n    import lab\n"
        "    d = lab.dashboard('lasso')\n    d\n    return\n",
        encoding="utf-8",
    )
    port = open_port()
    line = [
        sys.executable, "-m", "marimo", "run", str(app), "--headless", "--no-token",
        "--host=127.0.0.1", f"--port={port}",
    ]  # fmt: skip
    environment = os.environ | {f"XDG_{n}_HOME": str(tmp_path) for n in ("CONFIG", "STATE")}
    with serving(line, environment, f"http://127.0.0.1:{port}/", tmp_path / "log"):
        yield f"http://127.0.0.1:{port}/"
