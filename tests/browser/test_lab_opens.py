"""What a user gets who has just typed `lab`: the notebook, all of the window, nothing to save."""

import pytest

from lab.books.copies import copy_missing, retargeted

OPENED = """async () => {
  const app = window.jupyterapp; await app.restored;
  const widget = app.shell.currentWidget;
  await widget.context.ready; await widget.sessionContext.ready;
  await widget.sessionContext.session.kernel.info;
  return {
    left: app.shell.leftCollapsed, right: app.shell.rightCollapsed, path: widget.context.path,
    dirty: widget.context.model.dirty, commands: app.commands.listCommands(),
  };
}"""
#: Other files of tests copy notebooks to the same server, with less in their metadata.
FOLDER = "opened"
CHOSEN = ["start", "lars"]


@pytest.fixture(scope="module")
def opened(jupyter, shared_page):
    """The function that opens a notebook of the workbook and returns what is there."""
    copy_missing(jupyter.folder / FOLDER, retargeted, names=CHOSEN)

    def open_one(name, reset=True):
        address = jupyter.url(f"lab/tree/{FOLDER}/{name}")
        shared_page.goto(address if reset else address.removesuffix("&reset"))
        ready = "() => window.jupyterapp?.shell.currentWidget?.context"
        shared_page.wait_for_function(ready, timeout=90_000)
        reported = shared_page.evaluate(OPENED)
        shared_page.wait_for_timeout(1000)  # a mark of change, or a side bar, may come late
        return reported | shared_page.evaluate(OPENED)

    return open_one


@pytest.mark.parametrize("name", ["start.ipynb", "2-lars.ipynb"])
def test_the_notebook_has_the_window_and_is_as_it_was_saved(opened, name):
    reported = opened(name)
    assert reported["path"] == f"{FOLDER}/{name}" and reported["left"] and reported["right"]
    assert not reported["dirty"]


def test_a_notebook_that_says_less_of_its_language_would_be_marked(jupyter, opened):
    copy_missing(jupyter.folder / FOLDER, names=["failures"])
    assert opened("failures.ipynb")["dirty"]


def test_students_have_no_tools_for_teachers(opened):
    commands = opened("start.ipynb")["commands"]
    theirs = {name for name in commands if name.startswith("nbgrader:")}
    teachers = {"nbgrader:open-formgrader", "nbgrader:open-create-assignment"}
    assert not theirs & {*teachers, "nbgrader:open-course-list"}
    assert "nbgrader:open-assignment-list" in theirs


def test_a_side_bar_that_was_opened_stays(opened, shared_page):
    opened("start.ipynb")
    shared_page.evaluate("window.jupyterapp.shell.expandLeft()")
    shared_page.wait_for_timeout(2500)  # JupyterLab saves its layout a while later
    assert not opened("start.ipynb", reset=False)["left"]
