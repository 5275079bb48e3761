"""Processes of peers from one that has imported what all of them need: more than half of each is
those imports. tests/lab/peers/test_process.py is of the process as it is for users."""

import multiprocessing
import os
import subprocess
from functools import cache
from multiprocessing.reduction import DupFd
from types import SimpleNamespace


@cache
def _context():
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["__main__", "lab.peers.worker", "sklearn.linear_model", "sklearn.svm"]
    )
    return context


def _serve(given, sent, env):
    """What `python -m lab.peers.worker` does, with these pipes and this environment."""
    os.dup2(given.detach(), 0)
    os.dup2(sent.detach(), 1)
    os.environ.update(env)
    from lab.peers import worker

    worker.main()


class _Worker:
    """Of `subprocess.Popen` what `lab.peers.process` uses."""

    def __init__(self, line, stdin, stdout, env):
        assert line[1:] == ["-m", "lab.peers.worker"]
        (given, self._in), (self._out, sent) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(self._in, "wb"), os.fdopen(self._out, "rb")
        pipes = DupFd(given), DupFd(sent)
        self._process = _context().Process(target=_serve, args=(*pipes, dict(env)))
        self._process.start()
        os.close(given), os.close(sent)

    def terminate(self):
        self._process.terminate()

    def kill(self):
        self._process.kill()

    def wait(self, timeout=None):
        self._process.join(timeout)
        if self._process.is_alive():
            raise subprocess.TimeoutExpired("worker", timeout)


#: Instead of the module `subprocess` in `lab.peers.process`.
SUBPROCESS = SimpleNamespace(
    Popen=_Worker, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired
)
