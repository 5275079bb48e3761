"""The process that runs peers, each in a separate child: `python -m lab.peers.worker`.

It reads what `lab.peers.process` packs from standard input, and writes (index, Outcome) as they
come. What packages print goes nowhere.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import wait
from typing import Any

from lab.peers.process import Outcome
from lab.peers.registry import Prepare

#: Where a fork of a process with one thread is safe, it saves each child the imports.
_METHOD = "fork" if sys.platform.startswith("linux") else "spawn"
#: Seconds until a child has imported what it needs, and has compiled it.
_LOADING, _COMPILING = 60.0, 120.0


def busy() -> float:
    """Seconds of processor time of this process and of those that it started and waited for."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def outcome(
    prepare: Prepare, problem: Any, tol: float | None, compiles: bool, started: Callable[[], object]
) -> Outcome:
    """Run one peer; `started()` is called when its own time begins."""
    try:
        solve = prepare(problem, tol)
        if compiles:
            solve()
        started()
        began = busy()
        answer = solve()
        return Outcome(answer, busy() - began)
    except ImportError as error:
        return Outcome(None, kind="absent", why=_sentence(error))
    except NotImplementedError as error:
        return Outcome(None, kind="unknown", why=str(error))
    except Exception as error:
        return Outcome(None, kind="error", why=_sentence(error))


def _sentence(error):
    words = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _child(pipe, prepare, problem, tol, compiles):
    if hasattr(os, "setsid"):  # so that what it starts ends with it
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_orphaned, daemon=True).start()
    found = outcome(prepare, problem, tol, compiles, lambda: pipe.send("started"))
    try:
        pipe.send(found)
    except Exception as error:
        pipe.send(Outcome(None, kind="error", why=_sentence(error)))
    pipe.close()
    # Libraries that tidy up at exit may hang or crash, and the answer is there.
    os._exit(0)


def _orphaned():
    """End with the process that started this one, which may be killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Run:
    """A child, what it is asked, and when its time is over."""

    def __init__(self, context, index, problem, call, seconds):
        self.index, self.seconds = index, seconds
        self.pipe, its = context.Pipe(duplex=False)
        args = (its, call[0], problem, *call[1:])
        self.process = context.Process(target=_child, args=args, daemon=True)
        self.process.start()
        its.close()
        self.end = time.monotonic() + (_COMPILING if call[2] else _LOADING) + seconds

    def ended(self, ready):
        """The `Outcome`, or None while it runs."""
        try:
            while ready and self.pipe.poll():
                said = self.pipe.recv()
                if said != "started":
                    return said
                self.end = time.monotonic() + self.seconds
        except (EOFError, OSError):
            self.process.join(5.0)
            return Outcome(None, kind="crashed", why=_death(self.process.exitcode))
        except Exception as error:  # what it sent cannot be read here
            return Outcome(None, kind="error", why=_sentence(error))
        if time.monotonic() < self.end:
            return None
        return Outcome(None, kind="late", why=f"no answer within {self.seconds:g} s")

    def close(self):
        """End the child, whatever it does, and what it started."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _death(code):
    if code is not None and code < 0:
        return f"its process ended by signal {-code}"
    return f"its process ended with exit code {code}"


def run(
    problem: Any,
    calls: Iterable[tuple[Prepare, float | None, bool]],
    seconds: float,
    jobs: int,
    tell: Callable[[tuple[int, Outcome]], object],
    asker: Sequence[int] = (),
) -> None:
    """Run all calls, `jobs` at once, and `tell((index, outcome))` each as it ends; all end early
    where a file of `asker`, by its descriptor, can be read: it is silent until the process that
    asked has ended."""
    context = multiprocessing.get_context(_METHOD)
    waiting: list = list(enumerate(calls))
    running: list[_Run] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                index, call = waiting.pop(0)
                running.append(_Run(context, index, problem, call, seconds))
            least = min(one.end for one in running) - time.monotonic()
            ready = wait([*(one.pipe for one in running), *asker], max(least, 0.0) + 0.01)
            if any(descriptor in ready for descriptor in asker):
                return
            for one in list(running):
                found = one.ended(one.pipe in ready)
                if found is not None:
                    one.close()
                    running.remove(one)
                    tell((one.index, found))
    finally:
        for one in running:
            one.close()


def main() -> None:
    """Answer the one request on standard input."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends the children on the way
    out = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    source = os.fdopen(os.dup(0), "rb")
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    sys.path[:] = pickle.load(source)
    problem, calls, seconds, jobs = pickle.loads(pickle.load(source))
    # Windows cannot wait for such a stream: there it ends with the first answer that is not read.
    asker = () if sys.platform == "win32" else (source.fileno(),)

    def tell(found):
        pickle.dump(found, out)
        out.flush()

    with contextlib.suppress(BrokenPipeError):  # no process waits for the answers
        run(problem, calls, seconds, jobs, tell, asker)


if __name__ == "__main__":
    main()
