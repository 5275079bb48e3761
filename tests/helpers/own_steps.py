"""Steps of one's own, right and wrong, in every scene that has a place for one."""

import numpy as np
from right_steps import RIGHT

import lab

#: (address, exercise) -> settings at which that scene is soon solved.
PLAYED = {
    ("lasso", "lasso-update"): {},
    ("lasso", "soft-threshold"): {},
    ("lasso", "proximal-step"): {},
    ("triplets", "triplet-update"): {},
    ("triplets", "sign-multiplier"): {},
    ("groups", "group-update"): {},
    ("logistic", "logistic-update"): {},
    ("path", "lars-step"): {"data": "three"},
    ("path", "lars-leaving"): {"data": "leaves"},
    ("svm", "step-to-boundary"): {"n": 24},
    ("svm", "mehrotra-sigma"): {"n": 24, "kernel": "linear"},
    ("svm", "predictor-direction"): {"n": 24, "steps": "separate"},
    ("svm-3d", "step-to-boundary"): {"n": 24, "kernel": "linear"},
    ("svm-3d", "mehrotra-sigma"): {"n": 24, "kernel": "linear"},
    ("svm-3d", "predictor-direction"): {"n": 24, "kernel": "linear"},
    ("central-path", "step-to-boundary"): {},
    ("central-path", "mehrotra-sigma"): {"view": "box"},
    ("central-path", "predictor-direction"): {"data": "moons", "n": 16},
    ("central-path", "low-cost-direction"): {},
    ("metric", "m-step"): {},
    ("metric", "y-step"): {"dimension": 3},
    ("methods", "m-step"): {},
    ("methods", "y-step"): {},
    ("affinity", "affinity-step"): {},
    ("margins", "odm-pair"): {"lam": 1.0},
    ("mirror", "mirror-simplex"): {"budget": 10},
    ("mirror", "mirror-u"): {"budget": 10, "rule": "adaptive"},
    ("bags", "key-selection"): {},
}
#: Whose half makes the same choice as the whole, and is wrong in another way.
WRONG = {"lars-leaving": lambda *args: -1, "key-selection": lambda f, *rest: len(f) - 1}


def halved(name):
    """The right step of an exercise, half of it."""
    return WRONG.get(name) or (lambda *args: 0.5 * np.asarray(RIGHT[name](*args)))


def played(place, step):
    address, name = place
    return lab.run(address, step={name: step}, **PLAYED[place])
