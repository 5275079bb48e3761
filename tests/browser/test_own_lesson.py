"""A lesson of another distribution, as CONTRIBUTING.md makes one, in JupyterLab."""

import pytest
from page import write_lesson  # tests/helpers


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Where the page's lesson is installed."""
    return write_lesson(tmp_path_factory.mktemp("own"))


def test_an_installed_lesson_opens_in_jupyterlab(jupyter, page, site):
    name = jupyter.write(
        "own.ipynb",
        f"import sys; sys.path.insert(0, {str(site)!r})",
        "import lab",
        "d = lab.dashboard('my-lesson')\nd",
    )
    jupyter.run(page, name)
    page.wait_for_selector(".cl-stage canvas", timeout=90_000)
    page.wait_for_selector("text=Each sweep proves more", timeout=60_000)
    slider = page.get_by_role("slider", name="λ").first
    before = page.locator(".cl-caption").first.inner_text()
    slider.focus()
    for _ in range(12):
        slider.press("ArrowLeft")
    page.wait_for_function(
        "(before) => document.querySelector('.cl-caption').innerText !== before", arg=before,
        timeout=30_000,
    )  # fmt: skip
    assert "my-lesson/proof" in jupyter.kernel(page, "d.wait(); print(d.run.address)")
