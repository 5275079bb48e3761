"""What a problem is, to all that solves, compares and draws one."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from solvers.result import Certificate


@runtime_checkable
class Problem(Protocol):
    """What a problem has to offer: a proof of how good a point is. No class need inherit from it.

    certify(x, **dual): judges x as it is given, and never solves. The objective is the value at x;
    where x is outside, infeasibility says how far, over a length of which the docstring speaks, in
    numbers that no unit moves; it is exactly 0 where constraints are broken by rounding alone. The
    bound is a lower one on the optimum that is right whatever `x` and the dual variables are, as
    nothing else enters: arithmetic on the problem's data and on dual variables that are clipped or
    scaled into the dual feasible set first, or derived from x where none are given. The scale is of
    the terms at the answer, in the units of the objective: `solvers.answer_scale`. Neither the
    arguments nor the problem are changed. A dual variable is an argument with the default None, of
    that name in the states of a solver. `solvers.Certificate` says what each of its numbers is.

    Optional:

    start: a point, in the shape of x, from which a run may begin. Checks draw points like it, or
    without it take those of the problem's solvers.

    The first parameter of certify is what x is called. To be swept, cached and sent to other
    processes, a problem is picklable: a frozen dataclass, at the top of a file, whose fields are
    numbers and read-only arrays (`solvers.checks` has `as_array` for them). Its values are a
    problem's identity, so that it must not store anything between calls.

    `solvers.testing.check_problem` finds what breaks these rules.
    """

    def certify(self, x: Any, /, *args: Any, **dual: Any) -> Certificate:
        """Proof of quality of `x`, with the help of dual variables where they are given."""
        ...
