"""Measuring speed: two programs in turn, medians, and which benchmarks there are."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time

from lab.benchmarks.lessons import offered
from lab.race.peers import timed

#: A relative gap below this is rounding, and is not asked for.
LEAST = 1e-12
#: Seconds for which a short call is repeated.
SLOT = 0.02


def benches() -> dict[str, str]:
    """What `lab bench` can measure: the browser, a drag in it and what a turn costs without it, a
    class and its votes, sweeps, packages that few have, how time and memory grow, and lesson -> its
    module `bench`, which has a function `tables(options) -> iterable of Table`; options.runs:
    medians of so many; options.slow: also peers that take minutes."""
    names = ("browser", "drag", "turns", "classroom", "sweep", "vote", "peers", "scale")
    own = {name: f"lab.benchmarks.{name}" for name in names}
    return offered("bench") | own | {"peers": "lab.benchmarks.contest"}


@dataclass(frozen=True, slots=True)
class PairedSeconds:
    """Median seconds of ours and of a peer that reach the same, and how often ours is faster."""

    ours: float
    peer: float

    @property
    def faster(self) -> float:
        """The peer's seconds over ours: above 1, ours is faster."""
        return self.peer / self.ours


def race(
    ours: Callable[[], object],
    peer: Callable[[], object],
    runs: int = 5,
    clock: Callable[[Callable[[], object]], float] | None = None,
) -> PairedSeconds:
    """Time `ours()` and `peer()` in turn, `runs` times each, warm.

    clock(call) -> seconds: `timed`, by the wall clock, or `busy`. A call shorter than `SLOT` is
    repeated until the slot is full, so that what is timed is the call and not the waking of the
    machine.
    """
    clock = clock or timed
    repeats = [_repeats(call, clock) for call in (ours, peer)]
    pairs = [
        [_each(call, times, clock) for call, times in zip((ours, peer), repeats, strict=True)]
        for _ in range(runs)
    ]
    return PairedSeconds(*(median(seconds) for seconds in zip(*pairs, strict=True)))


def busy(call: Callable[[], object]) -> float:
    """Seconds of `call()` on all processors together, whatever else runs on the machine."""
    began = process_time()
    call()
    return process_time() - began


def _repeats(call, clock):
    """How often `call` fits into a slot, after a call to warm up."""
    call()
    return max(1, min(1000, round(SLOT / max(clock(call), 1e-9))))


def _each(call, times, clock):
    return clock(lambda: [call() for _ in range(times)]) / times


def memory(
    prepare: Callable[..., tuple[int, Callable[[], object]]], args: tuple, warm: tuple
) -> tuple[int, int]:
    """(bytes of the data, peak bytes of the run beyond those before), in a fresh process.

    prepare(*args) -> (bytes of the data, run), importable. prepare(*warm) is the same on little
    data: it runs first, so that loading kernels is not counted.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measured, prepare, args, warm).result()


def _measured(prepare, args, warm):
    prepare(*warm)[1]()
    size, run = prepare(*args)
    before = memory_now()
    run()
    return size, max(peak() - before, 0)


def memory_now() -> int:
    """Resident bytes, after free memory is returned and the peak is reset where the system can."""
    gc.collect()
    try:
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
        return status("VmRSS")
    except (OSError, AttributeError):
        return peak()


def peak() -> int:
    """The largest resident size so far, in bytes."""
    try:
        return status("VmHWM")
    except OSError:
        import resource  # not on Windows, where nothing is measured

        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def status(field: str, process: int | str = "self") -> int:
    """A size in bytes that Linux tells of a process; OSError elsewhere."""
    lines = Path(f"/proc/{process}/status").read_text(errors="replace").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))
