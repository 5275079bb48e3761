"""The teacher's pack: the key to each scene, and hunts that were solved by running them."""

import pytest
from scenes import ADDRESSES as SCENES
from scenes import at_defaults

from lab import cli
from lab.checking.catalogue import hunts
from lab.checking.hunt import check_hunt
from lab.classroom import pack
from lab.classroom.pack import accepted
from lab.discovery import LESSONS, find
from lab.drawing.text import point

#: Found by a fine search only, of dozens of runs and more, or by runs that take seconds.
FINE = {
    "edge-of-no-metric", "few-support-vectors", "half-bounded", "just-diverges", "one-group-zero",
    "one-zero", "slow-cyclic", "smallest-diagonal", "three-free", "two-best-corners",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.further] * (n in FINE)) for n in sorted(hunts())]
)
def test_each_hunt_is_found_by_running(name):
    settings, verdict = accepted(name)
    assert verdict and check_hunt(name, **settings)


def test_a_hunt_that_nothing_ends_is_said_to_be_so(monkeypatch):
    one = hunts()["one-zero"]
    never = type(one)(one.address, one.start, one.task, lambda run: (False, "never"))
    found = ({"never": ("coordinate-descent", never)}, {})
    monkeypatch.setattr("lab.checking.catalogue._hunts", lambda: found)
    monkeypatch.setattr(pack, "_candidates", lambda hunt: iter([{}, {"lam": 99.0}, {"lam": 1.0}]))
    assert accepted("never") is None
    assert "No setting was found" in pack.scene_key(one.address, find(one.address)[1])


@pytest.mark.parametrize("address", SCENES)
def test_a_key_holds_every_question_with_its_answer_and_reason(address, monkeypatch):
    monkeypatch.setattr(pack, "accepted", lambda name: ({"lam": 0.3}, "a verdict"))
    monkeypatch.setattr(pack, "_hunt", lambda name: name)
    key = pack.scene_key(address, find(address)[1])
    for question in at_defaults(address)[1].questions:
        assert question.why in key and key.count(question.prompt) == 1
        if question.aim is not None:
            assert f"a click in {question.aim.panel!r} at {point(question.aim.target, 2)}" in key
            continue
        assert f"* **→** {question.options[question.answer]}" in key
        assert all(option in key for option in question.options)
    for part in ("## Questions", "## Hunts", "## Experiments"):
        assert key.count(part) == 1
    for name, hunt in hunts().items():
        assert (name in key) == (hunt.address == address)


def test_a_place_that_cannot_be_made_is_named_before_any_key(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(pack, "scene_key", lambda *_: pytest.fail("solved for nothing"))
    (tmp_path / "file").touch()
    assert cli.main(["teacher", str(tmp_path / "file" / "pack")]) == 1
    assert str(tmp_path / "file" / "pack") in capsys.readouterr().err


def test_the_command_writes_a_file_for_each_scene(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(pack, "scene_key", lambda address, experiment: f"# {address}\n")
    assert cli.main(["teacher", str(tmp_path / "pack")]) == 0
    files = sorted(p.relative_to(tmp_path / "pack").as_posix() for p in tmp_path.rglob("*.md"))
    plans = [f"{name}/plan.md" for name in LESSONS]
    assert files == sorted([f"{address}.md" for address in SCENES] + plans)
    assert f"{len(files)} files" in capsys.readouterr().out
    (tmp_path / "file").write_text("x")
    assert cli.main(["teacher", str(tmp_path / "file")]) == 2
    assert "DIR must be a directory" in capsys.readouterr().err
