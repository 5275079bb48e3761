"""Low-cost interior-point methods for `KernelSVM`: no matrix is ever factored."""

from __future__ import annotations

import numpy as np

from solvers.checks import InputError, between, integer, nonnegative, of_type, one_of
from solvers.drive import drive
from solvers.interior_point.svm.low_cost_printed import Printed
from solvers.interior_point.svm.safeguarded import Safeguarded
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver

VARIANTS = ("safeguarded", "predictor-corrector", "modified", "centering")
#: Shares of the way to the boundary: the source's, and that of the safeguarded method.
SOURCE_ETA, SAFE_ETA = 0.95, 0.995


@solver("low_cost", KernelSVM)
def solve_low_cost(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=20_000,
    record_every=1,
    seed=0,
    cancelled=None,
    variant="safeguarded",
    spectral="barzilai-borwein",
    start=None,
    steps=None,
    eta=None,
    stop="certificate",
):
    """Newton steps in which a multiple of the identity stands for Q: one product Q dx a step.

    variant: "predictor-corrector", "modified", "centering" are Algorithms 3, 4, 5 as printed, which
    have no descent property and may diverge or stall; "safeguarded" takes the same direction from
    strictly feasible points, with a line search on the barrier function, and converges.
    spectral: the multiple. "barzilai-borwein": dx'Q dx / dx'dx of the last step (the safeguarded
    method renews it every fourth step); "frozen": 1 from the second step on, as in the source's
    listing `lspect.m`.
    start: "feasible" or "source" as in `solve_mehrotra`; by default the source's for Algorithms 3
    to 5. steps: "separate" ones for (x, w) and (t, u, s), by default, or one "common" step. The
    safeguarded method has a feasible start and separate steps only.
    eta: share of the way to the boundary, by default 0.95, safeguarded 0.995.
    stop: "certificate", or "source": also stop, with status "small_change", where the source's rule
    fires, which proves nothing.
    x0: an earlier result or some x (n,); row 0 shows it as given, row 1 pushed off its bounds. seed
    is accepted for the common signature; nothing is random.

    iteration counts steps; work counts columns of Q, n per product, one product per step.
    Snapshots: those of `solve_mehrotra` and spectral (T,), the multiple for the step after the row.
    alpha_a and predictor are NaN without a predictor; sigma of the safeguarded method is its
    barrier parameter over mu. Status "diverged": numbers overflow or r_e exceeds 1e10 times its
    start. A linear kernel with fewer features than points costs O(n m) a step.

    Source: 001_f12148ddf98c114b.txt, sections 4.3, 4.4.1, 4.4.2, and (4.43).
    """
    of_type(problem, [KernelSVM], "problem")
    one_of(variant, VARIANTS, "variant")
    one_of(spectral, ("barzilai-borwein", "frozen"), "spectral")
    one_of(start, (None, "feasible", "source"), "start")
    one_of(steps, (None, "separate", "common"), "steps")
    one_of(stop, ("certificate", "source"), "stop")
    integer(seed, "seed")
    quiet = integer(record_every, "record_every") == 0
    how = {
        "frozen": spectral == "frozen",
        "most": integer(max_iter, "max_iter") if quiet else None,
        "stop": stop,
    }
    make = _safeguarded if variant == "safeguarded" else _printed
    walk = make(problem, x0, nonnegative(tol, "tol"), variant, start, steps, eta, how)
    return drive(
        walk.states(walk.step),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )


def _eta(eta, default):
    return default if eta is None else between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")


def _printed(problem, x0, tol, variant, start, steps, eta, how):
    return Printed(
        problem,
        x0,
        tol,
        variant=variant,
        eta=_eta(eta, SOURCE_ETA),
        separate=steps != "common",
        source=start != "feasible",
        **how,
    )


def _safeguarded(problem, x0, tol, variant, start, steps, eta, how):
    if start == "source":
        raise InputError(
            'start must be "feasible" for variant="safeguarded", which keeps every equation, '
            "got 'source'; take another variant."
        )
    if steps == "common":
        raise InputError(
            'steps must be "separate" for variant="safeguarded", whose line search is on x alone, '
            "got 'common'; take another variant."
        )
    return Safeguarded(problem, x0, tol, eta=_eta(eta, SAFE_ETA), **how)
