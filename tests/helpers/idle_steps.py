"""Answers that do nothing: a constant, or an argument as it is."""

import numpy as np

from lab.checking import catalogue, testing


def idle_steps(name):
    """What it returns -> the step, of the right shape everywhere."""
    steps = testing.idle_steps(catalogue.find(name))
    if name != "odm-pair":
        return steps
    # Its vectors are of the answer's length in the example alone: what stays is the pair.
    steps = {words: step for words, step in steps.items() if words in ("0", "1", "-1")}
    steps["the pair"] = lambda K, zeta, beta, omega, nu, theta, i: np.array([zeta[i], beta[i]])
    return steps
