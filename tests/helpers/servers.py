"""Servers for the browser's tests, and how a notebook is run in their pages."""

import contextlib
import subprocess
import time
import urllib.error
import urllib.request

import pytest

# Lab's own promises; the word "Idle" on the page comes before the kernel is really there.
RUN_ALL = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  let w;
  for (let i = 0; i < 600 && !(w = app.shell.currentWidget)?.sessionContext; i++)
    await new Promise((r) => setTimeout(r, 100));
  await w.context.ready;
  await w.sessionContext.ready;
  await w.sessionContext.session.kernel.info;
  await app.commands.execute("notebook:run-all-cells");
}"""


@contextlib.contextmanager
def serving(line, environment, url, log):
    """Run a server until its address answers; end it with the block."""
    with open(log, "w") as out:
        process = subprocess.Popen(line, env=environment, stdout=out, stderr=out)
        try:
            for _ in range(400):
                with contextlib.suppress(OSError, urllib.error.URLError):
                    urllib.request.urlopen(url, timeout=2).close()
                    break
                assert process.poll() is None, log.read_text()[-3000:]
                time.sleep(0.2)
            else:
                pytest.fail(f"no answer from {line[3]}: {log.read_text()[-3000:]}")
            yield process
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
