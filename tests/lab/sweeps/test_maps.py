"""The plane of two knobs as a scene: each cell says what its rows say."""

import numpy as np
import pytest
from sweeping import KNOBS

import lab
from lab.lessons.coordinate_descent.lasso.picture import EXPERIMENT as LASSO
from lab.sweeps.picture import levels
from lab.sweeps.sweep import Sweep
from solvers import InputError
from widgets import Hatch, Heatmap, Lines, Text, matplotlib_figure


def sweep_of(
    values,
    statuses=None,
    names=("lam", "kind", "seed"),
    axes=((0.1, 1.0, 10.0), ("plain", "odd"), (0, 1, 2)),
):
    """A sweep whose measure has those values (lam, kind, seed)."""
    values = np.asarray(values, dtype=np.float64)
    grid = [g.ravel() for g in np.meshgrid(*[np.array(a) for a in axes], indexing="ij")]
    columns = dict(zip(names, grid, strict=True))
    columns["status"] = np.array(
        ["converged"] * values.size if statuses is None else statuses, dtype=object
    )
    columns["updates to 1e-6"] = columns["gap"] = values.ravel()
    return Sweep("toy", KNOBS, names, {}, columns, values.size)


def marks(scene, kind):
    return [mark for mark in scene.panels[0].marks if isinstance(mark, kind)]


def drawn(scene):
    """The values of the cells."""
    (heat,) = marks(scene, Heatmap)
    return heat.values.values


VALUES = np.random.default_rng(0).integers(1, 1000, size=(3, 2, 3)).astype(float)


@pytest.mark.parametrize("name", ["median", "mean", "min", "max"])
def test_cell_is_the_statistic_of_its_seeds(name):
    scene = sweep_of(VALUES).map("lam", "kind", "gap", statistic=name)
    expected = getattr(np, name)(VALUES, axis=2).T
    assert np.allclose(drawn(scene), expected)
    assert scene.panels[0].x.log and list(scene.panels[0].y.ticks[1]) == ["as it is", "the other"]
    assert np.allclose(scene.panels[0].x.range, [0.1 / np.sqrt(10), 10 * np.sqrt(10)])
    assert f"{expected.min():.3g} at λ" in scene.captions[0] and not marks(scene, Hatch)


def test_run_that_does_not_arrive_is_later_than_those_that_do():
    values = np.ones((3, 2, 3))
    values[0, 0] = [5.0, np.nan, 7.0]
    values[1, 1] = [5.0, np.nan, np.nan]
    late = drawn(sweep_of(values).map("lam", "kind", "updates to 1e-6"))
    assert late[0, 0] == 7.0 and np.isinf(late[1, 1])
    assert drawn(sweep_of(values).map("lam", "kind", "gap"))[1, 1] == 5.0


def test_cells_with_a_run_that_is_not_proved_are_marked():
    statuses = np.full(18, "converged", dtype=object)
    statuses[[4, 17]] = "max_iter"
    (hatch,) = marks(sweep_of(VALUES, statuses).map("lam", "kind", "gap"), Hatch)
    assert hatch.label == "not proved"
    assert np.argwhere(hatch.values.values).tolist() == [[1, 0], [1, 2]]


def test_cells_that_are_refused_have_a_hatching_and_no_number():
    statuses = np.full(18, "converged", dtype=object)
    statuses[4] = "failed"
    scene = sweep_of(VALUES, statuses).map("lam", "kind", "gap")
    (hatch,) = marks(scene, Hatch)
    assert (hatch.label, hatch.way) == ("refused", "\\")
    assert np.argwhere(hatch.values.values).tolist() == [[1, 0]]
    assert np.argwhere(np.isnan(drawn(scene))).tolist() == [[1, 0]]
    assert "1 of 6 cells are not proved" in scene.captions[0]


def test_numbers_rise_along_an_axis_and_options_keep_their_order():
    values = np.arange(18.0).reshape(3, 2, 3)
    mixed = sweep_of(values, axes=((10.0, 0.1, 1.0), ("plain", "odd"), (0, 1, 2)))
    (cells,) = marks(mixed.map("lam", "kind", "gap"), Heatmap)
    assert cells.x.values.tolist() == [0.1, 1.0, 10.0]
    assert cells.values.values.tolist() == [[7.0, 13.0, 1.0], [10.0, 16.0, 4.0]]


def test_further_knobs_are_fixed():
    sweep = sweep_of(VALUES, names=("lam", "seed", "kind"),
                 axes=((0.1, 1.0, 10.0), (0, 1), ("a", "b", "c")))  # fmt: skip
    assert np.allclose(drawn(sweep.map("lam", "seed", "gap", kind="b")), VALUES[:, :, 1].T)
    with pytest.raises(
        InputError, match=r"kind was varied too: fix it, as in map\(..., kind='a'\)"
    ):
        sweep.map("lam", "seed", "gap")


def test_lines_of_equal_effort_lie_where_the_measure_says():
    lam, seeds = np.geomspace(0.1, 10.0, 7), tuple(range(6))
    values = np.repeat(1000.0 * lam[:, None] ** 2, 6, axis=1)
    scene = sweep_of(values, names=("lam", "seed"), axes=(tuple(lam), seeds)).map(
        "lam", "seed", "gap"
    )
    (line,), (heat,), (text,) = (marks(scene, kind) for kind in (Lines, Heatmap, Text))
    assert heat.log and heat.unit == "gap" and text.text == ("100", "1,000", "10,000")
    x = line.x.values[np.isfinite(line.x.values)]
    np.testing.assert_allclose(np.unique(x.round(6)), np.sqrt([0.1, 1.0, 10.0]).round(6))


@pytest.mark.parametrize(
    "most, expected", [(467.0, [100.0, 200.0, 300.0, 400.0]), (1.1, [0.5, 1.0]), (0.0, [])]
)
def test_levels_are_few_and_round(most, expected):
    assert levels(np.array([[0.0, most]]), False, False) == expected


def test_colours_of_a_quotient_part_at_one():
    values = np.array([[0.1, 0.5, 2.0], [0.2, 1.0, 5.0], [0.3, 2.0, 9.0]])
    done = sweep_of(values, names=("lam", "seed"), axes=((0.1, 1.0, 10.0), (0, 1, 2)))
    done.columns["gap / gap of ista"] = done.columns["gap"]
    scene = done.map("lam", "seed", "gap / gap of ista")
    (heat,), (line,) = (marks(scene, kind) for kind in (Heatmap, Lines))
    assert heat.diverging and np.allclose(heat.scale(), (0.1, 10.0))
    where = list(zip(line.x.values.round(3).tolist(), line.y.values.round(3).tolist(), strict=True))
    assert (1.0, 1.0) in where and (10.0, 1.0) not in where


def test_quotient_is_measured():
    done = lab.sweep(LASSO, vary={"lam": [0.01, 0.1]}, jobs=1, progress=False, compare=["fista"],
                     measure=["work / work of fista", "work of fista"])  # fmt: skip
    c = done.columns
    np.testing.assert_allclose(c["work / work of fista"], c["work"] / c["work of fista"])


@pytest.mark.parametrize(
    "given, words",
    [
        (("lam", "nu", "gap"), "y must be one of lam, kind, seed, got 'nu'"),
        (("lam", "lam", "gap"), "two knobs"),
        (("lam", "kind", "status"), "colour must be one of updates to 1e-6, gap"),
        (("lam", "kind", "gap", "mode"), "statistic"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(given, words):
    with pytest.raises(InputError, match=words):
        sweep_of(VALUES).map(*given)


def test_map_of_the_workbook_is_drawn_on_paper(tmp_path):
    done = lab.sweep(LASSO, vary={"lam": [0.01, 0.1, 1.0], "correlation": [-0.9, 0.0]}, jobs=1,
                     measure=["updates to 1e-6"], progress=False, compare=[])  # fmt: skip
    scene = done.map("lam", "correlation", "updates to 1e-6")
    matplotlib_figure.save(scene, tmp_path / "map.png")
    assert (tmp_path / "map.png").stat().st_size > 10_000
    assert np.isfinite(drawn(scene)).all()
