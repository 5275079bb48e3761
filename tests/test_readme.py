"""README claims that a machine can hold it to."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lab
from lab.benchmarks.tables import printed_tables
from lab.benchmarks.timing import benches
from lab.discovery import LESSONS
from solvers.bibliography import WORKS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


GUIDE = (ROOT / "lab" / "GUIDE.md").read_text(encoding="utf-8")


def blocks(language, text=TEXT):
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


def test_the_sample_prints_what_is_printed_under_it():
    sample = next(b for b in blocks("python") if "solve_coordinate_descent" in b)
    done = subprocess.run([sys.executable, "-c", sample], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == blocks("text")[0]


def test_the_dashboard_cell_opens_the_scene_it_names():
    cell = next(b for b in blocks("python") if "lab.dashboard" in b)
    space = {}
    exec(cell, space)
    space["d"].wait()
    assert space["d"].run.settings["lam"] == 0.3
    space["d"].close()


def test_the_cell_for_a_class_opens_what_it_says_twice():
    cell = next(b for b in blocks("python", GUIDE) if "state=d.state" in b)
    space = {"lab": lab}
    exec(cell.replace("lab.dashboard(state", "again = lab.dashboard(state"), space)
    for board in (space["d"], space["again"]):
        board.wait()
        assert [p.key for p in board.scene.panels] == ["points", "gap"]
        assert board.run.settings["C"] == 1.0 and board.knobs["C"].locked
        assert board.stage.projector is True and board.state == space["d"].state
        board.close()


@pytest.mark.parametrize("mark", ["open", "test"])
def test_each_command_makes_a_separate_environment(mark):
    line = re.search(rf"<!-- {mark} -->\n```sh\n(.*?)\n```", TEXT).group(1)
    steps = [shlex.split(step) for step in line.split("&&")]
    assert steps[0] == ["python3", "-m", "venv", ".venv"]
    assert steps[1][:2] == [".venv/bin/pip", "install"]
    assert steps[2] == [".venv/bin/lab" if mark == "open" else ".venv/bin/pytest"]


def rows_of(text):
    """The rows of the table of figures: (what, measured, target, made by)."""
    cells = [tuple(cell.strip() for cell in line.split(" | ")) for line in text.splitlines()]
    return [row for row in cells if len(row) == 4 and row[3].startswith("`lab ")]


def test_results_every_row_names_a_command_that_exists():
    rows = rows_of((ROOT / "lab/benchmarks/RESULTS.md").read_text(encoding="utf-8"))
    assert len(rows) > 30 and len(set(rows)) == len(rows)
    commands = {f"`lab bench {name}` |" for name in benches()} | {"`lab site` |"}
    commands |= {f"`lab tables {name}` |" for name in printed_tables()}
    assert {row[3] for row in rows} <= commands


def test_links_of_the_pages_people_read_first_lead_somewhere():
    for page in (ROOT / "README.md", ROOT / "lab" / "GUIDE.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
            name, _, part = target.partition("#")
            path = page.parent / name if name else page
            assert path.exists(), target
            if part:
                heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
                assert part in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in heads}


def test_the_picture_is_there_and_small():
    picture = ROOT / re.search(r"!\[.*?\]\((.*?)\)", TEXT).group(1)
    assert picture.read_bytes().startswith(b"GIF89a")
    assert picture.stat().st_size < 1_000_000


def test_lessons_that_are_there_are_not_called_in_preparation():
    rows = [line for line in TEXT.splitlines() if line.startswith("| **")]
    ready = [row for row in rows if "in preparation" not in row]
    assert len(rows) == 6
    assert len(ready) == len(LESSONS)
    for row, lesson in zip(ready, LESSONS.values(), strict=True):
        assert lesson.title.casefold() in row.casefold()
        works = [work for work in WORKS.values() if work.file and work.file in lesson.source]
        assert all(work.title in row and str(work.year or "") in row for work in works), row
        assert works or lesson.name == "programs"


def test_the_changelog_has_the_version_of_the_package_or_what_is_coming():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[(Unreleased|\d+\.\d+\.\d+)\]", changes, re.M)
