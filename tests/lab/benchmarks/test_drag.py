from lab.addresses import find
from lab.benchmarks import drag


def test_each_scene_that_can_be_dragged_is_opened_by_its_name():
    sliders = drag._scenes()
    opened = [find(name) for name in sliders]  # a name of several scenes is refused
    assert len({address for address, _ in opened}) == len(sliders) > 20
    assert sum(name.endswith("race") for name in sliders) == 3
