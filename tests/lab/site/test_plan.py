"""Which knobs live on the site, at which stops."""

from dataclasses import replace

import pytest
from scenes import ADDRESSES as SCENES

from lab.discovery import find
from lab.site.stages import fewer, grid_through, lattices, number_of, rest_of, varied
from lab.site.vary import lattice_grid
from solvers import InputError
from widgets.controls import to_wire
from widgets.knobs import NUMBERS


def plain(experiment, **given):
    return {name: to_wire(value) for name, value in experiment.settings(given).items()}


@pytest.mark.parametrize("address", SCENES)
def test_every_scene_varies_one_or_two_of_its_knobs_at_few_settings(address):
    experiment = find(address)[1]
    grid = lattice_grid(experiment, varied(experiment), {})
    names = [name for name in grid.axes if name != "seed"]
    assert 1 <= len(names) <= 2 and 4 <= len(grid) <= 40


def test_a_scene_names_knobs_that_it_has():
    with pytest.raises(InputError, match="vary of lasso must name knobs of the scene, got 'mu'"):
        replace(find("lasso")[1], vary={"mu": [1.0]})


def test_the_values_at_which_pages_open_are_stops_and_numbers_rise():
    experiment = find("metric")[1]
    wanted = [experiment.settings({"beta": beta}) for beta in (0.36, 0.33)]
    grid = grid_through(experiment, {"rho": (0.01, 1.0, 4), "beta": (0.05, 1.0, 6)}, wanted)
    assert {0.33, 0.36} <= set(grid.axes["beta"]) and 0.1 in grid.axes["rho"]
    for name in ("rho", "beta"):
        assert list(grid.axes[name]) == sorted(grid.axes[name])
        assert {0.05, 1.0} <= set(grid.axes["beta"]) and {0.01, 1.0} <= set(grid.axes["rho"])
    for settings in wanted:
        k = number_of(grid.axes, settings)
        assert grid.varied(k) == {name: settings[name] for name in grid.axes}


def test_a_stop_gives_way_to_a_near_value_that_is_shown_first():
    experiment = find("lasso")[1]
    wanted = [experiment.settings({"lam": 0.3})]
    stops = grid_through(experiment, {"lam": [0.1, 0.31, 1.0]}, wanted).axes["lam"]
    assert stops == (0.1, 0.3, 1.0)
    assert grid_through(experiment, {"lam": [0.1, 0.5, 1.0]}, wanted).axes["lam"] == (
        0.1, 0.3, 0.5, 1.0,
    )  # fmt: skip


def test_options_keep_their_order_and_a_new_one_comes_last():
    experiment = find("lars/path")[1]
    wanted = [experiment.settings({"data": "diabetes"})]
    grid = grid_through(experiment, {"data": ["two", "twins"]}, wanted)
    assert grid.axes["data"] == ("two", "twins", "diabetes")


def test_plan_pictures_share_a_file_only_when_only_varied_knobs_differ():
    address = "coordinate-descent/lasso"
    experiment = find(address)[1]
    one, two = plain(experiment, lam=0.1), plain(experiment, lam=0.5)
    other = plain(experiment, dimension=3)
    found = lattices([(address, one), (address, two), (address, other)])
    assert len(found) == 2
    lattice = found[address, rest_of(address, one)]
    axes = {name: [to_wire(v) for v in values] for name, values in lattice.grid.axes.items()}
    starts = [lattice.start(knobs, axes) for knobs in (one, two)]
    shown = [lattice.grid.varied(k)["lam"] for k in starts]
    assert shown == [0.1, 0.5]
    assert lattices([(address, two)])[address, rest_of(address, two)].name != lattice.name


def test_a_lattice_that_is_too_large_keeps_its_ends_and_openings():
    axes = {"a": [1, 2, 3, 4, 5, 6], "b": ["x", "y"]}
    opened = {"a": [3], "b": ["x"]}
    once = fewer(axes, opened)
    assert once == {"a": [1, 3, 4, 6], "b": ["x", "y"]}
    last = fewer(once, opened)
    assert last == {"a": [1, 3, 6], "b": ["x", "y"]} and fewer(last, opened) == last


def test_numbers_are_varied_where_nothing_is_said_of_a_scene():
    experiment = replace(find("lasso")[1], vary={})
    found = varied(experiment)
    kinds = {knob.name: knob.kind for knob in experiment.knobs}
    assert any(kinds[name] in NUMBERS for name in found) and len(found) <= 2
