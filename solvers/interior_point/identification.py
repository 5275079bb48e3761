"""Low cost with identification of variables, for `KernelSVM`: Algorithm 6 of
001_f12148ddf98c114b.txt, as printed and as it becomes exact."""

from __future__ import annotations

from functools import partial
from typing import Unpack

from solvers.checks import InputError, nonnegative, of_type, positive
from solvers.interior_point.svm.identification_run import FirstPhase, Identification, first_phase
from solvers.options import Common, Options, common_options
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver
from solvers.result import Result


@solver("identification", KernelSVM, iterate="iterate")
@common_options
def solve_identification(
    problem: KernelSVM,
    *,
    max_iter: int = 20_000,
    exact: bool = True,
    digits: float = 1.0,
    theta: float = 100.0,
    beta: float = 4.0,
    shared: FirstPhase | None = None,
    **common: Unpack[Common],
) -> Result:
    """Algorithm 4 until the source's objectives agree in `digits` digits, then fewer variables.

    It selects, in each class, the variables with Theta^-1 = x w / (x u + w t) >= theta sqrt(mu),
    and at least half of min(mu^(1/beta) n, those that did not shrink), the largest Theta^-1 first.

    Parameters
    ----------
    problem : KernelSVM
        Points X (n, m) with labels y (n,), a kernel, and C.
    x0 : array_like (n,) or Result
        Row 0 shows it as given, row 1 pushed off its bounds.
    seed : int
        No effect: nothing is random.
    exact : bool
        True: the others are fixed at the nearer of 0 and C and the reduced problem is solved by
        Mehrotra's method; those that the full problem would move are freed, and so on until the
        full problem is certified. False: Algorithm 6 as printed: the others count as 0, bounded
        support vectors included, and Algorithm 5 solves the problem of the rest, another problem.
        Status "small_change" and a note then say how far the full problem is from solved; needs
        b = 0.
    digits : float
        Equal digits of the source's objectives from which variables are selected.
    theta : float
        Factor of the threshold, see above.
    beta : float
        Exponent of the least number selected, see above.
    shared : FirstPhase or None
        The first phase of several runs on `problem`, computed by the first that needs a step;
        without x0, and with every row recorded.

    Returns
    -------
    Result
        `x` (n,). iteration counts steps of all phases; work counts columns of Q, those of a reduced
        problem by their length. Snapshots: iterate (T, n); theta_inv (T, n), NaN for what is no
        longer free; selected (T, n), all False before the selection; threshold (T,), theta
        sqrt(mu); mu, s (T,); round (T,), 0 in the first phase; sigfig, spectral (T,) of the
        low-cost steps, else NaN.

    References
    ----------
    low-cost: section 4.4.3, Algorithm 6
    """
    options = Options(max_iter=max_iter, **common)
    digits = nonnegative(digits, "digits")
    theta, beta = positive(theta, "theta"), positive(beta, "beta")
    if not exact and problem.b != 0.0:
        raise InputError(
            "exact must be True where b is not 0: Algorithm 6 drops points without regard to "
            f"y'x = b, got b = {problem.b:g}."
        )
    run = Identification(problem, options.tol, exact, digits, theta, beta)
    if shared is None:
        first = first_phase(problem, options.x0, options.tol)
        return options.drive(run.states(first), problem.certify)
    of_type(shared, (FirstPhase,), "shared")
    if shared.problem is not problem or options.x0 is not None or options.record_every != 1:
        raise InputError(
            "shared must be the first phase of this problem, with x0=None and record_every=1, "
            "got another problem or option; leave shared out."
        )
    return options.drive(run.states(shared.states()), shared.certify)


solver("identification_printed", KernelSVM, label="Algorithm 6", iterate="iterate")(
    partial(solve_identification, exact=False)
)
