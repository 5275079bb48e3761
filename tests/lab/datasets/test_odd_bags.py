"""Words and files that no one would write on purpose leave the bags scene in one piece."""

import numpy as np
import pytest

import lab
from lab.datasets import instances_by_hand
from lab.lessons.mi_odm.synthetic import synthetic_bags
from solvers import InputError
from widgets.pack import pack

pytestmark = pytest.mark.filterwarnings("error")


@pytest.mark.parametrize("words", ["1:" + "9" * 400 + ",1", "1x" + "9" * 5000, "9" * 5000 + "x1"])
def test_words_of_endless_digits_are_refused_in_a_short_sentence(words):
    with pytest.raises(InputError, match="points must hold words such as") as refused:
        instances_by_hand.changed(synthetic_bags("tight")[0], words)
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize("kernel", ["linear", "gaussian"])
@pytest.mark.parametrize(
    "rows",
    ["1,1,0,1\n1,1,2,1\n2,1,1,1\n", "1,1,1,2\n1,1,1,2\n2,0,1,2\n3,0,4,4\n", "1,1,1,2\n1,1,3,4\n"],
    ids=["positive bags alone", "one bag in both classes", "one bag"],
)
def test_machine_without_a_direction_has_margins_that_can_be_drawn(tmp_path, kernel, rows):
    file = tmp_path / "own.csv"
    file.write_text("bag,label,a,b\n" + rows)
    for method in ("mirror_prox", "column_generation"):
        scene = lab.scene(lab.run("bags", data="csv", file=str(file), kernel=kernel, method=method))
        pack(scene)
        assert np.abs(scene.panels[1].axes()[0].range).max() < 1e3
