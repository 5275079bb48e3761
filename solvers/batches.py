"""How many steps one kernel call holds: enough to be fast, few enough that a run can be cancelled
between calls."""

from __future__ import annotations

from solvers.options import Options

#: Multiplications that a kernel call may hold: some tens of milliseconds.
CALL = 30_000_000
#: What a step costs at least, in multiplications: loops and calls are not free.
_LEAST = 1_000


def steps_per_call(cost: float) -> int:
    """How many steps of `cost` multiplications one kernel call may hold."""
    return max(1, int(CALL // max(cost, _LEAST)))


class Batches:
    """The sizes of consecutive kernel calls, in steps: 1 where every step is recorded; else
    `first`, and then twice as many each time as long as a call stays short."""

    def __init__(self, options: Options, first: float = 1.0):
        self.many, self.max_iter, self.size = options.unrecorded, options.max_iter, first

    def next(self, cost: float, done: int) -> int:
        """The size of the next call, after `done` steps, if a step costs `cost` multiplications;
        it does not lead beyond the last iteration."""
        size = min(self.size, steps_per_call(cost)) if self.many else 1
        self.size *= 2.0
        return max(1, min(int(size), self.max_iter - done))
