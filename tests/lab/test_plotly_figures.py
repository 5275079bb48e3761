"""Scenes as figures of plotly, and what makes figures of plotly and of matplotlib."""

import plotly.io
import pytest
from plotly_numbers import agree

import lab
from lab.app.dashboard import figure
from lab.cli import main
from solvers import InputError

#: A plane with a lens and bars, a space, and a clock whose values fall; the browser's tests look at
#: all scenes.
_FEW = ("coordinate-descent/lasso", "interior-point/svm-3d", "mi-odm/tightness")


@pytest.mark.parametrize("address", _FEW)
def test_scene_has_its_numbers_at_three_frames(address):
    run = lab.run(address)
    scene = lab.scene(run)
    agree(figure(run), scene, (0, len(scene) // 2, len(scene) - 1))


def test_public_functions_make_figures(open_board, tmp_path, capsys):
    board = open_board("lasso", lam=0.3, frame=2)
    shown = board.figure("gap")
    assert {trace.meta["panel"] for trace in shown.data} == {"gap"}
    assert shown.layout.sliders[0].active == 2
    saved = plotly.io.read_json(board.save(tmp_path / "x.plotly.json"))
    same = lab.figure("lasso", lam=0.3, frame=2)
    assert saved.layout.sliders[0].active == 2 and len(saved.data) == len(same.data)
    assert main(["run", "lasso", "--lam", "0.3", "--out", str(tmp_path / "y.plotly.json")]) == 0
    written = plotly.io.read_json(tmp_path / "y.plotly.json")
    assert written.layout.sliders[0].active == len(written.frames) - 1
    with pytest.raises(InputError, match="panels must be among"):
        lab.figure("lasso", panel="none")


def test_figure_for_a_paper_has_its_width_and_its_words_as_text(open_board, tmp_path):
    board = open_board("lasso", frame=2)
    whole, alone = board.mpl(width=12.0), board.mpl("gap", width=12.0, words=False)
    assert alone.get_figwidth() == pytest.approx(12.0 / 2.54)
    assert alone.get_figheight() < whole.get_figheight()
    # As high as a page of A4, where the panels are next to each other, as where no width is given.
    assert 2.54 * board.mpl().get_figheight() < 29.7 < 2.54 * whole.get_figheight()
    alone.savefig(tmp_path / "x.svg")
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert ">Proved distance from optimal</text>" in text and "update 2 of" not in text
    whole.savefig(tmp_path / "y.svg")
    assert "update 2 of" in (tmp_path / "y.svg").read_text(encoding="utf-8")
    alone.savefig(tmp_path / "x.pdf")
    assert b"/FontFile2" in (tmp_path / "x.pdf").read_bytes()
    for width in (1.0, -1, 102.0, float("nan"), "12"):
        with pytest.raises(ValueError, match=f"between 5.08 and 101.6 cm, got {width!r}"):
            board.mpl(width=width)
