"""The speed that a student experiences: JupyterLab and a headless Chromium on this machine,
also over a slow connection.

Needs the `test` extra (playwright) and a Chromium, or CHROMIUM=/path/to/it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from statistics import median, quantiles
from types import SimpleNamespace
from typing import Any

from lab.app.server import command, free_port
from lab.race.peers import timed
from lab.table import Table, short
from solvers import InputError


@contextlib.contextmanager
def delayed(port: int, away: float) -> Iterator[int]:
    """A port that forwards to `port`; each message takes `away` seconds in each direction."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, port, away), daemon=True).start()
        yield listener.getsockname()[1]


def _accept(listener, port, away):
    with contextlib.suppress(OSError):  # the listener is closed at the end
        while True:
            near, _ = listener.accept()
            there = socket.create_connection(("127.0.0.1", port))
            for a, b in ((near, there), (there, near)):
                line = SimpleQueue()
                threading.Thread(target=_read, args=(a, line, away), daemon=True).start()
                threading.Thread(target=_write, args=(line, b), daemon=True).start()


def _read(source, line, away):
    """Queue what is received, with the time at which it is due; an empty item at the end."""
    data = b"."
    while data:
        try:
            data = source.recv(1 << 16)
        except OSError:
            data = b""
        line.put((time.monotonic() + away, data))


def _write(line, target):
    with contextlib.suppress(OSError):  # the receiver may have closed
        while True:
            due, data = line.get()
            time.sleep(max(due - time.monotonic(), 0.0))
            if not data:
                target.shutdown(socket.SHUT_WR)
                return
            target.sendall(data)


_NAMES = ("chromium", "chromium-headless-shell", "google-chrome")
_FLAGS = (
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)  # fmt: skip
#: How the browser makes a screen of the parts of a page -> the flags that make it do so.
SETUPS = {
    "an emulated graphics card": (),
    "no graphics card": ("--disable-gpu-compositing",),
}
_MOVES = 25
#: Scene -> the name of its first slider, and the milliseconds from a move of it to the picture.
_SLIDES = {
    "metric": ("rho of the sparse metric", 60),
    "central-path": ("C of the central path", 60),
    "svm": ("C of a machine on 100 points", 65),
    "bags": ("lambda of the bags", 110),
}
#: Scene -> its settings where its knobs are turned, if not its defaults: in the plane.
OPENED = {"metric": {"dimension": 2}}
#: Scene -> the seconds to its first paint with nothing compiled; the second compiles the most.
_COLD = {"lasso": 12, "path": 12}
_PLAYED = 4.0  # seconds of playback that are counted

_READY = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  let w;
  for (let i = 0; i < 600 && !(w = app.shell.currentWidget)?.sessionContext; i++)
    await new Promise((r) => setTimeout(r, 100));
  await w.context.ready; await w.sessionContext.ready;
  await w.sessionContext.session.kernel.info;
}"""
PAINT = """async (n) => {
  const start = performance.now();
  window.jupyterapp.commands.execute("notebook:run-all-cells");
  while (document.querySelectorAll(".cl-stage[data-painted]").length < n) {
    if (performance.now() - start > 300000) throw new Error("no picture within five minutes");
    await new Promise((r) => requestAnimationFrame(r));
  }
  return (performance.now() - start) / 1000;
}"""
_PLAY = """async (seconds) => {
  const { player } = document.querySelector(".cl-stage").convexlab;
  player.pause();
  let drawn = 0;
  const start = performance.now();
  while (performance.now() - start < 1000 * seconds) { // a new frame whenever the screen takes one
    player.go(player.frame === player.last ? 0 : player.frame + 1);
    drawn++;
    await new Promise((r) => requestAnimationFrame(r));
  }
  return (1000 * drawn) / (performance.now() - start);
}"""
# A picture is painted when the page has drawn it, and on the screen two animation frames later: the
# browser has composited what was painted before the first when it requests the second.
_MOVE = """async (share) => {
  const el = document.querySelector(".cl-stage");
  const slider = document.querySelector(".cl-knob input[type=range]");
  const painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the picture did not follow")), 20000);
    new MutationObserver(resolve).observe(el, { attributeFilter: ["data-painted"] });
  });
  const frame = () => new Promise((r) => requestAnimationFrame(r));
  const start = performance.now();
  slider.value = Number(slider.min) + share * (slider.max - slider.min);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await painted;
  const drawn = performance.now() - start;
  await frame();
  await frame();
  return [drawn, performance.now() - start];
}"""


def tables(options: SimpleNamespace) -> Iterator[Table]:
    """What does not depend on the screen, then for each set-up paint, playback and knob moves."""
    with launcher() as launch:
        with contextlib.closing(launch()) as browser:
            rows = [row for scene, wanted in _COLD.items() for row in _cold(browser, scene, wanted)]
            rows += (*_bytes(browser, options.runs), _film(options.runs))
        yield Table(
            "Files and first pictures; of the lasso",
            ("what", "measured", "worst", "target"),
            rows,
            (f"Medians of {options.runs} runs.",),
        )
        for words, flags in SETUPS.items():
            with contextlib.closing(launch(*flags)) as browser:
                rows = (*_warm(browser, options.runs), *_path(browser, options.runs))
                rows += tuple(_slides(browser, options.runs))
            yield Table(
                f"Dashboards in JupyterLab and Chromium with {words}; of the lasso if not named",
                ("what", "measured", "worst", "target"),
                rows,
                (
                    f"Medians of {options.runs} runs; {_MOVES} slider moves a run; worst: 95th "
                    "percentile. On the screen: the second animation frame after a picture is "
                    "painted.",
                ),
            )


@contextlib.contextmanager
def launcher() -> Iterator[Callable[..., Any]]:
    """A function launch(*flags) that starts a Chromium."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if chromium is None:
        raise InputError("The browser benchmark needs a Chromium; install it or set CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise InputError(
            "The browser benchmark needs playwright: pip install playwright."
        ) from None
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(
            executable_path=chromium, args=[*_FLAGS, *more]
        )


def _cold(browser, scene, wanted):
    """First paint with nothing compiled; the status line must say what it waits for."""
    with tempfile.TemporaryDirectory() as cache, notebooks({"NUMBA_CACHE_DIR": cache}) as open_page:
        page, _ = open_page(browser, scene)
        found = page.evaluate(
            """async () => {
              window.jupyterapp.commands.execute("notebook:run-all-cells");
              const start = performance.now();
              let named = false;
              while (!document.querySelector(".cl-stage[data-painted]")) {
                named ||= document.querySelector(".cl-dashboard")?.innerText.includes("compiling");
                await new Promise((r) => setTimeout(r, 20));
              }
              return [(performance.now() - start) / 1000, Boolean(named)];
            }"""
        )
        yield (f"first paint of {scene}, cold cache, s", short(found[0]), None, f"<= {wanted}")
        yield ("  and the page said 'compiling (once)'", found[1], None, "yes")


def _bytes(browser, runs):
    """What one dashboard sends to its page, what a further one does, and the size of a page."""
    import lab
    from widgets.page import page_html

    first, further = [], []
    with notebooks({}) as open_page:
        for _ in range(runs):
            with _painted(open_page, browser, "lasso") as (page, traffic, _):
                first.append(traffic["received"] / 1e6)
                further.append(_second(page, traffic))
    exported = len(page_html(lab.scene("lasso")).encode()) / 1e6
    yield ("first dashboard of a page, MB", short(median(first)), short(max(first)), "<= 0.4")
    yield ("each further one, MB", short(median(further)), short(max(further)), "<= 0.16")
    yield ("exported page, MB", short(exported), None, "<= 0.6")


def _warm(browser, runs):
    paints, rates, messages, moves = [], [], [], []
    with notebooks({}) as open_page:
        for _ in range(runs + 1):
            with _painted(open_page, browser, "lasso") as (page, traffic, seconds):
                paints.append(seconds)
                rates.append(_played(page, traffic, messages))
                moves += _slid(page)
    paint = (short(median(paints[1:])), short(max(paints[1:])))
    rate = (short(median(rates[1:])), short(min(rates[1:])))
    yield ("first paint, warm cache, s", *paint, "<= 1.5")
    yield ("playback, frames/s", *rate, ">= 40")
    yield ("  kernel messages per frame", short(max(messages)), None, "0")
    yield from _followed("slider move", moves[_MOVES:], 60, 85)


@contextlib.contextmanager
def _painted(open_page, browser, scene, **settings):
    """(page, traffic, seconds to the first picture) of a dashboard that is shown and at rest."""
    page, traffic = open_page(browser, scene, **settings)
    seconds = page.evaluate(PAINT, 1)
    page.wait_for_timeout(1500)
    yield page, traffic, seconds
    page.context.close()


def _played(page, traffic, messages):
    """Frames in a second of playback; appends to `messages` how many were sent per frame."""
    sent = traffic["comms"]
    rate = page.evaluate(_PLAY, _PLAYED)
    messages.append((traffic["comms"] - sent) / (rate * _PLAYED))
    return rate


def _slid(page):
    """Milliseconds of several moves of the first slider, until painted and until on the screen."""
    took = []
    for i in range(_MOVES):
        took.append(page.evaluate(_MOVE, (i * 0.618034) % 0.8))
        page.wait_for_timeout(150)
    return took


def _followed(words, moves, *targets):
    """The rows of such moves; targets: of the medians, the 95th percentile within 1.6 of each."""
    whens = ("painted", "on the screen")
    for when, took, target in zip_longest(whens, zip(*moves, strict=True), targets):
        goal = None if target is None else f"<= {target}, <= {short(1.6 * target)}"
        yield (f"{words}, {when}, ms", short(median(took)), short(quantiles(took, n=20)[-1]), goal)


def _second(page, traffic):
    before = traffic["received"]
    page.evaluate(
        """async () => {
          const nb = window.jupyterapp.shell.currentWidget.content;
          await window.jupyterapp.commands.execute("notebook:insert-cell-below");
          nb.activeCell.model.sharedModel.setSource("e = lab.dashboard('lasso')\\ne");
          await window.jupyterapp.commands.execute("notebook:run-cell");
        }"""
    )
    page.wait_for_function("document.querySelectorAll('.cl-stage[data-painted]').length === 2")
    return (traffic["received"] - before) / 1e6


def _path(browser, runs):
    """Scrubbing lambda along the path of the diabetes data."""
    rates, messages = [], []
    with notebooks({}) as open_page:
        for _ in range(runs):
            with _painted(open_page, browser, "path", data="diabetes") as (page, traffic, _):
                rates.append(_played(page, traffic, messages))
    rate = (short(median(rates)), short(min(rates)))
    yield ("scrubbing the diabetes path, frames/s", *rate, ">= 40")
    yield ("  kernel messages per frame", short(max(messages)), None, "0")


def _slides(browser, runs):
    """Moves of the first slider of other scenes."""
    with notebooks({}) as open_page:
        for scene, (words, target) in _SLIDES.items():
            moves = []
            for _ in range(runs + 1):
                opened = _painted(open_page, browser, scene, **OPENED.get(scene, {}))
                with opened as (page, *_):
                    moves += _slid(page)
            yield from _followed(words, moves[_MOVES:], target)


def _film(runs):
    """A GIF of the scene, a hundred frames."""
    import lab
    from widgets.matplotlib_figure import save

    scene = lab.scene(lab.run("lasso", compare=["ista", "fista", "subgradient"], lam=0.05))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lasso.gif"
        seconds = [timed(lambda: save(scene, path, frames=100)) for _ in range(runs)]
    frames = min(100, len(scene))
    return (f"GIF of {frames} frames, s", short(median(seconds)), short(max(seconds)), "<= 20")


@contextlib.contextmanager
def notebooks(
    more: dict[str, str], away: float = 0.0, place: Path | None = None
) -> Iterator[Callable[..., tuple[Any, dict[str, int]]]]:
    """A JupyterLab in a separate directory; yields open(browser, scene, **settings).

    more: its environment; away: seconds that a message takes in each direction. place: its
    checkout, by default this one."""
    with tempfile.TemporaryDirectory() as folder:
        port, token = free_port(), secrets.token_hex(16)
        own = {f"JUPYTER_{n}_DIR": f"{folder}/{n}" for n in ("CONFIG", "DATA", "RUNTIME")}
        own |= {"JUPYTER_TOKEN": token, "CONVEXLAB_HOME": f"{folder}/home"}
        line = [*command(folder, port, browser=False), "--LabApp.expose_app_in_browser=True"]
        if place is not None:
            line[0], more = python_of(place), more | {"PYTHONPATH": str(place)}
        server = subprocess.Popen(
            line, env=os.environ | own | more,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _answering(f"http://127.0.0.1:{port}/api/status?token={token}")
            with delayed(port, away) if away else contextlib.nullcontext(port) as delayed_port:
                url = f"http://127.0.0.1:{delayed_port}/lab/tree/{{}}?token={token}&reset"
                yield partial(_new_notebook, Path(folder), url)
        finally:
            server.terminate()
            server.wait(20)


def warm(place: Path | None) -> None:
    """Compile all kernels of a checkout, None: of this one, so that none is compiled while a
    picture is waited for."""
    python = sys.executable if place is None else python_of(place)
    path = {} if place is None else {"PYTHONPATH": str(place)}
    line = [python, "-m", "lab", "warmup"]
    subprocess.run(line, env=os.environ | path, stdout=subprocess.DEVNULL, check=True)


def python_of(place: Path) -> str:
    """The Python that runs a checkout: that of its environment where it has one, else this."""
    own = place / ".venv" / "bin" / "python"
    return str(own if own.exists() else sys.executable)


def checkout(path: Path | str) -> Path:
    """The folder of a checkout, which must hold the package `lab`."""
    place = Path(path).expanduser().resolve()
    if not (place / "lab" / "__init__.py").is_file():
        raise InputError(f"--against must be a checkout of the workbook, got {str(path)!r}.")
    return place


def _new_notebook(folder, url, browser, scene, **settings):
    """(page, traffic) of a new notebook with one dashboard, its kernel ready, nothing run."""
    name = f"{scene.replace('/', '-')}-{secrets.token_hex(4)}.ipynb"
    (folder / name).write_text(json.dumps(_notebook(scene, settings)), encoding="utf-8")
    page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
    traffic = {"received": 0, "comms": 0}

    def received(frame):
        traffic["received"] += len(frame)

    def sent(frame):
        data = frame if isinstance(frame, bytes) else frame.encode()
        traffic["comms"] += b"comm_msg" in data

    def watch(socket):
        if "/channels" in socket.url:
            socket.on("framereceived", received)
            socket.on("framesent", sent)

    page.on("websocket", watch)
    page.goto(url.format(name))
    page.wait_for_function("() => window.jupyterapp", timeout=120_000)
    page.evaluate(_READY)
    return page, traffic


def _notebook(scene, settings):
    given = "".join(f", {name}={value!r}" for name, value in settings.items())
    cell = {
        "cell_type": "code", "id": "one", "metadata": {}, "execution_count": None, "outputs": [],
        "source": f"import lab\nd = lab.dashboard({scene!r}{given})\nd",
    }  # fmt: skip
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def _answering(url):
    for _ in range(600):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=2).close()
            return
        time.sleep(0.1)
    raise InputError("JupyterLab did not answer within a minute; is the machine overloaded?")
