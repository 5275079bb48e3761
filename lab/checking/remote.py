"""The other side of `worker`: a process that waits between checks, and is ended when it does not
answer in time."""

from __future__ import annotations

import functools
import io
import json
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import cloudpickle

from lab.checking.answers import failure
from lab.processes import interrupts_wait
from solvers.checks import InputError
from widgets.background import begin_thread

#: Seconds until a step is loaded, which may import much.
LOADING = 60.0
_WORKER = Path(__file__).with_name("worker.py")
_ENDED = {"gone": True}
#: The most bytes of an answer.
_LONGEST = 64_000_000


def _read(line):
    """The answer that a line is; a step may have written something else in its place."""
    try:
        answer = _ENDED if line is None else json.loads(line)
    except (ValueError, RecursionError):
        answer = _ENDED
    return answer if isinstance(answer, dict) else _ENDED


class Remote:
    """A process that runs steps. `ask` returns its answer, {"gone": True} where it ended, {"late":
    True} where it took too long; either way it is then no more."""

    def __init__(self):
        self.owner = os.getpid()
        with interrupts_wait():
            self.process = subprocess.Popen(
                [sys.executable, str(_WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        self.answers: queue.Queue = queue.Queue()
        listen = partial(_listen, self.process.stdout, self.answers)
        begin_thread(listen, self.process.kill, "answers of a step")

    def ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to `request`, waited for so long."""
        try:
            assert self.process.stdin is not None  # it is a pipe
            pickle.dump(request, self.process.stdin, protocol=5)
            self.process.stdin.flush()
            line = self.answers.get(timeout=seconds)
            answer = _read(line)
        except (OSError, ValueError):
            answer = _ENDED
        except queue.Empty:
            answer = {"late": True}
        except BaseException:  # an interrupt: whatever is answered later answers nothing
            self.end()
            raise
        if answer is _ENDED or "late" in answer:
            self.end()
        return answer

    def load(self, **what: Any) -> tuple[dict[str, Any], str]:
        """Have it load a `step` as bytes, or what the `code` gives a `name`: what it answers, and
        why it has none, in one sentence, or ""."""
        answer = self.ask({**what, "path": sys.path}, LOADING)
        return answer, failure(answer, LOADING)

    def lives(self) -> bool:
        """Whether it can be asked, by this process."""
        return self.owner == os.getpid() and self.process.poll() is None

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.owner == os.getpid():
            self.process.kill()
            self.process.wait()
            with suppress(OSError, ValueError):
                if self.process.stdin is not None:
                    self.process.stdin.close()


def _listen(stream, answers):
    """Put lines where they are waited for. Who reads the stream closes it: others would wait for
    as long as it is open, which may be in a process that the step has begun."""
    with stream:
        for line in iter(lambda: stream.readline(_LONGEST), b""):
            if not line.endswith(b"\n"):  # longer than any answer, or broken off
                break
            answers.put(line)
    answers.put(None)


_lock = threading.Lock()
_idle: list = []


@contextmanager
def remote() -> Iterator[Remote]:
    """The process that waits, or a new one; one check at a time."""
    with _lock:
        if not (_idle and _idle[0].lives()):
            _idle[:] = [Remote()]
        yield _idle[0]


class _Pickler(cloudpickle.CloudPickler):
    """Sends functions with a cache as well, which are otherwise sent as no more than a name."""

    def reducer_override(self, obj: Any) -> Any:
        """How an object is made again."""
        if not isinstance(obj, functools._lru_cache_wrapper):
            return super().reducer_override(obj)
        size, typed = (obj.cache_parameters()[name] for name in ("maxsize", "typed"))
        parts = obj.__wrapped__, size, typed, functools._CacheInfo
        return functools._lru_cache_wrapper, parts


def packed(step: Callable) -> bytes:
    """`step` as bytes that the other process can read, with the code around it where it is no
    installed one."""
    module = sys.modules.get(getattr(step, "__module__", None) or "")
    by_value = module is not None and module.__name__ != "__main__" and _own(module)
    try:
        if by_value:
            cloudpickle.register_pickle_by_value(module)
        text = io.BytesIO()
        _Pickler(text).dump(step)
        return text.getvalue()
    except Exception as error:
        why = " ".join(str(error).split())
        raise InputError(
            "step must be a function that can be sent to another process; what it uses from "
            f"outside itself cannot: {why}; hand that in, or make it inside."
        ) from error
    finally:
        if by_value:
            cloudpickle.unregister_pickle_by_value(module)


def _own(module):
    """Whether a module is a user's own, which the other process may not find."""
    file = getattr(module, "__file__", None) or ""
    return "site-packages" not in file and module.__name__.split(".")[0] not in _FOUND


_FOUND = {*sys.stdlib_module_names, "lab", "solvers", "widgets"}
