"""A lesson of another distribution, as lab/EXTENDING.md has it, in a separate environment: its
notebook in JupyterLab."""

import os
import secrets
import subprocess

import pytest
from page import own_environment  # tests/helpers
from ports import open_port
from servers import serving

from lab.app.server import command


@pytest.fixture(scope="module")
def own_jupyter(tmp_path_factory, browser, server_at):
    """JupyterLab on the lesson's notebook, where the lesson is installed."""
    tmp = tmp_path_factory.mktemp("own")
    python = own_environment(tmp)
    plain = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    own = {"CONVEXLAB_HOME": str(tmp / "home"), "IPYTHONDIR": str(tmp / "ipython")}
    own |= {f"JUPYTER_{n}_DIR": str(tmp / n) for n in ("CONFIG", "DATA", "RUNTIME")}
    line = [str(python), "-m", "lab", "student", str(tmp / "class"), "my_lesson"]
    subprocess.run(line, env=plain | own, check=True, capture_output=True)
    token, port = secrets.token_hex(16), open_port()
    line = [str(python), *command(tmp / "class", port, browser=False)[1:]]
    line.append("--LabApp.expose_app_in_browser=True")
    url = f"http://127.0.0.1:{port}/api/status?token={token}"
    with serving(line, plain | own | {"JUPYTER_TOKEN": token}, url, tmp / "log"):
        yield server_at(port, token, tmp / "class")


def test_the_lessons_notebook_shows_scene_and_exercise_in_jupyterlab(own_jupyter, page):
    own_jupyter.run(page, "my_lesson.ipynb")
    page.wait_for_selector(".cl-stage canvas", timeout=90_000)
    page.wait_for_selector("text=Downhill, and pulled to zero", timeout=60_000)
    page.wait_for_selector("text=A step of shrinkage", timeout=60_000)
    slider = page.get_by_role("slider", name="λ").first
    before = page.locator(".cl-caption").first.inner_text()
    slider.focus()
    for _ in range(12):
        slider.press("ArrowLeft")
    page.wait_for_function(
        "(before) => document.querySelector('.cl-caption').innerText !== before", arg=before,
        timeout=30_000,
    )  # fmt: skip
    code = "import lab; print(lab.__file__, lab.hunts()['one-of-two'].lesson)"
    assert "my-lesson" in own_jupyter.kernel(page, code)
