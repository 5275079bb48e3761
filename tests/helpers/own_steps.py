"""Students' steps, right and wrong, in every scene that has a place for one."""

import pickle
from contextlib import contextmanager

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
    ("metric", "m-step"): {"dimension": 2},
    ("metric", "y-step"): {},
    ("methods", "m-step"): {},
    ("methods", "y-step"): {},
    ("affinity", "affinity-step"): {},
    ("margins", "odm-pair"): {"lam": 1.0},
    ("mirror", "mirror-simplex"): {"budget": 10},
    ("mirror", "mirror-u"): {"budget": 10, "rule": "adaptive"},
    ("bags", "key-selection"): {},
    ("polygon", "ratio-test"): {},
    ("polygon", "pdhg-step"): {},
    ("polytope", "ratio-test"): {},
    ("polytope", "pdhg-step"): {},
}
#: Steps that are checked alone: no scene has a place for them.
ALONE = {"barrier-newton", "lasso-bound", "program-bound"}
#: Whose half makes the same choice as the whole, and is wrong in another way.
WRONG = {"lars-leaving": lambda *args: -1, "key-selection": lambda f, *rest: len(f) - 1}


#: Knobs that only make a run long -> their largest value in a test.
_LARGE = {"n": 40, "triplets": 40, "budget": 60}


def settings_for(experiment, drawn):
    """The settings `drawn` at random, where the method of `experiment.student` has a place for the
    step, and small."""
    needs = experiment.student.method.requires
    several = {n: [*drawn[n], *v] for n, v in needs.items() if isinstance(drawn[n], tuple)}
    alone = {n: v[0] for n, v in needs.items() if n not in several and drawn[n] not in v}
    small = {n: min(drawn[n], most) for n, most in _LARGE.items() if n in drawn}
    return experiment.settings(drawn | several | alone | small)


@contextmanager
def in_this_process(step, exercise):
    """In place of `own._asking`, for steps that are harmless."""
    yield lambda *args: step(*pickle.loads(pickle.dumps(args)))


def halved(name):
    """The right step of an exercise, half of it."""
    return WRONG.get(name) or (lambda *args: 0.5 * np.asarray(RIGHT[name](*args)))


def played(place, step):
    address, name = place
    return lab.run(address, step={name: step}, **PLAYED[place])
