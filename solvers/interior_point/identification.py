"""Low cost with identification of variables, for `KernelSVM`: Algorithm 6 of
001_f12148ddf98c114b.txt, as printed and as it becomes exact."""

from __future__ import annotations

from solvers.checks import InputError, integer, nonnegative, of_type, one_of, positive
from solvers.drive import drive
from solvers.interior_point.svm.identification_run import Identification
from solvers.problems.kernel_svm import KernelSVM
from solvers.registry import solver


@solver("identification", KernelSVM)
def solve_identification(
    problem,
    *,
    x0=None,
    tol=1e-6,
    max_iter=20_000,
    record_every=1,
    seed=0,
    cancelled=None,
    exact=True,
    digits=1.0,
    theta=100.0,
    beta=4.0,
):
    """Algorithm 4 until the source's objectives agree in `digits` digits, then fewer variables.

    Kept are, in each class, the variables with Theta^-1 = x w / (x u + w t) >= theta sqrt(mu), and
    at least half of min(mu^(1/beta) n, those that did not shrink), the largest Theta^-1 first.

    exact: True: the others are fixed at the nearer of 0 and C and the reduced problem is solved by
    Mehrotra's method; those that the full problem would move are freed, and so on until the full
    problem is certified. False: Algorithm 6 as printed: the others count as 0, bounded support
    vectors included, and Algorithm 5 solves the problem of the rest, another problem. Status
    "small_change" and a note then say how far the full problem is from solved; needs b = 0.
    x0: an earlier result or some x (n,); row 0 shows it as given, row 1 pushed off its bounds. seed
    is accepted for the common signature; nothing is random.

    iteration counts steps of all phases; work counts columns of Q, those of a reduced problem by
    their length. Snapshots: iterate (T, n); theta_inv (T, n), NaN for what is no longer free;
    selected (T, n), all False before the selection; threshold (T,), theta sqrt(mu); mu, s (T,);
    round (T,), 0 in the first phase; sigfig, spectral (T,) of the low-cost steps, else NaN.

    Source: 001_f12148ddf98c114b.txt, section 4.4.3.
    """
    of_type(problem, [KernelSVM], "problem")
    one_of(exact, (True, False), "exact")
    digits, tol = nonnegative(digits, "digits"), nonnegative(tol, "tol")
    theta, beta = positive(theta, "theta"), positive(beta, "beta")
    integer(seed, "seed")
    if not exact and problem.b != 0.0:
        raise InputError(
            "exact must be True where b is not 0: Algorithm 6 drops points without regard to "
            f"y'x = b, got b = {problem.b:g}."
        )
    run = Identification(problem, tol, exact, digits, theta, beta)
    return drive(
        run.states(x0),
        problem.certify,
        tol=tol,
        max_iter=max_iter,
        record_every=record_every,
        cancelled=cancelled,
    )
