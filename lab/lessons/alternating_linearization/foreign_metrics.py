"""LMNN, ITML and SDML from the optional package metric-learn, where it is installed and runs.

Its release 0.7.0 fails with scikit-learn 1.8 and newer, which dropped a keyword that it uses.
"""

from __future__ import annotations

import warnings

import numpy as np

from solvers import covariance

#: Draws that must all fail before a method is given up.
_TRIES = 3


def losses(method, draws):
    """(losses (draws, 1), "") of "LMNN", "ITML" or "SDML" with the package's own parameters, or
    (None, why not). A draw that the package cannot fit counts 1."""
    found, last = [], ""
    for draw in draws:
        try:
            found.append(draw.test(_metric(method, draw)))
        except ImportError:
            return None, "metric-learn is not installed"
        except Exception as error:  # whatever a foreign package raises ends its draw, not ours
            last = " ".join(str(error).split())[:80]
            found.append(None)
        if len(found) == _TRIES and not any(v is not None for v in found):
            return None, f"metric-learn fails: {last}"
    return np.array([[1.0 if v is None else v] for v in found]), ""


def _metric(method, draw):
    """M (d, d) on the labelled rows of the `draw`; ITML and SDML start at the inverse covariance,
    as in the source."""
    import metric_learn

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the error on the rest says what a warning would
        if method == "LMNN":
            rows = draw.labelled
            near = min(3, np.unique(draw.y[rows], return_counts=True)[1].min() - 1)
            model = metric_learn.LMNN(n_neighbors=int(near))
            model.fit(draw.X[rows], draw.y[rows])
        else:
            model = getattr(metric_learn, method)(prior=np.linalg.inv(covariance(draw.X)))
            pairs = np.concatenate([draw.similar, draw.dissimilar])
            signs = np.repeat([1, -1], [len(draw.similar), len(draw.dissimilar)])
            model.fit(draw.X[pairs], signs)
        return model.get_mahalanobis_matrix()
