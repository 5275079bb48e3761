"""The plane of two knobs as a scene: each cell says what its rows say."""

import numpy as np
import pytest
from sweeping import KNOBS

import lab
from lab.lessons.coordinate_descent.lasso.scene import EXPERIMENT as LASSO
from lab.sweeps.sweep import Sweep
from solvers import InputError
from widgets import Heatmap, Points, matplotlib_marks


def made(
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
    """The values of the cells, whether or not they are coloured by their logarithm."""
    (heat,) = marks(scene, Heatmap)
    values = heat.values.values
    return 10.0**values if heat.label.startswith("log") else values


VALUES = np.random.default_rng(0).integers(1, 1000, size=(3, 2, 3)).astype(float)


@pytest.mark.parametrize("name", ["median", "mean", "min", "max"])
def test_a_cell_is_the_statistic_of_its_seeds(name):
    scene = made(VALUES).map("lam", "kind", "gap", statistic=name)
    expected = getattr(np, name)(VALUES, axis=2).T
    assert np.allclose(drawn(scene), expected)
    assert scene.panels[0].x.log and list(scene.panels[0].y.ticks[1]) == ["as it is", "the other"]
    assert np.allclose(scene.panels[0].x.range, [0.1 / np.sqrt(10), 10 * np.sqrt(10)])
    assert f"{expected.min():.4g} at lam" in scene.captions[0] and not marks(scene, Points)


def test_a_run_that_does_not_arrive_is_later_than_those_that_do():
    values = np.ones((3, 2, 3))
    values[0, 0] = [5.0, np.nan, 7.0]
    values[1, 1] = [5.0, np.nan, np.nan]
    late = drawn(made(values).map("lam", "kind", "updates to 1e-6"))
    assert late[0, 0] == 7.0 and np.isnan(late[1, 1])
    assert drawn(made(values).map("lam", "kind", "gap"))[1, 1] == 5.0


def test_cells_with_a_run_that_is_not_proved_are_marked():
    statuses = np.full(18, "converged", dtype=object)
    statuses[[4, 17]] = "max_iter"
    (crosses,) = marks(made(VALUES, statuses).map("lam", "kind", "gap"), Points)
    spots = set(zip(crosses.x.values.tolist(), crosses.y.values.tolist(), strict=True))
    assert spots == {(0.1, 1.0), (10.0, 1.0)}


def test_further_knobs_are_fixed():
    sweep = made(VALUES, names=("lam", "seed", "kind"),
                 axes=((0.1, 1.0, 10.0), (0, 1), ("a", "b", "c")))  # fmt: skip
    assert np.allclose(drawn(sweep.map("lam", "seed", "gap", kind="b")), VALUES[:, :, 1].T)
    with pytest.raises(
        InputError, match=r"kind was varied too: fix it, as in map\(..., kind='a'\)"
    ):
        sweep.map("lam", "seed", "gap")


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
        made(VALUES).map(*given)


def test_a_map_of_the_workbook_is_drawn_on_paper(tmp_path):
    done = lab.sweep(LASSO, vary={"lam": [0.01, 0.1, 1.0], "correlation": [-0.9, 0.0]}, jobs=1,
                     measure=["updates to 1e-6"], progress=False, compare=[])  # fmt: skip
    scene = done.map("lam", "correlation", "updates to 1e-6")
    matplotlib_marks.save(scene, tmp_path / "map.png")
    assert (tmp_path / "map.png").stat().st_size > 10_000
    assert np.isfinite(drawn(scene)).all()
