"""Lessons and scenes are found by looking, imported when asked for, and fail one by one."""

import json
import subprocess
import sys

import pytest

import lab
from lab import discovery
from lab.discovery import LESSONS, Lesson, Lessons, find, scenes_of
from lab.experiment import Experiment
from solvers import InputError

WORKBOOK = [
    "coordinate-descent", "lars", "interior-point", "alternating-linearization", "mi-odm",
    "programs",
]  # fmt: skip


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The function that writes a package of scenes and returns its name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name, lesson="", **scenes):
        for scene, source in scenes.items():
            (tmp_path / name / scene).mkdir(parents=True)
            (tmp_path / name / scene / "__init__.py").touch()
            (tmp_path / name / scene / "scene.py").write_text(source)
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "__init__.py").write_text(lesson)
        return name

    return write


def test_lessons_are_those_of_the_folder_in_the_order_of_the_workbook():
    assert list(LESSONS)[: len(WORKBOOK)] == WORKBOOK and LESSONS.broken() == {}
    assert len(LESSONS) == len(list(LESSONS)) and "lars" in LESSONS and "lasso" not in LESSONS
    for name, lesson in LESSONS.items():
        assert lesson.name == name and [e.name for e in lesson.scenes] == lesson.names()
        assert all(isinstance(e, Experiment) and e.question.endswith("?") for e in lesson.scenes)
    with pytest.raises(KeyError):
        LESSONS["lasso"]


#: Statements that a new interpreter runs one after the other, and what none of its modules is after
#: each, nor a part of.
LOADED = {
    "import widgets.session": {"ipywidgets"},
    "import lab": {"lab.lessons", "numba", "scipy", "contourpy", "sklearn"},
    "import lab.discovery; lab.discovery.find('lars/race')": {"ipywidgets"},
    "lab.discovery.find('lasso')": {"sklearn"},
    "lab.run('lasso')": {"ipywidgets"},
    "import lab.cli, lab.app.dashboard; board = lab.dashboard('lasso'); board.wait(100)": {
        "lab.classroom", "lab.benchmarks", "matplotlib", "plotly", "pandas", "sklearn", "PIL",
        "scipy.spatial", "scipy.stats",
    },
    "import widgets.matplotlib_figure": {"matplotlib.pyplot"},
}  # fmt: skip


def test_what_is_not_asked_for_is_not_imported():
    lines = [f"{line}\nprint(json.dumps(list(sys.modules)))" for line in LOADED]
    code = "\n".join(["import json, sys", *lines])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    after = [set(json.loads(line)) for line in done.stdout.splitlines()]
    for (line, unasked), modules in zip(LOADED.items(), after, strict=True):
        assert not {m for m in modules for u in unasked if f"{m}.".startswith(f"{u}.")}, line
    every = {f"{one.scenes.package}.{m}" for one in LESSONS.values() for m in one.scenes.modules}
    race, lasso = "lab.lessons.lars.race", "lab.lessons.coordinate_descent.lasso.picture"
    assert [after[k] & every for k in (2, 3)] == [{race}, {race, lasso}]
    assert {"numba", "lab.app.dashboard"} <= after[-2] and "matplotlib" in after[-1]


def test_scenes_are_modules_and_folders_that_set_an_experiment(package, tmp_path):
    source = (
        "from lab import Experiment\nEXPERIMENT = Experiment('{}', 'T', 'Q?', (), None, None)\n"
    )
    place = package("forms")
    (tmp_path / place / "one_file.py").write_text(source.format("one-file"))
    (tmp_path / place / "helper.py").write_text("from forms.one_file import EXPERIMENT\n1 / 0\n")
    (tmp_path / place / "folder").mkdir()
    (tmp_path / place / "folder" / "__init__.py").touch()
    (tmp_path / place / "folder" / "model.py").touch()
    (tmp_path / place / "folder" / "picture.py").write_text(source.format("folder"))
    __import__(place)
    found = scenes_of(place, "one-file")
    assert found.names == ["one-file", "folder"] == [e.name for e in found]
    assert found.modules == ["one_file", "folder.picture"] and found.broken() == {}


def test_scenes_are_folders_those_named_first_in_that_order(package):
    scene = "from lab import Experiment\nEXPERIMENT = Experiment('{}', 'T', 'Q?', (), None, None)\n"
    names = ("one-more", "zebra", "ant")
    name = package("some_lesson", **{n.replace("-", "_"): scene.format(n) for n in names})
    __import__(name)
    lesson = Lesson("l", "", "", "", scenes_of(name, "zebra"))
    assert lesson.names() == ["zebra", "ant", "one-more"]
    assert "some_lesson.ant.scene" not in sys.modules
    assert lesson.scene("one-more").name == "one-more" and len(lesson.scenes) == 3


def test_broken_scene_leaves_the_others(package, only_lessons):
    good = "from lab import Experiment\nEXPERIMENT = Experiment('good', 'T', 'Q?', (), None, None)"
    name = package("half_lesson", good=good, bad="import nowhere_at_all")
    __import__(name)
    only_lessons(Lesson("half", "", "", "", scenes_of(name)))
    assert [e.name for e in discovery.LESSONS["half"].scenes] == ["good"]
    (address, why), = discovery.LESSONS.broken().items()  # fmt: skip
    assert address == "half/bad" and why == (
        "The scene 'bad' (half_lesson.bad.scene) cannot be loaded: "
        "ModuleNotFoundError: No module named 'nowhere_at_all'."
    )
    for open_it in (lab.run, lab.dashboard, lab.scene, lab.compare):
        with pytest.raises(InputError, match="No module named 'nowhere_at_all'"):
            open_it("half/bad")
    assert find("good")[0] == "half/good"


def test_broken_lesson_leaves_the_others(only_lessons):
    fine = Lesson("fine", "", "", "", (Experiment("toy", "T", "Q?", (), None, None),))
    only_lessons(fine, lost=RuntimeError("two\nlines"), wrong=None)
    assert list(discovery.LESSONS) == ["fine"] and find("toy")[0] == "fine/toy"
    broken = discovery.LESSONS.broken()
    assert broken["lost"].endswith("(a_package:LESSON) cannot be loaded: RuntimeError: two lines.")
    with pytest.raises(InputError, match="two lines"):
        find("lost/toy")


@pytest.mark.parametrize(
    "lesson, words",
    [(3, "must be a lab.Lesson, got int"), (Lesson("x", "", "", "", ()), "calls itself 'x'")],
)
def test_what_is_no_lesson_is_refused(only_lessons, monkeypatch, lesson, words):
    only_lessons(Lesson("y", "", "", "", ()))
    monkeypatch.setattr(discovery.LESSONS._foreign()[0], "lesson", lesson)
    with pytest.raises(InputError, match=words):
        discovery.LESSONS["y"]


def test_foreign_lesson_cannot_take_the_name_of_one_of_ours(monkeypatch):
    class Thief:
        name, module, value = "lars", "thief", "thief:LESSON"

    lessons = Lessons()
    monkeypatch.setattr(lessons, "_foreign", lambda: [Thief()])
    assert lessons["lars"].title == "LARS"
    assert lessons.broken() == {
        "thief:LESSON": "The lesson 'lars' (thief:LESSON) has the name of lab.lessons.lars."
    }


def test_lessons_offer_what_they_hold(monkeypatch):
    assert set(LESSONS.offers("exercises")) == set(WORKBOOK)
    assert LESSONS.offers("nothing") == {}


def test_lesson_that_is_installed_meanwhile_is_found(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("first", "second"):
        assert name not in Lessons().places()
        info = tmp_path / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[{discovery.GROUP}]\n{name} = {name}:LESSON\n")
        assert Lessons().places()[name] == name


def test_scenes_of_a_lesson_are_a_tuple():
    with pytest.raises(InputError, match=r"scenes of one must be a tuple of lab.Experiment"):
        Lesson("one", "One", "Why?", "me", 7)
