"""What a foreign solver says at its end, in one form for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from solvers.checks import InputError

Claim = Literal[
    "optimal", "inaccurate", "infeasible", "unbounded", "dual infeasible", "no optimum", "gave up"
]
CLAIMS = get_args(Claim)


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What a package says, and what it hands out.

    says: its own words. claim: what they mean; "inaccurate" is an optimum that the package itself
    calls less than asked, "dual infeasible" says that some ray lowers the objective for ever,
    whether or not a point is feasible, "no optimum" leaves open whether the problem is infeasible
    or unbounded. x: its point, in the form of the problem's own; None for none. dual: multipliers
    for `problem.certify(x, **dual)`. ray: what is to prove "infeasible", (m + k,) of a `Program`,
    or "unbounded" and "dual infeasible", (n,). value: the objective as the package says it.
    """

    says: str
    claim: Claim
    x: np.ndarray | None = None
    dual: Mapping[str, np.ndarray] = field(default_factory=dict)
    ray: np.ndarray | None = None
    value: float | None = None

    def __post_init__(self):
        if self.claim not in CLAIMS:
            raise InputError(f"claim must be one of {', '.join(CLAIMS)}, got {self.claim!r}.")
        for name in ("x", "ray"):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, np.array(value, dtype=np.float64))
        dual = {k: np.array(v, dtype=np.float64) for k, v in self.dual.items() if v is not None}
        object.__setattr__(self, "dual", dual)
        if self.value is not None:
            object.__setattr__(self, "value", float(self.value))
