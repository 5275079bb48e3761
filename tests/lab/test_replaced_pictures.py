"""A picture that is replaced frees what it was made of at once: a ring of references would hold it
until Python looks for rings, which is hundreds of moves of a knob later."""

import gc

import pytest

from lab.discovery import find
from lab.experiment import Run

SCENES = ["coordinate-descent/lasso", "lars/logistic", "interior-point/svm",
          "interior-point/identification", "mi-odm/margins"]  # fmt: skip


def runs():
    """How many runs are held."""
    return sum(type(one) is Run for one in gc.get_objects())


@pytest.mark.parametrize("address", SCENES)
def test_run_of_a_replaced_picture_is_freed_at_once(address):
    experiment = find(address)[1]
    settings = experiment.settings({})
    experiment.draw(experiment.play(settings))  # what is made once is made
    gc.collect()
    gc.disable()
    try:
        before = runs()
        scene = experiment.draw(experiment.play(settings))
        said = str(scene.captions[len(scene.captions) - 1])
        assert said and runs() == before + 1
        del scene
        assert runs() == before
    finally:
        gc.enable()
