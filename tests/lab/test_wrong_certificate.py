"""A certificate whose bound lies above its value: no picture claims a proof."""

from dataclasses import replace

import numpy as np
import pytest
from scenes import ADDRESSES as SCENES

import lab
from lab import cli
from lab.cached import clear_caches
from lab.lessons.coordinate_descent.subgradient.model import Kinked
from solvers import Lasso, Program, SparsePrecision, solve_alternating_linearization
from solvers.drive import History
from widgets import Curve, Points
from widgets.chips import chips
from widgets.fields import at

#: Scenes that certify each of their rows by themselves.
BY_ROWS = {"lars/path": Lasso, "coordinate-descent/subgradient": Kinked}
#: A method of a `Program` returns the pair that is certified anew.
BY_ROWS |= {"programs/polygon": Program, "programs/race": Program, "programs/polytope": Program}
WORDS = "the bound is above the value: the certificate is wrong"


def raised(sound):
    """`sound` with a bound that lies half of its scale higher than is proved."""
    return replace(sound, bound=sound.bound + 0.5 * sound.scale)


@pytest.fixture(autouse=True)
def stored_answers():
    """What is solved with wrong certificates is stored for no other test."""
    clear_caches()
    yield
    clear_caches()


@pytest.fixture
def too_high(monkeypatch):
    """Every certificate that the outer loop takes is wrong."""
    true = History._certified

    def wrong(self, *args):
        certificate, is_number = true(self, *args)
        return raised(certificate), is_number

    monkeypatch.setattr(History, "_certified", wrong)


def assert_unproved(scene):
    """No frame of `scene` says that something is proved, and each says why."""
    for k in range(len(scene)):
        shown = chips(scene, k)
        assert (WORDS, "bad") in shown and "good" not in [style for _, style in shown]
        assert not any("proved" in words or "within" in words for words, _ in shown)
        assert "the certificate is wrong, and nothing is proved" in scene.captions[k]
    assert not scene.questions
    for panel in scene.panels:
        ends = [axis.range for axis in panel.axes()]
        assert np.isfinite(ends).all() and np.ptp(ends, axis=1).all(), panel.key
        assert not panel.title.startswith("Proved"), panel.title


@pytest.mark.parametrize("address", sorted({*SCENES} - {*BY_ROWS}))
def test_no_scene_shows_a_proof(too_high, address):
    run = lab.run(address)
    assert run.result.status == "contradiction"
    assert not run.result.certificate.holds(1e-3) and np.isinf(run.trace.gap).all()
    assert_unproved(lab.scene(run))


@pytest.mark.parametrize("address", BY_ROWS)
def test_no_scene_that_certifies_by_itself_shows_one(monkeypatch, address):
    kind = BY_ROWS[address]
    true = kind.certify
    monkeypatch.setattr(kind, "certify", lambda *args, **dual: raised(true(*args, **dual)))
    assert_unproved(lab.scene(address))


def test_gap_panel_draws_no_curve_of_it(too_high):
    scene = lab.scene("lasso")
    (panel,) = (p for p in scene.panels if p.key == "gap")
    drawn = [m for m in panel.marks if isinstance(m, Curve | Points) and m.label != "tolerance"]
    for mark in drawn:
        for k in (0, len(scene) - 1):
            assert not np.isfinite(np.asarray(at(mark.y, k), dtype=float)).any(), mark.label


def test_sweep_and_a_comparison_take_it_for_no_proof(too_high):
    vary = {"lam": [0.1, 0.3]}
    found = lab.sweep("lasso", vary=vary, measure="iterations to 1e-6", jobs=1, progress=False)
    assert set(found.columns["status"]) == {"contradiction"}
    assert np.isinf([*found.columns["gap"], *found.columns["relative gap"]]).all()
    assert np.isnan(found.columns["iterations to 1e-6"]).all()
    assert_unproved(lab.compare("lasso", solvers=["cd", "ista"], peers=False).scene())


def test_no_hunt_is_found_by_it_and_the_command_says_why(too_high, tmp_path, capsys):
    verdict = lab.check_hunt("one-zero", lam=0.321)
    assert not verdict and "the certificate is wrong" in str(verdict)
    assert cli.main(["run", "lasso", "--out", str(tmp_path / "a.png")]) == 0
    said = capsys.readouterr().out
    assert "cd contradiction: The bound" in said and said.endswith("and nothing is proved.\n")


def test_command_says_why_where_the_scene_certifies_each_row(monkeypatch, tmp_path, capsys):
    true = Lasso.certify
    monkeypatch.setattr(Lasso, "certify", lambda *args, **dual: raised(true(*args, **dual)))
    assert cli.main(["run", "lars/path", "--out", str(tmp_path / "a.png")]) == 0
    said = capsys.readouterr().out
    assert "nothing is proved" in said and "proved within" not in said


def test_no_entry_of_a_matrix_is_proved_zero_by_it(monkeypatch):
    problem = SparsePrecision(np.diag([1.0, 2.0, 3.0]) + 0.1, 0.5)
    result = solve_alternating_linearization(problem)
    zeros = problem.proved_zeros(result.x, result.dual["Z"])
    assert zeros.sum() == 6
    sound = problem.certify(result.x, result.dual["Z"])
    monkeypatch.setattr(SparsePrecision, "certify", lambda *args: raised(sound))
    assert not problem.proved_zeros(result.x, result.dual["Z"]).any()


def test_true_certificate_is_left_alone():
    run = lab.run("lasso")
    assert run.result.status == "converged"
    assert chips(lab.scene(run), -1)[-2][1] == "good"
