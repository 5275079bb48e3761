"""What a student sees, measured: JupyterLab and a headless Chromium on this machine.

Needs the `test` extra (playwright) and a Chromium, or CHROMIUM=/path/to/it.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import time
import urllib.request
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from lab.app.server import command, free_port
from lab.benchmarks.peers import timed
from lab.benchmarks.tables import Table, short
from solvers import InputError

_FLAGS = (
    "--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)  # fmt: skip
_MOVES = 25
#: Scene -> the name of its first slider, and the milliseconds that a move of it may take.
_SLIDES = {
    "metric": ("rho of the sparse metric", 100),
    "central-path": ("C of the central path", 100),
    "svm": ("C of a machine on 100 points", 150),
    "bags": ("lambda of the bags", 250),
}
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
_PAINT = """async (n) => {
  const start = performance.now();
  window.jupyterapp.commands.execute("notebook:run-all-cells");
  while (document.querySelectorAll(".cl-stage[data-painted]").length < n)
    await new Promise((r) => requestAnimationFrame(r));
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
_MOVE = """async (share) => {
  const el = document.querySelector(".cl-stage");
  const slider = document.querySelector(".cl-knob input[type=range]");
  const before = el.dataset.painted;
  const start = performance.now();
  slider.value = Number(slider.min) + share * (slider.max - slider.min);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  while (el.dataset.painted === before) {
    if (performance.now() - start > 20000) throw new Error("the picture did not follow");
    await new Promise((r) => setTimeout(r, 1));
  }
  return performance.now() - start;
}"""


def tables(options):
    """One table: playback, knob moves, first paint, bytes, film."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise InputError("The browser benchmark needs a Chromium; install it or set CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise InputError(
            "The browser benchmark needs playwright: pip install playwright."
        ) from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        rows = [*_cold(browser), *_warm(browser, options.runs), _film(options.runs)]
        rows += _path(browser, options.runs)
        rows += _slides(browser, options.runs)
        browser.close()
    yield Table(
        "Dashboards in JupyterLab and headless Chromium, software GL; of the lasso if not named",
        ("what", "measured", "worst", "target"),
        tuple(rows),
        (f"Medians of {options.runs} runs; {_MOVES} slider moves a run; worst: 95th percentile.",),
    )


def _cold(browser):
    """First paint with nothing compiled; the status line must say what it waits for."""
    with tempfile.TemporaryDirectory() as cache, _lab({"NUMBA_CACHE_DIR": cache}) as open_page:
        page, _ = open_page(browser, "lasso")
        seen = page.evaluate(
            """async () => {
              window.jupyterapp.commands.execute("notebook:run-all-cells");
              const start = performance.now();
              let said = false;
              while (!document.querySelector(".cl-stage[data-painted]")) {
                said ||= document.querySelector(".cl-dashboard")?.innerText.includes("compiling");
                await new Promise((r) => setTimeout(r, 20));
              }
              return [(performance.now() - start) / 1000, Boolean(said)];
            }"""
        )
        yield ("first paint, cold cache, s", short(seen[0]), None, "<= 60")
        yield ("  and the page said 'compiling (once)'", seen[1], None, "yes")


def _warm(browser, runs):
    paints, rates, messages, moves, first, further = [], [], [], [], [], []
    with _lab({}) as open_page:
        for _ in range(runs + 1):
            page, traffic = open_page(browser, "lasso")
            paints.append(page.evaluate(_PAINT, 1))
            page.wait_for_timeout(1500)
            first.append(traffic["received"] / 1e6)
            sent = traffic["comms"]
            rates.append(page.evaluate(_PLAY, _PLAYED))
            messages.append((traffic["comms"] - sent) / (rates[-1] * _PLAYED))
            moves += _slid(page)
            further.append(_second(page, traffic))
            page.context.close()
    yield ("first paint, warm cache, s", short(median(paints[1:])), short(max(paints[1:])), "<= 4")
    yield ("playback, frames/s", short(median(rates[1:])), short(min(rates[1:])), ">= 25")
    yield ("kernel messages per frame", short(max(messages)), None, "0")
    yield _redraw("slider move to redraw, ms", moves[_MOVES:], 100)
    yield ("first dashboard of a page, MB", short(median(first)), short(max(first)), "<= 5.5")
    yield ("each further one, MB", short(median(further)), short(max(further)), "<= 0.5")


def _slid(page):
    """Milliseconds from each of several moves of the first slider to the new picture."""
    took = []
    for i in range(_MOVES):
        took.append(page.evaluate(_MOVE, (i * 0.618034) % 0.8))
        page.wait_for_timeout(150)
    return took


def _redraw(words, moves, target):
    """The row of such moves; target: of their median."""
    return (
        words,
        short(median(moves)),
        short(quantiles(moves, n=20)[-1]),
        f"<= {target}, <= {2 * target}",
    )


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
    with _lab({}) as open_page:
        for _ in range(runs):
            page, traffic = open_page(browser, "path", data="diabetes")
            page.evaluate(_PAINT, 1)
            page.wait_for_timeout(1500)
            sent = traffic["comms"]
            rates.append(page.evaluate(_PLAY, _PLAYED))
            messages.append((traffic["comms"] - sent) / (rates[-1] * _PLAYED))
            page.context.close()
    yield (
        "scrubbing the diabetes path, frames/s",
        short(median(rates)),
        short(min(rates)),
        ">= 25",
    )
    yield ("  kernel messages per frame", short(max(messages)), None, "0")


def _slides(browser, runs):
    """Moves of the first slider of other scenes."""
    with _lab({}) as open_page:
        for scene, (words, target) in _SLIDES.items():
            moves = []
            for _ in range(runs + 1):
                page, _ = open_page(browser, scene)
                page.evaluate(_PAINT, 1)
                page.wait_for_timeout(1500)
                moves += _slid(page)
                page.context.close()
            yield _redraw(f"{words}: slider move to redraw, ms", moves[_MOVES:], target)


def _film(runs):
    """A GIF of the scene, a hundred frames."""
    import lab
    from widgets.matplotlib_marks import save

    scene = lab.scene(lab.run("lasso", compare=["ista", "fista", "subgradient"], lam=0.05))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lasso.gif"
        seconds = [timed(lambda: save(scene, path, frames=100)) for _ in range(runs)]
    frames = min(100, len(scene))
    return (f"GIF of {frames} frames, s", short(median(seconds)), short(max(seconds)), "<= 20")


@contextlib.contextmanager
def _lab(more):
    """A JupyterLab on a directory of its own; yields open(browser, scene, **settings)."""
    with tempfile.TemporaryDirectory() as folder:
        port, token = free_port(), secrets.token_hex(16)
        own = {f"JUPYTER_{n}_DIR": f"{folder}/{n}" for n in ("CONFIG", "DATA", "RUNTIME")}
        own |= {"JUPYTER_TOKEN": token, "CONVEXLAB_HOME": f"{folder}/home"}
        line = [*command(folder, port, browser=False), "--LabApp.expose_app_in_browser=True"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        server = subprocess.Popen(line, env=os.environ | own | more, **quiet)
        try:
            _answering(f"http://127.0.0.1:{port}/api/status?token={token}")
            url = f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}&reset"
            yield partial(_opened, Path(folder), url)
        finally:
            server.terminate()
            server.wait(20)


def _opened(folder, url, browser, scene, **settings):
    """(page, traffic) of a new notebook with one dashboard, its kernel ready, nothing run."""
    name = f"{scene}-{secrets.token_hex(4)}.ipynb"
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
