"""Low-cost interior-point methods for `KernelSVM`: no matrix is ever factored."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, Unpack

import numpy as np

from solvers.checks import InputError, between
from solvers.interior_point import ETA
from solvers.interior_point.svm.spectral import Printed, Safeguarded
from solvers.options import Common, Options, common_options
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver
from solvers.result import Result

#: The source's share of the way to the boundary.
SOURCE_ETA = 0.95


@solver("safeguarded", KernelSVM, iterate="iterate")
@common_options
def solve_low_cost(
    problem: KernelSVM,
    *,
    max_iter: int = 20_000,
    variant: Literal["safeguarded", "predictor-corrector", "modified", "centering"] = "safeguarded",
    spectral: Literal["barzilai-borwein", "frozen"] = "barzilai-borwein",
    start: Literal["feasible", "source"] | None = None,
    steps: Literal["separate", "common"] | None = None,
    eta: float | None = None,
    stop: Literal["certificate", "source"] = "certificate",
    **common: Unpack[Common],
) -> Result:
    """Newton steps in which a multiple of the identity replaces Q: one product Q dx a step.

    A linear kernel with fewer features than points costs O(n m) a step.

    Parameters
    ----------
    problem : KernelSVM
        Points X (n, m) with labels y (n,), a kernel, and C.
    x0 : array_like (n,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.
    variant : {"safeguarded", "predictor-corrector", "modified", "centering"}
        The last three are Algorithms 3, 4, 5 as printed, which have no descent property and may
        diverge or stall; "safeguarded" takes the same direction from strictly feasible points,
        with a line search on the barrier function, and converges.
    spectral : {"barzilai-borwein", "frozen"}
        The multiple: dx'Q dx / dx'dx of the last step (the safeguarded method renews it every
        fourth step), or 1 from the second step on, as in the source's listing `lspect.m`.
    start : {"feasible", "source"} or None
        As for `solve_mehrotra`; None: the source's for Algorithms 3 to 5. The safeguarded method
        has a feasible start only.
    steps : {"separate", "common"} or None
        Separate ones for (x, w) and (t, u, s), as with None, or one step. The safeguarded method
        has separate steps only.
    eta : float or None
        Share of the way to the boundary, in [0, 1); None: 0.95, safeguarded 0.995.
    stop : {"certificate", "source"}
        "source" also stops, with status "small_change", where the source's rule fires, which
        proves nothing.

    Returns
    -------
    Result
        `x` (n,). iteration counts steps; work counts columns of Q, n per product, one product per
        step. Snapshots: those of `solve_mehrotra` and spectral (T,), the multiple for the step
        after the row. alpha_a and predictor are NaN without a predictor; sigma of the safeguarded
        method is its barrier parameter over mu. Status "diverged": numbers overflow or r_e exceeds
        1e10 times its terms at the start.

    References
    ----------
    low-cost: sections 4.3, 4.4.1, 4.4.2, and (4.43)
    """
    options = Options(max_iter=max_iter, **common)
    own: dict[str, Any] = {"frozen": spectral == "frozen", "stop": stop}
    own["most"] = options.max_iter if options.unrecorded else None
    eta = None if eta is None else between(eta, 0.0, np.nextafter(1.0, 0.0), "eta")
    where = problem, options.x0, options.tol
    if variant == "safeguarded":
        if start == "source":
            raise InputError(
                'start must be "feasible" for variant="safeguarded", which keeps every equation, '
                "got 'source'; take another variant."
            )
        if steps == "common":
            raise InputError(
                'steps must be "separate" for variant="safeguarded", whose line search is on x '
                "alone, got 'common'; take another variant."
            )
        path = Safeguarded(*where, eta=ETA if eta is None else eta, **own)
    else:
        own |= {"separate": steps != "common", "source": start != "feasible"}
        path = Printed(*where, variant=variant, eta=SOURCE_ETA if eta is None else eta, **own)
    return options.drive(path.states(path.step), problem.certify)


_register = partial(solver, iterate="iterate")
_register("predictor_corrector", KernelSVM, label="Algorithm 3")(
    partial(solve_low_cost, variant="predictor-corrector")
)
_register("modified", KernelSVM, label="Algorithm 4")(partial(solve_low_cost, variant="modified"))
_register("centering", KernelSVM, label="Algorithm 5")(partial(solve_low_cost, variant="centering"))
